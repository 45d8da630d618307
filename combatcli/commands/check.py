"""`check`: whether an encounter holds together, and all that is wrong where it does not."""

from __future__ import annotations

from combatcli.cli import Call, Command, report_options, stream_options
from combatcli.commands.pipeline import Result, complete
from combatcli.commands.place import Place, opened
from combatcli.encounter import document
from combatcli.errors import InvalidError
from combatcli.rulesets import load
from combatcli.streams import put_aside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.encounter.document import Tables
    from combatcli.encounter.schema import Encounter
    from combatcli.rulesets.base import Event, Ruleset

MOST_PROBLEMS = 100


def check(call: Call) -> int:
    """Check an encounter; unknown keys are named and kept, anything else ends with exit code 3."""
    with opened(call) as place:
        events = found(place)
        problems = [event for event in events if event["event"] == "problem"]
        if problems:
            return _refused(call, events, problems)
        return complete(call, place, Result(events, ruleset=place.game))


def found(place: Place) -> list[Event]:
    """Return what a check finds: problems, unknown keys, or that all is well."""
    from combatcli.encounter.explain import unknown_keys

    game = load(place.game)
    unknown = [
        {"event": "unknown", "path": path, "hint": hint}
        for path, hint in unknown_keys(place.tables, game.encounter, game.switches)
    ]
    misfits, encounter = _typed(place.tables, game)
    problems = misfits + [
        {"event": "problem", "path": each.path, "message": each.message, "hint": each.hint}
        for each in game.problems(encounter)
    ]
    counts = {"combatants": len(encounter.combatants), "arenas": len(encounter.arenas)}
    fine = [{"event": "checked", "ruleset": place.game, **counts}]
    return [*unknown, *(problems or fine)]


def _typed(tables: Tables, game: Ruleset) -> tuple[list[Event], Encounter]:
    """Return all values that do not fit the schema, and the encounter without them."""
    from combatcli.encounter.explain import without

    misfits: list[Event] = []
    while True:
        try:
            return misfits, document.typed(tables, game)
        except InvalidError as error:
            path, _, message = error.message.partition(": ")
            misfits.append({"event": "problem", "path": path, "message": message, "hint": error.hint})
            if not error.keys or len(misfits) > MOST_PROBLEMS:
                raise
            tables = without(tables, error.keys)


def _refused(call: Call, events: list[Event], problems: list[Event]) -> int:
    if not {"json", "quiet"} & call.shared.keys() and len(problems) > 1:
        from combatcli.report.text import written

        put_aside(written(events, [], {}, {}, to_terminal=False))
        raise InvalidError(f"{len(problems)} things are wrong in this encounter")
    first = problems[0]
    raise InvalidError(f"{first['path']}: {first['message']}", first["hint"])


COMMAND = Command(
    "check",
    check,
    about="Keys that nobody knows are named, with the nearest known one, and kept.",
    shared=[*stream_options(), *report_options()],
    examples=["combatcli check -f fight.toml"],
)
