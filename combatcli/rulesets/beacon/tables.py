"""The tables of `beacon`'s rules, made from what the engine reads."""

from __future__ import annotations

from typing import Any

from combatcli.report.blocks import with_sign
from combatcli.rulesets.beacon import (
    action_roll,
    attack_roll,
    budget,
    conditions,
    damage,
    energies,
    push,
    recover,
    squares,
    state,
    turns,
    words,
)
from combatcli.rulesets.beacon.next import ENDS
from combatcli.rulesets.lookup.catalog import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WHEN = {
    "sight": "where sight matters",
    "hearing": "where hearing matters",
    "attack": "on attacks",
    "source left out": "on attacks that leave the source out",
    "source there": "while the source is there",
}
OF = {"one": "the defense it names", "type": "every defense against the type it names"}
THREAT = {"none": "threatens nobody", "own turn": "threatens in its own turn alone"}
TAKEN = {"double": "double damage", "half": "half damage", "none": "no damage"}
FLAGS = {
    "rooted": "no movement",
    "act_for_stress": "stress buys an Act back",
    "closer_for_stress": "stress to go closer to the source",
    "untargeted": "cannot be targeted by whom it names, or by all",
}
DEEDS = {"disarm": "drops what it holds", "heal": "regains hit points by its die"}
STARTS = {"bleed": "loses hit points by its die", "regenerate": "regains its quality and the Tier in hit points"}


def attributes() -> list[Table]:
    """Return the actions of each attribute, and the types of energy."""
    rows = [(attribute, ", ".join(actions)) for attribute, actions in state.ACTIONS.items()]
    types = [(", ".join(energies.TYPES),)]
    return [Table("Actions", ("attribute", "actions"), rows), Table("Energy", ("types",), types)]


def attribute_dice() -> list[Table]:
    """Return the die of each value of an attribute."""
    return [Table("Attribute dice", ("attribute#", "die"), [(value, _die(value)) for value in range(len(state.FACES))])]


def _die(value: int) -> str:
    return f"d{state.FACES[value]}" if state.FACES[value] else "none"


def critical_steps() -> list[Table]:
    """Return how far above the target a critical step is."""
    return [Table("Critical steps", ("one for each",), [(f"{action_roll.STEP} above the target",)])]


def positions() -> list[Table]:
    """Return what each position needs."""
    rows = [
        (position, needed, with_sign(action_roll.AGAINST_DEFENSE[position]))
        for position, needed in action_roll.POSITIONS.items()
    ]
    return [Table("Positions", ("position", "needs#", "against a defense"), rows)]


def pushes() -> list[Table]:
    """Return what may be pushed for and what each costs, and how much stress a player's character takes."""
    rows = [(word, budget.STRESS) for word in words.PUSHES]
    most = [("a player's character, unless max_stress says else", state.PLAYERS_STRESS)]
    return [Table("Pushing", ("for", "stress#"), rows), Table("The most stress", ("of", "stress#"), most)]


def derived() -> list[Table]:
    """Return what defenses and hit points are made of."""
    defenses = [
        (defense, f"{state.BASE_DEFENSE} + Tier + largest face of {attribute}")
        for defense, attribute in state.OPPOSES.items()
    ]
    points = [(archetype, base, step) for archetype, (base, step) in state.HIT_POINTS.items()]
    return [
        Table("Defenses", ("defense", "is"), defenses),
        Table("Hit points, to which the three largest faces are added", ("archetype", "base#", "a Tier#"), points),
    ]


def round_steps() -> list[Table]:
    """Return the steps of a round, and the stances."""
    return [
        Table("Steps of a round", ("step#", "whose turns"), list(enumerate(turns.STEPS, 1))),
        Table("Stances of players' characters", ("stance",), [(stance,) for stance in words.STANCES]),
    ]


def acts() -> list[Table]:
    """Return how many Acts and Reacts a round has, and which conditions change that."""
    rows: list[tuple[object, ...]] = [("everybody", budget.EACH, budget.EACH)]
    rows += [
        (name, row.get("acts", f"{row.get('either', 0):+} of either"), row.get("reacts", ""))
        for name, row in conditions.table().items()
        if {"acts", "reacts", "either"} & row.keys()
    ]
    return [Table("Acts and Reacts", ("who", "acts", "reacts"), rows)]


def declarations() -> list[Table]:
    """Return what `declare` does with an Act."""
    return [Table("What may be declared", ("word",), [(word,) for word in words.ACTS])]


def endings() -> list[Table]:
    """Return how a fight may end."""
    return [Table("How a fight ends", ("by",), [(end,) for end in ENDS])]


def distances() -> list[Table]:
    """Return how distance is counted."""
    return [Table("Distance", ("a square, a diagonal too",), [(f"{squares.SQUARE} feet",)])]


def forced_movement() -> list[Table]:
    """Return the kinds of forced movement."""
    return [Table("Forced movement", ("kind",), [(kind,) for kind in ("push", *push.KINDS)])]


