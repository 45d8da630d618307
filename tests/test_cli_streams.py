"""Where an encounter is read and written, where the report goes, its JSON, exit codes and history."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from combatcli import __version__
from combatcli.encounter.locks import locked
from combatcli.errors import ExitCode, ReaderGoneError, StreamError
from support import tables

if TYPE_CHECKING:
    from pathlib import Path

    from support import Run

FIGHT = """\
ruleset = "realm" # a duel
round = 1
phase = "attack-assist-aimed"

[combatants.mira]
declared = { phase = 5, action = "attack" }

[combatants.ogre]
wounds = 4 # tough
"""
HIT = ("attack", "mira", "ogre", "--dice", "10,2,1")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the file of a duel."""
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT, encoding="utf-8")
    return path


def test_from_a_file_the_encounter_goes_back_into_it_and_the_report_to_standard_output(run: Run, file: Path) -> None:
    done = run(*HIT, "-f", file)
    assert (done.code, done.err) == (0, "")
    assert "hit" in done.out
    text = file.read_text(encoding="utf-8")
    assert text.startswith('ruleset = "realm" # a duel\n')
    assert "wounds = 4 # tough" in text
    assert tables(file)["pending"] == [{"attacker": "mira", "target": "ogre", "weapon": "unarmed", "wounds": [3]}]


def test_from_a_pipe_the_encounter_goes_on_and_the_report_aside(run: Run) -> None:
    done = run(*HIT, stdin=FIGHT)
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
    text = FIGHT + "[arenas.yard]\n"
    done = run(*words, stdin=text)
    assert (done.code, done.err, done.out != text, bool(done.out)) == (0, "", True, True)
    assert run(*words, "--json", stdin=text).out.startswith('{"version"')
    passed = run(*words, "--pass", stdin=text)
    assert (passed.code, passed.out, passed.err) == (0, text, done.out)


def test_a_choice_of_pairs_and_a_roll_for_the_order_are_no_questions(run: Run) -> None:
    text = 'ruleset = "realm"\n[combatants.mira]\nplayer = true\nengaged = ["ogre"]\n[combatants.ogre]\n'
    assert run("pairings", "--spread", stdin=text).toml["pairs"] == [["mira", "ogre"]]
    assert run("order", "--dice", "3,4", stdin=text).toml["order"]["places"] == [["ogre"], ["mira"]]


def test_every_line_of_a_dry_run_says_that_it_only_would_be(run: Run, file: Path) -> None:
    for done in (run(*HIT, "-n", "-f", file), run(*HIT, "-n", stdin=FIGHT)):
        assert all(line.startswith("Would: ") for line in done.out.splitlines())
    assert run(*HIT, "-n", "--json", stdin=FIGHT).event("attack")["hit"]


def test_on_a_terminal_a_change_from_standard_input_is_reported_and_not_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("combatcli.pipeline.output.on_terminal", lambda: True)
    done = run(*HIT, stdin=FIGHT)
    assert done.out.splitlines()[-1] == "Not kept: -o FILE keeps it, -o - prints it."
    assert "hit" in done.out
    assert "ruleset" not in done.out
    told = run(*HIT, "--json", stdin=FIGHT)
    assert (told.event("attack")["hit"], told.err) == (True, "Not kept: -o FILE keeps it, -o - prints it.\n")
    printed = run(*HIT, "-o", "-", stdin=FIGHT)
    assert printed.toml["pending"]


