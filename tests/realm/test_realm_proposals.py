"""Arenas that players propose, and walls that are broken through (R16, R17)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from realm_fights import AWNINGS, barn, links, town
from support import Run, happened, play, refused, refuses, tables, usage_error


@pytest.mark.rule("R16")
def test_nobody_goes_where_an_arena_is_only_proposed() -> None:
    there = barn(mira={"arena": "yard"})
    proposed = play(there, "arena propose", **AWNINGS).fight
    assert proposed.arenas == there.arenas
    refuses('no arena "awnings"', proposed, "move", who="mira", way=["awnings"])
    accepted = play(proposed, "arena accept", name="awnings").fight
    assert play(accepted, "move", who="mira", way=["awnings"]).fight.combatants["mira"].arena == "awnings"
    refuses("awnings is not adjacent to barn", accepted, "move", who="ogre", way=["awnings"])


@pytest.mark.rule("R16")
def test_a_proposal_waits_in_the_file_and_joins_as_it_was_proposed(run: Run, barn_file: Path) -> None:
    propose = ("arena", "propose", "awnings", "--beside", "yard", "--kind", "hazardous", "--note", "striped")
    before = tables(barn_file)
    assert run(*propose, "-f", barn_file).code == 0
    assert tables(barn_file)["arenas"] == before["arenas"]
    for view in ("list", "map"):
        waiting = run("arena", view, "-f", barn_file, "--json").event("proposal")
        told = (waiting["name"], waiting["beside"], waiting["kind"], waiting["note"])
        assert told == ("awnings", "yard", "hazardous", "striped")
    assert run("arena", "accept", "awnings", "-f", barn_file).code == 0
    shown = {event["name"]: event for event in run("arena", "list", "-f", barn_file, "--json").events}
    joined = shown["awnings"]
    told = (joined["event"], joined["kind"], joined["note"], joined["links"])
    assert told == ("arena", "hazardous", "striped", ["yard"])
    assert sorted(shown["yard"]["links"]) == ["awnings", "hayloft"]
    assert {name for name, event in shown.items() if event["event"] == "proposal"} == set()


@pytest.mark.rule("R16")
def test_an_arena_that_is_there_is_neither_proposed_nor_accepted_again() -> None:
    refuses('already an arena "shed"', barn(), "arena propose", name="shed", beside="yard")
    joined = play(play(barn(), "arena propose", **AWNINGS).fight, "arena accept", name="awnings").fight
    refuses('already an arena "awnings"', joined, "arena propose", **AWNINGS)
    refuses('nobody proposed an arena "awnings"', joined, "arena accept", name="awnings")
    refuses('no arena "street"', barn(), "arena propose", **AWNINGS | {"beside": "street"})


WALL: dict[str, Any] = {"one": "barn", "other": "shed", "by": "ogre", "kind": "tight", "name": "hole"}
STRONG = {"brawn": 3, "cunning": 1, "daring": -1}


@pytest.mark.rule("R17")
@pytest.mark.parametrize(
    ("more", "last"),
    [
        ({}, 7),
        ({"target": 12}, 9),
        ({"target": 5}, 2),
        ({"with": "brawn", "target": 9}, 6),
        ({"with": "cunning"}, 9),
        ({"with": "daring", "target": 8}, 9),
    ],
)
def test_a_wall_breaks_at_exactly_the_target_and_not_one_below(more: dict[str, Any], last: int) -> None:
    strong = barn(ogre=STRONG)
    broken = play(strong, "arena breach", last, **WALL, **more)
    (event,) = happened(broken, "test")
    assert (event["who"], event["trait"], event["faces"]) == ("ogre", more.get("with", "brawn"), [last])
    assert (event["total"], event["needed"], event["success"]) == (more.get("target", 10), more.get("target", 10), True)
    (told,) = happened(broken, "arena")
    assert (told["name"], told["change"], told["note"]) == ("hole", "added", "rubble")
    assert sorted(told["links"]) == ["barn", "shed"]
    assert "hole" in broken.fight.arenas
    held = play(strong, "arena breach", last - 1, **WALL, **more)
    (event,) = happened(held, "test")
    assert (event["total"], event["success"]) == (more.get("target", 10) - 1, False)
    assert (held.fight.arenas, happened(held, "arena")) == (strong.arenas, [])


@pytest.mark.rule("R17")
@pytest.mark.parametrize("kind", ["dense", "tight", "hazardous"])
def test_rubble_of_each_kind_is_a_way_from_one_side_to_the_other(kind: str) -> None:
    rubble = play(barn(), "arena breach", 10, **WALL | {"kind": kind}).fight
    assert rubble.arenas["hole"].kind == kind
    there = play(rubble, "move", who="mira", way=["hole"]).fight
    assert play(there, "move", who="mira", way=["shed"]).fight.combatants["mira"].arena == "shed"
    assert play(rubble, "move", who="imp", way=["hole"]).fight.combatants["imp"].arena == "hole"
    refuses("shed is not adjacent to barn", rubble, "move", who="mira", way=["shed"])
    (event,) = happened(play(rubble, "arena list", names=["hole"]), "arena")
    assert sorted(event["links"]) == ["barn", "shed"]


@pytest.mark.rule("R17")
@pytest.mark.parametrize("kind", ["open", "neutral"])
def test_rubble_is_of_no_other_kind(kind: str) -> None:
    usage_error(f'rubble is not "{kind}"', barn(), "arena breach", **WALL | {"kind": kind})


@pytest.mark.rule("R17")
def test_no_wall_stands_between_an_arena_and_itself() -> None:
    refuses("no wall between barn and itself", barn(), "arena breach", **WALL | {"one": "barn", "other": "barn"})


@pytest.mark.rule("R16")
def test_proposal_and_joining_are_told() -> None:
    proposed = play(barn(), "arena propose", **AWNINGS)
    told = {"event": "proposal", "name": "awnings", "beside": "yard", "kind": "hazardous", "note": "striped"}
    assert [event.as_table() for event in proposed.events] == [told]
    plain = play(barn(), "arena propose", name="bench", beside="barn")
    assert [event.as_table() for event in plain.events] == [
        {"event": "proposal", "name": "bench", "beside": "barn", "kind": "neutral", "note": ""}
    ]
    (event,) = happened(play(proposed.fight, "arena accept", name="awnings"), "arena")
    assert (event["name"], event["change"], event["links"]) == ("awnings", "accepted", ["yard"])


@pytest.mark.rule("R16")
def test_a_proposal_may_be_rejected_and_is_not_made_twice(run: Run, barn_file: Path) -> None:
    propose = ("arena", "propose", "awnings", "--beside", "yard", "-f", barn_file)
    assert run(*propose).code == 0
    refused(run(*propose), 3, "already proposed")
    assert "does not join" in run("arena", "reject", "awnings", "-f", barn_file).out
    assert tables(barn_file).get("proposals", {}) == {}
    assert run("arena", "reject", "awnings", "-f", barn_file).code == 3
    assert run(*propose).code == 0


@pytest.mark.rule("R16")
def test_a_proposal_goes_with_the_arena_beside_it_or_to_what_that_becomes() -> None:
    proposed = play(town(), "arena propose", name="awnings", beside="market", kind="hazardous").fight
    assert play(proposed, "arena accept", name="awnings").fight.proposals == {}
    merged = play(proposed, "arena merge", one="alley", other="market").fight
    assert merged.proposals["awnings"].beside == "alley"
    assert play(proposed, "arena remove", name="market", to="alley").fight.proposals == {}
    taken = play(proposed, "arena add", name="awnings", kind="dense").fight
    refuses('there is already an arena "awnings"', taken, "arena accept", name="awnings")
    (gone,) = (each for each in happened(play(proposed, "arena remove", name="market", to="alley"), "arena"))
    assert gone["proposals_lost"] == ["awnings"]
    usage_error("needs a neighbor", town(), "arena propose", name="awnings")


@pytest.mark.rule("R17")
def test_rubble_is_named_after_both_sides_of_a_wall_and_who_breaks_it_stands_there() -> None:
    order = {"one": "market", "other": "attic", "by": "ogre", "kind": "dense"}
    strong = town(ogre={"brawn": 3})
    broken = play(strong, "arena breach", 7, **order).fight
    assert links(broken)["market-attic-rubble"] == {"market", "attic"}
    assert broken.arenas["market-attic-rubble"].kind == "dense"
    for wall in ({"one": "yard"}, {"other": "yard"}):
        refuses('no arena "yard"', strong, "arena breach", **order | wall)
    refuses("not at the wall", strong, "arena breach", **{**order, "by": "imp"})
    usage_error('no attribute "brown"', strong, "arena breach", **{**order, "with": "brown"})
