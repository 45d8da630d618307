"""Whole fights by the tool alone, one a game, held against states that were worked out by hand (`GAME/fight.*`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from combatcli.rulesets import NAMES
from support import play_script, state, tables

HERE = Path(__file__).parent


class Fought(NamedTuple):
    """What a script of a fight left in a folder, and what it should have left."""

    game: str
    folder: Path
    expected: dict[str, Any]


@pytest.fixture(scope="module", params=NAMES)
def fought(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Fought:
    game: str = request.param
    folder = play_script(HERE / game / "fight.sh", tmp_path_factory.mktemp(game))
    expected = HERE / game / "fight.toml"
    return Fought(game, folder, tables(expected) if expected.exists() else {})


def test_each_round_ends_as_the_rules_say(fought: Fought) -> None:
    now: dict[str, Any] = {}
    for name, changes in fought.expected.get("rounds", {}).items():
        now |= changes
        assert state(fought.folder / f"{name}.toml", fought.expected["of_all"], fought.expected["of_each"]) == now, name


def test_the_reports_and_refusals_say_what_happened(fought: Fought) -> None:
    report, errors = ((fought.folder / name).read_text(encoding="utf-8") for name in ("report.txt", "errors.txt"))
    expected = fought.expected
    assert [said for said in expected.get("said", []) if said not in report] == []
    assert [said for said in expected.get("unsaid", []) if said in report] == []
    assert [said for said in expected.get("errors", []) if said not in errors] == []
    assert expected or not errors
    assert report.count("Warning") == expected.get("warnings", report.count("Warning"))


def test_what_came_after_the_fight_of_realm_and_its_undoing(fought: Fought) -> None:
    if fought.game == "realm":
        after = state(fought.folder / "after.toml", (), ("arena", "marked", "status"))
        assert (after["mira"]["marked"], after["ruffian"]) == ([1], {"arena": "market"})
        assert tables(fought.folder / "after.toml")["arenas"]["market"]["kind"] == "neutral"
        assert (fought.folder / "undone.toml").read_bytes() == (fought.folder / "round4.toml").read_bytes()
