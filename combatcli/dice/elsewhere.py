"""Notation of other dice rollers, and hints on how to write it here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.errors import DiceError

_SHORT = 40
"""The longest text that a hint repeats."""
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
    **dict.fromkeys(
        ("drop", "s", "b", "p", "ph", "pl", "keep", "best", "highest", "lowest", "worst"),
        "Keep as in 4d6kh3, drop the lowest as in 4d6dl1.",
    ),
    **dict.fromkeys(("e", "ie", "explode", "exploding"), "Dice explode as in 3d6!, or on a face as in 3d6!6."),
    **dict.fromkeys(("ra", "ir"), "Dice are rerolled as in 2d6r1, or once as in 2d6ro1."),
    "repeat": "An expression is repeated as in 6x4d6kh3.",
    **dict.fromkeys(("count", "cs", "t"), "Dice are counted as in 8d10>=7."),
    **dict.fromkeys(("adv", "advantage", "ea", "dis", "disadvantage"), "Advantage is 2d20kh1, disadvantage 2d20kl1."),
    **dict.fromkeys(("<", ">", "="), "Comparisons are = > >= < <=."),
    "coin": "A coin is d{0,1}: 1 for heads.",
    "stats": "Six scores are 6x4d6kh3.",
    "mod": "A modifier is a number: 1d20+5.",
    **dict.fromkeys(("even", "odd"), "Of a total that is 1-(2d6)%2 for even, (2d6)%2 for odd."),
    **dict.fromkeys(("&", "&&", "in", "between"), "Comparisons are joined by and: a >= 3 and b >= 3."),
    **dict.fromkeys(("|", "||"), "Comparisons are joined by or: a >= 3 or b >= 3."),
    ".": "Numbers are whole: floor(3d6*3/2) is one and a half times 3d6.",
    "[": "A group is {2d6,1d8}kh1; a label follows #: 2d6 # fire.",
    **dict.fromkeys(("dc", "vs"), "A total is compared as in 1d20+5 >= 15."),
    "cf": "Failures are taken away as in 5d10>=8f1.",
    "w": "A die is written with d: 3d6.",
    "?": "Of two values one is chosen as in if(1d20 >= 15, 2d6, 0).",
    "^": "A power is written **.",
}
_MODIFIERS = "kh|kl|dh|dl|k|ro|rr|r|mt|ms|mr|min|max|mi|ma|sa|sd|s|x+[po]?|f|ge|gt|le|lt|eq|d|x|u"


def is_modifiers(word: str) -> bool:
    """Return whether a word after dice and a space consists of modifiers and numbers, or is an operator."""
    import re

    return word in ("and", "or", "not") or re.fullmatch(rf"(({_MODIFIERS})\d*)+f?", word) is not None


_TEXTS = {
    r"^\s*([/!]\s*r(oll)?|output)\b": "Write the dice alone: 2d6.",
    r"\[\[": "Dice within dice are in parentheses: 2d6+(1d4).",
    r"//\s*[a-z]": "What it is for follows #: 2d6 # fire.",
    r"\d\s*-\s*[lh]\b": "Drop the lowest as in 4d6dl1, the highest as in 4d6dh1.",
    r"d\d+[bsw]\d": _ELSEWHERE["s"],
    r"^\s*\d+d\s*$": "A die has a number of sides: 3d6.",
    r"\bd\s*=[^=]|^\s*d\s*;": "d begins a die, so it cannot be a name: dd = 1d6; dd+2.",
    r"\d+d(ice)?f(ate)?\b|\d+\s*fate\b": "Fate dice are 4dF, and show -1, 0 and 1.",
    r"d\d+\s*rc\s*\d": "Dice are rerolled as in 2d6r1, and counted as in 8d10>=7.",
    r"d\d+\s*v\s*\d": "A total is compared as in 1d20+5 >= 15.",
    r"d\d+\s*[ad]\b": "Advantage is 2d20kh1, disadvantage 2d20kl1.",
    r"\bfor\s+[a-z]": "What it is for follows #, and each roll is an argument of its own: '1d20+5 # axe' 1d6.",
    r"[\"']": "A label follows # and needs no quotes of its own: 2d6 # fire.",
    r"\(\s*\d*d\d+\S*\s+\d*d\d+": "Dice are kept together as in {1d4!,1d6!}kh1.",
    r"^\s*\d+k\d": "Dice are written with d: 5d10kh3.",
    r"^\s*\d+\s+\d*d(\d|%|f)": _ELSEWHERE["repeat"],
    r"\bdc\d*\b": _ELSEWHERE["dc"],
    r"df\.": "Fate dice are 4dF, and show -1, 0 and 1.",
    r"d\d*\.\d|\d\.\d+d": "Dice are whole, and so are their sides: 2d6.",
    r"d\{\s*[+-]?\d+\s*-\s*\d": "Faces from 2 to 5 are d{2..5}.",
    r"d\(\s*-?\d+\s*,|d\[": "The faces of a die are in braces: d{1,3,5}.",
    r"!!p|!p!": "Write one of !, !!, !p and !o.",
    r"\[count\b": _ELSEWHERE["count"],
    r"\bmiddle\b": "The middle one of three dice is 3d6dl1dh1.",
    r"\b(best|worst|highest|lowest|keep|drop)\b": _ELSEWHERE["keep"],
    r"\b(str|dex|con|int|wis|cha|prof)\b": _ELSEWHERE["mod"],
}
"""Hints for slips that more than one word identifies."""


def hint_for(text: str, error: DiceError) -> str:
    """Return the hint for an error: on another roller's notation, else the error's own, or that of a label."""
    import re

    written = text.partition("#")[0]
    hints = [hint for pattern, hint in _TEXTS.items() if re.search(pattern, written, re.IGNORECASE)]
    if hints and error.message.startswith(("expected", '"d" after')):
        return hints[0]
    before, rest = text[: max(0, error.column - 1)].strip(), text[max(0, error.column - 1) :].strip()
    if error.message.startswith("expected an operator") and (hint := _of_rest(before, rest)):
        return hint
    if error.hint or not error.message.startswith("expected an operator or the end,"):
        return error.hint
    if rest.startswith(";"):
        return "A name gets its value first and once, and begins unlike a die: a = 1d20; a+5."
    return f"A label follows #: {before} # {rest}" if _is_label(text, error.column - 1) else ""


def _of_rest(before: str, rest: str) -> str:
    """Return the hint on another roller's notation that follows a value; empty if none fits."""
    import re

    if re.match(r"x\s*\d+\s*$", rest, re.IGNORECASE):
        return f"Write * to multiply: {before}*{rest[1:].strip()}."
    if re.match(r"(r|rr|ro)\s*[<>=\d]", rest, re.IGNORECASE):
        total = before.strip("(){} ")
        condition = re.sub(r"^\w+", "", rest)
        kept = _OPPOSITE.get(condition.rstrip("0123456789 "))
        if kept and ";" not in before:
            number = condition.lstrip("<>= ")
            sides = [int(each) for each in re.findall(r"d(\d+)", total)]
            name = "(s)" if any(int(number) <= each for each in sides) else "s"
            return f"Reroll the sum until it is right with --given: 's={total}; s' --given '{name}{kept}{number}'."
    if rest.startswith("(") and re.fullmatch(r"\d+", before):
        return f"Write * to multiply: {before}*{rest}."
    hints = {
        "[kd][hl]|m[rst]": "A name keeps its dice in braces, with + between them: p = {4d6+1d8}; p kh1.",
        r",\s*\d*d\d": "Give each roll as an argument of its own: 1d20+5 1d6+3.",
        r"x\s*\(?\d": "Write (1d6*2)d6 for the sum of as many 2d6 as a d6 says.",
    }
    return next((hint for pattern, hint in hints.items() if re.match(pattern, rest, re.IGNORECASE)), "")


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _is_label(text: str, at: int) -> bool:
    """Return whether plain words begin here, after a space, none of them possibly a part of the expression."""
    import re

    rest = text[at:].strip()
    words = re.fullmatch(r"[a-z]{2,}(?:[ '-]+[a-z]+)*[.!]?", rest, re.IGNORECASE)
    if not words or len(rest) > _SHORT or not text[:at].endswith(" ") or not text[:at].strip():
        return False
    return not any(is_modifiers(word) or word in {**_HERE, **_ELSEWHERE} for word in rest.lower().split())


def meant_by(word: str, rest: str) -> str:
    """Return what to write here for a word of another roller that ``rest`` follows; empty if unknown."""
    if word in _HERE:
        return f"Write {_HERE[word]} instead."
    if word in _ELSEWHERE:
        return _ELSEWHERE[word]
    if word[:1].isalpha() and rest.lstrip()[:1] == "=":
        return "Names come first, before all that uses them: a = 1d20; a+5."
    return ""
