"""What comes of a die that is rerolled or explodes, by what it shows: worked out once for each."""

from __future__ import annotations

from combatcli.dice.rolling.tables import BYTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.rolling.tables import Faces
    from combatcli.dice.tree import Modifiers

    State = tuple[int, bool, bool]
    After = tuple[int, "Awaited | None", bool]
    Values = dict[int, After]
else:
    Values = dict

_ROOM = 1 << 14


class Awaited(Values):
    """A die that is awaited: by its value what it counts, the die that is awaited after it, and if that one explodes.

    Rerolls come in the same wave, explosions in the next one.
    """

    __slots__ = ("_dice", "_state")

    def __init__(self, dice: RestlessDice, state: State) -> None:
        super().__init__()
        self._dice = dice
        self._state = state

    def __missing__(self, value: int) -> After:
        """Work it out."""
        after = self._dice.after(self._state, value)
        self[value] = after
        return after


class Room:
    """Room for so many values of a pool's dice, of whatever sides; once it is taken, all of them are forgotten."""

    def __init__(self) -> None:
        self._left = _ROOM
        self._all: list[RestlessDice] = []

    def shared_by(self, dice: RestlessDice) -> None:
        """Let dice take room here."""
        self._all.append(dice)

    def take(self) -> None:
        """Take room for a value."""
        self._left -= 1
        if not self._left:
            self._left = _ROOM
            for dice in self._all:
                dice.forget()


class RestlessDice:
    """The dice of a pool that ask for more, a ``fresh`` one first; each is worth ``less`` more than it counts.

    ``worths`` tells what values that are bytes count, if that is a byte. The state of a die is the sum that it is added
    to, whether an explosion added it, and whether its one reroll is spent.
    """

    def __init__(
        self, faces: Faces, modifiers: Modifiers, shift: int, *, compounds: bool, narrow: bool, room: Room
    ) -> None:
        """Take dice whose values are faces less a ``shift``, and bytes if they are ``narrow``."""
        self._modifiers = modifiers
        self._shift = shift
        self._highest = max(faces)
        self._compounds = compounds
        worths = {face - shift: self._worth(face) for face in faces} if narrow else {}
        least = min(worths.values(), default=0)
        self.less = 0 if least >= 0 and max(worths.values(), default=0) < BYTE else least
        self.worths = b""
        if narrow and max(worths.values()) - self.less < BYTE:
            self.worths = bytes([worths.get(value, self.less) - self.less for value in range(BYTE)])
        self._kind = modifiers.explode.kind if modifiers.explode else ""
        self._room = room
        room.shared_by(self)
        self._awaited: dict[State, Awaited] = {}
        self.fresh = self._in(0)

    def after(self, state: State, value: int) -> After:
        """Return what comes after a die in some state that shows a value."""
        self._room.take()
        base, added, spent = state
        modifiers, face = self._modifiers, value + self._shift
        if modifiers.rerolled(face):
            return 0, self._in(base, added=added, spent=spent), False
        if not spent and modifiers.rerolled_once(face):
            return 0, self._in(base, added=added, spent=True), False
        explodes = modifiers.explodes(face, self._highest) and not (added and self._kind == "!o")
        if explodes and self._compounds:
            return 0, self._in(base + face), True
        worth = self._worth(base + face - (added and self._kind == "!p")) - self.less
        return worth, self._in(0, added=True) if explodes else None, explodes

    def _in(self, base: int, *, added: bool = False, spent: bool = False) -> Awaited:
        """Return the die that is awaited in a state."""
        state = base, added, spent
        return self._awaited.get(state) or self._awaited.setdefault(state, Awaited(self, state))

    def _worth(self, value: int) -> int:
        worth = self._modifiers.bounded(value)
        return worth if self._modifiers.keeps else self._modifiers.counted(worth)

    def forget(self) -> None:
        """Forget all values, and all dice but the fresh one."""
        for each in self._awaited.values():
            each.clear()
        self._awaited = {(0, False, False): self.fresh}
