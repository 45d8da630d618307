"""Names in any case, beginnings of names on a terminal, and what each mistake is told to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("realm", ["attack", "MIRA", "Scarred Ruffian", "--weapon", "SABRE", "--dice", "1,1"]),
        ("realm", ["declare", "Mira", "ATTACK", "Ruffian"]),
        ("realm", ["test", "mira", "DARING", "--dice", "5"]),
        ("realm", ["arena", "set", "MARKET", "kind=OPEN"]),
        ("blade", ["attack", "Darna", "ORC1", "--weapon", "Sword", "--dice", "6,6"]),
        ("blade", ["test", "ilvar", "Mind", "--dice", "6,6"]),
        ("arq", ["declare", "BRAN", "Pass"]),
        ("beacon", ["attack", "VELA", "wight", "--weapon", "LONGBOW", "--versus", "Ward", "--dice", "1,1,1"]),
        ("beacon", ["test", "osric", "TRAVERSE", "--position", "Desperate", "--dice", "1,1,1"]),
        ("beacon", ["declare", "Osric Vane", "RASH"]),
        ("beacon", ["declare", "osric", "draw", "GREATAXE"]),
        ("beacon", ["wound", "HOUND", "Burning:2"]),
        ("beacon", ["wound", "hound", "7", "--type", "Thermal"]),
    ],
)
def test_names_and_words_are_read_in_any_case(run: Run, game: str, words: list[str]) -> None:
    text = run("new", game, "--example").out
    lower = [word if " " in word else word.lower() for word in words]
    assert run(*words, "--json", stdin=text).events == run(*lower, "--json", stdin=text).events


def test_a_beginning_is_enough_on_a_terminal_alone(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # A script must not hit Miranda because Mira left.
    path = tmp_path / "fight.toml"
    path.write_text(run("new", "realm", "--example").out, encoding="utf-8")
    words = ("attack", "mir", "ruff", "--weapon", "sab", "--dice", "1,1", "-n", "-f", path)
    refused = run(*words)
    assert (refused.code, "Did you mean mira?" in refused.err) == (3, True)
    for where in (
        "combatcli.pipeline.resolution",
        "combatcli.streams",
        "combatcli.commands.drop",
        "combatcli.commands.set",
    ):
        monkeypatch.setattr(f"{where}.on_terminal", lambda: True)
    assert run(*words).code == 0
    assert run("att", "mira", "ruffian", "--dice", "1,1", "-n", "-f", path).code == 0
    assert run("attack", "mira", "m", "-n", "-f", path).code == 3
    assert run("drop", "sef", "-n", "-f", path).code == 0
    assert run("set", "mar", "marked=[1]", "-n", "-f", path).code == 0
    run("add", "3orc", "-f", path)
    assert "takes wound 3" in run("wound", "mira", "3", "-n", "-f", path).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["-f", "x.toml", "show"], "Write: combatcli show -f x.toml"),
        (["move", "mira"], "WAY is one arena, or two for an Awesome."),
        (["remove", "mira"], "Did you mean drop?"),
        (["heal", "mira"], "Did you mean recover?"),
        (["show", "--playr"], "Did you mean --players?"),
        (["attack", "mira", "ruffian", "--weapon", "axe"], "Known: dagger, sabre."),
        (
            ["set", "ruffian", "status=[broken]"],
            """The shell takes quotes away unless others stand around: 'status=["broken"]'""",
        ),
        (["odds", "2d6", "--at-least", "9", "--at-most", "3"], "The range is --at-least LOW --at-most HIGH."),
    ],
)
def test_a_mistake_is_told_what_to_type_next(run: Run, words: list[str], says: str) -> None:
    done = run(*words, stdin=run("new", "realm", "--example").out)
    assert done.code in (2, 3)
    assert says in done.err


def test_who_counts_dice_that_none_can_show_is_told_of_totals(run: Run) -> None:
    assert "the chance of a total is `odds 2d6 --at-least 9`" in run("odds", "2d6>=9").out
    assert "is `odds '(1d4)d6' --at-least 9`" in run("odds", "(1d4)d6>=9").out
    assert "Warning" not in run("odds", "2d6>=5").out
    assert "Warning" not in run("odds", "2d6<9").out


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


def test_help_is_a_word_too(run: Run) -> None:
    assert run("help").out == run("--help").out
    assert run("help", "attack").out == run("attack", "--help").out
    assert run("help", "arena", "map").out == run("arena", "map", "--help").out
    assert run("-V").out == run("--version").out


def test_declaring_the_same_again_is_no_change(run: Run) -> None:
    text = run("new", "realm", "--example").out
    assert "changed" not in run("declare", "mira", "attack", "ruffian", stdin=text).err
    assert "changed" in run("declare", "mira", "attack", "thugs", stdin=text).err


def test_a_report_is_recognised_where_an_encounter_should_be(run: Run) -> None:
    text = run("new", "realm", "--example").out
    for report in (run("show", stdin=text).out, run("show", "--json", stdin=text).out, run("odds", "2d6").out):
        done = run("wound", stdin=report)
        assert (done.code, done.out) == (3, "")
        assert "looks like a report" in done.err
        assert "--pass" in done.err
    assert "is not valid TOML" in run("show", stdin='ruleset = "realm').err


def test_standard_input_that_is_no_encounter_says_that_it_won(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "COMBATCLI_FILE" not in run("show", stdin="mira ruffian\n").err
    monkeypatch.setenv("COMBATCLI_FILE", "fight.toml")
    for text in ("mira ruffian\n", "", 'x = "y"\n'):
        done = run("show", stdin=text)
        assert "Standard input goes before $COMBATCLI_FILE: -f fight.toml reads that" in done.err


def test_an_empty_input_may_be_the_output_too(run: Run) -> None:
    assert "`< f > f`" in run("show", stdin="").err


def test_new_names_the_ids(run: Run) -> None:
    assert "ruffian (Scarred Ruffian), thugs (Dockside Thugs)" in run("new", "realm", "--example").err


@pytest.mark.parametrize(
    ("game", "words", "says"),
    [
        ("blade", ["attack", "drana", "orc1"], "Did you mean darna?"),
        ("arq", ["attack", "zzz", "gob1", "--odds"], 'no combatant "zzz"'),
        ("realm", ["wound", "3", "mira"], "Write: combatcli wound mira 3"),
        ("realm", ["wound", "xyz", "ruffian"], 'no combatant "xyz"'),
        ("realm", ["wound", "mira", "3", "--by", "rufian"], "Did you mean ruffian?"),
        ("blade", ["set", "darna", "count=0"], "a group has one member or more"),
        ("realm", ["set", "mira", "weapons.axe={class=heavy}"], "'weapons.axe={class=\"heavy\"}'"),
        ("realm", ["set", "ruffian", "status=broken"], "'status=[\"broken\"]'"),
        ("realm", ["test", "mira"], "test needs WHO… and TRAIT"),
        ("realm", ["arena", "-f", "x"], "options follow the subcommand"),
        ("realm", ["map"], "Did you mean arena map?"),
    ],
)
def test_more_mistakes_are_told_what_to_type(run: Run, game: str, words: list[str], says: str) -> None:
    done = run(*words, stdin=run("new", game, "--example").out)
    assert done.code in (2, 3)
    assert says in done.err


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("2d6>9", "`odds 2d6 --at-least 10`"),
        ("2d6=7", "`odds 2d6 --at-least 7 --at-most 7`"),
        ("2d6 ge 9", "`odds 2d6 --at-least 9`"),
    ],
)
def test_the_question_of_a_total_is_named_rightly(run: Run, said: str, meant: str) -> None:
    assert meant in run("odds", said).out


def test_the_same_secret_again_pays_the_bowl_once(run: Run) -> None:
    text = run("set", ".", "round=2", "phase=1", stdin=run("new", "realm", "--example").out).out
    text = run("set", "--side", "collectors", "declared=", stdin=text).out
    for _ in range(2):
        text = run("declare", "marksman", "shoot", "sefa", "--secret", "1", stdin=text).out
    assert run("show", "--json", stdin=text).event("encounter")["bowl"] == 1


def test_a_file_that_is_no_picture_is_not_drawn_over(run: Run, tmp_path: Path) -> None:
    path, picture = tmp_path / "fight.toml", tmp_path / "fight.svg"
    path.write_text(run("new", "realm", "--example").out, encoding="utf-8")
    before = path.read_bytes()
    for option in ("--svg", "--html"):
        assert run("show", option, path, "-f", path).code == 4
        assert run("show", option, "-", "-f", path).code == 2
    assert path.read_bytes() == before
    for _ in range(2):
        assert run("show", "--svg", picture, "-f", path).code == 0


def test_an_empty_fight_names_the_next_step(run: Run) -> None:
    text = run("new", "realm").out
    assert "combatcli add ID" in run("show", stdin=text).out
    assert "arena add NAME" in run("arena", "map", stdin=text).out
