"""Expressions with names: the dice notation checks them, and rolls them once the names are replaced by values."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from combatcli.dice.exact.budget import UnendingError
from combatcli.dice.exact.expression import odds, shown_dice_of
from combatcli.dice.notation import parse
from combatcli.dice.rare_nodes import Assignments, Comparison, Conditional, nameable_pool
from combatcli.dice.rolling.breakdown import breakdown
from combatcli.dice.rolling.roll import roll, roll_total
from combatcli.dice.rolling.rolled import Rolled
from combatcli.dice.rolling.sources import EnteredSource, Source, Throw
from combatcli.dice.tree import FUNCTIONS, LOGIC, Arithmetic, Dice, Node, Number, signed_terms
from combatcli.errors import DiceError, FacesError, RefusedError, nearest
from combatcli.records import Record
from combatcli.rulesets.tasks import DisplayOnly

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
CALLED = re.compile(r"(?:(dice|most)\(|times\(([^,()]+),)\s*([a-z_][\w.]*)\s*\)")
"""A function of dice under a name."""
ELSEWHERE = {
    **dict.fromkeys(("true", "false"), "In an expression they are 1 and 0."),
    **dict.fromkeys(("then", "else"), "As in if(hit, 2, 1)."),
    "x": "Write * to multiply.",
}
"""The hints for words of other notations."""
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
            return f"{OTHERS.get(prefix, 'a combatant')} has no {key}", nearest(key, self.prefixes[prefix])
        if dot:
            here = f"Here are {', '.join(self.prefixes) or 'own keys alone'}."
            hint = f"Here {key} stands for itself, without {prefix}." if key in self.bare else here
            return f"there is no {prefix} here", hint
        owners = [each for each, keys in self.prefixes.items() if name in keys and each not in ("foe", "other")]
        hint = f"Did you mean {' or '.join([f'{each}.{name}' for each in owners])}?"
        return f"{name} has no value here", hint if owners else ELSEWHERE.get(name) or nearest(name, self.bare)


class Use(Record):
    """A name in an expression, or a function of one, and its sort; after its name those of its ``times``."""

    names: tuple[str, ...]
    sort: str = NUMBER
    function: Callable[[str], str] | None = None
    times: "Expression | None" = None

    def filled(self, value_of: Callable[[str], Value]) -> str:
        """Return the value's text in the dice notation.

        Faces stand in floor(): of plain numbers the notation refuses a comparison that none of them meets.
        """
        value: Value = value_of(self.names[0])
        if self.function is not None:
            return f"({self.function(str(value))})"
        if self.times is not None:
            times = self.times.number(value_of)
            if not 0 <= times <= MOST_TIMES:
                raise DiceError(f"times() rolls 0 to {MOST_TIMES} times, not {times}")
            return f"({'+'.join([f'({value})'] * times) or 0})"
        if isinstance(value, tuple):
            return "{" + ",".join([f"floor({face})" for face in value]) + "}" if value else "{0d6}"
        return str(value) if self.sort == POOL else f"({value})"


class Expression:
    """A compiled expression: ``pieces`` are text, and names with functions of them.

    A look-up is the expression of its number; ``rows`` have a lowest and a highest number, and expressions or words.
    """

    rows: Sequence[tuple[int, int, Any]] = ()

    def __init__(self, text: str, path: str, pieces: Sequence[str | Use], tree: Node) -> None:
        most = 40
        self.where = f'{path} "{text if len(text) <= most else f"{text[:most]}…"}"'
        """Its path and text, shortened if it is long."""
        self.pieces = pieces
        uses = [piece for piece in pieces if isinstance(piece, Use)]
        self.mentions = [use.names[0] for use in uses]
        """The names that it may roll, as often as it uses them; those of a look-up twice, for it rolls no dice."""
        self.names = tuple(dict.fromkeys([name for use in uses for name in use.names]))
        """All names that it uses."""
        of_numbers = isinstance(tree, Assignments) and len(tree.names) == len(self.names)
        of_numbers = of_numbers and all(use.sort == NUMBER and not use.function for use in uses)
        self.tree: Any = tree if of_numbers else None
        """Its tree, where each of the names stands for a number, if a fight writes no dice."""
        self.bare = frozenset([name for name in self.names if "." not in name])
        """The names without a prefix that it uses."""
        self._value_with = lru_cache(MOST_REMEMBERED)(self._computed)

    @cached_property
    def pool(self) -> bool:
        """Whether it is a pool in braces, whose dice are kept."""
        text = "".join([f"({piece.sort})" if isinstance(piece, Use) else piece for piece in self.pieces]).strip()
        return text.startswith("{") and text.endswith("}") and nameable_pool(parsed(text)) is not None

    def look_up(self, path: str, rows: Sequence[tuple[int, int, Any]]) -> "Expression":
        """Return the look-up of its number in some rows."""
        self.path, self.rows = path, rows
        self.bare = self.bare.union(*[row.bare for _, _, row in rows if isinstance(row, Expression)])
        self.mentions = [*self.bare, *self.bare]
        return self

    def chosen(self, value_of: Callable[[str], Value]) -> "Expression | str":
        """Return the expression to evaluate, or words: itself, or what a look-up has for its number."""
        if not self.rows:
            return self
        number = self.number(value_of)
        row: Expression | str | None = next((row for low, high, row in self.rows if low <= number <= high), None)
        if row is None and not isinstance(self.rows[0][-1], str):
            raise RefusedError(f"{self.path}: no row has {number}", "Add one to the game.")
        return row or ""

    def value(self, value_of: Callable[[str], Value]) -> int | str:
        """Return its number, or its text with the values of its names where that rolls dice, or is a pool."""
        try:
            return self._value_with(tuple([value_of(name) for name in self.names]))
        except DiceError as error:
            raise RefusedError(f"{self.where}: {error.message}", error.hint) from None

    def _computed(self, values: tuple[Value, ...]) -> int | str:
        value_of = dict(zip(self.names, values, strict=True)).__getitem__
        tree: Node | None = None
        if self.tree is not None and all(isinstance(value, int) for value in values):
            tree = Assignments(self.tree.names, tuple([Number(value) for value in values]), self.tree.body)
        text = "".join([piece if isinstance(piece, str) else piece.filled(value_of) for piece in self.pieces])
        if len(text) > MOST_LETTERS:
            raise DiceError(f"with its dice filled in it is longer than {MOST_LETTERS:,} letters")
        try:
            number = text if self.pool else roll(tree or parsed(text), EnteredSource(())).total
        except FacesError:
            parsed(text)
            return text
        if isinstance(number, int) and not -LARGEST <= number <= LARGEST:
            raise DiceError(f"{number:,} is beyond {LARGEST:,}")
        return number

    def number(self, value_of: Callable[[str], Value]) -> int:
        """Return its number; it rolls no dice."""
        number = self.value(value_of)
        if isinstance(number, str):
            raise RefusedError(f"{self.where}: no dice are rolled here", NO_DICE)
        return number


@lru_cache(MOST_REMEMBERED)
def _only_dice(text: str) -> str:
    """Return an expression without its constant terms: 1d8+3 without the 3."""
    added = sum(sign * term.value for sign, term in signed_terms(parsed(text)) if isinstance(term, Number))
    return f"{text} - ({added})" if added else text


@lru_cache(MOST_REMEMBERED)
def _most(text: str) -> str:
    totals = odds(parsed(text))
    if totals.tail:
        raise DiceError("dice that explode without end have no most")
    return str(max(totals))


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

    The notation checks it with each name, or function of one, in a word as long as it is, so that columns stay. A word
    is none of the notation's functions: roun_ for the round.
    """
    if len(text) > MOST_LETTERS:
        raise DiceError(f"an expression has at most {MOST_LETTERS:,} letters, not {len(text):,}", "Take it apart.")
    pieces, checked, at, done = list[str | Use](), "", 0, 0
    uses, written = dict[str, Use](), dict[str, str]()
    while match := NAME.search(text, at):
        piece, at = _piece(text, path, names, match)
        if piece:
            name = text[match.start() : at]
            word = re.sub(r"\W", "_", name)
            word = f"{word[:-1]}_" if word.lower() in FUNCTIONS else word
            if isinstance(piece, Use):
                uses[word], written[word] = piece, name
            else:
                word = piece.ljust(len(word))
            pieces += [text[done : match.start()], piece]
            checked += text[done : match.start()] + word
            done = at
    before = "".join([f"{word} = {use.sort}; " for word, use in uses.items()])
    try:
        tree = parsed(before + checked + text[done:])
    except DiceError as error:
        hint = re.sub(r"\w+", lambda word: written.get(word[0], word[0]), error.hint.replace(before, ""))
        hint = hint if "A label follows #" not in hint else ""
        hint = hint or (BESIDE_DICE if 'after "d"' in error.message or 'found "d"' in error.message else "")
        raise DiceError(error.message, hint, column=max(0, error.column - len(before))) from None
    nodes = (tree.body if isinstance(tree, Assignments) else tree).self_and_descendants()
    if not dice and (any(use.sort == DICE for use in uses.values()) or any(isinstance(node, Dice) for node in nodes)):
        raise DiceError("no dice are rolled here", NO_DICE, column=1)
    return Expression(text, path, [*pieces, text[done:]], tree)


