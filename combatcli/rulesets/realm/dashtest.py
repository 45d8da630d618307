"""`dashtest` (R50): Awareness on both sides unless told otherwise; a tie is the same time."""

from __future__ import annotations

from combatcli.rulesets.actions import Action
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.realm.test import attribute, roll_both
from combatcli.rulesets.shared.dash import Dash, DashRequest, dash_odds, prepare_dash
from combatcli.rulesets.steps import DisplayOnly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.realm.schema import Fight
    from combatcli.rulesets.steps import Step


def dashtest(context: CombatContext[Fight], request: DashRequest) -> Step[Fight]:
    """Find out who comes first."""

    def value(who: str, trait: str) -> int:
        return attribute(ROSTER.require_able(context.fight, who), trait)

    return prepare_dash(request, "awareness", value, roll_dash, "R50")


def roll_dash(source: Source, value: int, other: int) -> Dash:
    """Roll both sides; the higher total comes first."""
    first, shown = roll_both(source, value, other)
    faces = shown.value
    keys: dict[str, object] = {"faces": list(faces), "total": faces[0] + value, "needed": faces[1] + other}
    return Dash(first, DisplayOnly(keys))


ACTION = Action(DashRequest, dashtest, lambda _, request: dash_odds(dashtest, request))
