"""Expressions with names: the dice notation checks them, and rolls them once the names are replaced by values."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from typing import Any

from combatcli.dice.exact.expression import odds
from combatcli.dice.notation import parse
from combatcli.dice.rare_nodes import Assignments, nameable_pool
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import EnteredSource
from combatcli.dice.tree import FUNCTIONS, LOGIC, Dice, Node, Number, signed_terms
from combatcli.errors import DiceError, FacesError, RefusedError, nearest
from combatcli.records import Record

NUMBER, DICE, POOL = "floor(6)", "1d6", "{(floor(6))d(floor(6))}"
"""The sorts of names, as the notation reads them while an expression is checked."""
MOST_LETTERS = 4_096
MOST_TIMES = 50
MOST_REMEMBERED = 1_024
LARGEST = 10**9
NAME = re.compile(r"(?<![\w)}.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
NOTATION = re.compile(
    r"d\d.*|d[fF%]?|kh?\d*|kl\d*|d[hl]\d*|ro?\d*|m[tsr]\d*|sd?|sa|u|f\d+|min\d+|max\d+|ge|le|gt|lt|eq|x\d+"
)
"""Words of the dice notation, unless they are names."""
CALLED = re.compile(r"(dice|most)\(\s*([a-z_][\w.]*)\s*\)|times\(([^,()]+),\s*([a-z_][\w.]*)\s*\)")
"""A function of dice under a name."""
ELSEWHERE = {
    **dict.fromkeys(("then", "else"), "As in if(hit, 2, 1)."),
    **dict.fromkeys(("true", "false"), "In an expression they are 1 and 0."),
    "x": "Write * to multiply.",
}
"""Hints for words of other notations."""
BESIDE_DICE = "A name beside dice stands in parentheses, as in (target.power)d6."
NO_DICE = "Roll them in [attack], [wound], [test], [recover] or [turn]."
OTHERS = {"weapon": "a weapon", "foe": "a weapon", "house": "[house]", "own": "[test]", "other": "[test]"}
"""Who has the keys of a prefix that is no combatant's."""

Value = Any
"""The value of a name: an int, a pool as a tuple of faces, or dice as text."""


class Names(Record):
    """The names allowed in a place: prefixed keys and bare names with their sorts, and the ``words``."""

    prefixes: Mapping[str, Mapping[str, str]] = {}
    bare: dict[str, str] = {}
    words: Mapping[str, int] = {}

    def sort(self, name: str) -> str:
        """Return the sort of a name, empty if it is unknown."""
        prefix, dot, key = name.partition(".")
        return self.prefixes.get(prefix, {}).get(key, "") if dot else self.bare.get(name, "")

    def unknown(self, name: str) -> tuple[str, str]:
        """Return the message and the hint for an unknown name."""
        prefix, dot, key = name.partition(".")
        if dot and prefix in self.prefixes:
            return f"{OTHERS.get(prefix, 'a combatant')} has no {key}", hint_for(key, self.prefixes[prefix])
        if dot:
            here = f"Here are {', '.join(self.prefixes) or 'own keys alone'}."
            hint = f"Here {key} stands for itself, without {prefix}." if key in self.bare else here
            return f"there is no {prefix} here", hint
        owners = [each for each, keys in self.prefixes.items() if name in keys and each not in ("foe", "other")]
        hint = f"Did you mean {' or '.join([f'{each}.{name}' for each in owners])}?"
        return f"{name} has no value here", hint if owners else hint_for(name, self.bare)


