"""Whom and what the words of a command mean: names in any case, beginnings, patterns, sides, several in turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import FightFile, Run, refused, whose


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("realm", ["attack", "MIRA", "Scarred Ruffian", "--weapon", "SABRE", "--dice", "1,1"]),
        ("realm", ["declare", "Mira", "ATTACK", "Ruffian"]),
        ("realm", ["test", "mira", "DARING", "--dice", "5"]),
        ("realm", ["arena", "set", "MARKET", "kind=OPEN"]),
        ("blade", ["attack", "Darna", "ORC1", "--weapon", "Sword", "--dice", "6,6"]),
        ("blade", ["test", "ilvar", "Mind", "--dice", "6,6"]),
        ("arq", ["declare", "BRAN", "Pass"]),
        ("beacon", ["attack", "VELA", "wight", "--weapon", "LONGBOW", "--versus", "Ward", "--dice", "1,1,1"]),
        ("beacon", ["test", "osric", "TRAVERSE", "--position", "Desperate", "--dice", "1,1,1"]),
        ("beacon", ["declare", "Osric Vane", "RASH"]),
        ("beacon", ["declare", "osric", "stow", "GREATAXE"]),
        ("beacon", ["wound", "HOUND", "Burning:2"]),
        ("beacon", ["wound", "hound", "7", "--type", "Thermal"]),
    ],
)
def test_names_and_words_are_read_in_any_case(run: Run, game: str, words: list[str]) -> None:
    text = run("new", game, "--example").out
    lower = [word if " " in word else word.lower() for word in words]
    assert run(*words, "--json", stdin=text).events == run(*lower, "--json", stdin=text).events


def test_words_are_read_in_any_case(fight_file: FightFile, run: Run) -> None:
    path = fight_file(run("new", "Realm", "--example").out)
    for line in (
        ["schema", "BEACON"],
        ["attack", "--ruleset", "Blade", "--with", "strength=10", "--against", "agility=9"],
        ["attack", "mira", "ruffian", "--parry", "WOUND", "-n", "-f", str(path)],
        ["declare", "ruffian", "--phase", "MOVE", "-n", "-f", str(path)],
        ["arena", "LIST", "-f", str(path)],
    ):
        done = run(*line)
        assert done.code == 0, done.err


def test_a_beginning_is_enough_on_a_terminal_alone(run: Run, monkeypatch: pytest.MonkeyPatch, realm_file: Path) -> None:
    # A script must not hit Miranda because Mira left.
    words = ("attack", "mir", "ruff", "--weapon", "sab", "--dice", "1,1", "-n", "-f", realm_file)
    refused(run(*words), 3, "Did you mean mira?")
    monkeypatch.setattr("combatcli.streams.on_terminal", lambda: True)
    assert run(*words).code == 0
    assert run("att", "mira", "ruffian", "--dice", "1,1", "-n", "-f", realm_file).code == 0
    assert run("attack", "mira", "m", "-n", "-f", realm_file).code == 3
    assert run("drop", "sef", "-n", "-f", realm_file).code == 0
    assert run("set", "mar", "marked=[1]", "-n", "-f", realm_file).code == 0
    run("add", "3orc", "-f", realm_file)
    assert "takes wound 3" in run("wound", "mira", "3", "-n", "-f", realm_file).out


def test_patterns_and_sides_mean_several(run: Run, realm_file: Path) -> None:
    run("add", "goblin", "--times", "4", "side=foes", "-f", realm_file)
    assert run("set", "GOB*", "wounds=3", "-f", realm_file).code == 0
    assert run("set", "goblin1", "goblin[23]", "note=hi", "-f", realm_file).code == 0
    assert run("set", "--side", "Heroes", "note=brave", "-f", realm_file).code == 0
    assert run("set", "m*", "--side", "heroes", "brawn=+1", "-f", realm_file).code == 0
    notes = {
        who: run("show", who, "--json", "-f", realm_file).event("combatant").get("note")
        for who in whose(run, realm_file)
    }
    assert [notes[who] for who in ("goblin1", "goblin3", "goblin4", "tomas")] == ["hi", "hi", "", "brave"]
    told = [each["who"] for each in run("drop", "goblin?", "--json", "-f", realm_file).events]
    assert told == ["goblin1", "goblin2", "goblin3", "goblin4"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["drop", "x*"], 'nobody matches "x*"'),
        (["set", "x*", "wounds=1"], 'nobody matches "x*"'),
        (["drop", "mira", "mirra"], "Did you mean mira?"),
        (["set", "--side", "heros", "wounds=3"], "Did you mean heroes?"),
        (["set", "wounds=3"], "set: no combatant given"),
        (["set", "--side", "heroes", "ruffian", "note=x"], "ruffian is not on the side heroes, but on collectors"),
        (["set", ".", "mira", "note=x"], "cannot be combined"),
        (["set", "m*", "wounds=x"], "expected a whole number"),
    ],
)
def test_nobody_meant_changes_nothing(run: Run, realm_file: Path, words: list[str], says: str) -> None:
    before = realm_file.read_bytes()
    done = run(*words, "-f", realm_file)
    assert (done.code in (2, 3), says in done.err, realm_file.read_bytes()) == (True, True, before)


FIGHT = {
    "realm": 'ruleset = "realm"\n[combatants.ann]\nmarked = [1, 2]\n[combatants.bob]\ndaring = 2\nmarked = [3]\n',
    "blade": (
        'ruleset = "blade"\n[combatants.ann]\nhealth = 2\nmax_health = 6\n'
        "[combatants.bob]\nmind = 9\nhealth = 3\nmax_health = 6\n"
    ),
}


def test_each_is_tested_in_turn_with_the_dice_in_that_order(run: Run) -> None:
    done = run("test", "bob", "ann", "bob", "daring", "--dice", "8,9", "--json", stdin=FIGHT["realm"])
    told = [(event["who"], event["total"], event["success"]) for event in done.events]
    assert told == [("bob", 10, True), ("ann", 9, False)]
    checks = run("test", "ann", "bob", "mind", "--dice", "4,4,4,4", "--json", stdin=FIGHT["blade"]).events
    assert [(event["who"], event["success"]) for event in checks] == [("ann", False), ("bob", True)]


def test_each_rests_as_many_days(run: Run) -> None:
    done = run("recover", "ann", "bob", "--days", "2", "--dice", "5,2,3", "--json", stdin=FIGHT["realm"])
    assert [(event["who"], event["cleared"]) for event in done.events] == [("ann", [2]), ("bob", [3])]
    healed = run("recover", "ann", "bob", "--health", "1", stdin=FIGHT["blade"]).toml["combatants"]
    assert (healed["ann"]["health"], healed["bob"]["health"]) == (3, 4)


RACE = 'ruleset = "realm"\n[combatants.ann]\n[combatants.bob]\n[combatants.cid]\n'


def test_several_race_the_same_other(run: Run) -> None:
    done = run("dashtest", "ann", "bob", "cid", "--dice", "5,6,7,6", "--json", stdin=RACE)
    told = [(event["who"], event["against"], event["first"]) for event in done.events]
    assert told == [("ann", "cid", "cid"), ("bob", "cid", "bob")]
    chances = run("dashtest", "ann", "bob", "cid", "--odds", "--json", stdin=RACE).events
    expected = [("ann", "success", "9/20"), ("bob", "success", "9/20")]
    assert [(event["who"], event["of"], event["chance"]) for event in chances if event["of"] == "success"] == expected
    assert run("dashtest", "ann", "bob", "cid", "-e", "--dice", "5,6,7,6", stdin=RACE).code == 0
    assert run("dashtest", "ann", "bob", "cid", "-e", "--dice", "5,6,5,6", stdin=RACE).code == 1
    refused(run("dashtest", "ann", "cid", "cid", stdin=RACE), 3, "cid cannot race themselves")


@pytest.mark.parametrize("words", [["ann", "eve"], ["eve", "ann"]])
def test_if_one_cannot_nobody_does(run: Run, words: list[str]) -> None:
    refused(run("recover", *words, "--days", "1", "--dice", "5", stdin=FIGHT["realm"]), 3, 'no combatant "eve"')


def test_the_odds_of_several_are_told_of_each(run: Run) -> None:
    done = run("test", "ann", "bob", "daring", "--odds", "--json", stdin=FIGHT["realm"])
    assert [(event["who"], event["chance"]) for event in done.events] == [("ann", "1/10"), ("bob", "3/10")]


@pytest.mark.parametrize(("faces", "code"), [("1,1", 1), ("10,1", 0), ("1,9", 0)])
def test_one_success_of_several_is_enough_for_the_exit_status(run: Run, faces: str, code: int) -> None:
    assert run("test", "ann", "bob", "daring", "-e", "--dice", faces, stdin=FIGHT["realm"]).code == code


@pytest.mark.parametrize("words", [[], ["daring"]])
def test_who_and_what_are_both_needed(run: Run, words: list[str]) -> None:
    done = run("test", *words, stdin=FIGHT["realm"])
    assert (done.code, done.err.startswith("combatcli: test: no combatant")) == (2, True)


@pytest.mark.parametrize("option", ["--weapon", "--assist"])
def test_an_empty_name_is_refused(realm_file: Path, run: Run, option: str) -> None:
    done = run("attack", "mira", "ruffian", option, "", "-f", realm_file)
    assert done.code in (2, 3)
    assert done.out == ""


@pytest.mark.parametrize(
    ("game", "line", "to"),
    [
        ("realm", "move tomas marksman", "roofs"),
        ("realm", "move sefa tomas", "market"),
        ("blade", "move ilvar orc1", None),
        ("beacon", "move wight osric", [5, 0]),
        ("beacon", "move osric vela", [-5, 0]),
        ("arq", "move isa gob1", [1, 1]),
        ("arq", "move wolf isa", [3, 1]),
    ],
)
def test_somebody_is_a_place_to_move_to_in_every_game(run: Run, game: str, line: str, to: object) -> None:
    text = run("new", game, "--example").out
    done = run(*line.split(), "--json", stdin=text)
    assert done.code == 0
    assert to is None or done.event("move")["to"] == to


@pytest.mark.parametrize(
    ("game", "line", "code", "says"),
    [
        ("realm", "move mira ruffian", 3, "in market already"),
        ("arq", "move gob1 bran", 3, "already beside bran"),
        ("beacon", "move osric osric", 3, "cannot move up to themselves"),
        ("beacon", "move osric nob", 2, "is not a point, an arena or a combatant"),
        ("arq", "move isa nob", 2, "is not a square, an arena or a combatant"),
    ],
)
def test_nobody_moves_to_where_they_are_or_to_who_is_not_there(
    run: Run, game: str, line: str, code: int, says: str
) -> None:
    refused(run(*line.split(), stdin=run("new", game, "--example").out), code, says)


@pytest.mark.parametrize("start", [("set", "{}"), ("add", "new", "--like", "{}")])
@pytest.mark.parametrize(
    ("game", "who", "word", "value"),
    [
        ("realm", "mira", "marked=3", [3]),
        ("blade", "ilvar", "engaged=orc1,orc2", ["orc1", "orc2"]),
        ("arq", "tor", "position=13,14", [13, 14]),
        ("beacon", "vela", "position=-45,50", [-45, 50]),
        ("d20", "tomas", "engaged=ogre", ["ogre"]),
    ],
)
def test_a_list_may_be_one_word_or_several_with_commas(
    run: Run, start: tuple[str, ...], game: str, who: str, word: str, value: list[object]
) -> None:
    words = [part.format(who) for part in start]
    done = run(*words, word, stdin=run("new", game, "--example").out)
    assert done.toml["combatants"][words[1]][word.partition("=")[0]] == value
