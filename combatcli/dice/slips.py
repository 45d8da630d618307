"""Checks for valid expressions that are probably mistakes."""

from __future__ import annotations

from copy import copy

from combatcli.dice.limits import check_drawn
from combatcli.dice.rare_nodes import (
    Comparison,
    CountedAgainst,
    MatchNode,
    PooledSum,
    Variable,
    has_pools,
    pool_to_name,
)
from combatcli.dice.tree import FATE, Compare, CustomFaces, Dice, Group, Number, Pool, Word, known_faces, signed_terms
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.tree import Modifiers, Node

MANY = 1_000_000_000
"""A number of dice that no pool has: unknown."""
ASKED = {">=": "{} or more", ">": "more than {}", "<=": "{} or less", "<": "less than {}", "=": "{}"}


def shown_values(pool: Dice) -> set[int]:
    """Return sample values of a pool's die: at least one of each range in which all comparisons agree.

    The set is empty where the values are unknown: computed sides, or dice that compound.
    """
    faces = known_faces(pool.sides)
    modifiers = pool.modifiers
    kind = modifiers.explode.kind if modifiers.explode else ""
    if faces is None or kind == "!!":
        return set()
    values = {face for face in modifiers.samples(faces) if not modifiers.rerolled(face)}
    values |= {face - 1 for face in values} if kind == "!p" else set()
    return {modifiers.bounded(face) for face in values}


def check_drawn_pool(pool: Dice) -> None:
    """Raise DiceError where a pool cannot be drawn without replacement."""
    faces = known_faces(pool.sides)
    if faces is None or pool.modifiers.extra():
        what = "dice that draw, u, have faces that are written, and are neither rerolled nor explode"
        raise DiceError(what, "As in 5d{1..13:4}u.", column=pool.column)
    check_drawn(pool.count.value if isinstance(pool.count, Number) else 0, len(faces), pool.column)


def _adds_dice(pool: Dice) -> bool:
    """Return whether explosions add separate dice."""
    return pool.modifiers.explode is not None and pool.modifiers.explode.kind != "!!"


def check_counted(pool: Node, texts: tuple[str, str], at: int) -> None:
    """Raise DiceError for a count that no die or member, or every one, can meet, as in 3d6>=10.

    ``texts`` are the pool, and the sum that it ends, up to the comparison at ``at``. One die alone is its total.
    """
    if isinstance(pool, Dice):
        if not is_one_die(pool) or _adds_dice(pool):
            _check_shown(shown_values(pool), pool.modifiers, (die_name(pool), *texts), at)
    elif isinstance(pool, PooledSum):
        _check_count_of_sum(pool, texts[0], at)
    elif isinstance(pool, Group) and len(pool.members) > 1:
        _check_count_of_members(pool, texts[0], at)


def is_one_die(pool: Dice) -> bool:
    """Return whether a pool is, or keeps, one die, so that a count compares its total."""
    return dice_kept(pool) == 1


def dice_kept(node: Node) -> int:
    """Return the number of kept dice or members that may be counted; `MANY` if it is unknown."""
    if not isinstance(node, Pool):
        return MANY
    first, last = node.modifiers.kept_range(size_of(node))
    return last - first


def size_of(pool: Pool) -> int:
    """Return the number of dice or members of a pool, before keeping; `MANY` if it is unknown."""
    if isinstance(pool, Dice):
        count = pool.count.value if isinstance(pool.count, Number) else MANY
        return MANY if count > 1 and _adds_dice(pool) else count
    if len(pool.children) > 1 or not has_pools(pool.children[0]):
        return len(pool.children)
    terms = [term for _, term in signed_terms(pool.children[0]) if isinstance(term, (Dice, Variable))]
    return min(MANY, sum(map(dice_kept, terms)))


def _check_count_of_sum(pool: PooledSum, text: str, at: int) -> None:
    """Raise DiceError for a count that no die of a group, or every one, can meet."""
    terms = signed_terms(pool.member)
    dice = [(sign, term) for sign, term in terms if isinstance(term, Dice)]
    if len(dice) + sum(isinstance(term, Number) for _, term in terms) < len(terms):
        return
    if len(dice) == 1 and is_one_die(dice[0][1]):
        return
    more = sum([sign * term.value for sign, term in terms if isinstance(term, Number)])
    shown = [{sign * value + more for value in shown_values(_asked(term, pool, more, sign))} for sign, term in dice]
    if all(shown):
        names = {die_name(term) for _, term in dice}
        name = names.pop() if len(names) == 1 and not more else "die of it"
        _check_shown(set().union(*shown), pool.modifiers, (name, text, text), at)


