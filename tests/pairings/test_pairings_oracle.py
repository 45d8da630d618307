"""The pairing engine against the brute force of its rules, on thousands of random chains (Q30–Q33, P3–P8)."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pairing_oracle import Found, Pair, Pairing, brute_force, pairs_of

from combatcli.rulesets.shared.pairings.counting import Count, count_pairings
from combatcli.rulesets.shared.pairings.graph import TouchGraph
from combatcli.rulesets.shared.pairings.pairing import Pairing as Legal
from combatcli.rulesets.shared.pairings.pairing import all_pairings, file_order_cost, spreading_cost

pytestmark = pytest.mark.untraced

MOST = 13
MOST_LISTED = 300


class Case(NamedTuple):
    """Who touches whom, as the engine gets it and as pairs alone."""

    camps: list[int]
    pairs: list[Pair]
    crossing: dict[Pair, Pair]
    beneath: set[int]

    @property
    def members(self) -> list[int]:
        """All who touch anybody."""
        return sorted({who for pair in self.pairs for who in pair})

    def graph(self) -> TouchGraph:
        """Return the engine's graph."""
        touching: list[set[int]] = [set() for _ in self.camps]
        for one, other in self.pairs:
            touching[one].add(other)
            touching[other].add(one)
        names = [f"n{number}" for number in range(len(self.camps))]
        return TouchGraph(names, self.camps, touching, self.crossing, self.beneath)


@st.composite
def on_squares(draw: st.DrawFn) -> Case:
    width, height = draw(st.sampled_from([(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2)]))
    squares = [(x, y) for x in range(width) for y in range(height)]
    taken = draw(st.lists(st.sampled_from(squares), unique=True, min_size=2, max_size=8))
    camps = draw(st.lists(st.sampled_from((1, 2)), min_size=len(taken), max_size=len(taken)))
    return standing(taken, camps, draw(contempt(len(camps))))


@st.composite
def crowds(draw: st.DrawFn) -> Case:
    """Draw a case too large for brute force."""
    squares = [(x, y) for x in range(6) for y in range(5)]
    random = draw(st.randoms(use_true_random=False))
    taken = random.sample(squares, 24)
    return standing(taken, random.choices((1, 2), k=24), draw(contempt(24)))


def standing(taken: list[tuple[int, int]], camps: list[int], beneath: set[int]) -> Case:
    """Return who touches whom on squares."""
    at = {square: number for number, square in enumerate(taken)}
    pairs, crossing = [], {}
    for (x, y), number in at.items():
        for across, along in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            other = at.get((x + across, y + along))
            if other is None or camps[number] != 1 or camps[other] != 2:
                continue
            pairs.append((number, other))
            one, two = at.get((x + across, y)), at.get((x, y + along))
            if across and along and one is not None and two is not None and camps[one] != camps[two]:
                crossing[number, other] = (one, two) if camps[one] == 1 else (two, one)
    return Case(camps, sorted(pairs), crossing, beneath)


@st.composite
def freely(draw: st.DrawFn) -> Case:
    camps = [*[1] * draw(st.integers(1, 4)), *[2] * draw(st.integers(1, 4))]
    camps = draw(st.permutations(camps))
    sides = {camp: [number for number, each in enumerate(camps) if each == camp] for camp in (1, 2)}
    every = [(one, other) for one in sides[1] for other in sides[2]]
    pairs = draw(st.lists(st.sampled_from(every), unique=True, max_size=12))
    return Case(camps, sorted(pairs), {}, draw(contempt(len(camps))))


def contempt(count: int) -> st.SearchStrategy[set[int]]:
    """Return who is beneath contempt: often nobody."""
    return st.one_of(st.just(set()), st.sets(st.integers(0, count - 1), max_size=3))


CASES = st.one_of(on_squares(), on_squares(), freely()).filter(lambda case: 0 < len(case.pairs) <= MOST)


def truth(case: Case) -> Found:
    return brute_force(case.pairs, case.camps, case.crossing, case.beneath)


def partners(legal: list[Pairing], who: int) -> list[int]:
    return sorted({other for cover in legal for pair in cover if who in pair for other in pair if other != who})


