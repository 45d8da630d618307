"""`test` (R50): one d10 and an attribute, against a number or against somebody's own roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, get_args

from msgspec import Meta

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, Name
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Action, Request, single_query
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_success
from combatcli.rulesets.realm.deeds import use_test
from combatcli.rulesets.realm.events import Contest, Test
from combatcli.rulesets.realm.schema import Attribute, Fight
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.attributes import attribute_reader
from combatcli.rulesets.steps import Step
from combatcli.rulesets.tasks import DisplayOnly

Contested = tuple[int, DisplayOnly[tuple[int, int]]]

DIE = 10
TARGET = 10
ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
TraitWord = Annotated[str, Meta(extra={"name": Name((), ATTRIBUTES)})]

attribute = attribute_reader("realm", ATTRIBUTES)


class TestRequest(Request, frozen=True):
    """A test of an attribute; ``against`` makes it opposed: WHO, or WHO:TRAIT where theirs is another one."""

    who: CombatantId
    trait: TraitWord
    target: int = TARGET
    bonus: int = 0
    against: str | None = None


def test(context: CombatContext[Fight], request: TestRequest) -> Step[Fight]:
    """Test an attribute against a target number, or against another's roll."""
    value = attribute(ROSTER.require_able(context.fight, request.who), request.trait) + request.bonus
    other = _opponent(context.fight, request) if request.against is not None else None
    use_test(context, request.who)
    if other is not None:
        return contest((request.who, request.trait, value), other)
    return attribute_test(request.who, request.trait, value, request.target)


def attribute_test(
    who: str,
    trait: str,
    value: int,
    needed: int,
    purpose: str = "",
    *,
    on_success: Callable[[CombatContext[Fight]], object] | None = None,
    on_failure: Callable[[CombatContext[Fight]], object] | None = None,
) -> Step[Fight]:
    """Return a test of someone's value against a number, for a purpose, and what follows from its outcome."""

    def roll(source: Source) -> tuple[bool, DisplayOnly[int]]:
        face = source.die(DIE)
        return face + value >= needed, DisplayOnly(face)

    def apply(context: CombatContext[Fight], outcome: tuple[bool, DisplayOnly[int]]) -> None:
        success, face = outcome
        context.emit(
            Test(
                who=who,
                against=None,
                trait=trait,
                faces=[face.value],
                total=face.value + value,
                needed=needed,
                success=success,
                purpose=purpose,
            )
        )
        then = on_success if success else on_failure
        if then is not None:
            then(context)

    return Step(roll, apply, key=("test", who, value, needed), purpose=f"{who}'s test")


def _opponent(fight: Fight, request: TestRequest) -> tuple[str, str, int]:
    """Return who stands against a test, with what, and how high that is."""
    who, _, trait = (request.against or "").partition(":")
    trait = trait or request.trait
    if who == request.who:
        raise RefusedError(f"{who} cannot be tested against themselves (R50)")
    return who, trait, attribute(ROSTER.require_able(fight, who), trait)


def roll_both(source: Source, value: int, other: int) -> Contested:
    """Roll both sides of a contest; 1 if the actor beats the other, -1 if beaten, 0 for a tie (R25, R50)."""
    face, other_face = source.die(DIE), source.die(DIE)
    difference = face + value - other_face - other
    return (difference > 0) - (difference < 0), DisplayOnly((face, other_face))


def contest(
    actor: tuple[str, str, int], other: tuple[str, str, int], then: Callable[[CombatContext[Fight]], None] | None = None
) -> Step[Fight]:
    """Return an opposed test, and what follows if the actor wins; a tie does not."""

    def apply(context: CombatContext[Fight], outcome: Contested) -> None:
        first, shown = outcome
        tell_contest(context, actor, other, shown.value)
        if first > 0 and then is not None:
            then(context)

    purpose = f"{actor[0]} against {other[0]}"
    key = ("contest", actor, other)
    return Step(lambda source: roll_both(source, actor[2], other[2]), apply, key=key, purpose=purpose)


def tell_contest(
    context: CombatContext[Fight],
    actor: tuple[str, str, int],
    other: tuple[str, str, int],
    faces: tuple[int, int],
    less: int = 0,
) -> None:
    """Emit both sides of a contest: who, by which trait, with what total, ``less`` taken off; level, neither won."""
    total, needed = faces[0] + actor[2], faces[1] + other[2]
    context.emit(
        Contest(
            who=actor[0],
            against=other[0],
            trait=actor[1],
            against_trait=other[1],
            faces=list(faces),
            total=total,
            needed=needed,
            success=None if total == needed else total > needed,
            less=less,
        )
    )


def metrics(fight: Fight, request: TestRequest) -> list[Metric]:
    """Return the chance of success."""
    about = {"who": request.who}
    if request.against is None:
        return [chance_of_success(about, Test)]
    about["against"] = request.against.partition(":")[0]
    return [chance_of_success(about, Contest)]


ACTION = Action(TestRequest, test, single_query(test, metrics))
