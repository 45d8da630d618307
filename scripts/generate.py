"""Write what is made from the code: the JSON Schemas. A test fails where they have drifted apart from it."""

from __future__ import annotations

from pathlib import Path

from combatcli.encounter.jsonschema import schema_text
from combatcli.rulesets import built_games, load

for game in map(load, built_games()):
    Path(game.path_of("schema.json")).write_text(schema_text(game.name, game.encounter), encoding="utf-8")
