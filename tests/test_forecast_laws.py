"""Laws of forecasts on small random fights: simulated is exact, no number serves twice, a choice is even."""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from forecast_fights import random_fight, rounds_of
from forecasts import asked, fight_of, run

from combatcli.cli import parse_line
from combatcli.dice.rolling.sources import SeededSource
from combatcli.encounter import document
from combatcli.errors import CombatError, RefusedError
from combatcli.forecast.fight import random_choices
from combatcli.forecast.tally import Tally
from combatcli.pipeline.forecasting import FightMaker, FightPlan
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.tactics import Shuffled
from support import FightFile

pytestmark = pytest.mark.untraced

EXPLORED = os.environ.get("HYPOTHESIS_PROFILE") == "explore"
FIGHTS = 200 if EXPLORED else 8
"""So many random fights of each game."""
TIMES = 120
DEVIATIONS, FEW = 4.5, 2
"""So far off a share may be, and so many fights more, for what is rare."""
WORK = 14_000
"""Fights that take more are left out."""
COUNTED = 0.4
"""So many of the fights count at least."""


def shares(tally: Tally, fighter: FightMaker) -> dict[str, float]:
    """Return the chance of each side, and that of each to be out, and to be out first."""
    found = {f"{side} wins": tally.chance_of_side(side) for side in (*fighter.sides, "")}
    for who in fighter.encounter.combatants:
        found[f"{who} out"] = float(tally.out.get(who, 0) / tally.fights)
        found[f"{who} first"] = float(tally.first.get(who, 0) / tally.fights)
    return found


