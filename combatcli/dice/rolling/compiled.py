"""An expression as a Python function that rolls it very often.

The function is written as text, one statement after the other, and draws its faces from a `Tape` in the order in which
single rolls would. What it does not know it leaves to a single roll, from the same faces.
"""

from __future__ import annotations

from combatcli.dice.rolling.roll import call, computed_faces, operate
from combatcli.dice.rolling.tape import Extra, RollAgainError, Table
from combatcli.dice.tree import (
    MOST_DICE,
    Arithmetic,
    CustomFaces,
    Dice,
    FunctionCall,
    Group,
    Negative,
    Number,
)
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from combatcli.dice.rolling.tape import Tape
    from combatcli.dice.tree import Modifiers, Node

    Rolls = Callable[[Tape, int], list[int]]

_HEAD = """\
def rolls(tape, times):
    data, at, more, wide = tape.data, tape.at, tape.more, tape.wide
    totals = []
    for _ in range(times):
        start = at
        tape.extras = dice = 0
        try:
"""
_TAIL = """\
        except (RollAgainError, ZeroDivisionError, DiceError):
            totals.append(tape.single(start))
            data, at = tape.data, tape.at
    tape.at = at
    return totals
"""
_NARROW = 250
"""So many values apart may the faces of a die be that are kept as bytes."""


def compiled(tree: Node) -> Rolls:
    """Return the function that rolls a tree so many times from a tape, and returns the totals."""
    writer = _Writer()
    text = f"{_HEAD}{writer.written(tree)}{_TAIL}"
    exec(text, writer.names)  # noqa: S102  (all of it is written here; what a user wrote enters as numbers alone)
    rolls: Rolls = writer.names["rolls"]  # type: ignore[assignment]
    return rolls


class _Standing:
    """The dice of a pool that count, as an expression: each worth what it says plus ``shift``, or what ``worth`` says.

    ``size`` is their number, as an expression. Only ``packed`` ones are bytes.
    """

    __slots__ = ("packed", "shift", "size", "text", "worth")

    def __init__(self, text: str, size: str, *, shift: int = 0, worth: str = "", packed: bool = True) -> None:
        self.text = text
        self.size = size
        self.shift = shift
        self.worth = worth
        self.packed = packed

    @property
    def values(self) -> str:
        """What each of them is worth."""
        if self.worth:
            return f"[{self.worth}(each) for each in {self.text}]"
        return f"[each + {self.shift} for each in {self.text}]" if self.shift else self.text

    @property
    def total(self) -> str:
        """What they are worth together."""
        if self.worth:
            return f"sum({self.values})"
        return f"(sum({self.text}) + {self.shift} * {self.size})" if self.shift else f"sum({self.text})"


