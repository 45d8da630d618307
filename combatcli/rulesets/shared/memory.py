"""What has been found out of something that never changes, found out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST = 1024
"""So many answers are kept at most; then it begins anew, so that memory stays flat."""


def found_once(find: Callable[[T], R]) -> Callable[[T], R]:
    """Return a function that asks another about each immutable thing once, and tells things apart by identity.

    An encounter's parts are shared by all that came of it as long as they are the same. What is returned may not be
    changed either.
    """
    found: dict[int, tuple[T, R]] = {}

    @wraps(find)
    def answer(about: T) -> R:
        try:
            return found[id(about)][1]
        except KeyError:
            pass
        if len(found) >= MOST:
            found.clear()
        # What is kept beside its answer stays alive, so that nothing else gets its identity.
        result = find(about)
        found[id(about)] = about, result
        return result

    return answer
