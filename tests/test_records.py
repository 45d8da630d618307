"""Records: values that belong together, under names, with defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from combatcli.records import Record


class Walk(Record):
    """Something to make records of."""

    feet: float
    steps: Sequence[str] = ()
    say: Callable[[str], str] = str.upper


def test_values_come_by_place_or_by_name_and_what_is_left_out_has_its_default() -> None:
    walk = Walk(5, steps=["north"])
    assert (walk.feet, walk.steps, walk.say("x")) == (5, ["north"], "X")
    assert walk.as_dict() == {"feet": 5, "steps": ["north"], "say": str.upper}
    assert repr(Walk(5)).startswith("Walk(feet=5, steps=(), say=")


def test_records_are_equal_if_all_their_values_are() -> None:
    one, other = Walk(steps=("a",), feet=1), Walk(1, ("a",))
    assert one == other
    assert hash(one) == hash(other)
    assert one != Walk(2, ("a",))
    assert one != (1, ("a",), str.upper)


def test_a_record_does_not_change_but_gives_a_changed_copy() -> None:
    walk = Walk(1)
    with pytest.raises(AttributeError, match="Walk does not change"):
        walk.feet = 2  # type: ignore[misc]
    assert walk.changed(feet=2) == Walk(2)
    assert walk.feet == 1


@pytest.mark.parametrize(("values", "named"), [((), {}), ((1, (), str, 4), {}), ((1,), {"stride": 2})])
def test_a_record_takes_its_own_values_and_no_others(values: tuple[object, ...], named: dict[str, object]) -> None:
    with pytest.raises(TypeError, match="Walk takes feet, steps, say"):
        Walk(*values, **named)  # type: ignore[arg-type]
