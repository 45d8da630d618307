"""Twelve worked examples of beacon, with the numbers worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from support import Done, Run

OSRIC = """
[combatants.osric]
side = "heroes"
player = true
archetype = "warrior"
tier = 2
body = 3
mind = 1
will = 2
actions = { skirmish = 3, hunt = 1, traverse = 1 }
position = [0, 0]
wielding = "greataxe"
weapons.greataxe = { effect = "d10", hands = 2, properties = ["powerful"] }
"""
VELA = """
[combatants.vela]
side = "heroes"
player = true
archetype = "rogue"
tier = 1
body = 2
mind = 3
will = 0
actions = { finesse = 2, hunt = 2, prowl = 2 }
wielding = "dagger"
weapons.dagger = { effect = "d6", properties = ["agile"] }
weapons.longbow = { effect = "d8", range = 50, hands = 2 }
"""
WIGHT = """
[combatants.wight]
side = "foes"
tier = 1
living = false
iron = 15
hp = 30
max_hp = 30
"""
HOUND = """
[combatants.hound]
side = "foes"
tier = 1
iron = 14
hp = 30
max_hp = 30
wielding = "bite"
weapons.bite = { effect = "d6" }
"""


def base(top: str = "", **more: str) -> str:
    text = 'ruleset = "beacon"\n' + top
    for who, keys in (("osric", OSRIC), ("vela", VELA), ("wight", WIGHT), ("hound", HOUND)):
        own = more.get(who, "")
        said = {line.partition(" ")[0] for line in own.splitlines()}
        lines = [line for line in keys.splitlines() if line.partition(" ")[0] not in said]
        text += "\n".join([*lines[:2], own, *lines[2:]]) + "\n"
    return text


def chances(done: Done) -> dict[str, str]:
    return {event["of"]: event["chance"] for event in done.events if event["event"] == "odds"}


@pytest.mark.rule("E0", "E6")
def test_1_what_is_derived(run: Run) -> None:
    shown = {
        event["who"]: event for event in run("show", "--json", stdin=base()).events if event["event"] == "combatant"
    }
    keys = ("max_hp", "hp", "iron", "ward", "grit")
    assert [shown["osric"][key] for key in keys] == [40, 40, 17, 13, 15]
    assert [shown["vela"][key] for key in keys] == [25, 25, 14, 16, 8]
    text = 'ruleset = "beacon"\n[combatants.w]\narchetype = "wizard"\ntier = 3\nbody = 0\nmind = 1\nwill = 5\n'
    wizard = run("show", "w", "--json", stdin=text).event("combatant")
    assert [wizard[key] for key in ("max_hp", "iron", "ward", "grit")] == [30, 10, 14, 22]
    defensive = base(osric='weapons.greataxe = { effect = "d10", properties = ["defensive"] }')
    assert run("show", "osric", "--json", stdin=defensive).event("combatant")["iron"] == 18


@pytest.mark.rule("E1", "E2", "E30", "E32", "E34")
def test_2_an_attack_whose_attribute_die_explodes(run: Run) -> None:
    done = run("attack", "osric", "wight", "--dice", "6,14,8,8,3,8,2,10,1,4,8", "--json", stdin=base())
    event = done.event("attack")
    assert (event["total"], event["needed"], event["steps"], event["damage"]) == (32, 15, 1, 23)
    assert (event["faces"], event["damage_faces"]) == ([6, 14, 8, 8, 3, 8, 2], [10, 1, 4, 8])
    hurt = run("wound", "--json", stdin=done.out).event("wound")
    assert (hurt["hp"], "winded" in hurt["status"]) == (7, True)


@pytest.mark.rule("E1", "E2")
@pytest.mark.parametrize(
    ("dice", "total", "steps", "damage"),
    [
        ("20,2,1,1,4,2", 23, 0, 6),
        ("20,3,2,1,4,6,2", 24, 1, 12),
        ("20,6,1,11,3,5,5,1,1", 40, 2, 12),
    ],
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
    done = run("attack", "vela", "hound", "--action", "finesse", "--dice", "20,6,1,3,11,5,5,1,1", stdin=base())
    assert (done.code, done.out) == (3, "")


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


@pytest.mark.rule("E1", "E3")
@pytest.mark.parametrize(
    ("position", "chance"), [("controlled", "11/12"), ("risky", "7/10"), ("desperate", "659/1440")]
)
def test_5_exact_odds_of_a_test(run: Run, position: str, chance: str) -> None:
    text = base(vela="actions = { prowl = 1 }")
    assert (
        chances(run("test", "vela", "prowl", "--position", position, "--odds", "--json", stdin=text))["success"]
        == chance
    )
    low = base(vela="tier = 0\nactions = { }")
    assert chances(run("test", "vela", "prowl", "--odds", "--json", stdin=low))["success"] == "8741/21600"


@pytest.mark.rule("E1", "E2", "E30")
def test_5_exact_odds_of_an_attack(run: Run) -> None:
    told = chances(run("attack", "osric", "wight", "--odds", "--json", stdin=base()))
    assert told["hit"] == "1435793/1638400"
    assert told["1 critical step or more"] == "5693009/16384000"
    assert told["2 critical steps or more"] == "361369203/4194304000"


@pytest.mark.rule("E3", "E23", "E31", "E32", "E33", "E41", "E43", "E44", "E47")
def test_6_everything_at_once(run: Run) -> None:
    text = base(
        osric="position = [55, 0]",
        vela='tier = 2\nposition = [0, 0]\nconditions = [{ name = "focused", quality = 2 }]',
        wight='position = [60, 0]\nconditions = [{ name = "exposed", against = "iron" }]',
        hound="position = [5, 0]",
    )
    words = ["attack", "vela", "wight", "--weapon", "longbow", "--position", "desperate", "--sheltered"]
    done = run(*words, "--dice", "20,6,4,9,8,7,6", "--json", stdin=text)
    event = done.event("attack")
    assert {part["reason"]: part["value"] for part in event["tier"]} == {
        "tier": 2,
        "in melee": -1,
        "far": -1,
        "focused": 1,
    }
    assert {part["reason"]: part["value"] for part in event["needs"]["iron"]} == {
        "iron": 15,
        "exposed": -5,
        "in melee": 5,
        "sheltered": 5,
        "desperate": 5,
    }
    assert (event["total"], event["needed"], event["steps"], event["damage"]) == (35, 25, 1, 21)
    hurt = run("wound", "--json", stdin=done.out).event("wound")
    assert (hurt["marked"], hurt["hp"]) == ({"hp": 10}, 20)
    far = text.replace("position = [60, 0]", "position = [105, 0]")
    assert run(*words, stdin=far).code == 3


def turn_of(run: Run, who: str, text: str) -> str:
    done = run("next", who, stdin=text)
    assert done.code == 0, done.err
    return done.out


@pytest.mark.rule("E5", "E11", "E12")
@pytest.mark.parametrize(
    ("keys", "attacks"),
    [
        ('stance = "cautious"', ["", "", "no"]),
        ('stance = "rash"', ["", "no"]),
        ('stance = "rash"\nconditions = [{ name = "slowed" }]', ["no", "push", "no", "no push"]),
        ('stance = "cautious"\nconditions = [{ name = "stunned" }]', ["no", "push", "no", "no push"]),
        ('stance = "cautious"\nconditions = [{ name = "hastened" }]', ["", "", "", "no"]),
    ],
)
def test_7_acts_of_a_turn(run: Run, keys: str, attacks: list[str]) -> None:
    text = turn_of(run, "osric", base(osric=keys, hound="position = [5, 0]\nhp = 3000\nmax_hp = 3000"))
    for attack in attacks:
        more = ["--push", "act"] if "push" in attack else []
        done = run("attack", "osric", "hound", *more, stdin=text)
        assert done.code == (3 if "no" in attack else 0), (attack, done.err)
        text = done.out or text
    stress = run("show", "osric", "--json", stdin=text).event("combatant")["stress"]
    assert stress == (1 if "push" in attacks else 0)


@pytest.mark.rule("E12")
def test_7_reacts_are_for_others_turns(run: Run) -> None:
    keys = 'stance = "cautious"\nconditions = [{ name = "hastened" }]'
    free = base(osric=keys, hound="position = [5, 0]\nhp = 3000\nmax_hp = 3000")
    for _ in range(4):
        assert run("attack", "osric", "hound", stdin=free).code == 0
    text = turn_of(run, "osric", free)
    assert run("attack", "osric", "hound", "--react", stdin=text).code == 3
    for _ in range(3):
        text = run("attack", "osric", "hound", stdin=text).out
    text = turn_of(run, "hound", text)
    for _ in range(2):
        done = run("attack", "osric", "hound", "--react", stdin=text)
        assert done.code == 0, done.err
        text = done.out
    assert run("attack", "osric", "hound", "--react", stdin=text).code == 3


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


FEET: dict[str, Any] = {
    "wight": 'position = [5, 0]\nweapons.blade = { effect = "d6", reach = 5 }',
    "hound": "position = [0, 10]",
}


@pytest.mark.rule("E12", "E20", "E22", "E23")
def test_11_feet(run: Run) -> None:
    text = base(**FEET)
    assert run("move", "osric", "25,25", "--json", stdin=text).event("move")["feet"] == 25
    assert run("move", "osric", "30,0", stdin=text).code == 3
    quick = base(osric='conditions = [{ name = "quickened" }]')
    assert run("move", "osric", "50,0", stdin=quick).code == 0
    nowhere = base().replace("position = [0, 0]\n", "")
    assert run("move", "osric", "--distance", "20", "--difficult", "5", stdin=nowhere).code == 0
    assert run("move", "osric", "--distance", "20", "--difficult", "10", stdin=nowhere).code == 3
    assert run("move", "osric", "-20,0", "--json", stdin=text).event("move")["reactions"] == ["wight"]
    assert run("move", "osric", "-5,0", "--maneuver", "--json", stdin=text).event("move")["reactions"] == []
    assert run("move", "osric", "-5,0", "--maneuver", "--difficult", "5", stdin=text).code == 3
    rooted = text.replace("[combatants.wight]\n", '[combatants.wight]\nconditions = [{ name = "rooted" }]\n')
    assert run("move", "wight", "10,0", stdin=rooted).code == 3


@pytest.mark.rule("E21", "E22")
def test_11_forced_movement(run: Run) -> None:
    text = base(**FEET)
    assert run("push", "osric", "wight", "--feet", "10", "--json", stdin=text).event("move")["to"] == [15, 0]
    words = ["push", "osric", "wight", "--feet", "25", "--slam", "--hits"]
    slam = run(*words, "--dice", "7,4", "--json", stdin=text)
    assert slam.event("move")["to"] == [30, 0]
    assert slam.toml["pending"][0]["damage"] == 11
    assert run("push", "osric", "wight", "--feet", "9", "--slam", "--hits", "--dice", "", stdin=text).code == 0
    rooted = text.replace("[combatants.wight]\n", '[combatants.wight]\nconditions = [{ name = "rooted" }]\n')
    for how in ([], ["--pull"], ["--slide", "--to", "10,5"], ["--slam"]):
        assert run("push", "osric", "wight", "--feet", "10", *how, stdin=rooted).code == 3
    moved = run("push", "osric", "wight", "--feet", "10", "--teleport", "--to", "15,0", stdin=rooted)
    assert moved.code == 0, moved.err


@pytest.mark.rule("E2", "E3", "E10", "E11")
def test_12_surprise_and_order(run: Run) -> None:
    text = base(
        wight="actions = { survey = 1 }\nmind = 1",
        osric='stance = "cautious"',
        vela='stance = "rash"\nambushing = true',
    )
    words = ["test", "wight", "survey", "--against", "vela:prowl", "--not-watching"]
    done = run(*words, "--dice", "13,9,3,11,4,1", "--json", stdin=text)
    event = done.event("contest")
    assert (event["total"], event["needed"], event["success"]) == (12, 15, False)
    level = run(*words, "--dice", "13,12,3,11,4,1", "--json", stdin=text).event("contest")
    assert (level["total"], level["success"]) == (15, True)
    surprised = done.out
    struck = run("attack", "osric", "wight", "--dice", "1,1,1,1,1", "--json", "-n", stdin=surprised).event("attack")
    assert struck["needed"] == 10
    steps = {
        step["step"]: [each["who"] for each in step["who"]]
        for step in run("order", "--json", stdin=surprised).event("order")["steps"]
    }
    assert steps == {"ambush": ["vela"], "rash": [], "monsters": ["hound"], "cautious": ["osric"]}
    assert run("next", "wight", stdin=surprised).code == 3
    later = run("next", "--round", stdin=surprised).out
    steps = {
        step["step"]: [each["who"] for each in step["who"]]
        for step in run("order", "--json", stdin=later).event("order")["steps"]
    }
    assert steps == {"ambush": [], "rash": ["vela"], "monsters": ["wight", "hound"], "cautious": ["osric"]}


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
