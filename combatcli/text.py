"""Text from outside, made safe to show."""


def escaped(text: str) -> str:
    """Show control characters, and those that turn the writing direction, as escapes: names are data."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or each == "\u200d" else each.encode("unicode_escape").decode() for each in text
    )
