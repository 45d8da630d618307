"""The events of `blade`: its own kinds, the keys that it adds to shared ones, and their sentences."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, UnsetType

from combatcli import events
from combatcli.records import Event
from combatcli.report import combatants, fight
from combatcli.report.blocks import Block, Line, Names, ids, join, with_sign
from combatcli.text import decimal, escape, in_feet, shell_word

STRIKES = {
    "first": "strikes first at",
    "plain": "attacks",
    "last": "strikes last at",
    "shot": "shoots at",
    "at once": "strikes at once at",
}
DEEDS = ("charging", "running", "shooting", "casting", "improvising")
NATURAL = {2: ", a natural 2", 12: ", a natural 12"}


def _reason_in_words(reason: str) -> str:
    return "the GM's" if reason == "given" else escape(reason)


def _roll_in_words(faces: Sequence[int], total: int) -> str:
    return f"rolled {join(faces, ' + ')} = {total}{NATURAL.get(total, '')}"


def reacting_in_order(sides: Sequence[str]) -> str:
    """Say who reacts; of several sides in which order (B2)."""
    return f"{join(sides, ' and then ')} react"


def _opening_in_words(foe: str, who: str) -> Line:
    command = escape(f"attack {shell_word(foe)} {shell_word(who)} --opportunity")
    return Line(f"{escape(foe)} may strike at once: {command}", "warn")


class Attack(events.Attack):
    """Somebody attacked; the keys from `rolled_damage` to `armor` apply to hits."""

    step: str
    """The step of the melee, or shot, or at once."""
    attribute: str
    value: int
    difficulty: int
    """The Difficulty that counts."""
    reason: list[str]
    """What makes it up."""
    difficulties: dict[str, int]
    """All that might, by reason."""
    bonus: int
    bonuses: dict[str, int]
    """What makes it up, by reason."""
    distance: float | UnsetType | None = UNSET
    """The feet of a shot; null where nobody said."""
    range: str = ""
    """Close, medium, or far, of a shot."""
    thrown: bool = False
    """Whether the weapon was thrown, which serves in melee too."""
    called: str = ""
    """The part that was aimed at."""
    rolled_damage: int | None = None
    """The damage as it was rolled."""
    extra_damage: int | None = None
    """What a mounted charge adds to it."""
    protection: int | None = None
    """What is taken off it."""
    armor: str | None = None
    """The category of what does so."""

    def say(self, names: Names) -> list[Block]:
        """Say the sum as a player would: attribute, Difficulty, what it needs, what was rolled."""
        effect = f"damage {self.damage}" if self.damage else "no damage" if self.hit else ""
        return fight.attack_result_with_sum(self, effect, *self._sum_in_words(names))

    def _sum_in_words(self, names: Names) -> Iterator[Line]:
        feet = f" at {in_feet(self.distance)}" if isinstance(self.distance, int | float) else ""
        where = f"{feet} ({self.range} range)" if self.range else ""
        deed = f"{STRIKES[self.step]} {names(self.target)}{fight.weapon_phrase(self)}{where}"
        if self.thrown:
            deed = f"throws {escape(self.weapon)} at {names(self.target)}{where}"
        idle = {reason: value for reason, value in self.difficulties.items() if reason not in self.reason}
        check = _check_in_words(self, self.attribute, self.reason, self.bonuses, idle)
        start = f"{names(self.attacker):{deed}}: {check}"
        if not self.hit:
            yield Line(f"{start}: miss.", "quiet")
            return
        yield Line(f"{start}: hit, {self._damage_in_words()}.")
        if self.called:
            part = escape(self.called)
            drop = " (hands may drop what they hold)" if part.casefold().startswith("hand") else ""
            yield Line(f"The GM decides what else the hit on the {part} does{drop}.", "warn")

    def _damage_in_words(self) -> str:
        faces, rolled = self.damage_faces, self.rolled_damage
        shown = f" ({join(faces, ' and ')} rolled)" if list(faces) != [rolled] else ""
        extra = f" + {self.extra_damage} by the mounted charge" if self.extra_damage else ""
        armor = f" - {self.protection} by {escape(self.armor or '') or 'Protection'}" if self.protection else ""
        return f"damage {rolled}{shown}{extra}{armor}{f' = {self.damage}' if extra or armor else ''}"


class Idle(Event):
    """Somebody did not strike."""

    who: str
    reason: str

    def say(self, names: Names) -> Line:
        """Say who of the melee does not strike, and why."""
        return Line(f"{names(self.who):does not} strike: {escape(self.reason)}.", "quiet")


class Wound(events.Wound):
    """A wound or damage was applied; `left` has the remaining points."""

    marked: dict[str, int]
    left: dict[str, int]

    def say(self, names: Names) -> Line:
        """Say what a hit takes off, and what is left."""
        off = [f"{lost} off {points}" for points, lost in self.marked.items() if lost]
        stamina = f"stamina {self.left['stamina']} and " if self.left["stamina"] or self.marked["stamina"] else ""
        start = f"{names(self.target):takes} {self.amount}{fight.attacker_and_cause(self, names)}"
        return Line(f"{start}: {join(off) or 'nothing'}; {stamina}health {self.left['health']} left.", "bad")


class Recover(events.Recover):
    """Somebody recovered; `left` has their points now."""

    cleared: dict[str, int]
    left: dict[str, int]
    by_word: bool
    """Whether the referee's word gave them back, for the rules do not."""
    slept: bool

    def say(self, names: Names) -> Line:
        """Say which points came back."""
        back = [f"{gained} {points}" for points, gained in self.cleared.items() if gained]
        if self.slept and not back:
            return Line(f"{names(self.who):has} slept; all spells are as fresh as ever.", "good")
        slept = f" {names(self.who).verb('has')} slept and" if self.slept else ""
        text = f"{names(self.who)}{slept} {names(self.who).verb('gets')} back {join(back, ' and ') or 'nothing'}"
        return Line(f"{text}: stamina {self.left['stamina']}, health {self.left['health']} now.", "good")


