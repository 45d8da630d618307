"""`check`: whether an encounter holds together, and all that is wrong where it does not."""

from __future__ import annotations

from combatcli import events
from combatcli.declarations import REPORT, STREAMS, Command, always
from combatcli.encounter import document
from combatcli.errors import MOST_TOLD, InvalidError
from combatcli.pipeline.input import open_input
from combatcli.pipeline.output import Result, complete
from combatcli.streams import write_stderr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from combatcli.declarations import Invocation
    from combatcli.encounter.schema import Encounter
    from combatcli.events import AnyEvent, Event
    from combatcli.pipeline.input import Input
    from combatcli.rulesets.game import Game
    from combatcli.toml import Tables


def check(call: Invocation) -> int:
    """Check an encounter; unknown keys are named and kept, anything else ends with exit code 3."""
    with open_input(call) as given:
        found = findings(given)
        problems = [event for event in found if isinstance(event, events.Problem)]
        unknown = [event for event in found if isinstance(event, events.Unknown)]
        told: list[Event] = [*unknown[:MOST_TOLD], *problems[:MOST_TOLD]]
        if problems:
            _refused(call, told, problems)
        result = Result([*told, *found[len(unknown) :]], game=given.game)
        if len(unknown) > MOST_TOLD:
            result.warnings.append(f"there are {len(unknown) - MOST_TOLD:,} more unknown keys, which were kept")
        return complete(call, given, result)


def findings(given: Input) -> list[Event]:
    """Return what a check finds: problems, unknown keys, or that all is well."""
    from combatcli.encounter.explain import unknown_keys

    game = given.game
    unknown = [
        events.Unknown(path=path, hint=hint) for path, hint in unknown_keys(given.tables, game.encounter, game.switches)
    ]
    misfits, encounter = _typed(given.tables, game)
    if encounter is None:
        return [*unknown, *misfits]
    problems = misfits + [
        events.Problem(path=each.path, message=each.message, hint=each.hint) for each in game.problems(encounter)
    ]
    problems += _in_tables(given)
    if problems:
        return [*unknown, *problems]
    counts = {"combatants": len(encounter.combatants), "arenas": len(encounter.arenas), "unknown": len(unknown)}
    return [*unknown, events.Checked(ruleset=game.name, **counts)]


def _in_tables(given: Input) -> list[events.Problem]:
    """Return what is wrong with the tables that are rolled on."""
    if not given.tables.get("tables"):
        return []
    from combatcli.pipeline.tables import problems_in

    found = problems_in(given.tables, given.path)
    return [events.Problem(path=each.path, message=each.what, hint=each.hint) for each in found]


def _has_unknown_keys(found: Sequence[AnyEvent]) -> bool:
    return any(isinstance(event, events.Unknown) for event in found)


def _typed(tables: Tables, game: Game) -> tuple[list[events.Problem], Encounter | None]:
    """Return the values that do not fit the schema, and the encounter without them; none where they are too many."""
    from combatcli.encounter.explain import without

    misfits: list[events.Problem] = []
    while True:
        try:
            return misfits, document.to_encounter(tables, game)
        except InvalidError as error:
            misfits.append(events.Problem(path=error.path, message=error.what, hint=error.hint))
            if not error.keys or len(misfits) >= MOST_TOLD:
                return misfits, None
            tables = without(tables, error.keys)


def _refused(call: Invocation, found: list[Event], problems: list[events.Problem]) -> NoReturn:
    if not {"json", "quiet"} & call.shared.keys() and len(problems) > 1:
        from combatcli.report.options import AS_USUAL
        from combatcli.report.report_text import report_text

        write_stderr(report_text(found, [], {}, AS_USUAL, to_terminal=False))
        rest = f"The first {MOST_TOLD} are listed." if len(problems) > MOST_TOLD else ""
        raise InvalidError(f"this encounter has {len(problems)} problems", rest)
    first = problems[0]
    listed = [{"path": each.path, "message": each.message, "hint": each.hint} for each in problems[:MOST_TOLD]]
    if len(problems) > MOST_TOLD:
        listed.append({"path": "", "message": f"{len(problems) - MOST_TOLD:,} more problems", "hint": ""})
    raise InvalidError(first.message, first.hint, path=first.path, problems=listed)


COMMAND = Command(
    "check",
    check,
    about="It lists all problems. It warns of unknown keys and names the nearest known key; with -e it fails for them.",
    failed=_has_unknown_keys,
    shared=[*STREAMS, *REPORT],
    asks=always,
    examples=["combatcli check -f fight.toml"],
)
