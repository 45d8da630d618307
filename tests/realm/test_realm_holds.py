"""Holds, pushes and contests of realm (R25, R29, R50)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from combatcli.errors import RefusedError
from realm_fights import AT_BOB, brawl, one, party, pending, town
from support import Run, happened, odds, play, refuses, usage_error


@pytest.mark.rule("R25")
def test_several_holds_stand_side_by_side() -> None:
    first = play(brawl("3"), "impede", 9, 1, who="bob", target="ann").fight
    second = play(first, "impede", 9, 1, who="dora", target="ann").fight
    assert second.combatants["ann"].by == {"impeded": ["bob", "dora"], "cornered": ["bob", "dora"]}
    in_5 = second.changed(phase="5")
    for foe in ("bob", "dora"):
        assert happened(play(in_5, "attack", 1, 2, attacker="ann", targets=[foe]), "attack")
        assert happened(play(in_5, "push", 1, 2, who="ann", targets=[foe], to="b"), "contest")
        assert happened(play(in_5, "attack", 1, 2, 3, attacker="cid", targets=[foe], assist=["ann"]), "attack")
    refuses(
        "ann is impeded by bob and dora and may attack nobody else", in_5, "attack", attacker="ann", targets=["cid"]
    )
    hurt = play(in_5, "attack", 9, 9, 1, **AT_BOB, apply=True)
    ann = hurt.fight.combatants["ann"]
    assert (ann.status, ann.by) == (["impeded", "cornered", "freed"], {"impeded": "dora", "cornered": "dora"})
    assert [(event["holder"], event["left"]) for event in happened(hurt, "released")] == [("bob", ["dora"])]
    refuses("impeded by dora", hurt.fight, "move", who="ann", way=["b"])
    gone = play(second, "move", who="dora", way=["b"]).fight
    assert gone.combatants["ann"].by == {"impeded": "bob", "cornered": "bob"}


@pytest.mark.rule("R25")
def test_who_held_a_round_ago_lets_go_while_a_newer_hold_lasts() -> None:
    held = {
        "status": ["cornered", "impeded"],
        "by": {"cornered": ["bob", "dora"], "impeded": "dora"},
        "until": {"cornered": [1, 2], "impeded": 1},
    }
    played = play(brawl("7", ann=held), "next")
    after = played.fight.combatants["ann"]
    assert (after.status, after.by, after.until) == (["cornered"], {"cornered": "dora"}, {"cornered": 2})
    assert [(event["holder"], event["reason"], event["left"]) for event in happened(played, "released")] == [
        ("bob", "over", ["dora"])
    ]


@pytest.mark.rule("R25")
def test_each_hold_begins_and_ends_by_itself() -> None:
    # bob holds ann in round 1, so she is cornered in 2; dora holds her in 2, and would corner her in 3, but leaves.
    first = play(brawl("3"), "impede", 9, 1, who="bob", target="ann").fight
    second = play(first, "next", round=True).fight.changed(phase="3")
    both = play(second, "impede", 9, 1, who="dora", target="ann").fight
    assert both.combatants["ann"].until == {"impeded": 2, "cornered": [2, 3]}
    gone = play(both.changed(phase="4"), "move", who="dora", way=["b"]).fight
    refuses("ann is cornered by bob and cannot move this round", gone, "move", who="ann", way=["b"])
    third = play(gone, "next", round=True).fight
    assert third.combatants["ann"].status == []
    assert play(third, "move", who="ann", way=["b"]).fight.combatants["ann"].arena == "b"
    stayed = play(both, "next", round=True).fight
    refuses("ann is cornered by dora and cannot move", stayed, "move", who="ann", way=["b"])
    assert play(stayed, "next", round=True).fight.combatants["ann"].status == []


@pytest.mark.rule("R25", "R26")
def test_who_has_hit_the_impeder_is_told_to_apply_the_hit_and_no_other_attack() -> None:
    held = {"status": ["impeded"], "by": {"impeded": "bob"}, "until": {"impeded": 1}}
    encounter = brawl("4", ann=held)
    struck = play(encounter, "attack", 9, 9, 1, **AT_BOB).fight
    hints = []
    for each in (encounter, struck):
        with pytest.raises(RefusedError) as refused:
            play(each, "move", who="ann", way=["b"])
        hints.append(refused.value.hint)
    assert hints == ["Wound bob first: combatcli attack ann bob", "A hit on bob is pending: combatcli wound"]


@pytest.mark.rule("R25")
def test_who_is_free_of_one_and_held_by_another_is_not_told_to_be_freed() -> None:
    held = {"status": ["impeded"], "by": {"impeded": ["bob", "dora"]}, "until": {"impeded": 1}}
    one = play(brawl("4", ann=held), "attack", 9, 9, 1, **AT_BOB, apply=True)
    assert (happened(one, "condition"), len(happened(one, "released"))) == ([], 1)
    alone = play(brawl("4", ann=held | {"by": {"impeded": "bob"}}), "attack", 9, 9, 1, **AT_BOB, apply=True)
    told = [(event["name"], event["ended"]) for event in happened(alone, "condition")]
    assert told == [("impeded", True), ("freed", False)]


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


@pytest.mark.rule("R25")
def test_impeding_is_a_contest_of_each_sides_own_choice() -> None:
    encounter = town(mira={"cunning": 3, "awareness": 9}, ogre={"brawn": 4, "daring": 1}, imp={"arena": "market"})
    played = play(encounter, "impede", 6, 4, who="mira", target="ogre")
    (event,) = happened(played, "contest")
    assert (event["trait"], event["against_trait"], event["faces"]) == ("cunning", "brawn", [6, 4])
    assert (event["total"], event["needed"], event["success"]) == (9, 8, True)
    assert (event["who"], event["against"]) == ("mira", "ogre")
    ogre = played.fight.combatants["ogre"]
    told = (ogre.status, ogre.until, ogre.by["impeded"])
    assert told == (["impeded", "cornered"], {"impeded": 1, "cornered": 2}, "mira")
    second = play(played.fight, "impede", 9, 1, who="imp", target="ogre")
    assert second.fight.combatants["ogre"].by == {"impeded": ["mira", "imp"], "cornered": ["mira", "imp"]}
    tie = play(encounter, "impede", 5, 4, who="mira", target="ogre")
    assert tie.fight.combatants["ogre"].status == []
    said = play(encounter, "impede", 6, 4, who="mira", target="ogre", **{"with": "daring", "against": "daring"})
    assert (happened(said, "contest")[0]["total"], happened(said, "contest")[0]["needed"]) == (6, 5)
    usage_error(
        '"awareness" cannot be used to impede', encounter, "impede", who="mira", target="ogre", **{"with": "awareness"}
    )


@pytest.mark.rule("R25")
def test_impeding_needs_one_arena_and_somebody_else() -> None:
    refuses("imp is not in the same arena as mira", town(), "impede", who="mira", target="imp")
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


def contests(own: int, other: int) -> tuple[Fraction, Fraction]:
    """Count the chances to beat and to tie the other's d10."""
    pairs = [(one + own, two + other) for one, two in product(range(1, 11), repeat=2)]
    return Fraction(sum(a > b for a, b in pairs), 100), Fraction(sum(a == b for a, b in pairs), 100)


