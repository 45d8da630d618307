"""Options of realm that would have no effect: they are refused, or a warning says so."""

from __future__ import annotations

from typing import Any

import pytest

from realm_fights import party
from support import Run, fight, play, usage_error


@pytest.mark.parametrize(
    ("command", "request_", "words"),
    [
        ("declare", {"who": "ogre", "action": "defend", "reveal": True}, "action has no effect with --reveal"),
        ("declare", {"again": [], "secret": 1}, "--secret has no effect with --again"),
        ("order", {"board": True, "ties": "reroll"}, "--ties has no effect with --board"),
        ("order", {"reveal": True}, "--reveal is for the board"),
        ("test", {"who": "mira", "trait": "daring", "against": "ogre", "target": 12}, "--target .* --against"),
        ("recover", {"who": "mira", "heal": 1, "days": 3}, "--days has no effect with --heal"),
        ("recover", {"who": "mira", "wound": 1, "days": 3}, "--days has no effect with --wound"),
        ("attack", {"all": True, "parry": ["attack"]}, "--parry has no effect with --all"),
        ("attack", {"all": True, "assist": ["mira"]}, "--assist has no effect with --all"),
    ],
)
def test_an_option_that_would_have_no_effect_beside_another_is_refused(
    command: str, request_: dict[str, Any], words: str
) -> None:
    usage_error(words, party(), command, **request_)


@pytest.mark.rule("R4")
@pytest.mark.parametrize("action", ["defend", "focus", "pass"])
def test_who_aims_at_nobody_has_no_target_to_hide(action: str) -> None:
    usage_error(f"{action} has no target to hide", party(), "declare", who="ogre", action=action, hide_target=True)


@pytest.mark.rule("R41")
def test_a_trait_for_who_is_not_wounded_draws_a_warning() -> None:
    playing = play(party(), "wound", what=["ogre", "1"], **{"with": "mira=daring"})
    assert playing.warnings == ["mira is not wounded, so --with mira=daring has no effect (R41)"]
    assert play(party(), "wound", what=["ogre", "1"], **{"with": "ogre=daring"}).warnings == []


@pytest.mark.rule("R28")
def test_who_assists_a_counter_attack_has_acted() -> None:
    there: dict[str, Any] = {"ann": {"declared": {"phase": 1, "action": "defend"}, "counters": ["bob"]}}
    three = fight("realm", combatants=there | {"bob": {}, "cid": {}}, phase="attack-assist-aimed")
    playing = play(three, "attack", 1, 1, attacker="ann", targets=["bob"], counter=True, assist=["cid"])
    assert playing.fight.combatants["cid"].acted == 1
    assert playing.warnings == ["cid has not declared assist (R7)"]


@pytest.mark.rule("R44")
def test_the_report_says_of_each_box_that_it_clears(run: Run) -> None:
    text = 'ruleset = "realm"\n[combatants.ann]\nmarked = [1, 3]\n'
    told = run("recover", "ann", "--odds", stdin=text).out
    assert "Chance that ann clears a wound: 2/5" in told
    assert "Chance that ann clears box 3: 1/5" in told
