"""Circles of things that need each other."""

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter


def circle_in(needs: Mapping[str, Collection[str]]) -> list[str]:
    """Return the names on a circle of things that need each other, from the first on and back; empty without one."""
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        circle = error.args[1][:0:-1]
        first = circle.index(next(name for name in needs if name in circle))
        return [*circle[first:], *circle[: first + 1]]
    return []
