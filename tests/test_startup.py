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


def imported(*words: str, stdin: str = "") -> set[str]:
    script = (
        "import os, sys\n"
        "from combatcli.__main__ import main\n"
        f"main({list(words)!r})\n"
        "os.write(2, ' '.join({*sys.modules, *(name.partition('.')[0] for name in sys.modules)}).encode())\n"
    )
    done = subprocess.run(
        [sys.executable, "-Sc", script], input=stdin, text=True, capture_output=True, check=True, env=path()
    )
    return set(done.stderr.splitlines()[-1].split())


def path() -> dict[str, str]:
    """Return an environment in which the program is found without a site's own start-up."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)}


@pytest.mark.parametrize("line", ["roll 3d6", "3d6 -v", "roll 4d6kh3! -t 3 --seed x", "odds 3d6", "--version"])
def test_dice_import_nothing_that_is_for_fights(line: str) -> None:
    assert imported(*line.split()) & (LIBRARIES | FOR_FIGHTS) == set()


FIGHT = 'ruleset = "realm"\n[combatants.mira]\nmarked = [1]\n[combatants.ogre]\n'
LINES = "attack mira ogre --dice 1;show;check;set mira brawn=+1;set mira marked=[1,2];add thug side=foes;drop ogre;next"


@pytest.mark.parametrize("line", LINES.split(";"))
def test_a_command_imports_nothing_that_it_does_not_need(line: str) -> None:
    assert imported(*line.split(), stdin=FIGHT) & LIBRARIES == set()


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
    assert imported(*line.split(), stdin=f'ruleset = "{game}"\n{load(game).example()}') & LIBRARIES == set()


@pytest.mark.parametrize("game", NAMES)
def test_an_option_of_a_game_imports_no_other_game(game: str) -> None:
    line = {"realm": "--days 2", "blade": "--health 1", "arq": "--heal", "beacon": "--rest"}[game]
    modules = imported("recover", "nobody", *line.split(), stdin=f'ruleset = "{game}"\n{load(game).example()}')
    assert {other for other in NAMES if f"combatcli.rulesets.{other}" in modules} == {game}


def test_a_rule_is_looked_up_without_its_game() -> None:
    without = (LIBRARIES - {"json"}) | {"msgspec", "tomli", "tomllib"}
    assert imported("rules", "R24") & without == set()
    assert imported("rules", "how", "far", "may", "I", "move") & without == set()


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
