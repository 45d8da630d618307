"""`test`: a trait is put to the test."""

from __future__ import annotations

from combatcli.cli import (
    Argument,
    Call,
    Command,
    dice_options,
    flag,
    number,
    report_options,
    rule_options,
    stream_options,
)
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing


def test(call: Call) -> int:
    """Without a file, a test against a target that is described is opposed by it."""
    against = call.options.get("against")
    if against is None or "ruleset" not in call.shared:
        return resolve(call)
    named = against if any("=" not in word for word in against) else [*against, "target"]
    return resolve(call._replace(options={**call.options, "against": named}))


COMMAND = Command(
    "test",
    test,
    arguments=[Argument("who", "who is tested"), Argument("trait", "what is tested, such as daring")],
    options=[
        number("--target", "realm: the number to reach, 10 unless said"),
        number("--bonus", "add N"),
        number("--difficulty", "blade: a Difficulty of N; a spell's own, to which those cast since sleep are added"),
        flag("--force", "blade: force a spell that fails, for 1d6 damage"),
        *describing(against="realm: WHO or WHO:TRAIT rolls too and must be beaten; "),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=True, stateless=True), *report_options()],
    examples=[
        "combatcli test mira daring -f fight.toml",
        "combatcli test --ruleset realm --with daring=3 daring --odds",
    ],
)