class Test(events.Test):
    """Somebody tested an attribute; the keys from `spell` on apply to spells."""

    success: bool
    value: int
    difficulty: int
    bonus: int
    purpose: str
    """The spell, or what was improvised."""
    reactions: list[str]
    """Who may strike at once for it."""
    spell: str = ""
    casts: int | None = None
    """How often it was cast since sleep."""
    doubled: bool | UnsetType = UNSET
    forced: bool | UnsetType = UNSET
    may_force: bool = False
    """Whether it failed and may be forced in this phase."""
    damage: int | None = None
    """What forcing it costs."""
    damage_faces: list[int] = []
    critical: bool | UnsetType = UNSET
    """Whether its caster dies of that."""
    mishap: int | None = None
    """What to look up in the referee's table of mishaps."""
    mishap_faces: list[int] = []
    beyond_forcing: bool = False

    def say(self, names: Names) -> Iterator[Line]:
        """Say a check as it was rolled; of a spell, whether it was forced."""
        purpose = f" ({escape(self.purpose)})" if self.purpose else ""
        rolled = _check_in_words(self, self.trait, (), {"bonus": self.bonus} if self.bonus else {}, {})
        who = names(self.who)
        text = f"{who:tests} {escape(self.trait)}{purpose}: {rolled}: {who.verb(self._outcome_in_words())}."
        yield Line(text, "good" if self.success else "bad")
        if self.may_force:
            yield Line(f"It may be forced in this phase: test {escape(shell_word(self.who))} mind --force", "warn")
        yield from [_opening_in_words(foe, self.who) for foe in self.reactions]

    def _outcome_in_words(self) -> str:
        if self.forced:
            dying = ", a critical success of which its caster dies" if self.critical else ""
            return f"fails and is forced for {self.damage} damage{dying}"
        if self.mishap_faces:
            rolled = f"{join(self.mishap_faces)} + {self.difficulty} = {self.mishap}"
            return f"fails and cannot be forced; a mishap, {rolled} on the GM's table"
        if self.doubled:
            return "succeeds, and one number of the spell is doubled"
        return "succeeds" if self.success else "fails"


