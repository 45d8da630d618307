"""Conditions and boons of beacon: what they do, how they begin, last and end (E40-E47)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from beacon_fights import MISS, attacks, base, camp, conditioned, having, parts, pending, table
from combatcli.errors import UsageError
from combatcli.rulesets.beacon import conditions
from combatcli.rulesets.beacon.game import GAME
from support import Run, happened, play, refused, refuses, usage_error


@pytest.mark.rule("E40", "E43", "E33", "E34")
def test_8_the_start_of_a_turn(run: Run) -> None:
    conditions = (
        'conditions = [{name="bleeding",severity=1},{name="burning",severity=3},'
        '{name="resistant",quality=3,against="thermal"},{name="regenerating",quality=2}]'
    )
    done = run("next", "hound", "--dice", "3,7", "--json", stdin=base(hound=f"hp = 12\n{conditions}"))
    assert [event["hp"] for event in done.events if event["event"] in ("wound", "healed")] == [9, 6, 9]
    assert "winded" in run("show", "hound", "--json", stdin=done.out).event("combatant")["status"]
    bloodless = base(wight='conditions = [{ name = "bleeding", severity = 2 }]')
    assert run("next", "wight", stdin=bloodless).code == 0
    assert run("next", "wight", "--dice", "3", stdin=bloodless).code == 3


@pytest.mark.rule("E42")
def test_10_resistance_rolls(run: Run) -> None:
    burning = base(osric='conditions = [{ name = "burning", severity = 3 }]')
    done = run("recover", "osric", "burning", "--dice", "4,12", "--json", stdin=burning)
    assert done.toml["combatants"]["osric"]["conditions"][0]["severity"] == 2
    low = base(vela='conditions = [{ name = "distracted" }]')
    assert not run("recover", "vela", "distracted", "--dice", "20,10", "--json", stdin=low).event("test")["success"]
    plain = base(vela='conditions = [{ name = "blinded" }]')
    assert run("recover", "vela", "--dice", "20,5", "--json", stdin=plain).event("test")["total"] == 25
    assert run("recover", "vela", "--dice", "20", stdin=plain).code == 3
    stunned = base(vela='conditions = [{ name = "stunned" }]')
    after = run("recover", "vela", "--dice", "15", stdin=stunned).toml["combatants"]["vela"]["conditions"]
    assert after == [{"name": "stunned", "severity": 3}]


@pytest.mark.rule("E42", "E5")
@pytest.mark.parametrize(("dice", "stress"), [("15,6,2", 5), ("15,5", 7), ("20,6,13,3", 2), ("1,3", 9)])
def test_10_a_react_halves_what_is_pending(run: Run, dice: str, stress: int) -> None:
    pending = '[[pending]]\nattacker = "hound"\ntarget = "vela"\ndamage = 13\ntotal = 22\n'
    text = base(vela="stress = 3") + pending
    done = run("recover", "vela", "--react", "--with", "body", "--dice", dice, "--json", stdin=text)
    assert (done.toml["combatants"]["vela"]["stress"], done.toml["pending"][0]["damage"]) == (stress, 6)
    fresh = run("recover", "vela", "--react", "--with", "body", "--dice", "20,6,13,3", stdin=base() + pending)
    assert fresh.toml["combatants"]["vela"].get("stress", 0) == 0


@pytest.mark.rule("E42")
def test_a_react_takes_away_the_wound_that_is_named() -> None:
    inflicts = [{"name": "burning", "severity": 2}, {"name": "slowed"}]
    waiting = table(top=pending({"target": "a", "damage": 8, "total": 12, "inflicts": inflicts}))
    done = play(waiting, "recover", 9, 3, 2, who=["a", "slowed"], react=True, **{"with": "body"}).fight.pending[0]
    assert (done.damage, [each.name for each in done.inflicts]) == (8, ["burning"])
    halved = play(waiting, "recover", 9, 3, 2, who=["a"], react=True, **{"with": "body"}).fight.pending[0]
    assert (halved.damage, len(halved.inflicts)) == (4, 2)
    refuses("no stunned is pending", waiting, "recover", who=["a", "stunned"], react=True, **{"with": "body"})


@pytest.mark.rule("E44")
def test_of_two_alike_the_one_that_stands_is_told() -> None:
    burning = table(b=conditioned({"name": "burning", "severity": 4}))
    (told,) = happened(play(burning, "wound", what=["b", "burning:2"]), "condition")
    assert (told["severity"], told["stands"]) == (4, True)
    lasting = table(b=conditioned({"name": "focused", "quality": 2}))
    assert play(lasting, "boon", who="b", boon="focused", rounds=1).fight.combatants["b"].conditions[0].rounds is None
    goaded = [{"name": "goaded", "severity": 1, "source": who} for who in ("v", "a")]
    (told,) = happened(
        play(table(v={"position": [10, 0]}, b=conditioned(*goaded)), "attack", 5, 5, 1, 1, attacker="b", targets=["v"]),
        "attack",
    )
    assert {"reason": "goaded", "value": -1} in told["tier"]


@pytest.mark.rule("E46")
def test_who_is_hidden_from_is_named_in_any_way() -> None:
    hidden = play(table(), "boon", who="b", boon="hidden", against="A,v").fight
    assert hidden.combatants["b"].conditions[0].against == ["a", "v"]
    refuses("hidden", hidden, "attack", attacker="a", targets=["b"])
    refuses("no combatant", table(), "boon", who="b", boon="hidden", against="aa,zz")


@pytest.mark.rule("E41")
def test_what_terrifies_is_there_while_it_lives_and_is_near() -> None:
    afraid = conditioned({"name": "terrified", "severity": 3, "source": "b"})
    lying = table(a=afraid, b=conditioned({"name": "incapacitated"}))
    (told,) = happened(play(lying, "test", 1, 1, who=["a"], trait="sway"), "test")
    assert {"reason": "terrified", "value": -1} in told["tier"]
    arenas: dict[str, Any] = {"arenas": {"yard": {}, "hall": {}}}
    apart = table(top=arenas, a={**afraid, "arena": "yard"}, b={"arena": "hall"})
    (told,) = happened(play(apart, "test", 1, 1, 1, who=["a"], trait="sway"), "test")
    assert [part["reason"] for part in told["tier"]] == ["tier"]


@pytest.mark.rule("E41", "E43")
@pytest.mark.parametrize(
    ("name", "more", "asked", "tier"),
    [
        ("blinded", {}, {"sight": True}, -1),
        ("blinded", {}, {}, 0),
        ("deafened", {}, {"hearing": True}, -1),
        ("distracted", {}, {}, -1),
        ("goaded", {"source": "vela"}, {}, -1),
        ("goaded", {"source": "hound"}, {}, 0),
        ("terrified", {"source": "hound"}, {}, -1),
        ("terrified", {"source": "nobody"}, {}, 0),
        ("sickened", {}, {}, -1),
        ("focused", {"quality": 2}, {}, 1),
        ("flanking", {}, {}, 1),
        ("hidden", {}, {}, 1),
    ],
)
def test_what_conditions_do_to_the_attackers_tier(
    name: str, more: dict[str, Any], asked: dict[str, Any], tier: int
) -> None:
    faces = (1,) * (2 + tier + 3 if 2 + tier > 0 else 5)
    event = attacks(camp(osric=having(name, **more)), *faces, **asked)
    assert sum(parts(event["tier"]).values()) == 2 + tier


@pytest.mark.rule("E41", "E43", "E47")
@pytest.mark.parametrize(
    ("name", "more", "asked", "defense"),
    [
        ("downed", {}, {}, -5),
        ("exposed", {"against": "iron"}, {}, -5),
        ("exposed", {"against": "ward"}, {}, 0),
        ("surprised", {}, {}, -5),
        ("concealed", {}, {}, 5),
        ("concealed", {}, {"concealed": True}, 5),
        ("sheltered", {}, {}, 5),
        ("fortified", {"against": "iron"}, {}, 5),
        ("fortified", {"against": "grit"}, {}, 0),
        ("deflecting", {"against": "kinetic"}, {}, 5),
        ("deflecting", {"against": "thermal"}, {}, 0),
    ],
)
def test_what_conditions_do_to_the_targets_defense(
    name: str, more: dict[str, Any], asked: dict[str, Any], defense: int
) -> None:
    event = attacks(camp(hound=having(name, **more)), *MISS, **asked)
    assert event["needed"] == 14 + defense
    assert parts(event["needs"]["iron"]).get(name, 0) == defense


@pytest.mark.rule("E41")
def test_the_incapacitated_are_hit_at_six_whatever_else_they_are() -> None:
    event = attacks(camp(hound={**having("incapacitated", "concealed"), "hp": 0}), *MISS, sheltered=True)
    assert parts(event["needs"]["iron"]) == {"incapacitated": 6, "sheltered": 5}


@pytest.mark.rule("E32", "E40", "E43")
@pytest.mark.parametrize(("name", "degree", "dice"), [("weakened", 1, 1), ("weakened", 5, 0), ("strengthened", 2, 4)])
def test_what_conditions_do_to_effect_dice(name: str, degree: int, dice: int) -> None:
    encounter = camp(osric=having(name, severity=degree))
    event = attacks(encounter, 13, 1, 1, 1, 1, *([1] * dice), 4)
    assert (event["damage"], len(event["damage_faces"])) == (dice + 4, dice + 1)


@pytest.mark.rule("E40", "E33")
@pytest.mark.parametrize(
    ("name", "type_"), [("blighted", "entropic"), ("burning", "thermal"), ("corroding", "chemical")]
)
def test_what_a_wound_does_at_the_start_of_a_turn_is_damage_of_a_type(name: str, type_: str) -> None:
    plain = play(camp(hound=having(name, severity=2)), "next", 5, who="hound")
    assert happened(plain, "wound")[0]["types"] == [type_]
    listed = [{"name": name, "severity": 2}, {"name": "resistant", "against": type_}]
    half = play(camp(hound={"conditions": listed}), "next", 5, who="hound")
    assert half.fight.combatants["hound"].hp == 28


def test_every_condition_of_the_table_does_something() -> None:
    effects = {
        *("tier", "attackers_tier", "defense", "dice", "acts", "reacts", "either", "stride", "rooted", "threat"),
        *("damage", "start", "deed", "as", "says", "helpless", "untargeted"),
    }
    assert [name for name, row in conditions.table().items() if not effects & row.keys()] == []


def test_who_has_no_hit_points_is_as_badly_off_as_the_table_says() -> None:
    assert conditions.made("incapacitated") == conditions.FELLED


def test_a_condition_made_of_known_effects_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"kind": "wound", "degree": 2, "tier": -1, "defense": -5, "dice": -1}
    known = conditions.table()
    monkeypatch.setattr(conditions, "table", lambda: {**known, "bewitched": row})
    cursed = play(camp(), "wound", what=["hound", "bewitched"]).fight
    assert attacks(cursed, *MISS)["needed"] == 9
    own = play(camp(), "wound", what=["osric", "bewitched"]).fight
    assert parts(attacks(own, 1, 1, 1, 1)["tier"]) == {"tier": 2, "bewitched": -1}


@pytest.mark.rule("E44")
def test_of_equal_conditions_the_stronger_stands_and_of_goads_the_newest() -> None:
    encounter = camp(hound=having("burning", severity=3))
    weaker = play(encounter, "wound", what=["hound", "burning:2"]).fight.combatants["hound"].conditions
    stronger = play(encounter, "wound", what=["hound", "burning:4"]).fight.combatants["hound"].conditions
    assert [[each.severity for each in some] for some in (weaker, stronger)] == [[3], [4]]
    goaded = play(camp(osric=having("goaded", source="hound")), "wound", what=["osric", "goaded"], by="vela")
    assert [each.source for each in goaded.fight.combatants["osric"].conditions] == ["vela"]
    both = play(
        camp(hound=having("resistant", against="thermal")), "boon", who="hound", boon="resistant", against="glacial"
    )
    assert len(both.fight.combatants["hound"].conditions) == 2


@pytest.mark.rule("E45")
def test_conditions_begin_and_end_by_word() -> None:
    burning = play(camp(), "wound", what=["hound", "burning:3"]).fight
    assert burning.combatants["hound"].conditions[0].severity == 3
    ended = play(burning, "recover", who=["hound"], end="burning").fight
    assert ended == camp()
    with pytest.raises(UsageError, match='no condition "burnin"') as caught:
        play(camp(), "wound", what=["hound", "burnin:3"])
    assert "burning" in caught.value.hint
    refuses("hound is not burning", camp(), "recover", who=["hound"], end="burning")
    usage_error("from 1 to 5", camp(), "wound", what=["hound", "burning:9"])


@pytest.mark.rule("E46")
def test_the_hidden_may_not_be_targeted_by_whom_they_hide_from() -> None:
    refuses("hound is hidden", camp(hound=having("hidden")), "attack", *MISS, attacker="osric", targets=["hound"])
    assert attacks(camp(hound=having("hidden", against=["vela"])), *MISS)["needed"] == 14
    order = {"attacker": "osric", "targets": ["hound"]}
    refuses("hound is hidden", camp(hound=having("hidden", against=["osric"])), "attack", *MISS, **order)


@pytest.mark.rule("E43")
def test_boons_with_rounds_end_by_themselves() -> None:
    given = play(camp(), "boon", who="osric", boon="focused", rounds=2).fight
    once = play(play(given, "next", who="osric").fight, "next").fight
    assert [each.rounds for each in once.combatants["osric"].conditions] == [1]
    twice = play(play(play(once, "next", round=True).fight, "next", who="osric").fight, "next").fight
    assert twice.combatants["osric"].conditions == []
    healed = play(camp(hound={"hp": 27}), "boon", 6, who="hound", boon="healing:2").fight.combatants["hound"]
    assert (healed.hp, healed.conditions) == (30, [])
    refuses("is not a boon", camp(), "boon", who="hound", boon="burning")


@pytest.mark.rule("E42", "E12")
def test_a_free_roll_is_the_turns_last_deed() -> None:
    burning = camp(top={"turn": "osric"}, osric=having("slowed", "burning"))
    freed = play(burning, "recover", 1, 1, who=["osric"])
    refuses("already ended the turn", freed.fight, "attack", *MISS, attacker="osric", targets=["hound"], strict=True)
    act = play(burning, "recover", 15, 1, who=["osric", "burning"], act=True).fight.combatants["osric"]
    assert (act.acts, [each.name for each in act.conditions]) == (1, ["slowed"])
    refuses("no wound", camp(), "recover", who=["osric"])


@pytest.mark.rule("E45", "E43")
def test_what_a_condition_is_about_is_kept_whole(run: Any) -> None:
    text = 'ruleset = "beacon"\n[combatants.rat]\nhp = 30\n'
    warm = run("boon", "rat", "resistant", "--against", "thermal", stdin=text).out
    assert run("wound", "rat", "9", "--type", "thermal", "--json", stdin=warm).event("wound")["hp"] == 26
    bare = run("wound", "rat", "Exposed", "--against", "ward", stdin=text).toml["combatants"]["rat"]["conditions"]
    assert bare == [{"name": "exposed", "severity": 1, "against": "ward"}]
    assert run("wound", "rat", "slowed", "--rounds", "-1", stdin=text).code == 2


@pytest.mark.rule("E31", "E46")
def test_hiding_helps_against_those_one_hides_from() -> None:
    assert "hidden" not in parts(attacks(camp(osric=having("hidden", against=["vela"])), *MISS)["tier"])
    struck = camp(
        hound=having("hidden"), top={"pending": [{"attacker": "hound", "target": "osric", "damage": 6, "total": 9}]}
    )
    refuses("who is hidden", struck, "recover", who=["osric"], react=True, **{"with": "body"})
    refuses("is hidden", camp(hound=having("hidden")), "push", who="osric", targets=["hound"], feet=5)


@pytest.mark.rule("E42", "E50")
def test_a_free_roll_is_ones_own_and_a_goal_whose_time_is_out_says_so() -> None:
    burning = camp(top={"turn": "hound"}, osric=having("burning"))
    refuses("at the end of your own turn", burning, "recover", 9, 1, who=["osric"], strict=True)
    late = camp(top={"goals": {"escape": {"needed": 2, "rounds_left": 0}}})
    tested = play(late, "test", 9, 4, 1, who=["osric"], trait="traverse", goal="escape")
    assert any("there was no time left" in warning for warning in tested.warnings)


@pytest.mark.rule("E41", "E44")
def test_sickened_beside_what_it_is_counts_once() -> None:
    event = attacks(camp(osric=having("sickened", "distracted", "weakened", severity=1)), *MISS[:4])
    assert parts(event["tier"]) == {"tier": 2, "distracted": -1}
    assert parts(event["dice"]) == {"rating": 2, "weakened": -1}


@pytest.mark.rule("E41")
@pytest.mark.parametrize("name", ["terrified", "goaded", "charmed", "dominated"])
def test_what_somebody_brings_about_needs_to_know_whom(name: str) -> None:
    refuses(f"{name} needs a cause", table(), "wound", what=["a", name])
    given = play(table(), "wound", what=["a", name], by="b").fight.combatants["a"].conditions
    assert [(each.name, each.source) for each in given] == [(name, "b")]
    struck = play(table(), "attack", 18, 1, 1, 3, attacker="b", targets=["a"], inflict=[name], apply=True)
    assert struck.fight.combatants["a"].conditions[-1].source == "b"
    (found,) = GAME.problems(msgspec.convert(unsaid(name=name), GAME.encounter))
    assert found.path == "combatants.a.conditions.1.source"


@pytest.mark.rule("E41")
@pytest.mark.parametrize("name", ["exposed", "vulnerable"])
def test_what_is_about_something_needs_to_know_what(name: str) -> None:
    usage_error(f"{name} is about one", table(), "wound", what=["a", name])
    usage_error(f"{name} is about one", table(), "attack", attacker="b", targets=["a"], inflict=[name])
    usage_error("is about one", table(), "boon", who="a", boon="resistant", against="thermel")
    (found,) = GAME.problems(msgspec.convert(unsaid(name=name), GAME.encounter))
    assert found.path == "combatants.a.conditions.1.against"
    refuses("condition of beacon itself", table(), "condition", who="a", name=f"{name}:ward")


@pytest.mark.rule("E41")
def test_a_fixed_condition_has_no_other_severity() -> None:
    refuses("the severity of blinded is always 4", table(), "wound", what=["a", "blinded:5"])
    refuses(
        "the severity of stunned is always 4", table(), "attack", attacker="b", targets=["a"], inflict=["stunned:1"]
    )
    refuses("the quality of focused is always 2", table(), "boon", who="a", boon="focused:3")
    assert play(table(), "wound", what=["a", "blinded:4"]).fight.combatants["a"].conditions[0].severity == 4
    (found,) = GAME.problems(msgspec.convert(unsaid(name="blinded", severity=5), GAME.encounter))
    assert found.message == "the severity of blinded is never above 4"
    assert not [*GAME.problems(msgspec.convert(unsaid(name="blinded", severity=3), GAME.encounter))]
    refuses("condition of beacon itself", table(), "condition", who="a", name="blinded:5")


def unsaid(**condition: object) -> dict[str, Any]:
    """Return an encounter in which somebody has a condition, as a file may say it."""
    return {"ruleset": "beacon", "combatants": {"a": {"hp": 5, "conditions": [condition]}}}


@pytest.mark.rule("E43", "E46")
def test_who_is_hidden_is_told_with_whom_from_and_a_custom_condition_alone(run: Run) -> None:
    assert run("boon", "hound", "hidden", "--against", "osric", stdin=base()).err == "hound is hidden 5 from osric.\n"
    assert run("condition", "osric", "cursed", "--rounds", "2", stdin=base()).err.startswith("osric is cursed")


@pytest.mark.rule("E32", "E41")
@pytest.mark.parametrize("deed", ["disarmed", "pushed", "slammed"])
def test_a_deed_that_an_attack_inflicts_waits_and_happens_when_the_hit_is_applied(run: Run, deed: str) -> None:
    faces = ("--no-damage", "--dice", "19,3,1,1,1")
    struck = run("attack", "osric", "hound", "--inflict", deed, *faces, stdin=base())
    applied = run("wound", stdin=struck.out)
    hound = applied.toml["combatants"]["hound"]
    assert f"hound is {deed}" in applied.err
    assert (hound.get("conditions", []), "pending" in applied.toml) == ([], False)
    assert hound.get("wielding", "") == ("" if deed == "disarmed" else "bite")


@pytest.mark.rule("E41", "E43")
def test_a_boon_is_no_wound_and_what_happens_at_once_has_no_rounds(run: Run) -> None:
    refused(run("wound", "hound", "healing:2", stdin=base()), 3, "healing is no wound (E41)", "boon hound healing:2")
    refused(run("boon", "hound", "healing:2", "--rounds", "2", stdin=base()), 2, "happens at once, and does not last")


@pytest.mark.rule("E42")
def test_reacts_halve_the_damage_of_a_hit_once_and_then_take_its_wound() -> None:
    body = {"react": True, "with": "body"}
    hit = {"target": "a", "damage": 8, "total": 12, "inflicts": [{"name": "burning", "severity": 2}]}
    once = play(table(top=pending(hit)), "recover", 9, 3, 2, who=["a"], **body).fight
    twice = play(once, "recover", 9, 3, 2, who=["a"], **body).fight
    assert (twice.pending[0].damage, twice.pending[0].inflicts) == (4, [])
    refuses("halved already", twice, "recover", who=["a"], **body)
    assert play(table({**pending({**hit, "resisted": True})}, a={"hp": 30}), "wound").fight.combatants["a"].hp == 22


@pytest.mark.rule("E5", "E42")
def test_a_react_that_is_pushed_costs_its_stress_too() -> None:
    waiting = table(top=pending({"target": "a", "damage": 8, "total": 12}), a={"stress": 3})
    keys = {"who": ["a"], "react": True, "with": "body", "push": ["tier"]}
    done = play(waiting, "recover", 9, 3, 1, 2, **keys)
    assert parts(happened(done, "test")[0]["tier"]) == {"tier": 2, "pushed": 1}
    assert done.fight.combatants["a"].stress == 3 + 1 + 4


@pytest.mark.rule("E42", "E21")
@pytest.mark.parametrize(("position", "stress"), [("controlled", 2), ("risky", 4)])
def test_what_no_attack_brought_is_resisted_against_the_position(position: str, stress: int) -> None:
    slammed = table(top=pending({"target": "a", "damage": 8}))
    keys = {"who": ["a"], "react": True, "with": "body", "position": position}
    done = play(slammed, "recover", 8, 3, 2, **keys).fight
    assert (done.combatants["a"].stress, done.pending[0].damage) == (stress, 4)
