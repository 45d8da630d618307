"""Sources: fair bytes, a stream that others can reproduce, and faces that players enter."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll, roll_total
from combatcli.dice.rolling.sources import EnteredSource, SeededSource, SystemSource, mint_seed
from combatcli.errors import DiceError, FacesError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize(
    ("data", "sides", "faces"),
    [
        (bytes([251, 252, 255, 253, 254, 0, 7]), 6, (6, 1, 2)),
        (bytes([255, 0, 127]), 128, (128, 1, 128)),
        (bytes([255, 7]), 256, (256, 8)),
        # A d1000 takes four bytes big-endian and passes over what lies beyond the last multiple of 1,000.
        (b"\xff\xff\xff\xff" + (1_999).to_bytes(4, "big") + (2**32 - 297).to_bytes(4, "big"), 1000, (1000, 1000)),
        (bytes([255, 0] * 400), 6, (1,) * 400),
    ],
)
def test_bytes_that_would_favor_low_faces_are_passed_over(
    monkeypatch: pytest.MonkeyPatch, data: bytes, sides: int, faces: tuple[int, ...]
) -> None:
    left = [data]

    def urandom(count: int) -> bytes:
        taken, left[0] = left[0][:count], left[0][count:]
        return taken.ljust(count, b"\0")

    monkeypatch.setattr(os, "urandom", urandom)
    assert SystemSource().dice(len(faces), sides) == faces


def test_no_dice_draw_nothing() -> None:
    source = SeededSource("nothing")
    assert (source.dice(0, 6), source.dice(-2, 6), source.rolled) == ((), (), False)
    source.die(6)
    assert source.rolled


def test_the_seeded_stream_is_known() -> None:
    source = SeededSource("friday", 3)
    assert source.dice(10, 6) == (6, 1, 3, 6, 3, 5, 4, 6, 5, 3)
    assert source.dice(2, 1000) == (834, 268)


def test_the_first_version_of_the_stream_is_kept() -> None:
    source = SeededSource("friday", 3, stream="encounter", version=1)
    assert source.dice(10, 6) == (2, 2, 2, 2, 1, 5, 3, 5, 5, 3)
    assert source.dice(2, 1000) == (821, 296)


def reproduced(stream: str, seed: str, step: int) -> Iterator[int]:
    """Yield the bytes of the stream as its documentation says."""
    block = 0
    while True:
        head = b"combatcli 2\0" + stream.encode() + b"\0" + seed.encode() + step.to_bytes(8, "big")
        yield from hashlib.sha256(head + block.to_bytes(8, "big")).digest()
        block += 1


@settings(deadline=None, derandomize=True)
@given(
    st.sampled_from(["roll", "attack", "encounter"]),
    st.text(st.characters(codec="utf-8"), max_size=9),
    st.integers(0, 2**63 - 1),
    st.integers(1, 256),
)
def test_another_program_can_reproduce_the_stream(name: str, seed: str, step: int, sides: int) -> None:
    stream = (byte for byte in reproduced(name, seed, step) if byte < 256 - 256 % sides)
    expected = tuple(next(stream) % sides + 1 for _ in range(50))
    assert SeededSource(seed, step, stream=name).dice(50, sides) == expected


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(1, 60), st.integers(1, 400)), max_size=8))
def test_pools_and_single_dice_draw_the_same(pools: list[tuple[int, int]]) -> None:
    together, single = SeededSource("same"), SeededSource("same")
    for count, sides in pools:
        assert together.dice(count, sides) == tuple(single.die(sides) for _ in range(count))


def test_steps_and_seeds_make_other_streams() -> None:
    streams = {SeededSource(seed, step).dice(20, 20) for seed in ("a", "b", "\udc80") for step in (0, 1)}
    assert len(streams) == 6


@pytest.mark.parametrize("sides", [0, -3, 1_000_001])
def test_impossible_dice_are_an_error(sides: int) -> None:
    with pytest.raises(DiceError, match="a die has 1 to"):
        SystemSource().die(sides)


def test_a_minted_seed_is_short_and_new() -> None:
    first, second = mint_seed(), mint_seed()
    assert first != second
    assert len(first) == 10
    assert first.isalnum()


def test_the_highest_dice_are_kept() -> None:
    assert EnteredSource([3, 9, 9, 1]).highest(4, 10, 2) == ((3, 9, 9, 1), (9, 9))


def test_expressions_of_which_the_total_matters() -> None:
    assert roll_total(parse("2d6").tree, EnteredSource([1, 2]), 99).faces == (1, 2)


@pytest.mark.parametrize(("text", "told"), [("1d10", True), ("1d{2,4,6,8,10,12,14,16,18,20}", False)])
def test_a_0_stands_for_the_highest_face_of_a_numbered_die_alone(text: str, told: bool) -> None:  # noqa: FBT001  (a case)
    with pytest.raises(FacesError) as impossible:
        roll(parse(text).tree, EnteredSource((0,)))
    assert ("Enter its 0" in impossible.value.hint) is told


@pytest.mark.parametrize(
    ("text", "faces", "message"),
    [
        ("2d6", [], "too few faces: 0 given, and a d6 is still to be rolled for damage"),
        ("2d6", [1], "too few faces: 1 given, and a d6 is still to be rolled for damage"),
        ("3d6", [1, 2], "too few faces: 2 given, and a d6 is still to be rolled for damage"),
        ("2d6", [1, 7], "face 2, 7, is impossible on a d6 for damage"),
        ("1d6", [0], "face 1, 0, is impossible on a d6 for damage"),
        ("1dF", [2], "face 1, 2, is impossible on a Fate die for damage"),
        ("1d{3,1,3}", [2], "face 1, 2, is impossible on a die with the faces 1, 3 for damage"),
    ],
)
def test_entered_faces_that_do_not_fit(text: str, faces: list[int], message: str) -> None:
    source = EnteredSource(faces)
    source.purpose = "damage"
    with pytest.raises(RefusedError) as caught:
        roll(parse(text).tree, source)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ([1, 5, 6], "too many faces: 5, 6 left over"),
        ([1, 5], "too many faces: 5 left over"),
    ],
)
def test_faces_left_over_are_refused(faces: list[int], message: str) -> None:
    source = EnteredSource(faces)
    source.die(6)
    with pytest.raises(RefusedError) as caught:
        source.finish()
    assert caught.value.message == message