class _Writer:
    """Writes statements, and knows by name what they need."""

    def __init__(self) -> None:
        self.names: dict[str, object] = {"RollAgainError": RollAgainError, "DiceError": DiceError}
        self._lines: list[str] = []
        self._indent = 12
        self._used = 0
        self._computed = False

    def written(self, tree: Node) -> str:
        """Return the statements that roll a tree once."""
        self._computed = _computes(tree)
        self._write(f"totals.append({self._value(tree)})")
        return "".join(self._lines)

    def _write(self, *lines: str) -> None:
        self._lines += [f"{' ' * self._indent}{line}\n" for line in lines]

    def _name(self, value: object = None) -> str:
        """Return a new name, of this thing if there is one."""
        self._used += 1
        name = f"v{self._used}"
        if value is not None:
            self.names[name] = value
        return name

    def _assigned(self, text: str) -> str:
        name = self._name()
        self._write(f"{name} = {text}")
        return name

    def _value(self, node: Node) -> str:  # noqa: PLR0911  (one for each kind of node)
        """Write what a node needs, and return the expression of its value."""
        if isinstance(node, Number):
            return str(node.value)
        if isinstance(node, Dice):
            return self._assigned(self._pool(node))
        if isinstance(node, Group):
            return self._assigned(self._group(node))
        if isinstance(node, Negative):
            return f"(-{self._value(node.operand)})"
        if isinstance(node, Arithmetic):
            text = self._value(node.operands[0])
            for operator, operand in zip(node.operators, node.operands[1:], strict=True):
                text = f"({text} {'//' if operator == '/' else operator} {self._value(operand)})"
            return text
        assert isinstance(node, FunctionCall)  # noqa: S101 - for mypy: there is no other kind of node
        if node.name in ("floor", "ceil"):
            return f"{self._exact(node)}[0]"
        values = [self._value(argument) for argument in node.arguments]
        return f"{node.name}({', '.join(values)})" if node.name == "abs" or len(values) > 1 else values[0]

    def _exact(self, node: Node) -> str:
        """Write what a node within floor() needs, and return the expression of its ratio."""
        if isinstance(node, Negative):
            ratio = self._assigned(self._exact(node.operand))
            return f"(-{ratio}[0], {ratio}[1])"
        if isinstance(node, FunctionCall):
            name = self._name(call)
            return f"{name}({node.name!r}, [{', '.join([self._exact(each) for each in node.arguments])}])"
        if not isinstance(node, Arithmetic):
            return f"({self._value(node)}, 1)"
        work = self._name(lambda operator, left, right: operate(operator, left, right, exact=True))
        ratio = self._exact(node.operands[0])
        for operator, operand in zip(node.operators, node.operands[1:], strict=True):
            ratio = f"{work}({operator!r}, {ratio}, {self._exact(operand)})"
        return self._assigned(ratio)

    def _group(self, node: Group) -> str:
        values = [self._value(member) for member in node.members]
        modifiers = node.modifiers
        first, last = modifiers.kept(len(values))
        if modifiers.success is None:
            if last - first == len(values):
                return " + ".join(values)
            if last - first == 1 and last in (1, len(values)):
                return f"{'min' if last == 1 else 'max'}({', '.join(values)})"
        worth = "" if modifiers.success is None else self._name(modifiers.counted)
        text = f"sorted([{', '.join(values)}])[{first}:{last}]"
        return _Standing(text, str(last - first), worth=worth, packed=False).total

    def _pool(self, node: Dice) -> str:
        """Return the expression of a pool's total."""
        modifiers = node.modifiers
        if isinstance(node.count, Number) and not modifiers.extra() and modifiers.additive():
            count = node.count.value
            dice = self._rolled(node)
            if count == 1 and not modifiers.keeps:
                return f"{dice.text}[0] + {dice.shift}" if dice.shift else f"{dice.text}[0]"
            if count > 1 and modifiers.kept(count) in ((1, count), (0, count - 1)):
                least = "min" if modifiers.kept(count)[0] else "max"
                return f"{dice.total} - {least}({dice.text}) - {dice.shift}"
            return self._kept(dice, modifiers, count).total
        known = node.count.value if isinstance(node.count, Number) and not modifiers.extra() else None
        return self._kept(self._rolled(node), modifiers, known).total

    def _kept(self, dice: _Standing, modifiers: Modifiers, count: int | None) -> _Standing:
        """Return what is kept of dice, as many as are known beforehand."""
        if not modifiers.keeps:
            return dice
        if count is None:
            kept = self._assigned(f"{self._name(modifiers.kept)}(len({dice.text}))")
            first, last, size = f"{kept}[0]", f"{kept}[1]", f"({kept}[1] - {kept}[0])"
        else:
            places = modifiers.kept(count)
            first, last, size = str(places[0]), str(places[1]), str(places[1] - places[0])
        ranked = f"sorted({dice.text})[{first}:{last}]"
        if dice.worth or count is None or size != "1":
            return _Standing(self._assigned(ranked), size, shift=dice.shift, worth=dice.worth, packed=False)
        extreme = {"0": "min", str(count - 1): "max"}.get(first)
        text = f"({extreme}({dice.text}),)" if extreme else ranked
        return _Standing(self._assigned(text), size, shift=dice.shift, packed=False)

    def _rolled(self, node: Dice) -> _Standing:
        """Write the rolling of a pool, rerolls and explosions with it, and return the dice that stand."""
        count = self._count(node)
        sides, modifiers = node.sides, node.modifiers
        if not isinstance(sides, (Number, CustomFaces)):
            make = self._name(lambda sides: computed_faces(sides, node))
            faces = self._assigned(f"{make}({self._value(sides)})")
            return self._wide(count, faces, f"len({faces})", modifiers)
        known = sides.values if isinstance(sides, CustomFaces) else range(1, sides.value + 1)
        if len(known) > _NARROW or max(known) - min(known) > _NARROW:
            return self._wide(count, self._name(known), str(len(known)), modifiers, custom=not isinstance(known, range))
        if modifiers.extra():
            return self._restless(count, known, modifiers)
        # Bounds keep the order of the faces, so it is the same whether they come before the keeping or after it.
        worths = [modifiers.bounded(face) for face in known]
        if not modifiers.keeps:
            worths = [modifiers.counted(worth) for worth in worths]
        shift = 0 if min(worths) >= 0 and max(worths) <= _NARROW else min(worths)
        if max(worths) - shift > _NARROW:
            return self._wide(count, self._name(known), str(len(known)), modifiers, custom=not isinstance(known, range))
        dice = self._dealt(count, self._name(Table([worth - shift for worth in worths])))
        worth = ""
        if modifiers.keeps and modifiers.success is not None:
            worth = self._name({each - shift: modifiers.counted(each) for each in worths}.__getitem__)
        return _Standing(dice, count, shift=shift, worth=worth)

    def _count(self, node: Dice) -> str:
        if isinstance(node.count, Number):
            if self._computed:
                self._write(f"dice += {node.count.value}")
            return str(node.count.value)
        count = self._assigned(self._value(node.count))
        self._write(f"dice += {count}", f"if {count} < 0 or dice > {MOST_DICE}:", "    raise RollAgainError")
        return count

    def _dealt(self, count: str, table: str) -> str:
        dice = self._name()
        self._write(
            f"{dice} = data[at : at + {count}].translate({table}.values, {table}.refused)",
            f"at += {count}",
            f"if len({dice}) != {count}:",
            f"    {dice}, at, data = more({dice}, {count}, at, {table})",
        )
        return dice

    def _restless(self, count: str, faces: tuple[int, ...] | range, modifiers: Modifiers) -> _Standing:
        """Write the rolling of dice that are rerolled or explode."""
        shift = min(faces) - 1
        table = self._name(Table([face - shift for face in faces]))
        dice = self._dealt(count, table)
        values = range(1, max(faces) - shift + 1)
        extra = Extra(values, modifiers, shift, max(faces))
        extras = self._name(extra)
        compounding = extra.kind == "!!"
        simple = not (compounding and extra.rerolled) and not (modifiers.once and modifiers.rerolls)
        arguments = f"{dice}, at, {table}, {extras}"
        if compounding or not simple:
            shown = self._name([each + shift for each in range(256)].__getitem__)
            if simple:
                way = f"tape.compound({arguments}, {shift})"
            else:
                given = f"list(map({shown}, {dice})), at, {self._name(faces)}, {self._name(modifiers)}"
                way = f"tape.modified({given})"
            self._write(f"{dice}, at, data = {way}")
            return self._worth(dice, modifiers, packed=False)
        self._write(f"if {dice}.translate(None, {extras}.calm):", f"    {dice}, at, data = tape.extra({arguments})")
        if modifiers.additive():
            return _Standing(dice, f"len({dice})", shift=shift)
        if modifiers.keeps:
            worth = self._name([modifiers.counted(modifiers.bounded(each + shift)) for each in range(256)].__getitem__)
            return _Standing(dice, f"len({dice})", worth=worth)
        worths = [modifiers.counted(modifiers.bounded(each + shift)) for each in range(len(values) + 1)]
        least = min(worths)
        if max(worths) - least > _NARROW:
            return self._worth(f"[each + {shift} for each in {dice}]", modifiers, packed=False)
        table = self._name(bytes([worth - least for worth in worths] + [0] * (256 - len(worths))))
        return _Standing(self._assigned(f"{dice}.translate({table})"), f"len({dice})", shift=least)

    def _wide(self, count: str, faces: str, sides: str, modifiers: Modifiers, *, custom: bool = False) -> _Standing:
        """Write the rolling of dice whose faces are too many, too far apart or unknown."""
        dice = self._name()
        self._write(f"{dice}, at, data = wide({count}, {sides}, at)")
        if custom:
            self._write(f"{dice} = [{faces}[each - 1] for each in {dice}]")
        if modifiers.extra():
            self._write(f"{dice}, at, data = tape.modified({dice}, at, {faces}, {self._name(modifiers)})")
        return self._worth(dice, modifiers, packed=False)

    def _worth(self, dice: str, modifiers: Modifiers, *, packed: bool) -> _Standing:
        if modifiers.additive():
            return _Standing(dice, f"len({dice})", packed=packed)
        worth = self._name(lambda value: modifiers.counted(modifiers.bounded(value)))
        return _Standing(dice, f"len({dice})", worth=worth, packed=packed)


def _computes(node: Node) -> bool:
    """Return whether it is known only as it is rolled how many dice there are."""
    own = isinstance(node, Dice) and not isinstance(node.count, Number)
    return own or any(_computes(child) for child in node.children)
