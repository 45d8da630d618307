"""Expressions with names: the dice notation reads and rolls them, once what the names stand for is filled in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from combatcli.dice.exact.budget import UnendingError
from combatcli.dice.exact.expression import odds, throws_of
from combatcli.dice.notation import parse
from combatcli.dice.rare_nodes import pool_to_name
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.roll import roll, roll_total
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.dice.tree import Arithmetic, Dice, Node, Number, signed_terms
from combatcli.errors import DiceError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.tasks import DisplayOnly

NUMBER, DICE, POOL, WORD = "number", "dice", "pool", "word"
"""The sorts of what a name may stand for; a word is a number to the notation."""
MOST_LETTERS = 4_096
MOST_TIMES = 50
MOST_REMEMBERED = 1_024
LARGEST = 10**9
NO_DICE = "Roll them in [attack], [wound], [test], [recover] or [turn]."

Value = Any
"""What a name stands for: a whole number, a pool as a tuple of faces, or dice as their text."""


class Called(Record):
    """One of the functions of a key that is dice."""

    function: str
    name: str
    times: Expression | None = None


class Expression:
    """A text whose names are known: ``pieces`` are text as it stands, names, and functions of dice."""

    __slots__ = ("_filled", "bare", "names", "path", "pieces", "pool", "text")

    def __init__(self, text: str, path: str, pieces: list[Any], bare: Collection[str], *, pool: bool = False) -> None:
        self.text = text
        self.path = path
        self.pieces = pieces
        self.pool = pool
        """Whether it is a pool in braces, whose dice are kept."""
        self.bare = frozenset(bare)
        """The names without a prefix that it uses."""
        self.names = tuple(dict.fromkeys(name for piece in pieces for name in _names_in(piece)))
        """All names that it uses."""
        self._filled: dict[tuple[Value, ...], str] = {}

    def filled(self, value_of: Callable[[str], Value]) -> str:
        """Return it with what its names stand for in their place."""
        values = tuple(map(value_of, self.names))
        text = self._filled.get(values)
        if text is None:
            if len(self._filled) >= MOST_REMEMBERED:
                self._filled.clear()
            text = self._filled[values] = self._fill(dict(zip(self.names, values, strict=True)).__getitem__)
        return text

    def _fill(self, value_of: Callable[[str], Value]) -> str:
        parts = [
            piece
            if isinstance(piece, str)
            else _called(piece, value_of, self)
            if isinstance(piece, Called)
            else written(value_of(piece[0]), plain=piece[1])
            for piece in self.pieces
        ]
        text = "".join(parts)
        if len(text) > MOST_LETTERS:
            raise self.refused(DiceError(f"with its dice filled in it is longer than {MOST_LETTERS:,} letters"))
        return text

    def number(self, value_of: Callable[[str], Value]) -> int:
        """Return what it comes to, which rolls no dice."""
        number = self.evaluated(self.filled(value_of))
        if number is None:
            raise self.refused(DiceError("no dice are rolled here", NO_DICE))
        return number

    def evaluated(self, text: str) -> int | None:
        """Return what it comes to, filled in; None where it rolls dice."""
        try:
            number = constant(text)
        except DiceError as error:
            raise self.refused(error) from None
        if number is not None and not -LARGEST <= number <= LARGEST:
            raise self.refused(DiceError(f"{number:,} is beyond {LARGEST:,}"))
        return number

    def refused(self, error: DiceError) -> RefusedError:
        """Return the refusal of what cannot be worked out."""
        return RefusedError(f'{self.path} "{shortened(self.text)}": {error.message}', error.hint)

    def with_pool(self, name: str, pool: Expression) -> Expression:
        """Return it with the dice of a pool in the place of its name."""
        pieces: list[Any] = []
        for piece in self.pieces:
            pieces += pool.pieces if isinstance(piece, tuple) and piece[0] == name else [piece]
        return Expression(self.text, self.path, pieces, (self.bare - {name}) | pool.bare)

    def uses(self, name: str) -> int:
        """Return how often it names something."""
        return [piece[0] for piece in self.pieces if isinstance(piece, tuple)].count(name)


def _names_in(piece: Any) -> tuple[str, ...]:
    if isinstance(piece, Called):
        return piece.name, *(piece.times.names if piece.times is not None else ())
    return () if isinstance(piece, str) else (piece[0],)


def shortened(text: str, most: int = 40) -> str:
    """Return a text, or how it begins."""
    return text if len(text) <= most else f"{text[:most]}…"


def written(value: Value, *, plain: bool = False) -> str:
    """Write a value as the notation reads it; ``plain`` is beside a comparison of dice, which takes a number alone.

    Faces are written so that they might be any: numbers of which none can be counted are refused.
    """
    if isinstance(value, tuple):
        return "{" + ",".join([f"floor({face})" for face in value]) + "}" if value else "{0d6}"
    return str(value) if plain and value >= 0 else f"({value})"


def _called(called: Called, value_of: Callable[[str], Value], whole: Expression) -> str:
    dice = str(value_of(called.name))
    try:
        if called.function == "dice":
            return f"({_only_dice(dice)})"
        if called.function == "most":
            return f"({_most(dice)})"
    except DiceError as error:
        raise whole.refused(error) from None
    assert called.times is not None
    times = called.times.number(value_of)
    if not 0 <= times <= MOST_TIMES:
        raise whole.refused(DiceError(f"times() rolls 0 to {MOST_TIMES} times, not {times}"))
    return f"({'+'.join([f'({dice})'] * times) or 0})"


@lru_cache(1024)
def _only_dice(text: str) -> str:
    """Return an expression without the numbers that it adds: 1d8+3 without the 3."""
    terms = signed_terms(parsed(text))
    added = sum(sign * term.value for sign, term in terms if isinstance(term, Number))
    if all(isinstance(term, Number) for _, term in terms):
        return "0"
    return f"{text} - ({added})" if added else text


@lru_cache(1024)
def _most(text: str) -> int:
    totals = odds(parsed(text))
    if totals.tail:
        raise DiceError("dice that explode without end have no most")
    return max(totals)


@lru_cache(8192)
def parsed(text: str) -> Node:
    """Return the tree of a text without names; DiceError if it is none."""
    expression = parse(text)
    if expression.repeat > 1 or expression.label or expression.labeled:
        raise DiceError("repeats and labels have no place in a game", "Leave them out.")
    if expression.words:
        raise DiceError("it shows words, and a value is a number", "As in 1d6.")
    return expression.tree


class _NeedsDiceError(Exception):
    """Something asks for dice where there are none."""


class _NoDice(Source):
    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        if count > 0:
            raise _NeedsDiceError
        return ()

    def die(self, sides: int) -> int:
        raise _NeedsDiceError


@lru_cache(65536)
def constant(text: str) -> int | None:
    """Return what a text without names comes to; None where it rolls dice."""
    try:
        return roll(parsed(text), _NoDice()).total
    except _NeedsDiceError:
        return None


class _PoolThrow(Throw):
    """The dice of a pool; a rule may use what they show, in ascending order."""

    text: str

    def roll(self, source: Source) -> Any:
        """Return the faces that count, and the dice."""
        rolled = roll(parsed(self.text), source)
        return tuple(sorted(rolled.kept)), DisplayOnly(rolled)

    def ways(self) -> Mapping[Any, int]:
        """Return in how many ways the dice show what."""
        pool = pool_to_name(parsed(self.text))
        if pool is None or not pool.modifiers.plain():
            raise DiceError("odds know no dice of a pool of which some are kept", "Keep them where it is used.")
        found: dict[Any, int] = {}
        for (faces, _), ways in throws_of(pool.member).items():
            key = tuple(sorted(faces)), DisplayOnly(None)
            found[key] = found.get(key, 0) + ways
        return found


def throw(source: Source, text: str, most: int | None, where: str, *, pool: bool = False) -> tuple[Value, Any]:
    """Return what dice come to, which is a number or the faces of a pool, and the dice for a report."""
    try:
        if pool:
            value, shown = source.throw(_PoolThrow(text))
            return value, shown
        rolled = roll_total(parsed(text), source, most)
    except DiceError as error:
        if isinstance(error, UnendingError) and most is None:
            message = "its dice explode without end, so odds need a highest total that matters"
            raise DiceError(f"{where}: {message}", "Add it at the top of the game: most = 60") from None
        raise DiceError(f"{where}: {error.message}", error.hint) from None
    if not -LARGEST <= rolled.total <= LARGEST:
        raise DiceError(f"{where}: {rolled.total:,} is beyond {LARGEST:,}")
    return rolled.total, DisplayOnly(rolled)


def shown(rolled: Rolled) -> str:
    """Write what was rolled, its numbers added up and without what was not chosen: [6] + 3 = 9; of a pool its dice."""
    text = _short(rolled)
    alone = text in (f"[{rolled.total}]", str(rolled.total)) or pool_to_name(rolled.node) is not None
    return text if alone else f"{text} = {rolled.total}"


def _short(rolled: Rolled) -> str:
    if not rolled.faces:
        return str(rolled.total)
    if rolled.chosen is not None:
        return _short(rolled.chosen)
    node = rolled.node
    if isinstance(node, Dice) or pool_to_name(node) is not None:
        text = breakdown(rolled)
        return text[text.find("[") : text.rfind("]") + 1] or text
    if not isinstance(node, Arithmetic):
        return breakdown(rolled).rpartition(" = ")[0]
    return _sum(rolled, node) if set(node.operators) <= {"+", "-"} else _product(rolled, node)


def _product(rolled: Rolled, node: Arithmetic) -> str:
    texts = [f"({text})" if " " in text else text for text in map(_short, rolled.parts)]
    if node.operators == ("/",) and texts[1] == "1":
        return _short(rolled.parts[0])
    return texts[0] + "".join([f" {sign} {text}" for sign, text in zip(node.operators, texts[1:], strict=True)])


def _sum(rolled: Rolled, node: Arithmetic) -> str:
    number, parts = 0, ""
    for sign, part in zip(("+", *node.operators), rolled.parts, strict=True):
        if not part.faces:
            number += part.total if sign == "+" else -part.total
        elif parts or sign == "-":
            parts += f" {sign} {_short(part)}"
        else:
            parts = _short(part)
    return parts.strip() + (f" {'+' if number > 0 else '-'} {abs(number)}" if number else "")
