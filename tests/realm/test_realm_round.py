"""The round of realm: seconds, phases, and what ends with it (R1, R2, R42)."""

from __future__ import annotations

import pytest

from combatcli.errors import RefusedError
from combatcli.rulesets.realm.state import PHASES, phase_number
from realm_fights import declared, party
from support import Run, fight, happened, play

CLOCK = [(2, 10, 1), (7, 60, 1), (60, 590, 1), (61, 600, 2), (120, 1190, 2), (121, 1200, 3)]


@pytest.mark.rule("R1")
@pytest.mark.parametrize(("number", "seconds", "turn"), [(1, 0, 1), *CLOCK])
def test_show_tells_round_seconds_gone_and_turn(run: Run, number: int, seconds: int, turn: int) -> None:
    for phase in ("defend-protect", "push"):
        text = f'ruleset = "realm"\nround = {number}\nphase = "{phase}"\n[combatants.mira]\n'
        event = run("show", "--json", stdin=text).event("encounter")
        assert (event["round"], event["seconds"], event["turn"]) == (number, seconds, turn)
        assert (event["phase"], event["number"]) == (phase, PHASES.index(phase) + 1)
        (first, *_) = run("show", stdin=text).out.splitlines()
        assert f"  round {number}  " in first
        assert first.endswith(f"  {seconds // 60}:{seconds % 60:02}  turn {turn}")


@pytest.mark.rule("R1")
@pytest.mark.parametrize(("number", "seconds", "turn"), CLOCK)
def test_next_tells_round_seconds_gone_and_turn(run: Run, number: int, seconds: int, turn: int) -> None:
    text = f'ruleset = "realm"\nround = {number - 1}\nphase = "focused"\n[combatants.mira]\n'
    for phase in (1, 2):
        event = run("next", "--json", stdin=text).event("phase")
        told = (event["round"], event["number"], event["seconds"], event["turn"])
        assert told == (number, phase, seconds, turn)
        done = run("next", stdin=text)
        assert f"round {number}, " in done.err
        assert f", {seconds} seconds gone, turn {turn}." in done.err
        text = done.out


@pytest.mark.rule("R2")
def test_seven_phases_in_order_and_then_the_next_round() -> None:
    encounter = party()
    seen = []
    for _ in range(7):
        played = play(encounter, "next")
        encounter = played.fight
        seen.append((encounter.round, encounter.phase))
    assert seen == [*((1, phase) for phase in PHASES[1:]), (2, "defend-protect")]
    assert PHASES == ("defend-protect", "shoot-throw", "focus-impede", "move", "attack-assist-aimed", "push", "focused")


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("5", 5),
        ("attack", 5),
        ("attack-assist-aimed", 5),
        ("shoot", 2),
        ("7", 7),
        ("0", 0),
        ("8", 0),
        ("attac", 0),
        ("", 0),
    ],
)
def test_a_phase_is_named_by_number_or_by_a_word_of_its_name(word: str, number: int) -> None:
    assert phase_number(word) == number


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("phase", "actions"),
    [*enumerate(("defend protect", "shoot throw", "focus impede", "move", "attack assist aim", "push"), 1)],
)
def test_each_action_belongs_to_its_phase(phase: int, actions: str) -> None:
    for action in actions.split():
        targets = ["mira"] if action in ("protect", "assist") else []
        assert declared(party(), "ogre", action=action, targets=targets).combatants["ogre"].declared.phase == phase
        with pytest.raises(RefusedError, match=f"{action} belongs to phase {phase}"):
            declared(party(), "ogre", action=action, targets=targets, phase=str(phase % 6 + 1))


@pytest.mark.rule("R42")
def test_the_bleeding_are_wounded_at_the_end_of_each_round() -> None:
    bleeding = {"marked": [1, 4, 5], "status": ["incapacitated", "bleeding"]}
    encounter = party(phase="focused", each={"imp": bleeding})
    played = play(encounter, "next")
    assert [(event["marked"], event["amount"]) for event in happened(played, "wound")] == [(2, 2)]
    again = play(played.fight.changed(phase="focused"), "next")
    assert again.fight.combatants["imp"].marked == [1, 2, 3, 4, 5]
    assert "dead" in again.fight.combatants["imp"].status
    assert happened(play(again.fight.changed(phase="focused"), "next"), "wound") == []


