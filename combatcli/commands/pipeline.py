"""The way that every command takes: read the encounter, resolve, report, write; all of it, or nothing."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import msgspec

from combatcli.commands.place import STANDARD, Place, opened
from combatcli.dice.rolling.sources import EnteredSource, SeededSource, SystemSource, mint_seed
from combatcli.encounter import document, files
from combatcli.errors import ExitCode, RefusedError, UsageError
from combatcli.rulesets import COMMANDS, action, load
from combatcli.rulesets.base import Play
from combatcli.streams import put, put_aside, put_encounter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.cli import Call
    from combatcli.dice.rolling.sources import Roller
    from combatcli.encounter.document import Tables
    from combatcli.encounter.schema import Encounter
    from combatcli.rulesets.base import Action, Event, Order

NO_DICE: dict[str, object] = {"seed": None, "step": None}


class Result:
    """What a command has to say, and the tables it leaves; None where they stay as they were."""

    __slots__ = ("dice", "events", "names", "ruleset", "tables", "warnings")

    def __init__(
        self,
        events: Sequence[Event],
        *,
        ruleset: str | None = None,
        tables: Tables | None = None,
        names: dict[str, str] | None = None,
    ) -> None:
        self.events = list(events)
        self.ruleset = ruleset
        self.tables = tables
        self.names = names or {}
        self.warnings: list[str] = []
        self.dice = NO_DICE


def resolve(call: Call) -> int:
    """Play a command by the rules of the encounter's game."""
    with opened(call) as place:
        return resolve_in(call, place)


def answer(call: Call, game: str) -> int:
    """Let a game answer a question that needs no encounter."""
    return resolve_in(call, Place("", "", {"ruleset": game}, game, ExitStack()))


def resolve_in(call: Call, place: Place) -> int:
    """Play a command in a place."""
    doing = action(place.game, call.command)
    order = ordered(doing, call, place)
    encounter = place.encounter()
    if "odds" in call.shared:
        return complete(call, place, chances(call, doing, encounter, order))
    source = source_for(call, encounter)
    play = Play(encounter, source, strict="strict" in call.shared, formal=bool(place.path))
    doing.play(play, order)
    return complete(call, place, played(place, play, source))


def played(place: Place, play: Play[Any], source: Roller) -> Result:
    """Return the result of a play: the tables with what changed, and the dice's next step."""
    load(place.game).settle(play)
    if isinstance(source, EnteredSource):
        source.finish()
    after = play.fight
    dice = NO_DICE
    if isinstance(source, SeededSource):
        dice = {"seed": source.seed, "step": source.step}
        own = after.dice is not None and (after.dice.seed, after.dice.step) == (source.seed, source.step)
        if own and source.rolled:
            after = after.changed(dice=msgspec.structs.replace(after.dice, step=source.step + 1))
    result = Result(
        play.events,
        ruleset=place.game,
        tables=document.updated(place.tables, play.before, after) if place.path else None,
        names=after.names(),
    )
    result.warnings = play.warnings
    result.dice = dice
    return result


def chances(call: Call, doing: Action[Any, Any], encounter: Encounter, order: Order) -> Result:
    """Return the exact odds of a command; RefusedError if it rolls nothing."""
    if doing.odds is None:
        raise RefusedError(f"{encounter.ruleset}'s {call.command} has no odds")
    return Result(doing.odds(encounter, order), ruleset=encounter.ruleset, names=encounter.names())


def ordered(doing: Action[Any, Any], call: Call, place: Place) -> Order:
    """Return what a command was told, in the shape that the game takes it."""
    given: dict[str, Any] = dict(call.given)
    for option in ("with", "against"):
        words = given.pop(option, None)
        if words is None:
            continue
        plain = [word for word in words if "=" not in word]
        if len(plain) < len(words) and place.path:
            raise UsageError(f"--{option} KEY=VALUE describes a combatant without a file", "Name the game: --ruleset")
        if plain and option not in doing.order.__struct_encode_fields__:
            raise UsageError(f'--{option} {plain[-1]}: "{plain[-1]}" is not key=value', "As in --with strength=10")
        if plain:
            given[option] = plain[-1]
    try:
        order: Order = msgspec.convert(given, doing.order, strict=False)
    except msgspec.ValidationError as error:
        raise _misfit(str(error), call, place) from None
    return order


