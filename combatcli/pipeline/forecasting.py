"""The fights of a forecast, made of an encounter's tables in this process or in others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from combatcli.declarations import Invocation
from combatcli.encounter import document
from combatcli.errors import RefusedError
from combatcli.forecast.caveats import caveats, caveats_about_groups
from combatcli.forecast.fight import EndCheck, Fight, Outcome, tactics_of
from combatcli.forecast.player import Player
from combatcli.forecast.simulate import add_tallies_until_enough, chunks_of_fights, tallies_in_parallel, tally_chunk
from combatcli.forecast.tally import Tally
from combatcli.forecast_events import CombatantWorth, Forecast, ForecastVariant, NextTactic
from combatcli.pipeline.input import Input
from combatcli.pipeline.lines import deed_parser
from combatcli.pipeline.variants import tables_without_combatants as left_out
from combatcli.pipeline.variants import values_and_tables_of_variants
from combatcli.records import Event, Record
from combatcli.rulesets import load, usable_games
from combatcli.rulesets.game import Game
from combatcli.rulesets.shared.sides import side_of
from combatcli.streams import write_stderr
from combatcli.text import cut_to_width, escape, escaped_and_cut
from combatcli.toml import Tables
from combatcli.voice import Subject

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import AnyTactics, Deed

Answer = tuple[list[Event], bool, list[str]]
"""The events, whether the forecast was cut short, and its caveats."""

CELLS = 20
"""The width of the bar that shows the progress."""
CLEAR = "\r\x1b[K"
"""The escape sequence that clears the cursor's line."""
QUICK = 0.1
"""If the first chunk takes no more than these seconds, other cores are not worth their start."""
MOST_JOBS = 61
"""The most processes: few machines have more free cores, and Windows allows no more."""
USUAL = 0.01
"""The default precision of chances."""
_FIGHTERS: list[FightMaker] = []
"""The last fighter of a worker: all chunks of a forecast have one plan."""
_ONE_AT_A_TIME = Lock()
"""A worker may have several threads, but a fighter's caches serve one fight at a time."""


class FightPlan(Record):
    """All data of a forecast's fights; a worker process gets nothing else."""

    read: Callable[[list[str], Game], Invocation]
    game: str
    tables: Tables
    seed: str
    rounds: int
    text: str = ""
    """The text of the game, if it is a file."""


class FightMaker:
    """Makes the fights of a plan."""

    def __init__(self, plan: FightPlan) -> None:
        self.game = game = load(plan.game, text=plan.text)
        self.plan = plan
        self.encounter = document.validate(plan.tables, game)
        self.tactics: AnyTactics = tactics_of(game, _games_with_tactics)
        self.end_check = EndCheck(self.encounter, self.tactics, plan.rounds)
        self.player = Player(game, deed_parser(game, plan.read))

    def new_fight(self, *, silent: bool = False) -> Fight:
        """Return a fight that has not begun."""
        return Fight(self.end_check, self.player, silent=silent)

    def seed_of_fight(self, number: int) -> str:
        """Return the seed of a fight's dice from the fight's number."""
        return f"{self.plan.seed}/{number}"

    @property
    def sides(self) -> list[str]:
        """The sides of the fight, in the file's order."""
        return list(dict.fromkeys([side_of(combatant) for combatant in self.encounter.combatants.values()]))

    def check_is_open(self) -> None:
        """Refuse a fight that nobody can win, or that is won already."""
        sides = self.sides
        if len(sides) < 2:
            what = f"everybody is on one side, {escape(sides[0])}" if sides else "nobody is in the fight"
            hint = "Assign sides with `set WHO side=NAME`." if sides else "`add` adds combatants."
            raise RefusedError(f"{what}: a forecast needs two sides", hint)
        standing = self.end_check.sides_standing(self.encounter)
        if len(standing) < 2:
            left = f"all but {escape(standing[0])} are" if standing else "everybody is"
            raise RefusedError(f"the fight is over: {left} out already")

    def advice(self, line_of: Callable[[Deed], str]) -> list[NextTactic]:
        """Return what each combatant would do now."""
        from combatcli.forecast.advice import advised_tactics

        return advised_tactics(self.encounter, self.tactics, self.player, line_of, self.seed_of_fight(1))

    def exact_tally(self, within: float) -> Tally:
        """Return the tally of all possible fights; a refusal says how many fights reach the precision ``within``."""
        from combatcli.forecast.exact import ExactWalk

        return ExactWalk(self.game, self.end_check, self.player, within).run()

    def refusals_in_first_fight(self) -> dict[str, str]:
        """Return why the deeds of each who had an action in the first fight were refused; the latest reason wins."""
        fight = self.new_fight()
        fight.run(self.seed_of_fight(1))
        return {who: next(reversed(why), "") for who, why in fight.refused.items()}

    def outcome(self, number: int) -> Outcome:
        """Return the outcome of the fight of a number."""
        return self.new_fight(silent=True).run(self.seed_of_fight(number))


