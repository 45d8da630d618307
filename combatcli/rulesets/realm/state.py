"""What can be read off an encounter: the phase, who can act, who declared what, who protects whom (R0–R5, R21)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from combatcli.encounter.schema import Member
from combatcli.rulesets.realm.schema import Arena, Combatant, Fight, Order
from combatcli.rulesets.shared.clock import seconds
from combatcli.rulesets.shared.initiative import Initiative
from combatcli.rulesets.shared.memory import found_once
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.shared.touching import in_one_arena

DONE_IN = {
    "defend-protect": ("defend", "protect"),
    "shoot-throw": ("shoot", "throw"),
    "focus-impede": ("focus", "impede"),
    "move": ("move",),
    "attack-assist-aimed": ("attack", "assist", "aim"),
    "push": ("push",),
    "focused": (),
}
"""What is done in each phase (R2)."""
PHASES = tuple(DONE_IN)
PHASE_OF = {action: number for number, actions in enumerate(DONE_IN.values(), 1) for action in actions}
PHASE_OF["pass"] = 1
AT_REST = ("defend", "protect", "focus", "pass")
"""What is declared and asks for no deed in its phase."""
NUMBERS = {word: number for number, name in enumerate(PHASES, 1) for word in (name, *name.split("-"), str(number))}
"""The number of each phase, by all that it may be called."""
HELD = ("impeded", "cornered")
ROUNDS_A_TURN = 60
TOP_BOXES = 2
FALLEN = {"dead": "R43", "incapacitated": "R42", "broken": "R41"}
"""What keeps from acting, the worst first, and the rule that says so."""
HAMPERED = {"bleeding": "R42", "impeded": "R25", "cornered": "R25", "hurled": "R29", "freed": "R26", "focusing": "R24"}
"""What else someone may be, and the rule that says so."""
STATUS = (*FALLEN, *HAMPERED)
"""All that someone may be (R0)."""


def phase_number(word: str) -> int:
    """Return 1 to 7 for a phase's number, its name, or a word of its name (R2); 0 if it is none."""
    return NUMBERS.get(word) or NUMBERS.get(word.casefold(), 0)


def phase_words(number: int) -> str:
    """Return a phase as messages write it: 4 move."""
    return f"{number} {PHASES[number - 1]}"


def now(fight: Fight) -> int:
    """Return the number of the phase of a fight, 1 to 7."""
    return phase_number(fight.phase)


