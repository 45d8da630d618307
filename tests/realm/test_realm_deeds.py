"""What is done in its phase, once, and what is named as undone (R3, R7)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.errors import RefusedError
from combatcli.rulesets.realm.state import PHASES
from realm_fights import brawl, camp, said
from support import fight, happened, play, refuses, usage_error


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
    played = play(camp(phase), "declare", **order)
    assert any("that phase is over" in warning for warning in played.warnings) == late
    if late:
        refuses("that phase is over", camp(phase), "declare", strict=True, **order)


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
    encounter = camp("5", tomas=said("attack", 5, "ogre"))
    after = play(encounter, command, *faces, **order).fight
    changed = play(after, "declare", who="tomas", action="push")
    assert ("tomas changes plans after the round's first action (R7)" in changed.warnings) == deed


@pytest.mark.rule("R7")
def test_the_next_round_all_may_act_again() -> None:
    acted = play(camp("5"), "attack", 1, attacker="mira", targets=["ogre"]).fight
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
            "declared something else, not push tomas",
        ),
        (said("push", 6, "ogre", secret=True), "4", "move", [], {"way": ["c"]}, "declared something else, not move"),
    ],
)
def test_another_deed_than_the_declared_one_is_irregular(
    keys: dict[str, Any], phase: str, command: str, faces: list[int], order: dict[str, Any], message: str
) -> None:
    encounter = camp(phase, mira=keys)
    warnings = play(encounter, command, *faces, who="mira", **order).warnings
    assert any(message in warning for warning in warnings)
    refuses(message, encounter, command, *faces, who="mira", strict=True, **order)


@pytest.mark.rule("R4", "R7")
def test_a_secret_aim_struck_at_another_names_whom_it_struck_and_not_whom_it_meant() -> None:
    bow = {"weapons": {"bow": {"class": "ranged", "range": "short-bow"}}, "side": "one"}
    aims = {"ann": {**bow, **said("aim", 5, "bob", secret=True)}}
    played = play(brawl("5", **aims), "attack", 1, 2, attacker="ann", targets=["dora"], aim=True)
    assert played.warnings == ["ann declared something else, not aim dora (R7)"]


@pytest.mark.rule("R7", "R23")
def test_a_second_shot_by_one_who_has_acted_says_so() -> None:
    bow = {"weapons": {"bow": {"class": "ranged", "range": "short-bow"}}}
    acted = {**bow, "acted": 1, **said("attack", 5, "bob", done=True)}
    warnings = play(brawl("2", ann=acted), "attack", 1, 2, attacker="ann", targets=["bob"]).warnings
    assert warnings == ["ann declared attack, not shoot or throw (R7)", "ann has already acted this round (R7)"]


@pytest.mark.rule("R7")
def test_a_test_may_be_what_was_planned() -> None:
    planned = camp("4", mira={"declared": {"phase": 4, "plan": "vault the stalls"}})
    played = play(planned, "test", 9, who="mira", trait="brawn", strict=True)
    assert played.fight.combatants["mira"].declared.done
    assert play(camp("4"), "test", 9, who="mira", trait="brawn", strict=True).warnings == []


@pytest.mark.rule("R3", "R7")
def test_next_names_what_was_left_undone_and_who_acts() -> None:
    encounter = camp("4", mira=said("move", 4, "b"), tomas=said("attack", 5, "ogre"))
    (event,) = happened(play(encounter, "next"), "phase")
    assert [(line["who"], line["action"]) for line in event["undone"]] == [("mira", "move")]
    assert (event["acting"], event["pending"]) == (["tomas", "ogre"], 0)
    moved = play(encounter, "move", who="mira", way=["b"]).fight
    assert happened(play(moved, "next"), "phase")[0]["undone"] == []


@pytest.mark.rule("R7")
def test_done_says_what_was_done_and_stays_in_the_phase() -> None:
    encounter = camp("5")
    played = play(encounter, "next", done=["ogre"], strict=True)
    assert (played.fight.phase, played.fight.combatants["ogre"].declared.done) == ("attack-assist-aimed", True)
    for again, who in ((played.fight, "ogre"), (encounter, "mira"), (camp("4"), "ogre")):
        refuses(who, again, "next", done=[who], strict=True)
    usage_error("exclude each other", encounter, "next", done=["ogre"], round=True)


@pytest.mark.rule("R3")
def test_next_names_what_the_fallen_had_declared() -> None:
    encounter = camp("5", ogre={"marked": [4, 5]})
    (event,) = happened(play(encounter, "next"), "phase")
    assert [(line["who"], line["action"], line["fallen"]) for line in event["undone"]] == [
        ("ogre", "attack", "incapacitated")
    ]


@pytest.mark.rule("R7")
def test_a_test_instead_of_what_was_declared_is_the_rounds_action() -> None:
    encounter = camp("5", mira=said("attack", 5, "ogre"))
    tested = play(encounter, "test", 3, who="mira", trait="cunning").fight
    refuses("mira has already acted this round", tested, "attack", 1, attacker="mira", targets=["ogre"], strict=True)


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
            play(encounter.changed(house={"strict": True}), command, **order)
        assert refused.value.message == warning


@pytest.mark.rule("R7")
def test_warnings_and_refusals_speak_of_a_group_in_the_plural() -> None:
    rats: dict[str, Any] = {"count": 4, "side": "foes", "declared": {"phase": 1, "action": "defend", "done": True}}
    yard = fight("realm", combatants={"ann": {"side": "pcs"}, "rats": rats}, phase="attack-assist-aimed")
    assert play(yard, "next", done=["rats"]).warnings == ["rats have already acted this round (R7)"]
    refuses("rats have no counter-attack", yard, "attack", attacker="rats", targets=["ann"], counter=True)
    assert play(yard, "test", 1, who="rats", trait="daring").warnings == ["rats have already acted this round (R7)"]
    undeclared = fight("realm", combatants={"ann": {}, "rats": {"count": 4}}, phase="focus-impede")
    playing = play(undeclared, "impede", 1, 1, who="rats", target="ann")
    assert playing.warnings == ["rats have not declared impede (R7)"]


@pytest.mark.rule("R27")
def test_a_command_that_a_refusal_offers_can_be_typed_whatever_the_names_are() -> None:
    there = {"great hall": {"links": ["yard"]}, "yard": {}}
    apart = fight("realm", arenas=there, combatants={"big rat": {"arena": "yard"}, "ann": {"arena": "great hall"}})
    with pytest.raises(RefusedError) as refusal:
        play(apart, "attack", attacker="big rat", targets=["ann"])
    assert refusal.value.hint == "Move closer first: combatcli move 'big rat' 'great hall'"
