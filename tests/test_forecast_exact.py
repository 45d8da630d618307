"""Chances of small fights in every game, exact and simulated, against absorbing Markov chains and counts of hands."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from math import comb, isinf, sqrt
from typing import TYPE_CHECKING

import pytest
from forecast_chains import blows, cards, duel, turns
from forecast_fights import random_fight
from forecasts import asked, fight_of, run

from combatcli.cli import parse_line
from combatcli.dice.exact.outcomes import OnePathOfOutcomes
from combatcli.encounter import document
from combatcli.errors import RefusedError
from combatcli.forecast import exact
from combatcli.forecast.exact import ExactWalk
from combatcli.forecast_events import wilson_interval
from combatcli.pipeline.forecasting import FightMaker, FightPlan
from combatcli.rulesets import NAMES, load
from support import FightFile

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.untraced

MOST_WORK = 20_000
SEEDS, FIGHTS = 60, 10
DEVIATIONS = 4
"""A right program is further off once in 16,000 times; these seeds are the first ones, whatever they come to."""
CHAINS = [
    *[duel(*row) for row in ((7, 5, 1, 50), (4, 9, 1, 1), (10, 11, 1, 2), (7, 5, 3, 1), (7, 5, 3, 5))],
    *[cards(*row) for row in ((3, 3), (2, 3), (1, 2), (3, 1))],
    *[blows(*row) for row in ((1, 12, 15, 1), (1, 16, 11, 2), (2, 12, 15, 2), (2, 14, 14, 4))],
    *[turns(*row) for row in ((8, 12, 1), (15, 9, 2), (18, 15, 4))],
]
"""Fights of each game, their rounds, and the chances that either side wins."""


@pytest.mark.rule("E11", "E12", "E34", "R27", "R41", "R43")
@pytest.mark.parametrize("number", range(len(CHAINS)))
def test_exact_chances_are_those_of_a_markov_chain(fight_file: FightFile, number: int) -> None:
    text, rounds, ours, theirs = CHAINS[number]
    told = chances("--rounds", str(rounds), path=fight_file(text))
    assert [float(told[side]) for side in ("ours", "theirs")] == pytest.approx([float(ours), float(theirs)])
    assert float(sum(told.values())) == pytest.approx(1)


def chances(*words: str, path: Path) -> dict[str, Fraction]:
    found = asked("--exact", *words, path=path)
    told = {each["side"]: Fraction(each.get("fraction", each["wins"])) for each in found["side"]}
    return {**told, "": Fraction(found["undecided"][0].get("fraction", found["undecided"][0]["chance"]))}


def covering(chance: float) -> float:
    """Return how often the interval of so many fights covers a chance: not just 95 %, for wins are whole numbers."""
    covered = 0.0
    for won in range(FIGHTS + 1):
        low, high = wilson_interval(won, FIGHTS)
        covered += comb(FIGHTS, won) * chance**won * (1 - chance) ** (FIGHTS - won) * (low <= chance <= high)
    return covered


@pytest.mark.parametrize("chain", [CHAINS[number] for number in (0, 6, 11, 13)], ids=lambda chain: chain[0][11:16])
def test_intervals_of_simulated_fights_cover_the_exact_chance_as_often_as_they_must(
    chain: tuple[str, int, Fraction, Fraction],
) -> None:
    text, rounds, ours, _ = chain
    tables, chance = document.parse(text, "a test"), float(ours)
    covered = wins = 0
    for seed in range(1, SEEDS + 1):
        fighter = FightMaker(FightPlan(parse_line, tables["ruleset"], tables, str(seed), rounds))
        won = sum(fighter.outcome(number).winner == "ours" for number in range(1, FIGHTS + 1))
        low, high = wilson_interval(won, FIGHTS)
        covered += low <= chance <= high
        wins += won
    # All fights of all seeds together know the chance best: a wrong one shows here first.
    assert abs(wins - SEEDS * FIGHTS * chance) <= most_off(SEEDS * FIGHTS, chance)
    assert abs(covered - SEEDS * covering(chance)) <= most_off(SEEDS, covering(chance))


def most_off(times: int, chance: float) -> float:
    """Return how far a count of what comes up so often may be off, in so many times."""
    return DEVIATIONS * sqrt(times * chance * (1 - chance))


@pytest.fixture
def _little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.forecast.exact.MOST_WORK", MOST_WORK)


@pytest.mark.usefixtures("_little_work")
def test_a_refusal_names_as_many_rounds_as_are_few_enough(fight_file: FightFile) -> None:
    path = fight_file(random_fight("beacon", 5))
    done = run("forecast", "--exact", path=path)
    (rounds,) = re.findall(r"--rounds (\d+) is few enough; or leave out --exact", done.stderr)
    assert run("forecast", "--exact", "--rounds", rounds, path=path).returncode == 0


@pytest.mark.parametrize("game", NAMES)
def test_an_answer_is_refused_before_its_budget_is_spent_where_what_waits_is_beyond_it(game: str) -> None:
    tables = document.parse(f'ruleset = "{game}"\n{load(game).parts.example}', "a test")
    fighter = FightMaker(FightPlan(parse_line, game, tables, "", 50))
    walk = ExactWalk(load(game), fighter.end_check, fighter.player, 0.01)
    with pytest.raises(RefusedError, match="an exact answer needs more than"):
        walk.run()
    # Where a roll alone has too many outcomes, none of them is enumerated.
    assert isinf(walk.work) or walk.work < exact.MOST_WORK / 1.5


def test_what_a_rule_says_it_rolls_for_is_said_anew_on_each_path() -> None:
    source = OnePathOfOutcomes()
    source.purpose = "an attack"

    def rule() -> str:
        source.purpose = f"the damage of {source.purpose}"
        return f"{source.die(2)}: {source.purpose}"

    assert {*source.every(rule)} == {"1: the damage of an attack", "2: the damage of an attack"}
    assert source.purpose == "an attack"


@pytest.mark.parametrize("ranks", [(0, 1), (1, 0)])
def test_what_a_card_does_to_the_deck_counts_against_foes_of_different_rank(
    fight_file: FightFile, ranks: tuple[int, int]
) -> None:
    top = 'phase = "melee"\n[house]\ngang_up = false\n[decks.small]\ncards = [[1], [2], [3], [4], [5]]\nfoes = [2, 4]'
    foe = "wounds = 1\ntraits.melee = {}\nposition = [{}, 1]".format
    ann = 'player = true\ndeck = "small"\nposition = [0, 0]'
    path = fight_file(fight_of("arq", top, ann=ann, bob=foe(ranks[0], 0), cat=foe(ranks[1], 1)))
    hands = [*permutations(range(1, 6), 2)]
    needed = [(2, 4)[rank] for rank in ranks]
    both = sum(one > needed[0] and other > needed[1] for one, other in hands)
    assert chances("--rounds", "1", path=path)["ours"] == Fraction(both, len(hands))


@pytest.mark.parametrize(("drawn", "both"), [(0, Fraction(14, 323)), (17, Fraction(9, 19))])
@pytest.mark.rule("Q3")
def test_cards_that_do_not_count_stay_out_of_the_deck(fight_file: FightFile, drawn: int, both: Fraction) -> None:
    # Ann, paired twice, draws two cards a test and the lower one counts.
    # With a full deck both fall by 45/190 x 28/153; with three left the second hand is the last and one of 19.
    foe = "wounds = 1\ntraits.melee = 1\nposition = [{}, 1]".format
    out = f"drawn = {[*range(1, drawn + 1)]}"
    ann = f"player = true\nwounds = 1\ntraits.melee = 1\nposition = [0, 0]\n{out}"
    path = fight_file(fight_of("arq", 'phase = "melee"', ann=ann, bob=foe(-1), cat=foe(0)))
    assert chances("--rounds", "1", path=path)["ours"] == both


def test_an_exact_answer_counts_every_hand_of_two_who_gang_up(fight_file: FightFile) -> None:
    ours = "player = true\nwounds = 1\ntraits.melee = 1\nposition = [{}, 0]".format
    bob = "wounds = 3\ntraits.melee = 1\nposition = [0, 1]"
    path = fight_file(fight_of("arq", 'phase = "melee"', ann=ours(0), al=ours(1), bob=bob))
    assert chances("--rounds", "2", path=path)["ours"] == Fraction(61456, 104329)
