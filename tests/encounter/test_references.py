"""Names of combatants, arenas and weapons: found by their types, wherever they stand, in every game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.encounter.references import (
    dangling_references,
    with_ids,
    with_references_renamed,
    without_member_or_arena,
)
from combatcli.rulesets.blade.strike import AttackRequest
from combatcli.rulesets.realm.schema import Order
from support import fight

ORC = {"engaged": ["ann"], "target": "ann", "deeds": {"charged": "ann", "met": ["ann", "bob"], "opportunity": ["ann"]}}


def melee() -> Any:
    orc = {**ORC, "declared": {"action": "attack", "targets": ["ann"]}, "arena": "yard"}
    pending = [{"attacker": "orc", "target": "ann", "damage": 1}, {"attacker": "ann", "target": "orc", "damage": 2}]
    return fight(
        "blade",
        combatants={"ann": {"name": "Ann the Tall"}, "bob": {}, "orc": orc},
        arenas={"yard": {"links": ["hall"]}, "hall": {}},
        pending=pending,
    )


def test_whoever_is_dropped_is_forgotten_everywhere_but_as_an_author() -> None:
    left = without_member_or_arena(melee(), "combatant", "ann")
    orc = left.combatants["orc"]
    assert list(left.combatants) == ["bob", "orc"]
    assert (orc.engaged, orc.target, orc.declared.targets) == ([], None, [])
    assert (orc.deeds.charged, orc.deeds.met, orc.deeds.opportunity) == (None, ["bob"], [])
    assert [(hit.attacker, hit.target) for hit in left.pending] == [("ann", "orc")]
    assert list(dangling_references(left)) == []


def test_an_arena_that_goes_is_forgotten_too() -> None:
    left = without_member_or_arena(melee(), "arena", "hall")
    assert left.arenas["yard"].links == []
    town = fight(
        "realm",
        arenas={"alley": {}, "roofs": {"links": ["alley"]}},
        combatants={"mira": {"declared": {"phase": 4, "action": "move", "targets": ["alley"]}}},
        proposals={"awning": {"beside": "alley"}, "stall": {"beside": "roofs"}},
    )
    after = without_member_or_arena(town, "arena", "alley")
    assert (after.combatants["mira"].declared.targets, list(after.proposals)) == ([], ["stall"])
    assert list(dangling_references(after)) == []


def test_keys_name_somebody_too() -> None:
    order = {"places": [["ann"], ["bob"]], "totals": {"ann": [3], "bob": [2]}}
    before = fight("realm", combatants={"ann": {}, "bob": {}}, order=order)
    assert with_references_renamed(before, "combatant", "ann", "eve").order.totals == {"eve": [3], "bob": [2]}
    assert with_references_renamed(before, "combatant", "nobody", "eve") is before
    assert without_member_or_arena(before, "combatant", "ann").order.totals == {"bob": [2]}
    (problem,) = dangling_references(
        before.changed(combatants={"ann": before.combatants["ann"]}, order=Order(totals={"bob": [2]}))
    )
    assert (problem.path, problem.message) == ("order.totals", 'there is no combatant "bob"')


def test_renaming_names_once_what_is_then_one() -> None:
    before = melee()
    after = with_references_renamed(before, "combatant", "ann", "bob")
    assert after.combatants["orc"].deeds.met == ["bob"]
    assert [(hit.attacker, hit.target) for hit in after.pending] == [("orc", "bob"), ("bob", "orc")]
    assert after.arenas is before.arenas
    assert with_references_renamed(before, "combatant", "nobody", "bob") is before


@pytest.mark.parametrize(
    ("path", "message", "keys"),
    [
        ("combatants.ann.engaged", 'there is no combatant "orcc"', {"engaged": ["orcc"]}),
        ("combatants.ann.target", 'there is no combatant "orcc"', {"target": "orcc"}),
        ("combatants.ann.deeds.charged", 'there is no combatant "orcc"', {"deeds": {"charged": "orcc"}}),
        ("combatants.ann.deeds.met", 'there is no combatant "orcc"', {"deeds": {"met": ["orc", "orcc"]}}),
        ("combatants.ann.arena", 'there is no arena "yrad"', {"arena": "yrad"}),
        ("combatants.ann.wielding", 'there is no weapon "swrod"', {"wielding": "swrod", "weapons": {"sword": {}}}),
        ("combatants.ann.wielding", 'there is no weapon "x"', {"wielding": ["sword", "x"], "weapons": {"sword": {}}}),
        ("pending.1.target", 'there is no combatant "orcc"', None),
    ],
)
def test_a_name_that_nothing_bears_is_found_where_it_stands(path: str, message: str, keys: dict[str, Any]) -> None:
    combatants = {"ann": keys or {}, "orc": {"weapons": {"x": {}}}}
    pending = [] if keys else [{"attacker": "gone", "target": "orcc"}]
    tables = {"ruleset": "blade", "combatants": combatants, "arenas": {"yard": {}}, "pending": pending}
    (problem,) = dangling_references(msgspec.convert(tables, type(melee())))
    assert (problem.path, problem.message) == (path, message)


@pytest.mark.parametrize(
    ("word", "meant"),
    [("ann", "ann"), ("ANN", "ann"), ("Ann the Tall", "ann"), ("ann THE tall", "ann"), ("anne", "anne"), ("", "")],
)
def test_a_request_may_call_somebody_by_name_or_in_any_case(word: str, meant: str) -> None:
    request = with_ids(AttackRequest(attacker=word, targets=[word, "ORC"], weapon="Ann"), melee())
    assert (request.attacker, request.targets, request.weapon) == (meant, [meant, "orc"], "Ann")


def test_a_name_that_two_bear_means_neither() -> None:
    twins = fight("blade", combatants={"a": {"name": "Twin"}, "b": {"name": "twin"}, "twin": {}})
    assert with_ids(AttackRequest(attacker="Twin"), twins).attacker == "Twin"
    assert with_ids(AttackRequest(attacker="twin"), twins).attacker == "twin"


IDS = st.sampled_from(["ann", "bob", "orc"])
DEEDS = st.fixed_dictionaries({}, optional={"charged": IDS, "met": st.lists(IDS), "opportunity": st.lists(IDS)})
FIGHTERS = st.fixed_dictionaries(
    {}, optional={"engaged": st.lists(IDS, unique=True), "target": IDS, "deeds": DEEDS, "arena": st.just("yard")}
)


@given(
    st.fixed_dictionaries(dict.fromkeys(["ann", "bob", "orc"], FIGHTERS)),
    st.lists(st.fixed_dictionaries({"attacker": IDS, "target": IDS})),
    IDS,
)
def test_after_dropping_anybody_nothing_names_them(
    combatants: dict[str, Any], pending: list[dict[str, str]], gone: str
) -> None:
    before = fight("blade", combatants=combatants, pending=pending, arenas={"yard": {}})
    after = without_member_or_arena(before, "combatant", gone)
    assert list(dangling_references(after)) == []
    named = msgspec.json.encode(msgspec.to_builtins(after.changed(pending=[]))).decode()
    assert f'"{gone}"' not in named
    assert [hit for hit in before.pending if hit.target != gone] == after.pending
    assert without_member_or_arena(after, "combatant", gone) == after
