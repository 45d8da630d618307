"""Exact odds: syntax tree to distribution.

The parts of an expression share no dice, so each is computed by itself and they are brought together as independent
outcomes. A pool of dice is a sum of equal ones (`polynomials`), a slice of them in order (`keeps`) or a chain of
explosions (`explosions`); what none of these covers is enumerated by rolling it along every path (`branching`).

An explosion without end is taken to go on for ever, where rolling stops with an error after 1,000 dice.
"""

from __future__ import annotations

from math import comb, gcd

from combatcli.dice.odds import explosions
from combatcli.dice.odds.distribution import Distribution, Endless, mixture, unending
from combatcli.dice.odds.keeps import extreme, kept_members, kept_sum
from combatcli.dice.odds.polynomials import convolve, pairs, repeated, too_large
from combatcli.dice.rolling.roll import call, check_count, computed_faces, operate
from combatcli.dice.tree import Arithmetic, CustomFaces, Dice, Expression, FunctionCall, Group, Negative, Node, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.tree import Modifiers

    Ratios = dict[tuple[int, int], int]

_MOST_RATIOS = 1_000_000
_MOST_ENDLESS = 20


def odds(tree: Node | Expression) -> Distribution[int]:
    """Return the exact distribution of what an expression comes to; outcomes ascend.

    Raises DiceError when it is repeated (``6x``), too large, or no exact answer is known.
    """
    if isinstance(tree, Expression):
        if tree.repeat > 1:
            raise DiceError(
                f"odds are of one roll, and this one is repeated {tree.repeat:,} times",
                f"Leave out the {tree.repeat}x.",
                text=tree.text,
                column=1,
            )
        tree = tree.tree
    try:
        found = _node(tree)
    except DiceError as error:
        error.text = error.text or tree.text
        raise
    if isinstance(found, Endless):
        return found
    return Distribution(dict(sorted(found.items())), found.total)


def _node(node: Node) -> Distribution[int]:
    if isinstance(node, Dice):
        return _dice(node)
    if isinstance(node, Number):
        return Distribution({node.value: 1})
    if isinstance(node, Arithmetic):
        return _arithmetic(node)
    if isinstance(node, Negative):
        return _negated(_node(node.operand))
    if isinstance(node, FunctionCall):
        return _function_call(node)
    if not isinstance(node, Group):
        raise DiceError(
            "its exact odds are not known yet", "For a total: --at-least N; else roll --tally.", column=node.column
        )
    return _group(node)


def _negated(part: Distribution[int]) -> Distribution[int]:
    if isinstance(part, Endless):
        raise unending("a difference")
    return part.map(int.__neg__)


def _arithmetic(node: Arithmetic) -> Distribution[int]:
    value = _node(node.operands[0])
    if node.operators[0] in "+-":
        rest = zip(node.operators, node.operands[1:], strict=True)
        return _sum([value] + [_node(part) if sign == "+" else _negated(_node(part)) for sign, part in rest])
    for operator, operand in zip(node.operators, node.operands[1:], strict=True):
        value = _operation(operator, value, _node(operand), operand.column)
    return value


def _sum(parts: list[Distribution[int]]) -> Distribution[int]:
    """Return the sum of independent outcomes; neighbours first, so that large ones are added up but a few times."""
    if len([part for part in parts if isinstance(part, Endless)]) > _MOST_ENDLESS:
        raise too_large()
    while len(parts) > 1:
        odd = parts[-1:] if len(parts) % 2 else []
        parts = [_operation("+", *both, 0) for both in zip(parts[::2], parts[1::2], strict=False)] + odd
    return parts[0]


def _operation(operator: str, left: Distribution[int], right: Distribution[int], column: int) -> Distribution[int]:
    if isinstance(left, Endless) or isinstance(right, Endless):
        return _endless_operation(operator, left, right)
    if operator == "+":
        return Distribution(convolve(left.counts, right.counts), left.total * right.total)

    def join(a: int, b: int) -> int:
        return operate(operator, (a, 1), (b, 1), exact=False, column=column)[0]

    return Distribution(pairs(left.counts, right.counts, join), left.total * right.total)


