"""Pairs, melee, missiles and wounds of arq (Q30-Q36)."""

from __future__ import annotations

import tomllib

import pytest

from arq_fights import BASE, base, chances, drawn, table
from combatcli.errors import RefusedError
from support import Run, happened, odds, play, refused, usage_error


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
[combatants]
bran = { player = true, traits.melee = 2, wounds_taken = 5 }
isa = { player = true }
tor = { player = true, traits.melee = 1 }
g1 = { traits.melee = 1 }
g2 = { traits.melee = 1, count = 3, wounds_taken = 5 }
wolf = { traits.melee = 3 }
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


@pytest.mark.rule("Q4", "Q35")
@pytest.mark.parametrize(
    ("attacker", "target", "cards", "hit", "wounded"),
    [
        ("bran", "gob", [8], True, "gob"),
        ("bran", "gob", [7], False, None),
        ("bran", "gob", [6], False, "bran"),
        ("gob", "bran", [6], True, "bran"),
        ("gob", "bran", [7], False, None),
        ("gob", "bran", [8], False, "gob"),
        ("bran", "isa", [5, 12], False, "bran"),
        ("bran", "isa", [6, 12], False, None),
        ("bran", "isa", [7, 12], True, "isa"),
        ("gob", "wolf", [], False, "gob"),
        ("wolf", "gob", [], True, "gob"),
    ],
)
def test_melee_of_players_and_foes_on_either_side(
    attacker: str, target: str, cards: list[int], *, hit: bool, wounded: str | None
) -> None:
    encounter = table("melee", top={"pairs": [[attacker, target]]})
    played = drawn(encounter, "attack", *cards, attacker=attacker, targets=[target])
    event = happened(played, "attack")[0]
    assert (event["hit"], event["wounded"]) == (hit, wounded)
    assert [waiting.target for waiting in played.fight.pending] == ([wounded] if wounded else [])


@pytest.mark.rule("Q34")
def test_outnumbered_both_ways_the_one_takes_off_the_other() -> None:
    pairs = [["bran", "gob"], ["bran", "wolf"], ["isa", "gob"]]
    encounter = table("melee", top={"pairs": pairs})
    event = happened(drawn(encounter, "attack", 9, attacker="bran", targets=["gob"]), "attack")[0]
    assert event["faces"] == [9]


@pytest.mark.rule("Q35", "Q3")
def test_the_odds_of_a_second_test_see_a_deck_that_is_spent_before() -> None:
    encounter = table(
        "melee",
        top={"pairs": [["bran", "gob"], ["bran", "wolf"]], "house": {"gang_up": False}},
        bran={"drawn": list(range(2, 20))},
    )
    told = {(each["target"], each["of"]): each["chance"] for each in odds(encounter, "attack", all=True)}
    assert (told["gob", "hit"], told["wolf", "hit"]) == ("1/2", "1/2")
    one = table(
        "melee",
        top={"pairs": [["bran", "gob"], ["bran", "wolf"]], "house": {"gang_up": False}},
        bran={"drawn": list(range(1, 20))},
    )
    told = {(each["target"], each["of"]): each["chance"] for each in odds(one, "attack", all=True)}
    assert (told["gob", "hit"], told["wolf", "hit"]) == ("1", "7/20")


@pytest.mark.rule("Q3", "Q35")
def test_several_shots_at_one_target_are_told_together_also_out_of_their_phase() -> None:
    out = [card for card in range(1, 21) if card not in (14, 20)]
    melee = table("melee", bran={"drawn": out})
    told = odds(melee, "attack", attacker="bran", targets=["wolf", "wolf"], missile=True)
    assert {each["of"]: each["chance"] for each in told} == {"hit at least once": "1", "level at least once": "0"}


