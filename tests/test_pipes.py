"""The program as shells run it: real processes, real pipes, closed and full streams, many at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from select import select

import pytest

from support import PROGRAM, FightFile, shell


def test_a_fight_goes_through_a_pipe(tmp_path: Path) -> None:
    done = shell(
        "combatcli new realm --example --seed friday"
        " | combatcli attack mira ruffian | combatcli wound | tee last.toml | combatcli show",
        tmp_path,
    )
    assert done.returncode == 0
    assert done.stdout.startswith("realm  round 1")
    encounter = tomllib.loads((tmp_path / "last.toml").read_text(encoding="utf-8"))
    assert encounter["combatants"]["ruffian"]["marked"] == [5]
    assert encounter["dice"]["step"] == 2
    assert "Warning" not in done.stderr


LOOP = "while read -r who whom; do combatcli attack $who $whom -q || : ; done"


@pytest.mark.parametrize(
    ("script", "attacks"),
    [
        (f"{LOOP} < orders.txt", 0),
        (f"cat orders.txt | {LOOP}", 0),
        (LOOP.replace("-q", "-q < /dev/null") + " < orders.txt", 3),
        (LOOP.replace("-q", "-q -f fight.toml") + " < orders.txt", 3),
        (f"{sys.executable} socketed.py", 1),
        ("false | combatcli attack mira ruffian", 0),
    ],
)
def test_where_standard_input_is_no_encounter_the_variable_names_one_or_the_error_tells_how(
    tmp_path: Path, script: str, attacks: int
) -> None:
    (tmp_path / "orders.txt").write_text("mira ruffian\ntomas thugs\nsefa marksman\n", encoding="utf-8")
    (tmp_path / "socketed.py").write_text(
        "import socket, subprocess, sys\n"
        "words = [sys.executable, '-m', 'combatcli', 'attack', 'mira', 'ruffian', '-q']\n"
        "subprocess.run(words, stdin=socket.socketpair()[0])\n",
        encoding="utf-8",
    )
    done = shell(
        f"combatcli new realm --example --seed friday -q -o fight.toml; export COMBATCLI_FILE=fight.toml; {script}",
        tmp_path,
    )
    log = shell("combatcli log -f fight.toml", tmp_path).stdout
    assert log.count("attack ") == attacks, done.stderr
    assert attacks or "-f fight.toml reads that, and so does < /dev/null, as in a loop" in done.stderr


@pytest.mark.parametrize(
    ("start", "left"), [("", "tomas thugs\nsefa marksman\n"), ("cat orders.txt | ", "sefa marksman\n")]
)
def test_what_does_not_begin_as_an_encounter_is_left_unread_a_pipe_but_for_a_line(
    tmp_path: Path, start: str, left: str
) -> None:
    (tmp_path / "orders.txt").write_text("mira ruffian\ntomas thugs\nsefa marksman\n", encoding="utf-8")
    done = shell(f"{start}(read -r first; combatcli show; cat){'' if start else ' < orders.txt'}", tmp_path)
    assert done.stdout == left
    assert "looks like a report" in done.stderr


def test_a_failure_in_the_middle_of_a_pipe_is_noticed_downstream(tmp_path: Path) -> None:
    done = shell("combatcli new realm --example | combatcli attack mirra ruffian | combatcli wound", tmp_path)
    assert (done.returncode, done.stdout) == (4, "")
    assert "Did you mean mira?" in done.stderr
    assert "The previous command in the pipe may have failed" in done.stderr


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("combatcli roll -t 200000 3d6 | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 141),
        ("combatcli odds 400d6 | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 141),
        ("combatcli new realm 2>&- > /dev/null", 0),
        ("combatcli new realm --example 2> /dev/full | combatcli show 2>&- > /dev/null", 0),
        ("combatcli roll <&-", 2),
        ("combatcli shwo 2> /dev/full", 2),
        ("combatcli shwo 2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}", 2),
        ("combatcli new realm --example 2> /dev/full > /dev/null", 0),
    ],
)
def test_streams_that_are_closed_full_or_left_early(tmp_path: Path, script: str, code: int) -> None:
    done = shell(script, tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_many_commands_at_once_all_take_effect(fight_file: FightFile) -> None:
    file = fight_file('ruleset = "realm"\n[combatants.mira]\nawesome = 0\n')
    words = [*PROGRAM, "set", "mira", "awesome=+1", "-f", str(file)]
    running = [subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for _ in range(12)]
    assert [process.wait() for process in running] == [0] * 12
    assert tomllib.loads(file.read_text(encoding="utf-8"))["combatants"]["mira"]["awesome"] == 12
    journal = file.with_name("fight.toml.journal").read_text(encoding="utf-8")
    assert len(journal.splitlines()) == 12


def test_a_reader_who_takes_their_time_keeps_nobody_off_the_file(tmp_path: Path) -> None:
    file = tmp_path / "big.toml"
    fighters = "".join(f"[combatants.fighter-{number}]\n" for number in range(3000))
    file.write_text(f'ruleset = "realm"\n{fighters}', encoding="utf-8")
    script = "combatcli show -f big.toml | (combatcli set fighter-1 brawn=4 -f big.toml; cat > /dev/null)"
    done = shell(script, tmp_path)
    assert (done.returncode, done.stdout) == (0, "fighter-1 now has brawn = 4.\n")


LINES = (
    *("roll 3d6", "odds 3d6", "new realm", "set mira brawn=1", "show", "attack mira ruffian", "arena list", "undo"),
    *("forecast --times 1 --jobs 1", "rules R1", "play fight.toml", "tutorial", "log", "schema realm"),
    *("completion bash", "--help", "attack --help", "--version"),
)
"""Lines that write something on standard output, each in a way of its own."""
UNBUFFERED = ("roll 3d6", "attack mira ruffian", "play fight.toml", "--help")
"""Those of them that are run without Python's buffers as well."""
SEVERAL = """
combatcli new realm --example -q -o fight.toml
for line in 'wound mira 1' next next undo; do combatcli $line -q -f fight.toml; done
"""


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("begun")
    assert shell(SEVERAL, folder).returncode == 0
    return folder


