"""`add --from`: one of a file, several of its kind, headings of another's spreadsheet."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from support import FightFile, Run, refused


@pytest.fixture(name="bestiary")
def _bestiary(tmp_path: Path) -> Path:
    path = tmp_path / "best.toml"
    path.write_text(
        '[combatants.orc]\nhealth = 5\nmax_health = 5\nname = "Orc"\n[combatants.wolf]\nhealth = 3\n', encoding="utf-8"
    )
    return path


EMPTY = 'ruleset = "blade"\n'


def test_one_of_a_file_is_added(run: Run, bestiary: Path) -> None:
    text = run("add", "Orc", "--from", bestiary, stdin=EMPTY).out
    assert tomllib.loads(text)["combatants"] == {"Orc": {"health": 5, "max_health": 5, "name": "Orc"}}
    text = run("add", "chief", "health=4", "--like", "orc", "--from", bestiary, stdin=EMPTY).out
    assert tomllib.loads(text)["combatants"]["chief"]["health"] == 4


def test_several_of_a_file_are_numbered(run: Run, bestiary: Path) -> None:
    text = run("add", "orc", "--from", bestiary, "--times", "3", stdin=EMPTY).out
    made = tomllib.loads(text)["combatants"]
    assert list(made) == ["orc1", "orc2", "orc3"]
    assert made["orc2"]["name"] == "Orc 2"


def test_who_is_not_in_a_file_is_refused_by_name(run: Run, bestiary: Path) -> None:
    assert "best.toml" in run("add", "ork", "--from", bestiary, stdin=EMPTY).err
    assert run("add", "--times", "2", "--from", bestiary, stdin=EMPTY).code == 2


def test_headings_of_a_spreadsheet_are_mapped_to_keys(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("Who,Name,HP\nann,Ann,4\n", encoding="utf-8")
    text = run("add", "--from", path, "--map", "Who=id,Name=name,HP=health", stdin=EMPTY).out
    assert tomllib.loads(text)["combatants"] == {"ann": {"name": "Ann", "health": 4}}
    refused(run("add", "--from", path, "--map", "Who=id,HP=health+", stdin=EMPTY), 3, "as in health=+4")
    assert "no column is called Whom" in run("add", "--from", path, "--map", "Whom=id", stdin=EMPTY).err


@pytest.mark.parametrize("words", [("--map", "a=b"), ("--map", "a", "--from", "x.csv")])
def test_a_map_needs_a_file_and_pairs(run: Run, words: tuple[str, ...]) -> None:
    refused(run("add", *words, stdin=EMPTY), 2)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("party.csv", 'ID, Name ,HEALTH,Max Health,Mounted,Notes of ours\nann,Ann,4.0,6,TRUE,\nbob,Bob,"4,0",6,,\n'),
        ("party.csv", "id;name;health;max_health;mounted\nann;Ann;4;6;yes\nbob;Bob;4;6\n"),
        ("party.tsv", "id\tname\thealth\tmax_health\tmounted\nann\tAnn\t4 (1d6)\t6\tx\nbob\tBob\t4\t6\n"),
        (
            "party.json",
            (
                '[{"id": "ann", "Name": "Ann", "health": 4, "max health": 6, "mounted": true},'
                '{"id": "bob", "Name": "Bob", "health": 4, "max health": "6", "mounted": null}]'
            ),
        ),
        (
            "party",
            (
                '{"ann": {"name": "Ann", "health": "4", "max_health": 6, "mounted": "1"},'
                '"bob": {"name": "Bob", "health": 4, "max_health": 6}}'
            ),
        ),
    ],
)
def test_what_other_tools_export_is_read(run: Run, tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    done = run("add", "--from", path, stdin=EMPTY)
    assert done.code == 0, done.err
    combatants = tomllib.loads(done.out)["combatants"]
    points = {"health": 4, "max_health": 6}
    assert combatants["ann"] == {"name": "Ann", **points, "mounted": True}
    assert combatants["bob"] == {"name": "Bob", **points}


def test_who_has_a_name_alone_gets_an_id_made_of_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "monsters.csv"
    path.write_text('Monster,HP\n"Black Dragon, Adult",19\n', encoding="utf-8")
    done = run("add", "--from", path, "--map", "monster=name,HP=health", stdin=EMPTY)
    assert tomllib.loads(done.out)["combatants"] == {
        "black-dragon-adult": {"name": "Black Dragon, Adult", "health": 19}
    }


def test_dice_in_the_place_of_a_number_are_rolled_as_they_come_and_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "orcs.csv"
    path.write_text("id,health,count\norc,1d6+1,1d4+3\n", encoding="utf-8")
    done = run("add", "--from", path, "--dice", "5,2", stdin=EMPTY)
    assert done.code == 0, done.err
    assert tomllib.loads(done.out)["combatants"]["orc"] == {"health": 6, "count": 5}
    assert "orc: health" in done.err
    seeded = '[dice]\nseed = "friday"\nstep = 4\n'
    first, again = (run("add", "wolf", "health=2d6", "--times", "3", stdin=EMPTY + seeded).out for _ in range(2))
    assert first == again
    assert tomllib.loads(first)["dice"]["step"] == 5
    refused(run("add", "wolf", "health=3", "--dice", "4", stdin=EMPTY), 2, "nothing is rolled here")
    refused(run("add", "wolf", "health=2d6", "--dice", "4", stdin=EMPTY), 3, "wolf: health")
    refused(
        run("add", "wolf", "health=many", stdin=EMPTY), 3, "combatants.wolf.health: expected a whole number, or dice"
    )


def test_those_of_a_side_or_a_pattern_come_and_those_who_are_there_are_changed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.toml"
    path.write_text(
        '[combatants.vela]\nside = "heroes"\nhealth = 5\n[combatants.vark]\nside = "foes"\n[combatants.bran]\n',
        encoding="utf-8",
    )
    out = run("add", "v*", "--from", path, "--side", "Heroes", "note=tired", stdin=EMPTY).out
    assert tomllib.loads(out)["combatants"] == {"vela": {"side": "heroes", "health": 5, "note": "tired"}}
    assert list(tomllib.loads(run("add", "bran", "vark", "--from", path, stdin=EMPTY).out)["combatants"]) == [
        "bran",
        "vark",
    ]
    there = f"{EMPTY}[combatants.vela]\nmovement = 90\nhealth = 2\n"
    refused(run("add", "--from", path, stdin=there), 3, 'there is already a combatant "vela"', "--update")
    updated = tomllib.loads(run("add", "--from", path, "--update", stdin=there).out)["combatants"]
    assert updated["vela"] == {"movement": 90, "health": 5, "side": "heroes"}
    refused(run("add", "x*", "--from", path, stdin=EMPTY), 3, 'there is no combatant "x*"')
    refused(run("add", "--from", path, "--side", "orcs", stdin=EMPTY), 3, "nobody in", "on the side")
    refused(run("add", "b*", "--from", path, "--side", "foes", stdin=EMPTY), 3, "nobody of those named", "On it: vark.")
    refused(run("add", "new", "--side", "orcs", stdin=EMPTY), 2, "--side needs --from")


def test_combatants_may_come_from_standard_input(run: Run, fight_file: FightFile) -> None:
    path = fight_file(EMPTY)
    assert run("add", "--from", "-", "-f", path, stdin="id,health\nann,4\n").code == 0
    assert tomllib.loads(path.read_text(encoding="utf-8"))["combatants"] == {"ann": {"health": 4}}
    refused(run("add", "--from", "-", stdin="id,health\nann,4\n"), 2, "the encounter needs a file")


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.json", "[1, 2]", "has no combatants"),
        ("a.json", "{", "is not valid JSON"),
        ("a.json", '[{"id": "ann", "health": "lots"}]', "a.json, entry 1, column health: expected a whole number"),
        ("a.md", "# Party\n\n- Ann\n", "is no TOML, CSV or JSON"),
    ],
)
def test_what_cannot_be_read_says_where(run: Run, tmp_path: Path, name: str, text: str, says: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    refused(run("add", "--from", path, stdin=EMPTY), 3, says)
