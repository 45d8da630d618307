"""Points such as hp, which are lost and recovered: keys with a key for their maximum, max_hp."""

from collections.abc import Collection

from msgspec import Struct, ValidationError, convert

from combatcli.encounter.document import LARGEST
from combatcli.encounter.schema import Encounter
from combatcli.events import Combatant
from combatcli.pipeline.board import show_events
from combatcli.rulesets.game import Game
from combatcli.toml import Tables

MAXIMUM = "max_"


def keys_that_are_points(type_: type[Struct]) -> list[str]:
    """Return the keys of a combatant that are points: those with a key for their maximum."""
    keys = type_.__struct_encode_fields__
    return [key for key in keys if f"{MAXIMUM}{key}" in keys]


def may_be_negative(type_: type[Struct], key: str) -> bool:
    """Tell whether points may fall below 0, by the key's type."""
    try:
        convert({key: -1}, type_)
    except ValidationError:
        return False
    return True


def as_before_fight(keys: Tables, type_: type[Struct], brought: Collection[str], lost: Collection[str]) -> Tables:
    """Return a combatant's keys as before a fight: without the keys that it ``brought``, and with ``lost`` points full.

    Full points are the written maximum; where none is written, the key is left to its default.
    """
    fresh = {key: value for key, value in keys.items() if key not in brought}
    for key in keys_that_are_points(type_):
        if f"{MAXIMUM}{key}" in fresh:
            fresh[key] = fresh.pop(f"{MAXIMUM}{key}")
        elif key in lost:
            fresh.pop(key, None)
    return fresh


def points_as_shown(encounter: Encounter, game: Game, who: str | None = None) -> dict[str, dict[str, tuple[int, int]]]:
    """Return the points of all combatants, or of one, by key, as `show` shows them: current and maximum."""
    seen: dict[str, dict[str, tuple[int, int]]] = {}
    for event in show_events(encounter, game, who=who):
        if isinstance(event, Combatant):
            table = event.as_table()
            shown = {**table, **table.get("keys", {})}
            pairs = {
                key: (shown.get(key), shown.get(f"{MAXIMUM}{key}"))
                for key in keys_that_are_points(type(encounter.combatants[event.who]))
            }
            seen[event.who] = {
                key: (now, most) for key, (now, most) in pairs.items() if isinstance(now, int) and isinstance(most, int)
            }
    return seen


def points_in_range(encounter: Encounter, game: Game, who: str) -> dict[str, tuple[int, range]]:
    """Return the points of a combatant by key: the current number, and the allowed range."""
    type_ = type(encounter.combatants[who])
    return {
        key: (now, range(-LARGEST if may_be_negative(type_, key) else 0, most + 1))
        for key, (now, most) in points_as_shown(encounter, game, who)[who].items()
    }


def points_above_maximum(encounter: Encounter, game: Game, tables: Tables, whom: Collection[str]) -> list[str]:
    """Return a sentence for each combatant's points above their maximum."""
    written = tables.get("combatants", {})
    able = [
        who for who in whom if not written[who].keys().isdisjoint(keys_that_are_points(type(encounter.combatants[who])))
    ]
    if not able:
        return []
    seen = points_as_shown(encounter, game, able[0] if len(able) == 1 else None)
    return [
        f"{who}: {key} is {now}, above its maximum, {most}"
        for who in able
        for key, (now, most) in seen.get(who, {}).items()
        if now > most
    ]
