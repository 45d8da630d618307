"""Dice notation: text to syntax tree.

The notation is Roll20's, but ``>`` and ``<`` are strict everywhere (``>=`` and ``<=`` are not)::

    expression   [6x] {name = value ;} value [# label]
    value        holds {(and | or) holds}
    holds        not holds  |  sum [(>= | > | <= | < | = | !=) sum]
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

For shells, ``ge le gt lt eq`` and ``x`` stand for ``>= <= > < =`` and ``!``. The manual, combatcli-dice(7), explains
all of it. One rule is applied here: a comparison after several dice counts those that meet it; any other comparison
compares two values and is 1 or 0.
"""

from __future__ import annotations

from combatcli.dice.limits import MOST_CHARACTERS, check_most_dice
from combatcli.dice.operands import OperandReader
from combatcli.dice.rare_nodes import Assignments, Conditional, GivenCondition, Variable, nameable_pool
from combatcli.dice.scanner import AmbiguousError, is_reserved
from combatcli.dice.tree import COMPARISONS, Arithmetic, Expression, Negative, Node, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_REMEMBERED = 256
_parsed: dict[str, Expression] = {}

_SUM = ("+", "-")
_PRODUCT = ("*", "//", "/", "%")


def parse(text: str) -> Expression:
    """Parse a dice expression; raise DiceError with the column at fault."""
    # Cached, because a rule enumerated over all outcomes parses the same few expressions thousands of times.
    expression = _parsed.get(text)
    if expression is None:
        expression = parse_with_names(text, {})
        if len(_parsed) >= _REMEMBERED:
            _parsed.clear()
        _parsed[text] = expression
    return expression


def parse_with_names(text: str, values: Mapping[str, int]) -> Expression:
    """Parse an expression that may use these values by name; see `parse`."""
    try:
        return _Parser(text, values).expression()
    except DiceError as error:
        error.text = text
        if isinstance(error, AmbiguousError):
            error.offer({line: what for line, what in error.ways.items() if _is_readable(line, values)})
        raise


def _is_readable(text: str, values: Mapping[str, int]) -> bool:
    try:
        _Parser(text, values).expression()
    except DiceError:
        return False
    return True


def with_condition(expression: Expression, condition: str) -> Expression:
    """Return an expression of the rolls in which a condition on its names is not 0.

    Raises DiceError where the condition cannot be parsed or uses no name; the column is in the condition.
    """
    tree, name = expression.tree, condition.partition("=")[0].strip()
    values = f"{expression.text.partition('#')[0].rpartition(';')[0]}; "
    no_name = DiceError("--given has no name of the expression in it", "As in 'a = 3d6; a' --given 'a >= 10'.")
    if not isinstance(tree, Assignments):
        raise no_name
    try:
        holds = parse(values + condition).tree
    except DiceError as error:
        known = f"It may use {', '.join(tree.names)}."
        error.text, error.column = condition, max(1, error.column - len(values))
        error.message = f"--given: {error.message}"
        error.hint = known if name.isidentifier() and name not in tree.names else error.hint or known
        raise
    assert isinstance(holds, Assignments)
    uses = [each for part in holds.children[len(tree.names) :] for each in part.self_and_descendants()]
    if not any(isinstance(each, Variable) and each.name in tree.names for each in uses):
        raise no_name
    return expression.changed(tree=GivenCondition(tree, holds, condition.strip()))


