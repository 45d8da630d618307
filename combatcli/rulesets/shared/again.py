"""`declare --again`: all who can, or those named, repeat their declaration of the last round."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from combatcli.errors import CombatError, RefusedError
from combatcli.rulesets.actions import Request
from combatcli.rulesets.context import CombatContext, E

R = TypeVar("R", bound=Request)


def declare_again(
    context: CombatContext[E],
    named: Sequence[str],
    everybody: Iterable[str],
    last: Callable[[E, str], R | None],
    declare: Callable[[CombatContext[E], R], None],
    *,
    strict: bool = True,
) -> None:
    """Repeat the last round's declarations, and warn of each that fails and why; RefusedError if all fail.

    ``last`` returns the combatant's old declaration, or None if there is none or they have declared anew without being
    ``named``; it raises RefusedError where the old one is no longer possible. ``strict`` also refuses what is
    irregular.
    """
    refusals, repeated = [], False
    for who in named or everybody:
        fork = context.fork()
        fork.strict = strict or context.strict
        try:
            request = last(context.fight, who)
            if request is not None:
                declare(fork, request)
        except CombatError as error:
            refusals.append(f"{context.fight.subject(who):does} not declare again: {error.message}")
            continue
        if request is not None:
            context.adopt(fork)
            repeated = True
        elif named:
            refusals.append(f"{who} declared nothing in the last round, or declared already in this one")
    if not repeated:
        before = context.fight.round - 1
        nothing = f"nobody declared anything in {f'round {before}' if before else 'a round before'} to be repeated"
        sentence = "; ".join(refusals) or nothing
        raise RefusedError(sentence, "Write: combatcli declare WHO ACTION [TARGET…]")
    for sentence in refusals:
        context.warn(sentence)
