"""Notation of other dice rollers, and hints on how to write it here."""

from __future__ import annotations

import re

from combatcli.dice.tree import FUNCTIONS, Number
from combatcli.errors import DiceError, nearest_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from combatcli.dice.tree import Faces, Node

_SHORT = 40
"""The longest text that a hint repeats."""
_KEEP = "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."
_ADVANTAGE = "Advantage is 2d20kh1, disadvantage 2d20kl1."
_COUNT = "Dice are counted as in 8d10>=7."
_TOTAL = "A total is compared as in 1d20+5 >= 15."
_NUMBER = "A modifier is a number: 1d20+5."
_REPEAT = "An expression is repeated as in 6x4d6kh3."
_REROLL = "Dice are rerolled as in 2d6r1, or once as in 2d6ro1."
_SEVERAL = "Dice explode on several faces as in 3d6!>=5."
_FACES = "The faces of a die are in braces: d{1,3,5}."
_MIDDLE = "The middle one of three dice is 3d6dl1dh1."
_SUM = r"^\s*[({]\s*((?=.*d)(?:[^;=,(){}]|\([^()]*\)|\{[^{}]*\})+?)\s*[)}]\s*¦"
_ASKED = r"([<>]=?|=)\s*(\d+)\s*$"
_TEXTS = {
    r"^(.*?\b([a-z]\w*)\s*=[^=;]*?)\s*¦[\s,.:]*(\2\b.*)$": r"Write ; after the value: \1; \3.",
    r"^\s*([/!]\s*r(oll)?|output|roll)\b(?!\s*=)": "Write the dice alone: 2d6.",
    r"\[\[": "Dice within dice are in parentheses: 2d6+(1d4).",
    r"d\d+(k\d+[hl]\b|[bsw]\d)": _KEEP,
    r"d\d+rl\d*\b": _REROLL,
    r"ro?\d+\s*¦,\s*\d": "Dice are rerolled on several faces as in 2d6r1r2.",
    r"!\d+(¦,\s*\d+|\+\s*‡)\s*$": _SEVERAL,
    r"=\s*\d+\+\s*‡\s*$|d\d+\s*¦\d+\+|\[count\b": _COUNT,
    r"^(.*;\s*)?‡(?:mean|average|avg)\s*\((.*)\)\s*$|^(.*?)\s*¦(?:mean|average|avg)\s*$": (
        r"The mean is asked of odds: '\1\2\3' --mean."
    ),
    r"\bmean\b|\baverage\b|\bavg\b": "The mean is asked of odds: 4d6 --mean.",
    r"\bmiddle\b|\bmedian\b|\d\s*mid\b": _MIDDLE,
    r"‡(?:sum|total)\s*\(((?:[^,()]|\([^()]*\))+)\)": r"The total needs no function: (\1).",
    r"‡(?:sum|total)\s*\(((?:[^()]|\([^()]*\))+)\)": r"Values are added in braces: {\1}.",
    r"\bminus\b": "Write - instead.",
    r"\bif\s*‡": "Of two values one is chosen as in if(1d20 >= 15, 2d6, 0).",
    r"\b(floor|ceil|round|abs|min|max)\s*‡": r"Values are in parentheses: \1(1d6-3).",
    r"^(.*?)\s*¦vs\s*(\d*d\d.*)$": r"Two rolls are compared as in (\1) >= (\2), or by odds with --against.",
    r"¦in\s+\d+\s*,": "Several totals are asked of odds: 2d6 --exactly 7,11.",
    r"//\s*[a-z]": "What it is for follows #: 2d6 # fire.",
    r"\d\s*-\s*[lh]\b": "Drop the lowest as in 4d6dl1, the highest as in 4d6dh1.",
    r"\bd\s*=[^=]|^\s*d\s*;": "d begins a die, so it cannot be a name: dd = 1d6; dd+2.",
    r"^\d*d\s*‡[^c[(]|\dd‡$": "A die has a number of sides: 3d6.",
    r"\d+d(ice)?f(ate)?\b|\d+\s*fate\b|df\.": "Fate dice are 4dF, and show -1, 0 and 1.",
    r"d\d+\s*rc\s*\d": "Dice are rerolled as in 2d6r1, and counted as in 8d10>=7.",
    r"d\d+\s*v\s*\d|\bdc\d*\b": _TOTAL,
    r"d\d+\s*[ad]\b": _ADVANTAGE,
    r"\bfor\s+[a-z]": "What it is for follows #, and each roll is an argument of its own: '1d20+5 # axe' 1d6.",
    r"[\"']": "A label follows # and needs no quotes of its own: 2d6 # fire.",
    r"\(\s*\d*d\d+\S*\s+\d*d\d+": "Dice are kept together as in {1d4!,1d6!}kh1.",
    r"^\s*\d+k\d": "Dice are written with d: 5d10kh3.",
    r"^\s*\d+\s+\d*d(\d|%|f)": _REPEAT,
    r"d\d*\.\d|\d\.\d+d": "Dice are whole, and so are their sides: 2d6.",
    r"¦\.\s*[a-z]": "Modifiers follow without a dot: 3d6kh1.",
    r"d\{\s*[+-]?\d+\s*-\s*\d": "Faces from 2 to 5 are d{2..5}.",
    r"d\(\s*-?\d+\s*(,|\.\.)|d\[": _FACES,
    r"!!p|!p!": "Write one of !, !!, !p and !o.",
    r"\b(best|worst|highest|lowest|keep|drop)\b": _KEEP,
    r"\b(str|dex|con|int|wis|cha|prof)\b": _NUMBER,
    r"^(.*?\b([a-z]\w*)\s*=[^=;]*?)\s*¦\s*$": r"What uses the name follows the value: \1; \2.",
    r"(?<!\w)‡\w*[^\W\d_\x00-\x7f]": "A name is written with a to z, digits and _: a = 1d6; a+5.",
    r"‡[a-z]\w*\s*:=": "A name gets its value with = alone: a = 1d20; a+5.",
    r"[¦‡][a-z]\w*\s*=": "Names come first, before all that uses them: a = 1d20; a+5.",
    r"^\s*‡x\s*(\d*d[\d{%f].*)$": r"An expression is repeated as in 6x\1.",
    r"^((?:.*;)?\s*)(\d+)\s*¦(\(.*d.*)$": r"Write \1\2*\3 to multiply, \1{\2x\3} for the sum of \2 rolls.",
    r"^(.*?)\s*¦x\s*(\d+)\s*$|^((?:.*;)?\s*\d+)\s*¦(\(.*)$": r"Write * to multiply: \1\3*\2\4.",
    rf"{_SUM}ro\s*{_ASKED}": r"Reroll the sum once: a = \1; if((a) \2 \3, \1, a).",
    rf"{_SUM}rr?\s*{_ASKED}": r"Reroll the sum until it is right with --given: 's=\1; s' --given 'not (s)\2\3'.",
    r"\S.*¦([kd][hl]|m[rst])": "A name keeps its dice in braces, with + between them: p = {4d6+1d8}; p kh1.",
    r"^([^()]*)\(([^()]*?)\s*¦,([^()]*)\)(.*)$": r"Values stand together in braces: \1{\2,\3}\4.",
    r"\S.*¦,\s*\d*d\d": "Give each roll as an argument of its own: 1d20+5 1d6+3.",
    r"^(?!\s*\d+\s*x)(.*;)\s*(\d+)\s*¦x\s*(\d*d.*)$": r"An expression is repeated at its beginning: \2x\1 \3.",
    r"¦x\s*\d+(?![\dd])": "Write * to multiply.",
    r"^(.*(?<![\w%])\d+)(?:x‡|¦x)([a-z]\w*)\s*$": r"Write * to multiply: \1*\2.",
    r"\S.*¦x\s*\(?\d": "Write (1d6*2)d6 for the sum of as many 2d6 as a d6 says.",
    r"¦;": "A name gets its value first and once, and begins unlike a die: a = 1d20; a+5.",
}
"""Hints for what more than one word identifies; an operator is missing at ¦, something else at ‡."""
_WORDS = {
    "− – —": "Write - instead.",
    "× · ⋅ times": "Write * instead.",
    "÷": "Write / instead.",
    "≥": "Write >= instead.",
    "≤": "Write <= instead.",
    "plus": "Write + instead.",
    "drop s b p ph pl h l lh hl keep best highest lowest worst": _KEEP,
    "e ie explode exploding": "Dice explode as in 3d6!, or on a face as in 3d6!6.",
    "ra ir reroll": _REROLL,
    "repeat": _REPEAT,
    "count len cs t": _COUNT,
    "adv advantage ea dis disadvantage": _ADVANTAGE,
    "< > =": "Comparisons are = > >= < <=.",
    "coin": "A coin is d{0,1}: 1 for heads.",
    "stats": "Six scores are 6x4d6kh3.",
    "mod": _NUMBER,
    "even odd": "Of a total that is 1-(2d6)%2 for even, (2d6)%2 for odd.",
    "& in between": "Comparisons are joined by and: a >= 3 and b >= 3.",
    "|": "Comparisons are joined by or: a >= 3 or b >= 3.",
    ".": "Numbers are whole: floor(3d6*3/2) is one and a half times 3d6.",
    "[": "A group is {2d6,1d8}kh1; a label follows #: 2d6 # fire.",
    "dc vs ac against at over under": _TOTAL,
    "cf": "Failures are taken away as in 5d10>=8f1.",
    "w": "A die is written with d: 3d6.",
    "?": "Of two values one is chosen as in if(1d20 >= 15, 2d6, 0).",
    "^": "A power is written **.",
    "double doubled twice half halved": "Dice are doubled as in 2*(3d6), and halved as in (3d6)/2.",
}
"""Hints for words at the place where a text cannot be read on."""
_HINT_OF = {word: hint for words, hint in _WORDS.items() for word in words.split()}
_MODIFIERS = "kh|kl|dh|dl|k|ro|rr|r|mt|ms|mr|min|max|mi|ma|sa|sd|s|x+[po]?|f|ge|gt|le|lt|eq|d|x|u"


