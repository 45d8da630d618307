"""Edges that few meet: hard links, closed streams, locales, odd names, and files that are open already."""

from __future__ import annotations

import os
import signal
import tomllib
from pathlib import Path

import pytest

from combatcli.encounter import files
from combatcli.encounter.locks import HowToWait
from support import SMALL, FightFile, Run, refused, shell

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def file(fight_file: FightFile) -> Path:
    return fight_file(SMALL)


def test_a_file_of_two_names_is_not_split_into_two(run: Run, file: Path) -> None:
    other = file.with_name("other.toml")
    os.link(file, other)
    refused(run("set", "mira", "brawn=1", "-f", file), 4, "has 2 hard links", "symbolic links")
    assert os.path.samefile(file, other)
    assert file.read_text(encoding="utf-8") == SMALL
    assert run("show", "-f", file).code == 0
    assert run("set", "mira", "brawn=1", "-f", file, "-o", file.with_name("third.toml")).code == 0


def test_back_to_a_command_after_which_somebody_edited_is_refused(run: Run, file: Path) -> None:
    assert run("set", "mira", "brawn=1", "-f", file).code == 0
    file.write_text(f"{SMALL}# by hand\n", encoding="utf-8")
    refused(run("undo", "--to", "1", "-f", file), 3, "nothing to undo")


@pytest.mark.parametrize("who", ["x\0y", "x\ty", "x\ny"])
def test_a_name_with_control_characters_is_none(run: Run, file: Path, who: str) -> None:
    refused(run("add", who, "-f", file), 2, "cannot be the id of a combatant")
    file.with_name("party.csv").write_text(f'id,note\n"{who}",hi\n', encoding="utf-8")
    refused(run("add", "--from", file.with_name("party.csv"), "-f", file), 3, "cannot be the id of a combatant")
    written = who.encode("unicode_escape").decode().replace("\\x", "\\u00")
    refused(run("set", ".", f'combatants."{written}".brawn=1', "-f", file), 3, "no control characters")


def test_more_columns_than_keys_may_be_are_refused_at_once(run: Run, file: Path) -> None:
    heads = ",".join(["id", *(f"k{number}" for number in range(50_000))])
    file.with_name("party.csv").write_text(f"{heads}\nx\n", encoding="utf-8")
    refused(run("add", "--from", file.with_name("party.csv"), "-f", file), 3, "50,001 columns", "At most 1,000")


def test_names_are_read_and_told_in_every_locale(file: Path) -> None:
    done = shell("combatcli set mira name='Zoë' -f fight.toml; combatcli show -f fight.toml", file.parent, **ASCII)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Zo\\xeb" in done.stdout
    assert 'name = "Zoë"' in file.read_text(encoding="utf-8")
    assert shell("combatcli set mira $'note=Zo\\xeb' -f fight.toml", file.parent, **ASCII).returncode == 2


@pytest.mark.parametrize("way", ["-f <(cat fight.toml)", "-f /dev/stdin < fight.toml", "-f /dev/fd/5 5< fight.toml"])
def test_a_file_that_is_open_already_is_read_as_a_pipe_is(file: Path, way: str) -> None:
    shown = shell(f"combatcli show {way}", file.parent)
    assert (shown.returncode, shown.stdout) == (0, shell("combatcli show -f fight.toml", file.parent).stdout)
    changed = shell(f"combatcli set mira brawn=1 {way}", file.parent)
    assert "brawn = 1" in changed.stdout
    assert file.read_text(encoding="utf-8") == SMALL
    assert shell(f"combatcli roll @x {way}", file.parent).returncode == 3


def test_a_change_is_taken_back_where_interrupts_cannot_be_held(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "pthread_sigmask")
    with pytest.raises(ValueError, match="no"), files.replaced_or_restored(str(file), "x", HowToWait()):
        raise ValueError("no")
    assert file.read_text(encoding="utf-8") == SMALL


@pytest.mark.parametrize("line", ["set mira note=1 -f {} -o", "new realm --force -o", "show -f {} --html"])
def test_nothing_is_written_where_a_journal_is_or_will_be(run: Run, file: Path, line: str) -> None:
    journal = file.with_name(f"{file.name}.journal")
    refused(run(*line.format(file).split(), journal), 4, "is the journal of an encounter")
    assert run("set", "mira", "note=1", "-f", file).code == 0
    before = journal.read_bytes()
    refused(run(*line.format(file).split(), journal), 4)
    assert journal.read_bytes() == before


def test_a_script_line_that_never_ends_is_refused_and_what_was_before_it_stands(file: Path) -> None:
    script = "{ echo 'set mira note=before'; yes x | tr -d '\\n' | head -c 10000000; }"
    done = shell(f"{script} | combatcli play --keep-going fight.toml", file.parent)
    assert done.returncode == 2
    assert "a line of the script has more than 80,000 bytes" in done.stderr
    assert tomllib.loads(file.read_text(encoding="utf-8"))["combatants"]["mira"]["note"] == "before"


@pytest.mark.parametrize("page", ["fight.toml", ".", "none/page.html"])
def test_watch_does_not_wait_for_a_page_that_can_not_be_written(page: str, run: Run, file: Path) -> None:
    text = file.read_bytes()
    done = run("show", "--watch", "--html", file.parent / page, "-f", file)
    assert done.code == 4
    assert not done.out
    assert file.read_bytes() == text
