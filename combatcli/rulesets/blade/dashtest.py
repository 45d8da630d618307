"""`dashtest` (B50): both check agility unless told otherwise; who alone succeeds comes first."""

from __future__ import annotations

from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.test import attribute
from combatcli.rulesets.blade.two_dice import check
from combatcli.rulesets.shared.dash import Dash, dash_action
from combatcli.rulesets.steps import DisplayOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source


def roll_dash(source: Source, value: int, other: int) -> Dash:
    """Check both sides."""
    own, theirs = check(source, value), check(source, other)
    keys: dict[str, object] = {
        "faces": [*own.faces, *theirs.faces],
        "total": own.total,
        "needed": value,
        "own_success": own.success,
        "against_total": theirs.total,
        "against_needed": other,
        "against_success": theirs.success,
    }
    return Dash(int(own.success) - int(theirs.success), DisplayOnly(keys))


ACTION = dash_action("agility", ROSTER, attribute, roll_dash, "B50")
