"""Who touches whom, who chooses, and why not, in every game and without an encounter (P1–P8)."""

from __future__ import annotations

import json
from math import comb, factorial

import pytest
from pairing_fights import LOW_MIRA, told, two_sides

from combatcli.rulesets import NAMES
from combatcli.rulesets.shared.pairings.counting import Count
from combatcli.rulesets.shared.pairings.graph import Graph
from combatcli.rulesets.shared.pairings.situation import Situation
from support import Run, fight, happened, play, refused


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
