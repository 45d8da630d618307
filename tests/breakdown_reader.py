"""Reading a breakdown as a person adds it up: it shares no line with the program and knows the text alone."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

COMPARED: dict[str, Callable[[Fraction, Fraction], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
RANKS = (("+", "-"), ("*", "//", "/", "%"), ("**",))
WORKED = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod}
CALLED: dict[str, Callable[..., Fraction | int]] = {
    "floor": floor,
    "ceil": ceil,
    "round": lambda value: floor(value + Fraction(1, 2)),
    "abs": abs,
    "min": lambda *values: min(values),
    "max": lambda *values: max(values),
}
_TOKEN = re.compile(r"\[[^\]]*\]|[0-9]+|->|>=|<=|\*\*|//|f(?=[<>=]?-?[0-9])|[a-z_]\w*|\S", re.IGNORECASE)
_DIE = re.compile(r"(?P<parts>(?:[+-]?\d+!?r?)+)(?:->(?P<worth>[+-]?\d+))?(?P<mark>[*x]?)")


class Value(NamedTuple):
    """What a part comes to; its counting ``dice``, each with its worth and mark, if it has any of its own.

    It is ``said`` if it is a number, or says in parentheses what it comes to.
    """

    worth: Fraction
    dice: tuple[tuple[Fraction, str], ...] = ()
    said: bool = False
    pool: bool = False

    def times(self, sign: int) -> Value:
        """Return it added or subtracted."""
        return Value(sign * self.worth, tuple([(sign * worth, mark) for worth, mark in self.dice]), self.said)

    def marks(self) -> Fraction:
        """Return the successes less the failures."""
        marks = [mark for _, mark in self.dice]
        return Fraction(marks.count("*") - marks.count("x"))


def total_of(line: str, *, counted: bool) -> int:
    """Return what the values in a breakdown come to; those of a whole that is ``counted`` by its marks.

    Each value that is said in it must be what it says, else AssertionError.
    """
    body, _, said = line.rpartition(" = ")
    reader = _Reader(body)
    while re.match(r"\w+: ", reader.rest()):
        reader.place += 2
        assert reader.value().said, line
        reader.take(";")
    value = reader.value(says=False)
    total = value.marks() if counted else value.worth
    assert total == int(said), line
    assert not reader.here, line
    return int(total)


class _Reader:
    """A place among the tokens of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [*_TOKEN.finditer(text)]
        self.place = 0

    @property
    def here(self) -> str:
        return self._tokens[self.place][0] if self.place < len(self._tokens) else ""

    def rest(self) -> str:
        return self._text[self._tokens[self.place].start() :]

    def take(self, *wanted: str) -> str:
        taken = self.here
        assert not wanted or taken in wanted, (self._text, taken, wanted)
        self.place += 1
        return taken

    def value(self, *, exact: bool = False, says: bool | None = None) -> Value:
        """Read what is compared, counted, matched or added up.

        An equal sign ``says`` what it comes to, or compares it; if that is unknown, a value that is said is compared.
        """
        start = self.place
        left = self._sum(exact=exact)
        if re.fullmatch(r"m[trs]\d*", self.here):
            kind, values = self.take(), [worth for worth, mark in left.dice if mark == "*"]
            left = Value(Fraction(len(set(values)) if kind.startswith("mt") else len(values)))
        while (sign := self.here) in COMPARED:
            if exact:
                self.place = start
                return self.value(says=says)
            is_said = says is not False and self._is_said(left, in_group=bool(says))
            self.take()
            if is_said:
                assert left.worth == self._sum().worth, self._text
                return Value(left.worth, left.dice, said=True)
            right = self._sum()
            left = Value(left.marks() if left.pool else Fraction(COMPARED[sign](left.worth, right.worth)))
            if self.here == "f":
                self.place += 2 if self._tokens[self.place + 1][0] in COMPARED else 1
                self._sum()
        return left

    def _is_said(self, left: Value, *, in_group: bool) -> bool:
        """Tell whether it is said here what is on the left, which is not compared with it."""
        after = re.match(r"= -?\d+( = | f)?", self.rest())
        return after is not None and not after[1] and (in_group or not left.said)

    def _sum(self, rank: int = 0, *, exact: bool = False) -> Value:
        if rank == len(RANKS):
            return self._operand(exact=exact)
        if rank == 2 and self.here == "-":
            self.take()
            return self._sum(rank, exact=exact).times(-1)
        left = self._sum(rank + 1, exact=exact)
        while self.here in RANKS[rank] and self.rest().startswith(f"{self.here} "):
            sign = self.take()
            right = self._sum(rank + 1, exact=exact)
            left = _worked(left, sign, right, exact=exact)
        return left

    def _operand(self, *, exact: bool) -> Value:
        if self.here in ("(", "d"):
            return self._of_parentheses(exact=exact)
        taken = self.take()
        if taken.isdecimal():
            return Value(Fraction(int(taken)), said=True)
        if taken == "-":
            return self._operand(exact=exact).times(-1)
        if taken[0] in "{[":
            return self._group() if taken == "{" else _pool(taken)
        self.take("(")
        return self._choice() if taken == "if" else self._called(taken, exact=exact)

    def _of_parentheses(self, *, exact: bool) -> Value:
        """Read what is in parentheses, or dice whose number or sides are."""
        value = self._inside(exact=exact) if self.here == "(" else Value(Fraction(0))
        if self.here != "d":
            return value
        self.take()
        if self.here == "(":
            self._inside(exact=exact)
        return _pool(self.take())

    def _inside(self, *, exact: bool) -> Value:
        self.take("(")
        value = self.value(exact=exact)
        self.take(")")
        return value._replace(pool=False)

    def _called(self, name: str, *, exact: bool) -> Value:
        values, exact = list[Fraction](), exact or name in ("floor", "ceil", "round")
        while not values or self.take(",", ")") == ",":
            values.append(self.value(exact=exact).worth)
        return Value(Fraction(CALLED[name](*values)))

    def _choice(self) -> Value:
        holds = self.value(says=False).worth
        self.take("->")
        assert self.take("yes", "no") == ("yes" if holds else "no"), self._text
        self.take(":")
        chosen = self.value()
        self.take(")")
        return Value(chosen.worth)

    def _group(self) -> Value:
        """Read the members of a group, each a die; or a sum in braces, whose dice are kept."""
        members = list[tuple[Fraction, str]]()
        while True:
            dropped = self.here == "("
            member = self.value(says=True)
            mark = self.take() if self.here in ("*", "x") else ""
            end = self.take(",", "}")
            if not members and end == "}" and not member.said:
                return member._replace(pool=True)
            members += [] if dropped and member.said and not mark and self._closed(end) else [(member.worth, mark)]
            if end == "}":
                return Value(sum([worth for worth, _ in members], Fraction(0)), tuple(members), pool=True)

    def _closed(self, end: str) -> bool:
        """Tell whether a parenthesis was closed just before the end of a member."""
        assert self._tokens[self.place - 1][0] == end
        return self._tokens[self.place - 2][0] == ")"


def _worked(left: Value, sign: str, right: Value, *, exact: bool) -> Value:
    if sign in ("+", "-"):
        right = right.times(1 if sign == "+" else -1)
        return Value(left.worth + right.worth, left.dice + right.dice)
    if sign == "**":
        return Value(left.worth ** int(right.worth))
    if sign == "/" and exact:
        return Value(left.worth / right.worth)
    return Value(Fraction(WORKED["//" if sign == "/" else sign](left.worth, right.worth)))


def _pool(text: str) -> Value:
    dice = list[tuple[Fraction, str]]()
    for each in text[1:-1].split(", "):
        die = _DIE.fullmatch(each)
        assert die or each.startswith("(") or not each, text
        parts = re.findall(r"([+-]?\d+)!?(r?)", die["parts"]) if die else []
        standing = [int(face) for face, rerolled in parts if not rerolled]
        if die and standing:
            dice.append((Fraction(die["worth"] or sum(standing)), die["mark"]))
    return Value(sum([worth for worth, _ in dice], Fraction(0)), tuple(dice), pool=True)
