"""`attack`: options of all games' attacks; each game says which of them it has."""

from __future__ import annotations

from combatcli.cli import (
    Argument,
    Command,
    dice_options,
    flag,
    number,
    option,
    report_options,
    rule_options,
    stream_options,
)
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing

COMMAND = Command(
    "attack",
    resolve,
    about="A hit waits in [[pending]] until `wound` applies it, so that the table may still answer it.",
    arguments=[Argument("attacker", "who attacks"), Argument("targets", "whom", many=True)],
    options=[
        option("--weapon", "NAME", "with this weapon instead of the one wielded"),
        flag("--apply", "apply the wounds at once"),
        flag("--all", "make all attacks that are declared or paired"),
        number("--bonus", "add N to the attack"),
        number("--difficulty", "blade: a Difficulty of N, beside the others"),
        option("--called", "PART[:N]", "blade: a called shot, N harder; hands are 1, eyes 3"),
        option("--distance", "FEET", "blade: a shot over so many feet", type_=float),
        flag("--opportunity", "blade: out of turn, at one who turns away or casts"),
        number("--extra-dice", "realm: roll N dice more, for abilities"),
        number("--defense", "realm: the target's defense is N higher"),
        option("--assist", "WHO", "realm: an ally adds a die", many=True),
        option("--parry", "USE", "realm: a parrying weapon: attack, wound, or the target's daring"),
        flag("--counter", "realm: answer a hit as one who defends or protects"),
        flag("--aim", "realm: an aimed shot, over several arenas"),
        flag("--throw", "realm: throw a weapon that is in hand"),
        *describing(),
    ],
    shared=[
        *stream_options(),
        *dice_options(),
        *rule_options(odds=True, stateless=True),
        *report_options(),
    ],
    examples=[
        "combatcli attack mira ruffian -f fight.toml",
        "combatcli attack mira ruffian -f fight.toml --odds",
        "combatcli attack mira ruffian --dice 9,4,7,3 -f fight.toml --apply",
        "combatcli attack --ruleset blade --with strength=10 --against agility=9,protection=1 --odds",
        "combatcli attack --ruleset realm --with class=medium --against defense=12 --odds",
    ],
)
