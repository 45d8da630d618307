"""`show` and `check`, and what an encounter must and may hold."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combatcli.encounter import document
from combatcli.rulesets import load
from support import SMALL, Run, refused


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
        "this encounter has 6 problems",
    ):
        assert part in told
    assert run("check", stdin='ruleset = "realm"\ncombatants = 3\n').code == 3


def test_check_names_all_that_is_wrong(run: Run) -> None:
    two = SMALL + 'arena = "attic"\nmarked = [9]\n'
    refused(
        run("check", stdin=two), 3, "combatants.ogre.arena", "combatants.ogre.marked", "this encounter has 2 problems"
    )
    several = run("check", "--json", stdin=two)
    error = several.json["error"]
    assert (several.code, several.out, error["kind"]) == (3, "", "invalid"), several.err
    assert [each["path"] for each in error["problems"]] == ["combatants.ogre.arena", "combatants.ogre.marked"]
    assert error["message"] == "{path}: {message}".format(**error["problems"][0])
    assert error["hint"] == error["problems"][0]["hint"]
    assert all(set(each) == {"path", "message", "hint"} for each in error["problems"])
    (one,) = run("check", "--json", stdin=SMALL + 'arena = "attic"\n').json["error"]["problems"]
    assert one["path"] == "combatants.ogre.arena"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ruleset = \n", "standard input is not valid TOML: invalid value (at line 1, column 11)"),
        ("[[[", "is not valid TOML"),
        ("x = " + "[" * 3000, "nested too deeply"),
        (".".join(["a"] * 102) + " = 1\n", "a key in line 1 is nested more than 100 tables deep"),
        ("x = { " + " . ".join(['"a.b"'] * 102) + " = 1 }\n", "a key in line 1 is nested more than 100 tables deep"),
        ("round = 1\n", "ruleset: this encounter does not name its game"),
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
    refused(run("show", stdin=text), 3, message)


def test_show_tells_the_clock_the_fighters_the_arenas_and_what_is_pending(run: Run) -> None:
    new = run("new", "realm", "--example").out
    hit = run("attack", "mira", "ruffian", "--dice", "9,8,4", stdin=new).out
    shown = run("show", stdin=hit)
    assert shown.err == ""
    lines = shown.out.splitlines()
    assert lines[0] == "realm  round 1  phase 5/7 attack-assist-aimed  0:00  turn 1"
    assert lines[1] == "PENDING  1 hit: mira->ruffian 4  (`wound` applies)"
    assert any("  done  sabre" in line and "Mira Vane" in line and "attack ruffian" in line for line in lines)
    assert any(line.startswith(" market  dense, heavy, very-heavy +2") for line in lines)


def test_show_one_combatant_tells_everything(run: Run) -> None:
    new = run("new", "realm", "--example").out
    shown = run("show", "mira", stdin=new).out
    assert "sabre (class medium; damage 1d5; bonus 1)" in shown
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
    told = document.parse(tomli_w.dumps(changed), "the text")
    assert told == {**whole, "combatants": {"mira": {"brawn": 1, **extra, "marked": [number]}}}
    assert read == whole


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
    refused(run(*words, stdin=f'ruleset = "realm"\n{text}'), 3)


def test_outcomes_beyond_a_float_are_refused(run: Run) -> None:
    refused(run("odds", "d2" + "*999999999" * 200), 2, "too large")


def test_graphviz_draws_what_the_map_writes_for_it(run: Run, need: Callable[[str], str]) -> None:
    text = run("arena", "map", "--dot", stdin=HOSTILE).out
    done = subprocess.run([need("dot"), "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "</svg>" in done.stdout


def test_a_file_that_is_no_picture_is_not_drawn_over(run: Run, tmp_path: Path) -> None:
    path, picture = tmp_path / "fight.toml", tmp_path / "fight.svg"
    path.write_text(run("new", "realm", "--example").out, encoding="utf-8")
    before = path.read_bytes()
    for option in ("--svg", "--html"):
        assert run("show", option, path, "-f", path).code == 4
        for elsewhere in ("-", "/dev/stdout", "fight.png"):
            assert run("show", option, elsewhere, "-f", path).code == 2
    assert path.read_bytes() == before
    for _ in range(2):
        assert run("show", "--svg", picture, "-f", path).code == 0
