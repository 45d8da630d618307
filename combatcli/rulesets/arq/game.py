"""`arq` as the shared code sees it, and the checks of its encounters beyond the schema."""

from collections.abc import Hashable, Iterator

import msgspec
from msgspec.structs import replace

from combatcli.encounter.references import Problem
from combatcli.errors import nearest
from combatcli.rulesets.arq.schema import Combatant, Fight
from combatcli.rulesets.arq.state import INCAPACITATED, PHASES, house_deck, is_fallen, kind_of_each_card
from combatcli.rulesets.game import Game, changes_since
from combatcli.rulesets.parts import Parts


def problems(fight: Fight) -> Iterator[Problem]:
    """Yield the problems of an encounter, in the file's order."""
    at: dict[tuple[int, ...], str] = {}
    for who, combatant in fight.combatants.items():
        for key, *message in _combatant_problems(fight, combatant):
            yield Problem(f"combatants.{who}.{key}", *message)
        if combatant.position is not None and not is_fallen(combatant):
            other = at.setdefault(tuple(combatant.position), who)
            if other != who:
                hint = "Two able figures cannot share a square."
                yield Problem(f"combatants.{who}.position", f"{other} is already there", hint)
    for name, deck in fight.decks.items():
        if not deck.cards:
            yield Problem(f"decks.{name}.cards", "a deck needs at least one card")
        if not all(deck.cards):
            yield Problem(f"decks.{name}.cards", "a card has no values", "A row lists the values for rank 0, rank 1, …")
    if fight.activation is not None:
        cards, drawn = len(fight.activation.cards), fight.activation.drawn
        if len({*drawn}) != len(drawn) or any(card > cards for card in drawn):
            yield Problem("activation.drawn", f"the deck has each card from 1 to {cards} only once")


def _combatant_problems(fight: Fight, combatant: Combatant) -> Iterator[tuple[str, ...]]:
    """Yield each wrong key of a combatant with its message and an optional hint."""
    if combatant.deck and combatant.deck not in fight.decks:
        yield "deck", f'there is no deck "{combatant.deck}"', nearest(combatant.deck, fight.decks)
    if combatant.wounds_taken > combatant.wounds:
        yield "wounds_taken", f"{combatant.wounds_taken} is more than its {combatant.wounds} wounds"
    for word in combatant.status:
        if word != INCAPACITATED:
            yield "status", f'there is no status "{word}"', nearest(word, [INCAPACITATED])
    if len({*combatant.drawn}) != len(combatant.drawn):
        yield "drawn", "a card is drawn twice"
    deck = fight.decks[combatant.deck].cards if combatant.deck in fight.decks else house_deck()[0]
    cards = len(deck) + len(combatant.extra)
    if max(combatant.drawn, default=0) > cards:
        beyond = next(card for card in combatant.drawn if card > cards)
        yield "drawn", f"there is no card {beyond} in a deck of {cards}"
    if not all(combatant.extra):
        yield "extra", "a card has no values", "As in extra = [[5, 8, 11]]"


def state_key(fight: Fight, before: Fight) -> Hashable:
    """Return what matters for the rest of the fight: of cards, those out by kind, none of a test or hit (Q3, Q5)."""
    combatants, out = dict(fight.combatants), []
    for who in fight.ids_changed_since(before):
        combatant = combatants.get(who)
        if combatant is not None and (combatant.drawn or combatant.last is not None):
            combatants[who] = replace(combatant, drawn=[], last=None)
            kinds = kind_of_each_card(fight, who, shots=combatant.last is not None and not combatant.last.pair)
            out.append((who, sorted([kinds[card - 1] for card in combatant.drawn])))
    pending = fight.pending if fight.pending is before.pending else [replace(hit, cards=[]) for hit in fight.pending]
    return changes_since(fight.changed(combatants=combatants, pending=pending), before), msgspec.msgpack.encode(out)


GAME = Game(
    "arq",
    about="Cards instead of dice; players draw every test, melees sort themselves into pairs.",
    parts=Parts(
        "combatcli.rulesets.arq",
        {
            "round": "next order declare",
            "wound": "follow recover",
            "show": "arena",
            "tactics": "coming",
            "test": "dashtest",
            "attack": "pairings",
            "state": "tables",
        },
    ),
    encounter=Fight,
    brought=(
        *("wounds_taken", "status", "drawn", "way", "threats", "steps", "stopped", "acted"),
        *("activated", "plan", "declared", "last"),
    ),
    phases=PHASES,
    house={"gang_up": bool, "strict_threat": bool},
    draws=True,
    conditions=lambda: (INCAPACITATED,),
    gone={"status": (INCAPACITATED,)},
    own_problems=problems,
    state_key=state_key,
)
