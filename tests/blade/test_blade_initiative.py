"""The round of blade: phases, initiative and the choice after it, surprise, what is named as time goes on (B1-B3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from blade_fights import pair, start, trio
from combatcli.rulesets.blade.state import PHASES
from combatcli.rulesets.shared.clock import seconds
from support import FightFile, Run, duel, fight, happened, play, refuses, usage_error


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


@pytest.mark.rule("B1", "B3", "B30")
def test_next_names_who_acts_in_the_new_phase(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "fight.toml"
    engaged = 'weapons.axe = {}\nengaged = ["orc"]\n'
    who = f'[combatants.ann]\nside = "a"\n{engaged}[combatants.orc]\nside = "b"\nweapons.axe = {{}}\n'
    away = '[combatants.gob]\nside = "b"\n[combatants.imp]\nside = "b"\nhealth = 0\n'
    file.write_text(f'ruleset = "blade"\ninitiative = ["a", "b"]\n{who}{away}', encoding="utf-8")
    said = [run("next", "-f", file).out.splitlines()[-1] for _ in range(3)]
    assert said == ["To act: ann.", "To act: orc, gob.", "To strike: ann, orc."]
    run("set", ".", "phase=reacting", "surprised=['b']", "-f", file)
    assert run("next", "--json", "-f", file).event("phase")["acting"] == ["ann"]


@pytest.mark.rule("B1", "B2")
def test_of_several_who_react_each_side_is_told_of_those_before_it() -> None:
    three = {who: {"side": who, "position": [100 * number, 0]} for number, who in enumerate(("a", "b", "c"))}
    encounter = fight("blade", phase="reacting", initiative=["a", "b", "c"], combatants=three)
    early = play(encounter, "move", who="c", way=["210,0"])
    assert early.warnings == ["b react before c (B2)"]
    after = play(play(encounter, "move", who="b", way=["110,0"], strict=True).fight, "move", who="c", way=["210,0"])
    assert after.warnings == []


@pytest.mark.rule("B1", "B13")
def test_who_was_charged_has_not_acted_by_that() -> None:
    encounter = trio(initiative=["heroes", "orcs"], phase="acting")
    charged = play(encounter, "move", who="darna", charge="orc", distance=20).fight
    (event,) = happened(play(charged, "next"), "phase")
    assert event["acting"] == ["orc", "ork"]


@pytest.mark.rule("B1")
def test_what_lasts_a_round_ends_with_it_and_is_told() -> None:
    encounter = duel(
        {"deeds": {"charged": "orc", "first_strike": True}},
        {"declared": {"action": "cast"}, "deeds": {"shot": True}, "health": 0},
        {"declared": {"action": "cast", "done": True}},
        surprised=["orcs"],
    )
    playing = play(encounter, "next", round=True)
    ended = [(event["who"], event["name"], event["ended"], event["reason"]) for event in happened(playing, "condition")]
    told = [("darna", "charging"), ("ork", "casting"), ("orcs", "surprised")]
    assert ended == [(who, name, True, "over") for who, name in told]
    assert (playing.fight.round, playing.fight.phase, playing.fight.surprised) == (2, "initiative", [])
    assert all(each.deeds is None and each.declared is None for each in playing.fight.combatants.values())


@pytest.mark.rule("B1", "B2")
def test_going_on_without_initiative_or_with_hits_pending_carries_a_warning() -> None:
    assert "has not been rolled" in play(start(), "next").warnings[0]
    refuses("combatcli order", start(), "next", strict=True)
    hits = [{"attacker": "orc", "target": "darna", "damage": 1}] * 2
    assert "2 hits are still pending" in play(trio(pending=hits), "next").warnings[0]
    assert "1 hit is still pending" in play(trio(pending=hits[:1]), "next").warnings[0]


@pytest.mark.rule("B2", "B3")
@pytest.mark.parametrize("order", [{}, {"surprised": ["orcs"]}])
def test_an_initiative_passed_over_is_rolled_before_the_first_deed_without_a_warning(order: dict[str, Any]) -> None:
    passed = play(start(), "next").fight
    assert play(passed, "order", 5, 2, **order, strict=True).fight.initiative == ["heroes", "orcs"]
    later = play(passed, "move", who="darna", distance=10).fight
    assert "initiative comes at the start of the round" in play(later, "order", 5, 2, **order).warnings[0]
    reacting = passed.changed(phase="reacting")
    assert "initiative comes at the start of the round" in play(reacting, "order", 5, 2, **order).warnings[0]


@pytest.mark.rule("B2")
def test_more_sides_follow_in_falling_order() -> None:
    sides = {"a": {"side": "a"}, "b": {"side": "b"}, "c": {"side": "c"}, "d": {"side": "d", "health": 0}}
    encounter = fight("blade", combatants=sides)
    assert play(encounter, "order", 2, 6, 4).fight.initiative == ["b", "c", "a"]
    assert play(encounter, "order", 2, 6, 4, choose="react").fight.initiative == ["c", "a", "b"]
    rolled = play(encounter, "order", 2, 6, 4).fight
    assert play(rolled, "order", choose="react").fight.initiative == ["c", "a", "b"]
    assert play(encounter, "order", 4, 6, 4, 1, 2).fight.initiative == ["b", "c", "a"]


@pytest.mark.rule("B2")
def test_initiative_out_of_time_carries_a_warning() -> None:
    assert "start of the round" in play(trio(initiative=[], phase="reacting"), "order", 1, 2).warnings[0]
    rolled = play(start(), "order", 1, 2).fight
    assert "start of the round" in play(rolled.changed(phase="melee"), "order", 1, 2, again=True).warnings[0]
    usage_error("expected act or react", start(), "order", choose="wait")
    refuses("needs two sides", fight("blade", combatants={"a": {}}), "order")
    refuses("impossible on a d6", start(), "order", 7, 1)


@pytest.mark.rule("B3")
@pytest.mark.parametrize(("faces", "surprised"), [((2, 3), ["heroes"]), ((3, 1), ["orcs"]), ((3, 6), [])])
def test_surprise_is_rolled_before_initiative(faces: tuple[int, int], surprised: list[str]) -> None:
    playing = play(start(), "order", *faces, 4, 5, check_surprise=True)
    assert [event.event for event in playing.events if event.event != "condition"] == ["surprise", "order"]
    assert (playing.fight.surprised, happened(playing, "surprise")[0]["faces"]) == (surprised, list(faces))


@pytest.mark.rule("B3", "B1")
@pytest.mark.parametrize("order", [{"surprised": ["heroes", "orcs"]}, {"check_surprise": True}])
def test_if_all_are_surprised_the_round_passes_and_says_which_one_comes(order: dict[str, Any]) -> None:
    playing = play(start(), "order", *([2, 1] if "check_surprise" in order else []), **order)
    assert (playing.fight.round, playing.fight.phase, playing.fight.surprised) == (2, "initiative", [])
    assert happened(playing, "order") == []
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
    refuses("surprise happens only in the first round", start(round=2), "order", strict=True, **order)


@pytest.mark.rule("B3")
def test_a_new_roll_for_surprise_takes_the_place_of_the_old_one() -> None:
    start = trio(phase="initiative", initiative=[])
    first = play(start, "order", 1, 5, 3, 2, check_surprise=True).fight
    assert first.surprised == ["heroes"]
    assert play(first, "order", 5, 5, 3, 2, check_surprise=True).fight.surprised == []


@pytest.mark.rule("B2")
def test_all_who_are_tied_roll_again_in_the_files_order() -> None:
    sides = {name: {"side": name} for name in ("a", "b", "c", "d")}
    encounter = fight("blade", phase="initiative", combatants=sides)
    (event,) = happened(play(encounter, "order", 2, 2, 5, 5, 1, 6, 3, 4), "order")
    assert event["order"] == ["d", "c", "b", "a"]
    assert event["totals"] == {"a": [2, 1], "b": [2, 6], "c": [5, 3], "d": [5, 4]}


@pytest.mark.rule("B2")
def test_a_roll_is_shown_though_only_one_side_still_stands() -> None:
    alone = pair({}, {"health": 0}, initiative=["orcs", "heroes"])
    assert happened(play(alone, "order"), "order")[0]["order"] == ["orcs", "heroes"]
    refuses("two sides that can still fight", alone, "order", again=True)


@pytest.mark.rule("B3")
def test_sides_may_be_surprised_one_after_the_other() -> None:
    encounter = duel(phase="initiative", initiative=[])
    first = play(encounter, "order", 3, 4, surprised=["heroes"]).fight
    assert first.surprised == ["heroes"]
    both = play(first, "order", surprised=["orcs"])
    assert (both.fight.round, both.fight.surprised) == (2, [])


def told(playing: Any) -> dict[str, Any]:
    return happened(playing, "order")[0]


@pytest.mark.rule("B2")
def test_the_choice_comes_after_the_roll_and_keeps_it() -> None:
    rolled = play(start(), "order", 2, 5)
    expected = ("orcs", True, ["orcs", "heroes"])
    assert (told(rolled)["winner"], told(rolled)["may_choose"], told(rolled)["order"]) == expected
    reacting = play(rolled.fight, "order", strict=True, choose="react")
    assert (told(reacting)["faces"], told(reacting)["totals"]) == ([2, 5], {"heroes": [2], "orcs": [5]})
    assert reacting.fight.initiative == ["heroes", "orcs"]
    in_acting = play(play(reacting.fight, "next").fight, "order", strict=True, choose="act").fight
    assert in_acting.initiative == ["orcs", "heroes"]
    shown = play(reacting.fight, "order", strict=True)
    assert (told(shown)["choose"], told(shown)["order"], shown.fight) == ("react", ["heroes", "orcs"], reacting.fight)


@pytest.mark.rule("B2")
def test_after_the_acting_phases_first_deed_there_is_no_choice() -> None:
    acting = play(play(start(), "order", 2, 5).fight, "next").fight
    moved = play(acting, "move", who="orc", distance=5).fight
    declared = play(acting, "declare", who="orc", action="cast", targets=["Fear"]).fight
    assert play(declared, "order", choose="react").fight.initiative == ["heroes", "orcs"]
    cast = play(declared, "test", 6, 5, who="orc", trait="mind").fight
    over = play(acting, "next").fight
    for encounter in (moved, cast, over):
        refuses("too late to choose", encounter, "order", choose="react")
        assert not told(play(encounter, "order", strict=True))["may_choose"]


@pytest.mark.rule("B2", "B3")
def test_every_order_says_who_is_surprised_and_who_chose(run: Run, fight_file: FightFile) -> None:
    file = fight_file(run("new", "blade").out)
    for who, side in (("darna", "h"), ("orc", "o"), ("elf", "e")):
        run("add", who, f"side={side}", "-f", file)
    assert "o are surprised." in run("order", "--surprised", "o", "--dice", "2,5,1", "-f", file).out
    assert "o are still surprised." in run("order", "-f", file).out
    out = run("order", "--check-surprise", "--dice", "3,2,4,5,4,1", "-f", file).out
    assert out.splitlines()[-3:-1] == ["h act, o and then e react.", "o are still surprised."]
    assert "o are no longer surprised." in run("order", "--check-surprise", "--dice", "3,3,4,5,4,1", "-f", file).out
    assert "surprised" not in run("order", "-f", file).out
    run("set", ".", "phase=acting", "-f", file)
    run("move", "darna", "--distance", "10", "-f", file)
    out = run("order", "--again", "--dice", "1,2,3", "-f", file).out
    assert "h 1; o 2; e 3; e act first.\ne act, o and then h react." in out


@pytest.mark.rule("B2")
def test_again_rolls_anew() -> None:
    rolled = play(start(), "order", 2, 5).fight
    again = play(rolled, "order", 6, 1, strict=True, again=True)
    assert (again.fight.initiative, told(again)["winner"]) == (["heroes", "orcs"], "heroes")
    later = play(again.fight, "next", round=True).fight
    assert (later.initiative, later.rolled) == ([], None)


@pytest.mark.rule("B2")
def test_initiative_written_by_hand_is_shown_as_it_stands() -> None:
    written = start(initiative=["orcs", "heroes"])
    assert (told(play(written, "order"))["winner"], told(play(written, "order"))["faces"]) == ("orcs", [])
    assert play(written, "order", choose="react").fight.initiative == ["heroes", "orcs"]


@pytest.mark.rule("B3")
def test_surprise_that_is_named_after_the_roll_keeps_the_roll() -> None:
    rolled = play(start(), "order", 2, 5).fight
    late = play(rolled, "order", surprised=["orcs"])
    assert (late.fight.surprised, told(late)["faces"]) == (["orcs"], [2, 5])
    assert "already been rolled" in late.warnings[0]
    checked = play(rolled, "order", 3, 1, 6, 4, check_surprise=True)
    assert (checked.fight.surprised, told(checked)["winner"]) == (["orcs"], "heroes")
    assert "already been rolled" in checked.warnings[0]


@pytest.mark.rule("B2")
def test_the_report_says_who_may_choose(run: Run, fight_file: FightFile) -> None:
    file = fight_file(run("new", "blade").out)
    run("add", "darna", "side=heroes", "-f", file)
    run("add", "orc", "side=orcs", "-f", file)
    out = run("order", "--dice", "2,5", "-f", file).out
    assert out == (
        "Initiative: heroes 2; orcs 5; orcs may choose, and act unless they react: order --choose react.\n"
        "orcs act, heroes react.\n"
    )
    out = run("order", "--choose", "react", "-f", file).out
    assert "orcs choose to react.\nheroes act, orcs react." in out
    assert "orcs choose to react" in run("order", "-f", file).out
    run("set", ".", "rolled=", "-f", file)
    assert run("order", "-f", file).out.startswith("Initiative: heroes may choose")


@pytest.mark.rule("B1", "B30")
def test_next_names_who_is_engaged_and_has_not_struck() -> None:
    encounter = start({"engaged": ["orc"]}, {"deeds": {"struck": True}}, phase="melee")
    assert play(encounter, "next", strict=True).warnings == [
        "darna is engaged and has not struck (B30): combatcli attack darna orc"
    ]
    assert play(start({"engaged": ["orc"]}, phase="acting"), "next").warnings == []
    improvising = {"engaged": ["orc"], "declared": {"action": "improvise", "what": "hop", "done": True}}
    assert play(start(improvising, {"deeds": {"struck": True}}, phase="melee"), "next").warnings == []


@pytest.mark.rule("B1", "B25", "B26", "B30")
def test_next_names_what_was_declared_and_not_done() -> None:
    spell = {"declared": {"action": "cast", "what": "Light"}}
    encounter = start(spell, phase="acting", initiative=["heroes", "orcs"])
    assert play(encounter, "next", strict=True).warnings == [
        "darna has declared a spell (Light) and not cast it (B25): combatcli test darna mind"
    ]
    assert play(encounter.changed(phase="reacting"), "next").warnings == []
    assert "not cast it" in play(encounter.changed(phase="melee"), "next").warnings[0]
    hop = start({"declared": {"action": "improvise", "what": "hop"}}, phase="melee")
    assert play(hop, "next").warnings == []
    aim = start({"declared": {"action": "attack", "targets": ["orc"]}, "target": "orc"}, phase="melee")
    assert play(aim, "next").warnings == ["darna was to strike orc, and has not (B30)"]
