"""The pools of a compiled expression: statements that roll dice, and expressions of those that stand."""

from __future__ import annotations

from contextlib import contextmanager

from combatcli.dice.rolling.roll import computed_faces
from combatcli.dice.rolling.tape import Extra, RollAgainError, Table
from combatcli.dice.tree import MOST_DICE, CustomFaces, Dice, Number
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.dice.tree import Compare, Modifiers, Node

_INDENT = 12
_NARROW = 250
"""So many values apart may the faces of a die be that are kept as bytes."""


class Standing:
    """The dice of a pool that count, as an expression: each worth what it says plus ``shift``, or what ``worth`` says.

    ``size`` is their number, and ``worth`` what ``each`` is worth, as expressions.
    """

    __slots__ = ("shift", "size", "text", "worth")

    def __init__(self, text: str, size: str, *, shift: int = 0, worth: str = "") -> None:
        self.text = text
        self.size = size
        self.shift = shift
        self.worth = worth

    @property
    def values(self) -> str:
        """What each of them is worth."""
        if self.worth:
            return f"[{self.worth} for each in {self.text}]"
        return f"[each + {self.shift} for each in {self.text}]" if self.shift else self.text

    @property
    def total(self) -> str:
        """What they are worth together."""
        if self.worth:
            return f"sum({self.values})"
        return f"(sum({self.text}) + {self.shift} * {self.size})" if self.shift else f"sum({self.text})"