def test_the_file_is_named_by_option_pipe_or_variable_in_this_order(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other.toml"
    other.write_text(FIGHT.replace("round = 1", "round = 7"), encoding="utf-8")
    monkeypatch.setenv("COMBATCLI_FILE", str(other))
    assert run("show").out.startswith("realm  round 7")
    assert run("show", stdin=FIGHT).out.startswith("realm  round 1")
    assert run("show", "-f", other, stdin=FIGHT).out.startswith("realm  round 7")
    assert run("show", "-f", "-", stdin=FIGHT).out.startswith("realm  round 1")


def test_without_an_encounter_the_error_names_the_three_ways(run: Run) -> None:
    done = run("show")
    assert (done.code, done.out) == (4, "")
    assert all(way in done.err for way in ("-f FILE", "standard input", "$COMBATCLI_FILE"))


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_an_empty_pipe_says_that_the_command_before_may_have_failed(run: Run, text: str) -> None:
    done = run("show", stdin=text)
    assert (done.code, done.out) == (4, "")
    assert "The command before this one in the pipe may have failed" in done.err


def test_output_sends_the_encounter_elsewhere(run: Run, file: Path, tmp_path: Path) -> None:
    target = tmp_path / "later.toml"
    done = run(*HIT, "-f", file, "-o", target)
    assert "hit" in done.out
    assert file.read_text(encoding="utf-8") == FIGHT
    assert tables(target)["pending"]
    assert "# tough" in target.read_text(encoding="utf-8")
    through = run(*HIT, "-f", file, "-o", "-")
    assert through.toml["pending"]
    assert "hit" in through.err
    piped = run(*HIT, "-o", target, stdin=FIGHT)
    assert "hit" in piped.out
    assert "# tough" in target.read_text(encoding="utf-8")


def test_the_same_file_by_another_name_is_changed_in_place(run: Run, file: Path) -> None:
    link = file.with_name("link.toml")
    link.symlink_to(file)
    run("next", "-f", file, "-o", link)
    assert run("undo", "-f", file).code == 0
    assert file.read_text(encoding="utf-8") == FIGHT


def test_a_journal_that_cannot_be_written_is_noticed_before_anything_is_said(run: Run, file: Path) -> None:
    file.with_name("fight.toml.journal").mkdir()
    done = run("next", "-f", file)
    assert (done.code, done.out, file.read_text(encoding="utf-8")) == (4, "", FIGHT)


def test_what_json_has_no_word_for_is_written_as_text(run: Run, file: Path) -> None:
    assert run("set", ".", "z=nan", "--json", "-n", "-f", file).event("change")["changes"] == {"z": "nan"}


def test_always_colour_in_a_pipe_has_no_width(run: Run) -> None:
    text = f'ruleset = "realm"\n[arenas.{"a" * 300}]\n[combatants.{"b" * 300}]\n'
    shown = run("show", "--color", "always", stdin=text).out
    assert "a" * 300 in shown
    assert "b" * 300 in shown


def test_a_dry_run_changes_nothing_and_reports(run: Run, file: Path) -> None:
    assert "hit" in run(*HIT, "-n", "-f", file).out
    assert "hit" in run(*HIT, "-n", "-f", file, "-o", file.with_name("x")).out
    assert file.read_text(encoding="utf-8") == FIGHT
    assert [path.name for path in file.parent.glob("*.toml*")] == ["fight.toml"]


def test_quiet_is_silent_and_verbose_says_more(run: Run, file: Path) -> None:
    assert run(*HIT, "-q", "-n", "-f", file).out == ""
    assert "damage faces 2;" in run(*HIT, "-v", "-n", "-f", file).out


def test_the_envelope_of_a_report_is_pinned(run: Run, file: Path) -> None:
    document = run(*HIT, "--json", "-f", file).json
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
            },
        ],
        "warnings": [],
        "dice": {"seed": None, "step": None},
    }
    assert all(next(iter(event)) == "event" for event in document["events"])


def test_the_envelope_of_an_error_is_pinned(run: Run, file: Path) -> None:
    done = run("attack", "mirra", "ogre", "--json", "-f", file)
    assert (done.code, done.out) == (3, "")
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
        (["rules", "xyzzyx"], "refused"),
    ],
)
def test_each_kind_of_error_has_its_word(run: Run, words: list[str], kind: str) -> None:
    assert json.loads(run(*words, "--json").err)["error"]["kind"] == kind


