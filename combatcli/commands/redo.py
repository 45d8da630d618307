"""`redo`: what `undo` took back."""

from __future__ import annotations

from combatcli.pipeline.history import step_command

COMMAND = step_command("redo", "The text from before the last undo comes back, byte for byte.")
