"""Comparisons: whether one counts dice or compares two values, and the refusal of what may be meant either way.

What follows a comparison is one value, as it reads. Where a pool stands before it, its dice are counted, by what is
rolled as by a number; where one die, a sum or a total stands there, two values are compared.
"""

from __future__ import annotations

from copy import copy

from combatcli.dice import slips
from combatcli.dice.modifiers import COMPARISONS
from combatcli.dice.rare_nodes import (
    Comparison,
    Conditional,
    CountedAgainst,
    MatchNode,
    PooledSum,
    Variable,
    pool_to_name,
)
from combatcli.dice.tree import (
    Arithmetic,
    Compare,
    Dice,
    FunctionCall,
    Modifiers,
    Negative,
    Node,
    Number,
    Pool,
    last_pool,
    signed_terms,
)
from combatcli.dice.values import call, operate
from combatcli.errors import DiceError
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Place = tuple[int, str]
    """Where a value is written, a column, and how."""
    Span = tuple[int, int]
    """Where a term of a sum begins and ends."""
    Written = Mapping[str, tuple[Node, str]]
    """What stands under each name, and how it was written."""

_TURNED = str.maketrans("<>", "><")


class OpenCount(Record):
    """A pool whose dice are counted by a number behind which a sum goes on, as in 5d10>=7+2.

    ``start``, ``at`` and ``ends`` are where the pool, its comparison and what follows begin; ``check`` raises DiceError
    where such a count makes no sense.
    """

    pool: Node
    start: int
    at: int
    ends: int
    check: Callable[[], None]


class Terms(Record):
    """The terms of a sum, the signs between them, and where each stands."""

    nodes: Sequence[Node]
    between: Sequence[str]
    spans: Sequence[Span]


def check_sum(text: str, terms: Terms, opened: Sequence[OpenCount], written: Written) -> int:
    """Return where a comparison of totals stands that was read as a count; -1 where none is.

    ``text`` is the expression. Raises DiceError where a count may be meant as a total.
    """
    for count in opened:
        after = [place for place, (start, _) in enumerate(terms.spans) if start > count.ends]
        added = bool(after) and text[count.ends] in "+-"
        if added and all(_counts(terms.nodes[place], text, terms.spans[place]) for place in after):
            count.check()
        elif slips.dice_kept(count.pool) == 1:
            return count.at
        else:
            raise _sum_after_count(text, terms, count, written)
    start = terms.spans[0][0]
    for place in range(1, len(terms.nodes)):
        pool = last_pool(terms.nodes[place])
        if pool and pool.modifiers.success:
            ended = text[start : terms.spans[place][1]].rstrip()
            slips.check_count_after(terms.nodes[:place], pool, ended, start + 1)
    return -1


def _counts(term: Node, text: str, span: Span) -> bool:
    """Return whether a term is a count that stands without parentheses."""
    pool = last_pool(term)
    return bool(pool and pool.modifiers.success) and not text[slice(*span)].rstrip().endswith((")", "]"))


def _sum_after_count(text: str, terms: Terms, count: OpenCount, written: Written) -> DiceError:
    """Return the error of a count and a sum, 5d10>=7+2: the sum may be added to the count or to the number."""
    ends = terms.spans[-1][1]
    pool, compare, rest = (
        text[start:end].strip() for start, end in ((count.start, count.at), (count.at, count.ends), (count.ends, ends))
    )
    sign = compare.rstrip("+-0123456789 ")
    value = f"{compare.removeprefix(sign).strip()}{rest}"
    known = _value_of(terms, count, written)
    summed = value if known is None else str(known)
    counted = ""
    try:
        count.check()
        counted = f"({pool}{compare}){rest} to go on with the count, "
    except DiceError:
        pass
    if known is not None and not _is_met(count.pool, sign, known):
        hint = f"Write {counted}({pool}) {sign} {summed} for the total."
    else:
        dice = pool if known is not None or not isinstance(count.pool, Dice) else f"{{{pool}}}"
        summed = summed if known is not None else f"({summed})"
        hint = f"Write {counted}{dice}{sign}{summed} to count by {value}."
    return DiceError("a sum after a count may belong to it or to its number", hint, column=count.ends + 1)


def _is_met(pool: Node, sign: str, value: int) -> bool:
    """Return whether dice of a pool may be counted by a number."""
    if not isinstance(pool, Pool):
        return False
    asked = copy(pool)
    asked.modifiers = copy(pool.modifiers)
    asked.modifiers.success, asked.modifiers.failure = Compare(COMPARISONS[sign.lower()], value), None
    try:
        slips.check_counted(asked, ("", ""), 0)
    except DiceError:
        return False
    return True


def _value_of(terms: Terms, count: OpenCount, written: Written) -> int | None:
    """Return the number of a count with what is added to it; None where that is rolled, or multiplied."""
    after = [place for place, (start, _) in enumerate(terms.spans) if start > count.ends]
    last = after[0] - 1 if after else len(terms.spans) - 1
    if not after or terms.spans[last][1] > count.ends or not isinstance(count.pool, Pool):
        return None
    success = count.pool.modifiers.success
    if success is None:
        return None
    numbers = (Number(success.value), *[terms.nodes[place] for place in after])
    return constant(Arithmetic(numbers, tuple(terms.between[last:])), written)


