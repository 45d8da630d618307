"""`push`: moves a combatant out of their place by force."""

from __future__ import annotations

from combatcli.declarations import WITHOUT_FILE, Argument, Command, all_attempts_failed, options_describing_combatants

COMMAND = Command(
    "push",
    arguments=[Argument("who", "who pushes"), Argument("targets", "the opponents", many=True)],
    options=options_describing_combatants("the actor's trait; ", "the targets' trait; "),
    shared=WITHOUT_FILE,
    examples=["combatcli push mira ruffian --to canal -f fight.toml"],
    failed=all_attempts_failed(contest="success"),
)
