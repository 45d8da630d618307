"""Faces as they are entered."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.text import escape


def read_faces(text: str, option: str = "--dice", what: str = "faces") -> list[int]:
    """Return the faces of "4,7,10", as they are entered; UsageError if they are no numbers."""
    try:
        return [int(word) for word in text.split(",")] if text.strip() else []
    except ValueError:
        message = f"{option} {escape(text)}: expected {what} with commas between"
        raise UsageError(message, f"As in {option} 4,7,10") from None
