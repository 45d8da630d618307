"""The events of games from files, with their sentences: the dice first, sums with their names."""

from msgspec import UNSET, UnsetType

from combatcli import events
from combatcli.records import Event
from combatcli.report import fight as words
from combatcli.report.blocks import Block, Line, Names, join
from combatcli.text import escape

How = list[list[str]]
"""Each computed value, with how it was computed."""
QUIET = ("hit", "success")
"""The values that the sentence itself tells, without their dice."""


class Attack(events.Attack):
    """Somebody attacked; `values` has what was worked out, `how` says how, `says` what it comes to in words."""

    total: int | None  # type: ignore[assignment]
    values: dict[str, int] = {}
    how: How = []
    says: str = ""

    def say(self, names: Names) -> list[Block]:
        """Say what was rolled, and what it came to."""
        does = f"damage {self.damage}" if self.hit and self.damage else ""
        start = f"{names(self.attacker):attacks} {names(self.target)}{words.weapon_phrase(self)}"
        line = Line(f"{start}{how_text(self.how, ': ')}.", "" if self.hit else "quiet")
        return words.attack_result_with_sum(self, does, line, word=escape(self.says).upper() if self.says else "")


class Wound(events.Wound):
    """A hit was applied; `how` says how it was worked out."""

    how: How = []

    def say(self, names: Names) -> Line:
        """Say what came off what."""
        lost = {escape(key): points for key, points in self.marked.items()} if isinstance(self.marked, dict) else {}
        how = how_text([row for row in self.how if row[1] != str(self.amount)], " (", ")")
        changes = [f"{points} off {key}" if points > 0 else f"{key} {-points:+}" for key, points in lost.items()]
        start = f"{names(self.target):takes} {self.amount}{words.attacker_and_cause(self, names)}"
        return Line(f"{start}{how}: {join(changes) or 'nothing lost'}.", "bad")


class Test(events.Test):
    """Somebody tested a trait."""

    total: int | None  # type: ignore[assignment]
    values: dict[str, int] = {}
    how: How = []
    says: str = ""

    def say(self, names: Names) -> Line:
        """Say what was rolled, and whether that is enough."""
        says = escape(self.says) or names(self.who).verb("succeeds" if self.success else "fails")
        start = f"{names(self.who):tests} {escape(self.trait)}{how_text(self.how, ': ')}"
        return Line(f"{start}: {says}.", "good" if self.success else "bad")


class Contest(events.Contest):
    """Two tested a trait against each other."""

    total: int | None  # type: ignore[assignment]
    needed: int | None  # type: ignore[assignment]
    how: How = []
    against_how: How = []

    def say(self, names: Names) -> Line:
        """Say what both rolled, and who wins."""
        against = f"{how_text(self.how)}, against {how_text(self.against_how)}"
        return Line(f"{words.both_traits(self, names)}: {against}: {words.winner_text(self, names)}.")


class Recover(events.Recover):
    """Somebody recovered."""

    how: How = []

    def say(self, names: Names) -> Line:
        """Say what came back."""
        back = self.cleared if isinstance(self.cleared, dict) else {}
        how = how_text(self.how, " (", ")") if self.faces else ""
        return Line(f"{names(self.who):recovers}{how}: {_changes(back) or 'nothing changes'}.", "good")


class Phase(events.Phase):
    """A round began, or a turn: whose."""

    who: str = ""

    def say(self, names: Names) -> Line:
        """Say whose turn it is."""
        whose = f", {names(self.who):'s} turn" if self.who else ""
        return Line(f"Now round {self.round}{whose}.", "head")


class _Changes(Event):
    """What was rolled for somebody, and what it changed: the changes are added to the keys."""

    who: str
    changes: dict[str, int]
    faces: list[int] = []
    how: How = []

    def say(self, names: Names) -> Line | tuple[()]:
        """Say what was rolled, and what changed."""
        rolled = how_text(self.how) if self.faces else ""
        sentence = join([part for part in (rolled, _changes(self.changes)) if part], ": ")
        return Line(f"{names(self.who)}: {sentence}.", "" if self.faces else "bad") if sentence else ()


class Effect(_Changes):
    """What an attack or a test changed beside a wound: the changes are added to the keys."""


class Turn(_Changes):
    """What the beginning of a turn brought."""


class Combatant(events.Combatant):
    """What `show` says of somebody; `keys` are those that the game's file declares."""

    keys: dict[str, int | str | bool | None] = {}
    wielding: str | UnsetType | None = UNSET


class Encounter(events.Encounter):
    """What `show` says of the fight: what its game is called, and whose turn it is."""

    game: str
    whose: str = ""


def _changes(changes: dict[str, int]) -> str:
    return join([f"{escape(key)} {change:+}" for key, change in changes.items()])


def how_text(how: How, before: str = "", after: str = "") -> str:
    """Write what was worked out, between two texts: die [20], total 25, needed 15."""
    shown = [(name, text) for name, text in how if text != "0" and (name not in QUIET or "[" in text)]
    rows = [text.rpartition(" = ")[0] if name in QUIET else f"{name.replace('_', ' ')} {text}" for name, text in shown]
    return f"{before}{join(map(escape, rows))}{after}" if rows else ""
