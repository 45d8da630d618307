"""Events: what happened, as flat objects that reports and scripts read; and the keys that each kind promises."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]

TEXT, NUMBER, CHANCE, FLAG, NULL = "text", "number", "chance", "flag", "null"
LIST, TABLE, TABLES = "list", "table", "list of tables"
"""What a value may be: a chance is a fraction written as text, such as 79/100."""


Keys = dict[str, str | tuple[str, ...]]

CONTRACT: dict[str, Keys] = {
    "roll": {"expression": TEXT, "total": NUMBER, "faces": LIST, "kept": LIST, "breakdown": TEXT},
    "tally": {
        "expression": TEXT,
        "rolls": NUMBER,
        "band": NUMBER,
        "outcomes": TABLE,
        "errors": TABLE,
        "mean": NUMBER,
        "mean_error": NUMBER,
        "deviation": NUMBER,
    },
    "named_roll": {"name": TEXT, "expression": TEXT, "where": TEXT},
    "attack": {
        "attacker": TEXT,
        "target": TEXT,
        "weapon": TEXT,
        "faces": LIST,
        "kept": LIST,
        "total": NUMBER,
        "needed": NUMBER,
        "hit": FLAG,
        "damage": (NUMBER, NULL),
        "damage_faces": LIST,
    },
    "wound": {"target": TEXT, "amount": NUMBER, "marked": (NUMBER, TABLE, NULL), "status": LIST},
    "unhurt": {},
    "discard": {"attacker": TEXT, "target": TEXT},
    "loss": {"who": TEXT, "left": NUMBER},
    "recover": {"who": TEXT, "faces": LIST, "cleared": (LIST, TABLE)},
    "test": {
        "who": TEXT,
        "against": (TEXT, NULL),
        "trait": TEXT,
        "faces": LIST,
        "total": NUMBER,
        "needed": NUMBER,
        "success": (FLAG, NULL),
    },
    "contest": {
        "who": TEXT,
        "against": TEXT,
        "trait": TEXT,
        "faces": LIST,
        "total": NUMBER,
        "needed": NUMBER,
        "success": (FLAG, NULL),
    },
    "condition": {"who": TEXT, "name": TEXT, "ended": FLAG},
    "encounter": {"ruleset": TEXT, "round": NUMBER, "phase": TEXT},
    "combatant": {"who": TEXT, "name": TEXT, "side": TEXT},
    "pending": {"number": NUMBER, "attacker": TEXT, "target": TEXT, "weapon": TEXT},
    "phase": {"round": NUMBER, "phase": TEXT},
    "order": {"order": LIST, "faces": LIST},
    "declare": {"who": TEXT},
    "move": {
        "who": TEXT,
        "from": (TEXT, LIST, NULL),
        "to": (TEXT, LIST, NULL),
        "stopped_by": (LIST, NULL),
        "reactions": LIST,
    },
    "arena": {"name": TEXT, "kind": TEXT, "note": TEXT, "size": TEXT, "links": LIST, "occupants": LIST},
    "pairings": {"pairs": LIST, "forced": LIST, "open": TABLES, "count": (NUMBER, NULL), "chains": TABLES},
    "new": {"ruleset": TEXT, "combatants": LIST},
    "change": {"who": TEXT, "changes": TABLE},
    "drop": {"who": TEXT, "pending": NUMBER},
    "problem": {"path": TEXT, "message": TEXT, "hint": TEXT},
    "unknown": {"path": TEXT, "hint": TEXT},
    "checked": {"ruleset": TEXT, "combatants": NUMBER, "arenas": NUMBER},
    "rule": {
        "id": TEXT,
        "ruleset": (TEXT, NULL),
        "title": TEXT,
        "text": TEXT,
        "house": TEXT,
        "switches": TABLES,
        "commands": LIST,
        "related": TABLE,
        "tables": TABLES,
        "form": TEXT,
    },
    "switch": {
        "name": TEXT,
        "default": (TEXT, NUMBER, FLAG),
        "set": (TEXT, NUMBER, FLAG, NULL),
        "what": TEXT,
        "rules": LIST,
    },
    "log": {"number": NUMBER, "when": TEXT, "command": TEXT, "events": LIST, "undone": FLAG, "outcome": LIST},
    "story": {"round": NUMBER, "text": TEXT},
    "stats": {
        "who": TEXT,
        "attacks": NUMBER,
        "hits": NUMBER,
        "misses": NUMBER,
        "damage": NUMBER,
        "felled": NUMBER,
        "luck": (NUMBER, NULL),
    },
    "undo": {"number": NUMBER, "command": TEXT, "back": TABLES},
    "redo": {"number": NUMBER, "command": TEXT, "back": TABLES},
    "odds": {"of": TEXT, "chance": CHANCE, "percent": NUMBER},
    "distribution": {"outcomes": TABLE, "mean": NUMBER, "deviation": NUMBER},
    "quantiles": {"expression": TEXT, "quantiles": TABLE},
}
"""The keys that events of each kind have at least; a game adds kinds and keys of its own in its folder."""

MEANINGS = {
    "rule": "A rule that was looked up; form says how much of it is told.",
    "switch": "A switch of the encounter's [house] table, and what the table has set.",
    "roll": "An expression was rolled.",
    "tally": "How often each total came up: `outcomes` are counts of all `rolls`, `errors` standard errors in percent.",
    "named_roll": "A roll that has a name.",
    "attack": "Somebody attacked.",
    "wound": "A wound was applied, or damage.",
    "unhurt": "No hit was waiting.",
    "discard": "A hit that waited was dropped.",
    "loss": "A group lost a member.",
    "recover": "Somebody recovered.",
    "test": "Somebody tested a trait.",
    "contest": "Two tested against each other.",
    "condition": "A condition began, changed or ended.",
    "encounter": "What `show` says of the whole.",
    "combatant": "What `show` says of one.",
    "pending": "A hit that waits.",
    "phase": "The round has come to a phase.",
    "order": "Who acts first.",
    "declare": "Somebody declared, or changed what they had.",
    "move": "Somebody moved, or was moved.",
    "arena": "What there is to say of an arena.",
    "pairings": "Who is paired with whom in melee.",
    "new": "An encounter was made.",
    "change": "Keys were set.",
    "drop": "Somebody was taken out.",
    "problem": "Something is wrong in the encounter.",
    "unknown": "A key that nobody knows.",
    "checked": "The encounter holds together.",
    "log": "A command of the journal.",
    "story": "What happened in a round, in sentences.",
    "stats": "What somebody did in the whole fight.",
    "undo": "A command was taken back.",
    "redo": "A command was done again.",
    "odds": "The chance of something; `rest` is the chance of what lies too far out to tell whether it holds.",
    "distribution": (
        "All outcomes of something, with their chances; `at_least` or `at_most` has those of each or more, or less. "
        "Where there is no highest one, `rest` is the chance of all above the last that is listed: with it the chances "
        "add up to 1. Mean and deviation count them, what a rule halves without rounding it down."
    ),
    "quantiles": "For each percentage the lowest outcome that so many percent are not above.",
}
"""What each kind of event tells."""


def breaches(event: Event, own: dict[str, Keys]) -> list[str]:
    """Return how an event breaks its contract, ``own`` being the kinds and keys that its game adds."""
    kind = event.get("event")
    if next(iter(event), None) != "event":
        return [f"{event}: the first key is not event"]
    if kind not in CONTRACT and kind not in own:
        return [f"{kind}: no contract has it"]
    # Of one who is but seen by players the game's own keys are not told.
    keys = {**CONTRACT.get(str(kind), {}), **({} if event.get("seen") else own.get(str(kind), {}))}
    missing = [f"{kind}: {key} is missing" for key in keys if key not in event]
    wrong = [
        f"{kind}: {key} = {event[key]!r} is not {wanted}"
        for key, wanted in keys.items()
        if key in event
        and not any(_is(event[key], each) for each in ((wanted,) if isinstance(wanted, str) else wanted))
    ]
    return missing + wrong


def _is(value: object, kind: str) -> bool:
    if kind == CHANCE:
        above, _, below = str(value).partition("/")
        return isinstance(value, str) and above.isdecimal() and (not below or below.isdecimal())
    types: dict[str, tuple[type, ...]] = {
        TEXT: (str,),
        NUMBER: (int, float),
        FLAG: (bool,),
        LIST: (list, tuple),
        TABLE: (dict,),
        TABLES: (list, tuple),
        NULL: (type(None),),
    }
    return isinstance(value, types[kind]) and not (kind == NUMBER and isinstance(value, bool))
