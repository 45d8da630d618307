"""`rename`: changes a combatant's id everywhere in the encounter."""

from collections.abc import Mapping
from typing import TypeVar

from combatcli.declarations import REPORT, STREAMS, Argument, Command, Invocation
from combatcli.encounter import document
from combatcli.encounter.ids import is_id
from combatcli.encounter.references import combatant_named, id_or_word, with_references_renamed
from combatcli.errors import RefusedError, UsageError
from combatcli.events import Rename
from combatcli.pipeline.edits import finish_edit, run_edit
from combatcli.pipeline.input import Input
from combatcli.pipeline.result import Result
from combatcli.rulesets.tactic_lines import rename_in_lines
from combatcli.streams import may_abbreviate_names

T = TypeVar("T")


def rename_combatant(call: Invocation) -> int:
    """Change a combatant's id; raise UsageError for an impossible id, RefusedError for a taken one."""
    new = call.words["new"]
    if not is_id(new):
        raise UsageError(f'"{new}" cannot be an id', "An id has letters and no =, as in orc1.")

    def rename_in_encounter(origin: Input) -> Result:
        encounter = origin.encounter
        old = id_or_word(encounter, call.words["old"], abbreviated=may_abbreviate_names())
        combatant_named(encounter, old)
        if new in encounter.combatants:
            raise RefusedError(f'there is already a combatant "{new}"', "Choose an id that nobody has.")
        moved = encounter.changed(combatants=_with_renamed_key(encounter.combatants, old, new))
        tables = {**origin.tables, "combatants": _with_renamed_key(origin.tables["combatants"], old, new)}
        after = document.merge_changes_into_tables(
            tables, moved, rename_in_lines(with_references_renamed(moved, "combatant", old, new), old, new)
        )
        result = finish_edit(origin, after, [Rename(who=new, was=old)])
        result.warnings = []  # unknown keys stay, under another id
        return result

    return run_edit(call, rename_in_encounter)


def _with_renamed_key(table: Mapping[str, T], old: str, new: str) -> dict[str, T]:
    """Rename a key of a table, keeping its place."""
    return {new if key == old else key: value for key, value in table.items()}


COMMAND = Command(
    "rename",
    rename_combatant,
    about="Declarations, pending hits, pairs and all other references change with it. The log stays as it was.",
    arguments=[
        Argument("old", "the current id", completes="combatant"),
        Argument("new", "the new id, which nobody may have"),
    ],
    shared=[*STREAMS, *REPORT],
    examples=["combatcli rename ruffian scar -f fight.toml"],
)
