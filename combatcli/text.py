"""Text from outside, made safe to show."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_NUMBER = 20
"""How many signs a number has at most, where no dice are meant: more than any has that an encounter keeps."""
MOST_DIGITS = 640
"""How many digits Python reads as a number whatever its own limit is set to."""
LONGEST_WORD = 60
_LONGEST_TOLD, _LONGEST_PATH, _END = 80, 4096, 20
"""How many characters of a word a message repeats, how many of a path, and how many of these are the word's end."""
_BYTES = 0xDC00
"""From where on characters stand for bytes of a command line that are not UTF-8."""
_JOINER = "\u200d"
_JOINERS = ("\u200d", "\ufe0f")


def escape(text: str, *, joiners: bool = True) -> str:
    """Show control characters, and those that turn the writing direction, as escapes: names are data.

    The joiner that makes one emoji of several stays, unless ``joiners`` is False: alone it would not be seen.
    """
    if text.isprintable():
        return text
    return "".join(
        [letter if letter.isprintable() or (joiners and letter == _JOINER) else _escaped(letter) for letter in text]
    )


def _escaped(each: str) -> str:
    byte = ord(each) - _BYTES
    return f"\\x{byte:02x}" if 0 <= byte < 256 else each.encode("unicode_escape").decode()


def is_number(word: str) -> bool:
    """Tell whether a word is a number in plain digits, and not too long to be read.

    Digits of other scripts, and 1_0, are a slip.
    """
    return len(word) <= MOST_DIGITS and word.isascii() and word.isdecimal()


def looks_like_option(word: str) -> bool:
    """Tell an option from a word: no option begins with a number, so -2,0 is a point and -1 a number."""
    return len(word) > 1 and word[0] == "-" and not (word[1].isdecimal() or word[1] == ".")


def whole_number(word: str) -> int | None:
    """Return the whole number that a word is, with a sign or without; None if it is none, or a very long one."""
    word = word.strip()
    return int(word) if is_number(word[word[:1] in ("+", "-") :]) and len(word) <= LONGEST_NUMBER else None


def typed(word: str) -> str:
    """Return a name as a shell takes it in a command that a message offers: quoted where it is not plain."""
    if word and all(letter.isalnum() or letter in "@%+=:,./-_" for letter in word):
        return word
    from shlex import quote

    return quote(word)


def truncated(word: str) -> str:
    """Return a word as an error repeats it: of a very long one the beginning."""
    return word if len(word) <= LONGEST_WORD else f"{word[:LONGEST_WORD]}…"


def printable(message: str) -> str:
    """Return a message as it is shown: escaped, and of each very long word, but for paths, its beginning and its end.

    A word ends at a blank; such a one is not ours, and nobody reads a megabyte of it.
    """
    if len(message) > _LONGEST_TOLD:
        message = " ".join([_told(word) for word in message.split(" ")])
    return escape(message)


def _told(word: str) -> str:
    if len(word) <= _LONGEST_TOLD or ("/" in word and len(word) <= _LONGEST_PATH):
        return word
    return f"{word[: _LONGEST_TOLD - _END]}…{word[-_END:]}"


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: wide letters take two, what joins the last one none."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(letter) or letter in _JOINERS else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


def shortened(text: str, width: int) -> str:
    """Return the beginning of a text that takes no more columns than so many."""
    if text.isascii():
        return text[: max(0, width)]
    taken = 0
    for place, letter in enumerate(text):
        taken += columns(letter)
        if taken > width:
            return text[:place]
    return text


def shortlist(words: Sequence[str], limit: int, between: str = ", ") -> str:
    """Write the first of several, up to a limit, and how many more there are."""
    more = f" and {len(words) - limit} more" if len(words) > limit else ""
    return f"{between.join(words[:limit])}{more}"


def decimal(number: float) -> str:
    """Write a number with two digits after the point at most."""
    return f"{round(number, 2) + 0:.12g}"


def in_feet(feet: float) -> str:
    """Write a distance: 1 foot, 36.06 feet."""
    return f"{decimal(feet)} {'foot' if decimal(feet) == '1' else 'feet'}"
