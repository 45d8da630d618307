"""`set`: other values for a combatant, or for the encounter itself."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command
from combatcli.encounter.references import combatant_named, id_of
from combatcli.pipeline.assignments import assign, split
from combatcli.pipeline.edits import edit, finish_edit
from combatcli.pipeline.resolution import resolve
from combatcli.streams import on_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation
    from combatcli.events import Event
    from combatcli.pipeline.input import Input
    from combatcli.pipeline.output import Result

ITSELF = "."


def set_keys(call: Invocation) -> int:
    """Change keys; what the encounter then is must hold together."""
    who, words = call.words["id"], call.words["keys"]
    if call.options:  # a game's own way to change something
        return resolve(call)

    def change(given: Input) -> Result:
        if who == ITSELF:
            after = assign(given.tables, words, "", given.encounter())
            return finish_edit(given, after, [_event(who, words, after)])
        encounter = given.encounter()
        meant = id_of(encounter, who, abbreviated=on_terminal())
        combatant = combatant_named(encounter, meant)
        combatants = given.tables["combatants"]
        made = assign(combatants[meant], words, f"combatants.{meant}", combatant)
        after = {**given.tables, "combatants": {**combatants, meant: made}}
        return finish_edit(given, after, [_event(meant, words, made)])

    return edit(call, change)


def _event(who: str, words: list[str], tables: dict[str, object]) -> Event:
    changes = {}
    for word in words:
        keys, _ = split(word)
        value: object = tables
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        changes[".".join(keys)] = value
    return {"event": "change", "who": who, "changes": changes}


COMMAND = Command(
    "set",
    set_keys,
    about=(
        "Values are written as in TOML; a bare word is text. key=+2 and key=-1 change a number (a negative one is "
        "written bonus=0 bonus=-1), key= takes the key "
        "away, dotted keys reach into tables, and . is the encounter itself."
    ),
    arguments=[
        Argument("id", "a combatant, or . for the encounter itself"),
        Argument("keys", "key=value", many=True),
    ],
    shared=[*STREAMS, *REPORT],
    played=True,
    examples=[
        "combatcli set mira arena=alley note='out of breath' -f fight.toml",
        "combatcli set . round=3 house.strict=true -f fight.toml",
    ],
)
