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


@pytest.fixture(params=NAMES)
def fought(request: pytest.FixtureRequest, tmp_path: Path) -> Fought:
    game: str = request.param
    expected = HERE / game / "fight.toml"
    return Fought(game, play_script(HERE / game / "fight.sh", tmp_path), tables(expected) if expected.exists() else {})


def test_a_fight_goes_as_the_rules_say_and_its_reports_and_refusals_say_so(fought: Fought) -> None:
    assert_each_round_ends_as_worked_out(fought)
    report, errors = ((fought.folder / name).read_text(encoding="utf-8") for name in ("report.txt", "errors.txt"))
    expected = fought.expected
    assert [said for said in expected.get("said", []) if said not in report] == []
    assert [said for said in expected.get("unsaid", []) if said in report] == []
    assert [said for said in expected.get("errors", []) if said not in errors] == []
    assert expected or not errors
    assert report.count("Warning") == expected.get("warnings", report.count("Warning"))
    if fought.game == "realm":
        assert_what_came_after_is_undone(fought.folder)


def assert_each_round_ends_as_worked_out(fought: Fought) -> None:
    now: dict[str, Any] = {}
    for name, changes in fought.expected.get("rounds", {}).items():
        now |= changes
        assert state(fought.folder / f"{name}.toml", fought.expected["of_all"], fought.expected["of_each"]) == now, name


def assert_what_came_after_is_undone(folder: Path) -> None:
    after = state(folder / "after.toml", (), ("arena", "marked", "status"))
    assert (after["mira"]["marked"], after["ruffian"]) == ([1], {"arena": "market"})
    assert tables(folder / "after.toml")["arenas"]["market"]["kind"] == "neutral"
    assert (folder / "undone.toml").read_bytes() == (folder / "round4.toml").read_bytes()