def hint_for(name: str, names: Collection[str]) -> str:
    """Return the hint for an unknown name: the word for it here, or the nearest name."""
    points = name.removeprefix("max_")
    if points != name and points in names:
        return f"Only points have a maximum: {points} = {{ full = 8 }}."
    return ELSEWHERE.get(name) or nearest(name, names)


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
        """Return the value's text in the dice notation.

        Faces stand in floor(): of plain numbers the notation refuses a comparison that none of them meets.
        """
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
    """A compiled expression: ``pieces`` are text, and names with functions of them."""

    def __init__(self, text: str, path: str, pieces: Sequence[Piece]) -> None:
        most = 40
        self.where = f'{path} "{text if len(text) <= most else f"{text[:most]}…"}"'
        """Its path and text, shortened if it is long."""
        self.pieces = pieces
        uses = [piece for piece in pieces if isinstance(piece, Use)]
        self.mentions = [use.name for use in uses]
        """The names that it may roll, as often as it uses them."""
        self.names = tuple(dict.fromkeys([name for use in uses for name in use.names]))
        """All names that it uses."""
        self.bare = frozenset([name for name in self.names if "." not in name])
        """The names without a prefix that it uses."""
        self._value_with = lru_cache(MOST_REMEMBERED)(self._computed)

    @cached_property
    def pool(self) -> bool:
        """Whether it is a pool in braces, whose dice are kept."""
        text = "".join([f"({piece.sort})" if isinstance(piece, Use) else piece for piece in self.pieces]).strip()
        return text.startswith("{") and text.endswith("}") and nameable_pool(parsed(text)) is not None

    def matching_expression(self, _: Callable[[str], Value]) -> Expression:
        """Return the expression to evaluate: itself; a look-up chooses one by its number."""
        return self

    def value(self, value_of: Callable[[str], Value]) -> int | str:
        """Return its number, or its text with the values of its names where that rolls dice, or is a pool."""
        try:
            return self._value_with(tuple([value_of(name) for name in self.names]))
        except DiceError as error:
            raise self._refused(error) from None

    def _computed(self, values: tuple[Value, ...]) -> int | str:
        value_of = dict(zip(self.names, values, strict=True)).__getitem__
        text = "".join([piece if isinstance(piece, str) else piece.filled(value_of) for piece in self.pieces])
        if len(text) > MOST_LETTERS:
            raise DiceError(f"with its dice filled in it is longer than {MOST_LETTERS:,} letters")
        number = None
        with suppress(FacesError):
            number = None if self.pool else roll(parsed(text), EnteredSource(())).total
        if number is not None and not -LARGEST <= number <= LARGEST:
            raise DiceError(f"{number:,} is beyond {LARGEST:,}")
        return text if number is None else number

    def number(self, value_of: Callable[[str], Value]) -> int:
        """Return its number; it rolls no dice."""
        number = self.value(value_of)
        if isinstance(number, str):
            raise self._refused(DiceError("no dice are rolled here", NO_DICE))
        return number

    def _refused(self, error: DiceError) -> RefusedError:
        return RefusedError(f"{self.where}: {error.message}", error.hint)


class LookUp(Record):
    """A look-up of a number: rows with a lowest and a highest number, and expressions or words."""

    path: str
    of: Expression
    rows: tuple[tuple[int, int, Any], ...]
    words: bool = False
    """Whether its rows are words for the report."""
    pool: bool = False

    @property
    def bare(self) -> frozenset[str]:
        """The names without a prefix that it uses."""
        return self.of.bare.union(*[row.bare for _, _, row in self.rows if isinstance(row, Expression)])

    @property
    def mentions(self) -> list[str]:
        """The names that the look-up uses, each twice, for it rolls no dice."""
        return [*self.bare, *self.bare]

    def matching_expression(self, value_of: Callable[[str], Value]) -> Expression | str:
        """Return the expression of the row that matches, or its words; RefusedError if none does, but for words."""
        number = self.of.number(value_of)
        for low, high, row in self.rows:
            if low <= number <= high:
                matching: Expression | str = row
                return matching
        if self.words:
            return ""
        raise RefusedError(f"{self.path}: no row has {number}", "Add one to the game.")


@lru_cache(MOST_REMEMBERED)
def _only_dice(text: str) -> str:
    """Return an expression without its constant terms: 1d8+3 without the 3."""
    terms = signed_terms(parsed(text))
    added = sum(sign * term.value for sign, term in terms if isinstance(term, Number))
    if all(isinstance(term, Number) for _, term in terms):
        return "0"
    return f"{text} - ({added})" if added else text


