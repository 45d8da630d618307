"""Sources of faces: the system's randomness, a seeded stream, or dice that a player rolled.

A rule asks a source for exactly what it needs, and never learns which source answered. A fourth source, every outcome
with its weight, is in ``exact.outcomes``.
"""

from __future__ import annotations

import os

from combatcli.dice.limits import check_drawn, check_sides
from combatcli.errors import FacesError, RefusedError
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from combatcli.dice.tree import Dice, Faces, Node


class Source:
    """A source of faces for rules; a subclass defines `die`.

    ``purpose`` says what the next dice are for, ``rolled`` whether any were rolled.
    """

    purpose = ""
    rolled = False

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        raise NotImplementedError

    def face(self, faces: tuple[int, ...]) -> int:
        """Return one of the ``faces`` of a die with other faces than 1, 2, 3, …."""
        return faces[self.die(len(faces)) - 1]

    @property
    def roller(self) -> Source:
        """The source that rolls: this one, or the one to which it leaves the dice."""
        return self

    def set_purpose(self, purpose: str, dice: Callable[..., object], arguments: tuple[Any, ...] = ()) -> None:
        """Set the purpose of the next dice, which ``dice(source, *arguments)`` rolls."""
        self.purpose = purpose

    def finish(self) -> None:
        """Raise RefusedError if entered faces are left over."""

    def begin_expression(self, tree: Node) -> None:
        """Go on to the expression with this tree."""

    def first_dice(self, pool: Dice, count: int, faces: Faces) -> tuple[int, ...]:
        """Roll ``count`` dice of a pool with these faces, in order."""
        if not pool.modifiers.drawn:
            return self.dice(count, len(faces)) if isinstance(faces, range) else self._dice_with(faces, count)
        check_drawn(count, len(faces), pool.column)
        left, shown = [*faces], list[int]()
        for _ in range(count):
            shown.append(self.face(tuple(left)))
            left.remove(shown[-1])
        return tuple(shown)

    def extra_dice(self, indexes: list[int], faces: Faces) -> tuple[int, ...]:
        """Roll one more die for each of these dice of the last pool, in order."""
        return self._dice_with(faces, len(indexes))

    def _dice_with(self, faces: Faces, count: int) -> tuple[int, ...]:
        if isinstance(faces, range):
            return self.dice(count, len(faces))
        return tuple([self.face(faces) for _ in range(count)])

    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        """Return ``count`` faces, 1 to ``sides``, in the order rolled, for rules that need each face."""
        return tuple([self.die(sides) for _ in range(count)])

    def highest(self, count: int, sides: int, keep: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return ``count`` faces, and the ``keep`` highest, highest first; a rule may use only the kept ones."""
        faces = self.dice(count, sides)
        return faces, tuple(sorted(faces, reverse=True)[:keep])

    def throw(self, throw: Throw) -> Any:
        """Roll a throw, which says what a rule may use of its result."""
        return throw.roll(self)

    def known_total(self, tree: Node, ceiling: int | None) -> int | None:
        """Return the total of an expression if the source knows it without rolling; see `roll.roll_total`."""
        return None

    def check_enumerable(self, tree: Node) -> None:
        """Raise DiceError if the source is an enumeration that cannot show all dice of an expression."""


class Throw(Record):
    """Dice that a source rolls as a whole; equal throws have the same results."""

    def roll(self, source: Source) -> Any:
        """Roll the dice in order and return the result."""
        raise NotImplementedError

    def ways(self) -> Mapping[Any, int]:
        """Return the ways of each result that a rule can tell apart; raise DiceError if they are unknown."""
        raise NotImplementedError


_BYTE = 256
_WORD = 4
_TABLES: dict[int, tuple[bytes, bytes]] = {}
"""By number of sides: the face of each byte, and the bytes that are skipped."""


class Stream(Source):
    """Faces made of a stream of bytes, without modulo bias; combatcli-dice(7) says which bytes make which face.

    A die with up to 256 sides takes one byte, skips those of ``256 - 256 % sides`` or more, and shows
    ``byte % sides + 1``. A die with more sides takes four bytes, big-endian, in the same way.
    """

    _buffer = b""

    def read(self, count: int) -> bytes:
        """Return the next ``count`` bytes of the stream."""
        buffer = self._buffer
        if count > len(buffer):
            buffer += self._more(count - len(buffer))
        self._buffer = buffer[count:]
        return buffer[:count]

    def _more(self, count: int) -> bytes:
        """Return at least the next ``count`` bytes."""
        raise NotImplementedError

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        return self.dice(1, sides)[0]

    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        """Return ``count`` faces in the order rolled."""
        if count <= 0:
            return ()
        self.rolled = True
        if sides >= _BYTE:
            return tuple(self._wide(count, sides))
        table = _TABLES.get(sides)
        if table is None:
            check_sides(sides)
            limit = _BYTE - _BYTE % sides
            table = bytes([value % sides + 1 for value in range(_BYTE)]), bytes(range(limit, _BYTE))
            _TABLES[sides] = table
        faces = self.read(count).translate(*table)
        # Never more bytes than missing faces, so that the stream continues as after single dice.
        while len(faces) < count:
            faces += self.read(count - len(faces)).translate(*table)
        return tuple(faces)

    def _wide(self, count: int, sides: int) -> list[int]:
        check_sides(sides)
        width = 1 if sides == _BYTE else _WORD
        limit = _BYTE**width - _BYTE**width % sides
        faces: list[int] = []
        while len(faces) < count:
            block = self.read(width * (count - len(faces)))
            values = [int.from_bytes(block[at : at + width], "big") for at in range(0, len(block), width)]
            faces += [value % sides + 1 for value in values if value < limit]
        return faces


class SystemSource(Stream):
    """The operating system's randomness."""

    _BUFFER = 256

    def _more(self, count: int) -> bytes:
        return os.urandom(max(self._BUFFER, count))


SHOWING_ZERO = (10, 100)
"""Sides of the dice that show their highest face as a 0."""
LAST_STEP = 2**63 - 1
"""The highest step of seeded dice, the largest integer of TOML."""
FIRST_VERSION, VERSION = 1, 2
"""The versions of streams: the first has no purposes, and old encounters keep it."""


class DigestStream(Stream):
    """The SHA-256 digests of ``head`` and the number of the block in eight bytes, big-endian: of block 0, 1, 2, ...."""

    _block = 0

    def __init__(self, head: bytes) -> None:
        self._head = head

    def _more(self, count: int) -> bytes:
        import hashlib

        digests = []
        for _ in range(0, count, 32):
            digests.append(hashlib.sha256(self._head + self._block.to_bytes(8, "big")).digest())
            self._block += 1
        return b"".join(digests)


class SeededSource(DigestStream):
    """Faces that a seed gives the rules of a game, the same on every machine and Python: one stream for all dice.

    combatcli-dice(7) says of which bytes its blocks are the digests, and in which order dice take theirs. Old
    encounters keep version 1.

    Raises RefusedError if ``step`` is not from 0 to `LAST_STEP`, or there is no such version.
    """

    def __init__(self, seed: str, step: int = 0, *, stream: str = "roll", version: int = VERSION) -> None:
        if not 0 <= step <= LAST_STEP:
            raise RefusedError(f"the step of seeded dice must be from 0 to {LAST_STEP}, not {step}")
        if version not in (FIRST_VERSION, VERSION):
            raise RefusedError(f"there is no version {version} of seeded dice", f"Use 1 or {VERSION}.")
        head = b"combatcli\0" if version == FIRST_VERSION else f"combatcli {version}\0{stream}\0".encode()
        super().__init__(head + seed.encode("utf-8", "surrogatepass") + step.to_bytes(8, "big"))
        self.seed = seed
        self.step = step


class AskedFaces:
    """Asks a person for faces; ``program`` rolls the dice that the person leaves to it."""

    program: Source

    def faces(self, purpose: str, rolls: Callable[[Source], object]) -> tuple[int, ...]:
        """Ask for the faces of a roll, which ``rolls`` makes with any source."""
        raise NotImplementedError


class EnteredSource(Source):
    """Faces that a player rolled on real dice, used in the order given.

    `die` and the methods that use it raise FacesError when a face is impossible on the die, or when the faces have run
    out; `finish` raises it when faces are left over. ``noun`` and ``taken`` are words for messages. With ``more`` the
    faces do not run out: it gets the name and the faces of a die and returns the face shown.
    """

    noun, verb, taken = "face", "roll", "rolled"
    asked: AskedFaces | None = None
    """Who is asked for the faces of each roll; None for nobody."""

    def __init__(self, faces: Sequence[int], more: Callable[[str, Sequence[int]], int] | None = None) -> None:
        self.faces = tuple(faces)
        self.used = 0
        self._more = more

    @property
    def roller(self) -> Source:
        """This source, or the program's if that rolls the dice that were left out."""
        return self if self.asked is None else self.asked.program

    def set_purpose(self, purpose: str, dice: Callable[..., object], arguments: tuple[Any, ...] = ()) -> None:
        """Set the purpose of the next dice, and ask for their faces if somebody is asked."""
        super().set_purpose(purpose, dice, arguments)
        if self.asked is not None:
            self.faces += self.asked.faces(purpose, lambda source: dice(source, *arguments))

    def die(self, sides: int) -> int:
        """Return the next face; raise FacesError if it is not between 1 and ``sides``."""
        return self._shown(f"a d{sides}", range(1, sides + 1), f"1 to {sides}")

    def face(self, faces: tuple[int, ...]) -> int:
        """Return the next face; raise FacesError if it is not one of ``faces``."""
        shown = ", ".join([f"{face!r} ({face})" if f"{face}" != repr(face) else f"{face}" for face in sorted({*faces})])
        return self._shown("a Fate die" if faces == (-1, 0, 1) else f"a die with the faces {shown}", faces, shown)

    def finish(self) -> None:
        """Raise FacesError if faces are left over."""
        if unused := self.faces[self.used :]:
            message = f"too many {self.noun}s: {', '.join(map(str, unused))} left over"
            raise FacesError(message, f"{self.used} of {len(self.faces)} were needed.")

    def _shown(self, die: str, faces: Faces, shown: str) -> int:
        face = self._next(die, faces)
        if face in faces:
            return faces[faces.index(face)]
        shows_zero = len(faces) in SHOWING_ZERO and faces == range(1, len(faces) + 1)
        zero = f" Enter its 0 as {len(faces)}." if face == 0 and shows_zero else ""
        what = f"face {self.used}, {face}, is impossible on {die}{self._purpose()}"
        raise FacesError(what, f"It shows {shown}.{zero}")

    def _next(self, die: str, shown: Sequence[int]) -> int:
        self.rolled = True
        if self.used == len(self.faces) and self._more is not None:
            self.faces += (self._more(die, shown),)
        if self.used == len(self.faces):
            few = f"too few {self.noun}s: {self.used} given, and {die} is still to be {self.taken}{self._purpose()}"
            raise FacesError(few, f"Take {die} and add what it shows.")
        self.used += 1
        return self.faces[self.used - 1]

    def _purpose(self) -> str:
        return f" for {self.purpose}" if self.purpose else ""


def mint_seed() -> str:
    """Return a short random seed that is easily read aloud: ten letters and digits, without look-alikes."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    source = SystemSource()
    return "".join([letters[source.die(len(letters)) - 1] for _ in range(10)])
