"""Fights for the tests of pairings."""

from __future__ import annotations

from typing import Any

from support import Run

LOW_MIRA = """
ruleset = "arq"
[combatants.mira]
player = true
gifts = ["beneath contempt"]
[combatants.tomas]
player = true
"""


def told(run: Run, *words: str, stdin: str | None = None) -> dict[str, Any]:
    return run("pairings", *words, "--json", **({"stdin": stdin} if stdin is not None else {})).event("pairings")


def two_sides(ruleset: str, mira: str, orc: str, *more: str) -> str:
    if ruleset == "beacon":
        mira, orc = f"hp = 9\n{mira}", f"hp = 9\n{orc}"
    heroes = f'[combatants.mira]\nside = "heroes"\nplayer = true\n{mira}\n'
    return f'ruleset = "{ruleset}"\n{heroes}[combatants.orc]\nside = "orcs"\n{orc}\n' + "\n".join(more)


def yard(*who: str) -> str:
    """Return a fight of all in one arena; players are those whose names begin with h or m or t."""
    people = [f'[combatants.{name}]\narena = "yard"\nplayer = {str(name[0] in "hmt").lower()}\n' for name in who]
    return 'ruleset = "realm"\n[arenas.yard]\n' + "".join(people)
