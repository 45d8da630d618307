"""The command line: where an encounter is read and written, JSON, messages, and what `new` and `schema` make."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from combatcli import __version__
from combatcli.__main__ import _wrapped_on_terminal as wrapped
from combatcli.errors import ExitCode, StreamError, nearest_name
from combatcli.rulesets import NAMES, load
from combatcli.text import escape, escaped_and_cut
from support import DUEL, HIT, FightFile, Run, refused, tables

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


@pytest.mark.parametrize("variable", ["", "fight.toml"])
@pytest.mark.parametrize("line", ["show", "attack mira ruffian", "undo", "drop mira"])
def test_a_file_among_the_words_is_told_where_it_belongs(
    run: Run, duel_file: Path, monkeypatch: pytest.MonkeyPatch, line: str, variable: str
) -> None:
    monkeypatch.setenv("COMBATCLI_FILE", variable)
    monkeypatch.chdir(duel_file.parent)
    refused(run(*line.split(), duel_file.name), 2, f"Write: combatcli {line} -f {duel_file.name}")
    refused(run("show", "fight.toml", "-o", "fight.toml"), 2, "Write: combatcli show -f fight.toml -o fight.toml")
    refused(run("show", "--", "fight.toml"), 2, "Write: -f fight.toml")


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


def test_the_envelope_of_a_report_is_pinned(run: Run, duel_file: Path) -> None:
    document = run(*HIT, "--json", "-f", duel_file).json
    assert document == {
        "version": 1,
        "command": "attack",
        "ruleset": "realm",
        "events": [
            {
                "event": "attack",
                "attacker": "mira",
                "target": "ogre",
                "weapon": "unarmed",
                "faces": [10],
                "kept": [10],
                "bonuses": {},
                "total": 10,
                "needed": 10,
                "hit": True,
                "damage": 3,
                "damage_faces": [2],
                "wounds": [3],
                "face_bonus": 1,
                "armor": 0,
            }
        ],
        "warnings": [],
        "dice": {"seed": None, "step": None},
    }
    assert all(next(iter(event)) == "event" for event in document["events"])


def test_the_envelope_of_an_error_is_pinned(run: Run, duel_file: Path) -> None:
    done = run("attack", "mirra", "ogre", "--json", "-f", duel_file)
    refused(done, 3)
    assert json.loads(done.err) == {
        "version": 1,
        "command": "attack",
        "error": {
            "kind": "refused",
            "message": 'there is no combatant "mirra" in this encounter',
            "hint": "Did you mean mira?",
        },
    }


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["roll", "3dx"], "dice"),
        (["attack", "--bogus"], "usage"),
        (["show", "-f", "/nowhere/at-all.toml"], "file"),
        (["rules", "R999"], "refused"),
    ],
)
def test_each_kind_of_error_has_its_word(run: Run, words: list[str], kind: str) -> None:
    assert json.loads(run(*words, "--json").err)["error"]["kind"] == kind


def test_json_mints_a_seed_where_the_encounter_has_none(run: Run, duel_file: Path) -> None:
    minted = run("attack", "mira", "ogre", "--json", "-n", "-f", duel_file).json
    again = run("attack", "mira", "ogre", "--json", "-n", "-f", duel_file, "--seed", minted["dice"]["seed"]).json
    assert minted["events"] == again["events"]


def test_what_json_has_no_word_for_is_written_as_text(run: Run, duel_file: Path) -> None:
    assert run("set", ".", "z=nan", "--json", "-n", "-f", duel_file).event("change")["changes"] == {"z": "nan"}


def test_the_encounters_seed_steps_on_with_each_command_that_rolls(run: Run, duel_file: Path) -> None:
    run("set", ".", "dice.seed=friday", "-f", duel_file)
    first = run("attack", "mira", "ogre", "--json", "-n", "-f", duel_file).json
    assert first["dice"] == {"seed": "friday", "step": 0}
    assert run("attack", "mira", "ogre", "--json", "-f", duel_file).json["events"] == first["events"]
    assert tables(duel_file)["dice"]["step"] == 1
    run("show", "-f", duel_file)
    run("attack", "mira", "ogre", "--dice", "1", "-f", duel_file)
    run("attack", "mira", "ogre", "--seed", "mine", "-f", duel_file)
    assert tables(duel_file)["dice"] == {"seed": "friday", "step": 1}
    assert run("attack", "mira", "ogre", "--json", "-f", duel_file).json["dice"]["step"] == 1


def test_exit_codes_are_the_documented_ones() -> None:
    codes = {name: value for name, value in vars(ExitCode).items() if name.isupper()}
    assert codes == {
        "DONE": 0,
        "FAILED": 1,
        "USAGE": 2,
        "REFUSED": 3,
        "STREAM": 4,
        "INTERNAL": 70,
        "INTERRUPTED": 130,
        "CLOSED": 141,
    }


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
    assert escaped_and_cut(message) == shown


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


@pytest.mark.parametrize("game", NAMES)
def test_the_schema_is_printed_and_written_beside_a_new_encounter(run: Run, tmp_path: Path, game: str) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / f"{game}.schema.json"
    done = run("new", game, "--schema", "-o", fight)
    assert done.code == 0
    assert f" Its JSON Schema is {beside}.\n" in done.out
    text = fight.read_text(encoding="utf-8")
    assert text.startswith(f'#:schema ./{game}.schema.json\nruleset = "{game}"\n')
    printed = run("schema", game).out
    assert beside.read_text(encoding="utf-8") == printed
    assert f"{game} encounter" in json.loads(printed)["title"]
    beside.unlink()
    assert run("check", "-f", fight).code == run("check", stdin=text.partition("\n")[2]).code == 0


def test_a_schema_takes_the_place_of_an_older_one_of_ours_alone(run: Run, tmp_path: Path) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / "realm.schema.json"
    ours = run("schema", "realm").out
    beside.write_text(ours.replace("A realm encounter", "An old one"), encoding="utf-8")
    assert run("new", "realm", "--schema", "-o", fight).code == 0
    assert beside.read_text(encoding="utf-8") == ours
    fight.unlink()
    beside.write_text("{}", encoding="utf-8")
    done = run("new", "realm", "--schema", "-o", fight)
    assert (done.code, done.out, fight.exists(), beside.read_text(encoding="utf-8")) == (4, "", False, "{}"), done.err
    assert "realm.schema.json already exists, and combatcli did not make it" in done.err
    assert run("new", "realm", "--schema", "-o", fight, "--force").code == 0
    assert beside.read_text(encoding="utf-8") == ours


@pytest.mark.parametrize("forced", [False, True])
def test_what_cannot_be_reported_is_not_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, forced: bool
) -> None:
    fight, beside = tmp_path / "fight.toml", tmp_path / "realm.schema.json"
    for path in (fight, beside) if forced else ():
        path.write_text("mine", encoding="utf-8")

    def fail(_: str) -> None:
        raise StreamError("standard output is full")

    monkeypatch.setattr("combatcli.commands.new.write_stdout", fail)
    done = run("new", "realm", "--schema", "-o", fight, *(["--force"] if forced else []))
    assert done.code == 4
    assert [path.exists() and path.read_text(encoding="utf-8") for path in (fight, beside)] == [forced and "mine"] * 2


def test_an_encounter_whose_schema_line_names_a_path_that_is_gone_is_read_and_kept(
    run: Run, fight_file: FightFile
) -> None:
    line = "#:schema file:///nowhere/realm/schema.json\n"
    path = fight_file(line + run("new", "realm", "--example").out)
    assert run("check", "-f", path).code == 0
    assert run("next", "-f", path).code == 0
    assert path.read_text(encoding="utf-8").startswith(line)


@pytest.mark.parametrize("game", NAMES)
def test_the_json_schema_is_the_one_that_the_structs_make(game: str) -> None:
    from combatcli.rulesets import jsonschema

    assert load(game).parts.schema == jsonschema.schema_text(load(game))


@pytest.mark.parametrize("game", NAMES)
def test_the_json_schema_says_what_every_key_means(game: str) -> None:
    tables_ = json.loads(load(game).schema())["$defs"]
    silent = [
        f"{name}.{key}"
        for name, table in tables_.items()
        for key, value in table["properties"].items()
        if not value.get("description", "").endswith(".")
    ]
    assert silent == []


@pytest.mark.parametrize("game", NAMES)
def test_a_combatants_keys_are_listed_for_people_with_the_usual_ones_first(run: Run, game: str) -> None:
    text = run("schema", game, "--keys").out
    usual, others = text.split("\nUsual\n")[1].split("\nOthers\n")
    assert usual.startswith("  side  text. Its side;")
    assert "  note  text. " in others
    weapons = "  weapons.NAME."
    assert (weapons in usual) == ("\n  weapons  " in usual)
    assert not any(line.rstrip() != line for line in text.splitlines())
    assert "declared  table. " in others or game == "beacon"
