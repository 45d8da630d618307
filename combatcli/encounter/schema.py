"""What every encounter holds, whichever game it is: the shapes that each ruleset's own schema builds upon.

All of it is immutable: a rule gets an encounter and answers with a changed copy.
"""

from collections.abc import Iterable, Mapping
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


def whole(value: object) -> Any:
    """Return a value as plain tables and lists, with all keys at every depth."""
    if isinstance(value, Struct):
        return {key: whole(each) for key, each in keys_of(value).items()}
    if isinstance(value, Mapping):
        return {key: whole(each) for key, each in value.items()}
    return [whole(each) for each in value] if isinstance(value, list) else value


Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Members = Annotated[int, Meta(extra_json_schema={"minimum": 1})]
"""Of how many a group is; what is not a group is told in words of its own, with what to do, once the file is read."""
Pair = Annotated[list[CombatantId], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]
Step = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Model(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table of the encounter file; keys that are left out have their default."""


class SeededDice(Model, frozen=True):
    """Replayable dice: the same seed and step give the same faces, on every machine."""

    seed: str
    """A text; two encounters of one seed, played alike, roll alike."""
    step: Step = 0
    """How many commands have rolled; one more for each that does."""
    version: Literal[1, 2] = 1
    """How faces are made of them: 2 in new encounters, 1 where it is left out, as in those from before there was 2."""


class Arena(Model, frozen=True):
    """A place in which everybody moves freely; one side's mention of a link is enough."""

    kind: str = ""
    """What the place is like, in the game's own word."""
    links: list[ArenaName] = []
    """The arenas that it touches."""
    note: str = ""
    """Its scenery, in free words."""
    size: str = ""
    """How large it is, in free text, such as "cramped"."""
    terrain: Literal["", "difficult", "impassable"] = ""
    """What its ground costs whoever moves through it, where a game counts feet."""


class Note(Model, frozen=True):
    """A custom condition, which no rule knows."""

    name: str
    """What it is called."""
    rounds: Positive | None = None
    """The rounds that are left of it; without the key it stays."""
    note: str = ""
    """More about it, in free words."""


class Called(dict[str, str]):
    """Display names by id; ``many`` is what groups are called, ``ours`` are the ids of the players' side."""

    def __init__(self, names: Mapping[str, str], many: Iterable[str], ours: Iterable[str]) -> None:
        super().__init__(names)
        self.many = frozenset(names.get(who, who) for who in many)
        self.ours = frozenset(ours)


class Member(Model, frozen=True):
    """What every game's combatant has."""

    side: str = ""
    """Whose side it is on; whoever has the same word here fights together."""
    player: bool = False
    """Whether a player plays it, and not the GM."""
    name: str = ""
    """Its full name, for reports; commands know it as well."""
    note: str = ""
    """What your group wants to remember, in free text."""
    count: Members = 1
    """Of how many members it is a group that acts as one."""
    engaged: list[CombatantId] = []
    """Whom it fights in melee."""
    notes: list[Note] = []
    """Custom conditions, as `combatcli condition` sets them."""
    tactics: str | list[str] = []
    """What it does where a fight is forecast, the first line that may be done, as in ["attack nearest if fresh"]."""
    rolls: dict[str, str] = {}
    """Dice with names, as in sneak = "1d20+5", for `roll '@sneak'`."""
    arena: ArenaName | None = None
    """The arena that it is in."""


class Hit(Model, frozen=True):
    """Something that was hit, and waits in ``[[pending]]`` for `wound`."""

    attacker: Author
    """Who struck; empty where nobody did."""
    target: CombatantId
    """Who was struck."""
    weapon: str = ""
    """With what."""


class Encounter(Model, frozen=True):
    """A fight: who is in it, where, and when."""

    ruleset: str
    """The game that the fight is played by."""
    round: Positive = 1
    """The round, from 1."""
    phase: str = ""
    """The phase of the round, by the name that `next` gives it."""
    dice: SeededDice | None = None
    """Replayable dice; without this table they are the system's randomness."""
    house: dict[str, Any] = {}
    """The rulings in which this table differs from ours, each a switch of its own."""
    arenas: Mapping[str, Arena] = {}
    """The arenas of the fight, by name."""
    combatants: Mapping[str, Member] = {}
    """Who fights, by id: the word that commands and reports call them."""
    tactics: dict[str, str | list[str]] = {}
    """What those of a side do who have no tactics of their own, by side."""
    pending: list[Any] = []
    """pending hits for `wound`, the oldest first."""
    pairs: list[Pair] = []
    """Who stands paired in melee, as [["mira", "thug"]]."""
    chosen: list[Pair] = []
    """The pairs among those that somebody chose."""
    rolls: dict[str, str] = {}
    """Named rolls shared by everyone, as in fall = "3d6", for `roll '@fall'`."""
    tables: dict[str, dict[str, str]] = {}
    """Tables for `roll '@treasure'`, each with its roll = "1d100" and rows, as in "1-50" = "[[2d6]] copper, @gem"."""

    def changed(self, **changes: object) -> "Self":
        """Return a copy with other values in the encounter itself."""
        return replace(self, **changes)

    def with_combatant(self, who: str, **changes: object) -> "Self":
        """Return a copy in which one combatant has other values."""
        return replace(self, combatants={**self.combatants, who: replace(self.combatants[who], **changes)})

    def names(self) -> dict[str, str]:
        """Return the display names of those that have one, by id."""
        return {who: member.name for who, member in self.combatants.items() if member.name}

    def called(self) -> Called:
        """Return the display names, with what a report asks of those who bear them."""
        sides = {member.side for member in self.combatants.values() if member.player and member.side}
        ours = [who for who, member in self.combatants.items() if member.player or member.side in sides]
        return Called(self.names(), [who for who, member in self.combatants.items() if member.count > 1], ours)
