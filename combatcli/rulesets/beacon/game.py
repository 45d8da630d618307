"""`beacon` as the shared code sees it, and the checks of its encounters beyond the schema."""

from collections.abc import Callable, Iterator

from combatcli.encounter.references import Problem
from combatcli.errors import UsageError, nearest
from combatcli.records import Event
from combatcli.rulesets.beacon import state
from combatcli.rulesets.beacon.conditions import TYPES, check_subject, row, subject_words, table
from combatcli.rulesets.beacon.events import Attack
from combatcli.rulesets.beacon.schema import Combatant, Condition, Fight
from combatcli.rulesets.game import Game
from combatcli.rulesets.parts import Parts


def problems(fight: Fight) -> Iterator[Problem]:
    """Yield the problems of an encounter, in the file's order."""
    if fight.house.get("death_at") not in (None, "half", "zero"):
        yield Problem("house.death_at", 'expected "half" or "zero"', 'As in death_at = "half"')
    for who, combatant in fight.combatants.items():
        yield from _combatant_problems(f"combatants.{who}", combatant)
    for number, hit in enumerate(fight.pending, 1):
        for energy in hit.types:
            if energy not in TYPES:
                hint = nearest(energy, TYPES)
                yield Problem(f"pending.{number}.types", f'there is no type of energy "{energy}"', hint)
        for inflicted in hit.inflicts:
            yield from _condition_problems(f"pending.{number}.inflicts", inflicted, by_hit=bool(hit.attacker))


def _combatant_problems(path: str, combatant: Combatant) -> Iterator[Problem]:
    if combatant.hp is None and combatant.max_hp is None and combatant.archetype is None:
        hint = 'As in archetype = "warrior", or hp = 20'
        yield Problem(path, "it needs hp, or an archetype to compute hp from", hint)
    if combatant.stress > state.max_stress(combatant):
        yield Problem(f"{path}.stress", f"{combatant.stress} is above max_stress, {state.max_stress(combatant)}")
    if combatant.stance is not None and not combatant.player:
        yield Problem(f"{path}.stance", "only players' characters have a stance")
    for action in combatant.actions:
        if action not in state.ATTRIBUTE_OF:
            yield Problem(f"{path}.actions.{action}", "there is no such action", nearest(action, state.ATTRIBUTE_OF))
    for number, condition in enumerate(combatant.conditions, 1):
        yield from _condition_problems(f"{path}.conditions.{number}", condition)
    for name, weapon in combatant.weapons.items():
        if weapon.effect and not state.is_die(weapon.effect):
            yield Problem(f"{path}.weapons.{name}.effect", f'"{weapon.effect}" is not a die', 'As in effect = "d10"')


def _condition_problems(path: str, condition: Condition, *, by_hit: bool = False) -> Iterator[Problem]:
    if condition.name not in table():
        yield Problem(f"{path}.name", f'there is no condition "{condition.name}"', nearest(condition.name, table()))
        return
    for word in subject_words(condition) or [""]:
        try:
            check_subject(condition.name, word)
        except UsageError as error:
            yield Problem(f"{path}.against", error.message, error.hint)
    if row(condition.name).get("deed") and not by_hit:
        yield Problem(path, f"{condition.name} happens at once, and does not last")
    if row(condition.name).get("source") and not condition.source and not by_hit:
        yield Problem(f"{path}.source", f"{condition.name} needs a cause", 'As in source = "wight"')
    fixed = int(row(condition.name)["degree"])
    if fixed and (condition.severity or condition.quality or 0) > fixed:
        word = "quality" if row(condition.name)["kind"] == "boon" else "severity"
        yield Problem(path, f"the {word} of {condition.name} is never above {fixed}")


def damage_above_mean(event: Attack) -> float | None:
    """Return how far the kept dice, before explosions, lie above their mean."""
    from combatcli.rulesets.shared.tally import mean_of

    if not event.faces:
        return None
    return float(sum(event.kept[: len(event.pool)]) - sum(map(mean_of, event.pool)))


REPLACED = {"attack": ("attacker", "target"), "test": ("who", "trait", "purpose"), "goal": ("name",)}
"""The keys that identify the event a reroll replaces, by kind (E14)."""


def voids(event: Event) -> Callable[[Event], bool] | None:
    """Return a predicate of the failed roll, and its goal, that a reroll with aid replaces (E14)."""
    if not getattr(event, "reroll", False):
        return None
    keys = ("event", *REPLACED[event.event])
    return lambda earlier: all(getattr(earlier, key, None) == getattr(event, key) for key in keys)


GAME = Game(
    "beacon",
    about="Tiers and exploding dice; acts and reacts, conditions that grow worse step by step.",
    parts=Parts(
        "combatcli.rulesets.beacon",
        {
            "acts": "declare recover",
            "move": "push pairings",
            "show": "arena",
            "wound": "boon follow",
            "tactics": "coming",
            "test": "dashtest",
            "round": "next order",
            "state": "tables",
        },
    ),
    encounter=Fight,
    brought=(
        *("stress", "stance", "last_declared", "ambushing", "conditions", "dropped", "acted"),
        *("early", "acts", "reacts", "pushes", "resisted", "failed"),
    ),
    phases=state.PHASES,
    house={"death_at": str, "ambush_every_round": bool},
    conditions=lambda: (*table(), "winded", "dying", "dead"),
    own_problems=problems,
    luck=damage_above_mean,
    voids=voids,
    gone={"hp": ("0",)},
)
