"""`add`, `set` and `drop`: keys and values, several alike, parties out of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.pipeline.key_values import combatant_of, value_of
from combatcli.rulesets import load
from support import SMALL, FightFile, Run, refused, tables, whose


@pytest.fixture
def small(fight_file: FightFile) -> Path:
    return fight_file(SMALL)


def test_set_changes_keys_and_keeps_comments(run: Run, small: Path) -> None:
    words = ["brawn=+2", "side=heroes", "name='Mira Vane'", "weapons.axe.class=heavy", "marked=[1, 2]", "player=true"]
    done = run("set", "mira", *words, "-f", small)
    assert done.code == 0, done.err
    assert tables(small)["combatants"]["mira"] == {
        "brawn": 4,
        "side": "heroes",
        "name": "Mira Vane",
        "weapons": {"axe": {"class": "heavy"}},
        "marked": [1, 2],
        "player": True,
    }
    assert "brawn = 4 # strong" in small.read_text(encoding="utf-8")


def test_set_takes_keys_away_and_reaches_the_encounter_itself(run: Run, small: Path) -> None:
    run("set", "mira", "brawn=", "-f", small)
    assert tables(small)["combatants"]["mira"] == {}
    done = run("set", ".", "round=3", "house.strict=true", "-f", small)
    assert done.out == "The encounter now has round = 3, house.strict = true.\n"
    told = tables(small) | {"combatants": {}}
    assert told == {"ruleset": "realm", "round": 3, "house": {"strict": True}, "combatants": {}}


def test_a_combatant_may_be_edited_and_dropped_by_the_name_shown(run: Run, small: Path) -> None:
    assert run("set", "mira", "name='Mira Vane'", "-f", small).code == 0
    done = run("set", "mira vane", "brawn=3", "-f", small, "--json")
    assert (done.code, done.json["events"][0]["who"]) == (0, "mira"), done.err
    assert run("drop", "Mira Vane", "-f", small).code == 0
    assert "mira" not in tables(small)["combatants"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["set", "mirra", "brawn=1"], 3, "Did you mean mira?"),
        (["set", "mira", "brawn=lots"], 3, 'combatants.mira.brawn: expected a whole number, found "lots"'),
        (["set", "mira", "arena=attic"], 3, 'combatants.mira.arena: there is no arena "attic"'),
        (["set", "mira", "brawn"], 2, '"brawn" is not key=value'),
        (["set", "mira", "=1"], 2, "is not key=value"),
        (["set", "mira", "status+=prone"], 2, """Write the whole list, as in status='["prone"]'"""),
        (["set", "mira", "status -= [prone]"], 2, """-= does not change a key."""),
        (["set", "mira", "brawn-=1"], 2, "as in brawn=-1"),
        (["add", "zed", "count+=2"], 2, "as in count=+2"),
        (["set", "mira", "brawn.axe=1"], 3, "brawn is not a table"),
        (["set", "mira", "side=+1"], 3, "combatants.mira.side: +1 changes a number, but this is not a number"),
        (["set", "mira", "daring="], 3, "no such key to remove"),
        (["set", "mira", "marked=[1,1]"], 3, "combatants.mira.marked: a box is marked twice"),
        (["set", "mira", "wounds=2", "marked=[3]"], 3, "box 3 is marked, but there are only 2 boxes"),
        (["set", "mira", "wounds=0"], 3, "expected a whole number of 1 or more, found 0"),
        (["set", "mira", "wielding=axe"], 3, 'combatants.mira.wielding: there is no weapon "axe"'),
        (["set", "mira", "weapons.axe.class=hevy"], 3, "Did you mean heavy?"),
        (["set", "mira", "weapons.axe.damage=1dx"], 3, "combatants.mira.weapons.axe.damage: expected"),
        (["set", ".", "phase=attac"], 3, 'realm has no phase "attac"'),
        (["set", ".", "ruleset=blade"], 3, "an encounter keeps its ruleset"),
        (["set", ".", "house.resolve_target=high"], 3, "house.resolve_target: expected a whole number"),
        (["set", "mira"], 2, "set: no key=value given"),
        (["add", "mira"], 3, 'there is already a combatant "mira"'),
        (["add", "imp", "brawn=x"], 3, "combatants.imp.brawn"),
        (["add", "."], 2, '"." cannot be the id of a combatant'),
        (["add", ""], 2, "cannot be the id of a combatant"),
        (["add", "side=foes"], 2, '"side=foes" cannot be the id of a combatant'),
        (["set", "mira", "wounds=101"], 3, "combatants.mira.wounds: expected a whole number"),
        (["arena", "add", ""], 2, "an arena needs a name"),
        (["drop", "imp"], 3, 'there is no combatant "imp"'),
        (["show", "imp"], 3, 'there is no combatant "imp"'),
        (["set", "mira", "awesome=-1"], 3, "expected a whole number of 0 or more, found -1"),
        (["set", "mira", "awesome=+1", "--from-bowl"], 3, "the bowl holds 0 Awesomes, not 1"),
        (["set", "mira", "brawn=+1", "--from-bowl"], 2, "--from-bowl needs a number of Awesomes"),
    ],
)
def test_a_refused_edit_changes_no_byte(run: Run, small: Path, words: list[str], code: int, message: str) -> None:
    refused(run(*words, "-f", small), code, message)
    assert small.read_text(encoding="utf-8") == SMALL


def test_a_number_that_is_not_written_is_changed_from_its_default(run: Run, small: Path) -> None:
    run("set", "mira", "defense=+1", "brawn=0", "brawn=-1", "-f", small)
    assert tables(small)["combatants"]["mira"] == {"brawn": -1, "defense": 11}
    assert run("set", "ogre", "weapons.axe.bonus=+1", "-f", small).code == 0
    assert tables(small)["combatants"]["ogre"]["weapons"]["axe"]["bonus"] == 1


def test_add_makes_a_combatant_with_keys(run: Run, small: Path) -> None:
    done = run("add", "imp", "side=foes", "wounds=3", "-f", small)
    assert done.out == "imp is added: side = foes, wounds = 3.\n"
    assert tables(small)["combatants"]["imp"] == {"side": "foes", "wounds": 3}


def test_drop_takes_what_mentions_them_along(run: Run) -> None:
    text = (
        'ruleset = "realm"\npending = [{attacker = "mira", target = "ogre", wounds = [1]}]\n[combatants.ogre]\n'
        '[combatants.mira]\nengaged = ["ogre"]\nstatus = ["impeded"]\nby = {impeded = "ogre"}\n'
        'declared = {phase = 5, action = "attack", targets = ["ogre"]}\n'
    )
    done = run("drop", "ogre", stdin=text)
    mira = done.toml["combatants"]["mira"]
    assert (mira["engaged"], mira["declared"]["targets"], mira["status"]) == ([], [], [])
    assert "pending" not in done.toml
    assert "ogre is gone" in done.err


def test_an_edit_that_writes_an_unknown_key_warns(run: Run, small: Path) -> None:
    done = run("set", "mira", "brawm=3", "-f", small)
    assert done.out.splitlines()[-1] == "Warning: combatants.mira.brawm is an unknown key, kept. Did you mean brawn?"
    assert "Warning" not in run("set", "mira", "daring=3", "-f", small).out
    assert "Warning" in run("add", "imp", "brwn=3", "-f", small).out


def test_keys_are_read_as_in_toml(run: Run, small: Path) -> None:
    run("set", ".", 'combatants."a.b = c".brawn=2', "-f", small)
    assert tables(small)["combatants"]["a.b = c"] == {"brawn": 2}
    run("set", "mira", "weapons.'long axe'.class=heavy", "-f", small)
    assert tables(small)["combatants"]["mira"]["weapons"]["long axe"] == {"class": "heavy"}


def test_a_bearer_who_leaves_takes_the_arena_along(run: Run) -> None:
    text = 'ruleset = "realm"\n[arenas.back]\non = "ogre"\n[arenas.here]\n[combatants.ogre]\n'
    assert run("drop", "ogre", stdin=text).toml["arenas"] == {"here": {}}


def test_a_byte_order_mark_survives_a_change_and_its_undoing(run: Run, small: Path) -> None:
    small.write_text("\ufeff" + SMALL, encoding="utf-8")
    before = small.read_bytes()
    assert run("set", "mira", "brawn=3", "-f", small).code == 0
    assert small.read_bytes() == before.replace(b"brawn = 2", b"brawn = 3")
    run("undo", "-f", small)
    assert small.read_bytes() == before


@given(st.text(max_size=40))
def test_any_word_is_a_value(text: str) -> None:
    value = value_of(text)
    assert value == text or not isinstance(value, str) or text.strip()[:1] in ("'", '"')


@pytest.mark.parametrize(
    ("game", "spec", "combatant"),
    [
        ("realm", "", {}),
        ("blade", "strength=10", {"strength": 10}),
        ("realm", "class=heavy,bonus=1", {"weapons": {"weapon": {"class": "heavy", "bonus": 1}}, "wielding": "weapon"}),
        ("realm", "armor=1", {"armor": 1}),
        ("blade", "agility=9,protection=1", {"agility": 9, "armor": {"protection": 1}}),
        ("blade", "hands=2,category=metal", {"armor": {"category": "metal"}, "weapons": {"weapon": {"hands": 2}}}),
        ("realm", "marked=[1, 2],name='a,b'", {"marked": [1, 2], "name": "a,b"}),
        ("realm", "weapons.axe.class=heavy,wielding=axe", {"weapons": {"axe": {"class": "heavy"}}, "wielding": "axe"}),
    ],
)
def test_a_combatant_is_described_in_one_word(game: str, spec: str, combatant: dict[str, Any]) -> None:
    wielding = {"wielding": "weapon"} if "weapon" in combatant.get("weapons", {}) else {}
    assert combatant_of(spec, load(game).encounter) == {**combatant, **wielding}


def test_several_alike_have_numbers(run: Run, realm_file: Path) -> None:
    run("set", "thugs", 'engaged=["mira"]', "-f", realm_file)
    assert run("add", "goblin", "wounds=2", "--like", "THUGS", "--times", "3", "-f", realm_file).code == 0
    told = whose(run, realm_file)
    assert [told[f"goblin{number}"]["name"] for number in (1, 2, 3)] == [f"Dockside Thugs {each}" for each in (1, 2, 3)]
    assert (told["goblin3"]["wounds"], told["goblin3"]["side"]) == (2, "collectors")
    assert "engaged" not in tables(realm_file)["combatants"]["goblin1"]
    one = run("add", "boss", "--like", "ruffian", "-f", realm_file)
    assert (one.code, whose(run, realm_file)["boss"]["name"]) == (0, "Scarred Ruffian"), one.err


@pytest.mark.parametrize(
    ("game", "who", "harm", "brought"),
    [
        ("realm", "ruffian", ["9"], {"marked"}),
        ("blade", "orc1", ["50"], {"health"}),
        ("arq", "wolf", ["2"], {"wounds_taken"}),
        ("beacon", "hound", ["12"], {"max_hp"}),
        ("beacon", "vela", ["5"], {"hp"}),
    ],
)
def test_another_one_of_somebody_is_fresh_unless_all_is_copied_as_it_is(
    run: Run, fight_file: FightFile, game: str, who: str, harm: list[str], brought: set[str]
) -> None:
    path = fight_file(run("new", game, "--example").out)
    before = tables(path)["combatants"][who]
    assert run("wound", who, *harm, "-f", path).code == 0
    assert run("condition", who, "blessed", "-f", path).code == 0
    assert run("add", "new", "--like", who, "-f", path).code == 0
    assert run("add", "same", "--like", who, "--as-is", "-f", path).code == 0
    fighters = tables(path)["combatants"]
    assert {**before, **fighters["new"]} == before
    assert fighters["new"].keys() >= before.keys() - {"position", "engaged", "target", "declared", "deeds", "stance"}
    assert fighters["same"]["notes"] == fighters[who]["notes"]
    assert {key: fighters["same"][key] for key in brought} == {key: fighters[who][key] for key in brought}
    refused(run("add", "x", "--as-is", "-f", path), 2, "--as-is needs somebody to copy")


def test_copies_are_numbered_once(run: Run, realm_file: Path) -> None:
    run("add", "goblin", "name=Goblin", "--times", "2", "-f", realm_file)
    run("add", "hob", "--like", "goblin2", "--times", "2", "-f", realm_file)
    assert whose(run, realm_file)["hob2"]["name"] == "Goblin 2"


def test_reinforcements_go_on_counting(run: Run, realm_file: Path) -> None:
    run("add", "goblin2", "name=Hob", "-f", realm_file)
    told = run("add", "goblin", "name=Bob", "--times", "2", "--json", "-f", realm_file).events
    assert [(each["who"], each["changes"]["name"]) for each in told] == [("goblin3", "Bob 3"), ("goblin4", "Bob 4")]
    arq = run("new", "arq", "--example").out
    assert run("add", "hob", "--like", "gob1", "--times", "2", stdin=arq).code == 0


def test_what_is_not_added_adds_nothing(run: Run, realm_file: Path) -> None:
    before = realm_file.read_bytes()
    for words in (
        ["x", "--like", "nobody"],
        ["x", "--times", "0"],
        ["x", "--times", "1001"],
        ["x", "--from", "party.toml"],
        [],
    ):
        assert run("add", *words, "-f", realm_file).code in (2, 3, 4)
    assert realm_file.read_bytes() == before


def test_a_party_out_of_toml_or_csv(run: Run, realm_file: Path, tmp_path: Path) -> None:
    toml, table = tmp_path / "party.toml", tmp_path / "party.csv"
    toml.write_text("[combatants.zoe]\nbrawn = 2\n", encoding="utf-8")
    table.write_text(
        'id,name,brawn,weapons.axe.class,note\nann,"Ann, of ""Bree""",2,heavy,1984\n\nbob,Bob,,,"likes = signs"\n',
        encoding="utf-8",
    )
    assert run("add", "--from", toml, "-f", realm_file).code == 0
    assert run("add", "--from", table, "-f", realm_file).code == 0
    told = run("show", "ann", "--json", "-f", realm_file).event("combatant")
    assert (told["name"], told["brawn"], told["weapons"]["axe"]["class"]) == ('Ann, of "Bree"', 2, "heavy")
    assert told["note"] == "1984"
    assert run("show", "bob", "--json", "-f", realm_file).event("combatant")["note"] == "likes = signs"
    assert "zoe" in whose(run, realm_file)