def _check_count_of_members(group: Group, text: str, at: int) -> None:
    """Raise DiceError for a count that no member of a group, or every one, can meet."""
    success = group.modifiers.success
    ends = [_ends(member) for member in group.members] if success else []
    if success and all(ends):
        inside = {success.value for low, high in ends if low <= success.value <= high}
        _check_shown({end for both in ends for end in both} | inside, group.modifiers, ("member", text, text), at)


def _ends(node: Node) -> Sequence[int]:
    """Return the lowest and the highest total of a sum of dice and numbers; empty for any other node."""
    ends = [0, 0]
    for sign, term in signed_terms(node):
        shown = {term.value} if isinstance(term, Number) else set()
        if (
            isinstance(term, Dice)
            and isinstance(term.count, Number)
            and not (term.modifiers.explode or term.modifiers.success)
        ):
            first, last = term.modifiers.kept_range(term.count.value)
            shown = {sign * value * (last - first) for value in shown_values(term)}
        if not shown:
            return ()
        ends = [ends[0] + min(shown), ends[1] + max(shown)]
    return ends


def _asked(pool: Dice, group: PooledSum, more: int, sign: int) -> Dice:
    """Return a pool of a group with its count's comparison, shifted by the constants that are added to each die."""
    modifiers = copy(pool.modifiers)
    success = group.modifiers.success
    modifiers.success = Compare(success.operator, sign * (success.value - more)) if success else None
    return Dice(pool.count, pool.sides, modifiers)


def _check_shown(values: set[int], modifiers: Modifiers, named: tuple[str, str, str], at: int) -> None:
    success = modifiers.success
    if success is None or modifiers.failure is not None or not values or isinstance(success.value, Word):
        return
    met = {success.holds(value) for value in values}
    if len(met) > 1:
        return
    name, text, summed = named
    asked = ASKED[success.operator].format(success.value)
    what = f"every {name} shows {asked}, so all are counted" if met.pop() else f"no {name} shows {asked}"
    total = f"({summed.strip()}) {success.operator} {success.value}"
    counted = f"{text.strip()}>={max(values)}"
    raise DiceError(what, f"Write {total} for the total; a count is {counted}.", column=at + 1)


def die_name(pool: Dice) -> str:
    """Return the name of one die of a pool: d6."""
    if isinstance(pool.sides, Number):
        return f"d{pool.sides.value}"
    return "dF" if isinstance(pool.sides, CustomFaces) and pool.sides.values == FATE else "such die"


def unequal(text: str, at: int) -> DiceError:
    """Return the error of ``!=`` after dice, which may be meant as a comparison."""
    before, after = text[:at].rstrip(), text[at + 2 :].lstrip()
    number = after[: len(after) - len(after.lstrip("0123456789"))]
    return DiceError(
        '"!=" is not a comparison: dice explode with "!"',
        f"Write {before}!{number} where they explode on {number}, not (({before}) = {number}) for any other total."
        if number
        else "Write !6 where they explode on 6, not (a = 6) for any other value.",
        column=at + 1,
    )


def check_repeat_label(tree: Node, label: str, at: int) -> None:
    """Raise DiceError for a number with dice as its label: other rollers read 6#4d6kh3 as a repetition."""
    import re

    if isinstance(tree, Number) and re.match(r"\d*d(\d|%|f|\{)|\(|\{", label, re.IGNORECASE):
        raise DiceError(
            'the text after "#" is a label', f"Write {tree.value}x{label} to roll it so often.", column=at + 1
        )


