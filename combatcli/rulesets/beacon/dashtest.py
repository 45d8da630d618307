"""`dashtest` (E16): both roll Traverse unless told otherwise; the higher comes first, equal is the same time."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Action
from combatcli.rulesets.beacon import events
from combatcli.rulesets.beacon.aid import aid_parts
from combatcli.rulesets.beacon.conditions import Part, from_base, tier_parts
from combatcli.rulesets.beacon.rolls import OpposedThrow, throw
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.test import action_pools
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.dash import DashRequest, dash_odds
from combatcli.rulesets.tasks import roll


def dashtest(context: CombatContext[Fight], request: DashRequest) -> None:
    """Find out who comes first."""
    who, other = request.who, request.other
    if who == other:
        raise RefusedError(f"{who} cannot race themselves (E16)")
    trait = request.trait or "traverse"
    actions = {who: trait, other: request.against or trait}
    dice, tiers = {}, {}
    for runner, action in actions.items():
        combatant = ROSTER.require_able(context.fight, runner)
        tiers[runner] = [Part("tier", combatant.tier), *aid_parts(context, runner), *tier_parts(combatant)]
        dice[runner] = action_pools(context.fight, runner, action, tiers[runner])
    (rolled,), opposing = roll(
        context, f"the dash of {who} and {other}", throw, OpposedThrow((dice[who],), dice[other], (0, 1))
    )
    lead = rolled.total - opposing.total
    context.emit(
        events.Contest(
            who=who,
            against=other,
            trait=trait,
            against_trait=actions[other],
            faces=[*rolled.shown.value, *opposing.shown.value],
            total=rolled.total,
            needed=opposing.total,
            against_faces=list(opposing.shown.value),
            tier=from_base(tiers[who]),
            against_tier=from_base(tiers[other]),
            success=lead > 0 if lead else None,
            first=who if lead > 0 else other if lead < 0 else None,
            dash=True,
        )
    )


ACTION = Action(DashRequest, dashtest, lambda _, request: dash_odds(dashtest, request))
