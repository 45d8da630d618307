"""`undo`: restores the exact text before the last command."""

from __future__ import annotations

from combatcli.pipeline.history import step_command

COMMAND = step_command(
    "undo", "The file becomes what it was, byte for byte. If you edited it by hand since, undo is refused."
)
