"""`dashtest`: a race between combatants."""

from collections.abc import Sequence

from combatcli.declarations import WITHOUT_FILE, Argument, Command, Invocation, text, with_and_against
from combatcli.events import Contest
from combatcli.pipeline.resolution import resolve
from combatcli.records import Event


def dashtest(call: Invocation) -> int:
    """Race two combatants; a trait in --with is the actor's, and one in --against the other's."""
    words = call.options.get("with", [])
    traits = [word for word in words if "=" not in word]
    if not traits:
        return resolve(call)
    options = {**call.options, "trait": traits[-1], "with": [word for word in words if "=" in word]}
    return resolve(call.changed(options=options))


def lost_every_dash(events: Sequence[Event]) -> bool:
    """Tell whether somebody else came first in each dash; a tie is no loss."""
    dashes = [event for event in events if isinstance(event, Contest)]
    return bool(dashes) and all(event.first not in (None, event.who) for event in dashes)


COMMAND = Command(
    "dashtest",
    dashtest,
    arguments=[Argument("who", "who races, one after the other", many=True), Argument("other", "their opponent")],
    options=[
        text("--trait", "TRAIT", "use this trait instead of the game's own"),
        *with_and_against("the same; ", "the opponent's trait; "),
    ],
    shared=WITHOUT_FILE,
    examples=[
        "combatcli dashtest mira ruffian -f fight.toml",
        "combatcli dashtest mira tomas ruffian -f fight.toml",
        "combatcli dashtest mira ruffian --odds < fight.toml",
    ],
    failed=lost_every_dash,
    ruled=True,
    each="who",
)
