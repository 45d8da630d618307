"""Section 5: a game in one file; its keys are those of the schema, the rest is the reference of the guide to it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from combatcli.rulesets.game_files import FOLDER, SKELETON
from manual.common import ROOT, USUAL, environment, exit_status, files, release_date
from manual.mdoc import literal, page, paragraph, paragraphs, section, see_also, subsection, tagged, typed

GUIDE = ROOT / "docs" / "your-own-game.md"


def game_page() -> str:
    """Return the page."""
    schema = json.loads((Path(FOLDER) / "game.schema.json").read_text(encoding="utf-8"))
    reference = GUIDE.read_text(encoding="utf-8").partition("## Reference\n\n")[2].strip()
    table, everywhere, *rest = reference.split("\n\n")
    keys = [
        (key, paragraph(f"{value['description']}{' Required.' if key in schema['required'] else ''}"))
        for key, value in schema["properties"].items()
    ]
    return page(
        "combatcli-game",
        5,
        "a game in one file",
        release_date(),
        section("SYNOPSIS", literal((Path(FOLDER) / SKELETON).read_text(encoding="utf-8").splitlines())),
        section(
            "DESCRIPTION",
            paragraphs(
                "A game is one TOML file in UTF-8. `attack`, `wound`, `test`, `recover`, `order` and `next` follow it, "
                "with odds and forecasts. The file is data: no program in it runs.",
                'An encounter names it as in ruleset = "duel.toml". The file lies beside the encounter, or in the '
                "folder games of your configuration. `check` names what is wrong in it, each with its line.",
            ),
            subsection("Keys", tagged(keys, macro="Ic")),
            subsection("Names, and what may change", tagged(_rows(table)), ".Pp", paragraph(everywhere)),
            subsection("Expressions", paragraphs(*rest)),
        ),
        section(
            "OPTIONS", paragraph("What `attack`, `test` and `recover` take besides their own is [options.COMMAND].")
        ),
        environment(["COMBATCLI_FILE", "XDG_CONFIG_HOME"]),
        files(["FILE", "GAME.schema.json"]),
        exit_status(USUAL, "These are the exit codes of `combatcli check`. combatcli(1) lists the other codes."),
        section(
            "EXAMPLES",
            typed(
                [
                    "combatcli new --game duel.toml",
                    "combatcli new d20 --copy mine.toml",
                    "combatcli check duel.toml",
                    "combatcli new duel.toml --example -o fight.toml",
                    "combatcli schema game > game.schema.json",
                ]
            ),
        ),
        see_also([("combatcli", 1), ("combatcli-new", 1), ("combatcli-encounter", 5), ("combatcli-dice", 7)]),
    )


def _rows(table: str) -> list[tuple[str, str]]:
    """Return the tables of a game from the guide, each with its names and what it may change."""
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in table.splitlines()[2:]]
    return [
        (tables.replace("`", ""), paragraph(f"Names: {names}{f'; may change: {changes}' if changes else ''}"))
        for tables, names, changes in cells
    ]
