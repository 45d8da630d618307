"""`show`: what there is to see."""

from __future__ import annotations

from combatcli.declarations import ALL, PICTURES, REPORT, STREAMS, Argument, Command, always, flag
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "show",
    resolve,
    about="Round, phase and clock, who fights and how they are, the arenas, and what is pending.",
    arguments=[Argument("who", "one combatant, with all there is to know", required=False)],
    options=[flag("--players", "as the players may see it: of foes no more than how hurt they look")],
    shared=[*STREAMS, ALL, *PICTURES, *REPORT],
    examples=[
        "combatcli show -f fight.toml",
        "combatcli show mira < fight.toml",
        "combatcli show --players --svg fight.svg -f fight.toml",
    ],
    played=True,
    asks=always,
)
