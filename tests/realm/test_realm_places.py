"""Arenas, moves and contests of realm (R10–R17, R25, R26, R29, R50, R51)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.realm.ground import touching
from combatcli.rulesets.realm.scenery import suggest_kind
from combatcli.rulesets.shared.arenas import distance
from support import fight, happened, odds, play, refuses

if TYPE_CHECKING:
    from support import Run

TOWN = {
    "market": {"kind": "dense", "links": ["alley"], "note": "stalls"},
    "alley": {"kind": "tight"},
    "roofs": {"kind": "hazardous", "links": ["alley"]},
    "attic": {"links": ["roofs"]},
}


def town(arenas: Any = None, **each: dict[str, Any]) -> Any:
    combatants = {"mira": {"arena": "market"}, "ogre": {"arena": "market"}, "imp": {"arena": "roofs"}}
    for who, keys in each.items():
        combatants[who] = {**combatants.get(who, {}), **keys}
    return fight("realm", arenas=TOWN if arenas is None else arenas, combatants=combatants)


def links(encounter: Any) -> dict[str, set[str]]:
    return {name: set(touching) for name, touching in touching(encounter).items()}


@pytest.mark.rule("R10")
def test_one_sides_mention_of_a_link_is_enough() -> None:
    assert links(town()) == {
        "market": {"alley"},
        "alley": {"market", "roofs"},
        "roofs": {"alley", "attic"},
        "attic": {"roofs"},
    }
    assert [distance(touching(town()), "market", name) for name in ("market", "alley", "roofs", "attic")] == [
        0,
        1,
        2,
        3,
    ]


@pytest.mark.rule("R10")
def test_an_arena_that_is_linked_with_itself_touches_itself_not() -> None:
    arenas = {"market": {"links": ["market", "alley"]}, "alley": {}, "roofs": {}}
    assert links(town(arenas)) == {"market": {"alley"}, "alley": {"market"}, "roofs": set()}
    refuses("market is not adjacent to market", town(arenas), "move", who="mira", way=["market"])


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
    assert {name: arena.links for name, arena in without_alley.arenas.items()} == {
        "market": [],
        "roofs": [],
        "attic": ["roofs"],
    }
    assert "market" not in played.fight.arenas
    refuses("is the arena that goes", town(), "arena remove", name="market", to="market")
    assert "attic" not in play(town(), "arena remove", name="attic").fight.arenas


@pytest.mark.rule("R10")
def test_split_and_merge_keep_everyone_placed() -> None:
    halves = play(town(), "arena split", one="alley", other="court", kind="open").fight
    assert links(halves)["court"] == {"alley", "market", "roofs"}
    assert halves.arenas["court"].kind == "open"
    whole = play(town(), "arena merge", one="market", other="roofs").fight
    assert links(whole) == {"market": {"alley", "attic"}, "alley": {"market"}, "attic": {"market"}}
    assert whole.combatants["imp"].arena == "market"
    refuses("cannot be merged with itself", town(), "arena merge", one="market", other="market")
    refuses('an arena "roofs" already', town(), "arena split", one="alley", other="roofs")


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("a narrow corridor", "tight"),
        ("stairs", "tight"),
        ("two balconies", "tight"),
        ("dark alleys", "tight"),
        ("a tunnel", "tight"),
        ("an internal room", "tight"),
        ("close-set mature trees", "tight"),
        ("the rooftops", "hazardous"),
        ("slick rocks", "hazardous"),
        ("a ledge", "hazardous"),
        ("a rope bridge", "hazardous"),
        ("swamps", "hazardous"),
        ("a big room with low furniture", "hazardous"),
        ("the top of a wall", "hazardous"),
        ("a wall to climb over", "hazardous"),
        ("ground under uncleared snow", "hazardous"),
        ("a courtyard", "open"),
        ("open water", "open"),
        ("a gladiatorial arena", "open"),
        ("fields", "open"),
        ("a road without traffic", "open"),
        ("a shop with fragile shelving", "dense"),
        ("a crowded bar-room", "dense"),
        ("thick forest", "dense"),
        ("a ship deck", "dense"),
        ("a crowd", "dense"),
        ("a hayloft", "dense"),
        ("thickets of brush and saplings", "dense"),
        ("old growth with open understory", "neutral"),
        ("a field under snow", "hazardous"),
        ("an icy courtyard", "hazardous"),
        ("a crowded courtyard", "dense"),
        ("a wall that stops you", "neutral"),
        ("the moon", "neutral"),
    ],
)
def test_scenery_suggests_a_kind(words: str, kind: str) -> None:
    assert suggest_kind(words.split()).kind == kind


@pytest.mark.rule("R12")
def test_a_suggestion_says_what_matched_or_that_nothing_did() -> None:
    (event,) = happened(play(town(), "arena suggest", words=["crowded", "bar-rooms"]), "suggest")
    assert (event["kind"], event["reason"], event["favours"]) == ("dense", "crowded", ["heavy", "very-heavy"]) or (
        event["reason"] == "bar-room"
    )
    (event,) = happened(play(town(), "arena suggest", words=["moon"]), "suggest")
    assert (event["kind"], event["reason"]) == ("neutral", "")


@pytest.mark.rule("R13")
def test_an_arena_changes_in_mid_fight_and_the_report_says_what() -> None:
    played = play(town(), "arena set", name="market", changes={"kind": "neutral"})
    (event,) = happened(played, "arena")
    assert (event["kind"], event["was"], event["change"]) == ("neutral", {"kind": "dense"}, "changed")
    with pytest.raises(UsageError, match="nothing to change"):
        play(town(), "arena set", name="market", changes={"kind": "dense"})
    with pytest.raises(UsageError, match='no kind of arena "dence"'):
        play(town(), "arena set", name="market", changes={"kind": "dence"})


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
        'an arena "road-2" already', play(town(), "arena add", name="road-2").fight, "arena road", name="road", length=3
    )
    with pytest.raises(UsageError, match="one arena long or more"):
        play(town(), "arena road", name="road", length=0)


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


@pytest.mark.rule("R10", "R14")
def test_a_split_arena_takes_over_links_not_passing_touching() -> None:
    ridden = play(town(), "arena add", name="back", on="ogre").fight
    halves = play(ridden, "arena split", one="market", other="stalls").fight
    assert halves.arenas["stalls"].links == ["market", "alley"]


@pytest.mark.rule("R15")
def test_arenas_are_listed_with_kind_note_people_and_touching() -> None:
    played = play(town(), "arena add", name="loft", kind="dense", note="hay", size="small", link=["attic"])
    (event,) = happened(play(played.fight, "arena list", names=["loft"]), "arena")
    assert (event["kind"], event["note"], event["size"], event["links"]) == ("dense", "hay", "small", ["attic"])
    every = happened(play(town(), "arena map"), "arena")
    assert next((event["name"], event["occupants"]) for event in every) == ("market", ["mira", "ogre"])
    refuses('an arena "alley" already', town(), "arena add", name="alley")
    refuses('no arena "ally"', town(), "arena list", names=["ally"])


@pytest.mark.rule("R16")
def test_a_proposed_arena_joins_when_it_is_accepted() -> None:
    proposed = play(town(), "arena propose", name="awnings", beside="market", kind="hazardous").fight
    assert "awnings" not in proposed.arenas
    assert happened(play(proposed, "arena list"), "proposal")[0]["beside"] == "market"
    assert happened(play(proposed, "arena list", names=["market"]), "proposal") == []
    accepted = play(proposed, "arena accept", name="awnings").fight
    assert (links(accepted)["awnings"], accepted.arenas["awnings"].kind) == ({"market"}, "hazardous")
    assert accepted.proposals == {}
    merged = play(proposed, "arena merge", one="alley", other="market").fight
    assert merged.proposals["awnings"].beside == "alley"
    assert play(proposed, "arena remove", name="market", to="alley").fight.proposals == {}
    taken = play(proposed, "arena add", name="awnings", kind="dense").fight
    refuses('there is an arena "awnings" already', taken, "arena accept", name="awnings")
    (gone,) = (each for each in happened(play(proposed, "arena remove", name="market", to="alley"), "arena"))
    assert gone["proposals_lost"] == ["awnings"]
    refuses('nobody proposed an arena "tent"', proposed, "arena accept", name="tent")
    with pytest.raises(UsageError, match="needs a neighbour"):
        play(town(), "arena propose", name="awnings")


@pytest.mark.rule("R17")
def test_a_flimsy_wall_breaks_by_a_test_and_leaves_rubble_between() -> None:
    order = {"one": "market", "other": "attic", "by": "ogre", "kind": "dense"}
    strong = town(ogre={"brawn": 3})
    broken = play(strong, "arena breach", 7, **order).fight
    assert (links(broken)["market-attic-rubble"], broken.arenas["market-attic-rubble"].kind) == (
        {"market", "attic"},
        "dense",
    )
    assert play(strong, "arena breach", 6, **order).fight.arenas == strong.arenas
    assert play(strong, "arena breach", 5, **order, target=8, name="hole").fight.arenas["hole"].kind == "dense"
    with pytest.raises(UsageError, match='rubble is not "open"'):
        play(strong, "arena breach", **{**order, "kind": "open"})
    for wall in ({"one": "yard"}, {"other": "yard"}):
        refuses('no arena "yard"', strong, "arena breach", **order | wall)
    refuses("not at the wall", strong, "arena breach", **{**order, "by": "imp"})
    with pytest.raises(UsageError, match='no attribute "brown"'):
        play(strong, "arena breach", **{**order, "with": "brown"})


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


@pytest.mark.rule("R25", "R26", "R29")
@pytest.mark.parametrize(
    ("status", "until", "round_", "held"),
    [
        ("impeded", 1, 1, True),
        ("cornered", 2, 1, False),
        ("cornered", 2, 2, True),
        ("hurled", 2, 1, False),
        ("hurled", 2, 2, True),
        ("hurled", None, 1, True),
    ],
)
def test_who_is_held_does_not_move(status: str, until: int | None, round_: int, *, held: bool) -> None:
    keys: dict[str, Any] = {"status": [status], "until": {} if until is None else {status: until}}
    encounter = town(mira=keys).changed(round=round_)
    if held:
        refuses(f"mira is {status}", encounter, "move", who="mira", way=["alley"])
    else:
        assert play(encounter, "move", who="mira", way=["alley"]).fight.combatants["mira"].arena == "alley"


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
    refuses("broken free and moves one arena", struck, "move", who="mira", way=["alley", "roofs"])
    moved = play(struck, "move", who="mira", way=["alley"], strict=True)
    assert moved.fight.combatants["mira"].arena == "alley"


@pytest.mark.rule("R25")
def test_impeding_is_a_contest_of_each_sides_own_choice() -> None:
    encounter = town(mira={"cunning": 3, "awareness": 9}, ogre={"brawn": 4, "daring": 1}, imp={"arena": "market"})
    played = play(encounter, "impede", 6, 4, who="mira", target="ogre")
    (event,) = happened(played, "contest")
    assert (event["trait"], event["against_trait"], event["faces"]) == ("cunning", "brawn", [6, 4])
    assert (event["total"], event["needed"], event["success"]) == (9, 8, True)
    assert (event["who"], event["against"]) == ("mira", "ogre")
    ogre = played.fight.combatants["ogre"]
    assert (ogre.status, ogre.until, ogre.by["impeded"]) == (
        ["impeded", "cornered"],
        {"impeded": 1, "cornered": 2},
        "mira",
    )
    second = play(played.fight, "impede", 9, 1, who="imp", target="ogre")
    assert second.fight.combatants["ogre"].by == {"impeded": ["mira", "imp"], "cornered": ["mira", "imp"]}
    tie = play(encounter, "impede", 5, 4, who="mira", target="ogre")
    assert tie.fight.combatants["ogre"].status == []
    said = play(encounter, "impede", 6, 4, who="mira", target="ogre", **{"with": "daring", "against": "daring"})
    assert (happened(said, "contest")[0]["total"], happened(said, "contest")[0]["needed"]) == (6, 5)
    with pytest.raises(UsageError, match='"awareness" does not impede'):
        play(encounter, "impede", who="mira", target="ogre", **{"with": "awareness"})


@pytest.mark.rule("R25")
def test_impeding_needs_one_arena_and_somebody_else() -> None:
    refuses("imp is not in one arena with mira", town(), "impede", who="mira", target="imp")
    refuses("to themselves", town(), "impede", who="mira", target="mira")


@pytest.mark.rule("R25")
@pytest.mark.parametrize(
    ("command", "order", "reason"),
    [
        ("move", {"who": "mira", "way": ["alley"]}, "mira is elsewhere"),
        ("wound", {"targets": ["mira"], "amount": "1"}, "mira is dead"),
    ],
)
def test_a_gone_or_fallen_impeder_holds_nobody(command: str, order: dict[str, Any], reason: str) -> None:
    held = {"status": ["impeded", "cornered"], "by": {"impeded": "mira", "cornered": "mira"}}
    encounter = town(mira={"wounds": 1}, ogre=held)
    played = play(encounter, command, **order)
    assert played.fight.combatants["ogre"].status == []
    assert {event["reason"] for event in happened(played, "condition") if event["who"] == "ogre"} == {reason}


@pytest.mark.rule("R21")
@pytest.mark.parametrize(
    ("command", "order", "reason"),
    [
        ("move", {"who": "mira", "way": ["alley"]}, "no longer in one arena"),
        ("wound", {"targets": ["mira"], "amount": "1"}, "dead"),
        ("declare", {"who": "mira", "action": "defend"}, "declared something else"),
        ("next", {"round": True}, "over"),
    ],
)
def test_what_ends_a_protection_is_told(command: str, order: dict[str, Any], reason: str) -> None:
    guard = {"wounds": 1, "declared": {"phase": 1, "action": "protect", "targets": ["ogre"]}}
    played = play(town(mira=guard), command, **order)
    (event,) = (each for each in happened(played, "condition") if each["name"] == "protecting")
    assert (event["who"], event["of"], event["ended"], event["reason"]) == ("mira", "ogre", True, reason)


@pytest.mark.rule("R29")
def test_a_push_rolls_once_less_one_for_each_further_target() -> None:
    encounter = town(mira={"brawn": 4}, ogre={"brawn": 2}, imp={"arena": "market"})
    played = play(encounter, "push", 5, 5, 8, who="mira", targets=["ogre", "imp"])
    contests = happened(played, "contest")
    assert [(each["total"], each["needed"], each["success"]) for each in contests] == [(8, 7, True), (8, 8, None)]
    assert played.fight.combatants["ogre"].arena == "alley"
    assert (played.fight.combatants["ogre"].status, played.fight.combatants["ogre"].until) == (
        ["hurled"],
        {"hurled": 2},
    )
    assert played.fight.combatants["imp"].arena == "market"


def shoving() -> Any:
    """Return a fight in which mira may push ogre, imp and thug out of the market, each strong in another way."""
    encounter = town(
        mira={"side": "heroes", "brawn": 4},
        ogre={"side": "foes", "brawn": 2},
        imp={"side": "foes", "cunning": 3, "arena": "market"},
        thug={"side": "foes", "daring": 1, "arena": "market"},
    )
    return encounter.changed(phase="push")


THREE: dict[str, Any] = {"who": "mira", "targets": ["ogre", "imp", "thug"]}


@pytest.mark.rule("R29")
def test_a_push_at_three_is_one_roll_at_two_less_against_three_rolls() -> None:
    # 6 + 4 - 2 = 8 beats 5 + 2 and 6 + 1, and ties with 5 + 3: two are moved and hurled, the third stays.
    played = play(shoving(), "push", 6, 5, 5, 6, **THREE)
    told = happened(played, "contest")
    assert [(each["against"], each["faces"], each["total"], each["needed"], each["success"]) for each in told] == [
        ("ogre", [6, 5], 8, 7, True),
        ("imp", [6, 5], 8, 8, None),
        ("thug", [6, 6], 8, 7, True),
    ]
    assert [each["against_trait"] for each in told] == ["brawn", "cunning", "daring"]
    after = played.fight.combatants
    assert {who: after[who].arena for who in ("mira", "ogre", "imp", "thug")} == {
        "mira": "market",
        "ogre": "alley",
        "imp": "market",
        "thug": "alley",
    }
    assert {who: after[who].status for who in ("mira", "ogre", "imp", "thug")} == {
        "mira": [],
        "ogre": ["hurled"],
        "imp": [],
        "thug": ["hurled"],
    }


@pytest.mark.rule("R29")
@pytest.mark.parametrize(
    ("faces", "beaten"),
    [
        ((5, 5, 4, 6), []),
        ((6, 6, 4, 7), ["imp"]),
        ((1, 1, 1, 1), ["thug"]),
        ((9, 9, 7, 9), ["imp", "thug"]),
        ((10, 9, 8, 10), ["ogre", "imp", "thug"]),
    ],
)
def test_the_dice_of_a_push_are_the_pushers_and_then_each_targets_in_turn(
    faces: tuple[int, ...], beaten: list[str]
) -> None:
    played = play(shoving(), "push", *faces, **THREE)
    assert [event["against"] for event in happened(played, "contest") if event["success"]] == beaten
    assert [event["who"] for event in happened(played, "move") if event["pushed"]] == beaten
    assert [who for who, each in played.fight.combatants.items() if "hurled" in each.status] == beaten


@pytest.mark.rule("R29")
def test_who_was_pushed_does_not_move_in_the_next_round_and_does_in_the_one_after() -> None:
    second = play(play(shoving(), "push", 6, 5, 5, 6, **THREE).fight, "next", round=True).fight
    assert second.round == 2
    assert play(second, "move", who="imp", way=["alley"]).fight.combatants["imp"].arena == "alley"
    for who in ("ogre", "thug"):
        refuses(f"{who} is hurled", second, "move", who=who, way=["market"])
    third = play(second, "next", round=True).fight
    for who in ("ogre", "thug"):
        assert play(third, "move", who=who, way=["market"]).fight.combatants[who].arena == "market"


@pytest.mark.rule("R29")
def test_odds_of_a_push_at_three_are_those_of_the_roll_at_two_less() -> None:
    told = odds(shoving(), "push", **THREE)
    assert [(event["against"], Fraction(event["chance"])) for event in told] == [
        ("ogre", contests(2, 2)[0]),
        ("imp", contests(2, 3)[0]),
        ("thug", contests(2, 1)[0]),
    ]


@pytest.mark.rule("R29")
def test_a_push_needs_an_opponent_here_and_an_adjacent_arena() -> None:
    refuses("roofs is not adjacent to market", town(), "push", who="mira", targets=["ogre"], to="roofs")
    refuses("imp is not in one arena", town(), "push", who="mira", targets=["imp"], to="alley")
    middle = town(mira={"arena": "alley"}, ogre={"arena": "alley"})
    refuses("alley has 2 adjacent arenas", middle, "push", who="mira", targets=["ogre"])
    assert (
        play(middle, "push", 9, 1, who="mira", targets=["ogre"], to="roofs").fight.combatants["ogre"].arena == "roofs"
    )
    nowhere = town(mira={"arena": None})
    refuses('no arena "nowhere"', nowhere, "push", who="mira", targets=["ogre"], to="nowhere")
    assert play(nowhere, "push", 9, 1, who="mira", targets=["ogre"]).fight.combatants["ogre"].arena == "alley"
    placeless = town({}, mira={"arena": None}, ogre={"arena": None}, imp={"arena": None})
    assert play(placeless, "push", 9, 1, who="mira", targets=["ogre"]).fight.combatants["ogre"].status == ["hurled"]
    refuses('no arena "nowhere"', placeless, "push", who="mira", targets=["ogre"], to="nowhere")
    held = town(mira={"status": ["impeded"], "by": {"impeded": "imp"}}, imp={"arena": "market"})
    refuses("may push nobody else", held, "push", who="mira", targets=["ogre"])
    assert play(held, "push", 9, 1, who="mira", targets=["imp"]).fight.combatants["imp"].arena == "alley"


@pytest.mark.rule("R50")
def test_a_test_is_a_d10_and_an_attribute_against_ten_or_the_number_said() -> None:
    encounter = town(mira={"cunning": 3})
    for face, more, success in ((7, {}, True), (6, {}, False), (5, {"target": 8}, True), (5, {"bonus": 2}, True)):
        (event,) = happened(play(encounter, "test", face, who="mira", trait="cunning", **more), "test")
        assert (event["faces"], event["success"]) == ([face], success)
    with pytest.raises(UsageError, match='no attribute "cuning"'):
        play(encounter, "test", who="mira", trait="cuning")


@pytest.mark.rule("R50")
def test_an_opposed_test_must_beat_the_other() -> None:
    encounter = town(mira={"cunning": 3}, ogre={"cunning": 1, "awareness": 5})
    order = {"who": "mira", "trait": "cunning"}
    tie = happened(play(encounter, "test", 4, 6, **order, against="ogre"), "contest")[0]
    assert (tie["total"], tie["needed"], tie["success"]) == (7, 7, None)
    other = happened(play(encounter, "test", 9, 6, **order, against="ogre:awareness"), "contest")[0]
    assert (other["against_trait"], other["needed"], other["success"]) == ("awareness", 11, True)


@pytest.mark.rule("R50")
def test_a_dash_is_awareness_on_both_sides_and_a_tie_is_the_same_time() -> None:
    encounter = town(mira={"awareness": 2, "daring": 5}, ogre={"awareness": 1})
    order = {"who": "mira", "other": "ogre"}
    assert happened(play(encounter, "dashtest", 4, 4, **order), "contest")[0]["first"] == "mira"
    assert happened(play(encounter, "dashtest", 1, 9, **order), "contest")[0]["first"] == "ogre"
    tie = happened(play(encounter, "dashtest", 4, 5, **order), "contest")[0]
    assert (tie["first"], tie["success"], tie["dash"], tie["against"]) == (None, None, True, "ogre")
    told = happened(play(encounter, "dashtest", 3, 6, **order, trait="daring", against="awareness"), "contest")[0]
    assert (told["total"], told["needed"]) == (8, 7)


def contests(own: int, other: int) -> tuple[Fraction, Fraction]:
    """Count the chances to beat and to tie the other's d10."""
    pairs = [(one + own, two + other) for one, two in product(range(1, 11), repeat=2)]
    return Fraction(sum(a > b for a, b in pairs), 100), Fraction(sum(a == b for a, b in pairs), 100)


