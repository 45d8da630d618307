"""Rules of arq beside the worked examples: decks of one's own, void tests, phases, ways, wounds."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets import action, load
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.cards import EnteredCards
from combatcli.rulesets.steps import run_steps
from support import as_request, fight, happened, odds, play


def table(phase: str = "action", top: dict[str, Any] | None = None, **each: dict[str, Any]) -> Any:
    """Return a fight of the heroes bran and isa against gob and wolf, with more keys for each."""
    combatants: dict[str, Any] = {
        "bran": {"side": "heroes", "player": True, "traits": {"melee": 2, "movement": 1}},
        "isa": {"side": "heroes", "player": True, "traits": {"missile": 2}},
        "gob": {"side": "foes", "traits": {"melee": 1, "movement": 1, "missile": 1}},
        "wolf": {"side": "foes", "traits": {"melee": 3, "movement": 2}},
    }
    for who, keys in each.items():
        combatants[who] = combatants.get(who, {}) | keys
    return fight("arq", phase=phase, combatants=combatants, **(top or {}))


def drawn(encounter: Any, command: str, *cards: int, **request: Any) -> CombatContext[Any]:
    """Play a command with given cards, all of which must be used, and settle what follows."""
    doing = action("arq", command)
    source = EnteredCards(list(cards))
    playing = CombatContext(encounter, strict=request.pop("strict", False))
    run_steps(playing, doing.prepare(playing, as_request(doing, request)), source)
    load("arq").apply_consequences(playing)
    source.finish()
    return playing


@pytest.mark.rule("Q0")
def test_what_a_figure_is_when_nothing_is_said() -> None:
    """Rank 0 in every trait, a speed of 6, six wounds."""
    gob = fight("arq", combatants={"gob": {}}).combatants["gob"]
    assert (gob.traits, gob.speed, gob.wounds, gob.wounds_taken, gob.position) == ({}, 6, 6, 0, None)
    event = happened(play(table(), "dashtest", who="gob", other="wolf"), "contest")[0]
    assert (event["total"], event["needed"]) == (13, 16)


@pytest.mark.rule("Q0")
@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ({"position": [0, 0, 0]}, "combatants.bran.position"),
        ({"position": [5, 5]}, "combatants.wolf.position"),
        ({"deck": "lost"}, "combatants.bran.deck"),
        ({"wounds_taken": 7}, "combatants.bran.wounds_taken"),
        ({"status": ["asleep"]}, "combatants.bran.status"),
        ({"count": 0}, "combatants.bran.count"),
        ({"drawn": [3, 3]}, "combatants.bran.drawn"),
        ({"extra": [[]]}, "combatants.bran.extra"),
    ],
)
def test_what_check_finds(keys: dict[str, Any], path: str) -> None:
    """Two able figures on one square, a deck that is nowhere, more wounds than boxes, unknown words."""
    encounter = table(wolf={"position": [5, 5]}).with_combatant("bran", **keys)
    assert [each.path for each in load("arq").problems(encounter)] == [path]


DECK = {"cards": [[1, 2], [3, 6], [8, 20]], "foes": [4, 7]}


@pytest.mark.rule("Q2", "Q3")
def test_a_deck_of_ones_own_is_played() -> None:
    """Its rows read by rank, its foes stand where it says, its cards are numbered from 1; the fourth came later."""
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
    """Of a card, or of the row of foes."""
    encounter = table(top={"decks": {"thin": DECK}}, bran={"deck": "thin"}).with_combatant(whom, traits={"melee": 2})
    with pytest.raises(RefusedError, match="rank 2"):
        drawn(encounter, "test", 1, who="bran", trait="melee", against="gob")


@pytest.mark.rule("Q2")
def test_a_foe_stands_by_its_own_deck_else_by_that_of_who_draws() -> None:
    """And where that has no row of foes, by the house's."""
    decks = {"thin": DECK, "bare": {"cards": [[5, 5]]}}
    for foe, hero, needed in (("", "thin", 7), ("thin", "", 7), ("", "bare", 13), ("bare", "thin", 13)):
        encounter = table(top={"decks": decks}, bran={"deck": hero, "traits": {}}, gob={"deck": foe})
        event = happened(drawn(encounter, "test", 1, who="bran", trait="x", against="gob:melee"), "contest")[0]
        assert event["needed"] == needed


