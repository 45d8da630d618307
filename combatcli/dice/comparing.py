"""Comparisons: whether one counts dice or compares two values, and the refusal of ambiguous ones.

The right side of a comparison is one value. If the left side is a pool, its dice are counted, also against a rolled
value; if it is one die, a sum or a total, two values are compared.
"""

from __future__ import annotations

from combatcli.dice.modifiers import UNEQUAL
from combatcli.dice.pool_checks import check_keeps, check_success_comparison, number_kept, sample_counted_values
from combatcli.dice.rare_nodes import Comparison, CountedAgainst, MatchNode, PooledSum, Variable, nameable_pool
from combatcli.dice.ratios import call_function, operate
from combatcli.dice.scanner import AmbiguousError, Part
from combatcli.dice.tree import (
    Arithmetic,
    Compare,
    Dice,
    FunctionCall,
    Group,
    Modifiers,
    Negative,
    Node,
    Number,
    Pool,
    WordFace,
    signed_terms,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combatcli.dice.modifiers import ModifierReader

    Named = Mapping[str, tuple[Node, Part]]
    """The value of each name, and where it is written."""

TOTAL, COUNT = "for the total", "for the count"
_OPERATORS = ("+", "-", "*", "/", "%")
_TURNED = str.maketrans("<>", "><")


def misread_total_position(terms: Sequence[tuple[Node, Part, Sequence[ModifierReader]]]) -> int:
    """Return the position of a comparison of totals that was read as a count in a sum, or -1.

    Raises DiceError where too much is kept or counted of a pool, or where a count may be meant as a total.
    """
    summed = terms[-1][1]
    counted = [any(read.modifiers.success for read in selected) for *_, selected in terms]
    for place, (_, part, selected) in enumerate(terms):
        for read in selected:
            if read.modifiers.keeps:
                check_keeps(read.pool, read, summed.whole[summed.start : read.start])
            success = read.modifiers.success
            if success is None:
                continue
            compared = read.part_of(">=")
            after, operator = counted[place + 1 :], summed.whole[compared.end : compared.end + 1]
            goes_on = operator in _OPERATORS and not isinstance(success.value, WordFace)
            if goes_on and not (after and all(after) and operator in "+-"):
                if number_kept(read.pool) == 1:
                    return compared.start
                raise _sum_after_count(summed, read, success)
            pool_at = Part(summed.whole, summed.start, read.ends)
            check_success_comparison(read.pool, read.without(">="), pool_at, read.start, compared.start)
            if not isinstance(success.value, WordFace):
                _check_summed([node for node, *_ in terms[:place]], part, read)
    return -1


def _sum_after_count(summed: Part, read: ModifierReader, success: Compare) -> AmbiguousError:
    """Return the error of an ambiguous 5d10>=7+2: the 2 may be added to the count or to the number."""
    text, at, end = summed.whole, read.part_of(">=").start, read.part_of(">=").end
    dice, total = str(Part(text, read.start, at)), str(Part(text, summed.start, at))
    value, rest = f"{success.operator}{success.value}", str(Part(text, end, summed.end))
    number, counted = f"{success.value}{rest}", Part(text, read.start, summed.end)
    ways = {
        counted.line(f"({dice}{value}){rest}"): "to go on with the count",
        counted.line(f"({dice}{success.operator}({number}))"): f"to count by {number}",
        summed.line(f"({total}) {success.operator} {number}"): TOTAL,
    }
    return AmbiguousError("a sum after a count may belong to it or to its number", ways, end + 1)


def _check_summed(before: Sequence[Node], summed: Part, read: ModifierReader) -> None:
    """Raise DiceError where a count ends a sum whose total may be meant, as in 1d20+5+1d4>=15.

    The count is clear where all summands ``before`` are counts, or numbers after a count.
    """
    if not before or (_is_count(before[0]) and all(isinstance(node, Number) or _is_count(node) for node in before[1:])):
        return
    compared, counted = read.part_of(">="), Part(summed.whole, read.start, summed.end)
    dice = str(Part(summed.whole, summed.start, compared.start))
    total = summed.line(f"({dice}) {compared}")
    raise _total_or_count(dice, {total: TOTAL, counted.line(f"({counted})"): COUNT}, compared.start + 1)


def _total_or_count(dice: str, ways: Mapping[str, str], column: int) -> AmbiguousError:
    """Return the error of dice of which the total may be meant, or the count: the whole line for each."""
    return AmbiguousError(f"{dice} may be meant as a total, or as counted", ways, column)


def _is_count(node: Node) -> bool:
    """Return whether a node is a count, a comparison, a match, or arithmetic of these and numbers."""
    if isinstance(node, Pool):
        return node.modifiers.success is not None
    if isinstance(node, (Comparison, CountedAgainst, MatchNode)):
        return True
    parts = [child for child in node.children if not isinstance(child, Number)]
    return bool(parts) and all(map(_is_count, parts))


def compared_or_counted(compared: tuple[Node, str, Node], parts: tuple[Part, Part], named: Named) -> Node:
    """Return the node of two compared values, or of the counted dice on the left; for != that of two equal ones.

    A value in parentheses begins before its node: its total is compared.
    """
    left, operator, right = compared
    part, against = parts
    is_alone = left.column == part.start + 1
    counts = is_alone and _is_pool(left) and not _is_pool(right)
    turned = _is_without_dice(left) and right.column == against.start + 1 and _is_pool(right)
    if operator == "!=":
        if counts or turned:
            raise DiceError('"!=" compares two values, and dice are counted here', UNEQUAL, column=part.end + 1)
        return _comparison(left, "=", right, part)
    if counts:
        return _counted(compared, parts, named)
    if turned:
        number = constant_value(left, named)
        pool = nameable_pool(named[right.name][0] if isinstance(right, Variable) else right) or right
        if number is None or _may_count(pool, Compare(operator.translate(_TURNED), number)):
            raise _total_or_count(str(against), {}, right.column)
    if isinstance(right, Number) and isinstance(left, Variable) and not left.pool and is_alone:
        value, written = named[left.name]
        total = Part(part.whole, part.start, against.end).line(f"({part}) {operator} {right.value}")
        dice = part.line(str(written)) if str(written).startswith("{") else written.line(f"{{{written}}}")
        check_named_total(str(part), Compare(operator, right.value), value, {total: TOTAL, dice: COUNT}, left.column)
    return _comparison(left, operator, right, part)


def _comparison(left: Node, operator: str, right: Node, part: Part) -> Comparison:
    """Return two compared values; raise DiceError where more matches are asked for than there are dice."""
    pool = left.pool if isinstance(left, MatchNode) else None
    if isinstance(pool, Dice) and isinstance(right, Number) and pool.modifiers.explode is None:
        wanted = right.value + (operator == ">")
        if isinstance(pool.count, Number) and wanted > number_kept(pool):
            hint = "A total is compared as in (2d6) >= 7, and its margin is as in 2d6-7."
            raise DiceError(f"no set or run of {part} has {wanted}", hint, column=left.column)
    return Comparison(left, operator, right, part.start + 1)


def _is_pool(node: Node) -> bool:
    """Return whether a node is several dice or members that are not yet counted."""
    if isinstance(node, Variable):
        return node.pool
    return isinstance(node, Pool) and node.modifiers.success is None and number_kept(node) > 1


def _counted(compared: tuple[Node, str, Node], parts: tuple[Part, Part], named: Named) -> Node:
    """Return the node that counts the dice on the left against the value on the right."""
    left, operator, right = compared
    part, whole = parts[0], Part(parts[0].whole, parts[0].start, parts[1].end)
    value = constant_value(right, named)
    if value is None and isinstance(left, Dice) and any(isinstance(term, Dice) for _, term in signed_terms(right)):
        raise _total_or_count(str(part), {part.line(f"({part})"): TOTAL, part.line(f"{{{part}}}"): COUNT}, left.column)
    # The dice of a named pool, or of a group with one member, are counted.
    pool = PooledSum(left, Modifiers(), left.column) if isinstance(left, Variable) else nameable_pool(left) or left
    assert isinstance(pool, Pool)
    counted = CountedAgainst(pool, operator, right if value is None else Number(value), left.column)
    if value is None:
        return counted
    node = counted.counting(value)
    named_pool = nameable_pool(named[left.name][0]) if isinstance(left, Variable) else None
    shown = PooledSum(named_pool.member, node.modifiers) if named_pool else node
    check_success_comparison(shown, str(part), whole, part.start, part.end)
    return node


def constant_value(node: Node, named: Named, known: dict[str, int | None] | None = None) -> int | None:
    """Return the value of a node without dice, in its names too; None for any other node.

    ``known`` are the values of names that were asked for already.
    """
    known = {} if known is None else known
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Variable):
        if node.name not in known:
            known[node.name] = constant_value(named[node.name][0], named, known)
        return known[node.name]
    if not isinstance(node, (Arithmetic, Negative, FunctionCall)):
        return None
    values = [constant_value(child, named, known) for child in node.children]
    ratios = [(value, 1) for value in values if value is not None]
    if len(ratios) < len(values) or (isinstance(node, FunctionCall) and node.name in ("floor", "ceil")):
        return None
    value = ratios[0]
    if isinstance(node, Arithmetic):
        for operator, other in zip(node.operators, ratios[1:], strict=True):
            value = operate(operator, value, other, exact=False, column=node.column)
    elif isinstance(node, FunctionCall):
        value = call_function(node.name, ratios)
    return -value[0] if isinstance(node, Negative) else value[0]


