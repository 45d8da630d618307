"""The schema of every encounter: the structs that the schema of each game extends.

All structs are immutable: a rule gets an encounter and returns a changed copy.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from combatcli.encounter.references import ArenaName, Author, CombatantId
from combatcli.voice import Subject


def all_keys(struct: Struct) -> dict[str, Any]:
    """Return all keys of a table by their names in a file, defaults included."""
    values = (getattr(struct, name) for name in struct.__struct_fields__)
    return dict(zip(struct.__struct_encode_fields__, values, strict=True))


def with_all_keys(value: object) -> Any:
    """Return a value as plain tables and lists, with all keys at every depth."""
    if isinstance(value, Struct):
        return {key: with_all_keys(part) for key, part in all_keys(value).items()}
    if isinstance(value, Mapping):
        return {key: with_all_keys(item) for key, item in value.items()}
    return [with_all_keys(item) for item in value] if isinstance(value, list) else value


Natural = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
MOST_MEMBERS = 10_000
Members = Annotated[int, Meta(extra_json_schema={"minimum": 1, "maximum": MOST_MEMBERS})]
"""The number of members of a group; reading a file reports wrong numbers with a sentence of its own."""
Pair = Annotated[list[CombatantId], Meta(extra_json_schema={"minItems": 2, "maxItems": 2})]
Step = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Model(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A table of the encounter file; keys that are left out have their default. None contains itself."""


class SeededDice(Model, frozen=True):
    """Who rolls, and replayable dice: the same seed and step give the same faces, on every machine."""

    seed: str | None = None
    """Any text; encounters with the same seed that are played alike roll alike. Without it, dice are random."""
    step: Step = 0
    """How many commands have rolled so far."""
    version: Literal[1, 2] = 1
    """How faces are made from the seed; new encounters use 2, and a missing key means 1."""
    entered: bool = False
    """Whether commands on a terminal ask for the faces of your own dice, as after `dice ask`."""


class Arena(Model, frozen=True):
    """A zone in which everybody moves freely; a link is written at one of its two arenas."""

    kind: str = ""
    """What the place is like, in one of the game's own words."""
    links: list[ArenaName] = []
    """The arenas that it touches."""
    note: str = ""
    """Its scenery, in free text."""
    size: str = ""
    """How large it is, in free text, such as "cramped"."""
    terrain: Literal["", "difficult", "impassable"] = ""
    """How hard its ground is to cross, in games that count feet."""


class Note(Model, frozen=True):
    """A custom condition, which has no effect in the rules."""

    name: str
    """Its name."""
    rounds: Positive | None = None
    """How many rounds are left; without this key it stays."""
    note: str = ""
    """A note about it, in free text."""


SIDES = ("players", "others")
"""The sides of the players and of the others where the file names none."""


class DisplayNames(dict[str, str]):
    """Display names by id; ``many`` are the ids of groups, ``ours`` those of the players' side.

    ``alike`` are the ids whose name somebody else has, too.
    """

    def __init__(self, names: Mapping[str, str], many: Iterable[str], ours: Iterable[str]) -> None:
        super().__init__(names)
        self.many = frozenset(many)
        self.ours = frozenset(ours)
        bearers = Counter(name.casefold() for name in names.values())
        self.alike = frozenset(who for who, name in names.items() if bearers[name.casefold()] > 1)

    def with_former_combatants(self, before: "DisplayNames") -> "DisplayNames":
        """Return the names with those of combatants who were there ``before``; former groups stay groups."""
        called = DisplayNames({**before, **self}, (), self.ours | before.ours)
        called.many = self.many | (before.many - self.keys())
        called.alike = self.alike | (before.alike - self.keys())
        return called


