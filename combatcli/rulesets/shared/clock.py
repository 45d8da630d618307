"""Rounds, phases and seconds (10 a round), and `next`, which goes from phase to phase."""

from collections.abc import Callable, Sequence

from combatcli.rulesets.actions import Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.pending import warn_of_pending
from combatcli.rulesets.tasks import do

SECONDS = 10


class NextRequest(Request, frozen=True):
    """The next phase; ``round`` goes on to the next round's first phase."""

    round: bool = False


def seconds(round_: int) -> int:
    """Return the seconds that have passed when a round begins."""
    return (round_ - 1) * SECONDS


def phase_number_and_count(phases: Sequence[str], phase: str) -> dict[str, int]:
    """Return a phase's number, and how many there are, as `show` has them."""
    return {"number": phases.index(phase) + 1, "phases": len(phases)}


def advance_phases(
    context: CombatContext[E],
    request: NextRequest,
    advance: Callable[[CombatContext[E]], object],
) -> None:
    """Go on to the next phase, or through the rest of the round; ``advance`` goes on by one phase."""
    warn_of_pending(context)
    present = context.fight.round
    advance(context)
    if request.round:
        do(context, (_go_on_through_round, advance, present))


def _go_on_through_round(context: CombatContext[E], advance: Callable[[CombatContext[E]], object], round_: int) -> None:
    if context.fight.round == round_:
        advance(context)
        do(context, (_go_on_through_round, advance, round_))
