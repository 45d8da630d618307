"""`dashtest`: who comes first."""

from __future__ import annotations

from combatcli.cli import Argument, Call, Command, dice_options, option, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing


def dashtest(call: Call) -> int:
    """Take a trait that stands with --with for the actor's, as the one with --against is the other's."""
    words = call.options.get("with", [])
    traits = [word for word in words if "=" not in word]
    if not traits:
        return resolve(call)
    options = {**call.options, "trait": traits[-1], "with": [word for word in words if "=" in word]}
    return resolve(call._replace(options=options))


COMMAND = Command(
    "dashtest",
    dashtest,
    arguments=[Argument("who", "one"), Argument("other", "the other")],
    options=[
        option("--trait", "TRAIT", "by this trait instead of the game's own"),
        *describing("the same; ", "the other's trait; "),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=True, stateless=True), *report_options()],
    examples=["combatcli dashtest mira ruffian -f fight.toml", "combatcli dashtest mira ruffian --odds < fight.toml"],
)
