"""Pairings of many: arenas by a closed form, a cap of the count, a chain that is a list (P8)."""

from __future__ import annotations

from math import comb, factorial

import pytest

from combatcli.rulesets.shared.pairings.counting import Count, count_pairings
from combatcli.rulesets.shared.pairings.graph import TouchGraph
from combatcli.rulesets.shared.pairings.pairing import Pairing
from support import Run


def arena(first: int, second: int) -> Pairing:
    names = [str(number) for number in range(first + second)]
    camp_1, camp_2 = range(first), range(first, first + second)
    return Pairing(TouchGraph(names, [1] * first + [2] * second, [camp_2] * first + [camp_1] * second))


def surjections(members: int, onto: int) -> int:
    return sum((-1) ** left * comb(onto, left) * (onto - left) ** members for left in range(onto + 1))


@pytest.mark.rule("P8")
@pytest.mark.parametrize(("first", "second"), [(2, 2), (20, 20), (9, 12), (12, 9), (3, 197), (100, 100), (60, 140)])
def test_an_arena_is_counted_as_a_closed_form_has_it(first: int, second: int) -> None:
    wanted = factorial(first) if first == second else surjections(max(first, second), min(first, second))
    pairing = arena(first, second)
    assert count_pairings(pairing) == Count(wanted, exact=True)
    assert pairing.forced_pairs() == []


@pytest.mark.rule("P8")
def test_past_a_cap_the_count_is_told_at_least(run: Run) -> None:
    text = 'ruleset = "arq"\n' + "".join(
        f"[combatants.n{x}x{y}]\nposition = [{x}, {y}]\n"
        f"player = {str((x * 7 + y * 13 + x * y * 5 + x * x * y) % 11 < 5).lower()}\n"
        for x in range(24)
        for y in range(24)
    )
    event = run("pairings", "--json", stdin=text).event("pairings")
    assert (event["count"], event["at_least"] >= 2) == (None, True)


def test_a_large_chain_is_a_list(run: Run) -> None:
    words = " ".join(f"o{place}:m,n" for place in range(30))
    out = run("pairings", "--engaged", words, "--color", "always").out
    assert "A chain of 2 against 30." in out
    assert "Open: 18 more." in out
    assert "1,073,741,822 pairings are legal." in out


def test_a_long_count_is_rounded(run: Run) -> None:
    words = " ".join(f"o{place}:m,n" for place in range(60))
    assert "about 1.2 × 10^18 pairings are legal." in run("pairings", "--engaged", words).out
