"""`drop`: somebody leaves the encounter."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command
from combatcli.encounter.references import combatant_named, id_of, without
from combatcli.pipeline.input import open_input
from combatcli.pipeline.output import complete
from combatcli.pipeline.resolution import result_of
from combatcli.rulesets.play import Play
from combatcli.streams import on_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation


def drop(call: Invocation) -> int:
    """Take a combatant out, with what is pending on them and whatever names them."""
    with open_input(call) as given:
        play = Play(given.encounter())
        who = id_of(play.fight, call.words["id"], abbreviated=on_terminal())
        combatant_named(play.fight, who)
        waiting = len(play.fight.pending)
        play.fight = without(play.fight, "combatant", who)
        play.tell("drop", who=who, pending=waiting - len(play.fight.pending))
        return complete(call, given, result_of(given, play))


COMMAND = Command(
    "drop",
    drop,
    arguments=[Argument("id", "a combatant")],
    shared=[*STREAMS, *REPORT],
    examples=["combatcli drop ruffian -f fight.toml"],
)