def _is_without_dice(node: Node) -> bool:
    """Return whether a value rolls no dice: a number, the name of one, or arithmetic of these."""
    return not any(
        isinstance(each, Dice) or (isinstance(each, Variable) and each.pool) for each in node.self_and_descendants()
    )


def _may_count(pool: Node, asked: Compare) -> bool:
    """Return whether some dice or members of a pool meet a comparison, or might."""
    assert isinstance(pool, Pool)
    answers = set(map(asked.holds, sample_counted_values(pool, asked.value)))
    return len(answers) > 1 or (not answers and (isinstance(pool, PooledSum) or _has_members(pool)))


def _has_members(node: Node) -> bool:
    return isinstance(node, Group) and len(node.members) > 1


def check_named_total(name: str, asked: Compare, node: Node, ways: Mapping[str, str], column: int) -> None:
    """Raise DiceError where a named total may be meant as a pool: p = 8d6; p>=5.

    A count is none, and neither is what is kept of a name. ``ways`` are whole lines: that of the total, and of the
    count.
    """
    is_pool = isinstance(node, (Dice, Group)) and node.modifiers.success is None and number_kept(node) != 1
    if is_pool and _may_count(node, asked):
        raise _total_or_count(name, ways, column)


def check_max_or_min_of_pool(pool: Node, name: str, column: int) -> None:
    """Raise DiceError if one pool is the only argument of max() or min(): its highest die may be meant."""
    if _is_pool(pool) and not _has_members(pool):
        kept = "The highest die is as in 3d6kh1" if name == "max" else "The lowest die is as in 3d6kl1"
        raise DiceError(f"{name}() of one pool is its total", f"{kept}, the total as in (3d6).", column=column)
