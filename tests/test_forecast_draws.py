"""What is drawn in a fight: no number serves twice, and a choice is even and tells nothing of the dice after it."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any

import pytest
from forecasts import asked, fight_of

from combatcli.cli import understood
from combatcli.dice.rolling.sources import DigestStream, SeededSource
from combatcli.encounter import document
from combatcli.errors import CombatError
from combatcli.forecast.fight import choices_of
from combatcli.pipeline.forecasting import Fighter, Plan
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.tactics import Shuffled

if TYPE_CHECKING:
    from pathlib import Path

    from support import FightFile

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
TIMES = 600
FIGHTS = 8


def within(share: float, chance: Fraction, times: int) -> bool:
    """Tell whether a share is four deviations at most from what it is expected to be."""
    return abs(share - chance) <= 4 * sqrt(chance * (1 - chance) / times)


@pytest.mark.parametrize("text", [*NAMES, AT_ANY, OPEN])
def test_no_number_of_a_seeded_stream_serves_twice(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = text if text in NAMES else "arq"
    given = f'ruleset = "{game}"\n{load(game).example()}' if text in NAMES else text
    fighter = Fighter(Plan(understood, game, document.parse(given, "a test"), "s", 20))
    drawn: list[tuple[bytes, int]] = []
    read, play = DigestStream.read, fighter.player.play

    def recorded(stream: DigestStream, count: int) -> bytes:
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

    monkeypatch.setattr(DigestStream, "read", recorded)
    monkeypatch.setattr(fighter.player, "play", kept)
    for number in range(1, FIGHTS + 1):
        fighter.outcome(number)
    assert len(drawn) > FIGHTS
    assert len({*drawn}) == len(drawn)


def test_a_pairing_that_the_table_chooses_is_even_and_tells_nothing_of_the_card_after_it(fight_file: FightFile) -> None:
    path = fight_file(OPEN)
    words = ("--seed", "s", "--times", str(TIMES), "--rounds", "1", "--jobs", "1")
    # Whoever has two foes loses to one of them for certain, and the other one falls with one half.
    wins = {side["side"]: side["wins"] for side in asked(*words, path=path)["side"]}
    assert within(wins["theirs"], Fraction(1, 2), TIMES)
    exact = asked("--exact", "--rounds", "1", path=path)["side"]
    assert [side["fraction"] for side in exact] == ["0", "1/2"]


@pytest.mark.parametrize("count", [2, 3, 7])
def test_the_first_of_those_that_will_do_is_each_as_likely(count: int) -> None:
    choices, found = choices_of("s"), dict.fromkeys(range(count), 0)
    for _ in range(TIMES):
        # Of one more, that never will do.
        found[next(each for each in Shuffled(range(count + 1), choices) if each < count)] += 1
    for seen in found.values():
        assert within(seen / TIMES, Fraction(1, count), TIMES)


@pytest.mark.parametrize("version", [1, 2])
def test_choices_are_of_another_stream_than_dice(version: int) -> None:
    dice = SeededSource("s/1", stream="encounter", version=version)
    assert dice.dice(40, 20) != choices_of("s/1").dice(40, 20)


def test_some_in_a_random_order_are_all_of_them_once() -> None:
    some = Shuffled("abcdef", choices_of("s"))
    assert len(some) == 6
    assert some[-1] == [*some][5]
    assert some[:2] == [some[0], some[1]]
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
    words = ("--seed", "s", "--times", str(TIMES), "--rounds", "2", "--jobs", "1")
    drawn = {fate["who"]: fate["out"] for fate in asked(*words, path=path)["fate"]}
    for who, chance in zip(("bob", "cat"), chances, strict=True):
        assert (exact[who] > 0) is bool(chance)
        assert within(drawn[who], exact[who], TIMES)
