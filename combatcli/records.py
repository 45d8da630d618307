"""Immutable records, in classes that cost next to nothing to define.

A NamedTuple takes 190 µs to define, a dataclass more, and a game with its reports has dozens: a fifth of a command's
start. A Record takes 5.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self, dataclass_transform
else:

    def dataclass_transform(**_):  # noqa: ANN003, ANN201, D103  (`typing` is slow to import)
        return lambda made: made


@dataclass_transform(frozen_default=True)
class Record:
    """Immutable values under the names that a subclass annotates, with its defaults."""

    if TYPE_CHECKING:
        _names: ClassVar[tuple[str, ...]]
        _defaults: ClassVar[dict[str, Any]]
    else:
        _names = ()
        _defaults = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = tuple(vars(cls).get("__annotations__", ()))
        cls._names = (*cls._names, *own)
        cls._defaults = {**cls._defaults, **{name: vars(cls)[name] for name in own if name in vars(cls)}}

    def __init__(self, *values: object, **named: object) -> None:
        names, held = self._names, self.__dict__
        if not named and len(values) == len(names):
            held.update(zip(names, values))  # noqa: B905  (their number is the same)
            return
        held.update(self._defaults, **named)
        held.update(zip(names, values))  # noqa: B905  (what is left has defaults)
        if len(held) != len(names) or len(values) > len(held):
            raise TypeError(f"{type(self).__name__} takes {', '.join(self._names)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} does not change")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash(tuple(map(self.__dict__.__getitem__, self._names)))

    def __repr__(self) -> str:
        shown = ", ".join([f"{name}={value!r}" for name, value in self.values().items()])
        return f"{type(self).__name__}({shown})"

    def values(self) -> dict[str, Any]:
        """Return the values by their names."""
        return {name: self.__dict__[name] for name in self._names}

    def changed(self, **values: object) -> Self:
        """Return a copy with other values."""
        return type(self)(**{**self.values(), **values})