def _piece(text: str, path: str, names: Names, match: re.Match[str]) -> tuple[Use | str, int]:
    """Return the use of a name, or a word's number, and its end; empty for a word of the notation."""
    name, start, end = match[0], match.start(), match.end()
    if called := CALLED.match(text, start):
        function, count, of = called.groups()
        if not names.sort(of):
            raise DiceError(*names.unknown(of), column=called.start(3) + 1)
        times = compiled(count, path, names, dice=False) if count else None
        used = of, *(times.names if times is not None else ())
        of_dice = {"dice": _only_dice, "most": _most}.get(function)
        return Use(used, NUMBER if function == "most" else DICE, of_dice, times), called.end()
    compared = text[:start].rstrip().endswith("=")
    for word in [word for word in names.words if "-" in word and text.startswith(word, start)]:
        if compared or text[start + len(word) :].lstrip().startswith(("=", "!=")):
            return f"({names.words[word]})", start + len(word)
    if name.lower() in ("if", *LOGIC) or (text[end : end + 1] == "(" and name.lower() in FUNCTIONS):
        return "", end
    if sort := names.sort(name):
        return Use((name,), sort), end
    if "." not in name and NOTATION.fullmatch(name):
        return "", end
    if name in names.words:
        return f"({names.words[name]})", end
    raise DiceError(*names.unknown(name), column=start + 1)


