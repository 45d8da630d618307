"""`show`: an `arq` encounter, or one combatant of it (Q0, Q3, Q12); its columns; and arenas, where no squares are."""

from collections.abc import Collection

from combatcli.encounter.schema import Arena
from combatcli.events import Table
from combatcli.report.blocks import Column, View, bar_with_numbers, count_of, join
from combatcli.report.combatants import DONE, STATE, column, column_of_opponents
from combatcli.rulesets.arq import events
from combatcli.rulesets.arq.round import not_activated
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.arq.state import PHASES, Context, cards_left, is_fallen
from combatcli.rulesets.shared.arenas import Ground, arena_actions
from combatcli.rulesets.shared.clock import phase_number_and_count
from combatcli.rulesets.shared.show import show_action, visible_harm
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import escape


def _to_act(context: Context) -> Collection[str]:
    """Return who is still to act in this phase; in melee the open pairs (Q12, Q35)."""
    yet = not_activated(context.fight)
    if context.fight.phase == "melee":
        from combatcli.rulesets.arq.attack import pairing_choices, pairs_to_test

        yet = [who for pair in pairs_to_test(context) for who in pair]
        yet += [each for choice in pairing_choices(context) for each in (choice.who, *choice.options)]
    return {who for who in yet if not context.fight.combatants[who].acted}


def _further_keys(fight: Fight, _: str, combatant: Combatant) -> Table:
    wounds, out = combatant.wounds_taken, is_fallen(combatant)
    return {
        "side": side_of(combatant),
        "harm": visible_harm(unhurt=not wounds, bloodied=2 * wounds >= combatant.wounds, out=out),
        "cards_left": cards_left(fight, combatant) if combatant.player else None,
    }


COLUMNS = (
    Column(
        "wounds_taken",
        "",
        lambda event, _: () if event.seen else bar_with_numbers(event.wounds - event.wounds_taken, event.wounds),
        rank=0,
    ),
    STATE,
    column("position", "", rank=4),
    DONE,
    column_of_opponents(rank=3),
    column_of_opponents("threats", "may be answered by", rank=2),
    Column(
        "cards_left",
        "",
        lambda event, _: count_of(event.cards_left, "card") if isinstance(event.cards_left, int) else "",
        rank=6,
    ),
    Column(
        "traits",
        "",
        lambda event, _: join([f"{escape(trait)} {rank}" for trait, rank in (event.traits or {}).items()]),
        rank=5,
    ),
    column("gifts", "", rank=7),
)
VIEW = View(hit=lambda event: str(event.wounds), silent=("void",))
GROUND = Ground(Arena, move=lambda **told: events.Move(steps=0, **told))
ACTIONS = {
    **arena_actions(GROUND),
    "show": show_action(
        ["position", "traits", "speed", "wounds_taken", "wounds", "status", "gifts", "engaged", "acted", "threats"],
        _further_keys,
        to_act=_to_act,
        clock=lambda fight: {**phase_number_and_count(PHASES, fight.phase), "pairs": fight.pairs},
        tell_more=GROUND.emit_all_arenas,
        encounter=events.Encounter,
        combatant=events.Combatant,
    ),
}
