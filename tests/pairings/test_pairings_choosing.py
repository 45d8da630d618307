"""Pairs that are chosen, shared out, chosen again, or refused (P6, P7)."""

from __future__ import annotations

import json

import pytest
from pairing_fights import LOW_MIRA, told, two_sides, yard

from support import Run, fight, play, refused


@pytest.mark.rule("P7")
@pytest.mark.parametrize(
    ("words", "choice", "reason"),
    [
        ("o:m p:n", "o=n", "o and n are not touching"),
        ("g1:bran,isa,tor g2:tor g3:tor", "g1=tor", "bran would be unpaired"),
        ("x1:a1,a2 x2:a2,a3 x3:a3", "x1=a2", "a1 would be unpaired"),
        ("d1:a1,a2 d2:a1,a2 d3:a1,a2 b1:e1,e2,e3,a1 b2:e1,e2,e3", "a1=b1", "that makes more pairs than needed"),
    ],
)
def test_a_choice_that_is_not_legal_is_refused_with_the_first_reason(
    run: Run, words: str, choice: str, reason: str
) -> None:
    refused(run("pairings", "--engaged", words, "--choose", choice), 3, reason)


@pytest.mark.rule("P7")
def test_a_choice_that_crosses_and_one_beneath_contempt_are_refused(run: Run) -> None:
    places = {"mira": (0, 0), "tomas": (1, 0), "o1": (0, 1), "o2": (1, 1)}
    text = 'ruleset = "arq"\n' + "".join(
        f"[combatants.{who}]\nplayer = {str(who[0] != 'o').lower()}\nposition = {list(place)}\n"
        for who, place in places.items()
    )
    assert told(run, stdin=text)["forced"] == [["mira", "o1"], ["tomas", "o2"]]
    refused(run("pairings", "--choose", "o1=tomas", stdin=text), 3, "it crosses mira–o2")
    low = LOW_MIRA + "".join(f'[combatants.o{place}]\nengaged = ["mira", "tomas"]\n' for place in (1, 2, 3))
    assert run("pairings", "--choose", "o1=mira", stdin=low).code == 0
    chosen = run("pairings", "--choose", "o1=mira", stdin=low).out
    refused(
        run("pairings", "--choose", "o2=mira", stdin=chosen), 3, "mira is beneath contempt and o2 has another option"
    )


@pytest.mark.rule("P7", "Q32")
def test_the_same_one_chosen_again_replaces_the_choice(run: Run) -> None:
    text = two_sides("blade", "", "", *(f'[combatants.{who}]\nside = "heroes"\n' for who in ("tomas",)))
    text += '[combatants.ork]\nside = "orcs"\nengaged = ["mira", "tomas"]\n'
    text = text.replace("[combatants.orc]\n", '[combatants.orc]\nengaged = ["mira", "tomas"]\n')
    first = run("pairings", "--choose", "mira=orc", stdin=text).toml
    assert first["pairs"] == [["mira", "orc"], ["tomas", "ork"]]
    again = run("pairings", "--choose", "mira=ork", stdin=run("pairings", "--choose", "mira=orc", stdin=text).out).toml
    assert again["pairs"] == [["mira", "ork"], ["tomas", "orc"]]


@pytest.mark.rule("P7")
def test_pairs_end_with_the_round_and_where_two_no_longer_touch() -> None:
    keys = {"side": "foes", "position": [0, 1]}
    people = {"mira": {"player": True, "position": [0, 0]}, "orc": keys, "ork": {"side": "foes"}}
    encounter = fight("arq", phase="melee", combatants=people, pairs=[["mira", "orc"], ["mira", "ork"]])
    moved = play(encounter.changed(phase="movement"), "move", who="mira", way=["0,-3"]).fight
    assert moved.pairs == [["mira", "ork"]]
    assert play(encounter, "next").fight.pairs == []
    assert play(encounter, "wound", targets=["orc"], amount="6").fight.pairs == [["mira", "ork"]]


