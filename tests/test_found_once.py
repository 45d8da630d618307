"""Answers about immutable things that are found once."""

from __future__ import annotations

from combatcli.rulesets.shared import memory


def test_a_thing_is_asked_about_once_and_an_equal_one_by_itself() -> None:
    asked: list[object] = []

    def find(about: tuple[int, ...]) -> int:
        asked.append(about)
        return sum(about)

    answer = memory.found_once(find)
    numbers = [1, 2]
    one, other = tuple(numbers), tuple(numbers)
    assert [answer(one), answer(one), answer(other), answer(one)] == [3, 3, 3, 3]
    assert len(asked) == 2


def test_what_is_kept_does_not_grow_without_end() -> None:
    kept = memory.found_once(list)
    first = (0,)
    before = kept(first)
    others = [(number,) for number in range(memory.MOST)]
    for other in others:
        kept(other)
    assert kept(first) == before
    assert kept(first) is not before