def _games_with_tactics() -> list[str]:
    return [name for name, game in usable_games(from_files=True).items() if game.parts.tactics is not None]


class FightLimits(Record):
    """The most fights, the precision ``within`` which fewer suffice, and the number of processes.

    ``cluster`` is the address of a scheduler whose workers fight instead. An ``exact`` answer takes no fights.
    ``shown`` draws a progress bar on a terminal.
    """

    times: int
    within: float | None
    jobs: int | None
    exact: bool = False
    shown: bool = True
    cluster: str = ""


def _fight_until_known(fighter: FightMaker, asked: FightLimits) -> tuple[Tally, bool]:
    """Fight until the precision is reached or all fights are done; return whether Ctrl-C cut it short, too."""
    sides, within = fighter.sides, asked.within
    if asked.exact:
        return fighter.exact_tally(within or USUAL), False
    watched = asked.shown and sys.stderr is not None and sys.stderr.isatty()

    def is_enough(total: Tally) -> bool:
        if watched:
            _show_bar(total, sides, asked.times, within)
        return within is not None and total.is_known(sides, within)

    try:
        return add_tallies_until_enough(_tallies_of_chunks(fighter, asked), is_enough)
    finally:
        if watched:
            write_stderr(CLEAR)


def forecast_answer(
    origin: Input, fighter: FightMaker, asked: FightLimits, *, vary: Sequence[str], fair: bool, worth: bool
) -> Answer:
    """Answer who wins from here; or for each of several values, or what each combatant is worth."""
    if vary:
        return _forecast_by_variant(origin, fighter, asked, vary, fair=fair)
    return _worth_of_each(fighter, asked) if worth else _forecast_by_simulation(fighter, asked)


def _forecast_by_simulation(fighter: FightMaker, asked: FightLimits) -> Answer:
    """Answer who wins from here."""
    tally, cut = _fight_until_known(fighter, asked)
    if not tally.fights:
        return [], cut, []
    fight, tactics, plan = fighter.encounter, fighter.tactics, fighter.plan
    caveats_of_fight = caveats(fight, tactics, tally, fighter.refusals_in_first_fight)
    return tally.events(fight, tactics, plan.seed, plan.rounds, cut=cut), cut, caveats_of_fight


def _forecast_by_variant(
    origin: Input, fighter: FightMaker, asked: FightLimits, keys: Sequence[str], *, fair: bool
) -> Answer:
    """Answer who wins for each combination of values; all variants use the same fight numbers and dice."""
    start = origin.changed(tables=fighter.plan.tables)
    tallies: list[tuple[Tables, Tally]] = []
    sides, cut = dict.fromkeys(fighter.sides), False
    for words, tables in values_and_tables_of_variants(start, keys):
        one = FightMaker(fighter.plan.changed(tables=tables))
        tally, cut = _fight_until_known(one, asked)
        if tally.fights:
            tallies.append((words, tally))
            sides |= dict.fromkeys(one.sides)
        if cut:
            break
    events = [
        ForecastVariant(
            values=words,
            sides={side: tally.chance_of_side(side) for side in sides},
            undecided=tally.chance_of_side(""),
            fights=tally.number_of_fights,
            fair=False,
        )
        for words, tally in tallies
    ]
    fights = sum([tally.number_of_fights or 0 for _, tally in tallies])
    remarks = caveats_about_groups(fighter.encounter)
    open_ = [variant for variant in events if max(variant.sides.values()) < 1]
    if fair and open_:
        fairest = min(open_, key=lambda variant: max(variant.sides.values()) - min(variant.sides.values()))
        events[events.index(fairest)] = fairest.changed(fair=True)
    elif fair and events:
        remarks.append("no value is fair: with each of them one side always wins")
    return _with_forecast_event(fighter, events, None if asked.exact else fights, cut=cut), cut, remarks