class Member(Model, frozen=True):
    """What every game's combatant has."""

    side: str = ""
    """Its side; combatants with the same side fight together."""
    player: bool = False
    """Whether a player controls it rather than the GM."""
    name: str = ""
    """Its full name, which reports use and commands accept."""
    note: str = ""
    """Anything your group wants to remember, in free text."""
    count: Members = 1
    """The number of members, if it is a group that acts as one; at most 10,000."""
    engaged: list[CombatantId] = []
    """Whom it fights in melee."""
    notes: list[Note] = []
    """Custom conditions, as `combatcli condition` sets them."""
    tactics: str | list[str] = []
    """What it does in a forecast: the first line that is possible, as in ["attack nearest if fresh"]."""
    rolls: dict[str, str] = {}
    """Named rolls, such as sneak = "1d20+5" for `roll '@sneak'`."""
    arena: ArenaName | None = None
    """The arena that it is in."""
    hidden: bool = False
    """Whether the players do not know of it; ends as it attacks."""


class Hit(Model, frozen=True):
    """A hit that stays in ``[[pending]]`` until `wound` applies it."""

    attacker: Author
    """Who struck; empty if nobody did."""
    target: CombatantId
    """Who was struck."""
    weapon: str = ""
    """The weapon that was used."""


class Encounter(Model, frozen=True):
    """A fight: who is in it, where they are, and which round it is."""

    usual_tactics: ClassVar[Sequence[str]] = ()
    """The lines of whoever, and whose side, says none."""
    ruleset: str
    """The game whose rules apply."""
    round: Positive = 1
    """The round, from 1."""
    phase: str = ""
    """The phase of the round, by the name that `next` reports."""
    dice: SeededDice | None = None
    """Replayable dice, or your own; without this table, dice are random."""
    house: dict[str, Any] = {}
    """House rules: options in which your group differs from the defaults."""
    arenas: Mapping[str, Arena] = {}
    """The arenas of the fight, by name."""
    combatants: Mapping[str, Member] = {}
    """Who fights, by id, the word that commands and reports use."""
    tactics: dict[str, str | list[str]] = {}
    """Tactics for each side, used by combatants without their own."""
    pending: list[Any] = []
    """The pending hits for `wound`, oldest first."""
    pairs: list[Pair] = []
    """The pairs in melee, such as [["mira", "thug"]]."""
    chosen: list[Pair] = []
    """Those of the pairs that somebody chose."""
    rolls: dict[str, str] = {}
    """Named rolls shared by everyone, such as fall = "3d6" for `roll '@fall'`."""
    tables: dict[str, dict[str, str]] = {}
    """Random tables for `roll '@treasure'`: roll = "1d100" and rows such as "1-50" = "[[2d6]] copper, @gem"."""

    def changed(self, **changes: object) -> "Self":
        """Return a copy with other values in the encounter itself."""
        return replace(self, **changes)

    def with_combatant(self, who: str, **changes: object) -> "Self":
        """Return a copy in which one combatant has other values."""
        combatants = {**self.combatants, who: replace(self.combatants[who], **changes)}
        return replace(self, combatants=combatants)

    def ids_changed_since(self, before: "Encounter") -> list[str]:
        """Return the ids of combatants who are changed or new, in order."""
        if self.combatants is before.combatants:
            return []
        earlier = before.combatants
        return [who for who, member in self.combatants.items() if earlier.get(who) is not member]

    def names(self) -> dict[str, str]:
        """Return the display names of those that have one, by id."""
        return {who: member.name for who, member in self.combatants.items() if member.name}

    def subject(self, *whom: str) -> Subject:
        """Return the subject of a sentence: one or several combatants by id, or a side by name."""
        return Subject.of_all([Subject(who, many=self._is_many(who)) for who in whom])

    def _is_many(self, who: str) -> bool:
        if who in self.combatants:
            return self.combatants[who].count > 1
        return who in SIDES or any(member.side == who for member in self.combatants.values())

    def display_names(self) -> DisplayNames:
        """Return the display names with the facts that a report needs."""
        sides = {member.side for member in self.combatants.values() if member.player and member.side}
        ours = [who for who, member in self.combatants.items() if member.player or member.side in sides]
        groups = [who for who, member in self.combatants.items() if member.count > 1]
        all_sides = {*SIDES, *(member.side for member in self.combatants.values())} - {"", *self.combatants}
        return DisplayNames(self.names(), [*groups, *all_sides], ours)
