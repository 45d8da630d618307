"""`redo`: restores what `undo` took back."""

from combatcli.pipeline.history import undo_or_redo_command

COMMAND = undo_or_redo_command("redo", "The file becomes what it was before the last undo, byte for byte.")
