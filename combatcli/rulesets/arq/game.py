"""`arq` as the shared code sees it, and what must hold in its encounters beyond the shape of their tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from combatcli.encounter.references import Problem
from combatcli.encounter.versions import changed
from combatcli.errors import nearest
from combatcli.events import AnyEvent
from combatcli.rulesets.arq.cards import house_deck
from combatcli.rulesets.arq.schema import Combatant, Deck, Fight
from combatcli.rulesets.arq.state import INCAPACITATED, PHASES, is_fallen
from combatcli.rulesets.game import Game
from combatcli.rulesets.parts import PackageParts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.context import CombatContext

PLANE = 2


def problems(fight: Fight) -> Iterator[Problem]:
    """Find all that does not hold together, in the file's order."""
    at: dict[tuple[int, ...], str] = {}
    for who, combatant in fight.combatants.items():
        path = f"combatants.{who}"
        yield from _combatant_problems(path, fight, combatant)
        if combatant.position is not None and not is_fallen(combatant):
            other = at.setdefault(tuple(combatant.position), who)
            if other != who:
                yield Problem(
                    f"{path}.position", f"{other} is already there", "Two able figures cannot share a square."
                )
    for name, deck in fight.decks.items():
        yield from _deck_problems(f"decks.{name}", deck)
    if fight.activation is not None:
        cards = len(fight.activation.cards)
        drawn = fight.activation.drawn
        if len(set(drawn)) != len(drawn) or any(card > cards for card in drawn):
            yield Problem("activation.drawn", f"the deck has each card from 1 to {cards} only once")


def _combatant_problems(path: str, fight: Fight, combatant: Combatant) -> Iterator[Problem]:
    if combatant.position is not None and len(combatant.position) != PLANE:
        yield Problem(f"{path}.position", "expected two numbers of squares", "As in position = [0, 3]")
    if combatant.deck and combatant.deck not in fight.decks:
        yield Problem(f"{path}.deck", f'there is no deck "{combatant.deck}"', nearest(combatant.deck, fight.decks))
    if combatant.wounds_taken > combatant.wounds:
        yield Problem(f"{path}.wounds_taken", f"{combatant.wounds_taken} is more than its {combatant.wounds} wounds")
    for word in combatant.status:
        if word != INCAPACITATED:
            yield Problem(f"{path}.status", f'there is no status "{word}"', nearest(word, [INCAPACITATED]))
    if len(set(combatant.drawn)) != len(combatant.drawn):
        yield Problem(f"{path}.drawn", "a card is drawn twice")
    deck = fight.decks[combatant.deck].cards if combatant.deck in fight.decks else house_deck()[0]
    beyond = [card for card in combatant.drawn if card > len(deck) + len(combatant.extra)]
    if beyond:
        yield Problem(f"{path}.drawn", f"there is no card {beyond[0]} in a deck of {len(deck) + len(combatant.extra)}")
    if any(not row for row in combatant.extra):
        yield Problem(f"{path}.extra", "a card has no values", "As in extra = [[5, 8, 11]]")


def _deck_problems(path: str, deck: Deck) -> Iterator[Problem]:
    if not deck.cards:
        yield Problem(f"{path}.cards", "a deck needs at least one card")
    if any(not row for row in deck.cards):
        yield Problem(f"{path}.cards", "a card has no values", "A row lists the values for rank 0, rank 1, …")


def apply_consequences(context: CombatContext[Fight]) -> None:
    """Update each incapacity by the wounds, however those were changed (Q36)."""
    from combatcli.rulesets.arq.wound import follow_wounds

    for who in changed(context.fight.combatants, context.before.combatants):
        follow_wounds(context, who)


def voids(event: AnyEvent) -> Callable[[AnyEvent], bool] | None:
    """Return what tells the test that an event makes void (Q5)."""
    from combatcli.rulesets.arq.events import Attack, Contest, Test, Void

    if not isinstance(event, Void):
        return None
    both, back = {event.who, event.against}, {*event.faces, *event.other_faces}

    def is_void(earlier: AnyEvent) -> bool:
        if isinstance(earlier, Attack):
            return {earlier.attacker, earlier.target} == both and back <= {*earlier.faces}
        return (
            isinstance(earlier, Test | Contest) and {earlier.who, earlier.against} == both and back <= {*earlier.faces}
        )

    return is_void


GAME = Game(
    "arq",
    parts=PackageParts("combatcli.rulesets.arq"),
    encounter=Fight,
    phases=PHASES,
    switches={"gang_up": bool, "strict_threat": bool},
    draws=True,
    conditions=lambda: ("incapacitated",),
    problems=problems,
    apply_consequences=apply_consequences,
    voids=voids,
)