def in_melee() -> list[Table]:
    """Return what a shot at somebody in melee meets."""
    row = (with_sign(attack_roll.IN_MELEE), f"{attack_roll.ADJACENT} feet")
    return [Table("Shots at somebody in melee", ("every defense", "adjacent is within"), [row])]


def soak() -> list[Table]:
    """Return what a box of soak takes off."""
    return [Table("Soak", ("a box takes off#",), [(damage.BOX,)])]


def rest() -> list[Table]:
    """Return what a rest brings back."""
    return [Table("Rest", ("of the maximum, rounded up",), [(f"1/{recover.QUARTER}",)])]


def scaled() -> list[Table]:
    """Return the dice of the wounds that have five degrees, and what these wounds do."""
    dice = [(degree, _die(degree)) for degree in range(1, conditions.MOST + 1)]
    return [Table("Dice by severity or quality", ("degree#", "die"), dice), *_conditions("Scaled wounds", "wound", 0)]


def fixed() -> list[Table]:
    """Return the wounds of one severity, and the other conditions that are no boons."""
    return [*_conditions("Fixed wounds", "wound", 1), *_conditions("Other conditions", "other", 1)]


def react_costs() -> list[Table]:
    """Return what resisting as a React costs in stress."""
    rows = [
        ("critical success", with_sign(recover.CRITICAL)),
        ("success", with_sign(recover.SUCCESS)),
        ("failure", with_sign(recover.FAILURE)),
        ("botch", with_sign(recover.BOTCH)),
    ]
    return [Table("Resisting as a React", ("roll", "stress"), rows)]


def boons() -> list[Table]:
    """Return the boons."""
    return [*_conditions("Boons of one quality", "boon", 1), *_conditions("Boons of quality 1 to 5", "boon", 0)]


def cover() -> list[Table]:
    """Return what cover adds to every defense."""
    return [Table("Cover", ("every defense",), [(with_sign(attack_roll.COVER),)])]


def _conditions(title: str, kind: str, least: int) -> list[Table]:
    rows = [
        (name, row["degree"] or f"1 to {conditions.MOST}", "; ".join(_effects(row)))
        for name, row in conditions.table().items()
        if row["kind"] == kind and bool(row["degree"]) == bool(least)
    ]
    heading = "quality#" if kind == "boon" else "severity#"
    return [Table(title, ("name", heading, "what it does"), rows)]


def _effects(row: Mapping[str, Any]) -> list[str]:
    """Write what a condition does, key by key of its row."""
    said = [write(row) for key, write in EFFECTS.items() if row.get(key)]
    return [*said, *(text for key, text in FLAGS.items() if row.get(key)), *([row["says"]] if "says" in row else [])]


def _tier(row: Mapping[str, Any]) -> str:
    return f"{with_sign(row['tier'])} Tier {WHEN.get(row.get('tier_when', ''), '')}".strip()


def _damage(row: Mapping[str, Any]) -> str:
    return f"{TAKEN[row['damage']]} of {'the type it names' if row.get('about') == 'type' else 'every type'}"


def _start(row: Mapping[str, Any]) -> str:
    return f"at the start of a turn {STARTS.get(row['start'], 'takes its die of ' + row['start'] + ' damage')}"


def _budget(what: str, value: object) -> str:
    return f"no {what}" if value == "none" else f"{value:+} {what}"


EFFECTS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "tier": _tier,
    "attackers_tier": lambda row: f"{with_sign(row['attackers_tier'])} Tier for who attacks it",
    "defense": lambda row: f"{with_sign(row['defense'])} to {OF.get(row.get('defense_of', ''), 'every defense')}",
    "helpless": lambda _: f"{attack_roll.HELPLESS} in place of every defense",
    "dice": lambda row: f"{with_sign(row['dice'])} effect die for each degree",
    "acts": lambda row: _budget("acts", row["acts"]),
    "reacts": lambda row: _budget("reacts", row["reacts"]),
    "either": lambda row: _budget("act or react", row["either"]),
    "stride": lambda row: f"{row['stride']} times the stride",
    "threat": lambda row: THREAT[row["threat"]],
    "damage": _damage,
    "start": _start,
    "as": lambda row: f"is {' and '.join(row['as'])}",
    "deed": lambda row: f"{DEEDS.get(row['deed'], row['deed'])}, at once",
}
"""How each key of a condition's row is written."""


TABLES = {
    "E0": attributes,
    "E1": attribute_dice,
    "E2": critical_steps,
    "E3": positions,
    "E5": pushes,
    "E6": derived,
    "E11": round_steps,
    "E12": acts,
    "E13": declarations,
    "E15": endings,
    "E20": distances,
    "E21": forced_movement,
    "E31": in_melee,
    "E33": soak,
    "E35": rest,
    "E40": scaled,
    "E41": fixed,
    "E42": react_costs,
    "E43": boons,
    "E47": cover,
}
