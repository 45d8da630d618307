"""`push`: out of the place where they are."""

from __future__ import annotations

from combatcli.cli import Argument, Command, dice_options, option, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing

COMMAND = Command(
    "push",
    resolve,
    about="Each side contests with the highest of its brawn, cunning and daring, unless --with and --against say else.",
    arguments=[Argument("who", "who pushes"), Argument("targets", "whom", many=True)],
    options=[
        option("--to", "ARENA", "realm: into this arena, where more than one is adjacent"),
        *describing("the actor's trait; ", "the targets' trait; "),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=True, stateless=True), *report_options()],
    examples=["combatcli push mira ruffian --to canal -f fight.toml"],
)
