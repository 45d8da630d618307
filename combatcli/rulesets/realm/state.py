"""What an encounter tells: the phase, who can act, who declared what, who protects whom (R0–R5, R21)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from combatcli.encounter.schema import Member
from combatcli.rulesets.realm.schema import NOTHING, Arena, Combatant, Declaration, Fight
from combatcli.rulesets.shared.clock import seconds
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.shared.touching import may_share_arena

DONE_IN = {
    "defend-protect": ("defend", "protect"),
    "shoot-throw": ("shoot", "throw"),
    "focus-impede": ("focus", "impede"),
    "move": ("move",),
    "attack-assist-aimed": ("attack", "assist", "aim"),
    "push": ("push",),
    "focused": (),
}
"""The acts of each phase (R2)."""
PHASES = tuple(DONE_IN)
PHASE_OF = {action: number for number, actions in enumerate(DONE_IN.values(), 1) for action in actions}
PHASE_OF["pass"] = 1
PROTECTING = ("defend", "protect")
AT_REST = (*PROTECTING, "focus", "pass")
"""The declarations that need no deed in their phase."""
AIMLESS = ("defend", "focus", "pass")
"""The acts without a target."""
NUMBERS = {word: number for number, name in enumerate(PHASES, 1) for word in (name, *name.split("-"), str(number))}
"""The number of each phase, by every word for it."""
HELD = ("impeded", "cornered")
ROUNDS_A_TURN = 60
TOP_BOXES = 2
FALLEN = {"dead": "R43", "incapacitated": "R42", "broken": "R41"}
"""The statuses that keep from acting, the worst first, and their rules."""
LASTING = {"impeded": "R25", "cornered": "R25", "hurled": "R29", "freed": "R26", "focusing": "R24"}
"""The statuses that end with a round, and their rules."""
STATUS = {**FALLEN, "bleeding": "R42", **LASTING}
"""All statuses (R0), and their rules."""


def phase_number(word: str) -> int:
    """Return the number, 1 to 7, that a phase's number, name or a word of its name means (R2); 0 for none."""
    return NUMBERS.get(word) or NUMBERS.get(word.casefold(), 0)


def phase_in_words(number: int) -> str:
    """Return a phase's number and name, as messages have it: 4 move."""
    return f"{number} {PHASES[number - 1]}"


def phase_now(fight: Fight) -> int:
    """Return the number of the phase of a fight, 1 to 7."""
    return NUMBERS.get(fight.phase) or phase_number(fight.phase)


def clock(fight: Fight) -> dict[str, Any]:
    """Return the phase, its number, the round's first second, and its turn: 10 seconds a round, 60 a turn (R1)."""
    turn, number = (fight.round - 1) // ROUNDS_A_TURN + 1, phase_now(fight)
    return {"phase": PHASES[number - 1], "number": number, "seconds": seconds(fight.round), "turn": turn}


def marked_of_top_two(marked: Sequence[int], boxes: int) -> int:
    """Return the number of marked boxes among the two highest (R41, R42)."""
    return (boxes in marked) + (boxes > 1 and boxes - 1 in marked)


def status_from_boxes(combatant: Combatant) -> str:
    """Return the status that the boxes alone give: dead, incapacitated, or "" (R0, R42, R43)."""
    marked, boxes = combatant.marked, combatant.wounds
    if len(marked) == boxes:
        return "dead"
    return "incapacitated" if boxes in marked and boxes - 1 in marked else ""


def disabled_by(combatant: Combatant) -> str:
    """Return what keeps a combatant from acting, the worst, or nothing; a group never falls by its boxes (R0)."""
    may_follow = combatant.count == 1 and combatant.wounds in combatant.marked
    follows = status_from_boxes(combatant) if may_follow else ""
    for word in FALLEN if combatant.status else ():
        if word == follows or word in combatant.status:
            return word
    return follows


def is_fallen(combatant: Combatant) -> bool:
    """Tell whether someone is dead, incapacitated or broken (R41–R43)."""
    return bool(combatant.marked or combatant.status) and disabled_by(combatant) != ""


def are_allies(one: Member, other: Member) -> bool:
    """Tell whether two are known allies: by the named side, or as players' characters (R27, R29)."""
    if one.side or other.side:
        return one.side == other.side
    return one.player and other.player


HINDRANCES = {word: Hindrance(word, rule, gone=word == "dead") for word, rule in FALLEN.items()}
ROSTER: Roster[Fight, Combatant] = Roster(
    lambda _, each: HINDRANCES.get(disabled_by(each)) if each.marked or each.status else None,
    "R27",
    are_allies,
    "{target:is} on {who:'s} own side",
)