class PoolWriter:
    """Writes statements, knows by name what they need, and writes the rolling of pools."""

    def __init__(self) -> None:
        self.names: dict[str, object] = {"RollAgainError": RollAgainError, "DiceError": DiceError}
        self.counts_dice = False
        self.lines: list[str] = []
        self.deepest = 0
        """How many characters a statement is indented at most."""
        self._indent = _INDENT
        self._used = 0

    def value(self, node: Node) -> str:
        """Write what a node needs, and return the expression of its value."""
        raise NotImplementedError

    def write(self, *lines: str) -> None:
        """Write statements."""
        self.lines += [f"{' ' * self._indent}{line}\n" for line in lines]

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Write what stands in a loop or a branch."""
        self._indent += 1
        self.deepest = max(self.deepest, self._indent)
        yield
        self._indent -= 1

    def name(self, value: object = None) -> str:
        """Return a new name, of this thing if there is one."""
        self._used += 1
        name = f"v{self._used}"
        if value is not None:
            self.names[name] = value
        return name

    def assigned(self, text: str) -> str:
        """Write the assignment of an expression to a new name, and return that."""
        name = self.name()
        self.write(f"{name} = {text}")
        return name

    def kept(self, dice: Standing, modifiers: Modifiers, count: int | None) -> Standing:
        """Return what is kept of dice, as many as are known beforehand."""
        if not modifiers.keeps:
            return dice
        if count is None:
            kept = self.assigned(f"{self.name(modifiers.kept)}(len({dice.text}))")
            first, last, size = f"{kept}[0]", f"{kept}[1]", f"({kept}[1] - {kept}[0])"
        else:
            places = modifiers.kept(count)
            first, last, size = str(places[0]), str(places[1]), str(places[1] - places[0])
        ranked = f"sorted({dice.text})[{first}:{last}]"
        if dice.worth or count is None or size != "1":
            return Standing(self.assigned(ranked), size, shift=dice.shift, worth=dice.worth)
        extreme = {"0": "min", str(count - 1): "max"}.get(first)
        text = f"({extreme}({dice.text}),)" if extreme else ranked
        return Standing(self.assigned(text), size, shift=dice.shift)

    def rolled(self, node: Dice) -> Standing:
        """Write the rolling of a pool, rerolls and explosions with it, and return the dice that stand."""
        count = self._dice_count(node)
        sides, modifiers = node.sides, node.modifiers
        if not isinstance(sides, (Number, CustomFaces)):
            make = self.name(lambda sides: computed_faces(sides, node))
            faces = self.assigned(f"{make}({self.value(sides)})")
            return self._wide(count, faces, f"len({faces})", modifiers)
        known = sides.values if isinstance(sides, CustomFaces) else range(1, sides.value + 1)
        if len(known) > _NARROW or max(known) - min(known) > _NARROW:
            return self._wide(count, self.name(known), str(len(known)), modifiers, custom=not isinstance(known, range))
        if modifiers.extra():
            return self._restless(count, known, modifiers)
        # Bounds keep the order of the faces, so it is the same whether they come before the keeping or after it.
        worths = [modifiers.bounded(face) for face in known]
        if not modifiers.keeps:
            worths = [modifiers.counted(worth) for worth in worths]
        shift = 0 if min(worths) >= 0 and max(worths) <= _NARROW else min(worths)
        dice = self._dealt(count, self.name(Table([worth - shift for worth in worths])))
        worth = ""
        if modifiers.keeps and modifiers.success is not None:
            worth = worth_of(modifiers, shift)
        return Standing(dice, count, shift=shift, worth=worth)

    def _dice_count(self, node: Dice) -> str:
        if isinstance(node.count, Number):
            if self.counts_dice:
                self.write(f"dice += {node.count.value}")
            return str(node.count.value)
        count = self.assigned(self.value(node.count))
        self.write(f"dice += {count}", f"if {count} < 0 or dice > {MOST_DICE}:", "    raise RollAgainError")
        return count

    def _dealt(self, count: str, table: str) -> str:
        dice = self.name()
        self.write(
            f"{dice} = data[at : at + {count}].translate({table}.values, {table}.refused)",
            f"at += {count}",
            f"if len({dice}) != {count}:",
            f"    {dice}, at, data = more({dice}, {count}, at, {table})",
        )
        return dice

    def _restless(self, count: str, faces: tuple[int, ...] | range, modifiers: Modifiers) -> Standing:
        """Write the rolling of dice that are rerolled or explode."""
        shift = min(faces) - 1
        table = self.name(Table([face - shift for face in faces]))
        dice = self._dealt(count, table)
        values = range(1, max(faces) - shift + 1)
        extra = Extra(values, modifiers, shift, max(faces))
        extras = self.name(extra)
        compounding = extra.kind == "!!"
        simple = not (compounding and extra.rerolled) and not (modifiers.once and modifiers.rerolls)
        arguments = f"{dice}, at, {table}, {extras}"
        restless = f"if {dice}.translate(None, {self.name(extra.calm)}):"
        if compounding or not simple:
            shown = f"[each + {shift} for each in {dice}]"
            given = f"{shown}, at, {self.name(faces)}, {self.name(modifiers)}"
            way = f"tape.compound({arguments}, {shift})" if simple else f"tape.modified({given})"
            self.write(restless, f"    {dice}, at, data = {way}")
            if shift:
                self.write("else:", f"    {dice} = {shown}")
            return self._worth(dice, modifiers)
        self.write(restless, f"    {dice}, at, data = tape.extra({arguments})")
        if modifiers.additive():
            return Standing(dice, f"len({dice})", shift=shift)
        if modifiers.keeps:
            return Standing(dice, f"len({dice})", worth=worth_of(modifiers, shift))
        worths = [modifiers.counted(modifiers.bounded(each + shift)) for each in range(len(values) + 1)]
        least = min(worths)
        table = self.name(bytes([worth - least for worth in worths] + [0] * (256 - len(worths))))
        return Standing(self.assigned(f"{dice}.translate({table})"), f"len({dice})", shift=least)

    def _wide(self, count: str, faces: str, sides: str, modifiers: Modifiers, *, custom: bool = False) -> Standing:
        """Write the rolling of dice whose faces are too many, too far apart or unknown."""
        dice = self.name()
        self.write(f"{dice}, at, data = wide({count}, {sides}, at)")
        if custom:
            self.write(f"{dice} = [{faces}[each - 1] for each in {dice}]")
        if modifiers.extra():
            self.write(f"{dice}, at, data = tape.modified({dice}, at, {faces}, {self.name(modifiers)})")
        return self._worth(dice, modifiers)

    def _worth(self, dice: str, modifiers: Modifiers) -> Standing:
        if modifiers.additive():
            return Standing(dice, f"len({dice})")
        return Standing(dice, f"len({dice})", worth=worth_of(modifiers))


def worth_of(modifiers: Modifiers, shift: int | str = 0) -> str:
    """Return the expression of what ``each`` is worth once ``shift`` is added: bounded, and counted."""
    value = f"(each + {shift})" if shift else "each"
    if modifiers.low is not None:
        value = f"max({value}, {modifiers.low})"
    if modifiers.high is not None:
        value = f"min({value}, {modifiers.high})"
    if modifiers.success is None:
        return value
    success = _compared(value, modifiers.success)
    return f"({success} - {_compared(value, modifiers.failure)})" if modifiers.failure else success


def _compared(value: str, compare: Compare) -> str:
    return f"({value} {'==' if compare.operator == '=' else compare.operator} {compare.value})"
