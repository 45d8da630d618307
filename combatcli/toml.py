"""TOML is read by tomli, the reader from which the standard library's is made, compiled: three times as fast.

Where there is none, the standard library's reads the same.
"""

try:
    from tomli import TOMLDecodeError, loads
except ImportError:
    from tomllib import TOMLDecodeError, loads  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Tables: TypeAlias = "dict[str, Any]"
    Value: TypeAlias = Any

__all__ = ("TOMLDecodeError", "loads")
