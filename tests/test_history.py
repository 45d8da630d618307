"""History: what came of each command, the fight as a story and as numbers, several steps back and forth."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support import DUEL, HIT, FightFile, Run, refused


@pytest.fixture(name="fought")
def _fought(run: Run, fight_file: FightFile) -> Path:
    """Return a fight of realm after four commands, one of which was undone."""
    path = fight_file(run("new", "realm", "--example", "--seed", "friday").out)
    for words in (
        ["attack", "mira", "ruffian", "--dice", "10,4,3,2"],
        ["wound", "--dice", "1"],
        ["next", "--round"],
        ["attack", "thugs", "tomas", "--dice", "1,1,1,1"],
        ["attack", "tomas", "thugs", "--dice", "1,1"],
    ):
        assert run(*words, "-f", path).code == 0
    assert run("undo", "-f", path).code == 0
    return path


@pytest.mark.parametrize(
    "events",
    [
        '[{"event":7}]',
        '[{"event":"loss","who":"mira"}]',
        '[{"event":"loss","who":"mira","left":{"1":[]}}]',
        "[[[]], 7, null]",
    ],
)
def test_a_line_whose_events_keep_no_shape_is_named_and_left_out(run: Run, fought: Path, events: str) -> None:
    journal = fought.with_name(f"{fought.name}.journal")
    before = run("log", "-f", fought, "--json").events
    lines = journal.read_text(encoding="utf-8").splitlines()
    lines[1] = re.sub(r'"events":\[.*\]', lambda _: f'"events":{events}', lines[1])
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("log", "-f", fought, "--json")
    assert done.json["warnings"] == [f"line 2 of {journal} is damaged and was left out"]
    assert done.events == [each for each in before if each["number"] != before[1]["number"]]
    for view in ("--story", "--stats"):
        assert "line 2 of" in run("log", view, "-f", fought).out
    story = run("log", "--story", "--markdown", "-f", fought)
    assert (story.err, "damaged" in story.out) == (
        f"Warning: line 2 of {journal} is damaged and was left out.\n",
        False,
    )


@pytest.mark.parametrize(
    ("game", "words", "key", "value"),
    [
        ("beacon", ["wound", "hound", "3"], "marked", {"health": 3}),
        ("blade", ["wound", "orc1", "3"], "left", {"stamina": 0}),
        ("arq", ["wound", "gob1", "3"], "marked", {}),
        ("beacon", ["attack", "vela", "wight", "--seed", "a"], "pool", ["x"]),
        ("realm", ["attack", "mira", "ruffian", "--seed", "a"], "faces", [1] * 10_001),
    ],
)
def test_a_line_whose_events_cannot_be_told_is_named_and_left_out(
    run: Run, fight_file: FightFile, game: str, words: list[str], key: str, value: object
) -> None:
    path = fight_file(run("new", game, "--example").out)
    for each in (words, ["set", ".", "note=later"]):
        assert run(*each, "-f", path).code == 0
    journal = path.with_name("fight.toml.journal")
    first, later = journal.read_text(encoding="utf-8").splitlines(keepends=True)
    line = json.loads(first)
    for event in line["events"]:
        if key in event:
            event[key] = value
    journal.write_text(f"{json.dumps(line)}\n{later}", encoding="utf-8")
    for view in ([], ["--story"], ["--stats"]):
        done = run("log", *view, "-f", path, "--json")
        assert (done.code, len(done.json["warnings"])) == (0, 1), done.err
        assert "line 1 of" in done.json["warnings"][0]
    assert [event["number"] for event in run("log", "-f", path, "--json").events] == [2]


@pytest.mark.parametrize("way", ["copied", "of other people"])
def test_a_file_that_is_put_back_begins_a_new_chapter_of_the_log(
    run: Run, fight_file: FightFile, tmp_path: Path, way: str
) -> None:
    path = fight_file(run("new", "realm", "--example").out)
    template = path.read_bytes()
    for words in (["wound", "mira", "2"], ["wound", "tomas", "1"]):
        assert run(*words, "-f", path).code == 0
    if way == "copied":
        path.write_bytes(template)
    else:
        path.write_text('ruleset = "realm"\n[combatants.mona]\n[combatants.thomas]\n', encoding="utf-8")
    assert "since its text was put back: `combatcli log --all`" in run("log", "-f", path).out
    first = "mira" if way == "copied" else "mona"
    done = run("wound", first, "3", "-f", path)
    assert "a new chapter of the log begins; `combatcli log --all` tells the earlier ones" in done.out
    assert "chapter" not in run("wound", first, "1", "-f", path).out
    own = [event["number"] for event in run("log", "--json", "-f", path).events]
    assert own == [3, 4]
    assert [event["number"] for event in run("log", "--all", "--json", "-f", path).events] == [1, 2, 3, 4]
    assert run("log", "--story", "-f", path).out.count("takes wound") == 2
    story = run("log", "--story", "--all", "-f", path).out
    assert (story.index("Chapter 1, round 1"), story.count("takes wound")) == (0, 4)
    assert story.count("Chapter 2, round 1") == 1
    refused(run("undo", "--to", "2", "-f", path), 3, "put back between command 2 and the next one")
    assert run("undo", "2", "-f", path).code == 0
    assert path.read_bytes() == (template if way == "copied" else path.read_bytes())


def test_undo_and_redo_restore_the_exact_bytes(run: Run, duel_file: Path) -> None:
    texts = [duel_file.read_bytes()]
    for words in (HIT, ("wound",), ("next",)):
        run(*words, "-f", duel_file)
        texts.append(duel_file.read_bytes())
    for text in reversed(texts[:-1]):
        assert run("undo", "-f", duel_file).code == 0
        assert duel_file.read_bytes() == text
    assert run("undo", "-f", duel_file).code == 3
    for text in texts[1:]:
        run("redo", "-f", duel_file)
        assert duel_file.read_bytes() == text
    run("undo", "-f", duel_file)
    lines = run("log", "-f", duel_file).out.splitlines()
    assert [" ".join(line.split("+00:00")[1].split()) for line in lines[1:]] == [
        "attack mira ogre --dice 10,2,1 HIT mira -> ogre wound 3",
        f"wound ogre takes wound 3 from mira: box 3 is marked; {lines[2].partition('marked; ')[2]}",
        "next Now round 1, phase 6 push, 0 seconds gone, turn 1 undone",
    ]


def test_undo_refuses_where_the_file_was_edited_since(run: Run, duel_file: Path) -> None:
    run(*HIT, "-f", duel_file)
    edited = duel_file.read_text(encoding="utf-8") + "# by hand\n"
    duel_file.write_text(edited, encoding="utf-8")
    done = run("undo", "-f", duel_file)
    assert (done.code, duel_file.read_text(encoding="utf-8")) == (3, edited), done.err
    assert "was edited after" in done.err
    assert run("undo", "--force", "-n", "-f", duel_file).code == 0
    assert duel_file.read_text(encoding="utf-8") == edited
    run("undo", "--force", "-f", duel_file)
    assert duel_file.read_text(encoding="utf-8") == DUEL
    run("redo", "-f", duel_file)
    assert duel_file.read_text(encoding="utf-8") == edited


def test_undo_to_a_command_refuses_where_the_file_was_edited_after_it(run: Run, duel_file: Path) -> None:
    run("set", "mira", "brawn=1", "-f", duel_file)
    edited = duel_file.read_text(encoding="utf-8") + "# by hand\n"
    duel_file.write_text(edited, encoding="utf-8")
    run("set", "mira", "brawn=2", "-f", duel_file)
    refused(run("undo", "--to", "1", "-f", duel_file), 3, "was edited or put back between command 1 and the next one")
    assert run("undo", "--to", "1", "--force", "-f", duel_file).code == 0
    assert duel_file.read_text(encoding="utf-8") == edited


@pytest.mark.parametrize("text", ["combatants = 3", "[combatants]\nmira = 3", "arenas = 3", "[combatants"])
def test_undo_brings_a_fight_back_from_what_is_none(run: Run, duel_file: Path, text: str) -> None:
    run(*HIT, "-f", duel_file)
    duel_file.write_text(f'ruleset = "realm"\n{text}\n', encoding="utf-8")
    done = run("undo", "--force", "-f", duel_file)
    assert done.out.splitlines()[1:3] == ["  the fight is there again", "  mira: there again"], done.err
    assert duel_file.read_text(encoding="utf-8") == DUEL


@pytest.mark.parametrize(
    ("words", "way"), [(["undo"], ""), (["log", "--note", "Rain"], ""), (["next"], " -o FILE writes another file.")]
)
def test_another_file_to_write_is_offered_where_there_may_be_one(
    run: Run, duel_file: Path, words: list[str], way: str
) -> None:
    run(*HIT, "-f", duel_file)
    duel_file.chmod(0o444)
    refused(run(*words, "-f", duel_file), 4, f"is read-only.\n  Make it writable (chmod u+w).{way}\n")
    duel_file.chmod(0o644)
    duel_file.with_name("link.toml").hardlink_to(duel_file)
    refused(run(*words, "-f", duel_file), 4, f"Use symbolic links instead (ln -s).{way}\n")


def test_a_refused_command_leaves_no_trace_in_the_journal(run: Run, duel_file: Path) -> None:
    run("attack", "mira", "nobody", "-f", duel_file)
    run("show", "-f", duel_file)
    assert not duel_file.with_name("fight.toml.journal").exists()
    assert run("log", "-f", duel_file).code == 0
    refused(run("undo", "-f", duel_file), 3, "nothing to undo", "needs its journal beside it, fight.toml.journal")


def test_what_came_of_a_command_stands_under_it_on_a_terminal(
    run: Run, realm_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("attack", "mira", "ruffian", "--dice", "10,4,3,2", "-f", realm_file).code == 0
    monkeypatch.setattr("combatcli.report.report_text.on_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    first, *_, second = run("log", "-f", realm_file).out.splitlines()
    assert first.startswith("  1  attack mira ruffian --dice 10,4,3,2")
    assert second.startswith("       ")
    assert "Mira Vane" in second or "mira" in second
