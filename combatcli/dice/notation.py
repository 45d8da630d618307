"""Dice notation: text to syntax tree.

The notation is Roll20's, but ``>`` and ``<`` are strict everywhere (``>=`` and ``<=`` are not)::

    expression   [6x] sum [# label]
    sum          product {(+ | -) product}
    product      signed {(* | / | // | %) signed}
    signed       {+ | -} operand
    operand      [count] d sides {modifier}  |  { sum {, sum} } {modifier}  |  function ( sum {, sum} )
                 |  ( sum )  |  number
    count        number | ( sum ) | function ( … )
    sides        number | % | F | ( sum ) | { integer {, integer} }
    modifier     r N  ro N  ! N  !! N  !p N  !o N  min N  max N  kh N  kl N  dh N  dl N  k N  >= N … = N  f N

For a shell's sake ``ge le gt lt eq`` and ``x`` stand for ``>= <= > < =`` and ``!`` as well. Where ``r``, ``ro``,
``!…`` and ``f`` take a number, they take a comparison too. Modifiers may stand in any order
and are always worked in this one: rerolls and explosions as the dice are rolled, then min and max, then keeping and
dropping, then counting successes and failures. ``/`` and ``//`` round towards negative infinity; only within the
argument of ``floor`` and ``ceil`` is ``/`` exact. Spaces between the parts and the case of letters do not matter.
"""

from __future__ import annotations

from combatcli.dice.scanner import Scanner
from combatcli.dice.tree import (
    FATE,
    FUNCTIONS,
    MOST_CHARACTERS,
    MOST_DEPTH,
    MOST_DICE,
    MOST_SIDES,
    Arithmetic,
    Compare,
    CustomFaces,
    Dice,
    Explode,
    Expression,
    FunctionCall,
    Group,
    Modifiers,
    Negative,
    Node,
    Number,
)

_REMEMBERED = 256
_parsed: dict[str, Expression] = {}

_SUM = ("+", "-")
_PRODUCT = ("*", "//", "/", "%")
_COMPARISONS = {">=": ">=", "<=": "<=", ">": ">", "<": "<", "=": "="}
_COMPARISONS |= {"ge": ">=", "le": "<=", "gt": ">", "lt": "<", "eq": "="}
_EXPLOSIONS = {kind: kind for kind in ("!!", "!p", "!o", "!")}
_EXPLOSIONS |= {kind.replace("!", "x"): kind for kind in _EXPLOSIONS}
_COMPARING, _EXPLODING = tuple(_COMPARISONS), tuple(_EXPLOSIONS)
_KEEPS = ("kh", "kl", "dh", "dl")


def parse(text: str) -> Expression:
    """Return the expression that ``text`` stands for; raise DiceError with the column at fault if it is none."""
    # Remembered, because a rule enumerated over all outcomes reads the same few expressions thousands of times.
    expression = _parsed.get(text)
    if expression is None:
        expression = _Parser(text).expression()
        if len(_parsed) >= _REMEMBERED:
            _parsed.clear()
        _parsed[text] = expression
    return expression


