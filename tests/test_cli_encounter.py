"""`new`, `add`, `set`, `drop`, `show` and `check`, and how an encounter is read and written."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combatcli.encounter import document
from combatcli.errors import StreamError
from combatcli.pipeline.key_values import combatant_of, value_of
from combatcli.rulesets import NAMES, built_games, load
from support import tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from support import Run

SMALL = 'ruleset = "realm"\n[combatants.mira]\nbrawn = 2 # strong\n[combatants.ogre]\n'


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return the file of a small encounter."""
    path = tmp_path / "fight.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


@pytest.mark.parametrize("game", built_games())
def test_a_new_encounter_is_valid_and_names_no_path_of_this_machine(run: Run, game: str) -> None:
    for words in ((), ("--example",), ("--example", "--seed", "friday")):
        new = run("new", game, *words)
        assert new.out.startswith(f'ruleset = "{game}"\n')
        assert "#:schema" not in new.out
        assert run("check", stdin=new.out).code == 0
        assert new.toml["ruleset"] == game
        assert new.toml.get("dice") == ({"seed": "friday", "step": 0, "version": 2} if "--seed" in words else None)


def test_an_example_has_four_arenas_and_two_sides(run: Run) -> None:
    new = run("new", "realm", "--example")
    assert len(new.toml["arenas"]) == 4
    assert {each["side"] for each in new.toml["combatants"].values()} == {"heroes", "collectors"}
    assert new.err.startswith("A new realm encounter: ")


def test_a_new_file_is_not_put_in_the_place_of_another(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    assert run("new", "realm", "-o", path).out.startswith("A new realm encounter")
    path.write_text("mine", encoding="utf-8")
    done = run("new", "realm", "-o", path)
    assert (done.code, done.out, path.read_text(encoding="utf-8")) == (4, "", "mine")
    assert run("new", "realm", "-o", path, "--force").code == 0
    assert tables(path)["ruleset"] == "realm"


@pytest.mark.parametrize("game", built_games())
def test_the_schema_is_printed_and_written_beside_a_new_encounter(run: Run, tmp_path: Path, game: str) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / f"{game}.schema.json"
    done = run("new", game, "--schema", "-o", fight)
    assert done.code == 0
    assert f" Its JSON Schema is {beside}.\n" in done.out
    text = fight.read_text(encoding="utf-8")
    assert text.startswith(f'#:schema ./{game}.schema.json\nruleset = "{game}"\n')
    printed = run("schema", game).out
    assert beside.read_text(encoding="utf-8") == printed
    assert f"{game} encounter" in json.loads(printed)["title"]
    beside.unlink()
    assert run("check", "-f", fight).code == run("check", stdin=text.partition("\n")[2]).code == 0


@pytest.mark.parametrize("where", [(), ("-o", "-"), ("-o", "/dev/null")])
def test_a_schema_has_no_place_beside_a_pipe(run: Run, where: tuple[str, ...]) -> None:
    done = run("new", "realm", "--schema", *where)
    assert (done.code, done.out) == (2, "")
    assert "no file is named" in done.err
    assert "combatcli schema realm > FILE" in done.err


def test_a_schema_takes_the_place_of_an_older_one_of_ours_alone(run: Run, tmp_path: Path) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / "realm.schema.json"
    ours = run("schema", "realm").out
    beside.write_text(ours.replace("A realm encounter", "An old one"), encoding="utf-8")
    assert run("new", "realm", "--schema", "-o", fight).code == 0
    assert beside.read_text(encoding="utf-8") == ours
    fight.unlink()
    beside.write_text("{}", encoding="utf-8")
    done = run("new", "realm", "--schema", "-o", fight)
    assert (done.code, done.out, fight.exists(), beside.read_text(encoding="utf-8")) == (4, "", False, "{}")
    assert "realm.schema.json exists already, and is not one that combatcli made" in done.err
    assert run("new", "realm", "--schema", "-o", fight, "--force").code == 0
    assert beside.read_text(encoding="utf-8") == ours


def test_an_encounter_does_not_take_the_name_of_its_schema(run: Run, tmp_path: Path) -> None:
    done = run("new", "realm", "--schema", "-o", tmp_path / "realm.schema.json")
    assert (done.code, list(tmp_path.glob("*.json"))) == (2, [])
    assert "is where the JSON Schema goes" in done.err


@pytest.mark.parametrize("forced", [False, True])
def test_what_cannot_be_reported_is_not_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, forced: bool
) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / "realm.schema.json"
    for path in (fight, beside) if forced else ():
        path.write_text("mine", encoding="utf-8")

    def fail(_: str) -> None:
        raise StreamError("standard output is full")

    monkeypatch.setattr("combatcli.commands.new.write_stdout", fail)
    done = run("new", "realm", "--schema", "-o", fight, *(["--force"] if forced else []))
    assert done.code == 4
    assert [path.exists() and path.read_text(encoding="utf-8") for path in (fight, beside)] == [forced and "mine"] * 2


