"""What dice and members may show: modifiers and counts that can do nothing with it are refused."""

from __future__ import annotations

from combatcli.dice.limits import check_drawn
from combatcli.dice.rare_nodes import Assignments, MatchNode, PooledSum, Variable, pools_and_others
from combatcli.dice.tree import Compare, Dice, Group, Modifiers, Number, Pool, WordFace, signed_terms
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from combatcli.dice.modifiers import ModifierReader
    from combatcli.dice.scanner import Part
    from combatcli.dice.tree import Faces, Node

MANY = 1_000_000_000
"""A number of dice that no pool has: unknown."""
_ASKED = {">=": "{} or more", ">": "more than {}", "<=": "{} or less", "<": "less than {}", "=": "{}"}


def number_kept(node: Node) -> int:
    """Return the number of kept dice or members that may be counted; `MANY` if it is unknown."""
    if not isinstance(node, Pool):
        return MANY
    first, last = node.modifiers.kept_range(_size(node))
    return last - first


def _size(pool: Pool) -> int:
    """Return the number of dice or members of a pool, before keeping; `MANY` if it is unknown."""
    if isinstance(pool, Dice):
        count = pool.count.value if isinstance(pool.count, Number) else MANY
        return MANY if count > 1 and _adds_dice(pool) else count
    if len(pool.children) > 1 or not pools_and_others(pool.children[0])[0]:
        return len(pool.children)
    terms = [term for _, term in signed_terms(pool.children[0]) if isinstance(term, (Dice, Variable))]
    return min(MANY, sum(map(number_kept, terms)))


def _adds_dice(pool: Dice) -> bool:
    """Return whether explosions add separate dice."""
    return pool.modifiers.explode is not None and pool.modifiers.explode.kind != "!!"


def sample_values_per_range(pool: Dice, *near: int) -> set[int]:
    """Return sample values of a pool's die: at least one of each range in which all comparisons agree.

    So do comparisons with the numbers ``near``. The set is empty where the values are unknown, or no numbers:
    computed sides, dice that compound, words.
    """
    faces, modifiers = pool.faces, pool.modifiers
    kind = modifiers.explode.kind if modifiers.explode else ""
    if faces is None or kind == "!!" or isinstance(faces[0], WordFace):
        return set()
    values = {face for face in modifiers.sample_faces(faces, *near) if not modifiers.rerolled(face)}
    values |= {face - 1 for face in values} if kind == "!p" else set()
    return {modifiers.bounded(face) for face in values}


def sample_counted_values(pool: Pool, near: int) -> set[int]:
    """Return sample values of the dice or members that a count goes over; see `sample_values_per_range`.

    One die alone is its total, and has none.
    """
    if isinstance(pool, Group):
        ends = [_ends(member) for member in pool.members]
        if len(ends) < 2 or not all(ends):
            return set()
        return {value for low, high in ends for value in (low, high, near) if low <= value <= high}
    terms = signed_terms(pool.member if isinstance(pool, PooledSum) else pool)
    dice = [(sign, term) for sign, term in terms if isinstance(term, Dice)]
    numbers = [sign * term.value for sign, term in terms if isinstance(term, Number)]
    is_one_die = [number_kept(term) for _, term in dice if term is not pool or not _adds_dice(term)] == [1]
    if is_one_die or len(dice) + len(numbers) < len(terms):
        return set()
    more = sum(numbers)
    shown = [
        {sign * value + more for value in sample_values_per_range(term, sign * (near - more))} for sign, term in dice
    ]
    return set().union(*shown) if all(shown) else set()


def _ends(node: Node) -> tuple[int, ...]:
    """Return the lowest and the highest total of a sum of dice and numbers; empty for any other node."""
    lowest = highest = 0
    for sign, term in signed_terms(node):
        shown = {term.value} if isinstance(term, Number) else set()
        if isinstance(term, Dice) and not (term.modifiers.explode or term.modifiers.success):
            kept = number_kept(term)
            shown = {sign * value * kept for value in sample_values_per_range(term)} if kept < MANY else shown
        if not shown:
            return ()
        lowest, highest = lowest + min(shown), highest + max(shown)
    return lowest, highest


def die_name(pool: Pool) -> str:
    """Return the name of a die or member of a pool: d6."""
    if isinstance(pool, Dice) and isinstance(pool.sides, Number):
        return f"d{pool.sides.value}"
    return "member" if isinstance(pool, Group) else "die"


def check_success_comparison(pool: Pool, dice: str, summed: Part, start: int, at: int) -> None:
    """Raise DiceError if no die or member, or every one, can meet the comparison of a count, as in 3d6>=10.

    ``dice`` is the pool without the comparison at ``at``, from ``start`` to the end of the sum that it ends.
    """
    success = pool.modifiers.success
    if success is None or pool.modifiers.failure is not None or isinstance(success.value, WordFace):
        return
    values = sample_counted_values(pool, success.value)
    met = {success.holds(value) for value in values}
    if len(met) != 1:
        return
    shows = f"{die_name(pool)} shows {_asked(success)}"
    before = summed.whole[summed.start : start]
    hint = f"Write {summed.line(f'({before}{dice}) {success.operator} {success.value}')} for the total"
    if len(values) > 1:
        counted = f"{dice}{success.operator}{_telling(success, values)}"
        hint += f"; a count is {summed.line(f'{before}({counted})' if before else counted)}"
    raise DiceError(f"every {shows}, so all are counted" if met.pop() else f"no {shows}", f"{hint}.", column=at + 1)


