"""`attack` (Q1, Q22, Q34, Q35): in melee, from afar, or in answer to a move; wounds wait in pending."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.actions import Action, OddsQuery, Request
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.cards import rows_of
from combatcli.rulesets.arq.contest import Contestant, TestResult, opposed
from combatcli.rulesets.arq.events import Attack
from combatcli.rulesets.arq.melee import (
    Partners,
    check_open,
    check_paired,
    gang_up,
    pairs_to_test,
    partners_of,
    use_pair,
)
from combatcli.rulesets.arq.schema import Fight, Hit
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.arq.void import void
from combatcli.rulesets.arq.wound import apply_hits
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_attack
from combatcli.rulesets.shared.pending import add_pending, take_pending
from combatcli.rulesets.steps import Step, chain

MELEE, MISSILE, REACTION = "melee", "missile", "reaction"


class AttackRequest(Request, frozen=True):
    """Who attacks whom: in melee, by ``missile``, or in ``reaction`` to a move; ``all`` along the pairs."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []
    missile: bool = False
    reaction: bool = False
    all: bool = False
    apply: bool = False
    void: CombatantId | None = None

    @property
    def kind(self) -> str:
        """Melee, missile or reaction."""
        return MISSILE if self.missile else REACTION if self.reaction else MELEE


class Blow(Record):
    """One attack: who on whom, of which kind."""

    attacker: str
    target: str
    kind: str


def attack(context: CombatContext[Fight], request: AttackRequest) -> Step[Fight] | None:
    """Test each attack, or all along the pairs; who is wounded waits in pending, unless it is to be applied."""
    if request.void is not None:
        void(context, request.void, alone=not request.attacker and not request.all)
        return None
    check_request(request)
    if request.all:
        check_open(context)
    return _each(context, blows_of(context, request), request)


def check_request(request: AttackRequest) -> None:
    """Refuse what excludes each other."""
    if request.missile and request.reaction:
        raise UsageError("--missile and --reaction exclude each other", "A reaction is a melee maneuver (Q22).")
    if request.all and (request.attacker or request.missile or request.reaction):
        raise UsageError("--all takes no attacker and no target", "Write: attack --all")


def blows_of(context: CombatContext[Fight], request: AttackRequest) -> list[Blow]:
    """Return the attacks that are asked for: on each target, or of each pair in the file's order (Q35)."""
    if not request.all:
        return [Blow(request.attacker, target, request.kind) for target in request.targets]
    blows = [Blow(one, other, MELEE) for one, other in pairs_to_test(context)]
    if not blows:
        raise RefusedError("no pair is left to test in this melee (Q35)", "`combatcli pairings` shows who fights whom.")
    return blows


def _each(
    context: CombatContext[Fight], blows: Sequence[Blow], request: AttackRequest, *, joint: bool = False
) -> Step[Fight] | None:
    waiting = len(context.fight.pending)
    partners = partners_of(context) if any(blow.kind == MELEE for blow in blows) else {}

    def at_last(context: CombatContext[Fight]) -> None:
        if request.apply:
            apply_hits(context, take_pending(context, waiting))

    return chain(context, blows, partial(_strike, partners=partners, joint=joint), at_last)


def _strike(context: CombatContext[Fight], blow: Blow, *, partners: Partners, joint: bool = False) -> Step[Fight]:
    """Check one attack, spend what it costs, and return its test (Q1)."""
    attacker = ROSTER.require_able(context.fight, blow.attacker)
    target = ROSTER.require_foe(context.fight, blow.attacker, blow.target)
    ROSTER.warn_of_allies(context, blow.attacker, blow.target)
    first = answered = False
    if blow.kind == MISSILE:
        actor, other = Contestant(blow.attacker, "missile"), Contestant(blow.target, "movement")
        state.use_phase(context, "action", "a shot")
    elif blow.kind == REACTION:
        actor, other = Contestant(blow.attacker, "melee"), Contestant(blow.target, "melee")
        answered = _use_reaction(context, blow)
    else:
        check_paired(context, blow.attacker, blow.target, partners)
        state.use_phase(context, "melee", "melee")
        first = use_pair(context, blow.attacker, blow.target)
        actor, other = gang_up(context.fight, blow.attacker, blow.target, partners)
    acted = blow.kind != REACTION and state.act(context, blow.attacker, "action")
    marks = {"pair": first, "answered": answered, "acted": blow.attacker if acted else None}
    if attacker.player and target.player and blow.kind == MELEE:
        context.warn(f"{blow.attacker} and {blow.target} both draw (Q4)")
    emit = partial(_end, blow=blow, marks=marks)
    return opposed(context, actor, other, emit, purpose=f"{blow.attacker}'s attack on {blow.target}", joint=joint)


