"""What `show` reports alike in every game: the clock, the combatants, the arenas, the pending hits."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.encounter.schema import Encounter as AnyFight
from combatcli.encounter.schema import Member, all_keys, with_all_keys
from combatcli.errors import RefusedError, nearest
from combatcli.events import Combatant, Encounter, Pending, Table
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.pending import tell_pending
from combatcli.rulesets.shared.shown import game_event_type
from combatcli.rulesets.shared.sides import side_of


class ShowRequest(Request, frozen=True):
    """Everything, or one combatant; ``players`` hides what players do not see."""

    who: CombatantId | None = None
    players: bool = False


SEEN = (
    *("who", "name", "side", "player", "arena", "position", "count", "whole"),
    *("harm", "to_act", "engaged", "wielding", "notes"),
)
"""What players see of a foe: name, place, what is in hand, and how badly hurt it looks."""
WHERE = ("arena", "position", "wielding")
"""What players do not see of a hidden foe."""
OPENLY = ("declared", "acted")
"""What players also see of a foe: what was said aloud."""
SOMEBODY = "somebody"
"""The name of a foe that players do not see."""
OTHER_WORDS = ("side", "name", "arena", "wielding", "weapon", "phase", "kind", "links")
"""The keys whose words may look like an id, and are none."""


def show_action(
    keys: Sequence[str],
    more: Callable[[Any, str, Any], Table] = lambda *_: {},
    *,
    to_act: Callable[[CombatContext[Any]], Collection[str]] | None = None,
    alone: Callable[[Any, str, Any], Table] | None = None,
    clock: Callable[[Any], Table] = lambda _: {},
    order: Callable[[Any], Sequence[str]] = lambda _: (),
    tell_more: Callable[[CombatContext[Any]], None] = lambda _: None,
    encounter: type[Encounter] = Encounter,
    combatant: type[Combatant] = Combatant,
    **fields: Any,
) -> Action[Any, ShowRequest]:
    """Return a game's `show`.

    It reports the ``keys`` of each combatant, and those that ``more`` returns for a fight, an id and the combatant. A
    single combatant is reported with all keys of the file, and with those of ``alone`` in place of ``more``. ``to_act``
    returns who is still to act. ``clock`` returns keys of the fight's time, ``order`` the ids in the order to report.
    ``tell_more`` emits arenas and whatever else the game reports.
    ``encounter`` and ``combatant`` are the game's types of these events. ``fields`` are further keys of `Action`.
    """

    def brief(fight: AnyFight, who: str, member: Member) -> Table:
        return {**{key: getattr(member, key) for key in keys}, **more(fight, who, member)}

    def show_all(context: CombatContext[Any], request: ShowRequest, event: type[Combatant]) -> None:
        fight, unseen = context.fight, set[str]()
        context.emit(encounter(ruleset=fight.ruleset, round=fight.round, **{"phase": fight.phase, **clock(fight)}))
        yet = to_act(context) if to_act is not None else None
        for who in order(fight) or fight.combatants:
            member = fight.combatants[who]
            values = {**common_keys(who, member), **brief(fight, who, member)}
            values |= {"to_act": who in yet} if yet is not None else {}
            if request.players and values.get("unseen") and not is_on_players_side(fight, member):
                unseen.add(who)
            else:
                _tell_combatant(context, request, values, event)
        tell_more(context)
        tell_pending(context)
        if request.players:
            context.warnings.clear()
            _hide_from_players(context, unseen)

    def show(context: CombatContext[Any], request: ShowRequest) -> None:
        fight, event = context.fight, game_event_type(type(context.fight), "combatant", combatant)
        if request.who is None:
            show_all(context, request, event)
            return
        unseen = foes_hidden_from_players(fight) if request.players else ()
        seen = [who for who in fight.combatants if who not in unseen]
        if request.players and request.who not in seen:
            raise RefusedError("players see no such combatant", nearest(request.who, seen))
        member = combatant_named(fight, request.who)
        own = common_keys(request.who, member)
        values = {**own, "whole": True, **to_builtins(member), **(alone or brief)(fight, request.who, member)}
        values.pop("last_declared", None)
        _tell_combatant(context, request, {**values, "notes": own.get("notes", []), "name": own["name"]}, event)

    return Action(ShowRequest, show, **fields)


def foes_hidden_from_players(fight: AnyFight) -> set[str]:
    """Return the hidden foes of the players' side."""
    return {who for who, one in fight.combatants.items() if one.hidden and not is_on_players_side(fight, one)}


