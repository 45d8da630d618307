"""What kind of arena scenery suggests (R12)."""

from __future__ import annotations

import pytest

from combatcli.rulesets.lookup.catalog import rules_of
from combatcli.rulesets.realm.arena import suggest_kind

SUGGESTED = {
    "tight": (
        "a narrow corridor; stairs; two balconies; dark alleys; a tunnel; an internal room; "
        "close-set mature trees; a stair; low branch; walls that hemmed them in; walled in"
    ),
    "hazardous": (
        "the rooftops; slick rocks; a ledge; a rope bridge; swamps; a big room with low furniture; a rainy field; "
        "the top of a wall; a wall to climb over; ground under uncleared snow; a field under snow; a crowded rooftop; "
        "an icy courtyard; a slick rock; a bench; wet rock; a snowed lane; climbing the wall; "
        "a lane not cleared of mud; a low wall, you can go over it; fight along its top"
    ),
    "open": "a courtyard; open water; a gladiatorial arena; fields; a road without traffic; a field cleared of ice",
    "dense": (
        "a shop with fragile shelving; a crowded bar-room; thick forest; a ship deck; a crowd; a hayloft; "
        "thickets of brush and saplings; a crowded courtyard; one sapling; a shelf of glass"
    ),
    "neutral": "old growth with open understory; a wall that stops you",
}
NO_ARENA = (
    "a wall that nobody gets over; a wall no one can cross; a wall you can't climb; an impassable wall; "
    "a wall that stops you; a sheer wall; impassible; an impassable thicket; impassible wall; "
    "the walls mean you can't go that way"
)
WAY_OVER = "a wall you can climb over; standing on a wall; a wall to go over; a wall that can be climbed"


@pytest.mark.rule("R12")
@pytest.mark.parametrize("kind", SUGGESTED)
def test_scenery_suggests_a_kind(kind: str) -> None:
    phrases = SUGGESTED[kind].split("; ")
    assert {words: suggest_kind(words.split()).kind for words in phrases} == dict.fromkeys(phrases, kind)


@pytest.mark.rule("R12")
@pytest.mark.parametrize("kind", SUGGESTED)
def test_the_words_of_the_rule_itself_suggest_their_kind(kind: str) -> None:
    (text,) = (rule.text for rule in rules_of("realm") if rule.id == "R12")
    phrases = text.partition(f"{kind.capitalize()}: ")[2].partition(".")[0].split(", ")
    assert {phrase: suggest_kind([phrase]).kind for phrase in phrases} == dict.fromkeys(phrases, kind)


@pytest.mark.rule("R12")
@pytest.mark.parametrize(("said", "barrier", "kind"), [(NO_ARENA, True, "neutral"), (WAY_OVER, False, "hazardous")])
def test_a_wall_that_nobody_gets_over_is_no_arena(said: str, *, barrier: bool, kind: str) -> None:
    for words in said.split("; "):
        suggestion = suggest_kind([words])
        assert (bool(suggestion.barrier), suggestion.kind) == (barrier, kind), words
