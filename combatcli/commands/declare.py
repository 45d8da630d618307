"""`declare`: what somebody will do this round."""

from __future__ import annotations

from combatcli.cli import (
    Argument,
    Call,
    Command,
    dice_options,
    flag,
    lenient,
    option,
    report_options,
    rule_options,
    stream_options,
)
from combatcli.commands.pipeline import resolve
from combatcli.errors import UsageError


def declare(call: Call) -> int:
    """Read the payments, of which each is WHO=N."""
    options = dict(call.options)
    if "pay" in options:
        options["pay"] = dict(_payment(word) for word in options["pay"])
    return resolve(call._replace(options=options))


def _payment(word: str) -> tuple[str, int]:
    who, _, points = word.rpartition("=")
    if not who or not points.isdecimal():
        raise UsageError(f"--pay {word}: expected WHO=N", "As in --pay mira=1")
    return who, int(points)


COMMAND = Command(
    "declare",
    declare,
    about="realm: defend, protect, shoot, throw, aim, focus, impede, move, attack, assist, push. "
    "blade: attack, cast, improvise.",
    arguments=[
        Argument("who", "who declares", required=False),
        Argument("action", "what they will do", required=False),
        Argument("targets", "whom or where; for focus, cast, improvise: what", many=True, required=False),
    ],
    options=[
        option("--phase", "PHASE", "realm: the phase alone, by number or name"),
        option("--plan", "TEXT", "realm: free text, made precise later"),
        option("--outcome", "TEXT", "blade: what an improvised action hopes for"),
        option("--pay", "WHO=N", "realm: pay Awesomes for a change of an NPC's plan", many=True),
        lenient("--secret", "realm: hide it from the board; N Awesomes go to the bowl", empty="0"),
        flag("--reveal", "realm: show what was secret, of WHO or of all"),
        flag("--awesome", "realm: for an Awesome, a helper attacks or protects instead"),
    ],
    shared=[*stream_options(), *dice_options(), *rule_options(odds=False, stateless=False), *report_options()],
    examples=[
        "combatcli declare ruffian --phase 5 -f fight.toml",
        "combatcli declare mira attack ruffian -f fight.toml",
        'combatcli declare tomas focus "the rune on the door" -f fight.toml',
    ],
)