@pytest.mark.rule("R29")
def test_a_push_at_several_says_what_it_takes_off(run: Run) -> None:
    fight = (
        'ruleset="realm"\nphase="push"\n[arenas.a]\nlinks=["b"]\n[arenas.b]\n'
        '[combatants.mira]\nside="x"\nbrawn=4\narena="a"\n[combatants.ogre]\nside="y"\nbrawn=2\narena="a"\n'
        '[combatants.imp]\nside="y"\narena="a"\n'
    )
    two = run("push", "mira", "ogre", "imp", "--dice", "5,5,8", stdin=fight)
    assert "rolls 5 for 8 (-1 for several at once) against 5 for 7: mira holds the upper hand." in two.err
    assert "rolls 5 for 9 against 5 for 7: " in run("push", "mira", "ogre", "--dice", "5,5", stdin=fight).err


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
    after = {who: (each.arena, each.status) for who, each in played.fight.combatants.items()}
    moved = ("alley", ["hurled"])
    assert after == {"mira": ("market", []), "ogre": moved, "imp": ("market", []), "thug": moved}


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
def test_a_push_needs_an_opponent_here_and_an_adjacent_arena() -> None:
    refuses("roofs is not adjacent to market", town(), "push", who="mira", targets=["ogre"], to="roofs")
    refuses("imp is not in the same arena", town(), "push", who="mira", targets=["imp"], to="alley")
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
    usage_error('no attribute "cuning"', encounter, "test", who="mira", trait="cuning")


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


