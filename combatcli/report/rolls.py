"""A roll as one line for a person."""

from __future__ import annotations

from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def roll_line(event: Mapping[str, object]) -> str:
    """Say what was rolled, die by die: ``3d6+2: [4, 2, 6] + 2 = 14``."""
    label = f" ({escape(str(event['label']))})" if event.get("label") else ""
    expression = str(event["expression"]).partition("#")[0].strip()
    return f"{escape(expression)}{label}: {event['breakdown']}"
