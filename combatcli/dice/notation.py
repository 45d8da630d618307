"""Dice notation: text to syntax tree.

The notation is Roll20's, but ``>`` and ``<`` are strict everywhere (``>=`` and ``<=`` are not)::

    expression   [6x] {name = value ;} value [# label]
    value        holds {(and | or) holds}
    holds        not holds  |  sum [(>= | > | <= | < | =) sum]
    sum          product {(+ | -) product}
    product      signed {(* | / | // | %) signed}
    signed       {+ | -} power
    power        operand ["[" label "]"] [** signed]
    operand      [count] d sides {modifier}  |  { member {, member} } {modifier}  |  function ( value {, value} )
                 |  ( value )  |  number  |  name {modifier}
    member       [6x] value
    count        number | ( value ) | function ( … )
    sides        number | % | F | ( value ) | { faces {, faces} }
    faces        (integer [.. integer] | word) [: number]
    modifier     r N  ro N  ! N  !! N  !p N  !o N  min N  max N  u  kh N  kl N  dh N  dl N  k N  >= N … = N  f N
                 |  mt N  ms  mr  s  sd

For a shell's sake ``ge le gt lt eq`` and ``x`` stand for ``>= <= > < =`` and ``!`` as well. What all of it means is in
the manual, combatcli-dice(7). One rule is held here: a comparison with a number that follows dice counts those that
meet it; any other one compares two values and is 1 or 0.
"""

from __future__ import annotations

