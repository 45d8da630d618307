"""Exact chances of whole fights, held against a small absorbing Markov chain of each that is written here."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from forecast_chains import cards, sum_of_two_dice_is_at_most
from forecast_fights import random_fight
from forecasts import DUEL, asked, fight_of, run

from combatcli.cli import understood
from combatcli.dice.exact.outcomes import EveryOutcome
from combatcli.encounter import document
from combatcli.errors import RefusedError
from combatcli.forecast.exact import MOST_WORK, ExactWalk
from combatcli.pipeline.forecasting import Fighter, Plan
from combatcli.rulesets import NAMES, load
from support import FightFile

if TYPE_CHECKING:
    from pathlib import Path


def chances(*words: str, path: Path) -> dict[str, Fraction]:
    found = asked("--exact", *words, path=path)
    told = {each["side"]: Fraction(each.get("fraction", each["wins"])) for each in found["side"]}
    return {**told, "": Fraction(found["undecided"][0].get("fraction", found["undecided"][0]["chance"]))}


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_exact_chances_of_blows_are_those_of_a_markov_chain(tmp_path: Path, rounds: int) -> None:
    # Both strike at once each round, with 2d6 of at most their strength; a hit takes 1 or 2 of 3 health, evenly.
    path = tmp_path / "duel.toml"
    text = DUEL.replace("health = 1", "health = 3").replace('length = "short"', 'length = "short", damage = "1d2"')
    path.write_text(text, encoding="utf-8")
    half = Fraction(1, 2)

    def blow(most: int) -> dict[int, Fraction]:
        hit = sum_of_two_dice_is_at_most(most)
        return {0: 1 - hit, 1: hit * half, 2: hit * half}

    states = {(3, 3): Fraction(1)}
    for _ in range(rounds):
        following: dict[tuple[int, int], Fraction] = {}
        for (ann, bob), chance in states.items():
            over = ann == 0 or bob == 0
            for to_bob, one in ({0: Fraction(1)} if over else blow(7)).items():
                for to_ann, other in ({0: Fraction(1)} if over else blow(5)).items():
                    state = max(0, ann - to_ann), max(0, bob - to_bob)
                    following[state] = following.get(state, Fraction(0)) + chance * one * other
        states = following
    wanted = {
        "ours": sum(chance for (ann, bob), chance in states.items() if ann and not bob),
        "theirs": sum(chance for (ann, bob), chance in states.items() if bob and not ann),
    }
    told = chances("--rounds", str(rounds), path=path)
    assert {side: told[side] for side in wanted} == wanted
    assert sum(told.values()) == 1


@pytest.mark.parametrize("wounds", [(3, 3), (1, 2)])
def test_exact_chances_of_cards_are_those_of_a_deck_that_is_drawn_to_its_end(
    tmp_path: Path, wounds: tuple[int, int]
) -> None:
    path = tmp_path / "cards.toml"
    text, ours = cards(*wounds)
    path.write_text(text, encoding="utf-8")
    assert chances(path=path) == {"ours": ours, "theirs": 1 - ours, "": 0}


def test_the_simulated_interval_covers_the_exact_chance(fight_file: FightFile) -> None:
    path = fight_file(cards(3, 3)[0].replace("[5], [3]", "[5], [4], [3]"))
    exact = asked("--exact", path=path)
    for side, drawn in zip(exact["side"], asked("--seed", "s", "--times", "300", path=path)["side"], strict=True):
        assert drawn["low"] <= side["wins"] <= drawn["high"]
        assert side["low"] == side["high"] == side["wins"]
        assert side["fights"] is None
    assert exact["forecast"] == [
        {"event": "forecast", "exact": True, "fights": None, "seed": None, "rounds": 50, "cut_short": False}
    ]
    assert sum(each["wins"] for each in exact["side"]) + exact["undecided"][0]["chance"] == pytest.approx(1, abs=1e-9)


def test_a_fraction_has_60_digits_at_most(fight_file: FightFile) -> None:
    path = fight_file(DUEL)
    assert "fraction" in asked("--exact", "--rounds", "3", path=path)["side"][0]
    assert "fraction" not in asked("--exact", path=path)["side"][0]
    text = run("forecast", "--exact", path=path).stdout
    assert "\nexact\n" in text
    assert "between 60" not in text


def test_exact_chances_are_varied_and_quiet(fight_file: FightFile) -> None:
    path = fight_file(DUEL)
    found = asked("--exact", "--vary", "bob.strength=5,7", path=path)
    assert found["variant"][1]["sides"]["ours"] == found["variant"][1]["sides"]["theirs"]
    assert found["variant"][0]["fights"] is None
    quiet = run("forecast", "--exact", "-q", "--side", "ours", path=path).stdout
    assert float(quiet) == pytest.approx(found["variant"][0]["sides"]["ours"], abs=1e-11)


def test_an_answer_beyond_the_budget_is_refused_with_the_fights_that_would_do(fight_file: FightFile) -> None:
    path = fight_file(f'ruleset = "blade"\n{load("blade").example()}')
    done = run("forecast", "--exact", "--within", "2", path=path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "an exact answer needs more than 160,000 steps" in done.stderr
    assert "Leave out --exact: 2,401 simulated fights are precise within 2 %" in done.stderr


def test_a_refusal_names_as_many_rounds_as_are_few_enough(fight_file: FightFile) -> None:
    path = fight_file(random_fight("beacon", 5))
    done = run("forecast", "--exact", path=path)
    (rounds,) = re.findall(r"--rounds (\d+) is few enough; or leave out --exact", done.stderr)
    assert run("forecast", "--exact", "--rounds", rounds, path=path).returncode == 0


@pytest.mark.parametrize(
    ("words", "lines", "code", "said"),
    [
        (["--times", "3"], "", 2, "--exact and --times exclude each other"),
        (["--seed", "s"], "", 2, "--exact and --seed exclude each other"),
    ],
)
def test_what_is_not_exact_is_refused(
    fight_file: FightFile, words: list[str], lines: str, code: int, said: str
) -> None:
    path = fight_file(DUEL.replace("[combatants.bob]", f"{lines}\n[combatants.bob]"))
    done = run("forecast", "--exact", *words, path=path)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr


@pytest.mark.parametrize("game", NAMES)
def test_an_answer_is_refused_before_its_budget_is_spent_where_what_waits_is_beyond_it(
    game: str,
) -> None:
    tables = document.parse(f'ruleset = "{game}"\n{load(game).example()}', "a test")
    fighter = Fighter(Plan(understood, game, tables, "", 50))
    walk = ExactWalk(load(game), fighter.end_check, fighter.player, 0.01)
    with pytest.raises(RefusedError, match="an exact answer needs more than"):
        walk.run()
    assert walk.work < MOST_WORK / 1.5


def test_what_a_rule_says_it_rolls_for_is_said_anew_on_each_path() -> None:
    source = EveryOutcome()
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
    deck = "[decks.small]\ncards = [[1], [2], [3], [4], [5]]\nfoes = [2, 4]"
    foe = "wounds = 1\ntraits.melee = {}\nposition = [{}, 1]".format
    path = fight_file(
        fight_of(
            "arq",
            f'phase = "melee"\n[house]\ngang_up = false\n{deck}',
            ann='player = true\ndeck = "small"\nposition = [0, 0]',
            bob=foe(ranks[0], 0),
            cat=foe(ranks[1], 1),
        )
    )
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
