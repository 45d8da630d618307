"""What a game does for one command: the shape of its request, how it is prepared, what its odds measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from combatcli.records import Record
from combatcli.rulesets.context import CombatContext, E

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.metrics import Metric
    from combatcli.rulesets.steps import Step

AnyAction: TypeAlias = "Action[Any, Any]"


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=lambda name: name.rstrip("_")):
    """What a command was told; a key that a game's request does not have is an option that the game lacks."""


R = TypeVar("R", bound=Request)


class OddsQuery(Record, Generic[E]):
    """A play whose odds are told, and what is measured in it."""

    begin: Callable[[CombatContext[E]], Step[E] | None]
    metrics: Sequence[Metric]


class Action(Record, Generic[E, R]):
    """What a game does for one command.

    ``prepare`` makes all checks and does all that needs no dice; it returns the first step, None where nothing is
    rolled. ``odds`` states what to measure: queries into plays that do not touch one another.
    """

    request: type[R]
    prepare: Callable[[CombatContext[E], R], Step[E] | None]
    odds: Callable[[E, R], Iterable[OddsQuery[E]]] | None = None


def single_query(
    prepare: Callable[[CombatContext[E], R], Step[E] | None], metrics: Callable[[E, R], Sequence[Metric]]
) -> Callable[[E, R], Iterable[OddsQuery[E]]]:
    """Return the odds of an action that is one play: what to measure in it."""
    return lambda fight, request: [OddsQuery(lambda context: prepare(context, request), metrics(fight, request))]
