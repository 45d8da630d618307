"""The round of blade: phases, initiative, surprise, moves, runs and charges (B1–B14)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

import support
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.blade.move import combat_movement, metres
from combatcli.rulesets.blade.state import PHASES
from combatcli.rulesets.shared.clock import seconds
from combatcli.rulesets.shared.grids import nearest_approach
from support import fight, happened, odds, play, refuses

duel = partial(support.duel, ork={})


def start(**keys: Any) -> Any:
    return duel(phase="initiative", initiative=[], **keys)


def moved(encounter: Any, **order: Any) -> dict[str, Any]:
    return happened(play(encounter, "move", who="darna", strict=True, **order), "move")[0]


# --- Rounds and initiative -------------------------------------------------------------------------------------------


@pytest.mark.rule("B1")
def test_a_round_has_four_phases_and_ten_seconds() -> None:
    encounter = start()
    encounter = encounter.changed(initiative=["heroes", "orcs"])
    seen = []
    for _ in range(4):
        playing = play(encounter, "next")
        encounter = playing.fight
        (event,) = happened(playing, "phase")
        seen.append((event["round"], event["phase"], event["number"], event["seconds"]))
    assert seen == [(1, "acting", 2, 0), (1, "reacting", 3, 0), (1, "melee", 4, 0), (2, "initiative", 1, 10)]
    assert PHASES == ("initiative", "acting", "reacting", "melee")
    assert seconds(7) == 60
    assert encounter.initiative == []


@pytest.mark.rule("B1")
def test_what_lasts_a_round_ends_with_it_and_is_told() -> None:
    encounter = duel(
        {"deeds": {"charged": "orc", "first_strike": True}},
        {"declared": {"action": "cast"}, "deeds": {"shot": True}, "health": 0},
        surprised=["orcs"],
    )
    playing = play(encounter, "next", round=True)
    ended = [(event["who"], event["name"], event["ended"], event["reason"]) for event in happened(playing, "condition")]
    assert ended == [("darna", "charging", True, "over"), ("orcs", "surprised", True, "over")]
    assert (playing.fight.round, playing.fight.phase, playing.fight.surprised) == (2, "initiative", [])
    assert all(each.deeds is None and each.declared is None for each in playing.fight.combatants.values())


@pytest.mark.rule("B1")
@pytest.mark.parametrize(
    "keys", [{"declared": {"action": "cast"}}, {"deeds": {"ran": True}}, {"deeds": {"shot": True}}]
)
def test_what_one_did_or_declared_is_forgotten_with_the_round(keys: dict[str, Any]) -> None:
    playing = play(duel(keys), "next", round=True)
    after = playing.fight.combatants["darna"]
    assert (after.declared, after.deeds) == (None, None)
    assert [(event["who"], event["ended"]) for event in happened(playing, "condition")] == [("darna", True)]


@pytest.mark.rule("B1", "B2")
def test_going_on_without_initiative_or_with_hits_pending_carries_a_warning() -> None:
    assert "has not been rolled" in play(start(), "next").warnings[0]
    refuses("combatcli order", start(), "next", strict=True)
    hits = [{"attacker": "orc", "target": "darna", "damage": 1}] * 2
    assert "2 hits are still pending" in play(duel(pending=hits), "next").warnings[0]
    assert "1 hit is still pending" in play(duel(pending=hits[:1]), "next").warnings[0]


@pytest.mark.rule("B1", "B2")
@pytest.mark.parametrize(
    ("phase", "initiative", "fine"),
    [("initiative", [], False), ("initiative", ["heroes", "orcs"], True), ("acting", [], True), ("melee", [], True)],
)
def test_initiative_is_missed_where_it_would_be_left_behind(phase: str, initiative: list[str], *, fine: bool) -> None:
    playing = play(duel(phase=phase, initiative=initiative), "next")
    assert ["initiative has not been rolled" in each for each in playing.warnings] == [True] * (not fine)


@pytest.mark.rule("B2")
def test_the_highest_side_acts_or_chooses_to_react() -> None:
    (event,) = happened(play(start(), "order", 2, 5), "order")
    assert (event["order"], event["faces"], event["winner"]) == (["orcs", "heroes"], [2, 5], "orcs")
    playing = play(start(), "order", 3, 3, 6, 1, choose="react")
    (event,) = happened(playing, "order")
    assert (event["order"], event["totals"]) == (["orcs", "heroes"], {"heroes": [3, 6], "orcs": [3, 1]})
    assert playing.fight.initiative == ["orcs", "heroes"]


@pytest.mark.rule("B2")
def test_more_sides_follow_in_falling_order() -> None:
    sides = {"a": {"side": "a"}, "b": {"side": "b"}, "c": {"side": "c"}, "d": {"side": "d", "health": 0}}
    encounter = fight("blade", combatants=sides)
    assert play(encounter, "order", 2, 6, 4).fight.initiative == ["b", "c", "a"]
    assert play(encounter, "order", 2, 6, 4, choose="react").fight.initiative == ["c", "a", "b"]
    assert play(encounter, "order", 4, 6, 4, 1, 2).fight.initiative == ["b", "c", "a"]


@pytest.mark.rule("B2", "B0")
def test_who_names_no_side_is_with_the_players_or_the_others() -> None:
    encounter = fight("blade", combatants={"a": {"player": True}, "b": {}})
    assert happened(play(encounter, "order", 6, 1), "order")[0]["order"] == ["players", "others"]


@pytest.mark.rule("B2")
def test_initiative_out_of_time_carries_a_warning() -> None:
    assert "start of the round" in play(duel(initiative=[]), "order", 1, 2).warnings[0]
    rolled = play(start(), "order", 1, 2).fight
    assert "start of the round" in play(rolled.changed(phase="melee"), "order", 1, 2, again=True).warnings[0]
    with pytest.raises(UsageError, match="expected act or react"):
        play(start(), "order", choose="wait")
    refuses("takes two sides", fight("blade", combatants={"a": {}}), "order")


@pytest.mark.rule("B3")
def test_a_surprised_side_does_nothing_in_the_first_round() -> None:
    named = play(start(), "order", 4, 5, surprised=["orcs"])
    assert named.fight.surprised == ["orcs"]
    assert happened(named, "condition") == [{"event": "condition", "who": "orcs", "name": "surprised", "ended": False}]
    for command, order in (
        ("attack", {"attacker": "orc", "targets": ["darna"]}),
        ("move", {"who": "orc", "distance": 10}),
        ("declare", {"who": "orc", "action": "cast"}),
        ("test", {"who": "orc", "trait": "mind", "spell": "Fear"}),
    ):
        refuses("surprised", named.fight, command, **order)
    over = play(named.fight, "next", round=True)
    play(over.fight, "test", 3, 3, who="orc", trait="mind")


@pytest.mark.rule("B3")
@pytest.mark.parametrize(("faces", "surprised"), [((2, 3), ["heroes"]), ((3, 1), ["orcs"]), ((3, 6), [])])
def test_surprise_is_rolled_before_initiative(faces: tuple[int, int], surprised: list[str]) -> None:
    playing = play(start(), "order", *faces, 4, 5, check_surprise=True)
    assert [event["event"] for event in playing.events if event["event"] != "condition"] == ["surprise", "order"]
    assert (playing.fight.surprised, happened(playing, "surprise")[0]["faces"]) == (surprised, list(faces))


@pytest.mark.rule("B3")
def test_if_all_are_surprised_the_round_passes() -> None:
    playing = play(start(), "order", 1, 2, check_surprise=True)
    assert (playing.fight.round, playing.fight.phase, playing.fight.surprised) == (2, "initiative", [])
    assert happened(playing, "order") == []
    assert play(start(), "order", surprised=["heroes", "orcs"]).fight.round == 2


@pytest.mark.rule("B3", "B1")
@pytest.mark.parametrize("order", [{"surprised": ["heroes", "orcs"]}, {"check_surprise": True}])
def test_a_round_that_passes_says_which_one_comes(order: dict[str, Any]) -> None:
    playing = play(start(), "order", *([2, 1] if "check_surprise" in order else []), **order)
    (event,) = happened(playing, "phase")
    assert (event["round"], event["phase"], event["number"], event["seconds"]) == (2, "initiative", 1, 10)
    ends = [(event["who"], event["name"], event["ended"]) for event in happened(playing, "condition")]
    assert ends == [(side, "surprised", over) for over in (False, True) for side in ("heroes", "orcs")]


@pytest.mark.rule("B3")
@pytest.mark.parametrize(
    ("order", "faces"), [({"surprised": ["orcs"]}, (5, 2)), ({"check_surprise": True}, (3, 2, 5, 2))]
)
def test_surprise_in_the_first_round_is_in_order(order: dict[str, Any], faces: tuple[int, ...]) -> None:
    assert play(start(), "order", *faces, strict=True, **order).fight.surprised == ["orcs"]
    refuses("only the first round knows surprise", start(round=2), "order", strict=True, **order)


@pytest.mark.rule("B2", "B3")
def test_the_odds_of_surprise_and_of_initiative_are_those_of_a_d6() -> None:
    told = odds(start(), "order", check_surprise=True)
    chances = {(event["of"], event["who"]): event["chance"] for event in told}
    assert {key: chances[key] for key in chances if key[0] == "surprised"} == {
        ("surprised", "heroes"): "1/3",
        ("surprised", "orcs"): "1/3",
    }
    plain = odds(start(), "order")
    assert [(event["who"], event["chance"]) for event in plain] == [("heroes", "1/2"), ("orcs", "1/2")]
    refuses("impossible on a d6", start(), "order", 7, 1)


@pytest.mark.rule("B3")
def test_surprise_is_of_the_first_round_and_of_a_side_that_is_there() -> None:
    assert "first round" in play(start(round=2), "order", 1, 2, surprised=["orcs"]).warnings[0]
    refuses('no side "orc"', start(), "order", surprised=["orc"])


# --- Moving ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("B10")
@pytest.mark.parametrize(
    ("exploration", "feet", "in_metres"),
    [(120, 40, 12), (90, 30, 9), (60, 20, 6), (40, 15, 4.5), (100, 35, 10.5), (15, 5, 1.5)],
)
def test_combat_movement_is_a_third(exploration: int, feet: int, in_metres: float) -> None:
    assert (combat_movement(exploration), metres(feet)) == (feet, in_metres)


@pytest.mark.rule("B10")
def test_a_move_is_once_a_round_and_no_further_than_combat_movement() -> None:
    encounter = play(duel(), "move", who="darna", distance=40).fight
    refuses("cannot move 41 feet", duel(), "move", who="darna", distance=41)
    refuses("has moved this round", encounter, "move", who="darna", distance=1)
    assert happened(play(duel(), "move", who="darna", way=["orc"]), "move")[0]["feet"] == 40


@pytest.mark.rule("B10")
def test_positions_are_kept_and_measured() -> None:
    at = {"position": [0, 0]}
    event = moved(duel(at), way=["10,0", "10,20"])
    assert (event["from"], event["to"], event["feet"], event["metres"]) == ([0, 0], [10, 20], 30, 9)
    event = moved(duel(at, {"position": [0, 30]}), way=["orc"])
    assert (event["to"], event["feet"]) == ([0, 25], 25)
    with pytest.raises(RefusedError, match="cannot move 41 feet"):
        moved(duel(at), way=["41,0"])
    with pytest.raises(RefusedError, match="there already"):
        moved(duel(at), way=["0,0"])
    assert moved(duel(), way=["3.5,-4"])["to"] == [3.5, -4]
    assert moved(duel(), way=["[-3,4]"])["to"] == [-3, 4]


@pytest.mark.rule("B10")
def test_a_move_into_another_arena() -> None:
    encounter = duel({"arena": "yard"}, {"arena": "hall"}, arenas={"yard": {}, "hall": {}})
    event = moved(encounter, way=["hall"])
    assert (event["from"], event["to"], event["feet"]) == ("yard", "hall", 40)
    assert moved(encounter, way=["orc"])["to"] == "hall"
    with pytest.raises(RefusedError, match="is in yard already"):
        moved(encounter, way=["yard"])
    with pytest.raises(RefusedError, match="orc is in hall"):
        moved(encounter, charge="orc")


@pytest.mark.rule("B11")
def test_leaving_a_melee_gives_each_foe_a_blow_extra_to_their_own() -> None:
    playing = play(duel({"engaged": ["orc", "ork"]}), "move", who="darna", distance=20)
    (event,) = happened(playing, "move")
    assert (event["left"], event["reactions"]) == (["orc", "ork"], ["orc", "ork"])
    blow = {"attacker": "orc", "targets": ["darna"], "opportunity": True}
    struck = play(playing.fight, "attack", 3, 3, 4, strict=True, **blow)
    assert happened(struck, "attack")[0]["step"] == "at once"
    assert struck.fight.combatants["orc"].deeds is None
    refuses("no opportunity", struck.fight, "attack", **blow)
    assert struck.fight.combatants["darna"].engaged == []


@pytest.mark.rule("B11")
def test_a_melee_that_began_this_round_may_be_left_unless_the_table_is_strict() -> None:
    met = {"engaged": ["orc", "ork"], "deeds": {"met": ["ork"]}}
    assert moved(duel(met), distance=5)["reactions"] == ["orc"]
    assert moved(duel(met, house={"strict_engagement": True}), distance=5)["reactions"] == ["orc", "ork"]
    assert moved(duel(met, surprised=["orcs"]), distance=5)["reactions"] == []


@pytest.mark.rule("B11")
def test_within_reach_nobody_is_left() -> None:
    at = {"position": [0, 0], "engaged": ["orc"]}
    assert moved(duel(at, {"position": [5, 0]}), way=["5,5"])["left"] == []
    assert moved(duel(at, {"position": [5, 0]}), way=["-5,0"])["reactions"] == ["orc"]


@pytest.mark.rule("B12", "B13", "B14")
@pytest.mark.parametrize(
    ("deeds", "order", "words"),
    [
        ({"ran": True, "moved": 60}, {"distance": 5}, "has run"),
        ({"charged": "orc"}, {"distance": 5}, "has charged"),
        ({"moved": 10}, {"run": True, "distance": 5}, "has moved"),
        ({"moved": 10}, {"charge": "orc"}, "has moved"),
        ({"shot": True}, {"run": True, "distance": 5}, "has shot"),
        ({"shot": True}, {"charge": "orc"}, "has shot"),
        ({"moved": 21, "shot": True}, {"distance": 5}, "before the shot"),
        ({"moved": 20, "shot": True}, {"distance": 21}, "cannot move 21"),
        ({"moved": 20, "shot": True, "moved_after": 5}, {"distance": 5}, "has moved"),
        ({"shot": True, "moved_after": 5}, {"distance": 5}, "has moved"),
    ],
)
def test_what_excludes_what_in_a_round(deeds: dict[str, Any], order: dict[str, Any], words: str) -> None:
    with pytest.raises(RefusedError, match=words):
        moved(duel({"deeds": deeds}), **order)


@pytest.mark.rule("B14")
def test_fire_and_move_are_split_in_halves() -> None:
    bow = {"weapons": {"bow": {"close": 90}}}
    half = play(duel(bow), "move", who="darna", distance=20).fight
    shot = play(half, "attack", 6, 6, strict=True, attacker="darna", targets=["orc"], distance=50).fight
    assert moved(shot, distance=20)["feet"] == 20
    assert moved(duel({"deeds": {"shot": True}}), distance=40)["feet"] == 40


@pytest.mark.rule("B12")
def test_a_run_is_straight_and_twice_as_far() -> None:
    at = {"position": [0, 0]}
    event = moved(duel(at), way=["80,0"], run=True)
    assert (event["kind"], event["feet"]) == ("run", 80)
    assert moved(duel(), run=True, distance=80)["feet"] == 80
    with pytest.raises(RefusedError, match="cannot run 81"):
        moved(duel(), run=True, distance=81)
    with pytest.raises(RefusedError, match="a run is straight"):
        moved(duel(at), way=["10,0", "10,10"], run=True)
    with pytest.raises(RefusedError, match="casting"):
        moved(duel({"declared": {"action": "cast"}}), run=True, distance=5)
    with pytest.raises(RefusedError, match="does not end in orc's melee range"):
        moved(duel(), way=["orc"], run=True)


@pytest.mark.rule("B12")
@pytest.mark.parametrize(
    ("orc", "refused"),
    [([30, 4], True), ([30, 6], False), ([64, 0], True), ([66, 0], False), ([-4, 0], False), ([3, 0], True)],
)
def test_a_run_keeps_out_of_enemies_reach(orc: list[int], refused: bool) -> None:  # noqa: FBT001
    encounter = duel({"position": [0, 0]}, {"position": orc})
    if refused:
        with pytest.raises(RefusedError, match="through or into the melee range of orc"):
            moved(encounter, way=["60,0"], run=True)
    else:
        assert moved(encounter, way=["60,0"], run=True)["to"] == [60, 0]
    assert nearest_approach((0, 0), (0, 0), (3, 4)) == 5


@pytest.mark.rule("B13")
def test_a_charge_ends_within_ones_own_reach_and_strikes_first() -> None:
    playing = play(duel({"position": [0, 0]}, {"position": [45, 0]}), "move", who="darna", charge="orc")
    (event,) = happened(playing, "move")
    assert (event["kind"], event["to"], event["feet"]) == ("charge", [40, 0], 40)
    assert (event["charged"], event["first_strike"], event["stopped_by"]) == ("orc", True, None)
    darna, orc = playing.fight.combatants["darna"], playing.fight.combatants["orc"]
    assert (darna.engaged, orc.engaged, darna.deeds.met) == (["orc"], ["darna"], ["orc"])
    melee = play(playing.fight.changed(phase="melee"), "attack", 6, 6, 6, 6, strict=True, all=True)
    assert [each["step"] for each in happened(melee, "attack")] == ["first", "plain"]


@pytest.mark.rule("B13")
def test_a_weapon_that_stops_charges_takes_the_first_strike() -> None:
    spear = {"weapons": {"spear": {"stops_charge": True}}}
    playing = play(duel(orc=spear), "move", who="darna", charge="orc")
    (event,) = happened(playing, "move")
    assert (event["first_strike"], event["stopped_by"]) == (False, ["orc"])
    melee = play(playing.fight.changed(phase="melee"), "attack", 6, 6, 6, 6, all=True)
    assert [each["step"] for each in happened(melee, "attack")] == ["plain", "plain"]


@pytest.mark.rule("B13")
def test_a_charge_is_at_an_enemy_within_movement() -> None:
    with pytest.raises(RefusedError, match="cannot charge 41 feet"):
        moved(duel({"position": [0, 0]}, {"position": [46, 0]}), charge="orc")
    with pytest.raises(RefusedError, match="cannot charge 41 feet"):
        moved(duel(), charge="orc", distance=41)
    refuses("same side", duel(), "move", who="orc", charge="ork")
    with pytest.raises(RefusedError, match="dead already"):
        moved(duel(orc={"health": 0}), charge="orc")


@pytest.mark.parametrize(
    ("order", "error", "words"),
    [
        ({}, UsageError, "where to"),
        ({"distance": 0}, UsageError, "more than 0"),
        ({"charge": "orc", "distance": -1}, UsageError, "feet that are moved"),
        ({"charge": "orc", "run": True}, UsageError, "nowhere else"),
        ({"way": ["darna"]}, RefusedError, "there already"),
        ({"way": ["orck"]}, RefusedError, "is no place"),
        ({"way": ["1,2,3"]}, RefusedError, "is no place"),
    ],
)
def test_moves_that_lead_nowhere_are_refused_in_words(
    order: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        moved(duel(), **order)


@pytest.mark.rule("B1")
def test_a_side_moves_in_its_own_phase() -> None:
    for phase, who, fine in (
        ("acting", "darna", True),
        ("reacting", "darna", False),
        ("acting", "orc", False),
        ("reacting", "orc", True),
        ("melee", "orc", False),
    ):
        assert (play(duel(phase=phase), "move", who=who, distance=5).warnings == []) is fine
        if not fine:
            refuses(f"this is the {phase} phase", duel(phase=phase), "move", strict=True, who=who, distance=5)


@pytest.mark.rule("B1", "B13", "B25")
@pytest.mark.parametrize(
    ("command", "order", "what"),
    [
        ("move", {"run": True, "distance": 50}, "runs"),
        ("move", {"charge": "orc"}, "charges"),
        ("declare", {"action": "cast", "targets": ["Light"]}, "spells"),
    ],
)
@pytest.mark.parametrize("phase", ["initiative", "acting", "reacting", "melee"])
def test_a_side_runs_charges_and_casts_in_its_own_phase(
    command: str, order: dict[str, Any], what: str, phase: str
) -> None:
    acting, unknown = duel(phase=phase), duel(phase=phase, initiative=[])
    for encounter, right in ((acting, phase == "acting"), (unknown, phase in {"acting", "reacting"})):
        warnings = play(encounter, command, who="darna", **order).warnings
        assert [f"this is the {phase} phase; {what} of heroes belong" in each for each in warnings] == [True] * (
            not right
        )
        if not right:
            refuses(f"this is the {phase} phase; {what}", encounter, command, strict=True, who="darna", **order)


@pytest.mark.parametrize(
    ("way", "hint"), [("orck", "Did you mean ork?"), ("1,2,3", "Say X,Y, an arena"), ("0,x", "Say X,Y, an arena")]
)
def test_a_place_that_is_none_is_answered_with_what_is_one(way: str, hint: str) -> None:
    with pytest.raises(RefusedError, match="is no place") as refused:
        moved(duel(), way=[way])
    assert hint in refused.value.hint
