"""Faces in ranges and with weights, against the same faces written one by one."""

from __future__ import annotations

import pytest

from combatcli.dice.notation import parse
from combatcli.dice.odds.expression import odds
from combatcli.errors import DiceError


@pytest.mark.parametrize(
    ("short", "written"),
    [
        ("3d{1..6}", "3d6"),
        ("2d{1:2,2}", "2d{1,1,2}"),
        ("2d{-1..1:2,5}kh1", "2d{-1,-1,0,0,1,1,5}kh1"),
        ("4d{1..3, 7 : 2}>=3", "4d{1,2,3,7,7}>=3"),
    ],
)
def test_faces_in_a_range_or_with_a_weight_are_those_written_out(short: str, written: str) -> None:
    assert odds(parse(short)) == odds(parse(written))


@pytest.mark.parametrize("text", ["d{6..1}", "d{1:0}", "d{1..20000}", "d{1:9000,2:9000}", "d{1..}", "d{1:}"])
def test_a_range_ascends_and_a_weight_is_no_zero(text: str) -> None:
    with pytest.raises(DiceError) as refusal:
        parse(text)
    assert refusal.value.column