def test_the_encounters_seed_steps_on_with_each_command_that_rolls(run: Run, file: Path) -> None:
    run("set", ".", "dice.seed=friday", "-f", file)
    first = run("attack", "mira", "ogre", "--json", "-n", "-f", file).json
    assert first["dice"] == {"seed": "friday", "step": 0}
    assert run("attack", "mira", "ogre", "--json", "-f", file).json["events"] == first["events"]
    assert tables(file)["dice"]["step"] == 1
    run("show", "-f", file)
    run("attack", "mira", "ogre", "--dice", "1", "-f", file)
    run("attack", "mira", "ogre", "--seed", "mine", "-f", file)
    assert tables(file)["dice"] == {"seed": "friday", "step": 1}
    assert run("attack", "mira", "ogre", "--json", "-f", file).json["dice"]["step"] == 1


def test_json_mints_a_seed_where_the_encounter_has_none(run: Run, file: Path) -> None:
    minted = run("attack", "mira", "ogre", "--json", "-n", "-f", file).json
    again = run("attack", "mira", "ogre", "--json", "-n", "-f", file, "--seed", minted["dice"]["seed"]).json
    assert minted["events"] == again["events"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["attack", "mira", "ogre", "--dice", "10,2,1"], 0),
        (["attack", "mira", "ogre", "--dice", "9"], 1),
        (["test", "mira", "daring", "--dice", "10"], 0),
        (["test", "mira", "daring", "--dice", "9"], 1),
        (["dashtest", "mira", "ogre", "--dice", "5,4"], 0),
        (["dashtest", "mira", "ogre", "--dice", "5,5"], 0),
        (["dashtest", "mira", "ogre", "--dice", "4,5"], 1),
        (["impede", "mira", "ogre", "--dice", "5,5"], 1),
    ],
)
def test_exit_status_tells_success_from_failure_where_it_is_asked_for(
    run: Run, file: Path, words: list[str], code: int
) -> None:
    assert run(*words, "-e", "-n", "-f", file).code == code
    assert run(*words, "-n", "-f", file).code == 0


SEVERAL = {
    "realm": (
        'phase = "attack-assist-aimed"\ncombatants.ann = { wielding = "axe", weapons.axe.class = "medium" }\n',
        {True: "4,6,3,2", False: "4,5,3"},
    ),
    "blade": (
        'phase = "melee"\ncombatants.ann = { side = "heroes", strength = 8 }\n',
        {True: "4,4,2", False: "4,5"},
    ),
}


@pytest.mark.parametrize("game", SEVERAL)
@pytest.mark.parametrize(
    ("hits", "code"),
    [
        ([False, False, False], 1),
        ([True, False, False], 0),
        ([False, True, False], 0),
        ([False, False, True], 0),
        ([True, True, False], 0),
        ([True, True, True], 0),
    ],
)
def test_of_attacks_on_several_one_hit_is_enough_for_success(
    run: Run, tmp_path: Path, game: str, hits: list[bool], code: int
) -> None:
    text, faces = SEVERAL[game]
    path = tmp_path / "several.toml"
    path.write_text(
        f'ruleset = "{game}"\n{text}combatants.bob = {{}}\ncombatants.cid = {{}}\ncombatants.dora = {{}}\n',
        encoding="utf-8",
    )
    words = ("attack", "ann", "bob", "cid", "dora", "--dice", ",".join(faces[hit] for hit in hits), "-n", "-f", path)
    asked = run(*words, "-e", "--json")
    told = [(event["target"], event["hit"]) for event in asked.events if event["event"] == "attack"]
    assert told == list(zip(("bob", "cid", "dora"), hits, strict=True))
    assert asked.code == code
    assert run(*words).code == 0


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


