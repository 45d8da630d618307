"""What an `arq` encounter tells: who can act, ranks, who has acted; decks (Q1–Q3); the tables of its rules.

Of a deck: what each card reads, which cards are left, what a player draws, where a foe stands.
"""

from collections.abc import Sequence
from functools import cache

from combatcli import toml
from combatcli.encounter.references import combatant_named
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.parts import MakeTables, RuleTables, table
from combatcli.rulesets.shared.cards import Rows, card_results, numbers_of_values
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.places import Places
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.shared.sides import are_enemies, side_of
from combatcli.rulesets.shared.squares import Square, neighbors
from combatcli.rulesets.tactic_lines import lines_of

Context = CombatContext[Fight]

PHASES = ("action", "movement", "melee")
INCAPACITATED = "incapacitated"
CONTEMPT = "beneath contempt"
HOUSE = "house"
FALLEN = Hindrance(INCAPACITATED, "Q36", gone=True)


def is_fallen(combatant: Combatant) -> bool:
    """Tell whether a combatant is incapacitated: all wounds taken (Q36)."""
    return combatant.wounds_taken >= combatant.wounds or INCAPACITATED in combatant.status


ROSTER: Roster[Fight, Combatant] = Roster(lambda _, combatant: FALLEN if is_fallen(combatant) else None, "Q35")
PLACES = Places(lambda _, combatant: not is_fallen(combatant))
"""The squares of those able to fight; the fallen block nobody (Q20)."""


def threatening_foes(fight: Fight, who: str, square: Square) -> list[str]:
    """Return the foes able to fight who are adjacent to a square, in the file's order (Q21)."""
    own, groups = side_of(fight.combatants[who]), PLACES.groups(fight)
    near = [*groups.get(square, ())]
    for place in neighbors(square):
        near += groups.get(place, ())
    return [name for _, _, name in sorted(near) if side_of(fight.combatants[name]) != own]


def fights_in_melee(fight: Fight, who: str) -> bool:
    """Tell whether a combatant fights in the melee: able to now, or when its tests began (Q35)."""
    return not is_fallen(combatant_named(fight, who)) or (fight.phase == "melee" and who in fight.melee)


def warn_or_refuse_outside_phase(context: Context, phase: str, what: str) -> None:
    """Warn of a deed outside its own phase, or refuse it (Q10)."""
    if context.fight.phase != phase:
        context.warn_or_refuse(f"this is the {context.fight.phase} phase; {what} belongs to the {phase} phase (Q10)")


def mark_acted(context: Context, who: str, *phases: str) -> bool:
    """Mark a combatant's one deed of the phase; return whether it is the first. A second is irregular (Q10, Q11)."""
    if context.fight.phase not in phases:
        return False
    acted = context.fight.combatants[who].acted
    if acted:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already acted in this phase (Q11)")
    context.update_combatant(who, acted=True, activated=True)
    return not acted


@cache
def house_deck() -> tuple[Rows, tuple[int, ...]]:
    """Return the house deck: each card's value per rank, and the number of a foe of each rank (Q2)."""
    table = toml.read_beside(__file__, "decks.toml")[HOUSE]
    return tuple(map(tuple, table["cards"])), tuple(table["foes"])


def card_rows(fight: Fight, combatant: Combatant) -> Rows:
    """Return the cards of the combatant's deck, cards added during play last (Q2)."""
    deck = fight.decks[combatant.deck].cards if combatant.deck else house_deck()[0]
    own = combatant.deck or combatant.extra
    return tuple(map(tuple, (*deck, *combatant.extra))) if own else house_deck()[0]


@computed_once
def readings_by_rank(rows: Rows) -> Rows:
    """Return what the cards read at each rank that all of them have (Q2)."""
    return tuple(zip(*rows, strict=False))


def cards_left(fight: Fight, combatant: Combatant) -> int:
    """Return how many cards of the combatant's deck are not drawn (Q3)."""
    return len(card_rows(fight, combatant)) - len(combatant.drawn)


def foe_numbers(fight: Fight, deck: str) -> Sequence[int]:
    """Return the number at which a foe of each rank stands in a deck (Q2)."""
    return (fight.decks[deck].foes if deck else ()) or house_deck()[1]


def kind_of_each_card(fight: Fight, who: str, *, shots: bool) -> tuple[int, ...]:
    """Return the kind of each card: cards of one kind have the same result in every test that may follow.

    The tests are those of melee, and with ``shots`` those of shooting; against foes that draw, each card value is a
    kind.
    """
    own = fight.combatants[who]
    rows, foes = card_rows(fight, own), [each for each in fight.combatants.values() if are_enemies(own, each)]
    if any(foe.player for foe in foes):
        return numbers_of_values(rows)
    shots = shots or fight.phase != "melee"
    tests = [("melee", foe, "melee") for foe in foes]
    tests += [("missile", foe, "movement") for foe in foes if shots or _may_shoot(fight, own)]
    tests += [("movement", foe, "missile") for foe in foes if shots or _may_shoot(fight, foe)]
    wins = set()
    for trait, foe, against in tests:
        row, place = foe_numbers(fight, foe.deck or own.deck), foe.traits.get(against, 0)
        wins |= {(own.traits.get(trait, 0), number) for number in row[place : place + 1]}
    return numbers_of_values(card_results(rows, tuple(sorted(wins))))


def _may_shoot(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether the combatant can shoot, or has a tactic that says so (Q34)."""
    return bool(combatant.traits.get("missile")) or any("missile" in line for line in lines_of(fight, combatant))


def _house_deck_table() -> RuleTables:
    deck, foes = house_deck()
    ranks = [f"rank {rank}#" for rank in range(max(map(len, (*deck, foes))))]
    rows = [(str(card), *row) for card, row in enumerate(deck, 1)]
    return table("The house deck", ("card#", *ranks), [*rows, ("a foe", *foes)])


TABLES: dict[str, MakeTables] = {"Q2": _house_deck_table}
