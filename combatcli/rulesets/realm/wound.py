"""`wound` (R40–R43): applies what is pending, or what it is told; the rolls that wounds bring come after all else."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.rulesets.base import Action, Order, drop_pending
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.schema import Hit
from combatcli.rulesets.realm.wounds import all_marked, box_for, consequences, fall, lowest_unmarked, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Combatant, Fight

TRAITS = ("daring", "commitment")


class WoundOrder(Order, frozen=True):
    """Nothing: all that is pending; targets and an amount: a wound number each, several with commas between."""

    targets: list[str] = []
    amount: str | None = None
    with_: str | None = None
    discard: str | None = None


def wound(play: Play[Fight], order: WoundOrder) -> None:
    """Mark wounds, all at once, then roll what they bring."""
    if order.with_ is not None and order.with_ not in TRAITS:
        raise UsageError(f"--with {order.with_}: expected daring or commitment")
    if order.discard is not None:
        discard(play, order.discard)
        return
    if order.amount is None:
        if not play.fight.pending:
            play.tell("unhurt")
        apply_pending(play, range(len(play.fight.pending)), order.with_)
        return
    numbers = wound_numbers(order.amount)
    for who in order.targets:
        state.standing_target(play.fight, who)
    _apply(play, [Hit(attacker="", target=who, wounds=numbers) for who in order.targets], order.with_)


def wound_numbers(text: str) -> list[int]:
    """Return the numbers of "4" or "4,2"; UsageError if they are none."""
    try:
        numbers = [int(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 1:
        raise UsageError(f'"{text}" is no wound number', "Give 1 or more, several with commas: wound mira 4,2")
    return numbers


def apply_pending(play: Play[Fight], which: Iterable[int], trait: str | None = None) -> None:
    """Apply some of what is pending, all at once, and take it off the list."""
    chosen = set(which)
    hits = [hit for number, hit in enumerate(play.fight.pending) if number in chosen]
    play.alter(pending=[hit for number, hit in enumerate(play.fight.pending) if number not in chosen])
    _apply(play, hits, trait)


def discard(play: Play[Fight], which: str) -> None:
    """Drop what is pending: all of it, or the N-th."""
    for hit in drop_pending(play, which):
        play.tell("discard", attacker=hit.attacker, target=hit.target, wounds=hit.wounds)


def _apply(play: Play[Fight], hits: Sequence[Hit], trait: str | None) -> None:
    before = dict(play.fight.combatants)
    for hit in hits:
        _mark_hit(play, hit, before)
    for who in dict.fromkeys(hit.target for hit in hits):
        consequences(play, who, before[who], trait)
    for event in play.events:
        if event["event"] == "wound":
            event["status"] = play.fight.combatants[event["target"]].status


def _mark_hit(play: Play[Fight], hit: Hit, before: dict[str, Combatant]) -> None:
    state.fighter(play.fight, hit.target)
    if "dead" in play.fight.combatants[hit.target].status:
        play.warn(f"{hit.target} is dead already; a pending hit on them is dropped")
        return
    wounded = False
    for number in hit.wounds:
        combatant = play.fight.combatants[hit.target]
        if combatant.count > 1 and all_marked(combatant.marked, combatant.wounds):
            fall(play, hit.target, "dead")
            combatant = before[hit.target] = play.fight.combatants[hit.target]
        box = box_for(number, combatant.marked, combatant.wounds)
        mark(play, hit.target, number, box)
        wounded = wounded or box is not None
    if hit.lowest:
        combatant = play.fight.combatants[hit.target]
        box = lowest_unmarked(combatant.marked, combatant.wounds)
        mark(play, hit.target, box or 1, box)
    if wounded and hit.attacker in play.fight.combatants:
        _break_free(play, hit.attacker, hit.target)


def _break_free(play: Play[Fight], who: str, wounded: str) -> None:
    """Free someone who wounded their impeder; this round they move no further than one arena (R25, R26)."""
    held = [word for word in ("impeded", "cornered") if play.fight.combatants[who].by.get(word) == wounded]
    for word in held:
        state.lose(play, who, word, f"wounded {wounded}")
    if held:
        state.gain(play, who, "freed", until=play.fight.round)


ACTIONS = {"wound": Action(WoundOrder, wound)}
