"""A blow in melee, a shot, one at somebody who turns away (B20–B25, B30): whether it is allowed, and what it leaves."""

from __future__ import annotations

from typing import NamedTuple

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.base import Order
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.aim import aimed, blow, called_shot, range_band, shot_distance
from combatcli.rulesets.blade.arms import arms_of
from combatcli.rulesets.blade.reach import apart, elsewhere, engage, within
from combatcli.rulesets.blade.schema import Hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.aim import Aim, Blow
    from combatcli.rulesets.blade.arms import Arms
    from combatcli.rulesets.blade.schema import Combatant, Fight

FIRST, PLAIN, LAST, AT_ONCE, SHOT = "first", "plain", "last", "at once", "shot"
STEPS = (FIRST, PLAIN, LAST)


class AttackOrder(Order, frozen=True):
    """An attack; ``difficulty`` and ``bonus`` are the referee's, ``distance`` that of a shot in feet."""

    attacker: str = ""
    targets: list[str] = []
    weapon: str | None = None
    bonus: int = 0
    difficulty: int = 0
    called: str | None = None
    distance: float | None = None
    opportunity: bool = False
    all: bool = False
    apply: bool = False


class Attack(NamedTuple):
    """An attack that may be made: who, whom, with what, in which step, and what it rolls."""

    attacker: str
    target: str
    arms: Arms
    step: str
    aim: Aim
    feet: float | None
    called: str | None

    @property
    def pair(self) -> tuple[str, str]:
        """Who attacks, and whom."""
        return self.attacker, self.target


def check_order(order: AttackOrder) -> None:
    """Raise UsageError where an order contradicts itself."""
    if order.all and order.opportunity:
        raise UsageError("--all and --opportunity exclude each other", "One is the melee, the other is out of turn.")
    if order.all and order.attacker:
        raise UsageError("--all is the whole melee and takes no attacker", "Without --all one attack is made.")
    if order.difficulty < 0 or (order.distance is not None and order.distance < 0):
        raise UsageError("a Difficulty and a distance are 0 or more", "What makes it easier is a --bonus.")
    if order.called is not None:
        called_shot(order.called)


def prepared(fight: Fight, order: AttackOrder, who: str, target: str) -> Attack:
    """Return an attack that the rules allow; RefusedError says why they do not."""
    attacker, other = state.actor(fight, who), state.standing(fight, target)
    if who == target:
        raise RefusedError(f"{who} cannot attack themselves")
    arms = arms_of(who, attacker, order.weapon, melee=order.opportunity or order.all)
    shot = arms.weapon.ranged
    if shot:
        check_shot(who, attacker)
    elif not order.opportunity:
        check_melee(fight, who)
        check_reach((who, attacker), (target, other), arms)
    if order.distance is not None and not shot:
        raise UsageError("--distance is how far a shot goes, and this is none", "The distance in melee is the reach.")
    step = SHOT if shot else AT_ONCE if order.opportunity else step_of(attacker)
    feet = shot_distance(fight, who, target, order.distance) if shot else None
    called = called_shot(order.called) if order.called is not None else None
    given = (order.difficulty, order.bonus)
    aim = aimed(
        fight, (who, target), arms, given=given, called=called, feet=feet, charging=not shot and not order.opportunity
    )
    return Attack(who, target, arms, step, aim, feet, called.part if called is not None else None)


def step_of(combatant: Combatant) -> str:
    """Return when someone strikes in melee: first after a charge, last after a run, a shot or a spell (B31)."""
    done = state.deeds(combatant)
    if done.shot or done.ran or state.declares(combatant, "cast"):
        return LAST
    return FIRST if done.first_strike else PLAIN


def check_shot(who: str, combatant: Combatant) -> None:
    """Refuse a shot to who runs, charges, casts or improvises this round (B12, B13, B25, B26)."""
    reasons = [word for word in state.lasting(combatant) if word != "shooting"]
    if reasons:
        raise RefusedError(f"{who} is {reasons[0]} this round and cannot shoot")