from combatcli.dice.limits import MOST_CHARACTERS, MOST_DEPTH, check_most_dice, check_sides
from combatcli.dice.modifiers import COMPARING, COMPARISONS, ModifierReader
from combatcli.dice.scanner import Scanner, begins_die
from combatcli.dice.tree import (
    FATE,
    FUNCTIONS,
    Arithmetic,
    CustomFaces,
    Dice,
    Expression,
    Group,
    Negative,
    Node,
    Number,
    known_faces,
    last_pool,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rare_nodes import PooledSum
    from combatcli.dice.tree import Word

_REMEMBERED = 256
_parsed: dict[str, Expression] = {}

_SUM = ("+", "-")
_LOGIC = ("and", "not", "or")
_PRODUCT = ("*", "//", "/", "%")


def parse(text: str) -> Expression:
    """Return the expression that ``text`` stands for; raise DiceError with the column at fault if it is none."""
    # Remembered, because a rule enumerated over all outcomes reads the same few expressions thousands of times.
    expression = _parsed.get(text)
    if expression is None:
        try:
            expression = _Parser(text).expression()
        except DiceError as error:
            from combatcli.dice.elsewhere import hint_for

            error.text, error.hint = text, hint_for(text, error)
            raise
        if len(_parsed) >= _REMEMBERED:
            _parsed.clear()
        _parsed[text] = expression
    return expression


class _Parser:
    """Recursive descent over one text."""

    __slots__ = ("_depth", "_dice", "_labeled", "_names", "_pools", "_scan", "_sum_at", "_words", "_written")

    def __init__(self, text: str) -> None:
        self._scan = Scanner(text)
        self._depth = self._dice = self._sum_at = 0
        self._labeled = False
        self._names: tuple[str, ...] = ()
        self._pools: dict[str, PooledSum] = {}
        self._words: dict[str, Word] = {}
        self._written: dict[str, tuple[Node, str]] = {}

    def expression(self) -> Expression:
        """Read the whole text."""
        scan = self._scan
        if (size := len(scan.text)) > MOST_CHARACTERS:
            message = f"the expression is {size:,} characters long, more than {MOST_CHARACTERS:,}"
            raise scan.error(message, at=MOST_CHARACTERS)
        if scan.ended():
            raise scan.error("the expression is empty", "Write something like 3d6+2.")
        repeat = scan.repeat()
        tree = self._assignments()
        label = scan.label(tree)
        if not scan.ended():
            raise scan.expected("an operator or the end")
        check_most_dice(self._dice * repeat, 1)
        expression = Expression(scan.text, tree, repeat, label)
        expression.labeled = self._labeled
        if self._words:
            from combatcli.dice.written_faces import shows_words

            expression.words = shows_words(tree)
        return expression

    def _assignments(self) -> Node:
        """Read values that are given names, each up to its semicolon, and what is made of them."""
        scan = self._scan
        column = scan.position() + 1
        values = []
        while name := self._assigned():
            values.append(self._named_value(name))
            if not scan.take(";"):
                raise scan.expected(f'an operator, or ";" and an expression that uses {name}')
            self._names += (name,)
        body = self._value()
        if not values:
            return body
        from combatcli.dice.rare_nodes import Assignments

        return Assignments(self._names, tuple(values), body, column)

    def _named_value(self, name: str) -> Node:
        """Read what a name is given; a group of one member that is dice keeps them."""
        from combatcli.dice.rare_nodes import pool_to_name

        start = self._scan.position()
        value = self._value()
        self._written[name] = value, self._scan.text[start : self._scan.position()]
        pool = pool_to_name(value)
        if pool is None:
            return value
        self._pools[name] = pool
        return pool

    def _assigned(self) -> str:
        """Read a new name and the = after it, if they stand here."""
        scan = self._scan
        start = scan.position()
        name = scan.word()
        if not name or name in self._names or name in (*FUNCTIONS, *_LOGIC) or begins_die(name):
            return ""
        scan.take(name)
        if scan.take("="):
            return name
        scan.back(start)
        return ""

    def _value(self, *, joined: bool = False) -> Node:
        """Read a sum, or two that are compared, or ``not`` such; unless it is ``joined`` already, what joins it."""
        scan = self._scan
        if self._logic("not"):
            from combatcli.dice.rare_nodes import Conditional

            self._deeper()
            value = self._value(joined=True)
            value = Conditional(value, Number(0), Number(1), value.column)
            self._depth -= 1
        else:
            value = self._compared()
        if joined or not (scan.at("a") or scan.at("o")):
            return value
        from combatcli.dice.rare_nodes import joined as joined_to

        return joined_to(value, self._logic, lambda: self._value(joined=True))

    def _logic(self, word: str) -> bool:
        return self._scan.at(word) and self._scan.word() == word and self._scan.take(word)

    def _compared(self) -> Node:
        scan = self._scan
        column = scan.position() + 1
        left = self._arithmetic(_SUM)
        ends = scan.position()
        operator = scan.take_one(COMPARING)
        if not operator:
            return left
        place = scan.position()
        right = self._arithmetic(_SUM)
        if scan.take_one(COMPARING):
            raise scan.error(
                "a comparison compares two values", "Of one roll compared twice: a = 1d6; (1 < a) + (a < 5) = 2."
            )
        from combatcli.dice.calls import comparison_of

        places = (column, scan.text[column - 1 : ends]), (place + 1, scan.text[place : scan.position()])
        return comparison_of((left, COMPARISONS[operator], right), places, self._written)

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self._scan.error(f"the expression is nested deeper than {MOST_DEPTH} levels", "Take it apart.")

    def _arithmetic(self, operators: tuple[str, ...]) -> Node:
        column = self._scan.position() + 1
        outer = self._sum_at
        if operators is _SUM:
            self._sum_at = column - 1
        operands = [self._signed() if operators is _PRODUCT else self._arithmetic(_PRODUCT)]
        between = []
        while operator := self._scan.take_one(operators):
            between.append(operator)
            operands.append(self._signed() if operators is _PRODUCT else self._arithmetic(_PRODUCT))
            pool = last_pool(operands[-1]) if operators is _SUM else None
            if pool and pool.modifiers.success:
                from combatcli.dice.slips import check_count_after

                text = self._scan.text[column - 1 : self._scan.position()].rstrip()
                check_count_after(operands[:-1], pool, text, column)
        self._sum_at = outer
        return Arithmetic(tuple(operands), tuple(between), column) if between else operands[0]

    def _signed(self) -> Node:
        column = self._scan.position() + 1
        negative = False
        while sign := self._scan.take_one(_SUM):
            negative ^= sign == "-"
        operand = self._power()
        return Negative(operand, column) if negative else operand

    def _power(self) -> Node:
        scan = self._scan
        column = scan.position() + 1
        base = self._operand()
        if label := scan.bracketed():
            self._labeled = True
            base.label = label
        if not scan.take("**"):
            return base
        self._deeper()
        exponent = self._signed()
        self._depth -= 1
        return Arithmetic((base, exponent), ("**",), column)

    def _operand(self) -> Node:
        scan = self._scan
        start = scan.position()
        if scan.take("{"):
            return self._group(start)
        word = scan.word()
        if word in self._names and scan.take(word):
            return self._variable(word, start)
        count = self._count()
        if count is None:
            if scan.take_die():
                self._dice += 1
                return self._pool(Number(1, start + 1), start)
            raise scan.expected("a number, dice, a function or a parenthesis", (*FUNCTIONS, *self._names, *self._words))
        if not scan.take_die():
            return count
        self._dice += count.value if isinstance(count, Number) else 0
        check_most_dice(self._dice, start + 1)
        return self._pool(count, start)

    def _variable(self, name: str, start: int) -> Node:
        """Make a name that was read a node; what is asked of the dice of a pool follows it."""
        from combatcli.dice.rare_nodes import Variable

        pool = self._pools.get(name)
        variable = Variable(name, start + 1, pool=pool is not None)
        if pool is None:
            return variable
        read = ModifierReader(self._scan, pool=False, words=self._words)
        if not read.alters():
            return variable
        from combatcli.dice.calls import asked_of_pool

        asked = asked_of_pool(variable, pool, read, self._scan.text[start : read.counted_at])
        return self._matched(asked, read, start)

    def _count(self) -> Node | None:
        scan = self._scan
        start = scan.position()
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
        inner = self._value()
        if not self._scan.take(")"):
            raise self._scan.expected('an operator or ")"')
        self._depth -= 1
        return inner

    def _function_call(self, name: str, start: int) -> Node:
        scan = self._scan
        if scan.take(")"):
            raise scan.error(f"{name}() needs a value between its parentheses", at=start)
        self._deeper()
        before = self._dice
        arguments = [self._value()]
        condition = self._dice
        branches = []
        while scan.take(","):
            self._dice = condition if name == "if" else self._dice
            arguments.append(self._value())
            branches.append(self._dice)
        if not scan.take(")"):
            raise scan.expected('"," or ")"')
        self._depth -= 1
        if name == "if":
            # Of its branches only one is rolled, and so only the larger one counts.
            self._dice = max(branches, default=before)
        from combatcli.dice.calls import call_of

        return call_of(scan, name, arguments, start)

    def _pool(self, count: Node, start: int) -> Node:
        scan = self._scan
        sides_at = scan.position()
        sides = self._sides()
        if isinstance(sides, Number):
            check_sides(sides.value, sides_at + 1)
        known = known_faces(sides)
        lowest = min(known) if isinstance(known, tuple) else 1
        read = ModifierReader(scan, pool=True, words=self._words, lowest=lowest)
        if read.modifiers.extra() and known is not None:
            read.modifiers.refuse_endless(known, start + 1)
        dice = Dice(count, sides, read.modifiers, start + 1)
        if read.modifiers.drawn or (read.modifiers.success is not None and known is not None):
            from combatcli.dice.slips import check_pool

            ends = read.counted_at
            check_pool(dice, (scan.text[start:ends], scan.text[self._sum_at : ends]), ends)
        return self._matched(dice, read, start)

    def _matched(self, pool: Node, read: ModifierReader, start: int) -> Node:
        if not read.match:
            return pool
        from combatcli.dice.rare_nodes import MatchNode

        return MatchNode(*read.match, pool, start + 1)

    def _sides(self) -> Node:
        scan = self._scan
        start = scan.position()
        if scan.take("%"):
            return Number(100, start + 1)
        if scan.take("f"):
            return CustomFaces(FATE, start + 1)
        if scan.take("("):
            return self._parenthesis()
        if scan.take("{"):
            from combatcli.dice.written_faces import read_faces

            faces = CustomFaces(read_faces(scan, start, self._words), start + 1)
            if name := next((name for name in self._names if name in self._words), ""):
                raise scan.error(
                    f"{name} is a number here, not a word", f"Write d({name}) for so many sides.", at=start
                )
            return faces
        return Number(scan.number('a number of sides after "d"'), start + 1)

    def _group(self, start: int) -> Node:
        scan = self._scan
        if scan.take("}"):
            raise scan.error("a group needs at least one member between { and }", at=start)
        self._deeper()
        members = self._member()
        while scan.take(","):
            members += self._member()
        if not scan.take("}"):
            raise scan.expected('"," or "}"')
        self._depth -= 1
        read = ModifierReader(scan, pool=False, words=self._words)
        from combatcli.dice.calls import group_of

        return self._matched(group_of(scan, Group(members, read.modifiers, start + 1), read), read, start)

    def _member(self) -> tuple[Node, ...]:
        """Read a member, as often as its 6x says; its dice count as often."""
        before = self._dice
        start = self._scan.position()
        repeat = self._scan.repeat()
        member = self._value()
        # Members without dice count as one each, or else repeating the repeated would take forever.
        self._dice = before + repeat * max(self._dice - before, int(repeat > 1))
        check_most_dice(self._dice, start + 1)
        return (member,) * repeat
