"""Melee along the pairs (Q30, Q34, Q35): who may be tested against whom, and who gangs up on whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from combatcli.errors import RefusedError
from combatcli.rulesets.arq.pairings import TOUCHING
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.pairings.command import pairing_state
from combatcli.rulesets.shared.pairings.touching import graph_of

Partners = Mapping[str, Sequence[str]]


def check_open(context: CombatContext[Fight]) -> None:
    """Refuse to go along the pairs as long as somebody has a choice (Q35)."""
    for choice in open_choices(context):
        sentence, hint = _asked(*choice)
        raise RefusedError(sentence, hint)


def warn_of_untested(context: CombatContext[Fight]) -> list[list[str]]:
    """Warn of the pairs that have not been tested, and of the first who still has a choice; return the pairs (Q35)."""
    untested = pairs_to_test(context)
    for one, other in untested:
        context.warn(f"{one} and {other} are a pair and have not been tested (Q35): combatcli attack {one} {other}")
    fought = _fought(context.fight)
    asked = (_asked(*choice) for choice in open_choices(context) if choice[0] not in fought)
    for sentence, hint in islice(asked, 1):
        message = f"{sentence}. {hint}"
        context.warn(message)
    return untested


def open_choices(context: CombatContext[Fight]) -> Iterator[tuple[str, list[str], str]]:
    """Go through who may be paired with whom, and who chooses (P4)."""
    state = pairing_state(context, TOUCHING)
    names = state.situation.graph.names
    for choice in state.open:
        yield names[choice.who], [names[other] for other in choice.options], choice.chooser


def _asked(who: str, options: Sequence[str], chooser: str) -> tuple[str, str]:
    """Return what is said where somebody chooses, and how to."""
    chooses = "the players choose" if chooser == "players" else "the GM chooses"
    sentence = f"{who} may be paired with {' or '.join(options)}, and {chooses} (Q35)"
    return sentence, f"Say whom: combatcli pairings --choose {who}={options[0]}"


def pairs_of(context: CombatContext[Fight]) -> list[list[str]]:
    """Return the pairs of the melee, forced or chosen, player first, in the file's order (Q35); none without a file."""
    if not context.formal:
        return []
    index = {who: number for number, who in enumerate(context.fight.combatants)}
    return sorted(pairing_state(context, TOUCHING).pairs, key=lambda pair: [index.get(who, -1) for who in pair])


def partners_of(context: CombatContext[Fight]) -> Partners:
    """Return whom each is paired with."""
    partners: dict[str, list[str]] = {}
    for one, other in pairs_of(context):
        partners.setdefault(one, []).append(other)
        partners.setdefault(other, []).append(one)
    return partners


def pairs_to_test(context: CombatContext[Fight]) -> list[list[str]]:
    """Return the pairs that have not been tested this round.

    Two who have both fought somebody else are one, unless the file has them, only since somebody fell: all fought at
    the same time (Q35), and in a legal pairing one of two has no other pair (P3).
    """
    fight, fought = context.fight, _fought(context.fight)
    tested = {frozenset(pair) for pair in fight.tested}
    waiting = [pair for pair in pairs_of(context) if frozenset(pair) not in tested]
    return [pair for pair in waiting if not fought.issuperset(pair) or pair in fight.pairs]


def _fought(fight: Fight) -> set[str]:
    return {who for pair in fight.tested for who in pair}


def check_paired(context: CombatContext[Fight], attacker: str, target: str, partners: Partners) -> None:
    """Refuse a melee between two who neither touch nor are a pair (Q35); across a pair it is irregular (Q30)."""
    if not context.formal:
        return
    if target in partners.get(attacker, ()) or any({attacker, target} == set(pair) for pair in context.fight.pairs):
        return
    if not _touch(context.fight, attacker, target):
        raise RefusedError(
            f"{attacker} and {target} do not touch and are not a pair (Q35)",
            "Shoot with --missile, or bring them together with `move`.",
        )
    for pair in pairs_of(context):
        for who in (attacker, target):
            if who in pair:
                other = next(partner for partner in pair if partner != who)
                context.warn_or_refuse(
                    f"{who} is paired with {other}, and {attacker} with {target} is not a pair (Q30)"
                )
                return


def _touch(fight: Fight, attacker: str, target: str) -> bool:
    """Tell whether two touch, whichever camps they are in (P1, Q35)."""
    two = {attacker: fight.combatants[attacker], target: fight.combatants[target]}
    alone = fight
    for who, (camp, player) in zip(two, (("one", True), ("other", False)), strict=True):
        alone = alone.with_combatant(who, side=camp, player=player)
    graph = graph_of(replace(alone, combatants={who: alone.combatants[who] for who in two}), TOUCHING)
    return graph.touch(graph.numbers[attacker], graph.numbers[target])


def use_pair(context: CombatContext[Fight], attacker: str, target: str) -> bool:
    """Remember that a pair was tested this round; a second time is irregular (Q35). Tell whether it was the first."""
    pair = [attacker, target]
    if pair in context.fight.tested or pair[::-1] in context.fight.tested:
        context.warn_or_refuse(f"{attacker} and {target} have already been tested against each other this round (Q35)")
        return False
    context.update_fight(tested=[*context.fight.tested, pair])
    return True


def gang_up(fight: Fight, attacker: str, target: str, partners: Partners) -> int:
    """Return the attacker's edge over a target (Q34): what being outnumbered takes off one takes off the other.

    Whoever is paired more than once draws one more for each foe beyond the first and reads the lowest; whose foe is,
    the highest.
    """
    if fight.house.get("gang_up") is False or target not in partners.get(attacker, ()):
        return 0
    return len(partners[target]) - len(partners[attacker])
