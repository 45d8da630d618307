"""`impede`: somebody is held back."""

from __future__ import annotations

from combatcli.cli import Argument, Command, dice_options, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing

COMMAND = Command(
    "impede",
    resolve,
    about="Each side contests with the highest of its brawn, cunning and daring, unless --with and --against say else.",
    arguments=[Argument("who", "who impedes"), Argument("target", "whom")],
    options=describing("the actor's trait; ", "the target's trait; "),
    shared=[*stream_options(), *dice_options(), *rule_options(odds=True, stateless=True), *report_options()],
    examples=["combatcli impede mira ruffian --with cunning -f fight.toml"],
)
