"""`condition`: custom conditions, which no rule knows."""

from combatcli.declarations import REPORT, SIDE, STREAMS, Argument, Command, flag, number, text

COMMAND = Command(
    "condition",
    about=(
        "`show` lists it. `next` counts it down and reports when it ends. "
        "Use other commands for conditions that are part of the game's rules."
    ),
    arguments=[
        Argument("who", "who has it", many=True),
        Argument("name", "blessed, 'on fire', concentrating", completes="condition"),
    ],
    options=[
        number("--rounds", "end it after N rounds", least=1, beyond="Without it, it lasts until --end."),
        text("--note", "TEXT", "add a note, such as what it does or who keeps it up"),
        flag("--end", "end it now"),
        SIDE,
    ],
    shared=[*STREAMS, *REPORT],
    examples=[
        "combatcli condition mira blessed --rounds 3 --note 'by the abbot' -f fight.toml",
        "combatcli condition mira blessed --end -f fight.toml",
    ],
    each="who",
)
