"""`condition`: what the table keeps of somebody, and no rule knows."""

from __future__ import annotations

from combatcli.declarations import REPORT, STREAMS, Argument, Command, flag, number, text
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "condition",
    resolve,
    about="Shown, counted down as rounds go, and told when it ends. What a game's own rules know has its own commands.",
    arguments=[Argument("who", "a combatant"), Argument("name", "blessed, 'on fire', concentrating")],
    options=[
        number("--rounds", "it ends by itself after N rounds"),
        text("--note", "TEXT", "what it means, or who keeps it up"),
        flag("--end", "it is over"),
    ],
    shared=[*STREAMS, *REPORT],
    examples=[
        "combatcli condition mira blessed --rounds 3 --note 'by the abbot' -f fight.toml",
        "combatcli condition mira blessed --end -f fight.toml",
    ],
    played=True,
)
