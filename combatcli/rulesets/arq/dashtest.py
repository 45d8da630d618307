"""`dashtest` (Q13): movement against movement by default; level, nothing is settled."""

from __future__ import annotations

from functools import partial

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.arq.contest import Contestant, opposed
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.arq.test import tell_contest
from combatcli.rulesets.arq.void import void
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared import dash
from combatcli.rulesets.steps import Step


class DashRequest(dash.DashRequest, frozen=True):
    """Who comes first; ``void`` takes a test back."""

    who: CombatantId = ""
    other: CombatantId = ""
    void: CombatantId | None = None


def dashtest(context: CombatContext[Fight], request: DashRequest) -> Step[Fight] | None:
    """Find out who comes first."""
    if request.void is not None:
        void(context, request.void, alone=not request.who)
        return None
    if request.who == request.other:
        raise RefusedError(f"{request.who} cannot race themselves (Q13)")
    trait = request.trait or "movement"
    actor, other = Contestant(request.who, trait), Contestant(request.other, request.against or trait)
    for side in (actor, other):
        ROSTER.require_able(context.fight, side.who)
    emit = partial(tell_contest, actor=actor, other=other, dash=True)
    return opposed(context, actor, other, emit, purpose=f"the dash of {actor.who} and {other.who}")


def odds(_: Fight, request: DashRequest) -> list[OddsQuery[Fight]]:
    """Look at who comes first; a test that is void has no odds."""
    if request.void is not None:
        return [OddsQuery(lambda context: dashtest(context, request), [])]
    return dash.dash_odds(dashtest, request)


ACTION = Action(DashRequest, dashtest, odds)
