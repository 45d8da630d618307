"""What is written elsewhere and not here."""

from __future__ import annotations

_HERE = {
    **dict.fromkeys(("\N{MINUS SIGN}", "\N{EN DASH}", "\N{EM DASH}", "minus"), "-"),
    **dict.fromkeys(("\N{MULTIPLICATION SIGN}", "\N{MIDDLE DOT}", "\N{DOT OPERATOR}", "times"), "*"),
    "\N{DIVISION SIGN}": "/",
    "over": "/",
    "\N{GREATER-THAN OR EQUAL TO}": ">=",
    "\N{LESS-THAN OR EQUAL TO}": "<=",
    "plus": "+",
}


_ELSEWHERE = {
    **dict.fromkeys(("drop", "best", "highest", "lowest", "worst"), "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."),
    **dict.fromkeys(("e", "ie"), "Dice explode as in 3d6!, or on a face as in 3d6!6."),
    "vs": "A total is compared as in 1d20+5 >= 15.",
    "cs": "Dice are counted as in 8d10>=7.",
    "t": "Dice are counted as in 8d10>=5.",
    "w": "A die is written with d: 3d6.",
    "?": "Of two values one is chosen as in if(1d20 >= 15, 2d6, 0).",
    "^": "A power is written **.",
}


def meant_by(word: str, rest: str) -> str:
    """Return what to write for what no expression has, ``rest`` being what comes after it; nothing if none is known."""
    if word in _HERE:
        return f"Write {_HERE[word]} for it."
    if word in _ELSEWHERE:
        return _ELSEWHERE[word]
    if word in ("adv", "advantage", "dis", "disadvantage"):
        return "Advantage is 2d20kh1, disadvantage 2d20kl1."
    if word in ("<", ">", "="):
        return "Comparisons are = > >= < <=."
    if word[:1].isalpha() and rest.lstrip()[:1] == "=":
        return "Names come first, before all that uses them: a = 1d20; a+5."
    return ""
