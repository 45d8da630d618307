"""Who touches whom, who chooses, and why not, in every game and without an encounter (P1–P8)."""

from __future__ import annotations

import json
from math import comb, factorial
from typing import Any

import pytest

from combatcli.rulesets import NAMES
from combatcli.rulesets.shared.pairings.counting import Count
from combatcli.rulesets.shared.pairings.graph import Graph
from combatcli.rulesets.shared.pairings.situation import Situation
from support import Run, fight, happened, play, refused

LOW_MIRA = """
ruleset = "arq"
[combatants.mira]
player = true
gifts = ["beneath contempt"]
[combatants.tomas]
player = true
"""


def told(run: Run, *words: str, stdin: str | None = None) -> dict[str, Any]:
    return run("pairings", *words, "--json", **({"stdin": stdin} if stdin is not None else {})).event("pairings")


def two_sides(ruleset: str, mira: str, orc: str, *more: str) -> str:
    if ruleset == "beacon":
        mira, orc = f"hp = 9\n{mira}", f"hp = 9\n{orc}"
    heroes = f'[combatants.mira]\nside = "heroes"\nplayer = true\n{mira}\n'
    return f'ruleset = "{ruleset}"\n{heroes}[combatants.orc]\nside = "orcs"\n{orc}\n' + "\n".join(more)


@pytest.mark.rule("P1")
@pytest.mark.parametrize("game", NAMES)
def test_in_every_game_who_is_engaged_is_paired(run: Run, game: str) -> None:
    assert told(run, stdin=two_sides(game, 'engaged = ["orc"]', ""))["forced"] == [["mira", "orc"]]
    nobody = run("pairings", stdin=two_sides(game, "", ""))
    assert "Nobody is engaged." in nobody.err + nobody.out
    assert nobody.code == 0, nobody.err
    empty = told(run, stdin=two_sides(game, "", ""))
    assert (empty["pairs"], empty["open"], empty["count"]) == ([], [], 1)


@pytest.mark.rule("P1")
@pytest.mark.parametrize("game", NAMES)
def test_in_every_game_who_is_in_one_arena_touches(run: Run, game: str) -> None:
    here, there = 'arena = "yard"', "[arenas.yard]\n[arenas.roof]\n"
    assert told(run, stdin=two_sides(game, here, here, there))["forced"] == [["mira", "orc"]]
    assert told(run, stdin=two_sides(game, here, 'arena = "roof"', there))["pairs"] == []
    elf = '[combatants.elf]\nside = "heroes"\nengaged = ["orc"]\narena = "yard"\n'
    other = two_sides(game, here, here, elf + ("hp = 9\n" if game == "beacon" else ""), there)
    assert told(run, stdin=other)["forced"] == [["mira", "orc"], ["elf", "orc"]]


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("game", "place", "touch"),
    [
        ("arq", "[1, -1]", True),
        ("arq", "[2, 0]", False),
        ("blade", "[3, 4]", True),
        ("blade", "[4, 4]", False),
        ("blade", "[0, 5]", True),
    ],
)
def test_positions_touch_in_the_games_own_unit(run: Run, game: str, place: str, *, touch: bool) -> None:
    found = told(run, stdin=two_sides(game, "position = [0, 0]", f"position = {place}"))
    assert (found["pairs"] == [["mira", "orc"]]) == touch


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("mira", "more", "warning"),
    [
        ('engaged = ["mira"]', "", "engaged with themselves"),
        ('engaged = ["elf"]', '[combatants.elf]\nside = "heroes"', "of their own side"),
        ('engaged = ["elf"]', '[combatants.elf]\nside = "orcs"\nwounds_taken = 6', "not able to fight"),
    ],
)
def test_who_is_named_in_vain_is_warned_of(run: Run, mira: str, more: str, warning: str) -> None:
    done = run("pairings", "--json", stdin=two_sides("arq", mira, "", more))
    assert done.event("pairings")["pairs"] == []
    assert any(warning in each for each in done.json["warnings"])
    assert run("check", stdin=two_sides("arq", 'engaged = ["nobody"]', "")).code == 3


@pytest.mark.rule("P2")
def test_three_sides_are_two_camps(run: Run) -> None:
    third = '[combatants.bat]\nside = "bats"\nengaged = ["mira", "orc"]'
    done = run("pairings", "--json", stdin=two_sides("arq", 'engaged = ["orc"]', "", third))
    assert done.event("pairings")["forced"] == [["mira", "orc"], ["mira", "bat"]]
    assert any("inside a camp" in warning for warning in done.json["warnings"])
    no_players = two_sides("arq", 'engaged = ["orc"]', "").replace("player = true\n", "")
    assert told(run, stdin=no_players)["forced"] == [["mira", "orc"]]


