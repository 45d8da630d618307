"""`combatcli.dice` from Python: what it promises, that it never changes, and that threads do not disturb each other."""

from __future__ import annotations

import copy
import doctest
import pickle
import sys
from collections.abc import Hashable, Mapping
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import combatcli.dice
from combatcli.dice import DiceError, Expression, FacesError, Odds, TooLargeError, UnendingError, odds, parse, roll

PAGE = Path(__file__).parents[2] / "docs/python.md"
PROMISED = "DiceError Expression FacesError Odds Roll TooLargeError UnendingError odds parse roll"


def test_these_names_are_promised_and_no_others() -> None:
    assert " ".join(combatcli.dice.__all__) == PROMISED
    assert dir(combatcli.dice) == combatcli.dice.__all__
    assert all(getattr(combatcli.dice, name).__doc__ for name in combatcli.dice.__all__)
    with pytest.raises(AttributeError, match="no attribute rolls"):
        combatcli.dice.rolls  # type: ignore[attr-defined]  # noqa: B018  (it is not there)


def test_the_page_and_the_docstrings_are_true() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0
    for module in (combatcli.dice, sys.modules["combatcli.dice.api"]):
        assert doctest.testmod(module).failed == 0


def test_a_roll_tells_its_dice() -> None:
    rolled = roll("2d6[fire] + 1d8[cold] - 1d4", faces=[6, 3, 5, 2])
    assert (rolled.total, rolled.faces, rolled.kept) == (12, (6, 3, 5, 2), (6, 3, 5, 2))
    assert rolled.labels == {"fire": 9, "cold": 5}
    assert str(rolled) == rolled.text == "[6, 3] + [5] - [2] = 12"
    assert int(rolled) == 12


def test_a_seed_rolls_what_the_command_does() -> None:
    assert roll("10d6+2d1000", seed="friday").text.endswith("+ [742, 407] = 1181")
    assert roll("3d6", seed=7) == roll("3d6", seed="7")
    assert {roll("1d6").total for _ in range(200)} == {1, 2, 3, 4, 5, 6}


def test_odds_are_a_mapping_that_never_changes() -> None:
    found = odds("2d6")
    assert isinstance(found, Mapping)
    assert isinstance(found, Hashable)
    assert sum(found.values()) == 1
    assert list(found) == sorted(found)
    assert (found.mean, found.at_least(12)) == (Fraction(7), Fraction(1, 36))
    assert [str(odds(text).mean) for text in ("4d6!", "100d6kh50")] == ["84/5", "248.0095532054007"]
    assert found.quantile(Fraction(1, 2)) == 7
    assert {found: 1}[odds("1d6+1d6")] == 1
    assert odds("1d4") + 2 == 2 + odds("1d4") == odds("1d4+2") != odds("1d4")
    for other in (found, parse("2d6")):
        with pytest.raises(AttributeError, match="not change"):
            other.rest = Fraction(0)  # type: ignore[misc]
    with pytest.raises(ValueError, match="a share lies above 0"):
        found.quantile(1)


def test_odds_and_expressions_are_copied_and_pickled() -> None:
    for text in ("4d6kh3", "1d20+5 >= 15", "6000d6kh1"):
        assert pickle.loads(pickle.dumps(odds(text))) == odds(text) == copy.deepcopy(odds(text))  # noqa: S301
    assert odds(pickle.loads(pickle.dumps(parse("1d6!"))))[7] == odds("1d6!")[7]  # noqa: S301
    endless = odds("1d6!")
    assert copy.deepcopy(endless).at_least(60) == copy.copy(endless).at_least(60)
    with pytest.raises(TypeError, match="pickle their expression"):
        pickle.dumps(endless)
    with pytest.raises(DiceError) as ambiguous:
        odds("1d20+5+1d4>=15")
    assert pickle.loads(pickle.dumps(ambiguous.value)).hint == copy.copy(ambiguous.value).hint == ambiguous.value.hint  # noqa: S301


def test_odds_of_any_length_are_shown() -> None:
    assert repr(odds("6000d6kh1")) == "<Odds of 6 outcomes from 1 to 6>"
    assert repr(odds("1d2")) == "Odds({1: 1/2, 2: 1/2})"


