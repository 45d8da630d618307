"""`roll` on the command line: words, options, breakdowns, JSON, mistakes."""

from __future__ import annotations

import pytest

from combatcli.text import escape
from support import Run, refused


def test_a_pipe_gets_the_total_alone(run: Run) -> None:
    assert run("roll", "3d6+2", "--dice", "1,2,3").out == "8\n"


def test_faces_have_commas_or_spaces_between(run: Run) -> None:
    assert run("roll", "3d6+2", "--dice", "1 2, 3").out == "8\n"


@pytest.mark.parametrize("words", [["3d6"], ["d20"], ["(1d6)"], ["{1d6,1d4}kh1"], ["D%"], ["dF"], ["3d6", "-t", "2"]])
def test_a_word_that_starts_like_dice_is_rolled(run: Run, words: list[str]) -> None:
    done = run(*words)
    assert (done.code, done.err) == (0, "")
    assert all(int(line) <= 100 for line in done.out.splitlines())


@pytest.mark.parametrize(("word", "total"), [("-1d6", -4), ("-(1d6)", -4), ("-abs(1d6)", -4), ("-MAX(1d6,5)", -5)])
def test_what_is_taken_away_is_no_option(run: Run, word: str, total: int) -> None:
    assert run("roll", word, "--dice", "4").out == f"{total}\n"
    assert run("odds", word, "--at-most", -1).out.endswith("100 %.\n")
    assert "no such option: -s" in run("roll", "-sum(1d6)").err


def test_a_roll_is_repeated_and_several_are_rolled_in_turn(run: Run) -> None:
    assert run("roll", "-t", "2", "1d6", "1d4", "--dice", "6,5,4,3").out == "6\n5\n4\n3\n"
    assert run("roll", "3x1d6", "--dice", "6,5,4").out == "6\n5\n4\n"
    assert len(run("roll", "-t", "1000", "2x3d6").out.splitlines()) == 2000


def test_expressions_are_read_from_standard_input(run: Run) -> None:
    assert run("roll", "--dice", "4,2", stdin="# first\nd6\n\n 1d4 # damage\n").out == "4\n2\n"
    refused(run("roll", stdin="d6\nd\n"), 2, "line 2 of standard input")


def test_the_breakdown_shows_each_die(run: Run) -> None:
    done = run("roll", "-v", "4d6kh3+1 # strength", "--dice", "4,1,6,3")
    assert done.out == "4d6kh3+1 (strength): [4, (1), 6, 3] + 1 = 14\n"


def test_a_terminal_gets_the_breakdown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combatcli.commands.roll.on_terminal", lambda: True)
    assert run("roll", "2d6", "--dice", "3,4").out == "2d6: [3, 4] = 7\n"


def test_quiet_rolls_in_silence(run: Run) -> None:
    assert run("roll", "-q", "3d6").out == ""


def test_the_same_seed_gives_the_same_faces(run: Run) -> None:
    first, second = (run("roll", "10d6", "--seed", "friday", "--json") for _ in range(2))
    assert first.out == second.out
    assert first.json["dice"] == {"seed": "friday", "step": 0}
    assert run("roll", "10d6", "--seed", "monday", "--json").events != first.events


def test_json_mints_a_seed_and_reports_it(run: Run) -> None:
    minted = run("roll", "5d20", "--json")
    again = run("roll", "5d20", "--json", f"--seed={minted.json['dice']['seed']}")
    assert minted.events == again.events


