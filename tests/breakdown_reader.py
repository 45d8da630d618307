"""Reading a breakdown as a person adds it up: it shares no line with the program and knows the text alone."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor
from typing import NamedTuple

COMPARED: dict[str, Callable[[Fraction, Fraction], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
RANKS = (("+", "-"), ("*", "//", "/", "%"), ("**",))
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_DIE = re.compile(r"(?P<parts>(?:[+-]?\d+!?r?)+)(?:->(?P<worth>[+-]?\d+))?(?P<mark>[*x]?)")
_COUNT = re.compile(r"(?P<what>.*) (?P<operator>[<>]=?|=) -?\d+(?: f(?:[<>]=?)?-?\d+)?")
_MATCHES = re.compile(r"(?P<what>.*) (?P<kind>mt\d*|ms|mr)")
_INTEGER = re.compile(r"0|-?[1-9]\d*")


class Shown(NamedTuple):
    """A die or a member of a group: what it is worth, its mark, and whether it counts."""

    worth: int
    mark: str
    counts: bool


def total_of(line: str, *, counted: bool) -> int:
    """Return what the values in a breakdown come to; those of a whole that is ``counted`` by its marks.

    Each value that is said in it must be what it says, else AssertionError.
    """
    said, _, rest = line.rpartition(" = ")
    *assigned, body = _split(said, "; ")
    for each in assigned:
        value = each.partition(": ")[2]
        assert _INTEGER.fullmatch(value) or _is_checked(value), each
        _sum(value)
    total = _marks(body) if counted else _value(body)
    assert total == int(rest), f"{line}: {total}"
    return int(total)


def _value(text: str, *, exact: bool = False) -> Fraction:
    """Return what is compared, counted, matched or added up here."""
    if matches := _MATCHES.fullmatch(text):
        return Fraction(_matched(matches["what"], matches["kind"]))
    count = _COUNT.fullmatch(text)
    if count and count["what"][-1:] in ("]", "}"):
        return Fraction(_marks(count["what"]))
    for sign, holds in COMPARED.items():
        sides = _split(text, f" {sign} ")
        if len(sides) == 2:
            return Fraction(holds(_sum(sides[0]), _sum(sides[1])))
    return _sum(text, exact=exact)


def _checked(text: str) -> Fraction:
    """Return the value of what says what it comes to, as in ``[1, 2] = 3``."""
    *before, said = _split(text, " = ")
    value = _value(" = ".join(before))
    assert value == int(said), f"{text}: {value}"
    return value


def _is_checked(text: str) -> bool:
    """Tell whether a text is one pair of parentheses around what says what it comes to."""
    if not text.startswith("(") or _end(text, 0) != len(text):
        return False
    *before, said = _split(text[1:-1], " = ")
    # A comparison with a number looks alike, and has nothing but a value on its left.
    left = " = ".join(before)
    return bool(before and _INTEGER.fullmatch(said)) and not (_INTEGER.fullmatch(left) or _is_checked(left))


def _sum(text: str, rank: int = 0, *, exact: bool = False) -> Fraction:
    if rank == len(RANKS):
        return _operand(text, exact=exact)
    parts, between = _operands(text, RANKS[rank])
    if rank == 2 and text.startswith("-"):
        return -_sum(text[1:], rank, exact=exact)
    value = _sum(parts[0], rank + 1, exact=exact)
    for sign, part in zip(between, parts[1:], strict=True):
        other = _sum(part, rank + 1, exact=exact)
        value = _worked(value, sign, other, exact=exact)
    return value


def _worked(left: Fraction, sign: str, right: Fraction, *, exact: bool) -> Fraction:
    if sign == "**":
        return left ** int(right)
    if sign == "/":
        return left / right if exact else Fraction(left // right)
    known = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod}
    return Fraction(known[sign](left, right))


def _operand(text: str, *, exact: bool) -> Fraction:
    if text.startswith("-"):
        return -_operand(text[1:], exact=exact)
    if text.isdecimal():
        return Fraction(int(text))
    if text.endswith("]"):
        return Fraction(sum(each.worth for each in _dice(text) if each.counts))
    if named := re.match(r"[a-z]+(?=\()", text):
        return _called(named[0], text[named.end() + 1 : -1], exact=exact)
    if text.startswith("{"):
        assert _end(text, 0) == len(text), text
        return Fraction(sum(each.worth for each in _members(text) if each.counts))
    assert text.startswith("("), text
    assert _end(text, 0) == len(text), text
    return _checked(text[1:-1]) if _is_checked(text) else _value(text[1:-1], exact=exact)


def _called(name: str, inner: str, *, exact: bool) -> Fraction:
    if name == "if":
        condition, _, chosen = inner.partition(" -> ") if inner.count(" -> ") == 1 else _choice(inner)
        word, _, what = chosen.partition(": ")
        assert word == ("yes" if _value(condition) else "no"), inner
        return _value(what)
    exact = exact or name in ("floor", "ceil", "round")
    values = [_value(each, exact=exact) for each in _split(inner, ", ")]
    half = Fraction(1, 2)
    known: dict[str, Callable[[], Fraction]] = {
        "floor": lambda: Fraction(floor(values[0])),
        "ceil": lambda: Fraction(-floor(-values[0])),
        "round": lambda: Fraction(floor(values[0] + half)),
        "abs": lambda: abs(values[0]),
        "min": lambda: min(values),
        "max": lambda: max(values),
    }
    return known[name]()


def _choice(inner: str) -> tuple[str, str, str]:
    condition, chosen = _split(inner, " -> ")
    return condition, "", chosen


def _dice(text: str) -> list[Shown]:
    """Read the dice of a pool, and check what their number and their sides are made of."""
    start = text.rindex("[")
    for made in re.split(r"(?<=\))d|^d", text[:start]):
        if _is_checked(made):
            _checked(made[1:-1])
    return [die for each in _split(text[start + 1 : -1], ", ") if each for die in _die(each)]


def _die(text: str) -> Iterator[Shown]:
    counts = not text.startswith("(")
    found = _DIE.fullmatch(text if counts else text[1:-1])
    assert found, text
    parts = re.findall(r"([+-]?\d+)!?(r?)", found["parts"])
    standing = [int(face) for face, rerolled in parts if not rerolled]
    if standing:
        yield Shown(int(found["worth"] or sum(standing)), found["mark"], counts)


def _members(text: str) -> list[Shown]:
    """Read the members of a group; of a sum in braces, whose dice are kept, what it comes to as one."""
    members = []
    for each in _split(text[1:-1], ", "):
        dropped = each.startswith("(") and _end(each, 0) == len(each)
        inner = each[1:-1] if dropped else each.rstrip("*x")
        if _INTEGER.fullmatch(inner):
            members.append(Shown(int(inner), each[len(inner) :], not dropped))
        elif len(_split(inner, " = ")) > 1:
            members.append(Shown(int(_checked(inner)), each[len(inner) :], not dropped))
        else:
            members.append(Shown(int(_sum(each)), "", counts=True))
    return members


def _signed(text: str, sign: int) -> Iterator[Shown]:
    """Read all dice of a sum, each worth what it adds to it."""
    if text.startswith("-(") and _end(text, 1) == len(text):
        yield from _signed(text[2:-1], -sign)
        return
    parts, between = _operands(text, RANKS[0])
    if len(parts) > 1:
        for before, part in zip(["+", *between], parts, strict=True):
            yield from _signed(part, sign if before == "+" else -sign)
    elif text.startswith("-"):
        yield from _signed(text[1:], -sign)
    elif text.startswith("(") and _end(text, 0) == len(text):
        yield from _signed(text[1:-1], sign)
    elif text.endswith("]"):
        yield from (die._replace(worth=sign * die.worth) for die in _dice(text))


def _marked(text: str) -> list[Shown]:
    """Read what may be marked: the dice of a pool, of all pools of a sum in braces, or the members of a group."""
    if not text.startswith("{"):
        return _dice(text)
    members = _split(text[1:-1], ", ")
    is_sum = len(members) == 1 and len(_split(members[0], " = ")) == 1 and "[" in members[0]
    return list(_signed(text[1:-1], 1)) if is_sum else _members(text)


def _marks(text: str) -> int:
    marks = [each.mark for each in _marked(text) if each.counts]
    return marks.count("*") - marks.count("x")


def _matched(text: str, kind: str) -> int:
    values = [each.worth for each in _marked(text) if each.mark == "*"]
    return len(set(values)) if kind.startswith("mt") else len(values)


def _operands(text: str, signs: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Split a text at these operators; a minus without a space behind it is a sign."""
    parts, between, begin = [], [], 0
    for place in _outside(text):
        found = next((sign for sign in signs if text.startswith(f" {sign} ", place)), "")
        if found:
            parts.append(text[begin:place])
            between.append(found)
            begin = place + len(found) + 2
    return [*parts, text[begin:]], between


def _split(text: str, by: str) -> list[str]:
    parts, begin = [], 0
    for place in _outside(text):
        if text.startswith(by, place):
            parts.append(text[begin:place])
            begin = place + len(by)
    return [*parts, text[begin:]]


def _outside(text: str) -> Iterator[int]:
    """Yield each place that is in no brackets."""
    place = 0
    while place < len(text):
        if text[place] in _CLOSING:
            place = _end(text, place)
        else:
            yield place
            place += 1


def _end(text: str, start: int) -> int:
    """Return the place behind the bracket that closes the one here."""
    open_ = 0
    for place in range(start, len(text)):
        open_ += (text[place] in _CLOSING) - (text[place] in _CLOSING.values())
        if not open_:
            return place + 1
    raise AssertionError(text)
