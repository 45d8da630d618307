"""`recover`: recovery by rest or by help."""

from combatcli.declarations import SIDE, WITHOUT_FILE, Argument, Command, with_and_against

COMMAND = Command(
    "recover",
    arguments=[Argument("who", "who recovers, one after the other", many=True)],
    options=[SIDE, *with_and_against()],
    shared=WITHOUT_FILE,
    examples=["combatcli recover mira tomas -f fight.toml"],
    each="who",
)