def test_the_json_of_a_roll_is_pinned(run: Run) -> None:
    done = run("roll", "4d6kh3", "--json", "--dice", "4,1,6,3")
    assert done.json == {
        "version": 1,
        "command": "roll",
        "ruleset": None,
        "events": [
            {
                "event": "roll",
                "expression": "4d6kh3",
                "total": 13,
                "faces": [4, 1, 6, 3],
                "kept": [4, 6, 3],
                "breakdown": "[4, (1), 6, 3] = 13",
            }
        ],
        "warnings": [],
        "dice": {"seed": None, "step": None},
    }


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["3dx"], 2, 'expected a number of sides after "d", found "x"'),
        (["roll", "999999999d6"], 2, "at most 10,000"),
        (["roll", "1d0"], 2, "not 0"),
        (["roll", "(" * 200 + "1" + ")" * 200], 2, "100"),
        (["roll", "1d1!"], 2, "never end"),
        (["roll", "1d6r<=6"], 2, "never end"),
        (["roll", "1/0"], 2, "division by zero"),
        (["roll", "4d6d1"], 2, "ambiguous"),
        (["roll", "3d6", "--dice", "1,2"], 3, "too few faces"),
        (["roll", "3d6", "--dice", "1,2,3,4"], 3, "one face too many: 4 was not used"),
        (["roll", "3d6", "--dice", "1,2,7"], 3, "impossible on a d6"),
        (["roll", "3d6", "--dice", "a"], 2, "expected faces with commas"),
        (["roll", "-t", "0", "3d6"], 2, "expected a number from 1"),
        (["roll", "--times=many", "3d6"], 2, "--times: expected a whole number"),
        (["roll", "3d6", "+", "2"], 2, "Put quotes around"),
        (["roll", "3d6", "--dice", "1", "--seed", "x"], 2, "exclude each other"),
        (["roll", "--bogus", "3d6"], 2, "no such option: --bogus"),
        (["roll", "d6", "--color", "mauve"], 2, "expected auto, always, never"),
        (["roll", "3d6", "--dice", "1,,2"], 2, "expected faces with commas"),
        (["odds", "6x3d6"], 2, "repeated 6 times"),
        (["odds", "3dx"], 2, 'found "x"'),
        (["odds"], 4, "standard input is empty"),
    ],
)
def test_a_mistake_gets_one_sentence_and_nothing_on_standard_output(
    run: Run, words: list[str], code: int, message: str
) -> None:
    done = run(*words)
    refused(done, code)
    assert done.err.startswith("combatcli: ")
    assert message in done.err


def test_a_caret_stands_under_the_column_at_fault(run: Run) -> None:
    assert run("roll", "3d6+x").err.splitlines()[1:3] == ["  3d6+x", "      ^"]
    _, text, caret, *_ = run("roll", "1+" * 200 + "x").err.splitlines()
    assert (text[len(caret) - 1], len(text) < 120) == ("x", True)


def test_control_characters_in_an_expression_are_shown_escaped(run: Run) -> None:
    done = run("roll", "3d6\x1b[31m")
    assert "\x1b" not in done.err
    assert "\\x1b" in done.err


def test_a_roll_without_anything_to_roll_says_what_to_write(run: Run) -> None:
    refused(run("roll", terminal=True), 2, "roll needs an expression")


def test_a_shortcut_takes_every_option_of_roll(run: Run) -> None:
    assert run("3d6", "--dice", "1,2,3", "--color", "always").out == "6\n"
    assert run("3d6", "--help").out.startswith("Usage: combatcli roll")
    assert run("3d6", "--sead", "x").code == 2
    assert run("3dx", "--json").json["command"] == "roll"


def test_an_error_in_json_has_its_column(run: Run) -> None:
    assert run("roll", "3d6+x", "--json").json["error"]["column"] == 5


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_pipe_is_an_error_for_roll_too(run: Run, text: str) -> None:
    refused(run("roll", stdin=text), 4, "standard input is empty")


@pytest.mark.parametrize("command", ["roll", "odds"])
@pytest.mark.parametrize("text", ["-d1", "-D1", "-1d1", "-(1d1)", "-{1,1d1}kh1", "-d{1}"])
def test_an_expression_may_begin_with_a_minus(run: Run, command: str, text: str) -> None:
    told = run(command, text, "--json").json["events"][0]
    assert told["total"] == -1 if command == "roll" else told["mean"] == -1


def test_a_minus_that_begins_no_dice_is_an_option(run: Run) -> None:
    assert run("roll", "--", "--d1").out == "1\n"
    assert run("roll", "-7/2").out == "-4\n"
    assert "no such option: -d" in run("roll", "-d").err
    assert "no such option: -d" in run("show", "-d6").err


