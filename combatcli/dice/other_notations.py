"""Notation of other dice rollers, and hints on how to write it here."""

from __future__ import annotations

import re

from combatcli import toml
from combatcli.dice.tree import FUNCTIONS
from combatcli.errors import nearest_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_SHORT = 40
"""The longest text that a hint repeats."""
_HINTS = toml.read_beside(__file__, "other_notations.toml")
_HINT_OF: dict[str, str] = {word: hint for words, hint in _HINTS["words"].items() for word in words.split()}
_MODIFIERS = "kh|kl|dh|dl|k|ro|rr|r|mt|ms|mr|min|max|mi|ma|sa|sd|s|x+[po]?|f|ge|gt|le|lt|eq|d|x|u"


def is_modifiers(word: str) -> bool:
    """Return whether a word after dice and a space consists of modifiers and numbers, or is an operator."""
    return word in ("and", "or", "not") or re.fullmatch(rf"(({_MODIFIERS})\d*)+f?", word) is not None


def hint_at(text: str, at: int, expected: str, names: Collection[str], words: Collection[str]) -> str:
    """Return the hint where something else was expected in a text: how it is written here, or the name that is near."""
    before, rest = text[:at], text[at:]
    needs_operator = expected.startswith("an operator")
    marked = f"{before}{'¦' if needs_operator else '‡'}{rest}"
    for pattern, hint in _HINTS["texts"].items():
        if match := re.search(pattern, marked if {*"¦‡"} & {*pattern} else text.partition("#")[0], re.IGNORECASE):
            return str(match.expand(hint))
    named = re.search(r"¦(?:x\s*)?([a-z]\w*)", marked, re.IGNORECASE)
    if named and (name := named[1].lower()) in names:
        return f"Write an operator before {name}, as in 2*{name} or 1d6+{name}."
    found = re.match(r"[a-z]+|.?", rest.lower())
    word = found[0] if found else ""
    if word in _HINT_OF and (needs_operator or not word.isalpha() or len(word) > 1):
        return _HINT_OF[word]
    if expected == "an operator or the end" and _is_label(before, rest):
        return f"A label follows #: {before.strip()} # {rest.strip()}"
    unknown = re.match(r"[a-z]\w*", rest, re.IGNORECASE | re.ASCII)
    return _name_meant(unknown[0], names, words) if expected.startswith("a number, dice") and unknown else ""


def _name_meant(word: str, names: Collection[str], words: Collection[str]) -> str:
    """Return a hint for an unknown name: what it stands for if a name is near, else where a name gets its value."""
    lowered = word.lower()
    for name in names:
        rest = lowered.removeprefix(name)
        if lowered.startswith(name) and is_modifiers(rest):
            return f"Write ({name}){rest}." if re.match(r"d\d|d$", rest) else f"A space follows a name: {name} {rest}."
    if kept := re.fullmatch(r"([a-z]\w*?)((?:[kd][hl]|mt)\d*|m[rs])", lowered):
        return f"A space follows a name: {kept[1]} = {{4d6}}; {kept[1]} {kept[2]}."
    near = nearest_name(lowered, [*FUNCTIONS, *names, *words]) if len(word) > 1 else None
    return f"Did you mean {near}?" if near else f"A name gets its value first: {word} = 5; {word} + 1d6."


def _is_label(before: str, rest: str) -> bool:
    """Return whether plain words stand here, after a space, none of them possibly a part of the expression."""
    words = re.fullmatch(r"\s*[^\W\d_]{2,}(?:[ '-]+[^\W\d_]+)*[.!]?\s*", rest)
    if not words or len(rest) > _SHORT or not before.endswith(" ") or not before.strip():
        return False
    return not any(is_modifiers(word) or word in _HINT_OF for word in rest.lower().split())
