"""The page that players have on their telephones: what is not in it, and how wide it is in a real browser."""

from __future__ import annotations

import html
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from combatcli.report.blocks import Line
from combatcli.report.page import html_page as page_of
from combatcli.rulesets import NAMES
from support import Run

WIDTHS = (360, 390, 1_000)
PROBE = """<script>
const root = document.documentElement
document.title = root.scrollWidth > root.clientWidth ? "too wide" : innerWidth
</script></body>"""
COUNT = "document.title += ' ' + this.contentDocument.title"


def page(run: Run, monkeypatch: pytest.MonkeyPatch, file: Path, *words: str) -> str:
    """Return the page that `show --watch` writes at first."""

    def ended() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("combatcli.pipeline.watch._wait_a_little", ended)
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
    pages["long"] = page_of([Line("mira " * 8), Line("x" * 200, "bad")])
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
    "realm": ["attack tomas", "attack sefa", "ruffian1"],
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
        assert hidden.casefold() not in html.unescape(re.sub("<[^>]+>", "", theirs)).casefold(), hidden
    assert "poisoned" not in theirs
    seen = html.unescape(re.sub("<[^>]+>", "", ours))
    shown = [hidden for hidden in HIDDEN[game] if hidden in seen]
    assert len(shown) >= len(HIDDEN[game]) - 2, (shown, seen)


def text_of(page: str) -> str:
    return html.unescape(re.sub("<[^>]+>", " ", page.partition("<body>")[2]))


def test_players_read_names_whole_conditions_and_bars(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = example(run, tmp_path, "blade")
    assert run("attack", "darna", "orc1", "--dice", "1,2,3", "-f", path).code == 0
    long = "blinded by the smoke of the hay that burns in the yard"
    assert run("condition", "osk", long, "--rounds", "2", "-f", path).code == 0
    assert run("set", "darna", "health=2", "-f", path).code == 0
    theirs = page(run, monkeypatch, path, "--players")
    assert '<span class="vital"><small>' in theirs
    assert 'class="bad" style="--full: 33%"' in theirs
    assert "prefers-color-scheme: dark" in theirs
    seen = text_of(theirs)
    assert f"{long} (2 rounds)" in seen
    assert "vs Orc with a Torn Ear" in seen
    assert not re.search(r"\b(darna|ilvar|osk|orc1|orc2|goblins)\b", seen)
    shown = run("show", "--players", "-f", path).out
    assert not re.search(r"\b(darna|ilvar|osk|orc1|orc2|goblins)\b", shown)


def test_an_interrupt_never_takes_the_page_away(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, kept = example(run, tmp_path, "realm"), tmp_path / "players.html"

    def interrupted(folder: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("combatcli.encounter.files._sync_folder", interrupted)
    assert run("show", "--players", "--html", kept, "--watch", "-f", path).code == 0
    assert "Mira Vane" in kept.read_text(encoding="utf-8")


@pytest.fixture(name="serving")
def _serving(run: Run, tmp_path: Path) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    path = example(run, tmp_path, "realm")
    assert run("set", "marksman", "hidden=true", "-f", path).code == 0
    words = [sys.executable, "-m", "combatcli", "show", "--players", "--serve", "0", "-f", str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as serving:
        try:
            yield path, serving
        finally:
            serving.kill()


def test_browsers_read_the_page_as_the_fight_is_now_and_change_nothing(
    run: Run, serving: tuple[Path, subprocess.Popen[str]]
) -> None:
    path, server = serving
    assert server.stdout is not None
    said = server.stdout.readline()
    assert said.startswith("http://127.0.0.1:")

    def asked(method: str = "GET", what: str = "/") -> tuple[int, str]:
        browser = HTTPConnection(said.split("/")[2])
        browser.request(method, what)
        answer = browser.getresponse()
        return answer.status, text_of(answer.read().decode())

    assert "round 1" in asked()[1]
    assert "Marksman" not in asked()[1]
    assert run("set", ".", "round=2", "-f", path).code == 0
    assert "round 2" in asked()[1]
    path.write_text("ruleset = ", encoding="utf-8")
    assert "is not valid TOML" in asked()[1]
    assert [asked("GET", "/realm.toml")[0], asked("DELETE")[0], asked("POST")[0]] == [404, 501, 501]
    server.send_signal(signal.SIGINT)
    assert server.wait(20) == 0


def test_what_cannot_be_served_is_refused(run: Run, tmp_path: Path) -> None:
    path = example(run, tmp_path, "realm")
    assert "--serve needs --players" in run("show", "--serve", "-f", path).err
    assert "a port is 65535 at most" in run("show", "--players", "--serve", "70000", "-f", path).err
    refused = run("show", "--players", "--serve", "--host", "192.0.2.1", "-f", path)
    assert refused.code == 4
    assert "cannot serve on 192.0.2.1, port 8000" in refused.err