class _Parser:
    """Recursive descent over one text."""

    __slots__ = ("_depth", "_dice", "_scan")

    def __init__(self, text: str) -> None:
        self._scan = Scanner(text)
        self._depth = 0
        self._dice = 0

    def expression(self) -> Expression:
        """Read the whole text."""
        scan = self._scan
        if len(scan.text) > MOST_CHARACTERS:
            raise scan.error(
                f"the expression is {len(scan.text):,} characters long, more than {MOST_CHARACTERS:,}",
                at=MOST_CHARACTERS,
            )
        if scan.ended():
            raise scan.error("the expression is empty", "Write something like 3d6+2.")
        repeat = self._repeat()
        tree = self._arithmetic(_SUM)
        label = scan.label()
        if not scan.ended():
            error = scan.expected("an operator or the end")
            if scan.take_one(_COMPARING):
                error.hint = "The chance of a total is that of `odds`, with --at-least N and --at-most N."
            raise error
        if self._dice * repeat > MOST_DICE:
            raise scan.error(
                f"{self._dice * repeat:,} dice are too many: an expression rolls at most {MOST_DICE:,}", at=0
            )
        return Expression(scan.text, tree, repeat, label)

    def _repeat(self) -> int:
        scan = self._scan
        start = scan.place()
        if not scan.at_digit():
            return 1
        repeat = scan.number("a number")
        if not scan.take("x"):
            scan.back(start)
            return 1
        if not 1 <= repeat <= MOST_DICE:
            raise scan.error(f"an expression is repeated 1 to {MOST_DICE:,} times, not {repeat:,}", at=start)
        return repeat

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self._scan.error(f"the expression is nested deeper than {MOST_DEPTH} levels", "Take it apart.")

    def _arithmetic(self, operators: tuple[str, ...]) -> Node:
        column = self._scan.place() + 1
        operands = [self._signed() if operators is _PRODUCT else self._arithmetic(_PRODUCT)]
        between = []
        while operator := self._scan.take_one(operators):
            between.append(operator)
            operands.append(self._signed() if operators is _PRODUCT else self._arithmetic(_PRODUCT))
        if not between:
            return operands[0]
        return self._scan.located(Arithmetic, tuple(operands), tuple(between), column)

    def _signed(self) -> Node:
        column = self._scan.place() + 1
        negative = False
        while sign := self._scan.take_one(_SUM):
            negative ^= sign == "-"
        operand = self._operand()
        return self._scan.located(Negative, operand, column) if negative else operand

    def _operand(self) -> Node:
        scan = self._scan
        start = scan.place()
        if scan.take("{"):
            return self._group(start)
        count = self._count()
        if count is None:
            if scan.take("d"):
                self._dice += 1
                return self._pool(Number(1, start + 1), start)
            raise scan.expected("a number, dice, a function or a parenthesis", FUNCTIONS)
        if not scan.take("d"):
            return count
        self._dice += count.value if isinstance(count, Number) else 0
        if self._dice > MOST_DICE:
            raise scan.error(f"{self._dice:,} dice are too many: an expression rolls at most {MOST_DICE:,}", at=start)
        return self._pool(count, start)

    def _count(self) -> Node | None:
        scan = self._scan
        start = scan.place()
        if scan.at_digit():
            return Number(scan.number("a number"), start + 1)
        if scan.take("("):
            return self._parenthesis()
        for name in FUNCTIONS:
            if scan.take(name):
                if not scan.take("("):
                    raise scan.expected(f'"(" after "{name}"')
                return self._function_call(name, start)
        return None

    def _parenthesis(self) -> Node:
        self._deeper()
        inner = self._arithmetic(_SUM)
        if not self._scan.take(")"):
            raise self._scan.expected('an operator or ")"')
        self._depth -= 1
        return inner

    def _listed(self, closing: str) -> tuple[Node, ...]:
        self._deeper()
        listed = [self._arithmetic(_SUM)]
        while self._scan.take(","):
            listed.append(self._arithmetic(_SUM))
        if not self._scan.take(closing):
            raise self._scan.expected(f'"," or "{closing}"')
        self._depth -= 1
        return tuple(listed)

    def _function_call(self, name: str, start: int) -> Node:
        scan = self._scan
        if scan.take(")"):
            raise scan.error(f"{name}() needs a value between its parentheses", at=start)
        arguments = self._listed(")")
        if len(arguments) > 1 and name not in ("min", "max"):
            raise scan.error(f"{name}() takes one value, found {len(arguments)}", at=start)
        return scan.located(FunctionCall, name, arguments, start + 1)

    def _pool(self, count: Node, start: int) -> Node:
        scan = self._scan
        sides_at = scan.place()
        sides = self._sides()
        if isinstance(sides, Number) and not 1 <= sides.value <= MOST_SIDES:
            raise scan.error(f"a die has 1 to {MOST_SIDES:,} sides, not {sides.value:,}", at=sides_at)
        modifiers = Modifiers()
        self._modifiers(modifiers, pool=True)
        known = _known_faces(sides)
        if modifiers.extra() and known is not None:
            scan.located(modifiers.refuse_endless, known, start + 1)
        return scan.located(Dice, count, sides, modifiers, start + 1)

    def _sides(self) -> Node:
        scan = self._scan
        start = scan.place()
        if scan.take("%"):
            return Number(100, start + 1)
        if scan.take("f"):
            return CustomFaces(FATE, start + 1)
        if scan.take("("):
            return self._parenthesis()
        if scan.take("{"):
            return self._faces(start)
        return Number(scan.number('a number of sides after "d"'), start + 1)

    def _faces(self, start: int) -> Node:
        scan = self._scan
        if scan.take("}"):
            raise scan.error("a die needs at least one face between { and }", at=start)
        values = [scan.integer("a face")]
        while scan.take(","):
            values.append(scan.integer("a face"))
        if not scan.take("}"):
            raise scan.expected('"," or "}"')
        return CustomFaces(tuple(values), start + 1)

    def _group(self, start: int) -> Node:
        scan = self._scan
        if scan.take("}"):
            raise scan.error("a group needs at least one member between { and }", at=start)
        members = self._listed("}")
        modifiers = Modifiers()
        self._modifiers(modifiers, pool=False)
        return scan.located(Group, members, modifiers, start + 1)

    def _modifiers(self, modifiers: Modifiers, *, pool: bool) -> None:
        scan = self._scan
        failure_at = scan.place()
        while True:
            start = scan.place()
            if scan.at("f"):
                failure_at = start
            if not (self._counting(modifiers) or self._keeping(modifiers) or (pool and self._rolling(modifiers))):
                break
        if modifiers.failure is not None and modifiers.success is None:
            raise scan.error(
                "failures are subtracted from successes, but none are counted", "Write 5d10>=8f1.", at=failure_at
            )
        if scan.at("d") and modifiers.success is not None:
            raise scan.error(
                "a comparison is with a number, not with dice", "Subtract the dice, and ask for 0 or more."
            )
        if scan.at("d"):
            after = "dice" if pool else "a group"
            raise scan.error(f'"d" after {after} is ambiguous', "Write dl1 to drop the lowest, dh1 the highest.")

    def _counting(self, modifiers: Modifiers) -> bool:
        """Read a success or failure count, if one stands here."""
        scan = self._scan
        start = scan.place()
        if scan.take("f"):
            if modifiers.failure is not None:
                raise scan.error("failures are counted twice", at=start)
            modifiers.failure = self._compare('a number or comparison after "f"')
            return True
        compare = self._comparison()
        if compare is None:
            return False
        if modifiers.success is not None:
            raise scan.error("successes are counted twice", at=start)
        modifiers.success = compare
        return True

    def _keeping(self, modifiers: Modifiers) -> bool:
        """Read a keep or drop, if one stands here."""
        scan = self._scan
        start = scan.place()
        kind = scan.take_one(_KEEPS)
        if not kind:
            if not scan.take("k"):
                return False
            kind = "kh"
        number = scan.number("a number") if scan.at_digit() else 1
        if number == 0:
            verb = "keep" if kind[0] == "k" else "drop"
            raise scan.error(f"the number of dice to {verb} begins at 1, found 0", at=start)
        modifiers.keeps.append((kind, number))
        return True

    def _rolling(self, modifiers: Modifiers) -> bool:
        """Read a reroll, an explosion or a bound, if one stands here."""
        scan = self._scan
        start = scan.place()
        if scan.take("ro"):
            modifiers.once.append(self._compare('a number or comparison after "ro"'))
        elif scan.take("r"):
            modifiers.rerolls.append(self._compare('a number or comparison after "r"'))
        elif kind := scan.take_one(_EXPLODING):
            if modifiers.explode is not None:
                raise scan.error("the dice explode twice", at=start)
            modifiers.explode = Explode(_EXPLOSIONS[kind], self._explodes_on())
        elif bound := scan.take_one(("min", "max")):
            if (modifiers.low if bound == "min" else modifiers.high) is not None:
                raise scan.error(f'"{bound}" is given twice', at=start)
            value = scan.integer(f'a number after "{bound}"')
            if bound == "min":
                modifiers.low = value
            else:
                modifiers.high = value
        else:
            return False
        return True

    def _explodes_on(self) -> Compare | None:
        if self._scan.at_digit():
            return Compare("=", self._scan.number("a number"))
        return self._comparison()

    def _comparison(self) -> Compare | None:
        operator = self._scan.take_one(_COMPARING)
        if not operator:
            return None
        return Compare(_COMPARISONS[operator], self._scan.integer(f'a number after "{operator}"'))

    def _compare(self, what: str) -> Compare:
        return self._comparison() or Compare("=", self._scan.integer(what))


def _known_faces(sides: Node) -> tuple[int, ...] | range | None:
    """Return the faces of a die, unless they are computed as it is rolled."""
    if isinstance(sides, CustomFaces):
        return sides.values
    if isinstance(sides, Number):
        return range(1, sides.value + 1)
    return None
