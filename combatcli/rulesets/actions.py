"""What a game does for one command: the shape of its request, the rule that it is, what its odds measure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from combatcli.encounter.references import CombatantId
from combatcli.records import Record
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.metrics import Metric
from combatcli.rulesets.tasks import Task

AnyAction: TypeAlias = "Action[Any, Any]"


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=lambda name: name.rstrip("_")):
    """What a command was told; a key that a game's request does not have is an option that the game lacks."""


class AttackRequest(Request, frozen=True):
    """Who attacks whom; a game adds what else an attack may be told."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []


R = TypeVar("R", bound=Request)


class OddsQuery(Record, Generic[E]):
    """A play whose odds are told: the task that it is, and what is measured in it."""

    task: Task
    metrics: Sequence[Metric]


class Action(Record, Generic[E, R]):
    """What a game does for one command.

    ``task`` is the rule: it takes a context and a request. ``odds`` states what to measure: queries into plays that do
    not touch one another; None where the command has no odds. The options that the game adds are those of the request;
    ``words`` say what words mean in it, ``examples`` are lines of it. A subcommand that the game alone has says in its
    ``summary`` what it does; one ``alone`` needs no encounter, one that ``fails`` has a test.
    """

    request: type[R]
    task: Callable[[CombatContext[E], R], Any]
    odds: Callable[[E, R], Iterable[OddsQuery[E]]] | None = None
    words: str = ""
    examples: Sequence[str] = ()
    summary: str = ""
    alone: bool = False
    fails: bool = False


def action(
    request: type[R],
    task: Callable[[CombatContext[E], R], Any],
    metrics: Callable[[E, R], Sequence[Metric]] | None = None,
    **said: Any,
) -> Action[E, R]:
    """Return the action that a rule is; ``metrics`` says what its odds measure, where it is one play.

    What else is ``said`` of it are the keys of `Action`.
    """
    if metrics is None:
        return Action(request, task, **said)
    return Action(request, task, lambda fight, asked: [OddsQuery((task, asked), metrics(fight, asked))], **said)
