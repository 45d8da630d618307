"""Who is held by whom (R25, R26): several holds stand side by side, and each ends by itself."""

from __future__ import annotations

from combatcli.rulesets.realm.events import Released
from combatcli.rulesets.shared.conditions import gain, lose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.realm.schema import Combatant, Fight

HELD = ("impeded", "cornered")


def holders(combatant: Combatant, *words: str) -> list[str]:
    """Return who holds somebody, each once: impedes them, has them cornered, or either (R25)."""
    names: list[str] = []
    if not combatant.by:
        return names
    for word in words or HELD:
        by = combatant.by.get(word, []) if word in combatant.status else []
        names += [by] if isinstance(by, str) else by
    return list(dict.fromkeys(names))


def last_round(combatant: Combatant, word: str, unsaid: int) -> int:
    """Return the last round in which a status holds, of several holds the longest; ``unsaid`` where none is written."""
    until = combatant.until.get(word, unsaid)
    return max(until, default=unsaid) if isinstance(until, list) else until


def ends_of(fight: Fight, who: str, word: str) -> dict[str, int]:
    """Return by who holds somebody the last round in which they do; with none written it is this one (R25)."""
    combatant = fight.combatants[who]
    until = combatant.until.get(word, fight.round)
    by = holders(combatant, word)
    ends = until if isinstance(until, list) else [until] * len(by)
    return {holder: ends[place] if place < len(ends) else fight.round for place, holder in enumerate(by)}


def cornering(fight: Fight, who: str) -> list[str]:
    """Return who has somebody cornered in this round: that begins a round after they were impeded, and ends with it."""
    return [holder for holder, last in ends_of(fight, who, "cornered").items() if last <= fight.round]


def may_turn_on(combatant: Combatant, others: Collection[str]) -> bool:
    """Return whether somebody may attack, push or assist against others: impeded, only those who impede them (R25)."""
    impeders = holders(combatant, "impeded")
    return not impeders or set(others) <= set(impeders)


def hold(context: CombatContext[Fight], who: str, by: str) -> None:
    """Mark somebody as impeded this round and cornered the next, beside all who hold them already (R25)."""
    now = context.fight.round
    for word, until in (("impeded", now), ("cornered", now + 1)):
        ends = ends_of(context.fight, who, word) | {by: until}
        gain(context, who, word, until=until, by=by)
        _held_by(context, who, word, ends)


def _held_by(context: CombatContext[Fight], who: str, word: str, ends: Mapping[str, int]) -> None:
    """Write who holds somebody, and until when: a round for all of them where it is the same, else one for each."""
    combatant = context.fight.combatants[who]
    by, until = list(ends), list(ends.values())
    context.update_combatant(
        who,
        by={**combatant.by, word: by[0] if len(by) == 1 else by},
        until={**combatant.until, word: until[0] if len(set(until)) == 1 else until},
    )


def release(context: CombatContext[Fight], who: str, holder: str, reason: str) -> None:
    """Free somebody of one who holds them; the others hold on (R25)."""
    released = False
    for word in HELD:
        ends = ends_of(context.fight, who, word)
        released = _let_go(context, who, word, [holder] if holder in ends else [], reason) or released
    if released:
        _tell_free(context, who, holder, reason)


def end_of_round(context: CombatContext[Fight], who: str) -> None:
    """End the holds that last until this round, and no others (R25)."""
    free: dict[str, None] = {}
    for word in HELD if context.fight.combatants[who].by else ():
        ended = [holder for holder, last in ends_of(context.fight, who, word).items() if last <= context.fight.round]
        if _let_go(context, who, word, ended, "over"):
            free |= dict.fromkeys(ended)
    held = holders(context.fight.combatants[who])
    for holder in free:
        if holder not in held:
            _tell_free(context, who, holder, "over")


def _let_go(context: CombatContext[Fight], who: str, word: str, free_of: Collection[str], reason: str) -> bool:
    """End the holds of some, and the condition with the last one; return whether others hold on."""
    ends = ends_of(context.fight, who, word)
    left = {holder: last for holder, last in ends.items() if holder not in free_of}
    if free_of and left:
        _held_by(context, who, word, left)
    elif free_of:
        lose(context, who, word, reason)
    return bool(free_of and left)


def _tell_free(context: CombatContext[Fight], who: str, holder: str, reason: str) -> None:
    context.emit(Released(who=who, holder=holder, reason=reason, left=holders(context.fight.combatants[who])))
