"""What `roll --seed` rolls is written again here from what combatcli-dice(7) says, and from nothing else."""

from __future__ import annotations

import hashlib
import operator
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support import Run

HOLDS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "=": operator.eq}
Compare = tuple[str, int]


def stream(seed: str, expression: int, pool: int) -> Iterator[int]:
    """Yield the bytes of a pool."""
    block = 0
    while True:
        numbers = b"".join([number.to_bytes(8, "big") for number in (expression, pool, block)])
        yield from hashlib.sha256(b"combatcli 3\0roll\0" + seed.encode() + numbers).digest()
        block += 1


def face_of(source: Iterator[int], faces: tuple[int, ...]) -> int:
    """Return what a die shows that has these faces."""
    width = 1 if len(faces) <= 256 else 4
    limit = 256**width - 256**width % len(faces)
    while (number := int.from_bytes(bytes([next(source) for _ in range(width)]), "big")) >= limit:
        pass
    return faces[number % len(faces)]


class Pool(NamedTuple):
    """Dice with these faces, and which of them are rerolled, rerolled once, and explode."""

    number: int
    faces: tuple[int, ...]
    reroll: Compare | None = None
    once: Compare | None = None
    explode: str = ""
    on: Compare | None = None

    def text(self) -> str:
        """Write it as notation."""
        sides = str(len(self.faces)) if self.faces[0] == 1 else "{" + ",".join(map(str, self.faces)) + "}"
        modifiers = [("r", self.reroll), ("ro", self.once), (self.explode, self.on)]
        asked = [f"{kind}{on[0]}{on[1]}".replace("!=", "!") for kind, on in modifiers if kind and on]
        return f"{self.number}d{sides}" + "".join(asked)

    def chain(self, source: Iterator[int]) -> list[tuple[int, str]]:
        """Return the faces of one die in the order in which it takes them: ``r`` was rerolled, ``!`` exploded."""
        taken: list[tuple[int, str]] = []
        spent = added = False
        while not taken or taken[-1][1]:
            face = face_of(source, self.faces)
            if meets(face, self.reroll) or (meets(face, self.once) and not spent):
                spent = spent or not meets(face, self.reroll)
                taken.append((face, "r"))
            elif self.explode and meets(face, self.on) and not (added and self.explode == "!o"):
                spent, added = False, True
                taken.append((face, "!"))
            else:
                taken.append((face, ""))
        return taken

    def roll(self, source: Iterator[int]) -> tuple[list[int], int]:
        """Return what all dice show, ordered as on a table, and what they come to."""
        chains = [self.chain(source) for _ in range(self.number)]
        shown = []
        total = 0
        for seat, chain in enumerate(chains):
            wave = rerolls = 0
            for face, fate in chain:
                shown.append((wave, rerolls, seat, face))
                if fate != "r":
                    total += face - (wave > 0 and self.explode == "!p")
                wave, rerolls = (wave, rerolls + 1) if fate == "r" else (wave + 1, 0)
        return [face for *_, face in sorted(shown)], total


