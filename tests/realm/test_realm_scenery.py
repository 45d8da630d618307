"""What is told of arenas, and how they come to be and change in mid-fight (R13, R15, R16, R17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from combatcli.errors import UsageError
from combatcli.rulesets.realm.scenery import suggest_kind
from support import fight, happened, play, refuses, tables

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

FIGHT = """
ruleset = "realm"
phase = "attack-assist-aimed"
[arenas.hayloft]
kind = "dense"
note = "bales"
size = "cramped"
links = ["ladder"]
[arenas.ladder]
[arenas.yard]
kind = "open"
links = ["hayloft"]
[combatants.mira]
arena = "hayloft"
player = true
[combatants.ogre]
arena = "hayloft"
[combatants.imp]
arena = "yard"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT, encoding="utf-8")
    return path


def barn(**each: dict[str, Any]) -> Any:
    """Return a fight of mira, armed for any place, and ogre in a barn; imp is in the shed behind its wall."""
    weapons = {"maul": "heavy", "pike": "reach", "knife": "light", "bow": "ranged"}
    combatants: dict[str, dict[str, Any]] = {
        "mira": {"arena": "barn", "player": True, "weapons": {name: {"class": each} for name, each in weapons.items()}},
        "ogre": {"arena": "barn"},
        "imp": {"arena": "shed"},
    }
    for who, keys in each.items():
        combatants[who] |= keys
    arenas: dict[str, Any] = {"barn": {"kind": "dense"}, "shed": {"kind": "tight"}, "yard": {"links": ["barn"]}}
    return fight("realm", phase="attack-assist-aimed", arenas=arenas, combatants=combatants)


def favoured(encounter: Any) -> list[str]:
    """Return with which of her weapons mira is at +2 against the ogre."""
    weapons = []
    for name in encounter.combatants["mira"].weapons:
        struck = play(encounter, "attack", 1, 2, attacker="mira", targets=["ogre"], weapon=name)
        (event,) = happened(struck, "attack")
        if event["total"] == 5:
            weapons.append(name)
        else:
            assert event["total"] == 3
    return weapons


@pytest.mark.rule("R13", "R11")
@pytest.mark.parametrize(
    ("changes", "weapons"),
    [
        (["hazardous"], [["pike"]]),
        (["neutral", "open"], [[], ["bow"]]),
        (["tight", "dense"], [["knife"], ["maul"]]),
    ],
)
def test_what_an_arena_becomes_decides_the_very_next_attack(changes: list[str], weapons: list[list[str]]) -> None:
    encounter = barn()
    assert favoured(encounter) == ["maul"]
    for kind, favours in zip(changes, weapons, strict=True):
        was = encounter.arenas["barn"].kind
        played = play(encounter, "arena set", name="barn", changes={"kind": kind})
        (event,) = happened(played, "arena")
        assert (event["name"], event["was"], event["kind"]) == ("barn", {"kind": was}, kind)
        encounter = played.fight
        assert favoured(encounter) == favours


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    ("words", "was", "now"),
    [
        (["kind=hazardous"], {"kind": "dense"}, {"kind": "hazardous"}),
        (["note=embers"], {"note": "bales"}, {"note": "embers"}),
        (["size=vast"], {"size": "cramped"}, {"size": "vast"}),
        (["kind=dense", "note=smoke"], {"note": "bales"}, {"note": "smoke"}),
        (
            ["kind=open", "note=ashes", "size=bare"],
            {"kind": "dense", "note": "bales", "size": "cramped"},
            {"kind": "open", "note": "ashes", "size": "bare"},
        ),
    ],
)
def test_a_changed_arena_keeps_all_else_and_the_report_tells_what_it_was(
    run: Run, file: Path, words: list[str], was: dict[str, str], now: dict[str, str]
) -> None:
    before = tables(file)
    event = run("arena", "set", "hayloft", *words, "-f", file, "--json").event("arena")
    assert (event["was"], {key: event[key] for key in now}) == (was, now)
    assert (event["occupants"], sorted(event["links"])) == (["mira", "ogre"], ["ladder", "yard"])
    before["arenas"]["hayloft"] |= now
    assert tables(file) == before


