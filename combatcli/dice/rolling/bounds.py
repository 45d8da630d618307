"""The least and the most that a node comes to, and trees that never fail, as far as that is seen before they roll."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE
from combatcli.dice.rolling.tables import comes_to_rest
from combatcli.dice.tree import Arithmetic, CustomFaces, Dice, FunctionCall, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.tables import Faces
    from combatcli.dice.tree import Node

    Bounds = tuple[int, int]


def _divided(left: int, right: int) -> list[int]:
    """Return what a quotient lies between: within floor() it is exact."""
    return [left // right, -(-left // right)]


_WORKED: dict[str, Callable[[int, int], list[int]]] = {
    "+": lambda left, right: [left + right],
    "-": lambda left, right: [left - right],
    "*": lambda left, right: [left * right],
    "/": _divided,
    "//": _divided,
}
_DIVIDING = {"/", "//", "%"}


def bounds(node: Node) -> Bounds | None:
    """Return the least and the most that a node comes to; None if that is not seen at once."""
    if isinstance(node, Number):
        return node.value, node.value
    if isinstance(node, Dice):
        return _of_pool(node)
    parts = [bounds(child) for child in node.children]
    known = [part for part in parts if part is not None]
    return _of_parts(node, known) if len(known) == len(parts) else None


def _of_parts(node: Node, parts: list[Bounds]) -> Bounds | None:
    """Return the bounds of what is worked out of parts, of which they are known."""
    if isinstance(node, Negative):
        return -parts[0][1], -parts[0][0]
    if isinstance(node, FunctionCall) and node.name in ("floor", "ceil"):
        return parts[0]
    if isinstance(node, FunctionCall) and node.name in ("min", "max"):
        chosen = min if node.name == "min" else max
        return chosen([least for least, _ in parts]), chosen([most for _, most in parts])
    if not (isinstance(node, Arithmetic) and set(node.operators) <= set(_WORKED)):
        return None
    found = parts[0]
    for operator, part in zip(node.operators, parts[1:], strict=True):
        if operator in _DIVIDING and part[0] <= 0 <= part[1]:
            return None
        corners = [corner for left in found for right in part for corner in _WORKED[operator](left, right)]
        found = min(corners), max(corners)
    return found


def _of_pool(pool: Dice) -> Bounds | None:
    """Return the bounds of dice that count what they show."""
    count = bounds(pool.count)
    if count is None or count[0] < 0 or not pool.modifiers.plain():
        return None
    if isinstance(pool.sides, CustomFaces):
        lowest, highest = min(pool.sides.values), max(pool.sides.values)
    else:
        sides = bounds(pool.sides)
        if sides is None:
            return None
        lowest, highest = 1, sides[1]
    return min(count[0] * lowest, count[1] * lowest), max(count[0] * highest, count[1] * highest)


def pools(tree: Node) -> list[Dice]:
    """Return all pools; one that stands several times, as often."""
    nodes = [tree]
    for node in nodes:
        nodes += node.children
    return [node for node in nodes if isinstance(node, Dice)]


def most_dice(found: list[Dice]) -> int:
    """Return how many dice such pools have at most."""
    counts = [bounds(pool.count) for pool in found]
    return min(MOST_DICE, sum([MOST_DICE if count is None else count[1] for count in counts]))


def possible_faces(pool: Dice, limit: int) -> list[Faces]:
    """Return the faces of all dice that a pool may have; nothing if they are unknown or more than a limit."""
    if isinstance(pool.sides, CustomFaces):
        return [pool.sides.values]
    sides = bounds(pool.sides)
    if sides is None or sides[0] < 1 or sides[1] - sides[0] >= limit:
        return []
    return [range(1, each + 1) for each in range(sides[0], sides[1] + 1)]


def never_fails(tree: Node, limit: int) -> bool:
    """Return whether it is seen that no roll of a tree fails; sides that are computed may be so many."""
    found = pools(tree)
    counts = [bounds(pool.count) for pool in found]
    if any(count is None or count[0] < 0 for count in counts):
        return False
    most = sum([count[1] for count in counts if count is not None])
    return most <= MOST_DICE and _never_by_zero(tree) and all(_rests(pool, most, limit) for pool in found)


def _rests(pool: Dice, most: int, limit: int) -> bool:
    """Return whether a pool has dice, and all of them come to rest."""
    possible = possible_faces(pool, limit)
    extra = pool.modifiers.extra()
    return bool(possible) and not (extra and any(not comes_to_rest(each, pool.modifiers, most) for each in possible))


def _never_by_zero(tree: Node) -> bool:
    nodes = [tree]
    for node in nodes:
        nodes += node.children
        if not isinstance(node, Arithmetic):
            continue
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            divisor = bounds(operand) if operator in _DIVIDING else (1, 1)
            if operator == "**" or divisor is None or divisor[0] <= 0 <= divisor[1]:
                return False
    return True
