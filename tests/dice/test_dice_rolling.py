"""Rolling: what modifiers do, in which order dice are asked for, and how it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource, SeededSource, Source
from combatcli.errors import DiceError

if TYPE_CHECKING:
    from combatcli.dice.rolling.rolled import Rolled


def rolled(text: str, *faces: int) -> Rolled:
    """Roll an expression with these faces, all of which it must use."""
    source = EnteredSource(faces)
    result = roll(parse(text).tree, source)
    source.finish()
    assert result.faces == faces
    return result


@pytest.mark.parametrize(
    ("text", "faces", "total", "kept"),
    [
        ("4d6kh3", (1, 6, 1, 5), 12, (6, 1, 5)),
        ("4d6k3", (1, 6, 1, 5), 12, (6, 1, 5)),
        ("2d20kl1", (11, 4), 4, (4,)),
        ("4d6dl1", (3, 2, 2, 5), 10, (3, 2, 5)),
        ("4d6dh1", (3, 5, 2, 5), 10, (3, 5, 2)),
        ("4d6dl1dh1", (3, 6, 2, 5), 8, (3, 5)),
        ("2d6!", (6, 3, 6, 1), 16, (6, 3, 6, 1)),
        ("2d6!>4", (5, 4, 6, 4), 19, (5, 4, 6, 4)),
        ("2d6!<=2", (2, 4, 1, 3), 10, (2, 4, 1, 3)),
        ("2d6!5", (5, 6, 2), 13, (5, 6, 2)),
        ("2d6!!kh1", (6, 3, 6, 1), 13, (13,)),
        ("2d6!p", (6, 3, 6, 1), 14, (6, 3, 5, 0)),
        ("2d6!o", (6, 6, 6, 2), 20, (6, 6, 6, 2)),
        ("3d6r<3", (1, 5, 2, 2, 4, 6), 15, (5, 4, 6)),
        ("2d6r1", (1, 1, 1, 2, 3), 5, (2, 3)),
        ("3d6ro<3", (1, 5, 2, 2, 1), 8, (5, 2, 1)),
        ("1d6r1ro2", (2, 1, 2), 2, (2,)),
        ("2d6r1!", (1, 6, 6, 3, 1, 4), 19, (6, 6, 3, 4)),
        ("2d6min3max2", (1, 6), 4, (2, 2)),
        ("2d6min3kl1", (1, 2), 3, (3,)),
        ("1d6!!max7", (6, 6, 1), 7, (7,)),
        ("5d10>=7", (7, 8, 6, 1, 10), 3, (7, 8, 6, 1, 10)),
        ("3d10=2", (1, 2, 3), 1, (1, 2, 3)),
        ("5d10>=7f1", (7, 1, 1, 1, 10), -1, (7, 1, 1, 1, 10)),
        ("5d10f<=2>=7", (7, 1, 2, 3, 10), 0, (7, 1, 2, 3, 10)),
        ("3d10kh1>=7", (7, 8, 1), 1, (8,)),
        ("{2d6,1d8}kh1", (5, 1, 7), 7, (7,)),
        ("{2d6,1d8,3}dl1", (1, 1, 7), 10, (7,)),
        ("{1d6,1d6,1d6}>=4", (4, 3, 6), 2, (4, 3, 6)),
        ("{1d6,1d6,1d6}kh2>4f4", (4, 3, 6), 0, (4, 6)),
        ("(1d4)d(1d6)", (2, 6, 5, 3), 8, (5, 3)),
    ],
)
def test_modifiers(text: str, faces: tuple[int, ...], total: int, kept: tuple[int, ...]) -> None:
    result = rolled(text, *faces)
    assert (result.total, result.kept) == (total, kept)


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("1d6/0", "division by zero", 5),
        ("1//0", "division by zero", 4),
        ("ceil(1/0)", "division by zero", 8),
        ("7%(1-1)", "modulo by zero", 4),
        ("(5-6)d6", "cannot roll -1 dice", 1),
        ("(5000*3)d6", "15,000 dice are too many: an expression rolls at most 10,000", 1),
        ("(5000*1)d6+(5001*1)d6", "an expression rolls at most 10,000 dice", 12),
        ("1d(1-1)", "a die has 1 to 1,000,000 sides, not 0", 1),
        ("1d(2-1)!", "every face explodes, so it would never end", 1),
    ],
)
def test_what_only_rolling_finds_out(text: str, message: str, column: int) -> None:
    with pytest.raises(DiceError) as caught:
        roll(parse(text).tree, SeededSource("refused"))
    assert (caught.value.message, caught.value.text, caught.value.column) == (message, text, column)


class Loaded(Source):
    """A source whose dice all show the same."""

    def __init__(self, face: int) -> None:
        super().__init__()
        self._face = face

    def die(self, sides: int) -> int:
        """Return the one face."""
        return min(sides, self._face)


@pytest.mark.parametrize(
    ("text", "face", "message"),
    [
        ("1d6!", 6, "a die exploded or was rerolled more than 1,000 times"),
        ("1d6r1", 1, "a die exploded or was rerolled more than 1,000 times"),
        ("9000d6!", 6, "rerolls and explosions add more than 100,000 dice"),
    ],
)
def test_dice_that_do_not_come_to_rest_are_an_error(text: str, face: int, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        roll(parse(text).tree, Loaded(face))
    assert caught.value.message == message
    assert (caught.value.text, caught.value.column) == (text, 1)
    assert "!o" in caught.value.hint


@settings(deadline=None, derandomize=True)
@given(st.integers(1, 12), st.integers(2, 20), st.integers(1, 12), st.sampled_from(["kh", "kl", "dh", "dl"]))
def test_keeping_and_dropping_complement_each_other(count: int, sides: int, number: int, kind: str) -> None:
    number = min(number, count)
    result = roll(parse(f"{count}d{sides}{kind}{number}").tree, SeededSource("kept", count))
    size = number if kind[0] == "k" else max(0, count - number)
    best_first = kind in ("kh", "dl")
    assert sorted(result.kept) == sorted(sorted(result.faces, reverse=best_first)[:size])
