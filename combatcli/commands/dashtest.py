"""`dashtest`: who comes first."""

from __future__ import annotations

from combatcli.cli import Argument, Command, dice_options, option, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing

COMMAND = Command(
    "dashtest",
    resolve,
    arguments=[Argument("who", "one"), Argument("other", "the other")],
    options=[
        option("--trait", "TRAIT", "by this trait instead of the game's own"),
        *describing(against="the other's trait; "),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=True, stateless=True), *report_options()],
    examples=["combatcli dashtest mira ruffian -f fight.toml", "combatcli dashtest mira ruffian --odds < fight.toml"],
)
