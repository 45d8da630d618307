"""`next`: begins the next phase or turn."""

from __future__ import annotations

from combatcli.declarations import PLAYED, Argument, Command, flag

COMMAND = Command(
    "next",
    about="Effects that last for this round or the next end by themselves, and the report says so.",
    arguments=[Argument("who", "whose turn begins, where a game has turns", required=False)],
    options=[flag("--round", "go to the first phase of the next round")],
    shared=PLAYED,
    examples=["combatcli next -f fight.toml"],
)
