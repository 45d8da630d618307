"""A forecast's fights: made of an encounter's tables, in this process or in others that are told how."""

from __future__ import annotations

from os import cpu_count

from combatcli.encounter import document
from combatcli.forecast.fight import Fight, tactics_of
from combatcli.forecast.simulate import added_up, chunks, count, in_parallel
from combatcli.pipeline.lines import LinePlayer
from combatcli.records import Record
from combatcli.rulesets import built_games, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from combatcli.declarations import Invocation
    from combatcli.forecast.fight import Outcome
    from combatcli.forecast.tally import Tally
    from combatcli.rulesets.tactics import AnyTactics
    from combatcli.toml import Tables

QUICK = 0.1
"""Where the first chunk takes no longer than so many seconds, other cores are not worth their start."""
_FIGHTERS: list[Fighter] = []
"""The fighter of a process that works for another."""


class Plan(Record):
    """All that the fights of a forecast are made of; a process of its own is told no more."""

    read: Callable[[list[str]], Invocation]
    game: str
    tables: Tables
    seed: str
    rounds: int


class Fighter:
    """Makes the fights of a plan."""

    def __init__(self, plan: Plan) -> None:
        game = load(plan.game)
        self.plan = plan
        self.encounter = document.validate(plan.tables, game)
        self.tactics: AnyTactics = tactics_of(game, _games_with_tactics)
        self.play = LinePlayer(game, plan.read)

    def fight(self) -> Fight:
        """Return a fight that has not begun."""
        return Fight(self.encounter, self.tactics, self.play, self.plan.rounds)

    def seed(self, number: int) -> str:
        """Return the seed of a fight's dice by the fight's number."""
        return f"{self.plan.seed}/{number}"

    def outcome(self, number: int) -> Outcome:
        """Return how a fight ends, by its number."""
        return self.fight().run(self.seed(number))


def _games_with_tactics() -> list[str]:
    return [name for name in built_games() if load(name).tactics is not None]


def simulate(fighter: Fighter, times: int, jobs: int | None, is_enough: Callable[[Tally], bool]) -> tuple[Tally, bool]:
    """Fight until enough is known, or so many times; tell whether that was cut short."""
    return added_up(_tallies(fighter, times, jobs), is_enough)


def _tallies(fighter: Fighter, times: int, jobs: int | None) -> Iterator[Tally]:
    from time import monotonic

    parts = chunks(times)
    if jobs is None:
        begun = monotonic()
        yield count(fighter.outcome, *next(parts))
        jobs = 1 if monotonic() - begun < QUICK else cpu_count() or 1
    if jobs == 1:
        yield from (count(fighter.outcome, *part) for part in parts)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(fighter.plan,)) as pool:
        yield from in_parallel(pool, _chunk, parts, 2 * jobs)


def _begin(plan: Plan) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _FIGHTERS[:] = [Fighter(plan)]


def _chunk(first: int, last: int) -> Tally:
    return count(_FIGHTERS[0].outcome, first, last)
