"""TOML is read by tomli, the reader from which the standard library's is made, compiled: three times as fast.

Where there is none, the standard library's reads the same.
"""

import os
from typing import Any, TypeAlias

try:
    from tomli import TOMLDecodeError, loads
except ImportError:
    from tomllib import TOMLDecodeError, loads  # type: ignore[assignment]

Tables: TypeAlias = "dict[str, Any]"
Value: TypeAlias = Any

__all__ = ("TOMLDecodeError", "loads")


def read_beside(module: str, name: str) -> Tables:
    """Return the table in the file of that name beside a module, which is given by its own file."""
    with open(os.path.join(os.path.dirname(module), name), encoding="utf-8") as file:
        return loads(file.read())