def _check_in_words(
    event: Attack | Test, trait: str, reasons: Sequence[str], bonuses: Mapping[str, int], idle: Mapping[str, int]
) -> str:
    """Say what a check needs and what was rolled; of a shot or strike also the Difficulties that do not count (B22)."""
    parts = [f"{escape(trait)} {event.value}"]
    if event.difficulty:
        lower = join([f"{_reason_in_words(reason)} {value}" for reason, value in idle.items()], " and ")
        verb = "do" if len(idle) > 1 else "does"
        beside = f"; {lower} {verb} not count" if lower else ""
        because = f" ({join(map(_reason_in_words, reasons), ' + ')}{beside})" if reasons else ""
        parts.append(f"Difficulty {event.difficulty}{because}")
    parts += [f"{with_sign(value)} {_reason_in_words(reason)}" for reason, value in bonuses.items()]
    return f"{join(parts)}, needs {event.needed}, {_roll_in_words(event.faces, event.total)}"


class Contest(events.Contest):
    """Two combatants tested to see who comes first."""

    against_trait: str
    own_success: bool
    against_total: int
    against_needed: int
    against_success: bool

    def say(self, names: Names) -> Line:
        """Say who came first."""
        own, other = _roll_in_words(self.faces[:2], self.total), _roll_in_words(self.faces[2:], self.against_total)
        first = f"{names(self.who)} ({escape(self.trait)}) needs {self.needed}, {own}"
        second = f"{names(self.against)} ({escape(self.against_trait)}) needs {self.against_needed}, {other}"
        return Line(f"{first}; {second}: {fight.who_comes_first(self, names)}.")


class Opportunity(Event):
    """Somebody may strike at once."""

    who: str
    target: str

    def say(self, names: Names) -> Line:
        """Say who may still strike at whom."""
        return _opening_in_words(self.who, self.target)


class Declare(events.Declare):
    """Somebody declared what they do this round."""

    action: str
    targets: list[str]
    plan: str
    """The spell, or the deed."""
    outcome: str
    """What an improvised action hopes for."""
    opportunity: list[str]
    """Who may strike at once for it."""
    withdrawn: str = ""
    """The spell or the deed that was declared before, and is taken back."""

    def say(self, names: Names) -> Iterator[Line]:
        """Say what somebody is going to do this round, what they take back, and who may strike first."""
        verb = {"cast": "will cast", "improvise": "will improvise", "attack": "will strike"}[self.action]
        what = f": {escape(self.plan)}" if self.plan else ""
        whom = f" {names.all(self.targets)}" if self.targets else ""
        hope = f", hoping for: {escape(self.outcome)}" if self.outcome else ""
        yield Line(f"{names(self.who)} {verb}{whom}{what}{hope}.")
        if self.withdrawn:
            yield Line(f"{names(self.who):takes} back what was declared before: {escape(self.withdrawn)}.", "warn")
        yield from [_opening_in_words(foe, self.who) for foe in self.opportunity]


