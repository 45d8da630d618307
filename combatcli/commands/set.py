"""`set`: other values for a combatant, or for the encounter itself."""

from __future__ import annotations

from combatcli.cli import Argument, Call, Command, flag, report_options, stream_options
from combatcli.commands.assign import assign, split
from combatcli.commands.editing import combatant_tables, edited
from combatcli.commands.pipeline import edit, resolve
from combatcli.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.commands.pipeline import Result
    from combatcli.commands.place import Place

ITSELF = "."


def set_keys(call: Call) -> int:
    """Change keys; what the encounter then is must hold together."""
    who, words = call.words["id"], call.words["keys"]
    if "from_bowl" in call.options:
        return _from_bowl(call, who, words)

    def change(place: Place) -> Result:
        if who == ITSELF:
            after = assign(place.tables, words, "", place.encounter())
            return edited(place, after, [_event(who, words, after)])
        combatants = combatant_tables(place, who)
        made = assign(combatants[who], words, f"combatants.{who}", place.encounter().combatants[who])
        after = {**place.tables, "combatants": {**combatants, who: made}}
        return edited(place, after, [_event(who, words, made)])

    return edit(call, change)


def _event(who: str, words: list[str], tables: dict[str, object]) -> dict[str, object]:
    changes = {}
    for word in words:
        keys, _ = split(word)
        value: object = tables
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        changes[".".join(keys)] = value
    return {"event": "change", "who": who, "changes": changes}


def _from_bowl(call: Call, who: str, words: list[str]) -> int:
    keys, value = split(words[0])
    if len(words) != 1 or keys != ["awesome"] or not value.startswith("+") or not value[1:].isdecimal():
        raise UsageError(
            "--from-bowl takes Awesomes out of the bowl", "Write: combatcli set WHO awesome=+1 --from-bowl"
        )
    taken = call._replace(command="bowl", words={"who": who, "points": int(value)}, options={})
    return resolve(taken)


COMMAND = Command(
    "set",
    set_keys,
    about=(
        "Values are written as in TOML; a bare word is text. key=+2 and key=-1 change a number (a negative one is "
        "written brawn=0 brawn=-1), key= takes the key "
        "away, dotted keys reach into tables, and . is the encounter itself."
    ),
    arguments=[
        Argument("id", "a combatant, or . for the encounter itself"),
        Argument("keys", "key=value", many=True),
    ],
    options=[flag("--from-bowl", "realm: the Awesomes come out of the bowl")],
    shared=[*stream_options(), *report_options()],
    examples=[
        "combatcli set mira awesome=+1 defense=11 -f fight.toml",
        "combatcli set . round=3 house.strict=true -f fight.toml",
    ],
)
