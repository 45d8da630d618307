"""Rules of beacon beside the worked examples: conditions, aid, cover, forced movement, rest, the end of a fight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets import load
from combatcli.rulesets.beacon import conditions
from support import fight, happened, odds, play, refuses

BASE: dict[str, dict[str, Any]] = {
    "osric": {
        "side": "heroes",
        "player": True,
        "archetype": "warrior",
        "tier": 2,
        "body": 3,
        "actions": {"skirmish": 3, "hunt": 1, "traverse": 1},
        "weapons": {"axe": {"effect": "d10"}, "bow": {"effect": "d8", "range": 50}},
    },
    "vela": {"side": "heroes", "player": True, "archetype": "rogue", "actions": {"finesse": 2}},
    "hound": {"side": "foes", "iron": 14, "hp": 30, "max_hp": 30, "weapons": {"bite": {"effect": "d6"}}},
}


def camp(top: dict[str, Any] | None = None, **each: dict[str, Any]) -> Any:
    combatants = {who: {**keys, **each.get(who, {})} for who, keys in BASE.items()}
    return fight("beacon", combatants=combatants, **(top or {}))


def having(*names: str, **more: object) -> dict[str, Any]:
    return {"conditions": [{"name": name, **more} for name in names]}


def parts(listed: list[dict[str, Any]]) -> dict[str, int]:
    return {each["reason"]: each["value"] for each in listed}


def attacks(encounter: Any, *faces: int, **more: Any) -> dict[str, Any]:
    request = {"attacker": "osric", "targets": ["hound"], **more}
    return happened(play(encounter, "attack", *faces, **request), "attack")[0]


MISS = (1, 1, 1, 1, 1)


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
    ("name", "more", "asked", "defence"),
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
def test_what_conditions_do_to_the_targets_defence(
    name: str, more: dict[str, Any], asked: dict[str, Any], defence: int
) -> None:
    event = attacks(camp(hound=having(name, **more)), *MISS, **asked)
    assert event["needed"] == 14 + defence
    assert parts(event["needs"]["iron"]).get(name, 0) == defence


@pytest.mark.rule("E31", "E41", "E44")
def test_flanked_and_flanking_are_one_thing() -> None:
    both = camp(osric=having("flanking"), hound=having("flanked"))
    assert parts(attacks(both, *(1,) * 6)["tier"]) == {"tier": 2, "flanking": 1}
    places = {"osric": {"position": [0, 0]}, "hound": {"position": [5, 0]}}
    sword = {"weapons": {"sword": {"effect": "d6"}}}
    around = camp(vela={**sword, "position": [10, 0]}, **places)
    assert parts(attacks(around, *(1,) * 6)["tier"])["flanking"] == 1
    aside = camp(vela={**sword, "position": [10, 5]}, **places)
    assert "flanking" not in parts(attacks(aside, *MISS)["tier"])


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


@pytest.mark.rule("E4", "E32")
def test_effect_dice_do_not_explode_and_supernatural_attacks_have_more() -> None:
    event = attacks(camp(), 13, 1, 1, 1, 1, 10, 10, 10, 10, supernatural=True)
    assert (event["damage"], event["damage_faces"]) == (40, [10, 10, 10, 10])
    power = attacks(camp(), 13, 1, 1, 1, 1, 6, 6, 4, effect="d6", type="thermal")
    assert (power["damage"], power["types"]) == (16, ["thermal"])
    none = attacks(camp(), 13, 1, 1, 1, 1, no_damage=True, inflict=["burning:2"])
    assert (none["damage"], none["inflicts"]) == (None, ["burning:2"])


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


@pytest.mark.rule("E33")
def test_a_box_of_soak_stops_a_wound() -> None:
    encounter = camp(hound={"soak": 1, "iron": 5})
    struck = play(
        encounter, "attack", 13, 1, 1, 1, 1, attacker="osric", targets=["hound"], no_damage=True, inflict=["slowed"]
    )
    after = play(struck.fight, "wound", soak_wound=True).fight.combatants["hound"]
    assert (after.soak, after.conditions) == (0, [])
    hurt = play(struck.fight, "wound").fight.combatants["hound"]
    assert [each.name for each in hurt.conditions] == ["slowed"]


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


@pytest.mark.rule("E41")
def test_deeds_happen_at_once_and_do_not_last() -> None:
    disarmed = play(camp(), "wound", what=["osric", "disarmed"]).fight.combatants["osric"]
    assert (disarmed.wielding, disarmed.conditions) == ("", [])
    for deed in ("pushed", "slammed"):
        assert play(camp(), "wound", what=["osric", deed]).fight.combatants["osric"].conditions == []


@pytest.mark.rule("E23", "E41")
@pytest.mark.parametrize(
    ("name", "own", "others"), [("slowed", True, False), ("stunned", True, False), ("downed", False, False)]
)
def test_what_conditions_do_to_threat(name: str, *, own: bool, others: bool) -> None:
    from combatcli.rulesets.beacon.state import threatens

    places = {"osric": {"position": [0, 0]}, "hound": {"position": [5, 0], **having(name)}}
    for turn, wanted in (("hound", own), ("osric", others)):
        assert threatens(camp(top={"turn": turn}, **places), "hound", "osric") == wanted


@pytest.mark.rule("E20", "E22", "E41", "E43")
def test_what_conditions_do_to_movement() -> None:
    place = {"position": [0, 0]}
    quick = play(camp(osric={**place, **having("quickened")}), "move", who="osric", way=["50,0"])
    assert quick.fight.combatants["osric"].position == [50, 0]
    refuses("rooted", camp(osric={**place, **having("rooted")}), "move", who="osric", way=["5,0"])
    afraid = camp(osric={**place, **having("terrified", source="hound")}, hound={"position": [20, 0]})
    refuses("terrified of hound", afraid, "move", who="osric", way=["10,0"])
    dared = play(afraid, "move", who="osric", way=["10,0"], push=["closer"])
    assert dared.fight.combatants["osric"].stress == 1
    assert play(afraid, "move", who="osric", way=["-10,0"]).fight.combatants["osric"].stress == 0


def test_every_condition_of_the_table_does_something() -> None:
    effects = {
        *("tier", "attackers_tier", "defence", "dice", "acts", "reacts", "either", "stride", "rooted", "threat"),
        *("damage", "start", "deed", "as", "says", "helpless", "untargeted"),
    }
    assert [name for name, row in conditions.table().items() if not effects & row.keys()] == []


def test_who_has_no_hit_points_is_as_badly_off_as_the_table_says() -> None:
    assert conditions.made("incapacitated") == conditions.FELLED


def test_a_condition_made_of_known_effects_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"kind": "wound", "degree": 2, "tier": -1, "defence": -5, "dice": -1}
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
    with pytest.raises(UsageError, match="from 1 to 5"):
        play(camp(), "wound", what=["hound", "burning:9"])


@pytest.mark.rule("E46")
def test_the_hidden_may_not_be_targeted_by_whom_they_hide_from() -> None:
    with pytest.raises(RefusedError, match="hound is hidden"):
        attacks(camp(hound=having("hidden")), *MISS)
    assert attacks(camp(hound=having("hidden", against=["vela"])), *MISS)["needed"] == 14
    with pytest.raises(RefusedError, match="hound is hidden"):
        attacks(camp(hound=having("hidden", against=["osric"])), *MISS)


@pytest.mark.rule("E43")
def test_boons_with_rounds_end_by_themselves() -> None:
    given = play(camp(), "boon", who="osric", boon="focused", rounds=2).fight
    once = play(play(given, "next", who="osric").fight, "next").fight
    assert [each.rounds for each in once.combatants["osric"].conditions] == [1]
    twice = play(play(play(once, "next", round=True).fight, "next", who="osric").fight, "next").fight
    assert twice.combatants["osric"].conditions == []
    healed = play(camp(hound={"hp": 27}), "boon", 6, who="hound", boon="healing:2").fight.combatants["hound"]
    assert (healed.hp, healed.conditions) == (30, [])
    refuses("is no boon", camp(), "boon", who="hound", boon="burning")


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


@pytest.mark.rule("E0", "E34")
def test_a_maximum_that_nobody_wrote_is_what_was_written(run: Any) -> None:
    text = 'ruleset = "beacon"\n[combatants.rat]\nhp = 30\n'
    hurt = run("wound", "rat", "23", "--json", stdin=text)
    assert "winded" in hurt.event("wound")["status"]
    dead = run("wound", "rat", "22", "--json", stdin=hurt.out).event("wound")
    assert (dead["hp"], "dead" in dead["status"]) == (-15, True)
    assert run("set", "rat", "hp=3", stdin=text).toml["combatants"]["rat"] == {"hp": 3, "max_hp": 30}


@pytest.mark.rule("E35")
def test_rest_is_a_quarter_up_for_one_stress() -> None:
    encounter = camp(osric={"hp": 1, "max_hp": 37})
    rested = play(encounter, "recover", who=["osric"], rest=True).fight.combatants["osric"]
    assert (rested.hp, rested.stress) == (11, 1)
    refuses("none left", camp(osric={"stress": 10, "hp": 1}), "recover", who=["osric"], rest=True)


@pytest.mark.rule("E5")
def test_pushing_costs_stress_each_once() -> None:
    event = attacks(camp(), 13, 1, 1, 1, 1, 1, 1, 1, 1, 1, push=["tier", "effect"])
    assert parts(event["tier"]) == {"tier": 2, "pushed": 1}
    assert parts(event["dice"]) == {"rating": 2, "pushed": 1}
    with pytest.raises(UsageError, match="once an action"):
        attacks(camp(), push=["tier", "tier"])
    refuses("stress", camp(), "attack", attacker="hound", targets=["osric"], push=["tier"])


@pytest.mark.rule("E14")
def test_aid_and_interposing() -> None:
    aided = play(camp(), "attack", *(1,) * 6, attacker="osric", targets=["hound"], aid="vela")
    assert parts(happened(aided, "attack")[0]["tier"]) == {"tier": 2, "aid": 1}
    assert aided.fight.combatants["vela"].stress == 1
    guarded = play(camp(), "declare", who="osric", action="protect", targets=["vela"]).fight
    struck = play(guarded, "attack", 20, 1, 1, 10, 1, 4, attacker="hound", targets=["vela"])
    assert [hit.target for hit in struck.fight.pending] == ["osric"]


@pytest.mark.rule("E13")
def test_what_is_in_hand_changes_by_acts() -> None:
    drawn = play(camp(), "declare", who="osric", action="draw", targets=["bow"]).fight
    assert drawn.combatants["osric"].wielding == "bow"
    assert play(drawn, "declare", who="osric", action="stow").fight.combatants["osric"].wielding == ""
    refuses(
        "does not hold bow", camp(), "attack", *MISS, attacker="osric", targets=["hound"], weapon="bow", strict=True
    )
    lying = camp(osric=having("downed"))
    assert play(lying, "declare", who="osric", action="stand").fight.combatants["osric"].conditions == []
    weapons = {"crossbow": {"effect": "d8", "range": 60, "properties": ["reload"]}}
    shot = play(camp(osric={"weapons": weapons}), "attack", 1, 1, 1, attacker="osric", targets=["hound"]).fight
    refuses("is not loaded", shot, "attack", attacker="osric", targets=["hound"])
    loaded = play(shot, "declare", who="osric", action="reload").fight
    assert loaded.combatants["osric"].weapons["crossbow"].loaded


@pytest.mark.rule("E11")
def test_who_has_a_turn_and_who_comes_early() -> None:
    refuses("no stance", camp(), "declare", who="hound", action="rash")
    early = play(camp(), "order", early="hound").fight
    assert early.turn == "hound"
    refuses("has had a turn", early, "order", early="hound")
    refuses("player's character", camp(), "order", early="osric")
    always = camp(top={"round": 2, "house": {"ambush_every_round": True}}, vela={"ambushing": True})
    steps = {step["step"]: step["who"] for step in happened(play(always, "order"), "order")[0]["steps"]}
    assert [each["who"] for each in steps["ambush"]] == ["vela"]


@pytest.mark.rule("E15")
def test_a_fight_is_closed_and_summed_up() -> None:
    closed = play(camp(hound={"hp": 3}), "next", end="surrender")
    assert closed.fight.over == "surrender"
    assert [(each["who"], each["hp"]) for each in happened(closed, "summed up")][-1] == ("hound", 3)


@pytest.mark.rule("E16")
def test_a_dash_is_traverse_on_both_sides() -> None:
    encounter = camp(hound={"actions": {"traverse": 1}})
    event = happened(play(encounter, "dashtest", 5, 9, 3, 9, 3, who="osric", other="hound"), "contest")[0]
    assert (event["total"], event["needed"], event["first"]) == (12, 12, None)
    told = {each["of"] for each in odds(encounter, "dashtest", who="osric", other="hound")}
    assert told == {"success", "same time"}


@pytest.mark.rule("E21")
def test_forced_movement_stops_before_a_figure_and_a_pull_ends_beside() -> None:
    places = {"osric": {"position": [0, 0]}, "hound": {"position": [20, 0]}}
    pulled = play(camp(**places), "push", who="osric", targets=["hound"], feet=60, pull=True).fight
    assert pulled.combatants["hound"].position == [5, 0]
    wall = camp(**places, vela={"position": [35, 0]})
    slammed = play(wall, "push", 6, who="osric", targets=["hound"], feet=30, slam=True)
    assert slammed.fight.combatants["hound"].position == [30, 0]
    assert [hit.damage for hit in slammed.fight.pending] == [6]
    slid = play(camp(**places), "push", who="osric", targets=["hound"], feet=10, slide=True, to="20,10").fight
    assert slid.combatants["hound"].position == [20, 10]
    for more in ({"slide": True}, {"feet": 0}, {"pull": True, "slam": True}):
        with pytest.raises(UsageError):
            play(camp(**places), "push", **{"who": "osric", "targets": ["hound"], "feet": 10, **more})
    refuses("within 10 feet", camp(**places), "push", who="osric", targets=["hound"], feet=10, teleport=True, to="50,0")


@pytest.mark.rule("E31")
def test_a_shot_out_of_a_melee_and_into_one() -> None:
    bow = {"osric": {"wielding": "bow", "position": [0, 0]}}
    near = camp(**bow, hound={"position": [5, 0]})
    event = attacks(near, 1, 1)
    assert parts(event["tier"]) == {"tier": 2, "in melee": -1}
    assert parts(event["needs"]["iron"]) == {"iron": 14, "in melee": 5}
    assert parts(attacks(near, 1, 1, area=True)["needs"]["iron"]) == {"iron": 14}
    assert parts(attacks(camp(**bow, hound={"position": [60, 0]}), 1, 1)["tier"])["far"] == -1
    with pytest.raises(RefusedError, match="double the range"):
        attacks(camp(**bow, hound={"position": [105, 0]}))


@pytest.mark.rule("E30")
def test_several_defences_are_held_against_one_roll() -> None:
    encounter = camp(hound={"grit": 30})
    event = attacks(encounter, 13, 1, 1, 1, 1, 1, 1, 1, versus="iron,grit")
    assert (event["hit"], event["hits"]) == (True, {"iron": True, "grit": False})
    with pytest.raises(UsageError, match='no defence "irn"'):
        attacks(encounter, versus="irn")


@pytest.mark.rule("E42", "E12")
def test_a_free_roll_is_the_turns_last_deed() -> None:
    burning = camp(top={"turn": "osric"}, osric=having("slowed", "burning"))
    freed = play(burning, "recover", 1, 1, who=["osric"])
    refuses("last deed", freed.fight, "attack", *MISS, attacker="osric", targets=["hound"], strict=True)
    act = play(burning, "recover", 15, 1, who=["osric", "burning"], act=True).fight.combatants["osric"]
    assert (act.acts, [each.name for each in act.conditions]) == (1, ["slowed"])
    refuses("no wound", camp(), "recover", who=["osric"])


@pytest.mark.rule("E0")
@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ({"hp": None, "max_hp": None}, "combatants.hound"),
        ({"hp": 31}, "combatants.hound.hp"),
        ({"position": [1, 2, 3]}, "combatants.hound.position"),
        ({"count": 0}, "combatants.hound.count"),
        ({"stance": "rash"}, "combatants.hound.stance"),
        ({"actions": {"skrmish": 1}}, "combatants.hound.actions.skrmish"),
    ],
)
def test_what_check_finds(keys: dict[str, Any], path: str) -> None:
    encounter = camp().with_combatant("hound", **keys)
    assert [each.path for each in load("beacon").problems(encounter)] == [path]


@pytest.mark.rule("E45", "E43")
def test_what_a_condition_is_about_is_kept_whole(run: Any) -> None:
    text = 'ruleset = "beacon"\n[combatants.rat]\nhp = 30\n'
    warm = run("boon", "rat", "resistant", "--against", "thermal", stdin=text).out
    assert run("wound", "rat", "9", "--type", "thermal", "--json", stdin=warm).event("wound")["hp"] == 26
    bare = run("wound", "rat", "Exposed", "--against", "ward", stdin=text).toml["combatants"]["rat"]["conditions"]
    assert bare == [{"name": "exposed", "severity": 1, "against": "ward"}]
    assert run("wound", "rat", "slowed", "--rounds", "-1", stdin=text).code == 2


@pytest.mark.rule("E32", "E40")
@pytest.mark.parametrize("word", ["burning:6", "focused", "nothing"])
def test_what_cannot_be_inflicted_is_refused_before_the_roll(word: str) -> None:
    with pytest.raises(UsageError):
        attacks(camp(), inflict=[word])


@pytest.mark.rule("E20")
def test_difficult_arenas_cost_twice() -> None:
    arenas = {"bog": {"terrain": "difficult"}, "field": {}, "cliff": {"terrain": "impassable"}}
    field = camp(top={"arenas": arenas}, osric={"arena": "field"})
    for order in ({"way": ["bog"], "distance": 15}, {"way": ["bog"], "maneuver": True}, {"way": ["cliff"]}):
        refuses("E20", field, "move", who="osric", **order)
    assert happened(play(field, "move", who="osric", way=["bog"], distance=10), "move")[0]["cost"] == 20
    inside = camp(top={"arenas": arenas}, osric={"arena": "bog", "position": [0, 0]})
    refuses("cannot go 30 feet", inside, "move", who="osric", way=["15,0"])


@pytest.mark.rule("E14", "E12")
def test_a_roll_again_costs_no_second_act() -> None:
    encounter = camp(top={"turn": "osric"}, osric={"acts": 1})
    missed = play(encounter, "attack", *MISS, attacker="osric", targets=["hound"]).fight
    help_ = {"attacker": "osric", "aid": "vela", "reroll": True}
    again = play(missed, "attack", *MISS, targets=["hound"], **help_)
    assert (again.fight.combatants["osric"].acts, again.fight.combatants["vela"].reacts) == (2, 1)
    for before in (encounter, again.fight):
        refuses("just failed", before, "attack", targets=["hound"], **help_)
    hit = play(encounter, "attack", 19, 2, 3, 2, 1, 1, 1, 1, attacker="osric", targets=["hound"]).fight
    refuses("just failed", hit, "attack", targets=["hound"], **help_)


@pytest.mark.rule("E14")
def test_a_test_is_rolled_again_after_a_failure_alone() -> None:
    help_ = {"who": ["osric"], "aid": "vela", "reroll": True}
    failed = play(camp(), "test", 3, 2, 1, who=["osric"], trait="traverse").fight
    rolled = play(failed, "test", 3, 9, 4, trait="traverse", **help_)
    assert happened(rolled, "test")[0]["success"]
    for before, trait in ((failed, "prowl"), (rolled.fight, "traverse"), (camp(), "traverse")):
        refuses("just failed", before, "test", trait=trait, **help_)


@pytest.mark.rule("E11", "E15")
def test_stances_and_ends_that_do_not_fit() -> None:
    refuses("no stance", camp(osric=having("stunned")), "declare", who="osric", action="rash")
    refuses("before anybody", camp(top={"phase": "monsters"}), "declare", who="osric", action="rash", strict=True)
    with pytest.raises(UsageError, match="expected death"):
        play(camp(), "next", end="party")
    with pytest.raises(RefusedError, match="is over"):
        attacks(camp(top={"over": "retreat"}), strict=True)


@pytest.mark.rule("E13")
def test_nobody_stows_what_they_do_not_hold() -> None:
    refuses("does not hold bow", camp(), "declare", who="osric", action="stow", targets=["bow"])
    with pytest.raises(UsageError, match="one or two items"):
        play(camp(), "declare", who="osric", action="stow", targets=["axe", "bow", "bow"])


@pytest.mark.rule("E31", "E46")
def test_hiding_helps_against_those_one_hides_from() -> None:
    assert "hidden" not in parts(attacks(camp(osric=having("hidden", against=["vela"])), *MISS)["tier"])
    struck = camp(
        hound=having("hidden"), top={"pending": [{"attacker": "hound", "target": "osric", "damage": 6, "total": 9}]}
    )
    refuses("who is hidden", struck, "recover", who=["osric"], react=True, **{"with": "body"})
    refuses("is hidden", camp(hound=having("hidden")), "push", who="osric", targets=["hound"], feet=5)


@pytest.mark.rule("E33", "E40", "E44")
def test_soak_goes_as_far_as_it_goes_and_equal_wounds_are_one() -> None:
    wounds = {"conditions": [{"name": "burning", "severity": 5}, {"name": "blighted", "severity": 5}], "soak": 2}
    assert play(camp(hound=wounds), "next", 9, 10, who="hound", soak=2).fight.combatants["hound"].hp == 30
    twice = {"conditions": [{"name": "burning", "severity": 1}, {"name": "burning", "severity": 3}]}
    assert play(camp(hound=twice), "next", 8, who="hound").fight.combatants["hound"].hp == 22
    soaked = play(camp(hound={"soak": 1}), "wound", what=["hound", "burning:2"], soak_wound=True).fight.combatants[
        "hound"
    ]
    assert (soaked.soak, soaked.conditions) == (0, [])


@pytest.mark.rule("E34", "E41")
def test_who_is_incapacitated_by_a_wound_stays_so_and_the_dead_are_not_healed() -> None:
    held = play(camp(), "wound", what=["hound", "incapacitated"]).fight
    assert [each.name for each in held.combatants["hound"].conditions] == ["incapacitated"]
    refuses("hound is dead", camp(hound={"hp": -15}), "boon", 8, who="hound", boon="healing:3")
    pack = play(camp(hound={"count": 2, **having("burning")}), "wound", targets=["hound"], amount="31").fight
    assert pack.combatants["hound"].conditions == []


@pytest.mark.rule("E21")
def test_a_push_beyond_reason_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="5,000"):
        play(camp(), "push", who="osric", targets=["hound"], feet=10**9)


@pytest.mark.rule("E42", "E50")
def test_a_free_roll_is_ones_own_and_a_goal_whose_time_is_out_says_so() -> None:
    burning = camp(top={"turn": "hound"}, osric=having("burning"))
    refuses("ends one's own", burning, "recover", 9, 1, who=["osric"], strict=True)
    late = camp(top={"goals": {"escape": {"needed": 2, "rounds_left": 0}}})
    tested = play(late, "test", 9, 4, 1, who=["osric"], trait="traverse", goal="escape")
    assert any("time was out" in warning for warning in tested.warnings)


@pytest.mark.rule("E41")
def test_what_takes_sight_alone_fails_for_the_blinded() -> None:
    for name, sense in (("blinded", "sight_only"), ("deafened", "hearing_only")):
        encounter = camp(top={"turn": "osric"}, osric=having(name))
        missed = play(encounter, "attack", attacker="osric", targets=["hound"], **{sense: True})
        (told,) = happened(missed, "attack")
        assert (told["hit"], told["faces"], missed.fight.combatants["osric"].acts) == (False, [], 1)
        failed = play(encounter, "test", who=["osric"], trait="hunt", **{sense: True})
        assert (happened(failed, "test")[0]["success"], happened(failed, "test")[0]["faces"]) == (False, [])
        assert any("fails" in warning for warning in failed.warnings)
        watched = play(
            encounter, "test", 2, 1, 1, who=["osric"], trait="survey", against="hound:prowl", **{sense: True}
        )
        assert conditions.has(watched.fight.combatants["osric"], "surprised")


@pytest.mark.rule("E11")
def test_who_came_early_has_no_second_turn() -> None:
    early = play(play(camp(), "order", early="hound").fight, "next").fight
    refuses("came early", early, "next", who="hound")
    assert play(play(early, "next", round=True).fight, "next", who="hound").fight.turn == "hound"


@pytest.mark.rule("E41", "E43")
@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ("wound", {"what": ["hound", "exposed"]}),
        ("wound", {"what": ["hound", "vulnerable"], "against": "iron"}),
        ("boon", {"who": "hound", "boon": "resistant", "against": "thermel"}),
    ],
)
def test_what_has_to_be_about_something_is_refused_about_nothing(command: str, keys: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="is about one"):
        play(camp(), command, **keys)


def chances(encounter: Any, **request: Any) -> dict[str, str]:
    """Return the chances of Osric's attack on the hound, but for felling it."""
    told = odds(encounter, "attack", attacker="osric", targets=["hound"], **request)
    return {each["of"]: each["chance"] for each in told if "chance" in each and each["of"] != "felled"}


