"""Faces as they are entered."""

from __future__ import annotations

from combatcli.errors import UsageError
from combatcli.text import escape, truncated, whole_number


def read_faces(text: str, option: str = "--dice", what: str = "faces") -> list[int]:
    """Return the faces of "4,7,10", as they are entered; UsageError if they are no numbers."""
    words = text.split(",") if text.strip() else []
    faces = [face for word in words if (face := whole_number(word)) is not None]
    if len(faces) < len(words):
        wrong = next(word for word in words if whole_number(word) is None)
        message = f"{option}: expected {what} with commas between, found '{escape(truncated(wrong))}'"
        raise UsageError(message, f"As in {option} 4,7,10")
    return faces
