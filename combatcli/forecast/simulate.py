"""Simulated fights in chunks, on one core or several, with the same result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from combatcli.forecast.tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from combatcli.forecast.fight import Outcome

CHUNK, LEAST = 100, 10
"""The usual and the least number of fights in a chunk; after each chunk precision is checked."""


def chunks_of_fights(times: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last fight of each chunk; small ones come last, so that all cores end together."""
    done = 0
    while done < times:
        first, done = done + 1, min(times, done + max(LEAST, min(CHUNK, (times - done) // 8)))
        yield first, done


def tally_chunk(fight_number: Callable[[int], Outcome], first: int, last: int) -> Tally:
    """Fight the fights of a chunk and tally them."""
    tally = Tally()
    for number in range(first, last + 1):
        tally.add_fight(fight_number(number))
    return tally


def tallies_in_parallel(
    pool: Executor, work: Callable[[int, int], Tally], parts: Iterable[tuple[int, int]], ahead: int
) -> Iterator[Tally]:
    """Yield the tally of each chunk in order, with ``ahead`` of them under way."""
    left = iter(parts)
    futures: list[Future[Tally]] = [pool.submit(work, *part) for part in islice(left, ahead)]
    try:
        while futures:
            yield futures.pop(0).result()
            futures += [pool.submit(work, *part) for part in islice(left, 1)]
    finally:
        for future in futures:
            future.cancel()


def add_tallies_until_enough(tallies: Iterator[Tally], is_enough: Callable[[Tally], bool]) -> tuple[Tally, bool]:
    """Add up tallies until they are enough; return the total, and whether Ctrl-C cut it short."""
    total = Tally()
    try:
        for tally in tallies:
            total.add_tally(tally)
            if is_enough(total):
                break
    except KeyboardInterrupt:
        return total, True
    return total, False
