"""What wounds do (R40–R43): which box a number marks, who must fight on, who falls, bleeds or dies."""

from __future__ import annotations

from combatcli.rulesets.realm import state

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Combatant, Fight

RESOLVE_TARGET = 10
TOP_BOXES = 2
DIE = 10


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


def top_marked(marked: Sequence[int], boxes: int) -> int:
    """Return how many of the two highest boxes are marked (R41, R42)."""
    return sum(1 for box in range(max(1, boxes - TOP_BOXES + 1), boxes + 1) if box in marked)


def all_marked(marked: Sequence[int], boxes: int) -> bool:
    """Tell whether every box is marked, which is death (R43)."""
    return len(set(marked)) >= boxes


def resolve_trait(combatant: Combatant, wanted: str | None = None) -> str:
    """Return what is tested to fight on: the better of Daring and Commitment, or the one asked for (R41)."""
    return wanted or max(("daring", "commitment"), key=lambda trait: getattr(combatant, trait))


def trial(source: Source, attribute: int) -> tuple[int, int]:
    """Roll a test: one d10, and its total with the attribute (R50)."""
    face = source.die(DIE)
    return face, face + attribute


def mark(play: Play[Fight], who: str, number: int, box: int | None) -> None:
    """Mark a box, if one is free, and tell it; a wound breaks a focus (R24)."""
    combatant = play.fight.combatants[who]
    if box is not None:
        play.change(who, marked=sorted([*combatant.marked, box]))
    play.tell("wound", target=who, amount=number, marked=box, status=combatant.status)
    if "focusing" in combatant.status:
        state.lose(play, who, "focusing", "wounded")


def consequences(play: Play[Fight], who: str, before: Combatant, trait: str | None = None) -> None:
    """Roll what new wounds bring: death, bleeding, or the will to fight on (R41–R43).

    ``before`` is the combatant as it was before the wounds that are applied at once.
    """
    now = play.fight.combatants[who]
    if "dead" in now.status:
        return
    if all_marked(now.marked, now.wounds):
        fall(play, who, "dead")
        return
    earlier, later = (top_marked(each.marked, each.wounds) for each in (before, now))
    if later == TOP_BOXES and "incapacitated" not in now.status:
        if fall(play, who, "incapacitated"):
            _test_bleeding(play, who)
    elif later and not earlier and not state.fallen(now) and not _fights_on(play, who, trait):
        fall(play, who, "broken")


def _fights_on(play: Play[Fight], who: str, wanted: str | None) -> bool:
    combatant = play.fight.combatants[who]
    trait = resolve_trait(combatant, wanted)
    needed = int(play.fight.house.get("resolve_target", RESOLVE_TARGET))
    return _test(play, who, trait, needed, "fight on")


def _test_bleeding(play: Play[Fight], who: str) -> None:
    combatant = play.fight.combatants[who]
    if not _test(play, who, "commitment", len(combatant.marked), "not bleed"):
        state.gain(play, who, "bleeding")


def _test(play: Play[Fight], who: str, trait: str, needed: int, purpose: str) -> bool:
    face, total = trial(play.source, getattr(play.fight.combatants[who], trait))
    success = total >= needed
    play.tell(
        "test",
        who=who,
        trait=trait,
        faces=[face],
        total=total,
        needed=needed,
        success=success,
        purpose=purpose,
    )
    return success


def fall(play: Play[Fight], who: str, status: str) -> bool:
    """Let someone fall; a group loses a member instead and its wounds start afresh. Tell whether they fell."""
    combatant = play.fight.combatants[who]
    if combatant.count > 1:
        play.change(who, count=combatant.count - 1, marked=[])
        play.tell("loss", who=who, left=combatant.count - 1)
        return False
    if "dead" in (status, *combatant.status):
        ended = [word for word in combatant.status if word in ("focusing", "impeded", "cornered", "hurled")]
        for word in ended:
            state.lose(play, who, word, "dead")
    state.gain(play, who, status)
    if "focusing" in play.fight.combatants[who].status:
        state.lose(play, who, "focusing", status)
    return True