@pytest.mark.rule("R20", "R21", "R25", "R29")
def test_what_lasts_a_round_ends_by_itself_at_its_end() -> None:
    held = {
        "status": ["impeded", "cornered"],
        "until": {"impeded": 1, "cornered": 2},
        "by": {"impeded": "ogre", "cornered": "ogre"},
        "declared": {"phase": 1, "action": "defend"},
    }
    shoved = {"status": ["hurled", "freed"], "until": {"hurled": 2, "freed": 1}}
    encounter = party(phase="focused", each={"mira": held, "tomas": shoved})
    first = play(encounter, "next")
    assert (first.fight.combatants["mira"].status, first.fight.combatants["tomas"].status) == (["cornered"], ["hurled"])
    assert first.fight.combatants["mira"].declared is None
    assert {event["name"] for event in happened(first, "condition")} == {"impeded", "freed", "defending"}
    second = play(first.fight.changed(phase="focused"), "next")
    assert (second.fight.combatants["mira"].status, second.fight.combatants["tomas"].status) == ([], [])
    assert second.fight.combatants["mira"].by == {}
    assert first.fight.combatants["mira"].until == {"cornered": 2}


@pytest.mark.rule("R20")
def test_the_end_of_a_defense_is_told() -> None:
    defending = {"declared": {"phase": 1, "action": "defend"}}
    over = play(party(phase="focused", each={"mira": defending}), "next")
    changed = play(party(each={"mira": defending}), "declare", who="mira", action="push")
    felled = play(party(each={"mira": defending}), "wound", 1, targets=["mira"], amount="5")
    ended = [
        [(event["who"], event["reason"]) for event in happened(played, "condition") if event["name"] == "defending"]
        for played in (over, changed, felled, play(party(each={"mira": defending}), "next"))
    ]
    assert ended == [[("mira", "over")], [("mira", "declared something else")], [("mira", "broken")], []]
    secret = {"declared": {"phase": 1, "action": "defend", "secret": True}}
    assert happened(play(party(phase="focused", each={"mira": secret}), "next"), "condition") == []


def test_next_round_goes_through_the_rest_of_the_round() -> None:
    played = play(party(phase="move"), "next", round=True)
    assert [event["number"] for event in happened(played, "phase")] == [5, 6, 7, 1]
    assert (played.fight.round, played.fight.phase) == (2, "defend-protect")


def test_hits_still_pending_are_warned_of() -> None:
    hits = [{"attacker": "ogre", "target": "mira", "wounds": [1]}]
    one = play(party(pending=hits), "next")
    assert one.warnings == ["1 hit is still pending; apply with `wound`, or discard with `wound --discard`"]
    two = play(party(pending=hits * 2), "next")
    assert two.warnings == ["2 hits are still pending; apply with `wound`, or discard with `wound --discard`"]


@pytest.mark.rule("R1", "R15", "R32")
def test_show_tells_who_fights_where_and_which_hits_wait() -> None:
    hits = [{"attacker": "mira", "target": "mob", "wounds": [number], "lowest": number == 4} for number in (2, 4)]
    encounter = fight(
        "realm",
        arenas={"yard": {"kind": "open", "note": "wet"}, "barn": {"kind": "dense", "links": ["yard"]}},
        combatants={"mob": {"count": 3, "arena": "barn"}, "pair": {"count": 2}, "mira": {"player": True, "awesome": 1}},
        pending=hits,
    )
    played = play(encounter, "show")
    told = [event.event for event in played.events]
    assert told == [*("encounter", "combatant", "combatant", "combatant"), *("arena", "arena", "pending", "pending")]
    shown = {event["who"]: event for event in happened(played, "combatant")}
    assert {who: event["count"] for who, event in shown.items()} == {"mob": 3, "pair": 2, "mira": None}
    assert (shown["mob"]["arena"], shown["mira"]["player"], shown["mira"]["awesome"]) == ("barn", True, 1)
    arenas = {event["name"]: event for event in happened(played, "arena")}
    expected = {"yard": ("open", "wet", []), "barn": ("dense", "", ["mob"])}
    assert {name: (event["kind"], event["note"], event["occupants"]) for name, event in arenas.items()} == expected
    waiting = [(event["number"], event["wounds"], event["lowest"]) for event in happened(played, "pending")]
    assert waiting == [(1, [2], False), (2, [4], True)]


@pytest.mark.rule("R6", "R2")
def test_an_unknown_phase_is_refused_with_the_nearest(run: Run) -> None:
    done = run("set", ".", "phase=atack", stdin='ruleset = "realm"\n[combatants.mira]\n')
    assert done.code == 3
    assert "attack" in done.err


@pytest.mark.rule("R25")
def test_whoever_is_limited_is_named_as_their_phase_begins(run: Run) -> None:
    text = """
        ruleset = "realm"
        phase = "focus-impede"
        [combatants.ann]
        status = ["impeded", "cornered"]
        until = {impeded = 1, cornered = 2}
        by = {impeded = "ogre", cornered = "ogre"}
        declared = {phase = 4, action = "move"}
        [combatants.ogre]
    """
    now = run("next", stdin=text)
    assert "To act: ann.\nann is impeded by ogre.\n" in now.err
    after = run("next", "--round", stdin=now.out)
    begun = "phase 1 defend-protect, 10 seconds gone, turn 1.\nTo declare, NPCs first: ann, ogre.\n"
    assert after.err.endswith(f"{begun}ann is cornered by ogre.\n")
