"""Cards of arq: draws, decks, tests, and tests that are void (Q1-Q6, Q13)."""

from __future__ import annotations

from typing import Any

import pytest

from arq_fights import BASE, base, chances, drawn, table
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets import load
from support import FightFile, Run, happened, no_odds, odds, refused


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
    told = chances(run("dashtest", "bran", "wolf", "--odds", "--json", stdin=BASE))
    assert told == {"success": "7/20", "same time": "1/20"}


@pytest.mark.rule("Q3")
def test_2_odds_count_the_cards_still_in(run: Run) -> None:
    text = base(bran="drawn = [20, 19, 5]")
    odds = run("dashtest", "bran", "wolf", "--odds", "--json", stdin=text)
    assert chances(odds) == {"success": "5/17", "same time": "1/17"}
    refused(
        run("dashtest", "bran", "wolf", "--cards", "20", stdin=text),
        3,
        "card 20 for the dash of bran and wolf is out until the deck runs out",
    )
    assert run("dashtest", "bran", "wolf", "--cards", "21", stdin=text).code == 3


EVERY_CARD_BUT_4 = [card for card in range(1, 21) if card != 4]


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


@pytest.mark.rule("Q4")
def test_5_two_players_draw_each_from_the_own_deck(run: Run) -> None:
    done = run("dashtest", "bran", "isa", "--cards", "9,11", "--json", stdin=BASE)
    event = done.event("contest")
    assert (event["total"], event["needed"], event["first"]) == (12, 11, "bran")
    assert [done.toml["combatants"][who]["drawn"] for who in ("bran", "isa")] == [[9], [11]]
    told = chances(run("dashtest", "bran", "isa", "--odds", "--json", stdin=BASE))
    assert told == {"success": "247/400", "same time": "17/400"}
    foes = run("dashtest", "gob1", "wolf", "--json", stdin=BASE).event("contest")
    assert (foes["faces"], foes["total"], foes["needed"], foes["first"]) == ([], 13, 16, "wolf")
    refused(run("dashtest", "gob1", "wolf", "--cards", "1", stdin=BASE), 3, "one card too many")


DECK = {"cards": [[1, 2], [3, 6], [8, 20]], "foes": [4, 7]}


@pytest.mark.rule("Q2", "Q3")
def test_a_deck_of_ones_own_is_played() -> None:
    encounter = table(top={"decks": {"thin": DECK}}, bran={"deck": "thin", "extra": [[9, 10]]})
    event = happened(drawn(encounter, "dashtest", 3, who="bran", other="gob"), "contest")[0]
    assert (event["total"], event["needed"], event["success"]) == (20, 7, True)
    late = happened(drawn(encounter, "dashtest", 4, who="bran", other="gob"), "contest")[0]
    assert late["total"] == 10
    with pytest.raises(RefusedError, match="there is no card 5 in this deck"):
        drawn(encounter, "dashtest", 5, who="bran", other="gob")
    told = {each["of"]: each["chance"] for each in odds(encounter, "dashtest", who="bran", other="gob")}
    assert told == {"success": "1/2", "same time": "0"}


@pytest.mark.rule("Q2")
@pytest.mark.parametrize("whom", ["bran", "gob"])
def test_a_rank_past_a_rows_end_is_refused(whom: str) -> None:
    encounter = table(top={"decks": {"thin": DECK}}, bran={"deck": "thin"}).with_combatant(whom, traits={"melee": 2})
    with pytest.raises(RefusedError, match="rank 2"):
        drawn(encounter, "test", 1, who="bran", trait="melee", against="gob")


@pytest.mark.rule("Q2")
def test_a_foe_stands_by_its_own_deck_else_by_that_of_who_draws() -> None:
    decks = {"thin": DECK, "bare": {"cards": [[5, 5]]}}
    for foe, hero, needed in (("", "thin", 7), ("thin", "", 7), ("", "bare", 13), ("bare", "thin", 13)):
        encounter = table(top={"decks": decks}, bran={"deck": hero, "traits": {}}, gob={"deck": foe})
        event = happened(drawn(encounter, "test", 1, who="bran", trait="x", against="gob:melee"), "contest")[0]
        assert event["needed"] == needed


@pytest.mark.rule("Q3")
def test_a_spent_deck_is_shuffled_when_the_next_card_is_wanted() -> None:
    encounter = table(bran={"drawn": list(range(2, 21))})
    last = drawn(encounter, "dashtest", 1, who="bran", other="gob").fight
    assert len(last.combatants["bran"].drawn) == 20
    fresh = drawn(last, "dashtest", 20, who="bran", other="gob").fight
    assert fresh.combatants["bran"].drawn == [20]


