"""Laws of blade that hold for whatever numbers: ways and charges, damage, points, the melee of all."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.dice.rolling.sources import EnteredSource
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.attack import attack
from combatcli.rulesets.blade.game import GAME
from combatcli.rulesets.blade.schema import Armor, Piercing, Weapon
from combatcli.rulesets.blade.strike import AttackRequest
from combatcli.rulesets.blade.weapons import protection_against
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.grids import nearest_approach, straight_distance
from combatcli.rulesets.shared.places import distance_apart
from support import duel, fight, happened, play, play_with

pytestmark = pytest.mark.untraced

Coordinate = st.integers(-100, 100)
Places = st.tuples(Coordinate, Coordinate)


@pytest.mark.rule("B12")
@given(Places, Places, Places, st.integers(0, 16))
def test_no_point_of_a_way_is_nearer_than_its_nearest_approach(
    start: tuple[int, int], end: tuple[int, int], to: tuple[int, int], sixteenths: int
) -> None:
    share = sixteenths / 16
    point = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    nearest = nearest_approach(start, end, to)
    assert nearest <= straight_distance(point, to) + 1e-9
    assert straight_distance(start, to) + straight_distance(end, to) >= straight_distance(start, end) - 1e-9
    assert (
        nearest
        >= min(straight_distance(start, to), straight_distance(end, to)) - straight_distance(start, end) / 2 - 1e-9
    )


@pytest.mark.rule("B13")
def test_a_charge_ends_within_reach_whatever_the_numbers() -> None:
    for across, along in product(range(-40, 41, 5), repeat=2):
        encounter = duel({"position": [across, along]}, {"position": [0, 0]})
        away = (across**2 + along**2) ** 0.5
        if not 5 < away <= 45:
            continue
        charged = play(encounter, "move", who="darna", charge="orc")
        feet = distance_apart(*(charged.fight.combatants[who] for who in ("darna", "orc")))
        assert feet is not None
        assert 5 - 0.02 < feet <= 5
        assert happened(charged, "move")[0]["feet"] == round(away - 5, 2)
        order = {"attacker": "darna", "targets": ["orc"]}
        play(charged.fight.changed(phase="melee"), "attack", 6, 6, strict=True, **order)


@pytest.mark.rule("B41")
@given(st.integers(0, 9), st.integers(0, 9), st.sampled_from(["metal", "bone"]))
def test_piercing_takes_no_more_than_is_there(worn: int, pierced: int, category: str) -> None:
    pick = Weapon(piercing=[Piercing(category="metal", value=pierced)])
    left = protection_against(Armor(category=category, protection=worn), pick)
    assert left == (max(0, worn - pierced) if category == "metal" else worn)


@pytest.mark.rule("B42")
@given(st.integers(0, 6), st.integers(1, 6), st.integers(1, 20))
def test_stamina_goes_before_health_and_neither_below_zero(stamina: int, health: int, amount: int) -> None:
    encounter = fight("blade", combatants={"ann": {"stamina": stamina, "health": health, "max_stamina": 6}})
    (event,) = happened(play(encounter, "wound", targets=["ann"], amount=str(amount)), "wound")
    off_stamina = min(amount, stamina)
    assert event["marked"] == {"stamina": off_stamina, "health": min(amount - off_stamina, health)}


SIDES = {"ann": "a", "bob": "a", "orc": "b", "ork": "b"}
Fighter = st.fixed_dictionaries(
    {
        "stamina": st.integers(0, 6),
        "health": st.integers(1, 6),
        "count": st.integers(1, 3),
        "armor": st.fixed_dictionaries({"protection": st.integers(0, 3)}),
        "deeds": st.sampled_from([{}, {"first_strike": True}, {"shot": True}]),
    }
)
Dice = st.tuples(*[st.integers(1, 6)] * 3)


class OwnFaces(EnteredSource):
    """Faces that belong to whoever attacks, whatever the order."""

    def __init__(self, faces: dict[str, tuple[int, ...]]) -> None:
        super().__init__([])
        self.own = {who: list(each) for who, each in faces.items()}

    def die(self, sides: int) -> int:
        """Return the next face of whoever's attack it is."""
        assert sides == 6
        who = self.purpose.removeprefix("the damage of ").partition("'s attack on ")[0]
        return self.own[who].pop(0)


def result(combatants: dict[str, Any], faces: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    playing: CombatContext[Any] = CombatContext(fight("blade", phase="melee", combatants=combatants))
    play_with(playing, OwnFaces(faces), (attack, AttackRequest(all=True, apply=True)))
    GAME.apply_consequences(playing)
    after = playing.fight.combatants
    return {who: (each.count, state.points(each)) for who, each in after.items()}


@pytest.mark.rule("B30", "B31")
@given(
    st.fixed_dictionaries(dict.fromkeys(SIDES, Fighter)),
    st.fixed_dictionaries(dict.fromkeys(SIDES, Dice)),
    st.permutations(list(SIDES)),
    st.sets(st.sampled_from([("ann", "orc"), ("ork", "ann"), ("bob", "orc"), ("ork", "bob")]), min_size=1),
)
def test_the_files_order_never_changes_a_melee(
    fighters: dict[str, Any], faces: dict[str, tuple[int, ...]], order: list[str], engaged: set[tuple[str, str]]
) -> None:
    foes = {who: sorted(foe for one, foe in engaged if one == who) for who in SIDES}
    full = {who: {**fighters[who], "side": side, "max_stamina": 6, "engaged": foes[who]} for who, side in SIDES.items()}
    assert result(full, faces) == result({who: full[who] for who in order}, faces)