@pytest.mark.rule("P6", "P7")
@pytest.mark.parametrize(("how", "on_mira"), [("--spread", 2), ("--gang", 3)])
def test_spread_and_gang_stand_in_the_encounter(run: Run, how: str, on_mira: int) -> None:
    text = yard("mira", "tomas", "o1", "o2", "o3", "o4")
    pairs = run("pairings", how, stdin=text).toml["pairs"]
    assert (len(pairs), sum(pair[0] == "mira" for pair in pairs)) == (4, on_mira)
    assert told(run, stdin=run("pairings", how, stdin=text).out)["open"] == []


ORC_2_HAS_TWO = """
ruleset = "arq"
phase = "melee"
combatants.mira = { player = true, position = [0, 0] }
combatants.tomas = { player = true, position = [1, 0] }
combatants.o1 = { side = "foes", position = [-1, 1] }
combatants.o2 = { side = "foes", position = [0, 1] }
combatants.o3 = { side = "foes", position = [2, 1] }
"""


@pytest.mark.rule("P7")
@pytest.mark.parametrize("how", ["--spread", "--gang"])
@pytest.mark.parametrize("choice", ["o2=tomas", "tomas=o2"])
def test_whoever_was_shared_out_may_be_chosen_again(run: Run, how: str, choice: str) -> None:
    shared = run("pairings", how, stdin=ORC_2_HAS_TWO)
    assert shared.toml["pairs"] == [["mira", "o1"], ["mira", "o2"], ["tomas", "o3"]]
    assert "chosen" not in shared.toml
    chosen = run("pairings", "--choose", choice, stdin=shared.out)
    assert chosen.toml["pairs"] == [["mira", "o1"], ["tomas", "o2"], ["tomas", "o3"]]
    assert chosen.toml["chosen"] == [choice.split("=")]


@pytest.mark.rule("P7")
def test_a_choice_takes_away_no_more_of_what_was_shared_out_than_it_must(run: Run) -> None:
    ganged = run("pairings", "--gang", stdin=yard("h1", "h2", "o1", "o2", "o3", "o4", "o5")).out
    after = run("pairings", "--choose", "h2=o1", stdin=ganged).toml["pairs"]
    assert after == [["h1", "o2"], ["h1", "o3"], ["h1", "o4"], ["h2", "o1"], ["h2", "o5"]]
    spread = run("pairings", "--spread", stdin=yard("h1", "h2", "h3", "o1", "o2", "o3")).out
    swapped = run("pairings", "--choose", "o1=h2", stdin=spread)
    assert swapped.toml["pairs"] == [["h1", "o2"], ["h2", "o1"], ["h3", "o3"]]
    assert "left out" not in swapped.err


@pytest.mark.rule("P6", "P7")
def test_what_is_shared_out_anew_takes_effect_beside_what_was_chosen(run: Run) -> None:
    text = yard("h1", "h2", "o1", "o2", "o3", "o4")
    ganged = run("pairings", "--gang", stdin=text).out
    assert (
        run("pairings", "--spread", stdin=ganged).toml["pairs"] == run("pairings", "--spread", stdin=text).toml["pairs"]
    )
    chosen = run("pairings", "--choose", "o4=h1", "--choose", "o3=h1", "--gang", stdin=text)
    again = run("pairings", "--spread", stdin=chosen.out).toml
    assert again["pairs"] == [["h1", "o3"], ["h1", "o4"], ["h2", "o1"], ["h2", "o2"]]
    assert again["chosen"] == [["o4", "h1"], ["o3", "h1"]]


@pytest.mark.rule("P7")
def test_an_extra_is_chosen_for_again_whichever_of_the_two_is_named_first(run: Run) -> None:
    text = yard("h1", "h2", "o1", "o2", "o3")
    first = run("pairings", "--choose", "h1=o1", stdin=text).out
    again = run("pairings", "--choose", "o1=h2", stdin=first).toml
    assert (again["chosen"], again["pairs"]) == ([["o1", "h2"]], [["h2", "o1"]])
    same = run("pairings", "--choose", "o1=h1", stdin=first).toml
    assert (same["chosen"], same["pairs"]) == ([["o1", "h1"]], [["h1", "o1"]])


