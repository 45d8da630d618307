"""The events of `realm`: its own kinds, the keys that it adds to shared ones, and their sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET, UnsetType

from combatcli import events
from combatcli.events import Table
from combatcli.records import Event
from combatcli.report import arenas, combatants, fight
from combatcli.report.blocks import Block, Grouped, Heading, Line, Names, Row, Sheet, ids, join, with_sign
from combatcli.text import escape, shell_word
from combatcli.voice import Subject

FEET = r"(?i)\d\s*-?\s*(?:feet|foot|ft|yards?|')"


def declaration_in_words(line: Table, called: Callable[[str], str] = escape) -> str:
    """Say a declaration, but for its secret parts."""
    if line.get("secret"):
        return "secret"
    whom = ["somebody"] if line.get("hidden") and line.get("action") else map(called, line.get("targets") or ())
    plan = f'"{escape(line["plan"])}"' if line.get("plan") else ""
    return join(filter(None, [line.get("action") or "undecided", join(whom), plan]), " ")


def _wound_numbers(numbers: Sequence[object]) -> Subject:
    return Subject(f"wound{'s' if len(numbers) > 1 else ''} {join(numbers, ' and ')}", many=len(numbers) > 1)


class Attack(events.Attack):
    """Somebody attacked; `faces` begins with the face die, and `kept` has the two best."""

    bonuses: dict[str, int]
    """What was added to the dice, by its reason."""
    wounds: list[int] = []
    """On a hit, the number of each wound to mark (R40)."""
    damage_bonus: int = 0
    """What its notation adds to the damage dice, as in 1d5+1; the first wound is higher by it."""
    face_bonus: int | UnsetType = UNSET
    """On a hit, what the face die added to the damage (R31)."""
    armor: int | UnsetType = UNSET
    """On a hit, what was taken off each wound (R40)."""
    lowest: bool = False
    """Whether the hit marks the lowest free box as well (R33)."""
    assisted_by: list[str] = []
    counter: bool = False
    """Whether it answers a hit (R22)."""

    def say(self, names: Names) -> list[Block]:
        """Say what came of it, and the sum as a player would."""
        wound = _wound_numbers([*self.wounds, *(["the lowest"] if self.lowest else [])]) if self.hit else ""
        deed = "answers" if self.counter else "attacks"
        helped = f", assisted by {names.all(self.assisted_by)}" if self.assisted_by else ""
        instead = f", but {names(self.target):steps} in" if self.instead_of else ""
        added = join([f"{with_sign(value)} {escape(reason)}" for reason, value in self.bonuses.items()])
        kept = f"{join(self.kept, ' + ')}{f' ({added})' if added else ''}"
        start = (
            f"{names(self.attacker):{deed}} {names(self.instead_of or self.target)}{fight.weapon_phrase(self)}"
            f"{helped}{instead}: rolls {join(self.faces)}, keeps {kept} = {self.total}, needs {self.needed}"
        )
        hit = (
            Line(f"{start}: hit, {self._damage_in_words()}, {wound}.") if self.hit else Line(f"{start}: miss.", "quiet")
        )
        return fight.attack_result_with_sum(self, wound, hit)

    def _damage_in_words(self) -> str:
        first, *further = map(str, self.damage_faces)
        if self.damage_bonus:
            first += f" {'+' if self.damage_bonus > 0 else '-'} {abs(self.damage_bonus)}"
        if self.face_bonus:
            first += f" + {self.face_bonus} by the face die"
        return f"damage {join([first, *further])}{f', armor takes off {self.armor}' if self.armor else ''}"


class Wound(events.Wound):
    """A wound was applied; `amount` is its number."""

    marked: int | None
    """The box that was marked; null where none was left."""

    @property
    def lost(self) -> int:
        """1 if a box was marked, 0 if none was left; numbers of boxes are not added up (R52)."""
        return int(self.marked is not None)

    def say(self, names: Names) -> Line:
        """Say which box was marked."""
        came_of = ", but no box is left to mark" if self.marked is None else f": box {self.marked} is marked"
        return Line(
            f"{names(self.target):takes} wound {self.amount}{fight.attacker_and_cause(self, names)}{came_of}.", "bad"
        )


class Recover(events.Recover):
    """Somebody recovered; `cleared` lists the boxes that are free again."""

    cleared: list[int]
    left: list[int]
    """The boxes that are still marked."""
    beyond_rest: list[int]
    """Those of them that rest cannot clear (R44)."""

    def say(self, names: Names) -> list[Line]:
        """Say what healed, and what rest cannot heal."""
        who, rolled = names(self.who), f" (rolled {join(self.faces)})" if self.faces else ""
        came_of = f"{_wound_numbers(self.cleared):clears}" if self.cleared else "no wound clears"
        beyond = f"{who:'s} {_wound_numbers(self.beyond_rest):is} above 5 and cannot clear by rest."
        lines = [Line(f"{who}: {came_of}{rolled}; marked now: {join(self.left) or 'none'}.", "good")]
        return [*lines, Line(beyond, "warn")] if self.beyond_rest else lines


class Contest(events.Contest):
    """Two combatants tested against each other; `needed` is the opponent's total."""

    less: int = 0
    """What is taken off for several who are pushed at once (R29)."""
    purpose: str = ""
    """What it is for, where a rule asks for it: to impede, or to push."""

    def say(self, names: Names) -> Line:
        """Say who won a contest, or came first."""
        own, other = self.faces
        less = f" (-{self.less} for several at once)" if self.less else ""
        rolls = f"rolls {own} for {self.total}{less} against {other} for {self.needed}"
        purpose = f", to {self.purpose}" if self.purpose else ""
        return Line(f"{fight.both_traits(self, names)}{purpose}: {rolls}: {fight.winner_text(self, names)}.")


