"""Acts and Reacts (E12), the stress of a push (E5), and aid (E14): the costs of an action."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated, TypeVar

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, combatant_named, reference_mark
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Request
from combatcli.rulesets.asked import flag, text
from combatcli.rulesets.beacon import conditions, events, state
from combatcli.rulesets.beacon.conditions import effect_parts, has_effect, nonzero_parts, sum_of
from combatcli.rulesets.beacon.events import Part
from combatcli.rulesets.beacon.rolls import POSITIONS
from combatcli.rulesets.beacon.schema import Combatant, Condition, Context, Fight
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.sides import are_enemies

BUDGETS = ACTS, REACTS = "acts", "reacts"
EVERYBODY, RASH, PAID = Part("each", 2), Part("rash", -1), Part("pushed", 1)
"""What makes up the Acts of a round, and its Reacts (E12)."""
PUSHED_ACT = "act"
PUSHES = ("tier", "effect", PUSHED_ACT, "closer")
"""The reasons to push (E5)."""
PUSHED = "pushed for "
"""How a failed roll's push is noted."""

ActionWord = Annotated[str, reference_mark(words=state.ATTRIBUTE_OF)]
PushWord = Annotated[str, reference_mark(words=PUSHES)]
PositionOption = Annotated[
    Annotated[str, reference_mark(words=POSITIONS)] | None, text("P", "controlled, risky or desperate [default: risky]")
]
ReactOption = Annotated[bool, flag("act as a React, in someone else's turn")]


class PushesRequest(Request, frozen=True, kw_only=True):
    """The pushes for which a combatant pays stress, separated by commas (E5)."""

    push: Annotated[
        list[PushWord],
        text("WHAT", "pay 1 stress for each of tier, effect, act and closer, as in tier,effect", many=True),
    ] = []

    @property
    def pushes(self) -> list[str]:
        """Each word by itself."""
        return [word for words in self.push for word in words.casefold().split(",") if word] if self.push else []


class ActionRequest(PushesRequest, frozen=True, kw_only=True):
    """What players may add to an action roll: position, aid, senses."""

    position: PositionOption = None
    aid: Annotated[CombatantId | None, text("WHO", "WHO aids: +1 Tier for 1 stress and an Act or React")] = None
    reroll: Annotated[bool, flag("with --aid after a failure: reroll instead of +1 Tier")] = False
    sight: Annotated[bool, flag("sight matters")] = False
    sight_only: Annotated[bool, flag("only sight matters")] = False
    hearing: Annotated[bool, flag("hearing matters")] = False
    hearing_only: Annotated[bool, flag("only hearing matters")] = False


R = TypeVar("R", bound=ActionRequest)
PLAIN = ActionRequest()
"""The request of a roll of which nothing is said."""


def tier_bonuses(request: ActionRequest) -> list[Part]:
    """Return what aid and a push add to a roll's Tier; aid that allows a reroll adds nothing (E5, E14)."""
    aids = request.aid is not None and not request.reroll
    return [Part("aid", int(aids)), Part("pushed", int("tier" in request.pushes))]


def tier_in_parts(fight: Fight, who: str, *more: Part, asked: ActionRequest = PLAIN, target: str = "") -> list[Part]:
    """Return the Tier of a roll in parts, with ``more`` parts of this roll; ``target`` is that of an attack (E41, E43).

    What is ``asked`` says which senses matter, and whom else the attack is on.
    """
    targets: Collection[str] = getattr(asked, "targets", ())

    def applies(each: Condition, effects: conditions.Row) -> bool:
        holds: dict[str, Callable[[], object]] = {
            "": lambda: True,
            "sight": lambda: asked.sight,
            "hearing": lambda: asked.hearing,
            "attack": lambda: targets and conditions.is_about(each, target),
            "source left out": lambda: targets and each.source and each.source not in targets,
            "source there": lambda: state.is_source_present(fight, who, each.source),
        }
        return bool(holds[effects.get("tier_when", "")]())

    combatant = fight.combatants[who]
    changes = {change.reason: change for change in effect_parts(combatant, "tier", applies)}
    return [Part("tier", combatant.tier), *conditions.nonzero_parts(more), *changes.values()]


def round_budget_in_parts(combatant: Combatant, what: str) -> list[Part]:
    """Return the parts of a round's Acts or Reacts; an ambusher has a full turn (E10, E12)."""
    by_conditions = conditions.budget_parts(combatant, what)
    fewer = combatant.stance == "rash" and not (combatant.ambushing and what == ACTS)
    own = [EVERYBODY, *([RASH] if fewer else []), *by_conditions] if by_conditions is not None else []
    paid = what == ACTS and PUSHED_ACT in combatant.pushes and max(0, sum_of(own)) < EVERYBODY.value
    return [*own, PAID] if paid else own


