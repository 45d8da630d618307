"""What changed between two texts is small, and makes the one of the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.encounter.changes import apply, changes

LINES = st.lists(st.one_of(st.sampled_from(["", "hp = 5", "hp = 4", "[a]", "[b]"]), st.text(max_size=5)), max_size=30)


@given(LINES.map("\n".join), LINES.map("\n".join))
def test_a_change_makes_the_text_after(before: str, after: str) -> None:
    assert apply(before, changes(before, after)) == after


def test_only_the_lines_that_are_new_are_in_a_change() -> None:
    assert changes("a\nb\nc\nd", "a\nB\nc\nd") == [(0, 1), "B", (2, 2)]
    assert changes("a\nb\nc\nd", "a\nb\nx\ny\nc\nd") == [(0, 2), "x\ny", (2, 2)]
    assert changes("a\nb\nc\nd", "a\nd") == [(0, 1), (3, 1)]
    assert changes("a\nb\nc\nd", "c\nd\na\nb") == [(2, 2), (0, 2)]
    assert changes("a\nb", "a\nb") == [(0, 2)]


def test_of_like_lines_the_nearest_is_meant() -> None:
    one = "[{}]\nhp = 5\nside = 'x'"
    before = "\n".join(one.format(who) for who in "abcdef")
    after = "\n".join(one.format(who) for who in "abcxdef")
    assert changes(before, after) == [(0, 9), "[x]", (10, 2), (9, 9)]


@pytest.mark.parametrize("part", [(-1, 1), (0, 0), (0, 3), (2, 1)])
def test_lines_that_are_not_there_are_refused(part: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="there are no lines"):
        apply("a\nb", [part])