def test_an_encounter_whose_schema_line_names_a_path_that_is_gone_is_read_and_kept(run: Run, tmp_path: Path) -> None:
    line = "#:schema file:///nowhere/realm/schema.json\n"
    path = tmp_path / "fight.toml"
    path.write_text(line + run("new", "realm", "--example").out, encoding="utf-8")
    assert run("check", "-f", path).code == 0
    assert run("next", "-f", path).code == 0
    assert path.read_text(encoding="utf-8").startswith(line)


def test_a_new_encounter_goes_to_a_device_too(run: Run) -> None:
    done = run("new", "realm", "-o", "/dev/null")
    assert (done.code, done.out) == (0, "A new realm encounter: nobody in it yet.\n")


@pytest.mark.parametrize("command", ["new", "schema"])
@pytest.mark.parametrize(
    ("game", "code", "message"),
    [
        ("relm", 2, "Did you mean realm?"),
        *((game, 3, "is not built yet") for game in NAMES if game not in built_games()),
    ],
)
def test_games_that_are_unknown_or_not_built_are_refused(
    run: Run, game: str, code: int, message: str, command: str
) -> None:
    done = run(command, game)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


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


def test_a_combatant_may_be_edited_and_dropped_by_the_name_shown(run: Run, small: Path) -> None:
    assert run("set", "mira", "name='Mira Vane'", "-f", small).code == 0
    done = run("set", "mira vane", "brawn=3", "-f", small, "--json")
    assert (done.code, done.json["events"][0]["who"]) == (0, "mira")
    assert run("drop", "Mira Vane", "-f", small).code == 0
    assert "mira" not in tables(small)["combatants"]


def test_set_takes_keys_away_and_reaches_the_encounter_itself(run: Run, small: Path) -> None:
    run("set", "mira", "brawn=", "-f", small)
    assert tables(small)["combatants"]["mira"] == {}
    done = run("set", ".", "round=3", "house.strict=true", "-f", small)
    assert done.out == "The encounter now has round = 3, house.strict = true.\n"
    assert tables(small) | {"combatants": {}} == {
        "ruleset": "realm",
        "round": 3,
        "house": {"strict": True},
        "combatants": {},
    }


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["set", "mirra", "brawn=1"], 3, "Did you mean mira?"),
        (["set", "mira", "brawn=lots"], 3, 'combatants.mira.brawn: expected a whole number, found "lots"'),
        (["set", "mira", "arena=attic"], 3, 'combatants.mira.arena: there is no arena "attic"'),
        (["set", "mira", "brawn"], 2, '"brawn" is not key=value'),
        (["set", "mira", "=1"], 2, "is not key=value"),
        (["set", "mira", "brawn.axe=1"], 3, "brawn is no table"),
        (["set", "mira", "side=+1"], 3, "combatants.mira.side: +1 changes a number, and this is none"),
        (["set", "mira", "daring="], 3, "no such key to take away"),
        (["set", "mira", "marked=[1,1]"], 3, "combatants.mira.marked: a box is marked twice"),
        (["set", "mira", "wounds=2", "marked=[3]"], 3, "box 3 is marked, and there are 2"),
        (["set", "mira", "wounds=0"], 3, "expected a whole number of 1 or more, found 0"),
        (["set", "mira", "wielding=axe"], 3, 'combatants.mira.wielding: there is no weapon "axe"'),
        (["set", "mira", "weapons.axe.class=hevy"], 3, "Did you mean heavy?"),
        (["set", "mira", "weapons.axe.damage=1dx"], 3, "combatants.mira.weapons.axe.damage: expected"),
        (["set", ".", "phase=attac"], 3, 'realm has no phase "attac"'),
        (["set", ".", "ruleset=blade"], 3, "an encounter keeps its ruleset"),
        (["set", ".", "house.resolve_target=high"], 3, "house.resolve_target: expected a whole number"),
        (["set", "mira"], 2, "set needs KEYS…"),
        (["add", "mira"], 3, 'there is a combatant "mira" already'),
        (["add", "imp", "brawn=x"], 3, "combatants.imp.brawn"),
        (["add", "."], 2, '"." is no name for a combatant'),
        (["add", ""], 2, "is no name for a combatant"),
        (["add", "side=foes"], 2, '"side=foes" is no name for a combatant'),
        (["set", "mira", "wounds=101"], 3, "combatants.mira.wounds: expected a whole number"),
        (["arena", "add", ""], 2, "an arena needs a name"),
        (["drop", "imp"], 3, 'there is no combatant "imp"'),
        (["show", "imp"], 3, 'there is no combatant "imp"'),
        (["set", "mira", "awesome=-1"], 3, "expected a whole number of 0 or more, found -1"),
        (["set", "mira", "awesome=+1", "--from-bowl"], 3, "the bowl holds 0 Awesomes, not 1"),
        (["set", "mira", "brawn=+1", "--from-bowl"], 2, "takes Awesomes out of the bowl"),
    ],
)
def test_a_refused_edit_changes_no_byte(run: Run, small: Path, words: list[str], code: int, message: str) -> None:
    done = run(*words, "-f", small)
    assert (done.code, done.out) == (code, ""), done.err
    assert message in done.err
    assert small.read_text(encoding="utf-8") == SMALL


