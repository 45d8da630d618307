"""`show`: a `realm` encounter, or one combatant of it (R1, R6, R15); its columns."""

from collections.abc import Sequence
from typing import Any

from combatcli.encounter.schema import with_all_keys
from combatcli.events import Table
from combatcli.report.blocks import Column, Line, Names, View, count_of, join
from combatcli.report.combatants import DECLARED, DONE, STATE, column, column_of_opponents
from combatcli.rulesets.realm import events, state
from combatcli.rulesets.realm.ground import GROUND
from combatcli.rulesets.realm.schema import Combatant, Context
from combatcli.rulesets.shared.show import show_action, visible_harm, without_secrets


def _tell_arenas_and_order(context: Context) -> None:
    GROUND.emit_all_arenas(context)
    if context.fight.order is not None:
        from combatcli.rulesets.realm.rounds import OrderRequest, roll_or_show_order

        roll_or_show_order(context, OrderRequest())


def _seen_by_all(combatant: Combatant) -> Table:
    """Return what all may see of a combatant: how hurt it looks, and its declaration but for secrets (R4)."""
    declared, status = without_secrets(combatant.declared), state.open_statuses(combatant)
    if declared is not None and declared.get("hidden"):
        declared["targets"] = []
    marked = len(set(combatant.marked))
    out = state.is_fallen(combatant) or not combatant.count
    return {
        "harm": visible_harm(unhurt=not marked, bloodied=2 * marked >= combatant.wounds, out=out),
        "declared": declared,
        "status": status,
        "until": {word: last for word, last in combatant.until.items() if word in status},
    }


def _boxes_drawn(event: Any, names: Names) -> Sequence[Line]:
    """Draw the wound boxes in a row: marked ones by number, free ones as dots."""
    parts: list[Line] = []
    for box in range(1, (event.wounds or 0) + 1):
        marked = box in (event.marked or ())
        parts += [Line(" " if box > 1 else "")]
        parts += [Line(str(box), "bad") if marked else Line(".".rjust(len(str(box))), "box")]
    return parts


def _awesomes_in_words(event: Any, names: Names) -> Line:
    return Line(f"*{event.awesome}", right=count_of(event.awesome, "Awesome")) if event.awesome else Line("")


COLUMNS = (
    Column("wounds", "", _boxes_drawn, is_whole=True, rank=0),
    STATE,
    column("wielding", "", rank=5),
    DECLARED,
    DONE,
    Column("awesome", "", _awesomes_in_words, rank=4, least=2),
    column_of_opponents(rank=6),
)
SEEN = show_action(
    ("wounds", "marked", "awesome"),
    lambda _, __, each: {**_seen_by_all(each), "wielding": state.weapon_in_hand(each) or None},
    alone=lambda _, __, each: {**with_all_keys(each), **_seen_by_all(each)},
    to_act=lambda context: state.to_act(context.fight),
    clock=lambda fight: {**state.clock(fight), "phases": len(state.PHASES), "bowl": fight.bowl},
    order=lambda fight: state.by_initiative(fight, fight.combatants),
    tell_more=_tell_arenas_and_order,
    encounter=events.Encounter,
    words="a dot is a free wound box, and a number is a marked one; *2 means two Awesomes",
)
VIEW = View(
    head=lambda event, _: f"bowl {event.bowl}" if event.bowl else "",
    hit=lambda event: join([*event.wounds, *(["lowest"] if event.lowest else [])], "+"),
    arena=lambda event: f"{join(event.favours)} +{event.bonus}" if event.favours else "",
    silent=("awesome", "bowl", "done", "board"),
)
ACTIONS = {"show": SEEN}
