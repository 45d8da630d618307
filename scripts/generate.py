"""Write what is made from the code: the JSON Schemas. A test fails where they have drifted apart from it."""

from __future__ import annotations

from pathlib import Path

from combatcli.encounter import jsonschema
from combatcli.rulesets import COMMANDS, load

for game in COMMANDS:
    target = Path(jsonschema.__file__).parent / "schemas" / f"{game}.json"
    target.write_text(jsonschema.schema_text(game, load(game).encounter), encoding="utf-8")
