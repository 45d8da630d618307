"""A forecast's fights: made of an encounter's tables, in this process or in others that are told how."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

from combatcli.declarations import Invocation
from combatcli.encounter import document
from combatcli.errors import RefusedError
from combatcli.events import Event
from combatcli.forecast.caveats import caveats, groups
from combatcli.forecast.fight import EndCheck, Fight, Outcome, tactics_of
from combatcli.forecast.player import Player
from combatcli.forecast.simulate import added_up, chunks, count, in_parallel
from combatcli.forecast.tally import Tally
from combatcli.forecast_events import Forecast, Tactic, Variant, Worth
from combatcli.pipeline.input import Input
from combatcli.pipeline.lines import reader
from combatcli.pipeline.progress import clear, is_watched, show
from combatcli.pipeline.variants import variants
from combatcli.pipeline.variants import without as left_out
from combatcli.records import Record
from combatcli.rulesets import every_game, load
from combatcli.rulesets.game import Game
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import escape
from combatcli.toml import Tables
from combatcli.voice import Subject

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import AnyTactics, Deed

Answer = tuple[list[Event], bool, list[str]]
"""What is told, whether it was cut short, and what it takes for granted or leaves out."""

QUICK = 0.1
"""Where the first chunk takes no longer than so many seconds, other cores are not worth their start."""
MOST_JOBS = 61
"""More processes than that no core is likely to be free for, and Windows has none."""
USUAL = 0.01
"""How well chances are to be known where nothing is said."""
_FIGHTERS: list[Fighter] = []
"""The fighter of a process that works for another."""


class Plan(Record):
    """All that the fights of a forecast are made of; a process of its own is told no more."""

    read: Callable[[list[str], Game], Invocation]
    game: str
    tables: Tables
    seed: str
    rounds: int
    text: str = ""
    """The game's file, if it is one."""


class Fighter:
    """Makes the fights of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.game = game = load(plan.game, text=plan.text)
        self.plan = plan
        self.encounter = document.validate(plan.tables, game)
        self.tactics: AnyTactics = tactics_of(game, _games_with_tactics)
        self.end_check = EndCheck(self.encounter, self.tactics, plan.rounds)
        self.player = Player(game, reader(game, plan.read))

    def fight(self, *, silent: bool = False) -> Fight:
        """Return a fight that has not begun."""
        return Fight(self.end_check, self.player, silent=silent)

    def seed(self, number: int) -> str:
        """Return the seed of a fight's dice by the fight's number."""
        return f"{self.plan.seed}/{number}"

    @property
    def sides(self) -> list[str]:
        """The sides of the fight, in the file's order."""
        return list(dict.fromkeys([side_of(combatant) for combatant in self.encounter.combatants.values()]))

    def check_sides(self) -> None:
        """Refuse a fight that has nobody to win, or has been won."""
        sides = self.sides
        if len(sides) < 2:
            what = f"everybody is on one side, {escape(sides[0])}" if sides else "nobody is in the fight"
            hint = "Assign sides with `set WHO side=NAME`." if sides else "`add` adds combatants."
            raise RefusedError(f"{what}: a forecast needs two sides", hint)
        standing = self.end_check.standing(self.encounter)
        if len(standing) < 2:
            left = f"all but {escape(standing[0])} are" if standing else "everybody is"
            raise RefusedError(f"the fight is over: {left} out already")

    def advice(self, line_of: Callable[[Deed], str]) -> list[Tactic]:
        """Return what each would do now."""
        from combatcli.forecast.advice import advice

        return advice(self.encounter, self.tactics, self.player, line_of, self.seed(1))

    def exact(self, within: float) -> Tally:
        """Return what all fights that may be come to; a refusal tells how many fights would be ``within`` so much."""
        from combatcli.forecast.exact import ExactWalk

        return ExactWalk(self.game, self.end_check, self.player, within).run()

    def refused(self) -> dict[str, str]:
        """Return why not what each would have done in the first fight; of several reasons that of the latest phase."""
        fight = self.fight()
        fight.run(self.seed(1))
        return {who: [*why][-1] for who, why in fight.refused.items()}

    def outcome(self, number: int) -> Outcome:
        """Return how a fight ends, by its number."""
        return self.fight(silent=True).run(self.seed(number))


def _games_with_tactics() -> list[str]:
    return [name for name, game in every_game().items() if game.tactics is not None]


class Asked(Record):
    """So many fights at most; fewer where each side's chance is known ``within`` so much; in so many processes.

    Where a ``cluster`` is named, by its scheduler's address, its workers fight instead. An ``exact`` answer
    takes no fights. Where it is ``shown``, a terminal has a bar meanwhile.
    """

    times: int
    within: float | None
    jobs: int | None
    exact: bool = False
    shown: bool = True
    cluster: str = ""


def _simulate(fighter: Fighter, asked: Asked) -> tuple[Tally, bool]:
    """Fight until enough is known, or so many times; tell whether that was cut short."""
    sides, within = fighter.sides, asked.within
    if asked.exact:
        return fighter.exact(within or USUAL), False
    watched = asked.shown and is_watched()

    def is_enough(total: Tally) -> bool:
        if watched:
            show(total, sides, asked.times, within)
        return within is not None and total.is_known(sides, within)

    try:
        return added_up(_tallies(fighter, asked), is_enough)
    finally:
        if watched:
            clear()


