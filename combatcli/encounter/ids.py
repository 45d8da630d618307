"""What may be the id of a combatant."""

import re

from combatcli.errors import RefusedError
from combatcli.text import escape

READ_AS_AMOUNT = r"\d*d?\d+"
"""The pattern of words that `wound` may read as an amount, or as its dice."""
READ_OTHERWISE = rf"[-+].*|{READ_AS_AMOUNT}|.*[*?\[].*"
"""The pattern of ids that mean something else in a line: options, amounts, and patterns."""
WHAT_TO_WRITE = "Give an id that begins with a letter, without * ? [."


def is_id(word: str) -> bool:
    """Tell whether a word may be an id: it can be typed, has no =, and is not the dot, which means the encounter."""
    return bool(word.strip()) and word != "." and "=" not in word and not has_control_characters(word)


def check_means_nothing_else(who: str) -> None:
    """Refuse an id that means something else in a line; RefusedError."""
    if re.fullmatch(READ_OTHERWISE, who):
        raise RefusedError(means_otherwise(who), WHAT_TO_WRITE, who=who)


def means_otherwise(who: str) -> str:
    """Return what is wrong with an id that means something else in a line."""
    return f"a command would read {escape(who)} as an amount, a pattern or an option"


def has_control_characters(word: str) -> bool:
    """Tell whether a word has characters that nobody types on a command line: NUL, tabs, line breaks."""
    return any(letter < " " or letter == "\x7f" for letter in word)