class Condition(events.Condition):
    """A condition began or ended."""

    def say(self, names: Names) -> list[Line]:
        """Say what began or ended; a completed focus and the end of breaking free are told elsewhere."""
        if self.name == "focusing" and self.reason == "completed":
            return []
        if self.name != "freed":
            return [fight.condition(self, names)]
        return [] if self.ended else [Line(f"{names(self.who)} may move one arena this round, and no further.", "warn")]


class Encounter(events.Encounter):
    """What `show` reports about the encounter."""

    bowl: int


class Phase(events.Phase):
    """A phase of the round began."""

    undone: list[Table]
    """What was declared for the last phase and not done."""
    acting: list[str]
    """Who has declared for this phase and not acted."""
    pending: int
    """How many hits wait to be applied."""
    limited: list[Table] = []
    """What limits those who act in it, or in the first phase anybody, and who holds them by it."""
    undeclared: list[str] = []
    """In the first phase, who is to declare, NPCs first."""

    def say(self, names: Names) -> Iterator[Line]:
        """Say which phase begins, what was left undone in the last one, and who acts now."""
        for line in self.undone:
            fallen = f" ({line['fallen']})" if line.get("fallen") else ""
            yield Line(f"Declared and not done: {escape(line['who'])}: {declaration_in_words(line)}{fallen}.", "warn")
        yield combatants.phase(self, names)
        for open_, who in (("To act", self.acting), ("To declare, NPCs first", self.undeclared)):
            yield from [Line(f"{open_}: {ids(who)}.")] if who else []
        for line in self.limited:
            held = [f"{word}{f' by {names.all(by)}' if by else ''}" for word, by in line["limits"].items()]
            yield Line(f"{names(line['who']):is} {join(held, ' and ')}.", "warn")


class Order(events.Order):
    """Who acts first in a phase."""

    first: list[str]
    """Who acts first, several at the same time."""
    phase: str
    stands: bool = False
    """Whether it was rolled before."""


class Declare(events.Declare):
    """Somebody declared something, or changed or revealed a declaration; secret parts are empty."""

    phase: int
    targets: list[str]
    plan: str
    changed_: bool
    revealed: bool = False

    def say(self, names: Names) -> Line:
        """Say what was declared, as far as it is not a secret."""
        start = f"{'Revealed: ' if self.revealed else ''}phase {self.phase}: {names(self.who)}"
        return Line(f"{start}: {declaration_in_words(self.as_table(), names)}{', changed' if self.changed_ else ''}")


def _arena_in_blocks(changes: Sequence[Arena], names: Names) -> list[Block]:
    """Say what changed, or list; and how large an open arena is where one was laid out by feet."""
    measured = [event for event in changes if event.measure and event.change and re.search(FEET, event.size)]
    measures = [Line(f"Arena {escape(event.name)}: an open arena is {event.measure}.") for event in measured]
    return [*arenas.arena.blocks(changes, names), *measures]


class Arena(events.Arena):
    """What is known about an arena."""

    favours: list[str] | UnsetType = UNSET
    """The classes of weapon that have the bonus in it (R11)."""
    bonus: int | UnsetType = UNSET
    measure: str = ""
    """How large an open arena is (R14)."""

    say = Grouped(_arena_in_blocks)


