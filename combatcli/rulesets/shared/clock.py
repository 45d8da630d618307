"""Rounds, phases and seconds: ten seconds a round in every game that has a clock; and `next`, from phase to phase."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from combatcli.events import Pending
from combatcli.rulesets.actions import Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.pending import name_waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.steps import Step

SECONDS = 10


class NextRequest(Request, frozen=True):
    """The next phase; with ``round`` on to the first phase of the next round."""

    round: bool = False


def seconds(round_: int) -> int:
    """Return the seconds gone when a round begins."""
    return (round_ - 1) * SECONDS


def go_on(
    context: CombatContext[E],
    request: NextRequest,
    advance: Callable[[CombatContext[E]], Step[E] | None],
    pending: type[Pending] = Pending,
) -> Step[E] | None:
    """Go on to the next phase, or through the rest of the round; ``advance`` goes on by one.

    ``pending`` is the game's type of the event of a pending hit.
    """
    name_waiting(context, pending)
    return _onward(context, advance, context.fight.round if request.round else None)


def _onward(
    context: CombatContext[E],
    advance: Callable[[CombatContext[E]], Step[E] | None],
    through: int | None,
    *,
    begun: bool = False,
) -> Step[E] | None:
    """Go on by one, and again as long as it is the round to go through."""
    if begun and context.fight.round != through:
        return None
    step = advance(context)
    again = partial(_onward, advance=advance, through=through, begun=True)
    return step.then(again) if step is not None else again(context)
