"""Regular expressions do without what Python 3.11.0 has, but only later patch releases read rightly."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import combatcli

FILES = sorted(Path(combatcli.__file__).parent.rglob("*.py"))
TOKEN = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[>(]|(?:[*+?]|\{\d+,?\d*\}|\{,\d+\})\+?|.",
    re.DOTALL,
)


def mended(pattern: str) -> list[str]:
    """Return the possessive quantifiers, atomic groups and conditions in a text that may be a regular expression."""
    found: list[str] = []
    before = ""
    for token in TOKEN.findall(pattern):
        possessive = len(token) > 1 and token[0] in "*+?{" and token[-1] == "+" and before not in ("", "(", "|")
        if possessive or token in ("(?>", "(?("):
            found.append(token)
        before = token
    return found


def literals(node: ast.AST) -> Iterator[str]:
    """Go through the texts in a program, but not its docstrings; what an f-string fills in is a letter."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.JoinedStr):
            parts = (str(part.value) if isinstance(part, ast.Constant) else "x" for part in child.values)
            yield "".join(parts)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        yield from literals(child)


def test_no_text_of_the_program_is_a_regular_expression_that_some_patch_release_misreads() -> None:
    found = {
        (path.name, text, token)
        for path in FILES
        for text in literals(ast.parse(path.read_text(encoding="utf-8")))
        for token in mended(text)
    }
    assert found == set()


@pytest.mark.parametrize(
    ("pattern", "tokens"),
    [
        (r"(?:[^\"\\]++|\\.)*+\"", ["++", "*+"]),
        (r"a?+b{2}+c{2,}+d{,3}+", ["?+", "{2}+", "{2,}+", "{,3}+"]),
        (r"x(?>a|b)(c)?(?(1)d)", ["(?>", "(?("]),
        (r"[*+]+\++[]*+]\*+(?:a+)+?.*?\{2}+", []),
        ("*+", []),
    ],
)
def test_what_some_patch_release_misreads_is_found(pattern: str, tokens: list[str]) -> None:
    assert mended(pattern) == tokens


def test_texts_are_found_wherever_a_program_has_them() -> None:
    program = 'def f(x):\n    """No++"""\n    a = "a"\n    return re.compile(rf"b{x}*+{{2}}" + "c")\n'
    assert set(literals(ast.parse(program))) == {"a", "bx*+{2}", "b", "*+{2}", "c"}
