"""`pairings` (P1–P8): what is forced and what is open, and whoever chooses, chooses; in every game."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.encounter.references import combatant_named, id_of
from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.events import Pairings
from combatcli.records import Record
from combatcli.rulesets.actions import Action, AnyAction, Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.memory import Memory
from combatcli.rulesets.shared.pairings.graph import Graph
from combatcli.rulesets.shared.pairings.sharing import every_way, gang, spread
from combatcli.rulesets.shared.pairings.situation import Open, Situation
from combatcli.rulesets.shared.pairings.touching import Touching, camps, graph_of, inside_a_camp, irregularities
from combatcli.toml import Tables

LIMIT = 100
DRAWN = 12
"""How many of a chain a picture shows."""
PAIR = 2
"""How many a pair names, and how many camps they are of."""


class PairingsRequest(Request, frozen=True):
    """Which pairs to choose, or how to share out what is open; ``all`` lists every legal pairing, up to ``limit``."""

    choose: list[str] = []
    spread: bool = False
    gang: bool = False
    all: bool = False
    limit: int | None = None

    @property
    def chooses(self) -> bool:
        """Whether it settles anything."""
        return bool(self.choose) or self.spread or self.gang


NOTHING = PairingsRequest()


class PairingState(Record):
    """The pairs of an encounter: its chains with what was chosen, the choices by name, and pairs only the file has.

    ``pairs`` are all, forced or chosen, [camp 1, camp 2] in the file's order; ``open`` is what is still to be chosen.
    """

    situation: Situation
    chosen: list[list[str]]
    elsewhere: list[list[str]]
    pairs: list[list[str]]
    open: list[Open]
    warnings: list[str]


def _state(
    situation: Situation, chosen: list[list[str]], elsewhere: list[list[str]], warnings: list[str]
) -> PairingState:
    pairs = [*elsewhere, *map(situation.graph.named, sorted({*situation.forced(), *situation.chosen}))]
    return PairingState(situation, chosen, elsewhere, pairs, situation.open(), warnings)


_settled: Memory[PairingState] = Memory(256)
"""What was settled, by who touches whom and what was chosen: each melee asks for the same."""


def check_request(request: PairingsRequest) -> None:
    """Refuse options that contradict one another."""
    if request.spread and request.gang:
        raise UsageError("--spread and --gang exclude each other", "One spreads fighters evenly, the other gangs up.")
    if request.limit is not None and not request.all:
        raise UsageError("--limit needs --all", "Write: pairings --all --limit N")
    if request.limit is not None and request.limit < 1:
        raise UsageError(f"--limit {request.limit}: expected 1 or more")


def pairing_state(
    context: CombatContext[E], touching: Touching, request: PairingsRequest = NOTHING, choices: Sequence[list[str]] = ()
) -> PairingState:
    """Return the pairs with what a request chooses; one in the file that cannot be is left out with a warning.

    Pairs of two who do not touch stay as the file has them: the GM's word.
    """
    fight = context.fight

    def settle() -> PairingState:
        return _settle(context.fork(), touching, request, choices)

    named = [tuple(map(tuple, pairs)) for pairs in (fight.pairs, fight.chosen, choices)]
    made_of = graph_of(fight, touching), *named, request.spread, request.gang
    # To list all pairings changes the situation.
    state = settle() if request.all else _settled.of(made_of, settle)
    for sentence in state.warnings:
        context.warn(sentence)
    return state


def _settle(
    context: CombatContext[E], touching: Touching, request: PairingsRequest, choices: Sequence[list[str]]
) -> PairingState:
    fight, but = context.fight, [pair[0] for pair in choices]
    situation = Situation(graph_of(fight, touching))
    graph = situation.graph
    chosen, elsewhere = [], []
    for pair in [pair for pair in fight.chosen or fight.pairs if len(pair) == PAIR]:
        one, other = (graph.numbers.get(who, -1) for who in pair)
        if -1 in (one, other) or not graph.touch(one, other):
            if in_order(fight, pair) not in elsewhere and is_of_two_camps(context, pair):
                elsewhere.append(in_order(fight, pair))
            continue
        if pair[0] in but:
            continue
        try:
            situation.choose(one, other)
            chosen.append(list(pair))
        except RefusedError as error:
            context.warn(f"the pair {pair[0]}–{pair[1]} was left out: {error.message}")
    whole = [pair for pair in fight.pairs if fight.chosen and len(pair) == PAIR]
    kept = [in_order(fight, pair) for pair in whole if not _touches(graph, pair)]
    elsewhere += [pair for pair in kept if pair not in elsewhere]
    chosen = choose(situation, chosen, choices)
    share_out(situation, request)
    if request.spread or request.gang:
        chosen = [situation.graph.named(pair) for pair in situation.pairs()]
    return _state(situation, chosen, elsewhere, context.warnings)


def _touches(graph: Graph, pair: Sequence[str]) -> bool:
    one, other = (graph.numbers.get(who, -1) for who in pair)
    return -1 not in (one, other) and graph.touch(one, other)


def is_of_two_camps(context: CombatContext[E], pair: Sequence[str]) -> bool:
    """Return whether two are of two camps; warn of a pair in the file that is not (P2)."""
    camp = camps(context.fight)
    if len({camp.get(who) for who in pair}) == PAIR:
        return True
    context.warn(f"{pair[0]} and {pair[1]} are a pair in the file, but belong to one camp (P2)")
    return False


def in_order(fight: Encounter, pair: Sequence[str]) -> list[str]:
    """Return a pair as [camp 1, camp 2]."""
    camp = camps(fight)
    return sorted(pair, key=lambda who: camp.get(who, 0))


def split_choice(word: str) -> tuple[str, str]:
    """Return the two of `orc2=mira`; UsageError if it is no such word."""
    one, equals, other = word.partition("=")
    if not (one and equals and other):
        raise UsageError(f"--choose {word}: expected WHO=WHOM", "As in --choose orc2=mira")
    return one, other


def pairings(context: CombatContext[E], request: PairingsRequest, touching: Touching) -> None:
    """Report what is forced and what is open; put in what is chosen."""
    check_request(request)
    if not context.silent:
        for sentence in (*irregularities(context.fight, touching), *inside_a_camp(context.fight, touching)):
            context.warn(sentence)
    choices = []
    for word in request.choose:
        one, other = (id_of(context.fight, who) for who in split_choice(word))
        for who in (one, other):
            combatant_named(context.fight, who)
        choices.append([one, other])
    state = pairing_state(context, touching, request, choices)
    if request.chooses:
        context.update_fight(pairs=state.pairs, chosen=state.chosen)
    by_name = {who: getattr(combatant, "position", None) for who, combatant in context.fight.combatants.items()}
    places = {who: list(position) for who, position in by_name.items() if position is not None}
    context.tell(lambda: pairings_event(state, request, places))


def choose(situation: Situation, chosen: Sequence[list[str]], choices: Sequence[list[str]]) -> list[list[str]]:
    """Put pairs in, each in place of what was chosen for the same one before; return all that is chosen (P7)."""
    numbers = situation.graph.numbers
    kept = [list(pair) for pair in chosen]
    for pair in choices:
        for who in pair:
            if who not in numbers:
                raise RefusedError(f"{who} is not able to fight and cannot be paired (P1)")
        others = [other for other in kept if other[0] != pair[0]]
        if others != kept:
            situation.start_over((numbers[one], numbers[other]) for one, other in others)
        situation.choose(numbers[pair[0]], numbers[pair[1]])
        kept = [*others, pair]
    return kept


def share_out(situation: Situation, request: PairingsRequest) -> None:
    """Choose what is open: as evenly as may be, or piled up (P6)."""
    if request.spread or request.gang:
        for assignment in situation.assignments:
            (spread if request.spread else gang)(assignment)
        situation.choose_all()


def pairings_event(state: PairingState, request: PairingsRequest, places: dict[str, list[float]]) -> Pairings:
    """Return the event: pairs and forced ones, what is open to whom, and how many pairings there are."""
    situation, names = state.situation, state.situation.graph.names
    whole = Situation(situation.graph) if situation.chosen else situation
    total = whole.count()
    event = Pairings(
        pairs=state.pairs,
        forced=[situation.graph.named(pair) for pair in whole.forced()],
        open=[
            {
                "who": names[choice.who],
                "options": [names[option] for option in choice.options],
                "chooser": choice.chooser,
            }
            for choice in state.open
        ],
        count=total.ways if total.exact else None,
        chains=[_chain(situation, assignment.members, places) for assignment in situation.assignments],
    )
    if not total.exact:
        event.at_least = total.ways
    if situation.chosen:
        event.left = situation.count().ways
    if request.all:
        event.all = [
            [situation.graph.named(pair) for pair in way]
            for way in every_way(situation.assignments, request.limit or LIMIT)
        ]
        event.listed = len(event.all)
    return event


def _chain(situation: Situation, members: Sequence[int], places: dict[str, list[float]]) -> Tables:
    """Return who is in a chain, by camps; of a small one also who touches whom, and where they stand."""
    graph = situation.graph
    by_camp = {camp: [graph.names[member] for member in members if graph.camps[member] == camp] for camp in (1, 2)}
    keys: Tables = {"camp_1": by_camp[1], "camp_2": by_camp[2]}
    if len(members) <= DRAWN:
        touching = [
            graph.named((member, other))
            for member in members
            if graph.camps[member] == 1
            for other in graph.others(member)
        ]
        keys["touching"] = sorted(touching, key=lambda pair: [graph.numbers[who] for who in pair])
        keys["places"] = {
            graph.names[index]: places[graph.names[index]] for index in members if graph.names[index] in places
        }
    return keys


def keep_pairs(context: CombatContext[E], touching: Touching) -> None:
    """Drop all pairs when a new round begins, and one by one when two no longer touch or fight (P7)."""
    fight, before = context.fight, context.before
    if fight.round != before.round:
        context.update_fight(pairs=[], chosen=[])
        return
    then, now = graph_of(before, touching), graph_of(fight, touching)

    def stays(pair: Sequence[str]) -> bool:
        able = len(pair) == len(now.numbers.keys() & pair) == PAIR
        return able and (now is then or _touches(now, pair) or not _touches(then, pair))

    kept = {key: [pair for pair in getattr(fight, key) if stays(pair)] for key in ("pairs", "chosen")}
    if before.chosen and not kept["chosen"]:
        kept["pairs"] = [pair for pair in kept["pairs"] if not _touches(now, pair)]
    if any(kept[key] != getattr(fight, key) for key in kept):
        context.update_fight(**kept)


def pairings_action(touching: Touching) -> AnyAction:
    """Return what a game does for `pairings`."""
    return Action(PairingsRequest, lambda context, request: pairings(context, request, touching))


def without_encounter(text: str, request: PairingsRequest) -> Pairings:
    """Return the event for who touches whom in `orc1:mira orc2:mira,tomas`, foes first (P2)."""
    check_request(request)
    situation = Situation(graph_of_words(text))
    choices = [list(split_choice(word)) for word in request.choose]
    names = {name.casefold(): name for name in situation.graph.names}
    for pair in choices:
        for at, who in enumerate(pair):
            if who.casefold() not in names:
                raise RefusedError(f'--engaged names no "{who}"', nearest(who, situation.graph.names))
            pair[at] = who if who in situation.graph.numbers else names[who.casefold()]
    chosen = choose(situation, [], choices)
    share_out(situation, request)
    return pairings_event(_state(situation, chosen, [], []), request, {})


def graph_of_words(text: str) -> Graph:
    """Return who touches whom as words say it; RefusedError where no two camps can be made of them (P2)."""
    touching = _read_touching(text)
    camp = _two_camps(touching)
    names = list(touching)
    number = {who: at for at, who in enumerate(names)}
    pairs = [(number[who], number[other]) for who in names if camp[who] == 1 for other in touching[who]]
    return Graph(names, [camp[who] for who in names], pairs=pairs)


def _read_touching(text: str) -> dict[str, dict[str, None]]:
    touching: dict[str, dict[str, None]] = {}
    for word in text.split():
        foe, colon, rest = word.partition(":")
        others = [name for name in rest.split(",") if name]
        if not (foe and colon and others):
            raise UsageError(
                f"--engaged {word}: expected FOE:NAME,NAME…", "As in --engaged 'orc1:mira orc2:mira,tomas'"
            )
        for other in others:
            touching.setdefault(foe, {})[other] = None
            touching.setdefault(other, {})[foe] = None
    if not touching:
        raise UsageError("--engaged names nobody", "As in --engaged 'orc1:mira orc2:mira,tomas'")
    return touching


def _two_camps(touching: dict[str, dict[str, None]]) -> dict[str, int]:
    """Return the camp of each, who stands left first in a chain being a foe; RefusedError at an odd ring."""
    camp: dict[str, int] = {}
    for start in touching:
        if start in camp:
            continue
        camp[start] = 2
        chain = [start]
        for who in chain:  # grows as it is gone through
            for other in touching[who]:
                if other not in camp:
                    camp[other] = 3 - camp[who]
                    chain.append(other)
                elif camp[other] == camp[who]:
                    raise RefusedError(
                        f"{who} and {other} touch in a ring that cannot be split into two camps (P2)",
                        "Put foes left of the colon and players right of it.",
                    )
    return camp
