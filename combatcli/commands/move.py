"""`move`: somewhere else."""

from __future__ import annotations

from combatcli.cli import Argument, Command, dice_options, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve

COMMAND = Command(
    "move",
    resolve,
    arguments=[Argument("who", "who moves"), Argument("way", "realm: one arena, or two for an Awesome", many=True)],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=False), *report_options()],
    examples=["combatcli move mira alley -f fight.toml"],
)
