"""What the rules of beacon say of moments at the table: who steps in, strikes at a mover, spends soak, skips a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from combatcli.errors import UsageError
from combatcli.rulesets import load
from combatcli.rulesets.beacon import state
from support import fight, happened, odds, play, refuses

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

FOES: dict[str, dict[str, Any]] = {
    "a": {
        "side": "h",
        "player": True,
        "tier": 2,
        "body": 2,
        "hp": 30,
        "actions": {"skirmish": 2, "finesse": 1, "sway": 1},
        "position": [0, 0],
        "wielding": "s",
        "weapons": {"s": {"effect": "d6", "properties": ["agile"]}, "k": {"effect": "d4"}},
    },
    "v": {"side": "h", "player": True, "hp": 30, "position": [0, 50]},
    "b": {
        "side": "f",
        "hp": 30,
        "iron": 12,
        "soak": 3,
        "position": [5, 0],
        "weapons": {"c": {"effect": "d6"}},
    },
    "e": {"side": "f", "hp": 30, "position": [100, 0]},
}


def table(top: dict[str, Any] | None = None, **each: dict[str, Any]) -> Any:
    return fight("beacon", combatants={who: {**keys, **each.get(who, {})} for who, keys in FOES.items()}, **(top or {}))


def pending(*hits: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of an encounter in which hits wait."""
    return {"pending": [{"attacker": "b", **hit} for hit in hits]}


def conditioned(*each: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"conditions": list(each), **more}


def problems(**keys: Any) -> list[str]:
    encounter = msgspec.convert({"ruleset": "beacon", **keys}, load("beacon").encounter)
    return [problem.path for problem in load("beacon").problems(encounter)]


@pytest.mark.rule("E23")
def test_who_may_strike_at_a_mover_strikes_where_the_mover_was() -> None:
    moved = play(table(top={"turn": "a"}), "move", who="a", way=["-20,0"])
    assert happened(moved, "move")[0]["reactions"] == ["b"]
    struck = play(moved.fight, "attack", 2, 1, 1, attacker="b", targets=["a"], react=True)
    assert happened(struck, "attack")[0]["needed"]
    refuses("25 feet", struck.fight, "attack", attacker="b", targets=["a"], react=True)
    ended = play(moved.fight, "next").fight
    assert ended.combatants["a"].reactions == []


@pytest.mark.rule("E23", "E46")
def test_nobody_strikes_at_a_mover_who_is_hidden_from_them() -> None:
    moved = play(table(a=conditioned({"name": "hidden"})), "move", who="a", way=["-20,0"])
    assert happened(moved, "move")[0]["reactions"] == []


@pytest.mark.rule("E14")
def test_who_steps_in_suffers_the_next_hit_and_no_more() -> None:
    waiting = table(top=pending({"target": "a", "damage": 5}, {"target": "a", "damage": 7}))
    stepped = play(waiting, "declare", who="v", action="protect", targets=["a"])
    assert [hit.target for hit in stepped.fight.pending] == ["v", "a"]
    assert stepped.fight.combatants["v"].protects is None
    assert happened(stepped, "protects")[0]["attacker"] == "b"
    ready = play(table(), "declare", who="v", action="protect", targets=["a"]).fight
    for taker in ("v", "a"):
        ready = play(ready, "attack", 18, 1, 1, 3, attacker="b", targets=["a"]).fight
        assert ready.pending[-1].target == taker


@pytest.mark.rule("E14")
def test_help_and_steps_are_for_allies() -> None:
    refuses("no ally", table(), "declare", who="v", action="protect", targets=["b"], strict=True)
    refuses("no ally", table(), "attack", attacker="b", targets=["a"], aid="v", strict=True)


@pytest.mark.rule("E33")
def test_boxes_of_soak_are_spent_once_in_all() -> None:
    two = table(top=pending({"target": "b", "damage": 12}, {"target": "b", "damage": 8}))
    after = play(two, "wound", targets=["b"], soak=1).fight.combatants["b"]
    assert (after.hp, after.soak) == (20, 2)
    assert play(table(), "wound", targets=["b"], amount="7", soak=2).fight.combatants["b"].soak == 2
    refuses("3 boxes of soak are left, not 4", two, "wound", targets=["b"], soak=4)
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
    assert happened(play(table(), "wound", what=["b", "burning:2"], soak_wound=True), "soaked")
    refuses("no wound is inflicted", table(top=pending({"target": "b", "damage": 3})), "wound", soak_wound=True)
    for words, keys in (
        (["b", "7"], {"soak_wound": True}),
        (["b", "burning"], {"soak": 1}),
        (["b", "7"], {"rounds": 2}),
    ):
        with pytest.raises(UsageError):
            play(table(), "wound", what=words, **keys)


