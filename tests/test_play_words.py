"""TAB in `play`: what may stand at the cursor comes in the order of what makes sense now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.pipeline.coming import next_words
from combatcli.pipeline.typed import typed
from combatcli.pipeline.words import Words
from combatcli.rulesets.coming import Coming, Step


def offered(path: Path, line: str, sooner: Sequence[Step] = ()) -> list[str]:
    at_cursor = typed(line, in_play=True)
    words = Words(SUMMARIES, command_named, str(path), lambda before: next_words(Coming(steps=sooner), before))
    return [] if at_cursor is None else [*words.fitting(at_cursor).words]


NOW = [Step("wound", ""), Step("attack thugs tomas", ""), Step("attack thugs", "", "TARGET"), Step("attack --all", "")]


@pytest.mark.parametrize(
    ("line", "now", "first"),
    [
        ("", NOW, ["wound", "attack", "tutorial"]),
        ("attack ", NOW, ["thugs"]),
        ("attack thugs ", NOW, ["tomas"]),
        ("attack -", NOW, ["--all"]),
        ("attack mira ", NOW, ["ruffian", "thugs", "marksman", "tomas", "sefa"]),
        ("attack ruffian ", [], ["mira", "tomas", "sefa", "thugs", "marksman"]),
        ("declare ruffian attack ", [], ["mira", "tomas", "sefa", "thugs", "marksman"]),
        ("", [], ["tutorial"]),
        ("? att", [], ["attack"]),
        ("help att", [], ["attack"]),
        ("arena a", [], ["add"]),
        ("wound; attack mi", [], ["mira"]),
        ("attack 'mi", [], ["mira"]),
        ("declare --again mira tomas s", [], ["sefa"]),
        ("arena nothing ", [], []),
        ("nonsense ", [], []),
        ("# att", [], []),
        ("show --nonsense=", [], []),
    ],
)
def test_what_is_offered_first(realm_file: Path, line: str, now: Sequence[Step], first: list[str]) -> None:
    assert offered(realm_file, line, now)[: max(1, len(first))] == first


def test_where_the_file_cannot_be_read_commands_and_options_are_left(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert offered(path, "und") == ["undo"]
    assert "--file" in offered(path, "show --f")
    assert "list" in offered(path, "arena ")