@pytest.mark.rule("R25", "R29", "R50")
def test_odds_of_contests_and_tests_equal_a_count_of_all_outcomes() -> None:
    encounter = town(mira={"brawn": 2, "awareness": 1}, ogre={"cunning": 3}, imp={"arena": "market"})
    (impede,) = odds(encounter, "impede", who="mira", target="ogre")
    assert Fraction(impede["chance"]) == contests(2, 3)[0]
    first, second = odds(encounter, "push", who="mira", targets=["ogre", "imp"])
    assert (Fraction(first["chance"]), Fraction(second["chance"])) == (contests(1, 3)[0], contests(1, 0)[0])
    (test,) = odds(encounter, "test", who="mira", trait="brawn", target=9)
    assert Fraction(test["chance"]) == Fraction(4, 10)
    (helped,) = odds(encounter, "test", who="mira", trait="brawn", target=9, bonus=1)
    assert Fraction(helped["chance"]) == Fraction(5, 10)
    (opposed,) = odds(encounter, "test", who="mira", trait="brawn", against="ogre:cunning")
    assert Fraction(opposed["chance"]) == contests(2, 3)[0]
    win, tie = odds(encounter, "dashtest", who="mira", other="ogre")
    assert (Fraction(win["chance"]), Fraction(tie["chance"])) == contests(1, 0)


@pytest.mark.rule("R21")
@pytest.mark.parametrize(("gone", "reason"), [("ogre", "gone"), ("mira", "gone")])
def test_a_protection_ends_with_either_of_the_two(run: Run, gone: str, reason: str) -> None:
    text = 'ruleset = "realm"\n[combatants.ogre]\n[combatants.imp]\n[combatants.mira.declared]\n'
    declared = 'phase = 1\naction = "protect"\ntargets = ["ogre"]\n'
    event = run("drop", gone, "--json", stdin=text + declared).event("condition")
    assert (event["who"], event["of"], event["ended"], event["reason"]) == ("mira", "ogre", True, reason)