@pytest.mark.rule("R13")
def test_the_report_says_in_words_what_a_place_is_and_was(run: Run, file: Path) -> None:
    first = run("arena", "set", "hayloft", "kind=neutral", "-f", file).out
    assert "hayloft" in first
    assert "neutral (was dense)" in first
    assert "open (was neutral)" in run("arena", "set", "hayloft", "kind=open", "-f", file).out


@pytest.mark.rule("R15")
@pytest.mark.parametrize("view", ["list", "map"])
def test_list_and_map_show_kind_note_size_people_and_what_an_arena_touches(run: Run, file: Path, view: str) -> None:
    words = ("arena", view, "-f", file)
    event = run(*words[:2], "hayloft", *words[2:], "--json").event("arena")
    assert {key: event[key] for key in ("name", "kind", "note", "size", "occupants")} == {
        "name": "hayloft",
        "kind": "dense",
        "note": "bales",
        "size": "cramped",
        "occupants": ["mira", "ogre"],
    }
    assert sorted(event["links"]) == ["ladder", "yard"]
    said = run(*words[:2], "hayloft", *words[2:]).out
    assert [
        word for word in ("hayloft", "dense", "bales", "cramped", "mira", "ogre", "ladder") if word not in said
    ] == []
    assert "yard" in said
    assert "imp" not in said
    run("move", "ogre", "ladder", "-f", file)
    shown = {event["name"]: event for event in run(*words, "--json").events}
    assert {name: each["occupants"] for name, each in shown.items()} == {
        "hayloft": ["mira"],
        "ladder": ["ogre"],
        "yard": ["imp"],
    }
    assert {name: (each["kind"], each["note"], each["size"]) for name, each in shown.items()} == {
        "hayloft": ("dense", "bales", "cramped"),
        "ladder": ("neutral", "", ""),
        "yard": ("open", "", ""),
    }
    assert shown["ladder"]["links"] == shown["yard"]["links"] == ["hayloft"]


@pytest.mark.rule("R15")
def test_note_and_size_are_given_when_an_arena_is_made_and_changed_later(run: Run, file: Path) -> None:
    run(
        "arena",
        "add",
        "plain",
        "--kind",
        "open",
        "--note",
        "tall grass",
        "--size",
        "vast",
        "--link",
        "yard",
        "-f",
        file,
    )
    plain = {"kind": "open", "note": "tall grass", "size": "vast", "links": ["yard"]}
    assert tables(file)["arenas"]["plain"] == plain
    run("arena", "set", "plain", "note=stubble", "-f", file)
    assert tables(file)["arenas"]["plain"] == plain | {"note": "stubble"}
    said = run("arena", "list", "plain", "-f", file).out
    assert "stubble" in said
    assert "vast" in said
    assert "grass" not in said


AWNINGS: dict[str, Any] = {"name": "awnings", "beside": "yard", "kind": "hazardous", "note": "striped"}


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
def test_a_proposal_waits_in_the_file_and_joins_as_it_was_proposed(run: Run, file: Path) -> None:
    propose = ("arena", "propose", "awnings", "--beside", "yard", "--kind", "hazardous", "--note", "striped")
    before = tables(file)
    assert run(*propose, "-f", file).code == 0
    assert tables(file)["arenas"] == before["arenas"]
    for view in ("list", "map"):
        waiting = run("arena", view, "-f", file, "--json").event("proposal")
        told = (waiting["name"], waiting["beside"], waiting["kind"], waiting["note"])
        assert told == ("awnings", "yard", "hazardous", "striped")
    assert run("arena", "accept", "awnings", "-f", file).code == 0
    shown = {event["name"]: event for event in run("arena", "list", "-f", file, "--json").events}
    joined = shown["awnings"]
    assert (joined["event"], joined["kind"], joined["note"], joined["links"]) == (
        "arena",
        "hazardous",
        "striped",
        ["yard"],
    )
    assert sorted(shown["yard"]["links"]) == ["awnings", "hayloft"]
    assert {name for name, event in shown.items() if event["event"] == "proposal"} == set()


