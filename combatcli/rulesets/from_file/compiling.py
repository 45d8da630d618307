"""Compiling an expression: its names, the words of the dice notation, and errors."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from combatcli.dice.rare_nodes import pool_to_name
from combatcli.dice.tree import FUNCTIONS, Dice, Node
from combatcli.errors import DiceError, nearest
from combatcli.records import Record
from combatcli.rulesets.from_file.expressions import (
    DICE,
    MOST_LETTERS,
    NO_DICE,
    POOL,
    Called,
    Expression,
    parsed,
)

OF_DICE = ("dice", "most", "times")
KEYWORDS = {"if", "and", "or", "not"}
RESERVED = {*FUNCTIONS, *KEYWORDS}
NAME = re.compile(r"(?<![\w)}.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
READS_AS_DICE = re.compile(r"d\d*|df|d\d\w*")
NOTATION = re.compile(
    r"d\d.*|d[fF%]?|kh?\d*|kl\d*|d[hl]\d*|ro?\d*|m[tsr]\d*|sd?|sa|u|f\d+|min\d+|max\d+|ge|le|gt|lt|eq|x\d+"
)
"""Words of the dice notation, unless they are names."""
ELSEWHERE = {
    **dict.fromkeys(("then", "else"), "As in if(hit, 2, 1)."),
    **dict.fromkeys(("true", "false"), "In an expression they are 1 and 0."),
}
"""Hints for words of other notations."""
CALLED = re.compile(r"(dice|most)\(\s*([a-z_][\w.]*)\s*\)|times\(([^,()]+),\s*([a-z_][\w.]*)\s*\)")
COMPARED = re.compile(r"\s*(?:>=|<=|=|<|>)\s*")


class Names(Record):
    """The names allowed in a place: prefixed keys and bare names with their sorts, and the ``words``."""

    prefixes: Mapping[str, Mapping[str, str]] = {}
    bare: dict[str, str] = {}
    words: Mapping[str, int] = {}

    def sort(self, name: str) -> str:
        """Return the sort of a name, empty if it is unknown."""
        if name in self.bare:
            return self.bare[name]
        prefix, dot, key = name.partition(".")
        return self.prefixes.get(prefix, {}).get(key, "") if dot else ""

    def unknown(self, name: str) -> tuple[str, str]:
        """Return the message and the hint for an unknown name."""
        prefix, dot, key = name.partition(".")
        if dot and prefix in self.prefixes:
            whose = {"weapon": "a weapon", "foe": "a weapon", "house": "[house]"}.get(prefix, "a combatant")
            whose = {"own": "[test]", "other": "[test]"}.get(prefix, whose)
            return f"{whose} has no {key}", hint_for(key, self.prefixes[prefix])
        if dot and key in self.bare:
            return f"there is no {prefix} here", f"Here {key} stands for itself, without {prefix}."
        if dot:
            return f"there is no {prefix} here", f"Here are {', '.join(self.prefixes) or 'own keys alone'}."
        full = [
            f"{each}.{name}"
            for each in ("attacker", "target", "weapon", "who", "own", "house")
            if name in self.prefixes.get(each, ())
        ]
        hint = f"Did you mean {' or '.join(full)}?" if full else hint_for(name, self.bare)
        return f"{name} has no value here", hint


def hint_for(name: str, names: Collection[str]) -> str:
    """Return the hint for an unknown name: the word for it here, or the nearest name."""
    points = name.removeprefix("max_")
    if points != name and points in names:
        return f"Only points have a maximum: {points} = {{ full = 8 }}."
    return ELSEWHERE.get(name) or nearest(name, names)


def compiled(text: str, path: str, names: Names, *, dice: bool = True) -> Expression:
    """Return the expression of a text; DiceError has the message and the column."""
    if len(text) > MOST_LETTERS:
        raise DiceError(f"an expression has at most {MOST_LETTERS:,} letters, not {len(text):,}", "Take it apart.")
    pieces, bare = _Reader(text, path, names).pieces()
    tree = _read_by_notation(text, pieces, names, dice=dice)
    pool = text.lstrip().startswith("{") and text.rstrip().endswith("}") and pool_to_name(tree) is not None
    return Expression(text, path, [piece for piece, _ in pieces], bare, pool=pool)


class _Reader:
    """A reader of one text: its pieces with their columns."""

    def __init__(self, text: str, path: str, names: Names) -> None:
        self.text, self.path, self.names = text, path, names
        self.found: list[tuple[Any, int]] = []
        self.bare: set[str] = set()

    def pieces(self) -> tuple[list[tuple[Any, int]], set[str]]:
        """Return the pieces, and the bare names among them."""
        at = 0
        while at < len(self.text):
            match = NAME.search(self.text, at)
            if match is None:
                break
            self._text(at, match.start())
            at = self._piece(match)
        self._text(at, len(self.text))
        return self.found, self.bare

    def _text(self, start: int, end: int) -> None:
        if start < end:
            self.found.append((self.text[start:end], start))

    def _piece(self, match: re.Match[str]) -> int:
        """Add the piece that begins with a name, and return its end."""
        name, start, end = match[0], match.start(), match.end()
        called = CALLED.match(self.text, start) if name in OF_DICE else None
        if called:
            self._call(called)
            return called.end()
        word = self._dashed_word(start)
        if word:
            self.found.append((f"({self.names.words[word]})", start))
            return start + len(word)
        if self._is_of_notation(name, end):
            self.found.append((name, start))
        else:
            self._operand(name, start)
        return end

    def _operand(self, name: str, start: int) -> None:
        sort = self.names.sort(name)
        if sort:
            self.found.append(((name, self._compares_dice()), start))
            if "." not in name:
                self.bare.add(name)
        elif name in self.names.words:
            self.found.append((f"({self.names.words[name]})", start))
        else:
            raise DiceError(*self.names.unknown(name), column=start + 1)

    def _is_of_notation(self, name: str, end: int) -> bool:
        if name.lower() in KEYWORDS:
            return True
        if self.text[end : end + 1] == "(" and name.lower() in FUNCTIONS:
            return True
        return "." not in name and not self.names.sort(name) and bool(NOTATION.fullmatch(name))

    def _dashed_word(self, start: int) -> str:
        """Return the hyphenated word at a comparison; empty if there is none."""
        before = self.text[:start].rstrip()
        for word in self.names.words:
            if "-" in word and self.text.startswith(word, start):
                behind = self.text[start + len(word) :].lstrip()
                if before.endswith("=") or behind.startswith(("=", "!=")):
                    return word
        return ""

    def _compares_dice(self) -> bool:
        """Tell whether a pool and a comparison stand before a name, so that it counts dice."""
        if len(self.found) < 2 or not isinstance(self.found[-1][0], str):
            return False
        before = self.found[-2][0]
        return (
            isinstance(before, tuple)
            and self.names.sort(before[0]) == POOL
            and bool(COMPARED.fullmatch(self.found[-1][0]))
        )

    def _call(self, called: re.Match[str]) -> None:
        function, name = called[1] or "times", called[2] or called[4]
        if not self.names.sort(name):
            raise DiceError(*self.names.unknown(name), column=called.start(2 if called[2] else 4) + 1)
        times = compiled(called[3], self.path, self.names, dice=False) if called[3] else None
        self.found.append((Called(function, name, times), called.start()))
        if "." not in name:
            self.bare.add(name)
        self.bare |= times.bare if times is not None else set()


def _read_by_notation(text: str, pieces: list[tuple[Any, int]], names: Names, *, dice: bool) -> Node:
    """Return the tree of a text with placeholders for its names; columns of errors are those of the text."""
    written_, columns = "", list[tuple[int, int]]()
    for piece, start in pieces:
        columns.append((len(written_), start))
        if isinstance(piece, str):
            written_ += piece
        elif isinstance(piece, Called):
            written_ += "(1)" if piece.function == "most" else "(1d6)"
        else:
            stands = {POOL: "{1d6}", DICE: "(1d6)"}.get(names.sort(piece[0]), "6" if piece[1] else "(6)")
            written_ += stands
    try:
        tree = parsed(written_)
    except DiceError as error:
        at = max(0, error.column - 1)
        before, start = max([pair for pair in columns if pair[0] <= at], default=(0, 0))
        hint = error.hint if "A label follows #" not in error.hint else ""
        column = min(start + at - before, len(text)) + 1 if error.column else 0
        raise DiceError(error.message, hint, column=column) from None
    if not dice and any(isinstance(node, Dice) for node in tree.beneath()):
        raise DiceError("no dice are rolled here", NO_DICE, column=1)
    return tree
