"""`show`: a `realm` encounter, or one combatant of it, and its columns (R1, R6, R15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from combatcli.encounter.schema import whole
from combatcli.events import Table
from combatcli.report.blocks import Column, Line, Names, View, count_of, join
from combatcli.report.combatants import DECLARED, DONE, STATE, column, versus
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.ground import GROUND
from combatcli.rulesets.realm.rounds import OrderRequest, order
from combatcli.rulesets.realm.schema import Combatant, Context, Fight
from combatcli.rulesets.shared.show import (
    ShowRequest,
    declared_openly,
    harm,
    hide,
    show_action,
    unseen_by_players,
)


def show(context: Context, request: ShowRequest) -> None:
    """Emit the encounter: clock, combatants, arenas, pending hits, and the standing order."""
    SEEN.task(context, request)
    if request.who is None and context.fight.order is not None:
        order(context, OrderRequest())
        hide(context.events, unseen_by_players(context.fight) if request.players else ())


def _clock(fight: Fight) -> Table:
    number = state.now(fight)
    phase = {"phase": state.PHASES[number - 1], "number": number, "phases": len(state.PHASES)}
    return {**phase, **state.clock(fight.round), "bowl": fight.bowl}


def _seen(combatant: Combatant) -> Table:
    """Return what all may see of a combatant: how hurt it looks, and its declaration but for secrets (R4)."""
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
    """Draw the wound boxes in a row: marked ones by number, free ones as dots."""
    parts: list[Line] = []
    for box in range(1, (event.wounds or 0) + 1):
        marked = box in (event.marked or ())
        parts += [Line(" " if box > 1 else "")]
        parts += [Line(str(box), "bad") if marked else Line(".".rjust(len(str(box))), "box")]
    return parts


def _awesomes(event: Any, names: Names) -> Line:
    return Line(f"*{event.awesome}", right=count_of(event.awesome, "Awesome")) if event.awesome else Line("")


COLUMNS = (
    Column("wounds", "", _boxes, is_whole=True, rank=0),
    STATE,
    column("wielding", "", rank=5),
    DECLARED,
    DONE,
    Column("awesome", "", _awesomes, rank=4, least=2),
    versus(rank=6),
)
SEEN = show_action(
    ("wounds", "marked", "awesome"),
    lambda _, __, each: {**_seen(each), "wielding": state.wielded(each) or None},
    alone=lambda _, __, each: {**whole(each), **_seen(each)},
    to_act=lambda context: state.to_act(context.fight),
    clock=_clock,
    order=lambda fight: state.by_initiative(fight, fight.combatants),
    tell_arenas=GROUND.tell_all,
    encounter=events.Encounter,
    words="a dot is a free wound box, and a number is a marked one; *2 means two Awesomes",
)
VIEW = View(
    head=lambda event, _: f"bowl {event.bowl}" if event.bowl else "",
    hit=lambda event: join([*event.wounds, *(["lowest"] if event.lowest else [])], "+"),
    arena=lambda event: f"{join(event.favours)} +{event.bonus}" if event.favours else "",
    silent=("awesome", "bowl", "done", "board"),
)
ACTIONS = {"show": SEEN.changed(task=show)}