def _misfit(message: str, call: Call, place: Place) -> Exception:
    name = message.partition("`")[2].partition("`")[0]
    option = f"--{name.replace('_', '-')}"
    if "unknown field" in message:
        others = [game for game in COMMANDS if game != place.game and _takes(game, call.command, name)]
        hint = (
            f"{' and '.join(others)} has it." if others else f"`combatcli {call.command} --help` lists what it takes."
        )
        return RefusedError(f"{place.game}'s {call.command} has no {option}", hint)
    if "missing required field" in message:
        what = name.upper() if name in ("who", "action") else option
        return UsageError(f"{call.command} needs {what}", f"`combatcli {call.command} --help` shows how.")
    return UsageError(f"{call.command}: {message[:1].lower()}{message[1:].replace('$.', '')}")


def _takes(game: str, command: str, name: str) -> bool:
    try:
        return name in action(game, command).order.__struct_encode_fields__
    except RefusedError:
        return False


def source_for(call: Call, encounter: Encounter | None) -> Roller:
    """Return where the faces come from: entered, seeded by the command line or the encounter, or the system's."""
    seed = call.shared.get("seed")
    if "dice" in call.shared:
        from combatcli.quick import entered_faces

        if seed is not None:
            raise UsageError("--dice and --seed exclude each other", "The faces are given, or they are drawn.")
        return EnteredSource(entered_faces(call.shared["dice"]))
    if seed is not None:
        return SeededSource(seed)
    if encounter is not None and encounter.dice is not None:
        return SeededSource(encounter.dice.seed, encounter.dice.step)
    return SeededSource(mint_seed()) if "json" in call.shared else SystemSource()


def edit(call: Call, change: Callable[[Place], Result]) -> int:
    """Run a command that works on the encounter's tables themselves."""
    with opened(call) as place:
        return complete(call, place, change(place))


def complete(call: Call, place: Place, result: Result) -> int:
    """Report, and write what changed: a file changes last, once all else has succeeded."""
    changed = result.tables is not None and result.tables is not place.tables and "dry_run" not in call.shared
    text = _changed_text(place, result) if changed else place.text
    output = _output(call, place)
    said = report(call, result, to_terminal=output != STANDARD)
    if output == STANDARD:
        place.lock.close()
        put_encounter(text)
        put_aside(said)
    elif output == "" or (output == place.path and text == place.text):
        place.lock.close()
        put(said)
    elif output == place.path:
        from combatcli.encounter import journal

        noted = journal.recorded(output, call.argv, result.events, place.text, text)
        with files.staged(output, text), noted:
            put(said)
    else:
        place.lock.close()
        with files.locked(output), files.staged(output, text):
            put(said)
    return exit_code(call, result)


def _output(call: Call, place: Place) -> str:
    """Return where the encounter goes: a file, "-" for standard output, or nowhere."""
    if "dry_run" in call.shared:
        return STANDARD if place.path == STANDARD else ""
    output: str = call.shared.get("output") or place.path
    if STANDARD not in (output, place.path) and place.path and files.same(output, place.path):
        return place.path
    return output


def _changed_text(place: Place, result: Result) -> str:
    assert result.tables is not None  # noqa: S101  (the caller has seen to it)
    if place.path == STANDARD:
        return document.dumped(result.tables, schema_uri(place.game))
    from combatcli.encounter.edit import edited

    return edited(place.text, place.tables, result.tables)


def schema_uri(game: str) -> str:
    """Return where the JSON Schema of a game's encounters lies."""
    from pathlib import Path

    return (Path(document.__file__).parent / "schemas" / f"{game}.json").as_uri()


def report(call: Call, result: Result, *, to_terminal: bool = True) -> str:
    """Return the report of a command, as it was asked for."""
    if "quiet" in call.shared:
        return ""
    if "json" in call.shared:
        from combatcli.report.envelope import document as envelope

        return envelope(call.command, result.ruleset, result.events, result.warnings, result.dice)
    from combatcli.report.text import written

    return written(result.events, result.warnings, result.names, call.shared, to_terminal=to_terminal)


def exit_code(call: Call, result: Result) -> int:
    """Return 1 if that was asked for and the command's own roll failed; else 0."""
    if "exit_status" not in call.shared:
        return ExitCode.DONE
    name = call.command
    if name == "dashtest":
        lost = any(event.get("first", "") not in ("", None, event.get("who")) for event in result.events)
        return ExitCode.FAILED if lost else ExitCode.DONE
    own = ("attack",) if name == "attack" else ("test", "contest")
    key = "hit" if name == "attack" else "success"
    outcomes = [event[key] for event in result.events if event["event"] in own and key in event]
    return ExitCode.FAILED if outcomes and not any(outcomes) else ExitCode.DONE
