"""Small fights in every game, and the chance that ours win each, by an absorbing Markov chain that is written here."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from forecasts import DUEL, fight_of

CARDS = fight_of(
    "arq",
    'phase = "melee"\n[decks.small]\ncards = [[1], [5], [3], [4], [2]]\nfoes = [3]',
    ann='player = true\ndeck = "small"\nwounds = {ann}\nposition = [0, 0]',
    bob="wounds = {bob}\nposition = [1, 0]",
)
DECLARED = 'declared = {{{{ phase = 5, action = "attack", targets = ["{}"] }}}}'.format
BLOWS = fight_of(
    "realm",
    'phase = "attack-assist-aimed"',
    ann='wounds = {boxes}\ndefense = {ann}\nweapons.knife = {{ class = "light" }}\n' + DECLARED("bob"),
    bob='wounds = {boxes}\ndefense = {bob}\nweapons.club = {{ class = "medium" }}\n' + DECLARED("ann"),
)
TURNS = fight_of(
    "beacon",
    'phase = "monsters"',
    ann='player = true\nstance = "cautious"\nhp = 1\niron = {ann}\n{nothing}',
    bob="hp = 1\niron = {bob}\n{nothing}",
)
NOTHING = """tier = 1
body = 0
mind = 0
will = 0
actions.skirmish = 2
weapons.club = { effect = "d6" }"""


def sum_of_two_dice_is_at_most(most: int) -> Fraction:
    """Return the chance of 2d6."""
    return Fraction(sum(one + other <= most for one in range(1, 7) for other in range(1, 7)), 36)


def duel(ann: int, bob: int) -> tuple[str, Fraction]:
    """Return a duel of two strengths of 2 to 11: both strike at once, until a round in which somebody hits."""
    text = DUEL.replace("strength = 7", f"strength = {ann}").replace("strength = 5", f"strength = {bob}")
    one, other = sum_of_two_dice_is_at_most(ann), sum_of_two_dice_is_at_most(bob)
    return text, one * (1 - other) / (1 - (1 - one) * (1 - other))


def cards(ann: int, bob: int) -> tuple[str, Fraction]:
    """Return a fight by cards, of so many wounds each.

    Ann draws against 3: more wounds bob, less wounds her, 3 does nothing. A card is out until all five are.
    """

    def ours(lost: int, won: int, deck: tuple[int, ...]) -> Fraction:
        if lost == ann or won == bob:
            return Fraction(int(won == bob))
        total = Fraction(0)
        for card in deck or (1, 5, 3, 4, 2):
            left = tuple(each for each in deck or (1, 5, 3, 4, 2) if each != card)
            total += ours(lost + (card < 3), won + (card > 3), left) / (len(left) + 1)
        return total

    return CARDS.format(ann=ann, bob=bob), ours(0, 0, ())


def best_two_reach(dice: int, needed: int) -> Fraction:
    """Return the chance of the best two of some d10."""
    rolls = list(product(range(1, 11), repeat=dice))
    return Fraction(sum(sum(sorted(faces)[-2:]) >= needed for faces in rolls), len(rolls))


def after_a_blow(hit: Fraction, marked: int, boxes: int) -> dict[int, Fraction]:
    """Return how many boxes are marked then; all of them is out, and so is who fails to fight on with a 10 on d10."""
    fights_on = Fraction(1, 10) if marked + 1 < boxes else Fraction(0)
    found = {marked: 1 - hit, boxes: hit * (1 - fights_on)}
    if fights_on:
        found[marked + 1] = hit * fights_on
    return found


def blows(boxes: int, ann: int, bob: int, rounds: int) -> tuple[str, Fraction, Fraction]:
    """Return blows for so many rounds, against two defenses; and what either side's chance is.

    A d10 each says who strikes first; the tied strike together. Ann keeps two dice, and Bob the best two of three; a
    hit marks one box of two at most.
    """
    ours, theirs = best_two_reach(2, bob), best_two_reach(3, ann)
    states = {(0, 0): Fraction(1)}
    for _ in range(rounds):
        following: dict[tuple[int, int], Fraction] = {}
        for (one, other), chance in states.items():
            over = boxes in (one, other)
            for rank, likely in {"ann": Fraction(45, 100), "bob": Fraction(45, 100), "both": Fraction(10, 100)}.items():
                to_ann = {one: Fraction(1)} if over else after_a_blow(theirs, one, boxes)
                to_bob = {other: Fraction(1)} if over else after_a_blow(ours, other, boxes)
                for (now, first), (then, second) in product(to_ann.items(), to_bob.items()):
                    # Whom the first of the two puts out strikes no more.
                    state = (one, then) if rank == "ann" and then == boxes else (now, then)
                    state = (now, other) if rank == "bob" and now == boxes else state
                    following[state] = following.get(state, Fraction(0)) + chance * likely * first * second
        states = following
    ann_wins = sum((chance for (one, other), chance in states.items() if one < boxes == other), Fraction(0))
    bob_wins = sum((chance for (one, other), chance in states.items() if other < boxes == one), Fraction(0))
    return BLOWS.format(boxes=boxes, ann=ann, bob=bob), ann_wins, bob_wins


def turns(ann: int, bob: int, rounds: int) -> tuple[str, Fraction, Fraction]:
    """Return turns for so many rounds, and what either side's chance is.

    Bob has two blows with a d20 against one number, then Ann two against another; the first hit ends it.
    """
    bob_misses, ann_misses = Fraction(ann - 1, 20) ** 2, Fraction(bob - 1, 20) ** 2
    on, ours, theirs = Fraction(1), Fraction(0), Fraction(0)
    for _ in range(rounds):
        theirs += on * (1 - bob_misses)
        ours += on * bob_misses * (1 - ann_misses)
        on *= bob_misses * ann_misses
    return TURNS.format(ann=ann, bob=bob, nothing=NOTHING), ours, theirs
