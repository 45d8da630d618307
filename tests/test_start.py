"""How the program starts and ends: what it imports, what it needs, and what interrupts it."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from combatcli import __main__, dependencies
from combatcli.rulesets import NAMES, load
from combatcli.start import run

LIBRARIES = {"typer", "pydantic", "rich", "tomlkit", "prompt_toolkit", "platformdirs", "json", "dataclasses"}
"""What no plain command imports, whichever it is."""
FOR_FIGHTS = {"typing", "re", "inspect", "msgspec", "tomli", "tomllib", "tomli_w"}
"""What only a command on an encounter does."""


def imported(lines: str, fight: str = "") -> set[str]:
    """Return what some lines import, one after the other in one process; each has the fight for its own."""
    script = (
        "import io, os, sys\n"
        "from combatcli.__main__ import main\n"
        f"for line in {lines!r}.split(';'):\n"
        "    here, there = os.pipe()\n"
        f"    os.write(there, {fight!r}.encode())\n"
        "    os.close(there)\n"
        "    os.dup2(here, 0)\n"
        "    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False))\n"
        "    main(line.split())\n"
        "os.write(2, ' '.join({*sys.modules, *(name.partition('.')[0] for name in sys.modules)}).encode())\n"
    )
    path = os.pathsep.join(each for each in sys.path if each)
    done = subprocess.run(
        [sys.executable, "-Sc", script],
        text=True,
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    return set(done.stderr.splitlines()[-1].split())


def test_dice_import_nothing_that_is_for_fights() -> None:
    lines = "roll 3d6;3d6 -v;roll 4d6kh3! -t 3 --seed x;odds 3d6;--version"
    assert imported(lines) & (LIBRARIES | FOR_FIGHTS) == set()


OF_GAMES = {
    "realm": "show;check;set mira brawn=+1;set mira marked=[1,2];add thug side=foes;drop mira;order --board;arena list;"
    "arena map;pairings;dashtest mira ruffian;attack mira ruffian --dice 1,1;move mira alley;next;"
    "declare mira attack ruffian;push mira ruffian --to alley;impede mira ruffian;condition mira lucky",
    "blade": "show;next;order;attack darna orc1;recover darna --health 1;test darna strength;move ilvar stairs",
    "arq": "show;next;order;pairings;attack bran gob1;declare bran act;move bran 1,1;test bran melee --against gob1",
    "beacon": "show;next;order;attack vela wight;declare osric cautious;move osric 5,0;boon osric hidden;wound osric 2",
}


@pytest.mark.parametrize("game", NAMES)
def test_a_command_imports_nothing_that_it_does_not_need_and_an_option_no_other_game(game: str) -> None:
    fight = f'ruleset = "{game}"\n{load(game).parts.example}'
    assert imported(OF_GAMES[game], fight) & LIBRARIES == set()
    own = {"realm": "--days 2", "blade": "--health 1", "arq": "--heal", "beacon": "--rest"}[game]
    modules = imported(f"recover nobody {own}", fight)
    assert {other for other in NAMES if f"combatcli.rulesets.{other}" in modules} == {game}


def test_a_fight_is_shown_without_the_reader_of_dice_and_the_rules_of_a_round() -> None:
    fight = f'ruleset = "realm"\n{load("realm").parts.example}'
    assert imported("show", fight) & {"combatcli.dice.notation", "combatcli.rulesets.realm.rounds"} == set()


def test_a_rule_is_looked_up_without_its_game() -> None:
    without = (LIBRARIES - {"json"}) | {"msgspec", "tomli", "tomllib"}
    assert imported("rules R24;rules how far may I move") & without == set()


def test_printing_a_shells_script_needs_none_of_the_heavy_libraries() -> None:
    assert imported("completion bash") & {"typer", "rich", "msgspec", "tomlkit"} == set()


def test_importing_the_package_changes_nothing_in_the_process() -> None:
    script = (
        "import importlib, pkgutil, signal, sys\n"
        "sys.argv = ['combatcli']\n"
        "signals = [signal.getsignal(each) for each in signal.valid_signals()]\n"
        "import combatcli\n"
        "for module in pkgutil.walk_packages(combatcli.__path__, 'combatcli.'):\n"
        "    importlib.import_module(module.name)\n"
        "assert signals == [signal.getsignal(each) for each in signal.valid_signals()]\n"
        "import datetime, decimal, typing, uuid, msgspec, msgspec.inspect, msgspec.toml\n"
        "assert msgspec.json.decode(b'\"1.5\"', type=decimal.Decimal) == decimal.Decimal('1.5')\n"
        "one = uuid.UUID(int=5)\n"
        "assert msgspec.json.decode(msgspec.json.encode(one), type=uuid.UUID) == one\n"
        "assert msgspec.json.schema(int) == {'type': 'integer'}\n"
        "assert msgspec.inspect.type_info(int) == msgspec.inspect.IntType()\n"
        "assert type(datetime).__name__ == 'module' and isinstance(typing.ForwardRef, type)\n"
        "assert typing.get_type_hints(type('T', (), {'__annotations__': {'a': 'int'}})) == {'a': int}\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDED_BY = {
    "msgspec": ["show", "-f", "fight.toml"],
    "tomlkit": ["set", "mira", "tags=[1, 2]", "-f", "fight.toml"],
    "tomli_w": ["new", "realm", "--seed", "friday"],
    "rich": ["show", "-f", "fight.toml", "--color", "always"],
    "typer": ["roll", "--help"],
    "platformdirs": ["roll", "@luck"],
}
"""Libraries by the names under which they are imported, and a command that needs each."""
TAGGED = 'ruleset = "realm"\n[combatants.mira]\ntags = [1, # one\n]\n'
HIDING = """
import sys

