"""Comparisons: whether one counts dice or compares two values, and the refusal of ambiguous ones.

The right side of a comparison is one value. If the left side is a pool, its dice are counted, also against a rolled
value; if it is one die, a sum or a total, two values are compared.
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
    """The column and the text of a value."""
    Span = tuple[int, int]
    """The start and the end of a term of a sum."""
    Written = Mapping[str, tuple[Node, str]]
    """The value of each name, with its text."""

_TURNED = str.maketrans("<>", "><")


class OpenCount(Record):
    """A counted pool after whose number a sum goes on, as in 5d10>=7+2.

    ``start``, ``at`` and ``ends`` are where the pool, its comparison and the rest begin; ``check`` raises DiceError
    where such a count makes no sense.
    """

    pool: Node
    start: int
    at: int
    ends: int
    check: Callable[[], None]


class Terms(Record):
    """The terms of a sum, the signs between them, and the span of each term."""

    nodes: Sequence[Node]
    between: Sequence[str]
    spans: Sequence[Span]


def check_sum(text: str, terms: Terms, opened: Sequence[OpenCount], written: Written) -> int:
    """Return the position of a comparison of totals that was read as a count, or -1.

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
    """Return whether a term is a count outside of parentheses."""
    pool = last_pool(term)
    return bool(pool and pool.modifiers.success) and not text[slice(*span)].rstrip().endswith((")", "]"))


def _sum_after_count(text: str, terms: Terms, count: OpenCount, written: Written) -> DiceError:
    """Return the error of an ambiguous 5d10>=7+2: the 2 may be added to the count or to the number."""
    ends = terms.spans[-1][1]
    pool, compare, rest = (
        text[start:end].strip() for start, end in ((count.start, count.at), (count.at, count.ends), (count.ends, ends))
    )
    sign = compare.rstrip("+-0123456789 ")
    value = f"{compare.removeprefix(sign).strip()}{rest}"
    threshold = _value_of(terms, count, written)
    summed = value if threshold is None else str(threshold)
    counted = ""
    try:
        count.check()
        counted = f"({pool}{compare}){rest} to go on with the count, "
    except DiceError:
        pass
    if threshold is not None and not _is_met(count.pool, sign, threshold):
        hint = f"Write {counted}({pool}) {sign} {summed} for the total."
    else:
        dice = pool if threshold is not None or not isinstance(count.pool, Dice) else f"{{{pool}}}"
        summed = summed if threshold is not None else f"({summed})"
        hint = f"Write {counted}{dice}{sign}{summed} to count by {value}."
    return DiceError("a sum after a count may belong to it or to its number", hint, column=count.ends + 1)


def _is_met(pool: Node, sign: str, value: int) -> bool:
    """Return whether a pool may have dice that meet a comparison."""
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
    """Return the number of a count plus the constants after it; None where these are rolled or multiplied."""
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
    """Return the node of two compared values, or of the counted dice on the left.

    ``places`` are those of the two values. A value in parentheses begins after its operand does; its total is compared.
    """
    left, operator, right = parts
    if left.column == places[0][0] and _is_pool(left) and not _is_pool(right):
        return _counted(parts, places, written)
    if _is_without_dice(left) and right.column == places[1][0] and _is_pool(right):
        _check_turned(parts, places, written)
    if isinstance(left, (Variable, MatchNode)) and isinstance(right, Number):
        plain = isinstance(left, Variable) and not left.pool and left.column == places[0][0]
        named = written.get(left.name) if plain and isinstance(left, Variable) else None
        slips.check_compared(left, named, operator, right.value, places[0][1])
    return Comparison(left, operator, right, places[0][0])


def opposite_of(compared: Node, column: int) -> Node:
    """Return the node of ``not`` a comparison; raise DiceError where it counts dice."""
    if not isinstance(compared, Comparison):
        raise DiceError('"!=" compares two values, and dice are counted here', "As in (3d6) != 10.", column=column)
    return Conditional(compared, Number(0), Number(1), compared.column)


def _is_pool(node: Node) -> bool:
    """Return whether a node is several dice or members that are not yet counted."""
    if isinstance(node, Variable):
        return node.pool
    return isinstance(node, Pool) and node.modifiers.success is None and slips.dice_kept(node) > 1


def _counted(parts: tuple[Node, str, Node], places: tuple[Place, Place], written: Written) -> Node:
    """Return the node that counts the dice on the left against the value on the right."""
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
    """Return the sum of dice that a named pool stands for."""
    pool = pool_to_name(written[name.name][0])
    return pool.member if pool else name


def _as_pool(node: Node) -> Pool:
    """Return the pool to count: the dice of a named pool or of a group with one member."""
    if isinstance(node, Variable):
        return PooledSum(node, Modifiers(), node.column)
    assert isinstance(node, Pool)
    return pool_to_name(node) or node


def constant(node: Node, written: Written) -> int | None:
    """Return the value of a node without dice, in its names too; None for any other node."""
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Variable):
        return constant(written[node.name][0], written)
    if not isinstance(node, (Arithmetic, Negative, FunctionCall)):
        return None
    values = [constant(child, written) for child in node.children]
    ratios = [(value, 1) for value in values if value is not None]
    if len(ratios) < len(values) or (isinstance(node, FunctionCall) and node.name in ("floor", "ceil")):
        return None
    value = ratios[0]
    if isinstance(node, Arithmetic):
        for operator, other in zip(node.operators, ratios[1:], strict=True):
            value = operate(operator, value, other, exact=False, column=node.column)
    elif isinstance(node, FunctionCall):
        value = call(node.name, ratios)
    return -value[0] if isinstance(node, Negative) else value[0]


def _check_turned(parts: tuple[Node, str, Node], places: tuple[Place, Place], written: Written) -> None:
    """Raise DiceError where the dice of a pool on the right may be meant, as in 5 <= 2d6."""
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


def _is_without_dice(node: Node) -> bool:
    """Return whether a value rolls no dice: a number, the name of one, or arithmetic of these."""
    return not any(isinstance(each, Dice) or (isinstance(each, Variable) and each.pool) for each in node.beneath())
