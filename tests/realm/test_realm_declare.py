"""Declarations of realm: when, how precise, and what changing one costs (R3, R4, R21, R23, R28)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.errors import RefusedError, UsageError
from realm_fights import brawl, camp, declared, party, said
from support import Run, happened, play, refused, refuses, usage_error


def test_declaring_the_same_again_is_no_change(run: Run) -> None:
    text = run("new", "realm", "--example").out
    assert "changed" not in run("declare", "mira", "attack", "ruffian", stdin=text).err
    assert "changed" in run("declare", "mira", "attack", "thugs", stdin=text).err


@pytest.mark.rule("R3")
def test_players_who_declare_before_npcs_are_warned_of_who_is_missing() -> None:
    assert play(party(), "declare", who="mira", action="defend").warnings == [
        "mira declares before the NPCs have: ogre, imp (R3)"
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


@pytest.mark.rule("R21", "R27", "R28", "R29")
@pytest.mark.parametrize(
    ("action", "right", "wrong", "warning"),
    [
        ("protect", "cid", "bob", "bob is not on ann's side (R21)"),
        ("assist", "cid", "bob", "bob is not on ann's side (R28)"),
        *((action, "bob", "cid", "cid is on ann's own side (R27)") for action in ("attack", "shoot", "throw", "aim")),
        ("push", "bob", "cid", "cid is on ann's own side (R29)"),
    ],
)
def test_helping_a_foe_and_turning_on_an_ally_are_irregular_when_declared(
    action: str, right: str, wrong: str, warning: str
) -> None:
    sides = brawl("1")
    assert play(sides, "declare", who="ann", action=action, targets=[right]).warnings == []
    order = {"who": "ann", "action": action, "targets": [wrong]}
    assert play(sides, "declare", **order).warnings == [warning]
    refuses(warning.partition(" (")[0], sides, "declare", **order, strict=True)
    assert play(sides, "declare", **order, secret=0).warnings == []
    refuses("what ann declares is irregular", sides, "declare", **order, secret=0, strict=True)


@pytest.mark.rule("R28")
def test_assisting_a_foe_is_irregular() -> None:
    helped = {"attacker": "ann", "targets": ["dora"], "assist": ["bob"]}
    assert "ann is not on bob's side (R28)" in play(brawl("5"), "attack", 1, 2, 3, **helped).warnings
    allied = {**helped, "assist": ["cid"]}
    assert not any("side" in each for each in play(brawl("5"), "attack", 1, 2, 3, **allied).warnings)


@pytest.mark.rule("R25", "R27", "R29")
@pytest.mark.parametrize("action", ["attack", "shoot", "throw", "aim", "impede", "push"])
def test_what_is_done_to_others_is_not_declared_on_oneself(action: str) -> None:
    refuses("ann cannot .* themselves", brawl("1"), "declare", who="ann", action=action, targets=["ann"])


@pytest.mark.rule("R4")
def test_an_npcs_change_after_a_player_warns_unless_it_is_paid_for() -> None:
    encounter = party(each={"ogre": {"declared": {"phase": 5, "action": "attack"}}, "imp": {"declared": {"phase": 5}}})
    after = declared(encounter, "mira", action="defend")
    unpaid = play(after, "declare", who="ogre", action="push")
    assert unpaid.warnings == ["ogre changes plans after a player has declared; --pay WHO=1 makes up for it (R4)"]
    paid = play(after, "declare", who="ogre", action="push", pay=["MIRA=1", "tomas=2"])
    assert paid.warnings == []
    assert (paid.fight.combatants["mira"].awesome, paid.fight.combatants["tomas"].awesome) == (1, 2)
    for word in ("mira=1,tomas=2", "mira", "=1"):
        usage_error("expected WHO=N, once for each", after, "declare", who="ogre", action="push", pay=[word])
    refuses("imp is not a player's character", after, "declare", who="ogre", action="push", pay=["imp=1"])
    refuses("only for changes of an NPC's plan", after, "declare", who="mira", action="push", pay=["tomas=1"])


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


@pytest.mark.rule("R28")
def test_a_helper_who_does_otherwise_without_paying_is_out_of_order() -> None:
    helper = {"awesome": 1, "declared": {"phase": 5, "action": "assist", "targets": ["tomas"]}}
    npcs = {"ogre": {"declared": {"phase": 5}}, "imp": {"declared": {"phase": 5}}}
    encounter = party(phase="attack", begun=1, each={"mira": helper, **npcs})
    shot = play(encounter.changed(phase="shoot"), "declare", who="mira", action="attack", targets=["ogre"])
    assert any("costs an Awesome" in warning for warning in shot.warnings)
    idle = play(encounter, "declare", who="mira", action="pass")
    assert idle.warnings == ["mira changes plans after the round's first action (R7)"]
    early = play(encounter.changed(begun=0), "declare", who="mira", action="attack", targets=["ogre"])
    assert early.warnings == []
    again = play(encounter, "declare", who="mira", action="assist", targets=["tomas"])
    assert again.warnings == []
    free = play(encounter, "declare", who="mira", action="attack", targets=["ogre"])
    assert any("costs an Awesome" in warning for warning in free.warnings)
    order = {"who": "mira", "action": "protect", "targets": ["imp"], "awesome": True}
    refuses("mira may only attack, or protect tomas, instead of assisting", encounter, "declare", **order)


@pytest.mark.rule("R4")
def test_what_an_npc_declares_first_is_no_change_however_late() -> None:
    late = declared(declared(party(), "ogre", phase="5"), "mira", action="defend")
    for order in ({"action": "attack", "targets": ["mira"]}, {"phase": "2"}, {"plan": "flee"}):
        played = play(late, "declare", who="imp", **order)
        assert (played.warnings, happened(played, "declare")[0]["changed"]) == ([], False)


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
    refuses("no assist to change for an Awesome", changed, "declare", **order)


@pytest.mark.parametrize(
    ("order", "error", "message"),
    [
        ({"who": "ogre", "action": "atack"}, UsageError, 'no action "atack"'),
        ({"who": "ogre", "phase": "7"}, UsageError, '"7" is not a phase to declare for'),
        ({"who": "ogre", "phase": "0"}, UsageError, '"0" is not a phase to declare for'),
        ({"who": "ogre", "phase": "dinner"}, UsageError, '"dinner" is not a phase to declare for'),
        ({"who": "ogre"}, UsageError, "declare ogre: what"),
        ({}, UsageError, "declare: no combatant given"),
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
    usage_error(
        f"{action} takes one target.*, not 2", party(), "declare", who="ogre", action=action, targets=["mira", "tomas"]
    )
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


@pytest.mark.rule("R7")
def test_a_declaration_is_free_to_change_until_the_first_deed() -> None:
    before = camp("2", mira=said("attack", 5, "ogre"), tomas=said("shoot", 2, "ogre"))
    assert play(before, "declare", who="mira", action="push", strict=True).warnings == []
    after = play(before, "attack", 1, attacker="tomas", targets=["ogre"], weapon="unarmed").fight
    changed = play(after, "declare", who="mira", action="push")
    assert changed.warnings == ["mira changes plans after the round's first action (R7)"]
    new = after.with_combatant("mira", declared=None)
    assert play(new, "declare", who="mira", action="push", strict=True).warnings == []


@pytest.mark.rule("R3", "R23")
@pytest.mark.parametrize(
    ("before", "late"),
    [({"phase": 2}, False), ({"phase": 2, "action": "shoot", "targets": ["mira"]}, False), (None, True)],
)
def test_an_aim_makes_a_shot_precise_and_is_late_from_phase_3_on(before: dict[str, Any] | None, *, late: bool) -> None:
    order: dict[str, Any] = {"who": "ogre", "action": "aim", "targets": ["mira"]}
    now = camp("2", ogre={"declared": before}, mira=said("defend", 1))
    assert play(now, "declare", strict=True, **order).warnings == []
    later = play(now.changed(phase="4", begun=1), "declare", **order).warnings
    assert any("that phase is over" in warning for warning in later) == late


@pytest.mark.rule("R3", "R6")
def test_an_aim_stands_on_the_board_in_2_and_in_5() -> None:
    board = happened(play(camp(ogre=said("aim", 5, "mira")), "order", board=True), "board")
    assert [event["number"] for event in board if event["declared"]] == [2, 5]


@pytest.mark.rule("R4")
def test_a_protect_may_be_aimed_later() -> None:
    open_ = play(camp(), "declare", who="tomas", action="protect", strict=True).fight
    aimed = play(open_.changed(phase="5", begun=1), "declare", who="tomas", action="protect", targets=["mira"])
    assert aimed.warnings == []
    (event,) = happened(play(aimed.fight, "attack", 1, attacker="ogre", targets=["mira"], strict=True), "attack")
    assert (event["target"], event["instead_of"]) == ("tomas", "mira")


@pytest.mark.rule("R28", "R7")
def test_no_awesome_is_spent_on_a_change_that_is_free() -> None:
    encounter = camp("4", mira=said("assist", 5, "tomas") | {"awesome": 1})
    free = play(encounter, "declare", who="mira", action="attack", targets=["ogre"], awesome=True, strict=True)
    assert free.fight.combatants["mira"].awesome == 1
    assert free.warnings == ["no Awesome is spent, because this is free before the round's first action (R28)"]
    late = play(encounter, "declare", who="mira", action="protect", targets=["tomas"], awesome=True, strict=True)
    assert (late.fight.combatants["mira"].awesome, late.warnings) == (0, [])


@pytest.mark.rule("R2")
@pytest.mark.parametrize("phase", [0, 7, 9])
def test_a_declaration_is_for_one_of_the_six_phases(run: Run, phase: int) -> None:
    refused(
        run("check", stdin=f'ruleset = "realm"\n[combatants.ann]\ndeclared = {{phase = {phase}}}\n'),
        3,
        "combatants.ann.declared.phase",
    )


@pytest.mark.rule("R3")
def test_an_npc_who_does_nothing_is_said_to_pass_however_late() -> None:
    passed = play(party(phase="5"), "declare", who="ogre", action="pass", strict=True)
    assert passed.warnings == []
    assert "before the NPCs have: imp" in play(passed.fight, "declare", who="mira", action="push").warnings[0]
    both = declared(passed.fight, "imp", action="pass")
    assert play(both, "declare", who="mira", action="push", strict=True).warnings == []
    assert happened(play(both, "next"), "phase")[0]["undone"] == []
    refuses("ogre declared pass, not attack", both, "attack", 1, attacker="ogre", targets=["mira"], strict=True)


@pytest.mark.rule("R29")
def test_who_was_hurled_declares_no_move_in_the_next_round() -> None:
    hurled = camp("1", ogre={"declared": None, "status": ["hurled"], "until": {"hurled": 2}})
    assert play(hurled, "declare", who="ogre", action="move", targets=["b"], strict=True).warnings == []
    after = hurled.changed(round=2)
    refuses("ogre is hurled and cannot move this round", after, "declare", who="ogre", action="move", strict=True)