def is_modifiers(word: str) -> bool:
    """Return whether a word after dice and a space consists of modifiers and numbers, or is an operator."""
    return word in ("and", "or", "not") or re.fullmatch(rf"(({_MODIFIERS})\d*)+f?", word) is not None


def hint_at(text: str, at: int, expected: str, names: Collection[str], words: Collection[str]) -> str:
    """Return the hint where something else was expected in a text: how it is written here, or the name that is near."""
    before, rest = text[:at], text[at:]
    needs_operator = expected.startswith("an operator")
    marked = f"{before}{'¦' if needs_operator else '‡'}{rest}"
    for pattern, hint in _TEXTS.items():
        if match := re.search(pattern, marked if {*"¦‡"} & {*pattern} else text.partition("#")[0], re.IGNORECASE):
            return match.expand(hint)
    named = re.search(r"((?<![\w%])\d+)?\s*¦(?:x\s*)?([a-z]\w*)", marked, re.IGNORECASE)
    if named and named[2].lower() in names:
        times, name = named.groups()
        line = f"{marked[: named.start()]}{times}*{name}{marked[named.end() :]}"
        return f"Write * to multiply: {line}." if times else f"Write an operator before {name}: + adds it."
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
        near = nearest_name(kept[1], names)
        value = "" if near else f"{kept[1]} = {{4d6}}; "
        return f"A space follows a name: {value}{near or kept[1]} {kept[2]}."
    near = nearest_name(lowered, [*FUNCTIONS, *names, *words]) if len(word) > 1 else None
    return f"Did you mean {near}?" if near else f"A name gets its value first: {word} = 5; {word} + 1d6."


