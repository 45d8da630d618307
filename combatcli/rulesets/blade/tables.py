"""The tables of `blade`'s rules, made from what the engine reads."""

from __future__ import annotations

from combatcli.report.blocks import with_sign
from combatcli.rulesets.blade import difficulty, move, order, schema, state, strike, timing, two_dice, weapons
from combatcli.rulesets.lookup.catalog import Table
from combatcli.rulesets.shared.clock import SECONDS

SPEEDS = (120, 90, 60, 40)
HIGHEST = 12


def combatant() -> list[Table]:
    """Return what a combatant has where nothing is said."""
    plain = schema.Combatant()
    rows = [
        ("strength, agility, mind, personality", plain.strength),
        ("stamina and health of a player's character", state.PLAYERS_POINTS),
        ("movement in feet", plain.movement),
        ("reach of bare hands in feet", schema.BARE_HANDS.reach),
    ]
    return [Table("Where nothing is said", ("", "is#"), rows)]


def phases() -> list[Table]:
    """Return the phases of a round."""
    return [Table(f"Phases of a round of {SECONDS} seconds", ("phase#", "name"), list(enumerate(state.PHASES, 1)))]


def initiative() -> list[Table]:
    """Return the die of initiative."""
    return [Table("Initiative", ("die a side",), [(f"1d{order.DIE}",)])]


def surprise() -> list[Table]:
    """Return when a side is surprised."""
    return [Table("Surprise", ("die a side", "surprised by"), [(f"1d{order.DIE}", f"1 to {order.SURPRISED}")])]


def combat_movement() -> list[Table]:
    """Return how far one goes in a round."""
    rows = [(speed, feet := move.combat_movement(speed), move.meters(feet), 2 * feet) for speed in SPEEDS]
    return [Table("Combat movement", ("speed#", "feet a round#", "meters#", "run#"), rows)]


def exclusions() -> list[Table]:
    """Return what keeps from shooting."""
    rows = list(strike.KEEPS_FROM_SHOOTING.items())
    return [Table("What keeps from shooting", ("who is", "by rule"), rows)]


def evasion() -> list[Table]:
    """Return the Difficulty of hitting someone by their Agility."""
    steps = [2, *two_dice.EVASION]
    ends = [*(step - 1 for step in steps[1:]), HIGHEST]
    rows = [(_span(least, most), two_dice.evasion(least)) for least, most in zip(steps, ends, strict=True)]
    return [Table("Evasion", ("agility", "difficulty#"), rows)]


def _span(least: int, most: int) -> str:
    return f"{least}" if least >= most else f"{least} to {most}"


def natural() -> list[Table]:
    """Return the two totals that no number changes."""
    return [Table("Two dice", ("total#", "does it"), [(two_dice.ALWAYS, "always"), (two_dice.NEVER, "never")])]


def ranges() -> list[Table]:
    """Return what the range of a shot does."""
    rows = [
        ("close", with_sign(difficulty.CLOSE), 0),
        ("medium", "", 0),
        ("far", "", difficulty.FAR),
        (difficulty.BEYOND, "refused", ""),
    ]
    return [Table("Range", ("within", "bonus", "difficulty#"), rows)]


def called_shots() -> list[Table]:
    """Return how much harder parts of the body are to hit."""
    return [Table("Called shots", ("part", "harder by#"), list(difficulty.PARTS.items()))]


def mounted() -> list[Table]:
    """Return what fighting on horseback does."""
    rows = [
        ("difficulty on an untrained mount", difficulty.MOUNTED),
        ("damage of a charge", with_sign(difficulty.MOUNTED_CHARGE)),
    ]
    return [Table("On horseback", ("", "is"), rows)]


def confined() -> list[Table]:
    """Return the Difficulty of weapons by their length where there is no room."""
    return [Table("Where there is no room", ("length", "difficulty#"), list(difficulty.CONFINED.items()))]


def strike_order() -> list[Table]:
    """Return the steps of a melee."""
    return [Table("Strikes in melee", ("step#", "strike"), list(enumerate(timing.STEPS, 1)))]


def damage() -> list[Table]:
    """Return what weapons do by the hands they take."""
    rows = [("one hand", weapons.DAMAGE[1]), ("two hands", weapons.DAMAGE[2]), ("two weapons", "the higher of both")]
    return [Table("Damage, where a weapon does not say its own", ("held in", "damage"), rows)]


TABLES = {
    "B0": combatant,
    "B1": phases,
    "B2": initiative,
    "B3": surprise,
    "B10": combat_movement,
    "B20": evasion,
    "B21": natural,
    "B23": ranges,
    "B24": called_shots,
    "B25": exclusions,
    "B27": mounted,
    "B28": confined,
    "B31": strike_order,
    "B40": damage,
}
