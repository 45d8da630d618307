"""`redo`: what `undo` took back."""

from __future__ import annotations

from combatcli.commands.stepping import stepping
from combatcli.encounter import journal

COMMAND = stepping("redo", journal.redo, "The text from before the last undo comes back, byte for byte.")
