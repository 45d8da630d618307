"""`test` (R50): one d10 and an attribute, against a number or against somebody's own roll."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, Name
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_success
from combatcli.rulesets.realm.deeds import use_test
from combatcli.rulesets.realm.events import Contest, Test
from combatcli.rulesets.realm.schema import Attribute, Fight
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.attributes import attribute_reader
from combatcli.rulesets.tasks import DisplayOnly, roll

Contestant = tuple[str, str, int]
"""A side of a contest: who, by which attribute, and how high that is."""

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


def test(context: CombatContext[Fight], request: TestRequest) -> None:
    """Test an attribute against a target number, or against another's roll."""
    who, trait, fight = request.who, request.trait, context.fight
    value = attribute(ROSTER.require_able(fight, who), trait) + request.bonus
    if request.against is None:
        use_test(context, who)
        succeeds(context, who, trait, value, request.target)
        return
    other, _, theirs = request.against.partition(":")
    if other == who:
        raise RefusedError(f"{who} cannot be tested against themselves (R50)")
    opponent = (other, theirs or trait, attribute(ROSTER.require_able(fight, other), theirs or trait))
    use_test(context, who)
    contest(context, (who, trait, value), opponent)


def one_die(source: Source, value: int, needed: int) -> tuple[bool, DisplayOnly[int]]:
    """Roll a value against a number."""
    face = source.die(DIE)
    return face + value >= needed, DisplayOnly(face)


def succeeds(context: CombatContext[Fight], who: str, trait: str, value: int, needed: int, purpose: str = "") -> bool:
    """Test a value of a combatant against a number, for a purpose; return whether the test succeeds."""
    success, face = roll(context, f"{who}'s test", one_die, value, needed)
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
    return success


def two_dice(source: Source, value: int, other: int) -> tuple[int, DisplayOnly[tuple[int, int]]]:
    """Roll both sides of a contest; 1 if the actor beats the other, -1 if beaten, 0 for a tie (R25, R50)."""
    face, other_face = source.die(DIE), source.die(DIE)
    difference = face + value - other_face - other
    return (difference > 0) - (difference < 0), DisplayOnly((face, other_face))


def contest(context: CombatContext[Fight], actor: Contestant, other: Contestant) -> bool:
    """Roll a contest; return whether the actor wins. A tie is not enough."""
    first, faces = roll(context, f"{actor[0]} against {other[0]}", two_dice, actor[2], other[2])
    tell_contest(context, actor, other, faces.value)
    return first > 0


def tell_contest(
    context: CombatContext[Fight], actor: Contestant, other: Contestant, faces: tuple[int, int], less: int = 0
) -> None:
    """Emit both sides of a contest, ``less`` taken off the actor's total; in a tie neither won."""
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
    if request.against is None:
        return [chance_of_success({"who": request.who}, Test)]
    return [chance_of_success({"who": request.who, "against": request.against.partition(":")[0]}, Contest)]


ACTION = action(TestRequest, test, metrics)
