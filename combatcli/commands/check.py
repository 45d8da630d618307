"""`check`: whether an encounter is valid, and all its problems if it is not."""

import os
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import NoReturn, TypeVar

from combatcli import events
from combatcli.declarations import REPORT, STREAMS, Argument, Command, Invocation
from combatcli.encounter import reading
from combatcli.encounter.document import with_quoted_line
from combatcli.encounter.explain import MisfitFinder, unknown_keys
from combatcli.encounter.schema import Encounter
from combatcli.errors import MOST_LISTED, ExitCode, InvalidError, UsageError
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.output import report_and_write
from combatcli.pipeline.points import points_above_maximum
from combatcli.pipeline.result import Result, render_report
from combatcli.records import Event
from combatcli.report.report import Report
from combatcli.report.report_text import report_text
from combatcli.rule_events import PlayableGame
from combatcli.rulesets.game import Game
from combatcli.rulesets.game_files import game_at, is_game_file
from combatcli.streams import write_stderr, write_stdout
from combatcli.text import escape

E = TypeVar("E")


def check(call: Invocation) -> int:
    """Check an encounter; unknown keys are warnings, any other problem ends with exit code 3.

    A file named as a word may also be a game.
    """
    named = call.words.get("game_file")
    if named is not None:
        if "file" in call.shared:
            raise UsageError(
                "check takes one file", "Write: combatcli check duel.toml, or combatcli check -f fight.toml"
            )
        if is_game_file(named):
            return _check_game_file(call, named)
        call = call.changed(shared={**call.shared, "file": named})
    with open_input(call) as origin:
        game = origin.game
        unknown, keys = _first_and_count(
            events.UnknownKey(path=path, hint=hint)
            for path, hint in unknown_keys(origin.tables, game.encounter, game.house_keys)
        )
        rest = [f"{keys - MOST_LISTED:,} more unknown keys, which were kept"] if keys > MOST_LISTED else []
        encounter, problems, number = _encounter_problems(origin, game)
        if encounter is None or problems:
            _refuse_for_problems(call, [*unknown, *problems], number, origin.name_in_messages, rest)
        counts = {"combatants": len(encounter.combatants), "arenas": len(encounter.arenas), "unknown": keys}
        above = points_above_maximum(encounter, game, origin.tables, encounter.combatants)
        warnings = [*rest, *islice(chain(_warnings_on(game), above, game.remarks(encounter)), MOST_LISTED)]
        checked = events.ValidEncounter(ruleset=game.name, **counts)
        return report_and_write(call, origin, Result([*unknown, checked], game=game, warnings=warnings))


def _warnings_on(game: Game) -> Iterator[str]:
    """Yield what `check` of the game's own file warns of."""
    if game.text:
        from combatcli.rulesets.from_file.game import checked_rules

        warnings = [slip.message for slip in checked_rules(game.name, game.text).warnings]
        yield from (f"{escape(game.name)}: {warning}" for warning in dict.fromkeys(warnings))


def _check_game_file(call: Invocation, path: str) -> int:
    """Check the file of a game and list all problems with line and column."""
    from combatcli.rulesets.from_file.game import checked_rules

    rules = checked_rules(os.path.basename(path), reading.read_text_file(path))
    name = escape(path)
    problems = [_problem_event(slip, f"{name}: ") for slip in rules.slips]
    if problems:
        _refuse_for_problems(call, problems[:MOST_LISTED], len(problems))
    loaded = game_at(path, os.path.basename(path))
    warnings = [*dict.fromkeys([slip.message for slip in rules.warnings])]
    playable = PlayableGame(game=rules.title, commands=loaded.parts.commands())
    write_stdout(render_report(call, Result([playable], warnings=warnings)))
    return ExitCode.DONE


def _first_and_count(items: Iterator[E]) -> tuple[list[E], int]:
    """Return the first MOST_LISTED items, and the number of all."""
    first = list(islice(items, MOST_LISTED))
    return first, len(first) + sum(1 for _ in items)


def _random_table_problems(origin: Input) -> Iterator[events.Problem]:
    """Yield the problems of the random tables."""
    if origin.tables.get("tables"):
        from combatcli.pipeline.tables import table_problems

        yield from map(_problem_event, table_problems(origin.tables, origin.path))


def _problem_event(error: InvalidError, before: str = "") -> events.Problem:
    return events.Problem(path=f"{before}{error.path}", message=error.what, hint=error.hint)


def _encounter_problems(origin: Input, game: Game) -> tuple[Encounter | None, list[events.Problem], int]:
    """Return the encounter without misfit values, the first problems, and the number of all."""
    fitting = MisfitFinder()
    encounter = fitting.table_without_misfits(origin.tables, game.encounter)
    dangling = (
        events.Problem(path=problem.path, message=with_quoted_line(problem, origin.text), hint=problem.hint)
        for problem in (game.problems(encounter) if encounter is not None else ())
    )
    tables = _random_table_problems(origin) if encounter is not None else ()
    listed, number = _first_and_count(chain(map(_problem_event, fitting.misfits), dangling, tables))
    return encounter, listed, number + fitting.number - len(fitting.misfits)


def _refuse_for_problems(
    call: Invocation, listed: Sequence[Event], number: int, where: str = "", warnings: Sequence[str] = ()
) -> NoReturn:
    """Refuse what has problems; several are listed on standard error."""
    if not {"json", "quiet"} & call.shared.keys() and number > 1:
        write_stderr(report_text(Report(listed, warnings), to_terminal=False))
        rest = f"The first {MOST_LISTED} are listed." if number > MOST_LISTED else ""
        raise InvalidError(f"{where or 'this game'} has {number:,} problems", rest)
    first, *others = [event for event in listed if isinstance(event, events.Problem)]
    problems = [{"path": each.path, "message": each.message, "hint": each.hint} for each in (first, *others)]
    if number > MOST_LISTED:
        problems.append({"path": "", "message": f"{number - MOST_LISTED:,} more problems", "hint": ""})
    raise InvalidError(first.message, first.hint, where=where, path=first.path, problems=problems)


COMMAND = Command(
    "check",
    check,
    about="It lists all problems. It warns of unknown keys and names the nearest known key; with -e it fails for them.",
    failed=lambda found: any(isinstance(event, events.UnknownKey) for event in found),
    arguments=[Argument("game_file", "the file of a game, or of an encounter", required=False, completes="file")],
    shared=[*STREAMS, *REPORT],
    asks=True,
    examples=["combatcli check -f fight.toml", "combatcli check duel.toml"],
)