@pytest.mark.rule("E20")
def test_difficult_feet_make_nobody_faster() -> None:
    with pytest.raises(UsageError, match="0 or more"):
        play(table(), "move", who="a", way=["40,0"], difficult=-20)


@pytest.mark.rule("E31", "E32")
def test_a_power_is_no_weapon() -> None:
    close = {"attacker": "a", "effect": "d10", "type": "thermal", "action": "skirmish"}
    (told,) = happened(play(table(), "attack", 1, 1, 1, targets=["e"], **close), "attack")
    assert told["weapon"] == ""
    assert [part["reason"] for part in told["tier"]] == ["tier", "in melee"]
    apart = table(a={"position": [50, 0]})
    (told,) = happened(play(apart, "attack", 1, 1, 1, 1, targets=["e"], **close), "attack")
    assert [part["reason"] for part in told["tier"]] == ["tier"]
    unloaded = {"wielding": "x", "weapons": {"x": {"properties": ["reload"], "loaded": False}}}
    assert play(table(a=unloaded), "attack", 1, 1, 1, targets=["e"], **close)
    beside = table(v={"position": [105, 0], "weapons": {"k": {}}}, a={"position": [50, 0]})
    (told,) = happened(play(beside, "attack", 1, 1, 1, 1, targets=["e"], **close), "attack")
    assert {"reason": "in melee", "value": 5} in told["needs"]["iron"]
    (told,) = happened(play(beside, "attack", 1, 1, 1, 1, targets=["e"], area=True, **close), "attack")
    assert {"reason": "in melee", "value": 5} not in told["needs"]["iron"]


@pytest.mark.rule("E33")
def test_an_attack_may_be_of_several_types() -> None:
    thermal = conditioned({"name": "immune", "against": "thermal"})
    for types, lost in (("thermal", 0), ("thermal,kinetic", 2)):
        hit = play(
            table(b=thermal), "attack", 18, 9, 4, 3, 5, 2, attacker="a", targets=["b"], type=types, action="finesse"
        )
        assert happened(hit, "attack")[0]["types"] == types.split(",")
        damage = hit.fight.pending[0].damage
        after = play(hit.fight, "wound").fight.combatants["b"]
        assert 30 - (after.hp or 0) == (damage // 2 if lost else 0)
    with pytest.raises(UsageError, match="no such energy"):
        play(table(), "attack", attacker="a", targets=["b"], type="fire")


@pytest.mark.rule("E13", "E12")
def test_what_is_an_act_is_no_react() -> None:
    for action in ("draw", "stow", "pick", "stand", "reload"):
        refuses("no React", table(top={"turn": "b"}), "declare", who="a", action=action, targets=["k"], react=True)
    stunned = table(top={"turn": "a"}, a=conditioned({"name": "stunned"}))
    refuses("no Act left", stunned, "declare", who="a", action="draw", targets=["k"])
    paid = play(stunned, "declare", who="a", action="draw", targets=["k"], push=["act"]).fight.combatants["a"]
    assert (paid.stress, paid.wielding) == (1, "k")
    bleeding = conditioned({"name": "stunned"}, {"name": "bleeding", "severity": 1})
    resisted = play(
        table(top={"turn": "a"}, a=bleeding), "recover", 15, 3, who=["a", "bleeding"], act=True, push=["act"]
    )
    assert resisted.fight.combatants["a"].stress == 1


@pytest.mark.rule("E13", "E31")
def test_two_items_drawn_are_both_in_hand() -> None:
    armed = {"weapons": {"s": {}, "k": {"properties": ["defensive"]}}}
    drawn = play(table(a=armed), "declare", who="a", action="draw", targets=["s", "k"]).fight
    assert drawn.combatants["a"].wielding == ["s", "k"]
    assert play(drawn, "attack", 1, 1, 1, 1, attacker="a", targets=["b"], weapon="k", strict=True)
    (told,) = happened(play(drawn, "attack", 1, 1, 1, attacker="b", targets=["a"]), "attack")
    assert {"reason": "defensive", "value": 1} in told["needs"]["iron"]
    stowed = play(drawn, "declare", who="a", action="stow", targets=["s"]).fight
    assert stowed.combatants["a"].wielding == "k"


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("command", "request_"),
    [
        ("attack", {"attacker": "a", "targets": ["b"]}),
        ("test", {"who": ["a"], "trait": "sway"}),
        ("recover", {"who": ["a"]}),
    ],
)
def test_a_position_is_one_of_three(command: str, request_: dict[str, Any]) -> None:
    burning = table(a=conditioned({"name": "burning", "severity": 1}))
    with pytest.raises(UsageError, match='--position risk: there is no position "risk"') as refused:
        play(burning, command, position="risk", **request_)
    assert "risky" in refused.value.hint


