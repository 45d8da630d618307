"""`recover` (R44, R45): days of natural recovery, and a successful use of Healing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, lcm
from typing import cast

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.actions import Action, OddsQuery, Request
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, value_at_end
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.events import Recover
from combatcli.rulesets.realm.schema import Fight
from combatcli.rulesets.realm.state import top_marked
from combatcli.rulesets.shared.conditions import lose
from combatcli.rulesets.steps import Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.odds.outcomes import EveryOutcome

RECOVERY_DIE = 5
MOST_DAYS = 1000
MOST_ROLLS = 100_000


class RecoverRequest(Request, frozen=True):
    """Days of rest; or healing: ``heal`` wounds cleared beside the bleeding, ``wound`` the one box to clear."""

    who: CombatantId
    days: int = 1
    heal: int | None = None
    wound: int | None = None


class Rest(Record):
    """How a rest goes: the days that are left, this one included, the re-rolls left today, what was rolled so far."""

    days: int
    again: int
    faces: tuple[int, ...] = ()
    cleared: tuple[int, ...] = ()


def recover(context: CombatContext[Fight], request: RecoverRequest) -> Step[Fight] | None:
    """Clear wounds by rest or by Healing; status follows the boxes that remain."""
    check_may_recover(context.fight, request)
    if request.heal is None and request.wound is None:
        commitment = max(0, context.fight.combatants[request.who].commitment)
        return rest(context, request.who, Rest(request.days, commitment), commitment)
    combatant = context.fight.combatants[request.who]
    if request.heal == 0 and request.wound is None and "bleeding" not in combatant.status:
        context.warn(f"{request.who} is not bleeding, so there is nothing to stop (R45)")
    lose(context, request.who, "bleeding", "healed")
    highest = sorted(combatant.marked, reverse=True)
    cleared = highest[: request.heal or 0] if request.wound is None else [request.wound]
    context.update_combatant(request.who, marked=[box for box in combatant.marked if box not in cleared])
    _tell(context, request.who, [], cleared)
    return None


def check_may_recover(fight: Fight, request: RecoverRequest) -> None:
    """Refuse recovery to the dead, rest to the bleeding, and both to the unhurt (R43, R44)."""
    combatant = combatant_named(fight, request.who)
    if state.is_dead(combatant):
        raise RefusedError(f"{request.who} is dead, and there is no return (R43)")
    if request.heal and request.wound is not None:
        raise RefusedError(
            "--heal N and --wound N exclude each other (R45)", "Give the number of wounds to clear, or the wound."
        )
    if request.wound is not None:
        if request.wound not in combatant.marked:
            marked = ", ".join(map(str, combatant.marked)) or "none"
            raise RefusedError(f"{request.who} has no wound {request.wound} (R45)", f"Marked: {marked}.")
        return
    if request.heal is not None:
        return
    if not 1 <= request.days <= MOST_DAYS:
        raise RefusedError(
            f"recovery takes 1 to {MOST_DAYS} days, not {request.days} (R44)", "Give the number: --days 3"
        )
    if "bleeding" in combatant.status:
        raise RefusedError(
            f"{request.who} is bleeding and cannot recover by rest (R44)",
            f"Stop the bleeding first: combatcli recover {request.who} --heal",
        )
    if not combatant.marked:
        raise RefusedError(f"{request.who} has no marked wound (R44)")


def rest(context: CombatContext[Fight], who: str, so_far: Rest, commitment: int) -> Step[Fight] | None:
    """Return the next d5 of a rest, which clears the wound of its number (R44).

    A roll that matches no wound is rolled again, up to Commitment times that day. It is over with the days, or when no
    wound is left that a d5 could clear.
    """
    if not so_far.days or min(context.fight.combatants[who].marked, default=RECOVERY_DIE + 1) > RECOVERY_DIE:
        _tell(context, who, so_far.faces, so_far.cleared)
        return None

    def apply(context: CombatContext[Fight], face: int) -> Step[Fight] | None:
        marked = context.fight.combatants[who].marked
        faces, cleared = (*so_far.faces, face), so_far.cleared
        if face not in marked and so_far.again:
            return rest(context, who, Rest(so_far.days, so_far.again - 1, faces, cleared), commitment)
        if face in marked:
            context.update_combatant(who, marked=[box for box in marked if box != face])
            cleared = (*cleared, face)
        return rest(context, who, Rest(so_far.days - 1, commitment, faces, cleared), commitment)

    key = ("rest", so_far.days, so_far.again)
    return Step(lambda source: source.die(RECOVERY_DIE), apply, key=key, purpose=f"{who}'s recovery")


def _tell(context: CombatContext[Fight], who: str, faces: Sequence[int], cleared: Sequence[int]) -> None:
    combatant = context.fight.combatants[who]
    marked, top = combatant.marked, top_marked(combatant.marked, combatant.wounds)
    beyond = [box for box in marked if box > RECOVERY_DIE]
    context.emit(Recover(who=who, faces=list(faces), cleared=list(cleared), left=marked, beyond_rest=beyond))
    if top < min(2, combatant.wounds):
        lose(context, who, "incapacitated", "recovered")
    if top == 0:
        lose(context, who, "broken", "recovered")


def odds(fight: Fight, request: RecoverRequest) -> Iterator[OddsQuery[Fight]]:
    """Measure whether rest clears a wound, which, and how many."""
    if request.heal is not None or request.wound is not None:
        raise RefusedError("healing rolls no dice here, so it has no odds (R45)")
    check_may_recover(fight, request)
    if request.days * (1 + fight.combatants[request.who].commitment) > MOST_ROLLS:
        raise RefusedError(
            f"odds of a rest count {MOST_ROLLS} rolls at most; days times 1 + commitment are more (R44)",
            "Give fewer days, or set a smaller commitment.",
        )
    who, before = {"who": request.who}, fight.combatants[request.who].marked

    def count(fight: Fight) -> int:
        return len(before) - len(fight.combatants[request.who].marked)

    def clears(box: int) -> Metric:
        return chance_at_end(f"box {box}", who, lambda fight: box not in fight.combatants[request.who].marked)

    metrics = [
        chance_at_end("cleared", who, lambda fight: count(fight) > 0),
        *(clears(box) for box in before if box <= RECOVERY_DIE),
        value_at_end("wounds cleared", who, count),
    ]
    yield OddsQuery(lambda context: days_as_one_step(context, request), metrics)


def days_as_one_step(context: CombatContext[Fight], request: RecoverRequest) -> Step[Fight]:
    """Return all days of a rest as one choice among the sets of boxes that they may clear, for exact odds (R44)."""
    marked = context.fight.combatants[request.who].marked
    boxes = [box for box in marked if box <= RECOVERY_DIE]
    rolls = 1 + max(0, context.fight.combatants[request.who].commitment)
    numbers = ways_to_clear(len(boxes), request.days, rolls)
    common = lcm(*(comb(len(boxes), number) for number in numbers))
    each_of = {number: numbers[number] * (common // comb(len(boxes), number)) for number in sorted(numbers)}
    ways = {cleared: way for number, way in each_of.items() for cleared in combinations(boxes, number)}
    key = ("all days", request.who)

    def apply(context: CombatContext[Fight], cleared: tuple[int, ...]) -> None:
        context.update_combatant(request.who, marked=[box for box in marked if box not in cleared])

    return Step(lambda source: cast("EveryOutcome", source).choose_among(key, lambda: ways), apply, key=key)


def ways_to_clear(boxes: int, days: int, rolls: int) -> dict[int, int]:
    """Return in how many ways so many of the boxes clear in a number of days, each of so many rolls at most (R44).

    All faces are alike, so that only the number of boxes still marked decides how likely another one clears.
    """
    ways = {0: 1}
    for _ in range(days):
        after: dict[int, int] = {}
        for cleared, count in ways.items():
            nothing = (RECOVERY_DIE - boxes + cleared) ** rolls
            for number, factor in ((cleared, nothing), (cleared + 1, RECOVERY_DIE**rolls - nothing)):
                if factor:
                    after[number] = after.get(number, 0) + count * factor
        ways = after
    return ways


ACTION = Action(RecoverRequest, recover, odds)
