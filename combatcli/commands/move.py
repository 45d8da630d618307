"""`move`: somewhere else."""

from __future__ import annotations

from combatcli.cli import (
    Argument,
    Command,
    dice_options,
    flag,
    option,
    report_options,
    rule_options,
    stream_options,
)
from combatcli.commands.pipeline import resolve

_WAY = Argument(
    "way",
    "realm: one arena, or two for an Awesome; blade: X,Y or [-X,Y], an arena, or up to whom",
    many=True,
    required=False,
)

COMMAND = Command(
    "move",
    resolve,
    arguments=[Argument("who", "who moves"), _WAY],
    options=[
        flag("--run", "blade: up to twice as far, straight"),
        option("--charge", "FOE", "blade: at an enemy, for a First Strike"),
        option("--distance", "FEET", "blade: so many feet, where no positions are kept", type_=float),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=False), *report_options()],
    examples=["combatcli move mira alley -f fight.toml", "combatcli move darna --charge orc1 -f fight.toml"],
)
