"""Arenas as a graph: what touches what, how far it is; and the changes that `arena` makes to it in every game."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from combatcli.encounter.references import ArenaName, arena_named, rename, without
from combatcli.encounter.schema import keys_of
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.records import Record
from combatcli.rulesets.play import Action, Request

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from combatcli.encounter.schema import Arena, Encounter
    from combatcli.rulesets.play import Play

    Links = dict[str, list[str]]


def fixed_links(arenas: Mapping[str, Arena]) -> Links:
    """Return what each arena touches by its links, whichever side mentions one."""
    touching: dict[str, dict[str, None]] = {name: {} for name in arenas}
    for name, arena in arenas.items():
        for link in arena.links:
            if link != name and link in touching:
                touching[name][link] = None
                touching[link][name] = None
    return {name: list(links) for name, links in touching.items()}


def distance(touching: Links, start: str, end: str) -> int | None:
    """Return how many arenas lie between two, 0 for one and the same; None if no way leads there."""
    seen = {start}
    ring, steps = [start], 0
    while ring:
        if end in ring:
            return steps
        beyond = dict.fromkeys(link for name in ring for link in touching.get(name, ()) if link not in seen)
        seen |= beyond.keys()
        ring = list(beyond)
        steps += 1
    return None


def add_link(arenas: Mapping[str, Any], one: str, other: str) -> dict[str, Any]:
    """Return the arenas with a link between two; one mention is enough, and it stands with the first."""
    if other in arenas[one].links or one in arenas[other].links:
        return dict(arenas)
    return {**arenas, one: replace(arenas[one], links=[*arenas[one].links, other])}


def remove_link(arenas: Mapping[str, Any], one: str, other: str) -> dict[str, Any]:
    """Return the arenas without the link between two, on whichever side it stood."""
    pair = {one, other}
    return {
        name: replace(arena, links=[link for link in arena.links if {name, link} != pair]) if name in pair else arena
        for name, arena in arenas.items()
    }


def occupants(fight: Encounter, name: str) -> list[str]:
    """Return who is in an arena."""
    return [who for who, combatant in fight.combatants.items() if combatant.arena == name]


def _nothing_more(arena: Any) -> dict[str, Any]:
    """Return what is told of an arena besides its keys: nothing."""
    return {}


class Ground(Record):
    """What a game says of its arenas: their type, their kinds, what touches what, and who may not go where.

    ``besides`` returns what is told of an arena beside its keys; ``rule`` is the id of the game's rule of arenas.
    """

    arena: Callable[..., Any]
    kinds: Sequence[str]
    touching: Callable[[Any], Links]
    check_entry: Callable[[Any, str, Sequence[str]], None]
    besides: Callable[[Any], dict[str, Any]] = _nothing_more
    rule: str = ""

    @property
    def cited(self) -> str:
        """How a refusal names the rule of arenas, in a game that has one."""
        return f" ({self.rule})" if self.rule else ""

    def kind(self, word: str | None, default: str = "") -> str:
        """Return a kind of arena; UsageError names the nearest if there is none of that name."""
        if word is not None:
            word = next((kind for kind in self.kinds if kind.casefold() == word.casefold()), word)
        if word is not None and word not in self.kinds:
            known = nearest(word, [kind for kind in self.kinds if kind])
            raise UsageError(f'there is no kind of arena "{word}"', known or "In this game arenas have no kinds.")
        return word or default or self.kinds[0]

    def tell(self, play: Play[Any], *names: str, change: str | None = None, **more: object) -> None:
        """Tell of arenas: kind, note, who is there, what they touch, and what has just changed."""
        touching = self.touching(play.fight)
        for name in names:
            here = occupants(play.fight, name)
            arena = play.fight.arenas[name]
            seen = {**keys_of(arena), "links": touching[name], "occupants": here, **self.besides(arena)}
            play.tell("arena", name=name, **seen, change=change, **more)

    def tell_all(self, play: Play[Any]) -> None:
        """Tell of all arenas."""
        self.tell(play, *play.fight.arenas)


def plain_ground(arena: Callable[..., Any], kinds: Sequence[str] = ("",)) -> Ground:
    """Return ground that touches by its links alone, and that everybody may go to."""

    def touching(fight: Encounter) -> Links:
        return fixed_links(fight.arenas)

    def check_entry(fight: Encounter, to: str, movers: Sequence[str]) -> None:
        """Allow every move."""

    return Ground(arena, kinds, touching, check_entry)


class ListRequest(Request, frozen=True):
    """All arenas, or those named."""

    names: list[ArenaName] = []


class MapRequest(ListRequest, frozen=True):
    """The same, drawn as a map; ``dot`` as a Graphviz graph."""

    dot: bool = False


class AddRequest(Request, frozen=True):
    """A new arena, and what is said of it."""

    name: str
    kind: str | None = None
    note: str | None = None
    size: str | None = None
    link: list[ArenaName] = []


class SetRequest(Request, frozen=True):
    """An arena, and the keys that change."""

    name: ArenaName
    changes: dict[str, str]


class PairRequest(Request, frozen=True):
    """Two arenas."""

    one: ArenaName
    other: ArenaName


class RemoveRequest(Request, frozen=True):
    """An arena that goes, and where its occupants go."""

    name: ArenaName
    to: ArenaName | None = None


def check_new(fight: Encounter, name: str) -> None:
    """Refuse to name a new arena as another one is named."""
    if not name:
        raise UsageError("an arena needs a name")
    if name in fight.arenas:
        raise RefusedError(f'there is an arena "{name}" already', "`combatcli arena set` changes it.")


def add_arena(play: Play[Any], ground: Ground, request: AddRequest, **more: object) -> None:
    """Add an arena; ``more`` are keys that only the game's own arenas have."""
    check_new(play.fight, request.name)
    kind = ground.kind(request.kind)
    new = ground.arena(kind=kind, note=request.note or "", size=request.size or "", **more)
    play.alter(arenas={**play.fight.arenas, request.name: new})
    for link in request.link:
        link_to(play, ground, request.name, link)
    ground.tell(play, request.name, change="added")


