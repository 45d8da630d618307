"""`next`: begins the next phase or turn."""

from combatcli.declarations import PLAYED, Argument, Command, flag

COMMAND = Command(
    "next",
    about="Effects whose time is over end by themselves, and the report names them.",
    arguments=[Argument("who", "whose turn begins, where a game has turns", required=False)],
    options=[flag("--round", "go to the first phase of the next round")],
    shared=PLAYED,
    examples=["combatcli next -f fight.toml"],
)
