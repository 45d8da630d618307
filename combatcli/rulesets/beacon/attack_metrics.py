"""What the odds of an attack measure (E2, E34): the roll, its damage, and whether the target falls."""

from __future__ import annotations

from collections.abc import Callable

from combatcli.rulesets.beacon import events, state
from combatcli.rulesets.beacon.action_roll import MOST_STEPS
from combatcli.rulesets.beacon.attack_request import AttackRequest
from combatcli.rulesets.beacon.attack_roll import defenses
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_attack, sum_of_events


def roll_metrics(request: AttackRequest, target: str) -> list[Metric]:
    """Return the chances of a hit, against each defense if there are several, of a botch, and of critical steps."""

    def chance(of: str, holds: Callable[[events.Attack], bool], *, possible: bool = False) -> Metric:
        return chance_of_attack(of, request.attacker, target, events.Attack, holds, possible=possible)

    def chance_of_steps(steps: int) -> Metric:
        of = f"{steps} critical step{'s' if steps > 1 else ''} or more"
        return chance(of, lambda event: event.steps >= steps, possible=True)

    def chance_against(defense: str) -> Metric:
        return chance(f"hit against {defense}", lambda event: event.hits[defense])

    return [
        chance("hit", lambda event: event.hit),
        chance("botch", lambda event: event.botch),
        *map(chance_of_steps, range(1, MOST_STEPS + 1)),
        *(map(chance_against, defenses(request)) if len(defenses(request)) > 1 else ()),
    ]


def damage_metrics(request: AttackRequest, target: str) -> list[Metric]:
    """Return the distributions of the damage as rolled and as taken, and the chance that the target falls."""
    about = {"attacker": request.attacker, "target": target}

    def lost(event: events.Wound) -> int:
        return event.marked["hp"] if event.target == target else 0

    return [
        sum_of_events("damage", about, events.Attack, lambda event: (event.target == target and event.damage) or 0),
        sum_of_events("damage after resistance", about, events.Wound, lost),
        chance_at_end("felled", about, lambda after: state.hp(after.combatants[target]) <= 0),
    ]
