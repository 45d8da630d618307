"""`test` and `dashtest` (R50), `impede` (R25) and `push` (R29): a d10 and an attribute, often opposed."""

from typing import Annotated, get_args

from msgspec import UNSET

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import ArenaName, CombatantId, reference_mark
from combatcli.errors import RefusedError, require_known
from combatcli.events import Table, Test
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.asked import number, refuse_beside, text
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.rulesets.realm import deeds, effects, events, ground, state
from combatcli.rulesets.realm.schema import Attribute, Combatant, Context, Fight
from combatcli.rulesets.shared.conditions import gain
from combatcli.rulesets.shared.dash import DashResult, attribute_reader, make_dash_action
from combatcli.rulesets.tasks import DisplayOnly, die, do, roll
from combatcli.text import shell_word

Contestant = tuple[str, str, int]
"""A side of a contest: who, by which attribute, and its value."""

DIE = 10
TARGET = 10
HOLDING = ("brawn", "cunning", "daring")
ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
TraitWord = Annotated[str, reference_mark(words=ATTRIBUTES)]
HoldingWord = Annotated[str, reference_mark(words=HOLDING)]
BY_THE_HIGHEST = "each side uses the highest of brawn, cunning and daring unless you give --with or --against"

attribute = attribute_reader("realm", ATTRIBUTES)


class TestRequest(Request, frozen=True):
    """A test of an attribute; ``against`` opposes it: WHO, or WHO:TRAIT for another attribute."""

    who: CombatantId
    trait: TraitWord
    target: Annotated[int | None, number("the number to reach [default: 10]")] = None
    bonus: int = 0
    against: str | None = None


def test(context: Context, request: TestRequest) -> None:
    """Test an attribute against a target number or another's roll (R50)."""
    who, trait, fight = request.who, request.trait, context.fight
    value = attribute(state.ROSTER.require_able(fight, who), trait) + request.bonus
    if request.against is None:
        deeds.count_test_as_action(context, who)
        roll_test(context, who, trait, value, TARGET if request.target is None else request.target)
        return
    refuse_beside(request, "--against", "target")
    other, _, theirs = request.against.partition(":")
    state.ROSTER.refuse_oneself(who, other, "be tested against", "R50")
    opponent = (other, theirs or trait, attribute(state.ROSTER.require_able(fight, other), theirs or trait))
    deeds.count_test_as_action(context, who)
    face = roll(context, f"{who} against {other}", die, DIE)
    roll_for_opponent(context, (who, trait, value), face, opponent)


def roll_reaches_number(source: Source, value: int, needed: int) -> tuple[bool, DisplayOnly[int]]:
    """Roll a value against a needed number."""
    face = source.die(DIE)
    return face + value >= needed, DisplayOnly(face)


def roll_test(context: Context, who: str, trait: str, value: int, needed: int, purpose: str = "") -> bool:
    """Test a value of a combatant against a number, for a purpose; return whether the test succeeds."""
    to = f" to {purpose}" if purpose else ""
    whose = "" if context.silent else f"{context.fight.subject(who):'s} test of {trait}{to}"
    success, face = roll(context, whose, roll_reaches_number, value, needed)
    rolled: Table = {"faces": [face.value], "total": face.value + value, "needed": needed, "success": success}
    context.tell(lambda: Test(who=who, against=None, trait=trait, purpose=purpose or UNSET, **rolled))
    return success


def roll_for_opponent(
    context: Context, actor: Contestant, face: int, other: Contestant, purpose: str = "", less: int = 0
) -> bool:
    """Roll for ``other`` against the actor's ``face``, minus ``less``; return whether the actor wins."""
    resists, theirs = roll(context, f"{other[0]} against {actor[0]}", roll_reaches_number, other[2], face + actor[2])
    total, needed = face + actor[2], theirs.value + other[2]
    sides: Table = {"who": actor[0], "against": other[0], "trait": actor[1], "against_trait": other[1]}
    rolled: Table = {"faces": [face, theirs.value], "total": total, "needed": needed}
    success = None if total == needed else not resists
    context.emit(events.Contest(**sides, **rolled, success=success, less=less, purpose=purpose))
    return not resists


def roll_dash(source: Source, value: int, other: int) -> DashResult:
    """Roll both sides; the higher total comes first, 1 for the first and -1 for the other (R50)."""
    face, theirs = source.die(DIE), source.die(DIE)
    total, needed = face + value, theirs + other
    shown = DisplayOnly({"faces": [face, theirs], "total": total, "needed": needed})
    return DashResult((total > needed) - (total < needed), shown)


class ImpedeRequest(Request, frozen=True):
    """Who impedes whom, each by their highest attribute unless told otherwise."""

    who: CombatantId
    target: CombatantId
    with_: HoldingWord | None = None
    against: HoldingWord | None = None


def contest_side(who: str, combatant: Combatant, trait: str | None) -> Contestant:
    """Return the combatant's side of a contest: the requested attribute, else the highest of three (R25)."""
    by = trait or max(HOLDING, key=lambda word: attribute(combatant, word))
    require_known(by, HOLDING, f'"{by}" cannot be used to impede or push')
    return who, by, attribute(combatant, by)


