"""Odds of whatever realm rolls (R52)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from combatcli.errors import RefusedError
from realm_fights import AT_BOB, armed, fencer, two
from support import FightFile, Run, fight, happened, no_odds, odds, play, refused


def duel(ann: dict[str, Any] | None = None, bob: dict[str, Any] | None = None, **keys: Any) -> Any:
    combatants = {
        "ann": {"side": "a", "arena": "hall", **(ann or {})},
        "bob": {"side": "b", "arena": "hall", **(bob or {})},
    }
    arenas = {"hall": {"links": ["yard"]}, "yard": {}}
    return fight("realm", **{"phase": "5", "arenas": arenas, "combatants": combatants, **keys})


def chances(events: list[dict[str, Any]]) -> dict[str, Fraction]:
    return {event["of"]: Fraction(event["chance"]) for event in events if event["event"] == "odds"}


@pytest.mark.rule("R52", "R41")
def test_a_wound_in_the_top_boxes_breaks_with_the_chance_of_its_test() -> None:
    # Daring 3 needs 7 on a d10: 3/5 break; commitment 5 needs 5; lower boxes bring no test.
    told = chances(odds(duel(bob={"daring": 3}), "wound", targets=["bob"], amount="5"))
    assert told == {"box 5": 1, "broken": Fraction(3, 5), "incapacitated": 0, "dead": 0}
    chosen = odds(duel(bob={"daring": 3, "commitment": 5}), "wound", targets=["bob"], amount="5", **{"with": "daring"})
    assert chances(chosen)["broken"] == Fraction(3, 5)
    assert chances(odds(duel(bob={"commitment": 5}), "wound", targets=["bob"], amount="4"))["broken"] == Fraction(2, 5)
    assert chances(odds(duel(), "wound", targets=["bob"], amount="2"))["broken"] == 0


@pytest.mark.rule("R52", "R42", "R43")
def test_incapacitated_is_told_without_the_dead() -> None:
    # 4 marked and 5 comes: incapacitated for certain; with 1 to 4 marked it is death.
    told = chances(odds(duel(bob={"marked": [4], "status": ["broken"]}), "wound", targets=["bob"], amount="5"))
    assert [told["incapacitated"], told["dead"]] == [1, 0]
    last = chances(odds(duel(bob={"marked": [1, 2, 3, 4]}), "wound", targets=["bob"], amount="5"))
    assert [last["incapacitated"], last["dead"]] == [0, 1]


def boxes_of(attack: list[dict[str, Any]]) -> set[str]:
    """Return which boxes are told of."""
    return {event["of"] for event in attack if event["of"].startswith("box")}


@pytest.mark.rule("R52", "R33")
def test_the_odds_of_an_attack_tell_the_box_of_a_parrying_weapon_too() -> None:
    told = odds(duel(fencer(), {"marked": [2]}), "attack", attacker="ann", targets=["bob"], parry=["wound"])
    hit, low = (next(Fraction(event["chance"]) for event in told if event["of"] == of) for of in ("hit", "box 1"))
    assert boxes_of(told) == {"box 1", "box 3", "box 4", "box 5"}
    assert low == hit
    weak = {"weapons": {"twig": {"damage": "d1"}}, "wielding": "twig"}
    assert boxes_of(odds(duel(weak), "attack", attacker="ann", targets=["bob"])) == {"box 1", "box 2", "box 3", "box 4"}


def test_the_odds_of_a_group_tell_that_a_member_falls() -> None:
    told = chances(odds(duel(bob={"count": 3, "wounds": 1}), "attack", attacker="ann", targets=["bob"]))
    assert told["member lost"] == told["hit"] > 0
    assert told["dead"] == 0


def test_attacks_on_several_are_told_of_each() -> None:
    declared = {"phase": 5, "action": "attack", "targets": ["bob"]}
    both = duel({"declared": declared})
    three = both.changed(combatants={**both.combatants, "cid": both.combatants["ann"]})
    told = odds(three, "attack", all=True)
    expected = [("ann", "bob"), ("cid", "bob")]
    assert [(each.get("attacker"), each["target"]) for each in told if each["of"] == "hit"] == expected
    (broken,) = (each for each in told if each["of"] == "broken")
    assert (broken["target"], "attacker" in broken) == ("bob", False)
    one = chances(odds(duel({"declared": declared}), "attack", attacker="ann", targets=["bob"]))
    assert Fraction(broken["chance"]) > one["broken"]


def test_what_cannot_be_made_is_passed_over_with_a_warning_as_in_play(run: Run) -> None:
    example = run("new", "realm", "--example").out
    weaker = run("set", "sefa", "brawn=0", stdin=example).out
    done = run("attack", "--all", "--odds", "--json", stdin=weaker)
    assert done.json["warnings"] == [
        "no order stands, so all strike at the same time; `order` rolls initiative (R27)",
        "collateral damage: tomas swings a heavy weapon in a dense arena (R11)",
        "marksman is 2 arenas away in roofs; sefa in canal reaches 1 arena (R23)",
    ]
    hits = {event["attacker"]: event["chance"] for event in done.events if event["of"] == "hit"}
    assert (hits["sefa"], hits["mira"]) == ("0", "18/25")


def test_attacks_of_one_on_one_are_told_together() -> None:
    once = chances(odds(duel(), "attack", attacker="ann", targets=["bob"]))["hit"]
    told = odds(duel(), "attack", attacker="ann", targets=["bob", "bob"])
    assert told[0]["of"] == "hit at least once"
    assert Fraction(told[0]["chance"]) == 1 - (1 - once) ** 2


def test_damage_that_explodes_without_end_has_no_odds_here() -> None:
    wild = {"weapons": {"axe": {"damage": "1d6!"}}, "wielding": "axe"}
    no_odds("for dice that explode without limit", duel(wild), "attack", attacker="ann", targets=["bob"])
    order = {"attacker": "ann", "targets": ["bob"]}
    no_odds(
        "too many to compute", duel({"weapons": {"axe": {"damage": "10d10"}}, "wielding": "axe"}), "attack", **order
    )


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("attack", {"attacker": "ann", "targets": ["bob"], "counter": True}, "no counter-attack against bob"),
    ("attack", {"attacker": "ann", "targets": ["bob"], "aim": True}, "cannot aim"),
    ("attack", {"attacker": "ann", "targets": ["bob"], "parry": ["attack"]}, "no parrying weapon"),
    ("attack", {"attacker": "ann", "targets": ["bob"], "weapon": "axe"}, 'no weapon "axe"'),
    ("attack", {"attacker": "ann", "targets": ["eve"]}, 'no combatant "eve"'),
    ("attack", {"all": True}, "nobody has a declared attack left"),
    ("push", {"who": "ann", "targets": ["bob"], "to": "moon"}, 'no arena "moon"'),
    ("impede", {"who": "ann", "target": "ann"}, "to themselves"),
    ("recover", {"who": "ann"}, "no marked wound"),
    ("test", {"who": "eve", "trait": "daring"}, 'no combatant "eve"'),
    ("dashtest", {"who": "ann", "other": "ann"}, "cannot race themselves"),
    ("arena breach", {"one": "hall", "other": "moon", "by": "ann"}, 'no arena "moon"'),
]


@pytest.mark.parametrize(("command", "request_", "message"), REFUSED)
def test_what_play_refuses_the_odds_refuse(command: str, request_: dict[str, Any], message: str) -> None:
    for ask in (play, odds):
        with pytest.raises(RefusedError, match=message):
            ask(duel(), command, **request_)


def test_strict_odds_refuse_what_strict_play_refuses(run: Run) -> None:
    text = run("set", ".", "phase=move", stdin=run("new", "realm", "--example").out).out
    for more in (["--dice", "1,1"], ["--odds"]):
        refused(run("attack", "mira", "ruffian", "--strict", *more, stdin=text), 3, "belongs to 5")


def wins_alone(who: str, tied: tuple[str, ...], bonuses: dict[str, int]) -> Fraction:
    """Return the chance to come first among the tied, who roll again until one does."""
    if len(tied) == 1:
        return Fraction(1)
    first: dict[tuple[str, ...], int] = {}
    for faces in product(range(1, 11), repeat=len(tied)):
        totals = [face + bonuses[each] for face, each in zip(faces, tied, strict=True)]
        best = tuple(each for each, total in zip(tied, totals, strict=True) if total == max(totals))
        first[best] = first.get(best, 0) + 1
    again = first.pop(tied, 0)
    total = 10 ** len(tied) - again
    return sum(
        (Fraction(ways, total) * wins_alone(who, best, bonuses) for best, ways in first.items() if who in best),
        Fraction(0),
    )


@pytest.mark.rule("R5")
@pytest.mark.parametrize("ties", [None, "reroll"])
def test_who_comes_first_is_counted_over_every_roll(ties: str | None) -> None:
    bonuses = {"ann": 0, "bob": 1, "cid": 3}
    three = fight("realm", combatants={who: {"awareness": bonus} for who, bonus in bonuses.items()})
    alone, together = dict.fromkeys(bonuses, Fraction(0)), dict.fromkeys(bonuses, Fraction(0))
    shared: dict[tuple[str, ...], Fraction] = {}
    for faces in product(range(1, 11), repeat=3):
        totals = dict(zip(bonuses, map(sum, zip(faces, bonuses.values(), strict=True)), strict=True))
        best = tuple(who for who in bonuses if totals[who] == max(totals.values()))
        shared[best] = shared.get(best, Fraction(0)) + Fraction(1, 1000)
    for best, chance in shared.items():
        for who in best:
            together[who] += chance
            alone[who] += chance * wins_alone(who, best, bonuses)
    told = odds(three, "order", ties=ties) if ties else odds(three, "order")
    assert {event["who"]: Fraction(event["chance"]) for event in told} == (alone if ties else together)
    assert {event["of"] for event in told} == {"first" if ties else "first, alone or tied"}


@pytest.mark.rule("R5")
def test_the_odds_of_an_order_of_many_are_told_or_refused_at_once() -> None:
    twelve = fight("realm", combatants={f"c{number}": {} for number in range(12)})
    told = [Fraction(event["chance"]) for event in odds(twelve, "order")]
    assert len(set(told)) == 1
    assert 1 < sum(told) < 2
    thirteen = fight("realm", combatants={f"c{number}": {} for number in range(13)})
    with pytest.raises(Exception, match="too large to compute exactly"):
        odds(thirteen, "order")


@pytest.mark.rule("R17")
def test_the_odds_of_breaking_a_wall() -> None:
    encounter = duel({"brawn": 2})
    assert chances(odds(encounter, "arena breach", one="hall", other="yard", by="ann")) == {"success": Fraction(3, 10)}
    assert list(encounter.arenas) == ["hall", "yard"]


@pytest.mark.rule("R42", "R52")
def test_the_odds_of_a_rounds_end_are_those_of_the_bleeding() -> None:
    encounter = duel(bob={"marked": [1, 2, 3], "status": ["bleeding"], "wounds": 6}, phase="7")
    told = chances(odds(encounter, "next"))
    assert told == {"box 4": 1, "broken": 0, "incapacitated": 0, "dead": 0}
    deeper = duel(bob={"marked": [1, 2, 3], "status": ["bleeding"], "daring": 4}, phase="3")
    assert chances(odds(deeper, "next", round=True))["broken"] == Fraction(1, 2)
    played = play(deeper, "next", 5, round=True)
    assert [event["success"] for event in happened(played, "test")] == [False]
    no_odds("rolls no dice", deeper, "next")


@pytest.mark.rule("R44")
def test_many_days_of_rest_are_told_at_once_by_the_set_of_boxes() -> None:
    told = odds(duel({"marked": [1, 2, 3, 4, 5], "wounds": 7}), "recover", who="ann", days=30)
    outcomes = {int(key): Fraction(value) for key, value in told[-1]["outcomes"].items()}
    assert sum(outcomes.values()) == 1
    assert chances(told)["box 3"] == sum(number * chance for number, chance in outcomes.items()) / 5
    told = odds(duel({"marked": [1, 2, 3, 4, 5], "wounds": 8, "commitment": 9}), "recover", who="ann", days=1000)
    assert told[0]["percent"] == 100.0


def test_odds_change_nothing(run: Run, tmp_path: Any, fight_file: FightFile) -> None:
    file = fight_file(run("new", "realm", "--example", "--seed", "friday").out)
    before = file.read_bytes()
    for words in (["attack", "mira", "ruffian", "--apply"], ["order"], ["wound", "mira", "5"], ["attack", "--all"]):
        assert run(*words, "--odds", "-f", file).code == 0
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if "fight" in path.name] == ["fight.toml"]


def cleared_by_hand(marked: frozenset[int], days: int, again: int, commitment: int) -> dict[frozenset[int], Fraction]:
    """Return the chance of each set of boxes left, roll by roll: the oracle of R44."""
    if not days:
        return {marked: Fraction(1)}
    found: dict[frozenset[int], Fraction] = {}
    for face in range(1, 6):
        if face not in marked and again:
            after = cleared_by_hand(marked, days, again - 1, commitment)
        else:
            after = cleared_by_hand(marked - {face}, days - 1, commitment, commitment)
        for left, chance in after.items():
            found[left] = found.get(left, Fraction(0)) + chance / 5
    return found


@pytest.mark.rule("R44")
@pytest.mark.parametrize(("marked", "days", "commitment"), [([1, 3, 6], 2, 1), ([1, 2, 3, 4, 5], 3, 0), ([2], 2, 2)])
def test_odds_of_days_of_rest_equal_a_count_roll_by_roll(marked: list[int], days: int, commitment: int) -> None:
    told = odds(duel({"marked": marked, "wounds": 8, "commitment": commitment}), "recover", who="ann", days=days)
    expected = cleared_by_hand(frozenset(marked), days, commitment, commitment)
    for box in (box for box in marked if box <= 5):
        assert chances(told)[f"box {box}"] == sum(chance for left, chance in expected.items() if box not in left)
    for number, chance in told[-1]["outcomes"].items():
        counted = sum(each for left, each in expected.items() if len(marked) - len(left) == int(number))
        assert Fraction(chance) == counted


def hit_chance(dice: int, bonus: int, needed: int) -> Fraction:
    """Count every outcome of an attack's dice: the oracle of its odds."""
    hits = sum(sum(sorted(faces)[-2:]) + bonus >= needed for faces in product(range(1, 11), repeat=dice))
    return Fraction(hits, 10**dice)