def _haste(combatant: Combatant, what: str) -> int:
    """Return the extra Acts or Reacts of haste; none if stunned without any (E12)."""
    parts = effect_parts(combatant, "either")
    return sum_of(parts) if parts and conditions.budget_parts(combatant, what) is not None else 0


def budget_in_parts(combatant: Combatant) -> dict[str, list[Part]]:
    """Return the parts of the Acts and Reacts left (E12)."""
    spent = {what: Part("spent", -getattr(combatant, what)) for what in BUDGETS}
    haste = {what: Part("either", _haste(combatant, what)) for what in BUDGETS}
    return {what: nonzero_parts([*round_budget_in_parts(combatant, what), haste[what], spent[what]]) for what in spent}


def haste_left(combatant: Combatant, what: str) -> int:
    """Return the extra Acts or Reacts of haste that are left (E12)."""
    extra = _haste(combatant, what)
    return max(0, extra + sum([min(0, _left_without_haste(combatant, kind)) for kind in BUDGETS])) if extra else 0


def _left_without_haste(combatant: Combatant, what: str) -> int:
    """Return the Acts or Reacts left without haste, below 0 if haste gave one (E12)."""
    spent: int = getattr(combatant, what)
    return max(0, sum_of(round_budget_in_parts(combatant, what))) - spent


def remaining(combatant: Combatant, what: str) -> int:
    """Return the Acts or Reacts left, with the extra one of haste, which is a condition (E12)."""
    own = max(0, _left_without_haste(combatant, what))
    return own + haste_left(combatant, what) if combatant.conditions else own


acts_left: Callable[[Combatant], int] = computed_once(lambda combatant: remaining(combatant, ACTS))


def spend(context: Context, who: str, *, react: bool = False, push: bool = False) -> None:
    """Spend an Act of one's own turn, or a React in another's; outside of turns nothing counts (E12).

    With ``push`` stress buys an Act back. Raises RefusedError if none is left.
    """
    state.ROSTER.require_able(context.fight, who)
    refuse_idle(react and push, "--push act buys an Act, and this is a React (E5)")
    if context.fight.over:
        context.warn_or_refuse(f"the fight has ended by {context.fight.over} (E15)")
    turn, subject = context.fight.turn, context.fight.subject
    if turn is None:
        refuse_idle(push, "--push act buys an Act of a turn, and no turn is on (E5, E12)")
        if not react:
            context.warn_or_refuse(f"no turn is on; {subject(who):has} Acts only in their own turn (E13)")
        return
    what = REACTS if react else ACTS
    if react == (turn == who):
        where = "Reacts only in others' turns" if react else "Acts only in their own turn"
        raise RefusedError(f"this is the turn of {turn}; {subject(who):has} {where} (E12)")
    if push:
        if not has_effect(context.fight.combatants[who], "act_for_stress"):
            raise RefusedError(f"{subject(who):is} neither slowed nor stunned, and no Act can be bought back (E5)")
        if context.fight.combatants[who].pushes:
            raise RefusedError(f"{subject(who):has} already bought back an Act this turn (E5)")
        pay_stress(context, who, "an Act")
        context.update_combatant(who, pushes=[PUSHED_ACT])
    combatant = context.fight.combatants[who]
    if (remaining(combatant, what) if react else acts_left(combatant)) < 1:
        free = has_effect(combatant, "act_for_stress") and PUSHED_ACT not in combatant.pushes
        buys = not react and free and state.has_room_for_stress(combatant)
        hint = "--push act buys one back for 1 stress." if buys else "`order` lists what is left."
        raise RefusedError(f"{subject(who):has} no {'React' if react else 'Act'} left (E12)", hint)
    if not react and combatant.resisted:
        context.warn_or_refuse(f"{subject(who):has} already ended the turn with the free resistance roll (E42)")
    context.update_combatant(who, **{what: getattr(combatant, what) + 1})


def refuse_idle(idle: object, sentence: str) -> None:
    """Refuse an option that has no effect."""
    if idle:
        raise UsageError(sentence)


def check_push(words: Sequence[str], *allowed: str) -> None:
    """Refuse a push that an action has no use for, or that is repeated (E5)."""
    for word in words:
        if word not in allowed:
            hint = nearest(word, allowed)
            raise UsageError(f"--push {word}: this action can be pushed only for {' or '.join(allowed)} (E5)", hint)
        if words.count(word) > 1:
            raise UsageError(f"--push {word}: each is allowed once per action (E5)")


