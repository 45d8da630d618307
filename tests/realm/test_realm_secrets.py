"""What is declared in secret in realm, the board, and the bowl (R4, R6)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.rulesets.realm.state import PHASES
from realm_fights import camp, declared, party, said
from support import FightFile, Run, happened, play, refuses, usage_error


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
    told = happened(played, "awesome")[0] | {"purpose": ""}
    assert told == {"event": "awesome", "who": "mira", "change": 2, "left": 2, "purpose": ""}
    taken = played.fight
    assert (taken.bowl, taken.combatants["mira"].awesome) == (0, 2)
    refuses("the bowl holds 0 Awesomes, not 1", taken, "set", id="mira", keys=["awesome=+1"], from_bowl=True)
    usage_error("you can pay 1 Awesome or more, not 0", taken, "set", id="mira", keys=["awesome=+0"], from_bowl=True)


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    "keys", [["brawn=+1"], ["awesome=1"], ["awesome=-1"], ["awesome=+x"], ["awesome=+"], ["awesome=+1", "brawn=2"]]
)
def test_out_of_the_bowl_come_awesomes_and_nothing_else(keys: list[str]) -> None:
    usage_error(
        "--from-bowl needs a number of Awesomes to add", party(bowl=2), "set", id="mira", keys=keys, from_bowl=True
    )


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


@pytest.mark.rule("R4")
def test_a_hidden_target_is_seen_by_nobody_until_it_is_revealed() -> None:
    hidden = play(camp(), "declare", who="mira", action="attack", targets=["ogre"], hide_target=True)
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
    ("words", "secret"), [(("focus", "a dark rite", "--secret"), "rite"), (("attack", "mira", "--hide-target"), "mira")]
)
def test_the_log_keeps_what_is_secret(run: Run, fight_file: FightFile, words: tuple[str, ...], secret: str) -> None:
    path = fight_file('ruleset = "realm"\n[combatants.ogre]\n[combatants.mira]\nplayer = true\n')
    assert run("declare", "ogre", *words, "-f", path).code == 0
    assert "declare ogre" in run("log", "-f", path).out
    assert secret not in run("log", "-f", path).out
    assert secret not in run("log", "-f", path, "--json").out
    assert secret not in run("undo", "-f", path).out
    run("redo", "-f", path)
    run("declare", "--reveal", "-f", path)
    assert secret in run("log", "-f", path, "--json").out


@pytest.mark.rule("R4", "R24")
def test_a_secret_focus_breaks_and_completes_in_secret() -> None:
    encounter = camp("3")
    hidden = play(encounter, "declare", who="ogre", action="focus", plan="a dark rite", secret=0).fight
    hurt = play(hidden, "wound", targets=["ogre"], amount="1")
    assert happened(hurt, "condition") == []
    assert happened(hurt, "wound")[0]["status"] == []
    assert hurt.fight.combatants["ogre"].declared.broken
    assert happened(play(hurt.fight, "order", board=True), "board")[2]["declared"] == [{"who": "ogre", "secret": True}]
    done = play(hidden.changed(phase="7"), "next")
    assert "rite" not in str(done.events)


@pytest.mark.rule("R4")
def test_no_warning_tells_a_secret() -> None:
    helper = camp("5", mira=said("assist", 5, "tomas", secret=True)).changed(begun=1)
    changed = play(helper, "declare", who="mira", action="attack", targets=["ogre"])
    assert changed.warnings == ["mira changes plans after the round's first action (R7)"]
    protects = {"who": "mira", "action": "protect", "targets": ["ogre"], "awesome": True}
    refuses("mira may only attack, or protect the ally, instead of assisting", helper, "declare", **protects)
    focused = camp("7", mira={"weapons": {"axe": {}}}, ogre=said("focus", 3, secret=True))
    struck = play(focused, "attack", 9, 9, 1, 1, attacker="mira", targets=["ogre"]).fight
    assert "a hit on ogre is still pending; apply it first with `wound ogre` (R24)" in play(struck, "next").warnings


@pytest.mark.rule("R4", "R3")
def test_a_late_aim_that_is_secret_stays_one() -> None:
    order: dict[str, Any] = {"who": "ogre", "action": "aim", "targets": ["mira"], "secret": 0}
    encounter = camp("4", ogre={"declared": None})
    assert play(encounter, "declare", **order).warnings == []
    refuses("what ogre declares comes too late", encounter, "declare", strict=True, **order)


def test_the_same_secret_again_pays_the_bowl_once(run: Run) -> None:
    text = run("set", ".", "round=2", "phase=1", stdin=run("new", "realm", "--example").out).out
    text = run("set", "--side", "collectors", "declared=", stdin=text).out
    for _ in range(2):
        text = run("declare", "marksman", "shoot", "sefa", "--secret", "1", stdin=text).out
    assert run("show", "--json", stdin=text).event("encounter")["bowl"] == 1


@pytest.mark.rule("R4")
def test_a_secret_paid_for_later_pays_the_difference_and_each_payment_is_told() -> None:
    order = {"who": "ogre", "action": "attack", "targets": ["mira"]}
    free = play(party(), "declare", **order, secret=0)
    assert happened(free, "bowl") == []
    paid = play(free.fight, "declare", **order, secret=2)
    more = play(paid.fight, "declare", **order, secret=3)
    again = play(more.fight, "declare", **order, secret=3)
    out = play(again.fight, "set", id="mira", keys=["awesome=+1"], from_bowl=True)
    told = [[(event["change"], event["left"]) for event in happened(each, "bowl")] for each in (paid, more, again, out)]
    assert told == [[(2, 2)], [(1, 3)], [], [(-1, 2)]]


@pytest.mark.rule("R4")
def test_nothing_is_paid_where_nothing_changes() -> None:
    order = {"who": "ogre", "action": "attack", "targets": ["mira"]}
    said_ = play(party(), "declare", **order).fight
    refuses("ogre changes nothing, and nothing is paid for it", said_, "declare", **order, pay=["mira=1"])
