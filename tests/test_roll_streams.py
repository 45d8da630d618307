"""`roll` without end: lines of standard input as they come, and more rolls than memory holds."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest

from combatcli.pipeline.buffered_output import BufferedOutput
from support import PROGRAM, Run, peak, refused, shell

unbuffered_too = pytest.mark.usefixtures("_buffering")


@unbuffered_too
def test_a_program_can_converse_with_it() -> None:
    words = [*PROGRAM, "roll"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, answer in [("7+1", "8"), ("# nothing to roll\n2*3", "6"), ("3x4", "4")]:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{answer}\n"
        process.stdin.write("1\n5")
        process.stdin.close()
        assert process.stdout.read() == "4\n4\n1\n5\n"
    assert process.returncode == 0


@unbuffered_too
def test_what_was_said_before_a_bad_line_stays() -> None:
    words = [*PROGRAM, "roll"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, **pipes, text=True) as process:  # type: ignore[call-overload]
        process.stdin.write("7\n")
        process.stdin.flush()
        assert process.stdout.readline() == "7\n"
        out, err = process.communicate("\n3d\n8\n")
    assert (process.returncode, out) == (2, "")
    assert err.startswith("combatcli: line 3 of standard input: expected a number of sides")


@pytest.mark.parametrize(
    ("given", "options", "code", "message"),
    [
        ("d6\nd\n", [], 2, "line 2 of standard input: expected a number of sides"),
        ("7\n\n1/0\n", [], 2, "line 3 of standard input: division by zero"),
        ("7\n2d6\n", ["--dice", "3"], 3, "line 2 of standard input: too few faces"),
        ("7\nd6\n", ["--dice", "3,4"], 3, "combatcli: too many faces"),
        ("7\nd\n", ["--json"], 2, "line 2 of standard input"),
        ("7\n" + "1+" * 10_000 + "1\n", [], 2, "line 2 of standard input: the expression is 20,001 characters long"),
        ("7\n" + "1+" * 100_000 + "1\n", [], 2, "line 2 of standard input: the expression is longer than 4,096"),
    ],
)
def test_what_is_given_at_once_is_answered_whole_or_not_at_all(
    run: Run, given: str, options: list[str], code: int, message: str
) -> None:
    refused(run("roll", *options, stdin=given), code, message)


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ("7", "7\n"),
        ("7\r\n8\r\n9\r", "7\n8\n9\n"),
        ("7\r8", "7\n8\n"),
        ("7\x0c8\u20289\n", "7\n8\n9\n"),
        ("\ufeff7\n", "7\n"),
        ("#\n", ""),
        ("7\n" * 100_000, "7\n" * 100_000),
    ],
)
def test_lines_end_as_they_do_anywhere(run: Run, given: str, answer: str) -> None:
    done = run("roll", stdin=given)
    assert (done.code, done.out, done.err) == (0, answer, "")


@unbuffered_too
def test_bytes_that_are_no_text_are_a_mistake_in_their_line(tmp_path: Path) -> None:
    for given in (r"7\n\xff\n", r"7\n3d6\0\n"):
        (tmp_path / "lines").write_bytes(given.encode().decode("unicode_escape").encode("latin-1"))
        done = shell("combatcli roll < lines", tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("combatcli: line 2 of standard input: expected")


def test_a_directory_is_no_input(tmp_path: Path) -> None:
    done = shell("combatcli roll < .", tmp_path)
    assert (done.returncode != 0, done.stdout) == (True, "")
    assert "directory" in done.stderr


@pytest.mark.untraced
@pytest.mark.parametrize("options", [[], ["-v"], ["-q"], ["--json"]])
def test_memory_does_not_grow_with_the_rolls(run: Run, monkeypatch: pytest.MonkeyPatch, options: list[str]) -> None:
    monkeypatch.setattr(BufferedOutput, "_MOST_HELD", 1 << 14)
    monkeypatch.setattr("combatcli.pipeline.buffered_output.write_stdout", lambda _: None)

    dice, most, block = ("40d6kh3", 3_000, 200_000) if options else ("6d6kh3", 45_000, 1_000_000)

    def roll(times: int) -> None:
        assert run("roll", dice, "-t", times, "--seed", "a", *options).code == 0

    roll(10)
    assert peak(lambda: roll(most)) < 1.3 * peak(lambda: roll(most // 3)) + block


def test_the_json_of_many_rolls_is_one_document(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BufferedOutput, "_MOST_HELD", 100)
    done = run("roll", "1d6", "2x3d6 # twice", "-t", "3", "--seed", '"events": [ü', "--json")
    assert done.out == json.dumps(done.json) + "\n"
    assert [event["expression"] for event in done.events] == ["1d6"] * 3 + ["2x3d6 # twice"] * 6
    assert run("roll", "--json", "--seed", "a", stdin="#\n").json["events"] == []


@unbuffered_too
@pytest.mark.parametrize("options", ["", "-v", "--json"])
def test_a_reader_that_goes_away_ends_ten_million_rolls(tmp_path: Path, options: str) -> None:
    done = shell(
        f"combatcli roll -t 10000000 3d6 {options} | head -c 20 > /dev/null; exit ${{PIPESTATUS[0]}}", tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (141, "", "")


@unbuffered_too
def test_a_long_roll_is_interrupted(tmp_path: Path) -> None:
    words = [*PROGRAM, "roll", "-t", "10000000", "6d6r1"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) >= 12
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    assert (process.returncode, err) == (130, b"")


def test_an_error_among_many_rolls_leaves_nothing(run: Run) -> None:
    for options in ([], ["-v"], ["--json"]):
        refused(run("roll", "1/(1d6-3)", "-t", "1000", "--seed", "a", *options), 2, "division by zero")


def test_results_do_not_wait_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    written: list[str] = []
    monkeypatch.setattr("combatcli.pipeline.buffered_output.monotonic", lambda: now[0])
    monkeypatch.setattr("combatcli.pipeline.buffered_output.write_stdout", written.append)
    outlet = BufferedOutput()
    outlet.add("a")
    now[0] = 0.9
    outlet.add("b")
    assert written == []
    now[0] = 1.0
    outlet.add("c")
    outlet.flush()
    assert written == ["abc"]


@pytest.mark.parametrize("text", ["3d6+2", "0d6", '4dF # fate "ü"', "2d6!kh1-{1d4,3}kh1", "a = 1d4; a*a", "10**3000"])
def test_rolls_stand_in_a_document_as_json_writes_them(run: Run, text: str) -> None:
    document = run("roll", "--json", "--seed", "a", "-t", "3", text).out
    assert json.dumps(json.loads(document)) + "\n" == document
    events = json.loads(document)["events"]
    assert [list(event)[:6] for event in events] == 3 * [["event", "expression", "total", "faces", "kept", "breakdown"]]
    assert {event.get("label", "") for event in events} == {text.partition(" # ")[2]}


EXPRESSIONS = [
    *("3d6", "1d1", "d256", "2d300", "3d1000+7", "3d6-4", "1d6-1", "2d6-20", "40d20+300", "3d6 # 10", "2x3d6", "0d6"),
    *('2d6+1 # a "sword" of 100 %', "2d6 # \u2694 \u00e9", "2d6+1d6", "4d6!r1kh3", "5d6sd+1", "100d6", "101d6"),
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_great_number_of_rolls_reads_as_single_ones(run: Run, expression: str) -> None:
    lines = run("roll", "-t", "150", expression, "-v", "--seed", "told").out.splitlines()
    events = run("roll", "-t", "150", expression, "--json", "--seed", "told").events
    assert len(lines) == len(events) == 150 * (2 if "x" in expression else 1)
    for line, event in list(zip(lines, events, strict=True))[::30]:
        faces = ",".join(map(str, event["faces"]))
        words = ("roll", expression.removeprefix("2x"), *(("--dice", faces) if faces else ()))
        single = run(*words, "--json").events[0]
        assert {**event, "expression": ""} == {**single, "expression": ""}
        assert line.partition("#")[2] or line.endswith(f": {single['breakdown']}")


def test_rolls_without_a_seed_are_told_many_at_once(run: Run) -> None:
    lines = run("roll", "-t", "3000", "10d6+1", "-v").out.splitlines()
    assert len(lines) == 3000
    for line in lines:
        dice, total = line.removeprefix("10d6+1: ").split(" + 1 = ")
        assert sum(json.loads(dice)) + 1 == int(total)


@pytest.mark.parametrize("expression", ["20000d6", "1d2000000"])
def test_what_cannot_be_rolled_is_refused_in_a_great_number_too(run: Run, expression: str) -> None:
    single, many = (run("roll", "-t", times, expression, "-v") for times in ("1", "1000"))
    assert (many.code, many.err, many.out) == (single.code, single.err, "")
    assert many.code
