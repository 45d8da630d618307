"""`test` and `dashtest` (R50): one d10 and an attribute, against a number or against somebody's own roll."""

from __future__ import annotations

from typing import get_args

from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.base import Action, Order, chance
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.schema import Attribute
from combatcli.rulesets.realm.wounds import trial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.realm.schema import Combatant, Fight

TARGET = 10
ATTRIBUTES: tuple[str, ...] = get_args(Attribute)


class TestOrder(Order, frozen=True):
    """A test of an attribute; ``against`` makes it opposed: WHO, or WHO:TRAIT where theirs is another one."""

    __test__ = False

    who: str
    trait: str
    target: int = TARGET
    bonus: int = 0
    against: str | None = None


class DashOrder(Order, frozen=True):
    """Who comes first: Awareness on both sides unless told otherwise; ``against`` is the other's trait."""

    who: str
    other: str
    trait: str = "awareness"
    against: str | None = None


def attribute(combatant: Combatant, name: str) -> int:
    """Return an attribute's value; UsageError names the nearest one if realm has none of that name."""
    if name not in ATTRIBUTES:
        raise UsageError(f'realm has no attribute "{name}"', nearest(name, ATTRIBUTES))
    value: int = getattr(combatant, name)
    return value


def test(play: Play[Fight], order: TestOrder) -> None:
    """Test an attribute against a target number, or against another's roll."""
    combatant = state.actor(play.fight, order.who)
    value = attribute(combatant, order.trait) + order.bonus
    if order.against is not None:
        contest(play, (order.who, order.trait, value), _opponent(play.fight, order))
        return
    face, total = trial(play.source, value)
    play.tell(
        "test",
        who=order.who,
        trait=order.trait,
        faces=[face],
        total=total,
        needed=order.target,
        success=total >= order.target,
    )


def _opponent(fight: Fight, order: TestOrder) -> tuple[str, str, int]:
    """Return who stands against a test, with what, and how high that is."""
    who, _, trait = (order.against or "").partition(":")
    trait = trait or order.trait
    return who, trait, attribute(state.actor(fight, who), trait)


def opposed(source: Source, value: int, other: int) -> tuple[tuple[int, int], int, int]:
    """Roll both sides of a contest: the two faces, and the two totals; the actor must beat the other (R25, R50)."""
    face, total = trial(source, value)
    other_face, other_total = trial(source, other)
    return (face, other_face), total, other_total


def contest(play: Play[Fight], actor: tuple[str, str, int], other: tuple[str, str, int]) -> bool:
    """Play an opposed test and tell whether the actor wins; a tie does not."""
    faces, total, needed = opposed(play.source, actor[2], other[2])
    play.tell(
        "contest",
        who=actor[0],
        against=other[0],
        trait=actor[1],
        against_trait=other[1],
        faces=list(faces),
        total=total,
        needed=needed,
        success=total > needed,
    )
    return total > needed


def dashtest(play: Play[Fight], order: DashOrder) -> None:
    """Find out who comes first; a tie is the same time."""
    value, other, other_trait = _dash(play.fight, order)
    faces, total, needed = opposed(play.source, value, other)
    first = order.who if total > needed else order.other if total < needed else None
    play.tell(
        "contest",
        who=order.who,
        against=order.other,
        trait=order.trait,
        against_trait=other_trait,
        faces=list(faces),
        total=total,
        needed=needed,
        success=total > needed,
        first=first,
        dash=True,
    )


def _dash(fight: Fight, order: DashOrder) -> tuple[int, int, str]:
    if order.who == order.other:
        raise RefusedError(f"{order.who} cannot race themselves")
    other_trait = order.against or order.trait
    value = attribute(state.actor(fight, order.who), order.trait)
    return value, attribute(state.actor(fight, order.other), other_trait), other_trait


def beaten(value: int, other: int) -> Callable[[Source], tuple[int, int]]:
    """Return a contest as a rule for the odds: both totals."""
    return lambda source: opposed(source, value, other)[1:]


def test_odds(fight: Fight, order: TestOrder) -> list[Event]:
    """Return the exact chance of a test."""
    from combatcli.dice.odds.outcomes import every_outcome

    value = attribute(state.actor(fight, order.who), order.trait) + order.bonus
    if order.against is not None:
        opponent, _, other = _opponent(fight, order)
        rolled = every_outcome(beaten(value, other))
        return [chance("success", rolled, lambda totals: totals[0] > totals[1], who=order.who, against=opponent)]
    totals = every_outcome(lambda source: trial(source, value)[1])
    return [chance("success", totals, lambda total: total >= order.target, who=order.who)]


def dash_odds(fight: Fight, order: DashOrder) -> list[Event]:
    """Return the exact chances of coming first, and of a tie."""
    from combatcli.dice.odds.outcomes import every_outcome

    value, other, _ = _dash(fight, order)
    rolled = every_outcome(beaten(value, other))
    both = {"who": order.who, "against": order.other}
    return [
        chance("success", rolled, lambda totals: totals[0] > totals[1], **both),
        chance("same time", rolled, lambda totals: totals[0] == totals[1], **both),
    ]


ACTIONS = {
    "test": Action(TestOrder, test, test_odds),
    "dashtest": Action(DashOrder, dashtest, dash_odds),
}