@pytest.mark.rule("E0", "E3", "E12", "E32")
def test_every_part_of_a_number_has_its_reason() -> None:
    (tested,) = happened(play(table(), "test", 2, 1, 1, who=["a"], trait="sway", position="desperate", tier=3), "test")
    assert tested["needs"] == [{"reason": "desperate", "value": 16}, {"reason": "tier", "value": 3}]
    (hit,) = happened(
        play(table(), "attack", 19, 9, 4, 2, 2, 2, attacker="a", targets=["b"], action="finesse"), "attack"
    )
    assert hit["dice"] == [{"reason": "rating", "value": 1}, {"reason": "critical", "value": 1}]
    assert hit["kept"] == [19, 4]
    hidden = table(b=conditioned({"name": "distracted"}))
    (seen,) = happened(
        play(hidden, "test", 9, 8, 2, 1, 3, 1, 1, 1, who=["a"], trait="survey", against="b:prowl"), "contest"
    )
    assert {"reason": "distracted", "value": -1} in seen["against_tier"]
    rash = table(a={"stance": "rash", **conditioned({"name": "slowed"}, {"name": "hastened"})})
    told = {each["who"]: each for each in happened(play(rash, "show"), "combatant")}
    reasons = [part["reason"] for part in told["a"]["budget"]["acts"]]
    assert reasons == ["each", "rash", "slowed", "either"]


@pytest.mark.rule("E32", "E41", "E45")
@pytest.mark.parametrize(
    "word", ["burning:2,slowed", "burning:two", "burning:2:3", "burning:", "exposed", "exposed:irn"]
)
def test_a_wound_that_cannot_be_read_is_refused(word: str) -> None:
    with pytest.raises(UsageError):
        play(table(), "attack", attacker="a", targets=["b"], inflict=[word])
    with pytest.raises(UsageError):
        play(table(), "wound", what=["b", word])


@pytest.mark.rule("E32", "E41")
def test_an_inflicted_wound_is_about_what_is_named() -> None:
    hit = play(
        table(),
        "attack",
        18,
        9,
        4,
        attacker="a",
        targets=["b"],
        inflict=["exposed:ward"],
        no_damage=True,
        action="finesse",
    )
    after = play(hit.fight, "wound").fight
    assert after.combatants["b"].conditions[0].against == "ward"


@pytest.mark.rule("E11")
def test_nobody_skips_a_step_in_silence() -> None:
    refuses("b, e of the step monsters had no turn before v", table(), "next", who="v", strict=True)
    early = play(table(), "order", early="b").fight
    refuses("one NPC a round", early, "order", early="e", strict=True)
    assert not play(table(a={"stance": "rash"}), "next", who="a").warnings


@pytest.mark.rule("E34", "E41")
def test_who_has_no_hit_points_is_incapacitated_though_nobody_wrote_it() -> None:
    felled = table(b={"hp": 0, "max_hp": 30})
    (told,) = happened(play(felled, "attack", 9, 9, 4, 2, 2, attacker="a", targets=["b"], action="finesse"), "attack")
    assert told["needed"] == 6
    assert not state.threatens(felled, "b", "a")
    refuses("incapacitated", felled, "attack", attacker="b", targets=["a"])


@pytest.mark.rule("E41", "E31")
def test_melee_counts_for_the_incapacitated_too() -> None:
    shot = {"wielding": "bow", "weapons": {"bow": {"range": 100}}, "position": [40, 0]}
    lying = table(v=shot, b=conditioned({"name": "incapacitated"}))
    (told,) = happened(play(lying, "attack", 1, 1, 1, attacker="v", targets=["b"]), "attack")
    assert told["needed"] == 11


@pytest.mark.rule("E11", "E40", "E43")
def test_a_turn_begins_though_its_start_kills() -> None:
    ends = [
        {"name": "burning", "severity": 5},
        {"name": "regenerating", "quality": 2},
        {"name": "bleeding", "severity": 1},
    ]
    dying = table(b=conditioned(*ends, hp=-10, max_hp=30))
    died = play(dying, "next", 12, who="b")
    assert state.is_dead(died.fight, died.fight.combatants["b"])
    group = table(b=conditioned(ends[0], ends[2], hp=5, max_hp=30, count=2))
    left = play(group, "next", 12, who="b").fight.combatants["b"]
    assert (left.count, state.hp(left)) == (1, 30)


@pytest.mark.rule("E42")
def test_a_react_takes_away_the_wound_that_is_named() -> None:
    inflicts = [{"name": "burning", "severity": 2}, {"name": "slowed"}]
    waiting = table(top=pending({"target": "a", "damage": 8, "total": 12, "inflicts": inflicts}))
    done = play(waiting, "recover", 9, 3, 2, who=["a", "slowed"], react=True, **{"with": "body"}).fight.pending[0]
    assert (done.damage, [each.name for each in done.inflicts]) == (8, ["burning"])
    halved = play(waiting, "recover", 9, 3, 2, who=["a"], react=True, **{"with": "body"}).fight.pending[0]
    assert (halved.damage, len(halved.inflicts)) == (4, 2)
    refuses("no stunned is pending", waiting, "recover", who=["a", "stunned"], react=True, **{"with": "body"})


