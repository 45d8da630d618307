"""The ground: kinds of arena (R10, R11), carried arenas (R14), and `move` from arena to arena (R26)."""

from collections.abc import Iterable, Sequence
from typing import get_args

from combatcli.encounter.references import CombatantId, CombatantOrArena, arena_named
from combatcli.errors import RefusedError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.realm import deeds, effects, events, state
from combatcli.rulesets.realm.schema import Arena, Combatant, Context, Fight, Kind, Weapon
from combatcli.rulesets.shared.arenas import Ground, fixed_links
from combatcli.text import shell_word

FAVORED = {
    "neutral": (),
    "tight": ("light",),
    "hazardous": ("reach",),
    "open": ("ranged",),
    "dense": ("heavy", "very-heavy"),
}
"""The classes of weapon that each kind of arena favors (R11)."""
ARENA_BONUS = 2
MEASURE = "some 6 yards a side, 12 feet high"
"""The size of an open arena (R14)."""
LONGEST = 2
"""The number of arenas that one can move in a phase."""


def neighbors(fight: Fight) -> dict[str, list[str]]:
    """Return the neighbors of each arena; a carried one touches the arena of its bearer (R10, R14)."""
    fixed = fixed_links(fight.arenas)
    carried = state.carried_arenas(fight.arenas)
    if not carried:
        return fixed
    links, reached = {name: list(links) for name, links in fixed.items()}, {**fixed}
    placed = [(name, on) for name, on in carried if on in fight.combatants and fight.combatants[on].arena in fixed]
    for name, on in sorted(placed, key=lambda each: len(state.chain_of_bearers(fight, each[1]))):
        here = fight.combatants[on].arena or ""
        reached[name] = [other for other in (here, *reached[here]) if other != name]
        for other in reached[name]:
            if other not in links[name]:
                links[name].append(other)
                links[other].append(name)
    return links


def check_not_carried(fight: Fight, to: str, movers: Iterable[str]) -> None:
    """Refuse to move bearers into the arena that they carry (R14)."""
    bearer = fight.arenas[to].on
    if bearer is not None and bearer in movers:
        raise RefusedError(f"{fight.subject(bearer):carries} {to} and cannot be in it (R14)")


def tell_carried_arenas(context: Context, bearer: str) -> None:
    """Emit the arenas that move with their bearer, with their new neighbors (R14)."""
    for name in [name for name, on in state.carried_arenas(context.fight.arenas) if on == bearer]:
        context.emit(events.Carried(arena=name, bearer=bearer, links=neighbors(context.fight)[name]))


def arena_bonus(fight: Fight, attacker: Combatant, target: Combatant, weapon: Weapon) -> dict[str, int]:
    """Return the arena's bonus, by the target's arena for a shot, else by the attacker's (R11)."""
    weapon_class = weapon.weapon_class
    name = target.arena if weapon_class == "ranged" else attacker.arena
    arena = fight.arenas.get(name) if name is not None else None
    kind = arena.kind if arena is not None else "neutral"
    return {kind: ARENA_BONUS if weapon_class in FAVORED[kind] else 0}


def favored_weapons(arena: Arena) -> dict[str, object]:
    """Return the classes of weapon that an arena favors, and the bonus (R11); an open one has its size too (R14)."""
    measure = MEASURE if arena.kind == "open" else ""
    return {"favours": list(FAVORED[arena.kind]), "bonus": ARENA_BONUS, "measure": measure}


GROUND = Ground(Arena, get_args(Kind), neighbors, check_not_carried, favored_weapons, "R10", events.Arena)


class MoveRequest(Request, frozen=True):
    """Who moves over one or two arenas, each named by itself or by somebody in it."""

    who: CombatantId
    way: list[CombatantOrArena]


def move(context: Context, request: MoveRequest) -> None:
    """Move a combatant one arena, or two for an Awesome (R26)."""
    fight, who = context.fight, request.who
    places = {other: each.arena for other, each in fight.combatants.items() if other not in fight.arenas}
    way = [places.get(word) or word for word in request.way]
    mover = state.ROSTER.require_able(fight, who)
    for status, held_by in effects.statuses_barring_move(mover, fight.round).items():
        by, rule = f" by {' and '.join(held_by)}" if held_by else "", state.LASTING[status]
        attack = f"combatcli attack {shell_word(who)} {shell_word(held_by[0])}, and wound" if held_by else ""
        hint = f"Wound {' and '.join(held_by)} first: {attack}" if held_by else ""
        raise RefusedError(f"{fight.subject(who):is} {status}{by} and cannot move this round ({rule})", hint)
    if len(way) > LONGEST:
        raise RefusedError(f"{who} cannot move {len(way)} arenas (R26)", "Move one arena, or two for an Awesome.")
    if len(way) == LONGEST and "freed" in mover.status:
        raise RefusedError(f"{fight.subject(who):has} just broken free and may move only one arena (R26)")
    for here, arena in zip([mover.arena, *way], way, strict=False):
        if arena == here:
            sentence = f"{fight.subject(who):is} in {arena} already (R26)"
            raise RefusedError(sentence if arena == mover.arena else f"{arena} is named twice (R26)")
        check_adjacent(fight, [who], here, arena, "R26")
    deeds.spend_action(context, who, "move", on=way[-1:])
    if len(way) == LONGEST:
        deeds.change_awesomes(context, who, -1, "move one arena further")
    for arena in way:
        effects.move_into(context, who, arena)
    tell_carried_arenas(context, who)


def check_adjacent(fight: Fight, movers: Sequence[str], start: str | None, to: str, rule: str) -> None:
    """Refuse an arena that is not adjacent to the start, or that a mover carries (R14), by a rule."""
    arena_named(fight, to)
    check_not_carried(fight, to, movers)
    adjacent = [to] if start is None else neighbors(fight)[start]
    if to not in adjacent:
        near = ", ".join(adjacent) or "none"
        raise RefusedError(f"{to} is not adjacent to {start} ({rule})", f"Adjacent to {start}: {near}.")


WAY = "WAY is one arena, or two for an Awesome; a combatant stands for their arena"
ACTIONS = {"move": action(MoveRequest, move, words=WAY)}
