"""`redo`: what `undo` took back."""

from __future__ import annotations

from combatcli.encounter import journal
from combatcli.pipeline.history import step_command

COMMAND = step_command("redo", journal.redo, "The text from before the last undo comes back, byte for byte.")