@pytest.mark.rule("Q36")
def test_the_incapacitated_do_nothing_and_a_group_loses_members() -> None:
    hurt = play(table(), "wound", targets=["wolf"], amount="6").fight
    assert hurt.combatants["wolf"].status == ["incapacitated"]
    with pytest.raises(RefusedError, match="wolf is incapacitated"):
        drawn(hurt, "dashtest", who="wolf", other="gob")
    group = play(table(gob={"count": 2, "wounds": 2}), "wound", targets=["gob"], amount="3").fight
    assert (group.combatants["gob"].count, group.combatants["gob"].wounds_taken) == (1, 1)
    healed = drawn(hurt, "recover", who="wolf", heal=1).fight
    assert healed.combatants["wolf"].status == []
    for amount in ("0", "x"):
        usage_error("no number of wounds", table(), "wound", targets=["wolf"], amount=amount)


CAMPS = """
ruleset = "arq"
phase = "melee"
[combatants]
kes = { side = "reds", player = true, position = [0, 0] }
ivo = { side = "blues", player = true, position = [1, 0] }
far = { side = "blues", player = true, position = [5, 0] }
orc = { side = "orcs", position = [9, 0] }
elf = { side = "elves", position = [9, 1] }
"""


@pytest.mark.rule("P1", "Q4", "Q35")
def test_two_who_touch_may_fight_whichever_camps_they_are_in(run: Run) -> None:
    done = run("attack", "kes", "ivo", "--cards", "5,10", "--json", stdin=CAMPS)
    event = done.event("attack")
    assert (event["drew"], event["total"], event["needed"], event["wounded"]) == (["kes", "ivo"], 5, 10, "kes")
    assert run("attack", "orc", "elf", stdin=CAMPS).code == 0
    refused(run("attack", "kes", "far", stdin=CAMPS), 3, "do not touch")


@pytest.mark.rule("Q0", "Q36")
def test_wounds_are_told_before_the_fall_that_they_bring(run: Run) -> None:
    text = base(bran="wounds_taken = 5", gob1="count = 3\nwounds_taken = 5")
    fallen = run("wound", "bran", "1", stdin=text)
    assert fallen.err.splitlines()[:2] == ["bran takes 1.", "bran is incapacitated."]
    group = run("wound", "gob1", "3", stdin=text)
    assert group.err.splitlines() == [
        "gob1 take 1.",
        "gob1: one falls, 2 left, unhurt.",
        "gob1 take 2; 4 more until one of 2 falls.",
    ]
    assert [group.toml["combatants"]["gob1"][key] for key in ("count", "wounds_taken")] == [2, 2]


@pytest.mark.rule("Q0")
def test_the_largest_group_takes_any_number_of_wounds(run: Run) -> None:
    done = run("wound", "gob1", str(2**63 - 1), "--json", stdin=base(gob1="count = 10000"))
    assert done.code == 0, done.err
    assert sum(event["event"] == "loss" for event in done.events) == 9999
    refused(run("wound", "gob1", str(2**63 - 1), stdin=base(gob1="count = 10001")), 3, "at most 10,000 members")


@pytest.mark.rule("Q30", "Q35")
def test_the_end_of_a_melee_warns_of_who_has_not_fought_and_of_nobody_who_is_paired_by_a_fall() -> None:
    block = {"bran": [0, 0], "isa": [1, 0], "gob": [0, 1], "wolf": [1, 1]}
    hurt = table("melee", **{who: {"position": at, "wounds_taken": 5} for who, at in block.items()})
    assert [warning.split(" (")[0] for warning in drawn(hurt, "next").warnings] == [
        "bran and gob are a pair and have not been tested",
        "isa and wolf are a pair and have not been tested",
    ]
    fallen = drawn(hurt, "attack", 1, 19, all=True, apply=True).fight
    assert (fallen.combatants["bran"].wounds_taken, drawn(fallen, "next").warnings) == (6, [])
    with pytest.raises(RefusedError, match="no pair is left to test"):
        drawn(fallen, "attack", all=True)
    arena = table("melee", {"arenas": {"ford": {}}}, **{who: {"arena": "ford"} for who in block})
    assert drawn(arena, "next").warnings == [
        "gob may be paired with bran or isa, and the GM chooses (Q35). Say whom: combatcli pairings --choose gob=bran"
    ]
    apart = drawn(arena, "attack", 7, attacker="bran", targets=["gob"]).fight
    assert drawn(drawn(apart, "attack", 19, attacker="isa", targets=["wolf"]).fight, "next").warnings == []