def meets(face: int, compare: Compare | None) -> bool:
    """Return whether a face meets a comparison, if there is one."""
    return compare is not None and HOLDS[compare[0]](face, compare[1])


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    """Draw a pool, of which at least one face neither explodes nor is rerolled."""
    faces = tuple(range(1, draw(st.sampled_from([2, 4, 6, 20, 100, 256, 257, 1000])) + 1))
    faces = draw(st.sampled_from([faces, faces, (-1, 0, 1), (5, 5, -3, 900)]))
    highest = max(faces)
    compares = st.sampled_from([("=", highest), (">=", highest), ("<", faces[0] + 1), ("<=", 2), (">", 900), None])
    kind = draw(st.sampled_from(["", "!", "!!", "!p", "!o"]))
    pool = Pool(draw(st.integers(0, 6)), faces, draw(compares), draw(compares), kind, draw(compares) if kind else None)
    met = [each for each in (pool.reroll, pool.once, pool.on) if each]
    assume(all(any(meets(face, each) for face in faces) for each in met))
    assume(pool.once is None or not all(meets(face, pool.once) for face in faces))
    stays = [face for face in faces if not (meets(face, pool.reroll) or meets(face, pool.on))]
    if 2 * len(stays) < len(faces):
        pool = pool._replace(reroll=None, on=None)
    return pool if pool.on else pool._replace(explode="")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(pools(), min_size=1, max_size=3), min_size=1, max_size=3),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=9),
    st.sampled_from([1, 3, 110]),
)
def test_a_stranger_rolls_the_same_from_the_manual_alone(
    run: Run, expressions: list[list[Pool]], seed: str, times: int
) -> None:
    texts = ["+".join([pool.text() for pool in each]) for each in expressions]
    faces, totals = [], []
    for number, each in enumerate(expressions):
        sources = [stream(seed, number, place) for place in range(len(each))]
        for _ in range(times):
            rolled = [pool.roll(source) for pool, source in zip(each, sources, strict=True)]
            faces.append([face for shown, _ in rolled for face in shown])
            totals.append(sum(total for _, total in rolled))
    events = run("roll", f"--seed={seed}", "-t", times, "--json", "--", *texts).events
    assert [event["faces"] for event in events] == faces
    assert run("roll", f"--seed={seed}", "-t", times, "--", *texts).out.split() == list(map(str, totals))


def test_the_manual_has_worked_figures(run: Run) -> None:
    d4, d6 = (1, 2, 3, 4), (1, 2, 3, 4, 5, 6)
    assert run("roll", "10d6+2d1000", "--seed", "friday", "-v").out == (
        "10d6+2d1000: [5, 2, 3, 2, 4, 2, 5, 3, 3, 3] + [742, 407] = 1181\n"
    )
    assert run("roll", "4d6r2!>=5", "--seed", "friday", "-v").out == (
        "4d6r2!>=5: [5!, 2r, 2r, 3, 4, 5!, 2r, 3, 3] = 23\n"
    )
    dice, count = stream("a", 0, 0), stream("a", 0, 1)
    totals = [sum(face_of(dice, d6) for _ in range(face_of(count, d4))) for _ in range(200)]
    assert run("roll", "(1d4)d6", "--seed", "a", "-t", "200").out.split() == list(map(str, totals))
    condition, then, otherwise = (stream("a", 0, place) for place in range(3))
    totals = [face_of(then, d6) if face_of(condition, d4) > 2 else -face_of(otherwise, d6) for _ in range(200)]
    assert run("roll", "if(1d4>2, 1d6, -1d6)", "--seed", "a", "-t", "200").out.split() == list(map(str, totals))
    dice = stream("a", 0, 0)
    totals = [max(sum(face_of(dice, d6) for _ in range(2)) for _ in range(3)) for _ in range(400)]
    assert run("roll", "2x{3x2d6}kh1", "--seed", "a", "-t", "200").out.split() == list(map(str, totals))


@pytest.mark.parametrize(
    "text", ["3d6", "3d6+1", "4d6kh3", "10d6!", "4d6r1ro2!>=5", "{2d6!p,1d8}kh1", "(1d4)d(1d6)", "1d1000"]
)
@pytest.mark.parametrize("times", [2, 300])
def test_the_first_of_many_rolls_is_the_single_one(run: Run, text: str, times: int) -> None:
    single = run("roll", text, "--seed", "a").out
    many = run("roll", text, "--seed", "a", "-t", times).out
    assert many.startswith(single)
    assert run("roll", f"6x{text}", "--seed", "a").out == "".join(many.splitlines(keepends=True)[:6]) or times < 6
    if times < 6:
        assert run("roll", text, "--seed", "a", "-t", times, "-v").out.splitlines()[0].endswith(f" = {single.strip()}")


def test_lines_are_counted_as_expressions_are(run: Run) -> None:
    given_ = run("roll", "3d1000", "2d1000", "3d1000", "--seed", "a").out
    assert run("roll", "--seed", "a", stdin="3d1000\n\n# a comment\n2d1000\n3d1000\n").out == given_
    assert len(set(given_.split())) == 3
