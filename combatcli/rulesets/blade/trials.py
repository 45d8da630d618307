"""`test` and `dashtest` (B26, B29, B50): two dice under an attribute; spells that may be forced; who comes first."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, get_args

from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.base import Action, Order, chance, spread
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.declare import check_free, check_not_done
from combatcli.rulesets.blade.roll import NEVER, check
from combatcli.rulesets.blade.schema import Attribute, Declaration
from combatcli.rulesets.blade.wound import hurt, takes_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.base import Event, Play
    from combatcli.rulesets.blade.roll import Check
    from combatcli.rulesets.blade.schema import Combatant, Fight

ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
FORCING_DIE = 6


class TestOrder(Order, frozen=True):
    """A check of an attribute; ``force`` lets a spell that failed take effect, at a price."""

    __test__ = False

    who: str
    trait: str
    difficulty: int = 0
    bonus: int = 0
    force: bool = False


class DashOrder(Order, frozen=True):
    """Who comes first: agility on both sides unless told otherwise; ``against`` is the other's trait."""

    who: str
    other: str
    trait: str = "agility"
    against: str | None = None


class Trial(NamedTuple):
    """A check as it was rolled; a spell that was forced has faces of its damage."""

    rolled: Check
    forced: bool = False
    damage: int = 0

    @property
    def success(self) -> bool:
        """Whether it succeeded, by itself or because it was forced."""
        return self.rolled.success or self.forced


def attribute(combatant: Combatant, name: str) -> int:
    """Return an attribute's value; UsageError names the nearest one if blade has none of that name."""
    if name not in ATTRIBUTES:
        raise UsageError(f'blade has no attribute "{name}"', nearest(name, ATTRIBUTES))
    value: int = getattr(combatant, name)
    return value


def is_spell(combatant: Combatant, order: TestOrder) -> bool:
    """Tell whether a check casts a spell (B29): one of mind that was declared so, is forced or has a Difficulty.

    The check of an improvised action is none.
    """
    said = combatant.declared
    if order.trait != "mind" or (said is not None and said.action == "improvise" and not said.done):
        return False
    declared = said is not None and said.action == "cast" and not said.done
    return declared or order.force or order.difficulty > 0


def needed(combatant: Combatant, order: TestOrder) -> int:
    """Return what a check must not exceed; a spell is harder by those cast since sleep (B20, B29)."""
    casts = combatant.casts if is_spell(combatant, order) else 0
    return attribute(combatant, order.trait) - order.difficulty - casts + order.bonus


def try_(source: Source, number: int, *, force: bool) -> Trial:
    """Roll a check; a spell that failed is forced for 1d6 damage, unless the dice showed 12 (B29)."""
    source.purpose = "the check"
    rolled = check(source, number)
    if rolled.success or not force or rolled.total == NEVER:
        return Trial(rolled)
    source.purpose = "the damage of forcing it"
    return Trial(rolled, forced=True, damage=source.die(FORCING_DIE))


def test(play: Play[Fight], order: TestOrder) -> None:
    """Check an attribute; what was declared, a spell or an improvised action, is thereby done."""
    combatant = state.actor(play.fight, order.who)
    check_order(order, combatant)
    number = needed(combatant, order)
    spell = is_spell(combatant, order)
    if spell:
        _check_spell(play, order.who, combatant)
    trial = try_(play.source, number, force=order.force)
    more: dict[str, object] = {}
    if spell:
        more = {"casts": combatant.casts, "forced": trial.forced}
    if trial.forced:
        more |= {"damage": trial.damage, "damage_faces": [trial.damage]}
    elif order.force and not trial.success:
        more["beyond_forcing"] = True
    play.tell(
        "test",
        who=order.who,
        trait=order.trait,
        value=attribute(combatant, order.trait),
        difficulty=order.difficulty + (combatant.casts if spell else 0),
        bonus=order.bonus,
        faces=list(trial.rolled.faces),
        total=trial.rolled.total,
        needed=number,
        success=trial.success,
        purpose=_done(play, order.who, spell=spell),
        **more,
    )
    if spell and trial.success:
        play.change(order.who, casts=combatant.casts + 1)
    if trial.forced:
        hurt(play, order.who, trial.damage)


