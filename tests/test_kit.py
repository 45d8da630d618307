"""Records, places, and answers that are found once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.encounter.schema import Encounter, Member
from combatcli.records import Record
from combatcli.rulesets.shared import memory
from combatcli.rulesets.shared.index import Index
from combatcli.rulesets.shared.places import Places, king_distance


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


def test_a_thing_is_asked_about_once_and_an_equal_one_by_itself() -> None:
    asked: list[object] = []

    def find(about: tuple[int, ...]) -> int:
        asked.append(about)
        return sum(about)

    answer = memory.computed_once(find)
    numbers = [1, 2]
    one, other = tuple(numbers), tuple(numbers)
    assert [answer(one), answer(one), answer(other), answer(one)] == [3, 3, 3, 3]
    assert len(asked) == 2


def test_what_is_kept_does_not_grow_without_end() -> None:
    kept = memory.computed_once(list)
    first = (0,)
    before = kept(first)
    others = [(number,) for number in range(memory.MOST)]
    for other in others:
        kept(other)
    assert kept(first) == before
    assert kept(first) is not before


SIDES = ("red", "blue", "")
SPOTS = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


class Piece(Member, frozen=True):
    """Somebody on a board; who has no strength has fallen."""

    position: list[int] | None = None
    strength: int = 1


PIECES = st.builds(
    Piece,
    side=st.sampled_from(SIDES),
    position=st.none() | SPOTS.map(list),
    strength=st.integers(0, 3),
)
MOVES = st.lists(st.tuples(st.integers(0, 99), PIECES, st.integers(0, 9)), max_size=12)


def stands(fight: Encounter, piece: Piece) -> bool:
    return piece.strength > (1 if fight.house.get("weak_fall") else 0)


def states(pieces: list[Piece], moves: list[tuple[int, Piece, int]]) -> list[Encounter]:
    """Return the states of a fight, each made of any before it: by a change, without somebody, by other house rules."""
    fights = [Encounter(ruleset="board", combatants={f"p{number}": piece for number, piece in enumerate(pieces)})]
    for number, piece, before in moves:
        fight = fights[-1 - before % len(fights)]
        who = [*fight.combatants][number % len(fight.combatants)]
        if number % 10 == 1 and len(fight.combatants) > 1:
            others = {name: each for name, each in fight.combatants.items() if name != who}
            fights.append(fight.changed(combatants=others))
        elif number % 10 == 2:
            fights.append(fight.changed(house={"weak_fall": number % 20 == 2}))
        elif number % 10 == 3:
            fights.append(fight.changed(combatants={**fight.combatants, who: piece}))
        else:
            fights.append(fight.with_combatant(who, position=piece.position, strength=piece.strength, side=piece.side))
    return [*fights, *fights[::-2]]


FIGHTS = st.builds(states, st.lists(PIECES, min_size=1, max_size=9), MOVES)


@given(FIGHTS)
def test_an_index_finds_whom_a_look_at_everybody_finds(fights: list[Encounter]) -> None:
    sides: Index[str] = Index(lambda _, piece: (piece.side,), lambda piece: piece.strength)
    for fight in fights:
        pieces: dict[str, Piece] = dict(fight.combatants)  # type: ignore[arg-type]
        for side in SIDES:
            named = [name for name, piece in pieces.items() if piece.side == side]
            assert sides.ids_of(fight, side) == sorted(named, key=lambda name: pieces[name].strength)
        assert set(sides.groups(fight)) == {piece.side for piece in pieces.values()}


@given(FIGHTS, SPOTS, st.integers(0, 12))
def test_places_find_whom_a_look_at_everybody_finds(fights: list[Encounter], spot: tuple[int, int], away: int) -> None:
    places = Places(stands)
    for fight in fights:
        pieces: dict[str, Piece] = {name: piece for name, piece in fight.combatants.items() if stands(fight, piece)}  # type: ignore[arg-type, misc]
        at = {name: (each.position[0], each.position[1]) for name, each in pieces.items() if each.position is not None}
        here = [name for name, place in at.items() if place == spot]
        assert places.who_is_at(fight, spot) == (here[-1] if here else None)
        assert places.who_is_at(fight, spot, but="p0") == next((name for name in here[::-1] if name != "p0"), None)
        assert places.who_is_within(fight, spot, away) == [
            name for name, place in at.items() if king_distance(spot, place) <= away
        ]


@given(FIGHTS)
def test_what_has_changed_between_two_states_is_what_is_no_more_the_same(fights: list[Encounter]) -> None:
    for one, other in product(fights, repeat=2):
        another = [name for name, piece in one.combatants.items() if other.combatants.get(name) is not piece]
        assert one.ids_changed_since(other) == another
