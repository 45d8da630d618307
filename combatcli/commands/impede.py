"""`impede`: hinders a combatant."""

from __future__ import annotations

from functools import partial

from combatcli.declarations import WITHOUT_FILE, Argument, Command, description
from combatcli.pipeline.output import all_failed
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "impede",
    resolve,
    arguments=[Argument("who", "who impedes"), Argument("target", "the opponent")],
    options=description("the actor's trait; ", "the target's trait; "),
    shared=WITHOUT_FILE,
    examples=["combatcli impede mira ruffian -f fight.toml"],
    failed=partial(all_failed, ("contest",), "success"),
    played=True,
)