@pytest.mark.parametrize(
    ("line", "unbuffered"), [*((line, "") for line in LINES), *((line, "1") for line in UNBUFFERED)]
)
def test_an_output_that_is_full_closed_or_left_by_its_reader_ends_every_command(
    tmp_path: Path, begun: Path, monkeypatch: pytest.MonkeyPatch, line: str, unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    command = f"{'echo next | ' if line.startswith('play') else ''}combatcli {line}"
    kept = "cat *.toml *.journal"
    done = shell(
        "export COMBATCLI_FILE=fight.toml; mkfifo pipe; : < pipe & exec 3> pipe; wait\n"
        f"{kept} > before\n{command} > /dev/full; echo $?; {command} >&-; echo $?; {command} >&3; echo $?\n"
        f"{kept} | cmp - before",
        tmp_path,
    )
    assert (done.stdout.split(), done.returncode) == (["4", "4", "141"], 0), done.stderr
    assert "no space left on device" in done.stderr
    assert "went wrong" not in done.stderr


@pytest.mark.usefixtures("_buffering")
def test_a_reader_whose_pipe_does_not_block_gets_everything(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    words = [*PROGRAM, "roll", "1d6", "--times", "100000"]
    with subprocess.Popen(words, stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        while select([], [writing], [], 0)[1] and process.poll() is None:
            pass
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            assert len(pipe.read().splitlines()) == 100_000
        assert process.communicate()[1] == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("words", "given", "says"),
    [
        (["show", "-f", "-"], (FIGHT := b'ruleset = "realm"\n[combatants.mira]\nname = "Mira Vane"\n'), b"Mira Vane"),
        (["roll"], b"3 + 4\n5\n", b"7\n5\n"),
        (["play", "fight.toml"], b"set mira brawn=3\nshow mira", b"brawn = 3"),
    ],
)
def test_a_writer_whose_pipe_does_not_block_is_waited_for(
    tmp_path: Path, words: list[str], given: bytes, says: bytes
) -> None:
    (tmp_path / "fight.toml").write_bytes(FIGHT)
    for at in (2, len(given) - 3):
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        with subprocess.Popen([*PROGRAM, *words], stdin=reading, stdout=subprocess.PIPE, cwd=tmp_path) as process:
            os.write(writing, given[:at])
            while select([reading], [], [], 0)[0]:
                pass
            os.write(writing, given[at:])
            os.close(writing)
            os.close(reading)
            assert process.stdout is not None
            assert says in process.stdout.read()
        assert process.returncode == 0


def test_a_report_that_was_taken_back_is_never_printed(tmp_path: Path) -> None:
    (tmp_path / "fight.toml").write_bytes(FIGHT)
    script = (
        "import os\n"
        "from combatcli.__main__ import main\n"
        "from combatcli.cli import command_named, starts_like_dice, parse_line\n"
        "from combatcli.declarations import SessionCommandLine\n"
        "from combatcli.pipeline.session import play_script\n"
        "def lines():\n"
        "    yield 'set mira brawn=3'\n"
        "    os.dup2(os.open('said', os.O_WRONLY | os.O_CREAT), 1)\n"
        "    yield 'set mira brawn=2'\n"
        "os.dup2(os.open('/dev/full', os.O_WRONLY), 1)\n"
        "shell = SessionCommandLine(main, command_named, starts_like_dice, parse_line)\n"
        "code = play_script(lines(), 'fight.toml', shell, keep_going=True)\n"
        "assert code == 4, code\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "said").read_text(encoding="utf-8") == "mira now has brawn = 2.\n"
    assert tomllib.loads((tmp_path / "fight.toml").read_text(encoding="utf-8"))["combatants"]["mira"]["brawn"] == 2


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/3"])
def test_a_stream_that_is_named_as_a_file_is_written_at_its_end(tmp_path: Path, name: str) -> None:
    streams = "> report 2>> log" if name == "/dev/fd/3" else ">> log 2> report"
    done = shell(
        f"""
        combatcli new realm --example -q -o fight.toml
        exec 3>> log; echo before >> log
        combatcli next -f fight.toml -o {name} {streams}; echo $?
        echo after >> log; cat log
        """,
        tmp_path,
    )
    code, *lines = done.stdout.splitlines()
    assert (code, lines[0], lines[-1]) == ("0", "before", "after")
    assert 'ruleset = "realm"' in lines
    assert "Now round" in (tmp_path / "report").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("script", "code", "says"),
    [
        ("combatcli show -f - <&-", 4, "standard input is closed"),
        ("combatcli show -f /dev/stdin < fight.toml", 0, ""),
        ("combatcli attack mira ruffian --extra-dice 1 --odds -f <(cat fight.toml)", 0, ""),
        ("cat fight.toml | combatcli attack mira ruffian --extra-dice 1 --odds", 0, ""),
        ("printf '\\xff' | combatcli attack mira ruffian --extra-dice 1", 4, "standard input is not UTF-8"),
        ("printf '\\xff' | combatcli attack mira ruffian --extra-dcie 1", 2, "no such option: --extra-dcie"),
        ("mkfifo pipe; exec 3<> pipe; combatcli attack --help <&3", 0, ""),
        ("mkfifo pipe; exec 3<> pipe; combatcli pairings --engaged orc:mira --spread <&3", 0, ""),
        ("mkfifo pipe; echo id,wounds > pipe & combatcli add --from pipe -f fight.toml", 3, "pipe has no combatants"),
        ("combatcli show -f fight.toml --pass -o other.toml", 2, "--pass and --output exclude each other"),
        ("combatcli set mira brawn=1 -q -f fight.toml >&-", 0, ""),
        ("printf 'set mira note=\\xe9\\n' | combatcli play fight.toml", 2, "is not UTF-8"),
        ("mkfifo pipe; : < pipe & exec 3> pipe; wait; echo next | combatcli play fight.toml >&3", 141, ""),
    ],
)
def test_streams_that_are_named_closed_or_no_text(tmp_path: Path, script: str, code: int, says: str) -> None:
    done = shell(f"combatcli new realm --example -q -o fight.toml\n{script}", tmp_path)
    assert done.returncode == code, done.stderr
    assert done.stderr.startswith(f"combatcli: {says}") if code == 4 else says in done.stderr
    assert bool(done.stderr) == bool(says)


def test_an_interrupt_that_python_wraps_is_one_all_the_same(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "import combatcli.__main__ as program\n"
        "def run(*_, **__):\n"
        "    raise RuntimeError('Error calling __set_name__') from KeyboardInterrupt()\n"
        "program.run_line = run\n"
        "sys.exit(program.main(['show']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
