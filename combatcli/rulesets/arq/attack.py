"""`attack` (Q1, Q22, Q34, Q35): in melee, from afar, or in answer to a move; wounds wait in pending."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError, UsageError
from combatcli.records import Record
from combatcli.rulesets.actions import OddsQuery, Request
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.cards import rows_of
from combatcli.rulesets.arq.contest import Contestant, settle
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
from combatcli.rulesets.arq.schema import Fight, Hit, LastTest
from combatcli.rulesets.arq.state import ROSTER
from combatcli.rulesets.arq.void import test_action
from combatcli.rulesets.arq.wound import apply_hits
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_attack
from combatcli.rulesets.shared.pending import add_pending, take_pending
from combatcli.rulesets.tasks import do

MELEE, MISSILE, REACTION = "melee", "missile", "reaction"
TRAITS = {MELEE: ("melee", "melee"), MISSILE: ("missile", "movement"), REACTION: ("melee", "melee")}


class AttackRequest(Request, frozen=True):
    """Who attacks whom: in melee, by ``missile``, or in ``reaction`` to a move; ``all`` along the pairs."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []
    missile: bool = False
    reaction: bool = False
    all: bool = False
    apply: bool = False
    void: CombatantId | None = None


class Blow(Record):
    """One attack: who on whom, of which kind; ``joint`` with others that draw on what it leaves of a deck."""

    attacker: str
    target: str
    kind: str
    joint: bool = False


def attack(context: CombatContext[Fight], request: AttackRequest) -> None:
    """Test each attack, or all along the pairs; who is wounded waits in pending, unless it is to be applied."""
    strike_each(context, blows_of(context, request), request)


def blows_of(context: CombatContext[Fight], request: AttackRequest) -> list[Blow]:
    """Return the attacks that are asked for: on each target, or of each pair in the file's order (Q35)."""
    if request.missile and request.reaction:
        raise UsageError("--missile and --reaction exclude each other", "A reaction is a melee maneuver (Q22).")
    if not request.all:
        kind = MISSILE if request.missile else REACTION if request.reaction else MELEE
        return [Blow(request.attacker, target, kind) for target in request.targets]
    if request.attacker or request.missile or request.reaction:
        raise UsageError("--all takes no attacker and no target", "Write: attack --all")
    check_open(context)
    blows = [Blow(one, other, MELEE) for one, other in pairs_to_test(context)]
    if not blows:
        raise RefusedError("no pair is left to test in this melee (Q35)", "`combatcli pairings` shows who fights whom.")
    return blows


def strike_each(context: CombatContext[Fight], blows: Sequence[Blow], request: AttackRequest) -> None:
    """Make some attacks, one after the other, and apply what they do where that is asked for."""
    partners = partners_of(context) if any(blow.kind == MELEE for blow in blows) else {}
    applied = [(apply_from, len(context.fight.pending))] if request.apply else []
    do(context, *[(strike, blow, partners) for blow in blows], *applied)


def strike(context: CombatContext[Fight], blow: Blow, partners: Partners) -> None:
    """Make one attack: spend what it costs, test, and let the loser's wound wait, if there is one (Q1, Q22, Q35)."""
    attacker = ROSTER.require_able(context.fight, blow.attacker)
    target = ROSTER.require_foe(context.fight, blow.attacker, blow.target)
    ROSTER.warn_of_allies(context, blow.attacker, blow.target)
    first, answered, edge = False, False, 0
    if blow.kind == MISSILE:
        state.use_phase(context, "action", "a shot")
    elif blow.kind == REACTION:
        answered = _use_reaction(context, blow)
    else:
        check_paired(context, blow.attacker, blow.target, partners)
        state.use_phase(context, "melee", "melee")
        first = use_pair(context, blow.attacker, blow.target)
        edge = gang_up(context.fight, blow.attacker, blow.target, partners)
    acted = blow.kind != REACTION and state.act(context, blow.attacker, "action")
    if attacker.player and target.player and blow.kind == MELEE:
        context.warn(f"{blow.attacker} and {blow.target} both draw (Q4)")
    own, against = TRAITS[blow.kind]
    actor, other = Contestant(blow.attacker, own, edge), Contestant(blow.target, against, -edge)
    wounds = (1, -1) if blow.kind == MELEE else (1,)
    marks = LastTest(pair=first, answered=answered, acted=blow.attacker if acted else None)
    purpose = f"{blow.attacker}'s attack on {blow.target}"
    result = settle(context, purpose, actor, other, marks, wounds=wounds, joint=blow.joint)
    wounded = None
    if result.sign in wounds:
        winner, wounded = (blow.attacker, blow.target) if result.sign > 0 else (blow.target, blow.attacker)
        add_pending(context, Hit(attacker=winner, target=wounded, cards=[*result.faces]))
    context.tell_attack(
        blow.attacker,
        blow.target,
        lambda: Attack(
            attacker=blow.attacker,
            target=blow.target,
            weapon="",
            kind=blow.kind,
            faces=result.faces,
            kept=result.counted,
            total=result.total,
            needed=result.needed,
            drew=result.drew,
            hit=result.sign > 0,
            level=result.sign == 0,
            wounded=wounded,
            damage=1 if result.sign > 0 else None,
            damage_faces=[],
        ),
    )


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


def apply_from(context: CombatContext[Fight], first: int) -> None:
    """Apply the hits that wait from one on."""
    apply_hits(context, take_pending(context, first))


def odds(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Look at each attack by itself: won, level.

    One drawn after others of the same deck is as likely as if it came first, until the deck is spent; where it would
    be, the tests before it are gone through too.
    """
    context = CombatContext(fight)
    earlier: dict[str, list[Blow]] = {}
    for blow in blows_of(context, request):
        player = next((who for who in (blow.attacker, blow.target) if fight.combatants[who].player), "")
        blows = earlier.setdefault(player, [])
        blows.append(blow)
        joint = _spent_before(context, player, blows)
        asked = [each.changed(joint=True) for each in blows] if joint else [blow]
        yield OddsQuery((strike_each, asked, request), _metrics(blow))


def _spent_before(context: CombatContext[Fight], who: str, blows: Sequence[Blow]) -> bool:
    """Tell whether somebody's deck would be spent by several tests, so that they are not alike."""
    if not who or len(blows) == 1:
        return False
    combatant = context.fight.combatants[who]
    cards_left = len(rows_of(context.fight, combatant)) - len(combatant.drawn)
    partners = partners_of(context)
    edges = [gang_up(context.fight, blow.attacker, blow.target, partners) for blow in blows if blow.kind == MELEE]
    cards_needed = len(blows) + sum(map(abs, edges))
    return cards_needed > cards_left


def _metrics(blow: Blow) -> list[Metric]:
    def chance(of: str, holds: Callable[[Attack], bool]) -> Metric:
        return chance_of_attack(of, blow.attacker, blow.target, Attack, holds)

    metrics = [chance("hit", lambda event: event.hit), chance("level", lambda event: event.level)]
    if blow.kind == MELEE:
        metrics.append(chance("attacker wounded", lambda event: event.wounded == blow.attacker))
    return metrics


ACTION = test_action(AttackRequest, attack, odds)
