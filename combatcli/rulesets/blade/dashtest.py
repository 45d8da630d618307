"""`dashtest` (B50): both check agility unless told otherwise; who alone succeeds comes first."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.rulesets.blade import events
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.test import attribute
from combatcli.rulesets.blade.two_dice import roll_check
from combatcli.rulesets.shared.dash import Dash, dash_action
from combatcli.rulesets.tasks import DisplayOnly


def roll_dash(source: Source, value: int, other: int) -> Dash:
    """Check both sides."""
    first, second = roll_check(source, value), roll_check(source, other)
    keys: dict[str, object] = {
        "faces": [*first.faces, *second.faces],
        "total": first.total,
        "needed": value,
        "own_success": first.success,
        "against_total": second.total,
        "against_needed": other,
        "against_success": second.success,
    }
    return Dash(int(first.success) - int(second.success), DisplayOnly(keys))


ACTION = dash_action("agility", ROSTER, attribute, roll_dash, "B50", events.Contest)
