"""What follows from any change (R21, R25): who is free because the impeder is gone, whose protection ended or began."""

from __future__ import annotations

from combatcli.encounter.references import without
from combatcli.encounter.schema import keys_of
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.holds import holders, release
from combatcli.rulesets.shared.conditions import lose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.play import Play
    from combatcli.rulesets.realm.schema import Declaration, Fight


def settle(play: Play[Fight]) -> None:
    """Apply what follows from a change: free whom a gone or fallen impeder held, emit which protections ended."""
    name_phase(play)
    set_riders_down(play)
    for who, combatant in play.fight.combatants.items():
        if combatant != play.before.combatants.get(who):
            follow_boxes(play, who)
    for who, combatant in play.fight.combatants.items():
        for holder in holders(combatant):
            if reason := _gone(play.fight, who, holder):
                release(play, who, holder, reason)
    tell_protections(play)


def tell_protections(play: Play[Fight]) -> None:
    """Tell which protections ended, and which hold again though nobody declared anything (R21)."""
    held, before = state.protections(play.fight), state.protections(play.before)
    for protector, friend in sorted(held - before):
        declared = play.fight.combatants[protector].declared
        was = play.before.combatants.get(protector)
        if declared is not None and was is not None and declared == was.declared and not _unseen(declared):
            play.tell("condition", who=protector, name="protecting", ended=False, of=friend)
    for protector, friend in sorted(before - held):
        if _unseen(play.before.combatants[protector].declared):
            continue
        play.tell(
            "condition",
            who=protector,
            name="protecting",
            ended=True,
            of=friend,
            reason=_broken(play, protector, friend),
        )


def _unseen(declared: Declaration | None) -> bool:
    return declared is not None and (declared.secret or declared.hidden)


def name_phase(play: Play[Fight]) -> None:
    """Name the phase in full, however it was set (R6); with another phase the order of the last one ends (R5)."""
    number = state.phase_number(play.fight.phase)
    if number and play.fight.phase != state.PHASES[number - 1]:
        play.alter(phase=state.PHASES[number - 1])
    if number != state.phase_number(play.before.phase) and play.fight.order is not None:
        play.alter(order=None)


def set_riders_down(play: Play[Fight]) -> None:
    """Put those who were on somebody who left where that one was; what they rode on is gone (R14)."""
    for name, arena in play.before.arenas.items():
        if arena.on is None or arena.on in play.fight.combatants or name not in play.fight.arenas:
            continue
        from combatcli.rulesets.shared.arenas import occupants

        there = play.before.combatants[arena.on].arena
        there = there if there in play.fight.arenas else None
        for who in occupants(play.fight, name):
            play.change(who, arena=there)
            play.tell("move", who=who, **{"from": name}, to=there, stopped_by=None, reactions=[], displaced=True)
        gone = {**keys_of(play.fight.arenas[name]), "links": [], "occupants": []}
        play.fight = without(play.fight, "arena", name)
        play.tell("arena", name=name, **gone, change="removed")


def follow_boxes(play: Play[Fight], who: str) -> None:
    """Update death and incapacity by the boxes, however those changed; a group loses a member (R0, R42, R43)."""
    combatant = play.fight.combatants[who]
    follows = state.from_boxes(combatant)
    if follows and follows not in combatant.status and "dead" not in combatant.status:
        from combatcli.rulesets.realm.boxes import fall

        fall(play, who, follows)
    now = play.fight.combatants[who]
    for word, boxes in (("dead", "not all boxes are marked"), ("incapacitated", "not both of the highest are marked")):
        if word in now.status and state.from_boxes(now) not in ("dead", word):
            lose(play, who, word, boxes)


def _gone(fight: Fight, held: str, impeder: str) -> str:
    other = fight.combatants.get(impeder)
    if other is None:
        return f"{impeder} is gone"
    if reason := state.fallen(other):
        return f"{impeder} is {reason}"
    return "" if state.together(fight, held, impeder) else f"{impeder} is elsewhere"


def _broken(play: Play[Fight], protector: str, friend: str) -> str:
    if protector not in play.fight.combatants or friend not in play.fight.combatants:
        return "gone"
    guard = play.fight.combatants[protector]
    if reason := state.fallen(guard):
        return reason
    if guard.declared is None:
        return "over"
    return "declared something else" if state.together(play.fight, protector, friend) else "no longer in one arena"
