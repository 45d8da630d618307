"""`dashtest`: who of two comes first."""

from __future__ import annotations

from typing import Any

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.actions import OddsQuery, Request
from combatcli.rulesets.metrics import chance_of_event
from combatcli.rulesets.steps import DisplayOnly, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.context import CombatContext


class DashRequest(Request, frozen=True):
    """Who comes first, by the game's own trait on both sides unless told otherwise; ``against`` is the other's."""

    who: CombatantId
    other: CombatantId
    trait: str | None = None
    against: str | None = None


class Dash(Record):
    """A dash as it was rolled: 1 if one comes first, -1 if the other does, 0 for the same time; the event's keys."""

    first: int
    shown: DisplayOnly[dict[str, object]]


def prepare_dash(
    request: DashRequest,
    trait: str,
    value: Callable[[str, str], int],
    roll: Callable[[Source, int, int], Dash],
    rule: str,
) -> Step[Any]:
    """Return the dash of two, by a rule; ``value`` returns someone's trait, or refuses, and ``roll`` rolls both."""
    if request.who == request.other:
        raise RefusedError(f"{request.who} cannot race themselves ({rule})")
    trait = request.trait or trait
    against = request.against or trait
    own, other = value(request.who, trait), value(request.other, against)

    def emit(context: CombatContext[Any], dash: Dash) -> None:
        context.emit(
            "contest",
            who=request.who,
            against=request.other,
            trait=trait,
            against_trait=against,
            **dash.shown.value,
            success=dash.first > 0 if dash.first else None,
            first=request.who if dash.first > 0 else request.other if dash.first < 0 else None,
            dash=True,
        )

    return Step(lambda source: roll(source, own, other), emit, key="dash", purpose="the dash")


def dash_odds(
    prepare: Callable[[CombatContext[Any], Any], Step[Any] | None], request: DashRequest
) -> list[OddsQuery[Any]]:
    """Look at who comes first, and at the same time."""
    both = {"who": request.who, "against": request.other}
    questions = [
        chance_of_event("success", both, "contest", lambda event: event["success"]),
        chance_of_event("same time", both, "contest", lambda event: event["first"] is None),
    ]
    return [OddsQuery(lambda context: prepare(context, request), questions)]
