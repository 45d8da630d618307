"""Comparisons: whether one counts dice or compares two values, and the refusal of ambiguous ones.

The right side of a comparison is one value. If the left side is a pool, its dice are counted, also against a rolled
value; if it is one die, a sum or a total, two values are compared.
"""

from __future__ import annotations

from combatcli.dice.pool_checks import check_success_comparison, number_kept, sample_counted_values
from combatcli.dice.rare_nodes import (
    Comparison,
    Conditional,
    CountedAgainst,
    MatchNode,
    PooledSum,
    Variable,
    nameable_pool,
)
from combatcli.dice.ratios import call_function, operate
from combatcli.dice.scanner import spliced
from combatcli.dice.tree import (
    COMPARISONS,
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
    from collections.abc import Callable, Mapping, Sequence

    from combatcli.dice.modifiers import ModifierReader

    Parts = tuple[Node, str, Node]
    """Two values, and the comparison between them."""
    Place = tuple[int, int]
    """Where a text begins and ends."""
    Term = tuple[Node, int, int]
    """A term of a sum, and where its text begins and ends."""
    Named = Mapping[str, tuple[Node, str, int]]
    """The value of each name, with its text and where that begins."""
    NamedOffers = tuple[str, str, str]

_TURNED = str.maketrans("<>", "><")


def misread_total_position(
    text: str, terms: Sequence[Term], counts: Sequence[ModifierReader], value_at: Callable[[int], int | None]
) -> int:
    """Return the position of a comparison of totals that was read as a count, or -1.

    ``text`` is the expression, ``value_at`` tells the value of the sum that begins at a position if it rolls no dice.
    Raises DiceError where a count may be meant as a total.
    """
    begins = terms[0][1]
    for read in counts:
        if read.goes_on:
            after = [(start, ends) for _, start, ends in terms if start > read.counted_to]
            counted = [any(start <= other.start < ends for other in counts) for start, ends in after]
            if not counted or text[read.counted_to] not in "+-" or not all(counted):
                if number_kept(read.pool) == 1:
                    return read.counted_at
                raise _sum_after_count(text, (begins, terms[-1][2]), read, value_at)
            check_success_comparison(read.pool, *read.counted_place(begins))
        _check_summed(text, terms, read)
    return -1


def _sum_after_count(text: str, whole: Place, read: ModifierReader, value_at: Callable[[int], int | None]) -> DiceError:
    """Return the error of an ambiguous 5d10>=7+2: the 2 may be added to the count or to the number."""
    node, (begins, ends) = read.pool, whole
    places = ((read.start, read.counted_at), (read.counted_at, read.counted_to), (read.counted_to, ends))
    pool, compare, rest = [text[start:end].strip() for start, end in places]
    sign = compare.rstrip("+-0123456789 ")
    value = f"{compare.removeprefix(sign).strip()}{rest}"
    number = value_at(read.counted_at + len(sign))
    ways = []
    try:
        check_success_comparison(node, *read.counted_place(begins))
        ways.append(f"{spliced(text, (read.start, ends), f'({pool}{compare}){rest}')} to go on with the count")
    except DiceError:
        pass
    if number is not None and len(_answers(node, Compare(COMPARISONS[sign.lower()], number))) == 1:
        summed = text[begins : read.counted_at].strip()
        ways.append(f"{spliced(text, whole, f'({summed}) {sign} {number}')} for the total")
    else:
        dice = f"{{{pool}}}" if number is None and isinstance(node, Dice) else pool
        by = f"{dice}{sign}{f'({value})' if number is None else number}"
        by = by if read.start == begins else f"({by})"
        ways.append(f"{spliced(text, (read.start, ends), by)} to count by {value}")
    message = "a sum after a count may belong to it or to its number"
    return DiceError(message, f"Write {', '.join(ways)}.", column=read.counted_to + 1)


def _answers(pool: Pool, compare: Compare) -> set[bool]:
    """Return how the dice or members of a pool may answer a comparison; nothing if that is unknown."""
    return set(map(compare.holds, sample_counted_values(pool, compare.value)))


def _check_summed(text: str, terms: Sequence[Term], read: ModifierReader) -> None:
    """Raise DiceError where a count ends a sum whose total may be meant, as in 1d20+5+1d4>=15.

    The count is clear where all summands are counts, or numbers after a count.
    """
    success = read.pool.modifiers.success
    before = [node for node, _, ends in terms if ends <= read.start]
    if not before or success is None or isinstance(success.value, WordFace):
        return
    if _is_count(before[0]) and all(isinstance(node, Number) or _is_count(node) for node in before[1:]):
        return
    start, ends, at = terms[0][1], next(ends for *_, ends in terms if ends > read.start), read.counted_at
    summed = text[start:at].strip()
    total = spliced(text, (start, ends), f"({summed}) {text[at : read.counted_to].rstrip()}")
    counted = spliced(text, (read.start, ends), f"({text[read.start : ends].rstrip()})")
    raise _total_or_count(summed, total, counted, at + 1)


def _total_or_count(dice: str, total: str, counted: str, column: int) -> DiceError:
    """Return the error of dice of which the total may be meant, or the count: the whole line for each."""
    hint = f"Write {total} for the total, {counted} for the count."
    return DiceError(f"{dice} may be meant as a total, or as counted", hint, column=column)


def _is_count(node: Node) -> bool:
    """Return whether a node is a count, a comparison, a match, or arithmetic of these and numbers."""
    if isinstance(node, Pool):
        return node.modifiers.success is not None
    if isinstance(node, (Comparison, CountedAgainst, MatchNode)):
        return True
    parts = [child for child in node.children if not isinstance(child, Number)]
    return bool(parts) and all(map(_is_count, parts))


def compared_or_counted(text: str, parts: Parts, places: tuple[Place, Place], named: Named) -> Node:
    """Return the node of two compared values, or of the counted dice on the left.

    ``places`` are those of the two values in the text. A value in parentheses begins before its node: its total is
    compared.
    """
    left, operator, right = parts
    (start, ends), (place, to) = places
    if left.column == start + 1 and _is_pool(left) and not _is_pool(right):
        return _counted(text, parts, places, named)
    if _is_without_dice(left) and right.column == place + 1 and _is_pool(right):
        _check_turned(text, parts, places, named)
    if isinstance(right, Number):
        asked = Compare(operator, right.value)
        if isinstance(left, Variable) and not left.pool and left.column == start + 1:
            value, dice, at = named[left.name]
            total = spliced(text, (start, to), f"({text[start:ends]}) {operator} {right.value}")
            in_braces = spliced(text, (at, at + len(dice)), dice if dice.startswith("{") else f"{{{dice}}}")
            offers = total, in_braces, spliced(text, (start, ends), dice)
            check_named_total(text[start:ends], asked, value, offers, left.column)
        if isinstance(left, MatchNode):
            _check_matches(left, asked, text, places)
    return Comparison(left, operator, right, start + 1)


def unequal_values(text: str, left: Node, right: Node, places: tuple[Place, Place]) -> Node:
    """Return the node of two values that differ; raise DiceError where the dice of a pool would be counted."""
    for pool, other, (start, ends) in ((left, right, places[0]), (right, left, places[1])):
        counts = not _is_pool(other) if pool is left else _is_without_dice(other)
        if pool.column == start + 1 and _is_pool(pool) and counts:
            message = '"!=" compares two values, and dice are counted here'
            total = spliced(text, (start, ends), f"({text[start:ends].rstrip()})")
            raise DiceError(message, f"Write {total} for the total.", column=places[0][1] + 1)
    column = places[0][0] + 1
    return Conditional(Comparison(left, "=", right, column), Number(0), Number(1), column)


def _is_pool(node: Node) -> bool:
    """Return whether a node is several dice or members that are not yet counted."""
    if isinstance(node, Variable):
        return node.pool
    return isinstance(node, Pool) and node.modifiers.success is None and number_kept(node) > 1


def _counted(text: str, parts: Parts, places: tuple[Place, Place], named: Named) -> Node:
    """Return the node that counts the dice on the left against the value on the right."""
    left, operator, right = parts
    (start, ends), (begins, to) = places
    dice, against = text[start:ends], text[begins:to]
    value = constant_value(right, named)
    if value is None and isinstance(left, Dice) and any(isinstance(term, Dice) for _, term in signed_terms(right)):
        total = spliced(text, (start, ends), f"({dice})")
        raise _total_or_count(dice, total, spliced(text, (start, to), f"{{{dice}}} {operator} ({against})"), start + 1)
    # The dice of a named pool, or of a group with one member, are counted.
    pool = PooledSum(left, Modifiers(), left.column) if isinstance(left, Variable) else nameable_pool(left) or left
    assert isinstance(pool, Pool)
    counted = CountedAgainst(pool, operator, right if value is None else Number(value), left.column)
    if value is None:
        return counted
    node = counted.counting(value)
    named_pool = nameable_pool(named[left.name][0]) if isinstance(left, Variable) else None
    shown = PooledSum(named_pool.member, node.modifiers) if named_pool else node
    check_success_comparison(shown, dice, text, (start, start, to), ends)
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


def _check_turned(text: str, parts: Parts, places: tuple[Place, Place], named: Named) -> None:
    """Raise DiceError where the dice of a pool on the right may be meant, as in 5 <= 2d6."""
    left, operator, right = parts
    value = constant_value(left, named)
    turned = operator.translate(_TURNED)
    asked = Compare(turned, value or 0)
    pool = nameable_pool(named[right.name][0] if isinstance(right, Variable) else right)
    counts = len(_answers(pool, asked)) != 1 if pool else _may_count(right, asked)
    if value is None or counts:
        other, dice = (text[start:ends] for start, ends in places)
        whole = places[0][0], places[1][1]
        total, counted = [spliced(text, whole, f"{way} {turned} {other}") for way in (f"({dice})", dice)]
        raise _total_or_count(dice, total, counted, right.column)


def _may_count(node: Node, asked: Compare) -> bool:
    """Return whether a compared value may be meant as a count: some of its dice or members meet the comparison.

    A count is none, and neither is what is kept of a name.
    """
    is_group = isinstance(node, Group) and len(node.members) > 1
    if not isinstance(node, (Dice, Group)) or node.modifiers.success is not None or number_kept(node) == 1:
        return False
    answers = _answers(node, asked)
    return len(answers) > 1 or (is_group and not answers)


def check_named_total(name: str, asked: Compare, node: Node, offers: NamedOffers, column: int) -> None:
    """Raise DiceError where a named total may be meant as a pool: p = 8d6; p>=5.

    ``offers`` are whole lines: that of the total, of a count of its dice and of its members.
    """
    if _may_count(node, asked):
        total, dice, members = offers
        is_group = isinstance(node, Group) and len(node.members) > 1
        raise _total_or_count(name, total, members if is_group else dice, column)


def _check_matches(node: MatchNode, asked: Compare, text: str, places: tuple[Place, Place]) -> None:
    """Raise DiceError where more matches are asked for than there are dice; elsewhere ms is the margin."""
    pool, wanted = node.pool, asked.value + (asked.operator == ">")
    if not isinstance(pool, Dice) or not isinstance(pool.count, Number) or pool.modifiers.explode is not None:
        return
    if wanted > number_kept(pool):
        (start, ends), (_, to) = places
        dice = text[start : text.lower().rfind(node.kind, start, ends)].strip()
        ways = f"({dice}) {asked.operator} {asked.value}", f"{dice}-{asked.value}"
        total, margin = [spliced(text, (start, to), way) for way in ways]
        hint = f"Write {total} for the total, {margin} for the margin."
        raise DiceError(f"no set or run of {dice} has {wanted}", hint, column=node.column)


def check_max_or_min_of_pool(pool: Node, name: str, text: str, place: Place) -> None:
    """Raise DiceError if one pool is the only argument of max() or min() at a place: its highest die may be meant."""
    if _is_pool(pool) and not (isinstance(pool, Group) and len(pool.members) > 1):
        start, ends = place
        argument = text[pool.column - 1 : ends].rpartition(")")[0]
        kind, which = ("kh1", "highest") if name == "max" else ("kl1", "lowest")
        kind = f" {kind}" if isinstance(pool, Variable) else kind
        kept = f"{argument}{kind}" if (text[:start] + text[ends:]).strip() == "" else f"({argument}{kind})"
        die, total = spliced(text, place, kept), spliced(text, place, f"({argument})")
        hint = f"Write {die} for the {which} die, {total} for the total."
        raise DiceError(f"{name}() of one pool is its total", hint, column=start + 1)
