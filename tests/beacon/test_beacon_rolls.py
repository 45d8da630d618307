"""Action rolls of beacon: dice, positions, explosions, pushes, opposed tests and goals (E1-E5, E10, E50)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from beacon_fights import attacks, base, camp, conditioned, having, parts, table
from combatcli.dice.rolling.sources import EnteredSource
from combatcli.errors import UsageError
from combatcli.rulesets.beacon import conditions, state
from combatcli.rulesets.beacon.rolls import ActionThrow, pools
from support import Done, Run, every_outcome, fight, happened, odds, play, refused, refuses, usage_error

FAR = 400


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
    far = tuple(range(1, FAR))
    for count, wanted in enumerate(means):
        own = ActionThrow(pools(count, 0, 0) if sides == 20 else pools(1, count, sides), far)
        found = every_outcome(lambda source, own=own: source.throw(own).total)  # type: ignore[misc]
        mean = sum(total * ways for total, ways in found.items()) / found.denominator
        assert mean - (0 if sides == 20 else 10.5 * 20 / 19) == pytest.approx(wanted, abs=0.0006)


@pytest.mark.rule("E1")
def test_the_order_of_faces_is_d20s_attribute_dice_then_explosions() -> None:
    rolled = EnteredSource([20, 3, 4, 2, 15, 1]).throw(ActionThrow(pools(2, 2, 4), (99,)))
    assert (rolled.total, rolled.shown.value) == (20 + 4 + 15 + 1, (20, 3, 4, 2, 15, 1))


AROUND = [(across * 5, along * 5) for across, along in product((-1, 0, 1), repeat=2) if (across, along) != (0, 0)]


@pytest.mark.rule("E31")
@pytest.mark.parametrize("one", AROUND)
@pytest.mark.parametrize("other", AROUND)
def test_flanking_around_a_square(one: tuple[int, int], other: tuple[int, int]) -> None:
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


@pytest.mark.rule("E1", "E2")
@pytest.mark.parametrize(
    ("dice", "total", "steps", "damage"),
    [("20,2,1,1,4,2", 23, 0, 6), ("20,3,2,1,4,6,2", 24, 1, 12), ("20,6,1,11,3,5,5,1,1", 40, 2, 12)],
)
def test_3_nine_over_ten_over_and_the_order_of_explosions(
    run: Run, dice: str, total: int, steps: int, damage: int
) -> None:
    event = run("attack", "vela", "hound", "--action", "finesse", "--dice", dice, "--json", stdin=base()).event(
        "attack"
    )
    assert (event["total"], event["steps"], event["damage"]) == (total, steps, damage)


@pytest.mark.rule("E1")
def test_3_the_d20_explodes_first(run: Run) -> None:
    refused(run("attack", "vela", "hound", "--action", "finesse", "--dice", "20,6,1,3,11,5,5,1,1", stdin=base()), 3)


@pytest.mark.rule("E1", "E2", "E31")
@pytest.mark.parametrize(
    ("dice", "total", "hit", "botch", "damage"),
    [("20,20,5,6,7,3,4", 32, True, False, 7), ("1,12,2,3", 3, False, False, None), ("1,1,4,4", 5, False, True, None)],
)
def test_4_tier_and_rating_below_one(
    run: Run, dice: str, total: int, *, hit: bool, botch: bool, damage: int | None
) -> None:
    text = base(vela='conditions = [{ name = "distracted" }]')
    event = run("attack", "vela", "hound", "--action", "skirmish", "--dice", dice, "--json", stdin=text).event("attack")
    assert (event["total"], event["hit"], event["botch"], event["damage"]) == (total, hit, botch, damage)


def chances(done: Done) -> dict[str, str]:
    return {event["of"]: event["chance"] for event in done.events if event["event"] == "odds"}


@pytest.mark.rule("E1", "E3")
@pytest.mark.parametrize(
    ("position", "chance"), [("controlled", "11/12"), ("risky", "7/10"), ("desperate", "659/1440")]
)
def test_5_exact_odds_of_a_test(run: Run, position: str, chance: str) -> None:
    text = base(vela="actions = { prowl = 1 }")
    told = chances(run("test", "vela", "prowl", "--position", position, "--odds", "--json", stdin=text))["success"]
    assert told == chance
    low = base(vela="tier = 0\nactions = { }")
    assert chances(run("test", "vela", "prowl", "--odds", "--json", stdin=low))["success"] == "8741/21600"


@pytest.mark.rule("E1", "E2", "E30")
def test_5_exact_odds_of_an_attack(run: Run) -> None:
    told = chances(run("attack", "osric", "wight", "--odds", "--json", stdin=base()))
    assert told["hit"] == "1435793/1638400"
    assert told["1 critical step or more"] == "5693009/16384000"
    assert told["2 critical steps or more"] == "361369203/4194304000"


@pytest.mark.rule("E50", "E2")
def test_12_a_goal(run: Run) -> None:
    text = base() + "[goals.escape]\nneeded = 3\nrounds_left = 2\n"
    done = run("test", "osric", "traverse", "--goal", "escape", "--dice", "9,17,5", "--json", stdin=text)
    assert (done.event("test")["total"], done.event("goal")["done"]) == (22, 2)
    later = run("next", "--round", stdin=done.out).out
    again = run("test", "osric", "traverse", "--goal", "escape", "--dice", "9,11,1", "--json", stdin=later)
    assert (again.event("goal")["rounds_left"], again.event("goal")["reached"]) == (1, True)
    failed = run(
        "test", "osric", "traverse", "--goal", "escape", "--path", "the river", "--dice", "1,2,1", "--json", stdin=later
    )
    assert failed.event("goal")["path"] == "the river"
    out = run("next", "--round", "--json", stdin=failed.out).event("goal")
    assert (out["over"], out["reached"]) == (True, False)


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
    usage_error("excludes --position", sneaking, "test", position="risky", **keys)


@pytest.mark.rule("E10")
def test_several_watchers_look_for_one_prowl_roll(run: Run) -> None:
    watch = ["test", "wight", "hound", "survey", "--against", "vela:prowl"]
    seen = run(*watch, "--dice", "9,3,3,4,2,2,6,1,1", "--json", stdin=base())
    first, second = [event for event in seen.events if event["event"] == "contest"]
    assert first["against_faces"] == second["against_faces"] == [6, 1, 1]
    assert (first["success"], second["success"]) == (True, False)


@pytest.mark.rule("E5")
def test_nobody_pushes_for_nothing() -> None:
    for command, keys in (
        ("move", {"who": "a", "way": ["5,5"], "push": ["tier"]}),
        ("test", {"who": ["a"], "trait": "sway", "push": ["effect"]}),
        ("recover", {"who": ["a"], "push": ["effect"]}),
        ("declare", {"who": "a", "action": "draw", "targets": ["k"], "push": ["tier"]}),
    ):
        usage_error("can be pushed only for", table(a=conditioned({"name": "burning", "severity": 1})), command, **keys)


@pytest.mark.rule("E5")
@pytest.mark.parametrize(("push", "twice"), [(["tier", "effect"], ["tier", "tier"]), (["Tier,effect"], ["tier,tier"])])
def test_pushing_costs_stress_each_once(push: list[str], twice: list[str]) -> None:
    event = attacks(camp(), 13, 1, 1, 1, 1, 1, 1, 1, 1, 1, push=push)
    assert parts(event["tier"]) == {"tier": 2, "pushed": 1}
    assert parts(event["dice"]) == {"rating": 2, "pushed": 1}
    usage_error("once per action", camp(), "attack", attacker="osric", targets=["hound"], push=twice)
    refuses("stress", camp(), "attack", attacker="hound", targets=["osric"], push=["tier"])


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


@pytest.mark.rule("E41")
def test_what_fails_for_want_of_a_sense_says_that_nothing_is_rolled(run: Run) -> None:
    text = base(osric='conditions = [{ name = "blinded", severity = 4 }]')
    tested = run("test", "osric", "survey", "--sight-only", stdin=text)
    assert "osric: survey (tier 2): rolls nothing, risky 11: needs 11: fails." in tested.err


@pytest.mark.rule("E42")
def test_a_wound_that_a_react_takes_off_what_waits_is_named(run: Run) -> None:
    struck = run("attack", "hound", "osric", "--inflict", "stunned", "--no-damage", "--dice", "19,3,4", stdin=base())
    resisted = run("recover", "osric", "--react", "--with", "body", "--dice", "9,20,3,15", stdin=struck.out)
    assert "stress is 0, stunned is averted." in resisted.err
    assert "pending" not in resisted.toml


@pytest.mark.rule("E50")
def test_a_goal_that_is_reached_counts_no_further() -> None:
    near = camp(top={"goals": {"escape": {"needed": 3, "done": 2}}})
    keys = {"who": ["osric"], "trait": "traverse", "goal": "escape"}
    reached = play(near, "test", 9, 17, 4, **keys, strict=True).fight
    assert reached.goals["escape"].done == 3
    refuses("is reached already", reached, "test", 9, 17, 4, **keys, strict=True)