def _telling(compare: Compare, values: Collection[int]) -> int:
    """Return the number nearest to that of a comparison with which it holds for some of the values, not for all."""
    several = {value: {Compare(compare.operator, value).holds(each) for each in values} for value in values}
    telling = [value for value in sorted(values, reverse=True) if len(several[value]) > 1]
    return min(telling or values, key=lambda value: abs(value - compare.value))


def _asked(compare: Compare) -> str:
    return _ASKED[compare.operator].format(compare.value)


def check_modifiers(pool: Dice, read: ModifierReader) -> None:
    """Raise DiceError for a modifier that can do nothing to its pool."""
    faces, modifiers = pool.faces, pool.modifiers
    if faces is not None and modifiers.may_need_more_dice():
        modifiers.refuse_endless(faces, pool.column)
    if modifiers.drawn:
        if faces is None or modifiers.may_need_more_dice():
            what = "dice that draw, u, have faces that are written, and are neither rerolled nor explode"
            raise DiceError(what, "As in 5d{1..13:4}u.", column=pool.column)
        check_drawn(pool.count.value if isinstance(pool.count, Number) else 0, len(faces), pool.column)
    if faces is None or isinstance(faces[0], WordFace):
        return
    for kind, verb, compare, shown in _asked_of_faces(pool, faces):
        if not any(map(compare.holds, shown)):
            raise _without_effect(pool, read, (kind, verb), compare, shown)
    if modifiers.rerolls_once and all(map(modifiers.rerolled_once, modifiers.sample_faces(faces))):
        what = f"every {die_name(pool)} is rerolled once, which changes no odds"
        hint = "Leave it out; of a total it is as in a = 3d6; if(a < 10, 3d6, a)."
        raise DiceError(what, hint, column=pool.column)
    counted = map(modifiers.counted, sample_values_per_range(pool))
    if modifiers.success and modifiers.failure and {*counted} == {0}:
        what = f"no {die_name(pool)} counts: one that succeeds fails too"
        raise DiceError(what, "Leave f out.", column=pool.column)


def _asked_of_faces(pool: Dice, faces: Faces) -> Iterator[tuple[str, str, Compare, Collection[int]]]:
    """Yield what modifiers ask of faces: their kind, what it does, its comparison, and sample values."""
    modifiers = pool.modifiers
    explode, shown = modifiers.explode, modifiers.sample_faces(faces)
    kind = explode.kind if explode else ""
    if explode and explode.on:
        yield kind, "explodes", explode.on, shown
    yield from [("r", "is rerolled", compare, shown) for compare in modifiers.rerolls]
    yield from [("ro", "is rerolled", compare, shown) for compare in modifiers.rerolls_once]
    if modifiers.failure and (values := sample_values_per_range(pool)):
        yield "f", "fails", modifiers.failure, values
    added = {face - 1 for face in shown if kind == "!p"} | {MANY for _ in shown if kind == "!!"}
    if modifiers.low is not None:
        yield "min", "is raised", Compare("<", modifiers.low), {*shown, *added}
    if modifiers.high is not None:
        yield "max", "is lowered", Compare(">", modifiers.high), {*shown, *added}


def _without_effect(
    pool: Dice, read: ModifierReader, does: tuple[str, str], compare: Compare, shown: Collection[int]
) -> DiceError:
    """Return the error of a modifier whose comparison holds for none of the values that a die shows."""
    kind, verb = does
    what = f"no {die_name(pool)} shows {_asked(compare)}"
    if verb == "explodes" and (crossed := str(read.part_of("x"))):
        product = f"{read.without('x', '>=', 'f')}*{compare.value}"
        what = f"{crossed} explodes on a face, and {what}"
        return DiceError(what, f"Write * to multiply, as in {product}.", column=pool.column)
    operator = "" if compare.operator == "=" or kind in ("min", "max") else compare.operator
    hint = f"Write {kind}{operator}{_telling(compare, shown)}, or leave it out"
    if verb == "explodes":
        hint += "; a total explodes as in a = 3d6; if(a >= 16, a+1d6, a)"
    return DiceError(f"{what}, so none {verb}", f"{hint}.", column=pool.column)


