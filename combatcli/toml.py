"""TOML is read by tomli, the reader from which the standard library's is made, compiled: three times as fast.

Where there is none, the standard library's reads the same.
"""

from typing import Any, TypeAlias

try:
    from tomli import TOMLDecodeError, loads
except ImportError:
    from tomllib import TOMLDecodeError, loads  # type: ignore[assignment]

Tables: TypeAlias = "dict[str, Any]"
Value: TypeAlias = Any

__all__ = ("TOMLDecodeError", "loads")
