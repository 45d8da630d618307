"""Deeds of a round: held against declarations (R7), focused on (R24), paid for (R4, R51)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named, id_or_word
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.schema import NOTHING, Combatant, Context, Declaration, Fight
from combatcli.rulesets.shared.conditions import gain, lose
from combatcli.text import shell_word

FOCUSED = len(state.PHASES)
BLOWS = ("attack", "shoot", "throw")
"""The attacks that a focus may be on (R24, R27)."""
IN_PLACE = ("attack", "aim")
"""The acts that breaking free replaces (R26)."""


def mark_acted(context: Context, who: str) -> None:
    """Mark a combatant's one action of the round, declared or not (R7)."""
    now, combatants = context.fight.round, context.fight.combatants
    declared = combatants[who].declared
    done = replace(declared, done=True) if declared is not None else None
    acted = replace(combatants[who], acted=now, declared=done)
    context.update_fight(begun=now, combatants={**combatants, who: acted})


def mark_breaking_free(context: Context, who: str) -> None:
    """Mark an attack to break free, which replaces that of phase 5 (R7, R26)."""
    context.update_fight(begun=context.fight.round)
    combatant = context.fight.combatants[who]
    if combatant.struggled == context.fight.round:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already tried to break free this round (R26)")
    elif combatant.acted == context.fight.round:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already acted this round (R7)")
    declared = combatant.declared
    if declared is not None and declared.action in IN_PLACE:
        declared = replace(declared, done=True)
    context.update_combatant(who, struggled=context.fight.round, declared=declared)


def spend_action(context: Context, who: str, *actions: str, on: Sequence[str]) -> None:
    """Spend the one declared action of the round (R7); in phase 7, the focus (R24)."""
    if not complete_if_focus(context, who, actions, on):
        for sentence in irregularities(context.fight, who, actions, on):
            context.warn_or_refuse(sentence)
        mark_acted(context, who)


def irregularities(fight: Fight, who: str, actions: Sequence[str], on: Sequence[str]) -> Iterator[str]:
    """Yield a warning for each way in which a deed differs from its declaration or phase (R7)."""
    combatant = fight.combatants[who]
    plan, phases = combatant.intent, dict.fromkeys(map(state.PHASE_OF.__getitem__, actions))
    action = " or ".join(actions)
    if plan.broken and (broken := broken_focus_sentence(fight, who)):
        yield broken
        return
    elsewhere = plan.phase not in phases and plan.action != "aim"
    on_others = bool(on and plan.targets) and not (plan.done or set(plan.targets).issuperset(on))
    otherwise = plan.action not in ("", *actions) or elsewhere or on_others
    second, struggled = combatant.acted == fight.round, combatant.struggled == fight.round
    if struggled and not second and set(actions) & set(IN_PLACE):
        yield f"{fight.subject(who):has} attacked already this round, to break free (R26)"
    if plan is NOTHING:
        yield f"{fight.subject(who):has} not declared {action} (R7)"
    elif otherwise and not is_attack_on_impeders(combatant, actions, on):
        yield f"{who} declared {_plan_in_words(plan)}, not {' '.join([action, *on])} (R7)"
    if state.has_earlier_hit(fight, who):
        yield f"a hit on {who} from an earlier rank is pending; apply it first with `wound {shell_word(who)}` (R27)"
    if second or (plan.done and not (struggled and plan.action in IN_PLACE)):
        yield f"{fight.subject(who):has} already acted this round (R7)"
    if state.phase_now(fight) not in phases:
        where = " or ".join(map(state.phase_in_words, phases))
        yield f"this is phase {state.phase_in_words(state.phase_now(fight))}; {action} belongs to {where} (R2)"


def is_attack_on_impeders(combatant: Combatant, actions: Sequence[str], on: Sequence[str]) -> bool:
    """Tell whether a deed is an attack only on those who impede the attacker, which is always allowed (R7, R25)."""
    in_place = bool(on) and not set(IN_PLACE).isdisjoint(actions)
    return in_place and set(on) <= set(state.holders(combatant, "impeded"))


def _plan_in_words(plan: Declaration) -> str:
    """Return what was declared, as far as it is not secret (R4)."""
    if plan.secret:
        return "something else"
    whom = ["somebody"] if plan.hidden else plan.targets
    focus = [plan.plan] if plan.action == "focus" and plan.plan else []
    return " ".join([plan.action or f"phase {plan.phase}", *whom, *focus])


def count_test_as_action(context: Context, who: str) -> None:
    """Count a test as an action: the declared plan, a focus, or something undeclared (R7, R24)."""
    if complete_if_focus(context, who, ("test",)):
        return
    plan = context.fight.combatants[who].intent
    otherwise = f"{who} declared {_plan_in_words(plan)}, not a test (R7)" if plan.action else ""
    if plan is not NOTHING:
        _carry_out_plan(context, who, otherwise)
    context.update_fight(begun=context.fight.round)


def mark_done(context: Context, who: str) -> None:
    """Mark a declaration (R7) or a focus (R24) as done."""
    plan = state.ROSTER.require_able(context.fight, who).intent
    if not complete_if_focus(context, who):
        undeclared = f"{context.fight.subject(who):has} not declared anything (R7)" if plan is NOTHING else ""
        _carry_out_plan(context, who, undeclared)
        context.emit(events.Done(who=who))


