"""Where an encounter is read and written, and where the report goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatcli import __version__
from support import DUEL, HIT, FightFile, Run, tables


def test_from_a_file_the_encounter_goes_back_into_it_and_the_report_to_standard_output(
    run: Run, duel_file: Path
) -> None:
    done = run(*HIT, "-f", duel_file)
    assert (done.code, done.err) == (0, "")
    assert "hit" in done.out
    text = duel_file.read_text(encoding="utf-8")
    assert text.startswith('ruleset = "realm" # a duel\n')
    assert "wounds = 4 # tough" in text
    assert tables(duel_file)["pending"] == [{"attacker": "mira", "target": "ogre", "weapon": "unarmed", "wounds": [3]}]


def test_from_a_pipe_the_encounter_goes_on_and_the_report_aside(run: Run) -> None:
    done = run(*HIT, stdin=DUEL)
    assert 'ruleset = "realm" # a duel\n' in done.out
    assert "# tough" in done.out
    assert done.toml["pending"][0]["wounds"] == [3]
    assert "hit" in done.err


QUESTIONS = (
    ("show",),
    ("check",),
    ("attack", "mira", "ogre", "--odds"),
    (*HIT, "-n"),
    ("order", "--board"),
    ("arena", "list"),
    ("arena", "map"),
    ("pairings",),
)


@pytest.mark.parametrize("words", QUESTIONS)
def test_a_question_ends_a_pipe_with_its_answer(run: Run, words: tuple[str, ...]) -> None:
    text = DUEL + "[arenas.yard]\n"
    done = run(*words, stdin=text)
    assert (done.code, done.err, done.out != text, bool(done.out)) == (0, "", True, True)
    assert run(*words, "--json", stdin=text).out.startswith('{"version"')
    passed = run(*words, "--pass", stdin=text)
    assert (passed.code, passed.out, passed.err) == (0, text, done.out)


def test_every_line_of_a_dry_run_says_that_it_only_would_be(run: Run, duel_file: Path) -> None:
    for done in (run(*HIT, "-n", "-f", duel_file), run(*HIT, "-n", stdin=DUEL)):
        assert all(line.startswith("Would: ") for line in done.out.splitlines())
    assert run(*HIT, "-n", "--json", stdin=DUEL).event("attack")["hit"]


def test_on_a_terminal_a_change_from_standard_input_is_reported_and_not_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("combatcli.pipeline.output.on_terminal", lambda: True)
    done = run(*HIT, stdin=DUEL)
    assert done.out.splitlines()[-1] == "Not kept: -o FILE keeps it, -o - prints it."
    assert "hit" in done.out
    assert "ruleset" not in done.out
    told = run(*HIT, "--json", stdin=DUEL)
    assert (told.event("attack")["hit"], told.err) == (True, "Not kept: -o FILE keeps it, -o - prints it.\n")
    printed = run(*HIT, "-o", "-", stdin=DUEL)
    assert printed.toml["pending"]


def test_the_file_is_named_by_option_pipe_or_variable_in_this_order(
    run: Run, fight_file: FightFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = fight_file(DUEL.replace("round = 1", "round = 7"))
    monkeypatch.setenv("COMBATCLI_FILE", str(other))
    assert run("show").out.startswith("realm  round 7")
    assert run("show", stdin=DUEL).out.startswith("realm  round 1")
    assert run("show", "-f", other, stdin=DUEL).out.startswith("realm  round 7")
    assert run("show", "-f", "-", stdin=DUEL).out.startswith("realm  round 1")


def test_output_sends_the_encounter_elsewhere(run: Run, duel_file: Path, tmp_path: Path) -> None:
    target = tmp_path / "later.toml"
    done = run(*HIT, "-f", duel_file, "-o", target)
    assert "hit" in done.out
    assert duel_file.read_text(encoding="utf-8") == DUEL
    assert tables(target)["pending"]
    assert "# tough" in target.read_text(encoding="utf-8")
    through = run(*HIT, "-f", duel_file, "-o", "-")
    assert through.toml["pending"]
    assert "hit" in through.err
    piped = run(*HIT, "-o", target, stdin=DUEL)
    assert "hit" in piped.out
    assert "# tough" in target.read_text(encoding="utf-8")


def test_the_same_file_by_another_name_is_changed_in_place(run: Run, duel_file: Path) -> None:
    link = duel_file.with_name("link.toml")
    link.symlink_to(duel_file)
    run("next", "-f", duel_file, "-o", link)
    assert run("undo", "-f", duel_file).code == 0
    assert duel_file.read_text(encoding="utf-8") == DUEL


def test_always_color_in_a_pipe_has_no_width(run: Run) -> None:
    text = f'ruleset = "realm"\n[arenas.{"a" * 300}]\n[combatants.{"b" * 300}]\n'
    shown = run("show", "--color", "always", stdin=text).out
    assert "a" * 300 in shown
    assert "b" * 300 in shown


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"combatcli {__version__}\n"


def test_color_only_where_it_is_wanted(run: Run, duel_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("FORCE_COLOR", "1")
    for words in (("show",), HIT, ("--help",), ("attack", "--help"), ("odds", "2d6"), ("nonsense",)):
        done = run(*words, *(() if "elp" in words[-1] or words[0] in ("odds", "nonsense") else ("-n", "-f", duel_file)))
        assert "\x1b" not in done.out + done.err
    assert "\x1b[" in run("wound", "ogre", "1", "-n", "-f", duel_file, "--color", "always").out
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" in run("show", "-f", duel_file).out
    assert "\x1b" not in run("show", "-f", duel_file, "--color", "never").out
    assert "·" in run("show", "-f", duel_file, "--color", "never").out
    monkeypatch.setenv("TERM", "dumb")
    assert run("show", "-f", duel_file).out.startswith("realm  round 1")
    assert "\x1b" not in run("show", "-f", duel_file).out
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("show", "-f", duel_file).out


def test_the_words_are_the_same_on_a_terminal(run: Run, duel_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run(*HIT, "-n", "-f", duel_file).out
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*HIT, "-n", "-f", duel_file).out == plain
