"""Text from outside, made safe to show."""

from __future__ import annotations

_JOINER = "\u200d"
_JOINERS = ("\u200d", "\ufe0f")


def escape(text: str, *, joiners: bool = True) -> str:
    """Show control characters, and those that turn the writing direction, as escapes: names are data.

    The joiner that makes one emoji of several stays, unless ``joiners`` is False: alone it would not be seen.
    """
    if text.isprintable():
        return text
    return "".join(
        [
            each if each.isprintable() or (joiners and each == _JOINER) else each.encode("unicode_escape").decode()
            for each in text
        ]
    )


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes: wide letters take two, what joins the last one none."""
    if text.isascii():
        return len(text)
    import unicodedata

    return sum(
        0 if unicodedata.combining(each) or each in _JOINERS else 1 + (unicodedata.east_asian_width(each) in "WF")
        for each in text
    )


def shortened(text: str, width: int) -> str:
    """Return the beginning of a text that takes no more columns than so many."""
    if text.isascii():
        return text[: max(0, width)]
    taken = 0
    for place, each in enumerate(text):
        taken += columns(each)
        if taken > width:
            return text[:place]
    return text
