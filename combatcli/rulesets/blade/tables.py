"""The tables of `blade`'s rules, made from what the engine reads."""

from combatcli.rulesets.blade import melee, move, strike, weapons
from combatcli.rulesets.parts import MakeTables, table

SPEEDS = (120, 90, 60, 40)
TABLES: dict[str, MakeTables] = {
    "B10": lambda: table(
        "Combat movement",
        ("speed#", "feet a round#", "meters#", "run#"),
        [(speed, feet := melee.combat_movement(speed), move.game_meters(feet), 2 * feet) for speed in SPEEDS],
    ),
    "B20": lambda: table(
        "Evasion",
        ("agility", "difficulty#"),
        [(f"{least} to {most}" if least < most else f"{least}", n) for (least, most), n in weapons.EVASION.items()],
    ),
    "B24": lambda: table("Called shots", ("part", "harder by#"), list(weapons.PARTS.items())),
    "B25": lambda: table("What keeps from shooting", ("who is", "by rule"), list(strike.KEEPS_FROM_SHOOTING.items())),
    "B28": lambda: table("Where there is no room", ("length", "difficulty#"), list(weapons.CONFINED.items())),
    "B40": lambda: table(
        "Damage, where a weapon does not say its own",
        ("held in", "damage"),
        [("one hand", weapons.DAMAGE[1]), ("two hands", weapons.DAMAGE[2]), ("two weapons", "the higher of both")],
    ),
}
