"""`dashtest`: who comes first."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.declarations import WITHOUT_FILE, Argument, Command, Invocation, description, text
from combatcli.events import AnyEvent, Contest
from combatcli.pipeline.resolution import resolve


def dashtest(call: Invocation) -> int:
    """Take a trait that stands with --with for the actor's, as the one with --against is the other's."""
    words = call.options.get("with", [])
    traits = [word for word in words if "=" not in word]
    if not traits:
        return resolve(call)
    options = {**call.options, "trait": traits[-1], "with": [word for word in words if "=" in word]}
    return resolve(call.changed(options=options))


def lost(events: Sequence[AnyEvent]) -> bool:
    """Tell whether somebody else came first in each dash; at the same time nobody has lost."""
    dashes = [event for event in events if isinstance(event, Contest)]
    return bool(dashes) and all(event.first not in (None, event.who) for event in dashes)


COMMAND = Command(
    "dashtest",
    dashtest,
    arguments=[Argument("who", "who races, one after the other", many=True), Argument("other", "their opponent")],
    options=[
        text("--trait", "TRAIT", "use this trait instead of the game's own"),
        *description("the same; ", "the opponent's trait; "),
    ],
    shared=WITHOUT_FILE,
    examples=[
        "combatcli dashtest mira ruffian -f fight.toml",
        "combatcli dashtest mira tomas ruffian -f fight.toml",
        "combatcli dashtest mira ruffian --odds < fight.toml",
    ],
    failed=lost,
    played=True,
    each="who",
)
