"""What kind of arena scenery suggests (R12)."""

from __future__ import annotations

import pytest

from combatcli.rulesets.lookup.catalog import rules_of
from combatcli.rulesets.realm.scenery import suggest_kind
from realm_fights import town
from support import Run, happened, play


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
        ("cleared snow", "neutral", "cleared snow"),
        ("a field cleared of ice", "open", "field"),
        ("a lane not cleared of mud", "hazardous", "mud"),
        ("fight along its top", "hazardous", "along its top"),
        ("a dense street", "dense", "dense street"),
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
@pytest.mark.parametrize(
    ("said", "barrier"),
    [
        ("a wall that nobody gets over; a wall no one can cross; a wall you can't climb", True),
        ("an impassable wall; a wall that stops you; a sheer wall", True),
        ("impassible; an impassable thicket; impassible wall; the walls mean you can't go that way", True),
        ("a wall you can climb over; standing on a wall; a wall to go over; a wall that can be climbed", False),
    ],
)
def test_a_wall_that_nobody_gets_over_is_no_arena(run: Run, said: str, *, barrier: bool) -> None:
    for words in said.split("; "):
        assert bool(suggest_kind([words]).barrier) is barrier, words
        assert suggest_kind([words]).kind == ("neutral" if barrier else "hazardous"), words
        assert ("is not an arena" in run("arena", "suggest", *words.split()).out) is barrier, words


@pytest.mark.rule("R12")
@pytest.mark.parametrize("kind", ["tight", "hazardous", "open", "dense", "neutral"])
def test_the_words_of_the_rule_itself_suggest_their_kind(kind: str) -> None:
    (text,) = (rule.text for rule in rules_of("realm") if rule.id == "R12")
    phrases = text.partition(f"{kind.capitalize()}: ")[2].partition(".")[0].split(", ")
    assert {phrase: suggest_kind([phrase]).kind for phrase in phrases} == dict.fromkeys(phrases, kind)


SUGGESTED = {
    "tight": (
        "a narrow corridor; stairs; two balconies; dark alleys; a tunnel; an internal room; "
        "close-set mature trees; a stair; low branch"
    ),
    "hazardous": (
        "the rooftops; slick rocks; a ledge; a rope bridge; swamps; a big room with low furniture; "
        "the top of a wall; a wall to climb over; ground under uncleared snow; a field under snow; "
        "an icy courtyard; a slick rock; a bench; wet rock"
    ),
    "open": "a courtyard; open water; a gladiatorial arena; fields; a road without traffic",
    "dense": (
        "a shop with fragile shelving; a crowded bar-room; thick forest; a ship deck; a crowd; a hayloft; "
        "thickets of brush and saplings; a crowded courtyard; one sapling; a shelf of glass"
    ),
    "neutral": "old growth with open understory; a wall that stops you; the moon",
}


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("kind", "words"), [(kind, words) for kind, said in SUGGESTED.items() for words in said.split("; ")]
)
def test_scenery_suggests_a_kind(kind: str, words: str) -> None:
    assert suggest_kind(words.split()).kind == kind


@pytest.mark.rule("R12")
def test_a_suggestion_says_what_matched_or_that_nothing_did() -> None:
    (event,) = happened(play(town(), "arena suggest", words=["crowded", "bar-rooms"]), "suggest")
    assert (event["kind"], event["reason"], event["favours"]) == ("dense", "crowded", ["heavy", "very-heavy"]) or (
        event["reason"] == "bar-room"
    )
    (event,) = happened(play(town(), "arena suggest", words=["moon"]), "suggest")
    assert (event["kind"], event["reason"]) == ("neutral", "")
