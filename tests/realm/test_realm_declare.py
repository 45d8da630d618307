"""Declaring again."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support import Run


def test_declaring_the_same_again_is_no_change(run: Run) -> None:
    text = run("new", "realm", "--example").out
    assert "changed" not in run("declare", "mira", "attack", "ruffian", stdin=text).err
    assert "changed" in run("declare", "mira", "attack", "thugs", stdin=text).err


def test_the_same_secret_again_pays_the_bowl_once(run: Run) -> None:
    text = run("set", ".", "round=2", "phase=1", stdin=run("new", "realm", "--example").out).out
    text = run("set", "--side", "collectors", "declared=", stdin=text).out
    for _ in range(2):
        text = run("declare", "marksman", "shoot", "sefa", "--secret", "1", stdin=text).out
    assert run("show", "--json", stdin=text).event("encounter")["bowl"] == 1
