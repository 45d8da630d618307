"""`recover`: recovery by rest or by help."""

from __future__ import annotations

from combatcli.declarations import SIDE, WITHOUT_FILE, Argument, Command, options_describing_combatants

COMMAND = Command(
    "recover",
    arguments=[Argument("who", "who recovers, one after the other", many=True)],
    options=[SIDE, *options_describing_combatants()],
    shared=WITHOUT_FILE,
    examples=["combatcli recover mira tomas -f fight.toml"],
    each="who",
)
