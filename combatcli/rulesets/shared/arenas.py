"""Arenas as a graph: links, distances, and the changes that `arena` makes in every game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from combatcli.encounter.references import ArenaName, arena_named, with_references_renamed, without_member_or_arena
from combatcli.encounter.schema import Arena, Encounter, all_keys
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.events import Arena as ArenaEvent
from combatcli.events import Move, Table
from combatcli.records import Record
from combatcli.rulesets.actions import Action, AnyAction, Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.memory import computed_once

Links = dict[str, list[str]]


@computed_once
def fixed_links(arenas: Mapping[str, Arena]) -> Links:
    """Return the neighbors of each arena by its links; a link mentioned on one side counts for both."""
    touching: dict[str, dict[str, None]] = {name: {} for name in arenas}
    for name, arena in arenas.items():
        for link in arena.links:
            if link != name and link in touching:
                touching[name][link] = None
                touching[link][name] = None
    return {name: list(links) for name, links in touching.items()}


def rings(touching: Mapping[str, Iterable[str]], starts: Iterable[str]) -> Iterator[list[str]]:
    """Yield the arenas in rings: the starts first, then those one step away, and so on."""
    ring = list(starts)
    seen = set(ring)
    while ring:
        yield ring
        beyond = dict.fromkeys(link for name in ring for link in touching.get(name, ()) if link not in seen)
        seen |= beyond.keys()
        ring = list(beyond)


@computed_once
def steps_from(touching: Links) -> Callable[[str], dict[str, int]]:
    """Return a function of an arena that returns the number of steps to each that a way leads to, 0 to itself."""
    return cache(lambda start: {name: away for away, ring in enumerate(rings(touching, [start])) for name in ring})


def distance(touching: Links, start: str, end: str) -> int | None:
    """Return the number of steps from one arena to another, 0 for the same; None if no way leads there."""
    return steps_from(touching)(start).get(end)


def occupants(fight: Encounter, name: str) -> list[str]:
    """Return the combatants in an arena."""
    return [who for who, combatant in fight.combatants.items() if combatant.arena == name]


class Ground(Record):
    """A game's own part in arenas; by default they have no kinds, touch by their links, and are open to all."""

    arena: Callable[..., Any]
    """The type of an arena."""
    kinds: Sequence[str] = ("",)
    touching: Callable[[Any], Links] = lambda fight: fixed_links(fight.arenas)
    """Returns the neighbors of each arena."""
    check_entry: Callable[[Any, str, Sequence[str]], None] = lambda *_: None
    """Raises RefusedError where some may not enter."""
    besides: Callable[[Any], Table] = lambda _: {}
    """Returns further keys of an arena's event."""
    rule: str = ""
    """The id of the game's rule of arenas."""
    event: type[ArenaEvent] = ArenaEvent
    """The type of an arena's event."""
    move: Callable[..., Move] = Move
    """Makes the event of an occupant moved out of a removed arena."""

    @property
    def cited_rule(self) -> str:
        """How a refusal names the rule of arenas, in a game that has one."""
        return f" ({self.rule})" if self.rule else ""

    def kind_named(self, word: str | None, default: str = "") -> str:
        """Return a kind of arena, or the default; UsageError names the nearest kind if there is no such kind."""
        if word is not None:
            word = next((kind for kind in self.kinds if kind.casefold() == word.casefold()), word)
        if word is not None and word not in self.kinds:
            hint = nearest(word, [kind for kind in self.kinds if kind])
            raise UsageError(f'there is no kind of arena "{word}"', hint or "In this game arenas have no kinds.")
        return word or default or self.kinds[0]

    def emit_arenas(self, context: CombatContext[E], *names: str, change: str | None = None, **more: Any) -> None:
        """Emit events of arenas: kind, note, occupants, neighbors, and the change that was just made."""
        touching = self.touching(context.fight)
        here: dict[str | None, list[str]] = {}
        for who, combatant in context.fight.combatants.items():
            here.setdefault(combatant.arena, []).append(who)
        for name in names:
            arena = context.fight.arenas[name]
            seen = {**all_keys(arena), "links": touching[name], "occupants": here.get(name, []), **self.besides(arena)}
            context.emit(self.event(name=name, **seen, change=change, **more))

    def emit_all_arenas(self, context: CombatContext[E]) -> None:
        """Emit an event for each arena."""
        self.emit_arenas(context, *context.fight.arenas)


