"""`redo`: restores what `undo` took back."""

from __future__ import annotations

from combatcli.pipeline.history import undo_or_redo_command

COMMAND = undo_or_redo_command("redo", "The file becomes what it was before the last undo, byte for byte.")
