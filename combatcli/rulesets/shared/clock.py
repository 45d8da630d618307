"""Rounds, phases and seconds: ten seconds a round in every game that has a clock; and `next`, from phase to phase."""

from __future__ import annotations

from typing import Any

from combatcli.rulesets.play import Request
from combatcli.rulesets.shared.pending import waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.rulesets.play import Play, Step

SECONDS = 10


class NextRequest(Request, frozen=True):
    """The next phase; with ``round`` on to the first phase of the next round."""

    round: bool = False


def seconds(round_: int) -> int:
    """Return the seconds gone when a round begins."""
    return (round_ - 1) * SECONDS


def go_on(play: Play[Any], request: NextRequest, advance: Callable[[Play[Any]], Step[Any] | None]) -> Step[Any] | None:
    """Go on to the next phase, or through the rest of the round; ``advance`` goes on by one."""
    if play.fight.pending:
        play.warn(f"{waiting(play.fight.pending)}; `wound` applies, --discard drops")
    start = play.fight.round

    def onward(play: Play[Any]) -> Step[Any] | None:
        step = advance(play)
        return step.then(unless_over) if step is not None else unless_over(play)

    def unless_over(play: Play[Any]) -> Step[Any] | None:
        return onward(play) if request.round and play.fight.round == start else None

    return onward(play)