def test_strictness_turns_warnings_into_refusals(run: Run, file: Path) -> None:
    run(*HIT, "-f", file)
    before = file.read_bytes()
    assert "Warning: mira has already acted this round (R7)." in run(*HIT, "-n", "-f", file).out
    done = run(*HIT, "--strict", "-f", file)
    assert (done.code, file.read_bytes()) == (3, before)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["attack", "mira", "ogre", "--curse", "eyes"], 2, "no such option"),
        (["attack", "mira"], 2, "attack needs TARGETS…"),
        (["attack"], 2, "attack needs ATTACKER"),
        (["show", "mira", "ogre"], 2, 'show cannot use "ogre"'),
        (["wound", "4"], 2, "wound 4: whom?"),
        (["wound", "ogre", "--by", "mira"], 2, "--by says who dealt an amount"),
        (["wound", "ogre", "--only", "1"], 2, "--only is about what is pending"),
        (["wound", "--only", "1", "--discard"], 2, "--only is about what is pending"),
        (["wound", "--only", "1"], 3, "there is no pending hit 1"),
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
        (["rules", "xyzzyx"], 3, "lists all"),
        (["show", "--color", "mauve"], 2, "expected auto, always, never"),
        (["arena", "breach", "a", "b"], 2, "needs --by"),
    ],
)
def test_a_mistake_changes_no_byte(run: Run, file: Path, words: list[str], code: int, message: str) -> None:
    done = run(*words, "-f", file)
    assert (done.code, done.out) == (code, ""), done.err
    assert message in done.err
    assert file.read_text(encoding="utf-8") == FIGHT


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["attack", "--with", "class=light", "--dice", "5,5,3"], "attacker attacks target with weapon: rolls 5, 5"),
        (["attack", "attacker", "target", "--with", "brawn=1", "--dice", "1"], "needs 10: miss"),
        (["attack", "--against", "defense=12,armor=1", "--bonus", "3", "--dice", "10,3,1"], "needs 12: hit"),
        (["attack", "--with", "class=medium", "--odds"], "423/500 = 84.6 %"),
        (["test", "daring", "--with", "daring=3", "--dice", "7"], "attacker tests daring: rolls 7, total 10"),
        (["test", "attacker", "daring", "--dice", "7"], "fails"),
        (["test", "daring", "--with", "daring=3", "--against", "target", "--dice", "7,1"], "against target"),
        (["dashtest", "--with", "awareness=2", "--dice", "3,4"], "attacker comes first"),
        (["impede", "--with", "cunning=2", "--against", "brawn=1", "--dice", "3,3"], "target is impeded by attacker"),
        (["impede", "--with", "cunning=2,brawn=3", "--with", "cunning", "--dice", "3,3"], "attacker (cunning)"),
        (["push", "--with", "brawn=2", "--dice", "3,3"], "target is pushed"),
        (["recover", "--with", "marked=[1,2]", "--dice", "2"], "attacker: wound 2 clears"),
        (["wound", "5", "--with", "daring=3", "--dice", "8"], "attacker tests daring to fight on: rolls 8, total 11"),
        (["wound", "target", "1", "--against", "wounds=1"], "target is dead"),
        (["test", "daring", "--with", "daring=3", "--against", "daring=1", "--odds"], "against target: 16/25"),
        (["dashtest", "--with", "daring=3", "--with", "daring", "--dice", "1,3"], "attacker (daring)"),
    ],
)
def test_a_rule_is_asked_without_a_file(run: Run, words: list[str], expected: str) -> None:
    done = run(*words, "--ruleset", "realm", stdin="not read")
    assert (done.code, done.err) == (0, "")
    assert expected in done.out
    assert "Warning" not in done.out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["attack", "--ruleset", "relm"], 2, "Did you mean realm?"),
        (["attack", "--ruleset", "realm", "--with", "heavy"], 2, '"heavy" is not key=value'),
        (["attack", "--ruleset", "realm", "--with", "clas=heavy"], 2, "realm has no key clas"),
        (["attack", "--ruleset", "realm", "--against", "armour=1"], 2, "Did you mean armor?"),
        (["attack", "--ruleset", "realm", "--extra-dice", "20000"], 3, "attack dice are too many"),
        (["attack", "--ruleset", "realm", "-n"], 2, "--dry-run and --ruleset exclude each other"),
        (["attack", "--ruleset", "realm", "--with", "brawn=x"], 3, "combatants.attacker.brawn"),
        (["attack", "--ruleset", "realm", "--with", "=x"], 2, "is not key=value"),
        (["boon", "--ruleset", "realm"], 2, "no such option"),
    ],
)
def test_a_question_without_a_file_that_cannot_be_answered(run: Run, words: list[str], code: int, message: str) -> None:
    done = run(*words)
    assert (done.code, done.out) == (code, "")
    assert message in done.err