def _hide_from_players(context: CombatContext[E], unseen: set[str]) -> None:
    """Take the ``unseen`` out of what combatants and lists name, and call them somebody elsewhere.

    Of hits on foes, tell only who hit whom.
    """
    for place, event in enumerate(context.events):
        shown = event
        if isinstance(event, Pending):
            target = context.fight.combatants.get(event.target)
            weapon = "" if event.attacker in unseen else event.weapon
            shown = event.changed(weapon=weapon)
            if target is None or not is_on_players_side(context.fight, target):
                shown = Pending(
                    number=event.number, attacker=event.attacker, target=event.target, weapon=weapon, seen=True
                )
        if unseen:
            name = None if isinstance(event, Combatant) else SOMEBODY
            keys = {key: value for key, value in shown.as_dict().items() if key not in OTHER_WORDS}
            shown = shown.changed(**{key: _without_unseen(value, unseen, name) for key, value in keys.items()})
        context.events[place] = shown


def _without_unseen(value: Any, unseen: set[str], name: str | None) -> Any:
    if isinstance(value, str):
        return name if value in unseen else value
    if isinstance(value, dict):
        return {key: _without_unseen(each, unseen, name) for key, each in value.items()}
    return [each for each in value if not _names_unseen(each, unseen)] if isinstance(value, list) else value


def _names_unseen(value: Any, unseen: set[str]) -> bool:
    if isinstance(value, list):
        return any(_names_unseen(each, unseen) for each in value)
    return isinstance(value, str) and value in unseen


def _tell_combatant(context: CombatContext[E], request: ShowRequest, values: Table, combatant: type[Combatant]) -> None:
    """Report a combatant; of a foe, players get only what they see."""
    openly = values.pop("status_openly", [])
    if request.players and not is_on_players_side(context.fight, context.fight.combatants[values["who"]]):
        visible = [key for key in (*SEEN, *OPENLY) if not (values.get("unseen") and key in WHERE)]
        values = {**{key: value for key, value in values.items() if key in visible}, "seen": True}
        values |= {"status": openly} if openly else {}
        if "notes" in values:
            values["notes"] = [{key: note[key] for key in note if key != "note"} for note in values["notes"]]
    context.emit(combatant(**values))


def is_on_players_side(fight: AnyFight, combatant: Member) -> bool:
    """Tell whether a combatant is a player's character, or on a side that has one."""
    sides = {side_of(member) for member in fight.combatants.values() if member.player}
    return combatant.player or side_of(combatant) in sides


def visible_harm(*, unhurt: bool, bloodied: bool, out: bool) -> str:
    """Return how badly hurt a combatant looks: none, hurt, bloodied or out."""
    if out:
        return "out"
    if unhurt:
        return "none"
    return "bloodied" if bloodied else "hurt"


def common_keys(who: str, combatant: Member) -> Table:
    """Return the keys that every game reports of a combatant; a hidden one gets a note."""
    own = [{key: value for key, value in all_keys(note).items() if value not in (None, "")} for note in combatant.notes]
    notes = [*([{"name": "hidden"}] if combatant.hidden else ()), *own]
    return {
        "who": who,
        "name": combatant.name or who,
        "side": combatant.side,
        "player": combatant.player,
        "arena": combatant.arena,
        "count": combatant.count if combatant.count > 1 else None,
        **({"unseen": True} if combatant.hidden else {}),
        **({"notes": notes} if notes else {}),
    }


def without_secrets(declared: Struct | None) -> Table | None:
    """Return a declaration without its secret parts."""
    if declared is None:
        return None
    keys: Table = with_all_keys(declared)
    return {"phase": keys["phase"], "secret": True} if keys.get("secret") else keys
