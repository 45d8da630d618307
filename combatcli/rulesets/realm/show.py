"""`show`: a `realm` encounter, or one combatant of it, and its columns (R1, R6, R15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from combatcli.encounter.references import combatant_named
from combatcli.encounter.schema import whole
from combatcli.events import Table
from combatcli.report.blocks import Column, Line, Names, View, join
from combatcli.report.combatants import DECLARED, DONE, STATE, column, versus
from combatcli.rulesets.actions import action
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.ground import GROUND
from combatcli.rulesets.realm.rounds import OrderRequest, order
from combatcli.rulesets.realm.schema import Combatant, Context, Fight
from combatcli.rulesets.shared.show import ShowRequest, declared_openly, harm, tell_all, tell_one
from combatcli.rulesets.shared.shown import shown_in


def show(context: Context, request: ShowRequest) -> None:
    """Emit what there is to see: the clock, who fights, where, and what is pending."""
    fight, told = context.fight, shown_in(Fight, "combatant")
    if request.who is not None:
        combatant = combatant_named(fight, request.who)
        tell_one(context, request, request.who, {**whole(combatant), **_seen(combatant)}, told)
        return
    number = state.now(fight)
    clock = {"phase": state.PHASES[number - 1], "number": number, **state.clock(fight.round)}
    to_act = state.who_declared(fight, number)

    def brief(who: str, combatant: Combatant) -> Table:
        wielding = state.wielded(combatant) or None
        keys = {key: getattr(combatant, key) for key in ("wounds", "marked", "awesome")}
        return {**keys, **_seen(combatant), "wielding": wielding, "to_act": who in to_act}

    types = (events.Encounter, told, shown_in(Fight, "pending"))
    clock |= {"phases": len(state.PHASES), "bowl": fight.bowl}
    tell_all(context, clock, brief, GROUND.tell_all, request, types, state.by_initiative(fight, fight.combatants))
    if fight.order is not None:
        order(context, OrderRequest())


def _seen(combatant: Combatant) -> Table:
    """Return what the table may see: how badly off somebody looks, and of a declaration what is no secret (R4)."""
    declared, status = declared_openly(combatant.declared), state.status_openly(combatant)
    if declared is not None and declared.get("hidden"):
        declared["targets"] = []
    marked = len(set(combatant.marked))
    out = state.is_fallen(combatant) or not combatant.count
    return {
        "harm": harm(unhurt=not marked, bloodied=2 * marked >= combatant.wounds, out=out),
        "declared": declared,
        "status": status,
        "until": {word: last for word, last in combatant.until.items() if word in status},
    }


def _boxes(event: Any, names: Names) -> Sequence[Line]:
    """Write the wound boxes in a row: the marked ones by their numbers, the others as dots."""
    parts: list[Line] = []
    for box in range(1, (event.wounds or 0) + 1):
        marked = box in (event.marked or ())
        parts += [Line(" " if box > 1 else "")]
        parts += [Line(str(box), "bad") if marked else Line(".".rjust(len(str(box))), "box")]
    return parts


COLUMNS = (
    Column("wounds", "", _boxes, is_whole=True, rank=0),
    STATE,
    column("wielding", "", rank=5),
    DECLARED,
    DONE,
    Column("awesome", "", lambda event, _: f"*{event.awesome}" if event.awesome else "", rank=4),
    versus(rank=6),
)
VIEW = View(
    head=lambda event: f"bowl {event.bowl}" if event.bowl else "",
    hit=lambda event: join([*event.wounds, *(["lowest"] if event.lowest else [])], "+"),
    arena=lambda event: f"{join(event.favours)} +{event.bonus}" if event.favours else "",
    silent=("awesome", "bowl", "done", "board"),
)
ACTIONS = {
    "show": action(
        ShowRequest, show, words="a dot is a free wound box, and a number is a marked one; *2 means two Awesomes"
    )
}