@pytest.mark.rule("E50", "E10")
def test_an_opposed_test_counts_toward_a_goal_too() -> None:
    sneaking = table(top={"goals": {"past": {"needed": 3}}})
    keys = {"who": ["a"], "trait": "prowl", "against": "b:survey", "goal": "past", "path": "over the roofs"}
    passed = play(sneaking, "test", 19, 3, 2, 1, 5, 1, 1, **keys).fight.goals["past"]
    assert passed.done == 2
    failed = play(sneaking, "test", 2, 3, 2, 1, 15, 1, 1, **keys).fight.goals["past"]
    assert (failed.done, failed.path) == (0, "over the roofs")
    watchers = odds(table(), "test", who=["b", "e"], trait="survey", against="a:prowl")
    assert [each["who"] for each in watchers] == ["b", "e"]
    with pytest.raises(UsageError, match="in place of"):
        play(sneaking, "test", position="risky", **keys)


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


@pytest.mark.rule("E5")
def test_nobody_pushes_for_nothing() -> None:
    for command, keys in (
        ("move", {"who": "a", "way": ["5,5"], "push": ["tier"]}),
        ("test", {"who": ["a"], "trait": "sway", "push": ["effect"]}),
        ("recover", {"who": ["a"], "push": ["effect"]}),
        ("declare", {"who": "a", "action": "draw", "targets": ["k"], "push": ["tier"]}),
    ):
        with pytest.raises(UsageError, match="pushed for"):
            play(table(a=conditioned({"name": "burning", "severity": 1})), command, **keys)


@pytest.mark.rule("E21", "E35", "E15")
def test_what_makes_no_sense_at_the_table() -> None:
    refuses("themselves", table(), "push", who="a", targets=["a"], feet=10)
    refuses(
        "downtime", table(top={"turn": "b"}, a={"hp": 5, "max_hp": 30}), "recover", who=["a"], rest=True, strict=True
    )
    refuses("is over", table(top={"over": "retreat"}), "next", strict=True)


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


@pytest.mark.rule("E0", "E34", "E41", "E43")
@pytest.mark.parametrize(
    ("path", "keys"),
    [
        ("combatants.b.conditions.1.against", conditioned({"name": "resistant", "against": "heat"}, hp=3)),
        ("combatants.b.conditions.1.against", conditioned({"name": "exposed"}, hp=3)),
        ("combatants.b.conditions.1", conditioned({"name": "healing", "quality": 1}, hp=3)),
        ("combatants.b.stress", {"hp": 3, "stress": 11, "max_stress": 10}),
    ],
)
def test_a_file_that_says_what_cannot_be_is_named_by_its_key(path: str, keys: dict[str, Any]) -> None:
    assert path in problems(combatants={"b": keys})


@pytest.mark.rule("E34", "E33")
def test_switches_and_hits_are_checked_too() -> None:
    assert problems(house={"death_at": "third"}, combatants={"b": {"hp": 3}}) == ["house.death_at"]
    hits = [
        {"attacker": "", "target": "b", "types": ["fire"]},
        {"attacker": "", "target": "b", "inflicts": [{"name": "burnin"}]},
        {"attacker": "", "target": "b", "inflicts": [{"name": "burning", "severity": 9}]},
    ]
    found = problems(pending=hits, combatants={"b": {"hp": 3}})
    assert found == ["pending.1.types", "pending.2.inflicts.name", "pending.3.inflicts"]


def test_an_edit_leaves_the_others_as_they_are(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "fight.toml"
    assert run("new", "beacon", "--example", "-o", path).code == 0
    before = path.read_text(encoding="utf-8")
    assert run("set", "osric", "name=Osric the Red", "-f", path).code == 0
    after = path.read_text(encoding="utf-8")
    changed = set(after.splitlines()) ^ set(before.splitlines())
    assert len(changed) == 2
    assert run("move", "osric", "5,5", "-f", path).code == 0
    assert "max_hp" not in path.read_text(encoding="utf-8")
    assert run("set", "wight", "hp=-4", "-f", path).code == 0
    assert path.read_text(encoding="utf-8").count("max_hp") == 1


def test_a_maximum_of_none_is_refused_with_its_key(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "fight.toml"
    path.write_text('ruleset = "beacon"\n[combatants.b]\nhp = 0\nmax_hp = 0\n', encoding="utf-8")
    done = run("check", "-f", path)
    assert done.code == 3
    assert "combatants.b.max_hp" in done.out + done.err
