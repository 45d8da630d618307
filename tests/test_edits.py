"""`add`, `set` and whom they mean, in Python: any word, bytes that stay, beginnings on a terminal."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.pipeline.key_values import described_combatant, value_or_word
from combatcli.rulesets import load
from support import SMALL, FightFile, Run, refused, tables


@pytest.fixture
def small(fight_file: FightFile) -> Path:
    return fight_file(SMALL)


def test_a_byte_order_mark_survives_a_change_and_its_undoing(run: Run, small: Path) -> None:
    small.write_text("\ufeff" + SMALL, encoding="utf-8")
    before = small.read_bytes()
    assert run("set", "mira", "brawn=3", "-f", small).code == 0
    assert small.read_bytes() == before.replace(b"brawn = 2", b"brawn = 3")
    run("undo", "-f", small)
    assert small.read_bytes() == before


@given(st.text(max_size=40))
def test_any_word_is_a_value(text: str) -> None:
    value = value_or_word(text)
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
    assert described_combatant(spec, load(game).encounter) == {**combatant, **wielding}


def test_a_device_takes_an_encounter_and_keeps_nothing(run: Run, realm_file: Path) -> None:
    before = realm_file.read_bytes()
    done = run("set", "mira", "note=x", "-f", realm_file, "-o", "/dev/null")
    assert (done.code, done.out, realm_file.read_bytes()) == (0, "mira now has note = x.\n", before), done.err
    assert run("set", "mira", "note=x", "-f", realm_file, "-o", "").code == 2
    refused(run("set", "mira", "note=x", "-f", realm_file, "--pass"), 2, "--pass is for read-only commands")
    assert realm_file.read_bytes() == before


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


@pytest.mark.parametrize("game", ["realm", "blade", "arq", "beacon"])
def test_everybody_of_an_example_can_be_renamed(run: Run, game: str) -> None:
    text = run("new", game, "--example").out
    for who in tomllib.loads(text)["combatants"]:
        text = run("rename", who, f"new-{who}", stdin=text).out
    assert run("check", stdin=text).code == 0


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
