"""Text from outside, made safe to show."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_NUMBER = 20
"""The most characters of a number outside of dice; no number in an encounter has as many."""
MOST_DIGITS = 640
"""The digits that Python reads as a number whatever its own limit is."""
LONGEST_WORD = 60
_LONGEST_WORD, _LONGEST_PATH, _END = 80, 4096, 20
"""The most characters of a word, and of a path, in a message; and how many of them are the word's end."""
_BYTES = 0xDC00
"""The first of the characters that stand for bytes of a command line that are not UTF-8."""
_JOINER = "\u200d"
_JOINERS = ("\u200d", "\ufe0f")


def escape(text: str, *, joiners: bool = True) -> str:
    """Escape control characters, and those that turn the writing direction.

    The joiner that makes one emoji of several stays, unless ``joiners`` is False: alone it is invisible.
    """
    if text.isprintable():
        return text
    return "".join(
        [
            letter if letter.isprintable() or (joiners and letter == _JOINER) else _escaped_character(letter)
            for letter in text
        ]
    )


def _escaped_character(each: str) -> str:
    byte = ord(each) - _BYTES
    return f"\\x{byte:02x}" if 0 <= byte < 256 else each.encode("unicode_escape").decode()


def is_number(word: str) -> bool:
    """Tell whether a word is a number in ASCII digits that Python can read.

    Digits of other scripts, and 1_0, are a slip.
    """
    return len(word) <= MOST_DIGITS and word.isascii() and word.isdecimal()


def looks_like_option(word: str) -> bool:
    """Tell an option from a word: no option begins with a number, so -2,0 is a point and -1 a number."""
    return len(word) > 1 and word[0] == "-" and not (word[1].isdecimal() or word[1] == ".")


def whole_number(word: str) -> int | None:
    """Return a word as a whole number, with or without a sign; None if it is no number or too long."""
    word = word.strip()
    return int(word) if is_number(word[word[:1] in ("+", "-") :]) and len(word) <= LONGEST_NUMBER else None


def shell_word(word: str) -> str:
    """Quote a name for a shell, in a command that a message offers, where it is not plain."""
    if word and all(letter.isalnum() or letter in "@%+=:,./-_" for letter in word):
        return word
    from shlex import quote

    return quote(word)


def truncated(word: str) -> str:
    """Return a word for an error message; a very long one is cut."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


def escaped_and_cut(message: str) -> str:
    """Escape a message, and cut the middle of each very long word but for paths.

    A word ends at a blank; a very long one comes from outside, and nobody reads a megabyte of it.
    """
    if len(message) > _LONGEST_WORD:
        message = " ".join([_cut_middle(word) for word in message.split(" ")])
    return escape(message)


def _cut_middle(word: str) -> str:
    if len(word) <= _LONGEST_WORD or ("/" in word and len(word) <= _LONGEST_PATH):
        return word
    return f"{word[: _LONGEST_WORD - _END]}…{word[-_END:]}"


def width_in_columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: wide letters take two, combining ones none."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(letter) or letter in _JOINERS else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def cut_to_width(text: str, width: int) -> str:
    """Return the beginning of a text that fits into ``width`` columns."""
    if text.isascii():
        return text[: max(0, width)]
    taken = 0
    for place, letter in enumerate(text):
        taken += width_in_columns(letter)
        if taken > width:
            return text[:place]
    return text


def shortlist(words: Sequence[str], limit: int, between: str = ", ") -> str:
    """Join the words up to a limit, and say how many more there are."""
    more = f" and {len(words) - limit} more" if len(words) > limit else ""
    return f"{between.join(words[:limit])}{more}"


def listed_in_words(words: Sequence[str]) -> str:
    """Join words as a sentence lists them: a, b and c."""
    *before, last = words or [""]
    return f"{', '.join(before)} and {last}" if before else last


def decimal(number: float) -> str:
    """Write a number with at most two digits after the point."""
    return f"{round(number, 2) + 0:.12g}"


def in_feet(feet: float) -> str:
    """Write a distance: 1 foot, 36.06 feet."""
    return f"{decimal(feet)} {'foot' if decimal(feet) == '1' else 'feet'}"
