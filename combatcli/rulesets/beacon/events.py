"""The events of `beacon`: its own kinds, the keys that it adds to shared ones, and their sentences."""

from collections.abc import Iterable, Sequence
from itertools import islice

from msgspec import UNSET, Struct, UnsetType

from combatcli import events
from combatcli.records import Event
from combatcli.report import fight
from combatcli.report.blocks import Block, Line, Names, count_of, join, with_sign
from combatcli.text import decimal, escape

MOVED = {"push": "pushed", "pull": "pulled", "slide": "slid", "slam": "slammed", "teleport": "teleported"}


class Part(Struct, frozen=True, gc=False):
    """A part of a number, with its reason."""

    reason: str
    value: int


def in_parts(parts: Sequence[Part]) -> str:
    """Return a number in parts: iron 14, concealed +5, downed -5."""
    first, *changes = parts
    return join([f"{escape(first.reason)} {first.value}", *map(_signed_part, changes)])


def _signed_part(part: Part) -> str:
    return f"{escape(part.reason)} {with_sign(part.value)}"


def rolls_in_words(faces: Sequence[int], total: int, pools: Sequence[str]) -> str:
    """Say the faces, those that are kept, and their total; an automatic failure has none (E1).

    Of some pools the lower die is kept, for lack of Tier or rating.
    """
    if not faces:
        return "rolls nothing"
    rest = iter(faces)
    opened = [(pool, [*islice(rest, int(pool.partition("d")[0]))]) for pool in pools]
    kept = [*(min(dice) if pool.endswith("kl1") else max(dice) for pool, dice in opened), *rest]
    keeps = f", keeps {join(kept, ' + ')}" if len(kept) < len(faces) else ""
    lower = [f"the lower of {pool.removesuffix('kl1')}" for pool in pools if pool.endswith("kl1")]
    of = f" ({join(lower, ' and ')})" if lower else ""
    return f"rolls {join(faces)}{keeps} = {total}{of}"


def hp_left_in_words(event: "Healed | Recover") -> str:
    """Say the hit points that are left, and what follows from them."""
    return f"{count_of(event.hp, 'hit point')}{words_after('; ', event.status)}"


def words_after(before: str, words: Iterable[object]) -> str:
    """Say words, if there are any, after something."""
    sentence = join(words)
    return f"{before}{sentence}" if sentence else ""


class Attack(events.Attack):
    """Somebody attacked; `needs` and `hits` have an entry for each defense that was attacked."""

    action: str
    pool: list[str]
    """The dice before any explodes, and which of each size is kept: 3d20kh1, 2d8kh1."""
    tier: list[Part]
    needs: dict[str, list[Part]]
    hits: dict[str, bool]
    steps: int
    """The critical steps."""
    botch: bool
    dice: list[Part]
    """The number of effect dice."""
    types: list[str]
    """The types of its damage."""
    inflicts: list[str]
    """The wounds that it brings beside the damage."""
    reroll: bool = False
    """Whether a failed attack is rolled again with an ally's aid."""

    def say(self, names: Names) -> list[Block]:
        """Say what was rolled, with what Tier, what it needed and why."""
        damage = [f"damage {self.damage} {join(self.types)}"] if self.damage else []
        steps = [count_of(self.steps, "step")] if self.steps else []
        effect = join([*steps, *damage, *map(escape, self.inflicts)])
        start = (
            f"{names(self.attacker):attacks} {names(self.target)}{fight.weapon_phrase(self)} by {self.action} "
            f"({in_parts(self.tier)}): {rolls_in_words(self.faces, self.total, self.pool)}, "
            f"{join(map(in_parts, self.needs.values()), '; ')}: needs {self.needed}"
        )
        verdict = f"hit{self._effects_in_words()}" if self.hit else "botch" if self.botch else "miss"
        line = Line(f"{start}: {verdict}.", "" if self.hit else "quiet")
        return fight.attack_result_with_sum(self, effect, line, word="BOTCH" if self.botch else "")

    def _effects_in_words(self) -> str:
        """Say against which defenses it hits, by how many critical steps, and what it does."""
        by_outcome = {outcome: [name for name, hit in self.hits.items() if hit is outcome] for outcome in (True, False)}
        against = f" against {join(by_outcome[True], ' and ')}" if len(self.hits) > 1 else ""
        held = f", {join(by_outcome[False], ' and ')} held" if by_outcome[False] else ""
        steps = f", {count_of(self.steps, 'critical step')}" if self.steps else ""
        dice = f"{join(self.damage_faces, ' + ')} = " if self.damage_faces else ""
        damage = f", damage {dice}{self.damage} {join(self.types)}" if self.damage is not None else ""
        return f"{against}{held}{steps}{damage}{words_after(', ', map(escape, self.inflicts))}"


