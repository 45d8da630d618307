"""`attack` and the pairs of a melee (P1, Q1, Q22, Q30–Q35); hits wait in ``pending``."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Annotated

from msgspec import Struct

from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets import actions
from combatcli.rulesets.actions import Action, AnyAction, OddsQuery
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.events import Attack
from combatcli.rulesets.arq.schema import Fight, Hit, LastTest
from combatcli.rulesets.arq.state import ROSTER, Context
from combatcli.rulesets.arq.test import Contestant, ToVoid, draw_for_test, or_void_last_test
from combatcli.rulesets.arq.wound import apply_hits
from combatcli.rulesets.asked import flag
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_attack
from combatcli.rulesets.shared.pairings.command import OpenPair, PairingsRequest, PairingState, pairing_state, pairings
from combatcli.rulesets.shared.pairings.touching import TouchingRules, touch_in_any_camp
from combatcli.rulesets.shared.pending import add_pending, apply_from
from combatcli.rulesets.tasks import do

MELEE, MISSILE, REACTION = "melee", "missile", "reaction"
TOUCHING = TouchingRules(
    state.fights_in_melee, squares=True, beneath=lambda combatant: state.CONTEMPT in map(str.casefold, combatant.gifts)
)
"""Figures touch who are engaged, on adjacent squares or in one arena; "beneath contempt" counts (P1, Q31)."""

Pairs = Sequence[Sequence[str]]


class AttackRequest(actions.AttackRequest, frozen=True):
    """An attack: melee by default, ``missile`` for a shot, ``reaction`` to a move; ``all`` attacks along the pairs."""

    all: bool = False
    apply: bool = False
    missile: Annotated[bool, flag("shoot, testing missile against movement")] = False
    reaction: Annotated[bool, flag("answer a move that ignored your threat")] = False
    void: ToVoid = None


class AttackKind(Record):
    """A kind of attack: both traits, its phase, and the signs of the results (1 for a win) that wound the loser."""

    trait: str
    against: str
    phase: str
    called: str
    wounding: tuple[int, ...] = (1,)


KINDS = {
    MELEE: AttackKind("melee", "melee", "melee", "melee", (1, -1)),
    MISSILE: AttackKind("missile", "movement", "action", "a shot"),
    REACTION: AttackKind("melee", "melee", "movement", "a reaction"),
}
"""The kinds of attack: a shooter or reacting figure risks no wound (Q22, Q35)."""


class Blow(Struct, frozen=True, gc=False):
    """One attack: attacker, target, kind, and the attacker's edge (Q34)."""

    attacker: str
    target: str
    kind: str
    edge: int = 0


def attack(context: Context, request: AttackRequest) -> None:
    """Resolve each attack, or all along the pairs; each hit waits in ``pending`` unless ``apply`` is set."""
    blows, first = requested_blows(context, request), len(context.fight.pending)
    check_blows(context, blows, paired=request.all)
    strike_one_by_one(context, blows)
    if request.apply:
        do(context, (apply_from, apply_hits, first))


def requested_blows(context: Context, request: AttackRequest) -> list[Blow]:
    """Return the requested attacks: one per target, or one per pair in the file's order (Q35)."""
    if request.missile and request.reaction:
        raise UsageError("--missile and --reaction exclude each other", "A reaction is a melee maneuver (Q22).")
    kind = MISSILE if request.missile else REACTION if request.reaction else MELEE
    if request.all and kind != MELEE:
        raise UsageError(f"--{kind} does not go with --all", "attack --all tests the pairs of the melee (Q35).")
    if request.all and request.attacker:
        raise UsageError("--all takes no attacker and no target", "Write: attack --all")
    if kind != MELEE:
        return [Blow(request.attacker, target, kind) for target in request.targets]
    melee = pairing_state(context, TOUCHING)
    pairs, blows = melee_pairs(context, melee), [[request.attacker, target] for target in request.targets]
    if request.all:
        for choice in melee.choices:
            raise RefusedError(f"{choice.sentence} (Q35)", f"Say whom: {choice.command()}")
        blows = [pair for pair in pairs if not _has_pair(context.fight.tested, pair)]
        if not blows:
            message = "no pair is left to test in this melee (Q35)"
            raise RefusedError(message, "`combatcli pairings` shows who fights whom.")
    return [Blow(who, foe, kind, gang_up_edge(context.fight, who, foe, pairs)) for who, foe in blows]


def check_blows(context: Context, blows: Sequence[Blow], *, paired: bool = False) -> None:
    """Refuse attacks that cannot be made, but for a test of whoever fell after the melee's tests began (Q35)."""
    fight, in_melee = context.fight, context.formal and any(blow.kind == MELEE for blow in blows)
    melee = pairing_state(context, TOUCHING) if in_melee and not paired else None
    for blow in blows:
        who, foe = blow.attacker, blow.target
        if blow.kind != MELEE or who == foe or not {who, foe} <= {*fight.melee}:
            ROSTER.require_able(fight, who)
            ROSTER.require_attackable(fight, who, foe)
        if not paired:
            ROSTER.warn_of_attack_on_ally(context, who, foe)
        if melee is not None:
            check_may_fight(context, who, foe, melee)


