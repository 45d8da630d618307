"""`add`: one more combatant."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command
from combatcli.errors import RefusedError, UsageError
from combatcli.pipeline.assignments import assign
from combatcli.pipeline.edits import edit, finish_edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation
    from combatcli.pipeline.input import Input
    from combatcli.pipeline.output import Result


def add(call: Invocation) -> int:
    """Add a combatant with the keys that are given; the rest have their defaults."""
    who, words = call.words["id"], call.words.get("keys", [])
    if who in ("", ".") or "=" in who:
        raise UsageError(f'"{who}" is no name for a combatant', "Write: combatcli add ID key=value …")

    def change(given: Input) -> Result:
        combatants = given.tables.get("combatants", {})
        if who in combatants:
            raise RefusedError(f'there is a combatant "{who}" already', "`combatcli set` changes it.")
        made = assign({}, words, f"combatants.{who}")
        event = {"event": "change", "who": who, "added": True, "changes": made}
        return finish_edit(given, {**given.tables, "combatants": {**combatants, who: made}}, [event])

    return edit(call, change)


COMMAND = Command(
    "add",
    add,
    about="Values are written as in TOML; a bare word is text. Dotted keys reach into tables.",
    arguments=[
        Argument("id", "what the new combatant is called in commands"),
        Argument("keys", "key=value", many=True, required=False),
    ],
    shared=[*STREAMS, *REPORT],
    examples=["combatcli add ogre side=foes weapons.club.damage=1d6 wielding=club -f fight.toml"],
)
