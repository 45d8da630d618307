"""`forecast`: who wins from here, by fights to the end."""

from __future__ import annotations

from combatcli.declarations import DICE, REPORT, STREAMS, Command, always, flag, number, text
from combatcli.errors import ExitCode, RefusedError, UsageError, nearest
from combatcli.pipeline.input import open_input
from combatcli.pipeline.output import Result, report
from combatcli.rulesets.shared.sides import side_of
from combatcli.streams import write_stdout
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation
    from combatcli.encounter.schema import Encounter
    from combatcli.pipeline.forecasting import Fighter
    from combatcli.pipeline.input import Input

ROUNDS = 50
TIMES = 100_000
WITHIN = "1"
PERCENT = 100


def forecast(call: Invocation) -> int:
    """Answer who wins; or tell one fight."""
    with open_input(call) as given:
        fighter = _fighter(call, given)
        _check_sides(fighter)
        side = _side(call, fighter.encounter)
        if "fight" in call.options:
            return _one(call, given, fighter)
        return _many(call, given, fighter, side)


def _fighter(call: Invocation, given: Input) -> Fighter:
    from combatcli.dice.rolling.sources import mint_seed
    from combatcli.pipeline.forecasting import Fighter, Plan

    shell = call.shell
    assert shell is not None  # noqa: S101  (every command line has one)
    seed = call.shared.get("seed") or mint_seed()
    rounds = _at_least_one(call, "rounds", ROUNDS)
    return Fighter(Plan(shell.read, given.game.name, given.tables, seed, rounds))


def _at_least_one(call: Invocation, option: str, default: int) -> int:
    value: int = call.options.get(option, default)
    if value < 1:
        raise UsageError(f"--{option} {value}: expected 1 or more")
    return value


def _check_sides(fighter: Fighter) -> None:
    """Refuse a fight that has nobody to win, or has been won."""
    fight = fighter.encounter
    sides = list(dict.fromkeys([side_of(each) for each in fight.combatants.values()]))
    if len(sides) < 2:
        what = f"everybody is on one side, {escape(sides[0])}" if sides else "nobody is in the fight"
        raise RefusedError(f"{what}: a forecast takes two sides", "`set WHO side=NAME` says who fights for whom.")
    standing = fighter.fight().standing()
    if len(standing) < 2:
        left = f"all but {escape(standing[0])} are" if standing else "everybody is"
        raise RefusedError(f"the fight is over: {left} out already")


def _side(call: Invocation, fight: Encounter) -> str | None:
    side: str | None = call.options.get("side")
    sides = list(dict.fromkeys([side_of(each) for each in fight.combatants.values()]))
    if side is not None and side not in sides:
        raise RefusedError(f'there is no side "{escape(side)}"', nearest(side, sides))
    if side is None and "quiet" in call.shared and "fight" not in call.options:
        raise UsageError("forecast -q prints the chance of one side, and none is named", "Name it: --side heroes")
    return side


def _within(call: Invocation) -> float:
    """Return how well the chances are to be known, from 0 to 1."""
    written: str = call.options.get("within", WITHIN)
    try:
        percent = float(written.removesuffix("%"))
    except ValueError:
        percent = 0
    if not 0 < percent < PERCENT:
        raise UsageError(f"--within {escape(written)}: expected percent above 0 and below 100", "As in --within 2")
    return percent / PERCENT


def _many(call: Invocation, given: Input, fighter: Fighter, side: str | None) -> int:
    from combatcli.pipeline.forecasting import simulate

    times = _at_least_one(call, "times", TIMES)
    within = _within(call) if "within" in call.options or "times" not in call.options else None
    jobs = _at_least_one(call, "jobs", 1) if "jobs" in call.options else None
    fight = fighter.encounter
    sides = list(dict.fromkeys([side_of(each) for each in fight.combatants.values()]))
    tally, cut = simulate(fighter, times, jobs, lambda total: within is not None and total.is_known(sides, within))
    if not tally.fights:
        return ExitCode.INTERRUPTED
    events = tally.events(fight, fighter.tactics, fighter.plan.seed, fighter.plan.rounds, cut=cut)
    if "quiet" in call.shared:
        write_stdout(f"{tally.wins.get(side or '', 0) / tally.fights:.6g}\n")
    elif "json" in call.shared:
        write_stdout(report(call, Result(events, game=given.game, names=fight.names())))
    else:
        from combatcli.report.forecast import forecast_text

        write_stdout(forecast_text(events, fight.names()))
    return ExitCode.INTERRUPTED if cut else ExitCode.DONE


def _one(call: Invocation, given: Input, fighter: Fighter) -> int:
    """Tell one fight: the commands that play it, or what happens."""
    import shlex

    number_ = _at_least_one(call, "fight", 1)
    seed = fighter.seed(number_)
    fight = fighter.fight()
    fight.run(seed)
    if "script" in call.options:
        first = f"set . {shlex.quote(f'dice.seed={seed}')} dice.step=0"
        write_stdout("".join(f"{line}\n" for line in (first, *fight.lines)))
        return ExitCode.DONE
    events = [event for context in fight.contexts for event in context.events]
    write_stdout(report(call, Result(events, game=given.game, names=fight.end.names())))
    return ExitCode.DONE


COMMAND = Command(
    "forecast",
    forecast,
    about=(
        "Whole fights are fought from where the file stands, by the rules and the house of the file. Everybody acts by "
        "the tactics of their game. Nothing is changed."
    ),
    options=[
        text("--within", "PERCENT", "fight until each side's chance is known this well, 95 of 100 times [default: 1]"),
        number("--times", f"fight at most N times [default: {TIMES}]"),
        number("--rounds", f"a fight is undecided after N rounds [default: {ROUNDS}]"),
        number("--jobs", "use N processes; the digits are the same for any N [default: all cores]"),
        text("--side", "SIDE", "with -q: print the chance of this side alone"),
        number("--fight", "tell fight number N of the seed"),
        flag("--script", "with --fight: print the commands that play it"),
    ],
    shared=[*[each for each in STREAMS if each.name == "--file"], DICE[0], *REPORT],
    examples=[
        "combatcli forecast -f fight.toml",
        "combatcli forecast -f fight.toml --seed friday --times 1000",
        "combatcli forecast -f fight.toml --seed friday --times 200 --side heroes -q",
        "combatcli forecast -f fight.toml --seed friday --fight 1 --script",
    ],
    asks=always,
)
