"""`dashtest`: which of two comes first."""

from collections.abc import Callable, Collection, Sequence
from typing import Annotated, Any, TypeVar, cast

from msgspec import defstruct

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, reference_mark
from combatcli.encounter.schema import Member
from combatcli.errors import require_known
from combatcli.events import Contest, Table
from combatcli.records import Record
from combatcli.rulesets import tasks
from combatcli.rulesets.actions import Action, Request, action
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.rulesets.shared.roster import Roster
from combatcli.rulesets.tasks import DisplayOnly

C = TypeVar("C", bound=Member)


class DashRequest(Request, frozen=True):
    """A dash of two by the game's own trait; ``trait`` and ``against`` name other ones."""

    who: CombatantId
    other: CombatantId
    trait: str | None = None
    against: str | None = None


class DashResult(Record):
    """A rolled dash: 1 if the first comes first, -1 if the other does, 0 for the same time; and the event's keys."""

    first: int
    shown: DisplayOnly[Table]


def attribute_reader(game: str, names: Collection[str]) -> Callable[[Member, str], int]:
    """Return a function that reads an attribute off a combatant; it raises UsageError for an unknown name."""

    def attribute(combatant: Member, name: str) -> int:
        require_known(name, names, f'{game} has no attribute "{name}"')
        value: int = getattr(combatant, name)
        return value

    return attribute


def make_dash_action(
    trait: str,
    roster: Roster[E, C],
    attribute: Callable[[C, str], int],
    roll: Callable[[Source, int, int], DashResult],
    rule: str,
    event: type[Contest],
    traits: Sequence[str],
) -> Action[E, DashRequest]:
    """Return a game's `dashtest`, by default of ``trait``; ``roll`` rolls both sides.

    ``event`` is the game's type of a contest; ``traits`` are the words that complete one.
    """

    def dashtest(context: CombatContext[E], request: DashRequest) -> None:
        roster.refuse_oneself(request.who, request.other, "race", rule)
        by = request.trait or trait
        against = request.against or by
        own = attribute(roster.require_able(context.fight, request.who), by)
        other = attribute(roster.require_able(context.fight, request.other), against)
        dash = tasks.roll(context, "the dash", roll, own, other)
        contest = event(
            who=request.who,
            against=request.other,
            trait=by,
            against_trait=against,
            **dash.shown.value,
            success=dash.first > 0 if dash.first else None,
            first=request.who if dash.first > 0 else request.other if dash.first < 0 else None,
            dash=True,
        )
        context.emit(contest)

    return action(dash_request(traits), dashtest, dash_metrics)


def dash_request(traits: Sequence[str]) -> type[DashRequest]:
    """Return the request type of a game with some traits."""
    trait: Any = Annotated[str, reference_mark(words=traits)] | None
    keys = [("trait", trait, None), ("against", trait, None)]
    request_type = defstruct("DashRequest", keys, bases=(DashRequest,), frozen=True, kw_only=True)
    return cast("type[DashRequest]", request_type)


def dash_metrics(_: object, request: DashRequest) -> list[Metric]:
    """Query which of two comes first, and the same time."""
    both = {"who": request.who, "against": request.other}
    same_time = chance_of_event("same time", both, Contest, lambda event: event.first is None)
    return [chance_of_success(both, Contest), same_time]