def test_the_whole_command_line_reads_the_same_words(run: Run) -> None:
    assert run("roll", "2d6", "-t", "2", "--dice", "1,2,3,4", "--color", "never").out == "3\n7\n"
    assert (
        run("roll", "2d6", "--seed", "a", "--color", "never", "-v").out == run("roll", "2d6", "--seed", "a", "-v").out
    )
    assert run("roll", "2d6", "--color", "never", "-t", "0").code == 2
    assert run("roll", "--json", "2d6", "--color", "never", "--dice", "9,9").code == 3


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("1d6\N{GREATER-THAN OR EQUAL TO}3", "Write >= instead."),
        ("3d6\N{MINUS SIGN}2", "Write - instead."),
        ("3d6\N{MULTIPLICATION SIGN}2", "Write * instead."),
        ("3d6 plus 2", "Write + instead."),
        ("1d6==3", "Comparisons are = > >= < <=."),
        ("1d6<>3", "Comparisons are = > >= < <=."),
        ("1d20 adv", "Advantage is 2d20kh1, disadvantage 2d20kl1."),
        ("{a=1d4;a}", "Names come first, before all that uses them: a = 1d20; a+5."),
        ("3d6!>2d8", "Write dl1 to drop the lowest, dh1 the highest; totals are compared as in (3d6!) > (2d8)."),
        ("3d6!d1", "Write dl1 to drop the lowest, dh1 the highest."),
        ("2d6ra6", "Dice are rerolled as in 2d6r1, or once as in 2d6ro1."),
        ("4d6-L", "Drop the lowest as in 4d6dl1, the highest as in 4d6dh1."),
        ("4d6 - H", "Drop the lowest as in 4d6dl1, the highest as in 4d6dh1."),
        ("4d6s1", "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."),
        ("4d6 drop lowest", "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."),
        ("[highest 3 of 4d6]", "Keep as in 4d6kh3, drop the lowest as in 4d6dl1."),
        ("5k3", "Dice are written with d: 5d10kh3."),
        ("6 4d6", "An expression is repeated as in 6x4d6kh3."),
        ("1d20+5 dc15", "A total is compared as in 1d20+5 >= 15."),
        ("1d20+5 DC 15", "A total is compared as in 1d20+5 >= 15."),
        ("2d1.5", "Dice are whole, and so are their sides: 2d6."),
        ("1.5d6", "Dice are whole, and so are their sides: 2d6."),
        ("d{2-5}", "Faces from 2 to 5 are d{2..5}."),
        ("{2-5}", "Faces from 2 to 5 are d{2..5}."),
        ("2d(1,3,5)", "The faces of a die are in braces: d{1,3,5}."),
        ("1d[1,3,5]", "The faces of a die are in braces: d{1,3,5}."),
        ("a=2d6; a kh1", "A name keeps its dice in braces, with + between them: p = {4d6+1d8}; p kh1."),
        ("p={2d6,1d8}; p kh1", "A name keeps its dice in braces, with + between them: p = {4d6+1d8}; p kh1."),
        ("output 3d6", "Write the dice alone: 2d6."),
        ("3d6 explode 6", "Dice explode as in 3d6!, or on a face as in 3d6!6."),
        ("d6 d6", "Write dl1 to drop the lowest, dh1 the highest; dice are added as in d6+d8."),
        ("4dF.1", "Fate dice are 4dF, and show -1, 0 and 1."),
        ("[[2d6]]", "Dice within dice are in parentheses: 2d6+(1d4)."),
        ("4d6!!p", "Write one of !, !!, !p and !o."),
        ("2d6 // comment", "What it is for follows #: 2d6 # fire."),
        ("/roll 2d6", "Write the dice alone: 2d6."),
        ("1d20+STR", "A modifier is a number: 1d20+5."),
        ("2**(1d4-9)", "Write max(0, \N{HORIZONTAL ELLIPSIS}) around it."),
    ],
)
def test_what_is_written_elsewhere_is_told_as_it_is_written_here(run: Run, text: str, hint: str) -> None:
    done = run("roll", text)
    refused(done, 2)
    message, written, caret, told = done.err.splitlines()
    assert message.startswith("combatcli: ")
    assert (written.strip(), caret.strip(), told.strip()) == (text, "^", hint)


def test_a_word_is_read_whole_before_it_is_complained_about(run: Run) -> None:
    refused(run("roll", "2d6+1 // damage"), 2, 'found "damage"')
    refused(run("roll", "1d20+5 DC 15"), 2, 'found "DC"')


def test_what_a_label_says_is_no_word_of_other_dice(run: Run) -> None:
    assert "follows #" not in run("roll", "3d6+ # fire // hot").err


def test_printable_names_stay_and_others_are_escaped() -> None:
    assert escape("Zoë 北") == "Zoë 北"
    assert escape("👩\u200d🚀\n") == "👩\u200d🚀\\n"
    assert escape("a\x1b[2J\u202eb\n") == "a\\x1b[2J\\u202eb\\n"


@pytest.mark.parametrize(
    ("words", "stdin", "message"),
    [
        (
            ["--tally", "-t", "10000000", "2x1d6"],
            "",
            "combatcli: it would be rolled 20,000,000 times, and the limit is 10,000,000",
        ),
        (["-t", "5000000", "3d6", "3x1d1"], "", "combatcli: it would be rolled 15,000,000 times"),
        (["-t", "2000000"], "6x1d1\n", "combatcli: line 1 of standard input: it would be rolled 12,000,000 times"),
    ],
)
def test_no_expression_is_rolled_too_often(run: Run, words: list[str], stdin: str, message: str) -> None:
    done = run("roll", *words, stdin=stdin)
    refused(done, 2)
    assert done.err.startswith(message)


