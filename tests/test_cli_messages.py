"""What a mistake on a command line is told: what was typed, what is wrong with it, what to type next."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from combatcli.__main__ import _wrapped as wrapped
from combatcli.errors import nearest_name
from combatcli.text import escape, printable
from support import Run, refused


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["roll", "--dice", "9" * 5000, "d20"], f"found '{'9' * 60}…'"),
        (["roll", "3d6\udcff"], r'"3d6\xff" is not UTF-8'),
        (["\udcff"], r'there is no command "\xff"'),
        (["roll", "1d1000000!>=2", "1d4", "--seed", "a"], "more than 1,000 times.\n  1d1000000!>=2\n  ^\n"),
    ],
)
def test_a_slip_is_told_in_a_sentence(run: Run, words: list[str], said: str) -> None:
    refused(run(*words), 2, said)


def test_of_equally_near_names_the_first_is_one_that_is_to_be() -> None:
    assert nearest_name("ab", ["abx", "aby"], first=["abx"]) == "abx"
    assert nearest_name("ab", ["abx", "aby"], first=["aby"]) == "aby"
    assert nearest_name("abx", ["abx", "aby"], first=["aby"]) == "abx"


LONG = "k" * 100_000


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (["check"], f'ruleset = "realm"\n[combatants.a]\n{LONG} = 1\n'),
        (["check"], f'ruleset = "realm"\n[combatants.{LONG}]\nbrawn = "x"\n'),
        (["check"], f'ruleset = "realm"\n[combatants.a]\nbrawn = "{LONG}"\n'),
        (["check"], f'ruleset = "realm"\n[combatants.a]\nbrawn = "{LONG[:500]} {LONG}"\nwounds = "x"\n'),
        (["check"], f'ruleset = "realm"\nphase = "{LONG}"\n[combatants.a]\nbrawn = "x"\n'),
        (["check"], f'ruleset = "{LONG}"\n'),
        (["show", LONG], 'ruleset = "realm"\n'),
        (["set", "a", f"brawn={LONG}"], 'ruleset = "realm"\n[combatants.a]\n'),
        ([LONG], ""),
        (["roll", f"--{LONG}"], ""),
    ],
)
def test_a_message_repeats_of_a_long_word_its_beginning_and_its_end(run: Run, words: list[str], stdin: str) -> None:
    done = run(*words, stdin=stdin)
    said = done.err + (done.out if words == ["check"] else "")
    assert "kkkkk…" in said
    assert max(map(len, said.splitlines())) < 400


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("a" * 80, "a" * 80),
        ("a" * 81, f"{'a' * 60}…{'a' * 20}"),
        (f"found {'b' * 70}\x07{'c' * 70}: no", f"found {'b' * 60}…{'c' * 19}: no"),
        ("word " * 40, "word " * 40),
        ("\x1b", r"\x1b"),
        (f"cannot read /{'d' * 200}/e", f"cannot read /{'d' * 200}/e"),
        (f"/{'d' * 5000}", f"/{'d' * 59}…{'d' * 20}"),
    ],
)
def test_a_message_is_shown_in_brief_and_escaped(message: str, shown: str) -> None:
    assert printable(message) == shown


def test_scripts_get_a_long_key_whole(run: Run) -> None:
    done = run("check", "--json", stdin=f'ruleset = "realm"\n[combatants.a]\n{LONG} = 1\n')
    assert done.events[0]["path"] == f"combatants.a.{LONG}"


def test_bytes_that_are_no_text_are_shown_as_bytes() -> None:
    assert escape("a\udcff\x07\u202e") == r"a\xff\x07\u202e"


def test_standard_input_that_is_no_encounter_says_that_it_won(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "COMBATCLI_FILE" not in run("show", stdin="mira ruffian\n").err
    monkeypatch.setenv("COMBATCLI_FILE", "fight.toml")
    for text in ("mira ruffian\n", "", 'x = "y"\n'):
        done = run("show", stdin=text)
        assert "Standard input goes before $COMBATCLI_FILE: -f fight.toml reads that" in done.err


def test_a_beginning_that_only_one_has_is_enough_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = run("new", "realm", "--example").out
    monkeypatch.setattr("combatcli.streams.on_terminal", lambda: True)
    assert run("sho", "--play", stdin=text).code == 0
    assert run("arena", "lis", stdin=text).code == 0
    assert run("sho", "--v", "--ver", "--nothing", stdin=text).code == 2


def test_an_error_wraps_at_words_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = "combatcli: there is no combatant nobody in this encounter, and none is near."
    monkeypatch.setattr("sys.stderr", None)
    assert wrapped(text) == [text]
    monkeypatch.setattr("sys.stderr", SimpleNamespace(isatty=lambda: True))
    assert wrapped(text) == ["combatcli: there is no combatant nobody", "  in this encounter, and none is near."]