def simulated(fighter: Fighter, asked: Asked) -> Answer:
    """Answer who wins."""
    tally, cut = _simulate(fighter, asked)
    if not tally.fights:
        return [], cut, []
    fight, tactics, plan = fighter.encounter, fighter.tactics, fighter.plan
    said = caveats(fight, tactics, tally, fighter.refused)
    return tally.events(fight, tactics, plan.seed, plan.rounds, cut=cut), cut, said


def varied(given: Input, fighter: Fighter, asked: Asked, keys: Sequence[str], *, fair: bool) -> Answer:
    """Answer who wins by the values of keys: the fights of each have the same numbers, and the same dice."""
    start = given.changed(tables=fighter.plan.tables)
    tallies: list[tuple[Tables, Tally]] = []
    sides, cut = dict.fromkeys(fighter.sides), False
    for other in variants(start, keys):
        one = Fighter(fighter.plan.changed(tables=other.tables))
        tally, cut = _simulate(one, asked)
        if tally.fights:
            tallies.append((other.words, tally))
            sides |= dict.fromkeys(one.sides)
        if cut:
            break
    told = [
        Variant(
            values=words,
            sides={side: tally.chance(side) for side in sides},
            undecided=tally.chance(""),
            fights=tally.number,
            fair=False,
        )
        for words, tally in tallies
    ]
    fights = sum([tally.number or 0 for _, tally in tallies])
    said = groups(fighter.encounter)
    open_ = [variant for variant in told if max(variant.sides.values()) < 1]
    if fair and open_:
        min(open_, key=lambda variant: max(variant.sides.values()) - min(variant.sides.values())).fair = True
    elif fair and told:
        said.append("no value is fair: with each of them one side always wins")
    return _headed(fighter, told, None if asked.exact else fights, cut=cut), cut, said


def worth_of_each(fighter: Fighter, asked: Asked) -> Answer:
    """Answer what each is worth to their side: its chance with them, and without."""
    whole, cut = _simulate(fighter, asked)
    told: list[Worth] = []
    fights = whole.number or 0
    for who, combatant in fighter.encounter.combatants.items() if not cut else ():
        tables = left_out(Input("fight", "", fighter.plan.tables, fighter.game, ExitStack()), [who])
        tally, cut = _simulate(Fighter(fighter.plan.changed(tables=tables)), asked)
        if cut:
            break
        side, fights = side_of(combatant), fights + (tally.number or 0)
        told.append(Worth(who=who, side=side, with_=whole.chance(side), without=tally.chance(side)))
    return _headed(fighter, told, None if asked.exact else fights, cut=cut), cut, groups(fighter.encounter)


def _headed(fighter: Fighter, told: Sequence[Event], fights: int | None, *, cut: bool) -> list[Event]:
    """Return what is told with how it was made before it; nothing where there is nothing."""
    plan = fighter.plan
    seed = None if fights is None else plan.seed
    head = Forecast(exact=fights is None, fights=fights, seed=seed, rounds=plan.rounds, cut_short=cut)
    return [head, *told] if told else []


def _tallies(fighter: Fighter, asked: Asked) -> Iterator[Tally]:
    parts, jobs = chunks(asked.times), asked.jobs
    if asked.cluster:
        from combatcli.pipeline.cluster import on_cluster

        yield from on_cluster(asked.cluster, Fighter, fighter.plan, parts)
        return
    done = 0
    if jobs is None:
        begun = monotonic()
        yield count(fighter.outcome, *next(parts))
        done = 1
        jobs = 1 if monotonic() - begun < QUICK else os.cpu_count() or 1
    if jobs == 1:
        yield from (count(fighter.outcome, *part) for part in parts)
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    jobs = min(jobs, MOST_JOBS)
    try:
        with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(fighter.plan,)) as pool:
            for tally in in_parallel(pool, _chunk, parts, 2 * jobs):
                yield tally
                done += 1
    except BrokenExecutor:
        # A process was ended from outside, perhaps for want of memory: its fights are fought here.
        yield from (count(fighter.outcome, *part) for part in islice(chunks(asked.times), done, None))


def _begin(plan: Plan) -> None:
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    _FIGHTERS[:] = [Fighter(plan)]


def _end_with_parent() -> None:
    """End this process once the one it works for has ended, which may have had no time to say so."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _chunk(first: int, last: int) -> Tally:
    return count(_FIGHTERS[0].outcome, first, last)


def ended(winner: Subject, outcome: Outcome) -> str:
    """Say how one fight ended."""
    if winner:
        return f"{escape(winner)} {winner.verb('wins')}."
    if outcome.stalled:
        return "A stalemate: no side can reach or harm another any more."
    rounds = "1 round" if outcome.rounds == 1 else f"{outcome.rounds} rounds"
    return "Nobody is left." if outcome.nobody_left else f"Undecided after {rounds}."
