"""`next`: on with it."""

from __future__ import annotations

from combatcli.cli import Command, dice_options, flag, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve

COMMAND = Command(
    "next",
    resolve,
    about="What lasts this round or the next ends by itself; the report says so.",
    options=[flag("--round", "on to the first phase of the next round")],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=False), *report_options()],
    examples=["combatcli next -f fight.toml"],
)
