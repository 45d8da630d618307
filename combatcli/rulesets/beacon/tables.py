"""The tables of `beacon`'s rules, made from what the engine reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from combatcli.report.blocks import with_sign
from combatcli.rulesets.beacon import budget, conditions, rolls, state
from combatcli.rulesets.parts import RuleTable, table


def _dice(title: str, heading: str, values: Iterable[int]) -> RuleTable:
    faces = [(value, state.FACES[value]) for value in values]
    return RuleTable(title, (heading, "die"), [(value, f"d{sides}" if sides else "none") for value, sides in faces])


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
        (name, row["degree"] or f"1 to {conditions.MOST}", row["says"].format_map(row))
        for name, row in conditions.table().items()
        if row["kind"] == kind and bool(row["degree"]) == bool(least)
    ]
    heading = "quality#" if kind == "boon" else "severity#"
    return RuleTable(title, ("name", heading, "what it does"), rows)


TABLES: dict[str, Callable[[], list[RuleTable]]] = {
    "E0": lambda: [
        RuleTable(
            "Actions", ("attribute", "actions"), [(of, ", ".join(actions)) for of, actions in state.ACTIONS.items()]
        ),
        RuleTable("Energy", ("types",), [(", ".join(conditions.TYPES),)]),
    ],
    "E1": lambda: [_dice("Attribute dice", "attribute#", range(len(state.FACES)))],
    "E3": lambda: table(
        "Positions",
        ("position", "needs#", "against a defense"),
        [(word, needed, with_sign(rolls.AGAINST_DEFENSE[word])) for word, needed in rolls.POSITIONS.items()],
    ),
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
    "E12": lambda: table("Acts and Reacts", ("who", "acts", "reacts"), _acts()),
    "E40": lambda: [
        _dice("Dice by severity or quality", "degree#", range(1, conditions.MOST + 1)),
        _conditions("Scaled wounds", "wound", 0),
    ],
    "E41": lambda: [_conditions("Fixed wounds", "wound", 1), _conditions("Other conditions", "other", 1)],
    "E43": lambda: [_conditions("Boons of one quality", "boon", 1), _conditions("Boons of quality 1 to 5", "boon", 0)],
}
