"""Damage of beacon: resistance, soak, hit points, healing, rest (E33-E35)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from beacon_fights import base, camp, conditioned, having, pending, table
from combatcli.errors import UsageError
from combatcli.rulesets.beacon import state
from support import Run, happened, odds, play, refuses, usage_error


def against(name: str, type_: str) -> str:
    return f'{{ name = "{name}", against = "{type_}" }}'


@pytest.mark.rule("E33", "E34")
@pytest.mark.parametrize(
    ("conditions", "soak", "words", "lost", "hp", "status"),
    [
        ([("vulnerable", "thermal")], 0, ["14", "--type", "thermal"], 28, -19, "dead"),
        ([("vulnerable", "thermal")], 2, ["14", "--type", "thermal", "--soak", "1"], 18, -9, "dying"),
        ([], 0, ["24"], 24, -15, "dead"),
        ([], 0, ["23"], 23, -14, "dying"),
        (
            [("resistant", "kinetic"), ("vulnerable", "thermal")],
            0,
            ["14", "--type", "kinetic,thermal"],
            14,
            -5,
            "dying",
        ),
        ([("resistant", "thermal")], 0, ["15", "--type", "thermal"], 7, 2, "winded"),
        ([("resistant", "thermal")], 1, ["25", "--type", "thermal", "--soak", "1"], 2, 7, "winded"),
        ([("immune", "thermal")], 0, ["14", "--type", "kinetic,thermal"], 7, 2, "winded"),
    ],
)
def test_9_what_is_left_of_damage(
    run: Run, conditions: list[tuple[str, str]], soak: int, words: list[str], lost: int, hp: int, status: str
) -> None:
    listed = ", ".join(against(*each) for each in conditions)
    text = base(hound=f"hp = 9\nsoak = {soak}\nconditions = [{listed}]")
    event = run("wound", "hound", *words, "--json", stdin=text).event("wound")
    assert (event["marked"]["hp"], event["hp"], status in event["status"]) == (lost, hp, True)


@pytest.mark.rule("E33")
def test_boxes_of_soak_are_spent_once_in_all() -> None:
    two = table(top=pending({"target": "b", "damage": 12}, {"target": "b", "damage": 8}))
    after = play(two, "wound", targets=["b"], soak=1).fight.combatants["b"]
    assert (after.hp, after.soak) == (20, 2)
    assert play(table(), "wound", targets=["b"], amount="7", soak=2).fight.combatants["b"].soak == 2
    refuses("b has 3 boxes of soak left, not 4", two, "wound", targets=["b"], soak=4)
    for command, keys in (("wound", {"targets": ["b"], "amount": "7"}), ("next", {"who": "b"})):
        with pytest.raises(msgspec.ValidationError, match=">= 0"):
            play(table(), command, soak=-1, **keys)


@pytest.mark.rule("E33")
def test_a_box_stops_one_wound_and_says_so() -> None:
    inflicted = [{"name": "burning", "severity": 2}, {"name": "slowed"}]
    hit = table(top=pending({"target": "b", "damage": 3, "inflicts": inflicted}))
    done = play(hit, "wound", soak_wound=True)
    after = done.fight.combatants["b"]
    assert ([each.name for each in after.conditions], after.soak, after.hp) == (["slowed"], 2, 27)
    assert happened(done, "soaked")[0] == {"event": "soaked", "who": "b", "name": "burning", "soak": 2}
    by_hand = play(table(), "wound", what=["b", "burning:2"], soak_wound=True)
    assert (by_hand.fight.combatants["b"].conditions, len(happened(by_hand, "soaked"))) == ([], 1)
    refuses("there is no inflicted wound", table(top=pending({"target": "b", "damage": 3})), "wound", soak_wound=True)
    for words, keys in (
        (["b", "7"], {"soak_wound": True}),
        (["b", "burning"], {"soak": 1}),
        (["b", "7"], {"rounds": 2}),
    ):
        with pytest.raises(UsageError):
            play(table(), "wound", what=words, **keys)


@pytest.mark.rule("E33")
def test_an_attack_may_be_of_several_types() -> None:
    thermal = conditioned({"name": "immune", "against": "thermal"})
    for types, lost in (("thermal", 0), ("thermal,kinetic", 2)):
        struck = {"attacker": "a", "targets": ["b"], "weapon": "s", "type": types, "action": "finesse"}
        hit = play(table(b=thermal), "attack", 18, 9, 4, 3, 5, 2, **struck)
        assert happened(hit, "attack")[0]["types"] == types.split(",")
        damage = hit.fight.pending[0].damage
        after = play(hit.fight, "wound").fight.combatants["b"]
        assert 30 - (after.hp or 0) == (damage // 2 if lost else 0)
    usage_error("no such energy", table(), "attack", attacker="a", targets=["b"], type="fire")


@pytest.mark.rule("E34", "E41")
def test_who_has_no_hit_points_is_incapacitated_though_nobody_wrote_it() -> None:
    felled = table(b={"hp": 0, "max_hp": 30})
    (told,) = happened(play(felled, "attack", 9, 9, 4, 2, 2, attacker="a", targets=["b"], action="finesse"), "attack")
    assert told["needed"] == 6
    assert not state.threatens(felled, "b", "a")
    refuses("incapacitated", felled, "attack", attacker="b", targets=["a"])


@pytest.mark.rule("E33", "E41", "E43")
@pytest.mark.parametrize(
    ("name", "against", "lost"),
    [
        ("vulnerable", "kinetic", 28),
        ("vulnerable", "thermal", 14),
        ("resistant", "kinetic", 7),
        ("immune", "kinetic", 0),
        ("sheltered", "", 7),
    ],
)
def test_one_blow_takes_as_much_whichever_way_it_goes(name: str, against: str, lost: int) -> None:
    encounter = camp(hound={**having(name, against=against), "iron": 5})
    faces = (13, 1, 1, 1, 1, 5, 5, 4)
    struck = play(encounter, "attack", *faces, attacker="osric", targets=["hound"])
    assert happened(struck, "attack")[0]["damage"] == 14
    ways = [
        play(struck.fight, "wound"),
        play(encounter, "attack", *faces, attacker="osric", targets=["hound"], apply=True),
        play(encounter, "wound", targets=["hound"], amount="14", type="kinetic"),
    ]
    assert [way.fight.combatants["hound"].hp for way in ways] == [30 - lost] * 3


@pytest.mark.rule("E34")
def test_healing_ends_incapacity_and_a_group_loses_a_member() -> None:
    down = play(camp(), "wound", targets=["hound"], amount="35").fight
    assert [each.name for each in down.combatants["hound"].conditions] == ["incapacitated"]
    refuses("hit points", down, "recover", who=["hound"])
    up = play(down, "boon", 8, who="hound", boon="healing:3").fight.combatants["hound"]
    assert (up.hp, up.conditions) == (3, [])
    pack = play(camp(hound={"count": 3}), "wound", targets=["hound"], amount="35").fight.combatants["hound"]
    assert (pack.count, pack.hp, pack.conditions) == (2, 30, [])
    final = camp(top={"house": {"death_at": "zero"}}, hound={"hp": 5})
    assert "dead" in happened(play(final, "wound", targets=["hound"], amount="5"), "wound")[0]["status"]


@pytest.mark.rule("E35")
def test_rest_is_a_quarter_up_for_one_stress() -> None:
    encounter = camp(osric={"hp": 1, "max_hp": 37})
    rested = play(encounter, "recover", who=["osric"], rest=True).fight.combatants["osric"]
    assert (rested.hp, rested.stress) == (11, 1)
    refuses("none left", camp(osric={"stress": 10, "hp": 1}), "recover", who=["osric"], rest=True)


@pytest.mark.rule("E33", "E40", "E44")
def test_soak_goes_as_far_as_it_goes_and_equal_wounds_are_one() -> None:
    wounds = {"conditions": [{"name": "burning", "severity": 5}, {"name": "blighted", "severity": 5}], "soak": 2}
    assert play(camp(hound=wounds), "next", 9, 10, who="hound", soak=2).fight.combatants["hound"].hp == 30
    twice = {"conditions": [{"name": "burning", "severity": 1}, {"name": "burning", "severity": 3}]}
    assert play(camp(hound=twice), "next", 8, who="hound").fight.combatants["hound"].hp == 22


@pytest.mark.rule("E34", "E41")
def test_who_is_incapacitated_by_a_wound_stays_so_and_the_dead_are_not_healed() -> None:
    held = play(camp(), "wound", what=["hound", "incapacitated"]).fight
    assert [each.name for each in held.combatants["hound"].conditions] == ["incapacitated"]
    refuses("hound is dead", camp(hound={"hp": -15}), "boon", 8, who="hound", boon="healing:3")
    pack = play(camp(hound={"count": 2, **having("burning")}), "wound", targets=["hound"], amount="31").fight
    assert pack.combatants["hound"].conditions == []


@pytest.mark.rule("E33", "E34")
def test_odds_tell_the_damage_after_resistance_and_the_chance_to_fell() -> None:
    plain = odds(camp(hound={"hp": 12}), "attack", attacker="osric", targets=["hound"])
    listed = next(each for each in plain if each["of"] == "damage")
    rolled = listed["outcomes"]
    weak = camp(hound={"hp": 12, **having("resistant", against="kinetic")})
    told = odds(weak, "attack", attacker="osric", targets=["hound"])
    after = next(each["outcomes"] for each in told if each["of"] == "damage after resistance")
    halves: dict[int, Fraction] = {}
    for damage, chance in rolled.items():
        halves[int(damage) // 2] = halves.get(int(damage) // 2, Fraction(0)) + Fraction(chance)
    # Of a half whose second damage is not listed no more than a part is known.
    known = {half: chance for half, chance in halves.items() if 2 * half < max(map(int, rolled))}
    assert {half: Fraction(after[str(half)]) for half in known} == known
    felled = next(Fraction(each["chance"]) for each in told if each["of"] == "felled")
    assert felled == Fraction(listed["rest"]) + sum(chance for damage, chance in halves.items() if damage >= 12)


@pytest.mark.rule("E34", "E43")
def test_what_is_lost_or_gained_is_told_before_what_comes_of_it(run: Run) -> None:
    struck = run("wound", "hound", "12", stdin=base(hound="hp = 10").replace("iron = 14\nhp = 30", "iron = 14"))
    assert struck.err.splitlines() == ["hound takes 12: 12 lost, -2 left; winded, dying.", "hound is incapacitated 5."]
    healed = run("boon", "hound", "healing:2", "--dice", "5", stdin=struck.out)
    assert healed.err.splitlines()[1:] == [
        "hound gains 5 by healing: 3 hit points; winded.",
        "hound is no longer incapacitated: hit points above 0.",
    ]
    dead = run("wound", "hound", "17", stdin=struck.out.replace("hp = -2", "hp = 2").replace("conditions", "note_"))
    assert "incapacitated" not in dead.err


@pytest.mark.rule("E41", "E43")
def test_a_condition_is_told_with_what_it_is_about(run: Run) -> None:
    assert "hound is exposed 1 (iron)." in run("wound", "hound", "exposed", "--against", "iron", stdin=base()).err
    refused = run("wound", "hound", "exposed", stdin=base())
    assert (refused.code, "As in --against iron." in refused.err) == (2, True)
    assert "always 3 (E43)" in run("boon", "hound", "resistant:2", "--against", "thermal", stdin=base()).err


@pytest.mark.rule("E43")
def test_hit_points_that_come_back_say_by_what(run: Run) -> None:
    text = base(hound='conditions = [{ name = "regenerating", quality = 2 }]')
    assert "hound gains nothing by regenerating: 30 hit points." in run("next", "hound", stdin=text).err


@pytest.mark.rule("E32", "E34")
def test_a_wound_that_comes_with_a_felling_hit_falls_with_the_member() -> None:
    hit = {"target": "b", "damage": 30, "inflicts": [{"name": "burning", "severity": 2}]}
    for damage, members, wounds in ((30, 2, []), (29, 3, ["burning"])):
        pack = play(table(pending({**hit, "damage": damage}), b={"count": 3}), "wound").fight.combatants["b"]
        assert (pack.count, [condition.name for condition in pack.conditions]) == (members, wounds)