class _Parser(OperandReader):
    """Recursive-descent parser of one text."""

    def expression(self) -> Expression:
        """Read the whole text."""
        if (size := len(self.text)) > MOST_CHARACTERS:
            message = f"the expression is {size:,} characters long, more than {MOST_CHARACTERS:,}"
            raise self.error(message, at=MOST_CHARACTERS)
        if self.at_end():
            raise self.error("the expression is empty", "Write something like 3d6+2.")
        repeat = self.read_repetition()
        tree = self._assignments()
        label = self.read_label(tree)
        if not self.at_end():
            raise self.expected_error("an operator or the end")
        check_most_dice(tree.dice * repeat, 1)
        words = False
        if self.words:
            from combatcli.dice.pool_checks import shows_words

            words = shows_words(tree)
        return Expression(self.text, tree, repeat, label, self._labeled, words, tuple(self._notes), self._values)

    def _assignments(self) -> Node:
        """Read named values, each up to its semicolon, and the body after them."""
        column = self.skip_spaces() + 1
        while name := self._assigned():
            start = self.skip_spaces()
            value = self._value()
            part = self.part(start)
            # A group of one member that is dice stays a pool; dice kept of a name, as in h = p kh1, are a value.
            if str(part).lstrip("( ").startswith("{") and (pool := nameable_pool(value)):
                value = self._pools[name] = pool
            if not self.take(";"):
                raise self.expected_error(f'an operator, or ";" and an expression that uses {name}')
            self._named[name] = value, part
            self.names.append(name)
        body, values = self._value(), tuple([value for value, _ in self._named.values()])
        return Assignments(tuple(self._named), values, body, column) if values else body

    def _assigned(self) -> str:
        """Read a new name and the = after it, if they are next."""
        start, name = self.skip_spaces(), self.next_word()
        is_new = bool(name) and name not in self.names and not is_reserved(name)
        if is_new and self.take(name) and self.take("="):
            return name
        self.position = start
        return ""

    def _value(self) -> Node:
        """Read comparisons joined by ``and`` and ``or``.

        ``one and other`` is ``if(one, if(other, 1, 0), 0)``, ``one or other`` is ``if(one, 1, if(other, 1, 0))``.
        """
        either, both = list[Node](), self._compared()
        while self.at("a", "o") and ((binds := self._logic("and")) or self._logic("or")):
            other = self._compared()
            other = Conditional(other, Number(1), Number(0), other.column)
            if binds:
                both = Conditional(both, other, Number(0), both.column)
            else:
                either, both = [*either, both], other
        for one in either[::-1]:
            both = Conditional(one, Number(1), both, one.column)
        return both

    def _logic(self, word: str) -> bool:
        return self.at(word) and self.next_word() == word and self.take(word)

    def _compared(self) -> Node:
        if self._logic("not"):
            self._deeper()
            value = self._compared()
            self._depth -= 1
            return Conditional(value, Number(0), Number(1), value.column)
        start = self.skip_spaces()
        left = self._sum()
        left_part = self.part(start)
        operator = self.take_any(("!=",)) or self.take_comparison()
        if not operator:
            return left
        place = self.skip_spaces()
        right = self._sum()
        if self.take_comparison():
            raise self.error(
                "a comparison compares two values", "Of one roll compared twice: a = 1d6; (1 < a) + (a < 5) = 2."
            )
        from combatcli.dice.comparing import compared_or_counted

        compared = left, COMPARISONS.get(operator, operator), right
        node = compared_or_counted(compared, (left_part, self.part(place)), self._named)
        return Conditional(node, Number(0), Number(1), node.column) if operator == "!=" else node

    def _sum(self) -> Node:
        start, outer = self.skip_spaces(), self._selected
        terms, between, operator = [], list[str](), "+"
        while operator:
            self._selected = []
            terms.append((self._product(), self.part(start), self._selected))
            operator = self.take_any(_SUM)
            between += [operator] if operator else []
        self._selected = outer
        if any(selected for *_, selected in terms):
            from combatcli.dice.comparing import misread_total_position

            total_at = misread_total_position(terms)
            if total_at >= 0:
                # Read again: a comparison with a sum is no count.
                self.beyond.add(total_at)
                self.position = start
                return self._sum()
        nodes = tuple([node for node, *_ in terms])
        return Arithmetic(nodes, tuple(between), start + 1) if between else nodes[0]

    def _product(self) -> Node:
        column = self.skip_spaces() + 1
        factors, between = [self._signed()], []
        while operator := self.take_any(_PRODUCT):
            between.append(operator)
            factors.append(self._signed())
        return Arithmetic(tuple(factors), tuple(between), column) if between else factors[0]

    def _signed(self) -> Node:
        column = self.skip_spaces() + 1
        negative = False
        while sign := self.take_any(_SUM):
            negative ^= sign == "-"
        operand = self._power()
        return Negative(operand, column) if negative else operand

    def _power(self) -> Node:
        column = self.skip_spaces() + 1
        base = self._operand()
        if label := self.read_bracketed_label():
            self._labeled = True
            base.label = label
        if not self.take("**"):
            return base
        self._deeper()
        exponent = self._signed()
        self._depth -= 1
        return Arithmetic((base, exponent), ("**",), column)
