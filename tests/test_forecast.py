"""`forecast`: whole fights by the rules, that `play` repeats, in lines that are read as they are written."""

from __future__ import annotations

import json
import re
from functools import cache
from math import comb, sqrt
from operator import attrgetter
from pathlib import Path
from shlex import join
from xml.etree import ElementTree as ET

import pytest
import tomli_w
import toygame
from forecasts import DUEL, FEW, asked, fight_of, lines_played, run
from hypothesis import given, reject
from hypothesis import strategies as st

from cases import PAGES, cases, encounter
from combatcli.cli import command_named, parse_line, starts_like_dice
from combatcli.commands import SUMMARIES
from combatcli.commands.set import COMMAND as SET
from combatcli.declarations import Command, Option, SessionCommandLine
from combatcli.encounter import document
from combatcli.errors import CombatError
from combatcli.forecast_events import wilson_interval
from combatcli.pipeline.input import read_encounter_file
from combatcli.pipeline.lines import deed_parser, line_of_deed
from combatcli.pipeline.offers import CompletionsOfLine
from combatcli.rulesets import NAMES, load
from support import FightFile

SVG = "{http://www.w3.org/2000/svg}"
FIRST = ("--seed", "s", "--fight", "1", "--rounds", "3", "--script")


@pytest.fixture
def duel(fight_file: FightFile) -> Path:
    return fight_file(DUEL)


@pytest.fixture
def example(fight_file: FightFile, request: pytest.FixtureRequest) -> Path:
    return fight_file(f'ruleset = "{request.param}"\n{load(request.param).parts.example}')


# --- Fights, and the scripts of them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_the_script_of_a_fight_is_played_to_the_end_that_its_events_tell(example: Path) -> None:
    before = example.read_bytes()
    answer = json.loads(run("forecast", "--seed", "it's", "--fight", "3", "--json", path=example).stdout)
    assert answer["dice"] == {"seed": "it's/3", "step": 0}
    script = run("forecast", "--seed", "it's", "--fight", "3", "--script", path=example).stdout
    assert example.read_bytes() == before
    played = run("play", path=example, text=script)
    assert played.returncode == 0, played.stderr
    lines = run("log", "--json", path=example).stdout
    assert len(json.loads(lines)["events"]) == len(script.splitlines())
    again = read_encounter_file(str(example))
    tactics = again.game.parts.tactics
    assert tactics is not None
    fight = document.validate(again.tables, again.game)
    assert len({each.side for each in fight.combatants.values() if not tactics.is_out(fight, each)}) == 1
    assert {wound["target"] for wound in answer["events"] if wound["event"] == "wound"} <= {*fight.combatants}
    assert fight.dice is not None
    assert fight.dice.seed == "it's/3"


OF_PAGES = {
    name: case.fights
    for page in PAGES
    if page.parent.name == "forecast"
    for case in cases(page)
    for name in case.fights
    if name != "lost"
}


@pytest.mark.parametrize("name", OF_PAGES)
def test_the_script_of_every_fight_of_the_pages_is_played(fight_file: FightFile, name: str) -> None:
    path = fight_file(tomli_w.dumps(encounter(name, OF_PAGES[name])))
    script = run("forecast", *FIRST, path=path)
    assert script.returncode == 0, script.stderr
    assert run("play", path=path, text=script.stdout).returncode == 0, script.stdout


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_the_script_of_the_first_fight_that_a_side_loses_is_played_to_that_end_without_whom_it_leaves_out(
    fight_file: FightFile, side: str
) -> None:
    path = fight_file(DUEL + DUEL.partition("[combatants.bob]")[2].join(["[combatants.cat]", ""]))
    words = ("--seed", "s", "--fight", f"lost:{side}", "--without", "cat", "--script")
    assert run("play", path=path, text=run("forecast", *words, path=path).stdout).returncode == 0
    left = read_encounter_file(str(path)).tables["combatants"]
    assert {who: keys["health"] > 0 for who, keys in left.items()} == {"ann": side != "ours", "bob": side == "ours"}


@pytest.mark.untraced
@pytest.mark.parametrize("example", NAMES, indirect=True)
def test_fights_of_an_example_end_and_each_side_wins_three_to_seven_of_ten(example: Path) -> None:
    found = asked("--seed", "fair", "--times", "50", path=example)
    wins = {side["side"]: side["wins"] for side in found["side"]}
    assert len(wins) == 2
    assert all(0.3 <= chance <= 0.7 for chance in wins.values()), wins
    assert found["length"][0]["quantiles"]["95"] < 50
    assert sum(wins.values()) + found["undecided"][0]["chance"] == pytest.approx(1, abs=1e-9)
    assert {fate["who"] for fate in found["fate"]} == {*read_encounter_file(str(example)).tables["combatants"]}
    assert all(0 <= fate["first"] <= fate["out"] <= 1 for fate in found["fate"])


