"""`arena` (R10–R17): the places of a fight, changed at any time, and their kinds; `pairings` (P1)."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from combatcli import toml
from combatcli.encounter.references import ArenaName, CombatantId, arena_named, combatant_named
from combatcli.encounter.schema import all_keys
from combatcli.errors import RefusedError, nearest, require_known
from combatcli.events import Test
from combatcli.rulesets.actions import Action, R, Request, action
from combatcli.rulesets.asked import flag, number, text, word
from combatcli.rulesets.metrics import chance_of_success
from combatcli.rulesets.realm import contests, events, state
from combatcli.rulesets.realm.ground import FAVORED, GROUND
from combatcli.rulesets.realm.schema import Arena, Context, Fight, Kind, Proposal
from combatcli.rulesets.shared import arenas
from combatcli.rulesets.shared.arenas import check_new_name, fixed_links
from combatcli.rulesets.shared.pairings.command import pairings_action
from combatcli.rulesets.shared.pairings.touching import TouchingRules

LONGEST_ROAD = 15
LONGER = f"A road is 1 to {LONGEST_ROAD} arenas long; --force allows a longer one."
Length = Annotated[int, Meta(ge=1, le=1_000)]
"""The length of a road, as long as players want it."""
RUBBLE: tuple[Kind, ...] = ("dense", "tight", "hazardous")
TOUCHING = TouchingRules(state.ROSTER.can_fight_in_melee)
SHARED = arenas.arena_actions(GROUND)
AnArena = Annotated[ArenaName, word("an arena")]
Another = Annotated[ArenaName, word("another")]
KindWord = Annotated[str | None, text("KIND", "neutral, tight, hazardous, open or dense")]
Note = Annotated[str | None, text("TEXT", "its scenery")]


class AddRequest(arenas.AddRequest, frozen=True):
    """A new arena; ``on`` is who carries it."""

    on: Annotated[CombatantId | None, text("WHO", "WHO carries the arena")] = None


class MergeRequest(arenas.ArenaPairRequest, frozen=True):
    """Merge the second of two arenas into the first."""

    one: AnArena
    other: Another
    kind: KindWord = None


class SplitRequest(Request, frozen=True):
    """Split an arena in two."""

    one: Annotated[ArenaName, word("the arena")]
    other: Annotated[str, word("the new one")]
    kind: KindWord = None


class RejectRequest(Request, frozen=True):
    """Reject a proposed arena."""

    name: Annotated[str, word("the arena")]


class AcceptRequest(RejectRequest, frozen=True):
    """Accept a proposed arena."""

    kind: KindWord = None


class ProposalRequest(AcceptRequest, frozen=True, kw_only=True):
    """Propose an arena beside another."""

    beside: Annotated[ArenaName, text("ARENA", "the arena next to it")]
    note: Note = None


class RoadRequest(AcceptRequest, frozen=True):
    """Add a road of several arenas."""

    length: Annotated[Length, number("the number of arenas, 1 to 15 [default: 10]", beyond=LONGER)] = 10
    note: Note = None
    link: Annotated[list[ArenaName], text("ARENA", "link it to this arena", many=True)] = []
    force: Annotated[bool, flag("allow a longer road")] = False


class SuggestKindRequest(Request, frozen=True):
    """Suggest a kind for some scenery."""

    words: Annotated[list[str], word("the scenery", many=True)]


class BreachRequest(Request, frozen=True):
    """Break a flimsy wall between two arenas."""

    one: AnArena
    other: Another
    by: Annotated[CombatantId, text("WHO", "who breaks it")]
    with_: Annotated[str, text("TRAIT", "use this attribute [default: brawn]", offers=contests.ATTRIBUTES)] = "brawn"
    target: Annotated[int, number("the number to reach [default: 10]")] = contests.TARGET
    kind: Annotated[str, text("KIND", "the kind of the rubble: dense, tight or hazardous", offers=RUBBLE)] = "hazardous"
    name: Annotated[str | None, text("NAME", "the name of the rubble")] = None


def show(context: Context, request: arenas.ListRequest) -> None:
    """Show the arenas, and what is proposed, too (R15, R16)."""
    SHARED["arena list"].task(context, request)
    if not request.names and not getattr(request, "dot", False):
        for name, proposal in context.fight.proposals.items():
            context.emit(events.Proposal(name=name, **all_keys(proposal)))


def add(context: Context, request: AddRequest) -> None:
    """Add an arena (R10), perhaps one that somebody carries (R14)."""
    if request.on is not None:
        combatant_named(context.fight, request.on)
    arenas.add_arena(context, GROUND, request, on=request.on)


def change(context: Context, request: arenas.SetRequest) -> None:
    """Change an arena in mid-fight (R13); nobody carries what they are in (R14)."""
    bearer = request.changes.get("on")
    if bearer and combatant_named(context.fight, bearer).arena == request.name:
        raise RefusedError(f"{context.fight.subject(bearer):is} in {request.name} and cannot carry it (R14)")
    arenas.set_arena(context, GROUND, request)


def remove(context: Context, request: arenas.RemoveRequest) -> None:
    """Remove an arena; what was proposed beside it goes with it (R10, R16)."""
    lost = [new for new, proposal in context.fight.proposals.items() if proposal.beside == request.name]
    arenas.remove_arena(context, GROUND, request, proposals_lost=lost)


def split(context: Context, request: SplitRequest) -> None:
    """Split an arena: the new one touches it and all that it touches; everyone stays where they are (R10)."""
    arena = arena_named(context.fight, request.one)
    links = [request.one, *fixed_links(context.fight.arenas)[request.one]]
    new = replace(arena, kind=GROUND.kind_named(request.kind, arena.kind), links=links)
    _add_and_tell(context, {request.other: new}, request.one, change="split")


def _add_and_tell(context: Context, new: dict[str, Arena], *beside: str, change: str = "added") -> None:
    """Add new arenas, and emit them and those ``beside`` them."""
    for name in new:
        check_new_name(context.fight, name)
    context.update_fight(arenas={**context.fight.arenas, **new})
    GROUND.emit_arenas(context, *beside, *new, change=change)


@cache
def scenery_words() -> dict[str, dict[str, list[str]]]:
    """Return what scenery suggests: the words of each kind, their inflections, and walls (R12)."""
    return toml.read_beside(__file__, "scenery.toml")


def suggest(context: Context, request: SuggestKindRequest) -> None:
    """Suggest a kind for some scenery: a default, not a law (R12)."""
    context.emit(suggest_kind(request.words))


def suggest_kind(words: Sequence[str]) -> events.Suggest:
    """Suggest a kind: of several the most hampering, by its longest phrase; neutral and no phrase by default (R12)."""
    text = " ".join(words)
    wall = re.search("|".join(scenery_words()["walls"]["stop"]), text.lower())
    mentioned, kinds = [] if wall else list(_mentioned_kinds(text.lower())), list(scenery_words()["words"])
    best = min(mentioned, key=lambda mention: (kinds.index(mention[0]), -len(mention[1])), default=("neutral", ""))
    mentions = [f"{phrase} ({kind})" for kind, phrase in mentioned if kind != best[0]]
    return events.Suggest(
        words=text,
        kind=best[0],
        reason=best[1],
        others=list(dict.fromkeys(mentions)),
        barrier=wall[0] if wall else "",
        favours=list(FAVORED[best[0]]),
    )


def _mentioned_kinds(text: str) -> Iterator[tuple[str, str]]:
    """Yield the mentioned kinds with their phrases; a phrase within a longer one does not count."""
    words, forms = scenery_words()["words"], scenery_words()["forms"]
    named = [(kind, phrase, re.sub(r"y$", "(?:y|ies)", re.escape(phrase))) for kind in words for phrase in words[kind]]
    patterns = [(kind, phrase, f"{stem}(?:e?s)?") for kind, phrase, stem in named]
    patterns += [(kind, "", form) for kind in forms for form in forms[kind]]
    spans = [
        (match.start(), match.end(), kind, phrase or match[0])
        for kind, phrase, pattern in patterns
        for match in re.finditer(rf"\b(?:{pattern})\b", text)
    ]
    for start, end, kind, phrase in spans:
        if not any(s <= start and end <= e and e - s > end - start for s, e, *_ in spans):
            yield kind, phrase


def road(context: Context, request: RoadRequest) -> None:
    """Add a road: a row of arenas, open by default, each linked with the next (R14)."""
    if request.length > LONGEST_ROAD and not request.force:
        raise RefusedError(f"a road is {LONGEST_ROAD} arenas long at most, not {request.length} (R14)", LONGER)
    for other in request.link:
        arena_named(context.fight, other)
    kind, links, pieces = GROUND.kind_named(request.kind, "open"), request.link, dict[str, Arena]()
    for place in range(1, request.length + 1):
        name = f"{request.name}-{place}"
        pieces[name] = Arena(kind=kind, links=links, note=request.note or "")  # type: ignore[arg-type]
        links = [name]
    _add_and_tell(context, pieces)


def propose(context: Context, request: ProposalRequest) -> None:
    """Propose an arena beside another; it joins when it is accepted (R16)."""
    check_new_name(context.fight, request.name)
    if request.name in context.fight.proposals:
        hint = "Accept it with `arena accept`, or reject it with `arena reject`."
        raise RefusedError(f'an arena "{request.name}" is already proposed (R16)', hint)
    arena_named(context.fight, request.beside)
    proposal = Proposal(beside=request.beside, kind=GROUND.kind_named(request.kind, "neutral"), note=request.note or "")  # type: ignore[arg-type]
    context.update_fight(proposals={**context.fight.proposals, request.name: proposal})
    context.emit(events.Proposal(name=request.name, **all_keys(proposal)))


def _take_proposal(context: Context, name: str) -> Proposal:
    """Remove a proposal and return it; RefusedError names the nearest if there is none of that name (R16)."""
    proposals = {**context.fight.proposals}
    if name not in proposals:
        raise RefusedError(f'nobody proposed an arena "{name}" (R16)', nearest(name, proposals))
    proposal = proposals.pop(name)
    context.update_fight(proposals=proposals)
    return proposal


def reject(context: Context, request: RejectRequest) -> None:
    """Reject a proposed arena: it does not join (R16)."""
    context.emit(events.Rejected(name=request.name, beside=_take_proposal(context, request.name).beside))


def accept(context: Context, request: AcceptRequest) -> None:
    """Accept a proposed arena (R16)."""
    proposal = _take_proposal(context, request.name)
    kind = GROUND.kind_named(request.kind, proposal.kind)
    arena = Arena(kind=kind, links=[proposal.beside], note=proposal.note)  # type: ignore[arg-type]
    _add_and_tell(context, {request.name: arena}, change="accepted")


def breach(context: Context, request: BreachRequest) -> None:
    """Break a flimsy wall by a test; the rubble is an arena that links both sides (R17)."""
    sides = [request.one, request.other]
    for name in sides:
        arena_named(context.fight, name)
    require_known(request.kind, RUBBLE, f'rubble is not "{request.kind}"')
    if request.one == request.other:
        raise RefusedError(f"there is no wall between {request.one} and itself (R17)")
    breaker = state.ROSTER.require_able(context.fight, request.by)
    value = contests.attribute(breaker, request.with_)
    if breaker.arena not in (None, *sides):
        raise RefusedError(f"{context.fight.subject(request.by):is} in {breaker.arena}, not at the wall (R17)")
    name = request.name or f"{request.one}-{request.other}-rubble"
    check_new_name(context.fight, name)
    if contests.roll_test(context, request.by, request.with_, value, request.target, "break the wall"):
        _add_and_tell(context, {name: Arena(kind=request.kind, links=sides, note="rubble")})  # type: ignore[arg-type]


def _own_action(request: type[R], task: Callable[[Context, R], None], example: str, **more: Any) -> Action[Fight, R]:
    """Return the action of a subcommand of realm alone; the request's docstring is its summary."""
    return action(request, task, summary=str(request.__doc__), examples=(f"combatcli arena {example}",), **more)


