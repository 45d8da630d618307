"""Conditions: a game's own, in ``status``, perhaps with their last round (``until``) and author (``by``).

With `condition` those that the players invent, such as blessed or on fire, are noted, counted down, ended.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.encounter.schema import Note
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.events import Condition
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.context import AnyContext, CombatContext, E


def gain(
    context: AnyContext, who: str, name: str, *, until: int | None = None, by: str | None = None, secret: bool = False
) -> None:
    """Add a condition to a combatant, until the end of round ``until`` or for good, and emit it unless secret."""
    combatant = context.fight.combatants[who]
    more: dict[str, object] = {"until": {**combatant.until, name: until}} if until is not None else {}
    more |= {"by": {**combatant.by, name: by}} if by is not None else {}
    context.update_combatant(who, status=[*(word for word in combatant.status if word != name), name], **more)
    if not secret:
        context.tell(lambda: Condition(who=who, name=name, ended=False, by=by))


def lose(context: AnyContext, who: str, name: str, reason: str, *, secret: bool = False) -> None:
    """Remove a condition from a combatant that has it, and emit the reason unless secret."""
    combatant = context.fight.combatants[who]
    if name not in combatant.status:
        return
    more = {
        key: {word: value for word, value in getattr(combatant, key).items() if word != name}
        for key in ("until", "by")
        if name in getattr(combatant, key, {})
    }
    context.update_combatant(who, status=[word for word in combatant.status if word != name], **more)
    if not secret:
        context.tell(lambda: Condition(who=who, name=name, ended=True, reason=reason))


class NoteRequest(Request, frozen=True):
    """Whose condition is noted, for how many rounds and with which note; or which one ends."""

    who: CombatantId
    name: str
    rounds: int | None = None
    note: str | None = None
    end: bool = False


def condition_action(
    game: str, own_conditions: Callable[[], Collection[str]], meanings: Mapping[str, str]
) -> Action[Any, NoteRequest]:
    """Return a game's `condition` action; it refuses conditions that the game's own rules know.

    ``meanings`` say what a condition does, where no note says it.
    """

    def note_condition(context: CombatContext[E], request: NoteRequest) -> None:
        request = replace(request, name=" ".join(request.name.split()))
        if not request.name:
            raise UsageError("a condition needs a name", "Write: combatcli condition WHO blessed --rounds 3")
        own = request.name.casefold().partition(":")[0].rstrip("0123456789 ")
        if own in own_conditions():
            hint = f"The game's own commands give and end it: `combatcli rules {own} --ruleset {game}` tells which."
            raise RefusedError(f"{request.name} is a condition of {game} itself", hint)
        if own == "hidden":
            hint = f"Write: combatcli set {request.who} hidden={'false' if request.end else 'true'}"
            raise RefusedError("a condition hides nobody from the players", hint)
        if request.end:
            _end_requested(context, request)
        else:
            note = Note(name=request.name, rounds=request.rounds, note=request.note or "")
            begin_condition(context, request.who, note, meanings)

    return Action(NoteRequest, note_condition)


def begin_condition(context: CombatContext[E], who: str, new: Note, meanings: Mapping[str, str]) -> None:
    """Give a condition, in place of one of the same name, and tell of it; see `condition_action`."""
    notes = combatant_named(context.fight, who).notes
    remaining = [condition for condition in notes if condition.name.casefold() != new.name.casefold()]
    context.update_combatant(who, notes=[*remaining, new])
    _tell_condition(context, who, replace(new, note=new.note or meanings.get(new.name, "")), ended=False)


def end_condition(context: CombatContext[E], who: str, ending: Collection[Note]) -> None:
    """End some conditions, and tell of it."""
    notes = combatant_named(context.fight, who).notes
    context.update_combatant(who, notes=[condition for condition in notes if condition not in ending])
    for condition in ending:
        _tell_condition(context, who, condition, ended=True)


def _end_requested(context: CombatContext[E], request: NoteRequest) -> None:
    if request.rounds is not None or request.note is not None:
        message = "--end cannot be combined with --rounds or --note"
        raise UsageError(message, "Write: combatcli condition WHO NAME --end")
    notes = combatant_named(context.fight, request.who).notes
    ending = [condition for condition in notes if condition.name.casefold() == request.name.casefold()]
    if not ending:
        hint = nearest(request.name, [condition.name for condition in notes])
        raise RefusedError(f"{context.fight.subject(request.who):is} not {request.name}", hint)
    end_condition(context, request.who, ending)


def count_down(context: CombatContext[E], gone: int) -> None:
    """Count the timed conditions down by a number of rounds, and end those that are over."""
    for who, combatant in [(who, each) for who, each in context.fight.combatants.items() if each.notes]:
        remaining = []
        for condition in combatant.notes:
            left = None if condition.rounds is None else condition.rounds - gone
            if left is None or left > 0:
                remaining.append(condition if left is None else replace(condition, rounds=left))
            else:
                _tell_condition(context, who, condition, ended=True, reason="over")
        if remaining != combatant.notes:
            context.update_combatant(who, notes=remaining)


def _tell_condition(context: CombatContext[E], who: str, note: Note, *, ended: bool, reason: str = "") -> None:
    rounds = None if ended else note.rounds
    context.emit(Condition(who=who, name=note.name, ended=ended, rounds=rounds, note=note.note, reason=reason))