@pytest.mark.rule("Q3", "Q34")
def test_a_test_for_more_cards_than_the_deck_has_draws_all_of_them() -> None:
    small = table(
        "melee",
        top={"decks": {"one": {"cards": [[5, 5, 5]]}}, "pairs": [["bran", "gob"], ["bran", "wolf"]]},
        bran={"deck": "one"},
    )
    for target in ("gob", "wolf"):
        (event,) = happened(drawn(small, "attack", 1, attacker="bran", targets=[target]), "attack")
        assert (event["faces"], event["total"]) == ([1], 5)


@pytest.mark.rule("Q3")
@pytest.mark.parametrize("cards", [[9], []])
def test_too_few_and_too_many_cards_are_refused_in_words_of_cards(cards: list[int]) -> None:
    encounter = table(top={"pairs": [["bran", "gob"], ["bran", "wolf"]]}, phase="melee")
    with pytest.raises(RefusedError, match=r"card.* to be drawn for bran's attack on gob"):
        drawn(encounter, "attack", *cards, attacker="bran", targets=["gob"])


@pytest.mark.rule("Q5")
def test_a_void_test_never_was() -> None:
    encounter = table("melee", top={"pairs": [["bran", "gob"]]}, bran={"drawn": [3]})
    struck = drawn(encounter, "attack", 6, attacker="gob", targets=["bran"], strict=True).fight
    voided = drawn(struck, "attack", void="bran")
    bran = voided.fight.combatants["bran"]
    assert (bran.drawn, voided.fight.pending, voided.fight.tested) == ([3], [], [])
    assert happened(voided, "void")[0]["faces"] == [6]
    with pytest.raises(RefusedError, match="no test that could be void"):
        drawn(voided.fight, "test", void="bran")
    again = drawn(voided.fight, "attack", 6, attacker="gob", targets=["bran"], strict=True)
    assert len(again.fight.pending) == 1


@pytest.mark.rule("Q5")
def test_a_void_test_of_two_players_gives_both_their_cards_back() -> None:
    dashed = drawn(table(), "dashtest", 9, 11, who="bran", other="isa").fight
    voided = drawn(dashed, "dashtest", void="isa").fight
    assert [voided.combatants[who].drawn for who in ("bran", "isa")] == [[], []]
    later = drawn(dashed, "dashtest", 1, who="bran", other="gob").fight
    one = drawn(later, "dashtest", void="isa").fight
    assert [one.combatants[who].drawn for who in ("bran", "isa")] == [[9, 1], []]


@pytest.mark.rule("Q5")
def test_a_void_stands_alone_and_says_so_where_the_wound_is_applied() -> None:
    with pytest.raises(UsageError, match="takes no other"):
        drawn(table(), "test", who="bran", trait="melee", target=3, void="bran")
    encounter = table("melee", top={"pairs": [["bran", "gob"]]})
    applied = drawn(encounter, "attack", 6, attacker="gob", targets=["bran"], apply=True).fight
    assert any("is no longer pending" in warning for warning in drawn(applied, "attack", void="bran").warnings)


@pytest.mark.rule("Q6")
@pytest.mark.parametrize(("card", "success"), [(10, True), (9, None), (8, False)])
def test_a_trait_against_a_number(card: int, *, success: bool | None) -> None:
    played = drawn(table(), "test", card, who="bran", trait="melee", target=15)
    assert happened(played, "test")[0]["success"] == success
    foe = happened(drawn(table(), "test", who="gob", trait="melee", target=12), "test")[0]
    assert (foe["total"], foe["faces"], foe["success"]) == (13, [], True)
    with pytest.raises(UsageError, match="--against FOE"):
        drawn(table(), "test", who="bran", trait="melee")


@pytest.mark.rule("Q6")
def test_traits_of_different_names_may_be_held_against_each_other() -> None:
    event = happened(drawn(table(), "test", 14, who="isa", trait="missile", against="wolf:melee"), "contest")[0]
    assert (event["total"], event["needed"], event["success"], event["against_trait"]) == (20, 19, True, "melee")


@pytest.mark.parametrize(
    "options", [["--dice", "3"], ["--dice", "3", "--cards", "4"], ["--cards", "x"], ["--cards", "3", "--seed", "a"]]
)
def test_cards_are_not_dice(run: Any, options: list[str]) -> None:
    text = 'ruleset = "arq"\n[combatants.bran]\nplayer = true\n[combatants.gob]\n'
    refused(run("dashtest", "bran", "gob", *options, stdin=text), 2)
    refused(run("dashtest", "bran", "gob", "--cards", "3", stdin=text.replace("arq", "realm")), 2, "--dice")