def test_the_digits_are_the_same_for_any_number_of_jobs(duel: Path) -> None:
    for words in (("--within", "9", "--jobs", "2"), ("--times", "3", "--jobs", "99999")):
        assert asked("--seed", "s", *words, path=duel) == asked("--seed", "s", *words[:3], "1", path=duel)


def test_wilsons_interval_covers_about_95_of_100() -> None:
    times, chance = 40, 0.3
    covered = 0.0
    for count in range(times + 1):
        low, high = wilson_interval(count, times)
        covered += comb(times, count) * chance**count * (1 - chance) ** (times - count) * (low <= chance <= high)
    assert 0.93 <= covered <= 0.97


ONE = ("--vary", "bob.strength=5,7")


@pytest.mark.parametrize(
    ("words", "rectangles", "circles", "texts"),
    [
        ((), 4, 0, ["ours", "undecided"]),
        (ONE, 1, 4, ["ours", "theirs", "7"]),
        ((*ONE, "--vary", "ann.strength=6,7,8", "--fair"), 7, 0, ["5", "7", "8"]),
    ],
)
def test_a_picture_has_bars_for_sides_lines_for_a_key_and_cells_for_two(
    duel: Path, words: tuple[str, ...], rectangles: int, circles: int, texts: list[str]
) -> None:
    picture = duel.with_name("who wins.svg")
    assert run("forecast", *FEW, "--svg", str(picture), "-q", "--side", "ours", *words, path=duel).returncode == 0
    drawn = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314  (our own text)
    assert len(drawn.findall(f"{SVG}rect")) == rectangles
    assert len(drawn.findall(f"{SVG}circle")) == circles
    height = float(drawn.get("viewBox", "").split()[-1])
    assert all(float(each.get("y", 0)) + float(each.get("height", 0)) <= height for each in drawn.findall(f"{SVG}rect"))
    assert set(texts) <= {each.text for each in drawn.findall(f"{SVG}text")}
    below = {each.get("x") for each in drawn.findall(f"{SVG}text") if each.get("text-anchor") == "middle"}
    assert {each.get("cx", "").removesuffix(".0") for each in drawn.findall(f"{SVG}circle")} <= below
    fills = {each.get("fill", "black") for each in drawn.iter()}
    assert all(fill in ("black", "white", "none", "#999") or len(set(fill[4:-1].split(","))) == 1 for fill in fills)


# --- A game from outside ---------------------------------------------------------------------------------------------


TOY = 'ruleset = "toy"\n[combatants.ann]\nside = "a"\npokes = 1\n{ann}\n[combatants.bob]\nside = "b"\npokes = 1\n'


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_is_forecast_as_ours_are(fight_file: FightFile) -> None:
    # Each pokes in turn and hits on 4 or more, until one has no poke left: at one each, whoever begins wins 2 of 3.
    path = fight_file(TOY.format(ann='tactics = "attack weakest if pokes > 0"'))
    exact = {each["side"]: each["wins"] for each in asked("--exact", path=path)["side"]}
    assert exact == {"a": pytest.approx(2 / 3), "b": pytest.approx(1 / 3)}
    drawn = asked("--seed", "s", "--times", "100", "--jobs", "1", path=path)["side"]
    assert drawn[0]["wins"] == pytest.approx(2 / 3, abs=4 * sqrt(2 / 9 / 100))  # four deviations
    assert "attack ann bob\n" in run("forecast", *FIRST, path=path).stdout
    path.write_text(TOY.format(ann='tactics = "attak bob"'), encoding="utf-8")
    assert 'toy has no action "attak". Did you mean attack?' in " ".join(run("check", path=path).stderr.split())


@pytest.mark.usefixtures("toy")
def test_a_game_without_tactics_is_refused_and_those_that_have_some_are_named(
    fight_file: FightFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fight_file(TOY.format(ann=""))
    monkeypatch.setattr(toygame.PARTS, "tactics", None)
    done = run("forecast", path=path)
    assert (done.returncode, done.stdout) == (3, "")
    assert "toy has no tactics for a forecast" in done.stderr
    assert "realm, blade, arq, beacon, d20, moves, pool, percent, wild, bare can be forecast." in done.stderr


# --- Deeds of tactics and lines of `play`: each is made of the other -------------------------------------------------


SHELL = SessionCommandLine(lambda *_: 0, command_named, starts_like_dice, parse_line)
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="="), min_size=1, max_size=5)
"""Words of any letters; with = in it, one describes a combatant without a file."""
VALUES = {
    "text": WORDS,
    "number": st.integers(-99, 99).map(str),
    "feet": st.integers(0, 99).map(lambda halves: f"{halves / 2}"),
    "number or nothing": st.integers(0, 99).map(str),
}


