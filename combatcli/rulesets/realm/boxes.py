"""Wound boxes (R40–R43): which box a number marks, and the rolls that new wounds bring: to fight on, not to bleed."""

from __future__ import annotations

from combatcli.rulesets.play import finished, in_turn
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.deeds import acts_at_the_same_time, break_focus
from combatcli.rulesets.realm.state import TOP_BOXES, all_marked, top_marked
from combatcli.rulesets.realm.test import test_against
from combatcli.rulesets.shared.conditions import gain, lose
from combatcli.rulesets.shared.groups import lose_member

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combatcli.rulesets.play import Play, Step
    from combatcli.rulesets.realm.schema import Combatant, Fight

RESOLVE_TARGET = 10


def box_for(number: int, marked: Sequence[int], boxes: int) -> int | None:
    """Return the box that a wound number marks: itself, else outwards from it, lower first; None if all are (R40)."""
    start = min(max(number, 1), boxes)
    for away in range(boxes):
        for box in (start - away, start + away):
            if 1 <= box <= boxes and box not in marked:
                return box
    return None


def lowest_unmarked(marked: Sequence[int], boxes: int) -> int | None:
    """Return the lowest box that is not marked; None if all are (R33, R42)."""
    return next((box for box in range(1, boxes + 1) if box not in marked), None)


def resolve_trait(combatant: Combatant, wanted: str | None = None) -> str:
    """Return what is tested to fight on: the better of Daring and Commitment, or the one asked for (R41)."""
    return wanted or max(("daring", "commitment"), key=lambda trait: getattr(combatant, trait))


def mark(play: Play[Fight], who: str, number: int, box: int | None, by: str = "") -> None:
    """Mark a box, if one is free, and tell it; a wound breaks a focus, unless it was dealt at the same time (R24)."""
    combatant = play.fight.combatants[who]
    if box is not None:
        play.change(who, marked=sorted([*combatant.marked, box]))
    play.tell("wound", target=who, amount=number, marked=box, status=state.status_openly(combatant))
    if not acts_at_the_same_time(play.fight, by, who):
        break_focus(play, who, "wounded")


def consequences(
    play: Play[Fight],
    before: Mapping[str, Combatant],
    wounded: Sequence[str],
    traits: Mapping[str, str] | None = None,
    then: Callable[[Play[Fight]], Step[Fight] | None] = finished,
) -> Step[Fight] | None:
    """Roll what new wounds bring, for each of the wounded in turn: death, bleeding, or the will to fight on (R41–R43).

    ``before`` has the combatants as they were before the wounds that are applied at once.
    """

    def bring(play: Play[Fight], who: str) -> Step[Fight] | None:
        return _consequence(play, who, before[who], (traits or {}).get(who))

    def at_last(play: Play[Fight]) -> Step[Fight] | None:
        for event in play.events:
            if event["event"] == "wound":
                event["status"] = state.status_openly(play.fight.combatants[event["target"]])
        return then(play)

    return in_turn(play, wounded, bring, at_last)


def _consequence(play: Play[Fight], who: str, before: Combatant, trait: str | None) -> Step[Fight] | None:
    now = play.fight.combatants[who]
    if state.dead(before):
        return None
    if all_marked(now.marked, now.wounds):
        fall(play, who, "dead")
        return None
    earlier, later = (top_marked(each.marked, each.wounds) for each in (before, now))
    if later == TOP_BOXES and "incapacitated" not in now.status:
        return _not_to_bleed(play, who) if fall(play, who, "incapacitated") else None
    if later and not earlier and not state.fallen(now):
        return _to_fight_on(play, who, trait)
    return None


def _to_fight_on(play: Play[Fight], who: str, wanted: str | None) -> Step[Fight]:
    """Return the test to fight on; who fails is broken (R41)."""
    needed = int(play.fight.house.get("resolve_target", RESOLVE_TARGET))

    combatant = play.fight.combatants[who]
    trait = resolve_trait(combatant, wanted)

    def or_break(play: Play[Fight], success: bool) -> None:  # noqa: FBT001  (what a test comes to)
        if not success:
            fall(play, who, "broken")

    return test_against(who, trait, getattr(combatant, trait), needed, or_break, purpose="fight on")


def _not_to_bleed(play: Play[Fight], who: str) -> Step[Fight]:
    """Return the test against the number of marked wounds; who fails bleeds (R42)."""
    combatant = play.fight.combatants[who]

    def or_bleed(play: Play[Fight], success: bool) -> None:  # noqa: FBT001  (what a test comes to)
        if not success:
            gain(play, who, "bleeding")

    needed = len(combatant.marked)
    return test_against(who, "commitment", combatant.commitment, needed, or_bleed, purpose="not bleed")


def fall(play: Play[Fight], who: str, status: str) -> bool:
    """Mark someone as fallen; a group loses a member instead and its wounds start afresh. Return whether they fell."""
    if lose_member(play, who, marked=[]):
        return False
    combatant = play.fight.combatants[who]
    if "dead" in (status, *combatant.status):
        for word in ("impeded", "cornered", "hurled"):
            lose(play, who, word, "dead")
        break_focus(play, who, "dead")
    gain(play, who, status)
    break_focus(play, who, status)
    return True
