"""What every encounter holds, whichever game it is: the shapes that each ruleset's own schema builds upon.

All of it is immutable: a rule gets an encounter and answers with a changed copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from combatcli.encounter.references import ArenaName, Author, CombatantId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


def keys_of(struct: Struct) -> dict[str, Any]:
    """Return all keys of a table as a file would name them, with those that have their default."""
    values = (getattr(struct, name) for name in struct.__struct_fields__)
    return dict(zip(struct.__struct_encode_fields__, values, strict=True))


def whole(value: object) -> Any:  # noqa: ANN401  (each game has types of its own)
    """Return a value as plain tables and lists, with all keys at every depth."""
    if isinstance(value, Struct):
        return {key: whole(each) for key, each in keys_of(value).items()}
    if isinstance(value, Mapping):
        return {key: whole(each) for key, each in value.items()}
    return [whole(each) for each in value] if isinstance(value, list) else value


Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Step = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Model(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of the encounter file; keys that are left out have their default."""


class SeededDice(Model, frozen=True):
    """Replayable dice: the same seed and step give the same faces, on every machine.

    ``version`` is how faces are made of them, 1 where it is not said.
    """

    seed: str
    step: Step = 0
    version: Literal[1, 2] = 1


class Arena(Model, frozen=True):
    """A place in which everybody moves freely; one side's mention of a link is enough. Kinds are the game's own.

    What ``terrain`` costs a game says that counts feet.
    """

    kind: str = ""
    links: list[ArenaName] = []
    note: str = ""
    size: str = ""
    terrain: Literal["", "difficult", "impassable"] = ""


class Note(Model, frozen=True):
    """Something that the table keeps of somebody, which no rule knows; with ``rounds`` it ends by itself."""

    name: str
    rounds: Positive | None = None
    note: str = ""


class Member(Model, frozen=True):
    """What every game's combatant has; ``count`` members act as one, ``engaged`` names those it fights."""

    side: str = ""
    player: bool = False
    name: str = ""
    note: str = ""
    count: Natural = 1
    engaged: list[CombatantId] = []
    notes: list[Note] = []
    rolls: dict[str, str] = {}
    arena: ArenaName | None = None


class Hit(Model, frozen=True):
    """Something that was hit, and waits in ``[[pending]]`` for `wound`."""

    attacker: Author
    target: CombatantId
    weapon: str = ""


class Encounter(Model, frozen=True):
    """A fight: who is in it, where, and when; ``house`` holds the rulings that differ from ours.

    ``pairs`` are who stands paired in melee, ``chosen`` what of that somebody chose; ``rolls`` are dice with names.
    """

    ruleset: str
    round: Positive = 1
    phase: str = ""
    dice: SeededDice | None = None
    house: dict[str, Any] = {}
    arenas: Mapping[str, Arena] = {}
    combatants: Mapping[str, Member] = {}
    pending: list[Any] = []
    pairs: list[list[CombatantId]] = []
    chosen: list[list[CombatantId]] = []
    rolls: dict[str, str] = {}

    def changed(self, **changes: object) -> Self:
        """Return a copy with other values in the encounter itself."""
        return replace(self, **changes)

    def with_combatant(self, who: str, **changes: object) -> Self:
        """Return a copy in which one combatant has other values."""
        return replace(self, combatants={**self.combatants, who: replace(self.combatants[who], **changes)})

    def names(self) -> dict[str, str]:
        """Return the display names of those that have one, by id."""
        return {who: member.name for who, member in self.combatants.items() if member.name}
