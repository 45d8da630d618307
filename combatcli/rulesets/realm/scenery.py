"""The kind of arena that scenery suggests (R12): a default, not a law."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from combatcli.rulesets.realm import events, ground

SCENERY = {
    "tight": (
        "narrow corridor;corridor;hallway;stair;staircase;stairwell;balcony;alley;alleyway;tunnel;crawlway;"
        "interior room;internal room;hemmed in;close-set;mature tree;low-branched;low branch"
    ),
    "hazardous": (
        "rooftop;roof;slick rock;wet rock;ledge;rope bridge;swamp;bog;marsh;big room;low furniture;bench;"
        "top of a wall;top of the wall;battlement;climb;awning;"
        "rain;mud;muddy;snow;snowy;ice;icy;fire;burning"
    ),
    "open": (
        "no traffic;without traffic;courtyard;open water;lake;sea;gladiatorial arena;gladiator;field;meadow;plain;road"
    ),
    "dense": (
        "shop;fragile shelving;shelf;shelves;bar-room;bar room;tavern;thick forest;ship deck;ship's deck;"
        "deck of a ship;crowd;crowded;market;traffic;hayloft;thicket;brush;sapling"
    ),
    "neutral": "old growth;open understory",
}

FORMS = {
    "tight": (
        r"walls? (?:that |which )?hem(?:s|med|ming)?(?: \w+)? in",
        r"hem(?:s|med|ming)?(?: \w+)? in",
        "walled[ -]in",
        "rooms? inside|inside rooms?",
        r"trees? (?:\w+ )?(?:close|near) together",
        r"(?:trees? (?:\w+ )?)?low of branch|(?:low|low-hanging) branches|branches (?:\w+ )?low",
    ),
    "hazardous": (
        r"(?:climb|go|get|going|clamber|scramble)(?:s|ing)? (?:over|across)(?: it)?",
        "climb(?:s|ed|ing)",
        "(?:rain|snow)(?:y|ed|ing|fall|s)",
        "mudd(?:y|ied)",
        "swampy|boggy|marshy|frozen|slippery",
        "bridges? of ropes?",
        r"(?:stand|walk|balanc|runn?)(?:s|e|es|ing)? (?:on|along|atop) (?:an? |the )?(?:\w+ )?wall",
        "atop (?:an? |the )?wall",
        "(?:along|on|across|atop) (?:its|the|their) tops?",
    ),
    "dense": (r"dense(?:ly)?(?: \w+)?", "decks?", "crowding", "trafficked", "brushy", "thickly forested"),
    "neutral": (
        "(?<!un-)(?<!not )cleared (?:of )?(?:rain|mud|snow|ice)",
        "(?:rain|mud|snow|ice) (?:is |was )?cleared(?: away)?",
    ),
}
"""Inflections of words for scenery, as patterns."""
PRECEDENCE = ("hazardous", "tight", "dense", "open", "neutral")
"""The kind that counts if scenery mentions several (R12)."""
BARRIER = (
    r"impass[ai]ble(?: walls?)?\b|(?:unclimbable|insurmountable|unscalable|sheer) walls?|"
    r"walls? (?:that |which )?(?:stops?|blocks?|bars?)\b|"
    r"walls? (?:that )?(?:you |nobody |no one )?(?:cannot|can't|can not) be (?:climbed|passed|crossed)|"
    r"walls? (?:that |which )?(?:(?:nobody|no one|none)(?: can| could)?|you (?:cannot|can't|could not)) "
    r"(?:gets?|goes|go|climbs?|pass(?:es)?|cross(?:es)?)\b(?: over| across)?|"
    r"walls? means? (?:that )?(?:you (?:cannot|can't|can not)|(?:nobody|no one) can) (?:go|get|pass|climb)\b"
)


def suggest_kind(words: Sequence[str]) -> events.Suggest:
    """Suggest a kind of arena and the phrase it is based on; neutral and no phrase by default (R12).

    Of several kinds the most hampering counts, of several phrases for it the longest.
    """
    text = " ".join(words)
    wall = re.search(BARRIER, text.lower())
    mentioned = [] if wall else list(_mentioned(text.lower()))
    best = min(mentioned, key=lambda mention: (PRECEDENCE.index(mention[0]), -len(mention[1])), default=("neutral", ""))
    mentions = [f"{phrase} ({kind})" for kind, phrase in mentioned if kind != best[0]]
    return events.Suggest(
        words=text,
        kind=best[0],
        reason=best[1],
        others=list(dict.fromkeys(mentions)),
        barrier=wall[0] if wall else "",
        favours=list(ground.FAVORED[best[0]]),
    )


def _mentioned(text: str) -> Iterator[tuple[str, str]]:
    """Yield the mentioned kinds with their phrases; a phrase within a longer one does not count."""
    spans = [
        (match.start(), match.end(), kind, phrase or match[0])
        for kind, pattern, phrase in _patterns()
        for match in re.finditer(rf"\b(?:{pattern})\b", text)
    ]
    for start, end, kind, phrase in spans:
        if not any(s <= start and end <= e and e - s > end - start for s, e, *_ in spans):
            yield kind, phrase


def _patterns() -> Iterator[tuple[str, str, str]]:
    for kind, phrases in SCENERY.items():
        for phrase in phrases.split(";"):
            plural = re.sub(r"y$", "(?:y|ies)", re.escape(phrase))
            yield kind, f"{plural}(?:e?s)?", phrase
    for kind, forms in FORMS.items():
        for form in forms:
            yield kind, form, ""
