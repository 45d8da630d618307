"""Decks (Q1–Q3): what a card reads, which are left, what a player is to draw, where a foe stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial

from combatcli import toml
from combatcli.errors import RefusedError
from combatcli.rulesets.arq import state
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.shared.cards import Hand, Rows, numbered, results_of
from combatcli.rulesets.shared.sides import are_enemies
from combatcli.rulesets.tactic_lines import lines_of
from combatcli.rulesets.tasks import DisplayOnly

HOUSE = "house"


@cache
def house_deck() -> tuple[Rows, tuple[int, ...]]:
    """Return the house deck: what each card reads for each rank, and where a foe of each rank stands (Q2)."""
    table = toml.read_beside(__file__, "decks.toml")[HOUSE]
    return tuple(map(tuple, table["cards"])), tuple(table["foes"])


def rows_of(fight: Fight, combatant: Combatant) -> Rows:
    """Return the cards of somebody's deck, those that came into it during play last (Q2)."""
    own = [*map(tuple, fight.decks[combatant.deck].cards)] if combatant.deck else house_deck()[0]
    return (*own, *map(tuple, combatant.extra))


def cards_left(fight: Fight, combatant: Combatant) -> int:
    """Return how many cards of somebody's deck are not drawn (Q3)."""
    return len(rows_of(fight, combatant)) - len(combatant.drawn)


def stands_at(fight: Fight, deck: str, rank: int) -> int:
    """Return the number at which a foe of a rank stands in a deck; RefusedError if there is none of that rank (Q2)."""
    row = _foes(fight, deck)
    if rank >= len(row):
        message = f"there is no foe of rank {rank} in deck {deck or HOUSE} (Q2)"
        raise RefusedError(message, f"Its row ends at rank {len(row) - 1}.")
    return row[rank]


def _foes(fight: Fight, deck: str) -> Sequence[int]:
    """Return where foes of each rank stand in a deck (Q2)."""
    return (fight.decks[deck].foes if deck else ()) or house_deck()[1]


def kinds_of(fight: Fight, who: str, *, shots: bool) -> tuple[int, ...]:
    """Return of which kind each card of somebody's deck is: cards of one kind do the same in all tests that may follow.

    They win, lose and settle nothing alike in every test of melee, and of ``shots`` where these or somebody may shoot,
    against whatever foe; where foes draw too, they read the same.
    """
    own = fight.combatants[who]
    rows, foes = rows_of(fight, own), [each for each in fight.combatants.values() if are_enemies(own, each)]
    if any(foe.player for foe in foes):
        return numbered(rows)
    shots = shots or fight.phase != "melee"
    tests = [("melee", foe, "melee") for foe in foes]
    tests += [("missile", foe, "movement") for foe in foes if shots or _may_shoot(fight, own)]
    tests += [("movement", foe, "missile") for foe in foes if shots or _may_shoot(fight, foe)]
    told = set()
    for trait, foe, against in tests:
        row, rank = _foes(fight, foe.deck or own.deck), state.rank(foe, against)
        told |= {(state.rank(own, trait), number) for number in row[rank : rank + 1]}
    return numbered(results_of(rows, tuple(sorted(told))))


def _may_shoot(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether somebody knows how to shoot, or is told to (Q34)."""
    return state.rank(combatant, "missile") > 0 or any("missile" in line for line in lines_of(fight, combatant))


def hand_of(fight: Fight, who: str, trait: str, edge: int, against: int | None) -> Hand:
    """Return what somebody is to draw, more with an edge (Q34); RefusedError where a card lacks the rank (Q2)."""
    combatant = fight.combatants[who]
    rows, rank = rows_of(fight, combatant), state.rank(combatant, trait)
    if rank >= min(map(len, rows)):
        card, row = next((card, row) for card, row in enumerate(rows, 1) if rank >= len(row))
        message = f"card {card} of {fight.subject(who):'s} deck has no value for rank {rank} (Q2)"
        raise RefusedError(message, f"Its row ends at rank {len(row) - 1}.")
    kinds: DisplayOnly[Callable[[], tuple[int, ...]]]
    kinds = DisplayOnly(partial(kinds_of, fight, who, shots=trait != "melee"))
    wanted = min(1 + abs(edge), len(rows))
    return Hand(who, tuple([row[rank] for row in rows]), tuple(combatant.drawn), wanted, edge > 0, kinds, against)