ACTIONS = {
    "pairings": pairings_action(TOUCHING),
    **SHARED,
    "arena list": Action(arenas.ListRequest, show),
    "arena map": Action(arenas.MapRequest, show),
    "arena add": Action(AddRequest, add),
    "arena set": Action(arenas.SetRequest, change),
    "arena remove": Action(arenas.RemoveRequest, remove),
    "arena split": _own_action(SplitRequest, split, "split market stalls -f fight.toml"),
    "arena merge": _own_action(
        MergeRequest,
        lambda context, request: arenas.merge_arenas(context, GROUND, request, request.kind),
        "merge market alley -f fight.toml",
    ),
    "arena suggest": _own_action(SuggestKindRequest, suggest, "suggest a crowded bar-room", alone=True),
    "arena road": _own_action(RoadRequest, road, "road highway --length 12 --link market -f fight.toml"),
    "arena propose": _own_action(ProposalRequest, propose, "propose awnings --beside market -f fight.toml"),
    "arena accept": _own_action(AcceptRequest, accept, "accept awnings -f fight.toml"),
    "arena reject": _own_action(RejectRequest, reject, "reject awnings -f fight.toml"),
    "arena breach": _own_action(
        BreachRequest,
        breach,
        "breach market alley --by tomas --kind dense -f fight.toml",
        metrics=lambda _, asked: [chance_of_success({"who": asked.by}, Test)],
        fails=True,
    ),
}