def require_opponent(fight: Fight, who: str, target: str, rule: str) -> Combatant:
    """Return the opponent; RefusedError, by a rule, if that is oneself, dead, or in another arena."""
    combatant = state.ROSTER.require_target(fight, target)
    state.ROSTER.refuse_oneself(who, target, "do that to", rule)
    if not state.share_arena(fight, who, target):
        hint = f"Move there first: combatcli move {shell_word(who)} ARENA"
        raise RefusedError(f"{fight.subject(target):is} not in the same arena as {who} ({rule})", hint)
    return combatant


def impede(context: Context, request: ImpedeRequest) -> None:
    """Hold an opponent: if beaten, they are impeded this round and cornered the next (R25)."""
    who, whom = request.who, request.target
    actor = contest_side(who, state.ROSTER.require_able(context.fight, who), request.with_)
    other = contest_side(whom, require_opponent(context.fight, who, whom, "R25"), request.against)
    deeds.spend_action(context, who, "impede", on=[whom])
    face = roll(context, f"{who} against {whom}", die, DIE)
    if roll_for_opponent(context, actor, face, other, "impede"):
        effects.impede_and_corner(context, whom, who)


class PushRequest(Request, frozen=True):
    """Who pushes whom; ``to`` is the adjacent arena, and may be left out if there is only one."""

    who: CombatantId
    targets: list[CombatantId]
    to: Annotated[ArenaName | None, text("ARENA", "push into this arena, if several are adjacent")] = None
    with_: HoldingWord | None = None
    against: HoldingWord | None = None


def push(context: Context, request: PushRequest) -> None:
    """Contest with opponents to push them into an adjacent arena; the beaten cannot move next round (R29)."""
    fight, who, targets = context.fight, request.who, list(dict.fromkeys(request.targets))
    less = len(targets) - 1
    pusher = contest_side(who, state.ROSTER.require_able(fight, who), request.with_)
    effects.check_may_act_against(fight, who, targets, "push")
    opponents = [contest_side(each, require_opponent(fight, who, each, "R29"), request.against) for each in targets]
    to = _destination(fight, request)
    deeds.spend_action(context, who, "push", on=request.targets)
    for target in targets:
        state.ROSTER.warn_of_attack_on_ally(context, who, target, "R29")
    face = roll(context, f"{fight.subject(who):'s} push", die, DIE)
    do(context, *[(_push_one, (*pusher[:2], pusher[2] - less), face, other, to, less) for other in opponents])


def _push_one(context: Context, pusher: Contestant, face: int, other: Contestant, to: str | None, less: int) -> None:
    """Let one opponent roll against the pusher's roll; the beaten go where they are pushed."""
    if roll_for_opponent(context, pusher, face, other, "push", less):
        effects.move_into(context, other[0], to, pushed=True)
        ground.tell_carried_arenas(context, other[0])
        gain(context, other[0], "hurled", until=context.fight.round + 1)


def _destination(fight: Fight, request: PushRequest) -> str | None:
    """Return the destination of a push: the requested arena, else the only one adjacent (R29)."""
    placed = [arena for who in (*request.targets, request.who) if (arena := fight.combatants[who].arena) is not None]
    here = next(iter(placed), None)
    if request.to is not None:
        ground.check_adjacent(fight, request.targets, here, request.to, "R29")
        return request.to
    adjacent = ground.neighbors(fight)[here] if here is not None else []
    if here is not None and len(adjacent) != 1:
        hint = f"Say which one with --to: {', '.join(adjacent)}." if adjacent else "There is nowhere to push to."
        raise RefusedError(f"{here} has {len(adjacent)} adjacent arenas (R29)", hint)
    return next(iter(adjacent), None)


def chance_to_win(who: str, other: str) -> Metric:
    """Return the chance that somebody wins a contest against another, or a test without one."""
    if not other:
        return chance_of_success({"who": who}, Test)
    about = {"who": who, "against": other}
    return chance_of_event(
        "success", about, events.Contest, lambda event: bool(event.success) if event.against == other else None
    )


ACTIONS = {
    "test": action(
        TestRequest,
        test,
        lambda _, asked: [chance_to_win(asked.who, (asked.against or "").partition(":")[0])],
        words="--against takes WHO or WHO:TRAIT, an opponent who also rolls and must be beaten",
        examples=("combatcli test --ruleset realm --with daring=3 daring --odds",),
    ),
    "dashtest": make_dash_action("awareness", state.ROSTER, attribute, roll_dash, "R50", events.Contest, ATTRIBUTES),
    "impede": action(
        ImpedeRequest, impede, lambda _, asked: [chance_to_win(asked.who, asked.target)], words=BY_THE_HIGHEST
    ),
    "push": action(
        PushRequest,
        push,
        lambda _, asked: [chance_to_win(asked.who, target) for target in dict.fromkeys(asked.targets)],
        words=BY_THE_HIGHEST,
    ),
}
