"""The program as shells run it: real processes, real pipes, closed and full streams, many at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from combatcli.encounter import slim
from combatcli.rulesets import load

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = (sys.executable, "-m", "combatcli")
PLAIN = {key: value for key, value in os.environ.items() if key not in ("COMBATCLI_FILE", "COMBATCLI_DEBUG")}


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a bash script in which `combatcli` is this program."""
    function = f'combatcli() {{ "{sys.executable}" -m combatcli "$@"; }}\n'
    return subprocess.run(
        ["/bin/bash", "-c", function + script],
        cwd=folder,
        env={**PLAIN, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fight_goes_through_a_pipe(tmp_path: Path) -> None:
    """The main job: new, attack, wound, show; the answer comes out, and each report went aside."""
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


def test_from_a_file_through_a_pipe_into_a_file(tmp_path: Path) -> None:
    """Redirections, the variable, undo, and a comparison in the shell."""
    done = shell(
        """
        set -e
        combatcli new realm --example --seed friday > fight.toml
        cp fight.toml before.toml
        combatcli attack mira ruffian < fight.toml | combatcli wound | combatcli next > later.toml
        cmp fight.toml before.toml
        export COMBATCLI_FILE=fight.toml
        combatcli attack mira ruffian --apply < /dev/null
        combatcli undo < /dev/null
        cmp fight.toml before.toml
        combatcli attack mira ruffian -f fight.toml --odds
        test "$(combatcli roll 2d6)" -ge 2 && echo rolled
        """,
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("rolled\n")
    assert tomllib.loads((tmp_path / "later.toml").read_text(encoding="utf-8"))["phase"] == "push"


def test_a_failure_in_the_middle_of_a_pipe_is_noticed_downstream(tmp_path: Path) -> None:
    """The failing command is silent on standard output, and the next one says what that may mean."""
    done = shell("combatcli new realm --example | combatcli attack mirra ruffian | combatcli wound", tmp_path)
    assert (done.returncode, done.stdout) == (4, "")
    assert "Did you mean mira?" in done.stderr
    assert "The command before this one in the pipe may have failed" in done.stderr


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("combatcli roll -t 200000 3d6 | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 141),
        ("combatcli odds 400d6 | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 141),
        ("combatcli roll 3d6 > /dev/full", 4),
        ("combatcli new realm > /dev/full", 4),
        ("combatcli roll 3d6 >&-", 4),
        ("combatcli new realm 2>&- > /dev/null", 0),
        ("combatcli new realm --example 2> /dev/full | combatcli show 2>&- > /dev/null", 0),
        ("combatcli roll <&-", 2),
        ("combatcli shwo 2> /dev/full", 2),
        ("combatcli shwo 2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}", 2),
        ("combatcli new realm --example 2> /dev/full > /dev/null", 0),
    ],
)
def test_streams_that_are_closed_full_or_left_early(tmp_path: Path, script: str, code: int) -> None:
    """Each ends with the documented exit code and without a traceback."""
    done = shell(script, tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_standard_output_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """The report could not be written, so nothing happened."""
    done = shell(
        """
        combatcli new realm --example -o fight.toml -q
        cp fight.toml before.toml
        combatcli attack mira ruffian -f fight.toml > /dev/full
        echo "$?"
        cmp fight.toml before.toml && ls -A
        """,
        tmp_path,
    )
    assert done.stdout.splitlines() == ["4", "before.toml", "fight.toml"]


def test_names_in_an_ascii_locale_do_not_fail(tmp_path: Path) -> None:
    """A report is written as far as the terminal's encoding goes; the encounter stays UTF-8."""
    done = shell(
        "combatcli new realm | combatcli add zoe name='Zoë' | combatcli show --pass",
        tmp_path,
        LC_ALL="C",
        PYTHONIOENCODING="ascii",
    )
    assert done.returncode == 0
    assert tomllib.loads(done.stdout)["combatants"]["zoe"]["name"] == "Zoë"
    assert "Zo\\xeb" in done.stderr


def test_words_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 never reach an encounter."""
    done = shell("combatcli new realm -q | combatcli add $'z\\xff'", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not UTF-8" in done.stderr


def test_many_commands_at_once_all_take_effect(tmp_path: Path) -> None:
    """24 processes change one file; every change is in it and in the journal."""
    file = tmp_path / "fight.toml"
    file.write_text('ruleset = "realm"\n[combatants.mira]\nawesome = 0\n', encoding="utf-8")
    words = [*PROGRAM, "set", "mira", "awesome=+1", "-f", str(file)]
    running = [
        subprocess.Popen(words, env=PLAIN, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for _ in range(24)
    ]
    assert [process.wait() for process in running] == [0] * 24
    assert tomllib.loads(file.read_text(encoding="utf-8"))["combatants"]["mira"]["awesome"] == 24
    journal = file.with_name("fight.toml.journal").read_text(encoding="utf-8")
    assert len(journal.splitlines()) == 24


def test_a_reader_who_takes_their_time_keeps_nobody_off_the_file(tmp_path: Path) -> None:
    """What only reads lets go of the file before it writes its report."""
    file = tmp_path / "big.toml"
    fighters = "".join(f"[combatants.fighter-{number}]\n" for number in range(3000))
    file.write_text(f'ruleset = "realm"\n{fighters}', encoding="utf-8")
    script = "combatcli show -f big.toml | (combatcli set fighter-1 brawn=4 -f big.toml; cat > /dev/null)"
    done = shell(script, tmp_path)
    assert (done.returncode, done.stdout) == (0, "fighter-1 now has brawn = 4.\n")


def test_a_process_killed_between_write_and_rename_leaves_the_file_whole(tmp_path: Path) -> None:
    """The old text is there, the next command works, and nothing is left lying about."""
    file = tmp_path / "fight.toml"
    text = 'ruleset = "realm"\n[combatants.mira]\nawesome = 0\n'
    file.write_text(text, encoding="utf-8")
    killed = (
        "import os, signal\n"
        "os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "from combatcli.__main__ import main\n"
        f"main(['set', 'mira', 'awesome=+1', '-f', {str(file)!r}])\n"
    )
    done = subprocess.run([sys.executable, "-c", killed], env=PLAIN, stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == -signal.SIGKILL
    assert file.read_text(encoding="utf-8") == text
    again = shell(
        "combatcli set mira awesome=+1 -f fight.toml -q && combatcli undo -f fight.toml -q && ls -A", tmp_path
    )
    assert again.stdout.splitlines() == ["fight.toml", "fight.toml.journal"]
    assert file.read_text(encoding="utf-8") == text


QUICK = {
    "typer",
    "rich",
    "tomli",
    "tomllib",
    "msgspec",
    "tomlkit",
    "tomli_w",
    "inspect",
    "dataclasses",
    "re",
    "typing",
    "enum",
}


def imported(*words: str, stdin: str = "") -> set[str]:
    """Return the top-level names of all that a command line imports."""
    script = (
        "import os, sys\n"
        "from combatcli.__main__ import main\n"
        f"main({list(words)!r})\n"
        "os.write(2, ' '.join({name.partition('.')[0] for name in sys.modules}).encode())\n"
    )
    done = subprocess.run(
        [sys.executable, "-Sc", script], input=stdin, text=True, capture_output=True, check=True, env=path()
    )
    return set(done.stderr.splitlines()[-1].split())


def path() -> dict[str, str]:
    """Return an environment in which the program is found without a site's own start-up."""
    return {**PLAIN, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}


def test_a_roll_imports_next_to_nothing() -> None:
    """The fast way: none of the libraries, and not half of the standard one."""
    assert imported("roll", "3d6") & (QUICK | {"hashlib", "random", "json"}) == set()
    assert imported("3d6", "-v") & (QUICK | {"json"}) == set()
    assert imported("roll", "4d6kh3!", "-t", "3", "--seed", "x") & (QUICK | {"hashlib", "_hashlib"}) == set()


HEAVY = {
    "typer",
    "rich",
    "tomlkit",
    "pydantic",
    "inspect",
    "uuid",
    "decimal",
    "platform",
    "json",
    "dataclasses",
    "textwrap",
}
"""What no plain command on an encounter imports, whichever it is; Python itself, and libraries, would."""
FIGHT = 'ruleset = "realm"\n[combatants.mira]\nmarked = [1]\n[combatants.ogre]\n'
LINES = {
    ("attack", "mira", "ogre", "--dice", "1"): set(),
    ("show",): {"hashlib", "tomli_w"},
    ("check",): {"hashlib", "tomli_w"},
    ("set", "mira", "brawn=+1"): {"hashlib"},
    ("set", "mira", "marked=[1,2]"): {"hashlib"},
    ("add", "thug", "side=foes"): {"hashlib"},
    ("drop", "ogre"): {"hashlib"},
    ("wound", "mira", "2"): {"hashlib"},
    ("next",): {"hashlib"},
}
"""Command lines, and what each of them does without besides."""


OF_GAMES = {
    "realm": "show;order --board;arena list;arena map;pairings;dashtest mira ruffian;attack mira ruffian;"
    "move mira alley;declare mira attack ruffian;push mira ruffian --to alley;impede mira ruffian;condition mira lucky",
    "blade": "show;next;order;attack darna orc1;recover darna --health 1;test darna strength;move ilvar stairs",
    "arq": "show;next;order;pairings;attack bran gob1;declare bran act;move bran 1,1;test bran melee --against gob1",
    "beacon": "show;next;order;attack vela wight;declare osric cautious;move osric 5,0;boon osric hidden;wound osric 2",
}


@pytest.mark.parametrize(
    ("game", "line"), [(game, line) for game, lines in OF_GAMES.items() for line in lines.split(";")]
)
def test_no_game_imports_what_it_does_not_need(game: str, line: str) -> None:
    """Nor does any command that only games have."""
    assert imported(*line.split(), stdin=f'ruleset = "{game}"\n{load(game).example()}') & (HEAVY) == set()


@pytest.mark.parametrize(
    ("game", "line"),
    [
        *[(game, line) for game, lines in OF_GAMES.items() for line in lines.split(";")],
        ("realm", "attack mira ruffian --apply"),
        ("realm", "attack mira ruffian --odds"),
        ("blade", "attack darna orc1 --odds"),
        ("arq", "attack bran gob1 --odds"),
        ("beacon", "attack vela wight --odds"),
    ],
)
def test_no_game_compiles_what_it_is_written_in(game: str, line: str) -> None:
    """Types of requests and encounters stand as they are read: the first `compile` takes a tenth of a start."""
    script = (
        "import builtins, sys\n"
        "from combatcli.__main__ import main\n"
        "made = builtins.compile\n"
        "def seen(source, *how, **named):\n"
        "    assert isinstance(source, bytes), source\n"  # a module's text, where no bytecode is kept
        "    return made(source, *how, **named)\n"
        "builtins.compile = seen\n"
        f"sys.exit(main({line.split()!r}))\n"
    )
    stdin = f'ruleset = "{game}"\n{load(game).example()}'
    done = subprocess.run(
        [sys.executable, "-c", script], input=stdin, text=True, capture_output=True, check=False, env=path()
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_a_command_imports_nothing_that_it_does_not_need(words: tuple[str, ...]) -> None:
    """A pipe's command draws no screen, edits without tomlkit, and hashes nothing where no seed is."""
    assert imported(*words, stdin=FIGHT) & (HEAVY | LINES[words]) == set()


def test_a_change_in_place_loads_no_openssl(tmp_path: Path) -> None:
    """The journal's digests are made without it; nor is tomlkit loaded, or a TOML writer."""
    file = tmp_path / "fight.toml"
    file.write_text(FIGHT, encoding="utf-8")
    loaded = imported("set", "mira", "brawn=+1", "marked=[1,2]", "-f", str(file))
    assert loaded & (HEAVY | {"hashlib", "_hashlib", "tomli_w", "shlex"}) == set()


def test_the_odds_of_dice_import_no_encounter() -> None:
    """Neither its schema nor what reads it."""
    assert (
        imported("odds", "3d6") & {"msgspec", "tomli", "tomllib", "typer", "rich", "inspect", "json", "hashlib"}
        == set()
    )


def test_a_rule_is_looked_up_without_its_game() -> None:
    """Nor with what reads encounters, or TOML: rules are made beforehand."""
    without = (HEAVY - {"json"}) | {"msgspec", "tomli", "tomllib", "hashlib"}
    assert imported("rules", "R24") & without == set()
    assert imported("rules", "how", "far", "may", "I", "move") & without == set()


@pytest.mark.parametrize("lacking", ["UUID", "nothing"])
def test_what_libraries_did_without_is_there_for_others(lacking: str) -> None:
    """Their stand-ins are gone once they are imported, and a schema is made as ever; what these lack is fetched."""
    script = (
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        f"spec = spec_from_file_location('slim', {slim.__file__!r})\n"
        "slim = module_from_spec(spec)\n"
        "spec.loader.exec_module(slim)\n"
        f"slim.PLACES['uuid'].pop({lacking!r}, None)\n"
        "slim.import_slim()\n"
        "import sys\n"
        f"assert ('uuid' in sys.modules) is {lacking == 'UUID'}\n"
        "from combatcli.encounter import schema\n"
        "import datetime, decimal, msgspec.json, typing, uuid\n"
        "assert datetime.date(2026, 2, 28) + datetime.timedelta(1) == datetime.date(2026, 3, 1)\n"
        "assert typing.get_type_hints(type('T', (), {'__annotations__': {'a': 'int'}})) == {'a': int}\n"
        "assert str(uuid.UUID(int=5)).endswith('5') and decimal.Decimal('1.5') * 2 == 3\n"
        "assert msgspec.json.schema(int) == {'type': 'integer'}\n"
        "assert msgspec.json.schema_components([int])[1] == {}\n"
        "import msgspec.toml, msgspec.yaml\n"
        "assert msgspec.toml.decode(b'a = 1') == {'a': 1}\n"
        "assert None not in [sys.modules.get(name, name) for name in ('typing_extensions', 'msgspec.inspect')]\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, env=path())
    assert (done.returncode, done.stderr) == (0, "")
