"""`undo`: the exact text from before the last command."""

from __future__ import annotations

from combatcli.commands.stepping import stepping
from combatcli.encounter import journal

COMMAND = stepping("undo", journal.undo, "The file is as it was, byte for byte. Edited since by hand, it is refused.")
