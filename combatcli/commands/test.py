"""`test`: a trait is put to the test."""

from __future__ import annotations

from combatcli.cli import Argument, Command, dice_options, number, report_options, rule_options, stream_options
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing

COMMAND = Command(
    "test",
    resolve,
    arguments=[Argument("who", "who is tested"), Argument("trait", "what is tested, such as daring")],
    options=[
        number("--target", "realm: the number to reach, 10 unless said"),
        number("--bonus", "add N"),
        *describing(against="realm: WHO or WHO:TRAIT rolls too and must be beaten; "),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=True, stateless=True), *report_options()],
    examples=[
        "combatcli test mira daring -f fight.toml",
        "combatcli test --ruleset realm --with daring=3 daring --odds",
    ],
)
