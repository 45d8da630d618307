"""Text from outside, made safe to show."""

from __future__ import annotations

_JOINER = "\u200d"


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
