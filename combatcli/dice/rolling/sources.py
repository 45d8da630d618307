"""Sources of faces: the system's randomness, the streams of a seed, or dice that a player rolled.

A rule asks a source for exactly what it needs, and never learns which source answered. A fourth source, every outcome
with its weight, is in ``exact.outcomes``.
"""

from __future__ import annotations

import os

from combatcli.dice.limits import check_added, check_drawn, check_sides
from combatcli.dice.tree import FATE, Dice, highest_of
from combatcli.errors import FacesError
from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from combatcli.dice.tree import Faces, Node


class Source:
    """A source of faces for rules; a subclass defines `die`.

    ``purpose`` says what the next dice are for. ``program`` is the source of the dice that a person leaves to it.
    """

    purpose = ""
    program: Source | None = None

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        raise NotImplementedError

    def face(self, faces: tuple[int, ...]) -> int:
        """Return one of the ``faces`` of a die with other faces than 1, 2, 3, …."""
        return faces[self.die(len(faces)) - 1]

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

    def extra_dice(self, indexes: Sequence[int], faces: Faces) -> tuple[int, ...]:
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
        """Roll ``count`` dice, and return all and the ``keep`` highest, which alone a rule may use, highest first."""
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


class SystemSource(Source):
    """Faces made of bytes, those of the operating system's randomness, without modulo bias.

    combatcli-dice(7) says which bytes make which face. ``rolled`` says whether any dice were rolled.
    """

    rolled = False
    _BUFFER = 256
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
        return os.urandom(max(self._BUFFER, count))

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        return self.dice(1, sides)[0]

    def dice(self, count: int, sides: int) -> tuple[int, ...]:
        """Return ``count`` faces in the order rolled."""
        if count <= 0:
            return ()
        self.rolled = True
        faces = tuple(self._faces(count, sides))
        # Never more bytes than missing faces, so that the stream continues as after single dice.
        while len(faces) < count:
            faces += tuple(self._faces(count - len(faces), sides))
        return faces

    def _faces(self, most: int, sides: int) -> Iterable[int]:
        """Return the faces that the next numbers make, ``most`` of them, without those that would favor low faces."""
        table = _TABLES.get(sides)
        if table is not None:
            return self.read(most).translate(*table)
        check_sides(sides)
        if sides < _BYTE:
            fair = _BYTE - _BYTE % sides
            _TABLES[sides] = bytes([value % sides + 1 for value in range(_BYTE)]), bytes(range(fair, _BYTE))
            return self._faces(most, sides)
        width = 1 if sides == _BYTE else _WORD
        fair, block = _BYTE**width - _BYTE**width % sides, self.read(width * most)
        values = [int.from_bytes(block[at : at + width], "big") for at in range(0, len(block), width)]
        return [value % sides + 1 for value in values if value < fair]


LAST_STEP = 2**63 - 1
"""The highest step of seeded dice, the largest integer of TOML."""
VERSION = 2
"""The version of the streams of rules; the first has no purposes, and old encounters keep it."""


class SeededSource(SystemSource):
    """Faces that a seed gives, the same on every machine and Python: to the rules of a game one stream for all dice.

    combatcli-dice(7) says of which bytes its blocks are SHA-256 digests. The stream has the number of the ``step``, and
    ``numbers`` within it.
    """

    _block = 0

    def __init__(self, seed: str, step: int = 0, *numbers: int, stream: str = "roll", version: int = VERSION) -> None:
        self.seed = seed
        self.step = step
        head = f"combatcli {version}\0{stream}" if version > 1 else "combatcli"
        self._head = f"{head}\0{seed}".encode("utf-8", "surrogatepass") + _in_bytes(step, *numbers)

    def _more(self, count: int) -> bytes:
        import hashlib

        digests = []
        for _ in range(0, count, 32):
            digests.append(hashlib.sha256(self._head + self._block.to_bytes(8, "big")).digest())
            self._block += 1
        return b"".join(digests)


def _in_bytes(*numbers: int) -> bytes:
    return b"".join([number.to_bytes(8, "big") for number in numbers])


