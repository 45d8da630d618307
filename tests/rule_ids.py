"""The ids of the rules, out of the rules' own files."""

from __future__ import annotations

import tomllib
from pathlib import Path

from combatcli import rulesets

GAMES = Path(rulesets.__file__).parent
PAIRINGS = GAMES / "shared" / "pairings"
QUESTIONS = Path(__file__).parent / "rules" / "questions.toml"


def ids(game: str) -> dict[str, dict[str, object]]:
    """Return a game's rules by id."""
    return tomllib.loads((GAMES / game / "rules.toml").read_text(encoding="utf-8"))


def pairing_ids() -> set[str]:
    """Return the ids of the rules of pairing, which every game has."""
    return set(tomllib.loads((PAIRINGS / "rules.toml").read_text(encoding="utf-8")))
