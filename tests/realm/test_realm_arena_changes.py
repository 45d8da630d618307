"""How arenas change in mid-fight, and what is told of them (R13, R15)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from realm_fights import AWNINGS, barn
from support import Run, happened, play, tables


def favored(encounter: Any) -> list[str]:
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
    [(["hazardous"], [["pike"]]), (["neutral", "open"], [[], ["bow"]]), (["tight", "dense"], [["knife"], ["maul"]])],
)
def test_what_an_arena_becomes_decides_the_very_next_attack(changes: list[str], weapons: list[list[str]]) -> None:
    encounter = barn()
    assert favored(encounter) == ["maul"]
    for kind, favors in zip(changes, weapons, strict=True):
        was = encounter.arenas["barn"].kind
        played = play(encounter, "arena set", name="barn", changes={"kind": kind})
        (event,) = happened(played, "arena")
        assert (event["name"], event["was"], event["kind"]) == ("barn", {"kind": was}, kind)
        encounter = played.fight
        assert favored(encounter) == favors


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
    run: Run, barn_file: Path, words: list[str], was: dict[str, str], now: dict[str, str]
) -> None:
    before = tables(barn_file)
    event = run("arena", "set", "hayloft", *words, "-f", barn_file, "--json").event("arena")
    assert (event["was"], {key: event[key] for key in now}) == (was, now)
    assert (event["occupants"], sorted(event["links"])) == (["mira", "ogre"], ["ladder", "yard"])
    before["arenas"]["hayloft"] |= now
    assert tables(barn_file) == before


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


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hayloft", "kind=neutral"], "neutral (was dense)"),
        (["hayloft", "note=embers"], "dense, note embers (was bales)"),
        (["hayloft", "size=vast"], "dense, size vast (was cramped)"),
        (["hayloft", "kind=open", "note=ashes"], "kind open (was dense), note ashes (was bales)"),
        (["hayloft", "note="], "dense, note empty (was bales)"),
        (["ladder", "kind=dense", "note=a crowd", "size=small"], "note a crowd (was empty), size small (was empty)"),
    ],
)
def test_the_report_names_what_is_new_and_what_it_was(run: Run, barn_file: Path, words: list[str], said: str) -> None:
    assert said in run("arena", "set", *words, "-f", barn_file).out
