"""A whole fight of arq by the tool alone, held against states that were worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from support import played, state

OF_ALL = ("round", "phase", "pending", "pairs", "tested")
OF_EACH = ("position", "wounds_taken", "count", "drawn", "status", "acted", "threats")
folder = played(Path(__file__).with_name("fight.sh"))

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
    assert state(folder / f"{name}.toml", OF_ALL, OF_EACH) == expected


def test_the_report_tells_what_happened(folder: Path) -> None:
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
