"""`show` and `check` in Python: what is very long, very large, very deep or very many."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combatcli.encounter import document
from combatcli.rulesets import load
from support import SMALL, FightFile, Run, refused, tables


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
        ("x = " + "[" * 3000, "nested too deeply"),
        ("[" + ".".join(["a"] * 1500) + "]\nx = 1\n", ""),
        (".".join(["a"] * 102) + " = 1\n", "a key in line 1 is nested more than 100 tables deep"),
        ("x = { " + " . ".join(['"a.b"'] * 102) + " = 1 }\n", "a key in line 1 is nested more than 100 tables deep"),
    ],
)
def test_what_is_nested_too_deeply_is_refused(run: Run, text: str, message: str) -> None:
    refused(run("show", stdin=text), 3, message)


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


LARGEST = 2**63 - 1


@pytest.fixture
def _as_python_begins() -> Iterator[None]:
    """Make Python refuse long numbers as it does in a process of its own, whatever was run before in this one."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("_as_python_begins")
@pytest.mark.parametrize(
    ("number", "says"),
    [
        (f"0x{'f' * 3600}", f"house.foo is a number too large.\n  Whole numbers go to {LARGEST:,}"),
        ("9" * 5000, "the number in line 6 is too large"),
    ],
)
@pytest.mark.parametrize("words", [["show"], ["set", ".", "note=x"], ["next"]])
def test_a_number_beyond_those_of_toml_is_refused_by_every_command(
    run: Run, fight_file: FightFile, words: list[str], number: str, says: str
) -> None:
    path = fight_file(f"{SMALL}[house]\nfoo = {number}\n")
    refused(run(*words, "-f", path), 3, says)
    assert path.read_text(encoding="utf-8") == f"{SMALL}[house]\nfoo = {number}\n"


def test_no_command_writes_a_number_beyond_those_of_toml(fight_file: FightFile, run: Run) -> None:
    path = fight_file('ruleset = "beacon"\n[combatants.wight]\nside = "foes"\nhp = 9\nmax_hp = 9\n')
    too_large = "combatants.wight.max_hp is a number too large"
    refused(run("set", "wight", f"max_hp=+{LARGEST}", "-f", path), 3, too_large)
    refused(run("wound", "wight", "9" * 20, "-f", path), 3, "is a number too large")
    assert run("set", "wight", f"max_hp={LARGEST}", "-f", path).code == 0
    assert tables(path)["combatants"]["wight"]["max_hp"] == LARGEST


@pytest.mark.parametrize("far", ["10000000,0", "0,99999999999999999999", "-1e300,5.5", "1e18,1e18"])
def test_a_way_that_nobody_goes_is_refused_without_going_it(tmp_path: Path, run: Run, far: str) -> None:
    path = tmp_path / "fight.toml"
    fighters = "".join(
        f'[combatants.{who}]\nside = "{who}"\nhp = 9\nposition = [0, {at}]\n' for at, who in ((0, "a"), (5, "b"))
    )
    path.write_text(f'ruleset = "beacon"\n{fighters}')
    for words in (["move", "a", far], ["push", "a", "b", "--slide", "--feet", "10", "--to", far]):
        done = run(*words, "-f", path)
        assert done.code in (2, 3)
        assert done.err.count("\n") <= 2


MANY = "".join(f"k{number} = 1\n" for number in range(250))


@pytest.mark.parametrize(
    ("text", "code", "told", "times", "more"),
    [
        (MANY, 0, "unknown key, kept", 100, "150 more unknown keys, which were kept"),
        (f"engaged = {[f'x{n}' for n in range(250)]}\n", 3, "there is no combatant", 100, "250 problems; first 100"),
        (f"engaged = {[1] * 250}\n{MANY}", 3, "expected text in quotes, found 1", 100, "150 more unknown keys"),
    ],
)
def test_check_tells_a_hundred_of_what_is_wrong_and_how_many_more_there_are(
    run: Run, text: str, code: int, told: str, times: int, more: str
) -> None:
    fight = f'ruleset = "realm"\n[combatants.mira]\n{text}'
    done = run("check", stdin=fight)
    said = done.out + done.err
    assert (done.code, said.count(told)) == (code, times)
    assert all(each in said for each in more.split("; "))
    if code:
        problems = run("check", "--json", stdin=fight).json["error"]["problems"]
        assert (len(problems), problems[-1]["message"]) == (101, "150 more problems")


def test_set_warns_of_a_hundred_unknown_keys_and_how_many_more_there_are(run: Run) -> None:
    done = run("set", "mira", *MANY.replace(" ", "").split(), stdin=SMALL)
    assert done.err.count("is an unknown key") == 100
    assert "150 more" in done.err
