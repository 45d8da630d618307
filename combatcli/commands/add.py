"""`add`: one more combatant, several alike, or those of a file."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command, Invocation, flag, number, text
from combatcli.encounter.points import fresh
from combatcli.encounter.references import combatant_named, id_of, is_id, names_others
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.events import Change
from combatcli.pipeline.edits import edit, finish_edit
from combatcli.pipeline.import_combatants import Party
from combatcli.pipeline.input import Input
from combatcli.pipeline.key_values import assign
from combatcli.pipeline.result import Result
from combatcli.streams import on_terminal
from combatcli.text import escape, is_number
from combatcli.toml import Tables

MOST = 1_000
PLACE = "position"
"""Where somebody stands nobody else does."""


def add(call: Invocation) -> int:
    """Add combatants with the keys that are given; the rest have their defaults."""
    who, words = call.words.get("id"), call.words.get("keys", [])
    times = call.options.get("times")
    party = _party(call)
    if party is not None and who is None:
        return _add_all_of(call, party)
    if who is None or not is_id(who):
        raise UsageError(f'"{who or ""}" cannot be the id of a combatant', "Write: combatcli add ID key=value …")
    if times is not None and not 1 <= times <= MOST:
        raise UsageError(f"--times {times}: expected 1 to {MOST:,}")

    def change(given: Input) -> Result:
        like = call.options.get("like")
        as_is = "as_is" in call.options
        model = _one_of(party, given, like or who) if party is not None else _model(given, like, as_is=as_is)
        if times is None:
            return add_all(given, {who: assign(model, words, f"combatants.{who}")})
        numbers = [other.removeprefix(who) for other in given.encounter.combatants if other.startswith(who)]
        first = max([int(digits) for digits in numbers if is_number(digits)], default=0) + 1
        made = {}
        for number_ in range(first, first + times):
            keys = assign(model, words, f"combatants.{who}{number_}")
            made[f"{who}{number_}"] = (
                {**keys, "name": f"{_unnumbered(keys['name'])} {number_}"} if "name" in keys else keys
            )
        return add_all(given, made)

    return edit(call, change)


def _model(given: Input, like: str | None, *, as_is: bool) -> Tables:
    """Return the keys of somebody to be made again, without those that name others.

    It is a fresh one, whole and with nothing done, unless all is to be ``as_is``.
    """
    if like is None:
        if as_is:
            raise UsageError("--as-is needs somebody to copy", "Write: combatcli add ID --like WHO --as-is")
        return {}
    encounter = given.encounter
    who = id_of(encounter, like, abbreviated=on_terminal())
    combatant = combatant_named(encounter, who)
    others = [*names_others(type(combatant)), PLACE]
    keys = {key: value for key, value in given.tables["combatants"][who].items() if key not in others}
    return keys if as_is else fresh(keys, type(combatant), given.game.brought)


def _unnumbered(name: object) -> str:
    """Return a name without the number of one among several: Goblin of Goblin 3."""
    start, _, last = str(name).rpartition(" ")
    return start if start and is_number(last) else str(name)


def _party(call: Invocation) -> Party | None:
    """Return the combatants of --from; UsageError where --map has no CSV file to read by."""
    if "from" not in call.options:
        if "map" in call.options:
            raise UsageError("--map needs a CSV file", "Name the file with --from FILE.csv.")
        return None
    from combatcli.pipeline.import_combatants import read_party

    return read_party(call.options["from"], _headings(call.options.get("map")))


def _headings(spec: str | None) -> dict[str, str]:
    """Return which key each heading stands for, as --map says."""
    pairs = [part.partition("=") for part in (spec or "").split(",") if part.strip()]
    if any(not (head.strip() and key.strip()) for head, _, key in pairs):
        raise UsageError(f"--map {spec}: expected HEADING=key", "As in --map Who=id,Name=name,HP=hp")
    return {head.strip(): key.strip() for head, _, key in pairs}


def _add_all_of(call: Invocation, party: Party) -> int:
    if call.words or call.options.keys() - {"from", "map"}:
        raise UsageError(
            "--from FILE without an ID adds all combatants of the file and takes no other arguments or options",
            "To add only one of them, write: combatcli add ID --from party.toml",
        )
    return edit(call, lambda given: party.explained(lambda: add_all(given, party.combatants(given.game))))


def _one_of(party: Party, given: Input, who: str) -> Tables:
    """Return the keys of one in a file, without those that name others; RefusedError names the nearest."""
    _ = given.encounter
    combatants = party.combatants(given.game)
    meant = next((combatant for combatant in combatants if combatant.casefold() == who.casefold()), None)
    if meant is None:
        raise RefusedError(f'there is no combatant "{who}" in {escape(party.path)}', nearest(who, combatants))
    others = [*names_others(type(party.model(given.game))), PLACE]
    return {key: value for key, value in combatants[meant].items() if key not in others}


def add_all(given: Input, made: dict[str, Tables]) -> Result:
    """Return the encounter with more combatants; RefusedError where one of them is there already."""
    _ = given.encounter  # raises what does not hold together before anything is added to it
    combatants = given.tables.get("combatants", {})
    there = [who for who in made if who in combatants]
    if there:
        raise RefusedError(f'there is already a combatant "{there[0]}"', "`combatcli set` changes it.", who=there[0])
    events = [Change(who=who, added=True, changes=keys) for who, keys in made.items()]
    return finish_edit(given, {**given.tables, "combatants": {**combatants, **made}}, events)


COMMAND = Command(
    "add",
    add,
    about=(
        "Write values as in TOML; a bare word is text. Dotted keys reach into tables. A CSV file needs a column named "
        "id, and one column for each key. If its headings differ, use --map Who=id,Name=name. `combatcli schema GAME "
        "--keys` lists all keys, the usual ones first."
    ),
    arguments=[
        Argument("id", "what the new combatant is called in commands", required=False),
        Argument("keys", "key=value", many=True, required=False),
    ],
    options=[
        text("--like", "WHO", "make another one of WHO: fresh, without wounds, conditions and deeds"),
        flag("--as-is", "with --like, copy wounds, conditions and deeds, too"),
        number("--times", "add N combatants, as goblin1, goblin2, …"),
        text("--from", "FILE", "add all combatants of a TOML or CSV file, or only the one named ID"),
        text("--map", "HEADING=key,…", "give the key for each heading of a CSV file"),
    ],
    shared=[*STREAMS, *REPORT],
    examples=[
        "combatcli add ogre side=foes weapons.club.damage=1d6 wielding=club -f fight.toml",
        "combatcli add goblin --like thugs --times 5 -f fight.toml",
        "combatcli add --from party.csv -f fight.toml",
    ],
)
