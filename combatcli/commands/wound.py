"""`wound`: what is pending, or what it is told."""

from __future__ import annotations

from combatcli.cli import (
    Argument,
    Call,
    Command,
    dice_options,
    lenient,
    report_options,
    rule_options,
    stream_options,
)
from combatcli.commands.pipeline import resolve
from combatcli.commands.stateless import describing
from combatcli.errors import UsageError


def wound(call: Call) -> int:
    """Read targets and amount, of which the amount is the last word."""
    words = call.words.get("what", [])
    if not words:
        named = {}
    elif len(words) == 1 and "ruleset" in call.shared:
        named = {"targets": ["attacker"], "amount": words[0]}
    elif len(words) == 1:
        raise UsageError(f"wound {words[0]}: how much?", "Write: combatcli wound TARGET… AMOUNT")
    else:
        named = {"targets": words[:-1], "amount": words[-1]}
    return resolve(call._replace(words=named))


COMMAND = Command(
    "wound",
    wound,
    about="Without words it applies all that is pending, at once; TARGET… AMOUNT applies what it says.",
    arguments=[
        Argument(
            "what",
            "TARGET… AMOUNT; realm: the wound's number, several as 4,2; blade: points",
            many=True,
            required=False,
        )
    ],
    options=[
        lenient("--discard", "drop what is pending: all, or the N-th that `show` lists", empty="all"),
        *describing("realm: test daring or commitment to fight on, instead of the better; "),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=True), *report_options()],
    examples=[
        "combatcli wound -f fight.toml",
        "combatcli wound ruffian 4 -f fight.toml",
        "combatcli wound --discard 1 -f fight.toml",
    ],
)