@pytest.mark.rule("E2", "E30", "E32")
def test_odds_tell_apart_what_the_damage_does_not() -> None:
    bare = camp(osric={"wielding": ""})
    assert chances(bare) == chances(bare, no_damage=True)
    both = camp(hound={"iron": 10, "grit": 16})
    told = chances(both, versus="iron,grit")
    assert told == chances(both, versus="iron,grit", no_damage=True)
    assert told["hit against grit"] != told["hit against iron"]


@pytest.mark.rule("E30")
def test_several_targets_have_odds_each_by_itself() -> None:
    pack = camp(top={}, vela={"side": "foes", "player": False})
    told = odds(pack, "attack", attacker="osric", targets=["hound", "vela"])
    alone = odds(pack, "attack", attacker="osric", targets=["hound"])
    assert [each for each in told if each["target"] == "hound"] == alone


@pytest.mark.rule("E41", "E44")
def test_sickened_beside_what_it_is_counts_once() -> None:
    event = attacks(camp(osric=having("sickened", "distracted", "weakened", severity=1)), *MISS[:4])
    assert parts(event["tier"]) == {"tier": 2, "distracted": -1}
    assert parts(event["dice"]) == {"rating": 2, "weakened": -1}


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
    # Of a half whose second damage is not listed no more than a part is known: it is with what is above.
    known = {half: chance for half, chance in halves.items() if 2 * half < max(map(int, rolled))}
    assert {int(damage): Fraction(chance) for damage, chance in after.items()} == known
    felled = next(Fraction(each["chance"]) for each in told if each["of"] == "felled")
    assert felled == Fraction(listed["rest"]) + sum(chance for damage, chance in halves.items() if damage >= 12)
