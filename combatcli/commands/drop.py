"""`drop`: somebody leaves the encounter."""

from __future__ import annotations

from typing import Any

from combatcli.cli import Argument, Call, Command, report_options, stream_options
from combatcli.commands.editing import combatant_tables, edited
from combatcli.commands.pipeline import edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.commands.pipeline import Result
    from combatcli.commands.place import Place


def drop(call: Call) -> int:
    """Take a combatant out, with what is pending on them and whom they were engaged with."""
    who = call.words["id"]

    def change(place: Place) -> Result:
        combatants = combatant_tables(place, who)
        left = {name: _without(table, who) for name, table in combatants.items() if name != who}
        pending = place.tables.get("pending", [])
        kept = [hit for hit in pending if hit.get("target") != who]
        after = {**place.tables, "combatants": left, "pending": kept}
        if not kept:
            del after["pending"]
        arenas = place.tables.get("arenas", {})
        if any(arena.get("on") == who for arena in arenas.values()):
            after["arenas"] = {name: _uncarried(arena, who) for name, arena in arenas.items()}
        return edited(place, after, [{"event": "drop", "who": who, "pending": len(pending) - len(kept)}])

    return edit(call, change)


def _without(table: dict[str, Any], who: str) -> dict[str, Any]:
    """Return a combatant's table without mention of somebody who is gone."""
    result = table
    if who in table.get("engaged", ()):
        result = {**result, "engaged": [each for each in table["engaged"] if each != who]}
    if table.get("target") == who:
        result = {key: value for key, value in result.items() if key != "target"}
    declared = table.get("declared", {})
    if isinstance(declared, dict) and who in declared.get("targets", ()):
        targets = [each for each in declared["targets"] if each != who]
        result = {**result, "declared": {**declared, "targets": targets}}
    return result


def _uncarried(arena: dict[str, Any], who: str) -> dict[str, Any]:
    return {key: value for key, value in arena.items() if (key, value) != ("on", who)}


COMMAND = Command(
    "drop",
    drop,
    arguments=[Argument("id", "a combatant")],
    shared=[*stream_options(), *report_options()],
    examples=["combatcli drop ruffian -f fight.toml"],
)