def test_a_party_without_combatants_says_so(run: Run, realm_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text("x = 1\n", encoding="utf-8")
    assert "has no combatants" in run("add", "--from", other, "-f", realm_file).err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,brawn\nann,2\nbob,x\n", "party.csv, line 3, column brawn: expected a whole number"),
        ("id,brown\nann,2\n", ""),
        ("who,brawn\nann,2\n", "line 1: no column is called id, nor name"),
        ("id,brawn,brawn\nann,2,3\n", "line 1: column 3 is the second that is called brawn"),
        ("id,\nann,2\n", "line 1: column 2 has no name"),
        ("id,brawn\nann,2,3\n", "line 2: 3 cells for 2 columns"),
        ("id,brawn\n,2\n", "line 2, column id: it is empty"),
        ("id\nann\nann\n", "line 3: ann appears twice"),
        ("id,side\n.,foes\n", "line 2, column id: . cannot be the id of a combatant"),
        ("id,weapons\nann,[x\n", "line 2, column weapons: combatants.ann.weapons: [x is not a valid TOML list"),
        ('id\n"ann\n', "line 2: unexpected end of data"),
        ("id\n", "has no combatants"),
        ("", ""),
        ("id,arena\nann,moon\n", 'line 2, column arena: there is no arena "moon"'),
        ("id\nmira\n", 'party.csv, line 2: there is already a combatant "mira"'),
    ],
)
def test_what_does_not_fit_is_told_by_line_and_column(
    run: Run, realm_file: Path, tmp_path: Path, text: str, says: str
) -> None:
    table, before = tmp_path / "party.csv", realm_file.read_bytes()
    table.write_text(text, encoding="utf-8")
    done = run("add", "--from", table, "-f", realm_file)
    assert says in done.err
    if "brown" in text:
        assert "brown is an unknown key" in done.out
    else:
        assert (done.code in (3, 4), realm_file.read_bytes()) == (True, before)


