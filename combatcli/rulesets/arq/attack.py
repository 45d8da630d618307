"""`attack` and the pairs of a melee (P1, Q1, Q22, Q30–Q35); wounds wait in pending."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets import actions
from combatcli.rulesets.actions import Action, AnyAction, OddsQuery
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.cards import cards_left
from combatcli.rulesets.arq.events import Attack
from combatcli.rulesets.arq.schema import Combatant, Fight, Hit, LastTest
from combatcli.rulesets.arq.state import ROSTER, Context
from combatcli.rulesets.arq.test import Contestant, ToVoid, settle, void
from combatcli.rulesets.arq.wound import apply_hits
from combatcli.rulesets.asked import flag
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_attack
from combatcli.rulesets.shared.pairings.command import PairingsRequest, pairing_state, pairings
from combatcli.rulesets.shared.pairings.touching import Touching, graph_of
from combatcli.rulesets.shared.pending import add_pending, apply_from
from combatcli.rulesets.tasks import do

MELEE, MISSILE, REACTION = "melee", "missile", "reaction"
TRAITS = {MELEE: ("melee", "melee"), MISSILE: ("missile", "movement"), REACTION: ("melee", "melee")}
"""What is tested against what."""
WOUNDING = {MELEE: (1, -1), MISSILE: (1,), REACTION: (1,)}
"""The signs of the results that wound who lost: who shoots or reacts risks nothing (Q22, Q35)."""
TOUCHING = Touching(state.fights, squares=True, beneath=state.is_beneath_contempt)
"""Who is engaged, on adjacent squares, or in one arena with a foe touches them; contempt counts (P1, Q31)."""

Pairs = Sequence[Sequence[str]]


class AttackRequest(actions.AttackRequest, frozen=True):
    """Who attacks whom: in melee, by ``missile``, or in ``reaction`` to a move; ``all`` along the pairs."""

    all: bool = False
    apply: bool = False
    missile: Annotated[bool, flag("shoot, testing missile against movement")] = False
    reaction: Annotated[bool, flag("answer a move that ignored your threat")] = False
    void: ToVoid = None


class Blow(Record):
    """One attack: who on whom, of which kind."""

    attacker: str
    target: str
    kind: str


def attack(context: Context, request: AttackRequest) -> None:
    """Test each attack, or all along the pairs; who is wounded waits in pending, unless it is to be applied."""
    if request.void is not None:
        void(context, request)
    else:
        strike_each(context, blows_of(context, request), request)


def blows_of(context: Context, request: AttackRequest) -> list[Blow]:
    """Return the attacks that are asked for: on each target, or of each pair in the file's order (Q35)."""
    if request.missile and request.reaction:
        raise UsageError("--missile and --reaction exclude each other", "A reaction is a melee maneuver (Q22).")
    if not request.all:
        kind = MISSILE if request.missile else REACTION if request.reaction else MELEE
        return [Blow(request.attacker, target, kind) for target in request.targets]
    if request.missile or request.reaction:
        option = "--missile" if request.missile else "--reaction"
        raise UsageError(f"{option} does not go with --all", "attack --all tests the pairs of the melee (Q35).")
    if request.attacker:
        raise UsageError("--all takes no attacker and no target", "Write: attack --all")
    for choice in open_choices(context):
        sentence, hint = _asked(*choice)
        raise RefusedError(sentence, hint)
    blows = [Blow(one, other, MELEE) for one, other in pairs_to_test(context)]
    if not blows:
        raise RefusedError("no pair is left to test in this melee (Q35)", "`combatcli pairings` shows who fights whom.")
    return blows


def strike_each(context: Context, blows: Sequence[Blow], request: AttackRequest) -> None:
    """Make some attacks, one after the other, and apply what they do where that is asked for."""
    pairs = pairs_of(context) if any(blow.kind == MELEE for blow in blows) else []
    applied = [(apply_from, apply_hits, len(context.fight.pending))] if request.apply else []
    do(context, *[(strike, blow, pairs) for blow in blows], *applied)


def strike(context: Context, blow: Blow, pairs: Pairs) -> None:
    """Make one attack: spend what it costs, test, and let the loser's wound wait, if there is one (Q1, Q22, Q35)."""
    who, foe, kind = blow.attacker, blow.target, blow.kind
    attacker, target = _contestants(context.fight, who, foe, kind)
    ROSTER.warn_of_allies(context, who, foe)
    first, answered, edge = False, False, 0
    if kind == MISSILE:
        state.use_phase(context, "action", "a shot")
    elif kind == REACTION:
        state.use_phase(context, "movement", "a reaction")
        answered = _use_reaction(context, who, foe)
    else:
        check_paired(context, who, foe, pairs)
        state.use_phase(context, "melee", "melee")
        first = context.fight.phase == "melee" and use_pair(context, who, foe)
        edge = gang_up(context.fight, who, foe, pairs)
    acted = kind != REACTION and state.act(context, who, "action")
    if attacker.player and target.player and kind == MELEE:
        context.warn(f"{who} and {foe} both draw (Q4)")
    sides = Contestant(who, TRAITS[kind][0], edge), Contestant(foe, TRAITS[kind][1], -edge)
    marks = LastTest(pair=first, answered=answered, acted=who if acted else None)
    purpose = f"{who}'s attack on {foe}"
    sign, told = settle(context, purpose, *sides, marks, wounds=WOUNDING[kind])
    winner, wounded = (who, foe) if sign > 0 else (foe, who) if sign in WOUNDING[kind] else ("", None)
    if wounded is not None:
        add_pending(context, Hit(attacker=winner, target=wounded, cards=[*told["faces"]]))
    context.tell_attack(
        who,
        foe,
        lambda: Attack(
            attacker=who,
            target=foe,
            weapon="",
            kind=kind,
            kept=told.pop("counted"),
            hit=sign > 0,
            level=not sign,
            wounded=wounded,
            damage=1 if sign > 0 else None,
            damage_faces=[],
            **told,
        ),
    )