class ListRequest(Request, frozen=True):
    """All arenas, or those named."""

    names: list[ArenaName] = []


class MapRequest(ListRequest, frozen=True):
    """A request to draw the arenas as a map; ``dot`` makes it a Graphviz graph."""

    dot: bool = False


class AddRequest(Request, frozen=True):
    """A new arena with its kind, note and links."""

    name: str
    kind: str | None = None
    note: str | None = None
    size: str | None = None
    link: list[ArenaName] = []


class SetRequest(Request, frozen=True):
    """An arena, and the keys that change."""

    name: ArenaName
    changes: dict[str, str]


class ArenaPairRequest(Request, frozen=True):
    """Two arenas."""

    one: ArenaName
    other: ArenaName


class RemoveRequest(Request, frozen=True):
    """An arena to remove, and the arena its occupants go to."""

    name: ArenaName
    to: ArenaName | None = None


def check_new_name(fight: Encounter, name: str) -> None:
    """Refuse a new arena's name if it is taken."""
    if not name:
        raise UsageError("an arena needs a name")
    if name in fight.arenas:
        raise RefusedError(f'there is already an arena "{name}"', "`combatcli arena set` changes it.")


def add_arena(context: CombatContext[E], ground: Ground, request: AddRequest, **more: object) -> None:
    """Add an arena; ``more`` are keys of the game's own arenas."""
    check_new_name(context.fight, request.name)
    kind = ground.kind_named(request.kind)
    new = ground.arena(kind=kind, note=request.note or "", size=request.size or "", **more)
    context.update_fight(arenas={**context.fight.arenas, request.name: new})
    for link in request.link:
        link_arenas(context, request.name, link)
    ground.emit_arenas(context, request.name, change="added")


def link_arenas(context: CombatContext[E], one: str, other: str) -> None:
    """Link two arenas; the link is written once, with the first."""
    first, _ = arena_named(context.fight, one), arena_named(context.fight, other)
    if other not in fixed_links(context.fight.arenas)[one]:
        linked = replace(first, links=[*first.links, other])
        context.update_fight(arenas={**context.fight.arenas, one: linked})


def set_arena(context: CombatContext[E], ground: Ground, request: SetRequest) -> None:
    """Change an arena in mid-fight; its event has the old values."""
    settable = [key for key in all_keys(ground.arena()) if key != "links"]
    for key in request.changes:
        if key not in settable:
            raise UsageError(f'an arena has no key "{key}" to set', f"It has {', '.join(settable)}.")
    arena = arena_named(context.fight, request.name)
    wanted: dict[str, str | None] = dict(request.changes)
    if "kind" in wanted:
        wanted["kind"] = ground.kind_named(wanted["kind"], arena.kind)
    was = {key: getattr(arena, key) for key, value in wanted.items() if (getattr(arena, key) or "") != value}
    if not was:
        values = ", ".join(f"{key} {value}" for key, value in wanted.items())
        raise RefusedError(f"{request.name} has {values} already{ground.cited_rule}")
    changes = {key: wanted[key] or getattr(type(arena)(), key) for key in was}
    context.update_fight(arenas={**context.fight.arenas, request.name: replace(arena, **changes)})
    ground.emit_arenas(context, request.name, change="changed", was=was)