@pytest.mark.rule("P7")
def test_what_a_choice_forced_is_open_again_once_it_is_chosen_otherwise(run: Run) -> None:
    text = yard("h1", "h2", "o1", "o2", "o3")
    forced = run("pairings", "--choose", "o1=h1", "--choose", "o2=h1", stdin=text)
    assert forced.toml["pairs"] == [["h1", "o1"], ["h1", "o2"], ["h2", "o3"]]
    otherwise = run("pairings", "--choose", "o2=h2", "--json", stdin=forced.out).event("pairings")
    assert (otherwise["pairs"], [each["who"] for each in otherwise["open"]]) == ([["h1", "o1"], ["h2", "o2"]], ["o3"])


@pytest.mark.rule("P7")
def test_a_choice_that_cannot_be_any_more_is_told_of_once(run: Run) -> None:
    words = {"o1": ["h1"], "o2": ["h1", "h2"], "o3": ["h2"]}
    text = yard("h1", "h2").replace('arena = "yard"\n', "")
    text += "".join(f"[combatants.{who}]\nengaged = {json.dumps(whom)}\n" for who, whom in words.items())
    chosen = run("pairings", "--choose", "o2=h1", stdin=text).out
    gone = run("pairings", "--json", stdin=run("drop", "o3", stdin=chosen).out)
    assert gone.event("pairings")["pairs"] == [["h1", "o1"], ["h2", "o2"]]
    assert len([warning for warning in gone.json["warnings"] if "was left out" in warning]) == 1


@pytest.mark.rule("P7")
@pytest.mark.parametrize(
    ("choices", "reason"),
    [
        (["h0=g1", "g1=h1"], "g0 would be unpaired"),
        (["h0=g1", "h1=g1"], "g0 would be unpaired"),
        (["h0=g9", "h0=g1"], "names no"),
    ],
)
def test_a_choice_beside_another_is_refused_for_what_holds(run: Run, choices: list[str], reason: str) -> None:
    words = [word for choice in choices for word in ("--choose", choice)]
    refused(run("pairings", "--engaged", "g0:h0,h1 g1:h0,h1", *words), 3, reason)


@pytest.mark.rule("P7")
def test_a_choice_of_another_takes_none_away_and_each_is_judged(run: Run) -> None:
    ring = 'ruleset = "blade"\n' + "".join(f"[combatants.h{at}]\nplayer = true\n" for at in (0, 1))
    ring += "".join(f'[combatants.g{at}]\nengaged = ["h0", "h1"]\n' for at in (0, 1))
    first = run("pairings", "--choose", "h0=g1", stdin=ring).out
    assert run("pairings", "--choose", "g1=h1", stdin=first).code == 3
    assert run("pairings", "--choose", "H0=G0", stdin=first).toml["pairs"] == [["h0", "g0"], ["h1", "g1"]]
    wide = told(run, "--engaged", "g0:h0,h1 g1:h0,h1 g2:h0,h1", "--choose", "G0=H0", "--choose", "h0=g1")
    assert wide["pairs"] == [["h0", "g0"], ["h0", "g1"], ["h1", "g2"]]


@pytest.mark.rule("P7")
@pytest.mark.parametrize("how", ["--spread", "--gang"])
def test_where_nothing_is_open_nothing_is_shared_out_and_said_so(run: Run, how: str) -> None:
    said = "nobody has a choice left, so there is nothing to share out (P7)"
    text = yard("h1", "h2", "o1", "o2")
    shared = run("pairings", how, stdin=text)
    assert said not in shared.err
    assert said not in run("pairings", how, stdin=shared.out).err
    assert said in run("pairings", "--choose", "o1=h1", how, stdin=text).err
