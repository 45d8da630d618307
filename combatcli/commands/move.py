"""`move`: changes a combatant's place."""

from combatcli.declarations import PLAYED, Argument, Command

COMMAND = Command(
    "move",
    arguments=[Argument("who", "who moves"), Argument("way", "where to", many=True, required=False)],
    shared=PLAYED,
    examples=["combatcli move mira alley -f fight.toml"],
)