def pay_stress(context: Context, who: str, purpose: str) -> None:
    """Give a combatant the stress of a push; RefusedError over the maximum (E5)."""
    combatant, subject = context.fight.combatants[who], context.fight.subject(who)
    most, stress = state.max_stress(combatant), combatant.stress + 1
    if stress > most:
        raise RefusedError(f"{subject:has} {combatant.stress} of {most} stress, and none left for {purpose} (E5)")
    context.update_combatant(who, stress=stress)
    context.emit(events.Stress(who=who, change=1, stress=stress, purpose=purpose))


def spend_aid(context: Context, who: str, helper: str | None = None) -> str | None:
    """Return who aids a roll, and use up the aid: a named helper pays now, another has declared it (E14)."""
    if helper is None:
        helper = _helper_who_declared_aid(context.fight, who)
        if helper is not None:
            context.update_combatant(helper, aids=None)
        return helper
    pay_for_aid(context, helper, who, spends=True)
    return helper


def _helper_who_declared_aid(fight: Fight, who: str) -> str | None:
    return next((helper for helper, combatant in fight.combatants.items() if combatant.aids == who), None)


def declared_aid(context: Context, who: str) -> Part:
    """Return what declared aid adds to the Tier of a combatant's roll (E14)."""
    return Part("aid", int(spend_aid(context, who) is not None))


def pay_for_aid(context: Context, helper: str, who: str, *, spends: bool) -> None:
    """Charge a helper for aid: stress, and an Act or a React if it ``spends`` one (E14)."""
    state.ROSTER.refuse_oneself(helper, who, "aid", "E14")
    if context.formal and are_enemies(combatant_named(context.fight, who), combatant_named(context.fight, helper)):
        context.warn_or_refuse(f"{context.fight.subject(helper):is} not an ally of {who} (E14)")
    waiting = _helper_who_declared_aid(context.fight, who)
    if waiting is not None:
        raise RefusedError(f"{context.fight.subject(waiting):aids} {who} already, and only one may help (E14)")
    if spends:
        spend(context, helper, react=context.fight.turn != helper)
    pay_stress(context, helper, f"aiding {who}")


def pay_for_roll(context: Context, who: str, request: R, again: Mapping[str, str], *, react: bool | None = None) -> R:
    """Pay for a roll; return its request with who aids it, and with the pushes of the failure it repeats (E5, E14).

    ``again`` describes each failure that may be rerolled; any other reroll is refused. ``react`` tells whether the roll
    is a React or an Act; None if it is neither.
    """
    refuse_idle(request.reroll and request.aid is None, "--reroll needs --aid WHO (E14)")
    failed, pushes = context.fight.combatants[who].failed, request.pushes
    for failure, words in again.items():
        if request.reroll and context.formal and failure not in failed:
            hint = "Without --reroll, aid gives +1 Tier."
            raise RefusedError(f"no {words} has just failed, to be rolled again (E14)", hint)
    if failed:
        context.update_combatant(who, failed=[])
    repeated = [failure.removeprefix(PUSHED) for failure in failed if request.reroll and failure.startswith(PUSHED)]
    for word in {*repeated} & {*pushes}:
        raise RefusedError(f"the roll keeps what it was pushed for (E5): {word}", f"Roll again without --push {word}.")
    if react is not None and not request.reroll:
        spend(context, who, react=react, push=PUSHED_ACT in pushes)
    for word in pushes:
        if word != PUSHED_ACT:
            pay_stress(context, who, f"+1 {word}")
    aid = spend_aid(context, who, request.aid)
    return replace(request, aid=aid, push=[*request.push, *repeated]) if repeated or aid != request.aid else request


def remember_failure(context: Context, who: str, request: ActionRequest, failure: str, *more: str) -> None:
    """Note a failed roll that may be rerolled with help, and what it was pushed for (E5, E14)."""
    pushed = [f"{PUSHED}{word}" for word in request.pushes if word != PUSHED_ACT]
    failed = context.fight.combatants[who].failed
    context.update_combatant(who, failed=list(dict.fromkeys([*failed, failure, *pushed, *more])))


def fails_for_lost_sense(context: Context, who: str, request: ActionRequest) -> bool:
    """Tell whether a roll fails without dice for a lost sense, and warn of it (E41)."""
    needed = {"sight": request.sight_only, "hearing": request.hearing_only}
    for condition, effects in conditions.effective(context.fight.combatants[who]):
        if needed.get(effects.get("tier_when", ""), False):
            why = f"{context.fight.subject(who):is} {condition.name}"
            context.warn(f"{why}, so an action that needs only that sense fails (E41)")
            return True
    return False
