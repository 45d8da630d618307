"""`rules`: looks up a rule by its id or by a player's question."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from combatcli.declarations import REPORT, STREAMS, Argument, Command, Invocation, flag, text
from combatcli.errors import CombatError, ExitCode, UsageError
from combatcli.pipeline.result import Result, render_report
from combatcli.rule_events import KnownGame
from combatcli.rulesets import FILES, NAMES, game_files, load, outside, requested_game, usable_games
from combatcli.rulesets.lookup.catalog import rules_of, rules_of_games
from combatcli.rulesets.lookup.search import RuleQuestion, answering_events, no_answer_event
from combatcli.streams import STANDARD, VARIABLE, write_stdout
from combatcli.text import escape

if TYPE_CHECKING:
    from combatcli.pipeline.input import Input


def rules(call: Invocation) -> int:
    """Answer a question about the rules, for the game and the house rules of the encounter in play."""
    if "games" in call.options:
        write_stdout(render_report(call, _list_games(call)))
        return ExitCode.DONE
    origin, warning = _encounter_in_play(call)
    query = _question_with_games(call, origin, NAMES)
    events = answering_events(query, rulings="house" in call.options)
    looked = not events or not (query.game or query.words)
    if not events and (unused := outside.usable()):
        query = _question_with_games(call, origin, [*NAMES, *unused])
        events = answering_events(query, rulings="house" in call.options)
    if not events:
        events = [no_answer_event(query)]
    game = load(query.game) if query.game and "json" in call.shared else None
    warnings = [*([warning] if warning else []), *(outside.unusable_game_sentences() if looked else [])]
    result = Result(events, game=game, warnings=warnings)
    if origin is not None:
        from combatcli.pipeline.output import report_and_write

        return report_and_write(call, origin, result)
    write_stdout(render_report(call, result))
    return ExitCode.DONE


def _list_games(call: Invocation) -> Result:
    """List the games that can be played, and warn of those that cannot."""
    if call.words.get("words"):
        raise UsageError("--games lists all games and takes no words", "Write: combatcli rules --games")
    packages, files, warnings = usable_games(), list[KnownGame](), outside.unusable_game_sentences()
    for name, path in game_files.known_games():
        try:
            source = "built in" if name in FILES else escape(path)
            files.append(KnownGame(name=escape(name), about=game_files.game_at(path, name).about, source=source))
        except CombatError as error:
            warnings.append(f"{escape(path)} cannot be played: {error.message}")
    packed = [
        KnownGame(name=name, about=game.about, source="built in" if name in NAMES else "a package")
        for name, game in packages.items()
    ]
    return Result([*packed, *files], warnings=warnings)


def _encounter_in_play(call: Invocation) -> tuple[Input | None, str]:
    """Return the encounter in play, and a warning if the variable names no encounter.

    Standard input is read only on request: a pipe may be meant for another, as in `while read`.
    """
    path, warning = os.environ.get(VARIABLE, ""), {"file", "pass", "output"} & call.shared.keys()
    if not warning and path in ("", STANDARD):
        return None, ""
    from combatcli.pipeline.input import encounter_path_or_stdin, read_encounter

    if warning:
        return read_encounter(encounter_path_or_stdin(call)), ""
    try:
        return read_encounter(path), ""
    except CombatError as error:
        return None, f"${VARIABLE} does not name an encounter: {error.message}"


def _question_with_games(call: Invocation, origin: Input | None, games: Sequence[str]) -> RuleQuestion:
    """Return the question with its games: the named one, else the one in play, else all."""
    words = [word for word in call.words.get("words", ()) if word.strip()]
    name = call.options.get("ruleset")
    if name is not None and name not in games:
        name = requested_game(name).name
    named = [word for word in words if word.casefold() in games or (word in FILES and len(words) == 1)]
    if name is None and len(named) == 1:
        name = named[0].casefold()
        words.remove(named[0])
    house = origin.tables.get("house") if origin is not None else None
    game = name or (origin.game.name if origin is not None else "")
    own = house if origin is not None and isinstance(house, dict) and game == origin.game.name else {}
    if not words and not game:
        games = [*NAMES, *outside.usable()]
    known_rules = rules_of(game) if game else rules_of_games(games)
    return RuleQuestion(known_rules, words, game, name is not None, own)


COMMAND = Command(
    "rules",
    rules,
    about=(
        "Ask as you would in play; misspelled words are understood. You get the best answer in full and the titles of "
        "others. An encounter (-f, $COMBATCLI_FILE) selects its game, and the answer shows its house rules. --pass "
        "reads a pipe. Put -- before a word that begins with a hyphen, as in: rules -- --parry."
    ),
    arguments=[
        Argument(
            "words",
            "an id (R24), a range (R24-R26), a question, or the name of a game [default: all titles]",
            many=True,
            required=False,
            completes="rule",
        )
    ],
    options=[
        text("--ruleset", "GAME", "search only the rules of this game"),
        flag("--games", "list all games: those built in, those in files and those of packages"),
        flag("--house", "show our rulings where a game is silent or unclear, and the options of [house]"),
    ],
    shared=[*STREAMS, *REPORT],
    examples=[
        "combatcli rules R24",
        "combatcli rules how do I shove somebody",
        "combatcli rules",
        "combatcli rules --house -f fight.toml",
        "combatcli rules --games",
    ],
    asks=True,
)