@pytest.mark.rule("R26", "R25")
def test_a_blow_that_finds_no_box_to_mark_is_no_wound_on_the_impeder() -> None:
    held = {"status": ["impeded", "cornered"], "by": {"impeded": "bob", "cornered": "bob"}}
    hits = [{"attacker": who, "target": "bob", "wounds": [1]} for who in ("cid", "ann")]
    played = play(pending(*hits, ann=held, bob={"wounds": 1}, cid={}), "wound")
    assert played.fight.combatants["ann"].status == []
    freed = {event["reason"] for event in happened(played, "condition") if event["who"] == "ann"}
    assert freed == {"bob is dead"}


@pytest.mark.rule("R25", "R43")
@pytest.mark.parametrize(
    ("marked", "amount", "faces", "status"),
    [
        ([1, 2, 3, 5], "4", (), ["dead"]),
        ([5], "4", (10,), ["impeded", "cornered", "hurled", "incapacitated"]),
        ([], "5", (1,), ["impeded", "cornered", "hurled", "broken"]),
    ],
)
def test_the_dead_are_held_no_longer_and_who_fell_otherwise_still_is(
    marked: list[int], amount: str, faces: tuple[int, ...], status: list[str]
) -> None:
    held = ("impeded", "cornered", "hurled")
    ann = one(marked=marked, status=list(held), by={"impeded": "bob"}, until=dict.fromkeys(held, 2))
    played = play(ann, "wound", *faces, targets=["ann"], amount=amount)
    after = played.fight.combatants["ann"]
    assert after.status == status
    ended = {event["name"]: event["reason"] for event in happened(played, "condition") if event["ended"]}
    assert ended == ({} if after.until else dict.fromkeys(held, "dead"))


@pytest.mark.rule("R25", "R29")
def test_effects_written_by_hand_end_with_the_round_too() -> None:
    encounter = party(phase="focused", each={"mira": {"status": ["impeded", "hurled", "broken"]}})
    assert play(encounter, "next").fight.combatants["mira"].status == ["broken"]


@pytest.mark.rule("R25")
def test_who_was_wounded_to_break_free_is_called_by_name(run: Run) -> None:
    text = (
        'ruleset = "realm"\nphase = "5"\n[combatants.ogre]\nname = "Big Ogre"\n[combatants.imp]\n[combatants.mira]\n'
        'name = "Mira Vane"\nstatus = ["impeded"]\nby = { impeded = ["ogre", "imp"] }\nuntil = { impeded = 1 }\n'
    )
    told = run("wound", "ogre", "1", "--by", "mira", stdin=text).err
    assert "Mira Vane is free of Big Ogre: Mira Vane wounded Big Ogre; still held by imp." in told


@pytest.mark.rule("R26")
def test_who_broke_free_is_told_what_that_leaves_them_and_not_that_they_are_free_no_longer(run: Run) -> None:
    text = (
        'ruleset = "realm"\nphase = "4"\n[combatants.ogre]\n[combatants.mira]\n'
        'status = ["impeded"]\nby = { impeded = "ogre" }\nuntil = { impeded = 1 }\n'
    )
    free = run("wound", "ogre", "1", "--by", "mira", stdin=text)
    assert (
        "mira is no longer impeded: mira wounded ogre.\nmira may move one arena this round, and no further." in free.err
    )
    assert "mira is" not in run("next", "--round", stdin=free.out).err


@pytest.mark.rule("R25", "R29")
def test_what_a_contest_is_for_is_told(run: Run) -> None:
    text = 'ruleset="realm"\nphase="focus"\n[arenas.p]\nlinks=["q"]\n[arenas.q]\n[combatants.ann]\narena="p"\n'
    text += '[combatants.ogre]\narena="p"\n'
    impeded = run("impede", "ann", "ogre", "--dice", "1,9", stdin=text).err
    assert "ann (brawn) against ogre (brawn), to impede: rolls 1 for 1 against 9 for 9" in impeded
    assert "to push: rolls 1" in run("push", "ann", "ogre", "--dice", "1,9", stdin=text).err
