"""The odds of the games in files are those of their dice, enumerated here without them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path

import pytest

from odds_of_games import chance, die, odds, spread, total
from support import Run, refused

Spread = dict[int, Fraction]


def example(run: Run, folder: Path, game: str) -> Path:
    """Return the example of a game in a file."""
    file = folder / "fight.toml"
    assert run("new", game, "--example", "-o", file).code == 0
    return file


def binomial(dice: int) -> Spread:
    """Return how many of some d6 show 5 or 6."""
    return {hits: Fraction(comb(dice, hits) * 2 ** (dice - hits), 3**dice) for hits in range(dice + 1)}


def summed(pairs: list[tuple[int, Fraction]]) -> Spread:
    """Return the chances of values that may come several times."""
    found: Spread = {}
    for value, way in pairs:
        found[value] = found.get(value, Fraction(0)) + way
    return {value: way for value, way in found.items() if way}


def test_moves(run: Run, tmp_path: Path) -> None:
    """From 7 an attack does harm, from 12 one more; below 10 it comes back."""
    told = odds(run, example(run, tmp_path, "moves"), "attack", "rook", "dremmer")
    two = total(die(6), die(6))
    assert chance(told, "hit") == sum(way for face, way in two.items() if face + 2 >= 7)
    assert chance(told, "strong hit") == sum(way for face, way in two.items() if face + 2 >= 10)
    assert chance(told, "miss") == sum(way for face, way in two.items() if face + 2 < 7)
    assert spread(told) == summed([(0 if face + 2 < 7 else 3 + (face + 2 >= 12), way) for face, way in two.items()])


def test_pool(run: Run, tmp_path: Path) -> None:
    """Net hits are added to the damage, and body and armor soak it."""
    told = odds(run, example(run, tmp_path, "pool"), "attack", "razor", "patrol")
    damage, dead = [], Fraction(0)
    for (hits, one), (dodged, other) in product(binomial(8).items(), binomial(4).items()):
        net = hits - dodged
        damage.append((5 + net if net > 0 else 0, one * other))
        for soaked, way in binomial(4 + 4 - 1).items():
            dead += one * other * way * (net > 0 and 5 + net - soaked >= 10)
    assert spread(told) == summed(damage)
    assert chance(told, "hit") == sum(way for dealt, way in damage if dealt)
    assert chance(told, "member lost") == dead


def levels(rolled: int, skill: int) -> int:
    """Return the level of success."""
    return (rolled <= skill) + (rolled <= skill // 2) + (rolled <= skill // 5)


def test_percent(run: Run, tmp_path: Path) -> None:
    """The better level hits; half of the maximum at once may knock out."""
    file = example(run, tmp_path, "percent")
    told = odds(run, file, "attack", "harvey", "cultist")
    hits = Fraction(
        sum(levels(mine, 55) > levels(theirs, 30) for mine, theirs in product(range(1, 101), repeat=2)),
        10_000,
    )
    dealt = total({face + 2: way for face, way in die(4).items()}, die(4))
    assert chance(told, "hit") == hits
    assert spread(told) == {0: 1 - hits, **{value: way * hits for value, way in dealt.items()}}
    knocked = sum((way for value, way in dealt.items() if value * 2 >= 10 > value), Fraction(0)) / 2
    assert chance(told, "unconscious") == hits * knocked
    contest = odds(run, file, "test", "harvey", "dex", "--against", "cultist")
    wins = sum((levels(mine, 65), 65) > (levels(theirs, 60), 60) for mine, theirs in product(range(1, 101), repeat=2))
    assert chance(contest, "success") == Fraction(wins, 10_000)


def exploding(sides: int, depth: int = 14) -> Spread:
    """Return an exploding die, far enough that no total below sixty is missing."""
    found, weight, base = Counter[int](), Fraction(1), 0
    for _ in range(depth):
        for face in range(1, sides):
            found[base + face] += weight / sides  # type: ignore[assignment]
        base, weight = base + sides, weight / sides
    found[base] += weight  # type: ignore[assignment]
    return found  # type: ignore[return-value]


def test_wild(run: Run, tmp_path: Path) -> None:
    """The better of two exploding dice hits; a raise adds a die; each 4 above toughness is a wound."""
    told = odds(run, example(run, tmp_path, "wild"), "attack", "red", "bandits")
    best = summed(
        [(max(one, other), a * b) for (one, a), (other, b) in product(exploding(8).items(), exploding(6).items())]
    )
    hits = sum(way for value, way in best.items() if value >= 5)
    raised = sum(way for value, way in best.items() if value >= 9)
    assert chance(told, "hit") == hits
    plain = total(exploding(8), exploding(8))
    more = total(plain, exploding(6))
    falls = [sum(way for value, way in dealt.items() if value - 5 >= 4) for dealt in (plain, more)]
    assert chance(told, "member lost") == (hits - raised) * falls[0] + raised * falls[1]


def test_bare(run: Run, tmp_path: Path) -> None:
    """What is left of the damage goes to strength, and then to a save."""
    told = odds(run, example(run, tmp_path, "bare"), "attack", "pip", "rat")
    critical = Fraction(0)
    for face in range(1, 9):
        over = max(0, face - 1 - 6)
        critical += Fraction(1, 8) * Fraction(20 - (9 - over), 20) * (over > 0)
    assert chance(told, "critical") == critical
    assert spread(told) == die(8)


@pytest.mark.parametrize("game", ["d20", "moves", "pool", "percent", "wild", "bare"])
@pytest.mark.untraced
def test_either_side_may_win_the_example(run: Run, tmp_path: Path, game: str) -> None:
    """By a forecast, in some 30 to 70 of 100 fights."""
    file = example(run, tmp_path, game)
    done = run("forecast", "--json", "--times", "60", "--seed", "fair", "-f", file)
    assert done.code == 0, done.err
    wins = [event["wins"] for event in done.events if event["event"] == "side"]
    assert all(0.25 <= share <= 0.75 for share in wins), wins


def test_of_statuses_only_those_that_may_begin_are_told_and_scripts_get_all(run: Run, tmp_path: Path) -> None:
    words = ("attack", "mira", "ogre", "--odds", "-f", example(run, tmp_path, "d20"))
    assert [line for line in run(*words).out.splitlines() if "attacked by" in line] == [
        "Chance that ogre is bloodied, attacked by mira: 7/320 = 2.188 %."
    ]
    told = run(*words, "--json").events
    assert [event["of"] for event in told if event.get("form") == "status"] == [
        "stable",
        "bloodied",
        "dying",
        "dead",
    ]


def test_odds_of_thousands_of_dice_are_refused(run: Run, tmp_path: Path) -> None:
    """Though a roll of them is none."""
    file = tmp_path / "fight.toml"
    (tmp_path / "many.toml").write_text(
        'game = "many"\n[attack]\ntotal = "3000d6"\nhit = "total > 9"\n'
        '[example]\ncombatants = { ann = { side = "us" }, bob = { side = "them" } }\n',
        encoding="utf-8",
    )
    assert run("new", tmp_path / "many.toml", "--example", "-o", file).code == 0
    assert run("attack", "ann", "bob", "-f", file).code == 0
    refused(run("attack", "ann", "bob", "--odds", "-f", file), 3, "too many joint outcomes")