def remove_arena(context: CombatContext[E], ground: Ground, request: RemoveRequest, **more: Any) -> None:
    """Remove an arena and move its occupants elsewhere."""
    arena_named(context.fight, request.name)
    here = occupants(context.fight, request.name)
    if here and request.to is None:
        hint = "Move them first or at once: arena remove NAME --to ARENA"
        raise RefusedError(f"{request.name} is occupied by {', '.join(here)}{ground.cited_rule}", hint)
    if request.to is not None:
        arena_named(context.fight, request.to)
        if request.to == request.name:
            raise RefusedError(f"{request.name} is the arena to be removed{ground.cited_rule}")
        ground.check_entry(context.fight, request.to, here)
    for who in here:
        context.update_combatant(who, arena=request.to)
        moved = ground.move(who=who, from_=request.name, to=request.to, stopped_by=None, reactions=[], displaced=True)
        context.emit(moved)
    gone = {**all_keys(context.fight.arenas[request.name]), "links": [], "occupants": []}
    context.fight = without_member_or_arena(context.fight, "arena", request.name)
    context.emit(ground.event(name=request.name, **gone, change="removed", **more))


def merge_arenas(context: CombatContext[E], ground: Ground, request: ArenaPairRequest, kind: str | None) -> None:
    """Merge the second arena into the first, with its links and everyone in it."""
    first, second = arena_named(context.fight, request.one), arena_named(context.fight, request.other)
    if request.one == request.other:
        raise RefusedError(f"{request.one} cannot be merged with itself{ground.cited_rule}")
    links = [name for name in (*first.links, *second.links) if name not in (request.one, request.other)]
    context.fight = with_references_renamed(context.fight, "arena", request.other, request.one)
    for name in (request.one, request.other):
        ground.check_entry(context.fight, name, occupants(context.fight, request.one))
    context.fight = without_member_or_arena(context.fight, "arena", request.other)
    merged = replace(first, links=list(dict.fromkeys(links)), kind=ground.kind_named(kind, first.kind))
    context.update_fight(arenas={**context.fight.arenas, request.one: merged})
    ground.emit_arenas(context, request.one, change="merged")


def arena_actions(ground: Ground) -> dict[str, AnyAction]:
    """Return the actions of `arena` in every game: list, map, add, set, link, unlink, remove."""

    def show(context: CombatContext[E], request: ListRequest) -> None:
        for name in request.names:
            arena_named(context.fight, name)
        view = ("dot" if request.dot else "map") if isinstance(request, MapRequest) else "list"
        if not context.fight.arenas and view != "dot":
            context.warn("there are no arenas; add one with combatcli arena add NAME")
        ground.emit_arenas(context, *(request.names or context.fight.arenas), view=view)

    def link(context: CombatContext[E], request: ArenaPairRequest) -> None:
        if request.one == request.other:
            raise RefusedError(f"{request.one} cannot be linked with itself{ground.cited_rule}")
        link_arenas(context, request.one, request.other)
        ground.emit_arenas(context, request.one, request.other, change="linked")

    def unlink(context: CombatContext[E], request: ArenaPairRequest) -> None:
        apart: dict[str, Any] = {}
        for one, other in permutations((request.one, request.other)):
            arena = arena_named(context.fight, one)
            apart[one] = replace(arena, links=[link for link in arena.links if link != other])
        if all(context.fight.arenas[name] == arena for name, arena in apart.items()):
            raise RefusedError(f"{request.one} and {request.other} are not linked{ground.cited_rule}")
        context.update_fight(arenas={**context.fight.arenas, **apart})
        ground.emit_arenas(context, request.one, request.other, change="unlinked")

    return {
        "arena list": Action(ListRequest, show),
        "arena map": Action(MapRequest, show),
        "arena add": Action(AddRequest, lambda context, request: add_arena(context, ground, request)),
        "arena set": Action(SetRequest, lambda context, request: set_arena(context, ground, request)),
        "arena link": Action(ArenaPairRequest, link),
        "arena unlink": Action(ArenaPairRequest, unlink),
        "arena remove": Action(RemoveRequest, lambda context, request: remove_arena(context, ground, request)),
    }
