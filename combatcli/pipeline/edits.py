"""What `add` and `set` share: the tables are changed as they are, and must then hold together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from combatcli.declarations import Invocation
from combatcli.encounter import document
from combatcli.encounter.explain import unknown_keys
from combatcli.encounter.limits import check_depth
from combatcli.errors import MOST_LISTED, RefusedError
from combatcli.events import AnyEvent
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.output import complete
from combatcli.pipeline.points import above_maximum
from combatcli.pipeline.result import Result
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.toml import Tables


def edit(call: Invocation, change: Callable[[Input], Result]) -> int:
    """Run a command that works on the encounter's tables themselves."""
    with open_input(call) as given:
        return complete(call, given, change(given))


def new_unknown(before: Tables, after: Tables, game: Game) -> list[tuple[str, str]]:
    """Return each key that an edit wrote and nobody knows, and where it leads."""
    known = dict(unknown_keys(before, game.encounter, game.switches, besides=after))
    written = unknown_keys(after, game.encounter, game.switches, besides=before)
    return [(path, _lead(path, hint, game)) for path, hint in written if path not in known]


def _lead(path: str, hint: str, game: Game) -> str:
    """Return where an unknown key leads: to the nearest known one, to the fight itself, or to the list of all."""
    table, _, key = path.rpartition(".")
    if not table.startswith("combatants."):
        return hint
    if key in game.encounter.__struct_encode_fields__:
        return f"The fight itself is . as in: combatcli set . {key}=…"
    return hint if hint.startswith("Did you mean") else f"`combatcli schema {game.name} --keys` lists all"


def finish_edit(given: Input, tables: Tables, events: Sequence[AnyEvent]) -> Result:
    """Return the result of an edit, with what follows from it by the rules; InvalidError if it would not hold."""
    before = given.encounter
    if tables.get("ruleset") != given.game.name:
        raise RefusedError("an encounter keeps its ruleset", "Make one of another game with `combatcli new`.")
    check_depth(tables, given.tables)
    after = document.validate(tables, given.game)
    result = Result(events, game=given.game, tables=tables, names=after.called().with_gone(before.called()))
    new = new_unknown(given.tables, tables, given.game)
    result.warnings = [f"{path} is an unknown key, kept. {hint}".rstrip(" .") for path, hint in new[:MOST_LISTED]]
    if len(new) > MOST_LISTED:
        result.warnings.append(f"{len(new) - MOST_LISTED:,} more unknown keys, which were kept")
    others = [who for who, each in after.combatants.items() if before.combatants.get(who) != each]
    result.warnings += above_maximum(after, given.game, tables, others)[:MOST_LISTED]
    if after != before:
        context = CombatContext(after)
        context.before = before
        given.game.apply_consequences(context)
        result.events += context.events
        if context.fight is not after:
            result.tables = document.merge_changes(tables, after, context.fight)
    return result
