"""Tables of a game that are data: TOML files beside its code."""

from __future__ import annotations

import os

from combatcli import toml
from combatcli.toml import Tables


def read_toml_beside(module: str, name: str) -> Tables:
    """Return the table in the file of that name beside a module, which is given by its own file."""
    path = os.path.join(os.path.dirname(module), name)
    with open(path, encoding="utf-8") as file:
        return toml.loads(file.read())
