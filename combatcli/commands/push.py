"""`push`: moves a combatant out of their place by force."""

from __future__ import annotations

from functools import partial

from combatcli.declarations import WITHOUT_FILE, Argument, Command, description
from combatcli.pipeline.output import all_failed
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "push",
    resolve,
    arguments=[Argument("who", "who pushes"), Argument("targets", "the opponents", many=True)],
    options=description("the actor's trait; ", "the targets' trait; "),
    shared=WITHOUT_FILE,
    examples=["combatcli push mira ruffian --to canal -f fight.toml"],
    failed=partial(all_failed, ("contest",), "success"),
    played=True,
)
