"""The graph in words, without an encounter: `orc1:mira orc2:mira,tomas`, foes first (P2)."""

from __future__ import annotations

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.shared.pairings.graph import Graph

EXAMPLE = "As in --engaged 'orc1:mira orc2:mira,tomas'"

Names = dict[str, dict[str, None]]
"""Each name with those it touches, in the order named."""


def graph_of_words(text: str) -> Graph:
    """Return the graph; RefusedError if it does not fall into two camps (P2)."""
    touching = _read(text)
    camp = _two_camps(touching)
    number = {who: at for at, who in enumerate(touching)}
    touched = [[number[other] for other in names_touched] for names_touched in touching.values()]
    return Graph(list(touching), [camp[who] for who in touching], touched)


def _read(text: str) -> Names:
    touching: Names = {}
    for word in text.split():
        foe, colon, rest = word.partition(":")
        partners = [name for name in rest.split(",") if name]
        if not (foe and colon and partners):
            raise UsageError(f"--engaged {word}: expected FOE:NAME,NAME…", EXAMPLE)
        for other in partners:
            touching.setdefault(foe, {})[other] = None
            touching.setdefault(other, {})[foe] = None
    if not touching:
        raise UsageError("--engaged names nobody", EXAMPLE)
    return touching


def _two_camps(touching: Names) -> dict[str, int]:
    """Return each name's camp; the first name left of a colon is a foe. RefusedError at an odd ring."""
    camp: dict[str, int] = {}
    for start in touching:
        if start in camp:
            continue
        camp[start] = 2
        chain = [start]
        for who in chain:  # grows as it is gone through
            for other in touching[who]:
                if other not in camp:
                    camp[other] = 3 - camp[who]
                    chain.append(other)
                elif camp[other] == camp[who]:
                    message = f"{who} and {other} touch in a ring that cannot be split into two camps (P2)"
                    raise RefusedError(message, "Put foes left of the colon and players right of it.")
    return camp