def test_a_group_without_a_subcommand_names_them(run: Run) -> None:
    done = run("arena")
    assert (done.code, done.out) == (2, "")
    assert "arena needs one of its subcommands" in done.err
    assert "list, map, add" in done.err


def test_suggest_needs_no_encounter(run: Run, file: Path) -> None:
    for more in ((), ("-f", file)):
        done = run("arena", "suggest", "a", "rope", "bridge", *more)
        assert done.out == 'hazardous: suggested by "rope bridge"; +2 to reach.\n'


def test_undo_and_redo_restore_the_exact_bytes(run: Run, file: Path) -> None:
    texts = [file.read_bytes()]
    for words in (HIT, ("wound",), ("next",)):
        run(*words, "-f", file)
        texts.append(file.read_bytes())
    for text in reversed(texts[:-1]):
        assert run("undo", "-f", file).code == 0
        assert file.read_bytes() == text
    assert run("undo", "-f", file).code == 3
    for text in texts[1:]:
        run("redo", "-f", file)
        assert file.read_bytes() == text
    run("undo", "-f", file)
    lines = run("log", "-f", file).out.splitlines()
    assert [" ".join(line.split("+00:00")[1].split()) for line in lines[1:]] == [
        f"attack mira ogre --dice 10,2,1 -f {file} HIT mira -> ogre wound 3",
        f"wound -f {file} ogre takes wound 3: box 3 is marked; {lines[2].partition('marked; ')[2]}",
        f"next -f {file} Now round 1, phase 6 push, 0 seconds gone, turn 1 undone",
    ]


def test_undo_refuses_where_the_file_was_edited_since(run: Run, file: Path) -> None:
    run(*HIT, "-f", file)
    edited = file.read_text(encoding="utf-8") + "# by hand\n"
    file.write_text(edited, encoding="utf-8")
    done = run("undo", "-f", file)
    assert (done.code, file.read_text(encoding="utf-8")) == (3, edited)
    assert "was edited after" in done.err
    assert run("undo", "--force", "-n", "-f", file).code == 0
    assert file.read_text(encoding="utf-8") == edited
    run("undo", "--force", "-f", file)
    assert file.read_text(encoding="utf-8") == FIGHT
    run("redo", "-f", file)
    assert file.read_text(encoding="utf-8") == edited


def test_a_refused_command_leaves_no_trace_in_the_journal(run: Run, file: Path) -> None:
    run("attack", "mira", "nobody", "-f", file)
    run("show", "-f", file)
    assert not file.with_name("fight.toml.journal").exists()
    assert run("log", "-f", file).code == 0
    assert run("undo", "-f", file).code == 3


def test_history_needs_a_file(run: Run) -> None:
    for command in ("log", "undo", "redo"):
        done = run(command, stdin=FIGHT)
        assert (done.code, "a pipe has no history" in done.err) == (4, True)
        assert run(command, "-f", "/nowhere/at-all.toml").code == 4