class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hiding())
sys.argv = ["combatcli", *sys.argv[1:]]
from combatcli.start import run
run()
"""


def outdated(folder: Path, name: str, version: str) -> None:
    (folder / f"{name}.py").touch()
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")


@pytest.mark.parametrize("name", NEEDED_BY)
def test_a_library_that_is_damaged_is_named_with_what_cures_it(tmp_path: Path, name: str) -> None:
    (tmp_path / "fight.toml").write_text(TAGGED, encoding="utf-8")
    words = [sys.executable, "-c", HIDING.format(hidden=name), *NEEDED_BY[name]]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4, "")
    library = name.replace("_", "-")
    assert f"the library {library} is damaged: it has no module {name}." in done.stderr
    assert f"-m pip install --force-reinstall '{library}" in done.stderr
    assert (tmp_path / "fight.toml").read_text(encoding="utf-8") == TAGGED


@pytest.mark.parametrize(("version", "says"), [("0.1", "msgspec must be >=0.19, not 0.1"), ("99.0rc1", "")])
def test_a_library_that_is_too_old_is_named_with_what_installs_it(tmp_path: Path, version: str, says: str) -> None:
    outdated(tmp_path, "msgspec", version)
    words = [sys.executable, "-m", "combatcli", "new", "realm"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (4 if says else 70, "")
    assert says in done.stderr
    assert ("pip install 'msgspec>=" in done.stderr) == bool(says)


def test_a_python_that_is_too_old_is_named_before_it_reads_more(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "hexversion", 0x030A0DF0)
    monkeypatch.setattr(sys, "version", "3.10.13 (main)")
    with pytest.raises(SystemExit, match="4"):
        run()
    with pytest.raises(SystemExit, match="4"):
        runpy.run_path(str(__main__.__file__), run_name="__main__")
    oldest = PROJECT["requires-python"].removeprefix(">=")
    says = f"combatcli: Python {oldest} or newer is needed, and {sys.executable} is 3.10.13.\n"
    assert capsys.readouterr().err.count(says) == 2


@pytest.mark.parametrize("has_pip", [True, False])
def test_libraries_that_are_missing_are_named_with_what_installs_them(
    monkeypatch: pytest.MonkeyPatch, *, has_pip: bool
) -> None:
    monkeypatch.setattr(dependencies, "_installed_version", lambda _: None)
    monkeypatch.setattr(dependencies, "find_spec", lambda _: object() if has_pip else None)
    error = dependencies.library_error(ModuleNotFoundError("No module named 'msgspec'", name="msgspec"))
    assert error is not None
    assert error.exit_code == 4
    assert error.message.startswith("combatcli cannot run without msgspec, platformdirs, ")
    assert ("-m pip install 'msgspec>=" in error.hint) == has_pip
    assert "msgspec>=" in error.hint


def test_a_library_that_another_one_needs_is_named_too() -> None:
    error = dependencies.library_error(ModuleNotFoundError("No module named 'shelly'", name="shelly.inner"))
    assert error is not None
    assert error.message == "combatcli cannot run without shelly: not installed"
    assert dependencies.library_error(ModuleNotFoundError("No module named 'combatcli.x'", name="combatcli.x")) is None


def test_every_library_that_is_needed_is_tried_here() -> None:
    names = {line.partition(">")[0].replace("-", "_") for line in PROJECT["dependencies"]}
    assert names - NEEDED_BY.keys() == {"prompt_toolkit", "tomli"}


AT_EVERY_IMPORT = """
import os, signal, sys

class Interrupting:
    def __init__(self, at):
        self.left = at

    def find_spec(self, *_):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
step, *words = sys.argv[1:]
sys.argv = ["/usr/bin/combatcli", *words]
at = 1
ends = []
while not ends or ends[-1] == 130:
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        from combatcli.start import run
        sys.meta_path.insert(0, Interrupting(at))
        run()
    ends.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    at += int(step)
print(len(ends), ends[-1])
"""
FIGHT = """ruleset = "realm"
[combatants.mira]
side = "heroes"
"""


@pytest.mark.parametrize(
    ("step", "words"), [(2, ["roll", "3d6"]), (11, ["show", "-f", "fight.toml"]), (9, ["--help"]), (4, ["nonsense"])]
)
def test_an_interrupt_at_any_import_is_quiet(tmp_path: Path, step: int, words: list[str]) -> None:
    (tmp_path / "fight.toml").write_text(FIGHT, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", AT_EVERY_IMPORT, str(step), *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    tries, last = map(int, done.stdout.split())
    assert tries > 3
    assert last == (2 if words == ["nonsense"] else 0)
    assert [line for line in done.stderr.splitlines() if "nonsense" not in line and not line.startswith("  ")] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("words", [["show", "-f", "-"], ["roll"]])
def test_a_signal_while_it_waits_for_its_input_is_quiet(tmp_path: Path, words: list[str], number: int) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "combatcli", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert process.stdin is not None
    # More than a pipe holds: once it is written, reading has begun.
    process.stdin.write(b"#\n" * (1 << 18))
    process.stdin.flush()
    process.send_signal(number)
    out, errors = process.communicate()
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    assert (out, errors) == (b"", b"")


def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "sys.argv = ['combatcli', 'roll', '3d6', '--dice', '1,2,3']\n"
        "from combatcli.start import run\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
        "run()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "6\n", "")


def test_a_library_leaves_interrupts_alone() -> None:
    script = (
        "import signal, sys\n"
        "sys.argv = ['other']\n"
        "import combatcli.__main__\n"
        "print(signal.getsignal(signal.SIGINT) in (signal.default_int_handler, signal.SIG_IGN))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "True\n"