def _contestants(fight: Fight, who: str, foe: str, kind: str) -> tuple[Combatant, Combatant]:
    """Return two who may be tested; whoever fell since the tests of the melee began still has theirs (Q35)."""
    if kind == MELEE and who != foe and who in fight.melee and foe in fight.melee:
        return combatant_named(fight, who), combatant_named(fight, foe)
    return ROSTER.require_able(fight, who), ROSTER.require_foe(fight, who, foe)


def _use_reaction(context: Context, who: str, foe: str) -> bool:
    """Spend the answer to a foe's move that ignored one's threat, if there is one (Q22)."""
    threats = context.fight.combatants[foe].threats
    if who not in threats:
        context.warn_or_refuse(f"{who} has no move of {foe} to answer (Q22)")
        return False
    context.update_combatant(foe, threats=[threat for threat in threats if threat != who])
    return True


def warn_of_untested(context: Context) -> list[list[str]]:
    """Warn of the pairs that have not been tested, and of the first who still has a choice; return the pairs (Q35)."""
    untested = pairs_to_test(context)
    for one, other in untested:
        context.warn(f"{one} and {other} are a pair and have not been tested (Q35): combatcli attack {one} {other}")
    choices = [choice for choice in open_choices(context) if choice[0] not in _fought(context.fight)]
    for choice in choices[:1]:
        message = ". ".join(_asked(*choice))
        context.warn(message)
    return untested


def open_choices(context: Context) -> Iterator[tuple[str, list[str], str]]:
    """Go through who may be paired with whom, and who chooses (P4)."""
    melee = pairing_state(context, TOUCHING)
    names = melee.situation.graph.names
    for choice in melee.open:
        yield names[choice.who], [names[other] for other in choice.options], choice.chooser


def _asked(who: str, options: Sequence[str], chooser: str) -> tuple[str, str]:
    """Return what is said where somebody chooses, and how to."""
    chooses = "the players choose" if chooser == "players" else "the GM chooses"
    sentence = f"{who} may be paired with {' or '.join(options)}, and {chooses} (Q35)"
    return sentence, f"Say whom: combatcli pairings --choose {who}={options[0]}"


def pairs_of(context: Context) -> list[list[str]]:
    """Return the pairs of the melee, forced or chosen, player first, in the file's order (Q35); none without a file."""
    if not context.formal:
        return []
    index = {who: number for number, who in enumerate(context.fight.combatants)}
    return sorted(pairing_state(context, TOUCHING).pairs, key=lambda pair: [index.get(who, -1) for who in pair])


def pairs_to_test(context: Context) -> list[list[str]]:
    """Return the pairs that have not been tested this round."""
    tested = {frozenset(pair) for pair in context.fight.tested}
    return [pair for pair in pairs_of(context) if frozenset(pair) not in tested]


def _fought(fight: Fight) -> set[str]:
    return {who for pair in fight.tested for who in pair}


def check_paired(context: Context, attacker: str, target: str, pairs: Pairs) -> None:
    """Refuse a melee between two who neither touch nor are a pair (Q35).

    It is irregular while anything is open in their chain: pairs come first, tests after (Q30); and across a pair.
    """
    if context.formal and context.fight.phase == "melee" and _warn_of_open(context, attacker, target):
        return
    both = {attacker, target}
    if not context.formal or any({*pair} == both for pair in (*pairs, *context.fight.pairs)):
        return
    if not _touch(context.fight, attacker, target):
        raise RefusedError(
            f"{attacker} and {target} do not touch and are not a pair (Q35)",
            "Shoot with --missile, or bring them together with `move`.",
        )
    for who, other in [side for pair in pairs for side in (pair, pair[::-1]) if side[0] in both][:1]:
        context.warn_or_refuse(f"{who} is paired with {other}, and {attacker} with {target} is not a pair (Q30)")


