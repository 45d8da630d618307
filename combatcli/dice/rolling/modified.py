"""What the modifiers of a pool do to its dice once they lie on the table."""

from __future__ import annotations

from combatcli.dice.limits import MOST_EXTRA
from combatcli.dice.tree import Compare, highest_of
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.tree import Modifiers

_MARKS = {1: "*", 0: "", -1: "x"}


class Die:
    """A die on the table: ``face`` is what it shows, ``value`` what it counts.

    ``counts`` is False once it is dropped, has been ``rerolled``, or is ``added`` to the die that it compounds.
    ``mark`` shows that it was counted or matched.
    """

    counts = True
    mark = ""
    added = exploded = rerolled = False
    root: Die | None = None
    """The die of the pool whose explosion this one is."""
    again = 0
    """How often this die exploded or was rerolled before it came to this face."""
    once = False
    """Whether its one reroll is spent."""

    def __init__(self, face: int) -> None:
        self.face = face
        self.value = face


class ModifiedPool:
    """The dice of one pool, in the order rolled: ``dice``, and all that they showed: ``shown``."""

    def __init__(
        self,
        shown: tuple[int, ...],
        faces: tuple[int, ...] | range,
        modifiers: Modifiers,
        deal: Callable[[int, tuple[int, ...] | range], tuple[int, ...]],
    ) -> None:
        self.shown = list(shown)
        self.dice = [Die(face) for face in shown]
        self._faces = faces
        self._modifiers = modifiers
        self._deal = deal

    def total_up(self) -> int:
        """Apply the modifiers and return the total; raise DiceError for a die that does not come to rest."""
        modifiers = self._modifiers
        standing = self.come_to_rest()
        if modifiers.low is not None or modifiers.high is not None:
            for die in standing:
                die.value = modifiers.bounded(die.value)
        if modifiers.keeps:
            # The sort is stable: of equal dice the earlier rolled is dropped as a lowest, the later as a highest.
            ranked = sorted(standing, key=lambda die: die.value)
            first, last = modifiers.kept(len(ranked))
            for die in ranked[:first] + ranked[last:]:
                die.counts = False
            standing = ranked[first:last]
        if modifiers.success is None:
            return sum([die.value for die in standing])
        total = 0
        for die in standing:
            counted = modifiers.counted(die.value)
            die.mark = _MARKS[counted]
            total += counted
        return total

    def come_to_rest(self) -> list[Die]:
        """Reroll and explode the dice, and return those that stand."""
        if self._modifiers.extra():
            self._roll_extra()
        return [die for die in self.dice if die.counts]

    def _roll_extra(self) -> None:
        modifiers = self._modifiers
        rerolls = modifiers.rerolls or modifiers.once
        kind = modifiers.explode.kind if modifiers.explode else ""
        wave = self.dice.copy()
        while wave:
            if rerolls:
                self._reroll(wave)
            exploding = self._exploding(wave)
            for die in exploding:
                die.exploded = True
            wave = self._more(exploding)
            for die, parent in zip(wave, exploding, strict=True):
                die.root = parent.root or parent
        for die in self.dice:
            if die.root is not None and die.counts:
                if kind == "!p":
                    die.value -= 1
                elif kind == "!!":
                    die.root.value += die.value
                    die.added = True
                    die.counts = False

    def _exploding(self, wave: list[Die]) -> list[Die]:
        """Return those dice of a wave that explode."""
        explode = self._modifiers.explode
        if explode is None:
            return []
        on = Compare("=", highest_of(self._faces)) if explode.on is None else explode.on
        once = explode.kind == "!o"
        return [die for die in wave if on.holds(die.face) and not (once and die.root is not None)]

    def _reroll(self, wave: list[Die]) -> None:
        """Put new dice in the places of those that are rerolled, until none is."""
        seats = [seat for seat, die in enumerate(wave) if self._rerolls(die)]
        while seats:
            old = [wave[seat] for seat in seats]
            for seat, before, die in zip(seats, old, self._more(old), strict=True):
                before.rerolled = True
                before.counts = False
                die.once = before.once
                die.root = before.root
                wave[seat] = die
            seats = [seat for seat in seats if self._rerolls(wave[seat])]

    def _rerolls(self, die: Die) -> bool:
        if self._modifiers.rerolled(die.face):
            return True
        if die.once or not self._modifiers.rerolled_once(die.face):
            return False
        die.once = True
        return True

    def _more(self, before: list[Die]) -> list[Die]:
        """Roll one more die for each of those before."""
        if not before:
            return []
        dice = [Die(face) for face in self._deal(len(before), self._faces)]
        for die, parent in zip(dice, before, strict=True):
            die.again = parent.again + 1
            if die.again > MOST_EXTRA:
                raise DiceError(
                    f"a die exploded or was rerolled more than {MOST_EXTRA:,} times", "Write !o or ro for at most once."
                )
        self.shown += [die.face for die in dice]
        self.dice += dice
        return dice
