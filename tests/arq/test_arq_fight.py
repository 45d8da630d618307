"""A whole fight of arq by the tool alone, held against states that were worked out by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from support import play_script

SCRIPT = Path(__file__).parent / "fight.sh"
STATE = ("position", "wounds_taken", "count", "drawn", "status", "acted", "threats")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play the script, and return the folder with what it left."""
    return play_script(SCRIPT, tmp_path_factory.mktemp("fight"))


def state(path: Path) -> dict[str, Any]:
    """Return round and phase, what waits and who is paired, and of each figure what a fight changes."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    figures = {who: {key: keys[key] for key in STATE if keys.get(key)} for who, keys in tables["combatants"].items()}
    alone = {key: tables.get(key, []) for key in ("pending", "pairs", "tested")}
    return {"round": tables["round"], "phase": tables["phase"], **alone, **figures}


ROUND_1 = {
    "round": 2,
    "phase": "action",
    "pending": [],
    "pairs": [],
    "tested": [],
    "bran": {"position": [1, 0], "wounds_taken": 1, "drawn": [5]},
    "isa": {"position": [2, 0], "wounds_taken": 2, "drawn": [6, 9, 12]},
    "tor": {"position": [3, 0], "drawn": [14, 17]},
    "gob1": {"position": [0, 1]},
    "gobs": {"position": [1, 1], "count": 3, "wounds_taken": 1},
    "wolf": {"position": [4, 1], "wounds_taken": 1},
}
ROUND_2 = {
    **ROUND_1,
    "round": 3,
    "bran": {"position": [4, 0], "wounds_taken": 2, "drawn": [5, 4, 2, 14]},
    "isa": {"position": [2, 0], "wounds_taken": 1, "drawn": [6, 9, 12, 19]},
    "tor": {"position": [3, 0], "drawn": [14, 17, 16, 2]},
    "gobs": {"position": [1, 1], "count": 3, "wounds_taken": 2},
    "wolf": {"position": [4, 1], "wounds_taken": 2},
}


@pytest.mark.parametrize(("name", "expected"), [("round1", ROUND_1), ("round2", ROUND_2), ("redone", ROUND_2)])
def test_each_round_ends_as_the_rules_say(folder: Path, name: str, expected: dict[str, Any]) -> None:
    """The state after each round, written down by hand from the rules and the cards."""
    assert state(folder / f"{name}.toml") == expected


def test_the_report_tells_what_happened(folder: Path) -> None:
    """The moments that a table talks about are in it; nothing went wrong but what was meant to."""
    report = (folder / "report.txt").read_text(encoding="utf-8")
    for sentence in (
        "Goblin with a Hook shoots at Isa of the Reeds: Isa of the Reeds draws 6, 12 against 13",
        "Tor draws 14, 17 against 16: Tor comes first.",
        "Isa of the Reeds and Goblins of the Ford; Tor and Grey Wolf.",
        "wolf may answer it: attack wolf bran --reaction",
        "Grey Wolf answers Bran Ashhand: Bran Ashhand draws 4, 10 against 19: Bran Ashhand is wounded.",
        "The last test of Isa of the Reeds is void: card 3 goes back, and the hit that it left is dropped.",
        "Bran Ashhand fights Grey Wolf: Bran Ashhand draws 2, 14, 14 counts, 20 against 19: Grey Wolf is wounded.",
        "level, nothing is settled.",
    ):
        assert sentence in report
    errors = (folder / "errors.txt").read_text(encoding="utf-8")
    assert "the way of bran leads through gobs at 1,1" in errors
    assert "this game draws cards" in errors
    assert report.count("Warning") == 1  # the reaction that waits when the phase ends
