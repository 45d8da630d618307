"""Keep what this version writes and promises, for every later one to read: fights of each game, options, events.

Run it before a release, and never for a version that is out: tests/data/VERSION then stays as it is.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from combatcli import __version__
from combatcli.commands import SUMMARIES
from combatcli.errors import ExitCode
from combatcli.rulesets import NAMES, usable_games
from manual.common import commands_of, options_in_all_games
from manual.events import COMMON_TYPES, required_keys
from sessions import run_in_bash

if TYPE_CHECKING:
    from combatcli.declarations import Command

DATA = Path(__file__).parent.parent / "tests/data"
FIGHTS = {
    "realm": ("attack mira ruffian --dice 10,4,3,2", "wound --dice 1", "next"),
    "blade": ("attack darna orc1 --dice 2,3,4 --apply", "move goblins stairs", "next"),
    "arq": ("declare gob1", "attack gob1 isa --missile --cards 6", "wound"),
    "beacon": ("order", "next", "next vela", "attack vela hound --dice 15,7,3,5,6", "wound"),
    "d20": ("order", "attack mira goblins --dice 15,6 --apply", "next"),
    "duel.toml": ("attack ann bob --dice 12,4 --apply", "next"),
}
ANY_GAME = ('log --note "The lamps go out."', "set . round=7", "undo")
DUEL = """\
game = "duel"
out = "hp = 0"
[combatant]
hp = { full = 8, help = "hit points" }
[weapon]
damage = "1d6"
[attack]
total = "1d20 + bonus"
hit = "total >= 10"
damage = "weapon.damage"
[wound]
target.hp = "target.hp - damage"
[example.combatants.ann]
weapons = { sword = { damage = "1d8" } }
[example.combatants.bob]
"""


def keep_fights(folder: Path) -> None:
    """Play a few commands of each game, which leaves encounters and journals."""
    (folder / "duel.toml").write_text(DUEL, encoding="utf-8")
    for game, lines in FIGHTS.items():
        file = f"fight-{game.removesuffix('.toml')}.toml"
        played = [f"{line} -f {file}" for line in (*lines, *ANY_GAME)]
        commands = [f"new {game} --example --seed kept -o {file}", *played]
        done = run_in_bash("\n".join(f"combatcli {command}" for command in commands), folder)
        if done.returncode:
            raise RuntimeError(f"{game}: {done.stdout}")


def promised_names() -> dict[str, dict[str, Any]]:
    """Return what scripts rely on: each command's options in all games, each event's keys, the exit codes."""
    codes = {name: code for name, code in vars(ExitCode).items() if isinstance(code, int)}
    types = dict(COMMON_TYPES)
    for name in NAMES:
        types |= {f"{name} {kind}": type_ for kind, type_ in usable_games(from_outside=False)[name].event_types.items()}
    return {
        "commands": {each.name: " ".join(options_of(each)) for name in SUMMARIES for each in commands_of(name)},
        "events": {kind: " ".join(sorted(required_keys(type_))) for kind, type_ in types.items()},
        "exit codes": codes,
    }


def options_of(command: Command) -> list[str]:
    """Return the options of a command, long and short, in all games of ours."""
    return sorted({name for option in options_in_all_games(command) for name in (option.name, option.short) if name})


def main() -> None:
    """Keep this version's files."""
    folder = DATA / __version__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    keep_fights(folder)
    text = json.dumps(promised_names(), indent=0, sort_keys=True)
    (folder / "promised.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
