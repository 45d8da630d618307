"""Odds of whatever `blade` rolls, and of a whole melee: they are the play itself."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from combatcli.errors import RefusedError
from support import fight, odds, play


def sides(count: int, **keys: Any) -> Any:
    return fight("blade", combatants={f"c{number}": {"side": f"s{number}"} for number in range(count)}, **keys)


def chances(events: list[dict[str, Any]], of: str) -> dict[str, Fraction]:
    return {
        event.get("who") or f"{event['attacker']} {event['target']}": Fraction(event["chance"])
        for event in events
        if event["of"] == of
    }


@pytest.mark.rule("B2")
@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize("choose", ["act", "react"])
def test_each_side_wins_initiative_as_often_as_the_others(count: int, choose: str) -> None:
    told = chances(odds(sides(count), "order", choose=choose), "first")
    assert told == {f"s{number}": Fraction(1, count) for number in range(count)}


@pytest.mark.rule("B3")
def test_the_odds_of_surprise_and_of_a_round_that_passes() -> None:
    told = odds(sides(2), "order", check_surprise=True)
    assert set(chances(told, "surprised").values()) == {Fraction(1, 3)}
    assert set(chances(told, "first").values()) == {Fraction(8, 9) / 2}


def strike(strength: int, evasion: int, damage: int) -> dict[int, Fraction]:
    """Count what one strike with 1d6 and so much more does: 0 for a miss; the oracle of the melee."""
    done: dict[int, Fraction] = {}
    for one, other in product(range(1, 7), repeat=2):
        total = one + other
        hit = total == 2 or (total <= strength - evasion and total != 12)
        for face in range(1, 7):
            dealt = face + damage if hit else 0
            done[dealt] = done.get(dealt, Fraction(0)) + Fraction(1, 216)
    return done


@pytest.mark.rule("B30", "B31")
@pytest.mark.parametrize(("first", "last"), [((), ()), (("a",), ()), ((), ("a",)), (("a", "b"), ()), (("b",), ("a",))])
def test_the_odds_of_two_against_one_are_counted_step_by_step(first: tuple[str, ...], last: tuple[str, ...]) -> None:
    health = {"a": 5, "b": 3, "ogre": 4}
    done: dict[str, Any] = {"a": {}, "b": {}, "ogre": {}}
    for who in first:
        done[who] = {"first_strike": True}
    for who in last:
        done[who] = {"shot": True}
    foes = {"a": "ogre", "b": "ogre", "ogre": "a"}
    combatants = {
        who: {
            "side": "ogres" if who == "ogre" else "heroes",
            "strength": 8,
            "max_health": health[who],
            "engaged": [foe],
            "target": foe,
            "deeds": done[who],
        }
        for who, foe in foes.items()
    }
    told = odds(fight("blade", phase="melee", combatants=combatants), "attack", all=True)
    hits, out = dict.fromkeys(foes, Fraction(0)), dict.fromkeys(foes, Fraction(0))
    one_strike = strike(8, 0, 0)
    for each in product(one_strike, repeat=3):
        dealt = dict(zip(foes, each, strict=True))
        weight = one_strike[each[0]] * one_strike[each[1]] * one_strike[each[2]]
        left, struck = dict(health), set()
        for step in (first, [who for who in foes if who not in (*first, *last)], last):
            able = [who for who in step if left[who] > 0 and left[foes[who]] > 0]
            for who in able:
                struck |= {who} if dealt[who] else set()
            for who in able:
                left[foes[who]] -= dealt[who]
        for who in foes:
            hits[who] += weight * (who in struck)
            out[who] += weight * (left[who] <= 0)
    assert chances(told, "taken out") == out
    assert chances(told, "hit") == {f"{who} {foe}": hits[who] for who, foe in foes.items()}


@pytest.mark.rule("B30")
def test_a_fallen_foe_leaves_the_next_to_be_struck_which_is_told_of_only_if_it_can_be() -> None:
    # First a strikes and may fell orc1, so that b strikes orc2 instead; a itself never does.
    a = {"side": "h", "strength": 10, "engaged": ["orc1"], "deeds": {"first_strike": True}}
    b = {"side": "h", "engaged": ["orc1", "orc2"]}
    orc = {"side": "o", "max_health": 1, "strength": 2}
    told = odds(
        fight("blade", phase="melee", combatants={"a": a, "b": b, "orc1": orc, "orc2": orc}), "attack", all=True
    )
    hits = chances(told, "hit")
    assert set(hits) == {"a orc1", "b orc1", "b orc2", "orc1 a", "orc2 b"}
    felled, own = Fraction(33, 36), Fraction(21, 36)
    assert (hits["b orc2"], hits["b orc1"]) == (felled * own, (1 - felled) * own)


@pytest.mark.rule("B31")
def test_brawls_that_do_not_touch_are_told_apart() -> None:
    pairs = {f"a{n}": {"side": "a", "engaged": [f"b{n}"]} for n in range(12)}
    foes = {f"b{n}": {"side": "b"} for n in range(12)}
    told = odds(fight("blade", phase="melee", combatants={**pairs, **foes}), "attack", all=True)
    assert len(told) == 12 * 4
    assert set(chances(told, "hit").values()) == {Fraction(21, 36)}


def test_a_brawl_with_too_many_outcomes_is_refused_in_a_sentence() -> None:
    everybody = [f"b{n}" for n in range(6)]
    heroes = {
        f"a{n}": {"side": "a", "player": True, "engaged": everybody, "deeds": {"first_strike": n % 2 == 0}}
        for n in range(6)
    }
    orcs = {f"b{n}": {"side": "b", "target": f"a{n}"} for n in range(6)}
    with pytest.raises(RefusedError, match="too many joint outcomes to go through"):
        odds(fight("blade", phase="melee", combatants={**heroes, **orcs}), "attack", all=True)


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("attack", {"all": True}, "nobody is engaged"),
    ("attack", {"attacker": "c0", "targets": ["c0"]}, "cannot attack themselves"),
    ("attack", {"attacker": "c0", "targets": ["c1"], "weapon": "axe"}, 'no weapon "axe"'),
    ("attack", {"attacker": "c0", "targets": ["c9"]}, 'no combatant "c9"'),
    ("test", {"who": "c9", "trait": "mind"}, 'no combatant "c9"'),
    ("dashtest", {"who": "c0", "other": "c0"}, "cannot race themselves"),
    ("order", {"surprised": ["s9"]}, 'no side "s9"'),
]


@pytest.mark.parametrize(("command", "request_", "message"), REFUSED)
def test_what_play_refuses_the_odds_refuse(command: str, request_: dict[str, Any], message: str) -> None:
    for ask in (play, odds):
        with pytest.raises(RefusedError, match=message):
            ask(sides(2), command, **request_)


def test_a_wound_without_dice_has_no_odds() -> None:
    with pytest.raises(RefusedError, match="rolls no dice"):
        odds(sides(2), "wound", targets=["c0"], amount="3")
