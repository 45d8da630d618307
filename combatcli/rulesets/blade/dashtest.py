"""`dashtest` (B50): both check agility unless told otherwise; who alone succeeds comes first."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.rulesets.blade import events
from combatcli.rulesets.blade.difficulty import roll_under
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.test import attribute
from combatcli.rulesets.shared.dash import Dash, dash_action
from combatcli.rulesets.tasks import DisplayOnly


def roll_dash(source: Source, value: int, other: int) -> Dash:
    """Check both sides."""
    success, _, faces = roll_under(source, value)
    against_success, _, against_faces = roll_under(source, other)
    keys: dict[str, object] = {
        "faces": [*faces.value, *against_faces.value],
        "total": sum(faces.value),
        "needed": value,
        "own_success": success,
        "against_total": sum(against_faces.value),
        "against_needed": other,
        "against_success": against_success,
    }
    return Dash(int(success) - int(against_success), DisplayOnly(keys))


ACTION = dash_action("agility", ROSTER, attribute, roll_dash, "B50", events.Contest)
