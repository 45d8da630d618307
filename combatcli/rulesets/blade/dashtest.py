"""`dashtest` (B50): both check agility unless told otherwise; who alone succeeds comes first."""

from __future__ import annotations

from combatcli.rulesets.actions import Action
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.test import attribute
from combatcli.rulesets.blade.two_dice import check
from combatcli.rulesets.shared.dash import Dash, DashRequest, dash_odds, prepare_dash
from combatcli.rulesets.steps import DisplayOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.blade.schema import Fight
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.steps import Step


def dashtest(context: CombatContext[Fight], request: DashRequest) -> Step[Fight]:
    """Find out who comes first."""

    def value(who: str, trait: str) -> int:
        return attribute(ROSTER.require_able(context.fight, who), trait)

    return prepare_dash(request, "agility", value, roll_dash, "B50")


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


ACTION = Action(DashRequest, dashtest, lambda _, request: dash_odds(dashtest, request))
