"""`next`: on with it."""

from __future__ import annotations

from combatcli.declarations import PLAYED, Argument, Command, flag
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "next",
    resolve,
    about="What lasts this round or the next ends by itself; the report says so.",
    arguments=[Argument("who", "whose turn begins, where a game has turns", required=False)],
    options=[flag("--round", "on to the first phase of the next round")],
    shared=PLAYED,
    examples=["combatcli next -f fight.toml"],
    played=True,
)