def test_a_device_takes_an_encounter_and_keeps_nothing(run: Run, realm_file: Path) -> None:
    before = realm_file.read_bytes()
    done = run("set", "mira", "note=x", "-f", realm_file, "-o", "/dev/null")
    assert (done.code, done.out, realm_file.read_bytes()) == (0, "mira now has note = x.\n", before), done.err
    assert run("set", "mira", "note=x", "-f", realm_file, "-o", "").code == 2
    refused(run("set", "mira", "note=x", "-f", realm_file, "--pass"), 2, "--pass is for read-only commands")
    assert realm_file.read_bytes() == before


def test_text_of_no_length_is_told_as_such(run: Run) -> None:
    done = run("set", "mira", 'wielding=""', stdin='ruleset = "realm"\n[combatants.mira]\n')
    assert done.err == 'mira now has wielding = "".\n'


def test_the_beginning_of_a_key_is_enough_on_a_terminal_where_no_other_begins_so(
    run: Run, realm_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "unknown key" in run("set", "mira", "def=12", "-n", "-f", realm_file).out
    monkeypatch.setattr("combatcli.streams.on_terminal", lambda: True)
    assert run("set", "mira", "def=12", "weap.sab.cl=light", "awes=+1", "-f", realm_file).code == 0
    mira = tables(realm_file)["combatants"]["mira"]
    assert (mira["defense"], mira["weapons"]["sabre"]["class"]) == (12, "light")
    assert run("set", ".", "rou=4", "-f", realm_file).code == 0
    assert tables(realm_file)["round"] == 4
    refused(run("set", "mira", "aw=3", "-f", realm_file), 2, "Several begin so: awareness, awesome.")


@pytest.mark.parametrize(
    ("game", "who", "words", "key", "left", "note"),
    [
        ("beacon", "vela", ["hp=-2"], "hp", 23, ""),
        ("beacon", "vela", ["hp=-2", "hp=-3"], "hp", 20, ""),
        ("beacon", "vela", ["hp=+5"], "hp", 25, "vela: hp stops at 25, its maximum, and is not 30"),
        ("blade", "osk", ["health=-1"], "health", 5, ""),
        ("blade", "osk", ["health=+20"], "health", 6, "osk: health stops at 6, its maximum, and is not 26"),
        ("blade", "osk", ["health=-99"], "health", 0, "osk: health stops at 0, and is not -93"),
        ("blade", "darna", ["stamina=+9"], "stamina", 6, "darna: stamina stops at 6, its maximum, and is not 13"),
        ("d20", "mira", ["hp=+30"], "hp", 22, "mira: hp stops at 22, its maximum, and is not 52"),
    ],
)
def test_points_change_from_what_show_shows_and_stop_where_the_game_says(
    run: Run, fight_file: FightFile, game: str, who: str, words: list[str], key: str, left: int, note: str
) -> None:
    path = fight_file(run("new", game, "--example").out)
    done = run("set", who, *words, "-f", path)
    assert done.code == 0, done.err
    assert note in done.out
    assert ("stops" in done.out) == bool(note)
    assert run("show", who, "--json", "-f", path).event("combatant")[key] == left


@pytest.mark.parametrize(
    ("game", "who", "words", "above"),
    [
        ("beacon", "vela", ["hp=30"], {"hp": (30, 25)}),
        (
            "blade",
            "darna",
            ["stamina=8", "max_stamina=6", "health=9", "max_health=7"],
            {"stamina": (8, 6), "health": (9, 7)},
        ),
        ("d20", "mira", ["hp=30", "max_hp=20"], {"hp": (30, 20)}),
    ],
)
def test_more_points_than_there_are_at_most_are_what_is_said_with_a_warning(
    run: Run, fight_file: FightFile, game: str, who: str, words: list[str], above: dict[str, tuple[int, int]]
) -> None:
    path = fight_file(run("new", game, "--example").out)
    warnings = [f"Warning: {who}: {key} is {now}, above its maximum, {most}." for key, (now, most) in above.items()]
    assert run("set", who, *words, "-f", path).out.splitlines()[1:] == warnings
    assert run("check", "-f", path).out.splitlines()[1:] == warnings
    key, (now, _) = next(iter(above.items()))
    assert f"{key} stops at {now}, and is not {now + 5}" in run("set", who, f"{key}=+5", "-f", path).out
    assert run("wound", who, "1", "-f", path).code == 0
    assert run("show", who, "--json", "-f", path).event("combatant")[key] == now - 1


def test_what_else_is_computed_is_not_changed_from_nothing(run: Run, fight_file: FightFile) -> None:
    path = fight_file(run("new", "beacon", "--example").out)
    before = path.read_bytes()
    refused(run("set", "vela", "iron=+5", "-f", path), 3, "vela.iron: nothing is written for +5 to change", "iron=10")
    assert path.read_bytes() == before
    assert run("set", "vela", "hp=20", "hp=-3", "zzz=+2", "-f", path).code == 0
    assert (tables(path)["combatants"]["vela"]["hp"], tables(path)["combatants"]["vela"]["zzz"]) == (17, 2)


@pytest.mark.parametrize("value", [f"0x{'f' * 5000}", f"[1, 0x{'f' * 5000}]", "9" * 5000, "0x7fffffffffffffff1"])
def test_a_number_that_is_too_large_is_refused(run: Run, realm_file: Path, value: str) -> None:
    before = realm_file.read_bytes()
    refused(run("set", "mira", f"new={value}", "-f", realm_file), 3, "combatants.mira.new")
    assert realm_file.read_bytes() == before


@pytest.mark.parametrize(
    ("word", "value"),
    [("engaged=thugs", ["thugs"]), ("engaged=thugs,ruffian", ["thugs", "ruffian"]), ("marked=1,2", [1, 2])],
)
def test_where_a_list_is_wanted_words_with_commas_are_one(
    run: Run, realm_file: Path, word: str, value: list[object]
) -> None:
    done = run("set", "mira", word, "-f", realm_file)
    assert done.code == 0, done.err
    assert tables(realm_file)["combatants"]["mira"][word.partition("=")[0]] == value
