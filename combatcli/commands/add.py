"""`add`: one more combatant."""

from __future__ import annotations

from combatcli.cli import Argument, Call, Command, report_options, stream_options
from combatcli.commands.assign import assign
from combatcli.commands.editing import edited
from combatcli.commands.pipeline import edit
from combatcli.errors import RefusedError, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.commands.pipeline import Result
    from combatcli.commands.place import Place


def add(call: Call) -> int:
    """Add a combatant with the keys that are given; the rest have their defaults."""
    who, words = call.words["id"], call.words.get("keys", [])
    if who in ("", ".") or "=" in who:
        raise UsageError(f'"{who}" is no name for a combatant', "Write: combatcli add ID key=value …")

    def change(place: Place) -> Result:
        combatants = place.tables.get("combatants", {})
        if who in combatants:
            raise RefusedError(f'there is a combatant "{who}" already', "`combatcli set` changes it.")
        made = assign({}, words, f"combatants.{who}")
        event = {"event": "change", "who": who, "added": True, "changes": made}
        return edited(place, {**place.tables, "combatants": {**combatants, who: made}}, [event])

    return edit(call, change)


COMMAND = Command(
    "add",
    add,
    about="Values are written as in TOML; a bare word is text. Dotted keys reach into tables.",
    arguments=[
        Argument("id", "what the new combatant is called in commands"),
        Argument("keys", "key=value", many=True, required=False),
    ],
    shared=[*stream_options(), *report_options()],
    examples=["combatcli add ogre side=foes brawn=4 wounds=6 weapons.club.class=heavy wielding=club -f fight.toml"],
)
