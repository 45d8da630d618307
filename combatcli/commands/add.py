"""`add`: one combatant, several equal ones, or those of a file."""

import re

from combatcli.declarations import DICE, REPORT, STREAMS, Argument, Command, Invocation, flag, number, text
from combatcli.encounter.ids import is_id
from combatcli.encounter.references import PATTERN, combatant_named, id_or_word, references_by_key
from combatcli.encounter.schema import Member, all_keys
from combatcli.errors import RefusedError, UsageError
from combatcli.events import ChangedKeys
from combatcli.pipeline.edits import finish_edit, run_edit
from combatcli.pipeline.import_combatants import Party, read_party
from combatcli.pipeline.input import Input
from combatcli.pipeline.key_values import assign, keys_that_take_lists, split_key_and_value, value_as_key_takes
from combatcli.pipeline.points import as_before_fight, points_as_shown
from combatcli.pipeline.result import Result
from combatcli.pipeline.rolled_keys import RolledKeys
from combatcli.records import Event
from combatcli.streams import STANDARD, may_abbreviate_names
from combatcli.text import is_number
from combatcli.toml import Tables

MOST = 1_000
PLACE = "position"
"""The key of a combatant's place, which copies do not share."""
NUMBER_OF_COPY = re.compile(r"(?<=.) [0-9]{1,640}\Z", re.DOTALL)
"""The number in a name: of Goblin 3."""


def add(call: Invocation) -> int:
    """Add combatants with the given keys; other keys have their defaults."""
    who = call.words.get("id")
    times = call.options.get("times")
    party = _party_of_file(call)
    if party is not None and (who is None or _names_combatants_of_file(call)):
        return _add_from_party(call, party)
    if who is None:
        raise UsageError("add: no combatant given", "Write: combatcli add ID key=value …")
    if not is_id(who):
        raise UsageError(f'"{who}" cannot be the id of a combatant', "Write: combatcli add ID key=value …")
    words = [split_key_and_value(word) for word in call.words.get("keys", [])]

    def add_new_ones(origin: Input) -> Result:
        like = call.options.get("like")
        as_is = "as_is" in call.options
        model = (
            _combatant_of_party(party, origin, like or who)
            if party is not None
            else _keys_to_copy(origin, like, as_is=as_is)
        )
        if times is None:
            return add_combatants(call, origin, {who: assign(model, words, f"combatants.{who}")})
        numbers = [other.removeprefix(who) for other in origin.encounter.combatants if other.startswith(who)]
        first = max([int(digits) for digits in numbers if is_number(digits)], default=0) + 1
        keys_by_id = {}
        for number_ in range(first, first + times):
            keys = assign(model, words, f"combatants.{who}{number_}")
            if "name" in keys:
                keys = {**keys, "name": f"{NUMBER_OF_COPY.sub('', str(keys['name']))} {number_}"}
            keys_by_id[f"{who}{number_}"] = keys
        return add_combatants(call, origin, keys_by_id)

    return run_edit(call, add_new_ones)


def _names_combatants_of_file(call: Invocation) -> bool:
    """Tell whether the words of a line with --from name combatants of the file, and not a new id."""
    words = [call.words["id"], *call.words.get("keys", [])]
    several = len([word for word in words if "=" not in word]) > 1
    return several or bool(set(words[0]) & set(PATTERN)) or not call.options.keys() <= {"from", "map", "like", "times"}


def _keys_to_copy(origin: Input, like: str | None, *, as_is: bool) -> Tables:
    """Return the keys of a combatant to copy, without references to others.

    The copy is unhurt and has done nothing, unless ``as_is``.
    """
    if like is None:
        return {}
    encounter = origin.encounter
    who = id_or_word(encounter, like, abbreviated=may_abbreviate_names())
    combatant = combatant_named(encounter, who)
    keys = _without_references(origin.tables["combatants"][who], type(combatant))
    if as_is:
        return keys
    lost = [key for key, (now, most) in points_as_shown(encounter, origin.game, who)[who].items() if now < most]
    return as_before_fight(keys, type(combatant), ("notes", *origin.game.brought), lost)


def _party_of_file(call: Invocation) -> Party | None:
    """Return the combatants of --from, if there is one."""
    if "from" not in call.options:
        return None
    if call.options["from"] == STANDARD and call.shared.get("file", STANDARD) == STANDARD:
        raise UsageError(
            "--from - reads the combatants from standard input, so the encounter needs a file",
            "Write: combatcli add --from - -f FILE",
        )
    return read_party(call.options["from"], _keys_by_heading(call.options.get("map")))


def _keys_by_heading(spec: str | None) -> dict[str, str]:
    """Return the keys of headings, from --map."""
    pairs = [part.partition("=") for part in (spec or "").split(",") if part.strip()]
    if any(not (head.strip() and key.strip()) for head, _, key in pairs):
        raise UsageError(f"--map {spec}: expected HEADING=key", "As in --map Who=id,Name=name,HP=hp")
    return {head.strip(): key.strip() for head, _, key in pairs}


