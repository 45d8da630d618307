"""The tables of `beacon`'s rules, made from what the engine reads."""

from __future__ import annotations

from collections.abc import Callable

from combatcli.report.blocks import with_sign
from combatcli.rulesets.beacon import attack_roll, budget, conditions, declare, move, recover, rolls, state, wound
from combatcli.rulesets.beacon import round as rounds
from combatcli.rulesets.beacon.conditions import Row
from combatcli.rulesets.parts import RuleTable, table

WHEN = {
    "sight": "where sight matters",
    "hearing": "where hearing matters",
    "attack": "on attacks",
    "source left out": "on attacks that leave the source out",
    "source there": "while the source is there",
}
OF = {"defense": "the defense it names", "type": "every defense against the type it names"}
THREAT = {"none": "threatens nobody", "own turn": "threatens in its own turn alone"}
TAKEN = {"double": "double damage", "half": "half damage", "none": "no damage"}
FLAGS = {
    "rooted": "no movement",
    "obeys": "does not attack the source",
    "act_for_stress": "stress buys an Act back",
    "closer_for_stress": "stress to go closer to the source",
    "untargeted": "cannot be targeted by whom it names, or by all",
}
DEEDS = {"disarm": "drops what it holds", "heal": "regains hit points by its die"}
DIE_OF = "takes its die of {} damage"
STARTS = {"bleed": "loses hit points by its die", "regenerate": "regains its quality and the Tier in hit points"}


def _die(value: int) -> str:
    return f"d{state.FACES[value]}" if state.FACES[value] else "none"


def _acts() -> list[tuple[object, ...]]:
    """Return the Acts and Reacts of a round, and the conditions that change them."""
    changed = {name: row for name, row in conditions.table().items() if {"acts", "reacts", "either"} & row.keys()}
    return [
        ("everybody", budget.EACH, budget.EACH),
        *[
            (name, row.get("acts", f"{row.get('either', 0):+} of either"), row.get("reacts", ""))
            for name, row in changed.items()
        ],
    ]


def _conditions(title: str, kind: str, least: int) -> RuleTable:
    rows = [
        (name, row["degree"] or f"1 to {conditions.MOST}", "; ".join(_effects(row)))
        for name, row in conditions.table().items()
        if row["kind"] == kind and bool(row["degree"]) == bool(least)
    ]
    heading = "quality#" if kind == "boon" else "severity#"
    return RuleTable(title, ("name", heading, "what it does"), rows)


def _effects(row: Row) -> list[str]:
    """Return what a condition does, key by key of its row."""
    effects = [write(row) for key, write in EFFECTS.items() if row.get(key)]
    return [*effects, *(text for key, text in FLAGS.items() if row.get(key)), *([row["says"]] if "says" in row else [])]


def _budget(what: str, value: object) -> str:
    return f"no {what}" if value == "none" else f"{value:+} {what}"


EFFECTS: dict[str, Callable[[Row], str]] = {
    "tier": lambda row: f"{with_sign(row['tier'])} Tier {WHEN.get(row.get('tier_when', ''), '')}".strip(),
    "attackers_tier": lambda row: (
        f"{with_sign(row['attackers_tier'])} Tier for who flanks it, all where nobody is named"
    ),
    "defense": lambda row: f"{with_sign(row['defense'])} to {OF.get(row.get('about', ''), 'every defense')}",
    "helpless": lambda _: f"{attack_roll.HELPLESS} in place of every defense",
    "dice": lambda row: f"{with_sign(row['dice'])} effect die for each degree",
    "acts": lambda row: _budget("acts", row["acts"]),
    "reacts": lambda row: _budget("reacts", row["reacts"]),
    "either": lambda row: _budget("act or react", row["either"]),
    "stride": lambda row: f"{row['stride']} times the stride",
    "threat": lambda row: THREAT[row["threat"]],
    "damage": lambda row: f"{TAKEN[row['damage']]} of {'the type it names' if 'about' in row else 'every type'}",
    "start": lambda row: f"at the start of a turn {STARTS.get(row['start'], DIE_OF.format(row['start']))}",
    "as": lambda row: f"is {' and '.join(row['as'])}",
    "deed": lambda row: f"{DEEDS.get(row['deed'], row['deed'])}, at once",
}
"""How each key of a condition's row is written."""


