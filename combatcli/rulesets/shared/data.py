"""Tables of a game that are data: TOML files beside its code."""

from __future__ import annotations

import os
import tomllib
from typing import Any


def table_beside(module: str, name: str) -> dict[str, Any]:
    """Return the table in the file of that name beside a module, which is given by its own file."""
    path = os.path.join(os.path.dirname(module), name)  # noqa: PTH118, PTH120  (pathlib is slow to import)
    with open(path, "rb") as file:  # noqa: PTH123  (as above)
        return tomllib.load(file)
