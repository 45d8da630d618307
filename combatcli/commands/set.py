"""`set`: changes keys of combatants, of a side, or of the encounter itself."""

from collections.abc import Sequence
from functools import partial

from combatcli.declarations import REPORT, STREAMS, Argument, Command, Invocation, text
from combatcli.encounter.schema import Encounter
from combatcli.errors import UsageError
from combatcli.events import ChangedKeys
from combatcli.pipeline.edits import finish_edit, run_edit
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.key_values import ITSELF, assign, completed_keys, replace_point_changes, split_key_and_value
from combatcli.pipeline.points import points_in_range
from combatcli.pipeline.resolution import lacking_option_error, resolve_or_report_odds
from combatcli.pipeline.result import Result
from combatcli.pipeline.several import ids_of_words_on_side
from combatcli.records import Event


def set_keys(call: Invocation) -> int:
    """Change keys; the resulting encounter must be valid."""
    if call.options.keys() - {"side"}:
        return _set_by_rules_of_game(call)
    words = [call.words["id"], *call.words.get("keys", ())]
    first_key = next((at for at, word in enumerate(words) if "=" in word), len(words))
    who, keys = words[:first_key], [split_key_and_value(word) for word in words[first_key:]]
    if not keys:
        if len(who) > 1:
            split_key_and_value(who[-1])
        raise UsageError("set: no key=value given", "Write: combatcli set WHO key=value …")

    def set_in_encounter(origin: Input) -> Result:
        if ITSELF in who and (len(who) > 1 or "side" in call.options):
            message = f"{ITSELF} means the encounter itself and cannot be combined with combatants or --side"
            raise UsageError(message, "Write: combatcli set . key=value")
        if who == [ITSELF]:
            pairs = completed_keys(keys, origin.tables, origin.encounter)
            after = assign(origin.tables, pairs, "", origin.encounter)
            return finish_edit(origin, after, [_change_event(ITSELF, [key for key, _ in pairs], after)])
        encounter = origin.encounter
        combatants = dict(origin.tables.get("combatants", {}))
        events = []
        notes: list[str] = []
        if not who and "side" not in call.options:
            raise _no_combatant_named_error([key[0] for key, _ in keys], words[first_key], encounter)
        for member in ids_of_words_on_side(encounter, who, call.options.get("side")):
            typed = encounter.combatants[member]
            pairs = completed_keys(keys, combatants[member], typed)
            changed, limits = replace_point_changes(pairs, partial(points_in_range, encounter, origin.game, member))
            combatants[member] = assign(combatants[member], changed, f"combatants.{member}", typed)
            notes += [f"{member}: {note}" for note in limits]
            events.append(_change_event(member, [key for key, _ in pairs], combatants[member]))
        result = finish_edit(origin, {**origin.tables, "combatants": combatants}, events)
        result.warnings += notes
        return result

    return run_edit(call, set_in_encounter)


def _no_combatant_named_error(keys: Sequence[str], first: str, encounter: Encounter) -> UsageError:
    """Return the error of a line without a combatant, whose keys may be the fight's."""
    if all(key in encounter.__struct_encode_fields__ for key in keys):
        message = "set: no combatant given, and these are keys of the fight itself, which is ."
        return UsageError(message, f"Write: combatcli set . {first}")
    hint = "For a side write --side SIDE, for the encounter itself set . round=3"
    return UsageError("set: no combatant given", f"Write: combatcli set WHO key=value. {hint}")


def _set_by_rules_of_game(call: Invocation) -> int:
    with open_input(call) as origin:
        if not origin.game.has_command(call.name):
            raise lacking_option_error(origin.game, call.name, min(call.options.keys() - {"side"}))
        return resolve_or_report_odds(call, origin)


def _change_event(who: str, changed: Sequence[Sequence[str]], tables: dict[str, object]) -> Event:
    changes = {}
    for keys in changed:
        value: object = tables
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        changes[".".join(keys)] = value
    return ChangedKeys(who=who, changes=changes)


COMMAND = Command(
    "set",
    set_keys,
    about=(
        "Write values as in TOML; a bare word is text. key=+2 and key=-1 change a number; for a negative value, write "
        "bonus=0 bonus=-1. key= removes the key. Dotted keys reach into tables, and . is the encounter itself. You can "
        "name several combatants, or give a pattern in quotes. On a terminal you can abbreviate a key as long as it "
        "stays unique."
    ),
    arguments=[
        Argument("id", "combatants, a pattern such as 'goblin*', or . for the encounter itself", completes="combatant"),
        Argument("keys", "key=value", many=True, required=False, completes="key"),
    ],
    options=[text("--side", "SIDE", "change a whole side, or only the combatants on it that you name")],
    shared=[*STREAMS, *REPORT],
    ruled=True,
    examples=[
        "combatcli set mira arena=alley note='out of breath' -f fight.toml",
        "combatcli set 'thug*' wounds=3 -f fight.toml",
        "combatcli set --side collectors arena=alley -f fight.toml",
        "combatcli set . round=3 house.strict=true -f fight.toml",
    ],
)
