"""d20: attacks against armor class, blasts, death saves; and plain, which has no rules to speak of."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from odds_of_games import chance, die, odds, spread, total
from support import FightFile, Run, whose

FIGHT = """\
ruleset = "d20"
[combatants.mira]
side = "us"
player = true
str = 3
dex = 2
weapons = { sword = { damage = "1d8" }, bomb = { damage = "2d6", kind = "blast", type = "fire", dc = 13 } }
[combatants.orc]
side = "them"
ac = 13
hp = 15
dex = 1
[combatants.troll]
side = "them"
hp = 15
weak = "fire"
"""


@pytest.fixture
def fight(fight_file: FightFile) -> Path:
    """Write the fight of these tests into a file."""
    return fight_file(FIGHT)


def test_the_odds_of_an_attack_are_those_of_its_dice(run: Run, fight: Path) -> None:
    """A natural 20 hits and doubles the dice, a natural 1 misses."""
    hits, damage, falls = Fraction(0), Counter[int](), Fraction(0)
    for d20, one, other in product(range(1, 21), range(1, 9), range(1, 9)):
        way = Fraction(1, 20 * 64)
        if d20 != 20 and (d20 == 1 or d20 + 5 < 13):
            damage[0] += way  # type: ignore[assignment]
            continue
        dealt = one + (other if d20 == 20 else 0) + 3
        hits += way
        damage[dealt] += way  # type: ignore[assignment]
        falls += way * (dealt >= 15)
    told = odds(run, fight, "attack", "mira", "orc")
    assert chance(told, "hit") == hits
    assert spread(told) == damage
    assert chance(told, "dying") == falls


def test_advantage_keeps_the_higher_of_two(run: Run, fight: Path) -> None:
    """Both together cancel out."""
    hits = Fraction(sum(max(pair) >= 8 for pair in product(range(1, 21), repeat=2)), 400)
    assert chance(odds(run, fight, "attack", "mira", "orc", "--advantage"), "hit") == hits
    both = odds(run, fight, "attack", "mira", "orc", "--advantage", "--disadvantage")
    assert chance(both, "hit") == Fraction(13, 20)


def test_a_blast_is_rolled_once_for_all_targets(run: Run, fight: Path) -> None:
    """Each saves by themselves, and takes half then; who is weak takes double."""
    falls = sum(
        (
            way * Fraction(1, 20)
            for dealt, way in total(die(6), die(6)).items()
            for d20 in range(1, 21)
            if 2 * (dealt // 2 if d20 >= 13 else dealt) >= 15
        ),
        Fraction(0),
    )
    told = odds(run, fight, "attack", "mira", "orc", "troll", "--weapon", "bomb")
    assert chance(told, "dying", target="troll") == falls
    assert chance(told, "dying", target="orc") == 0


def test_a_critical_is_told_with_its_dice_and_its_sum(run: Run, fight: Path) -> None:
    """Dice first, sums with their names."""
    done = run("attack", "mira", "orc", "--cover", "2", "--dice", "20,6,8", "--apply", "-f", fight)
    assert "die [20], total 25, needed 15" in done.out
    assert "orc takes 17 from mira" in done.out
    assert "orc is dying." in done.out
    assert whose(run, fight)["orc"]["keys"]["hp"] == 0  # type: ignore[index]


def test_three_failed_saves_kill(run: Run, fight: Path) -> None:
    """They are rolled as the turn of whoever is dying begins, and then it passes on."""
    run("wound", "orc", "15", "-f", fight)
    run("order", "--dice", "10,20,1,2", "-f", fight)
    for _ in range(2):
        run("next", "-f", fight)
        run("next", "--dice", "2", "-f", fight)
    assert whose(run, fight)["orc"]["status"] == ["dead"]


def test_a_natural_20_brings_back(run: Run, fight: Path) -> None:
    """With one hit point."""
    run("wound", "orc", "15", "-f", fight)
    done = run("order", "--dice", "10,19,1,20", "-f", fight)
    assert "orc: death [20]: hp +1." in done.out
    assert whose(run, fight)["orc"]["status"] == ["bloodied"]


def test_plain_keeps_track(run: Run, fight_file: FightFile) -> None:
    """Hit points go and come back, and the order is kept."""
    file = fight_file('ruleset = "plain"\n[combatants.ann]\nhp = 9\n[combatants.bob]\n')
    done = run("order", "--dice", "4,11", "-f", file)
    assert "1. bob with 11" in done.out
    run("wound", "ann", "4", "-f", file)
    assert "hp +4" in run("recover", "ann", "-f", file).out
    assert run("attack", "ann", "bob", "-f", file).code == 3


def test_show_of_one_lists_each_key_once(run: Run, fight: Path) -> None:
    """What the game makes of keys, written ones among them, is in one row."""
    rows = [line.split()[0] for line in run("show", "orc", "-f", fight).out.splitlines()[2:]]
    assert "keys" in rows
    assert not {"ac", "hp", "dex"} & {*rows}
