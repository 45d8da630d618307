"""Dice for Python: `parse`, `roll` and `odds`, exported by `combatcli.dice`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from combatcli.dice.exact.budget import BUDGET, TooLargeError, UnendingError  # noqa: F401  (they are raised here)
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.expression import odds as odds_of
from combatcli.dice.exact.expression import signed_sum
from combatcli.dice.notation import parse_with_names
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.labels import Labels
from combatcli.dice.rolling.roll import roll as roll_tree
from combatcli.dice.rolling.sources import EnteredSource, SeededPools, Source, SystemSource
from combatcli.dice.tree import Expression
from combatcli.errors import DiceError, RefusedError
from combatcli.records import Record

_MOST_BITS_SHOWN = 10_000
"""Python writes no integer of more than 4,300 digits."""
_MOST_BITS_READ = 200


class FacesError(DiceError):
    """The faces given to a roll are too few, too many, or impossible on its dice."""


class Roll(Record):
    """A roll: its ``total``, and the ``faces`` of all its dice in the order rolled.

    ``kept`` are the values of the dice that count, ``labels`` the subtotals by label, as in 2d6[fire] + 1d8[cold], and
    ``text`` is the roll as ``combatcli roll -v`` prints it.
    """

    total: int
    faces: tuple[int, ...]
    kept: tuple[int, ...]
    labels: Mapping[str, int]
    text: str

    def __int__(self) -> int:
        return self.total

    def __str__(self) -> str:
        return self.text


class Mean(Fraction):
    """An exact mean; it is written as a decimal number where its digits are many."""

    __slots__ = ()

    def __str__(self) -> str:
        return super().__str__() if self.denominator.bit_length() < _MOST_BITS_READ else str(float(self))

    def __repr__(self) -> str:
        return repr(Fraction(self))


class Odds(Record, Mapping[int, Fraction]):
    """The exact chance of each outcome: an immutable mapping, outcomes ascending.

    For dice that explode without end it lists outcomes until less than one billionth is left; ``rest`` is the chance
    of all higher ones. `at_least` and `quantile` are exact there, too.
    """

    _chances: dict[int, Fraction]
    _found: Distribution[int]
    rest: Fraction

    def __init__(self, distribution: Distribution[int]) -> None:
        if not isinstance(distribution, Distribution):
            raise TypeError("odds are those of an expression: odds('2d6')")
        chances = {outcome: Fraction(ways, distribution.denominator) for outcome, ways in distribution.items()}
        super().__init__(chances, distribution, Fraction(distribution.tail, distribution.denominator))

    def __getitem__(self, outcome: int) -> Fraction:
        return self._chances[outcome]

    def __iter__(self) -> Iterator[int]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __reduce__(self) -> tuple[Callable[..., Odds], tuple[object, ...]]:
        if self._found.tail or self._found.descends:
            raise TypeError("odds without an end cannot be pickled: pickle their expression, as in parse('1d6!')")
        return Odds, (self._found,)

    def __deepcopy__(self, _: object = None) -> Odds:
        return self

    __copy__ = __deepcopy__

    def __repr__(self) -> str:
        if self._found.denominator.bit_length() > _MOST_BITS_SHOWN:
            return f"<Odds of {len(self):,} outcomes from {min(self):,} to {max(self):,}>"
        return f"Odds({{{', '.join([f'{outcome}: {chance}' for outcome, chance in self._chances.items()])}}})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        return self._chances == other._chances and self.rest == other.rest

    def __hash__(self) -> int:
        return hash((tuple(self._chances.items()), self.rest))

    def __add__(self, other: Odds | int) -> Odds:
        """Return the odds of the sum with another roll, or with a number."""
        if isinstance(other, int):
            other = Odds(Distribution({int(other): 1}))
        if not isinstance(other, Odds):
            return NotImplemented
        parts = [(-1 if each.descends else 1, each.with_lowest_outcome(), 1) for each in (self._found, other._found)]
        with BUDGET:
            return Odds(signed_sum(parts).ascending())

    __radd__ = __add__

    @property
    def mean(self) -> Fraction:
        """The expected outcome; raises UnendingError where exploding dice have no known exact mean."""
        return Mean(self._found.mean_fraction)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return self._found.deviation

    def at_least(self, threshold: int) -> Fraction:
        """Return the chance of ``threshold`` or more."""
        return self._found.at_least(threshold)

    def quantile(self, share: float | Fraction) -> int:
        """Return the lowest outcome that a share of all rolls (between 0 and 1, both excluded) does not exceed."""
        exact = Fraction(str(share))
        if not 0 < exact < 1:
            raise ValueError(f"a share lies above 0 and below 1, not at {share}")
        return self._found.quantile(exact)


def parse(text: str, **values: int) -> Expression:
    """Parse an expression once for many uses; it may use the ``values`` by name.

    >>> parse("1d20 + bonus >= ac", bonus=5, ac=15)
    parse('1d20 + bonus >= ac', bonus=5, ac=15)

    Raises DiceError where it cannot be parsed: ``column`` (from 1) says where, ``hint`` what to write.
    """
    return _read(text, values)


def roll(
    expression: str | Expression, *, seed: str | int | None = None, faces: Iterable[int] | None = None, **values: int
) -> Roll:
    """Roll an expression with random dice, the dice of a seed, or the ``faces`` of real dice.

    >>> str(roll("4d6kh3", faces=[6, 1, 5, 3]))
    '[6, (1), 5, 3] = 14'
    >>> roll("4d6kh3", seed="friday") == roll("4d6kh3", seed="friday")
    True

    A seed rolls the same dice as ``combatcli roll --seed``. Raises DiceError where the expression cannot be parsed or
    rolled, FacesError where the faces do not fit.
    """
    tree = _single(expression, values)
    source = _source(seed, faces)
    source.begin_expression(tree.tree)
    try:
        rolled = roll_tree(tree.tree, source)
        source.finish()
    except RefusedError as error:
        raise FacesError(error.message, error.hint, text=tree.text) from None
    labels = Labels(tree).subtotals(rolled) if tree.labeled else {}
    return Roll(rolled.total, rolled.faces, rolled.kept, labels, breakdown(rolled))


def odds(expression: str | Expression, **values: int) -> Odds:
    """Return the exact chance of each outcome of an expression.

    >>> odds("2d6")[7]
    Fraction(1, 6)
    >>> odds("1d20 + bonus >= ac", bonus=5, ac=15).at_least(1)
    Fraction(11, 20)

    Raises DiceError where it cannot be parsed, TooLargeError where it takes too much work or memory, UnendingError
    where exploding dice have no known exact answer.
    """
    tree = _single(expression, values)
    if tree.words:
        raise DiceError("words are not numbers", "Count one, as in 3d{hit:2,miss}=hit.", text=tree.text)
    return Odds(odds_of(tree))


def _read(text: str, values: Mapping[str, int]) -> Expression:
    if not isinstance(text, str):
        raise DiceError(f"an expression is a text, not {text!r}", "As in odds('2d6').")
    return parse_with_names(text, values)


def _single(expression: str | Expression, values: Mapping[str, int]) -> Expression:
    """Return the tree of an expression; raise DiceError if it is repeated (``6x``)."""
    if isinstance(expression, Expression) and values:
        raise TypeError("values are given where an expression is read: parse(text, bonus=5)")
    tree = expression if isinstance(expression, Expression) else _read(expression, values)
    if tree.repeat > 1:
        hint = f"Leave out the {tree.repeat}x and call it so often; {{{tree.text}}} is the sum."
        raise DiceError(f"this is repeated {tree.repeat:,} times", hint, text=tree.text, column=1)
    return tree


def _source(seed: str | int | None, faces: Iterable[int] | None) -> Source:
    if faces is not None:
        if seed is not None:
            raise TypeError("either a seed rolls, or faces are given")
        shown = [*faces]
        if wrong := [face for face in shown if type(face) is not int]:
            raise FacesError(f"a face is a whole number, not {wrong[0]!r}", "As in roll('2d6', faces=[6, 3]).")
        return EnteredSource(shown)
    return SystemSource() if seed is None else SeededPools(str(seed))
