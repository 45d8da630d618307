"""What is known of a pool before it is rolled: the table that its dice are read by, and what asks for more dice."""

from __future__ import annotations

from combatcli.dice.compound import CommonPool, Sets
from combatcli.dice.rolling.bounds import most_dice, pools
from combatcli.dice.rolling.restless import RestlessDice
from combatcli.dice.rolling.roll import computed_faces
from combatcli.dice.rolling.tables import BYTE, LISTED, NARROW, Table, comes_to_rest
from combatcli.dice.rolling.tape import RollAgainError
from combatcli.dice.tree import Compare, CustomFaces, Number, highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.restless import Awaited
    from combatcli.dice.rolling.tables import Faces
    from combatcli.dice.tree import Dice, Modifiers, Node

_REMEMBERED = 1_000
"""So many kinds of dice of one pool are remembered at most."""


class PoolKind:
    """A pool, and its faces, None where its sides are computed."""

    __slots__ = ("faces", "kind", "modifiers", "most", "narrow", "restful", "shift", "skips", "table", "top")

    def __init__(self, faces: Faces | None, modifiers: Modifiers, *, restful: bool, most: int, gathered: bool) -> None:
        """Take of the expression whether all come to rest, its most dice, and whether any are ``gathered`` singly."""
        self.most = most
        self.faces = faces
        self.modifiers = modifiers
        self.restful = restful
        """Whether no die ever reaches the limits of rerolls and explosions."""
        self.narrow = faces is not None and len(faces) <= NARROW and max(faces) - min(faces) <= NARROW
        """Whether values are bytes."""
        self.shift = 0
        """What is added to each value."""
        self.top = _top(faces, modifiers)
        """The one value on which the dice explode, 0 if it is computed; None if there are several."""
        self.kind = modifiers.explode.kind if modifiers.explode else ""
        summed = modifiers.additive() and not modifiers.keeps and not gathered
        self.skips = restful and not modifiers.once and (self.kind != "!!" or self.top is not None or summed)
        """Whether faces that are rerolled are passed over when they are read."""
        self.table: Table | None = None
        if faces is not None:
            self._read_by(faces, restful=restful)

    def settled(self) -> bool:
        """Return whether no die that is read asks for another one."""
        modifiers = self.modifiers
        return not modifiers.extra() or (self.skips and modifiers.explode is None)

    def settles(self) -> bool:
        """Return whether no die that is read is rerolled."""
        return self.skips or not (self.modifiers.rerolls or self.modifiers.once)

    def asks(self, highest: int) -> list[Compare]:
        """Return the comparisons that a die with this highest face meets which asks for another one."""
        modifiers, explode = self.modifiers, self.modifiers.explode
        exploding = [explode.on or Compare("=", highest)] if explode else []
        return [*(() if self.skips else modifiers.rerolls), *modifiers.once, *exploding]

    def worths(self) -> tuple[bytes, int]:
        """Return what values count that are bytes, if that is a byte, and what is to be added to each."""
        if self.faces is None or not self.narrow:
            return b"", 0
        worths = {face - self.shift: self.modifiers.worth_before_keeping(face) for face in self.faces}
        least = min(worths.values())
        less = 0 if least >= 0 and max(worths.values()) < BYTE else least
        fit = max(worths.values()) - less < BYTE
        return bytes([worths.get(value, less) - less for value in range(BYTE)]) if fit else b"", less

    def mixed(self, *, compounds: bool) -> bool:
        """Return whether not all dice that are awaited together are alike in what comes of them."""
        return bool(self.modifiers.rerolls and not self.skips) or (compounds and self.top is None)

    def _read_by(self, faces: Faces, *, restful: bool) -> None:
        modifiers = self.modifiers
        worths = [*faces] if self.narrow else None
        if worths is not None and self.settled():
            # Bounds keep the order of the faces, so it is the same whether they come before the keeping or after it.
            worths = [modifiers.worth_before_keeping(face) for face in faces]
            self.shift = 0 if min(worths) >= 0 and max(worths) <= NARROW else min(worths)
        elif worths is not None and restful:
            self.shift = min(faces) - 1
            self.top = None if self.top is None else self.top - self.shift
        elif not restful and modifiers.extra():
            worths, self.narrow = None, False
        shifted = None if worths is None else [worth - self.shift for worth in worths]
        self.table = Table(faces, shifted, modifiers.rerolls if self.skips else ())


def kinds(tree: Node) -> dict[int, PoolKind]:
    """Return the kinds of all pools of a tree, by their identities."""
    found = pools(tree)
    most = most_dice(found)
    restful = all(_rests(pool, most) for pool in found)
    gathered = any(isinstance(node, (CommonPool, Sets)) for node in tree.beneath())
    return {
        id(pool): PoolKind(_faces(pool), pool.modifiers, restful=restful, most=most, gathered=gathered)
        for pool in found
    }


def sole_table(known: dict[int, PoolKind]) -> Table | None:
    """Return the one table by which all dice are read, if there is but one."""
    tables = [kind.table for kind in known.values() if kind.restful]
    first = tables[0] if tables else None
    if first is None or any(table is None or table.key != first.key for table in tables):
        return None
    return first


def computed_kind(node: Dice, pool: PoolKind, *, compounds: bool) -> Callable[[int], tuple[Table, int, Awaited]]:
    """Return a function from a computed number of sides to table, the face that explodes, and a fresh die.

    It raises RollAgainError where such dice may not come to rest, and DiceError where there are none.
    """
    modifiers = node.modifiers
    restless = RestlessDice(modifiers, compounds=compounds)
    remembered: dict[int, tuple[Table, int, Awaited]] = {}

    def kind(sides: int) -> tuple[Table, int, Awaited]:
        known = remembered.get(sides)
        if known is None:
            faces = computed_faces(sides, node)
            if modifiers.extra() and not comes_to_rest(faces, modifiers, pool.most):
                raise RollAgainError
            if len(remembered) >= _REMEMBERED:
                remembered.clear()
            table = Table(faces, faces if sides <= NARROW else None, modifiers.rerolls if pool.skips else ())
            on = modifiers.explode.on if modifiers.explode else None
            top = sides if on is None else on.value if on.value in faces else 0
            known = table, top, restless.die(sides)
            remembered[sides] = known
        return known

    return kind


def _faces(pool: Dice) -> Faces | None:
    if isinstance(pool.sides, CustomFaces):
        return pool.sides.values
    return range(1, pool.sides.value + 1) if isinstance(pool.sides, Number) else None


def _rests(pool: Dice, most: int) -> bool:
    faces = _faces(pool)
    return faces is None or not pool.modifiers.extra() or comes_to_rest(faces, pool.modifiers, most)


def _top(faces: Faces | None, modifiers: Modifiers) -> int | None:
    """Return the one face on which such dice explode, 0 if it is computed; None if there are others, or none."""
    explode = modifiers.explode
    if explode is None:
        return None
    if faces is None:
        return 0 if explode.on is None or explode.on.operator == "=" else None
    if explode.on is None:
        return highest_of(faces)
    if len(faces) > LISTED:
        return explode.on.value if explode.on.operator == "=" else None
    exploding = {face for face in faces if explode.on.holds(face)}
    return exploding.pop() if len(exploding) == 1 else None