def test_seeded_cards_are_the_same_again_and_none_comes_twice(run: Any) -> None:
    text = 'ruleset = "arq"\n[dice]\nseed = "friday"\n[combatants.bran]\nplayer = true\n[combatants.gob]\n'
    first = text
    for _ in range(20):
        text, first = run("dashtest", "bran", "gob", stdin=text).out, text
    again = run("dashtest", "bran", "gob", stdin=first).out
    assert again == text
    drawn_ = run("show", "bran", "--json", stdin=text).events[0]["drawn"]
    assert sorted(drawn_) == list(range(1, 21))


@pytest.mark.rule("Q5")
def test_a_void_shot_has_marked_nobody_and_takes_no_other_hit_along() -> None:
    first = drawn(table(), "attack", 20, attacker="isa", targets=["gob"], missile=True).fight
    voided = drawn(first, "attack", void="isa").fight
    assert (voided.combatants["isa"].acted, voided.pending) == (False, [])
    assert drawn(voided, "attack", 2, attacker="isa", targets=["gob"], missile=True, strict=True).warnings == []
    second = drawn(first, "attack", 19, attacker="isa", targets=["gob"], missile=True).fight
    applied = drawn(second, "wound", only=2).fight
    left = drawn(applied, "attack", void="isa")
    assert len(left.fight.pending) == 1
    assert any("is no longer pending" in warning for warning in left.warnings)


@pytest.mark.rule("Q5", "Q10")
def test_a_test_made_void_in_a_later_phase_leaves_what_was_done_since() -> None:
    shot = drawn(table(bran={"position": [0, 0]}), "attack", 2, attacker="bran", targets=["gob"], missile=True).fight
    moved = drawn(drawn(shot, "next").fight, "move", who="bran", way=["1,0"]).fight
    assert drawn(moved, "attack", void="bran").fight.combatants["bran"].acted
    blunder = table("movement", bran={"position": [0, 0]}, gob={"position": [2, 1]})
    crossed = drawn(blunder, "move", who="bran", way=["4,0"], blunder=True).fight
    answered = drawn(crossed, "attack", 8, attacker="gob", targets=["bran"], reaction=True).fight
    assert drawn(drawn(answered, "next").fight, "attack", void="bran").fight.combatants["bran"].threats == []


@pytest.mark.rule("Q5", "Q22")
def test_a_void_answer_may_be_given_again() -> None:
    encounter = table("movement", bran={"position": [0, 0]}, gob={"position": [2, 1]})
    moved = drawn(encounter, "move", who="bran", way=["4,0"], blunder=True).fight
    answered = drawn(moved, "attack", 8, attacker="gob", targets=["bran"], reaction=True).fight
    again = drawn(answered, "attack", void="bran").fight
    assert again.combatants["bran"].threats == ["gob"]
    melee = table("melee", top={"pairs": [["bran", "gob"]]})
    twice = drawn(drawn(melee, "attack", 8, all=True).fight, "attack", 7, attacker="bran", targets=["gob"]).fight
    assert drawn(twice, "attack", void="bran").fight.tested == [["bran", "gob"]]


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("command", ["test", "dashtest", "attack"])
def test_a_void_has_no_odds(command: str) -> None:
    dashed = drawn(table(), "dashtest", 9, who="bran", other="gob").fight
    no_odds("no odds", dashed, command, void="bran")


@pytest.mark.rule("Q3")
def test_a_drawn_card_that_no_deck_has_is_a_problem_and_large_decks_are_quick() -> None:
    encounter = table().with_combatant("bran", drawn=[30])
    assert [each.path for each in load("arq").problems(encounter)] == ["combatants.bran.drawn"]
    deck = {"cards": [[card] for card in range(2000)], "foes": [500]}
    large = table(
        top={"decks": {"huge": deck}}, bran={"deck": "huge", "traits": {}}, gob={"deck": "huge", "traits": {}}
    )
    told = {each["of"]: each["chance"] for each in odds(large, "dashtest", who="bran", other="gob")}
    assert told == {"success": "1499/2000", "same time": "1/2000"}


@pytest.mark.rule("Q3")
def test_a_reshuffle_is_told_with_what_went_back(run: Run) -> None:
    text = base(isa=f"drawn = {list(range(1, 21))}")
    done = run("test", "isa", "missile", "--target", "9", "--cards", "7", "--json", stdin=text)
    expected = {"event": "shuffle", "who": "isa", "back": [*range(1, 21)], "cards": 20}
    assert done.event("shuffle") == expected
    assert done.toml["combatants"]["isa"]["drawn"] == [7]
    told = run("test", "isa", "missile", "--target", "9", "--cards", "7", stdin=text).err
    assert "draws card 7 (reads 13) against 9" in told
    assert "The deck of isa is spent and shuffled" in told
    assert "20 cards are in it again" in told


