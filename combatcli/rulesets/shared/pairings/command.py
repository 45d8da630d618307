"""`pairings` (P1–P8): report the forced pairs and the open choices, and make choices, in every game."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import islice, starmap

from combatcli.encounter.references import combatant_named, id_or_word
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.events import Pairings
from combatcli.records import Record
from combatcli.rulesets.actions import Action, AnyAction, Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.pairings.counting import count_pairings
from combatcli.rulesets.shared.pairings.graph import Pair, TouchGraph, graph_of_words
from combatcli.rulesets.shared.pairings.pairing import Pairing, Price, all_pairings, file_order_cost, spreading_cost
from combatcli.rulesets.shared.pairings.touching import TouchingRules, camps, irregularities
from combatcli.toml import Tables

LIMIT = 100
DRAWN = 12
"""The size up to which a chain is drawn."""
PAIR = 2
"""The names in a pair, and the number of camps."""


class PairingsRequest(Request, frozen=True):
    """Pairs to choose, or how to share out the open ones; ``all`` lists every legal pairing up to ``limit``."""

    choose: list[str] = []
    spread: bool = False
    gang: bool = False
    all: bool = False
    limit: int | None = None

    @property
    def share_price(self) -> Price | None:
        """The price that sharing out the open pairs minimizes; None if they are not shared out."""
        return spreading_cost if self.spread else file_order_cost if self.gang else None


def check_request(request: PairingsRequest) -> None:
    """Refuse options that contradict one another."""
    if request.limit is not None and not request.all:
        raise UsageError("--limit needs --all", "Write: pairings --all --limit N")


class OpenPair(Record):
    """An open choice: a combatant, their possible partners, and who chooses, players or gm (P4)."""

    who: str
    options: list[str]
    chooser: str

    @property
    def sentence(self) -> str:
        """The choice as a sentence."""
        chooses = "the players choose" if self.chooser == "players" else "the GM chooses"
        return f"{self.who} may be paired with {' or '.join(self.options)}, and {chooses}"

    def command(self, whom: str = "") -> str:
        """Return the command that makes the choice, by default of the first partner."""
        return f"combatcli pairings --choose {self.who}={whom or self.options[0]}"


class PairingState(Record):
    """The pairs of an encounter: ``pairs`` has all of them, ``chosen`` those that were chosen by name.

    Camp 1 comes first in ``pairs``, the one who chose in ``chosen``. ``choices`` are the open ones (P4).
    """

    pairing: Pairing
    chosen: list[list[str]]
    pairs: list[list[str]]
    choices: list[OpenPair]
    warnings: list[str]

    def choices_in_chains_of(self, members: Collection[str]) -> list[OpenPair]:
        """Return the open choices in the chains that hold any of these combatants (Q30)."""
        graph = self.pairing.graph
        chains = [{graph.names[one] for one in chain} for chain in graph.chains()] if self.choices else []
        near = {who for chain in chains if not chain.isdisjoint(members) for who in chain}
        return [choice for choice in self.choices if choice.who in near]


def pairing_state(
    context: CombatContext[E],
    touching: TouchingRules,
    choices: Sequence[Sequence[str]] = (),
    share: Price | None = None,
) -> PairingState:
    """Choose and share out pairs now; return them with the file's, whose impossible ones are dropped with a warning.

    Pairs of two who do not touch stay as the file has them: the GM's word.
    """
    fight, graph = context.fight, touching.graph(context.fight)
    for who in (who for pair in choices for who in pair):
        combatant_named(fight, who)
        if who not in graph.numbers:
            raise RefusedError(f"{fight.subject(who):is} not able to fight and cannot be paired (P1)")
    chosen, pairs = ([pair for pair in each if _touch(graph, pair)] for each in (fight.chosen, fight.pairs))
    state = settled_pairs(graph, *(_pairs_as_numbers(graph, each) for each in (chosen, pairs, choices)), share)
    for sentence in state.warnings:
        context.warn(sentence)
    apart = [pair for pair in (*fight.chosen, *fight.pairs) if len(pair) == PAIR and not _touch(graph, pair)]
    return state.changed(pairs=[*_of_two_camps(context, apart), *state.pairs]) if apart else state


def _touch(graph: TouchGraph, pair: Sequence[str]) -> bool:
    numbers = [graph.numbers[who] for who in pair if who in graph.numbers]
    return len(pair) == len(numbers) == PAIR and numbers[1] in graph.touching[numbers[0]]


def _pairs_as_numbers(graph: TouchGraph, pairs: Iterable[Sequence[str]]) -> tuple[Pair, ...]:
    return tuple((graph.numbers[one], graph.numbers[other]) for one, other in pairs)


def _of_two_camps(context: CombatContext[E], pairs: Iterable[Sequence[str]]) -> list[list[str]]:
    """Return the pairs of two camps as [camp 1, camp 2], each once; warn of the other pairs (P2)."""
    camp, pairs_in_order = camps(context.fight), []
    for pair in pairs:
        in_order = sorted(pair, key=lambda who: camp.get(who, 0))
        if len({camp.get(who) for who in pair}) < PAIR:
            context.warn(f"{pair[0]} and {pair[1]} are a pair in the file, but belong to one camp (P2)")
        elif in_order not in pairs_in_order:
            pairs_in_order.append(in_order)
    return pairs_in_order


@lru_cache(256)
def settled_pairs(
    graph: TouchGraph, chosen: tuple[Pair, ...], pairs: tuple[Pair, ...], choices: tuple[Pair, ...], share: Price | None
) -> PairingState:
    """Return the settled pairs, as numbers: those chosen and shared out now, and those in the file.

    A pair in the file that was neither chosen nor is forced was shared out earlier. It stays unless a choice excludes
    it or the open pairs are shared out anew (P7). The result is kept, for each melee asks several times.
    """
    pairing, warnings = Pairing(graph), list[str]()
    kept = _choose_possible_pairs(pairing, chosen, warnings)
    explained = {*starmap(graph.pair, chosen), *pairing.forced_pairs()} if pairs else set()
    shared = [pair for pair in pairs if graph.pair(*pair) not in explained]
    for pair in choices:
        kept = [old for old in kept if not _replaces(pairing, pair, old)]
        pairing = Pairing(graph, kept)
        if not pairing.choose(*pair):
            raise RefusedError(pairing.refusal_sentence(*pair), "`pairings` shows the open choices.")
        kept.append(pair)
    if share is not None:
        pairing.fix_cheapest_pairs(share)
    else:
        _choose_possible_pairs(pairing, shared, None if choices else warnings)
    names = graph.names
    open_ = [OpenPair(names[who], [names[one] for one in options], by) for who, options, by in pairing.open_choosers()]
    return PairingState(
        pairing, list(map(graph.named, kept)), list(map(graph.named, pairing.forced_pairs())), open_, warnings
    )


def _choose_possible_pairs(pairing: Pairing, pairs: Iterable[Pair], warnings: list[str] | None) -> list[Pair]:
    """Choose the pairs that are possible and return them; warn of the others."""
    chosen = []
    for pair in pairs:
        if pairing.choose(*pair):
            chosen.append(pair)
        elif warnings is not None:
            names = "–".join(pairing.graph.named(pair))
            warnings.append(f"the pair {names} was left out: {pairing.refusal_sentence(*pair)}")
    return chosen


def _replaces(pairing: Pairing, new: Pair, old: Pair) -> bool:
    """Tell whether a new choice replaces an old one: of the same combatant, or of an extra, who has one pair (P7)."""
    return new[0] == old[0] or set(new) == set(old) or not pairing.roles.extra.isdisjoint(set(new) & set(old))


def pairings(context: CombatContext[E], request: PairingsRequest, touching: TouchingRules) -> None:
    """Report the forced pairs and the open choices, and make new choices."""
    check_request(request)
    fight = context.fight
    if not context.silent:
        for sentence in irregularities(fight, touching):
            context.warn(sentence)
    choices = [[id_or_word(fight, who) for who in split_choice(word)] for word in request.choose]
    state = pairing_state(context, touching, choices, request.share_price)
    if choices or request.share_price:
        context.update_fight(pairs=state.pairs, chosen=state.chosen)
    by_name = {who: getattr(combatant, "position", None) for who, combatant in fight.combatants.items()}
    places = {who: list(position) for who, position in by_name.items() if position is not None}
    context.tell(lambda: pairings_event(state, request, places))


def split_choice(word: str) -> tuple[str, str]:
    """Return both names of `orc2=mira`; UsageError for any other form."""
    one, equals, other = word.partition("=")
    if not (one and equals and other):
        raise UsageError(f"--choose {word}: expected WHO=WHOM", "As in --choose orc2=mira")
    return one, other


def pairings_of_text(text: str, request: PairingsRequest) -> Pairings:
    """Return the event of the graph `orc1:mira orc2:mira,tomas`, foes first (P2)."""
    check_request(request)
    graph = graph_of_words(text)
    names = {name.casefold(): name for name in graph.names} | {name: name for name in graph.names}
    choices = list(map(split_choice, request.choose))
    for who in (who for pair in choices for who in pair):
        if who.casefold() not in names:
            raise RefusedError(f'--engaged names no "{who}"', nearest(who, graph.names))
    named = [[names.get(who, names[who.casefold()]) for who in pair] for pair in choices]
    return pairings_event(
        settled_pairs(graph, (), (), _pairs_as_numbers(graph, named), request.share_price), request, {}
    )


def pairings_event(state: PairingState, request: PairingsRequest, places: dict[str, list[float]]) -> Pairings:
    """Return the event: all pairs, the forced ones, the open choices, and the number of pairings."""
    pairing, graph = state.pairing, state.pairing.graph
    whole = settled_pairs(graph, (), (), (), None).pairing if pairing.chosen else pairing
    total = count_pairings(whole)
    ways = None
    if request.all:
        every = islice(all_pairings(Pairing(graph, pairing.chosen)), request.limit or LIMIT)
        ways = [list(map(graph.named, way)) for way in every]
    return Pairings(
        pairs=state.pairs,
        forced=list(map(graph.named, whole.forced_pairs())),
        open=[choice.as_dict() for choice in state.choices],
        count=total.ways if total.exact else None,
        at_least=None if total.exact else total.ways,
        left=count_pairings(pairing).ways if pairing.chosen else None,
        all=ways,
        listed=len(ways) if ways is not None else None,
        chains=[_chain_members(graph, everybody, places) for everybody in graph.chains()],
    )


def _chain_members(graph: TouchGraph, everybody: Sequence[int], places: dict[str, list[float]]) -> Tables:
    """Return the members of a chain by camp; for a small chain also its graph and their places."""
    camp_1, camp_2 = ([one for one in everybody if graph.camps[one] == camp] for camp in (1, 2))
    keys: Tables = {"camp_1": [graph.names[one] for one in camp_1], "camp_2": [graph.names[one] for one in camp_2]}
    if len(everybody) <= DRAWN:
        keys["touching"] = [graph.named((one, other)) for one in camp_1 for other in sorted(graph.touching[one])]
        named = [graph.names[one] for one in everybody]
        keys["places"] = {who: places[who] for who in named if who in places}
    return keys


def drop_ended_pairs(context: CombatContext[E], touching: TouchingRules) -> None:
    """Drop all pairs in a new round, and in the same round those that no longer touch or can no longer fight (P7)."""
    fight, before = context.fight, context.before
    if fight.round != before.round:
        context.update_fight(pairs=[], chosen=[])
        return
    now = touching.graph(fight)

    def stays(pair: Sequence[str]) -> bool:
        able = len(pair) == len(now.numbers.keys() & pair) == PAIR
        return able and (_touch(now, pair) or not _touch(touching.graph(before), pair))

    kept = {key: [pair for pair in getattr(fight, key) if stays(pair)] for key in ("pairs", "chosen")}
    if any(kept[key] != getattr(fight, key) for key in kept):
        context.update_fight(**kept)


def pairings_action(touching: TouchingRules) -> AnyAction:
    """Return the `pairings` action of a game."""
    return Action(PairingsRequest, lambda context, request: pairings(context, request, touching))
