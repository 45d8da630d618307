"""msgspec, imported without what it imports and encounters never need: UUIDs, decimals, JSON Schemas.

These are half of its import, a third of ``python -c pass``. While it is imported, stand-ins have their places; whoever
wants the real ones afterwards gets them. A stand-in that is asked for more than is known here fetches the real one.
"""

from __future__ import annotations

import sys
from importlib import import_module

MODULE = type(sys)
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _StandIn(MODULE):  # type: ignore[misc, valid-type]
    """A module in the place of one that is slow to import."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  (anything in a module)
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_real(self.__name__), name)


def _real(name: str) -> Any:  # noqa: ANN401  (a module)
    """Return the module itself."""
    if isinstance(sys.modules.get(name), _StandIn):
        del sys.modules[name]
    return import_module(name)


def _later(module: str, name: str) -> Any:  # noqa: ANN401  (a function of any kind)
    """Return a function that fetches itself when it is called."""

    def fetched(*values: Any, **named: Any) -> Any:  # noqa: ANN401  (whatever it takes and returns)
        return getattr(_real(module), name)(*values, **named)

    return fetched


SCHEMAS = "msgspec._json_schema"
PLACES: dict[str, dict[str, Any]] = {
    "uuid": {"UUID": type("UUID", (), {}), "SafeUUID": type("SafeUUID", (), {"unknown": None})},
    "decimal": {"Decimal": type("Decimal", (), {})},
    "msgspec.inspect": {},
    "msgspec.toml": {},
    "msgspec.yaml": {},
    SCHEMAS: {name: _later(SCHEMAS, name) for name in ("schema", "schema_components")},
}
"""What is asked of each while it is imported."""


def import_slim() -> None:
    """Import it, unless somebody has done so; nothing but it ever sees the stand-ins."""
    if "msgspec" in sys.modules:
        return
    # Before Python 3.12 `datetime` defines all of it in Python first, and throws that away.
    sys.modules.setdefault("datetime", import_module("_datetime"))
    typing = vars(import_module("typing"))
    reference = typing["ForwardRef"]
    stand_ins: dict[str, Any] = {name: _StandIn(name) for name in PLACES if name not in sys.modules}
    for name, stand_in in stand_ins.items():
        stand_in.__dict__.update(PLACES[name])
    if "typing_extensions" not in sys.modules:
        # Where it is installed, msgspec takes two functions from it that `typing` has as well.
        stand_ins["typing_extensions"] = None
    sys.modules.update(stand_ins)
    # It makes one to see how, and Python's first `compile`, which that takes, is a tenth of a start.
    typing["ForwardRef"] = lambda *_, **__: None
    try:
        whole = vars(import_module("msgspec"))
    finally:
        typing["ForwardRef"] = reference
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]
    for name, stand_in in stand_ins.items():
        part = name.removeprefix("msgspec.")
        if whole.get(part, "msgspec") is stand_in:
            del whole[part]
