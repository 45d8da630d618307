"""The round of realm: clock, declarations, initiative, the board, what ends when (R1–R7, R24, R42, R51)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.realm.state import PHASES, clock, phase_number
from support import fight, happened, odds, play, refuses

if TYPE_CHECKING:
    from support import Run


def party(**keys: Any) -> Any:
    combatants = {
        "mira": {"player": True, "awareness": 2},
        "ogre": {},
        "tomas": {"player": True, "awareness": 1},
        "imp": {},
    }
    for who, values in keys.pop("each", {}).items():
        combatants[who] |= values
    return fight("realm", combatants=combatants, **keys)


def declared(encounter: Any, who: str, **order: object) -> Any:
    return play(encounter, "declare", who=who, **order).fight


@pytest.mark.rule("R1")
def test_a_round_is_ten_seconds_and_sixty_are_a_turn() -> None:
    assert [clock(number) for number in (1, 2, 60, 61)] == [(0, 1), (10, 1), (590, 1), (600, 2)]
    played = play(party(round=60, phase="focused"), "next")
    (event,) = happened(played, "phase")
    assert (event["round"], event["phase"], event["seconds"], event["turn"]) == (61, "defend-protect", 600, 2)


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
    assert PHASES == (
        "defend-protect",
        "shoot-throw",
        "focus-impede",
        "move",
        "attack-assist-aimed",
        "push",
        "focused",
    )


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
    ("action", "phase"),
    [
        ("defend", 1),
        ("protect", 1),
        ("shoot", 2),
        ("throw", 2),
        ("focus", 3),
        ("impede", 3),
        ("move", 4),
        ("attack", 5),
        ("assist", 5),
        ("aim", 5),
        ("push", 6),
    ],
)
def test_each_action_belongs_to_its_phase(action: str, phase: int) -> None:
    targets = ["mira"] if action in ("protect", "assist") else []
    assert declared(party(), "ogre", action=action, targets=targets).combatants["ogre"].declared.phase == phase
    with pytest.raises(RefusedError, match=f"{action} belongs to phase {phase}"):
        declared(party(), "ogre", action=action, targets=targets, phase=str(phase % 6 + 1))


@pytest.mark.rule("R3")
def test_players_who_declare_before_npcs_are_warned_of_who_is_missing() -> None:
    assert play(party(), "declare", who="mira", action="defend").warnings == [
        "mira declares before the NPCs have: ogre, imp (R3)",
    ]
    one = declared(party(), "ogre", phase="5")
    assert play(one, "declare", who="mira", action="defend").warnings == [
        "mira declares before the NPCs have: imp (R3)"
    ]
    fallen = party(each={"imp": {"status": ["broken"]}, "ogre": {"declared": {"phase": 5}}})
    assert play(fallen, "declare", who="mira", action="defend").warnings == []
    refuses("before the NPCs", party(), "declare", who="mira", action="defend", strict=True)


@pytest.mark.rule("R3")
def test_an_npc_may_declare_a_phase_or_a_plan_and_make_it_precise_later() -> None:
    both = declared(declared(party(), "ogre", phase="5"), "imp", phase="move", plan="flee")
    assert (both.combatants["ogre"].declared.phase, both.combatants["ogre"].declared.action) == (5, "")
    assert (both.combatants["imp"].declared.phase, both.combatants["imp"].declared.plan) == (4, "flee")
    after = declared(both, "mira", action="defend")
    precise = play(after, "declare", who="ogre", action="attack", targets=["mira"])
    assert precise.warnings == []
    assert precise.fight.combatants["ogre"].declared.targets == ["mira"]


@pytest.mark.rule("R4")
def test_an_npcs_change_after_a_player_warns_unless_it_is_paid_for() -> None:
    encounter = party(each={"ogre": {"declared": {"phase": 5, "action": "attack"}}, "imp": {"declared": {"phase": 5}}})
    after = declared(encounter, "mira", action="defend")
    unpaid = play(after, "declare", who="ogre", action="push")
    assert unpaid.warnings == ["ogre changes plans after a player has declared; --pay WHO=1 would make up for it (R4)"]
    paid = play(after, "declare", who="ogre", action="push", pay=["mira=1", "tomas=2"])
    assert paid.warnings == []
    assert (paid.fight.combatants["mira"].awesome, paid.fight.combatants["tomas"].awesome) == (1, 2)
    refuses("imp is no player's character", after, "declare", who="ogre", action="push", pay=["imp=1"])
    refuses("only a change of an NPC's plan", after, "declare", who="mira", action="push", pay=["tomas=1"])


@pytest.mark.rule("R3", "R4")
@pytest.mark.parametrize(
    ("before", "after", "warned"),
    [
        ({"plan": "eat someone"}, {"action": "attack", "targets": ["mira"]}, False),
        ({"phase": "5"}, {"phase": "5", "action": "attack"}, False),
        ({"action": "attack"}, {"action": "attack", "targets": ["mira"]}, False),
        ({"phase": "5"}, {"phase": "2"}, True),
        ({"phase": "5"}, {"action": "push"}, True),
        ({"action": "attack", "targets": ["mira"]}, {"action": "attack", "targets": ["tomas"]}, True),
    ],
)
def test_making_a_plan_precise_is_free_and_changing_it_is_not(
    before: dict[str, Any], after: dict[str, Any], *, warned: bool
) -> None:
    first = declared(declared(party(), "ogre", **before), "mira", action="defend")
    assert bool(play(first, "declare", who="ogre", **after).warnings) == warned


@pytest.mark.rule("R4")
def test_a_secret_focus_is_seen_by_nobody() -> None:
    hidden = play(party(phase="focus"), "declare", who="ogre", action="focus", plan="a dark rite", secret=0)
    assert happened(hidden, "condition") == []
    assert "focusing" in hidden.fight.combatants["ogre"].status
    for order in ({}, {"who": "ogre"}):
        shown = happened(play(hidden.fight, "show", **order), "combatant")
        assert next(event for event in shown if event["who"] == "ogre")["status"] == []
    revealed = play(hidden.fight, "declare", reveal=True).fight
    assert happened(play(revealed, "show", who="ogre"), "combatant")[0]["status"] == ["focusing"]


@pytest.mark.rule("R5")
def test_the_seventh_phase_belongs_to_those_who_focused() -> None:
    each = {
        "mira": {"declared": {"phase": 3, "action": "focus"}},
        "ogre": {"declared": {"phase": 3, "action": "focus"}},
        "imp": {"declared": {"phase": 5, "action": "attack", "done": True}},
    }
    (event,) = happened(play(party(phase="focused", each=each), "order", 4, 3), "order")
    assert event["order"] == ["mira", "ogre"]
    assert happened(play(party(phase="attack", each=each), "order"), "order")[0]["order"] == []


@pytest.mark.rule("R25", "R29")
def test_effects_written_by_hand_end_with_the_round_too() -> None:
    encounter = party(phase="focused", each={"mira": {"status": ["impeded", "hurled", "broken"]}})
    assert play(encounter, "next").fight.combatants["mira"].status == ["broken"]


@pytest.mark.rule("R28")
def test_a_helper_who_does_otherwise_without_paying_is_out_of_order() -> None:
    helper = {"awesome": 1, "declared": {"phase": 5, "action": "assist", "targets": ["tomas"]}}
    npcs = {"ogre": {"declared": {"phase": 5}}, "imp": {"declared": {"phase": 5}}}
    encounter = party(phase="attack", begun=1, each={"mira": helper, **npcs})
    shot = play(encounter.changed(phase="shoot"), "declare", who="mira", action="attack", targets=["ogre"])
    assert any("costs an Awesome" in warning for warning in shot.warnings)
    early = play(encounter.changed(begun=0), "declare", who="mira", action="attack", targets=["ogre"])
    assert early.warnings == []
    again = play(encounter, "declare", who="mira", action="assist", targets=["tomas"])
    assert again.warnings == []
    free = play(encounter, "declare", who="mira", action="attack", targets=["ogre"])
    assert any("costs an Awesome" in warning for warning in free.warnings)
    refuses(
        "nothing to change for an Awesome",
        encounter,
        "declare",
        who="mira",
        action="protect",
        targets=["imp"],
        awesome=True,
    )


@pytest.mark.rule("R4")
def test_what_an_npc_declares_first_is_no_change_however_late() -> None:
    late = declared(declared(party(), "ogre", phase="5"), "mira", action="defend")
    for order in ({"action": "attack", "targets": ["mira"]}, {"phase": "2"}, {"plan": "flee"}):
        played = play(late, "declare", who="imp", **order)
        assert (played.warnings, happened(played, "declare")[0]["changed"]) == ([], False)


@pytest.mark.rule("R4")
def test_a_revelation_is_told_as_one_and_changes_no_plan(run: Run) -> None:
    hidden = play(party(), "declare", who="ogre", action="attack", targets=["mira"], secret=0).fight
    both = declared(hidden, "imp", action="defend")
    played = play(both, "declare", reveal=True)
    (event,) = happened(played, "declare")
    assert (event["who"], event["revealed"], event["changed"], event["secret"]) == ("ogre", True, False, False)
    assert happened(play(played.fight, "declare", reveal=True), "declare") == []
    text = run("declare", "mira", "defend", "--secret", "0", stdin='ruleset = "realm"\n[combatants.mira]\n').out
    assert run("declare", "mira", "--reveal", stdin=text).err == "Revealed: phase 1: mira: defend\n"


@pytest.mark.rule("R4", "R6")
def test_secrets_are_hidden_from_the_board_until_revealed_and_feed_the_bowl() -> None:
    hidden = play(party(), "declare", who="ogre", action="attack", targets=["mira"], secret=2)
    assert hidden.fight.bowl == 2
    assert happened(hidden, "declare")[0]["action"] is None
    board = happened(play(hidden.fight, "order", board=True), "board")
    assert board[4]["declared"] == [{"who": "ogre", "secret": True}]
    shown = happened(play(hidden.fight, "order", board=True, reveal=True), "board")
    assert shown[4]["declared"][0]["targets"] == ["mira"]
    for who in ("ogre", None):
        revealed = play(hidden.fight, "declare", who=who, reveal=True)
        assert happened(revealed, "declare")[0]["targets"] == ["mira"]
        assert not revealed.fight.combatants["ogre"].declared.secret
    assert play(party(), "declare", who="ogre", action="attack", secret=0).fight.bowl == 0


@pytest.mark.rule("R4", "R51")
def test_awesomes_come_out_of_the_bowl_while_there_are_some() -> None:
    played = play(party(bowl=2), "set", id="mira", keys=["awesome=+2"], from_bowl=True)
    assert happened(played, "awesome")[0] | {"purpose": ""} == {
        "event": "awesome",
        "who": "mira",
        "change": 2,
        "left": 2,
        "purpose": "",
    }
    taken = played.fight
    assert (taken.bowl, taken.combatants["mira"].awesome) == (0, 2)
    refuses("the bowl holds 0 Awesomes, not 1", taken, "set", id="mira", keys=["awesome=+1"], from_bowl=True)
    with pytest.raises(UsageError, match="cannot be paid"):
        play(taken, "set", id="mira", keys=["awesome=+0"], from_bowl=True)


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    "keys",
    [["brawn=+1"], ["awesome=1"], ["awesome=-1"], ["awesome=+x"], ["awesome=+"], ["awesome=+1", "brawn=2"]],
)
def test_out_of_the_bowl_come_awesomes_and_nothing_else(keys: list[str]) -> None:
    with pytest.raises(UsageError, match="--from-bowl takes Awesomes out of the bowl"):
        play(party(bowl=2), "set", id="mira", keys=keys, from_bowl=True)


@pytest.mark.rule("R5")
def test_initiative_is_a_d10_and_awareness_highest_first() -> None:
    # One die each in the file's order: mira 2+3, ogre 10, tomas 1+4, imp 1; the tied share their place.
    played = play(party(), "order", 3, 10, 4, 1)
    (event,) = happened(played, "order")
    assert event["order"] == ["ogre", "mira", "tomas", "imp"]
    assert event["ties"] == [["mira", "tomas"]]
    assert event["totals"] == {"mira": [5], "ogre": [10], "tomas": [5], "imp": [1]}


@pytest.mark.rule("R5")
def test_ties_are_rerolled_until_they_are_split_where_the_table_wants_it() -> None:
    (event,) = happened(play(party(), "order", 3, 9, 4, 1, 1, 2, 5, 7, ties="reroll"), "order")
    assert event["order"] == ["ogre", "tomas", "mira", "imp"]
    assert event["totals"]["mira"] == [5, 3, 7]
    with pytest.raises(UsageError, match='expected "reroll"'):
        play(party(), "order", ties="again")


@pytest.mark.rule("R5")
def test_only_those_who_declared_for_the_phase_roll() -> None:
    each = {
        "mira": {"declared": {"phase": 4, "action": "move"}},
        "ogre": {"declared": {"phase": 4}},
        "tomas": {"declared": {"phase": 4, "action": "move", "done": True}},
        "imp": {"status": ["dead"], "declared": {"phase": 4}},
    }
    (event,) = happened(play(party(phase="move", each=each), "order", 1, 2), "order")
    assert event["order"] == ["mira", "ogre"]
    each["ogre"] = {"declared": {"phase": 5}}
    alone = play(party(phase="move", each=each), "order")
    assert happened(alone, "order")[0]["order"] == ["mira"]
    assert alone.warnings == ["initiative is rolled only when several want to act in the same phase (R5)"]


@pytest.mark.rule("R6")
def test_the_board_shows_phases_one_to_six_npcs_first() -> None:
    each = {
        "mira": {"declared": {"phase": 5, "action": "attack", "targets": ["ogre"]}},
        "ogre": {"declared": {"phase": 5, "plan": "something nasty"}},
    }
    board = happened(play(party(each=each), "order", board=True), "board")
    assert [event["phase"] for event in board] == list(PHASES[:6])
    assert board[4]["declared"] == [
        {"who": "ogre", "action": "", "targets": [], "plan": "something nasty", "done": False},
        {"who": "mira", "action": "attack", "targets": ["ogre"], "plan": "", "done": False},
    ]
    assert [event["current"] for event in board] == [True] + [False] * 5


@pytest.mark.rule("R24")
def test_a_focus_kept_to_the_seventh_phase_is_completed() -> None:
    focused = declared(party(phase="focus"), "mira", action="focus", targets=["the", "rune"])
    assert focused.combatants["mira"].declared.plan == "the rune"
    assert happened(play(focused.changed(phase="push"), "next"), "focused") == []
    last = play(focused.changed(phase="focused"), "next")
    assert [(event["who"], event["plan"]) for event in happened(last, "focused")] == [("mira", "the rune")]
    assert last.fight.combatants["mira"].status == []
    hurt = play(focused.changed(phase="push"), "wound", targets=["mira"], amount="1").fight
    assert happened(play(hurt.changed(phase="focused"), "next"), "focused") == []


@pytest.mark.rule("R24")
def test_only_a_declared_focus_is_one_and_it_begins_once() -> None:
    for action in ("defend", "attack", "move", "push"):
        assert declared(party(), "ogre", action=action).combatants["ogre"].status == []
    focused = declared(party(phase="focus"), "ogre", action="focus")
    again = play(focused, "declare", who="ogre", action="focus", plan="the rune")
    assert (again.fight.combatants["ogre"].status, happened(again, "condition")) == (["focusing"], [])


@pytest.mark.rule("R24")
def test_declaring_something_else_ends_a_focus() -> None:
    focused = declared(party(phase="focus"), "mira", action="focus")
    changed = play(focused, "declare", who="mira", action="defend")
    assert changed.fight.combatants["mira"].status == []
    assert happened(changed, "condition")[0]["reason"] == "declared something else"


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


@pytest.mark.rule("R42", "R52")
@pytest.mark.parametrize(("phase", "order"), [("focused", {}), ("focused", {"round": True}), ("push", {"round": True})])
def test_odds_tell_what_the_end_of_the_round_brings_to_the_bleeding(phase: str, order: dict[str, bool]) -> None:
    bleeding = {"marked": [1, 2, 4, 5], "status": ["incapacitated", "bleeding"]}
    encounter = party(phase=phase, each={"imp": bleeding})
    chances = {event["of"]: event["chance"] for event in odds(encounter, "next", **order)}
    assert (chances["box 3"], chances["dead"], chances["broken"]) == ("1", "1", "0")
    with pytest.raises(RefusedError, match="rolls no dice"):
        odds(encounter.changed(phase="push"), "next")


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
    assert {event["name"] for event in happened(first, "condition")} == {"impeded", "freed"}
    second = play(first.fight.changed(phase="focused"), "next")
    assert (second.fight.combatants["mira"].status, second.fight.combatants["tomas"].status) == ([], [])
    assert second.fight.combatants["mira"].by == {}
    assert first.fight.combatants["mira"].until == {"cornered": 2}


@pytest.mark.rule("R22")
def test_a_right_to_counter_ends_with_the_phase() -> None:
    assert play(party(each={"mira": {"counters": ["ogre"]}}), "next").fight.combatants["mira"].counters == []


def test_next_round_goes_through_the_rest_of_the_round() -> None:
    played = play(party(phase="move"), "next", round=True)
    assert [event["number"] for event in happened(played, "phase")] == [5, 6, 7, 1]
    assert (played.fight.round, played.fight.phase) == (2, "defend-protect")


def test_hits_still_pending_are_warned_of() -> None:
    hits = [{"attacker": "ogre", "target": "mira", "wounds": [1]}]
    one = play(party(pending=hits), "next")
    assert one.warnings == ["1 hit is still pending; `wound` applies, --discard drops"]
    two = play(party(pending=hits * 2), "next")
    assert two.warnings == ["2 hits are still pending; `wound` applies, --discard drops"]


@pytest.mark.rule("R28", "R51")
def test_a_declared_helper_may_attack_or_protect_instead_for_an_awesome() -> None:
    helper = {"awesome": 1, "declared": {"phase": 5, "action": "assist", "targets": ["tomas"]}}
    npcs = {"ogre": {"declared": {"phase": 5}}, "imp": {"declared": {"phase": 5}}}
    encounter = party(each={"mira": helper, **npcs}).changed(begun=1)
    order = {"who": "mira", "action": "protect", "targets": ["tomas"], "awesome": True}
    spent = play(encounter, "declare", **order)
    assert (happened(spent, "awesome")[0]["change"], happened(spent, "awesome")[0]["left"]) == (-1, 0)
    changed = spent.fight
    assert (changed.combatants["mira"].awesome, changed.combatants["mira"].declared.action) == (0, "protect")
    poor = party(each={"mira": helper | {"awesome": 0}, **npcs}).changed(begun=1)
    refuses("mira has no Awesome left", poor, "declare", **order)
    done = party(each={"mira": helper | {"declared": helper["declared"] | {"done": True}}, **npcs})  # type: ignore[operator]
    refuses("already assisted", done, "declare", **order)
    refuses("nothing to change for an Awesome", changed, "declare", **order)


@pytest.mark.parametrize(
    ("order", "error", "message"),
    [
        ({"who": "ogre", "action": "atack"}, UsageError, 'no action "atack"'),
        ({"who": "ogre", "phase": "7"}, UsageError, '"7" is no phase to declare for'),
        ({"who": "ogre", "phase": "0"}, UsageError, '"0" is no phase to declare for'),
        ({"who": "ogre", "phase": "dinner"}, UsageError, '"dinner" is no phase to declare for'),
        ({"who": "ogre"}, UsageError, "declare ogre: what"),
        ({}, UsageError, "declare needs WHO"),
        ({"who": "ogre", "action": "attack", "targets": ["mira", "tomas"]}, UsageError, "one target at most, not 2"),
        ({"who": "ogre", "action": "defend", "targets": ["mira"]}, UsageError, "takes no target, not 1"),
        ({"who": "ogre", "action": "assist"}, UsageError, "takes one target, not 0"),
        ({"who": "ogre", "action": "protect", "targets": ["ogre"]}, RefusedError, "cannot protect themselves"),
        ({"who": "ogre", "action": "attack", "targets": ["mirra"]}, RefusedError, 'no combatant "mirra"'),
        ({"who": "ogre", "action": "move", "targets": ["attic"]}, RefusedError, 'no arena "attic"'),
    ],
)
def test_declarations_that_make_no_sense_are_refused(
    order: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        play(party(), "declare", **order)


@pytest.mark.rule("R21", "R23", "R25", "R28")
@pytest.mark.parametrize("action", ["protect", "assist", "shoot", "throw", "aim", "impede", "attack"])
def test_what_is_done_to_one_is_declared_against_one(action: str) -> None:
    one = declared(party(), "ogre", action=action, targets=["mira"])
    assert one.combatants["ogre"].declared.targets == ["mira"]
    with pytest.raises(UsageError, match=f"{action} takes one target.*, not 2"):
        play(party(), "declare", who="ogre", action=action, targets=["mira", "tomas"])
    both = declared(party(), "ogre", action="push", targets=["mira", "tomas"])
    assert both.combatants["ogre"].declared.targets == ["mira", "tomas"]


@pytest.mark.rule("R7")
def test_declaring_again_after_acting_is_out_of_order() -> None:
    acted = party(each={"ogre": {"declared": {"phase": 5, "action": "attack", "done": True}}})
    assert play(acted, "declare", who="ogre", action="push").warnings == ["ogre has already acted this round (R7)"]
    refuses("already acted", acted, "declare", who="ogre", action="push", strict=True)


@pytest.mark.rule("R3")
def test_a_declaration_keeps_what_the_new_one_does_not_say() -> None:
    first = declared(party(), "ogre", action="push", targets=["mira"])
    second = declared(first, "ogre", plan="into the canal").combatants["ogre"].declared
    assert (second.phase, second.action, second.targets, second.plan) == (6, "push", ["mira"], "into the canal")
    phase_only = declared(declared(party(), "ogre", phase="2"), "ogre", plan="wait")
    assert phase_only.combatants["ogre"].declared.phase == 2
    assert declared(party(), "ogre", plan="wait").combatants["ogre"].declared.phase == 5


DEEDS: list[tuple[str, int, str, dict[str, Any], tuple[int, ...]]] = [
    ("shoot", 2, "attack", {"attacker": "mira", "targets": ["ogre"], "weapon": "bow"}, (1, 2)),
    ("impede", 3, "impede", {"who": "mira", "target": "ogre"}, (1, 1)),
    ("move", 4, "move", {"who": "mira", "way": ["there"]}, ()),
    ("attack", 5, "attack", {"attacker": "mira", "targets": ["ogre"], "weapon": "unarmed"}, (1,)),
    ("aim", 5, "attack", {"attacker": "mira", "targets": ["ogre"], "weapon": "bow", "aim": True}, (1, 2)),
    ("push", 6, "push", {"who": "mira", "targets": ["ogre"], "to": "there"}, (1, 2)),
]
"""What is declared, its phase, and how it is done with which dice; none of it succeeds."""


def about_to_act(phase: int, declared: dict[str, Any] | None) -> Any:
    """Return a fight of mira, who has a bow and bare hands, and an ogre; beside them is one other arena."""
    weapons = {"bow": {"class": "ranged", "range": "short-bow"}}
    return fight(
        "realm",
        phase=PHASES[phase - 1],
        arenas={"here": {"links": ["there"]}, "there": {}},
        combatants={
            "mira": {"side": "heroes", "arena": "here", "weapons": weapons, "declared": declared},
            "ogre": {"side": "foes", "arena": "here"},
        },
    )


@pytest.mark.rule("R7")
@pytest.mark.parametrize(("deed", "phase", "command", "order", "faces"), DEEDS)
def test_a_declared_deed_in_its_phase_is_in_order_and_done_once(
    deed: str, phase: int, command: str, order: dict[str, Any], faces: tuple[int, ...]
) -> None:
    ready = about_to_act(phase, {"phase": phase, "action": deed})
    once = play(ready, command, *faces, **order, strict=True)
    assert (once.warnings, once.fight.combatants["mira"].declared.done) == ([], True)
    again = order | ({"way": ["here"]} if deed == "move" else {})
    assert play(once.fight, command, *faces, **again).warnings == ["mira has already acted this round (R7)"]
    refuses("mira has already acted this round", once.fight, command, **again, strict=True)


@pytest.mark.rule("R3", "R7")
@pytest.mark.parametrize(("deed", "phase", "command", "order", "faces"), DEEDS)
def test_a_bare_phase_allows_the_deeds_of_that_phase_and_no_others(
    deed: str, phase: int, command: str, order: dict[str, Any], faces: tuple[int, ...]
) -> None:
    done = play(about_to_act(phase, {"phase": phase}), command, *faces, **order, strict=True)
    assert (done.warnings, done.fight.combatants["mira"].declared.done) == ([], True)
    refuses(f"mira declared phase 1, not .*{deed}", about_to_act(phase, {"phase": 1}), command, **order, strict=True)


@pytest.mark.rule("R2", "R7")
@pytest.mark.parametrize(("deed", "phase", "command", "order", "faces"), DEEDS)
def test_a_deed_that_was_not_declared_or_comes_out_of_its_phase_is_irregular(
    deed: str, phase: int, command: str, order: dict[str, Any], faces: tuple[int, ...]
) -> None:
    wanted = "shoot or throw" if deed == "shoot" else deed
    irregular = {
        f"mira has not declared {wanted} (R7)": about_to_act(phase, None),
        f"mira declared defend, not {wanted} (R7)": about_to_act(phase, {"phase": 1, "action": "defend"}),
        f"this is phase 1 defend-protect; {wanted} belongs to {phase} {PHASES[phase - 1]} (R2)": about_to_act(
            1, {"phase": phase, "action": deed}
        ),
    }
    for warning, encounter in irregular.items():
        assert play(encounter, command, *faces, **order).warnings == [warning]
        with pytest.raises(RefusedError) as refused:
            play(encounter, command, **order, strict=True)
        assert refused.value.message == warning


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
    assert [event["event"] for event in played.events] == [
        *("encounter", "combatant", "combatant", "combatant"),
        *("arena", "arena", "pending", "pending"),
    ]
    shown = {event["who"]: event for event in happened(played, "combatant")}
    assert {who: event["count"] for who, event in shown.items()} == {"mob": 3, "pair": 2, "mira": None}
    assert (shown["mob"]["arena"], shown["mira"]["player"], shown["mira"]["awesome"]) == ("barn", True, 1)
    arenas = {event["name"]: event for event in happened(played, "arena")}
    assert {name: (event["kind"], event["note"], event["occupants"]) for name, event in arenas.items()} == {
        "yard": ("open", "wet", []),
        "barn": ("dense", "", ["mob"]),
    }
    waiting = [(event["number"], event["wounds"], event["lowest"]) for event in happened(played, "pending")]
    assert waiting == [(1, [2], False), (2, [4], True)]


@pytest.mark.rule("R5")
def test_an_order_stands_until_the_phase_ends() -> None:
    each = {
        "mira": {"declared": {"phase": 5, "action": "attack", "targets": ["ogre"]}},
        "ogre": {"declared": {"phase": 5}},
    }
    rolled = play(party(phase="attack", each=each), "order", 9, 2)
    (first,) = happened(rolled, "order")
    assert first["order"] == ["mira", "ogre"]
    (again,) = happened(play(rolled.fight, "order"), "order")
    assert (again["order"], again["totals"], again["faces"]) == (["mira", "ogre"], {"mira": [11], "ogre": [2]}, [])
    assert happened(play(rolled.fight, "order", 1, 10, again=True), "order")[0]["order"] == ["ogre", "mira"]
    assert happened(play(rolled.fight, "show"), "order")[0]["order"] == ["mira", "ogre"]
    board = happened(play(rolled.fight, "order", board=True), "board")
    assert [line["who"] for line in board[4]["declared"]] == ["mira", "ogre"]
    assert play(rolled.fight, "next").fight.order is None
    assert play(rolled.fight.with_combatant("mira", marked=[4, 5]), "order").events[0]["order"] == ["ogre"]


@pytest.mark.rule("R5")
def test_a_group_rolls_once_and_nobody_left_is_said() -> None:
    group = party(each={"imp": {"count": 3}})
    assert len(happened(play(group, "order", 1, 2, 3, 4), "order")[0]["faces"]) == 4
    done = party(phase="push", each={"mira": {"declared": {"phase": 6, "action": "push", "done": True}}})
    nobody = play(done, "order")
    assert nobody.warnings == [
        "nobody who wants to act in this phase is left; `declare WHO …` says what somebody does (R5)"
    ]


@pytest.mark.rule("R6", "R2")
@pytest.mark.parametrize("word", ["5", "attack", "attack-assist-aimed"])
def test_the_phase_may_be_set_by_number_or_word(run: Run, word: str) -> None:
    done = run("set", ".", f"phase={word}", stdin='ruleset = "realm"\n[combatants.mira]\n')
    assert done.toml["phase"] == "attack-assist-aimed"
    board = run("order", "--board", "--json", stdin=done.out).events
    assert [event["number"] for event in board if event["current"]] == [5]


@pytest.mark.rule("R6", "R2")
def test_an_unknown_phase_is_refused_with_the_nearest(run: Run) -> None:
    done = run("set", ".", "phase=atack", stdin='ruleset = "realm"\n[combatants.mira]\n')
    assert done.code == 3
    assert "attack" in done.err


@pytest.mark.rule("R5")
def test_a_roll_anew_goes_by_the_files_order() -> None:
    declared = {who: {"declared": {"phase": 5, "action": "attack"}} for who in ("mira", "tomas")}
    encounter = party(phase="5", each=declared)
    first = play(encounter, "order", 1, 9)
    assert happened(first, "order")[0]["order"] == ["tomas", "mira"]
    again = play(first.fight, "order", 1, 9, again=True)
    assert happened(again, "order")[0]["order"] == ["tomas", "mira"]
