"""How many seconds `pairings` takes: on a brawl of 12 on 9, on 100 against 100, and on 1,000 against 800.

They stand in one line of squares, in two rows, on a block of squares, or in one arena.
"""

from __future__ import annotations

import random
import time
import tomllib
from functools import partial
from itertools import islice
from math import isqrt
from typing import TYPE_CHECKING, TypeVar

import tomli_w

from combatcli.rulesets import load
from combatcli.rulesets.arq.attack import TOUCHING
from combatcli.rulesets.shared.pairings.counting import count_pairings
from combatcli.rulesets.shared.pairings.pairing import Pairing, all_pairings, file_order_cost, spreading_cost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

import msgspec

T = TypeVar("T")


def camps(first: int, second: int) -> list[bool]:
    """Return who is a player, mixed but always in the same way."""
    mixed = [True] * first + [False] * second
    random.Random(2).shuffle(mixed)
    return mixed


def fights() -> Iterator[tuple[str, str]]:
    """Return the fights, as TOML."""
    for players, foes in ((9, 12), (100, 100), (800, 1_000)):
        mixed, of = camps(players, foes), f"{foes} on {players}, "
        yield of + "arena", file(({"arena": "yard", "player": player} for player in mixed), arenas={"yard": {}})
        yield of + "line", file({"position": [place, 0], "player": player} for place, player in enumerate(mixed))
        rows = [(place, 0, True) for place in range(players)] + [(place, 1, False) for place in range(foes)]
        yield of + "two rows", file({"position": [x, y], "player": player} for x, y, player in rows)
        width = isqrt(players + foes) + 1
        squares = [(x, y) for x in range(width) for y in range(width)]
        random.Random(3).shuffle(squares)
        placed = zip(squares, mixed, strict=False)
        yield of + "block", file({"position": [x, y], "player": player} for (x, y), player in placed)


def file(combatants: Iterator[dict[str, object]], **keys: object) -> str:
    """Return an encounter as TOML."""
    named = {
        f"n{number}": {**each, "side": "heroes" if each["player"] else "foes"} for number, each in enumerate(combatants)
    }
    return tomli_w.dumps({"ruleset": "arq", **keys, "combatants": named})


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return what some work comes to, and the seconds it takes."""
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def main() -> None:
    """Print the table."""
    print(f"{'':24}{'touching':>10}{'forced':>8}{'open':>8}{'count':>8}{'spread':>8}{'gang':>8}{'--all':>8}  exact")
    game = load("arq")
    for name, text in fights():
        fight = msgspec.convert(tomllib.loads(text), game.encounter)
        graph, touching = timed(partial(TOUCHING.graph, fight))
        pairing = Pairing(graph)
        _, forced = timed(pairing.forced_pairs)
        _, open_ = timed(pairing.open_choosers)
        total, counted = timed(partial(count_pairings, pairing))
        _, spreading = timed(partial(Pairing(graph).fix_cheapest_pairs, spreading_cost))
        _, ganging = timed(partial(Pairing(graph).fix_cheapest_pairs, file_order_cost))
        _, listed = timed(partial(list, islice(all_pairings(Pairing(graph)), 100)))
        seconds = (touching, forced, open_, counted, spreading, ganging, listed)
        print(f"{name:24}  {''.join(f'{second:8.3f}' for second in seconds)}  {'yes' if total.exact else 'no'}")


if __name__ == "__main__":
    main()
