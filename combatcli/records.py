"""Immutable records, and the events among them, in classes that cost next to nothing to define.

A NamedTuple takes 190 µs to define, a dataclass more, a Struct as long as its annotations are many; a game with its
reports has dozens. A Record takes 5, and what rolls dice does without msgspec, whose import takes longer than a
roll. What is read from a file or a command line, and checked by its annotations, is a Struct.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self, dataclass_transform

    from combatcli.toml import Tables
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
        own = cls.__annotations__
        cls._names = tuple(dict.fromkeys([*cls._names, *own]))
        inherited = {name: value for name, value in cls._defaults.items() if name not in own}
        cls._defaults = {**inherited, **{name: vars(cls)[name] for name in own if name in vars(cls)}}

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
        shown = ", ".join([f"{name}={value!r}" for name, value in self.as_dict().items()])
        return f"{type(self).__name__}({shown})"

    def as_dict(self) -> dict[str, Any]:
        """Return the values by their names."""
        return {name: self.__dict__[name] for name in self._names}

    def changed(self, **values: object) -> Self:
        """Return a copy with other values."""
        return type(self)(**{**self.as_dict(), **values})


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Event(Record):
    """Something that happened; a key that has its default is left out of JSON."""

    if TYPE_CHECKING:
        event: ClassVar[str]
        """The kind of the event, as in JSON: `named_roll` of NamedRoll, if a class does not say otherwise."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "event" not in vars(cls):
            cls.event = "".join([f"_{each.lower()}" if each.isupper() else each for each in cls.__name__])[1:]

    @classmethod
    def required(cls) -> list[str]:
        """Return the names of the values that every event of the kind has."""
        return [name for name in cls._names if name not in cls._defaults]

    def as_table(self) -> Tables:
        """Return the event as it is in JSON."""
        default = self._defaults
        keys = {
            json_key(name): _json_value(value)
            for name, value in self.as_dict().items()
            if name not in default or value != default[name]
        }
        return {"event": self.event, **keys}


def json_key(name: str) -> str:
    """Return the key of an attribute in JSON, without the underscore of a Python keyword: `from` of `from_`."""
    return name.strip("_")


def _json_value(value: Any) -> Any:
    """Return a value as JSON has it, with a table in place of what a file was read into."""
    if isinstance(value, dict):
        return {key: _json_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_json_value(item) for item in value]
    if hasattr(value, "__struct_fields__"):
        from msgspec import to_builtins

        return to_builtins(value)
    return value
