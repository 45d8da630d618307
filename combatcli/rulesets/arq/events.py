"""The events of `arq`: its own kinds, the keys that it adds to shared ones, and their sentences.

Cards are numbers that count from 1 in their deck; squares are [x, y].
"""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from combatcli import events
from combatcli.records import Event
from combatcli.report import combatants, fight
from combatcli.report.blocks import Block, Line, Names, count_of, ids, join
from combatcli.text import escape

VERBS = {"melee": "fights", "missile": "shoots at", "reaction": "strikes at"}
LEVEL = "level, nothing is settled"


class Attack(events.Attack):
    """Somebody attacked; `faces` are the cards drawn, and `kept` are those that count."""

    kind: str
    """melee, missile or reaction."""
    drew: list[str]
    """Who drew cards: the players of the two."""
    level: bool
    """Whether nothing was settled."""
    wounded: str | None
    """Who takes a wound by it."""

    @property
    def manner(self) -> str:
        """Whether it was a shot; in melee the winner wounds the loser, so both attack (Q35)."""
        return {"missile": "shot", "melee": "both"}.get(self.kind, "")

    def say(self, names: Names) -> list[Block]:
        """Say who drew what, and who is wounded."""
        word = "LEVEL" if self.level else "LOST" if self.wounded == self.attacker else ""
        effect = f"wound for {escape(self.wounded)}" if self.wounded else ""
        deed = f"{names(self.attacker):{VERBS[self.kind]}} {names(self.target)}"
        start = f"{deed}: {_draws_in_words(self, self.kept, names)}"
        outcome = f"{names(self.wounded):is} wounded" if self.wounded else LEVEL if self.level else "miss"
        tone = "quiet" if not self.wounded else "" if self.hit else "bad"
        return fight.attack_result_with_sum(self, effect, Line(f"{start}: {outcome}.", tone), word=word)


class Wound(events.Wound):
    """Wounds were applied; `marked` has those that counted."""

    marked: dict[str, int]
    left: int
    """How many more until they fall, or one of a group does."""
    members: int = 1
    """How many of a group there were."""

    def say(self, names: Names) -> Line:
        """Say who is wounded, and how much more they can take."""
        fall = "they fall" if self.members == 1 else f"one of {self.members} falls"
        more = f"; {self.left} more until {fall}" if self.left else ""
        lost = self.marked["wounds_taken"] or "nothing"
        return Line(f"{names(self.target):takes} {lost}{fight.attacker_and_cause(self, names)}{more}.", "bad")


class Recover(events.Recover):
    """Wounds healed."""

    cleared: dict[str, int]
    left: int
    """How many wounds are left."""

    def say(self, names: Names) -> Line:
        """Say what healed."""
        healed = count_of(self.cleared["wounds_taken"], "wound")
        return Line(f"{names(self.who)}: {healed} healed, {count_of(self.left, 'wound')} left.", "good")


class Test(events.Test):
    """Somebody tested a trait against a number; `faces` are the cards drawn."""

    counted: list[int]
    """The cards that count."""
    drew: list[str]
    """Who drew cards."""

    def say(self, names: Names) -> Line:
        """Say how a test went."""
        who = names(self.who)
        outcome = LEVEL if self.success is None else who.verb("succeeds" if self.success else "fails")
        start = f"{who:tests} {escape(self.trait)}: {_draws_in_words(self, self.counted, names)}"
        return Line(f"{start}: {outcome}.", "good" if self.success else "bad")


class Contest(events.Contest):
    """Two combatants tested against each other; `faces` are the cards drawn."""

    counted: list[int]
    """The cards that count."""
    drew: list[str]
    """Who drew cards."""

    def say(self, names: Names) -> Line:
        """Say who won a test, or came first."""
        outcome, tone = (LEVEL, "quiet") if self.success is None else (fight.winner_text(self, names), "")
        return Line(f"{fight.both_traits(self, names)}: {_draws_in_words(self, self.counted, names)}: {outcome}.", tone)


class Shuffle(Event):
    """A deck ran out in a test, and all cards except those that the test had drawn by then went back."""

    who: str
    back: list[int]
    """The cards that went back."""
    cards: int
    """How many cards were in the deck again before the next was drawn."""

    def say(self, names: Names) -> Line:
        """Say whose deck was spent, which cards went back, and how many are in it again."""
        cards = f"{self.cards} {'card is' if self.cards == 1 else 'cards are'}"
        spent = f"The deck of {names(self.who)} is spent and shuffled"
        return Line(f"{spent}: {_cards_in_words(self.back)} went back, {cards} in it again.", "warn")


