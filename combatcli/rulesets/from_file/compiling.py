"""Compiling an expression: its names, the words of the dice notation, and errors."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from combatcli.dice.rare_nodes import Assignments
from combatcli.dice.tree import FUNCTIONS, LOGIC, Dice
from combatcli.errors import DiceError, nearest
from combatcli.records import Record
from combatcli.rulesets.from_file.expressions import DICE, MOST_LETTERS, NO_DICE, NUMBER, Expression, Piece, Use, parsed

NAME = re.compile(r"(?<![\w)}.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
NOTATION = re.compile(
    r"d\d.*|d[fF%]?|kh?\d*|kl\d*|d[hl]\d*|ro?\d*|m[tsr]\d*|sd?|sa|u|f\d+|min\d+|max\d+|ge|le|gt|lt|eq|x\d+"
)
"""Words of the dice notation, unless they are names."""
ELSEWHERE = {
    **dict.fromkeys(("then", "else"), "As in if(hit, 2, 1)."),
    **dict.fromkeys(("true", "false"), "In an expression they are 1 and 0."),
    "x": "Write * to multiply.",
}
"""Hints for words of other notations."""
BESIDE_DICE = "A name beside dice stands in parentheses, as in (target.power)d6."
CALLED = re.compile(r"(dice|most)\(\s*([a-z_][\w.]*)\s*\)|times\(([^,()]+),\s*([a-z_][\w.]*)\s*\)")


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
    """Return the expression of a text; DiceError has the message and the column.

    The notation checks it with each name, or function of one, in a word as long as it is, so that columns stay.
    """
    if len(text) > MOST_LETTERS:
        raise DiceError(f"an expression has at most {MOST_LETTERS:,} letters, not {len(text):,}", "Take it apart.")
    pieces, checked, at = list[Piece](), "", 0
    sorts, written = dict[str, str](), dict[str, str]()
    while match := NAME.search(text, at):
        piece, at = _piece(text, path, names, match)
        if piece:
            before, word = text[len(checked) : match.start()], _word(text[match.start() : at])
            sorts[word] = piece.sort if isinstance(piece, Use) else NUMBER
            written[word] = text[match.start() : at]
            pieces += [before, piece]
            checked += before + word
    rest = text[len(checked) :]
    if _rolls(checked + rest, sorts, written) and not dice:
        raise DiceError("no dice are rolled here", NO_DICE, column=1)
    return Expression(text, path, [*pieces, rest])


def _word(text: str) -> str:
    """Return a name of the notation that is as long as a text and no function's: roun_ for the round."""
    word = re.sub(r"\W", "_", text)
    return f"{word[:-1]}_" if word.lower() in FUNCTIONS else word


def _piece(text: str, path: str, names: Names, match: re.Match[str]) -> tuple[Piece, int]:
    """Return the piece that begins with a name, and its end; an empty piece for a word of the notation."""
    name, start, end = match[0], match.start(), match.end()
    if called := CALLED.match(text, start):
        of = 2 if called[2] else 4
        if not names.sort(called[of]):
            raise DiceError(*names.unknown(called[of]), column=called.start(of) + 1)
        times = compiled(called[3], path, names, dice=False) if called[3] else None
        return Use(called[of], NUMBER if called[1] == "most" else DICE, called[1] or "", times), called.end()
    if word := _dashed_word(text, start, names):
        return f"({names.words[word]})", start + len(word)
    if name.lower() in ("if", *LOGIC) or (text[end : end + 1] == "(" and name.lower() in FUNCTIONS):
        return "", end
    if sort := names.sort(name):
        return Use(name, sort), end
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


def _rolls(text: str, sorts: Mapping[str, str], written: Mapping[str, str]) -> bool:
    """Return whether a text with words of some sorts rolls dice; DiceError has the column in the text.

    Its hint has the names as they are ``written`` in place of the words.
    """
    before = "".join([f"{word} = {sort}; " for word, sort in sorts.items()])
    try:
        tree = parsed(before + text)
    except DiceError as error:
        hint = re.sub(r"\w+", lambda word: written.get(word[0], word[0]), error.hint)
        hint = hint if "A label follows #" not in hint else ""
        hint = hint or (BESIDE_DICE if 'after "d"' in error.message or 'found "d"' in error.message else "")
        raise DiceError(error.message, hint, column=max(0, error.column - len(before))) from None
    body = tree.body if isinstance(tree, Assignments) else tree
    return DICE in sorts.values() or any(isinstance(node, Dice) for node in body.beneath())