def _worth_of_each(fighter: FightMaker, asked: FightLimits) -> Answer:
    """Answer what each combatant is worth: their side's chance with them and without them."""
    whole, cut = _fight_until_known(fighter, asked)
    events: list[CombatantWorth] = []
    fights = whole.number_of_fights or 0
    for who, combatant in fighter.encounter.combatants.items() if not cut else ():
        tables = left_out(Input("fight", "", fighter.plan.tables, fighter.game), [who])
        tally, cut = _fight_until_known(FightMaker(fighter.plan.changed(tables=tables)), asked)
        if cut:
            break
        side, fights = side_of(combatant), fights + (tally.number_of_fights or 0)
        events.append(
            CombatantWorth(who=who, side=side, with_=whole.chance_of_side(side), without=tally.chance_of_side(side))
        )
    return (
        _with_forecast_event(fighter, events, None if asked.exact else fights, cut=cut),
        cut,
        caveats_about_groups(fighter.encounter),
    )


def _with_forecast_event(fighter: FightMaker, events: Sequence[Event], fights: int | None, *, cut: bool) -> list[Event]:
    """Return the events after a `Forecast` event; empty if there are none."""
    plan = fighter.plan
    seed = None if fights is None else plan.seed
    head = Forecast(exact=fights is None, fights=fights, seed=seed, rounds=plan.rounds, cut_short=cut)
    return [head, *events] if events else []


def _tallies_of_chunks(fighter: FightMaker, asked: FightLimits) -> Iterator[Tally]:
    parts, jobs = chunks_of_fights(asked.times), asked.jobs
    if asked.cluster:
        from combatcli.pipeline.cluster import tallies_from_cluster

        yield from tallies_from_cluster(asked.cluster, partial(_fight_chunk_in_worker, fighter.plan), parts)
        return
    done = 0
    if jobs is None:
        begun = monotonic()
        yield tally_chunk(fighter.outcome, *next(parts))
        done = 1
        jobs = 1 if monotonic() - begun < QUICK else os.cpu_count() or 1
    if jobs == 1:
        yield from (tally_chunk(fighter.outcome, *part) for part in parts)
        return
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

    jobs = min(jobs, MOST_JOBS)
    try:
        with ProcessPoolExecutor(jobs, initializer=_prepare_worker) as pool:
            for tally in tallies_in_parallel(pool, partial(_fight_chunk_in_worker, fighter.plan), parts, 2 * jobs):
                yield tally
                done += 1
    except BrokenExecutor:
        # A process was killed, perhaps for lack of memory: its fights are fought here.
        yield from (tally_chunk(fighter.outcome, *part) for part in islice(chunks_of_fights(asked.times), done, None))


def _prepare_worker() -> None:
    import signal
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker process once its parent has ended, perhaps without notice."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _fight_chunk_in_worker(plan: FightPlan, first: int, last: int) -> Tally:
    """Fight a chunk in a worker."""
    with _ONE_AT_A_TIME:
        if not _FIGHTERS or _FIGHTERS[0].plan != plan:
            _FIGHTERS[:] = [FightMaker(plan)]
        return tally_chunk(_FIGHTERS[0].outcome, first, last)


def how_fight_ended(winner: Subject, outcome: Outcome) -> str:
    """Say how one fight ended."""
    if winner:
        return f"{escape(winner)} {winner.verb('wins')}."
    if outcome.stalled:
        return "A stalemate: no side can reach or harm another any more."
    rounds = "1 round" if outcome.rounds == 1 else f"{outcome.rounds} rounds"
    return "Nobody is left." if outcome.nobody_left else f"Undecided after {rounds}."


def _show_bar(total: Tally, sides: Sequence[str], times: int, within: float | None) -> None:
    """Redraw the bar: the share of the fights, or of the precision, reached so far."""
    share = int(total.fights) / times
    if within is not None:
        share = max(share, (within / total.widest_interval_half_width(sides)) ** 2)
    full = int(CELLS * min(1.0, share))
    chances = "  ".join([f"{escaped_and_cut(side)} {total.chance_of_side(side):.1%}" for side in sides])
    line = f"[{'#' * full}{'.' * (CELLS - full)}] {total.fights:,} fights  {chances}"
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        width = 0
    write_stderr(f"{CLEAR}{cut_to_width(line, (width or 80) - 1)}")
