"""Several parries, several holds, several attacks at once, and whom one may turn on (R22, R25, R27–R29, R33)."""

from __future__ import annotations

from typing import Any

import pytest

from combatcli.errors import RefusedError, UsageError
from support import fight, happened, odds, play, refuses

FENCER: dict[str, Any] = {
    "weapons": {"sabre": {"class": "medium"}, "dagger": {"class": "light"}},
    "wielding": "sabre",
    "parrying": "dagger",
}
PLAIN: dict[str, Any] = {"weapons": {"axe": {"class": "light"}}}


def brawl(phase: str = "5", **each: Any) -> Any:
    combatants: dict[str, Any] = {
        "ann": {"side": "one"},
        "bob": {"side": "two"},
        "cid": {"side": "one"},
        "dora": {"side": "two"},
    }
    for who, keys in combatants.items():
        keys |= {"arena": "a", **PLAIN, **each.get(who, {})}
    return fight("realm", phase=phase, arenas={"a": {"links": ["b"]}, "b": {}}, combatants=combatants)


AT_BOB: dict[str, Any] = {"attacker": "ann", "targets": ["bob"]}


def attack_of(played: Any) -> dict[str, Any]:
    event: dict[str, Any]
    (event,) = happened(played, "attack")
    return event


@pytest.mark.rule("R33")
def test_parries_of_several_wielders_add_up() -> None:
    encounter = brawl(ann=FENCER, bob=FENCER | {"daring": 3}, dora=FENCER | {"daring": 1})
    played = play(encounter, "attack", 5, 5, **AT_BOB, parry=["attack", "daring", "daring:dora"])
    assert attack_of(played)["bonuses"] == {"parry": 2, "parried": -4}
    assert [who for who, each in played.fight.combatants.items() if each.parried] == ["ann", "bob", "dora"]


@pytest.mark.rule("R33")
@pytest.mark.parametrize("daring", [0, -2])
def test_a_daring_of_nothing_imposes_nothing_and_spends_no_use(daring: int) -> None:
    played = play(brawl(bob=FENCER | {"daring": daring}), "attack", 5, 4, **AT_BOB, parry=["daring"])
    assert attack_of(played)["bonuses"] == {}
    assert played.fight.combatants["bob"].parried == 0


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("use", "faces", "spent"),
    [("wound", [1, 2], 0), ("wound", [6, 6, 1], 1), ("attack", [1, 2], 1)],
)
def test_a_use_is_spent_where_it_took_effect(use: str, faces: list[int], spent: int) -> None:
    played = play(brawl(ann=FENCER), "attack", *faces, **AT_BOB, parry=[use])
    assert played.fight.combatants["ann"].parried == spent


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("keys", "parry", "message"),
    [
        ({"ann": FENCER}, ["attack", "wound"], "ann uses the parrying weapon once a round"),
        ({"bob": FENCER | {"daring": 2}}, ["daring", "daring:bob"], "bob uses the parrying weapon once a round"),
        ({"dora": FENCER | {"daring": 2, "arena": "b"}}, ["daring:dora"], "dora is not in one arena with ann"),
        ({"dora": {"daring": 2}}, ["daring:dora"], "dora holds no parrying weapon"),
        ({"ann": FENCER | {"daring": 2}}, ["daring:ann"], "cannot parry their own attack"),
        ({}, ["daring:zed"], 'no combatant "zed"'),
    ],
)
def test_a_second_use_an_unfit_pair_and_a_far_wielder_are_refused(
    keys: dict[str, Any], parry: list[str], message: str
) -> None:
    refuses(message, brawl(**keys), "attack", **AT_BOB, parry=parry)


@pytest.mark.rule("R33")
def test_only_a_daring_is_somebodys() -> None:
    with pytest.raises(UsageError, match="expected one of"):
        play(brawl(ann=FENCER), "attack", **AT_BOB, parry=["wound:dora"])


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
def test_a_helper_who_is_held_assists_against_the_holder_alone() -> None:
    held = {"status": ["impeded"], "by": {"impeded": "dora"}, "until": {"impeded": 1}}
    refuses(
        "cid is impeded by dora and may assist against nobody else", brawl(cid=held), "attack", **AT_BOB, assist=["cid"]
    )


@pytest.mark.rule("R25")
def test_who_held_a_round_ago_lets_go_while_a_newer_hold_lasts() -> None:
    held = {
        "status": ["cornered", "impeded"],
        "by": {"cornered": ["bob", "dora"], "impeded": "dora"},
        "until": {"cornered": 2, "impeded": 1},
    }
    after = play(brawl("7", ann=held), "next").fight.combatants["ann"]
    assert (after.status, after.by) == (["cornered"], {"cornered": "dora"})


