"""`dashtest` (E16): both roll Traverse unless told otherwise; the higher comes first, equal is the same time."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Action
from combatcli.rulesets.beacon import events
from combatcli.rulesets.beacon.action_roll import RolledAction, roll_opposed
from combatcli.rulesets.beacon.aid import aid_parts
from combatcli.rulesets.beacon.conditions import Part, from_base, tier_parts
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.beacon.state import ROSTER
from combatcli.rulesets.beacon.test import action_roll
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.dash import DashRequest, dash_odds
from combatcli.rulesets.steps import Step
from combatcli.rulesets.tasks import DisplayOnly

EITHER = (0, 1)
"""How far one who rolls must be above another to be level, or first."""


def dashtest(context: CombatContext[Fight], request: DashRequest) -> Step[Fight]:
    """Find out who comes first."""
    if request.who == request.other:
        raise RefusedError(f"{request.who} cannot race themselves (E16)")
    trait = request.trait or "traverse"
    actions = {request.who: trait, request.other: request.against or trait}
    rolls, tiers = {}, {}
    for who, action in actions.items():
        combatant = ROSTER.require_able(context.fight, who)
        tiers[who] = [Part("tier", combatant.tier), *aid_parts(context, who), *tier_parts(combatant)]
        rolls[who] = action_roll(context.fight, who, action, tiers[who])

    def roll(source: Source) -> tuple[str | None, DisplayOnly[tuple[RolledAction, RolledAction]]]:
        (rolled,), opposing = roll_opposed(source, [rolls[request.who]], rolls[request.other], EITHER)
        first = (
            max((rolled.total, request.who), (opposing.total, request.other))[1]
            if rolled.total != opposing.total
            else None
        )
        return first, DisplayOnly((rolled, opposing))

    def apply(
        context: CombatContext[Fight], outcome: tuple[str | None, DisplayOnly[tuple[RolledAction, RolledAction]]]
    ) -> None:
        first, shown = outcome
        rolled, opposing = shown.value
        context.emit(
            events.Contest(
                who=request.who,
                against=request.other,
                trait=trait,
                against_trait=actions[request.other],
                faces=[*rolled.shown.value, *opposing.shown.value],
                total=rolled.total,
                needed=opposing.total,
                against_faces=list(opposing.shown.value),
                tier=from_base(tiers[request.who]),
                against_tier=from_base(tiers[request.other]),
                success=first == request.who if first is not None else None,
                first=first,
                dash=True,
            )
        )

    return Step(roll, apply, key=("dash", *rolls.values()), purpose=f"the dash of {request.who} and {request.other}")


ACTION = Action(DashRequest, dashtest, lambda _, request: dash_odds(dashtest, request))
