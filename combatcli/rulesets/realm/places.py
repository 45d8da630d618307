"""Arenas as a graph (R10–R15): who touches whom, how far it is, which weapon a kind favours, what scenery suggests."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.errors import RefusedError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from combatcli.encounter.schema import Arena
    from combatcli.rulesets.realm.schema import Fight

FAVOURED = {
    "tight": ("light",),
    "hazardous": ("reach",),
    "open": ("ranged",),
    "dense": ("heavy", "very-heavy"),
    "neutral": (),
}
ARENA_BONUS = 2

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


def arena_named(fight: Fight, name: str) -> Arena:
    """Return an arena; RefusedError names the nearest one if there is none of that name."""
    try:
        return fight.arenas[name]
    except KeyError:
        hint = nearest(name, fight.arenas) or "`combatcli arena add NAME` makes one."
        raise RefusedError(f'there is no arena "{name}" in this encounter', hint) from None


def bonus_for(kind: str, weapon_class: str) -> int:
    """Return what an arena of a kind adds to an attack with a class of weapon: +2 where it is favoured (R11)."""
    return ARENA_BONUS if weapon_class in FAVOURED[kind] else 0


def fixed_links(arenas: Mapping[str, Arena]) -> dict[str, list[str]]:
    """Return what each arena touches by its links, whichever side mentions one (R10)."""
    touching: dict[str, dict[str, None]] = {name: {} for name in arenas}
    for name, arena in arenas.items():
        for link in arena.links:
            if link != name and link in touching:
                touching[name][link] = None
                touching[link][name] = None
    return {name: list(links) for name, links in touching.items()}


def neighbours(fight: Fight) -> dict[str, list[str]]:
    """Return what each arena touches; a carried one goes where its bearer is (R10, R14)."""
    fixed = fixed_links(fight.arenas)
    touching = {name: list(links) for name, links in fixed.items()}
    for name, arena in fight.arenas.items():
        bearer = fight.combatants.get(arena.on) if arena.on is not None else None
        if bearer is None or bearer.arena not in fixed:
            continue
        for other in (bearer.arena, *fixed[bearer.arena]):
            if other != name and other not in touching[name]:
                touching[name].append(other)
                touching[other].append(name)
    return touching


def distance(fight: Fight, start: str, end: str) -> int | None:
    """Return how many arenas lie between two, 0 for one and the same; None if no way leads there (R23)."""
    touching = neighbours(fight)
    seen = {start}
    ring, steps = [start], 0
    while ring:
        if end in ring:
            return steps
        ring = [link for name in ring for link in touching.get(name, ()) if not (link in seen or seen.add(link))]  # type: ignore[func-returns-value]
        steps += 1
    return None


def suggested(words: Iterable[str]) -> tuple[str, str]:
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


def linked(fight: Fight, one: str, other: str) -> dict[str, Arena]:
    """Return the arenas with a link between two; one mention is enough, and it stands with the first (R10)."""
    arena_named(fight, other)
    arena = arena_named(fight, one)
    if other in neighbours(fight)[one] and (other in arena.links or one in fight.arenas[other].links):
        return fight.arenas
    return {**fight.arenas, one: replace(arena, links=[*arena.links, other])}


def unlinked(arenas: Mapping[str, Arena], one: str, other: str) -> dict[str, Arena]:
    """Return the arenas without the link between two, on whichever side it stood (R10)."""
    pair = {one, other}
    return {
        name: replace(arena, links=[link for link in arena.links if {name, link} != pair]) if name in pair else arena
        for name, arena in arenas.items()
    }


def without(arenas: Mapping[str, Arena], gone: str, heir: str | None = None) -> dict[str, Arena]:
    """Return the arenas without one; links to it go to its heir, if it has one (R10)."""

    def kept(name: str, links: list[str]) -> list[str]:
        renamed = [heir if link == gone else link for link in links]
        return list(dict.fromkeys(link for link in renamed if link is not None and link != name))

    return {
        name: replace(arena, links=kept(name, arena.links)) if gone in arena.links else arena
        for name, arena in arenas.items()
        if name != gone
    }
