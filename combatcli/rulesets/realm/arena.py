"""`arena` (R10–R17): the places of a fight, changed at any time; here what `realm` has beyond every game's."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from combatcli.encounter.references import ArenaName, CombatantId, arena_named, combatant_named
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, Request, action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_success
from combatcli.rulesets.realm import events
from combatcli.rulesets.realm.ground import FAVORED, GROUND
from combatcli.rulesets.realm.scenery import suggest_kind
from combatcli.rulesets.realm.schema import Arena, Fight, Kind, Proposal
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.realm.test import TARGET, attribute, succeeds
from combatcli.rulesets.shared import arenas
from combatcli.rulesets.shared.arenas import check_new_name, fixed_links, link_to

LONGEST_ROAD = 15
LONGEST_FORCED = 1_000
"""However long a table wants it."""
MEASURE = "some 6 yards a side, 12 feet high"
RUBBLE: tuple[Kind, ...] = ("dense", "tight", "hazardous")


class AddRequest(arenas.AddRequest, frozen=True):
    """A new arena; ``on`` is who carries it."""

    on: CombatantId | None = None


class PairRequest(arenas.PairRequest, frozen=True):
    """Two arenas, and the kind of what comes of them."""

    kind: str | None = None


class SplitRequest(Request, frozen=True):
    """An arena, and the new one that is split off it."""

    one: ArenaName
    other: str
    kind: str | None = None


class RoadRequest(Request, frozen=True):
    """A road of several arenas in a row."""

    name: str
    kind: str | None = None
    note: str | None = None
    link: list[ArenaName] = []
    length: int = 10
    force: bool = False


class ProposalRequest(Request, frozen=True):
    """An arena that is proposed beside another."""

    name: str
    beside: ArenaName | None = None
    kind: str | None = None
    note: str | None = None


class AcceptRequest(Request, frozen=True):
    """An arena that was proposed."""

    name: str
    kind: str | None = None


class RejectRequest(Request, frozen=True):
    """An arena that was proposed and does not join."""

    name: str


class SuggestRequest(Request, frozen=True):
    """Words that describe some scenery."""

    words: list[str]


class BreachRequest(Request, frozen=True):
    """A wall between two arenas, who breaks it, and what the rubble is like."""

    one: ArenaName
    other: ArenaName
    by: CombatantId
    with_: str = "brawn"
    target: int = TARGET
    kind: str = "hazardous"
    name: str | None = None


def show(
    view: Callable[[CombatContext[Fight], arenas.ListRequest], None],
) -> Callable[[CombatContext[Fight], arenas.ListRequest], None]:
    """Return a view of the arenas that shows what is proposed, too (R15, R16)."""

    def with_proposals(context: CombatContext[Fight], request: arenas.ListRequest) -> None:
        view(context, request)
        measure_open(context)
        if not request.names and not getattr(request, "dot", False):
            for name, proposal in context.fight.proposals.items():
                _tell_proposal(context, name, proposal)

    return with_proposals


def measure_open(context: CombatContext[Fight]) -> None:
    """Give open arenas that were told of their measure (R14)."""
    for event in context.events:
        if isinstance(event, events.Arena) and event.kind == "open":
            event.measure = MEASURE


def in_feet(context: CombatContext[Fight]) -> None:
    """Add to the event how large an open arena is where one was laid out by feet (R14)."""
    event = context.events[-1]
    if isinstance(event, events.Arena) and re.search(r"\d\s*-?\s*(?:feet|foot|ft|yards?|')", event.size.lower()):
        measure_open(context)


def add(context: CombatContext[Fight], request: AddRequest) -> None:
    """Add an arena (R10), perhaps one that somebody carries (R14)."""
    if request.on is not None:
        combatant_named(context.fight, request.on)
    arenas.add_arena(context, GROUND, request, on=request.on)
    in_feet(context)


def change(context: CombatContext[Fight], request: arenas.SetRequest) -> None:
    """Change an arena in mid-fight (R13); nobody carries what they are in (R14)."""
    bearer = request.changes.get("on")
    if bearer and combatant_named(context.fight, bearer).arena == request.name:
        raise RefusedError(f"{bearer} is in {request.name} and cannot carry it (R14)")
    arenas.set_arena(context, GROUND, request)
    in_feet(context)


def remove(context: CombatContext[Fight], request: arenas.RemoveRequest) -> None:
    """Remove an arena; what was proposed beside it goes with it (R10, R16)."""
    lost = [new for new, proposal in context.fight.proposals.items() if proposal.beside == request.name]
    arenas.remove_arena(context, GROUND, request, proposals_lost=lost)


def split(context: CombatContext[Fight], request: SplitRequest) -> None:
    """Split an arena: the new one touches it and all that it touches; everyone stays where they are (R10)."""
    arena = arena_named(context.fight, request.one)
    check_new_name(context.fight, request.other)
    links = [request.one, *fixed_links(context.fight.arenas)[request.one]]
    new = replace(arena, kind=GROUND.kind(request.kind, arena.kind), links=links)
    context.update_fight(arenas={**context.fight.arenas, request.other: new})
    GROUND.emit(context, request.one, request.other, change="split")


def merge(context: CombatContext[Fight], request: PairRequest) -> None:
    """Merge the second arena into the first, with its links and everyone in it (R10)."""
    arenas.merge_arenas(context, GROUND, request, request.kind)


def suggest(context: CombatContext[Fight], request: SuggestRequest) -> None:
    """Suggest a kind for some scenery, a default and no law (R12)."""
    suggestion = suggest_kind(request.words)
    context.emit(
        events.Suggest(
            words=" ".join(request.words),
            kind=suggestion.kind,
            reason=suggestion.reason,
            others=list(suggestion.others),
            barrier=suggestion.barrier,
            favours=list(FAVORED[suggestion.kind]),
        )
    )


def road(context: CombatContext[Fight], request: RoadRequest) -> None:
    """Lay a road: arenas in a row, by default open, each linked with the next (R14)."""
    if request.length < 1:
        raise UsageError("a road needs at least one arena")
    if request.length > LONGEST_ROAD and not request.force:
        raise RefusedError(
            f"a road is {LONGEST_ROAD} arenas long at most, not {request.length} (R14)",
            "Use --force for a longer road.",
        )
    if request.length > LONGEST_FORCED:
        raise UsageError(f"--length {request.length}: expected a number from 1 to {LONGEST_FORCED:,}")
    kind = GROUND.kind(request.kind, "open")
    names = [f"{request.name}-{number}" for number in range(1, request.length + 1)]
    for name in names:
        check_new_name(context.fight, name)
    pieces = {
        name: Arena(kind=kind, links=[names[index - 1]] if index else [], note=request.note or "")  # type: ignore[arg-type]
        for index, name in enumerate(names)
    }
    context.update_fight(arenas={**context.fight.arenas, **pieces})
    for other in request.link:
        link_to(context, GROUND, names[0], other)
    GROUND.emit(context, *names, change="added")


def propose(context: CombatContext[Fight], request: ProposalRequest) -> None:
    """Propose an arena beside another; it joins when it is accepted (R16)."""
    check_new_name(context.fight, request.name)
    if request.name in context.fight.proposals:
        raise RefusedError(
            f'an arena "{request.name}" is already proposed (R16)',
            "Accept it with `arena accept`, or reject it with `arena reject`.",
        )
    if request.beside is None:
        raise UsageError("a proposed arena needs a neighbor", "Write: arena propose NAME --beside ARENA")
    arena_named(context.fight, request.beside)
    proposal = Proposal(beside=request.beside, kind=GROUND.kind(request.kind, "neutral"), note=request.note or "")  # type: ignore[arg-type]
    context.update_fight(proposals={**context.fight.proposals, request.name: proposal})
    _tell_proposal(context, request.name, proposal)


def _tell_proposal(context: CombatContext[Fight], name: str, proposal: Proposal) -> None:
    context.emit(events.Proposal(name=name, beside=proposal.beside, kind=proposal.kind, note=proposal.note))


def proposed(fight: Fight, name: str) -> Proposal:
    """Return what was proposed; RefusedError names the nearest if nothing of that name was (R16)."""
    proposal = fight.proposals.get(name)
    if proposal is None:
        raise RefusedError(f'nobody proposed an arena "{name}" (R16)', nearest(name, fight.proposals))
    return proposal


def _other_proposals(fight: Fight, name: str) -> dict[str, Proposal]:
    return {other: proposal for other, proposal in fight.proposals.items() if other != name}


def reject(context: CombatContext[Fight], request: RejectRequest) -> None:
    """Reject a proposed arena: it does not join (R16)."""
    proposal = proposed(context.fight, request.name)
    context.update_fight(proposals=_other_proposals(context.fight, request.name))
    context.emit(events.Rejected(name=request.name, beside=proposal.beside))


def accept(context: CombatContext[Fight], request: AcceptRequest) -> None:
    """Accept a proposed arena (R16)."""
    proposal = proposed(context.fight, request.name)
    check_new_name(context.fight, request.name)
    arena = Arena(kind=GROUND.kind(request.kind, proposal.kind), links=[proposal.beside], note=proposal.note)  # type: ignore[arg-type]
    context.update_fight(
        arenas={**context.fight.arenas, request.name: arena}, proposals=_other_proposals(context.fight, request.name)
    )
    GROUND.emit(context, request.name, change="accepted")


def breach(context: CombatContext[Fight], request: BreachRequest) -> None:
    """Break a flimsy wall by a test; the rubble is an arena that links both sides (R17)."""
    for name in (request.one, request.other):
        arena_named(context.fight, name)
    if request.kind not in RUBBLE:
        raise UsageError(f'rubble is not "{request.kind}"', f"It is {', '.join(RUBBLE[:-1])} or {RUBBLE[-1]}.")
    if request.one == request.other:
        raise RefusedError(f"there is no wall between {request.one} and itself (R17)")
    breaker = ROSTER.require_able(context.fight, request.by)
    value = attribute(breaker, request.with_)
    if breaker.arena not in (None, request.one, request.other):
        raise RefusedError(f"{request.by} is in {breaker.arena}, not at the wall (R17)")
    name = request.name or f"{request.one}-{request.other}-rubble"
    check_new_name(context.fight, name)
    if succeeds(context, request.by, request.with_, value, request.target, "break the wall"):
        rubble = Arena(kind=request.kind, links=[request.one, request.other], note="rubble")
        context.update_fight(arenas={**context.fight.arenas, name: rubble})
        GROUND.emit(context, name, change="added")


def metrics(fight: Fight, request: BreachRequest) -> list[Metric]:
    """Return the chance that the wall breaks."""
    return [chance_of_success({"who": request.by}, events.Test)]


SHARED = arenas.arena_actions(GROUND)
ACTIONS = {
    **SHARED,
    "list": Action(arenas.ListRequest, show(SHARED["list"].task)),
    "map": Action(arenas.MapRequest, show(SHARED["map"].task)),
    "add": Action(AddRequest, add),
    "set": Action(arenas.SetRequest, change),
    "remove": Action(arenas.RemoveRequest, remove),
    "split": Action(SplitRequest, split),
    "merge": Action(PairRequest, merge),
    "suggest": Action(SuggestRequest, suggest),
    "road": Action(RoadRequest, road),
    "propose": Action(ProposalRequest, propose),
    "accept": Action(AcceptRequest, accept),
    "reject": Action(RejectRequest, reject),
    "breach": action(BreachRequest, breach, metrics),
}