def hint_with_repetition(hint: str) -> str:
    """Return a hint on the total of an expression that is repeated, as in 6x4d6kh3>=15, of which rolls may be meant."""
    ways = r"Write {\1\2} \3 to count the rolls, \1(\2) \3 for each total"
    return re.sub(r"^Write (\d+\s*x\s*)\((.+)\) (\S+ \S+) for the total", ways, hint, flags=re.IGNORECASE)


def _is_label(before: str, rest: str) -> bool:
    """Return whether plain words stand here, after a space, none of them possibly a part of the expression."""
    words = re.fullmatch(r"\s*[^\W\d_]{2,}(?:[ '-]+[^\W\d_]+)*[.!]?\s*", rest)
    if not words or len(rest) > _SHORT or not before.endswith(" ") or not before.strip():
        return False
    return not any(is_modifiers(word) or word in _HINT_OF for word in rest.lower().split())


def refuse_repetition_by_hash(tree: Node, label: str, at: int) -> None:
    """Raise DiceError for a number with dice as its label: other rollers read 6#4d6kh3 as a repetition."""
    if isinstance(tree, Number) and re.match(r"\d*d(\d|%|f|\{)|\(|\{", label, re.IGNORECASE):
        raise DiceError(
            'the text after "#" is a label', f"Write {tree.value}x{label} to roll it so often.", column=at + 1
        )


def unequal_error(text: str, at: int, faces: Faces) -> DiceError:
    """Return the error of ``!=`` after dice with these faces, which may be meant as a comparison."""
    names, semicolon, before = text[:at].rpartition(";")
    space, before, after = before[: -len(before.lstrip())], before.strip(), text[at + 2 :].lstrip()
    number = after[: len(after) - len(after.lstrip("0123456789"))]
    hint = "Write !6 where they explode on 6, not (a = 6) for any other value."
    is_value = all(before.count(opening) == before.count(closing) for opening, closing in ("()", "{}", "=x"))
    if number and is_value:
        explodes = f"{text[:at].strip()}!{after} where they explode on {number}, " if int(number) in faces else ""
        hint = f"Write {explodes}{names}{semicolon}{space}({before}) != {after} for any other total."
    return DiceError('"!=" is not a comparison: dice explode with "!"', hint, column=at + 1)
