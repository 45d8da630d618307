"""Points of combatants and their maximum, as `show` shows them."""

from __future__ import annotations

from collections.abc import Collection

from combatcli.encounter.document import LARGEST
from combatcli.encounter.points import MAXIMUM, may_be_negative, with_maximum
from combatcli.encounter.schema import Encounter
from combatcli.events import Combatant
from combatcli.rulesets import action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.shared.show import ShowRequest
from combatcli.rulesets.tasks import play
from combatcli.toml import Tables


def seen_points(encounter: Encounter, game: Game, who: str | None = None) -> dict[str, dict[str, tuple[int, int]]]:
    """Return the points of all combatants, or of one, by key: current and maximum."""
    context = CombatContext(encounter)
    play(context, (action(game, "show").task, ShowRequest(who=who)))
    seen: dict[str, dict[str, tuple[int, int]]] = {}
    for event in context.events:
        if isinstance(event, Combatant):
            table = event.as_table()
            shown = {**table, **table.get("keys", {})}
            pairs = {
                key: (shown.get(key), shown.get(f"{MAXIMUM}{key}"))
                for key in with_maximum(type(encounter.combatants[event.who]))
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
        for key, (now, most) in seen_points(encounter, game, who)[who].items()
    }


def above_maximum(encounter: Encounter, game: Game, tables: Tables, whom: Collection[str]) -> list[str]:
    """Return a sentence for each combatant's points above their maximum."""
    written = tables.get("combatants", {})
    able = [who for who in whom if not written[who].keys().isdisjoint(with_maximum(type(encounter.combatants[who])))]
    if not able:
        return []
    seen = seen_points(encounter, game, able[0] if len(able) == 1 else None)
    return [
        f"{who}: {key} is {now}, above its maximum, {most}"
        for who in able
        for key, (now, most) in seen.get(who, {}).items()
        if now > most
    ]
