"""`boon`: a temporary advantage."""

from combatcli.declarations import PLAYED, Argument, Command

COMMAND = Command(
    "boon",
    arguments=[Argument("who", "who gets it"), Argument("boon", "the boon, as NAME or NAME:N")],
    shared=PLAYED,
)