@lru_cache(MOST_REMEMBERED)
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


def compiled(text: str, path: str, names: Names, *, dice: bool = True) -> Expression:
    """Return the expression of a text; DiceError has the message and the column.

    The notation checks it with each name, or function of one, in a word as long as it is, so that columns stay.
    """
    if len(text) > MOST_LETTERS:
        raise DiceError(f"an expression has at most {MOST_LETTERS:,} letters, not {len(text):,}", "Take it apart.")
    pieces, checked, at = list[Piece](), "", 0
    sorts, written = dict[str, str](), dict[str, str]()
    while match := NAME.search(text, at):
        piece, at = _piece(text, path, names, match)
        if piece:
            before, word = text[len(checked) : match.start()], _word(text[match.start() : at])
            sorts[word] = piece.sort if isinstance(piece, Use) else NUMBER
            written[word] = text[match.start() : at]
            pieces += [before, piece]
            checked += before + word
    rest = text[len(checked) :]
    if _rolls(checked + rest, sorts, written) and not dice:
        raise DiceError("no dice are rolled here", NO_DICE, column=1)
    return Expression(text, path, [*pieces, rest])


def _word(text: str) -> str:
    """Return a name of the notation that is as long as a text and no function's: roun_ for the round."""
    word = re.sub(r"\W", "_", text)
    return f"{word[:-1]}_" if word.lower() in FUNCTIONS else word


def _piece(text: str, path: str, names: Names, match: re.Match[str]) -> tuple[Piece, int]:
    """Return the piece that begins with a name, and its end; an empty piece for a word of the notation."""
    name, start, end = match[0], match.start(), match.end()
    if called := CALLED.match(text, start):
        of = 2 if called[2] else 4
        if not names.sort(called[of]):
            raise DiceError(*names.unknown(called[of]), column=called.start(of) + 1)
        times = compiled(called[3], path, names, dice=False) if called[3] else None
        return Use(called[of], NUMBER if called[1] == "most" else DICE, called[1] or "", times), called.end()
    if word := _dashed_word(text, start, names):
        return f"({names.words[word]})", start + len(word)
    if name.lower() in ("if", *LOGIC) or (text[end : end + 1] == "(" and name.lower() in FUNCTIONS):
        return "", end
    if sort := names.sort(name):
        return Use(name, sort), end
    if "." not in name and NOTATION.fullmatch(name):
        return "", end
    if name in names.words:
        return f"({names.words[name]})", end
    raise DiceError(*names.unknown(name), column=start + 1)


def _dashed_word(text: str, start: int, names: Names) -> str:
    """Return the hyphenated word at a comparison; empty if there is none."""
    compared = text[:start].rstrip().endswith("=")
    for word in [word for word in names.words if "-" in word and text.startswith(word, start)]:
        if compared or text[start + len(word) :].lstrip().startswith(("=", "!=")):
            return word
    return ""


def _rolls(text: str, sorts: Mapping[str, str], written: Mapping[str, str]) -> bool:
    """Return whether a text with words of some sorts rolls dice; DiceError has the column in the text.

    Its hint has the names as they are ``written`` in place of the words.
    """
    before = "".join([f"{word} = {sort}; " for word, sort in sorts.items()])
    try:
        tree = parsed(before + text)
    except DiceError as error:
        hint = re.sub(r"\w+", lambda word: written.get(word[0], word[0]), error.hint)
        hint = hint if "A label follows #" not in hint else ""
        hint = hint or (BESIDE_DICE if 'after "d"' in error.message or 'found "d"' in error.message else "")
        raise DiceError(error.message, hint, column=max(0, error.column - len(before))) from None
    body = tree.body if isinstance(tree, Assignments) else tree
    return DICE in sorts.values() or any(isinstance(node, Dice) for node in body.self_and_descendants())
