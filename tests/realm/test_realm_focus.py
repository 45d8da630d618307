"""Focusing in realm, and who acts in its seventh phase (R5, R24)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from realm_fights import HERE, camp, declared, party, said
from support import Run, happened, play, refuses


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


@pytest.mark.rule("R24")
def test_a_focus_begins_in_phase_3() -> None:
    early = camp("2", mira=said("focus", 3, plan="the rune"))
    hurt = play(early, "wound", targets=["mira"], amount="1").fight
    begun = play(hurt, "next")
    assert begun.fight.combatants["mira"].status == ["focusing"]
    broken = play(begun.fight, "wound", targets=["mira"], amount="2")
    assert [event["reason"] for event in happened(broken, "condition")] == ["wounded"]
    assert happened(play(broken.fight.changed(phase="7"), "next"), "focused") == []


@pytest.mark.rule("R4", "R24")
def test_a_focus_is_done_in_phase_7_and_no_sooner() -> None:
    encounter = camp("3", mira=said("focus", 3, plan="the rune"))
    early = play(encounter, "next", done=["mira"])
    assert early.warnings == ["this is phase 3 focus-impede; mira declared for 7 focused (R2)"]
    secret = camp("3", mira=said("focus", 3, plan="the rune", secret=True))
    assert play(secret, "next", done=["mira"]).warnings == []


def focuser(**keys: object) -> dict[str, Any]:
    return {"status": ["focusing"], "until": {"focusing": 1}, **said("focus", 3, plan="the rune"), **keys}


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
    played = play(camp("7", mira=focuser()), command, *faces, strict=True, **order)
    assert [(event["who"], event["plan"]) for event in happened(played, "focused")] == [("mira", "the rune")]
    assert (played.fight.phase, played.fight.combatants["mira"].status) == ("focused", [])
    assert happened(play(played.fight, "next"), "focused") == []
    refuses("mira", played.fight, command, *faces, strict=True, **order)


@pytest.mark.rule("R24")
def test_an_earlier_focuser_may_break_a_later_one() -> None:
    encounter = play(camp("7", mira=focuser(), ogre=focuser()), "order", 8, 2).fight
    first = play(encounter, "attack", 10, 1, 1, attacker="mira", targets=["ogre"], apply=True, strict=True).fight
    assert first.combatants["ogre"].declared.broken
    refuses(
        "ogre's focus is broken: wounded by mira in phase 7 focused",
        first,
        "attack",
        1,
        attacker="ogre",
        targets=["mira"],
        strict=True,
    )
    assert [event["who"] for event in happened(play(first, "next"), "focused")] == []


@pytest.mark.rule("R24")
def test_leaving_phase_7_completes_the_rest_and_waits_for_no_hit() -> None:
    encounter = camp("7", mira=focuser(), ogre=focuser())
    assert [event["who"] for event in happened(play(encounter, "next"), "focused")] == ["mira", "ogre"]
    ordered = play(encounter, "order", 8, 2).fight
    hit = play(ordered, "attack", 10, 3, 1, attacker="mira", targets=["ogre"]).fight
    for command, order in (("attack", {"attacker": "ogre", "targets": ["mira"]}), ("next", {})):
        refuses("a hit on ogre, who focuses, is still pending", hit, command, 1, strict=True, **order)
    assert [event["who"] for event in happened(play(hit, "next"), "focused")] == ["ogre"]


@pytest.mark.rule("R24", "R5")
def test_the_focusers_act_in_initiatives_order() -> None:
    encounter = camp("7", mira=focuser(), tomas=focuser(), ogre=said("focus", 3, broken=True))
    rolled = play(encounter, "order", 2, 8).fight
    assert happened(play(rolled, "order"), "order")[0]["order"] == ["tomas", "mira"]


@pytest.mark.rule("R24", "R5")
def test_with_no_order_the_focusers_act_at_the_same_time() -> None:
    encounter = camp("7", mira=focuser(), ogre=focuser())
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
    encounter = camp("7", mira=focuser(), ogre=focuser())
    tied = play(encounter, "order", 5, 5).fight
    hurt = play(tied, "attack", 10, 1, 1, attacker="mira", targets=["ogre"], apply=True, strict=True).fight
    assert not hurt.combatants["ogre"].declared.broken
    assert play(encounter, "wound", targets=["ogre"], amount="1").fight.combatants["ogre"].declared.broken
    by = play(encounter, "wound", targets=["ogre"], amount="1", by="tomas").fight
    assert by.combatants["ogre"].declared.broken


@pytest.mark.rule("R24")
def test_acting_on_a_focus_out_of_initiatives_order_is_irregular() -> None:
    ordered = play(camp("7", mira=focuser(), ogre=focuser()), "order", 2, 8).fight
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
    encounter = camp("7", mira=focuser(), ogre=focuser(), tomas=focuser())
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
    refuses("nobody has a declared attack left", camp("7", mira=said("attack", 5, "ogre")), "attack", all=True)


@pytest.mark.rule("R24")
def test_a_completed_focus_is_told_once(run: Run) -> None:
    text = run("new", "realm", "--example").out
    begun = run("declare", "tomas", "focus", "the rune", stdin=text)
    for _ in range(7):
        begun = run("next", stdin=begun.out)
        if "the rune" in begun.err:
            break
    assert begun.err.count("Tomas Oak completes the focus: the rune.") == 1
    assert "no longer focusing" not in begun.err


@pytest.mark.rule("R24", "R7")
@pytest.mark.parametrize(
    ("command", "faces", "order"),
    [
        ("attack", [1], {"attacker": "mira", "targets": ["ogre"]}),
        ("test", [1], {"who": "mira", "trait": "brawn"}),
        ("next", [], {"done": ["mira"]}),
    ],
)
def test_who_acts_on_a_broken_focus_is_told_by_whom_and_when(
    command: str, faces: list[int], order: dict[str, Any]
) -> None:
    hurt = play(camp("5", mira=focuser()), "wound", targets=["mira"], amount="1", by="ogre").fight
    late = hurt.changed(phase="7")
    told = "mira's focus is broken: wounded by ogre in phase 5 attack-assist-aimed (R24)"
    played = play(late, command, *faces, **order)
    assert told in played.warnings
    assert not any("R2" in warning for warning in played.warnings if warning != told)
    refuses("focus is broken", late, command, *faces, strict=True, **order)


def focused_on(plan: str, **more: object) -> dict[str, Any]:
    return {"status": ["focusing"], "until": {"focusing": 1}, **said("focus", 3, plan=plan), **more}


@pytest.mark.rule("R24", "R7")
@pytest.mark.parametrize(
    ("plan", "command", "faces", "order"),
    [
        ("attack ogre", "attack", [1], {"attacker": "mira", "targets": ["imp"]}),
        ("attack ogre", "test", [1], {"who": "mira", "trait": "brawn"}),
        ("attack ogre", "impede", [1, 1], {"who": "mira", "target": "ogre"}),
        ("impede ogre", "impede", [1, 1], {"who": "mira", "target": "imp"}),
    ],
)
def test_another_deed_than_the_focus_is_irregular_and_does_not_complete_it(
    plan: str, command: str, faces: list[int], order: dict[str, Any]
) -> None:
    encounter = camp("7", mira=focused_on(plan), imp=HERE)
    refuses(
        "mira (focused on: attack ogre|focused on: impede ogre|declared focus)",
        encounter,
        command,
        *faces,
        strict=True,
        **order,
    )
    played = play(encounter, command, *faces, **order)
    assert happened(played, "focused") == []
    assert any("R7" in warning for warning in played.warnings)


@pytest.mark.rule("R24", "R25")
def test_a_focus_that_an_impediment_forbids_is_lost_and_not_completed() -> None:
    held = {"status": ["focusing", "impeded"], "until": {"focusing": 1, "impeded": 1}, "by": {"impeded": "ogre"}}
    encounter = camp("7", mira=focused_on("attack imp") | held, imp=HERE)
    left = play(encounter, "next")
    assert happened(left, "focused") == []
    assert left.warnings == ["mira is impeded by ogre, and the focus on imp is lost (R25)"]
    at_ogre = camp("7", mira=focused_on("attack ogre") | held)
    assert [event["who"] for event in happened(play(at_ogre, "next"), "focused")] == ["mira"]


@pytest.mark.rule("R24", "R27")
@pytest.mark.parametrize("apply", [True, False])
def test_attack_all_in_7_lets_an_earlier_focus_break_a_later_one(*, apply: bool) -> None:
    encounter = camp("7", mira=focused_on("attack ogre"), ogre=focused_on("attack mira"))
    ordered = play(encounter, "order", 8, 2).fight
    played = play(ordered, "attack", 10, 1, 1, all=True, apply=apply)
    assert [event["attacker"] for event in happened(played, "attack")] == ["mira"]
    if not apply:
        assert played.warnings == [
            "a hit on ogre from an earlier rank is pending: `wound`, then `attack --all` again (R27)"
        ]
        played = play(play(played.fight, "wound").fight, "next")
    else:
        assert played.warnings == ["ogre's focus is broken: wounded by mira in phase 7 focused (R24)"]
    assert [event["who"] for event in happened(played, "focused")] == (["mira"] if apply else [])
