"""`schema`: the JSON Schema by which editors complete and check an encounter's keys."""

from __future__ import annotations

from combatcli.declarations import Argument, Command
from combatcli.errors import ExitCode
from combatcli.rulesets import NAMES, asked_for
from combatcli.streams import write_stdout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.declarations import Invocation


def schema(call: Invocation) -> int:
    """Print a game's JSON Schema."""
    write_stdout(asked_for(call.words["ruleset"]).schema())
    return ExitCode.DONE


COMMAND = Command(
    "schema",
    schema,
    about=(
        "An encounter names it in its first line, as in #:schema ./GAME.schema.json, by a path relative to the "
        "encounter. `new --schema` writes both. The commands do not need it."
    ),
    arguments=[Argument("ruleset", "the game: " + ", ".join(NAMES), choices=NAMES)],
    examples=[f"combatcli schema {NAMES[0]} > {NAMES[0]}.schema.json"],
)
