"""Events are a contract: their types say which keys each kind has, and what a journal has noted is held to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import get_type_hints

import pytest
from msgspec import ValidationError
from msgspec.structs import fields

from combatcli.dice_events import KINDS
from combatcli.records import Event
from combatcli.rulesets import NAMES, load
from combatcli.rulesets.noted_events import read_events
from manual.events import COMMON_TYPES, meaning, required_keys
from support import sample

LOSS = {"event": "loss", "who": "mira", "left": 1}
ODDS = {"event": "odds", "of": "hit", "chance": "79/100", "percent": 79.0}
DESIGNED = {
    "roll": "expression total faces",
    "attack": "attacker target weapon faces kept total needed hit damage damage_faces",
    "wound": "target amount marked status",
    "test": "who against trait faces total needed success",
    "contest": "who against trait faces total needed success",
    "recover": "who faces cleared",
    "condition": "who name ended",
    "combatant": "who name side",
    "move": "who from to stopped_by reactions",
    "order": "order",
    "phase": "round phase",
    "odds": "of chance percent",
    "distribution": "outcomes mean deviation",
}


def types_of(game: str) -> Mapping[str, type[Event]]:
    """Return the types of a game's events."""
    return load(game).event_types


@pytest.mark.parametrize(("kind", "keys"), DESIGNED.items())
def test_what_scripts_rely_on_is_in_the_types(kind: str, keys: str) -> None:
    for type_ in (COMMON_TYPES[kind], *(types_of(game)[kind] for game in NAMES if kind not in KINDS)):
        assert set(keys.split()) <= required_keys(type_).keys()


@pytest.mark.parametrize("game", NAMES)
def test_every_kind_of_event_is_told(game: str) -> None:
    for kind, type_ in types_of(game).items():
        assert meaning(type_), kind
        assert kind in load(game).sentences or kind in COMMON_TYPES


@pytest.mark.parametrize("game", NAMES)
def test_show_has_every_key_of_a_combatant_in_its_event(game: str) -> None:
    combatant = get_type_hints(load(game).encounter)["combatants"].__args__[1]
    shown = get_type_hints(types_of(game)["combatant"]).keys()
    assert {each.encode_name for each in fields(combatant)} - shown <= {"last_declared"}, "add it to events.Combatant"


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("last", [False, True])
def test_an_event_that_is_read_back_is_the_same(game: str, *, last: bool) -> None:
    made = [sample(type_, last=last) for type_ in (*types_of(game).values(), *KINDS.values())]
    noted = json.loads(json.dumps([event.as_table() for event in made]))
    assert [next(iter(table)) for table in noted] == ["event"] * len(made)
    read = read_events(noted, types_of(game))
    assert read == made
    assert [event.as_table() for event in read] == noted


@pytest.mark.parametrize(
    "table",
    [
        7,
        {},
        {"event": 7, "who": "mira"},
        {"event": "loss", "who": "mira"},
        {**LOSS, "who": None},
        {**LOSS, "left": True},
        {**LOSS, "left": "1"},
        {**ODDS, "chance": 0.79},
        {**ODDS, "of": ["hit"]},
        {"event": "odds"},
    ],
)
def test_an_event_that_does_not_keep_its_shape_is_not_read(table: object) -> None:
    with pytest.raises(ValidationError):
        read_events([LOSS, table], types_of("realm"))


def test_an_event_whose_keys_have_defaults_may_lack_them() -> None:
    condition = {"event": "condition", "who": "mira", "name": "prone", "ended": False}
    tables = [condition, ODDS]
    assert [event.as_table() for event in read_events(tables, types_of("realm"))] == tables
