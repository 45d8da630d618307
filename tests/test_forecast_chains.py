"""Exact chances of small fights in realm and beacon, held against absorbing Markov chains that are written here."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from forecasts import asked

REALM = """ruleset = "realm"
phase = "attack-assist-aimed"
[combatants.ann]
side = "ours"
wounds = {wounds}
defense = 12
weapons.knife = {{ class = "light" }}
wielding = "knife"
declared = {{ phase = 5, action = "attack", targets = ["bob"] }}
[combatants.bob]
side = "theirs"
wounds = {wounds}
defense = 15
weapons.club = {{ class = "medium" }}
wielding = "club"
declared = {{ phase = 5, action = "attack", targets = ["ann"] }}
"""
BEACON = """ruleset = "beacon"
phase = "monsters"
[combatants.ann]
side = "ours"
player = true
stance = "cautious"
hp = 1
iron = 8
{nothing}
[combatants.bob]
side = "theirs"
hp = 1
iron = 12
{nothing}
"""
NOTHING = """tier = 1
body = 0
mind = 0
will = 0
actions.skirmish = 2
weapons.club = { effect = "d6" }"""


def exact(path: Path, text: str, rounds: int) -> dict[str, float]:
    path.write_text(text, encoding="utf-8")
    found = asked("--exact", "--rounds", str(rounds), path=path)
    told = {each["side"]: each["wins"] for each in found["side"]}
    return {**told, "": found["undecided"][0]["chance"]}


def best_two_reach(dice: int, needed: int) -> Fraction:
    rolls = list(product(range(1, 11), repeat=dice))
    return Fraction(sum(sum(sorted(faces)[-2:]) >= needed for faces in rolls), len(rolls))


def after_a_blow(hit: Fraction, marked: int, boxes: int) -> dict[int, Fraction]:
    """Return how many boxes are marked then; all of them is out, and so is who fails to fight on with a 10 on d10."""
    fights_on = Fraction(1, 10) if marked + 1 < boxes else Fraction(0)
    found = {marked: 1 - hit, boxes: hit * (1 - fights_on)}
    if fights_on:
        found[marked + 1] = hit * fights_on
    return found


@pytest.mark.rule("R27")
@pytest.mark.rule("R41")
@pytest.mark.rule("R43")
@pytest.mark.parametrize("boxes", [1, 2])
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_exact_chances_of_blows_that_fall_together_are_those_of_a_markov_chain(
    tmp_path: Path, boxes: int, rounds: int
) -> None:
    # Both strike each round, two dice against 15 and the best two of three against 12; a hit marks one box of two.
    ours, theirs = best_two_reach(2, 15), best_two_reach(3, 12)
    states = {(0, 0): Fraction(1)}
    for _ in range(rounds):
        following: dict[tuple[int, int], Fraction] = {}
        for (ann, bob), chance in states.items():
            over = boxes in (ann, bob)
            to_ann = {ann: Fraction(1)} if over else after_a_blow(theirs, ann, boxes)
            to_bob = {bob: Fraction(1)} if over else after_a_blow(ours, bob, boxes)
            for (one, first), (other, second) in product(to_ann.items(), to_bob.items()):
                following[one, other] = following.get((one, other), Fraction(0)) + chance * first * second
        states = following
    wanted = {
        "ours": sum(chance for (ann, bob), chance in states.items() if ann < boxes == bob),
        "theirs": sum(chance for (ann, bob), chance in states.items() if bob < boxes == ann),
    }
    told = exact(tmp_path / "fight.toml", REALM.format(wounds=boxes), rounds)
    assert {side: told[side] for side in wanted} == {side: pytest.approx(float(x)) for side, x in wanted.items()}
    assert sum(told.values()) == pytest.approx(1, abs=1e-9)


@pytest.mark.rule("E11")
@pytest.mark.rule("E12")
@pytest.mark.rule("E34")
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_exact_chances_of_turns_are_those_of_a_markov_chain(tmp_path: Path, rounds: int) -> None:
    # Bob has two blows with a d20 against 8, then Ann two against 12, and so on; the first hit ends it.
    bob_misses, ann_misses = Fraction(7, 20) ** 2, Fraction(11, 20) ** 2
    on, ours, theirs = Fraction(1), Fraction(0), Fraction(0)
    for _ in range(rounds):
        theirs += on * (1 - bob_misses)
        ours += on * bob_misses * (1 - ann_misses)
        on *= bob_misses * ann_misses
    told = exact(tmp_path / "fight.toml", BEACON.format(nothing=NOTHING), rounds)
    wanted = {"ours": ours, "theirs": theirs, "": on}
    assert told == {side: pytest.approx(float(chance)) for side, chance in wanted.items()}
