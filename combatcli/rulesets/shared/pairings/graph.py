"""Who touches whom: two camps, the pairs that touch, blocks in which all touch, and pairs that cross (P1–P3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

Pair = tuple[int, int]
"""Somebody of camp 1 and somebody of camp 2, by their numbers in the file's order."""


Block = Mapping[int, Sequence[int]]
"""Members by their camps, of whom everybody of the one touches everybody of the other, as in an arena."""


class Graph:
    """Members by their numbers, in the file's order: their names and camps, and who of them touch.

    ``beside`` has the pairs that touch one by one, ``blocks`` those that touch all together; ``crossing`` leads from a
    pair to the one that it would cross; ``beneath`` has those beneath contempt.
    """

    def __init__(
        self,
        names: Sequence[str],
        camps: Sequence[int],
        *,
        pairs: Iterable[Pair] = (),
        blocks: Sequence[Block] = (),
        crossing: Mapping[Pair, Pair] | None = None,
        beneath: Iterable[int] = (),
    ) -> None:
        self.names = list(names)
        self.camps = list(camps)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.blocks = tuple(blocks)
        self.crossing = dict(crossing or {})
        self._crossing_of: dict[int, list[Pair]] = {}
        for pair in self.crossing:
            self._crossing_of.setdefault(pair[0], []).append(pair)
        self.beneath = frozenset(beneath)
        self.beside: list[list[int]] = [[] for _ in self.names]
        self.blocks_of: list[list[int]] = [[] for _ in self.names]
        for number, block in enumerate(self.blocks):
            for members in block.values():
                for member in members:
                    self.blocks_of[member].append(number)
        for first, second in dict.fromkeys(pairs):
            if not set(self.blocks_of[first]) & set(self.blocks_of[second]):
                self.beside[first].append(second)
                self.beside[second].append(first)

    def pair(self, one: int, other: int) -> Pair:
        """Return two as a pair: camp 1, camp 2."""
        return (one, other) if self.camps[one] == 1 else (other, one)

    def others(self, member: int) -> Iterator[int]:
        """Yield all whom a member touches."""
        yield from self.beside[member]
        for number in self.blocks_of[member]:
            yield from self.blocks[number][3 - self.camps[member]]

    def touch(self, one: int, other: int) -> bool:
        """Return whether two touch."""
        return self.camps[one] != self.camps[other] and (
            other in self.beside[one] or bool(set(self.blocks_of[one]) & set(self.blocks_of[other]))
        )

    def crossing_of(self, members: Iterable[int]) -> list[Pair]:
        """Return the pairs of some members that would cross another."""
        return [pair for member in members for pair in self._crossing_of.get(member, ())]

    def named(self, pair: Pair) -> list[str]:
        """Return a pair by names."""
        return [self.names[pair[0]], self.names[pair[1]]]

    def chains(self) -> list[list[int]]:
        """Return the connected components (Q30), each in the file's order; who touches nobody is in none."""
        seen = [False] * len(self.names)
        opened = [False] * len(self.blocks)
        chains = []
        for start in range(len(self.names)):
            if seen[start] or not any(True for _ in self.others(start)):
                continue
            seen[start] = True
            chain = [start]
            for member in chain:  # grows as it is gone through
                for other in self._newly_touched(member, opened):
                    if not seen[other]:
                        seen[other] = True
                        chain.append(other)
            chains.append(sorted(chain))
        return chains

    def _newly_touched(self, member: int, opened: list[bool]) -> Iterator[int]:
        """Yield whom a member touches; of a block that is opened already, nobody."""
        yield from self.beside[member]
        for number in self.blocks_of[member]:
            if not opened[number]:
                opened[number] = True
                for members in self.blocks[number].values():
                    yield from members
