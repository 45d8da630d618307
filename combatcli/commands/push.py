"""`push`: moves a combatant out of their place by force."""

from __future__ import annotations

from combatcli.declarations import WITHOUT_FILE, Argument, Command, all_failed, description

COMMAND = Command(
    "push",
    arguments=[Argument("who", "who pushes"), Argument("targets", "the opponents", many=True)],
    options=description("the actor's trait; ", "the targets' trait; "),
    shared=WITHOUT_FILE,
    examples=["combatcli push mira ruffian --to canal -f fight.toml"],
    failed=all_failed(contest="success"),
)