def strike_one_by_one(context: Context, blows: Sequence[Blow]) -> None:
    """Make the attacks one after the other; the melee's fighters are fixed when its tests begin (Q35)."""
    fight = context.fight
    if fight.phase == "melee" and not fight.melee and any(blow.kind == MELEE for blow in blows):
        context.update_fight(melee=[*ROSTER.able(fight)])
    do(context, *[(strike, blow, blow is blows[-1]) for blow in blows])


def strike(context: Context, blow: Blow, last: bool) -> None:  # noqa: FBT001  (a task takes all by place)
    """Make one attack, perhaps a command's last: spend its cost, test, add the loser's wound (Q1, Q22, Q35)."""
    who, foe, kind = blow.attacker, blow.target, KINDS[blow.kind]
    state.warn_or_refuse_outside_phase(context, kind.phase, kind.called)
    marks = LastTest(
        pair=blow.kind == MELEE and mark_pair_tested(context, who, foe),
        answered=blow.kind == REACTION and _use_reaction(context, who, foe),
        acted=who if blow.kind != REACTION and state.mark_acted(context, who, "action") else None,
    )
    if blow.kind == MELEE and context.fight.combatants[who].player and context.fight.combatants[foe].player:
        context.warn(f"{who} and {foe} both draw (Q4)")
    sides = Contestant(who, kind.trait, blow.edge), Contestant(foe, kind.against, -blow.edge)
    purpose = "" if context.silent else f"{context.fight.subject(who):'s} attack on {foe}"
    sign, keys = draw_for_test(context, purpose, *sides, marks, kind.wounding, last=last)
    wounded = None
    if sign in kind.wounding:
        winner, wounded = (who, foe) if sign > 0 else (foe, who)
        add_pending(context, Hit(attacker=winner, target=wounded, cards=[*keys["faces"]]))

    def event() -> Attack:
        drawn = {"kept": keys.pop("counted"), "weapon": "", "damage_faces": [], **keys}
        drawn |= {"hit": sign > 0, "level": not sign, "wounded": wounded, "damage": 1 if sign > 0 else None}
        return Attack(attacker=who, target=foe, kind=blow.kind, **drawn)

    context.tell_attack(who, foe, event)


def _use_reaction(context: Context, who: str, foe: str) -> bool:
    """Spend the reaction to a foe's move that ignored the figure's threat; it is irregular without one (Q22)."""
    threats = context.fight.combatants[foe].threats
    if who not in threats:
        context.warn_or_refuse(f"{context.fight.subject(who):has} no move of {foe} to answer (Q22)")
    context.update_combatant(foe, threats=[threat for threat in threats if threat != who])
    return who in threats


def warn_of_untested(context: Context) -> list[list[str]]:
    """Warn of untested pairs and of the first open choice; return the pairs (Q35)."""
    untested = pairs_to_test(context)
    for one, other in untested:
        context.warn(f"{one} and {other} are a pair and have not been tested (Q35): combatcli attack {one} {other}")
    fought = {who for pair in context.fight.tested for who in pair}
    for choice in [choice for choice in pairing_choices(context) if choice.who not in fought][:1]:
        context.warn(f"{choice.sentence} (Q35). Say whom: {choice.command()}")
    return untested


def pairing_choices(context: Context) -> list[OpenPair]:
    """Return who may be paired with whom, and who chooses (P4)."""
    return pairing_state(context, TOUCHING).choices


def melee_pairs(context: Context, melee: PairingState | None = None) -> list[list[str]]:
    """Return the melee's pairs, forced or chosen, in the file's order (Q35); none without a file."""
    if not context.formal:
        return []
    melee = melee or pairing_state(context, TOUCHING)
    places = {who: number for number, who in enumerate(context.fight.combatants)}
    return sorted(melee.pairs, key=lambda pair: [places.get(who, -1) for who in pair])


def pairs_to_test(context: Context) -> list[list[str]]:
    """Return the pairs that have not been tested this round (Q35)."""
    return [pair for pair in melee_pairs(context) if not _has_pair(context.fight.tested, pair)]


def _has_pair(pairs: Pairs, pair: Sequence[str]) -> bool:
    return [*pair] in pairs or [*pair][::-1] in pairs


