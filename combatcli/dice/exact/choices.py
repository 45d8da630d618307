"""Odds of comparisons, of ``if(…)``, and of values that are used by their names.

A value that is used twice must be the same value: what uses it is evaluated for each of its outcomes.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import islice
from math import gcd

from combatcli.dice.exact import named_pools, unbounded
from combatcli.dice.exact.budget import BUDGET, unending
from combatcli.dice.exact.distribution import Distribution, Unbounded
from combatcli.dice.exact.recurring import chance_of_lead
from combatcli.dice.exact.sums import ways_equal, ways_less
from combatcli.dice.exact.unbounded import Descending
from combatcli.dice.rare_nodes import Comparison, Conditional, CountedAgainst, MatchNode, PooledSum, Variable
from combatcli.dice.tree import Arithmetic, FunctionCall, Negative, Number, signed_terms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.exact.terms import Scope, Throw
    from combatcli.dice.rare_nodes import Assignments
    from combatcli.dice.tree import Node

_CALL = 2_500
"""The work of a call for the dice of a pool."""
_LONGEST = 10_000
"""So many outcomes of a named value are worked out at a time."""


def compared(left: Distribution[int], operator: str, right: Distribution[int]) -> Distribution[int]:
    """Return 1 as often as a comparison of independent outcomes holds, else 0.

    Both may be endless if their dice explode on one face each, else one of them. What has no lowest total goes to the
    other side, where it is added.
    """
    nothing = Distribution({0: 1})
    if isinstance(left, Descending) and isinstance(right, Descending):
        return compared(right.negated, operator, left.negated)
    if isinstance(left, Descending):
        return compared(nothing, operator, unbounded.plus(left.negated, right))
    if isinstance(right, Descending):
        return compared(unbounded.plus(left, right.negated), operator, nothing)
    if isinstance(left, Unbounded):
        if isinstance(right, Unbounded):
            return _both_endless(left, operator, right)
        left = left.clipped(max(right) + 1)
    elif isinstance(right, Unbounded):
        right = right.clipped(max(left) + 1)
    ways = 0
    if operator[0] in "<>":
        ways += ways_less(right.ways, left.ways) if operator[0] == ">" else ways_less(left.ways, right.ways)
    if operator[-1] == "=":
        ways += ways_equal(left.ways, right.ways)
    total = left.denominator * right.denominator
    return Distribution({0: total - ways, 1: ways}, total)


def _both_endless(left: Unbounded, operator: str, right: Unbounded) -> Distribution[int]:
    """Return the comparison of two endless outcomes, by how often one is so much above the other."""
    if operator == "=":
        (ways, total), (above, whole) = chance_of_lead(left, right, 0), chance_of_lead(left, right, 1)
        return _chance(ways * whole - above * total, total * whole)
    if operator[0] == "<":
        left, right = right, left
    return _chance(*chance_of_lead(left, right, 0 if operator[1:] else 1))


def _chance(ways: int, total: int) -> Distribution[int]:
    """Return 1 in so many ways of a total, else 0, in lowest terms."""
    common = gcd(ways, total)
    return Distribution({0: (total - ways) // common, 1: ways // common}, total // common)


def counted_against(node: CountedAgainst, scope: Scope) -> Distribution[int]:
    """Return how many dice of a pool meet a comparison with a value, for each of its outcomes."""
    value = scope.value(node.value)
    if isinstance(value, Unbounded):
        raise unending("what dice are compared with")
    return unbounded.choice_among(
        [(ways, outcome) for outcome, ways in value.items()], lambda each: scope.value(node.counting(each))
    )


def chosen_branch(node: Conditional, scope: Scope) -> Distribution[int]:
    """Return the odds of ``if(condition, then, otherwise)``; a branch that is never chosen is not evaluated."""
    condition = scope.value(node.condition)
    if isinstance(condition, Unbounded):
        condition = condition.clipped(1) if condition.lowest <= 0 else Distribution({1: 1})
    fails = condition.get(0, 0)
    ways = ((condition.denominator - fails, node.then), (fails, node.otherwise))
    return unbounded.choice([(count, scope.value(branch)) for count, branch in ways if count])


def assigned(node: Assignments, scope: Scope) -> Distribution[int]:
    """Return the odds of the body of an expression with names.

    A value that is used once, or has one outcome, is a distribution like any other; else the rest is evaluated for
    each of its outcomes.
    """
    return _assigned(node, Counter([each.name for each in node.beneath() if isinstance(each, Variable)]), 0, scope)


def _assigned(node: Assignments, uses: Counter[str], first: int, scope: Scope) -> Distribution[int]:
    """Return the odds of the body, the names before the ``first`` one being known."""
    for place in range(first, len(node.names)):
        name, given = node.names[place], node.values[place]
        if name in named_pools.used_as_pools(node):
            assert isinstance(given, PooledSum)
            if uses[name] < 2 and not given.modifiers.keeps:
                scope.pools[name] = given.member
                continue
            return _with_pool(node, uses, place, scope)
        value = scope.value(given)
        if isinstance(value, Unbounded) and uses[name] > 1:
            value = value.clipped(max(_ceilings((*node.values[place + 1 :], node.body), name, scope)))
        if uses[name] < 2 or len(value) == 1:
            scope.named[name] = value
            continue
        rest = odds_given_names(node, place, value, scope)
        if rest is not None:
            return rest

        def with_outcome(outcome: int, name: str = name, place: int = place) -> Distribution[int]:
            scope.named[name] = Distribution({outcome: 1})
            return _assigned(node, uses, place + 1, scope)

        return unbounded.choice_among([(ways, outcome) for outcome, ways in value.items()], with_outcome)
    return scope.value(node.body)


def _with_pool(node: Assignments, uses: Counter[str], place: int, scope: Scope) -> Distribution[int]:
    """Return the odds of the body where the dice of the pool at a place are used, for each of its sorted throws."""
    name, given = node.names[place], node.values[place]
    assert isinstance(given, PooledSum)
    thrown = named_pools.throws(given, scope)
    rest = odds_given_names(node, place, thrown, scope)
    if rest is not None:
        return rest

    def with_throw(throw: Throw) -> Distribution[int]:
        scope.pools[name] = throw
        scope.named[name] = Distribution({named_pools.total_of(throw): 1})
        return _assigned(node, uses, place + 1, scope)

    return unbounded.choice_among([(ways, throw) for throw, ways in thrown.items()], with_throw)


def odds_given_names(
    node: Assignments, place: int, value: Distribution[int] | Distribution[Throw], scope: Scope
) -> Distribution[int] | None:
    """Return the odds of the body, given the value of the name at a place and what is ``named`` before it.

    They are worked out by generated Python, many outcomes at a time. For ``a = 1d1000; b = 1d1000; (a>b)+(b>a)`` and a
    known ``a`` it is ``[_ for _b in outcomes for _ in [((+(_a>_b))+(+(_b>_a)))]]``.

    None if dice are rolled after it, or where a division by zero is in the way: evaluation says where.
    """
    if isinstance(value, Unbounded):
        return None
    certain = {name: found for name, found in scope.named.items() if len(found) == 1 and not found.tail}
    known = {name: next(iter(certain[name])) for name in node.names[:place] if name in certain}
    bits = {name: number.bit_length() for name, number in known.items()}
    name, pools = node.names[place], named_pools.used_as_pools(node)
    thrown = {each: pool for each, pool in scope.pools.items() if isinstance(pool, tuple)}
    written_with: dict[str, object] = {"total_of": named_pools.total_of}
    names = _Names(bits, set(thrown), written_with)
    totals = [outcome if isinstance(outcome, int) else named_pools.total_of(outcome) for outcome in value]
    bits[name] = max([total.bit_length() for total in totals])
    parts, size = [f"for _{name} in outcomes"], 0
    if name in pools:
        names.pools.add(name)
        parts = [f"for D_{name} in outcomes for _{name} in [total_of(D_{name})]"]
    for name, part in zip((*node.names[place + 1 :], ""), (*node.values[place + 1 :], node.body), strict=True):
        if name in pools:
            written = _written_pool(part, names, whole=True) if isinstance(part, PooledSum) else None
        else:
            written = _written(part, names)
        if written is None:
            return None
        text, bits[name] = written
        if name in pools:
            names.pools.add(name)
            parts.append(f"for D_{name} in [{text}] for _{name} in [total_of(D_{name})]")
        else:
            parts.append(f"for _{name} in [{text}]")
        size += len(list(part.beneath()))
    made_of = compile(f"[_ {' '.join(parts)}]", "<odds>", "eval")
    given: dict[str, object] = {f"_{each}": number for each, number in known.items()}
    given |= {**written_with, **{f"D_{each}": throw for each, throw in thrown.items()}}
    outcomes, counts = iter(value.items()), dict[int, int]()
    while column := list(islice(outcomes, _LONGEST)):
        BUDGET.outcomes(len(column) * (1 + size), max(bits.values()))
        BUDGET.spend(len(column) * _CALL * (len(written_with) - 1))
        try:
            made = eval(made_of, {"outcomes": [outcome for outcome, _ in column], **given})  # noqa: S307  (all of it is written here)
        except ZeroDivisionError:
            return None
        for outcome, (_, ways) in zip(made, column, strict=True):
            counts[outcome] = counts.get(outcome, 0) + ways
    return Distribution(counts, value.denominator)


class _Names:
    """What is known where a node is written as Python: how many ``bits`` each name has, which are ``pools``.

    ``functions`` are those that are called in what is written.
    """

    def __init__(self, bits: dict[str, int], pools: set[str], functions: dict[str, object]) -> None:
        self.bits = bits
        self.pools = pools
        self.functions = functions


def _written_pool(
    node: PooledSum | MatchNode,
    names: _Names,
    *,
    whole: bool = False,
    against: tuple[CountedAgainst, str] | None = None,
) -> tuple[str, int] | None:
    """Return the call of what keeps, counts or matches the dice of pools with names; None if dice are rolled in it.

    The ``whole`` is the throw that is kept.
    """
    pool = node.pool if isinstance(node, MatchNode) else node
    if not isinstance(pool, PooledSum):
        return None
    thrown, others, wide = [], ["0"], 0
    for sign, term in signed_terms(pool.member):
        if isinstance(term, Variable) and term.name in names.pools:
            thrown.append(f"({sign},D_{term.name})")
            wide = max(wide, names.bits[term.name])
            continue
        written = _written(term, names)
        if written is None:
            return None
        others.append(f"{sign}*{written[0]}")
        wide = max(wide, written[1])
    if not thrown:
        return None
    call = f"F{len(names.functions)}"
    if against is not None:
        counted, value = against
        names.functions[call] = partial(named_pools.counted_against, counted)
        return f"{call}([{','.join(thrown)}],{'+'.join(others)},{value})", wide + len(thrown) + len(others)
    names.functions[call] = (
        partial(named_pools.kept_throw, pool.modifiers) if whole else named_pools.pool_sum_builder(node)
    )
    return f"{call}([{','.join(thrown)}],{'+'.join(others)})", wide + len(thrown) + len(others)


def _written(node: Node, names: _Names) -> tuple[str, int] | None:  # noqa: C901, PLR0911  (one for each kind of node)
    """Return a node as Python text, and how many bits its value has at most; None if it rolls dice."""
    if isinstance(node, Number):
        return f"({node.value})", node.value.bit_length()
    if isinstance(node, Variable):
        return (f"_{node.name}", names.bits[node.name]) if node.name in names.bits else None
    if isinstance(node, (PooledSum, MatchNode)):
        return _written_pool(node, names)
    if isinstance(node, CountedAgainst):
        value = _written(node.value, names)
        if value is None or not isinstance(node.pool, PooledSum):
            return None
        return _written_pool(node.pool, names, against=(node, value[0]))
    found = [_written(child, names) for child in node.children]
    parts = [part for part in found if part is not None]
    if not parts or len(parts) < len(found):
        return None
    texts, most = [text for text, _ in parts], max([wide for _, wide in parts])
    if isinstance(node, Arithmetic) and "**" not in node.operators:
        operators = ["//" if operator == "/" else operator for operator in node.operators]
        wide = sum([wide for _, wide in parts]) if "*" in operators else most + len(operators)
        return f"({texts[0]}{''.join(map(str.__add__, operators, texts[1:]))})", wide
    if isinstance(node, Negative):
        return f"(-{texts[0]})", most
    if isinstance(node, Comparison):
        return f"(+({texts[0]}{'==' if node.operator == '=' else node.operator}{texts[1]}))", 1
    if isinstance(node, Conditional):
        return f"({texts[1]} if {texts[0]} else {texts[2]})", most
    if isinstance(node, FunctionCall) and node.name in ("abs", "max", "min"):
        return (f"{node.name}({','.join(texts)})" if node.name == "abs" or len(texts) > 1 else texts[0]), most
    return None


def _ceilings(parts: Sequence[Node], name: str, scope: Scope) -> list[int]:
    """Return numbers from the highest of which on all values of a name have the same effect on parts that use it.

    Raises UnendingError if the name is used in anything but comparisons with what has a highest outcome.
    """
    ceilings: list[int] = []
    for node in parts:
        ceiling = _ceiling(node, name, scope) if isinstance(node, Comparison) else None
        if isinstance(node, Variable) and node.name == name:
            raise unending("what uses the same value twice")
        ceilings += [ceiling] if ceiling is not None else _ceilings(node.children, name, scope)
    return ceilings


def _ceiling(node: Comparison, name: str, scope: Scope) -> int | None:
    """Return from which number on a comparison of a name, plus a number, has one result; None for any other."""
    for side, other in ((node.left, node.right), (node.right, node.left)):
        more = _added_to(side, name)
        if more is not None and not scope.uses_names(other):
            compared_to = scope.value(other)
            if not isinstance(compared_to, Unbounded):
                return max(compared_to) + 1 - more
    return None


def _added_to(node: Node, name: str) -> int | None:
    """Return the number that a node adds to the value of a name; None if it does anything else."""
    terms = signed_terms(node)
    numbers = [sign * term.value for sign, term in terms if isinstance(term, Number)]
    names = [(sign, term.name) for sign, term in terms if isinstance(term, Variable)]
    return sum(numbers) if names == [(1, name)] and len(numbers) == len(terms) - 1 else None
