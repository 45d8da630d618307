"""Expressions with names: the dice notation reads and rolls them, once what the names stand for is filled in."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from combatcli.dice.notation import parse
from combatcli.dice.odds.expression import odds, throws_of
from combatcli.dice.rare_nodes import PooledSum, pool_to_name
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.roll import roll, roll_total
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.dice.tree import FUNCTIONS, Arithmetic, Dice, Node, Number, signed_terms
from combatcli.errors import DiceError, RefusedError, nearest
from combatcli.records import Record
from combatcli.rulesets.tasks import DisplayOnly

NUMBER, DICE, POOL, WORD = "number", "dice", "pool", "word"
"""The sorts of what a name may stand for; a word is a number to the notation."""
MOST_LETTERS = 4_096
MOST_TIMES = 50
LARGEST = 10**9
OF_DICE = ("dice", "most", "times")
KEYWORDS = {"if", "and", "or", "not"}
RESERVED = {*FUNCTIONS, *KEYWORDS}
NAME = re.compile(r"(?<![\w)}.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
READS_AS_DICE = re.compile(r"d\d*|df|d\d\w*")
NOTATION = re.compile(
    r"d\d.*|d[fF%]?|kh?\d*|kl\d*|d[hl]\d*|ro?\d*|m[tsr]\d*|sd?|sa|u|f\d+|min\d+|max\d+|ge|le|gt|lt|eq|x\d+"
)
"""Words that belong to the dice, where nobody gave them a value."""
CALLED = re.compile(r"(dice|most)\(\s*([a-z_][\w.]*)\s*\)|times\(([^,()]+),\s*([a-z_][\w.]*)\s*\)")
UNEQUAL = re.compile(r"([A-Za-z_][\w.]*)\s*!=\s*([\w.-]+)")
COMPARED = re.compile(r"\s*(?:>=|<=|=|<|>)\s*")
NO_DICE = "Roll them in [attack], [wound], [test], [recover] or [turn]."

Value = Any
"""What a name stands for: a whole number, a pool as a tuple of faces, or dice as their text."""


class Names(Record):
    """What may be named in a place, each with its sort: keys by their prefix, and bare names; and the ``words``."""

    prefixes: Mapping[str, Mapping[str, str]] = {}
    bare: Mapping[str, str] = {}
    words: Mapping[str, int] = {}

    def sort(self, name: str) -> str:
        """Return the sort of a name, empty where nothing has it."""
        if name in self.bare:
            return self.bare[name]
        prefix, dot, key = name.partition(".")
        return self.prefixes.get(prefix, {}).get(key, "") if dot else ""

    def unknown(self, name: str) -> tuple[str, str]:
        """Return what to say of a name that nothing has, and a hint."""
        prefix, dot, key = name.partition(".")
        if dot and prefix in self.prefixes:
            whose = {"weapon": "a weapon", "foe": "a weapon", "house": "[house]"}.get(prefix, "a combatant")
            whose = {"own": "[test]", "other": "[test]"}.get(prefix, whose)
            return f"{whose} has no {key}", nearest(key, self.prefixes[prefix])
        if dot:
            here = f"Here are {', '.join(self.prefixes)}." if self.prefixes else "Here are own keys alone."
            return f"there is no {prefix} here", here
        full = [
            f"{each}.{name}"
            for each in ("attacker", "target", "weapon", "who", "own", "house")
            if name in self.prefixes.get(each, ())
        ]
        meant = f"Did you mean {' or '.join(full)}?" if full else nearest(name, self.bare)
        return f"{name} has no value here", meant


class Called(Record):
    """One of the functions of a key that is dice."""

    function: str
    name: str
    times: Expression | None = None


class Expression:
    """A text whose names are known: ``pieces`` are text as it stands, names, and functions of dice."""

    __slots__ = ("bare", "path", "pieces", "pool", "text")

    def __init__(self, text: str, path: str, pieces: list[Any], bare: Collection[str], *, pool: bool = False) -> None:
        self.text = text
        self.path = path
        self.pieces = pieces
        self.pool = pool
        """Whether it is a pool in braces, whose dice are kept."""
        self.bare = frozenset(bare)
        """The names without a prefix that it uses."""

    def filled(self, value_of: Callable[[str], Value]) -> str:
        """Return it with what its names stand for in their place."""
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

    @property
    def names(self) -> list[str]:
        """All names that it uses."""
        return [piece[0] for piece in self.pieces if isinstance(piece, tuple)]

    def uses(self, name: str) -> int:
        """Return how often it names something."""
        return self.names.count(name)


def shortened(text: str, most: int = 40) -> str:
    """Return a text, or how it begins."""
    return text if len(text) <= most else f"{text[:most]}…"


def written(value: Value, *, plain: bool = False) -> str:
    """Write a value as the notation reads it; ``plain`` is beside a comparison of dice, which takes a number alone."""
    if isinstance(value, tuple):
        return "{" + ",".join(map(str, value)) + "}" if value else "{0d6}"
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


@lru_cache(1024)
def pool_of(text: str) -> PooledSum | None:
    """Return the pool that a text in braces is, whose faces are kept; None for what is a number."""
    tree = parsed(text)
    return pool_to_name(tree)


class _PoolThrow(Throw):
    """The dice of a pool; a rule may use what they show, in ascending order."""

    text: str

    def roll(self, source: Source) -> Any:
        """Return the faces that count, and the dice."""
        rolled = roll(parsed(self.text), source)
        return tuple(sorted(rolled.kept)), DisplayOnly(rolled)

    def ways(self) -> Mapping[Any, int]:
        """Return in how many ways the dice show what."""
        pool = pool_of(self.text)
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
        from combatcli.dice.odds.budget import UnendingError

        if isinstance(error, UnendingError) and most is None:
            message = "its dice explode without end, so odds need a highest total that matters"
            raise DiceError(f"{where}: {message}", "Add it at the top of the game: most = 60") from None
        raise DiceError(f"{where}: {error.message}", error.hint) from None
    if not -LARGEST <= rolled.total <= LARGEST:
        raise DiceError(f"{where}: {rolled.total:,} is beyond {LARGEST:,}")
    return rolled.total, DisplayOnly(rolled)


def shown(rolled: Rolled) -> str:
    """Write what was rolled, its numbers added up and without what was not chosen: [6] + 3 = 9."""
    text = _short(rolled)
    return text if text in (f"[{rolled.total}]", str(rolled.total)) else f"{text} = {rolled.total}"


def _short(rolled: Rolled) -> str:
    if not rolled.faces:
        return str(rolled.total)
    if rolled.chosen is not None:
        return _short(rolled.chosen)
    node = rolled.node
    if not isinstance(node, Arithmetic):
        return breakdown(rolled).rpartition(" = ")[0]
    if set(node.operators) <= {"+", "-"}:
        return _sum(rolled, node)
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


def compiled(text: str, path: str, names: Names, *, dice: bool = True) -> Expression:
    """Return a text as an expression of some names; DiceError says what is wrong, and in which column."""
    if len(text) > MOST_LETTERS:
        raise DiceError(f"an expression has at most {MOST_LETTERS:,} letters, not {len(text):,}", "Take it apart.")
    pieces, bare = _Reader(text, path, names).pieces()
    tree = _read_by_notation(text, pieces, names, dice=dice)
    pool = text.lstrip().startswith("{") and text.rstrip().endswith("}") and pool_to_name(tree) is not None
    return Expression(text, path, [piece for piece, _ in pieces], bare, pool=pool)


class _Reader:
    """One reading of a text: its pieces, each with its column."""

    def __init__(self, text: str, path: str, names: Names) -> None:
        self.text, self.path, self.names = text, path, names
        self.found: list[tuple[Any, int]] = []
        self.bare: set[str] = set()

    def pieces(self) -> tuple[list[tuple[Any, int]], set[str]]:
        """Return the pieces, and the bare names among them."""
        at = 0
        while at < len(self.text):
            match = NAME.search(self.text, at)
            if match is None:
                break
            self._text(at, match.start())
            at = self._piece(match)
        self._text(at, len(self.text))
        return self.found, self.bare

    def _text(self, start: int, end: int) -> None:
        if start < end:
            self.found.append((self.text[start:end], start))

    def _piece(self, match: re.Match[str]) -> int:
        """Add what begins with a name, and return where it ends."""
        name, start, end = match[0], match.start(), match.end()
        called = CALLED.match(self.text, start) if name in OF_DICE else None
        if called:
            self._call(called)
            return called.end()
        unequal = UNEQUAL.match(self.text, start)
        if unequal and self.names.sort(name) in (NUMBER, WORD):
            self.found.append(("(not (", start))
            self._operand(name, start)
            self.found.append((" = ", end))
            self._operand(unequal[2], unequal.start(2))
            self.found.append(("))", unequal.end()))
            return unequal.end()
        word = self._dashed_word(start)
        if word:
            self.found.append((f"({self.names.words[word]})", start))
            return start + len(word)
        if self._is_of_notation(name, end):
            self.found.append((name, start))
        else:
            self._operand(name, start)
        return end

    def _operand(self, name: str, start: int) -> None:
        if name.lstrip("-").isdecimal():
            self.found.append((name, start))
            return
        sort = self.names.sort(name)
        if sort:
            self.found.append(((name, self._compares_dice()), start))
            if "." not in name:
                self.bare.add(name)
        elif name in self.names.words:
            self.found.append((f"({self.names.words[name]})", start))
        else:
            raise DiceError(*self.names.unknown(name), column=start + 1)

    def _is_of_notation(self, name: str, end: int) -> bool:
        if name.lower() in KEYWORDS:
            return True
        if self.text[end : end + 1] == "(" and name.lower() in FUNCTIONS:
            return True
        return "." not in name and not self.names.sort(name) and bool(NOTATION.fullmatch(name))

    def _dashed_word(self, start: int) -> str:
        """Return the word with a - in it that stands here beside a comparison; empty where there is none."""
        before = self.text[:start].rstrip()
        for word in self.names.words:
            if "-" in word and self.text.startswith(word, start):
                behind = self.text[start + len(word) :].lstrip()
                if before.endswith("=") or behind.startswith(("=", "!=")):
                    return word
        return ""

    def _compares_dice(self) -> bool:
        """Tell whether a pool and a comparison stand before a name, which counts dice then."""
        if len(self.found) < 2 or not isinstance(self.found[-1][0], str):
            return False
        before = self.found[-2][0]
        return (
            isinstance(before, tuple)
            and self.names.sort(before[0]) == POOL
            and bool(COMPARED.fullmatch(self.found[-1][0]))
        )

    def _call(self, called: re.Match[str]) -> None:
        function, name = called[1] or "times", called[2] or called[4]
        if not self.names.sort(name):
            raise DiceError(*self.names.unknown(name), column=called.start(2 if called[2] else 4) + 1)
        times = compiled(called[3], self.path, self.names, dice=False) if called[3] else None
        self.found.append((Called(function, name, times), called.start()))
        if "." not in name:
            self.bare.add(name)
        self.bare |= times.bare if times is not None else set()


def _read_by_notation(text: str, pieces: list[tuple[Any, int]], names: Names, *, dice: bool) -> Node:
    """Return the tree of a text with something in the place of each name; the columns of errors are the text's."""
    written_, columns = "", list[tuple[int, int]]()
    for piece, start in pieces:
        columns.append((len(written_), start))
        if isinstance(piece, str):
            written_ += piece
        elif isinstance(piece, Called):
            written_ += "(1)" if piece.function == "most" else "(1d6)"
        else:
            stands = {POOL: "{1d6}", DICE: "(1d6)"}.get(names.sort(piece[0]), "6" if piece[1] else "(6)")
            written_ += stands
    try:
        tree = parsed(written_)
    except DiceError as error:
        at = max(0, error.column - 1)
        before, start = max([pair for pair in columns if pair[0] <= at], default=(0, 0))
        hint = error.hint if "A label follows #" not in error.hint else ""
        column = min(start + at - before, len(text)) + 1 if error.column else 0
        raise DiceError(error.message, hint, column=column) from None
    if not dice and any(isinstance(node, Dice) for node in tree.beneath()):
        raise DiceError("no dice are rolled here", NO_DICE, column=1)
    return tree