def _carry_out_plan(context: Context, who: str, sentence: str) -> None:
    """Carry out a declared plan in its phase (R7), or an open focus in phase 7 (R24); a sentence is against it."""
    plan, now = context.fight.combatants[who].intent, state.phase_now(context.fight)
    phase = FOCUSED if plan.action == "focus" and not plan.secret else plan.phase
    sentence = broken_focus_sentence(context.fight, who) or sentence
    if plan.done:
        sentence = f"{context.fight.subject(who):has} already acted this round (R7)"
    elif not sentence and phase != now:
        declared_phase = state.phase_in_words(phase)
        sentence = f"this is phase {state.phase_in_words(now)}; {who} declared for {declared_phase} (R2)"
    if sentence:
        context.warn_or_refuse(sentence)
    if not plan.done:
        mark_acted(context, who)


def begin_focus(context: Context, who: str) -> None:
    """Begin a declared focus, in phase 3 (R24)."""
    combatant = context.fight.combatants[who]
    plan = combatant.intent
    if plan.is_open_focus and "focusing" not in combatant.status and not state.is_fallen(combatant):
        gain(context, who, "focusing", until=context.fight.round, secret=plan.secret)


def break_focus(context: Context, who: str, reason: str, by: str = "") -> None:
    """Break a focus; if it has begun, record by whom, and in which phase (R24)."""
    plan = context.fight.combatants[who].intent
    begun = plan.is_open_focus and state.phase_now(context.fight) >= state.PHASE_OF["focus"]
    if begun:
        begin_focus(context, who)
    lose(context, who, "focusing", reason, secret=plan.secret)
    if begun:
        now = state.phase_now(context.fight)
        context.update_combatant(who, declared=replace(plan, broken=True, broken_by=by, broken_in=now))


def broken_focus_sentence(fight: Fight, who: str) -> str:
    """Return who broke a focus and when, for phase 7 (R24); empty if unbroken or secret (R4)."""
    plan = fight.combatants[who].intent
    if not plan.broken or plan.secret or state.phase_now(fight) != FOCUSED:
        return ""
    by = f" by {plan.broken_by}" if plan.broken_by else ""
    when = f" in phase {state.phase_in_words(plan.broken_in)}" if plan.broken_in else ""
    return f"{fight.subject(who):'s} focus is broken: wounded{by}{when} (R24)"


def deed_of_focus(fight: Fight, who: str) -> tuple[str, str]:
    """Return the deed of a focus, and its target or place; two empty words for a plan in free text (R24)."""
    action, _, whom = fight.combatants[who].intent.plan.partition(" ")
    target = id_or_word(fight, whom)
    possible = fight.arenas if action == "move" else fight.combatants
    return (action, target) if action in (*BLOWS, "impede", "push", "move") and target in possible else ("", "")


def is_blow_of_same_rank(fight: Fight, by: str, who: str) -> bool:
    """Tell whether a blow came from a focuser of the same rank in phase 7, and so breaks no focus (R5, R24)."""
    plan = fight.combatants[by].intent if by in fight.combatants else NOTHING
    in_focus = plan.action == "focus" and plan.done and state.phase_now(fight) == FOCUSED
    return in_focus and (fight.order is None or any({by, who} <= set(tied) for tied in fight.order.places))


def complete_if_focus(context: Context, who: str, actions: Sequence[str] = (), on: Sequence[str] = ()) -> bool:
    """Complete a focus if the deed is the focused one, its target included (R24); return whether it is."""
    fight, plan = context.fight, context.fight.combatants[who].intent
    if not plan.is_open_focus or state.phase_now(fight) != FOCUSED:
        return False
    action, target = deed_of_focus(fight, who)
    same = BLOWS if action in BLOWS else (action,)
    if action and actions and (set(same).isdisjoint(actions) or set(on) != {target}):
        return False
    first = next(iter(state.who_has_yet_to_act_in(fight, FOCUSED)), who)
    if state.order_index(fight, first) < state.order_index(fight, who):
        context.warn_or_refuse(f"{fight.subject(first):comes} before {who} in this phase (R24)")
    if not all(is_blow_of_same_rank(fight, hit.attacker, who) for hit in fight.pending if hit.target == who):
        context.warn_or_refuse(f"a hit on {who} is still pending; apply it first with `wound {shell_word(who)}` (R24)")
    lose(context, who, "focusing", "completed", secret=plan.secret)
    mark_acted(context, who)
    context.emit(events.Focused(who=who, plan="" if plan.secret else plan.plan, secret=plan.secret))
    return True


def change_awesomes(context: Context, who: str, change: int, purpose: str) -> None:
    """Give or take Awesomes, and emit it; RefusedError if there are too few (R51)."""
    left = context.fight.combatants[who].awesome + change
    if left < 0:
        raise RefusedError(f"{context.fight.subject(who):has} no Awesome left to {purpose} (R51)")
    context.update_combatant(who, awesome=left)
    context.emit(events.Awesome(who=who, change=change, left=left, purpose=purpose))


def give_awesomes(context: Context, who: str, points: int, purpose: str) -> None:
    """Give Awesomes to a combatant (R4); RefusedError unless it is a player's."""
    if not combatant_named(context.fight, who).player:
        raise RefusedError(f"{context.fight.subject(who):is} not a player's character and gets no Awesomes (R4)")
    if points < 1:
        raise UsageError(f"you can pay 1 Awesome or more, not {points}", "As in --pay mira=1")
    change_awesomes(context, who, points, purpose)


def change_bowl(context: Context, points: int, purpose: str) -> None:
    """Put Awesomes into the bowl, or take them out, and emit it (R4)."""
    if points:
        context.update_fight(bowl=context.fight.bowl + points)
        context.emit(events.Bowl(change=points, left=context.fight.bowl, purpose=purpose))
