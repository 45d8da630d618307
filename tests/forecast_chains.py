"""Small fights in every game, their rounds, and the chances that either side wins, by absorbing Markov chains."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from forecasts import DUEL, fight_of

Chain = tuple[str, int, Fraction, Fraction]
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
NOTHING = 'tier = 1\nbody = 0\nmind = 0\nwill = 0\nactions.skirmish = 2\nweapons.club = {{ effect = "d6" }}'
TURNS = fight_of(
    "beacon",
    'phase = "monsters"',
    ann=f'player = true\nstance = "cautious"\nhp = 1\niron = {{ann}}\n{NOTHING}',
    bob=f"hp = 1\niron = {{bob}}\n{NOTHING}",
)
State = tuple[int, int]
"""What is left to either side, or how much of it is marked."""
Chances = dict[State, Fraction]


def after(rounds: int, begun: State, follow: Callable[[State], Chances]) -> Chances:
    """Return the states after so many rounds of a chain."""
    states = {begun: Fraction(1)}
    for _ in range(rounds):
        following: Chances = {}
        for state, chance in states.items():
            for then, likely in follow(state).items():
                following[then] = following.get(then, Fraction(0)) + chance * likely
        states = following
    return states


def best_two_reach(dice: int, sides: int, needed: int) -> Fraction:
    """Return the chance of the best two of some dice."""
    rolls = list(product(range(1, sides + 1), repeat=dice))
    return Fraction(sum(sum(sorted(faces)[-2:]) >= needed for faces in rolls), len(rolls))


def duel(ann: int, bob: int, health: int, rounds: int) -> Chain:
    """Return a duel of two strengths for so many rounds: both strike at once, with 2d6 of at most that.

    A hit takes 1 of 1 health, and of 3 evenly 1 or 2.
    """
    text = DUEL.replace("strength = 7", f"strength = {ann}").replace("strength = 5", f"strength = {bob}")
    if health > 1:
        text = text.replace("health = 1", "health = 3").replace('length = "short"', 'length = "short", damage = "1d2"')
    harm = {1: Fraction(1)} if health == 1 else {1: Fraction(1, 2), 2: Fraction(1, 2)}

    def left(before: int, most: int) -> dict[int, Fraction]:
        hit = 1 - best_two_reach(2, 6, most + 1)
        chances = {before: 1 - hit}
        for each, likely in harm.items():
            after_it = max(0, before - each)
            chances[after_it] = chances.get(after_it, Fraction(0)) + hit * likely
        return chances

    def follow(state: State) -> Chances:
        if 0 in state:
            return {state: Fraction(1)}
        ours, theirs = left(state[0], bob), left(state[1], ann)
        return {(one, other): ours[one] * theirs[other] for one, other in product(ours, theirs)}

    states = after(rounds, (health, health), follow)
    return (
        text,
        rounds,
        sum((chance for (one, other), chance in states.items() if one > 0 == other), Fraction(0)),
        sum((chance for (one, other), chance in states.items() if other > 0 == one), Fraction(0)),
    )


def cards(ann: int, bob: int) -> Chain:
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

    chance = ours(0, 0, ())
    return CARDS.format(ann=ann, bob=bob), 50, chance, 1 - chance


def blows(boxes: int, ann: int, bob: int, rounds: int) -> Chain:
    """Return blows for so many rounds, against two defenses.

    A d10 each says who strikes first; the tied strike together. Ann keeps two dice, and Bob the best two of three; a
    hit marks a box. All of them is out, and so is who fails to fight on with a 10 on d10.
    """

    def struck(hit: Fraction, marked: int) -> dict[int, Fraction]:
        fights_on = Fraction(1, 10) if marked + 1 < boxes else Fraction(0)
        return {marked + 1: hit * fights_on, marked: 1 - hit, boxes: hit * (1 - fights_on)}

    def follow(state: State) -> Chances:
        if boxes in state:
            return {state: Fraction(1)}
        following: Chances = {}
        to_ann, to_bob = struck(best_two_reach(3, 10, ann), state[0]), struck(best_two_reach(2, 10, bob), state[1])
        for first, likely in {"ann": Fraction(45, 100), "bob": Fraction(45, 100), "both": Fraction(10, 100)}.items():
            for one, other in product(to_ann, to_bob):
                # Whom the first of the two puts out strikes no more.
                then = (state[0], other) if first == "ann" and other == boxes else (one, other)
                then = (one, state[1]) if first == "bob" and one == boxes else then
                following[then] = following.get(then, Fraction(0)) + likely * to_ann[one] * to_bob[other]
        return following

    states = after(rounds, (0, 0), follow)
    return (
        BLOWS.format(boxes=boxes, ann=ann, bob=bob),
        rounds,
        sum((chance for (one, other), chance in states.items() if one < boxes == other), Fraction(0)),
        sum((chance for (one, other), chance in states.items() if other < boxes == one), Fraction(0)),
    )


def turns(ann: int, bob: int, rounds: int) -> Chain:
    """Return turns for so many rounds.

    Bob has two blows with a d20 against one number, then Ann two against another; the first hit ends it.
    """
    bob_misses, ann_misses = Fraction(ann - 1, 20) ** 2, Fraction(bob - 1, 20) ** 2
    on, ours, theirs = Fraction(1), Fraction(0), Fraction(0)
    for _ in range(rounds):
        theirs += on * (1 - bob_misses)
        ours += on * bob_misses * (1 - ann_misses)
        on *= bob_misses * ann_misses
    return TURNS.format(ann=ann, bob=bob), rounds, ours, theirs
