"""Slips on a command line, each with a sentence that names what was typed and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from combatcli.errors import nearest_name
from combatcli.rulesets import load
from combatcli.text import escape, printable, whole_number

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

ARABIC = "\u0663"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["roll", "--dice", "1_0", "d20"], "--dice: expected faces with commas between, found '1_0'"),
        (["roll", "--dice", ARABIC, "d20"], "expected faces"),
        (["roll", "--dice", "9" * 5000, "d20"], f"found '{'9' * 60}…'"),
        (["roll", "-t", ARABIC, "d20"], "expected a whole number"),
        (["roll", "-t", "9" * 26, "d20"], "--times: a number of 26 digits is too long"),
        (["odds", "2d6", "--bands", "1_0"], "expected whole numbers, found '1_0'"),
        (["odds", "2d6", "--bands", ARABIC], "expected whole numbers"),
        (["odds", "2d6", "--quantiles", ARABIC], "expected percentages"),
        (["roll", "1d1", "-v=1"], "-v takes no value"),
        (["roll", "1d1", "--color="], "--color: expected auto, always, never, found ''"),
        (["help", "roll", "odds"], 'help cannot use "odds"'),
        (["help", "arena", "list", "x"], 'help cannot use "x"'),
        (["roll", "--list", "1d1"], "--list rolls nothing"),
        (["roll", "-"], "Without words roll reads lines of standard input"),
        (["--", "-5"], "no command stands before --"),
        (["--"], "no command stands before --"),
        (["@sneak"], "combatcli roll '@sneak'"),
        (["abs(-3)"], "combatcli roll 'abs(-3)'"),
        (["a=1;a"], "combatcli roll 'a=1;a'"),
        (["roll", "3d6\udcff"], r'"3d6\xff" is not UTF-8'),
        (["\udcff"], r'there is no command "\xff"'),
        (["roll", "1d1000000!>=2", "1d4", "--seed", "a"], "more than 1,000 times.\n  1d1000000!>=2\n  ^\n"),
    ],
)
def test_a_slip_is_told_in_a_sentence(run: Run, words: list[str], said: str) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["roll", "1d1", "--tims", "3"], "Did you mean --times?"),
        (["roll", "1d1", "--TIMES", "3"], "Did you mean --times?"),
        (["roll", "1d1", "--hep"], "Did you mean --help?"),
        (["recover", "--hep"], "Did you mean --help?"),
        (["recover", "--halp"], "Did you mean --help?"),
        (["recover", "--hea"], "Did you mean --heal?"),
        (["show", "--hlep"], "Did you mean --help?"),
        (["roll", "1d1", "--jsn"], "Did you mean --json?"),
        (["--hep"], "Did you mean --help?"),
        (["--versoin"], "Did you mean --version?"),
        (["--zzz"], "`combatcli --help` lists the commands"),
        (["-x"], "`combatcli --help` lists the commands"),
        (["show", "-e"], "`combatcli show --help` lists its options"),
        (["odds", "1d4", "-t", "3"], "`combatcli odds --help` lists its options"),
        (["odds", "1d4", "--seed", "a"], "`combatcli odds --help` lists its options"),
        (["roll", "1d1", "--=3"], "`combatcli roll --help` lists its options"),
    ],
)
def test_an_option_that_is_not_there_is_likened_to_none_that_is_unlike(run: Run, words: list[str], hint: str) -> None:
    done = run(*words)
    assert done.code == 2
    assert hint in done.err


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


def test_scripts_get_a_long_key_whole(run: Run) -> None:
    done = run("check", "--json", stdin=f'ruleset = "realm"\n[combatants.a]\n{LONG} = 1\n')
    assert done.events[0]["path"] == f"combatants.a.{LONG}"


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


def test_a_file_of_comments_alone_is_not_empty(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    for text, said in (
        ("# To do.\n\n# Soon.\n", "has nothing but comments"),
        ("", "is empty"),
        (" \n\t\n", "is empty"),
    ):
        path.write_text(text, encoding="utf-8")
        for command in ("show", "check", "next", "log"):
            done = run(command, "-f", str(path))
            assert (done.code, f"fight.toml {said}" in done.err) == (3, True), command
    assert "standard input has nothing but comments" in run("show", stdin="# To do.\n").err


def test_help_of_help_is_the_whole(run: Run) -> None:
    assert run("help", "help").out == run("help").out == run("--help").out


def test_numbers_of_a_fight_are_in_plain_digits(run: Run) -> None:
    fight = f'ruleset = "realm"\n{load("realm").example()}'
    for words in (
        ["wound", "ruffian", ARABIC],
        ["wound", "ruffian", "1_0"],
        ["attack", "mira", "ruffian", "--dice", "9,4,1_0"],
        ["declare", "mira", "attack", "ruffian", "--pay", f"mira={ARABIC}"],
    ):
        done = run(*words, stdin=fight)
        assert done.code in (2, 3), words
        assert done.err
    deck = f'ruleset = "arq"\n{load("arq").example()}'
    assert run("order", "--cards", ARABIC, stdin=deck).code == 2
    assert run("move", "bran", f"{ARABIC},1", stdin=deck).code in (2, 3)


def test_a_compound_die_with_bounds_shows_what_it_counts(run: Run) -> None:
    assert run("roll", "-v", "--dice", "6,1,5,1", "3d6!!max5").out == "3d6!!max5: [6!+1->5, 1, 5] = 11\n"
    assert run("roll", "-v", "--dice", "6,1,5,1", "3d6!!min8").out == "3d6!!min8: [6!+1->8, 1->8, 5->8] = 24\n"
    assert run("roll", "-v", "--dice", "6,6,3,6,2,1", "3d6!!").out == "3d6!!: [6!+6!+1, 6!+2, 3] = 24\n"


def test_bytes_that_are_no_text_are_shown_as_bytes() -> None:
    assert escape("a\udcff\x07\u202e") == r"a\xff\x07\u202e"


@pytest.mark.parametrize(
    ("word", "number"), [("7", 7), ("-7", -7), ("+7", 7), ("1_0", None), (ARABIC, None), ("", None), ("-", None)]
)
def test_a_whole_number_is_in_plain_digits(word: str, number: int | None) -> None:
    assert whole_number(word) == number
