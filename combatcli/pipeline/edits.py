"""The common part of `add` and `set`: they change the tables, which must then be valid."""

from collections.abc import Callable, Sequence

from combatcli.declarations import Invocation
from combatcli.encounter import document
from combatcli.encounter.explain import unknown_keys
from combatcli.encounter.ids import check_means_nothing_else
from combatcli.errors import MOST_LISTED, RefusedError
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.output import report_and_write
from combatcli.pipeline.points import points_above_maximum
from combatcli.pipeline.result import Result
from combatcli.records import Event
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.toml import Tables


def run_edit(call: Invocation, change: Callable[[Input], Result]) -> int:
    """Run a command that edits the encounter's tables."""
    with open_input(call) as origin:
        return report_and_write(call, origin, change(origin))


def new_unknown_keys(before: Tables, after: Tables, game: Game) -> list[tuple[str, str]]:
    """Return each unknown key that an edit wrote, with a hint."""
    old = dict(unknown_keys(before, game.encounter, game.house_keys, besides=after))
    written = unknown_keys(after, game.encounter, game.house_keys, besides=before)
    return [(path, _unknown_key_hint(path, hint, game)) for path, hint in written if path not in old]


def _unknown_key_hint(path: str, hint: str, game: Game) -> str:
    """Return the hint for an unknown key: the nearest known one, a key of the fight, or the list of all."""
    table, _, key = path.rpartition(".")
    if not table.startswith("combatants."):
        return hint
    if key in game.encounter.__struct_encode_fields__:
        return f"The fight itself is . as in: combatcli set . {key}=…"
    return hint if hint.startswith("Did you mean") else f"`combatcli schema {game.name} --keys` lists all"


def finish_edit(origin: Input, tables: Tables, events: Sequence[Event]) -> Result:
    """Apply the rules' consequences to an edit, and return its result; raise InvalidError if it is invalid."""
    before = origin.encounter
    if tables.get("ruleset") != origin.game.name:
        raise RefusedError("an encounter keeps its ruleset", "Make one of another game with `combatcli new`.")
    document.check_numbers_and_depth(tables, besides=origin.tables)
    after = document.validate(tables, origin.game)
    for who in after.combatants:
        if who not in before.combatants:
            check_means_nothing_else(who)
    result = Result(
        events,
        game=origin.game,
        tables=tables,
        names=after.display_names().with_former_combatants(before.display_names()),
    )
    new = new_unknown_keys(origin.tables, tables, origin.game)
    result.warnings = [f"{path} is an unknown key, kept. {hint}".rstrip(" .") for path, hint in new[:MOST_LISTED]]
    if len(new) > MOST_LISTED:
        result.warnings.append(f"{len(new) - MOST_LISTED:,} more unknown keys, which were kept")
    changed = [who for who, each in after.combatants.items() if before.combatants.get(who) != each]
    result.warnings += points_above_maximum(after, origin.game, tables, changed)[:MOST_LISTED]
    if after != before:
        context = CombatContext(after)
        context.before = before
        origin.game.apply_consequences(context)
        result.events += context.events
        if context.fight is not after:
            result.tables = document.merge_changes_into_tables(tables, after, context.fight)
    return result