def _add_from_party(call: Invocation, party: Party) -> int:
    """Add combatants of a file: the named ones, a side, or all; with --update change existing ones."""
    if call.options.keys() & {"like", "times", "as_is"}:
        raise UsageError(
            "--from FILE without an ID takes --map, --side and --update alone",
            "To add only one of them under a name of its own, write: combatcli add ID --from party.toml",
        )
    words = [call.words["id"], *call.words.get("keys", [])] if "id" in call.words else []
    named, keys = (
        [word for word in words if "=" not in word],
        [split_key_and_value(word) for word in words if "=" in word],
    )

    def add_or_update(origin: Input, party: Party) -> Result:
        combatants = party.combatant_tables(origin.game)
        wanted = party.ids_of(named, call.options.get("side"))
        keys_by_id = {who: assign(combatants[who], keys, f"combatants.{who}") for who in wanted}
        return add_combatants(call, origin, keys_by_id, update="update" in call.options)

    def with_places_in_errors(origin: Input) -> Result:
        with_ids = party.with_ids_of_encounter(origin.encounter) if "update" in call.options else party
        return with_ids.run_with_places_in_errors(lambda: add_or_update(origin, with_ids))

    return run_edit(call, with_places_in_errors)


def _without_references(keys: Tables, type_: type[Member]) -> Tables:
    """Return the keys of a combatant that refer to no other combatant, and to no place."""
    names = references_by_key(type_)
    kinds = {key: [kind for name in names.get(key, ()) for kind in name.kinds] for key in keys}
    return {key: value for key, value in keys.items() if key != PLACE and "combatant" not in kinds[key]}


def _combatant_of_party(party: Party, origin: Input, who: str) -> Tables:
    """Return the keys of a combatant in a file, without references to others; RefusedError names the nearest."""
    _ = origin.encounter
    combatants = party.combatant_tables(origin.game)
    (wanted, *_) = party.ids_of([who], None)
    return _without_references(combatants[wanted], type(party.combatant_with_defaults(origin.game)))


def add_combatants(call: Invocation, origin: Input, keys_by_id: dict[str, Tables], *, update: bool = False) -> Result:
    """Return the encounter with more combatants, rolling dice in place of numbers.

    Raises RefusedError for an existing id, unless ``update`` changes that combatant.
    """
    _ = origin.encounter  # raises InvalidError before anything is added
    combatants = origin.tables.get("combatants", {})
    existing = [who for who in keys_by_id if who in combatants]
    if existing and not update:
        hint = "`combatcli set` changes it; add --from FILE --update changes all that are there."
        raise RefusedError(f'there is already a combatant "{existing[0]}"', hint, who=existing[0])
    source = RolledKeys(call, origin)
    model = Party.combatant_with_defaults(origin.game)
    defaults: Tables = {key: default for key, default in all_keys(model).items() if isinstance(default, str)}
    defaults |= {key: [] for key in keys_that_take_lists(type(model))}
    keys_by_id = {
        who: {key: value_as_key_takes(value, defaults.get(key)) for key, value in keys.items()}
        for who, keys in keys_by_id.items()
    }
    rolled = {who: source.with_dice_rolled(who, keys) for who, keys in keys_by_id.items()}
    events: list[Event] = [
        *source.events,
        *(ChangedKeys(who=who, added=who not in existing, changes=keys) for who, keys in rolled.items()),
    ]
    merged = {who: {**combatants.get(who, {}), **keys} for who, keys in rolled.items()}
    tables = {**origin.tables, "combatants": {**combatants, **merged}}
    return source.result_with_dice_step(finish_edit(origin, tables, events))


COMMAND = Command(
    "add",
    add,
    about=(
        "Write values as in TOML; a bare word is text. Dotted keys reach into tables. Dice in the place of a number "
        "are rolled, as in hp=2d8+4. A CSV or JSON file needs a column named id or name, and one column for each key. "
        "If its headings differ, use --map Who=id,Name=name. "
        "`combatcli schema GAME --keys` lists all keys, the usual ones first."
    ),
    arguments=[
        Argument("id", "what the new combatant is called in commands", required=False),
        Argument("keys", "key=value", many=True, required=False, completes="key"),
    ],
    options=[
        text("--like", "WHO", "make another one of WHO: fresh, without wounds, conditions and deeds"),
        flag("--as-is", "with --like, copy wounds, conditions and deeds, too"),
        number("--times", "add N combatants, as goblin1, goblin2, …", least=1, most=MOST),
        text("--from", "FILE", "add those of a TOML, CSV or JSON file: all, or those you name; - is standard input"),
        text("--map", "HEADING=key,…", "give the key for headings that are called otherwise"),
        text("--side", "SIDE", "with --from, only those on this side"),
        flag("--update", "with --from, also change those that are there"),
    ],
    shared=[*STREAMS, *DICE, *REPORT],
    needs={"as_is": "like", "map": "from", "update": "from", "side": "from"},
    examples=[
        "combatcli add ogre side=foes weapons.club.damage=1d6 wielding=club -f fight.toml",
        "combatcli add goblin --like thugs --times 5 -f fight.toml",
        "combatcli add --from party.csv -f fight.toml",
    ],
)