TABLES: dict[str, Callable[[], list[RuleTable]]] = {
    "E0": lambda: [
        RuleTable(
            "Actions", ("attribute", "actions"), [(of, ", ".join(actions)) for of, actions in state.ACTIONS.items()]
        ),
        RuleTable("Energy", ("types",), [(", ".join(conditions.TYPES),)]),
    ],
    "E1": lambda: table(
        "Attribute dice", ("attribute#", "die"), [(value, _die(value)) for value in range(len(state.FACES))]
    ),
    "E2": lambda: table("Critical steps", ("one for each",), [(f"{rolls.STEP} above the target",)]),
    "E3": lambda: table(
        "Positions",
        ("position", "needs#", "against a defense"),
        [
            (position, needed, with_sign(rolls.AGAINST_DEFENSE[position]))
            for position, needed in rolls.POSITIONS.items()
        ],
    ),
    "E5": lambda: [
        RuleTable("Pushing", ("for", "stress#"), [(word, budget.STRESS) for word in budget.PUSHES]),
        RuleTable(
            "The most stress",
            ("of", "stress#"),
            [("a player's character, unless max_stress says else", state.PLAYERS_STRESS)],
        ),
    ],
    "E6": lambda: [
        RuleTable(
            "Defenses",
            ("defense", "is"),
            [(name, f"{state.BASE_DEFENSE} + Tier + largest face of {of}") for name, of in state.OPPOSES.items()],
        ),
        RuleTable(
            "Hit points, to which the three largest faces are added",
            ("archetype", "base#", "a Tier#"),
            [(archetype, base, step) for archetype, (base, step) in state.HIT_POINTS.items()],
        ),
    ],
    "E11": lambda: [
        RuleTable("Steps of a round", ("step#", "whose turns"), list(enumerate(rounds.STEPS, 1))),
        RuleTable("Stances of players' characters", ("stance",), [(stance,) for stance in declare.STANCES]),
    ],
    "E12": lambda: table("Acts and Reacts", ("who", "acts", "reacts"), _acts()),
    "E13": lambda: table("What may be declared", ("word",), [(word,) for word in declare.ACTS]),
    "E15": lambda: table("How a fight ends", ("by",), [(end,) for end in rounds.ENDS]),
    "E20": lambda: table("Distance", ("a square, a diagonal too",), [(f"{state.SQUARE} feet",)]),
    "E21": lambda: table("Forced movement", ("kind",), [(kind,) for kind in ("push", *move.KINDS)]),
    "E31": lambda: table(
        "Shots at somebody in melee",
        ("every defense", "adjacent is within"),
        [(with_sign(attack_roll.IN_MELEE), f"{attack_roll.ADJACENT} feet")],
    ),
    "E33": lambda: table("Soak", ("a box takes off#",), [(wound.BOX,)]),
    "E35": lambda: table("Rest", ("of the maximum, rounded up",), [(f"1/{recover.QUARTER}",)]),
    "E40": lambda: [
        RuleTable(
            "Dice by severity or quality",
            ("degree#", "die"),
            [(degree, _die(degree)) for degree in range(1, conditions.MOST + 1)],
        ),
        _conditions("Scaled wounds", "wound", 0),
    ],
    "E41": lambda: [_conditions("Fixed wounds", "wound", 1), _conditions("Other conditions", "other", 1)],
    "E42": lambda: table(
        "Resisting as a React",
        ("roll", "stress"),
        [(outcome, with_sign(stress)) for outcome, stress in recover.COSTS.items()],
    ),
    "E43": lambda: [_conditions("Boons of one quality", "boon", 1), _conditions("Boons of quality 1 to 5", "boon", 0)],
    "E47": lambda: table("Cover", ("every defense",), [(with_sign(attack_roll.COVER),)]),
}
