"""Write what is made from the code: schemas, rules, the manual; a test fails where they have drifted."""

from __future__ import annotations

from pathlib import Path

from lookup_files import generated_files

from combatcli.rulesets import NAMES, load
from combatcli.rulesets.jsonschema import schema_text
from manual import pages

ROOT = Path(__file__).parent.parent

for game in map(load, NAMES):
    (ROOT / "combatcli" / "rulesets" / game.name / "schema.json").write_text(schema_text(game), encoding="utf-8")
for file, text in generated_files():
    file.write_text(text, encoding="utf-8")
for path, text in pages():
    (ROOT / "man" / path).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / "man" / path).write_text(text, encoding="utf-8")