@pytest.mark.rule("Q3")
def test_a_spent_deck_is_shuffled_when_the_next_card_is_wanted() -> None:
    """With the last card all are out; the next test has the whole deck, and none of its cards is out before."""
    encounter = table(bran={"drawn": list(range(2, 21))})
    last = drawn(encounter, "dashtest", 1, who="bran", other="gob").fight
    assert len(last.combatants["bran"].drawn) == 20
    fresh = drawn(last, "dashtest", 20, who="bran", other="gob").fight
    assert fresh.combatants["bran"].drawn == [20]
    small = table(
        top={"decks": {"one": {"cards": [[5, 5, 5]]}}, "pairs": [["bran", "gob"], ["bran", "wolf"]]},
        bran={"deck": "one"},
    )
    with pytest.raises(RefusedError, match="has 1 cards, and 2 are to be drawn"):
        drawn(small.changed(phase="melee"), "attack", 1, attacker="bran", targets=["gob"])


@pytest.mark.rule("Q3")
@pytest.mark.parametrize("cards", [[9], []])
def test_too_few_and_too_many_cards_are_refused_in_words_of_cards(cards: list[int]) -> None:
    """Whose test it is, and that a card is to be drawn."""
    encounter = table(top={"pairs": [["bran", "gob"], ["bran", "wolf"]]}, phase="melee")
    with pytest.raises(RefusedError, match=r"card.* to be drawn for bran's attack on gob"):
        drawn(encounter, "attack", *cards, attacker="bran", targets=["gob"])


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
    """Greater wins, whoever attacks; level settles nothing; of two foes nobody draws."""
    encounter = table("melee", top={"pairs": [[attacker, target]]})
    played = drawn(encounter, "attack", *cards, attacker=attacker, targets=[target])
    event = happened(played, "attack")[0]
    assert (event["hit"], event["wounded"]) == (hit, wounded)
    assert [waiting.target for waiting in played.fight.pending] == ([wounded] if wounded else [])


@pytest.mark.rule("Q5")
def test_a_void_test_never_was() -> None:
    """Its card goes back, its hit is dropped, its pair may be tested again; nobody voids twice."""
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
    """Only if it was the last of both."""
    dashed = drawn(table(), "dashtest", 9, 11, who="bran", other="isa").fight
    voided = drawn(dashed, "dashtest", void="isa").fight
    assert [voided.combatants[who].drawn for who in ("bran", "isa")] == [[], []]
    later = drawn(dashed, "dashtest", 1, who="bran", other="gob").fight
    one = drawn(later, "dashtest", void="isa").fight
    assert [one.combatants[who].drawn for who in ("bran", "isa")] == [[9, 1], []]


@pytest.mark.rule("Q5")
def test_a_void_stands_alone_and_says_so_where_the_wound_is_applied() -> None:
    """Beside a test it makes no sense."""
    with pytest.raises(UsageError, match="stands alone"):
        drawn(table(), "test", who="bran", trait="melee", target=3, void="bran")
    encounter = table("melee", top={"pairs": [["bran", "gob"]]})
    applied = drawn(encounter, "attack", 6, attacker="gob", targets=["bran"], apply=True).fight
    assert any("no longer waits" in warning for warning in drawn(applied, "attack", void="bran").warnings)


@pytest.mark.rule("Q6")
@pytest.mark.parametrize(("card", "success"), [(10, True), (9, None), (8, False)])
def test_a_trait_against_a_number(card: int, *, success: bool | None) -> None:
    """Greater is a success, level settles nothing; a foe stands where it stands."""
    played = drawn(table(), "test", card, who="bran", trait="melee", target=15)
    assert happened(played, "test")[0]["success"] == success
    foe = happened(drawn(table(), "test", who="gob", trait="melee", target=12), "test")[0]
    assert (foe["total"], foe["faces"], foe["success"]) == (13, [], True)
    with pytest.raises(UsageError, match="--against FOE"):
        drawn(table(), "test", who="bran", trait="melee")


