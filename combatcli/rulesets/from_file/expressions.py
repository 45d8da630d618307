"""Expressions with names: the dice notation parses and rolls them once the names are replaced by values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from combatcli.dice.exact.budget import UnendingError
from combatcli.dice.exact.expression import odds, shown_dice_of
from combatcli.dice.notation import parse
from combatcli.dice.rare_nodes import Comparison, pool_to_name
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.roll import roll, roll_total
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import EnteredSource, Source, Throw
from combatcli.dice.tree import Arithmetic, Dice, Node, Number, signed_terms
from combatcli.errors import DiceError, FacesError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.tasks import DisplayOnly

NUMBER, DICE, POOL = "floor(6)", "1d6", "{(floor(6))d(floor(6))}"
"""The sorts of names, as the notation reads them while an expression is checked."""
MOST_LETTERS = 4_096
MOST_TIMES = 50
MOST_REMEMBERED = 1_024
LARGEST = 10**9
NO_DICE = "Roll them in [attack], [wound], [test], [recover] or [turn]."

Value = Any
"""The value of a name: an int, a pool as a tuple of faces, or dice as text."""


class Use(Record):
    """A name in an expression, or a function of one, and its sort."""

    name: str
    sort: str
    function: str = ""
    times: Expression | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it uses."""
        return (self.name, *(self.times.names if self.times is not None else ()))

    def filled(self, value_of: Callable[[str], Value]) -> str:
        """Return its value in the notation; faces as any numbers, for those that cannot be compared are refused."""
        value: Value = value_of(self.name)
        if self.function == "dice":
            return f"({_only_dice(str(value))})"
        if self.function == "most":
            return f"({_most(str(value))})"
        if self.times is not None:
            times = self.times.number(value_of)
            if not 0 <= times <= MOST_TIMES:
                raise DiceError(f"times() rolls 0 to {MOST_TIMES} times, not {times}")
            return f"({'+'.join([f'({value})'] * times) or 0})"
        if isinstance(value, tuple):
            return "{" + ",".join([f"floor({face})" for face in value]) + "}" if value else "{0d6}"
        return str(value) if self.sort == POOL else f"({value})"


Piece = str | Use


class Expression:
    """A compiled text: ``pieces`` are text, and names with functions of them."""

    def __init__(self, text: str, path: str, pieces: Sequence[Piece]) -> None:
        self.text = text
        self.path = path
        self.pieces = pieces
        uses = [piece for piece in pieces if isinstance(piece, Use)]
        self.names = tuple(dict.fromkeys([name for use in uses for name in use.names]))
        """All names that it uses."""
        self.bare = frozenset([name for name in self.names if "." not in name])
        """The names without a prefix that it uses."""
        self._value_with = lru_cache(MOST_REMEMBERED)(self._computed)

    @cached_property
    def pool(self) -> bool:
        """Whether it is a pool in braces, whose dice are kept."""
        text = "".join([f"({piece.sort})" if isinstance(piece, Use) else piece for piece in self.pieces]).strip()
        return text.startswith("{") and text.endswith("}") and pool_to_name(parsed(text)) is not None

    @property
    def where(self) -> str:
        """Its path and text, shortened if it is long."""
        most = 40
        return f'{self.path} "{self.text if len(self.text) <= most else f"{self.text[:most]}…"}"'

    def chosen(self, _: Callable[[str], Value]) -> Expression:
        """Return itself; a look-up chooses one by its number."""
        return self

    def value(self, value_of: Callable[[str], Value]) -> int | str:
        """Return its number, or its text with the values of its names where that rolls dice, or is a pool."""
        try:
            return self._value_with(tuple([value_of(name) for name in self.names]))
        except DiceError as error:
            raise self.refused(error) from None

    def _computed(self, values: tuple[Value, ...]) -> int | str:
        text = self._filled(dict(zip(self.names, values, strict=True)).__getitem__)
        number = None if self.pool else constant(parsed(text))
        if number is not None and not -LARGEST <= number <= LARGEST:
            raise DiceError(f"{number:,} is beyond {LARGEST:,}")
        return text if number is None else number

    def _filled(self, value_of: Callable[[str], Value]) -> str:
        text = "".join([piece if isinstance(piece, str) else piece.filled(value_of) for piece in self.pieces])
        if len(text) > MOST_LETTERS:
            raise DiceError(f"with its dice filled in it is longer than {MOST_LETTERS:,} letters")
        return text

    def number(self, value_of: Callable[[str], Value]) -> int:
        """Return its number; it rolls no dice."""
        number = self.value(value_of)
        if isinstance(number, str):
            raise self.refused(DiceError("no dice are rolled here", NO_DICE))
        return number

    def refused(self, error: DiceError) -> RefusedError:
        """Return the refusal of an expression that cannot be computed."""
        return RefusedError(f"{self.where}: {error.message}", error.hint)

    @property
    def mentions(self) -> list[str]:
        """The names that it may roll, as often as it uses them."""
        return [piece.name for piece in self.pieces if isinstance(piece, Use)]


