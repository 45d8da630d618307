"""The limits of reading and writing: what is very long, very large, very deep or very many."""

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

from combatcli.encounter import document, reading
from combatcli.encounter.layout import toml_value
from combatcli.rulesets import load
from support import SMALL, Done, FightFile, Run, refused, tables

ANY_FILE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
DEEP = st.integers(1, 130)
VALUES = st.one_of(
    TEXTS.map(toml_value),
    st.integers().map(str),
    st.floats().map(toml_value),
    DEEP.map(lambda depth: "[" * depth + "]" * depth),
    DEEP.map(lambda depth: "{a=" * depth + "1" + "}" * depth),
    DEEP.map(lambda depth: f'"{"a." * depth}"'),
    st.sampled_from(
        ["1979-05-27", "07:32:00", "0xFF", "1_0", "-nan", "+2", "''", '"""a\nb"""', "[1, {a.b = [{}]}]", "1e400"]
    ),
    st.dictionaries(TEXTS, st.lists(TEXTS, max_size=2), max_size=2).map(toml_value),
    TEXTS,
)
KEYS = st.one_of(DEEP.map(lambda depth: ".".join(["a"] * depth)), TEXTS.map(toml_value), st.sampled_from(["note", "b"]))
MANY = "9" * 5_000


@pytest.fixture
def file(fight_file: FightFile) -> Path:
    return fight_file(SMALL)


def is_sound(run: Run, path: Path, done: Done, before: str = SMALL, who: str = "ogre") -> None:
    """Hold a command to this: refused it has changed nothing, and what it wrote the next command reads."""
    assert done.code in (0, 2, 3), done.err
    if done.code:
        assert path.read_text(encoding="utf-8") == before
    for words in (["show"], ["show", "--json"], ["check"], ["set", who, "note=x", "-n"], ["log"], ["log", "--json"]):
        later = run(*words, "-f", path)
        assert later.code == 0, (words, later.err)


def anew(path: Path) -> None:
    """Write the encounter as every try finds it."""
    path.write_text(SMALL, encoding="utf-8")
    path.with_name("fight.toml.journal").unlink(missing_ok=True)


@ANY_FILE
@given(pairs=st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=4), who=st.sampled_from(["mira", "."]))
def test_whatever_one_set_after_another_accepts_the_next_command_reads(
    run: Run, file: Path, pairs: list[tuple[str, str]], who: str
) -> None:
    anew(file)
    given = [f"{key}={value}" for key, value in pairs]
    for words in ([given[0]], given):
        before = file.read_text(encoding="utf-8")
        is_sound(run, file, run("set", who, *words, "-f", file), before)


NAMING = ["rename mira", "rename ogre", "arena add", "condition mira", "condition mira --note x", "add"]


@ANY_FILE
@given(name=TEXTS, words=st.sampled_from(NAMING), key=KEYS, value=VALUES)
def test_whatever_name_is_accepted_the_next_command_reads(
    run: Run, file: Path, name: str, words: str, key: str, value: str
) -> None:
    anew(file)
    more = [f"{key}={value}"] if words == "add" else []
    done = run(*words.split(), "-f", file, "--", name, *more)
    is_sound(run, file, done, who="." if words == "rename ogre" else "ogre")


@ANY_FILE
@given(rows=st.lists(st.tuples(TEXTS, VALUES), min_size=1, max_size=3), key=KEYS)
def test_whatever_csv_adds_the_next_command_reads(run: Run, file: Path, rows: list[tuple[str, str]], key: str) -> None:
    anew(file)
    quoted = [",".join('"' + cell.replace('"', '""') + '"' for cell in row) for row in [("id", key), *rows]]
    file.with_name("party.csv").write_text("\n".join(quoted), encoding="utf-8", newline="")
    is_sound(run, file, run("add", "--from", file.with_name("party.csv"), "-f", file))


@pytest.mark.parametrize("key", ["a" + ".a" * 97, "a" + ".a" * 98, "a" + ".a" * 149, "a" + ".a" * 1999])
def test_a_key_leads_through_no_more_tables_than_are_read(run: Run, file: Path, key: str) -> None:
    done = run("set", "mira", f"{key}=1", "-f", file)
    is_sound(run, file, done)
    assert bool(done.code) is (len(key) > 2 * 97 + 1)


