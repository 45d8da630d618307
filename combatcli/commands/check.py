"""`check`: whether an encounter holds together, and all that is wrong where it does not."""

from __future__ import annotations

from itertools import chain, islice

from combatcli import events
from combatcli.declarations import REPORT, STREAMS, Command, Invocation, always
from combatcli.encounter.document import located
from combatcli.errors import MOST_TOLD, InvalidError
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.output import complete
from combatcli.pipeline.result import Result
from combatcli.streams import write_stderr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn, TypeVar

    from combatcli.encounter.schema import Encounter
    from combatcli.events import Event
    from combatcli.rulesets.game import Game

    E = TypeVar("E")


def check(call: Invocation) -> int:
    """Check an encounter; unknown keys are named and kept, anything else ends with exit code 3."""
    from combatcli.encounter.explain import unknown_keys

    with open_input(call) as given:
        game = given.game
        unknown, keys = _first(
            events.Unknown(path=path, hint=hint)
            for path, hint in unknown_keys(given.tables, game.encounter, game.switches)
        )
        rest = [f"{keys - MOST_TOLD:,} more unknown keys, which were kept"] if keys > MOST_TOLD else []
        encounter, problems, number = _problems(given, game)
        if encounter is None or problems:
            _refused(call, [*unknown, *problems], rest, problems, number)
        counts = {"combatants": len(encounter.combatants), "arenas": len(encounter.arenas), "unknown": keys}
        result = Result([*unknown, events.Checked(ruleset=game.name, **counts)], game=game)
        result.warnings += [*rest, *islice(game.remarks(encounter), MOST_TOLD)]
        return complete(call, given, result)


def _first(found: Iterator[E]) -> tuple[list[E], int]:
    """Return the first of them, as many as are told, and the number of all."""
    told = list(islice(found, MOST_TOLD))
    return told, len(told) + sum(1 for _ in found)


def _in_tables(given: Input) -> Iterator[events.Problem]:
    """Yield what is wrong with the tables that are rolled on."""
    if given.tables.get("tables"):
        from combatcli.pipeline.tables import problems_in

        for problem in problems_in(given.tables, given.path):
            yield events.Problem(path=problem.path, message=problem.what, hint=problem.hint)


def _problems(given: Input, game: Game) -> tuple[Encounter | None, list[events.Problem], int]:
    """Return the encounter without the values that do not fit, the first problems, and the number of all."""
    from combatcli.encounter.explain import Fitting

    fitting = Fitting()
    encounter = fitting.encounter(given.tables, game.encounter)
    misfits = (events.Problem(path=misfit.path, message=misfit.what, hint=misfit.hint) for misfit in fitting.misfits)
    others = (
        events.Problem(path=problem.path, message=located(problem, given.text, given.name), hint=problem.hint)
        for problem in (game.problems(encounter) if encounter is not None else ())
    )
    told, number = _first(chain(misfits, others, _in_tables(given) if encounter is not None else ()))
    return encounter, told, number + fitting.number - len(fitting.misfits)


def _refused(
    call: Invocation, told: list[Event], warnings: list[str], problems: list[events.Problem], number: int
) -> NoReturn:
    if not {"json", "quiet"} & call.shared.keys() and number > 1:
        from combatcli.report.options import AS_USUAL
        from combatcli.report.report_text import report_text

        write_stderr(report_text(told, warnings, {}, AS_USUAL, to_terminal=False))
        rest = f"The first {MOST_TOLD} are listed." if number > MOST_TOLD else ""
        raise InvalidError(f"this encounter has {number:,} problems", rest)
    first = problems[0]
    listed = [{"path": problem.path, "message": problem.message, "hint": problem.hint} for problem in problems]
    if number > MOST_TOLD:
        listed.append({"path": "", "message": f"{number - MOST_TOLD:,} more problems", "hint": ""})
    raise InvalidError(first.message, first.hint, path=first.path, problems=listed)


COMMAND = Command(
    "check",
    check,
    about="It lists all problems. It warns of unknown keys and names the nearest known key; with -e it fails for them.",
    failed=lambda found: any(isinstance(event, events.Unknown) for event in found),
    shared=[*STREAMS, *REPORT],
    asks=always,
    examples=["combatcli check -f fight.toml"],
)
