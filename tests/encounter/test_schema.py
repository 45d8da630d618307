"""The JSON Schemas: what they say a key may hold is what `check` takes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from combatcli.rulesets import NAMES, load
from support import Run


def keys_of(game: str, table: str) -> dict[str, Any]:
    keys: dict[str, Any] = json.loads(load(game).schema())["$defs"][table]["properties"]
    return keys


@pytest.mark.parametrize(
    ("game", "table", "key", "bounds", "wrong", "right"),
    [
        *((game, "Combatant", "count", {"minimum": 1}, "count = 0", "count = 1") for game in NAMES),
        ("beacon", "Combatant", "max_hp", {"minimum": 1}, "max_hp = 0", "max_hp = 1"),
        *(
            (
                "beacon",
                "Condition",
                degree,
                {"minimum": 1, "maximum": 5},
                f'conditions = [{{name = "{name}", {degree} = {wrong}}}]',
                f'conditions = [{{name = "{name}", {degree} = {right}}}]',
            )
            for name, degree in (("bleeding", "severity"), ("strengthened", "quality"))
            for wrong, right in ((0, 1), (6, 5))
        ),
        *(
            (game, "Combatant", "position", {"minItems": 2, "maxItems": 2}, "position = [1]", "position = [1, 2]")
            for game in ("arq", "beacon", "blade")
        ),
        ("arq", "Combatant", "extra", {"items": {"minItems": 1}}, "extra = [[]]", "extra = [[5]]"),
    ],
)
def test_the_schema_and_check_know_the_same_ranges(
    run: Run, game: str, table: str, key: str, bounds: dict[str, Any], wrong: str, right: str
) -> None:
    said = keys_of(game, table)[key]
    (said,) = [each for each in said.get("anyOf", [said]) if each.get("type") != "null"]
    for bound, value in bounds.items():
        assert said[bound] == value if not isinstance(value, dict) else said[bound].items() >= value.items()
    some = 'archetype = "rogue"\n' if game == "beacon" else ""
    for line, code in ((wrong, 3), (right, 0)):
        done = run("check", stdin=f'ruleset = "{game}"\n[combatants.ann]\n{some}{line}\n')
        assert done.code == code, done.err


@pytest.mark.parametrize("game", NAMES)
def test_the_schema_says_what_a_game_takes(game: str) -> None:
    keys = keys_of(game, "Fight")
    assert keys["ruleset"]["const"] == game
    assert set(keys["phase"]["enum"]) == {*load(game).phases, *load(game).phase_words}
    assert keys["house"]["properties"].keys() == load(game).house_keys.keys()
    assert "additionalProperties" not in keys["house"]


def test_the_schema_has_a_title_with_the_right_article() -> None:
    assert json.loads(load("arq").schema())["title"] == "An arq encounter"
    assert json.loads(load("realm").schema())["title"] == "A realm encounter"
