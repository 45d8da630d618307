"""What comes of a die that is rerolled or explodes, by what it shows: worked out once for each."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.tree import Modifiers

    State = tuple[int, int, bool, bool]
    After = tuple[int, "Awaited | None", bool]
    Values = dict[int, After]
else:
    Values = dict

_ROOM = 1 << 14
"""So many values of the dice of a pool are remembered at most."""


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


class RestlessDice:
    """The dice of a pool that ask for more; each is worth ``less`` more than it counts.

    The state of a die is its highest face, the sum that it is added to, whether an explosion added it, and whether its
    one reroll is spent.
    """

    def __init__(self, modifiers: Modifiers, shift: int = 0, less: int = 0, *, compounds: bool) -> None:
        """Take dice whose values are faces less a ``shift``."""
        self._modifiers = modifiers
        self._shift = shift
        self._less = less
        self._compounds = compounds
        self._kind = modifiers.explode.kind if modifiers.explode else ""
        self._room = _ROOM
        self._awaited: dict[State, Awaited] = {}

    def die(self, highest: int, base: int = 0, *, added: bool = False, spent: bool = False) -> Awaited:
        """Return the die that is awaited in a state: a fresh one, unless more is said."""
        state = highest, base, added, spent
        if state not in self._awaited:
            self._awaited[state] = Awaited(self, state)
        return self._awaited[state]

    def after(self, state: State, value: int) -> After:
        """Return what comes after a die in some state that shows a value."""
        self._room -= 1
        if not self._room:
            self._forget()
        highest, base, added, spent = state
        modifiers, face = self._modifiers, value + self._shift
        if modifiers.rerolled(face):
            return 0, self.die(highest, base, added=added, spent=spent), False
        if not spent and modifiers.rerolled_once(face):
            return 0, self.die(highest, base, added=added, spent=True), False
        explodes = modifiers.explodes(face, highest) and not (added and self._kind == "!o")
        if explodes and self._compounds:
            return 0, self.die(highest, base + face), True
        worth = modifiers.worth_before_keeping(base + face - (added and self._kind == "!p")) - self._less
        return worth, self.die(highest, added=True) if explodes else None, explodes

    def _forget(self) -> None:
        """Forget what all values come to, and the dice that are added to others."""
        for each in self._awaited.values():
            each.clear()
        self._awaited = {state: each for state, each in self._awaited.items() if not state[1]}
        self._room = _ROOM