class Void(Event):
    """A test was voided."""

    who: str
    against: str | None
    faces: list[int]
    """The cards that go back."""
    other_faces: list[int] = []
    """The cards of `against` that go back, where that drew as well."""
    out: list[int] = []
    """The cards that are out again, where the test had shuffled the deck."""
    dropped: bool
    """Whether a hit that it left was dropped."""

    def voids(self, earlier: Event) -> bool:
        """Tell whether an earlier event is that of the test (Q5)."""
        if isinstance(earlier, Attack):
            sides = {earlier.attacker, earlier.target}
        elif isinstance(earlier, Test | Contest):
            sides = {earlier.who, earlier.against or ""}
        else:
            return False
        return sides == {self.who, self.against or ""} and {*self.faces, *self.other_faces} <= {*earlier.faces}

    def say(self, names: Names) -> Line:
        """Say which test is void, and which cards go back."""
        drew = self.against is not None and bool(self.other_faces)
        other = f" and {_cards_in_words(self.other_faces)} of {names(self.against)}" if drew else ""
        verb = "go" if len(self.faces) + len(self.other_faces) > 1 else "goes"
        dropped = ", and the hit that it left is dropped" if self.dropped else ""
        are = "is" if len(self.out) == 1 else "are"
        out = f"; the shuffle never was: {_cards_in_words(self.out)} {are} out" if self.out else ""
        start = f"{names(self.who)}: the last test is void: {_cards_in_words(self.faces)}{other}"
        return Line(f"{start} {verb} back{dropped}{out}.")


def _draws_in_words(event: Attack | Contest | Test, counted: Sequence[int], names: Names) -> str:
    """Say who drew which cards, which of them count, and what they read against."""
    if not event.faces:
        return f"{event.total} against {event.needed}"
    if len(event.drew) > 1:
        each = zip(event.drew, counted, (event.total, event.needed), strict=True)
        return join([f"{names(who):draws} card {card} (reads {reading})" for who, card, reading in each])
    counts = f", {join(counted)} counts" if len(event.faces) > len(counted) else ""
    cards = f"{_cards_in_words(event.faces)}{counts} (reads {event.total})"
    return f"{names.all(event.drew):draws} {cards} against {event.needed}"


def _cards_in_words(cards: Sequence[int]) -> str:
    return f"{'card' if len(cards) == 1 else 'cards'} {join(cards)}" if cards else "no card"


class Phase(events.Phase):
    """A phase of the round began."""

    number: int
    undone: list[str]
    """Who has not acted in the phase that ends."""
    untested: list[list[str]]
    """The pairs of the melee that have not been tested."""
    pending: int

    def say(self, names: Names) -> list[Line]:
        """Say who has not acted, and which phase begins."""
        undone = [Line(f"Not acted: {ids(self.undone)}.", "warn")] if self.undone else []
        return [*undone, combatants.phase(self, names)]


class Order(events.Order):
    """Cards were drawn to decide which sides activate, or the sides take turns in file order."""

    left: dict[str, int]
    """How many cards of each side are left."""
    passed: list[str] = []
    """The sides of whom nobody is left to activate."""
    table: bool
    activated: list[str]
    waiting: list[str]
    """Who has not been activated."""

    def say(self, names: Names) -> list[Line]:
        """Say which side activates, what is left, and who waits."""
        if self.table:
            return [Line(f"In file order: {names.all(self.order)}.")]
        over = "nobody of them is left to activate, and they are passed over"
        lines = [
            Line(f"A card of the {escape(side)}: {over if side in self.passed else 'they activate one'}.", "head")
            for side in self.order
        ]
        lines += [Line(f"The {escape(side)}: {over}.") for side in self.passed if side not in self.order]
        left = join([f"{escape(side)} {count}" for side, count in self.left.items()]) or "nothing"
        return [*lines, Line(f"Left in the deck: {left}."), Line(f"Not yet activated: {ids(self.waiting)}.")]


class Declare(events.Declare):
    """Somebody acted, passed or was activated."""

    phase: str
    action: str
    """act, pass or activated."""
    plan: str
    activated: list[str]
    waiting: list[str]
    """Who has not been activated."""
    cards: bool = True
    """Whether the phase has an activation deck."""

    def say(self, names: Names) -> Line:
        """Say who acts, passes, or has been activated, and who has not."""
        plan = f": {escape(self.plan)}" if self.plan else ""
        what = {"act": f"acts{plan}", "pass": "passes", "activated": "has been activated"}[self.action]
        late = f" Not yet activated: {ids(self.waiting)}." if self.cards or self.action == "activated" else ""
        return Line(f"{names(self.who):{what}}.{late}")


class Move(events.Move):
    """Somebody moved or was moved."""

    steps: int
    way: list[list[int]] | UnsetType = UNSET
    """The squares that were entered."""
    ahead: list[list[int]] = []
    """The points of the way that lie ahead of who was stopped."""
    back: int = 0
    """How many squares of the last move were taken back."""

    def say(self, names: Names) -> list[Line]:
        """Say who went where, or was pulled back, who may answer, and the line that continues a stopped move."""
        lines = fight.move(self, names, "--reaction", "is pulled back" if self.back else "moves")
        if not self.ahead:
            return lines
        points = " ".join([f"{x},{y}" for x, y in self.ahead])
        return [*lines, Line(f"To go on all the same: move {escape(self.who)} {points} --blunder", "quiet")]


class Encounter(events.Encounter):
    """What `show` reports about the encounter."""

    number: int
    phases: int
    pairs: list[list[str]]


class Combatant(events.Combatant):
    """What `show` reports about a combatant."""

    cards_left: int | UnsetType | None = UNSET
    """How many cards are left in a player's deck."""
