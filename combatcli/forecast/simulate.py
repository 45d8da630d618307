"""Fights by their numbers, in chunks on one core or several: the same digits either way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from combatcli.forecast.tally import Tally

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from combatcli.forecast.fight import Outcome

CHUNK, LEAST = 100, 10
"""So many fights are made at once; after each chunk it is asked whether enough is known."""


def chunks(times: int) -> Iterator[tuple[int, int]]:
    """Go through the first and the last fight of each chunk; small ones come last, so that all cores end together."""
    done = 0
    while done < times:
        first, done = done + 1, min(times, done + max(LEAST, min(CHUNK, (times - done) // 8)))
        yield first, done


def count(fight_number: Callable[[int], Outcome], first: int, last: int) -> Tally:
    """Fight some fights, and count them."""
    tally = Tally()
    for number in range(first, last + 1):
        tally.add(fight_number(number))
    return tally


def in_parallel(
    pool: Executor, work: Callable[[int, int], Tally], parts: Iterable[tuple[int, int]], ahead: int
) -> Iterator[Tally]:
    """Yield what each chunk comes to, in their order, with so many of them under way."""
    left = iter(parts)
    futures: list[Future[Tally]] = [pool.submit(work, *part) for part in islice(left, ahead)]
    try:
        while futures:
            yield futures.pop(0).result()
            futures += [pool.submit(work, *part) for part in islice(left, 1)]
    finally:
        for future in futures:
            future.cancel()


def added_up(tallies: Iterator[Tally], is_enough: Callable[[Tally], bool]) -> tuple[Tally, bool]:
    """Add chunks up until enough is known; Ctrl-C ends it, and that it did is told beside what is known by then."""
    total = Tally()
    try:
        for tally in tallies:
            total.join(tally)
            if is_enough(total):
                break
    except KeyboardInterrupt:
        return total, True
    return total, False
