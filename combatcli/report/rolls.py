"""A roll as one line for a person."""

from __future__ import annotations

from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from combatcli.events import Event
    from combatcli.report.blocks import Block, Names


def roll_line(event: Mapping[str, object]) -> str:
    """Say what was rolled, die by die: ``3d6+2: [4, 2, 6] + 2 = 14``."""
    label = f" ({escape(str(event['label']))})" if event.get("label") else ""
    expression = str(event["expression"]).partition("#")[0].strip()
    return f"{escape(expression)}{label}: {event['breakdown']}"


def named_roll(events: Sequence[Event], names: Names) -> list[Block]:  # noqa: ARG001  (every sentence and cell takes the same)
    """List rolls that have names, and where they stand."""
    from combatcli.report.blocks import Grid

    rows = [(f"@{escape(each['name'])}", escape(each["expression"]), escape(each["where"])) for each in events]
    return [Grid("", ("name", "rolls", "where"), rows)]
