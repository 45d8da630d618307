"""What a forecast is written as beside its table: CSV for spreadsheets, SVG to look at."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from forecasts import DUEL, FEW, asked, fight_of, run

from support import FightFile

SVG = "{http://www.w3.org/2000/svg}"
ONE = ("--vary", "bob.strength=5,7")
TWO = (*ONE, "--vary", "ann.strength=6,7,8", "--fair")


@pytest.fixture
def duel(fight_file: FightFile) -> Path:
    return fight_file(DUEL)


def rows(*words: str, path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(run("forecast", *FEW, "--csv", *words, path=path).stdout.splitlines()))


def test_csv_has_a_row_for_each_side_and_the_undecided(duel: Path) -> None:
    found = asked(*FEW, path=duel)
    told = rows(path=duel)
    assert [row["side"] for row in told] == ["ours", "theirs", "undecided"]
    assert [float(row["wins"]) for row in told[:2]] == [side["wins"] for side in found["side"]]


def test_csv_has_a_row_for_each_variant_and_for_each_who_is_worth_something(duel: Path) -> None:
    assert [row["bob.strength"] for row in rows(*ONE, path=duel)] == ["5", "7"]
    assert [row["who"] for row in rows("--worth", path=duel)] == ["ann", "bob"]


@pytest.mark.parametrize(
    ("words", "rectangles", "circles", "texts"),
    [((), 4, 0, ["ours", "undecided"]), (ONE, 1, 4, ["ours", "theirs", "7"]), (TWO, 7, 0, ["5", "7", "8"])],
)
def test_a_picture_has_bars_for_sides_lines_for_a_key_and_cells_for_two(
    duel: Path, words: tuple[str, ...], rectangles: int, circles: int, texts: list[str]
) -> None:
    picture = duel.with_name("who wins.svg")
    assert run("forecast", *FEW, "--svg", str(picture), "-q", "--side", "ours", *words, path=duel).returncode == 0
    drawn = ET.fromstring(picture.read_text(encoding="utf-8"))  # noqa: S314  (our own text)
    assert len(drawn.findall(f"{SVG}rect")) == rectangles
    assert len(drawn.findall(f"{SVG}circle")) == circles
    assert set(texts) <= {each.text for each in drawn.findall(f"{SVG}text")}
    fills = {each.get("fill", "black") for each in drawn.iter()}
    assert all(fill in ("black", "white", "none", "#999") or len(set(fill[4:-1].split(","))) == 1 for fill in fills)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--csv", "--json"], 2, "exclude each other"),
        (["--svg", ""], 2, "a picture needs the name of a file"),
        (["--svg", "/dev/stdout"], 2, "a picture needs the name of a file"),
        (["--svg", "x.PNG"], 2, "a picture is SVG or HTML, so it cannot be x.PNG"),
        (["--story"], 2, "--story needs --fight"),
        (["--fight", "0"], 2, "--fight 0: expected 1 or more, or lost:SIDE"),
        (["--fight", "lost:them"], 3, 'there is no side "them"'),
        (["--fight", "1", "--csv"], 2, "--csv reports many fights"),
        (["--svg", "x.svg", "--worth"], 2, "--svg draws only the chances of sides"),
    ],
)
def test_forms_that_exclude_each_other_are_refused(duel: Path, words: list[str], code: int, said: str) -> None:
    done = run("forecast", *words, path=duel)
    assert done.returncode == code
    assert said in done.stdout + done.stderr


def test_a_picture_takes_no_other_files_place(duel: Path) -> None:
    done = run("forecast", *FEW, "--svg", str(duel), path=duel)
    assert (done.returncode, done.stdout) == (4, "")
    assert duel.read_text(encoding="utf-8") == DUEL


def test_a_fight_is_told_as_a_story_of_rounds(duel: Path) -> None:
    text = run("forecast", "--seed", "s", "--fight", "1", "--story", path=duel).stdout
    assert text.startswith("Round 1\n") or "Round 1" in text
    assert "ann hits bob" in text or "ann misses bob" in text
    duel.write_text(DUEL.replace("health = 1", "health = 1\ncount = 2", 1), encoding="utf-8")
    group = run("forecast", "--seed", "s", "--fight", "1", "--story", path=duel).stdout
    assert "ann hit bob" in group or "ann miss bob" in group
    events = json.loads(run("forecast", "--seed", "s", "--fight", "1", "--story", "--json", path=duel).stdout)["events"]
    assert {event["event"] for event in events} == {"story"}


def test_a_story_ends_with_who_wins(duel: Path) -> None:
    def last(number: int, *words: str) -> str:
        words = ("--seed", "s", "--fight", str(number), "--story", *words)
        return run("forecast", *words, path=duel).stdout.strip().rpartition(". ")[2]

    assert {last(number) for number in range(1, 7)} == {
        "ours win.",
        "theirs win.",
        "Nobody is left.",
    }
    duel.write_text(DUEL.replace("health = 1", "health = 9"), encoding="utf-8")
    assert last(1, "--rounds", "1") == "Undecided after 1 round."


@pytest.mark.rule("Q35")
def test_a_story_tells_shots_groups_and_who_is_struck_by_the_one_they_attack(fight_file: FightFile) -> None:
    shots = 'phase = "action"\ndecks.shots = { cards = [[1, 20], [1, 20]], foes = [10, 10] }'
    ann = 'player = true\ndeck = "shots"\ntraits = { missile = 1, movement = 1 }\nposition = [0, 0]\nwounds = 1'
    rats = 'name = "Rats of the Mill"\ncount = 2\ntraits = { missile = 1, melee = 1 }\nposition = [4, 0]'
    path = fight_file(fight_of("arq", shots, ann=ann, rats=rats, cats="count = 2\nposition = [4, 1]"))
    assert (
        run("forecast", "--seed", "s", "--fight", "1", "--story", path=path).stdout
        == """Round 1
  ann shoots Rats of the Mill. Rats of the Mill take 1 from ann. Rats of the Mill shoot at ann and miss. \
