"""The faces of a die that are written out: text to integers."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.scanner import Scanner


def read_faces(scan: Scanner, start: int) -> tuple[int, ...]:
    """Read faces up to the closing brace of the die whose brace opened at ``start``."""
    if scan.take("}"):
        raise scan.error("a die needs at least one face between { and }", at=start)
    values = _alike_faces(scan)
    while scan.take(","):
        values += _alike_faces(scan)
        if len(values) > MOST_DICE:
            raise scan.error(f"a die has at most {MOST_DICE:,} faces that are written out", at=start)
    if not scan.take("}"):
        raise scan.expected('"," or "}"')
    return values


def _alike_faces(scan: Scanner) -> tuple[int, ...]:
    """Read a face, or a range of them, and how often each is there: ``6``, ``1..6``, ``1:2``, ``1..13:4``."""
    start = scan.position()
    first = scan.integer("a face")
    last = scan.integer('a face after ".."') if scan.take("..") else first
    times = scan.number('a number after ":"') if scan.take(":") else 1
    if last < first or not times:
        raise scan.error("a range of faces ascends, and each is there once or more often", "As in d{1..6:2}.", at=start)
    if (last - first + 1) * times > MOST_DICE:
        raise scan.error(f"a die has at most {MOST_DICE:,} faces that are written out", at=start)
    return tuple(range(first, last + 1)) * times