def test_a_number_that_is_not_written_is_changed_from_its_default(run: Run, small: Path) -> None:
    run("set", "mira", "defense=+1", "brawn=0", "brawn=-1", "-f", small)
    assert tables(small)["combatants"]["mira"] == {"brawn": -1, "defense": 11}
    assert run("set", "ogre", "weapons.axe.bonus=+1", "-f", small).code == 0
    assert tables(small)["combatants"]["ogre"]["weapons"]["axe"]["bonus"] == 1


def test_awesomes_out_of_the_bowl(run: Run, small: Path) -> None:
    run("set", ".", "bowl=2", "-f", small)
    run("set", "mira", "player=true", "-f", small)
    assert run("set", "mira", "awesome=+1", "--from-bowl", "-f", small).code == 0
    assert (tables(small)["bowl"], tables(small)["combatants"]["mira"]["awesome"]) == (1, 1)


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


def test_unknown_keys_are_kept_and_named_by_check(run: Run) -> None:
    text = SMALL + 'brwn = 3\nmood = {today = "grim"}\n'
    checked = run("check", stdin=text)
    assert checked.code == 0
    assert "combatants.ogre.brwn: unknown key, kept. Did you mean brawn?" in checked.out
    wounded = run("wound", "ogre", "1", stdin=text)
    assert wounded.toml["combatants"]["ogre"] == {"brwn": 3, "mood": {"today": "grim"}, "marked": [1]}


def test_check_goes_on_after_a_value_of_the_wrong_type(run: Run) -> None:
    text = (
        'ruleset = "realm"\nround = "x"\n[house]\nstrct = true\n[combatants.a]\nbrawn = "x"\nwielding = "axe"\n'
        'marked = [1, "y"]\n[combatants.b]\narena = "attic"\n[[pending]]\nattacker = "a"\n'
    )
    told = run("check", stdin=text).err
    for part in (
        "house.strct: unknown key, kept. Did you mean strict?",
        'round: expected a whole number, found "x"',
        'combatants.a.brawn: expected a whole number, found "x"',
        'combatants.a.marked.2: expected a whole number, found "y"',
        'combatants.a.wielding: there is no weapon "axe"',
        'combatants.b.arena: there is no arena "attic"',
        "pending.1.target: this key is missing. Add it: target = …",
        "6 things are wrong",
    ):
        assert part in told
    assert run("check", stdin='ruleset = "realm"\ncombatants = 3\n').code == 3


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


@pytest.mark.parametrize("key", ["x=", "brawn=", "brawn=+"])
def test_numbers_of_thousands_of_digits_are_no_mystery(run: Run, small: Path, key: str) -> None:
    done = run("set", "mira", f"{key}{'9' * 5000}", "-f", small)
    assert done.code in (0, 3)
    assert "went wrong" not in done.err
    broken = run("show", stdin=f"a = {'9' * 5000}\n")
    assert (broken.code, broken.out) == (3, "")


def test_check_names_all_that_is_wrong(run: Run) -> None:
    two = SMALL + 'arena = "attic"\nmarked = [9]\n'
    done = run("check", stdin=two)
    assert (done.code, done.out) == (3, "")
    assert "combatants.ogre.arena" in done.err
    assert "combatants.ogre.marked" in done.err
    assert "2 things are wrong" in done.err
    several = run("check", "--json", stdin=two)
    error = several.json["error"]
    assert (several.code, several.out, error["kind"]) == (3, "", "invalid")
    assert [each["path"] for each in error["problems"]] == ["combatants.ogre.arena", "combatants.ogre.marked"]
    assert error["message"] == "{path}: {message}".format(**error["problems"][0])
    assert error["hint"] == error["problems"][0]["hint"]
    assert all(set(each) == {"path", "message", "hint"} for each in error["problems"])
    (one,) = run("check", "--json", stdin=SMALL + 'arena = "attic"\n').json["error"]["problems"]
    assert one["path"] == "combatants.ogre.arena"


