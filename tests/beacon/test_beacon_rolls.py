"""The dice of beacon against brute force, flanking on squares, and laws that no sequence of commands may break."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combatcli.dice.rolling.sources import EnteredSource, SeededSource
from combatcli.errors import CombatError
from combatcli.rulesets import action, load
from combatcli.rulesets.beacon import state
from combatcli.rulesets.beacon.action_roll import ActionRoll, roll_action
from combatcli.rulesets.beacon.budget import ACTS, REACTS, left
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.steps import run_steps
from support import as_request, every_outcome, fight

FAR = 400


def chain(sides: int) -> dict[int, Fraction]:
    """Return a die that explodes, far out."""
    found: dict[int, Fraction] = {}
    for again in range(FAR // sides):
        for face in range(1, sides):
            found[again * sides + face] = Fraction(1, sides ** (again + 1))
    return found


def kept(count: int, sides: int) -> dict[int, Fraction]:
    """Return the highest of several dice, or the lower of two for want of one, exploding at its maximum."""
    faces: dict[int, Fraction] = {}
    dice = count if count > 0 else 2
    for rolled in product(range(1, sides + 1), repeat=dice):
        face = max(rolled) if count > 0 else min(rolled)
        faces[face] = faces.get(face, Fraction(0)) + Fraction(1, sides**dice)
    top = faces.pop(sides)
    for more, chance in chain(sides).items():
        faces[sides + more] = faces.get(sides + more, Fraction(0)) + top * chance
    return faces


def truth(tier: int, rating: int, sides: int, needed: int) -> Fraction:
    """Return the chance to reach a number, by going through the dice."""
    short = Fraction(0)
    attribute = kept(rating, sides) if sides else {0: Fraction(1)}
    for own, chance in kept(tier, 20).items():
        for more, other in attribute.items():
            short += chance * other if own + more < needed else 0
    return 1 - short


@pytest.mark.rule("E1", "E3")
@pytest.mark.parametrize(
    ("tier", "rating", "sides"),
    [(1, 1, 6), (2, 3, 8), (3, 2, 4), (0, 2, 6), (1, 0, 8), (-1, -1, 4), (2, 0, 0), (0, 0, 0), (3, 3, 12)],
)
@pytest.mark.parametrize("needed", [6, 11, 16, 27])
def test_the_chance_to_reach_a_number_is_that_of_going_through_the_dice(
    tier: int, rating: int, sides: int, needed: int
) -> None:
    """Exact, though the dice explode without end."""
    wanted = ActionRoll(tier, rating, sides, (needed,))
    found = every_outcome(lambda source: roll_action(source, wanted).total >= needed)
    assert Fraction(found.get(True, 0), found.denominator) == truth(tier, rating, sides, needed)


@pytest.mark.rule("E2")
@pytest.mark.parametrize(("tier", "chance"), [(1, Fraction(1, 20)), (2, Fraction(1, 400)), (0, Fraction(1, 400))])
def test_a_botch_is_as_rare_as_its_d20s(tier: int, chance: Fraction) -> None:
    """The highest shows 1, so all do; against a number that 1 never reaches."""
    wanted = ActionRoll(tier, 0, 0, (5,))
    found = every_outcome(lambda source: roll_action(source, wanted).botched(5))
    assert Fraction(found.get(True, 0), found.denominator) == chance


@pytest.mark.rule("E1")
@pytest.mark.parametrize(
    ("sides", "means"),
    [
        (4, [2.083, 3.333, 4.583, 5.365, 5.896, 6.273]),
        (12, [4.563, 7.091, 9.619, 11.108, 12.156, 12.967]),
        (20, [7.203, 11.053, 14.903, 17.064, 18.534, 19.646]),
    ],
)
def test_the_means_of_a_kept_die_that_explodes_once_chained(sides: int, means: list[float]) -> None:
    """For no dice at all, which is the lower of two, and for one to five."""
    far = tuple(range(1, FAR))
    for count, wanted in enumerate(means):
        own = ActionRoll(count, 0, 0, far) if sides == 20 else ActionRoll(1, count, sides, far)
        found = every_outcome(lambda source, own=own: roll_action(source, own).total)  # type: ignore[misc]
        mean = sum(total * ways for total, ways in found.items()) / found.denominator
        assert mean - (0 if sides == 20 else 10.5 * 20 / 19) == pytest.approx(wanted, abs=0.0006)


@pytest.mark.rule("E1")
def test_the_order_of_faces_is_d20s_attribute_dice_then_explosions() -> None:
    """In any other order one of these faces would be impossible."""
    rolled = roll_action(EnteredSource([20, 3, 4, 2, 15, 1]), ActionRoll(2, 2, 4, (99,)))
    assert (rolled.total, rolled.shown.value) == (20 + 4 + 15 + 1, (20, 3, 4, 2, 15, 1))


AROUND = [(across * 5, along * 5) for across, along in product((-1, 0, 1), repeat=2) if (across, along) != (0, 0)]


@pytest.mark.rule("E31")
@pytest.mark.parametrize("one", AROUND)
@pytest.mark.parametrize("other", AROUND)
def test_flanking_around_a_square(one: tuple[int, int], other: tuple[int, int]) -> None:
    """Exactly opposite, and nowhere else."""
    if one == other:
        return
    sword = {"hp": 9, "side": "heroes", "weapons": {"sword": {}}}
    encounter = fight(
        "beacon",
        combatants={
            "ann": {**sword, "position": list(one)},
            "bob": {**sword, "position": list(other)},
            "ogre": {"hp": 9, "side": "foes", "position": [0, 0]},
        },
    )
    assert state.flanks(encounter, "ann", "ogre") == (one == (-other[0], -other[1]))


NAMES = ("ann", "bob", "ogre")
WHO = st.sampled_from(NAMES)
CONDITIONS = st.sampled_from(("burning:3", "slowed", "stunned", "weakened:2", "distracted", "bleeding:5", "downed"))
BOONS = st.sampled_from(("hastened", "regenerating:3", "healing:4", "resistant", "focused", "strengthened:2"))
COMMANDS = st.one_of(
    st.tuples(
        st.just("attack"), st.fixed_dictionaries({"attacker": WHO, "targets": st.lists(WHO, min_size=1, max_size=1)})
    ),
    st.tuples(st.just("wound"), st.just({})),
    st.tuples(
        st.just("wound"),
        st.fixed_dictionaries(
            {"targets": st.lists(WHO, min_size=1, max_size=1), "amount": st.sampled_from(("3", "20"))}
        ),
    ),
    st.tuples(st.just("wound"), st.builds(lambda who, word: {"what": [who, word]}, WHO, CONDITIONS)),
    st.tuples(st.just("boon"), st.fixed_dictionaries({"who": WHO, "boon": BOONS})),
    st.tuples(st.just("next"), st.fixed_dictionaries({}, optional={"who": WHO})),
    st.tuples(st.just("recover"), st.builds(lambda who: {"who": [who]}, WHO)),
    st.tuples(st.just("recover"), st.builds(lambda who: {"who": [who], "react": True, "with": "body"}, WHO)),
    st.tuples(
        st.just("declare"), st.fixed_dictionaries({"who": WHO, "action": st.sampled_from(("rash", "act", "stand"))})
    ),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(COMMANDS, max_size=14), st.integers(0, 999))
def test_no_sequence_of_commands_breaks_the_laws(commands: list[tuple[str, dict[str, Any]]], seed: int) -> None:
    """Hit points never above the maximum, stress within bounds, budgets never negative; a refusal changes nothing."""
    player = {"side": "heroes", "player": True, "archetype": "rogue", "weapons": {"sword": {}}}
    encounter = fight(
        "beacon",
        combatants={
            "ann": player,
            "bob": player,
            "ogre": {"side": "foes", "hp": 30, "soak": 1, "weapons": {"club": {}}},
        },
    )
    for number, (command, keys) in enumerate(commands):
        doing = action("beacon", command)
        playing = CombatContext(encounter)
        try:
            run_steps(
                playing, doing.prepare(playing, as_request(doing, dict(keys))), SeededSource("law", seed * 100 + number)
            )
        except CombatError:
            continue
        load("beacon").apply_consequences(playing)
        encounter = playing.fight
        assert list(load("beacon").problems(encounter)) == []
        for each in encounter.combatants.values():
            assert state.hp(each) <= state.most(each)
            assert 0 <= each.stress <= max(state.max_stress(each), 0)
            assert left(each, ACTS) >= 0 <= left(each, REACTS)
