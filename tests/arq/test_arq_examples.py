"""Twelve worked examples of arq, with the numbers worked out by hand: cards, odds, ways, decks, pairs, melee."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

from support import refused

if TYPE_CHECKING:
    from support import Done, Run

BASE = """
ruleset = "arq"
phase = "action"
[combatants.bran]
side = "heroes"
player = true
traits = { melee = 2, movement = 1 }
[combatants.isa]
side = "heroes"
player = true
traits = { missile = 2 }
[combatants.gob1]
side = "foes"
traits = { melee = 1, movement = 1, missile = 1 }
[combatants.wolf]
side = "foes"
traits = { melee = 3, movement = 2 }
"""
EVERY_CARD_BUT_4 = [card for card in range(1, 21) if card != 4]


def base(top: str = "", **keys: str) -> str:
    text = top + BASE if "phase" not in top else top + BASE.replace('phase = "action"\n', "")
    for who, more in keys.items():
        text = text.replace(f"[combatants.{who}]\n", f"[combatants.{who}]\n{more}\n")
    return text


def chances(done: Done) -> dict[str, str]:
    return {event["of"]: event["chance"] for event in done.events}


@pytest.mark.rule("Q1", "Q2", "Q4", "Q13")
@pytest.mark.parametrize(
    ("card", "total", "success", "first", "code"),
    [(14, 17, True, "bran", 0), (13, 16, None, None, 0), (12, 15, False, "wolf", 1)],
)
def test_1_a_dash_is_won_level_or_lost(
    run: Run, card: int, total: int, *, success: bool | None, first: str | None, code: int
) -> None:
    done = run("dashtest", "bran", "wolf", "--cards", str(card), "--json", "-e", stdin=BASE)
    event = done.event("contest")
    assert (event["total"], event["needed"], event["success"], event["first"]) == (total, 16, success, first)
    assert (event["faces"], event["drew"], done.code) == ([card], ["bran"], code)
    after = done.toml["combatants"]
    assert (after["bran"]["drawn"], after["wolf"].get("drawn")) == ([card], None)


@pytest.mark.rule("Q1", "Q13")
def test_1_the_odds_of_a_dash(run: Run) -> None:
    assert chances(run("dashtest", "bran", "wolf", "--odds", "--json", stdin=BASE)) == {
        "success": "7/20",
        "same time": "1/20",
    }


@pytest.mark.rule("Q3")
def test_2_odds_count_the_cards_still_in(run: Run) -> None:
    text = base(bran="drawn = [20, 19, 5]")
    odds = run("dashtest", "bran", "wolf", "--odds", "--json", stdin=text)
    assert chances(odds) == {"success": "5/17", "same time": "1/17"}
    refused(run("dashtest", "bran", "wolf", "--cards", "20", stdin=text), 3, "card 20 is out until the deck is spent")
    assert run("dashtest", "bran", "wolf", "--cards", "21", stdin=text).code == 3


@pytest.mark.rule("Q3", "Q34")
def test_3_the_deck_is_spent_in_the_middle_of_a_test(run: Run) -> None:
    text = base('phase = "melee"\npairs = [["bran", "gob1"], ["bran", "wolf"]]\n', bran=f"drawn = {EVERY_CARD_BUT_4}")
    done = run("attack", "bran", "gob1", "--cards", "4,17", "--json", stdin=text)
    event = done.event("attack")
    assert (event["total"], event["needed"], event["hit"], event["wounded"]) == (10, 13, False, "bran")
    assert done.toml["combatants"]["bran"]["drawn"] == [4, 17]
    assert [(hit["attacker"], hit["target"]) for hit in done.toml["pending"]] == [("gob1", "bran")]
    for cards in ("4,4", "17,4"):
        assert run("attack", "bran", "gob1", "--cards", cards, stdin=text).code == 3
    odds = chances(run("attack", "bran", "gob1", "--odds", "--json", stdin=text))
    assert (odds["hit"], odds["level"], odds["attacker wounded"]) == ("0", "0", "1")


@pytest.mark.rule("Q1", "Q35")
def test_4_shooting_and_being_shot_at(run: Run) -> None:
    shot = run("attack", "isa", "gob1", "--missile", "--cards", "8", "--json", stdin=BASE)
    assert (shot.event("attack")["total"], shot.event("attack")["needed"]) == (14, 13)
    assert [(hit["attacker"], hit["target"]) for hit in shot.toml["pending"]] == [("isa", "gob1")]
    assert chances(run("attack", "isa", "gob1", "--missile", "--odds", "--json", stdin=BASE))["hit"] == "13/20"
    for card, hit, level in ((12, True, False), (13, False, True), (14, False, False)):
        done = run("attack", "gob1", "isa", "--missile", "--cards", str(card), "--json", stdin=BASE)
        event = done.event("attack")
        assert (event["total"], event["needed"], event["hit"], event["level"]) == (card, 13, hit, level)
        assert event["wounded"] == ("isa" if hit else None)
        assert (event["drew"], "pending" in done.toml) == (["isa"], hit)
    assert chances(run("attack", "gob1", "isa", "--missile", "--odds", "--json", stdin=BASE))["hit"] == "3/5"


@pytest.mark.rule("Q4")
def test_5_two_players_draw_each_from_the_own_deck(run: Run) -> None:
    done = run("dashtest", "bran", "isa", "--cards", "9,11", "--json", stdin=BASE)
    event = done.event("contest")
    assert (event["total"], event["needed"], event["first"]) == (12, 11, "bran")
    assert [done.toml["combatants"][who]["drawn"] for who in ("bran", "isa")] == [[9], [11]]
    assert chances(run("dashtest", "bran", "isa", "--odds", "--json", stdin=BASE)) == {
        "success": "247/400",
        "same time": "17/400",
    }
    foes = run("dashtest", "gob1", "wolf", "--json", stdin=BASE).event("contest")
    assert (foes["faces"], foes["total"], foes["needed"], foes["first"]) == ([], 13, 16, "wolf")
    refused(run("dashtest", "gob1", "wolf", "--cards", "1", stdin=BASE), 3, "one card too many")


ON_SQUARES: dict[str, Any] = {
    "top": 'phase = "movement"\n',
    "bran": "position = [0, 0]",
    "gob1": "position = [4, 1]",
    "wolf": "position = [7, 1]",
}


@pytest.mark.rule("Q20", "Q21", "Q22")
def test_6_a_threat_stops_a_move_a_blunder_is_answered(run: Run) -> None:
    text = base(**ON_SQUARES)
    stopped = run("move", "bran", "6,0", "--json", stdin=text)
    event = stopped.event("move")
    assert (event["to"], event["stopped_by"], event["steps"]) == ([3, 0], ["gob1"], 3)
    blunder = run("move", "bran", "6,0", "--blunder", "--json", stdin=text)
    event = blunder.event("move")
    assert (event["to"], event["stopped_by"], event["reactions"]) == ([6, 0], None, ["gob1"])
    lost = run("attack", "gob1", "bran", "--reaction", "--cards", "6", "--json", stdin=blunder.out)
    assert (lost.event("attack")["total"], lost.event("attack")["needed"]) == (12, 13)
    assert [hit["target"] for hit in lost.toml["pending"]] == ["bran"]
    won = run("attack", "gob1", "bran", "--reaction", "--cards", "8", "--json", stdin=blunder.out)
    assert (won.event("attack")["total"], "pending" in won.toml) == (14, False)
    later = stopped.out.replace("acted = true\n", "")
    free = run("move", "bran", "5,0", "--json", stdin=later).event("move")
    assert (free["to"], free["stopped_by"], free["reactions"]) == ([5, 0], None, [])


@pytest.mark.rule("Q20")
def test_7_the_shape_of_a_way_and_speed(run: Run) -> None:
    text = base('phase = "movement"\n', bran="position = [0, 0]")
    way = run("move", "bran", "5,2", "--json", stdin=text).event("move")["way"]
    assert way == [[1, 1], [2, 2], [3, 2], [4, 2], [5, 2]]
    event = run(
        "move", "bran", "5,2", "--json", stdin=text.replace("[combatants.gob1]", "[combatants.gob1]\nposition = [1, 2]")
    )
    assert (event.event("move")["to"], event.event("move")["stopped_by"]) == ([1, 1], ["gob1"])
    assert run("move", "bran", "7,0", stdin=text).code == 3
    for points, end in ((("3,3", "3,0"), [3, 0]), (("3,3", "2,0"), [2, 0])):
        assert run("move", "bran", *points, "--json", stdin=text).event("move")["to"] == end
    assert run("move", "bran", "3,3", "2,-1", stdin=text).code == 3


@pytest.mark.rule("Q23", "Q24")
def test_8_meeting_midway_and_pulling_back(run: Run) -> None:
    text = base('phase = "movement"\n', bran="position = [0, 0]", wolf="position = [9, 3]")
    met = run("move", "bran", "--meet", "wolf", "--json", stdin=text)
    moves = [event for event in met.events if event["event"] == "move"]
    assert [(event["who"], event["to"], event["steps"]) for event in moves] == [
        ("bran", [4, 2], 4),
        ("wolf", [5, 2], 4),
    ]
    assert moves[0]["way"] == [[1, 1], [2, 2], [3, 2], [4, 2]]
    assert moves[1]["way"] == [[8, 2], [7, 2], [6, 2], [5, 2]]
    moved = run("move", "bran", "6,0", stdin=base(**ON_SQUARES)).out
    assert run("move", "bran", "--back", "2", "--json", stdin=moved).event("move")["to"] == [1, 0]
    refused(run("move", "bran", "--back", "4", stdin=moved), 3, "had 3 squares")


@pytest.mark.rule("Q12")
def test_9_the_activation_deck(run: Run) -> None:
    text = base(gob1="count = 4")
    first = run("order", "--cards", "3", "--json", stdin=text)
    assert (first.event("order")["order"], first.event("order")["left"]) == (["foes"], {"heroes": 2, "foes": 1})
    assert run("order", "--cards", "3", stdin=first.out).code == 3
    rest = run("order", "--all", "--cards", "1,4,2", "--json", stdin=first.out)
    assert (rest.event("order")["order"], rest.event("order")["left"]) == (["heroes", "foes", "heroes"], {})
    spent = run("order", stdin=rest.out)
    assert "spent" in spent.err
    assert spent.code == 0, spent.err
    later = run("next", stdin=rest.out).out
    assert run("order", "--cards", "4", "--json", stdin=later).event("order")["left"] == {"heroes": 2, "foes": 1}
    refused(run("order", stdin=run("next", stdin=later).out), 3, "melee")
    event = run("declare", "isa", "--json", stdin=text).event("declare")
    assert (event["activated"], event["waiting"]) == (["isa"], ["bran", "gob1", "wolf"])


def ford(**keys: str) -> str:
    text = 'ruleset = "arq"\nphase = "melee"\n'
    heroes = {"bran": "[1, 0]", "isa": "[2, 0]", "tor": "[3, 0]"}
    foes = {"g1": "[0, 1]", "g2": "[1, 1]", "g3": "[2, 1]", "g4": "[3, 1]"}
    for who, square in {**heroes, **foes}.items():
        side = 'side = "heroes"\nplayer = true' if who in heroes else 'side = "foes"'
        text += f"[combatants.{who}]\n{side}\nposition = {square}\n{keys.get(who, '')}\n"
    return text


@pytest.mark.rule("Q30", "Q31", "Q32")
def test_10_pairings_on_squares(run: Run) -> None:
    event = run("pairings", "--json", stdin=ford()).event("pairings")
    assert (event["count"], event["forced"]) == (3, [["bran", "g1"], ["tor", "g4"]])
    assert event["open"] == [
        {"who": "g2", "options": ["bran", "isa"], "chooser": "gm"},
        {"who": "g3", "options": ["isa", "tor"], "chooser": "gm"},
    ]
    words = "g1:bran g2:bran,isa g3:bran,isa,tor g4:isa,tor"
    free = run("pairings", "--engaged", words, "--json").event("pairings")
    assert (free["count"], free["forced"]) == (6, [["bran", "g1"]])
    low = run("pairings", "--json", stdin=ford(isa='gifts = ["Beneath Contempt"]')).event("pairings")
    assert (low["count"], low["open"], low["forced"]) == (2, event["open"], event["forced"])
    chosen = run("pairings", "--choose", "g2=isa", "--json", stdin=ford())
    after = chosen.event("pairings")
    assert after["pairs"] == [["bran", "g1"], ["isa", "g2"], ["tor", "g4"]]
    assert after["open"] == [{"who": "g3", "options": ["isa", "tor"], "chooser": "gm"}]
    assert chosen.toml["pairs"] == after["pairs"]
    refused(run("pairings", "--choose", "g3=bran", stdin=ford()), 3, "it crosses isa–g2")
    refused(run("attack", "--all", stdin=chosen.out), 3, "g3", "the GM chooses")
    listed = run("pairings", "--all", "--json", stdin=ford()).event("pairings")
    shorter = [[{foe: hero for hero, foe in way}[foe] for foe in ("g2", "g3", "g4")] for way in listed["all"]]
    assert shorter == [["bran", "isa", "tor"], ["isa", "isa", "tor"], ["isa", "tor", "tor"]]


@pytest.mark.rule("Q30", "Q32", "P4")
def test_11_one_chain_outnumbered_both_ways(run: Run) -> None:
    one = run("pairings", "--engaged", "g1:bran,isa,tor g2:tor g3:tor", "--json").event("pairings")
    assert (one["count"], sorted(one["forced"])) == (1, [["bran", "g1"], ["isa", "g1"], ["tor", "g2"], ["tor", "g3"]])
    two = run("pairings", "--engaged", "g1:h1,h2,h4 g2:h2,h3 g3:h4 g4:h4,h5 g5:h5", "--json").event("pairings")
    assert (two["count"], sorted(two["forced"])) == (4, [["h1", "g1"], ["h3", "g2"], ["h4", "g3"], ["h5", "g5"]])
    assert two["open"] == [
        {"who": "h2", "options": ["g1", "g2"], "chooser": "players"},
        {"who": "g4", "options": ["h4", "h5"], "chooser": "gm"},
    ]


MELEE = """
ruleset = "arq"
phase = "melee"
pairs = [["bran", "g1"], ["bran", "g2"], ["isa", "wolf"], ["tor", "wolf"]]
[combatants.bran]
player = true
traits.melee = 2
wounds_taken = 5
[combatants.isa]
player = true
[combatants.tor]
player = true
traits.melee = 1
[combatants.g1]
traits.melee = 1
[combatants.g2]
traits.melee = 1
count = 3
wounds_taken = 5
[combatants.wolf]
traits.melee = 3
"""


@pytest.mark.rule("Q34", "Q35", "Q36")
def test_12_melee_along_the_pairs(run: Run) -> None:
    done = run("attack", "--all", "--cards", "9,5,12,18,11,20,16,3", "--json", stdin=MELEE)
    attacks = [event for event in done.events if event["event"] == "attack"]
    assert [(each["attacker"], each["target"], each["faces"], each["total"], each["needed"]) for each in attacks] == [
        ("bran", "g1", [9, 5], 11, 13),
        ("bran", "g2", [12, 18], 18, 13),
        ("isa", "wolf", [11, 20], 20, 19),
        ("tor", "wolf", [16, 3], 19, 19),
    ]
    assert [each["wounded"] for each in attacks] == ["bran", "g2", "wolf", None]
    assert done.toml["combatants"]["bran"]["wounds_taken"] == 5
    hurt = run("wound", stdin=done.out).out
    after = tomllib.loads(hurt)["combatants"]
    assert (after["bran"]["wounds_taken"], after["bran"]["status"]) == (6, ["incapacitated"])
    assert (after["g2"]["count"], after["g2"].get("wounds_taken", 0), after["wolf"]["wounds_taken"]) == (2, 0, 1)
    assert run("recover", "bran", stdin=hurt).code == 3
    healed = run("recover", "bran", "--heal", "2", stdin=hurt).toml["combatants"]["bran"]
    assert (healed["wounds_taken"], healed.get("status", [])) == (4, [])


@pytest.mark.rule("Q34", "Q35")
def test_12_the_odds_along_the_pairs(run: Run) -> None:
    told = run("attack", "--all", "--odds", "--json", stdin=MELEE).events
    odds = {(event["attacker"], event["target"], event["of"]): event["chance"] for event in told}
    assert (odds["bran", "g1", "hit"], odds["bran", "g1", "level"]) == ("39/95", "13/190")
    assert (odds["isa", "wolf", "hit"], odds["isa", "wolf", "level"]) == ("1/10", "9/95")
    plain = MELEE.replace('phase = "melee"\n', 'phase = "melee"\nhouse = { gang_up = false }\n')
    assert chances(run("attack", "bran", "g1", "--odds", "--json", stdin=plain))["hit"] == "13/20"