def test_check_names_a_hundred_things_and_no_more(run: Run) -> None:
    done = run("check", "--json", stdin=SMALL + "".join(f"[combatants.o{n}]\nbrawn = true\n" for n in range(200)))
    assert (done.code, len(done.json["error"]["problems"])) == (3, 100)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ruleset = \n", "standard input is not valid TOML: invalid value (at line 1, column 11)"),
        ("[[[", "is not valid TOML"),
        ("x = " + "[" * 3000, "nested too deeply"),
        (".".join(["a"] * 102) + " = 1\n", "a key in line 1 leads through more than 100 tables"),
        ("x = { " + " . ".join(['"a.b"'] * 102) + " = 1 }\n", "a key in line 1 leads through more than 100 tables"),
        ("round = 1\n", "ruleset: an encounter names its game"),
        ('ruleset = "relm"\n', "Did you mean realm?"),
        ('ruleset = "realm"\nround = "one"\n', 'round: expected a whole number, found "one"'),
        ('ruleset = "realm"\ncombatants = 3\n', "combatants: expected a table, found 3"),
        ('ruleset = "realm"\n[combatants]\nmira = true\n', "combatants.mira: expected a table, found true"),
        ('ruleset = "realm"\n[[combatants]]\n', "combatants: expected a table, found a list"),
        ('ruleset = "realm"\n[combatants.mira]\nmarked = {}\n', "expected a list, found a table"),
        ('ruleset = "realm"\n[combatants.m]\nmarked = [1, "x"]\n', "combatants.m.marked.2: expected a whole number"),
        ('ruleset = "realm"\n[[pending]]\nattacker = "m"\n', "pending.1.target: this key is missing"),
        (
            'ruleset = "realm"\n[[pending]]\nattacker = "m"\ntarget = "n"\n',
            'pending.1.target: there is no combatant "n"',
        ),
        ('ruleset = "realm"\n[arenas.a]\nkind = "dence"\n', "Did you mean dense?"),
        ('ruleset = "realm"\n[arenas.a]\nlinks = ["b"]\n', 'arenas.a.links: there is no arena "b"'),
        ('ruleset = "realm"\n[proposals.a]\nbeside = "b"\n', 'proposals.a.beside: there is no arena "b"'),
        ('ruleset = "realm"\n[house]\nstrict = 1\n', "house.strict: expected true or false"),
        ('ruleset = "realm"\n[combatants.a.declared]\nphase = 5\ntargets = ["b"]\n', "declared.targets: there is no"),
        ('ruleset = "realm"\n[combatants.a]\nparrying = "b"\n', 'parrying: there is no weapon "b"'),
    ],
)
def test_an_encounter_that_does_not_hold_together_is_named_by_its_key(run: Run, text: str, message: str) -> None:
    done = run("show", stdin=text)
    assert (done.code, done.out) == (3, "")
    assert message in done.err


def test_show_tells_the_clock_the_fighters_the_arenas_and_what_is_pending(run: Run) -> None:
    new = run("new", "realm", "--example").out
    hit = run("attack", "mira", "ruffian", "--dice", "9,8,4", stdin=new).out
    shown = run("show", stdin=hit)
    assert shown.err == ""
    lines = shown.out.splitlines()
    assert lines[0] == "realm  round 1  phase 5/7 attack-assist-aimed  0:00  turn 1"
    assert lines[1] == "WAITING  1 hit: mira->ruffian 4  (combatcli wound)"
    assert any("Mira Vane" in line and "attack ruffian  done" in line for line in lines)
    assert any(line.startswith(" market  dense, heavy, very-heavy +2") for line in lines)


def test_show_one_combatant_tells_everything(run: Run) -> None:
    new = run("new", "realm", "--example").out
    shown = run("show", "mira", stdin=new).out
    assert "sabre class medium; damage 1d5; bonus 1" in shown
    event = run("show", "mira", "--json", stdin=new).event("combatant")
    assert (event["daring"], event["wounds"], event["marked"]) == (3, 5, [])