@pytest.mark.rule("R16")
def test_an_arena_that_is_there_is_neither_proposed_nor_accepted_again() -> None:
    refuses('an arena "shed" already', barn(), "arena propose", name="shed", beside="yard")
    joined = play(play(barn(), "arena propose", **AWNINGS).fight, "arena accept", name="awnings").fight
    refuses('an arena "awnings" already', joined, "arena propose", **AWNINGS)
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
    assert "hole" in broken.fight.arenas
    held = play(strong, "arena breach", last - 1, **WALL, **more)
    (event,) = happened(held, "test")
    assert (event["total"], event["success"]) == (more.get("target", 10) - 1, False)
    assert held.fight.arenas == strong.arenas


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
    with pytest.raises(UsageError, match=f'rubble is not "{kind}"'):
        play(barn(), "arena breach", **WALL | {"kind": kind})


CHANGES: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("add", {"name": "loft", "link": ["barn"]}, "added", ["loft"]),
    ("add", {"name": "back", "on": "ogre"}, "added", ["back"]),
    ("set", {"name": "barn", "changes": {"kind": "tight"}}, "changed", ["barn"]),
    ("link", {"one": "shed", "other": "yard"}, "linked", ["shed", "yard"]),
    ("unlink", {"one": "barn", "other": "yard"}, "unlinked", ["barn", "yard"]),
    ("split", {"one": "barn", "other": "loft"}, "split", ["barn", "loft"]),
    ("merge", {"one": "barn", "other": "yard"}, "merged", ["barn"]),
    ("remove", {"name": "yard"}, "removed", ["yard"]),
    ("road", {"name": "road", "length": 2, "link": ["yard"]}, "added", ["road-1", "road-2"]),
]


@pytest.mark.rule("R10", "R13", "R14")
@pytest.mark.parametrize(("command", "order", "change", "names"), CHANGES)
def test_every_change_of_the_ground_is_told(command: str, order: dict[str, Any], change: str, names: list[str]) -> None:
    played = play(barn(), f"arena {command}", **order)
    events = happened(played, "arena")
    assert [(event["name"], event["change"]) for event in events] == [(name, change) for name in names]
    if command != "remove":
        listed = happened(play(played.fight, "arena list", names=names), "arena")
        assert [set(event["links"]) for event in events] == [set(event["links"]) for event in listed]


@pytest.mark.rule("R16")
def test_proposal_and_joining_are_told() -> None:
    proposed = play(barn(), "arena propose", **AWNINGS)
    told = {"event": "proposal", "name": "awnings", "beside": "yard", "kind": "hazardous", "note": "striped"}
    assert proposed.events == [told]
    plain = play(barn(), "arena propose", name="bench", beside="barn")
    assert plain.events == [{"event": "proposal", "name": "bench", "beside": "barn", "kind": "neutral", "note": ""}]
    (event,) = happened(play(proposed.fight, "arena accept", name="awnings"), "arena")
    assert (event["name"], event["change"], event["links"]) == ("awnings", "accepted", ["yard"])


@pytest.mark.rule("R17")
def test_the_rubble_is_told_where_the_wall_gives_way_and_only_there() -> None:
    (event,) = happened(play(barn(), "arena breach", 10, **WALL), "arena")
    assert (event["name"], event["change"], event["note"], sorted(event["links"])) == (
        *("hole", "added", "rubble"),
        ["barn", "shed"],
    )
    assert happened(play(barn(), "arena breach", 9, **WALL), "arena") == []


@pytest.mark.rule("R15", "R16")
def test_list_and_map_say_which_they_are_and_what_is_proposed() -> None:
    proposed = play(barn(), "arena propose", **AWNINGS).fight
    for command, order, view, proposals in (
        ("arena list", {}, "list", 1),
        ("arena map", {}, "map", 1),
        ("arena map", {"dot": True}, "dot", 0),
        ("arena map", {"names": ["barn"]}, "map", 0),
    ):
        played = play(proposed, command, **order)
        assert {event["view"] for event in happened(played, "arena")} == {view}
        assert len(happened(played, "proposal")) == proposals


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("words", "kind", "reason"),
    [
        ("the walls hem you in", "tight", "walls hem you in"),
        ("walls that hemmed them in", "tight", "walls that hemmed them in"),
        ("walled in", "tight", "walled in"),
        ("a low wall, you can go over it", "hazardous", "go over it"),
        ("a rainy field", "hazardous", "rainy"),
        ("a snowed lane", "hazardous", "snowed"),
        ("climbing the wall", "hazardous", "climbing"),
        ("a crowded rooftop", "hazardous", "rooftop"),
        ("a narrow alley with a crowd", "tight", "alley"),
        ("a crowd in the field", "dense", "crowd"),
        ("a road without traffic", "open", "without traffic"),
    ],
)
def test_inflections_match_and_the_most_hampering_kind_counts(words: str, kind: str, reason: str) -> None:
    found = suggest_kind(words.split())
    assert (found.kind, found.reason) == (kind, reason)