@pytest.mark.rule("P2")
def test_names_on_both_sides_of_a_colon_make_two_camps_or_are_refused(run: Run) -> None:
    assert told(run, "--engaged", "a:b b:c")["forced"] == [["b", "a"], ["b", "c"]]
    refused(run("pairings", "--engaged", "a:b b:c c:a"), 3, "ring")
    for words in ("", "a", "a:", ":b"):
        assert run("pairings", "--engaged", words).code == 2


@pytest.mark.rule("P3", "P5", "P8")
@pytest.mark.parametrize(
    ("words", "count", "forced"),
    [
        ("o:m", 1, [["m", "o"]]),
        ("o:m p:m q:m", 1, [["m", "o"], ["m", "p"], ["m", "q"]]),
        ("o:m,n p:m,n", 2, []),
        ("orc1:mira orc2:mira,tomas orc3:tomas", 2, [["mira", "orc1"], ["tomas", "orc3"]]),
    ],
)
def test_small_chains(run: Run, words: str, count: int, forced: list[list[str]]) -> None:
    found = told(run, "--engaged", words)
    assert (found["count"], found["forced"]) == (count, forced)


@pytest.mark.rule("Q31", "Q33", "P3")
def test_beneath_contempt_takes_what_is_left(run: Run) -> None:
    orcs = {"orc1": ["mira"], "orc2": ["mira", "tomas"], "orc3": ["tomas"]}
    text = LOW_MIRA
    text += "".join(f"[combatants.{orc}]\nengaged = {json.dumps(whom)}\n" for orc, whom in orcs.items())
    assert told(run, stdin=text)["forced"] == [["mira", "orc1"], ["tomas", "orc2"], ["tomas", "orc3"]]
    tomas = text.replace('gifts = ["beneath contempt"]\n', "").replace(
        "tomas]\n", 'tomas]\ngifts = ["beneath contempt"]\n'
    )
    both = tomas.replace('engaged = ["mira"]', 'engaged = ["mira", "tomas"]')
    assert told(run, stdin=both)["forced"] == [["mira", "orc1"], ["mira", "orc2"], ["tomas", "orc3"]]


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


def yard(*who: str) -> str:
    """Return a fight of all in one arena; players are those whose names begin with h or m or t."""
    people = [f'[combatants.{name}]\narena = "yard"\nplayer = {str(name[0] in "hmt").lower()}\n' for name in who]
    return 'ruleset = "realm"\n[arenas.yard]\n' + "".join(people)


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


@pytest.mark.parametrize(
    "words", [["--spread", "--gang"], ["--limit", "3"], ["--all", "--limit", "0"], ["--choose", "a"]]
)
def test_what_makes_no_sense_is_said(run: Run, words: list[str]) -> None:
    assert run("pairings", "--engaged", "o:m", *words).code == 2


@pytest.mark.parametrize("words", [["-f", "x.toml"], ["--odds"]])
def test_engaged_needs_no_encounter(run: Run, words: list[str]) -> None:
    assert run("pairings", "--engaged", "o:m", *words).code == 2


def arena(first: int, second: int) -> Situation:
    names = [str(number) for number in range(first + second)]
    camp_1, camp_2 = range(first), range(first, first + second)
    return Situation(Graph(names, [1] * first + [2] * second, [camp_2] * first + [camp_1] * second))


def surjections(members: int, onto: int) -> int:
    return sum((-1) ** left * comb(onto, left) * (onto - left) ** members for left in range(onto + 1))


@pytest.mark.rule("P8")
@pytest.mark.parametrize(("first", "second"), [(2, 2), (20, 20), (9, 12), (12, 9), (3, 197), (100, 100), (60, 140)])
def test_an_arena_is_counted_as_a_closed_form_has_it(first: int, second: int) -> None:
    wanted = factorial(first) if first == second else surjections(max(first, second), min(first, second))
    situation = arena(first, second)
    assert situation.count() == Count(wanted, exact=True)
    assert situation.forced() == []


@pytest.mark.rule("P8")
def test_the_limit_of_a_list_holds_and_the_rest_is_counted(run: Run) -> None:
    words = ("--engaged", "o1:m,n o2:m,n o3:m,n", "--all")
    every = told(run, *words)
    assert (every["count"], every["listed"], len(every["all"])) == (6, 6, 6)
    few = told(run, *words, "--limit", "2")
    assert (few["count"], few["listed"], few["all"]) == (6, 2, every["all"][:2])


@pytest.mark.rule("P8")
def test_the_numbers_of_the_book() -> None:
    assert arena(20, 20).count().ways == 2_432_902_008_176_640_000
    assert arena(9, 12).count().ways == 8_083_152_000


