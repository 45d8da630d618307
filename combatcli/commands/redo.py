"""`redo`: restores what `undo` took back."""

from __future__ import annotations

from combatcli.pipeline.history import step_command

COMMAND = step_command("redo", "The file becomes what it was before the last undo, byte for byte.")