def check_order(order: TestOrder, combatant: Combatant) -> None:
    """Raise UsageError where an order contradicts itself, RefusedError where it does not suit what was declared."""
    said = combatant.declared
    improvising = said is not None and said.action == "improvise" and not said.done
    if order.force and order.trait != "mind":
        raise UsageError("only a spell may be forced, and that is a check of mind", "test WHO mind --force")
    if order.force and improvising:
        raise RefusedError(f"{order.who} is improvising this round, and that is not forced")
    if order.difficulty < 0:
        raise UsageError("a Difficulty is 0 or more", "What makes it easier is a --bonus.")


def _check_spell(play: Play[Fight], who: str, combatant: Combatant) -> None:
    if not state.declares(combatant, "cast"):
        check_not_done(who, "cast", combatant)
        check_free(who, combatant, "cast", "shot", "charged", "run")
        play.irregular(f'{who} has not declared a spell: combatcli declare {who} cast "SPELL"')
        play.change(who, declared=Declaration(action="cast"))
    elif combatant.declared is not None and combatant.declared.done:
        play.irregular(f"{who} has already cast a spell this round")
    if any(hit.target == who for hit in play.fight.pending):
        play.irregular(f"a hit on {who} is still pending, and comes before the spell: combatcli wound")
    waiting = [foe for foe in state.deeds(combatant).opportunity if not state.dead(state.fighter(play.fight, foe))]
    if waiting:
        play.irregular(
            f"{' and '.join(waiting)} may strike first: combatcli attack {waiting[0]} {who} --opportunity",
        )


def _done(play: Play[Fight], who: str, *, spell: bool) -> str:
    """Mark what was declared as done, if this was its check, and return what it was."""
    said = play.fight.combatants[who].declared
    if said is None or said.done or not (said.action == "improvise" or (spell and said.action == "cast")):
        return ""
    state.mark_done(play, who, said)
    return said.what


def dashtest(play: Play[Fight], order: DashOrder) -> None:
    """Find out who comes first: who alone succeeds (B50)."""
    value, other, trait = _dash(play.fight, order)
    play.source.purpose = "the dash"
    own, theirs = check(play.source, value), check(play.source, other)
    first = first_of(own.success, theirs.success)
    play.tell(
        "contest",
        who=order.who,
        against=order.other,
        trait=order.trait,
        against_trait=trait,
        faces=[*own.faces, *theirs.faces],
        total=own.total,
        needed=value,
        success=first > 0,
        own_success=own.success,
        against_total=theirs.total,
        against_needed=other,
        against_success=theirs.success,
        first=order.who if first > 0 else order.other if first < 0 else None,
        dash=True,
    )


def first_of(own: bool, other: bool) -> int:  # noqa: FBT001  (two successes, of the same kind)
    """Return 1 if one comes first, -1 if the other does, 0 if both come at the same time (B50)."""
    return int(own) - int(other)


def _dash(fight: Fight, order: DashOrder) -> tuple[int, int, str]:
    if order.who == order.other:
        raise RefusedError(f"{order.who} cannot race themselves")
    trait = order.against or order.trait
    value = attribute(state.actor(fight, order.who), order.trait)
    return value, attribute(state.actor(fight, order.other), trait), trait


def test_odds(fight: Fight, order: TestOrder) -> list[Event]:
    """Return the exact chance of a check; of a spell that is forced, also what that costs."""
    from combatcli.dice.odds.outcomes import every_outcome

    combatant = state.actor(fight, order.who)
    check_order(order, combatant)
    trials = every_outcome(partial(try_, number=needed(combatant, order), force=order.force))
    events = [chance("success", trials, lambda trial: trial.success, who=order.who)]
    if order.force:
        events += [
            chance("forced", trials, lambda trial: trial.forced, who=order.who),
            spread("damage", trials, lambda trial: trial.damage, who=order.who),
            chance("death", trials, lambda trial: trial.forced and takes_out(combatant, trial.damage), who=order.who),
        ]
    return events


def dash_odds(fight: Fight, order: DashOrder) -> list[Event]:
    """Return the exact chances of coming first, and of the same time (B50)."""
    from combatcli.dice.odds.outcomes import every_outcome

    value, other, _ = _dash(fight, order)

    def rule(source: Source) -> int:
        return first_of(check(source, value).success, check(source, other).success)

    first = every_outcome(rule)
    both = {"who": order.who, "against": order.other}
    return [
        chance("success", first, lambda who: who > 0, **both),
        chance("same time", first, lambda who: who == 0, **both),
    ]


ACTIONS = {
    "test": Action(TestOrder, test, test_odds),
    "dashtest": Action(DashOrder, dashtest, dash_odds),
}
