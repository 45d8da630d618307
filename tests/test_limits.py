"""The limits of reading: whatever a command writes the next one reads, and what is too much is refused before."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combatcli.encounter import limits, reading
from combatcli.encounter.layout import toml_value
from support import SMALL, Done, FightFile, Run, refused

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
    for module in (reading, limits):
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
