"""Statements that are being written, and dice that stand, as expressions."""

from __future__ import annotations

from contextlib import contextmanager

from combatcli.dice.rolling.tables import BYTE, compared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.dice.tree import Dice, Modifiers, Node

_INDENT = 12
_LIKELY, _MANY = 2, 15
"""Where so many times the dice to be kept are likely to lie in front of so many others, those are not ranked."""
_SLICES = {"kh": "-{}:", "kl": ":{}", "dl": "{}:", "dh": ":-{}"}


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


class Writer:
    """Writes statements, and knows by name what they need."""

    def __init__(self) -> None:
        self.names: dict[str, object] = {}
        self.lines: list[str] = []
        self.deepest = 0
        """How many characters a statement is indented at most."""
        self._indent = _INDENT
        self._used = 0

    @property
    def text(self) -> str:
        """The whole function, which is called ``rolls``."""
        raise NotImplementedError

    def function(self) -> object:
        """Return the function that is written."""
        exec(self.text, self.names)  # noqa: S102  (all of it is written here; what users write enters as numbers)
        return self.names["rolls"]

    def rolled(self, node: Dice, *, summed: bool = False) -> Standing:
        """Write the rolling of a pool, and return the dice that stand; if ``summed`` their total alone is right."""
        raise NotImplementedError

    def value(self, node: Node) -> str:
        """Write what a node needs, and return the expression of its value."""
        raise NotImplementedError

    def write(self, *lines: str) -> None:
        """Write statements."""
        self.lines += [f"{' ' * self._indent}{line}\n" for line in lines]

    @contextmanager
    def indented(self, head: str = "") -> Iterator[None]:
        """Write what stands in a loop or a branch, after its head."""
        if head:
            self.write(head)
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

    def likely(self, dice: str, expected: dict[int, float], keeps: list[tuple[str, int]]) -> str:
        """Write what leaves out those of many bytes that are hardly ever kept, and return the name of the others.

        It takes how many bytes of each value are ``expected``.
        """
        kind, number = keeps[0] if len(keeps) == 1 else ("", 0)
        if not expected or kind not in ("kh", "kl"):
            return dice
        ranked = sorted(expected, reverse=kind == "kl")
        seen, value = 0.0, 0
        while ranked and seen <= _LIKELY * number:
            value = ranked.pop()
            seen += expected[value]
        if sum(expected.values()) - seen < _MANY:
            return dice
        left_out = range(value) if kind == "kh" else range(value + 1, BYTE)
        few = self.assigned(f"{dice}.translate(None, {self.name(bytes(left_out))})")
        self.write(f"if len({few}) < {number}:", f"    {few} = {dice}")
        return few

    def kept(self, dice: Standing, modifiers: Modifiers, count: int | None) -> Standing:
        """Return what is kept of dice, as many as are known beforehand."""
        if not modifiers.keeps:
            return dice
        if count is None:
            if len(modifiers.keeps) == 1:
                kind, number = modifiers.keeps[0]
                kept = self.assigned(f"sorted({dice.text})[{_SLICES[kind].format(number)}]")
                return Standing(kept, f"len({kept})", shift=dice.shift, worth=dice.worth)
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


def worth_of(modifiers: Modifiers, shift: int | str = 0, *, counted: bool = True) -> str:
    """Return the expression of what ``each`` is worth once ``shift`` is added: bounded, and ``counted`` if it is."""
    value = f"(each + {shift})" if shift else "each"
    high = modifiers.high
    low = modifiers.low if modifiers.low is None or high is None else min(modifiers.low, high)
    bounds = [f"{low} if {value} < {low}"] if low is not None else []
    bounds += [f"{high} if {value} > {high}"] if high is not None else []
    if bounds:
        value = f"({' else '.join([*bounds, value])})"
    if modifiers.success is None or not counted:
        return value
    success = compared(value, modifiers.success)
    return f"({success} - {compared(value, modifiers.failure)})" if modifiers.failure else success
