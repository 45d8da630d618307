"""The page that players have on their telephones: what is not in it, and how wide it is in a real browser."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from combatcli.report.blocks import Line
from combatcli.report.page import page as page_of
from combatcli.rulesets import NAMES
from support import Run

WIDTHS = (360, 1_280)
PROBE = """<script>
const root = document.documentElement
document.title = root.scrollWidth > root.clientWidth ? "too wide" : innerWidth
</script></body>"""
COUNT = "document.title += ' ' + this.contentDocument.title"


def page(run: Run, monkeypatch: pytest.MonkeyPatch, file: Path, *words: str) -> str:
    """Return the page that `show --watch` writes at first."""

    def ended() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("combatcli.pipeline.watch._pause", ended)
    path = file.with_suffix(".html")
    assert run("show", *words, "--html", path, "--watch", "-f", file).code == 0
    return path.read_text(encoding="utf-8")


def example(run: Run, folder: Path, game: str) -> Path:
    path = folder / f"{game}.toml"
    assert run("new", game, "--example", "--seed", "friday", "-o", path).code == 0
    return path


def test_no_page_is_wider_than_its_window(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, need: Callable[[str], str]
) -> None:
    pages = {game: page(run, monkeypatch, example(run, tmp_path, game), "--players") for game in NAMES}
    pages["long"] = page_of([[Line("mira " * 8)], [Line("x" * 40, "bad")]], "it")
    frames = []
    for name, text in pages.items():
        (tmp_path / f"{name}.html").write_text(
            text.replace("</body>", PROBE).replace('"refresh"', '"x"'), encoding="utf-8"
        )
        frames += [
            f'<iframe src="{name}.html" onload="{COUNT}" style="width:{width}px;height:600px;border:0"></iframe>'
            for width in WIDTHS
        ]
    whole = tmp_path / "whole.html"
    whole.write_text("<title></title>" + "".join(frames), encoding="utf-8")
    browser = [need("chromium"), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]
    done = subprocess.run(
        [*browser, "--window-size=1280,800", f"--user-data-dir={tmp_path}/profile", "--dump-dom", whole.as_uri()],
        capture_output=True,
        text=True,
        check=False,
    )
    title = re.search("<title>(.*?)</title>", done.stdout)
    assert title is not None, done.stderr[-500:]
    assert sorted(title[1].split()) == sorted([str(width) for width in WIDTHS] * len(pages))


SECRETS: dict[str, list[tuple[str, ...]]] = {
    "realm": [
        *[
            ("declare", "ruffian", "attack", "tomas", "--secret"),
            ("declare", "thugs", "attack", "sefa", "--hide-target"),
        ],
        ("set", "ruffian", "note='poisoned blade'", "awareness=7", "marked=[1]"),
    ],
    "blade": [("set", "orc1", "note='poisoned blade'", "health=5")],
    "arq": [("set", "wolf", "note='poisoned blade'", "wounds_taken=2")],
    "beacon": [("set", "hound", "ambushing=true"), ("set", "wight", "note='poisoned blade'", "hp=17")],
}
HIDDEN = {
    "realm": ["attack tomas", "attack sefa", "1 ·"],
    "blade": ["5/6", "metal 3"],
    "arq": ["4/6", "melee 3"],
    "beacon": ["hound", "Hound", "20, 10", "17/30", "18/14/14"],
}
"""What the GM's own page has, and players must not see."""


@pytest.mark.parametrize("game", NAMES)
def test_what_players_must_not_see_is_not_in_their_page(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    path = example(run, tmp_path, game)
    for words in SECRETS[game]:
        assert run(*words, "-f", path).code == 0
    theirs, ours = (page(run, monkeypatch, path, *words) for words in (("--players",), ()))
    for hidden in HIDDEN[game]:
        assert hidden not in html.unescape(re.sub("<[^>]+>", "", theirs)), hidden
    assert "poisoned" not in theirs
    seen = html.unescape(re.sub("<[^>]+>", "", ours))
    shown = [hidden for hidden in HIDDEN[game] if hidden in seen]
    assert len(shown) >= len(HIDDEN[game]) - 2, (shown, seen)