class SeededPools(Source):
    """Faces that a seed gives to the pools of expressions, each of which has a stream of its own: version 3.

    The dice of a pool are rolled one after the other, each to its end, and shown in the order of dice rolled on a
    table. `begin_expression` goes on to the next expression; repeated rolls of one go on in the streams of its pools.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._expression = -1
        self._streams: dict[Node, SeededSource] = {}
        self._chains: list[list[int]] = []

    def begin_expression(self, tree: Node) -> None:
        """Go on to the next expression, whose pools get seeds of their own."""
        self._expression += 1
        pools = dict.fromkeys([node for node in tree.self_and_descendants() if isinstance(node, Dice)])
        self._streams = {
            pool: SeededSource(self.seed, self._expression, number, version=3) for number, pool in enumerate(pools)
        }

    def first_dice(self, pool: Dice, count: int, faces: Faces) -> tuple[int, ...]:
        """Return the first faces of a pool's dice; each die is rolled to its end before the next one."""
        stream, modifiers = self._streams[pool], pool.modifiers
        if not modifiers.may_need_more_dice():
            return stream.first_dice(pool, count, faces)
        # Each die takes a face or more, so that as many faces as dice are taken at once.
        taken, highest = iter(stream.dice(count, len(faces))), highest_of(faces)
        extra, self._chains = 0, []

        def rolled() -> int:
            return faces[(next(taken, 0) or stream.die(len(faces))) - 1]

        for _ in range(count):
            chain, spent, added = [rolled()], False, False
            while fate := modifiers.fate(chain[-1], highest, spent=spent, added=added):
                spent, added = fate != "!" and (spent or fate == "ro"), added or fate == "!"
                chain.append(rolled())
                extra += 1
                check_added(len(chain) - 1, extra)
            self._chains.append(chain)
        return tuple([chain.pop(0) for chain in self._chains])

    def extra_dice(self, indexes: Sequence[int], faces: Faces) -> tuple[int, ...]:
        """Return the next face of each die in ``indexes``."""
        return tuple([self._chains[index].pop(0) for index in indexes])


SHOWING_ZERO = (range(1, 11), range(1, 101))
"""The faces of dice that show their highest one as a 0."""


class EnteredSource(Source):
    """Faces that a player rolled on real dice, used in the order given.

    `die` and the methods that use it raise FacesError when a face is impossible on the die, or when the faces have run
    out; `finish` raises it when faces are left over. ``noun`` and ``taken`` are words for messages. With ``more`` the
    faces do not run out: it gets the name and the faces of a die and returns the face shown.
    """

    noun, verb, taken = "face", "roll", "rolled"
    asked: Callable[[str, Callable[[Source], object]], tuple[int, ...]] | None = None
    """Asks somebody for the faces of a roll, of which it gets the purpose and what makes the roll with any source."""

    def __init__(self, faces: Sequence[int], more: Callable[[str, Sequence[int]], int] | None = None) -> None:
        self.faces = tuple(faces)
        self.used = 0
        self._more = more

    def set_purpose(self, purpose: str, dice: Callable[..., object], arguments: tuple[Any, ...] = ()) -> None:
        """Set the purpose of the next dice, and ask for their faces if somebody is asked."""
        super().set_purpose(purpose, dice, arguments)
        if self.asked is not None:
            self.faces += self.asked(purpose, lambda source: dice(source, *arguments))

    def die(self, sides: int) -> int:
        """Return the next face; raise FacesError if it is not between 1 and ``sides``."""
        return self.face(range(1, sides + 1))

    def face(self, faces: Faces) -> int:
        """Return the next face; raise FacesError if it is not one of ``faces``."""
        if isinstance(faces, range):
            die, shown = f"a d{len(faces)}", f"1 to {len(faces)}"
        else:
            names = [f"{face!r} ({face})" if f"{face}" != repr(face) else f"{face}" for face in sorted({*faces})]
            shown = ", ".join(names)
            die = "a Fate die" if faces == FATE else f"a die with the faces {shown}"
        face = self._next(die, faces)
        if face in faces:
            return faces[faces.index(face)]
        zero = f" Enter its 0 as {len(faces)}." if face == 0 and faces in SHOWING_ZERO else ""
        what = f"face {self.used}, {face}, is impossible on {die}{self._purpose()}"
        raise FacesError(what, f"It shows {shown}.{zero}")

    def finish(self) -> None:
        """Raise FacesError if faces are left over."""
        if unused := self.faces[self.used :]:
            message = f"too many {self.noun}s: {', '.join(map(str, unused))} left over"
            raise FacesError(message, f"{self.used} of {len(self.faces)} were needed.")

    def _next(self, die: str, shown: Sequence[int]) -> int:
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
    return "".join([letters[face - 1] for face in SystemSource().dice(10, len(letters))])
