"""How bytes of a stream become what dice are worth, many at a time."""

from __future__ import annotations

from combatcli.dice.tree import highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from combatcli.dice.tree import Compare, Modifiers

    Faces = tuple[int, ...] | range

BYTE, WORD = 256, 4
WORDS = BYTE**WORD
NARROW = 250
"""So many values apart may the faces of a die be that are kept as bytes."""
LISTED = 10_000
"""So many faces at most are looked up in a set, and not compared."""
_RARELY = 0.9
_MOST_EXPECTED = 50_000


class Table:
    """How bytes become the values of a die: ``turned`` makes them of a block of bytes, ``width`` of them each.

    Bytes that would be a bias are passed over, and so are faces that are ``rerolled`` until they are no more: the next
    die comes from the next byte in any case, and of dice that count alike it makes no difference which one it was.
    """

    __slots__ = ("key", "refused", "turned", "values", "width")

    def __init__(self, faces: Faces, worths: Sequence[int] | None, rerolled: Sequence[Compare] = ()) -> None:
        """Take what each face is worth, from 0 to `NARROW`; None if they are worth what they show."""
        passed = "" if not rerolled else any_holds("each", rerolled)
        self.key = (faces, None if worths is None else tuple(worths), passed)
        self.width = 1 if len(faces) <= BYTE else WORD
        self.values = self.refused = b""
        self.turned: Callable[[bytes], Sequence[int]]
        if self.width == WORD:
            self.turned = _of_words(faces, passed)
            return
        limit = BYTE - BYTE % len(faces)
        shown = [faces[byte % len(faces)] for byte in range(BYTE)]
        again = {face for face in faces if any(compare.holds(face) for compare in rerolled)}
        self.refused = bytes([byte for byte in range(BYTE) if byte >= limit or shown[byte] in again])
        if worths is None:
            self.turned = lambda block: [shown[byte] for byte in block.translate(None, self.refused)]
            return
        self.values = bytes([worths[byte % len(faces)] for byte in range(BYTE)])
        self.turned = lambda block: block.translate(self.values, self.refused)


def _of_words(faces: Faces, passed: str) -> Callable[[bytes], list[int]]:
    """Return a function that makes faces of four bytes each."""
    from struct import unpack

    sides = len(faces)
    limit = WORDS - WORDS % sides
    shown = f"word % {sides} + 1" if isinstance(faces, range) else f"faces[word % {sides}]"
    made = f"[{shown} for word in unpack(f'>{{len(block) // {WORD}}}I', block) if word < {limit}]"
    if passed:
        made = f"[each for each in {made} if not ({passed})]"
    turned: Callable[[bytes], list[int]] = eval(f"lambda block: {made}", {"unpack": unpack, "faces": faces})  # noqa: S307  (written here, of numbers)
    return turned


def any_holds(value: str, compares: Sequence[Compare], shift: int = 0) -> str:
    """Return the expression of whether a value, and ``shift`` added, meets one of some comparisons."""
    return " or ".join([compared(value, compare, shift) for compare in compares])


def compared(value: str, compare: Compare, shift: int = 0) -> str:
    """Return the expression of whether a value, and ``shift`` added, meets a comparison."""
    return f"({value} {'==' if compare.operator == '=' else compare.operator} {compare.value - shift})"


def comes_to_rest(faces: Faces, modifiers: Modifiers, dice: int) -> bool:
    """Return whether it never happens that so many dice reach the limits of rerolls and explosions.

    What is less likely than one in 10**40 never happens.
    """
    share = sum([_share(faces, compare) for compare in modifiers.rerolls])
    if modifiers.explode is not None:
        on = modifiers.explode.on
        share += faces.count(highest_of(faces)) / len(faces) if on is None else _share(faces, on)
    return share <= _RARELY and dice * (2 if modifiers.once else 1) / (1 - share) <= _MOST_EXPECTED


def _share(faces: Faces, compare: Compare) -> float:
    """Return how many of the faces meet a comparison, as a share."""
    if isinstance(faces, tuple):
        return sum([compare.holds(face) for face in faces]) / len(faces)
    below = min(max(compare.value - 1, 0), len(faces))
    equal = int(compare.value in faces)
    above = len(faces) - below - equal
    return {">": above, ">=": above + equal, "<": below, "<=": below + equal, "=": equal}[compare.operator] / len(faces)
