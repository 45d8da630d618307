"""`order`: who comes first."""

from __future__ import annotations

from combatcli.cli import Command, dice_options, flag, option, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve

COMMAND = Command(
    "order",
    resolve,
    options=[
        option("--choose", "act|react", "blade: what the highest chooses; act unless said"),
        option("--surprised", "SIDE", "blade: this side is surprised and does nothing", many=True),
        flag("--check-surprise", "blade: roll for each side whether it is surprised"),
        flag("--board", "realm: show the board, rolling nothing"),
        flag("--reveal", "realm: show secret declarations too"),
        option("--ties", "reroll", "realm: let the tied roll again until they are split"),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=False), *report_options()],
    examples=["combatcli order -f fight.toml", "combatcli order --board -f fight.toml"],
)
