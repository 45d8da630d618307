"""The kinds of events, and the keys, that are `beacon`'s own."""

from __future__ import annotations

from combatcli.events import FLAG, LIST, NULL, NUMBER, TABLE, TEXT, Keys

EVENTS: dict[str, Keys] = {
    "attack": {
        "action": TEXT,
        "pool": LIST,
        "tier": LIST,
        "needs": TABLE,
        "hits": TABLE,
        "steps": NUMBER,
        "botch": FLAG,
        "types": LIST,
    },
    "wound": {"types": LIST, "how": LIST, "marked": TABLE, "hp": NUMBER},
    "recover": {"cleared": TABLE, "hp": NUMBER},
    "test": {"tier": LIST, "needs": LIST},
    "contest": {"against_trait": TEXT, "tier": LIST, "against_tier": LIST},
    "combatant": {"hp": NUMBER, "max_hp": NUMBER, "tier": NUMBER, "status": LIST, "conditions": LIST, "budget": TABLE},
    "pending": {"damage": NUMBER, "types": LIST},
    "declare": {"action": TEXT, "targets": LIST},
    "move": {"feet": NUMBER, "kind": TEXT},
    "order": {"steps": LIST},
    "phase": {"number": NUMBER, "acting": LIST},
    "turn": {"who": TEXT, "step": TEXT, "round": NUMBER, "ended": FLAG},
    "protects": {"who": TEXT, "target": TEXT, "attacker": TEXT},
    "soaked": {"who": TEXT, "name": TEXT, "soak": NUMBER},
    "suffers": {"who": TEXT, "name": TEXT, "faces": LIST},
    "healed": {"who": TEXT, "faces": LIST, "gained": NUMBER, "hp": NUMBER, "status": LIST},
    "stress": {"who": TEXT, "change": NUMBER, "stress": NUMBER, "purpose": TEXT},
    "slammed": {"who": TEXT, "by": TEXT, "faces": LIST, "damage": NUMBER},
    "goal": {
        "name": TEXT,
        "needed": NUMBER,
        "done": NUMBER,
        "rounds_left": (NUMBER, NULL),
        "reached": FLAG,
        "over": FLAG,
    },
    "summed up": {"who": TEXT, "hp": NUMBER, "status": LIST, "how": TEXT},
}


MEANINGS = {
    "turn": "A turn began or ended.",
    "protects": "Somebody suffered in place of another.",
    "soaked": "Soak took a wound away.",
    "suffers": "A wound did its harm at the start of a turn.",
    "healed": "Hit points came back.",
    "stress": "Stress was taken or shed.",
    "slammed": "Something stopped a slam.",
    "goal": "How a goal stands.",
    "summed up": "How somebody stands when the fight is over.",
}
"""What each kind of event tells."""
