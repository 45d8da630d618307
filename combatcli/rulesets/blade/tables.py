"""The tables of `blade`'s rules, made from what the engine reads."""

from collections.abc import Callable

from combatcli.report.blocks import with_sign
from combatcli.rulesets.blade import melee, move, schema, state, strike, two_dice, weapons
from combatcli.rulesets.parts import PrintedRuleTable, table
from combatcli.rulesets.shared.clock import SECONDS

SPEEDS = (120, 90, 60, 40)
HIGHEST = 12


def _default_rows() -> list[tuple[str, object]]:
    plain = schema.Combatant()
    return [
        ("strength, agility, mind, personality", plain.strength),
        ("stamina and health of a player's character", state.PLAYERS_POINTS),
        ("movement in feet", plain.movement),
        ("reach of bare hands in feet", schema.BARE_HANDS.reach),
    ]


def _evasion_rows() -> list[tuple[str, int]]:
    """Return the Difficulty of hitting a combatant by its Agility."""
    starts = [2, *weapons.EVASION]
    ends = [*[start - 1 for start in starts[1:]], HIGHEST]
    spans = [f"{least} to {most}" if least < most else f"{least}" for least, most in zip(starts, ends, strict=True)]
    return list(zip(spans, map(weapons.evasion_difficulty, starts), strict=True))


TABLES: dict[str, Callable[[], list[PrintedRuleTable]]] = {
    "B0": lambda: table("Where nothing is said", ("", "is#"), _default_rows()),
    "B1": lambda: table(
        f"Phases of a round of {SECONDS} seconds", ("phase#", "name"), list(enumerate(state.PHASES, 1))
    ),
    "B10": lambda: table(
        "Combat movement",
        ("speed#", "feet a round#", "meters#", "run#"),
        [(speed, feet := melee.combat_movement(speed), move.game_meters(feet), 2 * feet) for speed in SPEEDS],
    ),
    "B20": lambda: table("Evasion", ("agility", "difficulty#"), _evasion_rows()),
    "B21": lambda: table("Two dice", ("total#", "does it"), [(two_dice.ALWAYS, "always"), (two_dice.NEVER, "never")]),
    "B23": lambda: table(
        "Range",
        ("within", "bonus", "difficulty#"),
        [
            ("close", with_sign(weapons.CLOSE), 0),
            ("medium", "", 0),
            ("far", "", weapons.FAR),
            ("beyond", "refused", ""),
        ],
    ),
    "B24": lambda: table("Called shots", ("part", "harder by#"), list(weapons.PARTS.items())),
    "B25": lambda: table("What keeps from shooting", ("who is", "by rule"), list(strike.KEEPS_FROM_SHOOTING.items())),
    "B27": lambda: table(
        "On horseback",
        ("", "is"),
        [
            ("difficulty on an untrained mount", weapons.MOUNTED),
            ("damage of a charge", with_sign(strike.MOUNTED_CHARGE)),
        ],
    ),
    "B28": lambda: table("Where there is no room", ("length", "difficulty#"), list(weapons.CONFINED.items())),
    "B40": lambda: table(
        "Damage, where a weapon does not say its own",
        ("held in", "damage"),
        [("one hand", weapons.DAMAGE[1]), ("two hands", weapons.DAMAGE[2]), ("two weapons", "the higher of both")],
    ),
}