def check_may_fight(context: Context, attacker: str, target: str, melee: PairingState) -> None:
    """Refuse a melee between two that neither touch nor are a pair (Q35).

    It is irregular while a choice in their chain is open (Q30), first of all their own, and beside a pair with another.
    """
    fight, both = context.fight, {attacker, target}
    choices = melee.choices_in_chains_of(both) if fight.phase == "melee" else []
    own = [choice for choice in choices if choice.who in both and not both.isdisjoint(choice.options)]
    pair = _has_pair([*melee.pairs, *fight.pairs], [attacker, target])
    if not (own or pair or touch_in_any_camp(fight, attacker, target, TOUCHING)):
        message = f"{attacker} and {target} do not touch and are not a pair (Q35)"
        raise RefusedError(message, "Shoot with --missile, or bring them together with `move`.")
    for choice in (own or choices)[:1]:
        whom = next((other for other in choice.options if own and other in both), "")
        start = f"{attacker} and {target} may be a pair, which is open: " if own else ""
        message = f"{start}{choice.sentence} (Q35), before their chain is tested"
        context.warn_or_refuse(f"{message} (Q30): {choice.command(whom)}")
    if choices or pair:
        return
    for who, other in [side for pair in melee.pairs for side in (pair, pair[::-1]) if side[0] in both][:1]:
        paired = f"{fight.subject(who):is} paired with {other}"
        context.warn_or_refuse(f"{paired}, and {attacker} with {target} is not a pair (Q30)")


def mark_pair_tested(context: Context, attacker: str, target: str) -> bool:
    """Mark a pair as tested in this melee; return whether it is the first time. A second test is irregular (Q35)."""
    fight, pair = context.fight, [attacker, target]
    if fight.phase != "melee":
        return False
    again = _has_pair(fight.tested, pair)
    if again:
        context.warn_or_refuse(f"{attacker} and {target} have already been tested against each other this round (Q35)")
    else:
        context.update_fight(tested=[*fight.tested, pair])
    return not again


def gang_up_edge(fight: Fight, attacker: str, target: str, pairs: Pairs) -> int:
    """Return the attacker's edge, in cards drawn more; below 0 it is the target's (Q34).

    A figure draws one card more for each foe beyond its first and reads the lowest; its foe reads the highest.
    """
    if fight.house.get("gang_up") is False or not _has_pair(pairs, [attacker, target]):
        return 0
    paired = [*chain(*pairs)]
    return paired.count(target) - paired.count(attacker)


def odds_queries(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Query each attack by itself, but those of one figure on another together.

    Tests from one deck are equally likely in any order until it is spent; from there on, the earlier tests count too.
    """
    blows = requested_blows(CombatContext(fight), request) if request.void is None else []
    yield OddsQuery((check_blows, blows), [])
    for number, blow in enumerate(blows, 1):
        if blow in blows[number:]:
            continue
        player = next((who for who in (blow.attacker, blow.target) if fight.combatants[who].player), None)
        earlier = [each for each in blows[:number] if player in (each.attacker, each.target)] or [blow]
        cards = sum(1 + abs(each.edge) for each in earlier)
        spends = player is not None and cards > state.cards_left(fight, fight.combatants[player])
        asked = earlier if spends or earlier.count(blow) > 1 else [blow]
        yield OddsQuery((strike_one_by_one, asked), _blow_metrics(blow, asked.count(blow)))


def _blow_metrics(blow: Blow, times: int) -> list[Metric]:
    chances: dict[str, Callable[[Attack], bool]] = {"hit": lambda event: event.hit, "level": lambda event: event.level}
    if blow.kind == MELEE:
        chances["attacker wounded"] = lambda event: event.wounded == blow.attacker
    often = " at least once" if times > 1 else ""
    both = blow.attacker, blow.target
    return [chance_of_attack(f"{of}{often}", *both, Attack, holds) for of, holds in chances.items()]


def report_or_choose_pairs(context: Context, request: PairingsRequest) -> None:
    """Report the pairs, or choose those of the request; a tested figure keeps its partner this round (Q30, Q35)."""
    tested = [pair for pair in context.fight.tested if _may_pair(context, pair)]
    pairings(context, request, TOUCHING)
    for one, other in tested:
        if not _may_pair(context, (one, other)):
            drew = one if context.fight.combatants[one].player else other
            message = f"{one} and {other} have been tested against each other this round and stay a pair (Q35)"
            raise RefusedError(message, f"To choose anew, void the test: combatcli test --void {drew}")


def _may_pair(context: Context, pair: Sequence[str]) -> bool:
    choices = [[each.who, option] for each in pairing_choices(context) for option in each.options]
    return _has_pair([*melee_pairs(context), *choices], pair)


ACTIONS: dict[str, AnyAction] = {
    "attack": Action(
        AttackRequest,
        or_void_last_test(attack),
        odds_queries,
        words="--all resolves the pairs in order",
        examples=("combatcli attack --ruleset arq --with traits.melee=2 --against traits.melee=1 --odds",),
    ),
    "pairings": Action(PairingsRequest, report_or_choose_pairs),
}
