"""Rolls that are told many at once read as they would one after the other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support import Run

EXPRESSIONS = [
    *("3d6", "1d1", "d256", "2d300", "3d1000+7", "3d6-4", "1d6-1", "2d6-20", "40d20+300", "3d6 # 10", "2x3d6", "0d6"),
    *('2d6+1 # a "sword" of 100 %', "2d6 # \u2694 \u00e9", "2d6+1d6", "4d6!r1kh3", "5d6sd+1", "100d6", "101d6"),
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_great_number_of_rolls_reads_as_single_ones(run: Run, expression: str) -> None:
    lines = run("roll", "-t", "150", expression, "-v", "--seed", "told").out.splitlines()
    events = run("roll", "-t", "150", expression, "--json", "--seed", "told").events
    assert len(lines) == len(events) == 150 * (2 if "x" in expression else 1)
    for line, event in list(zip(lines, events, strict=True))[::30]:
        faces = ",".join(map(str, event["faces"]))
        words = ("roll", expression.removeprefix("2x"), *(("--dice", faces) if faces else ()))
        single = run(*words, "--json").events[0]
        assert {**event, "expression": ""} == {**single, "expression": ""}
        assert line.partition("#")[2] or line.endswith(f": {single['breakdown']}")


def test_rolls_without_a_seed_are_told_many_at_once(run: Run) -> None:
    lines = run("roll", "-t", "3000", "10d6+1", "-v").out.splitlines()
    assert len(lines) == 3000
    for line in lines:
        dice, total = line.removeprefix("10d6+1: ").split(" + 1 = ")
        assert sum(json.loads(dice)) + 1 == int(total)


@pytest.mark.parametrize("expression", ["20000d6", "1d2000000"])
def test_what_cannot_be_rolled_is_refused_in_a_great_number_too(run: Run, expression: str) -> None:
    single, many = (run("roll", "-t", times, expression, "-v") for times in ("1", "1000"))
    assert (many.code, many.err, many.out) == (single.code, single.err, "")
    assert many.code
