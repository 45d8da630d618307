"""Events of commands that start without msgspec, whose import would double their start."""

from __future__ import annotations

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import dataclass_transform

    from combatcli.toml import Tables
else:
    from combatcli.records import dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True)
class LightEvent(Record):
    """Something that happened; a key that has its default is left out of JSON."""

    @property
    def event(self) -> str:
        """The kind of the event, as in JSON."""
        return type(self).__name__.lower()

    @classmethod
    def required(cls) -> list[str]:
        """Return the keys that every event of the kind has."""
        return [name for name in cls._names if name not in cls._defaults]

    def as_table(self) -> Tables:
        """Return the event as it is in JSON."""
        default = self._defaults
        keys = {key: value for key, value in self.values().items() if key not in default or value != default[key]}
        return {"event": self.event, **keys}
