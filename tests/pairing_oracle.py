"""Pairings by brute force, from the text of the rules alone: edge subsets, one after the other."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

Pair = tuple[int, int]
Pairing = frozenset[Pair]


class Found(NamedTuple):
    """All legal pairings, and who is extra, outnumbered, or one to one, with the camp that is larger in their chain."""

    legal: list[Pairing]
    extra: set[int]
    outnumbered: set[int]
    larger: dict[int, int]


def chains(pairs: list[Pair]) -> list[set[int]]:
    """Return the connected parts."""
    parts: list[set[int]] = []
    for pair in pairs:
        joined = set(pair)
        apart = []
        for part in parts:
            if part & joined:
                joined |= part
            else:
                apart.append(part)
        parts = [*apart, joined]
    return parts


def legal_in(chain: set[int], pairs: list[Pair], crossing: dict[Pair, Pair], beneath: set[int]) -> list[Pairing]:
    """Return the least covers of a chain that cross nowhere, with the fewest pairs on those beneath contempt."""
    own = [pair for pair in pairs if pair[0] in chain]
    covers: list[Pairing] = []
    size = 0
    while not covers:
        size += 1
        covers = [
            frozenset(some) for some in combinations(own, size) if {who for pair in some for who in pair} == chain
        ]
    covers = [cover for cover in covers if not any(crossing.get(pair) in cover for pair in cover)]
    least = min(on(cover, beneath) for cover in covers)
    return [cover for cover in covers if on(cover, beneath) == least]


def on(cover: Pairing, whom: set[int]) -> int:
    """Return how many pairs there are on some."""
    return sum(who in whom for pair in cover for who in pair)


def matchings(pairs: list[Pair]) -> list[Pairing]:
    """Return all matchings of the largest size."""
    found: list[Pairing] = [frozenset()]
    for size in range(1, len(pairs) + 1):
        larger = [
            frozenset(some)
            for some in combinations(pairs, size)
            if len({who for pair in some for who in pair}) == 2 * size
        ]
        if not larger:
            return found
        found = larger
    return found


def brute_force(pairs: list[Pair], camps: list[int], crossing: dict[Pair, Pair], beneath: set[int]) -> Found:
    """Go through everything."""
    legal: list[Pairing] = [frozenset()]
    extra: set[int] = set()
    outnumbered: set[int] = set()
    larger: dict[int, int] = {}
    for chain in chains(pairs):
        own = [pair for pair in pairs if pair[0] in chain]
        legal = [one | other for one in legal for other in legal_in(chain, pairs, crossing, beneath)]
        largest = matchings(own)
        left_out = {who for who in chain if any(all(who not in pair for pair in each) for each in largest)}
        extra |= left_out
        outnumbered |= {who for pair in own if set(pair) & left_out for who in pair} - left_out
        first = sum(camps[who] == 1 for who in chain)
        larger |= dict.fromkeys(chain, 1 if 2 * first > len(chain) else 2)
    return Found(legal, extra, outnumbered, larger)


def pairs_of(cover: Pairing, who: int) -> int:
    """Return how many pairs somebody has."""
    return sum(who in pair for pair in cover)
