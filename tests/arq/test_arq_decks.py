"""Decks of arq that are too large for a page of cases (Q3)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

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


@pytest.mark.rule("Q34")
def test_the_odds_of_a_large_hand_do_not_tell_apart_which_cards_are_out_after_it(run: Run) -> None:
    deck = f"[decks.huge]\ncards = {[[card] for card in range(200)]}\nfoes = [100]\n"
    rivals = "".join(f'combatants.g{number} = {{ side = "foes", engaged = ["bran"] }}\n' for number in range(5))
    fight = f'{FIGHT}phase = "melee"\n{rivals}combatants.rook = {{ side = "rivals", player = true }}\n{deck}'
    odds = run("attack", "bran", "g0", "--odds", "--json", stdin=fight).events
    assert Fraction(odds[0]["chance"]) == Fraction(comb(99, 5), comb(200, 5))