def _use_reaction(context: CombatContext[Fight], blow: Blow) -> bool:
    """Spend the answer to a move that ignored somebody's threat, if there is one (Q22)."""
    state.use_phase(context, "movement", "a reaction")
    threats = list(context.fight.combatants[blow.target].threats)
    if blow.attacker not in threats:
        context.warn_or_refuse(f"{blow.attacker} has no move of {blow.target} to answer (Q22)")
        return False
    threats.remove(blow.attacker)
    context.update_combatant(blow.target, threats=threats)
    return True


def _end(
    context: CombatContext[Fight], result: TestResult, *, blow: Blow, marks: Mapping[str, object]
) -> Mapping[str, object]:
    """Add the loser's wound to the pending hits, but for who shoots or reacts (Q22, Q35); return what is remembered."""
    winner, loser = (blow.attacker, blow.target) if result.sign > 0 else (blow.target, blow.attacker)
    wounded = loser if result.sign > 0 or (result.sign < 0 and blow.kind == MELEE) else None
    if wounded is not None:
        add_pending(context, Hit(attacker=winner, target=loser, cards=list(result.cards)))
    context.tell_attack(
        blow.attacker,
        blow.target,
        lambda: Attack(
            attacker=blow.attacker,
            target=blow.target,
            weapon="",
            kind=blow.kind,
            faces=list(result.cards),
            kept=list(result.counted),
            total=result.total,
            needed=result.needed,
            drew=list(result.drew),
            hit=result.sign > 0,
            level=result.sign == 0,
            wounded=wounded,
            damage=1 if result.sign > 0 else None,
            damage_faces=[],
        ),
    )
    return {"hit": wounded is not None, **marks}


def odds(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Look at each attack by itself: won, level.

    One drawn after others of the same deck is as likely as if it came first, until the deck is spent; where it would
    be, the tests before it are gone through too.
    """
    if request.void is not None:
        yield OddsQuery(lambda context: attack(context, request), [])
        return
    check_request(request)
    context = CombatContext(fight)
    if request.all:
        check_open(context)
    earlier: dict[str, list[Blow]] = {}
    for blow in blows_of(context, request):
        player = next((who for who in (blow.attacker, blow.target) if fight.combatants[who].player), "")
        before = earlier.setdefault(player, [])
        chained = [*before, blow] if _spent_before(context, player, [*before, blow]) else [blow]
        before.append(blow)
        yield OddsQuery(partial(_each, blows=chained, request=request, joint=len(chained) > 1), _metrics(blow))


def _spent_before(context: CombatContext[Fight], who: str, blows: Sequence[Blow]) -> bool:
    """Tell whether somebody's deck would be spent by several tests, so that they are not alike."""
    if not who or len(blows) == 1:
        return False
    combatant = context.fight.combatants[who]
    cards_left = len(rows_of(context.fight, combatant)) - len(combatant.drawn)
    cards_needed, partners = 0, partners_of(context)
    for blow in blows:
        sides = gang_up(context.fight, blow.attacker, blow.target, partners) if blow.kind == MELEE else ()
        cards_needed += 1 + next((side.more for side in sides if side.who == who), 0)
    return cards_needed > cards_left


def _metrics(blow: Blow) -> list[Metric]:
    def chance(of: str, holds: Callable[[Attack], bool]) -> Metric:
        return chance_of_attack(of, blow.attacker, blow.target, Attack, holds)

    metrics = [chance("hit", lambda event: event.hit), chance("level", lambda event: event.level)]
    if blow.kind == MELEE:
        metrics.append(chance("attacker wounded", lambda event: event.wounded == blow.attacker))
    return metrics


ACTION = Action(AttackRequest, attack, odds)
