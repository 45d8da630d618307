"""`recover`: by rest, or by somebody's help."""

from __future__ import annotations

from combatcli.cli import Argument, Command, dice_options, lenient, number, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing

COMMAND = Command(
    "recover",
    resolve,
    arguments=[Argument("who", "who recovers")],
    options=[
        number("--days", "realm: days of rest, one unless said"),
        lenient("--heal", "realm: healing stops the bleeding, and clears N wounds", empty="0"),
        number("--stamina", "blade: by the referee's word, N points of stamina"),
        number("--health", "blade: by the referee's word, N points of health"),
        number("--wound", "realm: healing clears this wound"),
        *describing(),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=True, stateless=True), *report_options()],
    examples=["combatcli recover mira --days 3 -f fight.toml", "combatcli recover mira --heal 1 -f fight.toml"],
)