@pytest.mark.rule("Q30", "Q31", "P3", "P5", "P8")
@given(CASES)
def test_forced_pairs_options_and_the_count_are_those_of_all_legal_pairings(case: Case) -> None:
    pairing, legal = Legal(case.graph()), truth(case).legal
    assert set(pairing.forced_pairs()) == frozenset.intersection(*legal)
    assert frozenset(pairing.pairs()) in legal
    assert count_pairings(pairing) == Count(len(legal), exact=True)
    assert pairing.possible_partners == {who: partners(legal, who) for who in case.members}


@pytest.mark.rule("P5", "P8")
@given(crowds())
def test_in_a_crowd_forced_pairs_options_and_the_count_are_those_of_all_that_are_listed(case: Case) -> None:
    pairing = Legal(case.graph())
    listed = [frozenset(way) for way in islice(all_pairings(Legal(case.graph())), MOST_LISTED + 1)]
    assume(len(listed) <= MOST_LISTED)
    assert set(pairing.forced_pairs()) == frozenset.intersection(*listed)
    assert frozenset(pairing.pairs()) in listed
    assert count_pairings(pairing) == Count(len(set(listed)), exact=True)
    assert pairing.possible_partners == {who: partners(listed, who) for who in case.members}


@pytest.mark.rule("Q30", "Q32", "P4")
@given(CASES)
def test_who_chooses_is_who_has_members_to_spare(case: Case) -> None:
    found = truth(case)
    wanted = []
    for who in case.members:
        chooses = who in found.extra or (who not in found.outnumbered and case.camps[who] == found.larger[who])
        options = partners(found.legal, who)
        if chooses and len(options) > 1:
            wanted.append((who, options, "players" if case.camps[who] == 1 else "gm"))
    assert Legal(case.graph()).open_choosers() == wanted


@pytest.mark.rule("P7")
@given(CASES)
def test_all_lists_every_legal_pairing_once_in_the_files_order(case: Case) -> None:
    legal = truth(case).legal
    listed = [tuple(way) for way in all_pairings(Legal(case.graph()))]
    assert len(listed) == len(legal)
    assert {frozenset(way) for way in listed} == set(legal)


@pytest.mark.rule("P6", "Q32")
@given(CASES)
def test_spread_is_the_evenest_and_the_first_of_these(case: Case) -> None:
    pairing, legal = Legal(case.graph()), truth(case).legal
    pairing.fix_cheapest_pairs(spreading_cost)

    def squares(cover: Pairing) -> int:
        return sum(pairs_of(cover, who) ** 2 for who in range(len(case.camps)))

    even = [way for way in all_pairings(Legal(case.graph())) if squares(frozenset(way)) == min(map(squares, legal))]
    assert pairing.pairs() == even[0]


@pytest.mark.rule("P6", "Q32")
@given(CASES)
def test_gang_gives_the_first_in_the_file_as_many_as_it_may(case: Case) -> None:
    found, pairing = truth(case), Legal(case.graph())
    pairing.fix_cheapest_pairs(file_order_cost)

    def piled(cover: Pairing) -> list[int]:
        return [pairs_of(cover, who) for who in sorted(found.outnumbered)]

    ways = all_pairings(Legal(case.graph()))
    most = [way for way in ways if piled(frozenset(way)) == max(map(piled, found.legal))]
    assert pairing.pairs() == most[0]


@pytest.mark.rule("P7")
@given(CASES, st.data())
def test_a_choice_is_taken_if_and_only_if_a_legal_pairing_has_it(case: Case, data: st.DataObject) -> None:
    pairing, left = Legal(case.graph()), truth(case).legal
    for pair in data.draw(st.lists(st.sampled_from(case.pairs), unique=True, max_size=4)):
        holding = [cover for cover in left if pair in cover]
        if not holding:
            assert not pairing.choose(*pair)
            assert pairing.refusal_sentence(*pair)
            continue
        assert pairing.choose(*pair)
        left = holding
        assert set(pairing.forced_pairs()) == frozenset.intersection(*left)
        assert count_pairings(pairing) == Count(len(left), exact=True)
