"""`wound`: what is pending, or what it is told."""

from __future__ import annotations

from combatcli.declarations import WITHOUT_FILE, Argument, Command, description, number_or_nothing
from combatcli.errors import UsageError
from combatcli.pipeline.resolution import resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation


def wound(call: Invocation) -> int:
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
    return resolve(call.changed(words=named))


COMMAND = Command(
    "wound",
    wound,
    about="Without words it applies all that is pending, at once; TARGET… AMOUNT applies what it says.",
    arguments=[Argument("what", "TARGET… AMOUNT", many=True, required=False)],
    options=[
        number_or_nothing("--discard", "drop what is pending: all, or the N-th that `show` lists", empty="all"),
        *description("by which trait, where wounds bring a test; "),
    ],
    shared=WITHOUT_FILE,
    examples=[
        "combatcli wound -f fight.toml",
        "combatcli wound ruffian 4 -f fight.toml",
        "combatcli wound --discard 1 -f fight.toml",
    ],
    played=True,
)