@cache
def commands_of(game: str) -> list[Command]:
    """Return the commands that a game resolves and that are no groups."""
    known = [command_named(name) for name in SUMMARIES if load(game).action(name) is not None]
    return [command for command in known if isinstance(command, Command)]


def keys_of(game: str, command: Command) -> set[str]:
    """Return the keys of a command's request, but for one of whose words the command itself makes a list."""
    action = load(game).action(command.name)
    assert action is not None
    return {*action.request.__struct_encode_fields__} - {"again"}


def values_of(option: Option) -> st.SearchStrategy[list[str]]:
    """Return an option as it may be given in a line: with its value, or without."""
    bare = [option.name] if option.kind in ("flag", "number or nothing") else []
    told = VALUES[option.kind].map(lambda value: [f"{option.name}={value}"]) if option.kind != "flag" else st.nothing()
    return st.sampled_from([bare]) | told if bare else told


@pytest.mark.parametrize("game", NAMES)
@given(data=st.data())
def test_the_line_of_a_deed_is_read_as_the_same_deed(game: str, data: st.DataObject) -> None:
    command = data.draw(st.sampled_from(commands_of(game)))
    keys = keys_of(game, command)
    options = [option for option in command.options_with_games(load(game)) if option.key in keys]
    drawn = data.draw(st.lists(st.sampled_from(options), max_size=4, unique_by=attrgetter("key"))) if options else []
    told = [word for option in drawn for word in data.draw(values_of(option))]
    places = [argument for argument in command.arguments if argument.name in keys]
    least, more = sum(place.required for place in places), any(place.many for place in places)
    words = data.draw(st.lists(WORDS, min_size=least, max_size=len(places) + more))
    read = deed_parser(load(game), parse_line)
    try:
        deed = read(join([command.name, *told, "--", *words]))
    except CombatError:
        reject()
    assert read(line_of_deed(deed, load(game), SHELL)) == deed


def test_whoever_has_an_id_of_several_words_or_with_a_dash_before_it_fights(tmp_path: Path) -> None:
    ann, bob = "player = true\nposition = [0, 0]\nspeed = 2", "position = [3, 0]\nspeed = 1"
    text = fight_of("arq", 'phase = "movement"', ann=ann, bob=bob)
    lines = lines_played(tmp_path / "fight.toml", text.replace(".ann]", '."big ann"]').replace(".bob]", ".-bob]"))
    assert lines[1:4] == ["move 'big ann' 2,0", "next", "attack --all --apply"]


def test_a_line_of_tactics_is_read_as_it_is_typed(tmp_path: Path) -> None:
    ann = 'position = [0, 0]\ntraits.missile = 2\ntactics = ["attack weakest --missile"]'
    text = fight_of("arq", 'phase = "action"', ann=ann, bob="position = [4, 0]")
    assert "attack ann bob --missile --apply" in lines_played(tmp_path / "fight.toml", text)


def test_a_line_of_tactics_that_cannot_be_read_is_passed_over_and_told(fight_file: FightFile) -> None:
    ann = 'position = [0, 0]\ntraits.missile = 2\ntactics = ["attack bob --missile=maybe", "attack bob --missile"]'
    path = fight_file(fight_of("arq", 'phase = "action"', ann=ann, bob="position = [4, 0]"))
    told = asked("--tactics", path=path)["tactic"][0]
    assert told["line"] == "attack bob --missile"
    assert told["passed"][0]["line"] == "attack bob --missile=maybe"
    assert "--missile" in told["passed"][0]["why"]


@pytest.mark.parametrize("game", NAMES)
def test_the_json_schema_and_completion_know_the_words_of_tactics(game: str) -> None:
    schema = json.loads(load(game).schema())
    told = schema["$defs"]["Combatant"]["properties"]["tactics"]["anyOf"]
    by_side = schema["$defs"]["Fight"]["properties"]["tactics"]["additionalProperties"]["anyOf"]
    (pattern,) = {either.get("items", either)["pattern"] for either in (*told, *by_side)}
    lines = ["attack nearest", "move nearest ally", "attack bob if hurt and round >= 3", "never answer x if foes > 1"]
    assert all(re.search(pattern, line) for line in lines)
    slips = ["atack nearest", "attack bob if", "attack bob if hurtt", "attack bob if hurt or fresh", "answers x", ""]
    assert not any(re.search(pattern, line) for line in slips)
    offers = CompletionsOfLine(SET, [load(game)], {}, "")
    offered = [word for word, _ in offers.completions_of(offers.arguments_at_place(["ann"]), ["ann"])]
    assert {f"tactics={word}" for word in ("attack", "move", "answer", "never")} <= {*offered}
    assert "tactics=" not in offered
