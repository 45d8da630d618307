"""A whole fight of beacon by the tool alone, held against states that were worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from support import played, state

if TYPE_CHECKING:
    from support import Run

OF_ALL = ("round", "phase", "pending")
OF_EACH = ("position", "hp", "stress", "conditions", "wielding", "acted")
folder = played(Path(__file__).with_name("fight.sh"))

ROUND_1 = {
    "round": 2,
    "phase": "declare",
    "pending": [],
    "osric": {"position": [5, 0], "wielding": "greataxe"},
    "vela": {"position": [-10, 5], "hp": 21, "wielding": "longbow"},
    "wight": {"position": [10, 0], "hp": 7},
    "hound": {"position": [-5, 5], "hp": 11},
}
SLOWED = {"name": "slowed", "severity": 2, "source": "wight"}
ROUND_2 = {
    **ROUND_1,
    "round": 3,
    "osric": {"position": [5, 0], "hp": 36, "stress": 3, "conditions": [SLOWED], "wielding": "greataxe"},
    "vela": {"position": [-10, 5], "hp": 21, "wielding": "dagger"},
    "wight": {
        "position": [10, 0],
        "hp": -12,
        "conditions": [{"name": "burning", "severity": 1, "source": "vela"}, {"name": "incapacitated", "severity": 5}],
    },
}
ROUND_3 = {
    **ROUND_2,
    "phase": "cautious",
    "osric": {
        "position": [5, 0],
        "hp": 40,
        "stress": 3,
        "conditions": [{**SLOWED, "severity": 1}],
        "wielding": "greataxe",
        "acted": True,
    },
}


@pytest.mark.parametrize(("name", "expected"), [("round1", ROUND_1), ("round2", ROUND_2), ("round3", ROUND_3)])
def test_each_round_ends_as_the_rules_say(folder: Path, name: str, expected: dict[str, Any]) -> None:
    assert state(folder / f"{name}.toml", OF_ALL, OF_EACH) == expected


def test_the_report_tells_what_happened(folder: Path) -> None:
    report = (folder / "report.txt").read_text(encoding="utf-8")
    for sentence in (
        "rash: Vela (1 Acts, 1 Reacts)",
        "iron 15: needs 15: hit, 1 critical step, damage 10 + 1 + 4 + 8 = 23 kinetic.",
        "The Wight of the Bridge takes 23: 23 lost, 7 left; winded.",
        "The Wight of the Bridge is burning: rolls 4.",
        "succeeds; stress is 2",
        "Osric Vane gains 4: 40 hit points.",
        "The fight ends by retreat.",
    ):
        assert sentence in report
    errors = (folder / "errors.txt").read_text(encoding="utf-8")
    assert "vela has no Act left" in errors


@pytest.mark.rule("E0", "E34")
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["hp=0"], ["winded", "dying"]),
        (["hp=-30"], ["winded", "dying"]),
        (["hp=0", "hp=-14"], ["winded", "dying"]),
        (["hp=0", "hp=-15"], ["winded", "dead"]),
    ],
)
def test_hit_points_may_be_set_to_nothing(run: Run, words: list[str], status: list[str]) -> None:
    done = run("set", "wight", *words, stdin=run("new", "beacon", "--example").out)
    assert (done.code, done.toml["combatants"]["wight"]["max_hp"]) == (0, 30)
    shown = run("show", "wight", "--json", stdin=done.out).event("combatant")
    assert [word for word in shown["status"] if word in ("winded", "dying", "dead")] == status


@pytest.mark.rule("E0", "E34")
def test_a_file_may_begin_with_somebody_at_nothing(run: Run) -> None:
    written = 'ruleset = "beacon"\n[combatants.rat]\nside = "foes"\nhp = 0\n'
    assert run("check", stdin=written).code == 0
    assert run("add", "rat", "side=foes", "hp=0", stdin='ruleset = "beacon"\n').code == 0
    assert run("wound", "rat", "1", "--json", "-o", "/dev/null", stdin=written).event("wound")["status"] == [
        "winded",
        "dead",
    ]
    assert run("check", stdin=written.replace("hp = 0\n", "")).code == 3
