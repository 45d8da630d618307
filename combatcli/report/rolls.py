"""A roll as one line for a person."""

from __future__ import annotations

from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def roll_line(event: Mapping[str, object]) -> str:
    """Say what was rolled, die by die: ``3d6+2: [4, 2, 6] + 2 = 14``."""
    label = f" ({escaped(str(event['label']))})" if event.get("label") else ""
    expression = str(event["expression"]).partition("#")[0].strip()
    return f"{escaped(expression)}{label}: {event['breakdown']}"
