"""Faces of a stream read ahead, for an expression that is rolled very often: what compiled rolls call.

A place on the tape is handed in and out, and every helper that moves it returns the data too, for it may have grown.
"""

from __future__ import annotations

from combatcli.dice.rolling.modified import ModifiedPool
from combatcli.dice.rolling.roll import roll
from combatcli.dice.tree import MOST_EXTRA, MOST_EXTRAS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from combatcli.dice.rolling.sources import Stream
    from combatcli.dice.tree import Modifiers, Node

    Faces = tuple[int, ...] | range

_READ = 1 << 12
BYTE, WORD = 256, 4
WORDS = BYTE**WORD


class RollAgainError(Exception):
    """This one roll goes beyond what compiled rolls know: it is rolled anew, from the same bytes, as a single one."""


class Table:
    """How bytes become the values of a die: ``values`` of all 256, and the ``refused`` ones that would be a bias."""

    __slots__ = ("refused", "values")

    def __init__(self, values: Sequence[int]) -> None:
        limit = BYTE - BYTE % len(values)
        self.values = bytes([values[byte % len(values)] for byte in range(BYTE)])
        self.refused = bytes(range(limit, BYTE))


class Extra:
    """What a die rerolls and explodes on, as bytes to delete: values ``calm`` do neither."""

    __slots__ = ("calm", "exploding", "kind", "lessened", "once", "rerolled", "unexploded")

    def __init__(self, values: range, modifiers: Modifiers, shift: int, highest: int) -> None:
        """Take the values of a die on the tape, which are its faces less ``shift``."""
        again = [*modifiers.once, *modifiers.rerolls]
        self.once = bool(modifiers.once)
        self.rerolled = bytes([each for each in values if any(compare.holds(each + shift) for compare in again)])
        self.exploding = bytes([each for each in values if modifiers.explodes(each + shift, highest)])
        self.unexploded = bytes([each for each in values if each not in self.exploding])
        self.calm = bytes([each for each in self.unexploded if each not in self.rerolled])
        self.kind = modifiers.explode.kind if modifiers.explode else ""
        # The dice that penetrating explosions add count one less.
        self.lessened = bytes([max(0, byte - (self.kind == "!p")) for byte in range(BYTE)])


class Tape:
    """Bytes of a stream, and the place of the next one to be used: ``data``, ``at``."""

    __slots__ = ("_source", "_tables", "_tree", "at", "data", "extras")

    def __init__(self, tree: Node, source: Stream) -> None:
        self._tree = tree
        self._source = source
        self._tables: dict[int, Table] = {}
        self.data = b""
        self.at = 0
        self.extras = 0
        """How many dice the rerolls and explosions of this one roll have added."""

    def prepare(self, count: int) -> None:
        """Forget what is used, and read what so many bytes need."""
        self.data = self.data[self.at :]
        self.at = 0
        if len(self.data) < count:
            self.data += self._source.ahead(count - len(self.data))

    def give_back(self) -> None:
        """Return what was read and not used."""
        self._source.give_back(self.data[self.at :])
        self.data, self.at = b"", 0

    def single(self, at: int) -> int:
        """Roll from this place on without haste, and return the total; raises what that raises."""
        self.at = at
        self.give_back()
        return roll(self._tree, self._source).total

    def more(self, have: bytes, count: int, at: int, table: Table) -> tuple[bytes, int, bytes]:
        """Complete ``have``, of which the bytes refused or beyond the end are missing, to so many values."""
        at = min(at, len(self.data))
        while missing := count - len(have):
            self._reach(at + missing)
            have += self.data[at : at + missing].translate(table.values, table.refused)
            at += missing
        return have, at, self.data

    def wide(self, count: int, sides: int, at: int) -> tuple[Sequence[int], int, bytes]:
        """Return faces of any die."""
        if sides < BYTE:
            table = self._tables.get(sides) or self._tables.setdefault(sides, Table(range(1, sides + 1)))
            return self.more(b"", count, at, table)
        width, span = (1, BYTE) if sides == BYTE else (WORD, WORDS)
        limit = span - span % sides
        faces: list[int] = []
        at = min(at, len(self.data))
        while missing := count - len(faces):
            end = at + width * missing
            self._reach(end)
            values = [int.from_bytes(self.data[start : start + width], "big") for start in range(at, end, width)]
            faces += [value % sides + 1 for value in values if value < limit]
            at = end
        return faces, at, self.data

    def extra(self, wave: bytes, at: int, table: Table, extra: Extra) -> tuple[bytes, int, bytes]:
        """Reroll and explode dice, and return the values of all that stand: any order, for none counts twice."""
        standing = b""
        steps = 0
        while True:
            if extra.rerolled:
                wave, at, tries = self._rerolled(wave, at, table, extra)
                steps += tries
            standing += wave.translate(extra.lessened) if standing else wave
            exploding = len(wave.translate(None, extra.unexploded)) if extra.exploding else 0
            if not exploding:
                return standing, at, self.data
            steps += 1
            if steps > MOST_EXTRA:
                raise RollAgainError
            wave, at = self._added(exploding, at, table)
            if extra.kind == "!o":
                if extra.rerolled:
                    wave, at, _ = self._rerolled(wave, at, table, extra)
                return standing + wave, at, self.data

    def _rerolled(self, wave: bytes, at: int, table: Table, extra: Extra) -> tuple[bytes, int, int]:
        calm = wave.translate(None, extra.rerolled)
        tries = 0
        while missing := len(wave) - len(calm):
            tries += 1
            if tries > MOST_EXTRA:
                raise RollAgainError
            added, at = self._added(missing, at, table)
            calm += added if extra.once else added.translate(None, extra.rerolled)
        return calm, at, tries

    def compound(self, wave: bytes, at: int, table: Table, extra: Extra, shift: int) -> tuple[list[int], int, bytes]:
        """Explode dice and return what each comes to with all that it added."""
        values = [value + shift for value in wave]
        places = [place for place, value in enumerate(wave) if value in extra.exploding]
        steps = 0
        while places:
            steps += 1
            if steps > MOST_EXTRA:
                raise RollAgainError
            wave, at = self._added(len(places), at, table)
            for place, value in zip(places, wave, strict=True):
                values[place] += value + shift
            places = [place for place, value in zip(places, wave, strict=True) if value in extra.exploding]
        return values, at, self.data

    def modified(
        self, shown: Sequence[int], at: int, faces: Faces, modifiers: Modifiers
    ) -> tuple[list[int], int, bytes]:
        """Reroll and explode dice as a single roll does, and return the values of all that stand."""

        def deal(count: int, faces: Faces) -> tuple[int, ...]:
            nonlocal at
            self.extras += count
            if self.extras > MOST_EXTRAS:
                raise RollAgainError
            dealt, at, _ = self.wide(count, len(faces), at)
            return tuple(dealt) if isinstance(faces, range) else tuple([faces[face - 1] for face in dealt])

        pool = ModifiedPool(tuple(shown), faces, modifiers, deal)
        values = [die.value for die in pool.come_to_rest()]
        return values, at, self.data

    def _added(self, count: int, at: int, table: Table) -> tuple[bytes, int]:
        self.extras += count
        if self.extras > MOST_EXTRAS:
            raise RollAgainError
        added = self.data[at : at + count].translate(table.values, table.refused)
        at += count
        return (added, at) if len(added) == count else self.more(added, count, at, table)[:2]

    def _reach(self, end: int) -> None:
        if end > len(self.data):
            self.data += self._source.ahead(max(_READ, end - len(self.data)))