@pytest.mark.rule("Q6")
def test_traits_of_different_names_may_be_held_against_each_other() -> None:
    """Missile 2 against melee 3."""
    event = happened(drawn(table(), "test", 14, who="isa", trait="missile", against="wolf:melee"), "contest")[0]
    assert (event["total"], event["needed"], event["success"], event["against_trait"]) == (20, 19, True, "melee")


@pytest.mark.rule("Q10")
def test_three_phases_and_a_new_round() -> None:
    """Next names who has not acted, and goes on."""
    acted = drawn(table(), "declare", who="bran", action="act", targets=["bars", "the", "gate"]).fight
    passed = drawn(acted, "declare", who="wolf", action="pass").fight
    shot = drawn(passed, "attack", 1, attacker="isa", targets=["gob"], missile=True, strict=True).fight
    second = drawn(shot, "next")
    (event,) = happened(second, "phase")
    assert (event["phase"], event["undone"]) == ("movement", ["gob"])
    assert not any(each.acted or each.plan for each in second.fight.combatants.values())
    third = drawn(second.fight, "next")
    assert happened(third, "phase")[0]["undone"] == ["bran", "isa", "gob", "wolf"]
    last = drawn(third.fight, "next").fight
    assert (last.round, last.phase) == (2, "action")


@pytest.mark.rule("Q10", "Q11", "Q35")
@pytest.mark.parametrize(
    ("phase", "command", "order"),
    [
        ("movement", "attack", {"attacker": "isa", "targets": ["gob"], "missile": True}),
        ("action", "move", {"who": "bran", "way": ["3,0"]}),
        ("action", "attack", {"attacker": "bran", "targets": ["gob"]}),
        ("melee", "move", {"who": "bran", "way": ["3,0"]}),
        ("movement", "declare", {"who": "bran", "action": "act"}),
        ("action", "attack", {"attacker": "gob", "targets": ["bran"], "reaction": True}),
    ],
)
def test_each_deed_has_its_phase(phase: str, command: str, order: dict[str, Any]) -> None:
    """Elsewhere it is irregular: a warning, refused if strict."""
    encounter = table(phase, top={"pairs": [["bran", "gob"]]}, bran={"position": [0, 0]})
    with pytest.raises(RefusedError, match="phase"):
        drawn(encounter, command, 1, strict=True, **order)


@pytest.mark.rule("Q11")
def test_a_second_deed_in_a_phase_is_irregular() -> None:
    """One action each; a second test of a pair likewise."""
    shot = drawn(table(), "attack", 1, attacker="isa", targets=["gob"], missile=True).fight
    with pytest.raises(RefusedError, match="isa has already acted"):
        drawn(shot, "attack", 2, attacker="isa", targets=["gob"], missile=True, strict=True)
    encounter = table("melee", top={"pairs": [["bran", "gob"]]})
    tested = drawn(encounter, "attack", 7, attacker="bran", targets=["gob"]).fight
    with pytest.raises(RefusedError, match="tested against each other"):
        drawn(tested, "attack", 8, attacker="gob", targets=["bran"], strict=True)
    with pytest.raises(RefusedError, match="no pair is left"):
        drawn(tested, "attack", all=True)


@pytest.mark.rule("Q12")
def test_round_the_table_without_cards() -> None:
    """In the file's order, those who have not been activated."""
    marked = drawn(table(), "declare", who="bran").fight
    event = happened(drawn(marked, "order", table=True), "order")[0]
    assert (event["order"], event["faces"], event["activated"]) == (["isa", "gob", "wolf"], [], ["bran"])
    told = {each["who"]: each["chance"] for each in odds(table(), "order", all=True)}
    assert told == {"heroes": "1/2", "foes": "1/2"}


