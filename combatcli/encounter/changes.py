"""What changed between two texts, as the lines that stay and those that are new; small where the change is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

Part = tuple[int, int] | str
"""Lines of the text before (the first one's place from 0, how many), or new lines."""


def changes(before: str, after: str) -> list[Part]:
    """Return the parts that make the text after, in order; joined by line feeds they are that text."""
    old = before.split("\n")
    places: dict[str, list[int]] = {}
    for index, line in enumerate(old):
        places.setdefault(line, []).append(index)
    parts: list[Part] = []
    new: list[str] = []
    expected = 0
    for line in after.split("\n"):
        if expected < len(old) and old[expected] == line:
            index = expected
        elif line in places:
            index = _nearest(places[line], expected)
        else:
            new.append(line)
            expected += 1
            continue
        _add_old(parts, new, index)
        expected = index + 1
    _end_new(parts, new)
    return parts


def apply(before: str, parts: Sequence[Part]) -> str:
    """Return the text after; ValueError if a part is of lines that the text before has not."""
    old = before.split("\n")
    texts: list[str] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
            continue
        start, count = part
        if start < 0 or count < 1 or start + count > len(old):
            raise ValueError(f"there are no lines {start} to {start + count - 1}")
        texts.append("\n".join(old[start : start + count]))
    return "\n".join(texts)


def _nearest(places: Sequence[int], expected: int) -> int:
    at = bisect_left(places, expected)
    return min(places[max(at - 1, 0) : at + 1], key=lambda index: abs(index - expected))


def _add_old(parts: list[Part], new: list[str], index: int) -> None:
    _end_new(parts, new)
    if parts and isinstance(parts[-1], tuple) and sum(parts[-1]) == index:
        parts[-1] = (parts[-1][0], parts[-1][1] + 1)
    else:
        parts.append((index, 1))


def _end_new(parts: list[Part], new: list[str]) -> None:
    if new:
        parts.append("\n".join(new))
        new.clear()
