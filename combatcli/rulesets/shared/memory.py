"""Results of pure functions of immutable things, computed once."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST = 4096
"""The number of results that are kept; beyond it the memory is cleared, so that it stays flat."""


def computed_once(find: Callable[[T], R]) -> Callable[[T], R]:
    """Return a function that computes once per immutable argument, compared by identity.

    Encounters share the parts that have not changed, so their results are shared too. Results must not be changed.
    """
    results: dict[int, tuple[T, R]] = {}

    @wraps(find)
    def find_once(argument: T) -> R:
        try:
            return results[id(argument)][1]
        except KeyError:
            pass
        if len(results) >= MOST:
            results.clear()
        # The argument is remembered beside its result: it stays alive, so that no other object gets its identity.
        result = find(argument)
        results[id(argument)] = argument, result
        return result

    return find_once