class LookUp(Record):
    """A look-up of a number: rows with a lowest and a highest number, and expressions or words."""

    path: str
    of: Expression
    rows: tuple[tuple[int, int, Any], ...]
    pool: bool = False

    @property
    def bare(self) -> frozenset[str]:
        """The names without a prefix that it uses."""
        return self.of.bare.union(*[row.bare for _, _, row in self.rows if isinstance(row, Expression)])

    @property
    def mentions(self) -> list[str]:
        """The names that it uses, each twice, for it rolls no dice."""
        return [*self.bare, *self.bare]

    def row(self, value_of: Callable[[str], Value]) -> tuple[int, Any]:
        """Return the number that is looked up, and what its row has; None if no row has it."""
        number = self.of.number(value_of)
        return number, next((value for low, high, value in self.rows if low <= number <= high), None)

    def chosen(self, value_of: Callable[[str], Value]) -> Expression:
        """Return the expression in its row; RefusedError if no row has it."""
        number, row = self.row(value_of)
        if row is None:
            raise RefusedError(f"{self.path}: no row has {number}", "Add one to the game.")
        expression: Expression = row
        return expression


@lru_cache(1024)
def _only_dice(text: str) -> str:
    """Return an expression without its constant terms: 1d8+3 without the 3."""
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
    """Return the tree of a text without names; DiceError if it cannot be parsed."""
    expression = parse(text)
    if expression.repeat > 1 or expression.label or expression.labeled:
        raise DiceError("repeats and labels have no place in a game", "Leave them out.")
    if expression.words:
        raise DiceError("it shows words, and a value is a number", "As in 1d6.")
    return expression.tree


def constant(tree: Node) -> int | None:
    """Return the number of a tree; None if it rolls dice."""
    try:
        return roll(tree, EnteredSource(())).total
    except FacesError:
        return None


class _PoolThrow(Throw):
    """The dice of a pool; a rule may use their faces in ascending order."""

    text: str

    def roll(self, source: Source) -> Any:
        """Return the counted faces, and the dice."""
        rolled = roll(parsed(self.text), source)
        return tuple(sorted(rolled.kept)), DisplayOnly(rolled)

    def ways(self) -> Mapping[Any, int]:
        """Return the ways of each tuple of faces."""
        pool = pool_to_name(parsed(self.text))
        if pool is None or not pool.modifiers.plain():
            raise DiceError("odds know no dice of a pool of which some are kept", "Keep them where it is used.")
        results: dict[Any, int] = {}
        for (faces, _), ways in shown_dice_of(pool.member).items():
            key = tuple(sorted(faces)), DisplayOnly(None)
            results[key] = results.get(key, 0) + ways
        return results


def throw(source: Source, text: str, most: int | None, where: str, pool: bool) -> tuple[Value, Any]:  # noqa: FBT001  (a roll takes all by place)
    """Return the result of dice, a number or a pool's faces, and the dice for a report."""
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
    """Return a roll in words, constants summed and dropped dice left out: [6] + 3 = 9; for a pool its dice."""
    text = _short(rolled)
    alone = text in (f"[{rolled.total}]", str(rolled.total)) or pool_to_name(rolled.node) is not None
    return text if alone else f"{text} = {rolled.total}"


def _short(rolled: Rolled) -> str:
    if not rolled.faces:
        return str(rolled.total)
    if rolled.chosen is not None:
        return _short(rolled.chosen)
    node = rolled.node
    if not isinstance(node, Dice) and pool_to_name(node) is not None:
        text = breakdown(rolled)
        return text[text.find("[") : text.rfind("]") + 1] or text
    if isinstance(node, Comparison):
        return f" {node.operator} ".join(map(_short, rolled.parts))
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
