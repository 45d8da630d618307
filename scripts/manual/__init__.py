"""The manual: pages in mdoc(7), made from what the commands, the schemas and the events declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combatcli.commands import SUMMARIES
from manual.commands import command_page, main_page
from manual.dice import dice_page
from manual.encounter import encounter_page
from manual.events import json_page
from manual.game import game_page

if TYPE_CHECKING:
    from collections.abc import Iterator


def pages() -> Iterator[tuple[str, str]]:
    """Go through all pages: the path below a folder of manuals, and the text."""
    yield "man1/combatcli.1", main_page()
    for name in SUMMARIES:
        yield f"man1/combatcli-{name}.1", command_page(name)
    yield "man5/combatcli-encounter.5", encounter_page()
    yield "man5/combatcli-game.5", game_page()
    yield "man7/combatcli-dice.7", dice_page()
    yield "man7/combatcli-json.7", json_page()