def _board_in_blocks(phases: Sequence[Board], names: Names) -> list[Block]:
    """Show the board: who has declared nothing, then each phase with who acts where."""
    rows: list[Row | Heading | Line] = []
    for event in phases:
        rows.append(Heading(f"{event.number} {event.phase}{' <- now' if event.current else ''}"))
        for line in event.declared:
            late = line.get("not_done") and not line.get("fallen")
            words = ["NOT DONE" if late else "", *[word for word in ("done", "broken") if line.get(word)]]
            came_of = Line(join(filter(None, [*words, line.get("fallen")])), "bad" if late else "quiet")
            rows.append(
                Row(">" if event.current and late else "", (escape(line["who"]), declaration_in_words(line), came_of))
            )
    head, silent = Line(f"Round {phases[0].round}, turn {phases[0].turn}", "head"), phases[0].undeclared
    late_ones = [Line(f"UNDECLARED  {ids(silent)}", "warn")] if silent else []
    return [head, *late_ones, Sheet(("", "", ""), (0, 0, 0), rows)]


class Board(events.Phase):
    """A phase on the declaration board."""

    current: bool
    """Whether the round has come to it."""
    declared: list[Table]
    undeclared: list[str]

    say = Grouped(_board_in_blocks)


class Awesome(Event):
    """Awesomes were given or spent."""

    who: str
    change: int
    left: int
    purpose: str

    def say(self, names: Names) -> Line:
        """Say where an Awesome went."""
        points = f"{with_sign(self.change)} Awesome ({escape(self.purpose)})"
        return Line(f"{names(self.who)}: {points}, {self.left} left.")


class Bowl(Event):
    """Awesomes went into the bowl, or out of it (R4)."""

    change: int
    left: int
    purpose: str

    def say(self, names: Names) -> Line:
        """Say what went into or out of the bowl, and what is left."""
        return Line(f"The bowl: {with_sign(self.change)} Awesome ({escape(self.purpose)}), {self.left} left.")


class Focused(Event):
    """A focus ended."""

    who: str
    plan: str
    secret: bool

    def say(self, names: Names) -> Line:
        """Say what comes of a focus."""
        plan = f": {escape(self.plan)}" if self.plan else ""
        what = "what was declared in secret" if self.secret else f"the focus{plan}"
        return Line(f"{names(self.who):completes} {what}.")


class Done(Event):
    """Somebody did what they declared."""

    who: str

    def say(self, names: Names) -> Line:
        """Say who has acted."""
        return Line(f"{names(self.who):has} acted.")


class Released(Event):
    """Somebody is no longer held."""

    who: str
    holder: str
    reason: str
    left: list[str]

    def say(self, names: Names) -> Line:
        """Say who is free of one hold, and who holds on."""
        free = f"{names(self.who):is} free of {names(self.holder)}: {fight.reason_with_names(self.reason, names)}"
        return Line(f"{free}; still held by {names.all(self.left)}.")


class Proposal(Event):
    """An arena was proposed."""

    name: str
    beside: str
    kind: str
    note: str

    def say(self, names: Names) -> list[Line]:
        """Say what is proposed, and how it joins."""
        name = escape(self.name)
        return [
            Line(f"Proposed: arena {name} ({self.kind}) beside {escape(self.beside)}."),
            Line(f"It joins if you accept it: arena accept {shell_word(self.name)}", "warn"),
        ]


class Suggest(Event):
    """A kind was suggested for some scenery."""

    words: str
    kind: str
    reason: str
    others: list[str]
    """What else was mentioned, with its kind."""
    barrier: str
    """The wall that makes it no arena; empty if there is none."""
    favours: list[str]

    def say(self, names: Names) -> Line:
        """Say which kind some scenery suggests, and why."""
        if self.barrier:
            return Line(f'"{escape(self.barrier)}": a wall that stops you is not an arena, but the end of one.')
        also = f", before {join(self.others)}" if self.others else ""
        favors = f"; +2 to {join(self.favours, ' and ')}" if self.favours else "; favors no weapon"
        if not self.reason:
            return Line(f'{self.kind}: nothing in "{escape(self.words)}" suggests a kind{favors}.')
        return Line(f'{self.kind}: suggested by "{self.reason}"{also}{favors}.')


class Rejected(Event):
    """A proposal was rejected."""

    name: str
    beside: str

    def say(self, names: Names) -> Line:
        """Say what does not join."""
        return Line(f"Arena {escape(self.name)} beside {escape(self.beside)} does not join.")


class Carried(Event):
    """An arena moved with its carrier."""

    arena: str
    bearer: str
    links: list[str]

    def say(self, names: Names) -> Line:
        """Say what an arena on somebody's back touches now."""
        return Line(f"Arena {escape(self.arena)} goes with {names(self.bearer)} and touches {join(self.links)}.")
