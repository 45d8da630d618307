"""`impede`: somebody is held back."""

from __future__ import annotations

from functools import partial

from combatcli.declarations import WITHOUT_FILE, Argument, Command, description
from combatcli.pipeline.output import none_came_off
from combatcli.pipeline.resolution import resolve

COMMAND = Command(
    "impede",
    resolve,
    arguments=[Argument("who", "who impedes"), Argument("target", "whom")],
    options=description("the actor's trait; ", "the target's trait; "),
    shared=WITHOUT_FILE,
    examples=["combatcli impede mira ruffian -f fight.toml"],
    failed=partial(none_came_off, ("contest",), "success"),
    played=True,
)