@pytest.mark.rule("Q20")
def test_friends_are_passed_foes_are_not_and_nobody_ends_on_another() -> None:
    """The fallen are in nobody's way; X and Y may be negative."""
    here = {"bran": {"position": [0, 0]}, "isa": {"position": [1, 0]}}
    passed = drawn(table("movement", **here), "move", who="bran", way=["-2,0"]).fight
    assert passed.combatants["bran"].position == [-2, 0]
    over = drawn(table("movement", **here), "move", who="bran", way=["2,0"]).fight
    assert over.combatants["bran"].position == [2, 0]
    with pytest.raises(RefusedError, match="would end on isa"):
        drawn(table("movement", **here), "move", who="bran", way=["1,0"])
    foe = table("movement", bran={"position": [0, 0]}, gob={"position": [1, 0]})
    with pytest.raises(RefusedError, match="leads through gob at 1,0"):
        drawn(foe, "move", who="bran", way=["2,0"])
    fallen = table("movement", bran={"position": [0, 0]}, gob={"position": [1, 0], "wounds_taken": 6})
    assert drawn(fallen, "move", who="bran", way=["1,0"]).fight.combatants["bran"].position == [1, 0]


@pytest.mark.rule("Q22")
def test_where_the_table_is_strict_leaving_takes_a_blunder() -> None:
    """And the foe that is left may answer."""
    keys = {"bran": {"position": [0, 0]}, "gob": {"position": [1, 0]}}
    free = happened(drawn(table("movement", **keys), "move", who="bran", way=["-3,0"]), "move")[0]
    assert free["reactions"] == []
    strict = table("movement", top={"house": {"strict_threat": True}}, **keys)
    with pytest.raises(RefusedError, match="starts beside gob"):
        drawn(strict, "move", who="bran", way=["-3,0"])
    left = drawn(strict, "move", who="bran", way=["-3,0"], blunder=True)
    assert happened(left, "move")[0]["reactions"] == ["gob"]
    assert happened(drawn(strict, "move", who="bran", way=["0,1"]), "move")[0]["reactions"] == []


@pytest.mark.rule("Q22")
def test_a_reaction_of_a_player_wounds_the_foe_that_moved_and_nobody_else() -> None:
    """The foe moves past bran; the player draws; who reacts bears nothing, and each but once a move."""
    encounter = table("movement", bran={"position": [2, 1]}, gob={"position": [0, 0]})
    moved = drawn(encounter, "move", who="gob", way=["4,0"], blunder=True).fight
    assert moved.combatants["gob"].threats == ["bran"]
    won = drawn(moved, "attack", 8, attacker="bran", targets=["gob"], reaction=True, strict=True)
    assert happened(won, "attack")[0]["wounded"] == "gob"
    lost = drawn(moved, "attack", 1, attacker="bran", targets=["gob"], reaction=True, strict=True)
    assert (happened(lost, "attack")[0]["wounded"], lost.fight.pending) == (None, [])
    with pytest.raises(RefusedError, match="has ignored no threat of bran"):
        drawn(lost.fight, "attack", 2, attacker="bran", targets=["gob"], reaction=True, strict=True)
    assert any("has not answered" in warning for warning in drawn(moved, "next").warnings)


@pytest.mark.rule("Q23")
def test_two_who_meet_stop_where_one_is_out_of_speed() -> None:
    """Or at once, if they are adjacent; somebody else's threat stops them too."""
    far = table("movement", bran={"position": [0, 0], "speed": 1}, wolf={"position": [9, 0]})
    ends = [event["to"] for event in happened(drawn(far, "move", who="bran", meet="wolf"), "move")]
    assert ends == [[1, 0], [8, 0]]
    third = table("movement", bran={"position": [0, 0]}, gob={"position": [3, 1]}, wolf={"position": [9, 0]})
    bran = happened(drawn(third, "move", who="bran", meet="wolf"), "move")[0]
    assert (bran["to"], bran["stopped_by"]) == ([2, 0], ["gob"])


@pytest.mark.rule("Q34")
def test_outnumbered_both_ways_the_one_takes_off_the_other() -> None:
    """Bran has two foes, and gob two players: one card each."""
    pairs = [["bran", "gob"], ["bran", "wolf"], ["isa", "gob"]]
    encounter = table("melee", top={"pairs": pairs})
    event = happened(drawn(encounter, "attack", 9, attacker="bran", targets=["gob"]), "attack")[0]
    assert event["faces"] == [9]