def _endless_operation(operator: str, left: Distribution[int], right: Distribution[int]) -> Distribution[int]:
    if operator == "+":
        return explosions.plus(left, right)
    if operator == "*" and not isinstance(left, Endless):
        left, right = right, left
    factor = _constant(right)
    if factor < 1 or not isinstance(left, Endless) or operator == "%":
        raise unending("this product, quotient or remainder")
    return explosions.scaled(left, factor) if operator == "*" else explosions.divided(left, factor)


def _constant(part: Distribution[int]) -> int:
    """Return the one outcome; 0 if there are others."""
    return next(iter(part)) if len(part) == 1 and not isinstance(part, Endless) else 0


def _function_call(node: FunctionCall) -> Distribution[int]:
    if node.name in ("floor", "ceil"):
        if not _divides(node):
            return _node(node.arguments[0])
        rounded: dict[int, int] = {}
        for ratio, count in _exactly(node).items():
            rounded[ratio[0]] = rounded.get(ratio[0], 0) + count
        return Distribution(rounded)
    parts = [_node(argument) for argument in node.arguments]
    if node.name == "abs":
        return parts[0] if explosions.lowest(parts[0]) >= 0 else parts[0].map(abs)
    return _extreme(parts, max if node.name == "max" else min)


def _extreme(parts: list[Distribution[int]], choose: Callable[[int, int], int]) -> Distribution[int]:
    if choose(0, 1) == 0:
        finite = [part for part in parts if not isinstance(part, Endless)]
        if finite:
            ceiling = min([max(part) for part in finite])
            parts = [part.clipped(ceiling) for part in parts]
    if any(isinstance(part, Endless) for part in parts):
        lows = [explosions.lowest(part) for part in parts]
        low = max(lows) if choose(0, 1) else min(lows)
        return explosions.joined(parts, low, lambda counts: extreme(counts, choose))
    return Distribution(extreme([part.counts for part in parts], choose))


def _divides(node: Node) -> bool:
    """Return whether the arithmetic beneath a node, though not that beneath its dice, has a division."""
    if isinstance(node, Arithmetic):
        return "/" in node.operators or any(_divides(operand) for operand in node.operands)
    if isinstance(node, Negative):
        return _divides(node.operand)
    return isinstance(node, FunctionCall) and any(_divides(argument) for argument in node.arguments)


def _exactly(node: Node) -> Ratios:
    """Return the counts of a node's ratios, in lowest terms, within floor() and ceil()."""
    if isinstance(node, Arithmetic):
        value = _exactly(node.operands[0])
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            value = _ratios([value, _exactly(operand)], _operating(operator, operand.column))
        return value
    if isinstance(node, Negative):
        return {(-a, b): count for (a, b), count in _exactly(node.operand).items()}
    if isinstance(node, FunctionCall):
        parts = [_exactly(argument) for argument in node.arguments]
        if len(parts) == 1:
            return _ratios([{(0, 1): 1}, parts[0]], lambda _, ratio: call(node.name, [ratio]))
        value = parts[0]
        for part in parts[1:]:
            value = _ratios([value, part], lambda one, two: call(node.name, [one, two]))
        return value
    found = _node(node)
    if isinstance(found, Endless):
        raise unending("a function of the outcome")
    return {(outcome, 1): count for outcome, count in found.items()}


def _operating(operator: str, column: int) -> Callable[[tuple[int, int], tuple[int, int]], tuple[int, int]]:
    return lambda left, right: operate(operator, left, right, exact=True, column=column)


