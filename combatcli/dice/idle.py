"""Checks for modifiers that cannot affect their dice, and for ones often meant otherwise."""

from __future__ import annotations

from combatcli.dice.slips import ASKED, MANY, die_name, shown_values, size_of
from combatcli.dice.tree import Compare, Dice, Number, highest_of, known_faces
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.dice.tree import Faces, Pool


def check_modifiers(pool: Dice, text: str, crossed: str) -> Mapping[str, None]:
    """Return notes on how a pool was read, in order; ``crossed`` is an explosion that is written as x and a number.

    ``text`` is the text of the pool. Raises DiceError where one of its modifiers can do nothing.
    """
    faces = known_faces(pool.sides)
    if faces is not None:
        _check_faces(pool, faces, text, crossed)
        _check_bounds(pool, faces)
    keeps = pool.modifiers.keeps
    notes: dict[str, None] = {}
    if isinstance(pool.count, Number) and pool.count.value == 1 and faces == range(1, 67):
        notes["d66 is one die of 66 sides; two dice read as tens and ones are 1d6*10+1d6."] = None
    if crossed:
        before, _, after = text.partition(crossed)
        number = crossed[1:].strip()
        notes[
            f"{text}: {crossed} explodes on {number}. {before.strip()}*{number} multiplies, "
            f"{number}x{before.strip()}{after.strip()} rolls so often."
        ] = None
    if keeps and pool.modifiers.explode and pool.modifiers.explode.kind == "!":
        notes["With ! each added die is kept or dropped by itself; !! adds it to the die that exploded."] = None
    return notes


def _check_faces(pool: Dice, faces: Faces, text: str, crossed: str) -> None:
    """Raise DiceError where no face meets the comparison of a reroll, explosion or failure."""
    modifiers, name = pool.modifiers, die_name(pool)
    explode = modifiers.explode
    if explode and explode.on and not _holds(explode.on, faces):
        shown = f"no {name} shows {_asked(explode.on)}"
        if crossed:
            before = text.partition(crossed)[0].strip()
            raise DiceError(
                f"{crossed} explodes on a face, and {shown}",
                f"Write * to multiply: {before}*{crossed[1:].strip()}.",
                column=pool.column,
            )
        dice, number = text.partition(explode.kind)[0].strip(), explode.on.value
        total = f"; of the total it is a = {dice}; if(a {explode.on.operator} {number}, a+1{name}, a)"
        hint = f"Write {explode.kind}{_nearest(explode.on, faces)}{total if explode.on.operator != '=' else ''}."
        raise DiceError(f"{shown}, so none explodes", hint, column=pool.column)
    for word, compares in (("r", modifiers.rerolls), ("ro", modifiers.rerolls_once)):
        for compare in compares:
            if not _holds(compare, faces):
                hint = f"Write {word}{_nearest(compare, faces)}, or leave it out."
                what = f"no {name} shows {_asked(compare)}, so none is rerolled"
                raise DiceError(what, hint, column=pool.column)
    values = shown_values(pool) if modifiers.failure else set()
    if modifiers.failure and values and not any(map(modifiers.failure.holds, values)):
        what = f"no {name} shows {_asked(modifiers.failure)}, so none fails"
        raise DiceError(what, f"Write f{_nearest(modifiers.failure, faces)}, or leave it out.", column=pool.column)


def _asked(compare: Compare) -> str:
    return ASKED[compare.operator].format(compare.value)


def _holds(compare: Compare, faces: Faces) -> bool:
    """Return whether a comparison holds for any face; of a range only the ends and the faces near its number count."""
    if isinstance(faces, range):
        beside = {faces[0], faces[-1], compare.value - 1, compare.value, compare.value + 1}
        return any(compare.holds(face) for face in beside if face in faces)
    return any(map(compare.holds, faces))


def _nearest(compare: Compare, faces: Faces) -> str:
    """Return the text of a comparison with the face nearest to its number."""
    if compare.operator == "=":
        return str(min(faces, key=lambda face: abs(face - compare.value)))
    return f"{compare.operator[0]}={highest_of(faces) if compare.operator[0] == '>' else min(faces)}"


def _check_bounds(pool: Dice, faces: Faces) -> None:
    """Raise DiceError where all faces are within the bounds."""
    low, high, explode = pool.modifiers.low, pool.modifiers.high, pool.modifiers.explode
    lowest = min(faces) - bool(explode and explode.kind == "!p")
    highest = MANY if explode and explode.kind == "!!" else highest_of(faces)
    if low is not None and low <= lowest:
        what = f"every {die_name(pool)} shows {lowest} or more, so min{low} changes nothing"
        raise DiceError(what, f"Write min{lowest + 1} or more.", column=pool.column)
    if high is not None and high >= highest:
        what = f"every {die_name(pool)} shows {highest} or less, so max{high} changes nothing"
        raise DiceError(what, f"Write max{highest - 1} or less.", column=pool.column)


def check_keeps(pool: Pool, text: str) -> None:
    """Raise DiceError where more dice or members are kept or dropped than the pool has."""
    modifiers, count = pool.modifiers, size_of(pool)
    first, last = 0, count
    for kind, number in modifiers.keeps if 0 < count < MANY else ():
        left = last - first
        if number > left > 0:
            dice = f"{left} {'die' if left == 1 else 'dice'}"
            what = f"{kind}{number} {'keeps' if kind[0] == 'k' else 'drops'} more than the {dice} of {text}"
            swapped = f"{number}d" if text.startswith(f"{count}d") and len(modifiers.keeps) == 1 else ""
            hint = f"{swapped}{text.removeprefix(f'{count}d').replace(f'{kind}{number}', f'{kind}{count}')}"
            raise DiceError(what, f"Write {hint}." if swapped else f"Write {kind}{left} or less.", column=pool.column)
        if kind in ("kh", "dl"):
            first = last - number if kind == "kh" else first + number
        else:
            last = first + number if kind == "kl" else last - number
