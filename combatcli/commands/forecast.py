"""`forecast`: the chances of the sides, from fights to the end."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from combatcli.declarations import DICE, REPORT, STREAMS, Command, Invocation, flag, mutually_exclusive, number, text
from combatcli.dice.rolling.sources import mint_seed
from combatcli.errors import ExitCode, RefusedError, UsageError, nearest
from combatcli.events import Story
from combatcli.pipeline.forecasting import FightLimits, FightMaker, FightPlan, forecast_answer, how_fight_ended
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.lines import line_of_deed
from combatcli.pipeline.output import check_picture_path, pictures_written
from combatcli.pipeline.result import Result, render_report
from combatcli.pipeline.variants import each_on_own_side, tables_without_combatants, with_sides
from combatcli.records import Event
from combatcli.report.blocks import Names
from combatcli.report.forecast import chances_of, forecast_csv, forecast_text, tactics_text
from combatcli.report.forecast_svg import forecast_svg
from combatcli.report.story import story_sentences
from combatcli.streams import write_stdout
from combatcli.text import escape, whole_number

if TYPE_CHECKING:
    from combatcli.rulesets.tactics import Deed

ROUNDS = 50
TIMES = 100_000
WITHIN = "1"
PERCENT = 100


def forecast(call: Invocation) -> int:
    """Forecast who wins, or report one fight."""
    _check_empty_names(call)
    with open_input(call) as origin:
        fighter = _fighter_of_line(call, origin)
        if "tactics" in call.options:
            return _report_next_actions(call, origin, fighter)
        fighter.check_is_open()
        side = _side_of_line(call, fighter.sides)
        if "fight" in call.options:
            return _report_one_fight(call, origin, fighter)
        return _report_many_fights(call, origin, fighter, side)


def _check_empty_names(call: Invocation) -> None:
    """Refuse a picture or a cluster with an empty name."""
    if "svg" in call.options:
        check_picture_path(call.options["svg"])
    if not call.options.get("cluster", "-"):
        raise UsageError("--cluster needs the address of a scheduler", "As in --cluster tcp://host:8786")


def _fighter_of_line(call: Invocation, origin: Input) -> FightMaker:
    shell = call.shell
    assert shell is not None
    seed = call.shared["seed"] if "seed" in call.shared else mint_seed()
    rounds = call.options.get("rounds", ROUNDS)
    tables = tables_without_combatants(origin, call.options.get("without", ()))
    tables = with_sides(tables, each_on_own_side(origin.tables))
    return FightMaker(FightPlan(shell.read, origin.game.name, tables, seed, rounds, origin.game.text))


def _check_side_exists(side: str, sides: Sequence[str]) -> str:
    if side not in sides:
        raise RefusedError(f'there is no side "{escape(side)}"', nearest(side, sides))
    return side


def _side_of_line(call: Invocation, sides: Sequence[str]) -> str | None:
    side = _check_side_exists(call.options["side"], sides) if "side" in call.options else None
    if side is None and "quiet" in call.shared and "fight" not in call.options:
        raise UsageError("forecast -q prints the chance of one side and needs its name", "As in --side heroes")
    return side


def _wanted_precision(call: Invocation) -> float:
    """Return the wanted precision of the chances, from 0 to 1."""
    written: str = call.options.get("within", WITHIN)
    try:
        percent = float(written.removesuffix("%"))
    except ValueError:
        percent = 0
    if not 0 < percent < PERCENT:
        raise UsageError(f"--within {escape(written)}: expected percent above 0 and below 100", "As in --within 2")
    return percent / PERCENT


def _report_many_fights(call: Invocation, origin: Input, fighter: FightMaker, side: str | None) -> int:
    """Run many fights for the question, and report the answer."""
    within = _wanted_precision(call) if "within" in call.options or "times" not in call.options else None
    asked = FightLimits(
        call.options.get("times", TIMES),
        within,
        call.options.get("jobs"),
        exact="exact" in call.options,
        shown="quiet" not in call.shared,
        cluster=call.options.get("cluster", ""),
    )
    vary, fair, worth = call.options.get("vary", ()), "fair" in call.options, "worth" in call.options
    events, cut, caveats = forecast_answer(origin, fighter, asked, vary=vary, fair=fair, worth=worth)
    if events:
        with pictures_written(call, {call.options["svg"]: forecast_svg(events)} if "svg" in call.options else {}):
            _report_with_caveats(call, fighter, events, caveats, side)
    return ExitCode.INTERRUPTED if cut else ExitCode.DONE


def _report_with_caveats(
    call: Invocation, fighter: FightMaker, events: Sequence[Event], caveats: list[str], side: str | None
) -> None:
    """Report the answer with its caveats."""
    names = fighter.encounter.names()
    if "quiet" in call.shared:
        digits = 12 if "exact" in call.options else 6
        write_stdout("".join([f"{chance:.{digits}g}\n" for chance in chances_of(events, side or "")]))
    elif "json" in call.shared:
        write_stdout(render_report(call, Result(events, game=fighter.game, names=names, warnings=caveats)))
    elif "csv" in call.options:
        write_stdout(forecast_csv(events))
    else:
        write_stdout(forecast_text(events, names, caveats))


def _report_next_actions(call: Invocation, origin: Input, fighter: FightMaker) -> int:
    """Report what each combatant would do now."""
    events = fighter.advice(_line_writer(call, origin))
    if {"json", "quiet"} & call.shared.keys():
        write_stdout(render_report(call, Result([*events], game=origin.game, names=fighter.encounter.display_names())))
    else:
        write_stdout(tactics_text(events))
    return ExitCode.DONE


def _report_one_fight(call: Invocation, origin: Input, fighter: FightMaker) -> int:
    """Report one fight: its commands, its story, or its events."""
    number_ = _number_of_fight_to_report(call, fighter)
    seed = fighter.seed_of_fight(number_)
    fight = fighter.new_fight()
    outcome = fight.run(seed)
    if "script" in call.options:
        gone = [who for who in origin.encounter.combatants if who not in fighter.encounter.combatants]
        first = [["drop", *gone]] if gone else []
        for who, side in each_on_own_side(origin.tables).items():
            first += [["set", who, f"side={side}"]] if who in fighter.encounter.combatants else []
        lines = [shlex.join(words) for words in (*first, ["set", ".", f"dice.seed={seed}", "dice.step=0"])]
        write_stdout("".join(f"{line}\n" for line in (*lines, *map(_line_writer(call, origin), fight.deeds))))
        return ExitCode.DONE
    events = fight.told
    names = fighter.encounter.display_names()
    if "story" in call.options:
        game = origin.game
        start = fighter.encounter.round
        end = Story(
            round=start + outcome.rounds - 1,
            text=how_fight_ended(fighter.encounter.subject(outcome.winner), outcome),
        )
        called = [Names(names)] * len(events)
        events = [
            [
                *story_sentences(
                    events, called, game.parts.sentences, silent=game.parts.view.silent, first_round=start
                ),
                end,
            ]
        ]
    every = [event for command in events for event in command]
    dice = {"seed": seed, "step": 0}
    write_stdout(render_report(call, Result(every, game=origin.game, names=names, dice=dice)))
    return ExitCode.DONE


def _line_writer(call: Invocation, origin: Input) -> Callable[[Deed], str]:
    """Return the function from a deed to its line."""
    assert call.shell is not None
    return partial(line_of_deed, game=origin.game, shell=call.shell)


def _number_of_fight_to_report(call: Invocation, fighter: FightMaker) -> int:
    """Return the number of the fight to report: a given one, or the first that a side loses."""
    written: str = call.options["fight"]
    word, _, side = written.partition(":")
    if word == "lost" and side:
        times = call.options.get("times", TIMES)
        winners = ("", _check_side_exists(side, fighter.sides))
        lost = (number for number in range(1, times + 1) if fighter.outcome(number).winner not in winners)
        number_ = next(lost, None)
        if number_ is None:
            message = f"the side {escape(side)} loses none of {times:,} fights of this seed"
            raise RefusedError(message, "Search more fights with --times.")
        return number_
    number_ = whole_number(written) or 0
    if number_ < 1:
        raise UsageError(f"--fight {escape(written)}: expected 1 or more, or lost:SIDE")
    return number_


COMMAND = Command(
    "forecast",
    forecast,
    about=(
        "It simulates whole fights that start from the state in the file, with the rules and house rules of the file. "
        "Everybody follows their tactics, or those of the game; combatcli-encounter(5) has a section about them. The "
        "file does not change. To try a cluster on one "
        "machine, run `dask scheduler &` and `dask worker tcp://127.0.0.1:8786 &`."
    ),
    options=[
        text(
            "--within",
            "PERCENT",
            "simulate until each chance is known within so many percent, with 95% confidence [default: 1]",
        ),
        number("--times", f"simulate at most N fights [default: {TIMES}]", least=1),
        flag("--exact", "print exact chances, if the fight has few enough outcomes"),
        number("--rounds", f"call a fight undecided after N rounds [default: {ROUNDS}]", least=1),
        number(
            "--jobs",
            "use N processes, 61 if N is higher; the result is the same for any N [default: all cores]",
            least=1,
        ),
        text("--cluster", "ADDRESS", "simulate on the workers of a Dask scheduler, as tcp://host:8786"),
        text("--side", "SIDE", "with -q: print only the chance of this side"),
        text("--vary", "KEY=VALUES", "print chances for values of one or two keys, as 1..6 or 0,2,4", many=True),
        flag("--fair", "with --vary: mark the values that make the fight most even"),
        flag("--csv", "report as CSV, for a spreadsheet"),
        text("--svg", "FILE", "also draw a picture: bars for sides, lines for one key, a grid for two"),
        flag("--tactics", "show what everybody would do now, and why earlier lines do not apply"),
        text("--without", "WHO", "leave out a combatant, or all that match a pattern", many=True),
        flag("--worth", "show each side's chance with and without each combatant"),
        text("--fight", "N", "show fight number N of the seed; lost:SIDE is the first that a side loses"),
        flag("--story", "with --fight: tell it as a story"),
        flag("--script", "with --fight: print the commands that replay it"),
    ],
    shared=[*[stream for stream in STREAMS if stream.name == "--file"], DICE[0], *REPORT],
    needs={"fair": "vary", "script": "fight", "story": "fight", "side": "quiet"},
    excludes=[
        *mutually_exclusive("vary worth fight tactics"),
        *mutually_exclusive("csv script json quiet", "Choose one form of the answer."),
        ("story", "csv script", "Choose one form of the answer."),
        ("side", "fight", "--side is for one chance, which -q prints alone."),
        ("csv", "fight tactics", "--csv reports many fights, not one."),
        ("svg", "worth fight tactics", "--svg draws only the chances of sides, alone or with --vary."),
        ("worth", "quiet", "--worth reports on everybody, but -q prints only one chance."),
        ("jobs", "cluster", "--jobs uses the cores of this machine alone."),
        ("exact", "times jobs cluster fight seed", "--exact simulates no fights."),
    ],
    examples=[
        "combatcli forecast -f fight.toml --within 10",
        "combatcli forecast -f fight.toml --seed friday --times 100",
        "combatcli forecast -f fight.toml --seed friday --times 50 --side heroes -q",
        "combatcli forecast -f fight.toml --seed friday --times 20 --vary mira.wounds=4..6 --fair",
        "combatcli forecast -f fight.toml --seed friday --fight 1 --story",
        "combatcli forecast -f fight.toml --seed friday --fight 1 --script",
    ],
    asks=True,
)