def clock(round_: int) -> dict[str, int]:
    """Return the seconds gone when a round begins, and the turn it lies in: 10 seconds a round, 60 a turn (R1)."""
    return {"seconds": seconds(round_), "turn": (round_ - 1) // ROUNDS_A_TURN + 1}


def top_marked(marked: Sequence[int], boxes: int) -> int:
    """Return how many of the two highest boxes are marked (R41, R42)."""
    return len({*range(max(1, boxes - TOP_BOXES + 1), boxes + 1)}.intersection(marked))


def all_marked(marked: Sequence[int], boxes: int) -> bool:
    """Tell whether every box is marked, which is death (R43)."""
    return len(set(marked)) >= boxes


def from_boxes(combatant: Combatant) -> str:
    """Return the status that follows from the boxes alone: dead, incapacitated, or none (R0, R42, R43)."""
    if all_marked(combatant.marked, combatant.wounds):
        return "dead"
    return "incapacitated" if top_marked(combatant.marked, combatant.wounds) == TOP_BOXES else ""


@found_once
def disabled_by(combatant: Combatant) -> str:
    """Return what keeps a combatant from acting: dead, incapacitated or broken; empty if nothing does.

    A group falls one by one, and so never for what its boxes say (R0).
    """
    follows = from_boxes(combatant) if combatant.count == 1 else ""
    return next((status for status in FALLEN if status in (follows, *combatant.status)), "")


def is_fallen(combatant: Combatant) -> bool:
    """Tell whether someone is dead, incapacitated or broken (R41–R43)."""
    return bool(combatant.marked or combatant.status) and disabled_by(combatant) != ""


def is_dead(combatant: Combatant) -> bool:
    """Tell whether someone is dead (R43)."""
    return disabled_by(combatant) == "dead"


def are_allies(one: Member, other: Member) -> bool:
    """Tell whether two are known to fight for one side: the one they name, or the players' (R27, R29)."""
    if one.side or other.side:
        return one.side == other.side
    return one.player and other.player


def _hindrance(_: Fight, combatant: Combatant) -> Hindrance | None:
    if not is_fallen(combatant):
        return None
    word = disabled_by(combatant)
    return Hindrance(word, FALLEN[word], gone=word == "dead")


ROSTER = Roster(_hindrance, "R27", are_allies, "{target:is} on {who:'s} own side")


def status_openly(combatant: Combatant) -> list[str]:
    """Return the status as the table may see it: a secret focus is none (R4)."""
    return [word for word in status_of(combatant) if not (combatant.intent.secret and word == "focusing")]


def status_of(combatant: Combatant) -> list[str]:
    """Return the status words that hold, with those that follow from the boxes (R0)."""
    reason = disabled_by(combatant)
    return [*combatant.status, *([reason] if reason and reason not in combatant.status else [])]


def wielded(combatant: Combatant) -> str:
    """Return the name of the weapon in hand: the one said, else the first; empty for bare hands (R0)."""
    return combatant.wielding if combatant.wielding is not None else next(iter(combatant.weapons), "")


@found_once
def carried(arenas: Mapping[str, Arena]) -> list[tuple[str, str]]:
    """Return the arenas that somebody carries, each with its bearer (R14)."""
    return [(name, arena.on) for name, arena in arenas.items() if arena.on is not None]


def bearers(fight: Fight, who: str) -> list[str]:
    """Return somebody, who carries the arena that they are in, who carries that one's, and so on, once around (R14)."""
    chain = [who]
    while chain[-1] not in chain[:-1]:
        place = fight.arenas.get(fight.combatants[chain[-1]].arena or "")
        if place is None or place.on not in fight.combatants:
            break
        chain.append(place.on)
    return chain


def together(fight: Fight, who: str, other: str) -> bool:
    """Tell whether two are in one arena; who is on somebody's back is in one arena with them (R14)."""
    return in_one_arena(fight.combatants[who], fight.combatants[other]) or any(
        (on, name) in ((who, fight.combatants[other].arena), (other, fight.combatants[who].arena))
        for name, on in carried(fight.arenas)
    )


def protections(fight: Fight) -> list[tuple[str, str]]:
    """Return who protects whom, able to act and in one arena with them, and who defends themselves (R20, R21)."""
    plans = {who: each.intent for who, each in fight.combatants.items() if each.intent.action in ("protect", "defend")}
    able = {who: plan for who, plan in plans.items() if not is_fallen(fight.combatants[who])}
    protected = [(who, friend) for who, plan in able.items() if plan.action == "protect" for friend in plan.targets]
    there = [(who, friend) for who, friend in protected if who != friend and friend in fight.combatants]
    defending = [(who, who) for who, plan in able.items() if plan.action == "defend"]
    return [*[(who, friend) for who, friend in there if together(fight, who, friend)], *defending]


def holders(combatant: Combatant, *words: str) -> list[str]:
    """Return who holds somebody, each once: impedes them, has them cornered, or either (R25)."""
    names: list[str] = []
    for word in (words or HELD) if combatant.by else ():
        by = combatant.by.get(word, []) if word in combatant.status else []
        names += [by] if isinstance(by, str) else by
    return list(dict.fromkeys(names))


def defends(combatant: Combatant) -> bool:
    """Tell whether somebody has declared to defend, and is able to (R20)."""
    return combatant.intent.action == "defend" and not is_fallen(combatant)


def standing(fight: Fight) -> Initiative:
    """Return the order that stands, without those who are gone or have fallen since (R5)."""
    able = set(ROSTER.able(fight))
    initiative = fight.order or Order()
    places = [[who for who in tied if who in able] for tied in initiative.places]
    totals = {who: list(rolled) for who, rolled in initiative.totals.items() if who in able}
    return Initiative([tied for tied in places if tied], [], totals)


def rank_of(fight: Fight, who: str) -> int:
    """Return the rank of somebody in the order that stands, from 0; the last where they have none (R5, R27)."""
    if fight.order is None:
        return 0
    places = fight.order.places
    return next((rank for rank, tied in enumerate(places) if who in tied), len(places))


def by_initiative(fight: Fight, who: Iterable[str]) -> list[str]:
    """Return some in the order that stands, the others after them, and the tied in the order given (R5, R27)."""
    return sorted(who, key=lambda name: rank_of(fight, name))


def waits_for_wound(fight: Fight, who: str) -> bool:
    """Tell whether a hit on somebody waits from an earlier rank of the order that stands (R27)."""
    if not fight.pending:
        return False
    rank = rank_of(fight, who)
    return any(hit.target == who and rank_of(fight, hit.attacker) < rank for hit in fight.pending)


def declared_for(combatant: Combatant, phase: int) -> bool:
    """Tell whether somebody declared for a phase, and not to pass; the seventh belongs to those who focus (R3, R5)."""
    plan = combatant.intent
    if phase == len(PHASES):
        return plan.action == "focus"
    return plan.phase == phase and plan.action != "pass"


def who_declared(fight: Fight, phase: int) -> list[str]:
    """Return who has declared for a phase, is able and has not acted, in the order that stands (R3, R5)."""
    declared = {who: each for who, each in fight.combatants.items() if declared_for(each, phase)}
    waiting = [who for who, each in declared.items() if not (each.intent.done or each.intent.broken or is_fallen(each))]
    return by_initiative(fight, waiting)


def to_act(fight: Fight) -> list[str]:
    """Return who is still to do something in the present phase, in the order that stands (R3, R5)."""
    number = now(fight)
    at_rest = AT_REST if number < len(PHASES) else ()
    return [who for who in who_declared(fight, number) if fight.combatants[who].intent.action not in at_rest]