@pytest.mark.rule("R12")
def test_several_kinds_are_all_named(run: Run) -> None:
    event = run("arena", "suggest", "a", "muddy", "field", "--json").event("suggest")
    assert (event["reason"], event["others"]) == ("muddy", ["field (open)"])
    assert 'hazardous: suggested by "muddy", before field (open)' in run("arena", "suggest", "a", "muddy", "field").out


@pytest.mark.rule("R12")
@pytest.mark.parametrize("words", ["an impassable wall", "a wall that stops you", "a sheer wall"])
def test_a_wall_that_stops_you_is_no_arena(run: Run, words: str) -> None:
    assert "is no arena" in run("arena", "suggest", *words.split()).out


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["note=embers"], "dense, note embers (was bales)"),
        (["size=vast"], "dense, size vast (was cramped)"),
        (["kind=open", "note=ashes"], "kind open (was dense), note ashes (was bales)"),
        (["note="], "dense, note empty (was bales)"),
    ],
)
def test_the_report_names_what_is_new_and_what_it_was(run: Run, file: Path, words: list[str], said: str) -> None:
    assert said in run("arena", "set", "hayloft", *words, "-f", file).out


@pytest.mark.rule("R14")
def test_the_measure_of_an_open_arena_is_told(run: Run, file: Path) -> None:
    assert "6 yards a side, 12 feet high" in run("arena", "list", "-v", "-f", file).out
    assert "12 feet high" not in run("arena", "list", "-f", file).out
    assert "12 feet high" not in run("arena", "list", "hayloft", "-v", "-f", file).out
    laid = run("arena", "add", "cliff", "--kind", "open", "--size", "60 feet", "-f", file)
    assert "6 yards a side, 12 feet high" in laid.out
    assert "12 feet high" not in run("arena", "add", "lake", "--kind", "open", "--size", "wide", "-f", file).out


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
def test_with_the_bearer_dropped_its_riders_stand_where_it_was(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(
        'ruleset = "realm"\n[arenas.road]\n[arenas.back]\non = "dragon"\n'
        '[combatants.dragon]\narena = "road"\n[combatants.mira]\narena = "back"\n',
        encoding="utf-8",
    )
    assert run("drop", "dragon", "-f", path).code == 0
    after = tables(path)
    assert (after["combatants"]["mira"]["arena"], list(after["arenas"])) == ("road", ["road"])


@pytest.mark.rule("R16")
def test_a_proposal_may_be_rejected_and_is_not_made_twice(run: Run, file: Path) -> None:
    propose = ("arena", "propose", "awnings", "--beside", "yard", "-f", file)
    assert run(*propose).code == 0
    twice = run(*propose)
    assert (twice.code, "proposed already" in twice.err) == (3, True)
    assert "does not join" in run("arena", "reject", "awnings", "-f", file).out
    assert tables(file).get("proposals", {}) == {}
    assert run("arena", "reject", "awnings", "-f", file).code == 3
    assert run(*propose).code == 0


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("a slick rock", "hazardous"),
        ("one sapling", "dense"),
        ("a stair", "tight"),
        ("low branch", "tight"),
        ("a bench", "hazardous"),
        ("wet rock", "hazardous"),
        ("a shelf of glass", "dense"),
    ],
)
def test_one_of_a_kind_of_scenery_suggests_as_several_do(words: str, kind: str) -> None:
    assert suggest_kind(words.split()).kind == kind


@pytest.mark.rule("R13")
def test_what_an_arena_was_is_said_key_by_key(run: Run) -> None:
    text = 'ruleset = "realm"\n[arenas.yard]\nkind = "open"\n'
    done = run("arena", "set", "yard", "kind=dense", "note=a crowd", "size=small", stdin=text)
    assert "kind dense (was open), note a crowd (was empty), size small (was empty)" in done.err
    left = run("arena", "set", "yard", "note=", stdin='ruleset = "realm"\n[arenas.yard]\nnote = "fog"\n')
    assert "neutral, note empty (was fog)" in left.err
