"""The mutants of the developers' script: what is changed, and what is left alone."""

from __future__ import annotations

import io
import tokenize

import pytest

from mutate import mutants

SOURCE = b'''"""Not 1 docstring, and all of it True."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    LATER = 1 + 1

__all__ = ["a", "b"][:2]
ONE: Literal[1] = 7


class Row(Struct, frozen=True):
    """Not 2."""

    note: str = "1 and 2"


def best(a: Literal[1], *rest: int) -> Literal[2]:
    """Not 3."""
    if a not in rest and a <= ONE:
        raise ValueError(f"{a} is not " + str(1))
    say("\xe2\x80\xa6", not a)
    for each in rest:
        a += each
    return max(a, 0)
'''


def made(source: bytes) -> list[tuple[int, str, str]]:
    return [(mutant.line, mutant.old, mutant.new) for mutant in mutants("some.py", source)]


def tokens(source: bytes) -> list[str]:
    return [token.string for token in tokenize.tokenize(io.BytesIO(source).readline) if token.string.strip()]


def test_the_mutants_of_a_source_are_the_expected_ones() -> None:
    assert made(SOURCE) == [
        (8, "7", "6"),
        (8, "7", "8"),
        (19, "not", ""),
        (19, "and", "or"),
        (19, "<=", "<"),
        (19, "<=", ">"),
        (21, 'say("…", not a)', "pass"),
        (21, "not", ""),
        (23, "a += each", "pass"),
        (23, "+=", "-="),
        (24, "max", "min"),
        (24, "0", "1"),
    ]


@pytest.mark.parametrize(
    ("code", "news"),
    [
        ("a == b", ["!="]),
        ("a < b", ["<=", ">="]),
        ("a > b", [">=", "<="]),
        ("a is b", ["is not"]),
        ("a is not b", [""]),
        ("a in b", ["not in"]),
        ("[a for a in b]", []),
        ("a - 1", ["+", "0", "2"]),
        ("a or True", ["and", "False"]),
        ("any(a), min(b)", ["all", "max"]),
        ("1.5, 'True'", []),
    ],
)
def test_each_token_is_changed_to_its_like(code: str, news: list[str]) -> None:
    assert [new for _, _, new in made(f"x = {code}\n".encode())] == news


def test_a_mutant_differs_in_one_place() -> None:
    before = tokens(SOURCE)
    for mutant in mutants("some.py", SOURCE):
        after = tokens(mutant.applied(SOURCE))
        start = next(place for place, (old, new) in enumerate(zip(before, after, strict=False)) if old != new)
        rest = len(after) - start - (mutant.new != "")
        assert after[start : len(after) - rest] == ([mutant.new] if mutant.new else [])
        assert before[len(before) - rest :] == after[len(after) - rest :]
        assert mutant.new == "pass" or len(before) - rest == start + 1


def test_a_mutant_knows_the_lines_of_its_statement() -> None:
    source = b"if (\n    a\n    and b\n):\n    x = [\n        1,\n    ]\n"
    assert {mutant.statement for mutant in mutants("some.py", source)} == {(1, 4), (5, 7)}


def test_a_mutant_shows_its_line() -> None:
    source = b"x = 1\nif x:\n    y = not x\n"
    shown = [mutant.shown({"some.py": source}) for mutant in mutants("some.py", source)]
    assert shown[2] == "some.py:3: not -> nothing\n    y = `not` x"