Rats of the Mill move from (4, 0) to (1, 0). cats move from (4, 1) to (1, -1). \
ann attacks Rats of the Mill and is hit instead. ann attacks cats and is hit instead. \
ann takes 1 from Rats of the Mill, and is incapacitated. theirs win.
"""
    )


def test_the_first_fight_that_a_side_loses_is_told(duel: Path) -> None:
    script = run("forecast", "--seed", "s", "--fight", "lost:theirs", "--script", path=duel).stdout
    number = int(script.splitlines()[0].partition("dice.seed=s/")[2].split()[0])
    asked_before = asked("--seed", "s", "--times", str(number), "--jobs", "1", path=duel)
    lost = {each["side"]: each["fights"] for each in asked_before["side"]}
    assert lost["ours"] == 1
    assert run("play", path=duel, text=script).returncode == 0
    bob = json.loads(run("show", "--json", path=duel).stdout)["events"]
    assert any("dead" in each.get("status", []) for each in bob if each.get("who") == "bob")


def test_a_fight_without_somebody_is_played_without_them(duel: Path) -> None:
    cat = DUEL.partition("[combatants.bob]")[2]
    duel.write_text(f"{DUEL}[combatants.cat]{cat}", encoding="utf-8")
    script = run("forecast", "--seed", "s", "--fight", "1", "--without", "cat", "--script", path=duel).stdout
    assert script.startswith("drop cat\n")
    assert run("play", path=duel, text=script).returncode == 0


def test_headings_stand_apart_from_the_shortest_ids(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(DUEL.replace("ann", "a").replace("bob", "b"), encoding="utf-8")
    text = run("forecast", "--exact", "--worth", path=path).stdout
    assert text.split("\n")[0].split() == ["who", "side", "with", "without", "worth"]