@pytest.mark.rule("R27", "R29")
def test_allies_are_attacked_and_pushed_with_a_warning_and_oneself_never() -> None:
    struck = play(brawl(), "attack", 1, 2, attacker="ann", targets=["cid"])
    assert "cid is on ann's own side (R27)" in struck.warnings
    shoved = play(brawl("6"), "push", 1, 2, who="ann", targets=["cid"], to="b")
    assert "cid is on ann's own side (R29)" in shoved.warnings
    ready = {"declared": {"phase": 5, "action": "attack", "targets": ["cid"]}}
    refuses("cid is on ann's own side", brawl(ann=ready), "attack", attacker="ann", targets=["cid"], strict=True)
    refuses("ann cannot attack themselves", brawl(), "attack", attacker="ann", targets=["ann"])
    friends = fight("realm", phase="5", combatants={"ann": {"player": True}, "cid": {"player": True}, "bob": {}})
    assert "cid is on ann's own side (R27)" in play(friends, "attack", 1, attacker="ann", targets=["cid"]).warnings
    assert "bob is on ann's own side" not in play(friends, "attack", 1, attacker="ann", targets=["bob"]).warnings


def declared(action: str, *targets: str, **more: object) -> dict[str, Any]:
    return {"declared": {"phase": 5, "action": action, "targets": list(targets)}, **more}


@pytest.mark.rule("R27", "R28")
def test_all_declared_attacks_leave_out_what_cannot_be_made() -> None:
    encounter = brawl(
        ann=declared("attack", "bob"),
        cid=declared("assist", "ann", arena="b"),
        bob=declared("attack", "cid"),
        dora=declared("attack"),
    )
    played = play(encounter, "attack", 1, 2, all=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["ann"]
    assert [warning.split(";")[0] for warning in played.warnings] == [
        "cid is not in one arena with ann and cannot assist (R28)",
        "cid is 1 arena away in b",
        "dora declared no target (R27)",
    ]
    assert odds(encounter, "attack", all=True)


@pytest.mark.rule("R27", "R5")
def test_all_declared_attacks_follow_the_order_that_stands() -> None:
    bow = {"weapons": {"bow": {"range": "sling"}}}
    encounter = brawl(ann=declared("attack", "bob"), bob=declared("attack", "ann"), dora=declared("aim", "ann", **bow))
    ordered = play(encounter, "order", 2, 9, 5).fight
    played = play(ordered, "attack", 1, 2, 1, 2, 1, 2, all=True)
    assert [event["attacker"] for event in happened(played, "attack")] == ["bob", "dora", "ann"]


@pytest.mark.rule("R22")
def test_who_is_felled_by_the_hit_may_still_counter() -> None:
    guard = {"declared": {"phase": 1, "action": "defend"}, "wounds": 1}
    hit = play(brawl(bob=guard), "attack", 10, 9, 3, 1, **AT_BOB).fight
    back: dict[str, Any] = {"attacker": "bob", "targets": ["ann"], "counter": True}
    assert happened(play(hit, "attack", 1, 2, **back, strict=True), "attack")
    applied = play(hit, "wound").fight
    refuses("bob is dead", applied, "attack", 1, 2, **back)


@pytest.mark.rule("R4")
@pytest.mark.parametrize("hidden", [{"secret": True}, {"hidden": True}])
def test_a_secret_attack_that_cannot_be_made_is_not_told_of(hidden: dict[str, bool]) -> None:
    ann = {"declared": {"phase": 5, "action": "attack", "targets": ["dora"], **hidden}}
    bob = {"declared": {"phase": 5, "action": "attack", "targets": ["cid"]}}
    played = play(brawl(ann=ann, bob=bob, dora={"arena": "b"}), "attack", 1, 1, all=True)
    assert (played.warnings, attack_of(played)["attacker"]) == ([], "bob")
    with pytest.raises(RefusedError) as refused:
        play(brawl(ann=ann, dora={"arena": "b"}), "attack", all=True)
    assert "dora" not in str(refused.value) + refused.value.message
    assert "ann" not in refused.value.message.split()


@pytest.mark.rule("R27")
def test_an_open_attack_that_cannot_be_made_is_told_of_alone_too() -> None:
    ann = {"status": ["broken"], "declared": {"phase": 5, "action": "attack", "targets": ["dora"]}}
    refuses("ann is broken and cannot act", brawl(ann=ann), "attack", all=True)
