"""`recover` (R44, R45): days of natural recovery, and a successful use of Healing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, lcm

from combatcli.dice.rolling.sources import Source, Throw
from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, value_at_end
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.events import Recover
from combatcli.rulesets.realm.schema import Combatant, Fight
from combatcli.rulesets.realm.state import top_marked
from combatcli.rulesets.shared.conditions import lose
from combatcli.rulesets.tasks import DisplayOnly, roll

Rested = tuple[tuple[int, ...], tuple[int, ...]]
"""The boxes that clear, and the faces."""

RECOVERY_DIE = 5
MOST_DAYS = 1000
MOST_ROLLS = 100_000


class RecoverRequest(Request, frozen=True):
    """Days of rest; or healing: ``heal`` wounds cleared beside the bleeding, ``wound`` the one box to clear."""

    who: CombatantId
    days: int = 1
    heal: int | None = None
    wound: int | None = None


class Rest(Throw):
    """The dice of some days of rest (R44): each day a d5 clears the wound of its number.

    One that matches none of the ``boxes`` still marked is rolled again, ``rolls`` times a day in all.
    """

    boxes: tuple[int, ...]
    days: int
    rolls: int

    def roll(self, source: Source) -> Rested:
        """Return the boxes that clear, and the faces; a rest ends when no box is left."""
        cleared: list[int] = []
        faces: list[int] = []
        for _ in range(self.days):
            if len(cleared) == len(self.boxes):
                break
            for _ in range(self.rolls):
                face = source.die(RECOVERY_DIE)
                faces.append(face)
                if face in self.boxes and face not in cleared:
                    cleared.append(face)
                    break
        return tuple(cleared), tuple(faces)

    def ways(self) -> dict[Rested, int]:
        """Return in how many ways each set of boxes clears, without faces.

        All faces are alike, so that only the number of boxes still marked decides how likely another one clears.
        """
        numbers = {0: 1}
        for _ in range(self.days):
            after: dict[int, int] = {}
            for cleared, ways in numbers.items():
                nothing = (RECOVERY_DIE - len(self.boxes) + cleared) ** self.rolls
                for number, factor in ((cleared, nothing), (cleared + 1, RECOVERY_DIE**self.rolls - nothing)):
                    if factor:
                        after[number] = after.get(number, 0) + ways * factor
            numbers = after
        common = lcm(*[comb(len(self.boxes), number) for number in numbers])
        return {
            (cleared, ()): numbers[number] * (common // comb(len(self.boxes), number))
            for number in sorted(numbers)
            for cleared in combinations(self.boxes, number)
        }


def _rested(source: Source, rest: Rest) -> tuple[tuple[int, ...], DisplayOnly[tuple[int, ...]]]:
    cleared, faces = source.throw(rest)
    return cleared, DisplayOnly(faces)


def recover(context: CombatContext[Fight], request: RecoverRequest) -> None:
    """Clear wounds by rest or by Healing; status follows the boxes that remain."""
    who, combatant = request.who, combatant_named(context.fight, request.who)
    check_may_recover(who, combatant, request)
    faces: Sequence[int] = ()
    cleared: Sequence[int] = ()
    if request.heal is None and request.wound is None:
        boxes = tuple([box for box in combatant.marked if box <= RECOVERY_DIE])
        if boxes:
            rest = Rest(boxes, request.days, 1 + max(0, combatant.commitment))
            cleared, shown = roll(context, f"{who}'s recovery", _rested, rest)
            faces = shown.value
    else:
        if request.heal == 0 and request.wound is None and "bleeding" not in combatant.status:
            context.warn(f"{who} is not bleeding, so there is nothing to stop (R45)")
        lose(context, who, "bleeding", "healed")
        highest = sorted(combatant.marked, reverse=True)
        cleared = (request.wound,) if request.wound is not None else highest[: request.heal]
    marked = [box for box in combatant.marked if box not in cleared]
    context.update_combatant(who, marked=marked)
    beyond = [box for box in marked if box > RECOVERY_DIE]
    context.emit(Recover(who=who, faces=list(faces), cleared=list(cleared), left=marked, beyond_rest=beyond))
    top = top_marked(marked, combatant.wounds)
    if top < min(2, combatant.wounds):
        lose(context, who, "incapacitated", "recovered")
    if top == 0:
        lose(context, who, "broken", "recovered")


def check_may_recover(who: str, combatant: Combatant, request: RecoverRequest) -> None:
    """Refuse recovery to the dead, rest to the bleeding, and both to the unhurt (R43, R44)."""
    if state.is_dead(combatant):
        raise RefusedError(f"{who} is dead, and there is no return (R43)")
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


def metrics(fight: Fight, request: RecoverRequest) -> list[Metric]:
    """Return whether rest clears a wound, which, and how many."""
    combatant = combatant_named(fight, request.who)
    if request.heal is not None or request.wound is not None:
        raise RefusedError("healing rolls no dice here, so it has no odds (R45)")
    if request.days * (1 + combatant.commitment) > MOST_ROLLS:
        raise RefusedError(
            f"odds of a rest count {MOST_ROLLS} rolls at most; days times 1 + commitment are more (R44)",
            "Give fewer days, or set a smaller commitment.",
        )
    who, before = {"who": request.who}, combatant.marked

    def count(fight: Fight) -> int:
        return len(before) - len(fight.combatants[request.who].marked)

    def clears(box: int) -> Metric:
        return chance_at_end(f"box {box}", who, lambda fight: box not in fight.combatants[request.who].marked)

    return [
        chance_at_end("cleared", who, lambda fight: count(fight) > 0),
        *(clears(box) for box in before if box <= RECOVERY_DIE),
        value_at_end("wounds cleared", who, count),
    ]


ACTION = action(RecoverRequest, recover, metrics)
