"""What one may do in a round of realm, and when it may be declared (R3, R4, R7, R24, R26, R28)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from combatcli.errors import UsageError
from support import fight, happened, play, refuses

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

HERE = {"arena": "a"}


def party(phase: str = "1", **each: dict[str, Any]) -> Any:
    combatants: dict[str, Any] = {
        "mira": {"player": True, **HERE},
        "tomas": {"player": True, **HERE},
        "ogre": {"declared": {"phase": 5, "action": "attack", "targets": ["mira"]}, **HERE},
    }
    for who, keys in each.items():
        combatants[who] = combatants.get(who, {}) | keys
    arenas = {"a": {"links": ["b", "c"]}, "b": {}, "c": {}}
    return fight("realm", phase=phase, arenas=arenas, combatants=combatants)


def said(action: str, phase: int, *targets: str, **more: object) -> dict[str, Any]:
    """Return the keys of somebody who has declared that."""
    return {"declared": {"phase": phase, "action": action, "targets": list(targets), **more}}


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("phase", "action", "late"),
    [
        ("1", "defend", False),
        ("2", "defend", True),
        ("2", "protect", True),
        ("2", "shoot", False),
        ("3", "shoot", True),
        ("3", "focus", False),
        ("4", "focus", True),
        ("4", "impede", True),
        ("5", "move", True),
        ("5", "attack", False),
        ("6", "attack", True),
        ("7", "push", True),
    ],
)
def test_what_is_declared_for_a_phase_past_is_irregular(phase: str, action: str, *, late: bool) -> None:
    order: dict[str, Any] = {"who": "mira", "action": action}
    played = play(party(phase), "declare", **order)
    assert any("that phase is past" in warning for warning in played.warnings) == late
    if late:
        refuses("that phase is past", party(phase), "declare", strict=True, **order)


@pytest.mark.rule("R7")
def test_a_declaration_is_free_to_change_until_the_first_deed() -> None:
    before = party("2", mira=said("attack", 5, "ogre"), tomas=said("shoot", 2, "ogre"))
    assert play(before, "declare", who="mira", action="push", strict=True).warnings == []
    after = play(before, "attack", 1, attacker="tomas", targets=["ogre"], weapon="unarmed").fight
    changed = play(after, "declare", who="mira", action="push")
    assert changed.warnings == ["mira changes plans after the round's first deed (R7)"]
    new = after.with_combatant("mira", declared=None)
    assert play(new, "declare", who="mira", action="push", strict=True).warnings == []


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("command", "faces", "order", "deed"),
    [
        ("attack", [1], {"attacker": "ogre", "targets": ["mira"]}, True),
        ("impede", [1, 2], {"who": "ogre", "target": "mira"}, True),
        ("move", [], {"who": "ogre", "way": ["b"]}, True),
        ("push", [1, 2], {"who": "ogre", "targets": ["mira"], "to": "b"}, True),
        ("test", [1], {"who": "ogre", "trait": "brawn"}, True),
        ("next", [], {"done": ["ogre"]}, True),
        ("wound", [], {"targets": ["mira"], "amount": "1"}, False),
        ("order", [4, 5], {}, False),
        ("arena link", [], {"one": "b", "other": "c"}, False),
    ],
)
def test_what_a_deed_is(command: str, faces: list[int], order: dict[str, Any], *, deed: bool) -> None:
    encounter = party("5", tomas=said("attack", 5, "ogre"))
    after = play(encounter, command, *faces, **order).fight
    changed = play(after, "declare", who="tomas", action="push")
    assert ("tomas changes plans after the round's first deed (R7)" in changed.warnings) == deed


@pytest.mark.rule("R7")
@pytest.mark.parametrize("action", ["defend", "protect", "focus", "attack"])
def test_done_is_done(action: str) -> None:
    for keys in (said("attack", 5, "ogre"), {}):
        acted = play(party("5", mira=keys), "attack", 1, attacker="mira", targets=["ogre"]).fight
        refuses("mira has already acted this round", acted, "declare", who="mira", action=action, strict=True)
        refuses("mira has", acted, "attack", 1, attacker="mira", targets=["ogre"], strict=True)
        again = play(acted, "attack", 1, attacker="mira", targets=["ogre"])
        assert "mira has already acted this round (R7)" in again.warnings


@pytest.mark.rule("R7")
def test_the_next_round_all_may_act_again() -> None:
    acted = play(party("5"), "attack", 1, attacker="mira", targets=["ogre"]).fight
    later = acted.changed(round=2).with_combatant("ogre", declared=None)
    ogre = play(later, "declare", who="ogre", action="attack", targets=["mira"], strict=True).fight
    assert play(ogre, "declare", who="mira", action="push", targets=["ogre"], strict=True).warnings == []


@pytest.mark.rule("R7", "R4")
@pytest.mark.parametrize(
    ("keys", "phase", "command", "faces", "order", "message"),
    [
        (
            said("push", 6, "ogre"),
            "6",
            "push",
            [1, 2],
            {"targets": ["tomas"], "to": "b"},
            "declared push ogre, not tomas",
        ),
        (said("impede", 3, "ogre"), "3", "impede", [1, 2], {"target": "tomas"}, "declared impede ogre, not tomas"),
        (said("move", 4, "b"), "4", "move", [], {"way": ["c"]}, "declared move b, not c"),
        (said("attack", 5, "ogre"), "6", "push", [1, 2], {"targets": ["ogre"], "to": "b"}, "declared attack, not push"),
        ({"declared": {"phase": 5}}, "4", "move", [], {"way": ["c"]}, "declared phase 5, not move"),
        (said("attack", 5, "ogre"), "5", "test", [1], {"trait": "brawn"}, "declared attack, not a test"),
        (
            said("push", 6, "ogre", secret=True),
            "6",
            "push",
            [1, 2],
            {"targets": ["tomas"], "to": "b"},
            "declared something else, not push",
        ),
        (
            said("push", 6, "ogre", secret=True),
            "4",
            "move",
            [],
            {"way": ["c"]},
            "declared something else, not move",
        ),
    ],
)
def test_another_deed_than_the_declared_one_is_irregular(
    keys: dict[str, Any], phase: str, command: str, faces: list[int], order: dict[str, Any], message: str
) -> None:
    encounter = party(phase, mira=keys)
    warnings = play(encounter, command, *faces, who="mira", **order).warnings
    assert any(message in warning for warning in warnings)
    refuses(message, encounter, command, *faces, who="mira", strict=True, **order)


@pytest.mark.rule("R7")
def test_a_test_may_be_what_was_planned() -> None:
    planned = party("4", mira={"declared": {"phase": 4, "plan": "vault the stalls"}})
    played = play(planned, "test", 9, who="mira", trait="brawn", strict=True)
    assert played.fight.combatants["mira"].declared.done
    assert play(party("4"), "test", 9, who="mira", trait="brawn", strict=True).warnings == []


@pytest.mark.rule("R7", "R26")
@pytest.mark.parametrize("keys", [said("move", 4, "b"), said("attack", 5, "ogre"), said("push", 6, "ogre"), {}])
def test_breaking_free_takes_the_place_of_the_attack_of_phase_5(keys: dict[str, Any]) -> None:
    held = {"status": ["impeded", "cornered"], "by": {"impeded": "ogre", "cornered": "ogre"}}
    encounter = party("4", mira=held | keys)
    struck = play(encounter, "attack", 1, attacker="mira", targets=["ogre"], strict=True)
    assert struck.warnings == []
    again = play(struck.fight.changed(phase="5"), "attack", 1, attacker="mira", targets=["ogre"])
    assert "mira has attacked already this round, to break free (R26)" in again.warnings


@pytest.mark.rule("R3", "R23")
@pytest.mark.parametrize(
    ("before", "late"),
    [({"phase": 2}, False), ({"phase": 2, "action": "shoot", "targets": ["mira"]}, False), (None, True)],
)
def test_an_aim_makes_a_shot_precise_and_is_late_from_phase_3_on(before: dict[str, Any] | None, *, late: bool) -> None:
    order: dict[str, Any] = {"who": "ogre", "action": "aim", "targets": ["mira"]}
    now = party("2", ogre={"declared": before}, mira=said("defend", 1))
    assert play(now, "declare", strict=True, **order).warnings == []
    later = play(now.changed(phase="4", begun=1), "declare", **order).warnings
    assert any("that phase is past" in warning for warning in later) == late


@pytest.mark.rule("R3", "R6")
def test_an_aim_stands_on_the_board_in_2_and_in_5() -> None:
    board = happened(play(party(ogre=said("aim", 5, "mira")), "order", board=True), "board")
    assert [event["number"] for event in board if event["declared"]] == [2, 5]


@pytest.mark.rule("R4")
def test_a_protect_may_be_aimed_later() -> None:
    open_ = play(party(), "declare", who="tomas", action="protect", strict=True).fight
    aimed = play(open_.changed(phase="5", begun=1), "declare", who="tomas", action="protect", targets=["mira"])
    assert aimed.warnings == []
    (event,) = happened(play(aimed.fight, "attack", 1, attacker="ogre", targets=["mira"], strict=True), "attack")
    assert (event["target"], event["instead_of"]) == ("tomas", "mira")


@pytest.mark.rule("R4")
def test_a_hidden_target_is_seen_by_nobody_until_it_is_revealed() -> None:
    hidden = play(party(), "declare", who="mira", action="attack", targets=["ogre"], hide_target=True)
    assert [(event["action"], event["targets"]) for event in happened(hidden, "declare")] == [("attack", [])]
    lines = happened(play(hidden.fight, "order", board=True), "board")[4]["declared"]
    assert next(line for line in lines if line["who"] == "mira")["targets"] == []
    for order in ({}, {"who": "mira"}):
        shown = happened(play(hidden.fight, "show", **order), "combatant")
        assert next(event for event in shown if event["who"] == "mira")["declared"]["targets"] == []
    revealed = play(hidden.fight, "declare", who="mira", reveal=True)
    assert happened(revealed, "declare")[0]["targets"] == ["ogre"]
    assert not revealed.fight.combatants["mira"].declared.hidden


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("words", "secret"),
    [(("focus", "a dark rite", "--secret"), "rite"), (("attack", "mira", "--hide-target"), "mira")],
)
def test_the_log_keeps_what_is_secret(run: Run, tmp_path: Path, words: tuple[str, ...], secret: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_text('ruleset = "realm"\n[combatants.ogre]\n[combatants.mira]\nplayer = true\n', encoding="utf-8")
    assert run("declare", "ogre", *words, "-f", path).code == 0
    assert "declare ogre" in run("log", "-f", path).out
    assert secret not in run("log", "-f", path).out
    assert secret not in run("log", "-f", path, "--json").out
    assert secret not in run("undo", "-f", path).out
    run("redo", "-f", path)
    run("declare", "--reveal", "-f", path)
    assert secret in run("log", "-f", path, "--json").out


def focuser(**keys: object) -> dict[str, Any]:
    return {"status": ["focusing"], "until": {"focusing": 1}, **said("focus", 3, plan="the rune"), **keys}


@pytest.mark.rule("R24")
def test_a_focus_begins_in_phase_3() -> None:
    early = party("2", mira=said("focus", 3, plan="the rune"))
    hurt = play(early, "wound", targets=["mira"], amount="1").fight
    begun = play(hurt, "next")
    assert begun.fight.combatants["mira"].status == ["focusing"]
    broken = play(begun.fight, "wound", targets=["mira"], amount="2")
    assert [event["reason"] for event in happened(broken, "condition")] == ["wounded"]
    assert happened(play(broken.fight.changed(phase="7"), "next"), "focused") == []


@pytest.mark.rule("R24")
@pytest.mark.parametrize(
    ("command", "faces", "order"),
    [
        ("attack", [1], {"attacker": "mira", "targets": ["ogre"]}),
        ("test", [1], {"who": "mira", "trait": "brawn"}),
        ("next", [], {"done": ["mira"]}),
    ],
)
def test_in_phase_7_one_acts_on_ones_focus(command: str, faces: list[int], order: dict[str, Any]) -> None:
    played = play(party("7", mira=focuser()), command, *faces, strict=True, **order)
    assert [(event["who"], event["plan"]) for event in happened(played, "focused")] == [("mira", "the rune")]
    assert (played.fight.phase, played.fight.combatants["mira"].status) == ("focused", [])
    assert happened(play(played.fight, "next"), "focused") == []
    refuses("mira", played.fight, command, *faces, strict=True, **order)


@pytest.mark.rule("R24")
def test_an_earlier_focuser_may_break_a_later_one() -> None:
    encounter = play(party("7", mira=focuser(), ogre=focuser()), "order", 8, 2).fight
    first = play(encounter, "attack", 10, 1, 1, attacker="mira", targets=["ogre"], apply=True, strict=True).fight
    assert first.combatants["ogre"].declared.broken
    refuses("declared focus, not attack", first, "attack", 1, attacker="ogre", targets=["mira"], strict=True)
    assert [event["who"] for event in happened(play(first, "next"), "focused")] == []


@pytest.mark.rule("R24")
def test_leaving_phase_7_completes_the_rest_and_waits_for_no_hit() -> None:
    encounter = party("7", mira=focuser(), ogre=focuser())
    assert [event["who"] for event in happened(play(encounter, "next"), "focused")] == ["mira", "ogre"]
    ordered = play(encounter, "order", 8, 2).fight
    hit = play(ordered, "attack", 10, 3, 1, attacker="mira", targets=["ogre"]).fight
    for command, order in (("attack", {"attacker": "ogre", "targets": ["mira"]}), ("next", {})):
        refuses("a hit on ogre, who focuses, is still pending", hit, command, 1, strict=True, **order)
    assert [event["who"] for event in happened(play(hit, "next"), "focused")] == ["ogre"]


@pytest.mark.rule("R24", "R5")
def test_the_focusers_act_in_initiatives_order() -> None:
    encounter = party("7", mira=focuser(), tomas=focuser(), ogre=said("focus", 3, broken=True))
    rolled = play(encounter, "order", 2, 8).fight
    assert happened(play(rolled, "order"), "order")[0]["order"] == ["tomas", "mira"]


@pytest.mark.rule("R4", "R24")
def test_a_secret_focus_breaks_and_completes_in_secret() -> None:
    encounter = party("3")
    hidden = play(encounter, "declare", who="ogre", action="focus", plan="a dark rite", secret=0).fight
    hurt = play(hidden, "wound", targets=["ogre"], amount="1")
    assert happened(hurt, "condition") == []
    assert happened(hurt, "wound")[0]["status"] == []
    done = play(hidden.changed(phase="7"), "next")
    assert "rite" not in str(done.events)


@pytest.mark.rule("R3", "R7")
def test_next_names_what_was_left_undone_and_who_acts() -> None:
    encounter = party("4", mira=said("move", 4, "b"), tomas=said("attack", 5, "ogre"))
    (event,) = happened(play(encounter, "next"), "phase")
    assert [(line["who"], line["action"]) for line in event["undone"]] == [("mira", "move")]
    assert (event["acting"], event["pending"]) == (["tomas", "ogre"], 0)
    moved = play(encounter, "move", who="mira", way=["b"]).fight
    assert happened(play(moved, "next"), "phase")[0]["undone"] == []


@pytest.mark.rule("R7")
def test_done_says_what_was_done_and_stays_in_the_phase() -> None:
    encounter = party("5")
    played = play(encounter, "next", done=["ogre"], strict=True)
    assert (played.fight.phase, played.fight.combatants["ogre"].declared.done) == ("attack-assist-aimed", True)
    for again, who in ((played.fight, "ogre"), (encounter, "mira"), (party("4"), "ogre")):
        refuses(who, again, "next", done=[who], strict=True)
    with pytest.raises(UsageError, match="exclude each other"):
        play(encounter, "next", done=["ogre"], round=True)


@pytest.mark.rule("R28", "R7")
def test_an_awesome_pays_for_the_late_change_of_a_helper() -> None:
    helper = said("assist", 5, "tomas") | {"awesome": 1}
    begun = party("5", mira=helper).changed(begun=1)
    order: dict[str, Any] = {"who": "mira", "action": "protect", "targets": ["tomas"]}
    paid = play(begun, "declare", awesome=True, strict=True, **order)
    assert (paid.warnings, paid.fight.combatants["mira"].awesome) == ([], 0)
    refuses("costs an Awesome", begun, "declare", who="mira", action="attack", targets=["ogre"], strict=True)
    free = play(begun.changed(begun=0), "declare", who="mira", action="attack", targets=["ogre"], strict=True)
    assert free.warnings == []


@pytest.mark.rule("R4")
def test_no_warning_tells_a_secret() -> None:
    helper = party("5", mira=said("assist", 5, "tomas", secret=True)).changed(begun=1)
    changed = play(helper, "declare", who="mira", action="attack", targets=["ogre"])
    assert changed.warnings == ["mira changes plans after the round's first deed (R7)"]
    focused = party("7", mira={"weapons": {"axe": {}}}, ogre=said("focus", 3, secret=True))
    struck = play(focused, "attack", 9, 9, 1, 1, attacker="mira", targets=["ogre"]).fight
    assert "a hit on ogre is still pending; `wound ogre` applies it first (R24)" in play(struck, "next").warnings


@pytest.mark.rule("R24", "R5")
def test_with_no_order_the_focusers_act_at_the_same_time() -> None:
    encounter = party("7", mira=focuser(), ogre=focuser())
    first = play(encounter, "attack", 10, 1, 1, attacker="mira", targets=["ogre"], apply=True, strict=True).fight
    assert first.combatants["ogre"].marked == [2]
    assert first.combatants["ogre"].status == ["focusing"]
    waiting = play(encounter, "attack", 10, 1, 1, attacker="mira", targets=["ogre"], strict=True).fight
    answered = play(waiting, "attack", 1, attacker="ogre", targets=["mira"], strict=True)
    assert [event["who"] for event in happened(answered, "focused")] == ["ogre"]
    assert play(waiting, "wound").fight.combatants["ogre"].declared.broken is False
    assert [event["who"] for event in happened(play(waiting, "next", strict=True), "focused")] == ["ogre"]


@pytest.mark.rule("R24", "R5")
def test_the_tied_act_at_the_same_time_and_a_blow_from_before_breaks() -> None:
    encounter = party("7", mira=focuser(), ogre=focuser())
    tied = play(encounter, "order", 5, 5).fight
    hurt = play(tied, "attack", 10, 1, 1, attacker="mira", targets=["ogre"], apply=True, strict=True).fight
    assert not hurt.combatants["ogre"].declared.broken
    assert play(encounter, "wound", targets=["ogre"], amount="1").fight.combatants["ogre"].declared.broken
    by = play(encounter, "wound", targets=["ogre"], amount="1", by="tomas").fight
    assert by.combatants["ogre"].declared.broken


@pytest.mark.rule("R24")
def test_acting_on_a_focus_out_of_initiatives_order_is_irregular() -> None:
    ordered = play(party("7", mira=focuser(), ogre=focuser()), "order", 2, 8).fight
    refuses("ogre comes before mira", ordered, "next", done=["mira"], strict=True)
    assert play(ordered, "next", done=["mira"]).warnings == ["ogre comes before mira in this phase (R24)"]
    acted = play(ordered, "next", done=["ogre"], strict=True).fight
    assert play(acted, "next", done=["mira"], strict=True).warnings == []
    broken = play(ordered, "wound", targets=["ogre"], amount="1").fight
    assert play(broken, "next", done=["mira"], strict=True).warnings == []
    both = play(ordered, "next")
    assert [event["who"] for event in happened(both, "focused")] == ["ogre", "mira"]
    assert both.warnings == []


@pytest.mark.rule("R24", "R27")
def test_attack_all_in_7_makes_the_attacks_that_were_focused_on() -> None:
    encounter = party("7", mira=focuser(), ogre=focuser(), tomas=focuser())
    encounter = encounter.with_combatant(
        "mira", declared=replace(encounter.combatants["mira"].declared, plan="attack OGRE")
    )
    encounter = encounter.with_combatant(
        "ogre", declared=replace(encounter.combatants["ogre"].declared, plan="attack mira")
    )
    ordered = play(encounter, "order", 5, 3, 8).fight
    played = play(ordered, "attack", 1, 2, all=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["ogre", "mira"]
    assert [event["who"] for event in happened(played, "focused")] == ["ogre", "mira"]
    assert played.warnings == ["tomas focuses on no attack that --all makes (R24): attack, test or next --done tomas"]
    refuses("nobody has an undone declaration", party("7", mira=said("attack", 5, "ogre")), "attack", all=True)


@pytest.mark.rule("R24", "R27")
def test_an_earlier_focuser_of_all_may_break_a_later_one() -> None:
    plan = {"mira": "attack ogre", "ogre": "attack mira"}
    encounter = party("7", **{who: focuser(**said("focus", 3, plan=what)) for who, what in plan.items()})
    played = play(encounter, "attack", 10, 1, 1, 10, 1, 1, all=True, apply=True)
    assert [played.fight.combatants[who].marked for who in ("mira", "ogre")] == [[2], [2]]
    assert len(happened(played, "focused")) == 2


@pytest.mark.rule("R4", "R3")
def test_a_late_aim_that_is_secret_stays_one() -> None:
    order: dict[str, Any] = {"who": "ogre", "action": "aim", "targets": ["mira"], "secret": 0}
    encounter = party("4", ogre={"declared": None})
    assert play(encounter, "declare", **order).warnings == []
    refuses("what ogre declares comes too late", encounter, "declare", strict=True, **order)


@pytest.mark.rule("R28", "R7")
def test_no_awesome_is_spent_on_a_change_that_is_free() -> None:
    encounter = party("4", mira=said("assist", 5, "tomas") | {"awesome": 1})
    free = play(encounter, "declare", who="mira", action="attack", targets=["ogre"], awesome=True, strict=True)
    assert free.fight.combatants["mira"].awesome == 1
    assert free.warnings == ["before the round's first deed this costs nothing; no Awesome is spent (R28)"]
    late = play(encounter, "declare", who="mira", action="protect", targets=["tomas"], awesome=True, strict=True)
    assert (late.fight.combatants["mira"].awesome, late.warnings) == (0, [])


@pytest.mark.rule("R3")
def test_next_names_what_the_fallen_had_declared() -> None:
    encounter = party("5", ogre={"marked": [4, 5]})
    (event,) = happened(play(encounter, "next"), "phase")
    assert [(line["who"], line["action"], line["fallen"]) for line in event["undone"]] == [
        ("ogre", "attack", "incapacitated")
    ]


@pytest.mark.rule("R21")
def test_a_protection_that_holds_again_is_told(run: Run) -> None:
    encounter = party("2", tomas=said("protect", 1, "mira"))
    gone = play(encounter, "move", who="mira", way=["b"]).fight
    back = play(gone.with_combatant("mira", acted=0), "move", who="mira", way=["a"])
    (event,) = (each for each in happened(back, "condition") if each["name"] == "protecting")
    assert (event["who"], event["of"], event["ended"]) == ("tomas", "mira", False)
    text = 'ruleset = "realm"\n[arenas.a]\n[arenas.b]\n[combatants.ann]\narena = "a"\n[combatants.bob]\narena = "b"\n'
    text += 'declared = {phase = 1, action = "protect", targets = ["ann"]}\n'
    assert "bob is protecting ann" in run("set", "ann", "arena=b", stdin=text).err


@pytest.mark.rule("R2")
@pytest.mark.parametrize("phase", [0, 7, 9])
def test_a_declaration_is_for_one_of_the_six_phases(run: Run, phase: int) -> None:
    done = run("check", stdin=f'ruleset = "realm"\n[combatants.ann]\ndeclared = {{phase = {phase}}}\n')
    assert (done.code, "combatants.ann.declared.phase" in done.err) == (3, True)


@pytest.mark.rule("R7")
def test_a_test_instead_of_what_was_declared_is_the_rounds_action() -> None:
    encounter = party("5", mira=said("attack", 5, "ogre"))
    tested = play(encounter, "test", 3, who="mira", trait="cunning").fight
    refuses("mira has already acted this round", tested, "attack", 1, attacker="mira", targets=["ogre"], strict=True)