@pytest.mark.rule("P8")
def test_past_a_cap_the_count_is_told_at_least(run: Run) -> None:
    text = 'ruleset = "arq"\n' + "".join(
        f"[combatants.n{x}x{y}]\nposition = [{x}, {y}]\n"
        f"player = {str((x * 7 + y * 13 + x * y * 5 + x * x * y) % 11 < 5).lower()}\n"
        for x in range(24)
        for y in range(24)
    )
    found = told(run, stdin=text)
    assert (found["count"], found["at_least"] >= 2) == (None, True)


def test_the_picture_shows_who_touches_and_who_is_paired(run: Run) -> None:
    drawn = run("pairings", "--engaged", "orc1:mira orc2:mira,tomas orc3:tomas", "--color", "always").out
    assert "mira   tomas" in drawn
    assert "orc1   orc2   orc3" in drawn
    assert "mira   tomas" not in run("pairings", "--engaged", "orc1:mira orc2:mira,tomas orc3:tomas").out
    squares = two_sides(
        "arq", "position = [0, 0]", "position = [1, 1]", '[combatants.bat]\nside = "orcs"\nposition = [1, 0]'
    )
    done = run("pairings", "--color", "always", stdin=squares)
    assert "mira   bat" not in done.out + done.err
    assert "mira---bat" in done.out + done.err


def test_a_large_chain_is_a_list(run: Run) -> None:
    words = " ".join(f"o{place}:m,n" for place in range(30))
    out = run("pairings", "--engaged", words, "--color", "always").out
    assert "A chain of 2 against 30." in out
    assert "Open: 18 more." in out


@pytest.mark.rule("P1")
@pytest.mark.parametrize("key", ["pairs", "chosen"])
def test_who_is_dropped_is_in_no_pair(run: Run, key: str) -> None:
    text = 'ruleset = "arq"\n' + f'{key} = [["mira", "orc"]]\n' + two_sides("arq", "", "").partition("\n")[2]
    assert run("drop", "orc", stdin=text).toml.get(key, []) == []
    assert run("pairings", stdin=run("drop", "orc", stdin=text).out).code == 0


def test_happened_is_told() -> None:
    encounter = fight("arq", combatants={"mira": {"player": True, "engaged": ["orc"]}, "orc": {}})
    (event,) = happened(play(encounter, "pairings"), "pairings")
    assert event["chains"][0]["touching"] == [["mira", "orc"]]


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


@pytest.mark.rule("P5", "P8")
def test_forced_and_count_are_of_all_legal_pairings_whatever_is_chosen(run: Run) -> None:
    event = told(run, "--engaged", "o:m,n p:m,n", "--choose", "o=m")
    assert (event["forced"], event["count"], event["left"]) == ([], 2, 1)
    single = told(run, "--engaged", "o:m", "--spread")
    assert (single["forced"], single["pairs"]) == ([["m", "o"]], [["m", "o"]])


@pytest.mark.rule("P2")
def test_what_touches_inside_a_camp_is_warned_of_wherever_it_touches(run: Run) -> None:
    rats = "position = [2, 1]"
    text = two_sides("arq", "position = [0, 0]", "position = [1, 1]", f'[combatants.rat]\nside = "rats"\n{rats}')
    assert any("orc and rat touch" in each for each in run("pairings", "--json", stdin=text).json["warnings"])
    yard = two_sides("realm", "", 'arena = "yard"', '[combatants.rat]\nside = "rats"\narena = "yard"\n[arenas.yard]')
    assert any("inside a camp" in each for each in run("pairings", "--json", stdin=yard).json["warnings"])
    friends = 'ruleset = "arq"\npairs = [["orc", "rat"]]\n' + text.partition("\n")[2]
    done = run("pairings", "--json", stdin=friends)
    assert ["orc", "rat"] not in done.event("pairings")["pairs"]
    assert any("to one camp" in each for each in done.json["warnings"])


@pytest.mark.rule("P1")
@pytest.mark.parametrize("place", ["[nan, 0]", "[inf, 0]"])
def test_a_place_that_is_no_number_is_none(run: Run, place: str) -> None:
    assert run("pairings", stdin=two_sides("blade", "position = [0, 0]", f"position = {place}")).code == 0


@pytest.mark.rule("P7")
@pytest.mark.parametrize("pairs", ['[["mira"]]', '[["mira", "mira"]]', '[["mira", "orc", "orc"]]'])
def test_a_pair_is_two(run: Run, pairs: str) -> None:
    text = f'ruleset = "arq"\npairs = {pairs}\n' + two_sides("arq", "", "").partition("\n")[2]
    assert run("check", stdin=text).code == 3