def test_what_would_be_larger_than_any_file_that_is_read_is_refused(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (reading, document):
        monkeypatch.setattr(module, "LIMIT", 200)
    assert run("set", "mira", "note=short", "-f", file).code == 0
    before = file.read_text(encoding="utf-8")
    done = run("set", "mira", f"note={'ü' * 80}", "-f", file)
    refused(done, 3, "larger than 0 MiB")
    is_sound(run, file, done, before)


@pytest.mark.parametrize(
    "words",
    [
        ("undo", MANY),
        ("redo", MANY),
        ("undo", "--to", MANY),
        ("log", "--last", MANY),
        ("wound", "--only", MANY),
        ("wound", "mira", MANY),
        ("set", "mira", f"brawn=+{MANY}"),
        ("set", "mira", f"brawn={MANY}"),
        ("declare", "mira", MANY),
    ],
)
def test_a_number_of_thousands_of_digits_is_no_number(run: Run, file: Path, words: tuple[str, ...]) -> None:
    done = run(*words, "-f", file)
    assert done.code in (2, 3)
    assert len(done.err) < 400


@pytest.mark.parametrize("value", [f"0x{'f' * 5_000}", f"[0b{'1' * 5_000}]", MANY])
def test_a_number_larger_than_toml_has_is_refused(run: Run, file: Path, value: str) -> None:
    refused(run("set", "mira", f"new={value}", "-f", file), 3, "combatants.mira.new")


@pytest.mark.parametrize("way", ["play", "odds"])
def test_damage_past_every_float_is_too_large_for_a_table(run: Run, fight_file: FightFile, way: str) -> None:
    damage = "1d6*" + "*".join(["999999999"] * 36)
    if way == "odds":
        refused(run("odds", damage), 2, "outcomes of 323 digits are too large for a table", "--at-least N")
        return
    file = fight_file(run("new", "blade", "--example").out)
    assert run("set", "darna", f"weapons.sword.damage='{damage}'", "-f", file).code == 0
    refused(run("attack", "darna", "orc1", "--odds", "-f", file), 2, "outcomes of 323 digits", "smaller numbers")


def test_the_deepest_value_that_is_taken_comes_back_as_it_is(run: Run, file: Path) -> None:
    assert run("set", "mira", f"a={'[' * 97}{']' * 97}", "-f", file).code == 0
    value: Any = tomllib.loads(file.read_text(encoding="utf-8"))["combatants"]["mira"]["a"]
    depth = 0
    while isinstance(value, list):
        depth, value = depth + 1, value[0] if value else None
    assert depth == 97


def test_check_names_all_that_is_wrong(run: Run) -> None:
    two = SMALL + 'arena = "attic"\nmarked = [9]\n'
    refused(
        run("check", stdin=two), 3, "combatants.ogre.arena", "combatants.ogre.marked", "standard input has 2 problems"
    )
    several = run("check", "--json", stdin=two)
    error = several.json["error"]
    assert (several.code, several.out, error["kind"]) == (3, "", "invalid"), several.err
    assert [each["path"] for each in error["problems"]] == ["combatants.ogre.arena", "combatants.ogre.marked"]
    assert error["message"] == "standard input: {path}: {message}".format(**error["problems"][0])
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


OWN_KEYS = st.text("abcxyz_-", min_size=1, max_size=6)
OWN_VALUES = st.recursive(
    st.booleans() | st.integers(-99, 99) | st.text(max_size=8) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(OWN_KEYS, inner, max_size=3),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(OWN_KEYS.map("own_{}".format), OWN_VALUES, max_size=4), st.integers(1, 5))
def test_a_round_trip_keeps_every_key(extra: dict[str, Any], number: int) -> None:
    game = load("realm")
    whole = {"ruleset": "realm", **extra, "combatants": {"mira": {"brawn": 1, **extra}}}
    text = tomli_w.dumps(whole)
    read = document.parse(text, "the text")
    before = document.validate(read, game)
    after = before.with_combatant("mira", marked=[number])
    changed = document.merge_changes_into_tables(read, before, after)
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


UNKNOWN = "".join(f"k{number} = 1\n" for number in range(250))


@pytest.mark.parametrize(
    ("text", "code", "told", "times", "more"),
    [
        (UNKNOWN, 0, "unknown key, kept", 100, "150 more unknown keys, which were kept"),
        (f"engaged = {[f'x{n}' for n in range(250)]}\n", 3, "there is no combatant", 100, "250 problems; first 100"),
        (f"engaged = {[1] * 250}\n{UNKNOWN}", 3, "expected text in quotes, found 1", 100, "150 more unknown keys"),
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
    done = run("set", "mira", *UNKNOWN.replace(" ", "").split(), stdin=SMALL)
    assert done.err.count("is an unknown key") == 100
    assert "150 more" in done.err
