"""`order`: the order of actions."""

from __future__ import annotations

from combatcli.declarations import PICTURES, PLAYED, Command
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "order",
    resolve,
    shared=[*PLAYED, *PICTURES],
    examples=["combatcli order -f fight.toml"],
    played=True,
    asks=lambda call: "board" in call.options,
)
