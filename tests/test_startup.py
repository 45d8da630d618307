"""What a command line imports: no more than it needs, so that it starts at once."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from combatcli.rulesets import NAMES, load

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
    fight = f'ruleset = "{game}"\n{load(game).example()}'
    assert imported(OF_GAMES[game], fight) & LIBRARIES == set()
    own = {"realm": "--days 2", "blade": "--health 1", "arq": "--heal", "beacon": "--rest"}[game]
    modules = imported(f"recover nobody {own}", fight)
    assert {other for other in NAMES if f"combatcli.rulesets.{other}" in modules} == {game}


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
