"""What dice and members may show: modifiers and counts that can do nothing with it are refused."""

from __future__ import annotations

from combatcli.dice.limits import check_drawn
from combatcli.dice.rare_nodes import PooledSum, Variable, has_pools
from combatcli.dice.tree import (
    FATE,
    Compare,
    CustomFaces,
    Dice,
    Number,
    Pool,
    Word,
    highest_of,
    known_faces,
    signed_terms,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from combatcli.dice.tree import Faces, Node

MANY = 1_000_000_000
"""A number of dice that no pool has: unknown."""
_ASKED = {">=": "{} or more", ">": "more than {}", "<=": "{} or less", "<": "less than {}", "=": "{}"}


def dice_kept(node: Node) -> int:
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
    if len(pool.children) > 1 or not has_pools(pool.children[0]):
        return len(pool.children)
    terms = [term for _, term in signed_terms(pool.children[0]) if isinstance(term, (Dice, Variable))]
    return min(MANY, sum(map(dice_kept, terms)))


def _adds_dice(pool: Dice) -> bool:
    """Return whether explosions add separate dice."""
    return pool.modifiers.explode is not None and pool.modifiers.explode.kind != "!!"


def shown_values(pool: Dice, near: int) -> set[int]:
    """Return sample values of a pool's die: at least one of each range in which all comparisons agree.

    One of these comparisons is with the number ``near``. The set is empty where the values are unknown, or no numbers:
    computed sides, dice that compound, words.
    """
    faces = known_faces(pool.sides)
    modifiers = pool.modifiers
    kind = modifiers.explode.kind if modifiers.explode else ""
    if faces is None or kind == "!!" or isinstance(faces[0], Word):
        return set()
    values = {face for face in modifiers.samples(faces, near) if not modifiers.rerolled(face)}
    values |= {face - 1 for face in values} if kind == "!p" else set()
    return {modifiers.bounded(face) for face in values}


def countable_values(pool: Pool, near: int) -> set[int]:
    """Return sample values of the dice or members that a count goes over; see `shown_values`.

    One die alone is its total, and has none.
    """
    if isinstance(pool, Dice):
        return set() if dice_kept(pool) == 1 and not _adds_dice(pool) else shown_values(pool, near)
    if not isinstance(pool, PooledSum):
        ends = [_ends(member) for member in pool.children]
        if len(ends) < 2 or not all(ends):
            return set()
        return {value for low, high in ends for value in (low, high, near) if low <= value <= high}
    terms = signed_terms(pool.member)
    dice = [(sign, term) for sign, term in terms if isinstance(term, Dice)]
    numbers = [sign * term.value for sign, term in terms if isinstance(term, Number)]
    if len(dice) + len(numbers) < len(terms) or (len(dice) == 1 and dice_kept(dice[0][1]) == 1):
        return set()
    more = sum(numbers)
    shown = [{sign * value + more for value in shown_values(term, sign * (near - more))} for sign, term in dice]
    return set().union(*shown) if all(shown) else set()


def _ends(node: Node) -> tuple[int, ...]:
    """Return the lowest and the highest total of a sum of dice and numbers; empty for any other node."""
    lowest = highest = 0
    for sign, term in signed_terms(node):
        shown = {term.value} if isinstance(term, Number) else set()
        if isinstance(term, Dice) and not (term.modifiers.explode or term.modifiers.success):
            kept = dice_kept(term)
            shown = {sign * value * kept for value in shown_values(term, 0)} if kept < MANY else shown
        if not shown:
            return ()
        lowest, highest = lowest + min(shown), highest + max(shown)
    return lowest, highest


def die_name(pool: Dice) -> str:
    """Return the name of one die of a pool: d6."""
    if isinstance(pool.sides, Number):
        return f"d{pool.sides.value}"
    return "dF" if isinstance(pool.sides, CustomFaces) and pool.sides.values == FATE else "such die"


def check_counted(pool: Pool, texts: tuple[str, str], at: int) -> None:
    """Raise DiceError for a count that no die or member, or every one, can meet, as in 3d6>=10.

    ``texts`` are the pool, and the sum that it ends, up to the comparison at ``at``.
    """
    success = pool.modifiers.success
    if success is None or pool.modifiers.failure is not None or isinstance(success.value, Word):
        return
    values = countable_values(pool, success.value)
    met = {success.holds(value) for value in values}
    if len(met) != 1:
        return
    text, summed = texts
    shows = f"{_counted_name(pool)} shows {_asked(success)}"
    count = f"; a count is {text.strip()}{_telling(success, values)}" if len(values) > 1 else ""
    raise DiceError(
        f"every {shows}, so all are counted" if met.pop() else f"no {shows}",
        f"Write ({summed.strip()}) {success.operator} {success.value} for the total{count}.",
        column=at + 1,
    )


def _telling(compare: Compare, values: set[int]) -> str:
    """Return the comparison that some of the values meet, by the number nearest to that of another one."""
    several = [Compare(compare.operator, value) for value in sorted(values, reverse=True)]
    telling = [each for each in several if len(set(map(each.holds, values))) > 1]
    return f"{compare.operator}{min(telling, key=lambda each: abs(each.value - compare.value)).value}"


def _counted_name(pool: Pool) -> str:
    if isinstance(pool, Dice):
        return die_name(pool)
    terms = signed_terms(pool.children[0]) if isinstance(pool, PooledSum) else []
    names = {die_name(term) if isinstance(term, Dice) else "" for _, term in terms}
    return names.pop() if len(names) == 1 else "die of it" if terms else "member"


def _asked(compare: Compare) -> str:
    return _ASKED[compare.operator].format(compare.value)


def check_modifiers(pool: Dice, text: str, crossed: str) -> None:
    """Raise DiceError where a modifier of a pool can do nothing.

    ``text`` is the text of the pool, ``crossed`` an explosion that is written as x and a number.
    """
    faces = known_faces(pool.sides)
    if pool.modifiers.drawn:
        _check_drawn(pool, faces)
    if faces is None or isinstance(faces[0], Word):
        return
    for word, verb, compare, shown in _asked_of_faces(pool, faces):
        if any(map(compare.holds, shown)):
            continue
        dice, name = text.partition(crossed or word)[0].strip(), die_name(pool)
        what, hint = f"no {name} shows {_asked(compare)}", f"Write {word}{_nearest(compare, faces)}"
        if verb == "explodes" and crossed:
            what, hint = f"{crossed} explodes on a face, and {what}", f"Write * to multiply: {dice}*{compare.value}"
        else:
            what += f", so none {verb}"
        if verb != "explodes":
            hint += ", or leave it out"
        elif compare.operator != "=":
            hint += f"; of the total it is a = {dice}; if(a {compare.operator} {compare.value}, a+1{name}, a)"
        raise DiceError(what, f"{hint}.", column=pool.column)
    _check_rerolled_once(pool, text, faces)
    _check_failures(pool, faces)
    _check_bounds(pool, faces)


def _check_rerolled_once(pool: Dice, text: str, faces: Faces) -> None:
    """Raise DiceError where every face is rerolled once, which leaves the odds as they are."""
    once = pool.modifiers.rerolls_once
    shown = pool.modifiers.samples(faces, *[compare.value for compare in once])
    if not once or not all(any(compare.holds(face) for compare in once) for face in shown):
        return
    hint = "Leave it out."
    if len(once) == 1 and dice_kept(pool) > 1:
        import re

        dice = re.sub(r"ro\s*([<>=]+|[gl][et]|eq)?\s*[+-]?\d*", "", text, flags=re.IGNORECASE).strip()
        total = f"a = {dice}; if((a) {once[0].operator} {once[0].value}, {dice}, a)"
        hint = f"Leave it out, or write {total} for the total."
    raise DiceError(f"every {die_name(pool)} is rerolled once, which changes no odds", hint, column=pool.column)


def _check_failures(pool: Dice, faces: Faces) -> None:
    """Raise DiceError where each die that is counted is a failure too."""
    success, failure = pool.modifiers.success, pool.modifiers.failure
    if success is None or failure is None:
        return
    shown = shown_values(pool, success.value) | shown_values(pool, failure.value)
    if shown and not any(map(pool.modifiers.counted, shown)):
        what = f"no {die_name(pool)} counts: one that succeeds fails too"
        other = "" if success.holds(min(faces)) else f", or write f{min(faces)}"
        raise DiceError(what, f"Leave f out{other}.", column=pool.column)


def _asked_of_faces(pool: Dice, faces: Faces) -> Iterator[tuple[str, str, Compare, Collection[int]]]:
    """Yield what modifiers ask of faces: how each is written, what it does, its comparison, and sample faces."""
    modifiers = pool.modifiers
    explode, failure = modifiers.explode, modifiers.failure
    if explode and explode.on:
        yield explode.kind, "explodes", explode.on, modifiers.samples(faces)
    for word, compares in (("r", modifiers.rerolls), ("ro", modifiers.rerolls_once)):
        for compare in compares:
            yield word, "is rerolled", compare, modifiers.samples(faces, compare.value)
    if failure and (values := shown_values(pool, failure.value)):
        yield "f", "fails", failure, values


def _nearest(compare: Compare, faces: Faces) -> str:
    """Return the text of a comparison with the face nearest to its number."""
    if compare.operator == "=":
        return str(min(faces, key=lambda face: abs(face - compare.value)))
    return f"{compare.operator[0]}={highest_of(faces) if compare.operator[0] == '>' else min(faces)}"


def _check_bounds(pool: Dice, faces: Faces) -> None:
    """Raise DiceError where all faces are within the bounds."""
    kind = pool.modifiers.explode.kind if pool.modifiers.explode else ""
    lowest, highest = min(faces) - (kind == "!p"), MANY if kind == "!!" else highest_of(faces)
    for word, bound, end, step in (("min", pool.modifiers.low, lowest, 1), ("max", pool.modifiers.high, highest, -1)):
        if bound is not None and step * (bound - end) <= 0:
            rest = "more" if word == "min" else "less"
            what = f"every {die_name(pool)} shows {end} or {rest}, so {word}{bound} changes nothing"
            raise DiceError(what, f"Write {word}{end + step} or {rest}.", column=pool.column)


def _check_drawn(pool: Dice, faces: Faces | None) -> None:
    """Raise DiceError where a pool cannot be drawn without replacement."""
    if faces is None or pool.modifiers.extra():
        what = "dice that draw, u, have faces that are written, and are neither rerolled nor explode"
        raise DiceError(what, "As in 5d{1..13:4}u.", column=pool.column)
    check_drawn(pool.count.value if isinstance(pool.count, Number) else 0, len(faces), pool.column)


def check_keeps(pool: Pool, text: str, before: str) -> None:
    """Raise DiceError where more dice are kept or dropped than there are, or the last one of a sum is kept.

    ``before`` is the text of the sum before the pool.
    """
    modifiers, count = pool.modifiers, _size(pool)
    _check_kept_of_sum(pool, text, before)
    for place, (kind, number) in enumerate(modifiers.keeps if 0 < count < MANY else ()):
        first, last = modifiers.kept_range(count, place)
        left = last - first
        if number > left > 0:
            dice = f"{left} {'die' if left == 1 else 'dice'}"
            what = f"{kind}{number} {'keeps' if kind[0] == 'k' else 'drops'} more than the {dice} of {text}"
            swapped = f"{number}d" if text.startswith(f"{count}d") and len(modifiers.keeps) == 1 else ""
            hint = f"{swapped}{text.removeprefix(f'{count}d').replace(f'{kind}{number}', f'{kind}{count}')}"
            raise DiceError(what, f"Write {hint}." if swapped else f"Write {kind}{left} or less.", column=pool.column)


def _check_kept_of_sum(pool: Pool, text: str, before: str) -> None:
    """Raise DiceError where the one die at the end of a sum of dice is kept, as in 2d6+1d8kh1."""
    if not isinstance(pool, Dice) or _size(pool) != 1 or _adds_dice(pool):
        return
    import re

    keep = re.fullmatch(r"(.*\S)\s*((?:k[hl]?|d[hl])\s*\d*)", text, re.IGNORECASE | re.DOTALL)
    is_sum = re.fullmatch(r"[^*/(]*d[^*/(]*[+-]\s*", before, re.IGNORECASE)
    if keep and is_sum and _is_written(text):
        raise DiceError(
            f"{keep[2]} is about one {die_name(pool)}, the dice before it are added",
            f"Write {{{before.lstrip()}{keep[1]}}}{keep[2]} for all dice of the sum, or leave {keep[2]} out.",
            column=pool.column,
        )


def check_matched(pool: Pool, kind: str, least: int, text: str) -> None:
    """Raise DiceError where too few dice or members are kept to match."""
    kept = dice_kept(pool)
    if not 0 < kept < max(2, least) or not _is_written(text) or _adds_dice_beneath(pool):
        return
    if kept == 1:
        what = f"{text} looks for matches in one {'die' if isinstance(pool, (Dice, PooledSum)) else 'value'}"
        raise DiceError(what, f"Matches are found among several dice, as in 8d10{kind}.", column=pool.column)
    what = f"mt{least} matches more than the {kept} dice of {text}"
    raise DiceError(what, f"Write mt{kept} or less.", column=pool.column)


def _is_written(text: str) -> bool:
    """Return whether the number of dice is written in the text, not computed and not that of a name."""
    import re

    return "(" not in text and re.match(r"\d*d[\d%f{]|\{", text, re.IGNORECASE) is not None


def _adds_dice_beneath(pool: Pool) -> bool:
    return any(isinstance(each, Dice) and _adds_dice(each) for each in pool.beneath())


def notes_on(pool: Dice, text: str, crossed: str) -> Iterator[str]:
    """Yield how a pool was read that may be meant otherwise; see `check_modifiers`."""
    modifiers = pool.modifiers
    if isinstance(pool.count, Number) and pool.count.value == 1 and known_faces(pool.sides) == range(1, 67):
        yield "d66 is one die of 66 sides; two dice read as tens and ones are 1d6*10+1d6."
    if crossed:
        before, _, after = text.partition(crossed)
        number = crossed[1:].strip()
        yield (
            f"{text}: {crossed} explodes on {number}. {before.strip()}*{number} multiplies, "
            f"{number}x{before.strip()}{after.strip()} rolls so often."
        )
    yield from _summed_explosions(pool, text)
    if modifiers.keeps and modifiers.explode and modifiers.explode.kind == "!":
        yield "With ! each added die is kept or dropped by itself; !! adds it to the die that exploded."


def _summed_explosions(pool: Dice, text: str) -> Iterator[str]:
    """Yield a note on several dice that explode on 8 or more, as in 5d10!>=8, whose dice may be meant as counted."""
    faces, on = known_faces(pool.sides), pool.modifiers.explode.on if pool.modifiers.explode else None
    if on is None:
        return
    import re

    parts = re.fullmatch(r"(\w*d[\d%]+)([!x])(\s*(?:>=?|g[et])\s*\d+)", text, re.IGNORECASE)
    if parts and faces and dice_kept(pool) > 1:
        dice, sign, asked = parts.groups()
        yield (
            f"{text} explodes on {_asked(on)} and is a sum; {text}{asked} counts, and {dice}{sign}{highest_of(faces)}"
            f"{asked} explodes on {highest_of(faces)} alone."
        )
