"""What a mistake on a command line is told: what was typed, what is wrong with it, what to type next."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from combatcli.__main__ import _wrapped as wrapped
from combatcli.errors import nearest_name
from combatcli.text import escape, printable
from support import DUEL, Run, refused

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
        (["roll", "-"], "Without arguments, roll reads lines of standard input"),
        (["--", "-5"], "no command comes before --"),
        (["--"], "no command comes before --"),
        (["@sneak"], "combatcli roll '@sneak'"),
        (["abs(-3)"], "combatcli roll 'abs(-3)'"),
        (["a=1;a"], "combatcli roll 'a=1;a'"),
        (["roll", "3d6\udcff"], r'"3d6\xff" is not UTF-8'),
        (["\udcff"], r'there is no command "\xff"'),
        (["roll", "1d1000000!>=2", "1d4", "--seed", "a"], "more than 1,000 times.\n  1d1000000!>=2\n  ^\n"),
    ],
)
def test_a_slip_is_told_in_a_sentence(run: Run, words: list[str], said: str) -> None:
    refused(run(*words), 2, said)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["roll", "1d1", "--tims", "3"], "Did you mean --times?"),
        (["roll", "1d1", "--TIMES", "3"], "Did you mean --times?"),
        (["roll", "1d1", "--hep"], "Did you mean --help?"),
        (["recover", "--hep"], "Did you mean --help?"),
        (["recover", "--halp"], "Did you mean --help?"),
        (["recover", "--hea"], "Several begin so: --heal, --health."),
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


def test_a_file_of_comments_alone_is_not_empty(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    for text, said in (
        ("# To do.\n\n# Soon.\n", "has only comments"),
        ("", "is empty"),
        (" \n\t\n", "is empty"),
    ):
        path.write_text(text, encoding="utf-8")
        for command in ("show", "check", "next", "log"):
            refused(run(command, "-f", str(path)), 3, f"fight.toml {said}")
    assert "standard input has only comments" in run("show", stdin="# To do.\n").err


@pytest.mark.parametrize(
    ("game", "words", "says"),
    [
        ("blade", ["attack", "drana", "orc1"], "Did you mean darna?"),
        ("arq", ["attack", "zzz", "gob1", "--odds"], 'no combatant "zzz"'),
        ("realm", ["wound", "3", "mira"], "Write: combatcli wound mira 3"),
        ("realm", ["attack", "mira", "ruffian", "--dice", "10", "4", "3"], "Faces have commas between: --dice 10,4,3"),
        ("realm", ["wound", "xyz", "ruffian"], 'no combatant "xyz"'),
        ("realm", ["wound", "mira", "3", "--by", "rufian"], "Did you mean ruffian?"),
        ("blade", ["set", "darna", "count=0"], "a group needs at least one member"),
        (
            "arq",
            ["set", "gob1", "count=1000000000"],
            "gob1.count: a group has at most 10,000 members, not 1,000,000,000",
        ),
        ("realm", ["set", "mira", "weapons.axe={class=heavy}"], "'weapons.axe={class=\"heavy\"}'"),
        ("realm", ["test", "mira"], "test: no combatant and no trait given"),
        ("realm", ["arena", "-f", "x"], "options follow the subcommand"),
        ("realm", ["map"], "Did you mean arena map?"),
        ("realm", ["-f", "x.toml", "show"], "Write: combatcli show -f x.toml"),
        ("realm", ["move", "mira"], "WAY is one arena, or two for an Awesome"),
        ("realm", ["remove", "mira"], "Did you mean drop?"),
        ("realm", ["heal", "mira"], "Did you mean recover?"),
        ("realm", ["show", "--playr"], "Did you mean --players?"),
        ("realm", ["attack", "mira", "ruffian", "--weapon", "axe"], "Known: dagger, sabre."),
        (
            "realm",
            ["set", "ruffian", "status=[broken]"],
            """The shell removes quotes unless you put others around them: 'status=["broken"]'""",
        ),
        (
            "realm",
            ["odds", "2d6", "--at-least", "9", "--at-most", "3"],
            "For a range, write --at-least LOW --at-most HIGH.",
        ),
    ],
)
def test_a_mistake_is_told_what_to_type_next(run: Run, game: str, words: list[str], says: str) -> None:
    done = run(*words, stdin=run("new", game, "--example").out)
    assert done.code in (2, 3)
    assert says in done.err


def test_a_report_is_recognised_where_an_encounter_should_be(run: Run) -> None:
    text = run("new", "realm", "--example").out
    for report in (run("show", stdin=text).out, run("show", "--json", stdin=text).out, run("odds", "2d6").out):
        refused(run("wound", stdin=report), 3, "looks like a report", "--pass")
    assert "is not valid TOML" in run("show", stdin='ruleset = "realm').err


def test_standard_input_that_is_no_encounter_says_that_it_won(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "COMBATCLI_FILE" not in run("show", stdin="mira ruffian\n").err
    monkeypatch.setenv("COMBATCLI_FILE", "fight.toml")
    for text in ("mira ruffian\n", "", 'x = "y"\n'):
        done = run("show", stdin=text)
        assert "Standard input goes before $COMBATCLI_FILE: -f fight.toml reads that" in done.err


def test_an_empty_input_may_be_the_output_too(run: Run) -> None:
    assert "`< f > f`" in run("show", stdin="").err


@pytest.mark.parametrize(
    "first", ["ruleset: realm", 'ruleset "realm"', 'oops ruleset = "realm"', "round: 3", "\ufeff\ufeff"]
)
def test_a_fault_in_the_first_line_of_a_pipe_is_no_report(run: Run, first: str) -> None:
    text = run("new", "realm", "--example").out
    assert "line 1" in run("check", stdin=f"{first}\n{text}").err
    assert "looks like a report" in run("check", stdin=run("show", stdin=text).out).err
    assert "looks like a report" in run("check", stdin=run("show", "--json", stdin=text).out).err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["attack", "mira", "ogre", "--curse", "eyes"], 2, "no such option"),
        (["attack", "mira"], 2, "attack: no target given"),
        (["attack"], 2, "attack: no attacker given"),
        (["show", "mira", "ogre"], 2, 'show cannot use "ogre"'),
        (["attack", "mira", "ogre", "--dice", "10"], 3, "too few faces"),
        (["wound", "ogre", "1", "--dice", "1"], 3, "one face too many"),
        (["wound", "--odds"], 3, "this rolls no dice, so it has no odds"),
        (["next", "--odds"], 3, "this rolls no dice, so it has no odds"),
        (["declare", "mira", "defend", "--odds"], 3, "this rolls no dice, so it has no odds"),
        (["show", "--odds"], 2, "no such option"),
        (["wound", "ogre", "1", "-e"], 2, "no such option: -e"),
        (["next", "--exit-status"], 2, "no such option: --exit-status"),
        (["-e", "attack"], 2, "options follow the command"),
        (["attack", "mira", "ogre", "--apply=yes"], 2, "--apply takes no value"),
        (["attack", "mira", "ogre", "--bonus"], 2, "--bonus needs a value"),
        (["recover", "mira", "--heal=lots"], 2, "--heal: expected a whole number, found 'lots'"),
        (["attack", "mira", "ogre", "--distance", "far"], 2, "--distance: expected a number of feet, found 'far'"),
        (["attack", "mira", "ogre", "--dice", "1", "--seed", "x"], 2, "exclude each other"),
        (["attack", "mira", "ogre", "--with", "brawn=1"], 2, "--with KEY=VALUE describes a combatant without a file"),
        (["attack", "mira", "ogre", "--bonus", "lots"], 2, "--bonus: expected a whole number, found 'lots'"),
        (["declare", "mira", "attack", "--pay", "ogre"], 2, "expected WHO=N"),
        (["arena", "set", "here", "kinds=open"], 2, 'an arena has no key "kinds" to set'),
        (["arena", "lsit"], 2, "Did you mean list?"),
        (["attack", "mira", "ogre", "--weapn", "axe"], 2, "Did you mean --weapon?"),
        (["roll", "d6", "--dcie", "3"], 2, "Did you mean --dice?"),
        (["atack"], 2, "Did you mean attack?"),
        (["rules", "R999"], 3, "there is no rule R999"),
        (["show", "--color", "mauve"], 2, "expected auto, always, never"),
        (["arena", "breach", "a", "b"], 2, "needs --by"),
    ],
)
def test_a_mistake_changes_no_byte(run: Run, duel_file: Path, words: list[str], code: int, message: str) -> None:
    refused(run(*words, "-f", duel_file), code, message)
    assert duel_file.read_text(encoding="utf-8") == DUEL


def test_a_group_without_a_subcommand_names_them(run: Run) -> None:
    refused(run("arena"), 2, "arena needs one of its subcommands", "list, map, add")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("a",), "Several begin so: add, arena, attack."),
        (("arena", "l"), "Several begin so: link, list."),
        (("show", "--ver", "-f", "x"), "Did you mean --verbose?"),
        (("attack", "a", "b", "--di"), "Several begin so: --dice, --difficulty, --distance."),
        (("log", "fights/x"), "Write: -f fights/x. Usage: combatcli log"),
        (("order", "x.toml"), "Write: -f x.toml."),
        (("new", "realm", "x.toml"), "Write: -o x.toml."),
        (("next", "x.toml"), "FILE"),
        (("test", "mira", "agility", "12"), "--target 12"),
    ],
)
def test_a_beginning_is_answered_by_all_that_begin_so_and_a_word_out_of_place_by_its_option(
    run: Run, words: tuple[str, ...], hint: str
) -> None:
    assert hint in run(*words).err


def test_the_beginning_of_an_id_is_answered_by_all_that_begin_so(run: Run) -> None:
    text = 'ruleset = "blade"\n[combatants.orc1]\n[combatants.orc2]\n'
    assert "Several begin so: orc1, orc2." in run("show", "orc", stdin=text).err


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