@pytest.mark.parametrize("what", ["read-only", "directory", "missing", "huge", "binary"])
def test_files_that_cannot_be_used_get_a_sentence(run: Run, file: Path, what: str) -> None:
    path = file
    if what == "read-only":
        file.chmod(0o444)
    elif what == "directory":
        path = file.parent
    elif what == "missing":
        path = file.with_name("fihgt.toml")
    elif what == "huge":
        with file.open("ab") as handle:
            handle.truncate(50_000_000)
    else:
        file.write_bytes(b"ruleset = \xff\xfe\n")
    before = file.read_bytes()[:200]
    done = run(*HIT, "-f", path)
    assert (done.code, done.out) == (4, "")
    assert done.err.startswith("combatcli: ")
    assert file.read_bytes()[:200] == before
    assert what != "missing" or "Did you mean fight.toml?" in done.err


def test_a_report_that_cannot_be_written_leaves_the_file_as_it_was(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str) -> None:
        raise ReaderGoneError

    monkeypatch.setattr("combatcli.pipeline.output.write_stdout", broken)
    assert run(*HIT, "-f", file).code == 141
    assert file.read_text(encoding="utf-8") == FIGHT
    assert sorted(path.name for path in file.parent.glob("*fight*")) == ["fight.toml"]


def test_a_mistake_of_our_own_is_owned_up_to_without_a_traceback(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("combatcli.pipeline.resolution.complete", broken)
    done = run("show", "-f", file)
    assert (done.code, done.out) == (70, "")
    assert "combatcli itself went wrong (ZeroDivisionError: oops)" in done.err
    assert json.loads(run("show", "--json", "-f", file).err)["error"]["kind"] == "internal"
    monkeypatch.setenv("COMBATCLI_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("show", "-f", file)


def test_an_interrupt_ends_with_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("combatcli.commands.roll.parse", interrupted)
    assert run("roll", "3d6").code == 130
    monkeypatch.setattr("combatcli.dice.odds.expression.odds", interrupted)
    assert run("odds", "3d6").code == 130


def test_streams_that_are_closed_or_have_no_descriptor(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from combatcli import streams
    from combatcli.pipeline import input as place

    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", None)
        streams.write_stderr("unheard")
        patch.setattr(sys, "stdin", None)
        assert not place.piped()
        patch.setattr(sys, "stdout", None)
        with pytest.raises(StreamError, match="standard output is closed"):
            streams.write_stdout("unseen")
    assert run("show", "-f", file).code == 0


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"combatcli {__version__}\n"


def test_color_only_where_it_is_wanted(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("FORCE_COLOR", "1")
    for words in (("show",), HIT, ("--help",), ("attack", "--help"), ("odds", "2d6"), ("nonsense",)):
        done = run(*words, *(() if "elp" in words[-1] or words[0] in ("odds", "nonsense") else ("-n", "-f", file)))
        assert "\x1b" not in done.out + done.err
    assert "\x1b[" in run("wound", "ogre", "1", "-n", "-f", file, "--color", "always").out
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" in run("show", "-f", file).out
    assert "\x1b" not in run("show", "-f", file, "--color", "never").out
    assert "·" in run("show", "-f", file, "--color", "never").out
    monkeypatch.setenv("TERM", "dumb")
    assert run("show", "-f", file).out.startswith("realm  round 1")
    assert "\x1b" not in run("show", "-f", file).out
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("show", "-f", file).out


def test_the_words_are_the_same_on_a_terminal(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run(*HIT, "-n", "-f", file).out
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*HIT, "-n", "-f", file).out == plain


@pytest.mark.parametrize("words", [["show"], ["check"], ["attack", "mira", "ogre", "--odds"], ["order", "--board"]])
def test_a_question_waits_for_nobody(run: Run, file: Path, words: list[str]) -> None:
    with locked(str(file)):
        done = subprocess.run(
            [sys.executable, "-m", "combatcli", *words, "-f", str(file)], capture_output=True, check=False, timeout=20
        )
    assert (done.returncode, done.stdout) == (0, run(*words, "-f", file).out.encode())


def test_what_the_system_refuses_anywhere_is_no_mistake_of_ours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "getcwd", fail)
    done = run("set", "mira", "brawn=1", "-f", "fight.toml")
    assert (done.code, done.out) == (4, "")
    assert "input/output error" in done.err
