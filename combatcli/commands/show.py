"""`show`: what there is to see."""

from __future__ import annotations

from combatcli.cli import Argument, Command, report_options, stream_options
from combatcli.commands.pipeline import resolve

COMMAND = Command(
    "show",
    resolve,
    about="Round, phase and clock, who fights and how they are, the arenas, and what is pending.",
    arguments=[Argument("who", "one combatant, with all there is to know", required=False)],
    shared=[*stream_options(), *report_options()],
    examples=["combatcli show -f fight.toml", "combatcli show mira < fight.toml"],
)