def test_odds_without_end_have_a_rest_and_exact_thresholds() -> None:
    found = odds("1d6!")
    assert 0 < found.rest < Fraction(1, 10**8)
    assert sum(found.values()) + found.rest == 1
    assert found.at_least(1 + 6 * 20) == Fraction(1, 6**20)
    assert (found + odds("1d6!")).mean == Fraction(42, 5)
    assert odds("-1d6!") + 1 == odds("1-1d6!")
    for less, expression in ((odds("-1d6!") + 1, "1-1d6!"), (odds("-1d6!") + odds("-1d8!"), "-1d6!-1d8!")):
        for threshold in (0, -6, -300):
            assert less.at_least(threshold) == odds(expression).at_least(threshold)
        assert less.quantile(0.01) == odds(expression).quantile(0.01)


def test_values_stand_by_their_names() -> None:
    attack = parse("1d20 + bonus >= ac", bonus=5, ac=15)
    assert odds(attack).at_least(1) == odds("1d20+5 >= 15")[1] == Fraction(11, 20)
    assert odds("1d6*Bonus", bonus=-2) == odds("1d6*-2")
    assert odds("1d6+text", text=3) == odds("1d6+3")
    assert odds("5d10>=low", low=8) == odds("5d10>=8")
    assert odds("a = 1d6; a+bonus", bonus=3) == odds("1d6+3")
    assert attack == parse("1d20 + bonus >= ac", ac=15, bonus=5) != parse("1d20 + bonus >= ac", bonus=5, ac=16)
    assert len({attack, parse(attack.text, bonus=5, ac=15)}) == 1
    assert roll(attack, faces=[12]).total == 1


@pytest.mark.parametrize("name", ["d6", "max", "and", "d", "é", "a b"])
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    with pytest.raises(DiceError, match="names no whole number"):
        odds("1d6", **{name: 3})
    with pytest.raises(DiceError, match=r"X=.* names no"):
        odds("1d6 + x", x=1, X=2)
    with pytest.raises(DiceError, match=r"x_1=2\.5"):
        parse("1d6 + x_1", x_1=2.5)  # type: ignore[arg-type]


def test_errors_are_one_family_with_column_and_hint() -> None:
    with pytest.raises(DiceError) as unread:
        parse("3d6 + (2", bonus=3)
    assert unread.value.column == 9
    with pytest.raises(DiceError) as slip:
        roll("3d6x10")
    assert (slip.value.column, slip.value.hint) == (1, "Write * to multiply, as in 3d6*10.")
    with pytest.raises(TooLargeError):
        odds("(999d999999>=5)*(999d999999>=5)")
    with pytest.raises(UnendingError):
        odds("1d6!*1d6!")
    with pytest.raises(UnendingError):
        _ = odds("1d6!") + odds("-1d6!")
    for faces in ([1], [1, 2, 3], [1, 7], [6.0, 1], [1, True], "61"):
        with pytest.raises(FacesError):
            roll("2d6", faces=faces)  # type: ignore[arg-type]
    for call, what in product((parse, roll, odds), (None, b"1d6", ["1d6"], 1.5)):
        with pytest.raises(DiceError, match="an expression is a text, not"):
            call(what)  # type: ignore[operator]
    for kind in (TooLargeError, UnendingError, FacesError):
        assert issubclass(kind, DiceError)
    with pytest.raises(DiceError, match="repeated 6 times"):
        odds("6x4d6kh3")
    with pytest.raises(DiceError, match="words are not numbers"):
        odds("3d{hit,miss}")
    with pytest.raises(TypeError, match="either a seed"):
        roll("1d6", seed=1, faces=[1])
    with pytest.raises(TypeError, match="those of an expression"):
        Odds({1: 1})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="where an expression is read"):
        roll(parse("1d6"), bonus=1)


@pytest.mark.untraced
def test_threads_do_not_share_the_budget_of_work() -> None:
    texts = ["300d6", "40d20kh20", "p = {9d6}; (p>=5)*10 + p kh1", "12d6!!kh5", "2d300*2d100", "60d10>=7"]

    def alone(text: str) -> Odds:
        return odds(text)

    expected = [alone(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(alone, texts * 2)) == expected * 2


def test_what_was_read_shares_nothing() -> None:
    one, other = parse("4d6kh3"), parse("4d6kh3")
    assert one == other
    assert isinstance(one, Expression)
    assert one.tree is not other.tree
    assert repr(parse("1d6+b", b=1)) == "parse('1d6+b', b=1)"