class Move(events.Move):
    """Somebody moved or was moved; `reactions` lists who may strike at once because of it."""

    kind: str
    """Move, run or charge; or taken, where an arena was removed."""
    feet: float
    metres: float
    up_to: str | None
    left: list[str]
    """Who is no longer fought in melee."""
    met: list[str]
    """Who is, from now on."""
    charged: str = ""
    first_strike: bool | UnsetType = UNSET

    def say(self, names: Names) -> list[Line]:
        """Say how far somebody went and whom they left; a charge brings a First Strike, unless it is stopped."""
        if self.kind == "taken":
            return fight.move(self, names)
        whom = f" {names(self.charged)}" if self.charged else ""
        into = " in" if whom and isinstance(self.to, str) else " to"
        to = f"{into} {fight.arena_or_point_text(self.to)}" if self.to is not None and self.to != self.from_ else ""
        up_to = f"{',' if to else ''} up to {names(self.up_to)}" if self.up_to and not whom else ""
        start = f"{names(self.who):{self.kind}s}{whom}{to}{up_to}, {in_feet(self.feet)} ({decimal(self.metres)} m)"
        leaving = f", leaving {names.all(self.left)}" if self.left else ""
        meeting = f", meeting {names.all(self.met)}" if self.met else ""
        stopped = f": no First Strike, for {names.all(self.stopped_by or [])} stops charges"
        strike = (": First Strike" if self.first_strike else stopped) if whom else ""
        openings = [_opening_in_words(foe, self.who) for foe in self.reactions]
        return [Line(f"{start}{leaving}{meeting}{strike}."), *openings]


class Condition(events.Condition):
    """A condition began, changed or ended; the one who is surprised is a whole side."""

    def say(self, names: Names) -> Line:
        """Say what began or ended; who is surprised is a whole side (B3)."""
        if self.name in DEEDS and self.ended:
            return Line(f"{names(self.who):is} no longer {self.name}.")
        if self.name != "surprised":
            return fight.condition(self, names)
        return Line(f"{escape(self.who)} are {'no longer ' if self.ended else ''}surprised.")


class Surprise(Event):
    """Surprise was rolled."""

    sides: list[str]
    faces: list[int]
    surprised: list[str]

    def say(self, names: Names) -> Line:
        """Say what each side rolled for surprise."""
        faces = [f"{escape(side)} {face}" for side, face in zip(self.sides, self.faces, strict=True)]
        return Line(f"Surprise on 1 or 2: {join(faces)}.")


class Order(events.Order):
    """Which side acts first."""

    totals: dict[str, list[int]]
    """What each side rolled, with what was rolled to split a tie."""
    ties: list[list[str]]
    winner: str
    """The side that may choose."""
    choose: str
    """Act or react."""
    chosen: bool
    may_choose: bool
    surprised: list[str]
    still_surprised: list[str] = []
    """Those of them who were so before."""

    def say(self, names: Names) -> Iterator[Line]:
        """Say which side acts and which reacts, who chose that, if anybody did, and who is still surprised."""
        rolled = join([f"{escape(side)} {join(faces, ', then ')}" for side, faces in self.totals.items()], "; ")
        acting, *reacting = map(escape, self.order)
        chooses = f"{acting} act first"
        if self.chosen or self.choose == "react":
            chooses = f"{escape(self.winner)} choose to {self.choose}"
        elif self.may_choose:
            chooses = f"{escape(self.winner)} may choose, and act unless they react: order --choose react"
        yield Line(f"Initiative: {join(filter(None, [rolled, chooses]), '; ')}.")
        yield Line(f"{acting} act, {reacting_in_order(reacting)}.")
        yield from [Line(f"{escape(side)} are still surprised.") for side in self.still_surprised]


class Phase(events.Phase):
    """A phase of the round began; `seconds` counts from the start of the fight, `acting` have yet to act."""

    number: int
    seconds: int
    acting: list[str]

    def say(self, names: Names) -> Iterator[Line]:
        """Say which phase begins, and who acts now."""
        yield combatants.phase(self, names)
        if self.acting:
            yield Line(f"{'To strike' if self.phase == 'melee' else 'To act'}: {ids(self.acting)}.")


class Encounter(events.Encounter):
    """What `show` reports about the encounter."""

    number: int
    phases: int
    seconds: int
    initiative: list[str]
    surprised: list[str]


class Combatant(events.Combatant):
    """What `show` reports about a combatant; a brief report has fewer keys, and a foe shown to players has fewest."""

    combat_movement: int | UnsetType = UNSET
    combat_metres: float | UnsetType = UNSET


class Arena(events.Arena):
    """What is known about an arena."""

    confined: bool
