"""What the tests of the games in files share: games written down, odds asked for, and dice enumerated by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from support import Run

Chances = Mapping[int, Fraction]


def odds(run: Run, file: Path, *words: str) -> list[dict[str, Any]]:
    """Return the odds of a command as events."""
    done = run(*words, "--odds", "--json", "-f", file)
    assert done.code == 0, done.err
    return done.events


def chance(events: list[dict[str, Any]], of: str, **about: str) -> Fraction:
    """Return one chance of some odds."""
    (found,) = [
        event for event in events if event["event"] == "odds" and event["of"] == of and about.items() <= event.items()
    ]
    return Fraction(found["chance"])


def spread(events: list[dict[str, Any]], **about: str) -> dict[int, Fraction]:
    """Return the distribution of the damage."""
    (found,) = [event for event in events if event["event"] == "distribution" and about.items() <= event.items()]
    return {int(value): Fraction(text) for value, text in found["outcomes"].items()}


def die(sides: int) -> Chances:
    """Return the chances of one die."""
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def total(*dice: Chances) -> Chances:
    """Return the chances of a sum."""
    found: Counter[int] = Counter()
    for faces in product(*[each.items() for each in dice]):
        chance_of_all = Fraction(1)
        for _, one in faces:
            chance_of_all *= one
        found[sum(face for face, _ in faces)] += chance_of_all  # type: ignore[assignment]
    return found  # type: ignore[return-value]
