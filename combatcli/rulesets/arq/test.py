"""`test` (Q1, Q4–Q6): a trait against somebody's, or against a number."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import OddsQuery, Request
from combatcli.rulesets.arq.contest import Contestant, settle
from combatcli.rulesets.arq.events import Contest, Test
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.arq.void import test_action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import chance_of_event, chance_of_success


class TestRequest(Request, frozen=True):
    """Who tests which trait; ``against`` is WHO or WHO:TRAIT, ``target`` a number; ``void`` takes a test back."""

    who: CombatantId = ""
    trait: str = ""
    target: int | None = None
    against: str | None = None
    void: CombatantId | None = None


def test(context: CombatContext[Fight], request: TestRequest) -> None:
    """Test a trait."""
    ROSTER.require_able(context.fight, request.who)
    if (request.against is None) == (request.target is None):
        raise UsageError("test needs either --against FOE[:TRAIT] or --target N", "Give one of the two.")
    other = request.target if request.target is not None else opponent(context.fight, request)
    contest(context, f"{request.who}'s test", Contestant(request.who, request.trait), other)


def opponent(fight: Fight, request: TestRequest) -> Contestant:
    """Return who stands against a test, and by which trait: FOE, or FOE:TRAIT (Q6)."""
    who, _, own_trait = (request.against or "").partition(":")
    ROSTER.require_able(fight, who)
    if who == request.who:
        raise RefusedError(f"{who} cannot be tested against themselves (Q6)")
    return Contestant(who, own_trait or request.trait)


def contest(
    context: CombatContext[Fight], purpose: str, actor: Contestant, other: Contestant | int, *, dash: bool = False
) -> None:
    """Test somebody against somebody, or against a number, and tell it; in a dash with who came first."""
    result = settle(context, purpose, actor, other)
    told: dict[str, Any] = {
        "who": actor.who,
        "trait": actor.trait,
        "faces": result.faces,
        "counted": result.counted,
        "total": result.total,
        "needed": result.needed,
        "drew": result.drew,
        "success": result.sign > 0 if result.sign else None,
    }
    if isinstance(other, int):
        context.emit(Test(against=None, **told))
    else:
        first = {1: actor.who, -1: other.who}.get(result.sign) if dash else UNSET
        context.emit(Contest(against=other.who, against_trait=other.trait, first=first, dash=dash, **told))


def odds(_: Fight, request: TestRequest) -> list[OddsQuery[Fight]]:
    """Look at success, and at a level test."""
    event: type[Test | Contest] = Test if request.against is None else Contest
    against = {} if request.against is None else {"against": request.against.partition(":")[0]}
    about = {"who": request.who, **against}
    level = chance_of_event("level", about, event, lambda outcome: outcome.success is None)
    return [OddsQuery((test, request), [chance_of_success(about, event), level])]


ACTION = test_action(TestRequest, test, odds)
