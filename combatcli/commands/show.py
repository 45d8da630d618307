"""`show`: what there is to see."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command, always
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "show",
    resolve,
    about="Round, phase and clock, who fights and how they are, the arenas, and what is pending.",
    arguments=[Argument("who", "one combatant, with all there is to know", required=False)],
    shared=[*STREAMS, *REPORT],
    examples=["combatcli show -f fight.toml", "combatcli show mira < fight.toml"],
    played=True,
    asks=always,
)
