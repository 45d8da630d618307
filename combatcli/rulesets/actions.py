"""What a game does for one command: its request, its rule, and what its odds measure."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from combatcli.encounter.references import CombatantId
from combatcli.records import Record
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.metrics import Metric
from combatcli.rulesets.tasks import Task

AnyAction: TypeAlias = "Action[Any, Any]"


class Request(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, rename=lambda name: name.rstrip("_")
):
    """A command's arguments; an option without a key in a game's request is unknown to that game."""


class AttackRequest(Request, frozen=True):
    """Who attacks whom; each game adds its own options."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []


R = TypeVar("R", bound=Request)


class OddsQuery(Record, Generic[E]):
    """A play whose odds are asked for: its task and metrics."""

    task: Task
    metrics: Sequence[Metric]


class Action(Record, Generic[E, R]):
    """What a game does for one command."""

    request: type[R]
    """The type of its request, which has the options that the game adds."""
    task: Callable[[CombatContext[E], R], Any]
    """The rule."""
    odds: Callable[[E, R], Iterable[OddsQuery[E]]] | None = None
    """Returns queries into independent plays; None if the command has no odds."""
    words: str = ""
    """The meaning of its words, for the help."""
    examples: Sequence[str] = ()
    summary: str = ""
    """The help of a subcommand of this game alone."""
    alone: bool = False
    """Whether it needs no encounter."""
    fails: bool = False
    """Whether it has a test that may fail."""


def action(
    request: type[R],
    task: Callable[[CombatContext[E], R], Any],
    metrics: Callable[[E, R], Sequence[Metric]] | None = None,
    **fields: Any,
) -> Action[E, R]:
    """Return the action of a rule; ``metrics`` returns what its odds measure, if they are of one play.

    ``fields`` are further fields of `Action`.
    """
    if metrics is None:
        return Action(request, task, **fields)
    return Action(request, task, lambda fight, asked: [OddsQuery((task, asked), metrics(fight, asked))], **fields)
