"""`test` (Q1, Q4–Q6): a trait against somebody's, or against a number; and a test that is void."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, Request, single_query
from combatcli.rulesets.arq.contest import Contestant, TestResult, opposed
from combatcli.rulesets.arq.events import Contest, Test
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.arq.void import void
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_event, chance_of_success
from combatcli.rulesets.steps import Step


class TestRequest(Request, frozen=True):
    """Who tests which trait; ``against`` is WHO or WHO:TRAIT, ``target`` a number; ``void`` takes a test back."""

    who: CombatantId = ""
    trait: str = ""
    target: int | None = None
    against: str | None = None
    void: CombatantId | None = None


def test(context: CombatContext[Fight], request: TestRequest) -> Step[Fight] | None:
    """Test a trait."""
    if request.void is not None:
        void(context, request.void, alone=not request.who)
        return None
    ROSTER.require_able(context.fight, request.who)
    if (request.against is None) == (request.target is None):
        raise UsageError("test needs either --against FOE[:TRAIT] or --target N", "Give one of the two.")
    actor = Contestant(request.who, request.trait)
    purpose = f"{request.who}'s test"
    if request.target is not None:

        def emit(context: CombatContext[Fight], result: TestResult) -> None:
            context.emit(
                Test(
                    who=request.who,
                    against=None,
                    trait=request.trait,
                    faces=list(result.cards),
                    counted=list(result.counted),
                    total=result.total,
                    needed=result.needed,
                    drew=list(result.drew),
                    success=result.success,
                )
            )

        return opposed(context, actor, request.target, emit, purpose=purpose)
    other = opponent(context.fight, request)
    return opposed(context, actor, other, partial(tell_contest, actor=actor, other=other), purpose=purpose)


def opponent(fight: Fight, request: TestRequest) -> Contestant:
    """Return who stands against a test, and by which trait: FOE, or FOE:TRAIT (Q6)."""
    who, _, own_trait = (request.against or "").partition(":")
    ROSTER.require_able(fight, who)
    if who == request.who:
        raise RefusedError(f"{who} cannot be tested against themselves (Q6)")
    return Contestant(who, own_trait or request.trait)


def tell_contest(
    context: CombatContext[Fight], result: TestResult, *, actor: Contestant, other: Contestant, dash: bool = False
) -> None:
    """Emit the contest of both; in a dash with who came first."""
    context.emit(
        Contest(
            who=actor.who,
            against=other.who,
            trait=actor.trait,
            against_trait=other.trait,
            faces=list(result.cards),
            counted=list(result.counted),
            total=result.total,
            needed=result.needed,
            drew=list(result.drew),
            success=result.success,
            first={1: actor.who, -1: other.who}.get(result.sign) if dash else UNSET,
            dash=dash,
        )
    )


def metrics(fight: Fight, request: TestRequest) -> list[Metric]:
    """Return the chances of success, and of a level test."""
    if request.void is not None:
        return []
    if request.against is None:
        alone = {"who": request.who}
        return [
            chance_of_success(alone, Test),
            chance_of_event("level", alone, Test, lambda test: test.success is None),
        ]
    both = {"who": request.who, "against": request.against.partition(":")[0]}
    return [
        chance_of_success(both, Contest),
        chance_of_event("level", both, Contest, lambda contest: contest.success is None),
    ]


ACTION = Action(TestRequest, test, single_query(test, metrics))