def boxes(dice: int, bonus: int, needed: int, armor: int) -> dict[str, Fraction]:
    """Count every outcome of an attack and its damage, 1d5 and the face die's d3, on five boxes: the oracle of R52.

    A wound above the highest box marks the highest; box 4 or 5 brings a test, which a bare d10 passes with 10 alone.
    """
    counted = {f"box {box}": Fraction(0) for box in range(1, 6)}
    for faces in product(range(1, 11), repeat=dice):
        if sum(sorted(faces)[-2:]) + bonus < needed:
            continue
        extras = (1, 2, 3) if faces[0] == 10 else (0,)
        for damage, extra in product(range(1, 6), extras):
            box = min(5, max(1, damage + extra - armor))
            counted[f"box {box}"] += Fraction(1, 10**dice * 5 * len(extras))
    possible = {of: chance for of, chance in counted.items() if chance}
    broken = Fraction(9, 10) * (counted["box 4"] + counted["box 5"])
    return possible | {"broken": broken, "incapacitated": Fraction(0), "dead": Fraction(0)}


OPTIONS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any], tuple[int, int, int, int]]] = [
    ({}, {}, {}, (3, 0, 10, 0)),
    (armed("light"), {}, {}, (2, 0, 10, 0)),
    ({"wielding": ""}, {"defense": 6}, {}, (1, 0, 6, 0)),
    ({}, {"armor": 2, "defense": 12}, {"bonus": 1}, (3, 1, 12, 2)),
    ({}, {}, {"extra_dice": 1, "defense": 4}, (4, 0, 14, 0)),
    ({}, {"declared": {"phase": 1, "action": "defend"}, "shield": True}, {}, (3, -4, 10, 0)),
    (armed("heavy") | {"count": 3}, {}, {}, (4, 0, 10, 0)),
    (fencer(), {}, {"parry": ["attack"]}, (2, 2, 10, 0)),
    ({}, fencer(daring=2), {"parry": ["daring"]}, (3, -2, 10, 0)),
    ({}, {}, {"assist": ["cid"]}, (4, 0, 10, 0)),
]


@pytest.mark.rule("R52")
@pytest.mark.parametrize(("attacker", "target", "order", "oracle"), OPTIONS)
def test_odds_of_every_option_equal_a_count_of_all_outcomes(
    attacker: dict[str, Any], target: dict[str, Any], order: dict[str, Any], oracle: tuple[int, int, int, int]
) -> None:
    dice, bonus, needed, armor = oracle
    daring = target.get("daring", 0)
    hit, *wounds = odds(two(attacker, target), "attack", **AT_BOB, **order)
    assert Fraction(hit["chance"]) == hit_chance(dice, bonus, needed)
    told = {event["of"]: Fraction(event["chance"]) for event in wounds}
    expected = boxes(dice, bonus, needed, armor)
    expected["broken"] *= Fraction(9 - daring, 9)
    assert told == expected
