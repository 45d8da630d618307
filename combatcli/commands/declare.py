"""`declare`: what somebody will do this round."""

from __future__ import annotations

from combatcli.declarations import PLAYED, Argument, Command
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "declare",
    resolve,
    arguments=[
        Argument("who", "who declares", required=False),
        Argument("action", "what they will do", required=False),
        Argument("targets", "the targets, the destination, or free text", many=True, required=False),
    ],
    shared=PLAYED,
    examples=["combatcli declare mira attack ruffian -f fight.toml"],
    played=True,
)