def _warn_of_open(context: Context, attacker: str, target: str) -> bool:
    """Find a test irregular while something is open in its chain, naming who chooses (Q30); tell whether it is.

    What is open about the two themselves is named first.
    """
    graph, both = graph_of(context.fight, TOUCHING), {attacker, target}
    numbers = {graph.numbers.get(who) for who in both}
    chain = {graph.names[one] for each in graph.chains() if numbers & {*each} for one in each}
    choices = [choice for choice in open_choices(context) if choice[0] in chain]
    own = [choice for choice in choices if choice[0] in both and not both.isdisjoint(choice[1])]
    for who, options, chooser in (own or choices)[:1]:
        whom = next((other for other in options if own and other in both), options[0])
        start = f"{attacker} and {target} may be a pair, which is open: " if own else ""
        said = f"{start}{_asked(who, options, chooser)[0]}, before their chain is tested"
        context.warn_or_refuse(f"{said} (Q30): combatcli pairings --choose {who}={whom}")
    return bool(choices)


def _touch(fight: Fight, attacker: str, target: str) -> bool:
    """Tell whether two touch, whichever camps they are in (P1, Q35)."""
    one, other = fight.combatants[attacker], fight.combatants[target]
    two = {attacker: replace(one, side="one", player=True), target: replace(other, side="other", player=False)}
    graph = graph_of(replace(fight, combatants=two), TOUCHING)
    return graph.touch(graph.numbers[attacker], graph.numbers[target])


def use_pair(context: Context, attacker: str, target: str) -> bool:
    """Remember that a pair was tested this round; a second time is irregular (Q35). Tell whether it was the first."""
    pair = [attacker, target]
    if pair in context.fight.tested or pair[::-1] in context.fight.tested:
        context.warn_or_refuse(f"{attacker} and {target} have already been tested against each other this round (Q35)")
        return False
    fight = context.fight
    melee = fight.melee or [each for each in fight.combatants if ROSTER.can_fight(fight, each)]
    context.update_fight(tested=[*fight.tested, pair], melee=melee)
    return True


def gang_up(fight: Fight, attacker: str, target: str, pairs: Pairs) -> int:
    """Return the attacker's edge over a target; where it is negative, it is the target's (Q34).

    Whoever is paired more than once draws one more for each foe beyond the first and reads the lowest; whose foe is,
    the highest. Where both are, the one takes off the other.
    """
    if fight.house.get("gang_up") is False or not any({*pair} == {attacker, target} for pair in pairs):
        return 0
    return sum(target in pair for pair in pairs) - sum(attacker in pair for pair in pairs)


def odds(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Look at each attack by itself: won, level.

    One drawn after others of the same deck is as likely as if it came first, until the deck is spent; where it would
    be, the tests before it are gone through too. What is applied after them changes none.
    """
    if request.void is not None:
        yield OddsQuery((attack, request), [])
        return
    context, earlier = CombatContext(fight), dict[str, list[Blow]]()
    for blow in blows_of(context, request):
        player = next((who for who in (blow.attacker, blow.target) if fight.combatants[who].player), "")
        blows = earlier.setdefault(player, [])
        blows.append(blow)
        asked = [blow]
        if player and len(blows) > 1 and _spends(context, player, blows):
            asked = [*blows]
        yield OddsQuery((strike_each, asked, replace(request, apply=False)), _metrics(blow))


def _spends(context: Context, who: str, blows: Sequence[Blow]) -> bool:
    """Tell whether several tests spend somebody's deck, so that they are not alike."""
    fight, pairs = context.fight, pairs_of(context)
    edges = [gang_up(fight, blow.attacker, blow.target, pairs) for blow in blows if blow.kind == MELEE]
    return len(blows) + sum(map(abs, edges)) > cards_left(fight, fight.combatants[who])


def pair_up(context: Context, request: PairingsRequest) -> None:
    """Report or choose the pairs; whoever was tested keeps the partner in this round (Q30, Q35)."""
    possible = _possible_pairs(context) if context.fight.tested and (request.choose or request.share) else set()
    pairings(context, request, TOUCHING)
    for one, other in context.fight.tested if possible else ():
        if frozenset((one, other)) in possible - _possible_pairs(context):
            message = f"{one} and {other} have been tested against each other this round and stay a pair (Q35)"
            raise RefusedError(
                message, f"To choose anew, void the test: combatcli test --void {_who_drew(context, one, other)}"
            )


def _possible_pairs(context: Context) -> set[frozenset[str]]:
    """Return the pairs that there are or may still be chosen."""
    options = [(who, other) for who, others, _ in open_choices(context) for other in others]
    return {frozenset(pair) for pair in (*pairs_of(context), *options)}


def _who_drew(context: Context, one: str, other: str) -> str:
    return one if context.fight.combatants[one].player else other


def _metrics(blow: Blow) -> list[Metric]:
    def chance(of: str, holds: Callable[[Attack], bool]) -> Metric:
        return chance_of_attack(of, blow.attacker, blow.target, Attack, holds)

    wounded = [chance("attacker wounded", lambda event: event.wounded == blow.attacker)] if blow.kind == MELEE else []
    return [chance("hit", lambda event: event.hit), chance("level", lambda event: event.level), *wounded]


ACTIONS: dict[str, AnyAction] = {
    "attack": Action(
        AttackRequest,
        attack,
        odds,
        words="--all resolves the pairs in order",
        examples=("combatcli attack --ruleset arq --with traits.melee=2 --against traits.melee=1 --odds",),
    ),
    "pairings": Action(PairingsRequest, pair_up),
}