def check_melee(fight: Fight, who: str) -> None:
    """Refuse a melee to who improvises, or runs and was not charged (B12, B26)."""
    combatant = fight.combatants[who]
    if state.declares(combatant, "improvise"):
        raise RefusedError(f"{who} is improvising this round and cannot fight in melee")
    if state.deeds(combatant).ran and not state.charged_by(fight, who):
        raise RefusedError(f"{who} is running this round and may fight only if charged")


def check_reach(one: tuple[str, Combatant], other: tuple[str, Combatant], arms: Arms) -> None:
    """Refuse a melee with somebody who is out of reach, where positions or arenas tell."""
    (who, attacker), (target, enemy) = one, other
    feet = apart(attacker, enemy)
    if feet is not None and not within(feet, arms.weapon.reach):
        raise RefusedError(
            f"{target} is {feet:.3g} feet away, and {who} ({arms.name}) reaches {arms.weapon.reach:g}",
            f"Go there first: combatcli move {who} --charge {target}",
        )
    if elsewhere(attacker, enemy):
        raise RefusedError(
            f"{target} is in {enemy.arena}, and {who} in {attacker.arena}",
            f"Go there first: combatcli move {who} {enemy.arena}",
        )


def strike_once(play: Play[Fight], planned: Attack) -> None:
    """Spend the one melee attack of the round (B30), and let the two be engaged."""
    if state.deeds(play.fight.combatants[planned.attacker]).struck:
        play.irregular(f"{planned.attacker} has already made a melee attack this round")
    state.note(play, planned.attacker, struck=True)
    if play.formal:
        engage(play, *planned.pair)


def shoot(play: Play[Fight], planned: Attack) -> None:
    """Spend the one shot of the round, in the phase of one's side (B1, B25)."""
    state.use_side_phase(play, planned.attacker, "shots")
    if state.deeds(play.fight.combatants[planned.attacker]).shot:
        play.irregular(f"{planned.attacker} has already shot this round")
    if planned.feet is None:
        play.warn("nobody said how far it is: this counts as medium range; --distance FEET says it")
    state.note(play, planned.attacker, shot=True)


def take_opportunity(play: Play[Fight], planned: Attack) -> None:
    """Use the chance that somebody gave by turning away or casting (B11, B25)."""
    chances = state.deeds(play.fight.combatants[planned.target]).opportunity
    if planned.attacker not in chances:
        play.irregular(f"{planned.target} gives {planned.attacker} no opportunity")
        return
    state.note(play, planned.target, opportunity=[each for each in chances if each != planned.attacker])


def resolve(play: Play[Fight], planned: Attack) -> Blow:
    """Roll an attack, tell it, and let a hit that does something wait in pending."""
    struck = blow(play.source, planned.aim)
    _tell(play, planned, struck)
    if struck.damage:
        hit = Hit(attacker=planned.attacker, target=planned.target, weapon=planned.arms.name, damage=struck.damage)
        play.alter(pending=[*play.fight.pending, hit])
    return struck


def _tell(play: Play[Fight], planned: Attack, struck: Blow) -> None:
    aim, arms = planned.aim, planned.arms
    more: dict[str, object] = {}
    if planned.step == SHOT:
        more["distance"] = planned.feet
        more["range"] = range_band(arms.weapon, planned.feet) if planned.feet is not None else "medium"
    if planned.called is not None:
        more["called"] = planned.called
    if struck.hit:
        more |= {"rolled_damage": struck.rolled, "extra_damage": aim.extra, "protection": aim.protection}
        more["armor"] = play.fight.combatants[planned.target].armor.category
    play.tell(
        "attack",
        attacker=planned.attacker,
        target=planned.target,
        weapon=arms.name,
        step=planned.step,
        attribute=arms.attribute,
        value=aim.value,
        difficulty=aim.difficulty,
        reason=aim.reasons,
        difficulties={**aim.difficulties, **aim.increases},
        bonuses=aim.bonuses,
        bonus=sum(aim.bonuses.values()),
        faces=list(struck.faces),
        kept=list(struck.faces),
        total=struck.total,
        needed=aim.needed,
        hit=struck.hit,
        damage=struck.damage if struck.hit else None,
        damage_faces=list(struck.damage_faces),
        **more,
    )