def link_to(play: Play[Any], ground: Ground, one: str, other: str) -> None:
    """Link two arenas, both ways."""
    for name in (other, one):
        arena_named(play.fight, name)
    if other not in ground.touching(play.fight)[one] or other not in fixed_links(play.fight.arenas)[one]:
        play.alter(arenas=add_link(play.fight.arenas, one, other))


def set_arena(play: Play[Any], ground: Ground, request: SetRequest) -> None:
    """Change an arena in mid-fight, and tell what it was before."""
    known = [key for key in keys_of(ground.arena()) if key != "links"]
    for key in request.changes:
        if key not in known:
            raise UsageError(f'an arena has no key "{key}" to set', f"It has {', '.join(known)}.")
    arena = arena_named(play.fight, request.name)
    wanted: dict[str, str | None] = dict(request.changes)
    if "kind" in wanted:
        wanted["kind"] = ground.kind(wanted["kind"], arena.kind)
    was = {key: getattr(arena, key) for key, value in wanted.items() if (getattr(arena, key) or "") != value}
    if not was:
        raise UsageError(f"{request.name}: nothing to change", "Say what: arena set NAME kind=hazardous")
    changes = {key: wanted[key] or getattr(type(arena)(), key) for key in was}
    play.alter(arenas={**play.fight.arenas, request.name: replace(arena, **changes)})
    ground.tell(play, request.name, change="changed", was=was)


def remove_arena(play: Play[Any], ground: Ground, request: RemoveRequest, **more: object) -> None:
    """Remove an arena; its occupants need somewhere to go."""
    arena_named(play.fight, request.name)
    here = occupants(play.fight, request.name)
    if here and request.to is None:
        raise RefusedError(
            f"{request.name} is occupied by {', '.join(here)}{ground.cited}",
            "Say where they go: arena remove NAME --to ARENA",
        )
    if request.to is not None:
        arena_named(play.fight, request.to)
        if request.to == request.name:
            raise RefusedError(f"{request.name} is the arena that goes{ground.cited}")
        ground.check_entry(play.fight, request.to, here)
    for who in here:
        play.change(who, arena=request.to)
        moved = {"from": request.name, "to": request.to}
        play.tell("move", who=who, **moved, stopped_by=None, reactions=[], displaced=True)
    gone = {**keys_of(play.fight.arenas[request.name]), "links": [], "occupants": []}
    play.fight = without(play.fight, "arena", request.name)
    play.tell("arena", name=request.name, **gone, change="removed", **more)


def merge_arenas(play: Play[Any], ground: Ground, request: PairRequest, kind: str | None) -> None:
    """Merge the second arena into the first, with its links and everyone in it."""
    first, second = arena_named(play.fight, request.one), arena_named(play.fight, request.other)
    if request.one == request.other:
        raise RefusedError(f"{request.one} cannot be merged with itself{ground.cited}")
    links = [name for name in (*first.links, *second.links) if name not in (request.one, request.other)]
    play.fight = rename(play.fight, "arena", request.other, request.one)
    for name in (request.one, request.other):
        ground.check_entry(play.fight, name, occupants(play.fight, request.one))
    play.fight = without(play.fight, "arena", request.other)
    merged = replace(first, links=list(dict.fromkeys(links)), kind=ground.kind(kind, first.kind))
    play.alter(arenas={**play.fight.arenas, request.one: merged})
    ground.tell(play, request.one, change="merged")


def arena_actions(ground: Ground) -> dict[str, Action[Any, Any]]:
    """Return what every game does for `arena`: list, map, add, set, link, unlink, remove."""

    def show(play: Play[Any], request: ListRequest) -> None:
        for name in request.names:
            arena_named(play.fight, name)
        view = ("dot" if request.dot else "map") if isinstance(request, MapRequest) else "list"
        if not play.fight.arenas and view != "dot":
            play.warn("there are no arenas: combatcli arena add NAME makes one")
        ground.tell(play, *(request.names or play.fight.arenas), view=view)

    def link(play: Play[Any], request: PairRequest) -> None:
        if request.one == request.other:
            raise RefusedError(f"{request.one} cannot be linked with itself{ground.cited}")
        link_to(play, ground, request.one, request.other)
        ground.tell(play, request.one, request.other, change="linked")

    def unlink(play: Play[Any], request: PairRequest) -> None:
        for name in (request.one, request.other):
            arena_named(play.fight, name)
        after = remove_link(play.fight.arenas, request.one, request.other)
        if after == play.fight.arenas:
            raise RefusedError(f"{request.one} and {request.other} are not linked{ground.cited}")
        play.alter(arenas=after)
        ground.tell(play, request.one, request.other, change="unlinked")

    return {
        "list": Action(ListRequest, show),
        "map": Action(MapRequest, show),
        "add": Action(AddRequest, lambda play, request: add_arena(play, ground, request)),
        "set": Action(SetRequest, lambda play, request: set_arena(play, ground, request)),
        "link": Action(PairRequest, link),
        "unlink": Action(PairRequest, unlink),
        "remove": Action(RemoveRequest, lambda play, request: remove_arena(play, ground, request)),
    }