class Wound(events.Wound):
    """Damage was applied; `how` lists what changed the amount."""

    marked: dict[str, int]
    """The hit points that were lost."""
    types: list[str]
    how: list[Part]
    hp: int
    """The hit points that are left."""

    def say(self, names: Names) -> Line:
        """Say what was lost, and what became of the damage on the way."""
        changes = f" ({join(map(_signed_part, self.how))})" if self.how else ""
        start = f"{names(self.target):takes} {self.amount}{changes}{fight.attacker_and_cause(self, names)}"
        return Line(f"{start}: {self.marked['hp']} lost, {self.hp} left{words_after('; ', self.status)}.", "bad")


class Recover(events.Recover):
    """Somebody rested."""

    cleared: dict[str, int]
    """The hit points that were gained."""
    hp: int
    status: list[str]

    def say(self, names: Names) -> Line:
        """Say what rest brought."""
        return Line(f"{names(self.who):rests}: {self.cleared['hp']} gained, {hp_left_in_words(self)}.", "good")


class Test(events.Test):
    """Somebody tested an action, or resisted a wound or, as a React, a pending hit."""

    needs: list[Part]
    tier: list[Part]
    purpose: str = ""
    """Empty, or resist, or react."""
    steps: int | UnsetType = UNSET
    botch: bool | UnsetType = UNSET
    stress: int | UnsetType = UNSET
    pending: int | UnsetType = UNSET
    """The damage that is still pending."""
    averted: list[str] = []
    """The wounds that are no longer pending."""
    reroll: bool = False
    """Whether a failed test is rolled again with an ally's aid."""
    pool: list[str] = []
    """The dice before any explodes, and which of each size is kept."""

    def say(self, names: Names) -> Line:
        """Say how a test went."""
        outcome = "botch" if self.botch is True else names(self.who).verb("succeeds" if self.success else "fails")
        steps = f" with {count_of(self.steps, 'critical step')}" if self.steps else ""
        stress = f"; stress is {self.stress}" if self.stress is not UNSET else ""
        pending = f", damage {self.pending} is pending" if self.pending else ""
        averted = f", {join(self.averted, ' and ')} is averted" if self.averted else ""
        resists = f" {names(self.who).verb('resists')} "
        verb = {"resist": resists, "react": f"{resists}with "}.get(self.purpose, ": ")
        rolled = rolls_in_words(self.faces, self.total, self.pool)
        start = f"{names(self.who)}{verb}{escape(self.trait)} ({in_parts(self.tier)}): {rolled}"
        needs = f"{in_parts(self.needs)}: needs {self.needed}"
        text = f"{start}, {needs}: {outcome}{steps}{stress}{pending}{averted}."
        return Line(text, "good" if self.success else "bad")


class Contest(events.Contest):
    """Two combatants rolled against each other."""

    against_trait: str
    against_faces: list[int] = []
    """The last of the faces: those of the other."""
    tier: list[Part]
    against_tier: list[Part]
    pool: list[str] = []
    """The dice of the one, and which of each size is kept."""
    against_pool: list[str] = []

    def say(self, names: Names) -> Line:
        """Say who won, or came first, and with which Tier each rolled."""
        faces = self.faces[: len(self.faces) - len(self.against_faces)]
        own = f"({in_parts(self.tier)}) {rolls_in_words(faces, self.total, self.pool)}"
        other = rolls_in_words(self.against_faces, self.needed, self.against_pool).removeprefix("rolls ")
        against = f"({in_parts(self.against_tier)}) {other}"
        return Line(f"{fight.both_traits(self, names)}: {own} against {against}: {fight.winner_text(self, names)}.")


class Condition(events.Condition):
    """A condition began, changed or ended."""

    severity: int | None = None
    quality: int | None = None
    against: str | list[str] = ""
    """What it is about: a defense, a type of damage, or who is hidden from."""
    lowered: bool = False
    """Whether its severity went down by one."""
    stands: bool = False
    """Whether an equal or stronger one stays instead."""
    deed: str = ""
    """What it does at once, as it does not last."""
    fell: list[str] = []
    """What somebody who is disarmed drops."""

    def say(self, names: Names) -> Line:
        """Say what began or ended, and what it is about: custom ones are about nothing."""
        by = f" by {names(self.by)}" if self.by else ""
        deed = getattr(self, "deed", "")
        if deed == "heal":
            return Line(f"{names(self.who):gains} {escape(self.name)} {self.quality}.", "good")
        if deed:
            drops = f" and {names(self.who).verb('drops')} {join(self.fell, ' and ')}" if self.fell else ""
            return Line(f"{names(self.who):is} {escape(self.name)}{by}{drops}.", "bad")
        if self.ended:
            return fight.condition(self.changed(severity=None, quality=None), names)
        against = getattr(self, "against", "")
        about = [against] if against and isinstance(against, str) else list(against)
        hides = f" from {names.all(about)}" if about and self.name == "hidden" else ""
        cause = [f"by {names(self.by)}"] if self.by else []
        details = join([*([] if hides else map(escape, about)), *cause])
        return fight.condition(self.changed(by=None), names, f"{hides} ({details})" if details else hides)


