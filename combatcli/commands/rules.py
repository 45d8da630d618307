"""`rules`: a rule by its id, or by a question as a player puts it."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any

from combatcli.declarations import REPORT, STREAMS, Argument, Command, always, flag, text
from combatcli.errors import CombatError, ExitCode, RefusedError, UsageError, nearest
from combatcli.pipeline.input import VARIABLE, read, source_path
from combatcli.pipeline.output import Result, complete, report
from combatcli.records import Record
from combatcli.rulesets import NAMES, load, outside_games
from combatcli.rulesets.lookup.book import rules_of, rules_of_all
from combatcli.rulesets.lookup.finding import (
    answers,
    ids_in,
    is_about_rulings,
    nearest_titles,
    switched_by,
    with_id,
)
from combatcli.rulesets.lookup.telling import STRICT, rule_event, strict_event, switch_events
from combatcli.streams import STANDARD, put
from combatcli.text import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.declarations import Invocation
    from combatcli.events import Event
    from combatcli.pipeline.input import Input
    from combatcli.rulesets.lookup.book import Rule
    from combatcli.rulesets.lookup.telling import Form


LONGEST = 60
"""How much of a question an error repeats."""


class Shelf(Record):
    """Where to look: the rules of one ``game``, or of all; what was asked; a table's own [house].

    A game that was ``said`` is asked alone; one in play comes first.
    """

    rules: list[Rule]
    words: list[str]
    game: str = ""
    said: bool = False
    house: dict[str, Any] = {}

    def ids(self) -> list[str]:
        """Return the ids that are asked for, of whichever game."""
        others = rules_of_all(NAMES) if self.game else []
        return ids_in(self.words, [rule.id for rule in (*self.rules, *others)])

    def told(self, rules: Sequence[Rule], *forms: Form) -> list[Event]:
        """Return rules as events: the first ones in the first forms, all others in the last."""
        titles = {rule.id: rule.title for rule in self.rules}
        if any(id_ not in titles for rule in rules for id_ in rule.related):
            titles |= {rule.id: rule.title for rule in rules_of_all(NAMES)}
        last = len(forms) - 1
        return [
            rule_event(rule, forms[min(place, last)], titles, self.house if rule.game in ("", self.game) else {})
            for place, rule in enumerate(rules)
        ]


def rules(call: Invocation) -> int:
    """Answer a question about the rules; the encounter in play says of which game, and what its table has set."""
    with ExitStack() as lock:
        given, warning = _in_play(call, lock)
        shelf = _shelf(call, given, NAMES)
        events = _answer(call, shelf)
        if not events and (outside := outside_games()):
            shelf = _shelf(call, given, [*NAMES, *outside])
            events = _answer(call, shelf)
        if not events:
            raise _nothing(shelf)
        result = Result(events, game=load(shelf.game) if shelf.game and "json" in call.shared else None)
        result.warnings = [warning] if warning else []
        if given is not None:
            return complete(call, given, result)
        put(report(call, result))
        return ExitCode.DONE


def _in_play(call: Invocation, lock: ExitStack) -> tuple[Input | None, str]:
    """Return the encounter in play, and a warning where the variable's file is none; standard input only if asked for.

    A look-up needs no encounter, so it leaves a pipe alone that may be another's, as in `while read`.
    """
    if {"file", "pass", "output"} & call.shared.keys():
        return read(source_path(call), lock), ""
    path = os.environ.get(VARIABLE)
    if not path or path == STANDARD:
        return None, ""
    try:
        return read(path, lock), ""
    except CombatError as error:
        return None, f"${VARIABLE} names no encounter in play: {error.message}"


def _shelf(call: Invocation, given: Input | None, games: Sequence[str]) -> Shelf:
    """Find out which game is asked about: the one that is said, else the one in play, else all."""
    words = [word for word in call.words.get("words", ()) if word.strip()]
    said = call.options.get("ruleset")
    if said is not None and said not in games:
        known = [*games, *outside_games()]
        if said not in known:
            raise UsageError(f'there is no ruleset "{said}"', nearest(said, known))
    named = [word for word in words if word.casefold() in games]
    if said is None and len(named) == 1:
        said = named[0].casefold()
        words.remove(named[0])
    house = given.tables.get("house") if given is not None else None
    game = said or (given.game.name if given is not None else "")
    own = house if given is not None and isinstance(house, dict) and game == given.game.name else {}
    if not words and not game:
        games = [*NAMES, *outside_games()]
    found = rules_of(game) if game else rules_of_all(games)
    return Shelf(found, words, game, said is not None, own)


def _answer(call: Invocation, shelf: Shelf) -> list[Event]:
    """Return what answers; nothing if no rule does."""
    if ids := shelf.ids():
        found = _by_id(ids, shelf)
        return shelf.told(found, "house" if "house" in call.options else "whole") if found else []
    if "house" in call.options or is_about_rulings(shelf.words):
        ruled = [rule for rule in shelf.rules if rule.house or rule.switches]
        every = not shelf.words or is_about_rulings(shelf.words)
        asked = ruled if every else answers(" ".join(shelf.words), ruled)
        switches = switch_events(asked, shelf.house, all_of_them=True) if every else ()
        return [*shelf.told(asked, "house"), *switches] if asked else []
    if not shelf.words:
        return [*shelf.told(shelf.rules, "title"), *switch_events(shelf.rules, shelf.house, all_of_them=False)]
    found = answers(" ".join(shelf.words), shelf.rules)
    if STRICT[0] in shelf.words:
        return [strict_event(shelf.house), *shelf.told(found, "also")]
    owning = switched_by(shelf.words, shelf.rules)
    return shelf.told([*owning, *(rule for rule in found if rule not in owning)], "whole", "also")


def _by_id(ids: Sequence[str], shelf: Shelf) -> list[Rule]:
    """Return the rules of some ids; of another game than the one in play, where that has none of the id."""
    found: list[Rule] = []
    for wanted in ids:
        own = with_id(wanted, shelf.rules)
        if not own and shelf.game:
            other = with_id(wanted, rules_of_all(NAMES))
            if other and shelf.said:
                hint = "; ".join(f"{rule.game} has it: {rule.title}" for rule in other)
                raise RefusedError(f"{shelf.game} has no rule {wanted}", f"{hint}.")
            own = other
        if not own:
            return []
        found += own
    return found


def _nothing(shelf: Shelf) -> RefusedError:
    """Return the error of a question that no rule answers: it names the nearest ids or titles."""
    asked = " ".join(shelf.words)
    shown = asked if len(asked) <= LONGEST else f"{shortened(asked, LONGEST)}…"
    if ids := shelf.ids():
        known = {rule.id for rule in shelf.rules}
        missing = next(each for each in ids if each not in known)
        return RefusedError(f"there is no rule {missing}", nearest(missing, known))
    if not shelf.rules:
        return RefusedError(f"{shelf.game} has no rules to look up")
    titles = nearest_titles(asked, shelf.rules)
    near = f"Nearest: {'; '.join(f'{rule.id} {rule.title}' for rule in titles)}. " if titles else ""
    where = f" of {shelf.game}" if shelf.game else ""
    return RefusedError(f'no rule{where} answers "{shown}"', f"{near}`combatcli rules` lists all.")


COMMAND = Command(
    "rules",
    rules,
    about=(
        "Ask as you would at the table; words may be misspelt. The best answer is told whole, others by their titles. "
        "An encounter (-f, $COMBATCLI_FILE) picks its game and shows what its table has set. --pass reads a pipe. "
        "A word that begins with a hyphen stands behind --, as in: rules -- --parry."
    ),
    arguments=[
        Argument(
            "words",
            "an id as in R24, several as in R24-R26, a question, or a game's name; without any, all titles",
            many=True,
            required=False,
        )
    ],
    options=[
        text("--ruleset", "GAME", "the rules of this game alone"),
        flag("--house", "what we ruled where a game is silent or unclear, and the switches of [house]"),
    ],
    shared=[*STREAMS, *REPORT],
    examples=[
        "combatcli rules R24",
        "combatcli rules how do I shove somebody",
        "combatcli rules",
        "combatcli rules --house -f fight.toml",
    ],
    asks=always,
)