@pytest.mark.rule("Q35", "Q3")
def test_the_odds_of_a_second_test_see_a_deck_that_is_spent_before() -> None:
    """Two cards left, 1 and 20: the first test takes one of them, the second the other one."""
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


@pytest.mark.rule("Q36")
def test_the_incapacitated_do_nothing_and_a_group_loses_members() -> None:
    """Foes too; by `set` as by wounds, and back."""
    hurt = play(table(), "wound", targets=["wolf"], amount="6").fight
    assert hurt.combatants["wolf"].status == ["incapacitated"]
    with pytest.raises(RefusedError, match="wolf is incapacitated"):
        drawn(hurt, "dashtest", who="wolf", other="gob")
    group = play(table(gob={"count": 2, "wounds": 2}), "wound", targets=["gob"], amount="3").fight
    assert (group.combatants["gob"].count, group.combatants["gob"].wounds_taken) == (1, 1)
    healed = drawn(hurt, "recover", who="wolf", heal=1).fight
    assert healed.combatants["wolf"].status == []
    for amount in ("0", "x"):
        with pytest.raises(UsageError, match="no number of wounds"):
            play(table(), "wound", targets=["wolf"], amount=amount)


@pytest.mark.parametrize(
    "options", [["--dice", "3"], ["--dice", "3", "--cards", "4"], ["--cards", "x"], ["--cards", "3", "--seed", "a"]]
)
def test_cards_are_not_dice(run: Any, options: list[str]) -> None:
    """A mistake of usage, and nothing changes."""
    text = 'ruleset = "arq"\n[combatants.bran]\nplayer = true\n[combatants.gob]\n'
    done = run("dashtest", "bran", "gob", *options, stdin=text)
    assert (done.code, done.out) == (2, "")
    realm = run("dashtest", "bran", "gob", "--cards", "3", stdin=text.replace("arq", "realm"))
    assert (realm.code, "--dice" in realm.err) == (2, True)


def test_seeded_cards_are_the_same_again_and_none_comes_twice(run: Any) -> None:
    """Twenty dashes draw the whole deck."""
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
    """Who shot may shoot; the hit of another test stays, applied ones are told."""
    first = drawn(table(), "attack", 20, attacker="isa", targets=["gob"], missile=True).fight
    voided = drawn(first, "attack", void="isa").fight
    assert (voided.combatants["isa"].acted, voided.pending) == (False, [])
    assert drawn(voided, "attack", 2, attacker="isa", targets=["gob"], missile=True, strict=True).warnings == []
    second = drawn(first, "attack", 19, attacker="isa", targets=["gob"], missile=True).fight
    applied = drawn(second, "wound", only=2).fight
    left = drawn(applied, "attack", void="isa")
    assert len(left.fight.pending) == 1
    assert any("no longer waits" in warning for warning in left.warnings)


@pytest.mark.rule("Q5", "Q22")
def test_a_void_answer_may_be_given_again() -> None:
    """And a void second test of a pair leaves the first one done."""
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
    """Nothing is drawn for it."""
    dashed = drawn(table(), "dashtest", 9, who="bran", other="gob").fight
    with pytest.raises(RefusedError, match="no odds"):
        odds(dashed, command, void="bran")


@pytest.mark.rule("Q10")
def test_what_belongs_to_another_phase_marks_nobody() -> None:
    """A move in the action phase, a shot in the movement phase; a melee in the action phase is an attack."""
    early = drawn(table(bran={"position": [0, 0]}), "move", who="bran", way=["1,0"]).fight
    assert not early.combatants["bran"].acted
    late = drawn(table("movement"), "attack", 1, attacker="isa", targets=["gob"], missile=True).fight
    assert not late.combatants["isa"].acted
    struck = drawn(table(top={"pairs": [["bran", "gob"]]}), "attack", 8, attacker="bran", targets=["gob"]).fight
    assert struck.combatants["bran"].acted


