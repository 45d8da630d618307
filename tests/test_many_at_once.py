"""Many at once: several alike, a party out of a file, patterns, sides; and what the table keeps that no rule knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

GAMES = ("realm", "blade", "arq", "beacon")


@pytest.fixture(name="file")
def _file(run: Run, tmp_path: Path) -> Path:
    """Return a fight of realm in a file."""
    path = tmp_path / "fight.toml"
    path.write_text(run("new", "realm", "--example").out, encoding="utf-8")
    return path


def whose(run: Run, file: Path) -> dict[str, dict[str, object]]:
    """Return the combatants of a file as `show` tells them."""
    return {each["who"]: each for each in run("show", "--json", "-f", file).events if each["event"] == "combatant"}


def test_several_alike_have_numbers(run: Run, file: Path) -> None:
    run("set", "thugs", 'engaged=["mira"]', "-f", file)
    assert run("add", "goblin", "wounds=2", "--like", "THUGS", "--times", "3", "-f", file).code == 0
    told = whose(run, file)
    assert [told[f"goblin{number}"]["name"] for number in (1, 2, 3)] == [f"Dockside Thugs {each}" for each in (1, 2, 3)]
    assert (told["goblin3"]["wounds"], told["goblin3"]["side"]) == (2, "collectors")
    assert told["goblin1"]["engaged"] == [] if "engaged" in told["goblin1"] else True
    one = run("add", "boss", "--like", "ruffian", "-f", file)
    assert (one.code, whose(run, file)["boss"]["name"]) == (0, "Scarred Ruffian")


def test_reinforcements_go_on_counting(run: Run, file: Path) -> None:
    run("add", "goblin2", "name=Hob", "-f", file)
    told = run("add", "goblin", "name=Bob", "--times", "2", "--json", "-f", file).events
    assert [(each["who"], each["changes"]["name"]) for each in told] == [("goblin3", "Bob 3"), ("goblin4", "Bob 4")]
    arq = run("new", "arq", "--example").out
    assert run("add", "hob", "--like", "gob1", "--times", "2", stdin=arq).code == 0


def test_what_is_not_added_adds_nothing(run: Run, file: Path) -> None:
    before = file.read_bytes()
    for words in (
        ["x", "--like", "nobody"],
        ["x", "--times", "0"],
        ["x", "--times", "1001"],
        ["x", "--from", "party.toml"],
        [],
    ):
        assert run("add", *words, "-f", file).code in (2, 3)
    assert file.read_bytes() == before


def test_a_party_out_of_toml_or_csv(run: Run, file: Path, tmp_path: Path) -> None:
    toml, table = tmp_path / "party.toml", tmp_path / "party.csv"
    toml.write_text("[combatants.zoe]\nbrawn = 2\n", encoding="utf-8")
    table.write_text(
        'id,name,brawn,weapons.axe.class,note\nann,"Ann, of ""Bree""",2,heavy,1984\n\nbob,Bob,,,"likes = signs"\n',
        encoding="utf-8",
    )
    assert run("add", "--from", toml, "-f", file).code == 0
    assert run("add", "--from", table, "-f", file).code == 0
    told = run("show", "ann", "--json", "-f", file).event("combatant")
    assert (told["name"], told["brawn"], told["weapons"]["axe"]["class"]) == ('Ann, of "Bree"', 2, "heavy")
    assert told["note"] == "1984"
    assert run("show", "bob", "--json", "-f", file).event("combatant")["note"] == "likes = signs"
    assert "zoe" in whose(run, file)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,brawn\nann,2\nbob,x\n", "party.csv, line 3, column brawn: expected a whole number"),
        ("id,brown\nann,2\n", ""),
        ("name,brawn\nann,2\n", "line 1: no column is called id"),
        ("id,brawn,brawn\nann,2,3\n", "line 1: column 3 is the second that is called brawn"),
        ("id,\nann,2\n", "line 1: column 2 has no name"),
        ("id,brawn\nann,2,3\n", "line 2: 3 cells, and there are 2 columns"),
        ("id,brawn\n,2\n", "line 2, column id: it is empty"),
        ("id\nann\nann\n", "line 3: ann stands there twice"),
        ("id,side\n.,foes\n", "line 2, column id: . is no name for a combatant"),
        ("id;side\nann;foes\n", "A semicolon stands where a comma should"),
        ("id,weapons\nann,[x\n", "line 2, column weapons: combatants.ann.weapons: [x is no list"),
        ('id\n"ann\n', "line 2: unexpected end of data"),
        ("id\n", "has no combatants"),
        ("", ""),
        ("id,arena\nann,moon\n", 'line 2, column arena: there is no arena "moon"'),
        ("id\nmira\n", 'party.csv, line 2: there is a combatant "mira" already'),
    ],
)
def test_what_does_not_fit_is_told_by_line_and_column(
    run: Run, file: Path, tmp_path: Path, text: str, says: str
) -> None:
    table, before = tmp_path / "party.csv", file.read_bytes()
    table.write_text(text, encoding="utf-8")
    done = run("add", "--from", table, "-f", file)
    assert says in done.err
    if "brown" in text:
        assert "brown is an unknown key" in done.out
    else:
        assert (done.code in (3, 4), file.read_bytes()) == (True, before)


