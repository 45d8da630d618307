"""`drop`: somebody, or several, leave the encounter."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command, Invocation
from combatcli.encounter.references import all_meant, without
from combatcli.events import Drop
from combatcli.pipeline.input import open_input
from combatcli.pipeline.output import complete
from combatcli.pipeline.resolution import result_of
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.tactic_lines import renamed
from combatcli.streams import on_terminal


def drop(call: Invocation) -> int:
    """Take combatants out, with what is pending on them and whatever names them."""
    with open_input(call) as given:
        context = CombatContext(given.encounter)
        for who in all_meant(context.fight, call.words["id"], abbreviated=on_terminal()):
            waiting = len(context.fight.pending)
            context.fight = renamed(without(context.fight, "combatant", who), who, "")
            context.emit(Drop(who=who, pending=waiting - len(context.fight.pending)))
        return complete(call, given, result_of(given, context))


COMMAND = Command(
    "drop",
    drop,
    arguments=[Argument("id", "combatants, or a pattern such as 'goblin*'", many=True)],
    shared=[*STREAMS, *REPORT],
    examples=["combatcli drop ruffian -f fight.toml", "combatcli drop 'thug*' -f fight.toml"],
)
