"""`drop`: removes combatants from the encounter."""

from combatcli.declarations import REPORT, SIDE, STREAMS, Argument, Command, Invocation, flag
from combatcli.encounter.references import without_member_or_arena
from combatcli.errors import RefusedError
from combatcli.events import DroppedCombatant
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.output import report_and_write
from combatcli.pipeline.resolution import result_of_play
from combatcli.pipeline.several import ids_of_words_on_side, out_of_the_fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.tactic_lines import rename_in_lines


def drop(call: Invocation) -> int:
    """Remove combatants, their pending hits and all references to them."""
    with open_input(call) as origin:
        context = CombatContext(origin.encounter)
        for who in _ids_to_drop(call, origin):
            waiting = len(context.fight.pending)
            context.fight = rename_in_lines(without_member_or_arena(context.fight, "combatant", who), who, "")
            context.emit(DroppedCombatant(who=who, pending=waiting - len(context.fight.pending)))
        return report_and_write(call, origin, result_of_play(origin, context))


def _ids_to_drop(call: Invocation, origin: Input) -> list[str]:
    """Return the ids to remove: named ones, a side, or those out of the fight. Raises RefusedError."""
    named = ids_of_words_on_side(origin.encounter, call.words.get("id", []), call.options.get("side"))
    if "out" not in call.options:
        return named
    leaving = [who for who in out_of_the_fight(origin.encounter, origin.game) if who in named]
    if not leaving:
        raise RefusedError("nobody is out of the fight", "`combatcli show` tells who is.")
    return leaving


COMMAND = Command(
    "drop",
    drop,
    arguments=[Argument("id", "combatants, or a pattern such as 'goblin*'", many=True, completes="combatant")],
    options=[
        SIDE,
        flag("--out", "only those who are out of the fight", enough=True),
    ],
    shared=[*STREAMS, *REPORT],
    examples=["combatcli drop ruffian -f fight.toml", "combatcli drop 'thug*' -f fight.toml"],
)
