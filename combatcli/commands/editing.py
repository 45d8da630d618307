"""What `add`, `set` and `drop` share: the tables are changed as they are, and must then hold together."""

from __future__ import annotations

from typing import Any

from combatcli.commands.pipeline import Result, played
from combatcli.dice.rolling.sources import SystemSource
from combatcli.encounter import document
from combatcli.errors import RefusedError, nearest
from combatcli.rulesets import load
from combatcli.rulesets.base import Play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.commands.place import Place
    from combatcli.encounter.document import Tables
    from combatcli.rulesets.base import Event, Ruleset


def combatant_tables(place: Place, who: str) -> dict[str, Any]:
    """Return the tables of all combatants; RefusedError names the nearest if there is none of that id."""
    combatants: dict[str, Any] = place.tables.get("combatants", {})
    if who not in combatants:
        raise RefusedError(f'there is no combatant "{who}" in this encounter', nearest(who, combatants))
    return combatants


def _new_unknown(before: Tables, after: Tables, game: Ruleset) -> list[str]:
    """Return a warning for each key that an edit wrote and nobody knows."""
    from combatcli.encounter.explain import unknown_keys

    known = dict(unknown_keys(before, game.encounter, game.switches))
    written = unknown_keys(after, game.encounter, game.switches)
    return [f"{path} is an unknown key, kept. {hint}".rstrip(" .") for path, hint in written if path not in known]


def edited(place: Place, tables: Tables, events: list[Event]) -> Result:
    """Return the result of an edit, with what follows from it by the rules; InvalidError if it would not hold."""
    game = load(place.game)
    before = document.checked(place.tables, game)
    if tables.get("ruleset") != place.game:
        raise RefusedError("an encounter keeps its ruleset", "`combatcli new` makes one of another game.")
    after = document.checked(tables, game)
    source = SystemSource()
    play = Play(after, source)
    play.before = before
    settled = played(place._replace(tables=tables), play, source) if after != before else None
    result = Result(events, ruleset=place.game, tables=tables, names=after.names())
    result.warnings = _new_unknown(place.tables, tables, game)
    if settled is not None:
        result.events += settled.events
        if play.fight is not after:
            result.tables = document.updated(tables, after, play.fight)
    return result
