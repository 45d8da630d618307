"""`undo`: restores the exact text before the last command."""

from combatcli.pipeline.history import undo_or_redo_command

COMMAND = undo_or_redo_command(
    "undo", "The file becomes what it was, byte for byte. If you edited it by hand since, undo is refused."
)
