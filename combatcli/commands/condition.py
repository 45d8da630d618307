"""`condition`: what the table keeps of somebody, and no rule knows."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command, flag, number, text
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "condition",
    resolve,
    about=(
        "`show` lists it, `next` counts it down and says when it ends. "
        "Conditions of the game's rules have commands of their own."
    ),
    arguments=[Argument("who", "who has it"), Argument("name", "blessed, 'on fire', concentrating")],
    options=[
        number("--rounds", "end it after N rounds"),
        text("--note", "TEXT", "what it means, or who upholds it"),
        flag("--end", "end it now"),
    ],
    shared=[*STREAMS, *REPORT],
    examples=[
        "combatcli condition mira blessed --rounds 3 --note 'by the abbot' -f fight.toml",
        "combatcli condition mira blessed --end -f fight.toml",
    ],
    played=True,
)
