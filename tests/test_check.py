"""`show` and `check` in Python: what is very long, very large, very deep or very many."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combatcli.encounter import document
from combatcli.rulesets import load
from support import SMALL, FightFile, Run, refused


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


@pytest.fixture(params=["realm", "blade", "arq", "beacon"])
def example(request: pytest.FixtureRequest, tmp_path: Path, run: Run) -> Path:
    path = tmp_path / f"{request.param}.toml"
    assert run("new", request.param, "--example", "-o", path).code == 0
    return path


def sentence_of(run: Run, path: Path, *words: str, code: int = 3) -> str:
    """Run a command that is refused and changes nothing; return its sentence."""
    before = path.read_bytes()
    done = run(*words, "-f", path)
    refused(done, code)
    assert path.read_bytes() == before
    return done.err


@pytest.mark.parametrize("place", ["foo", "combatants.zed.brawn", "arenas.hall.size"])
def test_numbers_beyond_those_of_toml_are_refused_by_every_command(example: Path, run: Run, place: str) -> None:
    text = example.read_text(encoding="utf-8")
    head, ruleset, rest = text.partition('ruleset = "')
    example.write_text(f"{head}{place} = 0x{'f' * 3600}\n{ruleset}{rest}", encoding="utf-8")
    for words in (["show"], ["set", ".", "note=x"], ["next"]):
        error = sentence_of(run, example, *words)
        assert place in error
        assert "is a number too large" in error
        assert f"Whole numbers go to {LARGEST:,}" in error


@pytest.fixture
def _as_python_begins() -> Iterator[None]:
    """Make Python refuse long numbers as it does in a process of its own, whatever was run before in this one."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("_as_python_begins")
def test_a_number_that_python_cannot_read_is_named_by_its_line(example: Path, run: Run) -> None:
    text = example.read_text(encoding="utf-8") + f"[house]\nfoo = {'9' * 5000}\n"
    example.write_text(text, encoding="utf-8")
    error = sentence_of(run, example, "show")
    assert f"the number in line {text.count(chr(10))} is too large" in error
    assert "sys." not in error


def test_no_command_writes_a_number_beyond_those_of_toml(fight_file: FightFile, run: Run) -> None:
    path = fight_file(f'ruleset = "beacon"\n[combatants.wight]\nside = "foes"\nhp = {-LARGEST}\nmax_hp = 9\n')
    assert "combatants.wight.max_hp is a number too large" in sentence_of(
        run, path, "set", "wight", f"max_hp=+{LARGEST}"
    )
    path.write_text(path.read_text().replace(f"hp = {-LARGEST}", "hp = 9"))
    assert "is a number too large" in sentence_of(run, path, "wound", "wight", "9" * 19 + "9")
    assert run("set", "wight", f"max_hp={LARGEST}", "-f", path).code == 0
    assert tomllib.loads(path.read_text())["combatants"]["wight"]["max_hp"] == LARGEST


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


FIGHT = 'ruleset = "realm"\n[combatants.mira]\n'


def written(path: Path, text: str) -> Path:
    file = path / "fight.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_check_tells_a_hundred_unknown_keys_and_how_many_more_there_are(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, FIGHT + "".join(f"k{number} = 1\n" for number in range(250)))
    done = run("check", "-f", file)
    assert (done.code, done.out.count("unknown key, kept")) == (0, 100)
    assert "150 more unknown keys, which were kept" in done.out
    assert len([event for event in run("check", "--json", "-f", file).events if event["event"] == "unknown"]) == 100


def test_set_warns_of_a_hundred_unknown_keys_and_how_many_more_there_are(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, FIGHT)
    done = run("set", "mira", *(f"k{number}=1" for number in range(130)), "-f", file)
    assert done.out.count("is an unknown key, kept") == 100
    assert "30 more unknown keys" in done.out


def test_check_tells_a_hundred_names_that_nobody_bears_and_how_many_there_are(run: Run, tmp_path: Path) -> None:
    file = written(
        tmp_path, f"{FIGHT}engaged = [{', '.join(f'{chr(34)}x{number}{chr(34)}' for number in range(130))}]\n"
    )
    done = run("check", "-f", file)
    refused(done, 3, "this encounter has 130 problems", "first 100")
    assert done.err.count("there is no combatant") == 100
    problems = run("check", "--json", "-f", file).json["error"]["problems"]
    assert len(problems) == 101
    assert problems[-1]["message"] == "30 more problems"


def test_check_tells_a_hundred_values_of_a_wrong_type_and_how_many_there_are_with_all_else(
    run: Run, tmp_path: Path
) -> None:
    numbers = ", ".join(["1"] * 20_000)
    combatants = "".join(f"[combatants.c{number}]\nbrawn = true\n" for number in range(200))
    file = written(
        tmp_path,
        f'{FIGHT}engaged = ["nobody", {numbers}]\n{"".join(f"k{n} = 1{chr(10)}" for n in range(130))}{combatants}',
    )
    done = run("check", "-f", file)
    refused(done, 3, "this encounter has 20,201 problems", "first 100", "30 more unknown keys, which were kept")
    assert done.err.count("expected text in quotes, found 1") == 100
    problems = run("check", "--json", "-f", file).json["error"]["problems"]
    assert (len(problems), problems[-1]["message"]) == (101, "20,101 more problems")