@pytest.mark.rule("Q3")
def test_a_deck_that_is_not_spent_is_not_shuffled(run: Run) -> None:
    text = base(isa=f"drawn = {list(range(1, 20))}")
    done = run("test", "isa", "missile", "--target", "9", "--cards", "20", "--json", stdin=text)
    assert [event["event"] for event in done.events] == ["test"]


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("command", ["test", "dashtest", "attack"])
def test_a_test_is_made_void_by_each_command(run: Run, command: str) -> None:
    tested = run("test", "bran", "melee", "--target", "12", "--cards", "7", stdin=base()).out
    refused(run(command, "bran", "--void", "bran", stdin=tested), 2, f"Write: combatcli {command} --void WHO")
    voided = run(command, "--void", "bran", stdin=tested)
    assert voided.toml["combatants"]["bran"].get("drawn", []) == []


@pytest.mark.rule("Q5")
def test_a_void_test_of_two_players_tells_both_their_cards(run: Run) -> None:
    dashed = run("dashtest", "bran", "isa", "--cards", "9,11", stdin=base())
    assert "bran draws card 9 (reads 12), isa draws card 11 (reads 11): bran comes first" in dashed.err
    voided = run("dashtest", "--void", "isa", stdin=dashed.out)
    assert "is void: card 11 and card 9 of bran go back." in voided.err


@pytest.mark.rule("Q5")
@pytest.mark.parametrize(
    ("words", "void"),
    [
        (["attack", "gob1", "isa", "--missile", "--cards", "3"], "isa"),
        (["attack", "isa", "gob1", "--missile", "--cards", "20"], "isa"),
        (["dashtest", "isa", "bran", "--cards", "9,11"], "bran"),
        (["test", "isa", "missile", "--target", "9", "--cards", "7"], "isa"),
    ],
)
def test_neither_the_story_nor_the_numbers_know_of_a_void_test(
    run: Run, fight_file: FightFile, words: list[str], void: str
) -> None:
    path = fight_file(base())
    run("attack", "bran", "gob1", "--missile", "--cards", "6", "-f", path)
    views = [run("log", view, "-f", path).out for view in ("--story", "--stats")]
    assert run(*words, "-f", path).code == 0
    assert run("test", "--void", void, "-f", path).code == 0
    assert [run("log", view, "-f", path).out for view in ("--story", "--stats")] == views
    run("undo", "-f", path)
    assert run("log", "--story", "-f", path).out != views[0]


@pytest.mark.rule("Q6")
def test_nobody_is_tested_against_themselves() -> None:
    with pytest.raises(RefusedError, match="bran cannot be tested against themselves"):
        drawn(table(), "test", 9, who="bran", trait="melee", against="bran")


@pytest.mark.rule("Q3", "Q5")
def test_a_void_test_takes_its_shuffle_back_and_says_which_cards_are_out(run: Run) -> None:
    text = base('phase = "melee"\npairs = [["bran", "gob1"], ["bran", "wolf"]]\n', bran=f"drawn = {EVERY_CARD_BUT_4}")
    fought = run("attack", "bran", "gob1", "--cards", "4,17", stdin=text)
    voided = run("attack", "--void", "bran", stdin=fought.out)
    out = ", ".join(map(str, EVERY_CARD_BUT_4))
    assert (
        f"card 4 goes back, and the hit that it left is dropped; the shuffle never was: cards {out} are out."
        in voided.err
    )
    assert voided.toml["combatants"]["bran"]["drawn"] == EVERY_CARD_BUT_4


@pytest.mark.rule("Q3", "Q5")
def test_all_cards_are_out_again_where_the_void_test_drew_some_of_them_anew(run: Run) -> None:
    out = [*range(3, 21), 1, 2]
    tested = run("test", "bran", "melee", "--target", "9", "--cards", "2", stdin=base(bran=f"drawn = {out}")).out
    voided = run("test", "--void", "bran", "--json", stdin=tested)
    assert (voided.event("void")["faces"], voided.event("void")["out"]) == ([], out)


@pytest.mark.rule("Q5")
@pytest.mark.parametrize(("view", "word"), [("--story", "tell"), ("--stats", "count")])
def test_a_fight_in_which_every_test_is_void_says_so(run: Run, fight_file: FightFile, view: str, word: str) -> None:
    path = fight_file(base())
    run("attack", "isa", "gob1", "--missile", "--cards", "6", "-f", path)
    run("test", "--void", "isa", "-f", path)
    assert run("log", view, "-f", path).out == f"Warning: the log has nothing to {word} yet.\n"
