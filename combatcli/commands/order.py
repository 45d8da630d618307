"""`order`: who comes first."""

from __future__ import annotations

from combatcli.cli import Command, dice_options, flag, option, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve

COMMAND = Command(
    "order",
    resolve,
    options=[
        flag("--board", "realm: show the board, rolling nothing"),
        flag("--reveal", "realm: show secret declarations too"),
        option("--ties", "reroll", "realm: let the tied roll again until they are split"),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=False), *report_options()],
    examples=["combatcli order -f fight.toml", "combatcli order --board -f fight.toml"],
)
