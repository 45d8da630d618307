"""`arena` (R10–R17): the places of a fight, changed at any time."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.encounter.schema import Arena
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.move import check_not_carried
from combatcli.rulesets.realm.places import (
    FAVOURED,
    arena_named,
    fixed_links,
    linked,
    neighbours,
    suggested,
    unlinked,
    without,
)
from combatcli.rulesets.realm.schema import Proposal
from combatcli.rulesets.realm.trials import ATTRIBUTES, attribute
from combatcli.rulesets.realm.wounds import trial
from combatcli.rulesets.showing import tell_arena

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.realm.schema import Fight

LONGEST_ROAD = 15
RUBBLE = ("dense", "tight", "hazardous")
BREACH_TARGET = 10


class ListOrder(Order, frozen=True):
    """All arenas, or those named."""

    names: list[str] = []


class MapOrder(ListOrder, frozen=True):
    """The same, drawn as a map; ``dot`` as a Graphviz graph."""

    dot: bool = False


class PlaceOrder(Order, frozen=True):
    """An arena, and what is said of it."""

    name: str
    kind: str | None = None
    note: str | None = None
    size: str | None = None
    link: list[str] = []
    on: str | None = None
    beside: str | None = None
    to: str | None = None
    length: int = 10
    force: bool = False


class PairOrder(Order, frozen=True):
    """Two arenas; the second is a new one where an arena is split."""

    one: str
    other: str
    kind: str | None = None


class SuggestOrder(Order, frozen=True):
    """Words that describe some scenery."""

    words: list[str]


class BreachOrder(Order, frozen=True):
    """A wall between two arenas, who breaks it, and what the rubble is like."""

    one: str
    other: str
    by: str
    with_: str = "brawn"
    target: int = BREACH_TARGET
    kind: str = "hazardous"
    name: str | None = None


def show(play: Play[Fight], order: ListOrder) -> None:
    """Tell of each arena: kind, note, who is there and what it touches (R15)."""
    for name in order.names:
        arena_named(play.fight, name)
    view = ("dot" if order.dot else "map") if isinstance(order, MapOrder) else "list"
    tell_arenas(play, *(order.names or play.fight.arenas), view=view)
    if not order.names and view != "dot":
        for name, proposal in play.fight.proposals.items():
            play.tell("proposal", name=name, beside=proposal.beside, kind=proposal.kind, note=proposal.note)


def tell_arenas(play: Play[Fight], *names: str, change: str | None = None, **more: object) -> None:
    """Tell of arenas: kind, note, who is there, what they touch, and what has just changed (R15)."""
    touching = neighbours(play.fight)
    for name in names:
        tell_arena(play, name, touching[name], change=change, **more)


def _kind(word: str | None, default: str) -> str:
    if word is not None and word not in FAVOURED:
        raise UsageError(f'there is no kind of arena "{word}"', nearest(word, FAVOURED))
    return word or default


def _check_new(fight: Fight, name: str) -> None:
    if not name:
        raise UsageError("an arena needs a name")
    if name in fight.arenas:
        raise RefusedError(f'there is an arena "{name}" already', "`combatcli arena set` changes it.")


def add(play: Play[Fight], order: PlaceOrder) -> None:
    """Add an arena (R10), perhaps one that somebody carries (R14)."""
    _check_new(play.fight, order.name)
    if order.on is not None:
        state.fighter(play.fight, order.on)
    arena = Arena(
        kind=_kind(order.kind, "neutral"),  # type: ignore[arg-type]
        note=order.note or "",
        size=order.size or "",
        on=order.on,
    )
    play.alter(arenas={**play.fight.arenas, order.name: arena})
    for link in order.link:
        play.alter(arenas=linked(play.fight, order.name, link))
    tell_arenas(play, order.name, change="added")


def change(play: Play[Fight], order: PlaceOrder) -> None:
    """Change an arena in mid-fight, and tell what it was before (R13)."""
    arena = arena_named(play.fight, order.name)
    if order.on and state.fighter(play.fight, order.on).arena == order.name:
        raise RefusedError(f"{order.on} is in {order.name} and cannot carry it")
    wanted = {
        "kind": _kind(order.kind, arena.kind),
        "note": arena.note if order.note is None else order.note,
        "size": arena.size if order.size is None else order.size,
        "on": arena.on if order.on is None else order.on or None,
    }
    was = {key: getattr(arena, key) for key, value in wanted.items() if getattr(arena, key) != value}
    if not was:
        raise UsageError(f"{order.name}: nothing to change", "Say what: arena set NAME kind=hazardous")
    play.alter(arenas={**play.fight.arenas, order.name: replace(arena, **wanted)})
    tell_arenas(play, order.name, change="changed", was=was)


def link(play: Play[Fight], order: PairOrder) -> None:
    """Link two arenas, both ways (R10)."""
    if order.one == order.other:
        raise RefusedError(f"{order.one} cannot be linked with itself")
    play.alter(arenas=linked(play.fight, order.one, order.other))
    tell_arenas(play, order.one, order.other, change="linked")


def unlink(play: Play[Fight], order: PairOrder) -> None:
    """Take away the link between two arenas (R10)."""
    for name in (order.one, order.other):
        arena_named(play.fight, name)
    after = unlinked(play.fight.arenas, order.one, order.other)
    if after == play.fight.arenas:
        raise RefusedError(f"{order.one} and {order.other} are not linked")
    play.alter(arenas=after)
    tell_arenas(play, order.one, order.other, change="unlinked")


def remove(play: Play[Fight], order: PlaceOrder) -> None:
    """Remove an arena; its occupants need somewhere to go (R10)."""
    arena_named(play.fight, order.name)
    occupants = [who for who, combatant in play.fight.combatants.items() if combatant.arena == order.name]
    if occupants and order.to is None:
        raise RefusedError(
            f"{order.name} is occupied by {', '.join(occupants)}",
            "Say where they go: arena remove NAME --to ARENA",
        )
    if order.to is not None:
        arena_named(play.fight, order.to)
        if order.to == order.name:
            raise RefusedError(f"{order.name} is the arena that goes")
        check_not_carried(play.fight, order.to, occupants)
    for who in occupants:
        play.change(who, arena=order.to)
        play.tell("move", who=who, **{"from": order.name}, to=order.to, stopped_by=None, displaced=True)
    lost = [new for new, proposal in play.fight.proposals.items() if proposal.beside == order.name]
    left = {new: proposal for new, proposal in play.fight.proposals.items() if new not in lost}
    play.alter(arenas=without(play.fight.arenas, order.name), proposals=left)
    play.tell("arena", name=order.name, change="removed", proposals_lost=lost)


def split(play: Play[Fight], order: PairOrder) -> None:
    """Split an arena: the new one touches it and all that it touches; everyone stays where they are (R10)."""
    arena = arena_named(play.fight, order.one)
    _check_new(play.fight, order.other)
    links = [order.one, *fixed_links(play.fight.arenas)[order.one]]
    new = replace(arena, kind=_kind(order.kind, arena.kind), links=links)
    play.alter(arenas={**play.fight.arenas, order.other: new})
    tell_arenas(play, order.one, order.other, change="split")


def merge(play: Play[Fight], order: PairOrder) -> None:
    """Merge the second arena into the first, with its links and everyone in it (R10)."""
    first, second = arena_named(play.fight, order.one), arena_named(play.fight, order.other)
    if order.one == order.other:
        raise RefusedError(f"{order.one} cannot be merged with itself")
    for who, combatant in play.fight.combatants.items():
        if combatant.arena == order.other:
            play.change(who, arena=order.one)
    inside = [who for who, combatant in play.fight.combatants.items() if combatant.arena in (order.one, order.other)]
    for name in (order.one, order.other):
        check_not_carried(play.fight, name, inside)
    links = [name for name in (*first.links, *second.links) if name not in (order.one, order.other)]
    arenas = without(play.fight.arenas, order.other, heir=order.one)
    kind = _kind(order.kind, first.kind)
    arenas[order.one] = replace(first, links=list(dict.fromkeys(links)), kind=kind)
    proposals = {
        new: replace(each, beside=order.one) if each.beside == order.other else each
        for new, each in play.fight.proposals.items()
    }
    play.alter(arenas=arenas, proposals=proposals)
    tell_arenas(play, order.one, change="merged")


def suggest(play: Play[Fight], order: SuggestOrder) -> None:
    """Suggest a kind for some scenery, a default and no law (R12)."""
    kind, reason = suggested(order.words)
    play.tell("suggest", words=" ".join(order.words), kind=kind, reason=reason, favours=list(FAVOURED[kind]))


def road(play: Play[Fight], order: PlaceOrder) -> None:
    """Lay a road: arenas in a row, open unless said, each linked with the next (R14)."""
    if order.length < 1:
        raise UsageError("a road is one arena long or more")
    if order.length > LONGEST_ROAD and not order.force:
        raise RefusedError(f"a road is {LONGEST_ROAD} arenas long at most, not {order.length}", "--force lays it.")
    kind = _kind(order.kind, "open")
    names = [f"{order.name}-{number}" for number in range(1, order.length + 1)]
    for name in names:
        _check_new(play.fight, name)
    pieces = {
        name: Arena(kind=kind, links=[names[place - 1]] if place else [], note=order.note or "")  # type: ignore[arg-type]
        for place, name in enumerate(names)
    }
    play.alter(arenas={**play.fight.arenas, **pieces})
    for other in order.link:
        play.alter(arenas=linked(play.fight, names[0], other))
    tell_arenas(play, *names, change="added")


def propose(play: Play[Fight], order: PlaceOrder) -> None:
    """Propose an arena beside another; it joins when it is accepted (R16)."""
    _check_new(play.fight, order.name)
    if order.beside is None:
        raise UsageError("a proposed arena needs a neighbour", "Write: arena propose NAME --beside ARENA")
    arena_named(play.fight, order.beside)
    proposal = Proposal(beside=order.beside, kind=_kind(order.kind, "neutral"), note=order.note or "")  # type: ignore[arg-type]
    play.alter(proposals={**play.fight.proposals, order.name: proposal})
    play.tell("proposal", name=order.name, beside=order.beside, kind=proposal.kind, note=proposal.note)


def accept(play: Play[Fight], order: PlaceOrder) -> None:
    """Accept a proposed arena (R16)."""
    proposal = play.fight.proposals.get(order.name)
    if proposal is None:
        raise RefusedError(f'nobody proposed an arena "{order.name}"', nearest(order.name, play.fight.proposals))
    _check_new(play.fight, order.name)
    arena = Arena(kind=_kind(order.kind, proposal.kind), links=[proposal.beside], note=proposal.note)  # type: ignore[arg-type]
    left = {name: each for name, each in play.fight.proposals.items() if name != order.name}
    play.alter(arenas={**play.fight.arenas, order.name: arena}, proposals=left)
    tell_arenas(play, order.name, change="accepted")


def breach(play: Play[Fight], order: BreachOrder) -> None:
    """Break a flimsy wall by a test; the rubble is an arena that links both sides (R17)."""
    for name in (order.one, order.other):
        arena_named(play.fight, name)
    if order.kind not in RUBBLE:
        raise UsageError(f'rubble is not "{order.kind}"', f"It is {', '.join(RUBBLE)}.")
    if order.with_ not in ATTRIBUTES:
        raise UsageError(f'realm has no attribute "{order.with_}"', nearest(order.with_, ATTRIBUTES))
    breaker = state.actor(play.fight, order.by)
    if breaker.arena not in (None, order.one, order.other):
        raise RefusedError(f"{order.by} is in {breaker.arena}, not at the wall")
    name = order.name or f"{order.one}-{order.other}-rubble"
    _check_new(play.fight, name)
    face, total = trial(play.source, attribute(breaker, order.with_))
    success = total >= order.target
    play.tell(
        "test",
        who=order.by,
        trait=order.with_,
        faces=[face],
        total=total,
        needed=order.target,
        success=success,
        purpose="break the wall",
    )
    if success:
        rubble = Arena(kind=order.kind, links=[order.one, order.other], note="rubble")  # type: ignore[arg-type]
        play.alter(arenas={**play.fight.arenas, name: rubble})
        tell_arenas(play, name, change="added")


ACTIONS = {
    "list": Action(ListOrder, show),
    "map": Action(MapOrder, show),
    "add": Action(PlaceOrder, add),
    "set": Action(PlaceOrder, change),
    "link": Action(PairOrder, link),
    "unlink": Action(PairOrder, unlink),
    "remove": Action(PlaceOrder, remove),
    "split": Action(PairOrder, split),
    "merge": Action(PairOrder, merge),
    "suggest": Action(SuggestOrder, suggest),
    "road": Action(PlaceOrder, road),
    "propose": Action(PlaceOrder, propose),
    "accept": Action(PlaceOrder, accept),
    "breach": Action(BreachOrder, breach),
}
