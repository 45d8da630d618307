"""`forecast`: whole fights by the rules, that `play` repeats, and what they add up to."""

from __future__ import annotations

import json
from math import comb, sqrt
from typing import TYPE_CHECKING, Any

import pytest
import toygame
from forecasts import DUEL, FEW, asked, run

from combatcli.encounter import document
from combatcli.forecast_events import wilson
from combatcli.pipeline.input import read_file
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.parts import Parts
from support import FightFile

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def example(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "fight.toml"
    game = request.param
    path.write_text(f'ruleset = "{game}"\n{load(game).example()}', encoding="utf-8")
    return path


@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_the_script_of_a_fight_is_played_to_the_end_that_its_events_tell(example: Path) -> None:
    before = example.read_bytes()
    answer = json.loads(run("forecast", "--seed", "it's", "--fight", "3", "--json", path=example).stdout)
    assert answer["dice"] == {"seed": "it's/3", "step": 0}
    told = answer["events"]
    script = run("forecast", "--seed", "it's", "--fight", "3", "--script", path=example).stdout
    assert example.read_bytes() == before
    played = run("play", path=example, text=script)
    assert played.returncode == 0, played.stderr
    lines = run("log", "--json", path=example).stdout
    assert len(json.loads(lines)["events"]) == len(script.splitlines())
    again = read_file(str(example))
    tactics = again.game.tactics
    assert tactics is not None
    fight = document.validate(again.tables, again.game)
    sides = {each.side for each in fight.combatants.values() if not tactics.is_out(fight, each)}
    assert len(sides) == 1
    for wound in [event for event in told if event["event"] == "wound" and "status" in event]:
        assert wound["target"] in fight.combatants
    assert fight.dice is not None
    assert fight.dice.seed == "it's/3"


@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_fights_of_an_example_end_and_add_up(example: Path) -> None:
    found = asked("--seed", "friday", "--times", "40", "--jobs", "1", path=example)
    undecided = found["undecided"][0]
    assert found["length"][0]["quantiles"]["95"] < 50
    assert sum(side["fights"] for side in found["side"]) + undecided["fights"] == 40
    assert sum(side["wins"] for side in found["side"]) + undecided["chance"] == pytest.approx(1, abs=1e-9)
    assert {fate["who"] for fate in found["fate"]} == set(document.validate(*_parts(example)).combatants)
    assert all(0 <= fate["first"] <= fate["out"] <= 1 for fate in found["fate"])


@pytest.mark.untraced
@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_each_side_of_an_example_wins_three_to_seven_fights_of_ten(example: Path) -> None:
    sides = asked("--seed", "fair", "--times", "400", path=example)["side"]
    wins = {side["side"]: side["wins"] for side in sides}
    assert len(wins) == 2
    assert all(0.3 <= chance <= 0.7 for chance in wins.values()), wins


def _parts(path: Path) -> tuple[Any, Any]:
    given = read_file(str(path))
    return given.tables, given.game


@pytest.mark.parametrize("example", ["blade"], indirect=True)
def test_the_digits_are_the_same_for_any_number_of_jobs(example: Path) -> None:
    words = ("--seed", "friday", "--within", "5")
    assert asked(*words, "--jobs", "1", path=example) == asked(*words, "--jobs", "2", path=example)


@pytest.mark.parametrize("example", ["blade"], indirect=True)
def test_no_more_processes_are_started_than_a_machine_bears(example: Path) -> None:
    words = ("--seed", "friday", "--times", "3")
    assert asked(*words, "--jobs", "99999", path=example) == asked(*words, "--jobs", "1", path=example)


def test_the_simulated_interval_covers_the_exact_chance_of_a_duel(duel: Path) -> None:
    # Both strike at once, and a hit of 1 or more kills: 2d6 of need or less hit, a 2 always, a 12 never.
    ann, bob = (sum(min(6, total - 1) - max(1, total - 6) + 1 for total in range(2, need + 1)) / 36 for need in (7, 5))
    ends = 1 - (1 - ann) * (1 - bob)
    found = asked("--seed", "s", "--times", "600", "--jobs", "1", path=duel)
    chances = {side["side"]: (side["low"], side["high"]) for side in found["side"]}
    low, high = chances["ours"]
    assert low <= ann * (1 - bob) / ends <= high
    low, high = chances["theirs"]
    assert low <= bob * (1 - ann) / ends <= high
    assert found["undecided"][0]["low"] <= ann * bob / ends <= found["undecided"][0]["high"]


def test_wilsons_interval_covers_about_95_of_100() -> None:
    times, chance = 40, 0.3
    covered = 0.0
    for count in range(times + 1):
        low, high = wilson(count, times)
        covered += comb(times, count) * chance**count * (1 - chance) ** (times - count) * (low <= chance <= high)
    assert 0.93 <= covered <= 0.97


def test_quiet_prints_the_chance_of_a_side_and_nothing_else(duel: Path) -> None:
    done = run("forecast", "--seed", "s", "--times", "50", "-q", "--side", "ours", path=duel)
    wins = asked("--seed", "s", "--times", "50", path=duel)["side"][0]["wins"]
    assert (done.returncode, done.stderr, float(done.stdout)) == (0, "", wins)


def test_a_table_says_who_wins_and_what_becomes_of_each(duel: Path) -> None:
    text = run("forecast", "--seed", "s", "--times", "50", path=duel).stdout
    assert text.splitlines()[0].startswith("ours ")
    assert "50 fights of seed s" in text


@pytest.mark.parametrize(
    ("fit", "rounds", "lines"),
    [
        (True, "50", ["undecided: nobody left"]),
        (False, "1", ["undecided after 1 round"]),
        (True, "1", ["undecided", "  nobody left", "  after 1 round"]),
    ],
)
def test_the_undecided_are_told_by_why_they_are(
    fight_file: FightFile, rounds: str, lines: list[str], *, fit: bool
) -> None:
    path = fight_file(DUEL if fit else DUEL.replace("health = 1", "health = 9"))
    told = run("forecast", *FEW, "--rounds", rounds, path=path).stdout.partition("\n\n")[0].splitlines()
    assert [line[:28].rstrip() for line in told[2:]] == lines
    event = asked(*FEW, "--rounds", rounds, path=path)["undecided"][0]
    assert (0 < event["nobody_left"] < event["chance"]) is (len(lines) > 1)


@pytest.fixture
def duel(fight_file: FightFile) -> Path:
    return fight_file(DUEL)


def test_the_values_of_a_key_are_fought_with_the_same_dice_each_and_the_fairest_is_marked(duel: Path) -> None:
    before = duel.read_bytes()
    found = asked(*FEW, "--vary", "bob.strength=3..5,7", "--fair", path=duel)
    assert [each["values"] for each in found["variant"]] == [{"bob.strength": value} for value in (3, 4, 5, 7)]
    assert [each["fair"] for each in found["variant"]] == [False, False, False, True]
    assert found["forecast"][0]["fights"] == 160
    plain = {each["side"]: each["wins"] for each in asked(*FEW, path=duel)["side"]}
    assert found["variant"][2]["sides"] == plain
    assert duel.read_bytes() == before


def test_two_keys_are_varied_together_the_second_fastest(duel: Path) -> None:
    found = asked(*FEW, "--vary", "ann.health=0,1", "--vary", "house.strict=true,false", path=duel)
    assert [tuple(each["values"].values()) for each in found["variant"]] == [
        (0, True),
        (0, False),
        (1, True),
        (1, False),
    ]
    assert found["variant"][0]["sides"] == {"ours": 0, "theirs": 1}


def test_a_table_of_variants_has_a_line_for_each_value(duel: Path) -> None:
    lines = run("forecast", *FEW, "--vary", "bob.strength=5,7", "--fair", path=duel).stdout.splitlines()
    assert lines[0].split() == ["bob.strength", "ours", "theirs", "undecided"]
    # Wilson's intervals of 22 and of 11 among 40.
    assert [line.split()[4:] for line in lines[1:3]] == [["±14.7%"], ["±13.4%", "fairest"]]
    quiet = run("forecast", *FEW, "--vary", "bob.strength=5,7", "-q", "--side", "ours", path=duel).stdout
    assert [f"{float(each):.1%}" for each in quiet.split()] == [line.split()[1] for line in lines[1:3]]


def test_a_side_that_one_variant_alone_has_is_told_of_in_each(duel: Path) -> None:
    found = asked(*FEW, "--vary", "bob.side=third,theirs", path=duel)["variant"]
    assert [list(each["sides"]) for each in found] == [["ours", "theirs", "third"]] * 2
    assert [sum(each["sides"].values()) + each["undecided"] for each in found] == pytest.approx([1, 1])
    assert found[0]["sides"]["third"] == found[1]["sides"]["theirs"] > 0


def test_a_list_that_is_varied_is_shown_as_the_file_has_it(duel: Path) -> None:
    told = run("forecast", *FEW, "--vary", 'ann.engaged=["bob"],[]', path=duel).stdout
    assert told.splitlines()[1].split()[0] == '["bob"]'


def test_whoever_is_left_out_does_not_fight(fight_file: FightFile) -> None:
    path = fight_file(DUEL + DUEL.partition("[combatants.bob]")[2].join(["[combatants.cat]", ""]))
    found = asked(*FEW, "--without", "ca*", path=path)
    path.write_text(DUEL, encoding="utf-8")
    assert found == asked(*FEW, path=path)
    worth = asked(*FEW, "--worth", path=path)["worth"]
    wins = {each["side"]: each["wins"] for each in found["side"]}
    assert worth == [
        {"event": "worth", "who": "ann", "side": "ours", "with": wins["ours"], "without": 0},
        {"event": "worth", "who": "bob", "side": "theirs", "with": wins["theirs"], "without": 0},
    ]
    assert run("forecast", *FEW, "--worth", path=path).stdout.startswith("who  side")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--within", "0"], 2, "--within 0: expected percent above 0 and below 100"),
        (["--within", "x"], 2, "--within x: expected percent above 0 and below 100"),
        (["--times", "0"], 2, "--times 0: expected 1 or more"),
        (["--cluster", ""], 2, "--cluster needs the address of a scheduler"),
        (["-q"], 2, "forecast -q prints the chance of one side and needs its name"),
        (["-q", "--side", "our"], 3, 'there is no side "our"'),
        (["--vary", "bob.strength"], 2, '"bob.strength" is not key=value'),
        (["--vary", "bob.strength=6..1"], 2, "as in 1..6"),
        (["--vary", "bob.strength=1..9223372036854775807"], 2, "has more than 200 values"),
        (["--vary", "bob.strength="], 2, "no value is given"),
        (["--vary", "bob.strength=strong"], 3, "expected a whole number"),
        (
            ["--vary", "bob.strenght=3"],
            3,
            "bob.strenght is an unknown key, so its values change nothing.\n  Did you mean",
        ),
        (["--vary", "bub.strength=3"], 3, 'there is no combatant "bub"'),
        (["--vary", "bob.strength=1..150", "--vary", "ann.strength=1..150"], 2, "--vary asks for 22,500 variants"),
        (["--vary", "a=1", "--vary", "b=1", "--vary", "c=1"], 2, "--vary takes at most 2 keys, not 3"),
        (["--vary", "bob.strength=1", "--vary", "bob.strength=2"], 2, "--vary names bob.strength twice"),
        (["--fair"], 2, "--fair needs --vary"),
        (["--side", "ours"], 2, "--side needs --quiet"),
        (["--vary", "bob.strength=1", "--worth"], 2, "--vary and --worth exclude each other"),
        (["--worth", "-q", "--side", "ours"], 2, "--worth reports on everybody"),
        (["--without", "bub"], 3, 'there is no combatant "bub"'),
        (["--without", "bob"], 3, "everybody is on one side, ours"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(duel: Path, words: list[str], code: int, said: str) -> None:
    done = run("forecast", *words, path=duel)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr


TOY = 'ruleset = "toy"\n[combatants.ann]\nside = "a"\n{ann}\n[combatants.bob]\nside = "b"\n'


@pytest.mark.usefixtures("toy")
def test_a_game_without_tactics_is_refused_and_those_that_have_some_are_named(
    fight_file: FightFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fight_file(TOY.format(ann=""))
    before = path.read_bytes()
    parts = toygame.GAME.parts
    assert isinstance(parts, Parts)
    monkeypatch.setattr(toygame, "GAME", toygame.GAME.changed(parts=parts.changed(tactics=None)))
    done = run("forecast", path=path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "toy has no tactics for a forecast" in done.stderr
    assert "realm, blade, arq, beacon can be forecast." in done.stderr
    assert path.read_bytes() == before


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_is_forecast_as_ours_are(fight_file: FightFile) -> None:
    # Each pokes in turn and hits on 4 or more, until one has no poke left: at one each, whoever begins wins 2 of 3.
    path = fight_file(TOY.format(ann="pokes = 1").replace('"b"\n', '"b"\npokes = 1\n'))
    exact = {each["side"]: each["wins"] for each in asked("--exact", path=path)["side"]}
    assert exact == {"a": pytest.approx(2 / 3), "b": pytest.approx(1 / 3)}
    drawn = asked("--seed", "s", "--times", "300", "--jobs", "1", path=path)["side"]
    assert drawn[0]["wins"] == pytest.approx(2 / 3, abs=4 * sqrt(2 / 9 / 300))  # four deviations
    script = run("forecast", "--seed", "s", "--fight", "1", "--script", path=path).stdout
    assert run("forecast", "--seed", "s", "--fight", "1", "--story", path=path).stdout.startswith("Round 1\n")
    assert "attack ann bob\n" in script


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_has_tactics_in_the_file_and_says_what_means_nothing_in_them(fight_file: FightFile) -> None:
    path = fight_file(TOY.format(ann='tactics = "attack weakest if pokes > 2"'))
    assert asked("--tactics", path=path)["tactic"][0]["line"] == "attack weakest if pokes > 2"
    path.write_text(TOY.format(ann='tactics = "attak bob"'), encoding="utf-8")
    done = run("check", path=path)
    assert done.returncode == 3
    assert 'toy has no action "attak". Did you mean attack?' in " ".join(done.stderr.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('ruleset = "blade"\n', "nobody is in the fight: a forecast needs two sides"),
        (DUEL.replace('side = "theirs"', 'side = "ours"'), "everybody is on one side, ours"),
        (
            DUEL.replace("strength = 5\nhealth = 1", "strength = 5\nhealth = 0"),
            "the fight is over: all but ours are out already",
        ),
        (
            DUEL.replace("strength = 7\nhealth = 1", "health = 0").replace("strength = 5\nhealth = 1", "health = 0"),
            "the fight is over: everybody is out already",
        ),
    ],
)
def test_a_fight_that_nobody_can_win_any_more_is_refused(fight_file: FightFile, text: str, said: str) -> None:
    path = fight_file(text)
    done = run("forecast", path=path)
    assert (done.returncode, done.stdout) == (3, "")
    assert said in done.stderr


def test_where_there_are_no_sides_all_fight_against_all(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    text = DUEL.replace('side = "ours"\n', "").replace('side = "theirs"\n', "")
    path.write_text(text, encoding="utf-8")
    assert [each["side"] for each in asked(*FEW, path=path)["side"]] == ["ann", "bob"]
    script = run("forecast", "--seed", "s", "--fight", "1", "--script", path=path).stdout
    assert script.startswith("set ann side=ann\nset bob side=bob\nset . dice.seed=s/1 dice.step=0\n")
    assert run("play", path=path, text=script).returncode == 0


@pytest.mark.parametrize("words", [[], ["--exact"], ["--fight", "1", "--script"], ["--tactics"], ["--svg", "x.svg"]])
def test_a_tactic_that_names_nobody_is_refused_and_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "duel.toml"
    path.write_text(DUEL.replace('side = "ours"', 'side = "ours"\ntactics = "attack bub"'), encoding="utf-8")
    before = path.read_bytes()
    done = run("forecast", *words, path=path)
    assert (done.returncode, done.stdout) == (3, "")
    assert 'there is nobody "bub"' in done.stderr
    assert "Did you mean bob?" in done.stderr
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["duel.toml"]
