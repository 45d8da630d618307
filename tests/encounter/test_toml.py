"""How TOML is read: by a compiled reader, and without it by the standard library's, which reads the same."""

from __future__ import annotations

import runpy
import sys
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli import toml
from combatcli.encounter import document
from combatcli.errors import InvalidError
from combatcli.rulesets import NAMES, load

EXAMPLES = [load(game).parts.example for game in NAMES]
SIGNS = "[]{}\"'=#.,\n\\ 0_-:TZe+xtruefalsinf\t\r\x00\u00e9"


def outcome(loads: Callable[[str], dict[str, Any]], text: str) -> str:
    try:
        return repr(loads(text))
    except ValueError:
        return "refused"


@given(
    example=st.sampled_from(EXAMPLES), at=st.integers(0, 3000), put=st.text(SIGNS, max_size=4), out=st.integers(0, 9)
)
def test_both_readers_read_the_same(example: str, at: int, put: str, out: int) -> None:
    text = example[:at] + put + example[at + out :]
    assert outcome(toml.loads, text) == outcome(tomllib.loads, text)


def test_the_standard_librarys_reader_serves_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tomli", None)
    alone = runpy.run_path(toml.__file__)
    assert (alone["loads"], alone["TOMLDecodeError"]) == (tomllib.loads, tomllib.TOMLDecodeError)


def test_keys_too_deep_are_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toml, "loads", lambda _: pytest.fail("it was read"))
    with pytest.raises(InvalidError, match="a key in line 1 is nested more than 100 tables deep"):
        document.parse("a." * 5000 + "a = 1", "fight.toml")
