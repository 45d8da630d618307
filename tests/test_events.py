"""Events are a contract: one table of the keys that each kind has at least, and every event of all tests held to it."""

from __future__ import annotations

import pytest

from combatcli.events import CONTRACT, Keys, breaches
from combatcli.rulesets import built_games, load

GOOD = {"event": "odds", "of": "hit", "chance": "79/100", "percent": 79.0}


def test_an_event_that_keeps_its_contract_may_have_more_keys() -> None:
    assert breaches(GOOD, {}) == []
    assert breaches({**GOOD, "who": "mira", "chance": "0"}, {}) == []


@pytest.mark.parametrize(
    ("event", "breach"),
    [
        ({"of": "hit", "event": "odds", "chance": "1", "percent": 100}, "the first key is not event"),
        ({"event": "omen"}, "omen: no contract has it"),
        ({"event": "loss", "who": "mira"}, "loss: left is missing"),
        ({"event": "loss", "who": None, "left": 1}, "loss: who = None is not text"),
        ({"event": "loss", "who": "mira", "left": True}, "loss: left = True is not number"),
        ({**GOOD, "chance": "79 %"}, "odds: chance = '79 %' is not chance"),
        ({**GOOD, "chance": 0.79}, "odds: chance = 0.79 is not chance"),
        ({**GOOD, "of": ["hit"]}, "odds: of = ['hit'] is not text"),
    ],
)
def test_a_breach_is_named(event: dict[str, object], breach: str) -> None:
    assert any(breach in each for each in breaches(event, {}))


def test_a_game_adds_kinds_and_keys_and_narrows_no_other_games() -> None:
    own: dict[str, Keys] = {"omen": {"who": "text"}, "loss": {"grief": "number"}}
    assert breaches({"event": "omen", "who": "mira"}, own) == []
    assert breaches({"event": "loss", "who": "mira", "left": 1}, own) == ["loss: grief is missing"]


@pytest.mark.parametrize("game", built_games())
def test_a_games_own_table_has_no_kind_that_it_cannot_tell(game: str) -> None:
    for kind, keys in load(game).events.items():
        assert kind in CONTRACT or kind in load(game).sentences
        assert keys
