"""What the pages of cases say, `tests/*/*.cases`; `cases.py` tells how they are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cases import PAGES, Case, cases, hold
from combatcli.pipeline import resolution
from combatcli.report import envelope, report_text
from combatcli.report.report import Report
from support import Run, play_twice

CASES = [
    pytest.param(case, id=f"{path.parent.name}/{path.stem}: {case.sentence}", marks=pytest.mark.rule(*case.rules))
    for path in PAGES
    for case in cases(path)
]


@pytest.mark.parametrize("case", CASES)
def test_a_fight_comes_to_what_its_page_says(
    case: Case, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []
    in_words = report_text.report_text

    def tell(report: Report, **options: Any) -> str:
        told.extend(json.loads(envelope.report_document("", None, report.events, [], {}))["events"])
        return in_words(report, **options)

    monkeypatch.setattr(report_text, "report_text", tell)
    monkeypatch.setattr(resolution, "play", play_twice)
    monkeypatch.chdir(tmp_path)
    hold(case, run, told)
