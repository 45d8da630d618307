"""The ground of realm: links, carriers, roads, moves (R10, R14, R26, R51)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combatcli.errors import RefusedError
from combatcli.rulesets import load
from combatcli.rulesets.realm.ground import touching
from combatcli.rulesets.shared.arenas import distance
from realm_fights import TOWN, links, town
from support import FightFile, Run, fight, happened, play, refuses, tables, usage_error


@pytest.mark.rule("R10")
def test_one_sides_mention_of_a_link_is_enough() -> None:
    told = links(town())
    assert told == {"market": {"alley"}, "alley": {"market", "roofs"}, "roofs": {"alley", "attic"}, "attic": {"roofs"}}
    expected = [0, 1, 2, 3]
    assert [distance(touching(town()), "market", name) for name in ("market", "alley", "roofs", "attic")] == expected


@pytest.mark.rule("R10")
def test_an_arena_that_is_linked_with_itself_touches_itself_not() -> None:
    arenas = {"market": {"links": ["market", "alley"]}, "alley": {}, "roofs": {}}
    assert links(town(arenas)) == {"market": {"alley"}, "alley": {"market"}, "roofs": set()}
    refuses("mira is in market already", town(arenas), "move", who="mira", way=["market"])


@pytest.mark.rule("R10")
def test_arenas_are_linked_and_unlinked_on_whichever_side_the_link_stood() -> None:
    once = play(town(), "arena link", one="market", other="attic").fight
    assert links(once)["attic"] == {"roofs", "market"}
    assert play(once, "arena link", one="attic", other="market").fight.arenas == once.arenas
    gone = play(once, "arena unlink", one="attic", other="market").fight
    assert links(gone) == links(town())
    refuses("are not linked", gone, "arena unlink", one="attic", other="market")
    refuses("with itself", gone, "arena link", one="attic", other="attic")
    for command in ("arena link", "arena unlink", "arena merge"):
        for pair in ({"one": "attic", "other": "yard"}, {"one": "yard", "other": "attic"}):
            refuses('no arena "yard"', gone, command, **pair)


@pytest.mark.rule("R10")
def test_an_occupied_arena_is_removed_only_with_somewhere_to_go() -> None:
    refuses("market is occupied by mira, ogre", town(), "arena remove", name="market")
    played = play(town(), "arena remove", name="market", to="alley")
    assert [played.fight.combatants[who].arena for who in ("mira", "ogre")] == ["alley", "alley"]
    assert links(played.fight)["alley"] == {"roofs"}
    without_alley = play(town(), "arena remove", name="alley").fight
    told = {name: arena.links for name, arena in without_alley.arenas.items()}
    assert told == {"market": [], "roofs": [], "attic": ["roofs"]}
    assert "market" not in played.fight.arenas
    refuses("is the arena to be removed", town(), "arena remove", name="market", to="market")
    assert "attic" not in play(town(), "arena remove", name="attic").fight.arenas


@pytest.mark.rule("R10", "R14")
def test_split_and_merge_keep_everyone_placed() -> None:
    halves = play(town(), "arena split", one="alley", other="court", kind="open").fight
    assert links(halves)["court"] == {"alley", "market", "roofs"}
    assert halves.arenas["court"].kind == "open"
    whole = play(town(), "arena merge", one="market", other="roofs").fight
    assert links(whole) == {"market": {"alley", "attic"}, "alley": {"market"}, "attic": {"market"}}
    assert whole.combatants["imp"].arena == "market"
    refuses("cannot be merged with itself", town(), "arena merge", one="market", other="market")
    refuses('already an arena "roofs"', town(), "arena split", one="alley", other="roofs")
    # What an arena touches only by who carries it is not a link of it to take over.
    ridden = play(town(), "arena add", name="back", on="ogre").fight
    assert play(ridden, "arena split", one="market", other="stalls").fight.arenas["stalls"].links == ["market", "alley"]


@pytest.mark.rule("R13")
def test_a_change_of_an_arena_changes_something_to_a_kind_that_there_is() -> None:
    refuses("market has kind dense already", town(), "arena set", name="market", changes={"kind": "dense"})
    usage_error('no kind of arena "dence"', town(), "arena set", name="market", changes={"kind": "dence"})


@pytest.mark.rule("R14")
def test_a_road_is_a_row_of_open_arenas() -> None:
    laid = play(town(), "arena road", name="road", length=3, link=["market"]).fight
    assert links(laid)["road-2"] == {"road-1", "road-3"}
    assert links(laid)["road-1"] == {"market", "road-2"}
    assert {laid.arenas[f"road-{number}"].kind for number in (1, 2, 3)} == {"open"}
    assert {laid.arenas[f"road-{number}"].note for number in (1, 2, 3)} == {""}
    busy = play(town(), "arena road", name="road", length=15, kind="dense", note="carts").fight
    assert (busy.arenas["road-15"].kind, busy.arenas["road-15"].note) == ("dense", "carts")
    refuses("15 arenas long at most, not 16", town(), "arena road", name="road", length=16)
    assert "road-16" in play(town(), "arena road", name="road", length=16, force=True).fight.arenas
    short = play(town(), "arena road", name="path", length=1, link=["market"]).fight
    assert set(short.arenas) - set(TOWN) == {"path-1"}
    assert links(short)["path-1"] == {"market"}
    unsaid = play(town(), "arena road", name="road")
    assert [event["name"] for event in happened(unsaid, "arena")] == [f"road-{number}" for number in range(1, 11)]
    refuses(
        'already an arena "road-2"', play(town(), "arena add", name="road-2").fight, "arena road", name="road", length=3
    )
    usage_error("--length 0: expected a number from 1 to 1,000", town(), "arena road", name="road", length=0)


@pytest.mark.rule("R14")
def test_an_arena_on_a_carrier_touches_where_its_bearer_is_and_what_that_touches() -> None:
    ridden = play(town(), "arena add", name="back", on="ogre").fight
    assert links(ridden)["back"] == {"market", "alley"}
    moved = play(ridden, "move", who="ogre", way=["alley"])
    assert links(moved.fight)["back"] == {"alley", "market", "roofs"}
    (told,) = happened(moved, "carried")
    assert (told["arena"], told["bearer"], sorted(told["links"])) == ("back", "ogre", ["alley", "market", "roofs"])
    pushed = play(ridden, "push", 9, 1, who="mira", targets=["ogre"], to="alley")
    (told,) = happened(pushed, "carried")
    assert (told["arena"], told["bearer"], sorted(told["links"])) == ("back", "ogre", ["alley", "market", "roofs"])
    mounted = play(ridden, "arena link", one="back", other="market").fight
    assert sorted(touching(mounted)["back"]) == ["alley", "market"]
    assert sorted(touching(mounted)["market"]) == ["alley", "back"]
    refuses('no combatant "dragon"', town(), "arena add", name="back", on="dragon")


@pytest.mark.rule("R14")
def test_nobody_is_in_the_arena_they_carry() -> None:
    ridden = play(town(), "arena add", name="back", on="ogre").fight
    for command, order in (
        ("move", {"who": "ogre", "way": ["back"]}),
        ("push", {"who": "mira", "targets": ["ogre"], "to": "back"}),
        ("arena merge", {"one": "back", "other": "market"}),
        ("arena remove", {"name": "market", "to": "back"}),
    ):
        refuses("ogre carries back and cannot be in it", ridden, command, **order)
    assert play(ridden, "move", who="mira", way=["back"]).fight.combatants["mira"].arena == "back"
    halves = play(ridden, "arena split", one="back", other="head").fight
    assert (halves.arenas["head"].on, halves.arenas["head"].links) == ("ogre", ["back"])
    down = play(ridden, "arena set", name="back", changes={"on": ""}).fight
    assert (down.arenas["back"].on, links(down)["back"]) == (None, set())
    inside = play(town(), "arena add", name="tent", link=["market"]).fight.with_combatant("ogre", arena="tent")
    refuses("ogre is in tent and cannot carry it", inside, "arena set", name="tent", changes={"on": "ogre"})


@pytest.mark.rule("R14")
@pytest.mark.parametrize("places", [{"ogre": "back"}, {"ogre": "head", "mira": "back"}])
def test_who_stands_on_what_they_carry_themselves_is_a_problem(places: dict[str, str]) -> None:
    ridden = play(play(town(), "arena add", name="back", on="ogre").fight, "arena add", name="head", on="mira").fight
    assert list(load("realm").problems(ridden.with_combatant("mira", arena="back"))) == []
    for who, arena in places.items():
        ridden = ridden.with_combatant(who, arena=arena)
    assert {problem.path for problem in load("realm").problems(ridden)} == {f"combatants.{who}.arena" for who in places}


@pytest.mark.rule("R15")
def test_an_arena_is_added_once_and_listed_where_it_is_there() -> None:
    refuses('already an arena "alley"', town(), "arena add", name="alley")
    refuses('no arena "ally"', town(), "arena list", names=["ally"])


@pytest.mark.rule("R14")
def test_the_measure_of_an_open_arena_is_told(run: Run, barn_file: Path) -> None:
    assert "6 yards a side, 12 feet high" in run("arena", "list", "-v", "-f", barn_file).out
    assert "12 feet high" not in run("arena", "list", "-f", barn_file).out
    assert "12 feet high" not in run("arena", "list", "hayloft", "-v", "-f", barn_file).out
    laid = run("arena", "add", "cliff", "--kind", "open", "--size", "60 feet", "-f", barn_file)
    assert "6 yards a side, 12 feet high" in laid.out
    assert "12 feet high" not in run("arena", "add", "lake", "--kind", "open", "--size", "wide", "-f", barn_file).out


RIDDEN: dict[str, Any] = {
    "phase": "attack-assist-aimed",
    "arenas": {"road": {"links": ["gate"]}, "gate": {}, "back": {"on": "dragon"}},
    "combatants": {
        "dragon": {"arena": "road", "side": "foes"},
        "mira": {"arena": "back", "side": "heroes", "weapons": {"axe": {"class": "medium"}}},
        "tomas": {"arena": "road", "side": "heroes"},
    },
}


@pytest.mark.rule("R14")
def test_riders_and_the_bearer_are_in_one_arena_for_all_but_moving() -> None:
    ridden = fight("realm", **RIDDEN)
    assert happened(play(ridden, "attack", 1, 2, 3, attacker="mira", targets=["dragon"]), "attack")
    assert happened(play(ridden, "attack", 1, attacker="dragon", targets=["mira"]), "attack")
    refuses("mira is 1 arena away", ridden, "attack", 1, attacker="tomas", targets=["mira"])
    held = play(ridden, "impede", 9, 1, who="dragon", target="mira").fight
    assert held.combatants["mira"].status == ["impeded", "cornered"]
    thrown = play(ridden, "push", 9, 1, who="dragon", targets=["mira"], to="road").fight
    assert thrown.combatants["mira"].arena == "road"
    refuses("carries back", ridden, "move", who="dragon", way=["back"])


@pytest.mark.rule("R14")
def test_with_the_bearer_dropped_its_riders_stand_where_it_was(run: Run, fight_file: FightFile) -> None:
    path = fight_file(
        'ruleset = "realm"\n[arenas.road]\n[arenas.back]\non = "dragon"\n'
        '[combatants.dragon]\narena = "road"\n[combatants.mira]\narena = "back"\n'
    )
    assert run("drop", "dragon", "-f", path).code == 0
    after = tables(path)
    assert (after["combatants"]["mira"]["arena"], list(after["arenas"])) == ("road", ["road"])


@pytest.mark.rule("R26")
def test_a_move_goes_to_an_adjacent_arena() -> None:
    played = play(town(), "move", who="mira", way=["alley"])
    (event,) = happened(played, "move")
    assert (event["from"], event["to"]) == ("market", "alley")
    with pytest.raises(RefusedError, match="roofs is not adjacent to market") as refused:
        play(town(), "move", who="mira", way=["roofs"])
    assert refused.value.hint == "Adjacent to market: alley."


@pytest.mark.rule("R26", "R51")
def test_one_arena_further_costs_an_awesome() -> None:
    played = play(town(mira={"awesome": 1}), "move", who="mira", way=["alley", "roofs"]).fight
    assert (played.combatants["mira"].arena, played.combatants["mira"].awesome) == ("roofs", 0)
    refuses("no Awesome left to move one arena further", town(), "move", who="mira", way=["alley", "roofs"])
    refuses("cannot move 3 arenas", town(mira={"awesome": 9}), "move", who="mira", way=["alley", "roofs", "attic"])


@pytest.mark.rule("R26", "R7")
def test_a_held_mover_who_wounds_the_holder_moves_but_no_further() -> None:
    held = {
        "status": ["impeded", "cornered"],
        "by": {"impeded": "ogre", "cornered": "ogre"},
        "until": {"impeded": 1, "cornered": 2},
        "declared": {"phase": 4, "action": "move", "targets": ["alley"]},
        "awesome": 2,
    }
    encounter = town(mira=held).changed(phase="move")
    struck = play(encounter, "attack", 10, 2, 1, attacker="mira", targets=["ogre"], apply=True, strict=True).fight
    assert struck.combatants["mira"].status == ["freed"]
    refuses("broken free and may move only one arena", struck, "move", who="mira", way=["alley", "roofs"])
    moved = play(struck, "move", who="mira", way=["alley"], strict=True)
    assert moved.fight.combatants["mira"].arena == "alley"


@pytest.mark.rule("R14")
def test_an_arena_carried_on_a_carried_one_touches_all_that_it_links() -> None:
    back = play(town(), "arena add", name="back", on="ogre").fight
    riding = back.with_combatant("imp", arena="back")
    both = play(riding, "arena add", name="perch", on="imp").fight
    assert links(both)["perch"] == {"back", "market", "alley"}
    assert links(both)["back"] == {"perch", "market", "alley"}
    other = play(back, "arena add", name="saddle", on="mira").fight
    assert links(other)["saddle"] == {"market", "alley"}