def test_faces_are_asked_for_by_the_expression_that_needs_them(run: Run) -> None:
    assert "a d6 is still to be rolled for 2d6." in run("roll", "3d6", "2d6", "--dice", "1,2,3,4").err
    assert "impossible on a d6 for 2d6." in run("roll", "3d6", "2d6", "--dice", "1,2,3,4,9").err
    assert "a d6 is still to be rolled." in run("roll", "2d6", "--dice", "1").err


@pytest.mark.parametrize(
    ("words", "whole"), [(["3d6", "+2"], "3d6+2"), (["3d6", "-5"], "3d6-5"), (["d8", "2d6", "+1"], "2d6+1")]
)
def test_a_number_to_add_is_no_roll_of_its_own(run: Run, words: list[str], whole: str) -> None:
    refused(run("roll", *words), 2, f"{words[-1]} is not a roll of its own", whole)
    assert run("roll", "3d6", "-1d1").out.endswith("\n-1\n")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("8d10ge7", "8d10>=7"),
        ("8d10 ge 7", "8d10>=7"),
        ("5d6gt4", "5d6>4"),
        ("5d6le2", "5d6<=2"),
        ("5d6lt3f6", "5d6<3f6"),
        ("5d6eq6", "5d6=6"),
        ("3d6x", "3d6!"),
        ("3d6xge5", "3d6!>=5"),
        ("3d6xp", "3d6!p"),
        ("3d6xo", "3d6!o"),
        ("3d6xx>=5", "3d6!!>=5"),
        ("2x3d6x6kh2", "2x3d6!6kh2"),
    ],
)
def test_word_forms_need_no_quotes(run: Run, said: str, meant: str) -> None:
    own, other = run("roll", said, "--seed", "a", "--json").events, run("roll", meant, "--seed", "a", "--json").events
    assert [each["faces"] for each in own] == [each["faces"] for each in other]
    assert [each["total"] for each in own] == [each["total"] for each in other]


def test_a_compound_die_with_bounds_shows_what_it_counts(run: Run) -> None:
    assert run("roll", "-v", "--dice", "6,1,5,1", "3d6!!max5").out == "3d6!!max5: [6!+1->5, 1, 5] = 11\n"
    assert run("roll", "-v", "--dice", "6,1,5,1", "3d6!!min8").out == "3d6!!min8: [6!+1->8, 1->8, 5->8] = 24\n"
    assert run("roll", "-v", "--dice", "6,6,3,6,2,1", "3d6!!").out == "3d6!!: [6!+6!+1, 6!+2, 3] = 24\n"


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        (("1d20 >= 21",), 1, "0\n"),
        (("1d20 >= 1",), 0, "1\n"),
        (("2d6", "-q"), 0, ""),
        (("1d6-1", "--dice", "1", "-v"), 1, "1d6-1: [1] - 1 = 0\n"),
        (("1d6", "2d6"), 2, ""),
        (("3x1d6",), 2, ""),
        (("1d6", "-t", "2"), 2, ""),
    ],
)
def test_a_roll_that_comes_to_nothing_ends_with_one_if_asked(
    run: Run, words: tuple[str, ...], code: int, printed: str
) -> None:
    done = run("roll", "-e", *words)
    assert (done.code, done.out) == (code, printed)


def test_the_status_of_a_roll_goes_with_json_too(run: Run) -> None:
    (event,) = run("roll", "-e", "1d6", "--json", "--seed", "a").events
    assert event["total"] == run("roll", "1d6", "--json", "--seed", "a").events[0]["total"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("odds", "3d6", "--plot"), "--svg 3d6.svg"),
        (("odds", "3d6", "--median"), "odds 3d6 --quantiles 50"),
        (("odds", "1d20", "--dc", "15"), "--at-least 15"),
        (("odds", "3d6", "--stats"), "--mean"),
        (("roll", "-n", "3", "1d6"), "roll -t 6 4d6kh3"),
        (("roll", "1d20", "--adv"), "2d20kh1"),
    ],
)
def test_options_of_other_rollers_get_a_hint(run: Run, words: tuple[str, ...], hint: str) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "")
    assert hint in done.err


@pytest.mark.parametrize("words", [("roll", "d66"), ("odds", "d66", "--at-least", "7"), ("roll", "2*1D66+1")])
def test_a_die_of_66_sides_is_rolled_and_two_dice_are_named(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.code == 0
    assert done.out
    assert "1d6*10+1d6" in done.err


@pytest.mark.parametrize("words", [("roll", "d666"), ("odds", "1d660", "--at-least", "7"), ("roll", "1d6+66")])
def test_other_dice_get_no_note(run: Run, words: tuple[str, ...]) -> None:
    assert not run(*words).err


def test_a_quiet_roll_gets_no_note(run: Run) -> None:
    assert run("roll", "-q", "d66").err == ""
