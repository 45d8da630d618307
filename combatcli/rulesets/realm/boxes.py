"""Wound boxes (R40–R43): which box a number marks, and the rolls that new wounds bring: to fight on, not to bleed."""

from __future__ import annotations

from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.deeds import acts_at_the_same_time, break_focus
from combatcli.rulesets.realm.events import Wound
from combatcli.rulesets.realm.state import TOP_BOXES, all_marked, top_marked
from combatcli.rulesets.realm.test import attribute_test
from combatcli.rulesets.shared.conditions import gain, lose
from combatcli.rulesets.shared.groups import lose_member
from combatcli.rulesets.steps import Step, chain, no_more_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.realm.schema import Combatant, Fight

RESOLVE_TARGET = 10


def box_for(number: int, marked: Sequence[int], boxes: int) -> int | None:
    """Return the box that a wound number marks: itself, else outwards from it, lower first; None if all are (R40)."""
    start = min(max(number, 1), boxes)
    free = set(range(1, boxes + 1)).difference(marked)
    return min(free, key=lambda box: (abs(box - start), box), default=None)


def lowest_unmarked(marked: Sequence[int], boxes: int) -> int | None:
    """Return the lowest box that is not marked; None if all are (R33, R42)."""
    return next((box for box in range(1, boxes + 1) if box not in marked), None)


def resolve_trait(combatant: Combatant, trait: str | None = None) -> str:
    """Return what is tested to fight on: the better of Daring and Commitment, or the one asked for (R41)."""
    return trait or max(("daring", "commitment"), key=lambda word: getattr(combatant, word))


def mark(context: CombatContext[Fight], who: str, number: int, box: int | None, by: str = "", cause: str = "") -> None:
    """Mark a box, if one is free, and emit it; a wound breaks a focus, unless it was dealt at the same time (R24)."""
    combatant = context.fight.combatants[who]
    if box is not None:
        context.update_combatant(who, marked=sorted([*combatant.marked, box]))
    status = [] if context.silent else state.status_openly(combatant)
    context.emit(Wound(target=who, amount=number, marked=box, status=status, by=by, cause=cause, was=status))
    if not acts_at_the_same_time(context.fight, by, who):
        break_focus(context, who, "wounded")


def consequences(
    context: CombatContext[Fight],
    before: Mapping[str, Combatant],
    wounded: Sequence[str],
    traits: Mapping[str, str] | None = None,
    then: Callable[[CombatContext[Fight]], Step[Fight] | None] = no_more_steps,
) -> Step[Fight] | None:
    """Roll what new wounds bring, for each of the wounded in turn: death, bleeding, or the will to fight on (R41–R43).

    ``before`` has the combatants as they were before the wounds that are applied at once.
    """

    def bring(context: CombatContext[Fight], who: str) -> Step[Fight] | None:
        return _consequence(context, who, before[who], (traits or {}).get(who))

    def at_last(context: CombatContext[Fight]) -> Step[Fight] | None:
        for event in context.events if not context.silent else ():
            if isinstance(event, Wound):
                event.status = state.status_openly(context.fight.combatants[event.target])
        return then(context)

    return chain(context, wounded, bring, at_last)


def _consequence(context: CombatContext[Fight], who: str, before: Combatant, trait: str | None) -> Step[Fight] | None:
    now = context.fight.combatants[who]
    if state.is_dead(before):
        return None
    if all_marked(now.marked, now.wounds):
        fall(context, who, "dead")
        return None
    earlier, later = (top_marked(combatant.marked, combatant.wounds) for combatant in (before, now))
    if later == TOP_BOXES and "incapacitated" not in now.status:
        return _not_to_bleed(context, who) if fall(context, who, "incapacitated") else None
    if later and not earlier and not state.is_fallen(now):
        return _to_fight_on(context, who, trait)
    return None


def _to_fight_on(context: CombatContext[Fight], who: str, trait: str | None) -> Step[Fight]:
    """Return the test to fight on; who fails is broken (R41)."""
    needed = int(context.fight.house.get("resolve_target", RESOLVE_TARGET))
    combatant = context.fight.combatants[who]
    trait = resolve_trait(combatant, trait)
    value = getattr(combatant, trait)
    return attribute_test(
        who, trait, value, needed, "fight on", on_failure=lambda context: fall(context, who, "broken")
    )


def _not_to_bleed(context: CombatContext[Fight], who: str) -> Step[Fight]:
    """Return the test against the number of marked wounds; who fails bleeds (R42)."""
    combatant = context.fight.combatants[who]
    value, needed = combatant.commitment, len(combatant.marked)

    def bleed(context: CombatContext[Fight]) -> None:
        gain(context, who, "bleeding")

    return attribute_test(who, "commitment", value, needed, "keep from bleeding", on_failure=bleed)


def fall(context: CombatContext[Fight], who: str, status: str) -> bool:
    """Mark someone as fallen; a group loses a member instead and its wounds start afresh. Return whether they fell."""
    if lose_member(context, who, marked=[]):
        return False
    combatant = context.fight.combatants[who]
    if "dead" in (status, *combatant.status):
        for word in ("impeded", "cornered", "hurled"):
            lose(context, who, word, "dead")
        break_focus(context, who, "dead")
    gain(context, who, status)
    break_focus(context, who, status)
    return True
