"""Compiling an expression: its names, the words of the dice notation, and errors."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from combatcli.dice.rare_nodes import pool_to_name
from combatcli.dice.tree import FUNCTIONS, Dice, Node, Pool
from combatcli.errors import DiceError, nearest
from combatcli.records import Record
from combatcli.rulesets.from_file.expressions import (
    COUNTED,
    DICE,
    MOST_LETTERS,
    NO_DICE,
    POOL,
    Expression,
    Piece,
    Use,
    parsed,
)

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
POOLED = "{1d6}"
"""What stands for a pool, whose dice were rolled before."""
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
    pieces: list[tuple[Piece, int]] = []
    at = begun = 0
    while match := NAME.search(text, at):
        before, last = text[begun : match.start()], pieces[-1][0] if pieces else ""
        counts = isinstance(last, Use) and names.sort(last.name) == POOL and COMPARED.fullmatch(before)
        piece, at = _piece(text, path, names, match, COUNTED if counts else "(6)")
        if piece:
            pieces += [(before, begun), (piece, match.start())]
            begun = at
    pieces.append((text[begun:], begun))
    tree = _read_by_notation(text, pieces, dice=dice)
    pool = text.lstrip().startswith("{") and text.rstrip().endswith("}") and pool_to_name(tree) is not None
    plain = not any(isinstance(node, Pool) for node in tree.beneath())
    return Expression(text, path, [piece for piece, _ in pieces], pool=pool, plain=plain)


def _piece(text: str, path: str, names: Names, match: re.Match[str], number: str) -> tuple[Piece, int]:
    """Return the piece that begins with a name, and its end; an empty piece for a word of the notation."""
    name, start, end = match[0], match.start(), match.end()
    called = CALLED.match(text, start)
    if called:
        of = 2 if called[2] else 4
        if not names.sort(called[of]):
            raise DiceError(*names.unknown(called[of]), column=called.start(of) + 1)
        times = compiled(called[3], path, names, dice=False) if called[3] else None
        return Use(called[of], "(1)" if called[1] == "most" else "(1d6)", called[1] or "", times), called.end()
    word = _dashed_word(text, start, names)
    if word:
        return f"({names.words[word]})", start + len(word)
    if name.lower() in KEYWORDS or (text[end : end + 1] == "(" and name.lower() in FUNCTIONS):
        return "", end
    if sort := names.sort(name):
        return Use(name, {POOL: POOLED, DICE: "(1d6)"}.get(sort, number)), end
    if "." not in name and NOTATION.fullmatch(name):
        return "", end
    if name in names.words:
        return f"({names.words[name]})", end
    raise DiceError(*names.unknown(name), column=start + 1)


def _dashed_word(text: str, start: int, names: Names) -> str:
    """Return the hyphenated word at a comparison; empty if there is none."""
    compared = text[:start].rstrip().endswith("=")
    for word in [word for word in names.words if "-" in word and text.startswith(word, start)]:
        if compared or text[start + len(word) :].lstrip().startswith(("=", "!=")):
            return word
    return ""


def _read_by_notation(text: str, pieces: list[tuple[Piece, int]], *, dice: bool) -> Node:
    """Return the tree of a text with placeholders for its names; columns of errors are those of the text."""
    read, columns, rolled = "", list[tuple[int, int]](), set[int]()
    for piece, start in pieces:
        columns.append((len(read), start))
        if isinstance(piece, Use) and piece.stands == POOLED:
            rolled.add(len(read) + len("{1"))
        read += piece if isinstance(piece, str) else piece.stands
    try:
        tree = parsed(read)
    except DiceError as error:
        at = max(0, error.column - 1)
        before, start = max([pair for pair in columns if pair[0] <= at])
        hint = error.hint if "A label follows #" not in error.hint else ""
        column = min(start + at - before, len(text)) + 1 if error.column else 0
        raise DiceError(error.message, hint, column=column) from None
    if not dice and any(isinstance(node, Dice) and node.column not in rolled for node in tree.beneath()):
        raise DiceError("no dice are rolled here", NO_DICE, column=1)
    return tree
