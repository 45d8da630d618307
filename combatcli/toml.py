"""TOML, read by tomli: compiled, and three times as fast as the standard library's reader, which stands in for it."""

import os
from typing import Any, TypeAlias

try:
    from tomli import TOMLDecodeError, loads
except ImportError:
    from tomllib import TOMLDecodeError, loads  # type: ignore[assignment]

Tables = dict[str, Any]
Value: TypeAlias = Any

__all__ = ("TOMLDecodeError", "loads")


def read_beside(module: str, name: str) -> Tables:
    """Read the TOML file of that name beside a module, which is given by its ``__file__``."""
    with open(os.path.join(os.path.dirname(module), name), encoding="utf-8") as file:
        return loads(file.read())
