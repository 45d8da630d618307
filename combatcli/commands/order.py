"""`order`: the order of actions."""

from combatcli.declarations import PICTURES, PLAYED, Command

COMMAND = Command(
    "order",
    shared=[*PLAYED, *PICTURES],
    examples=["combatcli order -f fight.toml"],
    asks=lambda call: "board" in call.options,
)