def check_compared(left: Node, named: tuple[Node, str] | None, compare: str, value: int, text: str) -> None:
    """Raise DiceError for a comparison of a named total, or of the matches of one die, that may be meant as a count.

    ``named`` is the value of the name, with its text; ``text`` is the left side of the comparison.
    """
    import re

    if named is not None and may_count(named[0], compare, value):
        raise total_or_count(text.strip(), named[1], compare, value, left.column)
    pool = left.children[0] if left.children else left
    # ms of one die is always 1; other rollers use ms for a margin.
    if isinstance(pool, Dice) and isinstance(pool.count, Number) and pool.modifiers.explode is None:
        first, last = pool.modifiers.kept_range(pool.count.value)
        if (wanted := value + (compare == ">")) > last - first:
            dice = re.split("m[strMSTR]", text, maxsplit=1)[0].strip()
            raise DiceError(
                f"no set or run of {dice} has {wanted}",
                f"Write ({dice}) {compare} {value} for the total, {dice}-{value} for the margin.",
                column=left.column,
            )


def may_count(node: Node, compare: str, value: int) -> bool:
    """Return whether a compared value may be meant as a count: some of its faces meet the comparison."""
    if isinstance(node, Group) and len(node.members) == 1 and node.modifiers.plain():
        node = node.members[0]
    if isinstance(node, PooledSum):
        return dice_kept(node) > 1
    if not isinstance(node, Dice) or node.modifiers.success is not None or is_one_die(node):
        return False
    asked = Compare(compare, value)
    modifiers = copy(node.modifiers)
    modifiers.success = asked
    return len({asked.holds(shown) for shown in shown_values(Dice(node.count, node.sides, modifiers))}) > 1


def total_or_count(name: str, dice: str, compare: str, value: int, column: int) -> DiceError:
    """Return the error of a compared name that is a total where a pool may be meant: p = 8d6; p>=5."""
    pool = dice.strip() if dice.strip().startswith("{") else f"{{{dice.strip()}}}"
    word = name.removeprefix("@")
    return DiceError(
        f"{name} is a total here, but may have been meant as a pool",
        f"Write {word} = {pool}; {word}{compare}{value} to count its dice, ({name}) {compare} {value} for the total.",
        column=column,
    )


def check_count_after(before: Sequence[Node], pool: Pool, text: str, column: int) -> None:
    """Raise DiceError where a count ends a sum whose total may be meant, as in 1d20+5+1d4>=15.

    ``before`` are the earlier summands, ``pool`` is the counted pool, ``text`` the sum, which begins in ``column``. The
    count is clear in parentheses, and where all summands are counts, or numbers after a count.
    """
    import re

    counts = _is_count(before[0]) and all(isinstance(node, Number) or _is_count(node) for node in before[1:])
    success = pool.modifiers.success
    if counts or text.endswith(")") or success is None or isinstance(success.value, Word):
        return
    start = pool.column - column
    pattern = rf"(?<![\d ]f)(>=|<=|[<>=]|[gl][te]|eq)\s*[+-]?\s*0*{abs(success.value)}(?!\d)"
    count = list(re.finditer(pattern, text[start:], re.IGNORECASE))[-1]
    raise DiceError(
        "a count after a sum may have been meant as a total",
        f"Write ({text[: start + count.start()].rstrip()}) {count[0]} for the total, "
        f"{text[:start]}({text[start:]}) for the count.",
        column=column + start + count.start(),
    )


def _is_count(node: Node) -> bool:
    """Return whether a node is a count, a comparison, a match, or arithmetic of these and numbers."""
    if isinstance(node, Pool):
        return node.modifiers.success is not None
    if isinstance(node, (Comparison, CountedAgainst, MatchNode)):
        return True
    parts = [child for child in node.children if not isinstance(child, Number)]
    return bool(parts) and all(map(_is_count, parts))


def check_extreme_of(pool: Node, name: str, text: str, column: int) -> None:
    """Raise DiceError where one pool is the only argument of max() or min(): its highest die may be meant."""
    named = pool_to_name(pool)
    dice = named.member if named and named.modifiers.plain() else pool
    if isinstance(dice, Dice):
        several = dice.modifiers.success is None and not is_one_die(dice)
    else:
        several = dice is not pool or (isinstance(dice, Variable) and dice.pool)
    if several:
        kind, which = ("kh1", "highest") if name == "max" else ("kl1", "lowest")
        kind = f" {kind}" if isinstance(pool, Variable) else kind
        raise DiceError(
            f"{name}() of one pool is its total",
            f"Write {text}{kind} for the {which} die, ({text}) for the total.",
            column=column,
        )
