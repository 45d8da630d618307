"""The kinds of events, and the keys, that are `blade`'s own."""

from __future__ import annotations

from combatcli.events import FLAG, LIST, NULL, NUMBER, TABLE, TEXT, Keys

EVENTS: dict[str, Keys] = {
    "attack": {"step": TEXT, "attribute": TEXT, "value": NUMBER, "difficulty": NUMBER, "reason": LIST, "bonus": NUMBER},
    "idle": {"who": TEXT, "reason": TEXT},
    "wound": {"marked": TABLE, "left": TABLE},
    "recover": {"cleared": TABLE, "left": TABLE, "slept": FLAG},
    "test": {"value": NUMBER, "difficulty": NUMBER, "bonus": NUMBER, "purpose": TEXT, "reactions": LIST},
    "contest": {"against_trait": TEXT, "against_needed": NUMBER},
    "combatant": {"stamina": NUMBER, "health": NUMBER, "status": LIST, "engaged": LIST},
    "pending": {"damage": NUMBER},
    "opportunity": {"who": TEXT, "target": TEXT},
    "declare": {"action": TEXT, "targets": LIST, "plan": TEXT, "outcome": TEXT, "opportunity": LIST},
    "move": {"kind": TEXT, "feet": NUMBER, "metres": NUMBER, "up_to": (TEXT, NULL), "left": LIST, "met": LIST},
    "order": {"totals": TABLE, "winner": TEXT, "choose": TEXT, "may_choose": FLAG, "surprised": LIST},
    "surprise": {"sides": LIST, "faces": LIST, "surprised": LIST},
    "phase": {"number": NUMBER, "seconds": NUMBER},
}


MEANINGS = {
    "idle": "Somebody did not strike.",
    "opportunity": "Somebody may strike at once.",
    "surprise": "It was rolled who is surprised.",
}
"""What each kind of event tells."""