def open_statuses(combatant: Combatant) -> list[str]:
    """Return the statuses that all may see, with those that follow from the boxes (R0), without a secret focus (R4)."""
    words = [word for word in combatant.status if not (combatant.intent.secret and word == "focusing")]
    reason = disabled_by(combatant)
    return [*words, *([reason] if reason and reason not in words else [])]


def weapon_in_hand(combatant: Combatant) -> str:
    """Return the weapon in hand: the named one, else the first; empty for bare hands (R0)."""
    return combatant.wielding if combatant.wielding is not None else next(iter(combatant.weapons), "")


@computed_once
def carried_arenas(arenas: Mapping[str, Arena]) -> list[tuple[str, str]]:
    """Return the carried arenas, each with its bearer (R14)."""
    return [(name, arena.on) for name, arena in arenas.items() if arena.on is not None]


def chain_of_bearers(fight: Fight, who: str) -> list[str]:
    """Return a combatant, the carrier of its arena, the carrier of that one's arena, and so on (R14)."""
    chain = [who]
    while chain[-1] not in chain[:-1]:
        place = fight.arenas.get(fight.combatants[chain[-1]].arena or "")
        if place is None or place.on not in fight.combatants:
            break
        chain.append(place.on)
    return chain


def share_arena(fight: Fight, who: str, other: str) -> bool:
    """Tell whether two are in one arena; a rider is in one arena with its carrier (R14)."""
    one, two = fight.combatants[who], fight.combatants[other]
    if may_share_arena(one, two):
        return True
    return any((on, name) in ((who, two.arena), (other, one.arena)) for name, on in carried_arenas(fight.arenas))


def protections(fight: Fight) -> list[tuple[str, str]]:
    """Return each protector able to act with one it protects in its arena; defenders protect themselves (R20, R21)."""
    pairs: list[tuple[str, str]] = []
    for who, each in fight.combatants.items():
        plan = each.declared
        if plan is not None and plan.action in PROTECTING and not is_fallen(each):
            friends = [who] if plan.action == "defend" else [name for name in plan.targets if name in fight.combatants]
            pairs += [(who, friend) for friend in friends if share_arena(fight, who, friend)]
    return pairs


def holders(combatant: Combatant, *words: str) -> list[str]:
    """Return who holds a combatant by the given statuses, impeded and cornered by default (R25)."""
    if not combatant.by:
        return []
    by = [combatant.by.get(word, []) for word in words or HELD if word in combatant.status]
    names = [name for holding in by for name in ([holding] if isinstance(holding, str) else holding)]
    return list(dict.fromkeys(names))


def order_index(fight: Fight, who: str) -> int:
    """Return a combatant's rank in the present order, from 0; the last rank without a place in it (R5, R27)."""
    if fight.order is None:
        return 0
    for rank, tied in enumerate(fight.order.places):
        if who in tied:
            return rank
    return len(fight.order.places)


def by_initiative(fight: Fight, who: Iterable[str]) -> list[str]:
    """Return combatants by the present order; those without a place in it come last (R5, R27)."""
    return list(who) if fight.order is None else sorted(who, key=lambda name: order_index(fight, name))


def has_earlier_hit(fight: Fight, who: str) -> bool:
    """Tell whether a hit is pending on a combatant from an attacker of an earlier rank in the order (R27)."""
    for hit in fight.pending:
        if hit.target == who and order_index(fight, hit.attacker) < order_index(fight, who):
            return True
    return False


def open_plans(fight: Fight) -> dict[str, Declaration]:
    """Return the declarations that are still to be carried out (R3, R7)."""
    combatants = fight.combatants.items()
    return {who: plan for who, each in combatants if (plan := each.declared) is not None and not plan.done}


def has_declared_for(combatant: Combatant, phase: int) -> bool:
    """Tell whether a combatant declared an act for a phase; phase 7 is for those who focus (R3, R5)."""
    plan = combatant.declared or NOTHING
    return plan.action == "focus" if phase == len(PHASES) else plan.phase == phase and plan.action != "pass"


def who_has_yet_to_act_in(fight: Fight, phase: int) -> list[str]:
    """Return those who declared for a phase, can act and have not, in the present order (R3, R5)."""
    open_ = [(who, fight.combatants[who]) for who, plan in open_plans(fight).items() if not plan.broken]
    return by_initiative(fight, [who for who, each in open_ if has_declared_for(each, phase) and not is_fallen(each)])


def to_act(fight: Fight) -> list[str]:
    """Return who is still to act in the present phase, in the present order (R3, R5)."""
    number = phase_now(fight)
    at_rest = AT_REST if number < len(PHASES) else ()
    return [who for who in who_has_yet_to_act_in(fight, number) if fight.combatants[who].intent.action not in at_rest]