class _PoolThrow(Throw):
    """The dice of a pool; a rule may use their faces in ascending order."""

    text: str

    def roll(self, source: Source) -> Any:
        """Roll the pool; return the faces that count, ascending, and the dice to show."""
        rolled = roll(parsed(self.text), source)
        return tuple(sorted(rolled.kept)), DisplayOnly(rolled)

    def ways(self) -> Mapping[Any, int]:
        """Return in how many ways each tuple of faces comes up."""
        pool = nameable_pool(parsed(self.text))
        if pool is None or not pool.modifiers.plain():
            raise DiceError("odds know no dice of a pool of which some are kept", "Keep them where it is used.")
        results = Counter[Any]()
        for (faces, _), ways in shown_dice_of(pool.member).items():
            results[tuple(sorted(faces)), DisplayOnly(None)] += ways
        return results


def throw(source: Source, text: str, most: int | None, where: str, pool: bool) -> tuple[Value, Any]:  # noqa: FBT001  (a roll takes all by place)
    """Return the result of dice, a number or a pool's faces, and the dice for a report."""
    try:
        if pool:
            value, shown = source.throw(_PoolThrow(text))
        else:
            rolled = roll_total(parsed(text), source, most)
            value, shown = rolled.total, DisplayOnly(rolled)
    except DiceError as error:
        message, hint = error.message, error.hint
        if isinstance(error, UnendingError) and most is None:
            message = "its dice explode without end, so odds need a highest total that matters"
            hint = "Add it at the top of the game: most = 60"
        raise DiceError(f"{where}: {message}", hint) from None
    if not -LARGEST <= total_of(value) <= LARGEST:
        raise DiceError(f"{where}: {total_of(value):,} is beyond {LARGEST:,}")
    return value, shown


def total_of(value: Value) -> int:
    """Return a number, or the sum of a pool's faces."""
    return sum(value) if isinstance(value, tuple) else int(value)


def in_words(rolled: Rolled) -> str:
    """Return a roll in words, constants summed and dropped dice left out: [6] + 3 = 9; for a pool its dice."""
    text = _short(rolled)
    alone = text in (f"[{rolled.total}]", str(rolled.total)) or nameable_pool(rolled.node) is not None
    return text if alone else f"{text} = {rolled.total}"


def _short(rolled: Rolled) -> str:
    if not rolled.faces:
        return str(rolled.total)
    node = rolled.node
    if isinstance(node, Conditional):
        return _short(rolled.parts[-1])
    if not isinstance(node, Dice) and nameable_pool(node) is not None:
        text = breakdown(rolled)
        return text[text.find("[") : text.rfind("]") + 1] or text
    if isinstance(node, Comparison):
        return f" {node.operator} ".join(map(_short, rolled.parts))
    if not isinstance(node, Arithmetic):
        return breakdown(rolled).rpartition(" = ")[0]
    terms = [*zip(("+", *node.operators), map(_short, rolled.parts), strict=True)]
    if node.signs:
        number = sum(sign * part.total for sign, part in zip(node.signs, rolled.parts, strict=True) if not part.faces)
        terms = [term for term, part in zip(terms, rolled.parts, strict=True) if part.faces]
        terms += [("+" if number > 0 else "-", str(abs(number)))] if number else []
    elif terms[1:] == [("/", "1")]:
        terms = terms[:1]
    else:
        terms = [(sign, f"({text})" if " " in text else text) for sign, text in terms]
    return " ".join(chain(*terms)).removeprefix("+ ")