@pytest.mark.timeout(1800 if EXPLORED else 180)
@pytest.mark.parametrize("game", NAMES)
def test_simulated_is_exact(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.forecast.exact.MOST_WORK", WORK)
    counted = 0
    for number in range(FIGHTS):
        text = random_fight(game, number)
        fighter = fighter_of(text, game, f"law {number}", rounds_of(text))
        try:
            exact = shares(fighter.exact_tally(0.01), fighter)
        except RefusedError:
            continue
        counted += 1
        tally = simulated(fighter)
        for what, share in shares(tally, fighter).items():
            spread = sqrt(exact[what] * (1 - exact[what]) / TIMES)
            far = abs(share - exact[what])
            assert far <= DEVIATIONS * spread + FEW / TIMES * (0 < exact[what] < 1) + 1e-9, (
                f"{what}: {exact[what]} exactly, {share} simulated, in fight {number}:\n{text}"
            )
    assert counted >= COUNTED * FIGHTS, counted


def fighter_of(text: str, game: str, seed: str, rounds: int) -> FightMaker:
    return FightMaker(FightPlan(parse_line, game, document.parse(text, "a test"), seed, rounds))


def test_one_phase_is_the_odds_of_all_its_attacks(fight_file: FightFile) -> None:
    for number in range(FIGHTS):
        text = re.sub("(tactics|count) = .*\\n", "", random_fight("blade", number)).replace('"initiative"', '"melee"')
        exact = shares(fighter_of(text, "blade", "", 1).exact_tally(0.01), fighter_of(text, "blade", "", 1))
        told = json.loads(run("attack", "--all", "--odds", "--json", path=fight_file(text)).stdout)["events"]
        fallen = [each for each in told if each.get("of") == "taken out"]
        assert fallen
        for each in fallen:
            assert exact[f"{each['who']} out"] == pytest.approx(float(Fraction(each["chance"]))), (each, text)


def simulated(fighter: FightMaker) -> Tally:
    """Return what some fights come to."""
    from combatcli.forecast.simulate import tally_chunk

    return tally_chunk(fighter.outcome, 1, TIMES)


@pytest.mark.parametrize("game", NAMES)
def test_a_fight_that_is_told_ends_as_when_it_is_only_counted(game: str) -> None:
    fighter = fighter_of(f'ruleset = "{game}"\n{load(game).parts.example}', game, "told", 20)
    for seed in map(fighter.seed_of_fight, range(1, PLAYED + 1)):
        assert fighter.new_fight(silent=True).run(seed) == fighter.new_fight().run(seed)


COINS = "[decks.coins]\ncards = [[1], [20]]\nfoes = [10]"
"""A deck of two cards: one loses every test, one wins it."""
DRAWS = 'player = true\ndeck = "coins"\n'
AT_ANY = fight_of(
    "arq",
    f'phase = "action"\n{COINS}\n[tactics]\nours = ["attack any --missile"]\ntheirs = []',
    ann=f"{DRAWS}position = [0, 0]\nspeed = 0",
    bob="position = [9, 0]\nspeed = 0\nwounds = 1",
    cat="position = [9, 5]\nspeed = 0\nwounds = 1",
)
OPEN = fight_of(
    "arq",
    f'phase = "melee"\n{COINS}\n[house]\ngang_up = false',
    ann=f"{DRAWS}position = [0, 0]\nwounds = 1",
    al=f"{DRAWS}position = [1, 0]\nwounds = 1",
    bob="position = [-1, 1]\nwounds = 1",
    cat="position = [0, 1]\nwounds = 1",
    dan="position = [2, 1]\nwounds = 1",
)
"""Cat touches both of ours, who each have a foe of their own: the table chooses with whom she is paired."""
DRAWINGS = 600
PLAYED = 8


def within(share: float, chance: Fraction, times: int) -> bool:
    """Tell whether a share is four deviations at most from what it is expected to be."""
    return abs(share - chance) <= 4 * sqrt(chance * (1 - chance) / times)


@pytest.mark.parametrize("text", [*NAMES, AT_ANY, OPEN])
def test_no_number_of_a_seeded_stream_serves_twice(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = text if text in NAMES else "arq"
    given = f'ruleset = "{game}"\n{load(game).parts.example}' if text in NAMES else text
    fighter = FightMaker(FightPlan(parse_line, game, document.parse(given, "a test"), "s", 20))
    drawn: list[tuple[bytes, int]] = []
    read, play = SeededSource.read, fighter.player.play

    def recorded(stream: SeededSource, count: int) -> bytes:
        first: int = getattr(stream, "place", 0)
        stream.place = first + count  # type: ignore[attr-defined]
        drawn.extend((vars(stream)["_head"], number) for number in range(first, first + count))
        return read(stream, count)

    def kept(*given: Any, **named: Any) -> Any:
        # What was rolled for a deed that the rules refuse was never rolled.
        before = len(drawn)
        try:
            return play(*given, **named)
        except CombatError:
            del drawn[before:]
            raise

    monkeypatch.setattr(SeededSource, "read", recorded)
    monkeypatch.setattr(fighter.player, "play", kept)
    for number in range(1, PLAYED + 1):
        fighter.outcome(number)
    assert len(drawn) > PLAYED
    assert len({*drawn}) == len(drawn)


def test_a_pairing_that_the_table_chooses_is_even_and_tells_nothing_of_the_card_after_it(fight_file: FightFile) -> None:
    path = fight_file(OPEN)
    words = ("--seed", "s", "--times", str(DRAWINGS), "--rounds", "1", "--jobs", "1")
    # Whoever has two foes loses to one of them for certain, and the other one falls with one half.
    wins = {side["side"]: side["wins"] for side in asked(*words, path=path)["side"]}
    assert within(wins["theirs"], Fraction(1, 2), DRAWINGS)
    exact = asked("--exact", "--rounds", "1", path=path)["side"]
    assert [side["fraction"] for side in exact] == ["0", "1/2"]


@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_first_of_those_that_will_do_is_each_as_likely(count: int) -> None:
    choices, found = random_choices("s"), dict.fromkeys(range(count), 0)
    for _ in range(DRAWINGS):
        # Of one more, that never will do.
        found[next(each for each in Shuffled(range(count + 1), choices) if each < count)] += 1
    for seen in found.values():
        assert within(seen / DRAWINGS, Fraction(1, count), DRAWINGS)


@pytest.mark.parametrize("version", [1, 2])
def test_choices_are_of_another_stream_than_dice(version: int) -> None:
    dice = SeededSource("s/1", stream="encounter", version=version)
    assert dice.dice(40, 20) != random_choices("s/1").dice(40, 20)


def test_some_in_a_random_order_are_all_of_them_once() -> None:
    some = Shuffled("abcdef", random_choices("s"))
    assert [*some].index(next(iter(some))) == 0
    assert sorted(some) == [*"abcdef"]


@pytest.mark.parametrize(("line", "chances"), [("any", (1, 1)), ("same", (0, 1)), ("attacker", (0, 1))])
def test_targets_that_are_drawn_or_remembered_are_exact_as_in_play(
    tmp_path: Path, line: str, chances: tuple[int, int]
) -> None:
    text = AT_ANY.replace('"attack any --missile"', f'"attack {line} --missile", "attack cat --missile"')
    shooter = 'tactics = ["attack ann --missile"]\nposition = [9, 5]\ntraits.missile = 1'
    path = tmp_path / "fight.toml"
    path.write_text(text.replace("position = [9, 5]", shooter).replace("ann]", "ann]\nwounds = 9"), encoding="utf-8")
    exact = {fate["who"]: Fraction(fate["out"]) for fate in asked("--exact", "--rounds", "2", path=path)["fate"]}
    words = ("--seed", "s", "--times", str(DRAWINGS), "--rounds", "2", "--jobs", "1")
    drawn = {fate["who"]: fate["out"] for fate in asked(*words, path=path)["fate"]}
    for who, chance in zip(("bob", "cat"), chances, strict=True):
        assert (exact[who] > 0) is bool(chance)
        assert within(drawn[who], exact[who], DRAWINGS)