def _ratios(parts: Sequence[Ratios], join: Callable[[tuple[int, int], tuple[int, int]], tuple[int, int]]) -> Ratios:
    left, right = parts
    if len(left) * len(right) > _MOST_RATIOS:
        raise too_large()
    joined: Ratios = {}
    for one, m in left.items():
        for two, n in right.items():
            a, b = join(one, two)
            common = gcd(a, b)
            ratio = (a // common, b // common)
            joined[ratio] = joined.get(ratio, 0) + m * n
    return joined


def _group(node: Group) -> Distribution[int]:
    parts = [_node(member) for member in node.members]
    modifiers = node.modifiers
    first, last = modifiers.kept(len(parts))
    if modifiers.success is not None:
        ceiling = _beyond(modifiers)
        parts = [part.clipped(ceiling) for part in parts]
    if first >= last:
        return Distribution({0: 1})
    if last - first == len(parts):
        return _sum([part if modifiers.success is None else part.map(modifiers.counted) for part in parts])
    finite = [max(part) for part in parts if not isinstance(part, Endless)]
    if first == 0 and len(finite) >= last:
        # The lowest ones can be no higher than the finite ones.
        parts = [part.clipped(max(finite)) for part in parts]
    if any(isinstance(part, Endless) for part in parts):
        low = sum(sorted([explosions.lowest(part) for part in parts])[first:last])
        return explosions.joined(parts, low, lambda counts: _kept(counts, first, last, modifiers))
    return Distribution(_kept([part.counts for part in parts], first, last, modifiers))


def _kept(parts: list[dict[int, int]], first: int, last: int, modifiers: Modifiers) -> dict[int, int]:
    """Return the counts of the sum over a slice of members in ascending order."""
    if modifiers.success is None and last - first == 1:
        if last == len(parts):
            return extreme(parts, max)
        if first == 0:
            return extreme(parts, min)
    if all(part == parts[0] for part in parts):
        return kept_sum(_items(parts[0], modifiers.counted), len(parts), first, last)
    return kept_members(parts, first, last, modifiers.counted)


def _items(counts: dict[int, int], worth: Callable[[int], int]) -> list[tuple[int, int]]:
    return [(worth(value), count) for value, count in sorted(counts.items())]


def _beyond(modifiers: Modifiers) -> int:
    """Return a number from which on all values count the same."""
    compares = [compare.value for compare in (modifiers.success, modifiers.failure) if compare is not None]
    return max(compares) + 1


def _dice(node: Dice) -> Distribution[int]:
    sides = node.sides
    known: list[tuple[int, tuple[int, ...] | range]]
    if isinstance(sides, CustomFaces):
        known = [(1, sides.values)]
    elif isinstance(sides, Number):
        known = [(1, range(1, sides.value + 1))]
    else:
        known = [(ways, computed_faces(number, node)) for number, ways in _finite(_node(sides)).items()]
    counts = _finite(_node(node.count))
    for count in counts:
        check_count(count, node)
    parts = [(ways * weight, _pool(count, faces, node)) for count, ways in counts.items() for weight, faces in known]
    if len(parts) == 1:
        return parts[0][1]
    if any(isinstance(part, Endless) for _, part in parts):
        return explosions.blended(parts)
    return mixture(parts)


def _finite(part: Distribution[int]) -> Distribution[int]:
    if isinstance(part, Endless):
        raise unending("a number of dice or sides")
    return part


def _pool(count: int, faces: tuple[int, ...] | range, node: Dice) -> Distribution[int]:
    modifiers = node.modifiers
    weights = _weights(faces, modifiers)
    highest = max(faces)
    if modifiers.explode is None or not any(modifiers.explodes(face, highest) for face in weights):
        return Distribution(_summed(_bounded(weights, modifiers), count, modifiers))
    kind = modifiers.explode.kind

    def explodes(face: int) -> bool:
        return modifiers.explodes(face, highest)

    def worth(face: int) -> int:
        return modifiers.counted(modifiers.bounded(face))

    if kind == "!!":
        return _compounding(explosions.ExplodingDie(weights, explodes, int, int), count, modifiers)
    if modifiers.keeps:
        return _enumerated(count, faces, node) if kind == "!o" else _kept_explosions(count, weights, node)
    less = 1 if kind == "!p" else 0
    die = explosions.ExplodingDie(weights, explodes, worth, lambda face: worth(face - less))
    return Distribution(repeated(die.once(), count)) if kind == "!o" else die.repeated(count)


def _kept_explosions(count: int, weights: dict[int, int], node: Dice) -> Distribution[int]:
    """Return the distribution of the highest or lowest among dice that explode without end on their best faces.

    So far as no explosion is among the lowest, they are the lowest of dice that do not explode. Among the highest are
    as many exploded dice as there are, and their number is known where one face alone explodes.
    """
    modifiers = node.modifiers
    ((kind, keep), *more) = modifiers.keeps
    goes = {face: weight for face, weight in weights.items() if modifiers.explodes(face, max(weights))}
    stops = {face: weight for face, weight in weights.items() if face not in goes}
    plain = modifiers.explode is not None and modifiers.explode.kind == "!" and not more and min(goes) > max(stops)
    items = _items(_bounded(stops, modifiers), modifiers.counted)
    if plain and kind == "kl" and keep <= count:
        return Distribution(kept_sum(items, count, 0, keep))
    if not plain or kind != "kh" or len(goes) > 1 or not count:
        raise unending("keeping among dice")
    ((face, weight),) = goes.items()
    worth = modifiers.counted(modifiers.bounded(face))
    still, whole = sum(stops.values()), sum(weights.values())
    parts = []
    for exploded in range(keep):
        others = kept_sum(items, count, max(0, count - (keep - exploded)), count)
        part = Distribution(others).map(lambda total, fixed=exploded * worth: total + fixed)  # type: ignore[misc]
        ways = comb(count + exploded - 1, exploded) * weight**exploded * still**count
        parts.append((ways * whole ** (keep - 1 - exploded), part))
    rest = whole ** (count + keep - 1) - sum([ways for ways, _ in parts])
    return mixture([*parts, (rest, Distribution({keep * worth: 1}))])


def _weights(faces: tuple[int, ...] | range, modifiers: Modifiers) -> dict[int, int]:
    """Return the weight of each face that a die may come to rest on, after rerolls."""
    weights: dict[int, int] = {}
    for face in faces:
        if not modifiers.rerolls or not modifiers.rerolled(face):
            weights[face] = weights.get(face, 0) + 1
    if not modifiers.once:
        return weights
    whole = sum(weights.values())
    again = sum([weight for face, weight in weights.items() if modifiers.rerolled_once(face)])
    return {
        face: weight * (again + (0 if modifiers.rerolled_once(face) else whole)) for face, weight in weights.items()
    }


def _bounded(weights: dict[int, int], modifiers: Modifiers) -> dict[int, int]:
    if modifiers.low is None and modifiers.high is None:
        return weights
    values: dict[int, int] = {}
    for face, weight in weights.items():
        value = modifiers.bounded(face)
        values[value] = values.get(value, 0) + weight
    return values


def _summed(values: dict[int, int], count: int, modifiers: Modifiers) -> dict[int, int]:
    """Return the counts of the total of ``count`` dice, each worth one of ``values``."""
    if modifiers.keeps:
        first, last = modifiers.kept(count)
        return kept_sum(_items(values, modifiers.counted), count, first, last)
    if modifiers.success is None:
        return repeated(values, count)
    worths: dict[int, int] = {}
    for value, weight in values.items():
        worth = modifiers.counted(value)
        worths[worth] = worths.get(worth, 0) + weight
    return repeated(worths, count)


def _compounding(die: explosions.ExplodingDie, count: int, modifiers: Modifiers) -> Distribution[int]:
    """Return the distribution of dice that add their explosions to themselves, and are then bounded and kept."""
    single = die.endless()
    if modifiers.success is not None or modifiers.high is not None:
        ceilings = [] if modifiers.high is None else [modifiers.high]
        if modifiers.success is not None:
            ceilings.append(_beyond(modifiers))
        single = single.clipped(min(ceilings))
    if count == 0:
        return Distribution({0: 1})
    if not isinstance(single, Endless):
        return Distribution(_summed(_bounded(single.counts, modifiers), count, modifiers))
    if modifiers.low is not None:
        single = explosions.raised(single, modifiers.low)
    if modifiers.keeps:
        first, last = modifiers.kept(count)
        if first >= last:
            return Distribution({0: 1})
        low = explosions.lowest(single) * (last - first)
        return explosions.joined(
            [single] * count, low, lambda parts: kept_sum(_items(parts[0], int), count, first, last)
        )
    return explosions.times(single, count)


def _enumerated(count: int, faces: tuple[int, ...] | range, node: Dice) -> Distribution[int]:
    """Return the distribution of a pool by rolling it along every path of faces."""
    from combatcli.dice.odds.branching import Unordered
    from combatcli.dice.rolling.roll import roll

    sides = Number(len(faces)) if isinstance(faces, range) else CustomFaces(faces)
    pool = Dice(Number(count), sides, node.modifiers, node.column)
    source = Unordered()
    return source.every(lambda: roll(pool, source).total)
