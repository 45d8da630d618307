"""How long `pairings` takes on large chains and on a brawl: its own seconds, and their ratio to reading the file.

Each is 1,000 against 800, but the brawl, which is 12 against 9: in one line of squares, zigzag (each foe touches two
players), in two rows, on a 43 × 43 block of squares, in one arena.
"""

from __future__ import annotations

import random
import time
import tomllib
from typing import TYPE_CHECKING

import tomli_w

from combatcli.rulesets import load
from combatcli.rulesets.arq.attack import TOUCHING
from combatcli.rulesets.shared.pairings.sharing import gang, spread
from combatcli.rulesets.shared.pairings.situation import Situation
from combatcli.rulesets.shared.pairings.touching import graph_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

import msgspec

PLAYERS, FOES = 800, 1_000


def camps(first: int, second: int) -> list[bool]:
    """Return who is a player, mixed but always in the same way."""
    mixed = [True] * first + [False] * second
    random.Random(2).shuffle(mixed)
    return mixed


def fights() -> Iterator[tuple[str, str]]:
    """Return the fights, as TOML."""
    mixed = camps(PLAYERS, FOES)
    yield "line", file({"position": [place, 0], "player": player} for place, player in enumerate(mixed))
    rows = [(place, 0, True) for place in range(PLAYERS)] + [(place, 1, False) for place in range(FOES)]
    yield "two rows", file({"position": [x, y], "player": player} for x, y, player in rows)
    squares = [(x, y) for x in range(43) for y in range(43)]
    random.Random(3).shuffle(squares)
    placed = zip(squares, mixed, strict=False)
    yield "43 x 43 block", file({"position": [x, y], "player": player} for (x, y), player in placed)
    yield "one arena", file(({"arena": "yard", "player": player} for player in mixed), arenas={"yard": {}})
    yield (
        "brawl of 12 on 9",
        file(({"arena": "yard", "player": player} for player in camps(9, 12)), arenas={"yard": {}}),
    )


def file(combatants: Iterator[dict[str, object]], **keys: object) -> str:
    """Return an encounter as TOML."""
    named = {
        f"n{number}": {**each, "side": "heroes" if each["player"] else "foes"} for number, each in enumerate(combatants)
    }
    return tomli_w.dumps({"ruleset": "arq", **keys, "combatants": named})


def timed(work: Callable[[], object]) -> tuple[object, float]:
    """Return what some work comes to, and the seconds it takes."""
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def main() -> None:
    """Print the table."""
    print(f"{'':18}{'read':>8}{'touching':>10}{'forced, open':>14}{'count':>8}{'spread':>8}{'gang':>8}  exact  ratio")
    game = load("arq")
    for name, text in fights():
        tables, read = timed(lambda text=text: tomllib.loads(text))  # type: ignore[misc]
        fight = msgspec.convert(tables, game.encounter)
        graph, touching = timed(lambda fight=fight: graph_of(fight, TOUCHING))  # type: ignore[misc]
        situation = Situation(graph)  # type: ignore[arg-type]
        _, told = timed(lambda graph=graph: open_and_forced(Situation(graph)))  # type: ignore[misc]
        count, counted = timed(situation.count)
        shared = [timed(lambda way=way, graph=graph: share(Situation(graph), way))[1] for way in (spread, gang)]  # type: ignore[misc]
        own = touching + told + counted
        print(
            f"{name:18}{read:8.3f}{touching:10.3f}{told:14.3f}{counted:8.3f}{shared[0]:8.3f}{shared[1]:8.3f}"
            f"  {'yes' if count.exact else 'no':5}{own / read:7.1f}"  # type: ignore[attr-defined]
        )


def open_and_forced(situation: Situation) -> None:
    """Find out what is forced and what is open."""
    situation.forced()
    situation.open()


def share(situation: Situation, way: Callable[..., None]) -> None:
    """Settle all that is open."""
    for assignment in situation.assignments:
        way(assignment)


if __name__ == "__main__":
    main()