@pytest.mark.rule("Q12")
def test_who_is_dropped_leaves_the_activation_deck_and_nobody_elses_card_moves(run: Any) -> None:
    """Cards are counted in the whole deck."""
    text = 'ruleset = "arq"\n[combatants.bran]\nplayer = true\n[combatants.isa]\nplayer = true\n'
    text += "[combatants.gob]\n[combatants.wolf]\n"
    gone = run("drop", "bran", stdin=run("order", "--cards", "2", stdin=text).out).out
    assert run("order", "--cards", "2", stdin=gone).code == 3
    rest = run("order", "--all", "--cards", "4,3", "--json", stdin=gone).event("order")
    assert (rest["order"], rest["left"]) == (["others", "others"], {})
    broken = text + '[activation]\ncards = ["bran"]\ndrawn = [5]\n'
    assert run("check", stdin=broken).code == 3


@pytest.mark.rule("Q20")
@pytest.mark.parametrize("far", ["1000000000,1", "99999999999999999999,1"])
def test_a_square_far_away_is_refused_at_once(far: str) -> None:
    """Whatever the speed, nobody walks a million squares."""
    for speed in (6, 10**12):
        with pytest.raises(RefusedError, match="the way takes"):
            drawn(table("movement", bran={"position": [0, 0], "speed": speed}), "move", who="bran", way=[far])


@pytest.mark.rule("Q20", "Q36")
def test_nobody_recovers_on_a_square_that_is_taken() -> None:
    """Two able figures share none."""
    encounter = table(
        bran={"position": [0, 0]}, gob={"position": [0, 0], "wounds_taken": 6, "status": ["incapacitated"]}
    )
    with pytest.raises(RefusedError, match="bran stands on the square of gob"):
        drawn(encounter, "recover", who="gob", heal=1)


@pytest.mark.rule("Q22")
def test_a_strict_table_sees_who_is_left_on_a_later_step() -> None:
    """Beside gob for a step, then away."""
    keys = {"bran": {"position": [0, 0]}, "gob": {"position": [1, 0]}}
    strict = table("movement", top={"house": {"strict_threat": True}}, **keys)
    with pytest.raises(RefusedError, match="starts beside gob"):
        drawn(strict, "move", who="bran", way=["0,1", "-1,1"])
    left = happened(drawn(strict, "move", who="bran", way=["0,1", "-1,1"], blunder=True), "move")[0]
    assert left["reactions"] == ["gob"]


@pytest.mark.rule("Q23", "Q22")
def test_who_meets_may_blunder_past_a_third() -> None:
    """Who is ignored may answer."""
    third = table("movement", bran={"position": [0, 0]}, gob={"position": [3, 1]}, wolf={"position": [9, 0]})
    bran = happened(drawn(third, "move", who="bran", meet="wolf", blunder=True), "move")[0]
    assert (bran["to"], bran["reactions"]) == ([4, 0], ["gob"])


@pytest.mark.rule("Q24")
def test_nobody_is_pulled_back_on_a_way_they_have_left() -> None:
    """A position set by hand ends the way."""
    moved = drawn(table("movement", bran={"position": [0, 0]}), "move", who="bran", way=["3,0"]).fight
    with pytest.raises(RefusedError, match="no longer on the way"):
        drawn(moved.with_combatant("bran", position=[8, 8]), "move", who="bran", back=1)


@pytest.mark.rule("Q3")
def test_a_drawn_card_that_no_deck_has_is_a_problem_and_large_decks_are_quick() -> None:
    """A thousand cards, one drawn: the odds are a count."""
    encounter = table().with_combatant("bran", drawn=[30])
    assert [each.path for each in load("arq").problems(encounter)] == ["combatants.bran.drawn"]
    deck = {"cards": [[card] for card in range(2000)], "foes": [500]}
    large = table(
        top={"decks": {"huge": deck}}, bran={"deck": "huge", "traits": {}}, gob={"deck": "huge", "traits": {}}
    )
    told = {each["of"]: each["chance"] for each in odds(large, "dashtest", who="bran", other="gob")}
    assert told == {"success": "1499/2000", "same time": "1/2000"}
