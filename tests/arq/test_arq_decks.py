"""Decks of arq that are too large for a page of cases (Q3)."""

from __future__ import annotations

import pytest

from support import Run

FIGHT = """ruleset = "arq"
combatants.bran = { side = "heroes", player = true, deck = "huge" }
combatants.gob = { side = "foes" }
"""


@pytest.mark.rule("Q3")
def test_large_decks_are_quick(run: Run) -> None:
    deck = f"[decks.huge]\ncards = {[[card] for card in range(2000)]}\nfoes = [500]\n"
    odds = run("dashtest", "bran", "gob", "--odds", "--json", stdin=FIGHT + deck).events
    assert [event["chance"] for event in odds] == ["1499/2000", "1/2000"]