def test_names_are_data(run: Run) -> None:
    text = 'ruleset = "realm"\n[combatants.mira]\nname = "[red]M\\u001b[31mra[/red]"\n[combatants.ogre]\nwounds = 1\n'
    for words in (["show"], ["show", "mira"], ["wound", "mira", "1"], ["attack", "mira", "ogre", "--dice", "1"]):
        done = run(*words, stdin=text)
        shown = done.out if words[0] == "show" else done.err
        assert "\x1b" not in shown
        assert "[red]M\\x1b[31mra[/red]" in shown
    assert run("show", "--pass", stdin=text).out == text


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


KEYS = st.text("abcxyz_-", min_size=1, max_size=6)
VALUES = st.recursive(
    st.booleans() | st.integers(-99, 99) | st.text(max_size=8) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(KEYS.map("own_{}".format), VALUES, max_size=4), st.integers(1, 5))
def test_a_round_trip_keeps_every_key(extra: dict[str, Any], number: int) -> None:
    game = load("realm")
    whole = {"ruleset": "realm", **extra, "combatants": {"mira": {"brawn": 1, **extra}}}
    text = tomli_w.dumps(whole)
    read = document.parse(text, "the text")
    before = document.validate(read, game)
    after = before.with_combatant("mira", marked=[number])
    changed = document.merge_changes(read, before, after)
    assert document.parse(tomli_w.dumps(changed), "the text") == {
        **whole,
        "combatants": {"mira": {"brawn": 1, **extra, "marked": [number]}},
    }
    assert read == whole


@pytest.mark.parametrize("game", built_games())
def test_the_json_schema_is_the_one_that_the_structs_make(game: str) -> None:
    from pathlib import Path

    from combatcli.encounter import jsonschema

    shipped = Path(load(game).path_of("schema.json"))
    assert shipped.read_text(encoding="utf-8") == jsonschema.schema_text(load(game))


HOSTILE = (
    'ruleset = "realm"\n[arenas."a\\u001b[31m"]\nkind = "open"\nlinks = ["b\\\\"]\non = "mira"\n'
    '[arenas."b\\\\"]\nkind = "open"\n'
    '[combatants.mira]\nname = "\\\\\\"x\\u0007"\narena = "b\\\\"\n[combatants.ogre]\narena = "a\\u001b[31m"\n'
)


@pytest.mark.parametrize(
    "words",
    [
        ["show"],
        ["arena", "list"],
        ["arena", "map"],
        ["arena", "map", "--dot"],
        ["arena", "remove", "a\x1b[31m", "--to", "b\\"],
        ["move", "ogre", "b\\"],
        ["next"],
    ],
)
def test_no_name_reaches_the_terminal_as_control_characters(run: Run, words: list[str]) -> None:
    done = run(*words, stdin=HOSTILE)
    assert done.code in (0, 3)
    told = done.out if words[0] in ("show", "arena") and words[1:2] != ["remove"] else done.err
    assert "\x1b" not in told
    assert "\x07" not in told


def test_a_backslash_does_not_close_a_string_of_graphviz(run: Run) -> None:
    lines = run("arena", "map", "--dot", stdin=HOSTILE).out.splitlines()
    assert '  "b\\\\" [label="b\\\\ [open]\\n\\\\\\"x\\\\x07"];' in lines


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("combatants = 5\n", ["add", "bob"]),
        ("[[combatants]]\nx = 1\n", ["add", "bob"]),
        ("combatants = 5\n", ["add", "goblin", "--times", "3"]),
        ("combatants = 5\n", ["set", "mira", "x=1"]),
        ("pending = [1]\n", ["drop", "mira"]),
        ("[" + ".".join(["a"] * 1500) + "]\nx = 1\n", ["next"]),
    ],
)
def test_tables_of_the_wrong_shape_are_told_as_that(run: Run, text: str, words: list[str]) -> None:
    done = run(*words, stdin=f'ruleset = "realm"\n{text}')
    assert (done.code, done.out) == (3, "")


def test_outcomes_beyond_a_float_are_refused(run: Run) -> None:
    done = run("odds", "d2" + "*999999999" * 200)
    assert (done.code, "too large" in done.err) == (2, True)


@pytest.mark.parametrize("game", built_games())
def test_the_json_schema_says_what_every_key_means(game: str) -> None:
    tables_ = json.loads(load(game).schema())["$defs"]
    silent = [
        f"{name}.{key}"
        for name, table in tables_.items()
        for key, value in table["properties"].items()
        if not value.get("description", "").endswith(".")
    ]
    assert silent == []


def test_graphviz_draws_what_the_map_writes_for_it(run: Run, need: Callable[[str], str]) -> None:
    text = run("arena", "map", "--dot", stdin=HOSTILE).out
    done = subprocess.run([need("dot"), "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "</svg>" in done.stdout