def test_a_party_without_combatants_says_so(run: Run, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("x = 1\n", encoding="utf-8")
    assert "has no combatants" in run("add", "--from", other, "-f", file).err


def test_patterns_and_sides_mean_several(run: Run, file: Path) -> None:
    run("add", "goblin", "--times", "4", "side=foes", "-f", file)
    assert run("set", "GOB*", "wounds=3", "-f", file).code == 0
    assert run("set", "goblin1", "goblin[23]", "note=hi", "-f", file).code == 0
    assert run("set", "--side", "Heroes", "note=brave", "-f", file).code == 0
    assert run("set", "m*", "--side", "heroes", "brawn=+1", "-f", file).code == 0
    notes = {who: run("show", who, "--json", "-f", file).event("combatant").get("note") for who in whose(run, file)}
    assert [notes[who] for who in ("goblin1", "goblin3", "goblin4", "tomas")] == ["hi", "hi", "", "brave"]
    told = [each["who"] for each in run("drop", "goblin?", "--json", "-f", file).events]
    assert told == ["goblin1", "goblin2", "goblin3", "goblin4"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["drop", "x*"], 'nobody fits "x*"'),
        (["set", "x*", "wounds=1"], 'nobody fits "x*"'),
        (["drop", "mira", "mirra"], "Did you mean mira?"),
        (["set", "--side", "heros", "wounds=3"], "Did you mean heroes?"),
        (["set", "wounds=3"], "set: whom?"),
        (["set", "--side", "heroes", "ruffian", "note=x"], "ruffian is not of heroes, but of collectors"),
        (["set", ".", "mira", "note=x"], "stands alone"),
        (["set", "m*", "wounds=x"], "expected a whole number"),
    ],
)
def test_nobody_meant_changes_nothing(run: Run, file: Path, words: list[str], says: str) -> None:
    before = file.read_bytes()
    done = run(*words, "-f", file)
    assert (done.code in (2, 3), says in done.err, file.read_bytes()) == (True, True, before)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_table_invents_is_kept_counted_down_and_ended(run: Run, tmp_path: Path, game: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(run("new", game, "--example").out, encoding="utf-8")
    who = run("show", "--json", "-f", path).events[1]["who"]
    run("condition", who, "blessed", "--rounds", "5", "-f", path)
    given = run("condition", who, "Blessed", "--rounds", "2", "--note", "by the abbot", "--json", "-f", path)
    assert given.event("condition") | {"event": "condition"} == {
        "event": "condition",
        "who": who,
        "name": "Blessed",
        "ended": False,
        "rounds": 2,
        "note": "by the abbot",
    }
    run("condition", who, "on fire", "-f", path)
    assert "Blessed (2 rounds, by the abbot)" in run("show", "-f", path).out
    assert "Blessed (1 round, by the abbot)" in run("next", "--round", "-f", path).out + run("show", "-f", path).out
    over = run("next", "--round", "-f", path)
    assert "is no longer Blessed: the time is over." in over.out
    shown = run("show", "-f", path).out
    assert ("Blessed" in shown, "on fire" in shown) == (False, True)
    assert run("condition", who, "ON FIRE", "--end", "-f", path).code == 0
    assert "on fire" not in run("show", "-f", path).out


@pytest.mark.parametrize(
    ("game", "own"), [("realm", "bleeding"), ("blade", "surprised"), ("arq", "Incapacitated"), ("beacon", "burning")]
)
def test_a_games_own_condition_stays_with_its_own_commands(run: Run, game: str, own: str) -> None:
    text = run("new", game, "--example").out
    who = run("show", "--json", stdin=text).events[1]["who"]
    done = run("condition", who, own, stdin=text)
    assert (done.code, f"is a condition of {game} itself" in done.err) == (3, True)


@pytest.mark.parametrize(
    "words",
    [["blessed", "--end"], ["blessed", "--rounds", "0"], ["", "--rounds", "1"], ["x", "--end", "--rounds", "1"]],
)
def test_a_condition_that_makes_no_sense(run: Run, words: list[str]) -> None:
    assert run("condition", "mira", *words, stdin=run("new", "realm", "--example").out).code in (2, 3)


def test_a_device_takes_an_encounter_and_keeps_nothing(run: Run, file: Path) -> None:
    before = file.read_bytes()
    done = run("set", "mira", "note=x", "-f", file, "-o", "/dev/null")
    assert (done.code, done.out, file.read_bytes()) == (0, "mira now has note = x.\n", before)
    assert run("set", "mira", "note=x", "-f", file, "-o", "").code == 2
    refused = run("set", "mira", "note=x", "-f", file, "--pass")
    assert (refused.code, "--pass is for questions" in refused.err) == (2, True)
    assert file.read_bytes() == before


def test_a_foes_note_is_not_for_players(run: Run) -> None:
    text = run(
        "condition",
        "ruffian",
        "charmed",
        "--rounds",
        "2",
        "--note",
        "by Sefa",
        stdin=run("new", "realm", "--example").out,
    ).out
    whole = next(each for each in run("show", "--json", stdin=text).events if each.get("who") == "ruffian")
    assert whole["notes"] == [{"name": "charmed", "rounds": 2, "note": "by Sefa"}]
    shown = run("show", "--players", stdin=text).out
    assert ("charmed (2 rounds)" in shown, "Sefa)" in shown) == (True, False)


def test_keys_of_a_note_that_nobody_knows_are_kept(run: Run) -> None:
    text = 'ruleset = "realm"\nphase = "push"\n[combatants.mira]\nnotes = [{ name = "x", rounds = 3, by = "q" }]\n'
    mira = run("next", "--round", stdin=text).toml["combatants"]["mira"]
    assert mira["notes"] == [{"name": "x", "rounds": 2, "by": "q"}]


def test_undoing_an_add_says_that_they_are_gone(run: Run, file: Path) -> None:
    run("add", "goblin", "--times", "2", "side=foes", "-f", file)
    assert "  goblin1: gone again\n  goblin2: gone again\n" in run("undo", "-f", file).out
    run("drop", "mira", "-f", file)
    assert "  mira: there again" in run("undo", "-f", file).out
