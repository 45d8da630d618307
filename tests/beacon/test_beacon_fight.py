"""Hit points at and below nothing, as a file or a command may set them (E0, E34)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support import Run


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
