"""`dashtest` (Q13): movement against movement by default; level, nothing is settled."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError
from combatcli.rulesets.arq.contest import Contestant
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.arq.test import contest
from combatcli.rulesets.arq.void import test_action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared import dash


class DashRequest(dash.DashRequest, frozen=True):
    """Who comes first; ``void`` takes a test back."""

    who: CombatantId = ""
    other: CombatantId = ""
    void: CombatantId | None = None


def dashtest(context: CombatContext[Fight], request: DashRequest) -> None:
    """Find out who comes first."""
    if request.who == request.other:
        raise RefusedError(f"{request.who} cannot race themselves (Q13)")
    trait = request.trait or "movement"
    actor, other = Contestant(request.who, trait), Contestant(request.other, request.against or trait)
    for side in (actor, other):
        ROSTER.require_able(context.fight, side.who)
    contest(context, f"the dash of {actor.who} and {other.who}", actor, other, dash=True)


ACTION = test_action(DashRequest, dashtest, lambda _, request: dash.dash_odds(dashtest, request))
