"""`boon`: a temporary advantage."""

from __future__ import annotations

from combatcli.declarations import PLAYED, Argument, Command
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "boon",
    resolve,
    arguments=[Argument("who", "who gets it"), Argument("boon", "the boon, as NAME or NAME:N")],
    shared=PLAYED,
    played=True,
)
