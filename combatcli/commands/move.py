"""`move`: changes a combatant's place."""

from __future__ import annotations

from combatcli.declarations import PLAYED, Argument, Command
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "move",
    resolve,
    arguments=[Argument("who", "who moves"), Argument("way", "where to", many=True, required=False)],
    shared=PLAYED,
    examples=["combatcli move mira alley -f fight.toml"],
    played=True,
)
