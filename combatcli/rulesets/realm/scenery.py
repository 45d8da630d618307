"""What kind of arena some scenery suggests (R12): a default, and no law."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SCENERY = {
    "tight": (
        "narrow corridor;corridor;hallway;stairs;staircase;stairwell;balcony;alley;alleyway;tunnel;crawlway;"
        "interior room;internal room;walls that hem in;hemmed in;close-set;mature tree;low-branched;low branches"
    ),
    "hazardous": (
        "rooftop;roof;slick rocks;wet rocks;ledge;rope bridge;swamp;bog;marsh;big room;low furniture;benches;"
        "top of a wall;top of the wall;battlement;climb;awning;"
        "rain;mud;muddy;snow;snowy;ice;icy;fire;burning"
    ),
    "open": (
        "no traffic;without traffic;courtyard;open water;lake;sea;gladiatorial arena;gladiator;field;meadow;plain;road"
    ),
    "dense": (
        "shop;fragile shelving;shelves;bar-room;bar room;tavern;thick forest;ship deck;ship's deck;"
        "deck of a ship;crowd;crowded;market;traffic;hayloft;thicket;brush;saplings"
    ),
    "neutral": "old growth;open understory",
}

PREVAILING = frozenset(["rain", "mud", "muddy", "snow", "snowy", "ice", "icy", "fire", "burning", "crowd", "crowded"])


def suggest_kind(words: Iterable[str]) -> tuple[str, str]:
    """Return the kind that scenery suggests and the phrase that says so; neutral and nothing if none does (R12).

    What lies upon the ground, and a crowd on it, count before the ground; else the longest phrase decides.
    """
    text = " ".join(words).lower()
    found = [
        (phrase in PREVAILING, len(phrase), kind, phrase)
        for kind, phrases in SCENERY.items()
        for phrase in phrases.split(";")
        if _mentions(text, phrase)
    ]
    if not found:
        return "neutral", ""
    *_, kind, phrase = max(found)
    return kind, phrase


def _mentions(text: str, phrase: str) -> bool:
    import re

    plural = re.sub(r"y$", "(?:y|ies)", re.escape(phrase))
    return re.search(rf"\b{plural}(?:e?s)?\b", text) is not None