class Encounter(events.Encounter):
    """What `show` reports about the encounter."""

    number: int
    phases: int
    turn_of: str | None
    over: str = ""
    """How the fight ended, if it has."""


class Combatant(events.Combatant):
    """What `show` reports about a combatant; `acts` and `reacts` are those left, and `budget` lists their parts."""

    conditions: list[str] | UnsetType = UNSET
    wielding: str | UnsetType = UNSET
    budget: dict[str, list[Part]] | UnsetType = UNSET


class Declare(events.Declare):
    """Somebody took a stance, or spent an Act."""

    action: str
    targets: list[str]

    def say(self, names: Names) -> Line:
        """Say what somebody declares."""
        return Line(f"{names(self.who)}: {escape(join([self.action, *self.targets], ' '))}.")


class Move(events.Move):
    """Somebody moved or was moved."""

    feet: int | float | None = None
    cost: int | float | None = None
    """The feet that it takes off the stride."""
    kind: str = ""

    def say(self, names: Names) -> list[Line]:
        """Say who went where, or in which way they were moved there (E21)."""
        cost = f", which cost {decimal(self.cost)}" if self.cost and self.cost != self.feet else ""
        forced = self.kind in MOVED
        event, verb = (self.changed(pushed=False), f"is {MOVED[self.kind]}") if forced else (self, "moves")
        first, *further = fight.move(event, names, "--react", verb)
        if self.kind in ("advance", "maneuver") and self.feet:
            feet = f"{decimal(self.feet)} feet{cost}"
            if self.from_ == self.to:
                back = f" and is back at {fight.arena_or_point_text(self.to)}" if self.to is not None else ""
                first = Line(f"{names(self.who):moves} {feet}{back}.")
            elif cost:
                first = Line(f"{first.text[:-1]}: {feet}.")
        return [first, *further]


class Protects(Event):
    """Somebody took a hit in place of another."""

    who: str
    target: str
    attacker: str

    def say(self, names: Names) -> Line:
        """Say who steps in."""
        return Line(f"{names(self.who):steps} in and {names(self.who).verb('takes')} the hit on {names(self.target)}.")


class Soaked(Event):
    """Soak stopped a wound."""

    who: str
    name: str
    """The wound."""
    soak: int
    """The boxes that are left."""

    def say(self, names: Names) -> Line:
        """Say which wound a box of soak stops."""
        return Line(f"{names(self.who):spends} a box of soak, {self.soak} left: not {escape(self.name)}.", "good")


class Suffers(Event):
    """A wound did damage at the start of a turn."""

    who: str
    name: str
    faces: list[int]

    def say(self, names: Names) -> Line:
        """Say what a wound rolls at the start of a turn."""
        return Line(f"{names(self.who):is} {escape(self.name)}: rolls {join(self.faces)}.", "bad")


class Healed(Event):
    """Hit points were restored."""

    who: str
    faces: list[int]
    gained: int
    hp: int
    quality: int
    status: list[str]

    def say(self, names: Names) -> Line:
        """Say which hit points came back."""
        by = "healing" if self.faces else "regenerating"
        return Line(f"{names(self.who):gains} {self.gained or 'nothing'} by {by}: {hp_left_in_words(self)}.", "good")


class Stress(Event):
    """Stress was taken or shed."""

    who: str
    change: int
    stress: int
    """How much there is now."""
    purpose: str

    def say(self, names: Names) -> Line:
        """Say what stress went for."""
        return Line(f"{names(self.who)}: {with_sign(self.change)} stress ({escape(self.purpose)}): {self.stress}.")


class Slammed(Event):
    """Something stopped a slam."""

    who: str
    by: str
    faces: list[int]
    damage: int
    against: str = ""
    """Who stopped it, if somebody did."""

    def say(self, names: Names) -> Line:
        """Say what a slam does."""
        rolled = f"{join(self.faces, ' + ')} = " if len(self.faces) > 1 else ""
        what = names(self.against) if self.against else "something"
        return Line(f"{names(self.who):hits} {what}: {rolled}{self.damage} kinetic, pending.", "bad")
