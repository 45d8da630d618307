"""The kinds of events, and the keys, that are `arq`'s own."""

from __future__ import annotations

from combatcli.events import FLAG, LIST, NULL, NUMBER, TABLE, TEXT, Keys

EVENTS: dict[str, Keys] = {
    "attack": {"kind": TEXT, "drew": LIST, "level": FLAG, "wounded": (TEXT, NULL)},
    "wound": {"marked": TABLE, "left": NUMBER},
    "recover": {"cleared": TABLE, "left": NUMBER},
    "test": {"drew": LIST, "counted": LIST},
    "contest": {"against_trait": TEXT, "drew": LIST, "counted": LIST},
    "combatant": {"wounds_taken": NUMBER, "wounds": NUMBER, "status": LIST},
    "pending": {"wounds": NUMBER},
    "declare": {"action": TEXT, "plan": TEXT, "activated": LIST, "waiting": LIST},
    "move": {"steps": NUMBER},
    "order": {"left": TABLE, "activated": LIST, "waiting": LIST, "table": FLAG},
    "phase": {"number": NUMBER, "undone": LIST, "untested": LIST},
    "void": {"who": TEXT, "against": (TEXT, NULL), "faces": LIST, "dropped": FLAG},
}


MEANINGS = {
    "void": "A test was made never to have been.",
}
"""What each kind of event tells."""
