"""The kinds of events, and the keys, that are `realm`'s own."""

from __future__ import annotations

from combatcli.events import FLAG, LIST, NULL, NUMBER, TABLE, TEXT, Keys

EVENTS: dict[str, Keys] = {
    "attack": {"bonuses": TABLE},
    "wound": {"marked": (NUMBER, NULL)},
    "recover": {"cleared": LIST, "left": LIST, "beyond_rest": LIST},
    "contest": {"against_trait": TEXT},
    "combatant": {"wounds": NUMBER, "marked": LIST, "status": LIST},
    "pending": {"wounds": LIST, "lowest": FLAG},
    "declare": {"phase": NUMBER, "action": (TEXT, NULL), "targets": LIST, "plan": TEXT, "secret": FLAG, "hidden": FLAG},
    "phase": {"number": NUMBER, "seconds": NUMBER, "turn": NUMBER, "undone": LIST, "acting": LIST, "pending": NUMBER},
    "order": {"first": LIST, "phase": TEXT, "totals": TABLE, "ties": LIST},
    "board": {"round": NUMBER, "phase": TEXT, "number": NUMBER, "current": FLAG, "declared": LIST, "undeclared": LIST},
    "awesome": {"who": TEXT, "change": NUMBER, "left": NUMBER, "purpose": TEXT},
    "focused": {"who": TEXT, "plan": TEXT, "secret": FLAG},
    "done": {"who": TEXT},
    "released": {"who": TEXT, "holder": TEXT, "reason": TEXT, "left": LIST},
    "proposal": {"name": TEXT, "beside": TEXT, "kind": TEXT, "note": TEXT},
    "suggest": {"words": TEXT, "kind": TEXT, "reason": TEXT, "favours": LIST, "others": LIST, "barrier": TEXT},
    "rejected": {"name": TEXT, "beside": TEXT},
    "carried": {"arena": TEXT, "bearer": TEXT, "links": LIST},
}


MEANINGS = {
    "board": "A phase on the board of declarations.",
    "awesome": "Awesomes were given or spent.",
    "focused": "A focus came to its end.",
    "done": "Somebody has done what they declared.",
    "released": "Somebody is no longer held.",
    "proposal": "An arena was proposed.",
    "suggest": "A kind was suggested for some scenery.",
    "rejected": "A proposal was rejected.",
    "carried": "An arena went with who carries it.",
}
"""What each kind of event tells."""
