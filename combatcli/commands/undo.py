"""`undo`: the exact text from before the last command."""

from __future__ import annotations

from combatcli.pipeline.history import step_command

COMMAND = step_command("undo", "The file is as it was, byte for byte. Edited since by hand, it is refused.")