def comparison_of(parts: tuple[Node, str, Node], places: tuple[Place, Place], written: Written) -> Node:
    """Return two values compared, or the dice counted that stand before the comparison.

    ``places`` are those of the two values. In parentheses a value stands further on than its operand begins, and then
    its total is what is meant.
    """
    left, operator, right = parts
    if left.column == places[0][0] and _is_pool(left) and not _is_pool(right):
        return _counted(parts, places, written)
    if _is_given(left) and right.column == places[1][0] and _is_pool(right):
        _check_turned(parts, places, written)
    if isinstance(left, (Variable, MatchNode)) and isinstance(right, Number):
        plain = isinstance(left, Variable) and not left.pool and left.column == places[0][0]
        named = written.get(left.name) if plain and isinstance(left, Variable) else None
        slips.check_compared(left, named, operator, right.value, places[0][1])
    return Comparison(left, operator, right, places[0][0])


def opposite_of(compared: Node, column: int) -> Node:
    """Return 1 where a comparison of two values does not hold, else 0; DiceError where it counts dice."""
    if not isinstance(compared, Comparison):
        raise DiceError('"!=" compares two values, and dice are counted here', "As in (3d6) != 10.", column=column)
    return Conditional(compared, Number(0), Number(1), compared.column)


def _is_pool(node: Node) -> bool:
    """Return whether a node is several dice or members that may be counted, and are not yet."""
    if isinstance(node, Variable):
        return node.pool
    return isinstance(node, Pool) and node.modifiers.success is None and slips.dice_kept(node) > 1


def _counted(parts: tuple[Node, str, Node], places: tuple[Place, Place], written: Written) -> Node:
    """Return the node that counts the dice before a comparison, by the value after it."""
    left, operator, right = parts
    texts = places[0][1].strip(), places[1][1].strip()
    value = constant(right, written)
    if value is None and isinstance(left, Dice) and any(isinstance(term, Dice) for _, term in signed_terms(right)):
        raise DiceError(
            f"{texts[0]} may be meant as a total, or its dice as counted",
            f"Write ({texts[0]}) {operator} {texts[1]} for the total, {{{texts[0]}}} {operator} ({texts[1]}) for the "
            "count.",
            column=left.column,
        )
    counted = CountedAgainst(_as_pool(left), operator, right if value is None else Number(value), left.column)
    if value is None:
        return counted
    node = counted.counting(value)
    shown = PooledSum(written_member(left, written), node.modifiers) if isinstance(left, Variable) else node
    slips.check_counted(shown, (texts[0], texts[0]), left.column + len(texts[0]))
    return node


def written_member(name: Variable, written: Written) -> Node:
    """Return the sum of dice that a pool with a name is."""
    pool = pool_to_name(written[name.name][0])
    return pool.member if pool else name


def _as_pool(node: Node) -> Pool:
    """Return what may be counted: a name of a pool, or a group of one member, as the dice of that pool."""
    if isinstance(node, Variable):
        return PooledSum(node, Modifiers(), node.column)
    assert isinstance(node, Pool)
    return pool_to_name(node) or node


def constant(node: Node, written: Written) -> int | None:
    """Return the value of arithmetic that rolls no dice, nor do the names in it; None of any other node."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Variable):
        return constant(written[node.name][0], written)
    if not isinstance(node, (Arithmetic, Negative, FunctionCall)):
        return None
    found = [constant(child, written) for child in node.children]
    ratios = [(value, 1) for value in found if value is not None]
    if len(ratios) < len(found) or (isinstance(node, FunctionCall) and node.name in ("floor", "ceil")):
        return None
    value = ratios[0]
    if isinstance(node, Arithmetic):
        for operator, other in zip(node.operators, ratios[1:], strict=True):
            value = operate(operator, value, other, exact=False, column=node.column)
    elif isinstance(node, FunctionCall):
        value = call(node.name, ratios)
    return -value[0] if isinstance(node, Negative) else value[0]


def _check_turned(parts: tuple[Node, str, Node], places: tuple[Place, Place], written: Written) -> None:
    """Raise DiceError where a pool stands behind the comparison and its dice may be meant, as in 5 <= 2d6."""
    left, operator, right = parts
    value = constant(left, written)
    turned = operator.translate(_TURNED)
    if value is None or slips.may_count(right, turned, value) or isinstance(right, Variable):
        other, dice = (text.strip() for _, text in places)
        raise DiceError(
            f"{dice} is a total here, but its dice may have been meant",
            f"Write ({dice}) {turned} {other} for the total, {dice} {turned} {other} for the count.",
            column=right.column,
        )


def _is_given(node: Node) -> bool:
    """Return whether a value rolls no dice: a number, a name for one, or made of these."""
    return not any(isinstance(each, Dice) or (isinstance(each, Variable) and each.pool) for each in node.beneath())