def check_keeps(pool: Pool, read: ModifierReader, before: str) -> None:
    """Raise DiceError where more dice are kept or dropped than there are, or the last one of a sum is kept.

    ``before`` is the text of the sum before the pool.
    """
    modifiers, count, text = pool.modifiers, _size(pool), read.without(">=", "f", "m")
    ends_sum = before.rstrip()[-1:] in ("+", "-") and "d" in before.lower() and not {*"*/("} & {*before}
    if ends_sum and isinstance(pool, Dice) and count == 1 and not _adds_dice(pool) and _has_written_count(pool):
        keep = read.part_of("k")
        what = f"{keep} is about one {die_name(pool)}, the dice before it are added"
        hint = f"All dice of a sum are kept as in {{2d6+1d8}}{keep}; or leave {keep} out."
        raise DiceError(what, hint, column=pool.column)
    for place, (kind, number) in enumerate(modifiers.keeps if 0 < count < MANY else ()):
        first, last = modifiers.kept_range(count, place)
        left = last - first
        if number > left > 0:
            raise _too_few(f"{kind}{number}", left, text, f"Write {kind}{left} or less.", pool.column)


def _too_few(modifier: str, dice: int, text: str, hint: str, column: int) -> DiceError:
    """Return the error of a modifier that asks for more dice than its pool has."""
    return DiceError(f"{modifier} asks for more dice than the {dice} of {text}", hint, column=column)


def check_matches(pool: Pool, read: ModifierReader) -> None:
    """Raise DiceError where too few dice or members are kept to match."""
    kept, (kind, least), text = number_kept(pool), read.match or ("", 0), read.without()
    dice = [each for each in pool.self_and_descendants() if isinstance(each, Dice)]
    if not 0 < kept < max(2, least) or not all(map(_has_written_count, dice)) or any(map(_adds_dice, dice)):
        return
    what = f"mt{least}" if kind == "mt" else kind
    raise _too_few(what, kept, text, f"Matches are found among several dice, as in 8d10{kind}.", pool.column)


def _has_written_count(pool: Dice) -> bool:
    """Return whether the number of dice is written, not computed, and not even in parentheses."""
    return isinstance(pool.count, Number) and pool.count.column == pool.column


def notes_on_reading(pool: Dice, read: ModifierReader) -> Iterator[str]:
    """Yield how a pool was read that may be meant otherwise; see `check_modifiers`."""
    modifiers, faces, text = pool.modifiers, pool.faces, read.without()
    if isinstance(pool.count, Number) and pool.count.value == 1 and faces == range(1, 67):
        yield "d66 is one die of 66 sides; two dice read as tens and ones are 1d6*10+1d6."
    if crossed := str(read.part_of("x")):
        number, total, dice = crossed[1:].strip(), read.without("x", ">=", "f"), read.without("x")
        yield f"{text}: {crossed} explodes on {number}. {total}*{number} multiplies, {number}x{dice} rolls so often."
    on, alone = modifiers.explode.on if modifiers.explode else None, [kind for kind, _ in read.parts] == ["!"]
    if on and alone and on.operator[0] == ">" and isinstance(faces, range) and number_kept(pool) > 1:
        yield f"{text} explodes on {_asked(on)} and is a sum; 5d10!10>=8 explodes on 10 and counts 8 or more."
    if modifiers.keeps and modifiers.explode and modifiers.explode.kind == "!":
        yield "With ! each added die is kept or dropped by itself; !! adds it to the die that exploded."


def shows_words(tree: Node) -> bool:
    """Return whether a tree is dice that show words.

    Raises DiceError where words are added, compared or ordered: they may only be counted or matched.
    """
    names: set[str] = set()
    asked: set[Node] = {tree} if isinstance(tree, Dice) else set()
    """The nodes that are counted, matched, named or shown, and their terms."""

    def shows(node: Node) -> bool:
        if isinstance(node, Variable):
            return node.pool and node.name in names
        faces = node.faces if isinstance(node, Dice) else None
        return faces is not None and isinstance(faces[0], WordFace)

    for node in tree.self_and_descendants():
        if isinstance(node, Pool) and node.modifiers.success is not None:
            asked.add(node)
        if shows(node) and (node not in asked or (isinstance(node, Dice) and not _no_order(node.modifiers))):
            raise DiceError(
                "dice of words can be rolled alone, counted or matched, but have no sum and no order",
                "As in 3d{hit:2,miss}=hit, or ms and mt.",
                column=node.column,
            )
        if isinstance(node, Assignments):
            for name, value in zip(node.names, node.values, strict=True):
                names |= {name} if any(map(shows, value.self_and_descendants())) else set()
                asked |= {value} if isinstance(value, PooledSum) else set()
        elif isinstance(node, MatchNode) and node.kind != "mr":
            asked.add(node.pool)
        elif isinstance(node, PooledSum) and node in asked and _no_order(node.modifiers):
            terms = signed_terms(node.member)
            asked |= {term for sign, term in terms if sign > 0} if all(shows(term) for _, term in terms) else set()
    return isinstance(tree, Dice) and tree.modifiers.success is None and shows(tree)


def _no_order(modifiers: Modifiers) -> bool:
    """Return whether modifiers only draw, or count a word."""
    success, bounds = modifiers.success, modifiers.low is not None or modifiers.high is not None
    other = modifiers.keeps or modifiers.sort or modifiers.may_need_more_dice() or modifiers.failure or bounds
    return not other and (success is None or (success.operator == "=" and isinstance(success.value, WordFace)))
