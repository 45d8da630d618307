"""The JSON Schema of a game's encounters, made from the structs that read them, for editors to complete and check."""

from __future__ import annotations

import json
from typing import Any

import msgspec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.encounter.schema import Encounter

MARK = "Made by combatcli"
COMMENT = f"{MARK}, which puts a newer one in its place; without this line it is yours, and stays."


def is_ours(text: str) -> bool:
    """Tell whether a text is a JSON Schema that we may put a newer one in the place of."""
    return f'"$comment": "{MARK}' in text


def schema_text(game: str, encounter: type[Encounter]) -> str:
    """Return the JSON Schema of a game's encounters; keys it does not know are allowed, and kept."""
    (schema,), components = msgspec.json.schema_components([encounter], ref_template="#/$defs/{name}")
    for component in components.values():
        # A docstring's line breaks and indentation, which not every Python keeps, are nothing to an editor.
        component["description"] = " ".join(component.get("description", "").split())
    document: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": COMMENT,
        "title": f"A {game} encounter",
        **schema,
        "$defs": components,
    }
    return json.dumps(document, indent=2, sort_keys=False) + "\n"
