"""Games from outside that are broken, each in its own way, and games in files that are changed at random."""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from combatcli.rulesets import NAMES

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

NAME = "wreck"
_IMPORTS = "from combatcli.rulesets.game import Game\nfrom combatcli.encounter.schema import Encounter\n"
_GAME = f'GAME = Game("{NAME}", encounter=Encounter, phases=("poke",), house={{}}%s)\n'
CODE = {
    "leaves": "import sys; sys.exit(5)",
    "is interrupted": "raise KeyboardInterrupt",
    "ends a generator": "raise GeneratorExit",
    "raises what is no error": "raise BaseException('bare')",
    "raises an error": "raise ValueError('\\x1b[31mred')",
    "recurses for ever": "def f(): f()\nf()",
    "is no Python": "def",
    "has a NUL in it": "\0",
    "lacks what it needs": "import nowhere_at_all",
    "has no game": "GAMES = 1",
    "has something else": f"GAME = '{NAME}'",
    "lacks an attribute": f"class GAME:\n    name = '{NAME}'",
    "bears another name": _GAME.replace(NAME, "other") % "",
    "has another interface": _GAME % ", api=2",
    "has parts that are none": _GAME % ", parts=5",
    "says nothing that can be read": "class E(Exception):\n    def __str__(self): raise OSError\nraise E",
}
_HEAD = f"[combatcli.rulesets]\n{NAME}"
ENTRIES = {
    "cannot be parsed": f"{_HEAD}\n".encode(),
    "is no UTF-8": _HEAD.encode() + b" = \xff\xfe\n",
    "names no module": f"{_HEAD} = :::\n".encode(),
    "names a module that is gone": f"{_HEAD} = gonegame:GAME\n".encode(),
}
KINDS = (*CODE, *ENTRIES)


def install(folder: Path, kind: str) -> None:
    """Put a package with a game into a folder, as an installer does, that is broken in one of the KINDS of ways."""
    (folder / f"{NAME}game.py").write_text(_IMPORTS + CODE.get(kind, ""), encoding="utf-8")
    info = folder / f"{NAME}_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}-game\nVersion: 1.0\n", encoding="utf-8")
    entries = ENTRIES.get(kind, f"{_HEAD} = {NAME}game:GAME\n".encode())
    (info / "entry_points.txt").write_bytes(entries)


ANYWHERE = [
    "--help", "new --help", "attack --help --all", "rules", "rules --house", "rules xyzzyx", "schema realm",
    "completion bash", "new wrekc", "new nothing", "roll 3d6 --seed a", "attack a b --eagre 1", "xyzzy",
]  # fmt: skip
IN_A_GAME = [
    "show -f FILE", "check -f FILE", "next -f FILE -n", "push WHO WHO -f FILE -n", "set WHO note=x -f FILE -n",
    "arena list -f FILE", "boon WHO inspire WHO -f FILE -n", "attack WHO nobody -f FILE --parry attack -n",
]  # fmt: skip


def lines(folder: Path) -> Iterator[list[str]]:
    """Yield command lines in which all games are looked at, or one of ours that has nothing to do with the others."""
    yield from (line.split() for line in ANYWHERE)
    for game in NAMES:
        yield ["new", game, "--example"]
        given = {"FILE": str(folder / f"{game}.toml"), "WHO": "mira"}
        yield from ([given.get(word, word) for word in line.split()] for line in IN_A_GAME)


def table(run: Callable[[list[str]], tuple[int, str]]) -> Iterator[tuple[str, int, list[str]]]:
    """Yield of each kind how many command lines were tried beside it, and what is wrong with how they ended."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for game in NAMES:
            (folder / f"{game}.toml").write_text(run(["new", game, "--example"])[1], encoding="utf-8")
        tries = list(lines(folder))
        sound = [run(words) for words in tries]
        for kind in KINDS:
            home = folder / kind.replace(" ", "-")
            home.mkdir()
            install(home, kind)
            sys.path.insert(0, str(home))
            try:
                found = [run(words) for words in tries]
            finally:
                sys.path.remove(str(home))
                sys.modules.pop(f"{NAME}game", None)
            both = zip(tries, sound, found, strict=True)
            wrong = [each for words, own, with_it in both for each in _wrong(words, own, with_it)]
            unsaid = [] if f"{NAME}-game 1.0" in found[0][1] else ["--help: it does not warn"]
            yield kind, len(tries), wrong + unsaid


def _wrong(words: list[str], sound: tuple[int, str], found: tuple[int, str]) -> Iterator[str]:
    """Yield how a command ended otherwise than without the broken game, but for what is said of that itself."""
    code, said = found
    if code != sound[0]:
        yield f"{' '.join(words)}: it ended with {code}, not {sound[0]}: {said}"
    if said.count("Warning: ") > sound[1].count("Warning: ") + 1 or "Traceback" in said or "\x1b" in said:
        yield f"{' '.join(words)}: it said {said!r}"
    if _apart(said) != _apart(sound[1]):
        yield f"{' '.join(words)}: it said {said!r}, not {sound[1]!r}"


def _apart(said: str) -> list[str]:
    """Return the lines in which no games are listed, and none from outside is named."""
    return [line for line in said.splitlines() if line.strip() and NAME not in line and "Known: " not in line]


TOKENS = (
    *("0", "-1", "1d6", "{3d6}", "hp", "target.hp", "attacker.str", "weapon.damage", "if(", "(", ")", ",", "=", ">="),
    *("!=", "1d6!", "100", "999999999", "**", "/", "//", "%", "not", "and", "or", "dice(", "most(", "times(", "true"),
    *("false", "[", "]", "{", "}", '"', "full", "d", "kh1", "round", "count", "player", "who.hp", "bonus", "trait"),
    *("damage", "hit", "total", "says", "of", "1000000000000"),
)
PLAYED = (
    *("show", "order", "next", "attack A B --apply", "wound B 7", "attack A B --odds", "test A T"),
    *("test A T --against B", "recover B", "next --round", "show A", "log", "forecast --times 2 --rounds 2", "undo"),
    "check",
)
"""What is played with a game in a file, by the first and the last of its example."""
PARTS = re.compile(r"\w+|\W")


def changed_file(chance: random.Random, text: str) -> str:
    """Return the text of a game with a few lines changed at random."""
    lines = text.split("\n")
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        place = chance.randrange(len(lines))
        parts = PARTS.findall(lines[place]) or [""]
        at = chance.randrange(len(parts))
        kind = chance.randrange(5)
        if kind == 0:
            lines.pop(place)
        elif kind == 1:
            lines.insert(place, chance.choice(lines))
        elif kind == 2:
            lines[place] = "".join([*parts[:at], chance.choice(TOKENS), *parts[at + 1 :]])
        elif kind == 3:
            lines[place] = "".join([*parts[:at], chance.choice(TOKENS), *parts[at:]])
        else:
            number = str(chance.choice([0, -1, 1, 1000, 10**9, 10**10]))
            lines[place] = re.sub(r"\d+", number, lines[place], count=1)
    return "\n".join(lines)


def played(
    folder: Path, text: str, run: Callable[[list[str]], tuple[int, str]]
) -> Iterator[tuple[list[str], int, str]]:
    """Check a game in a file and play a fight of it, as far as that goes; yield each command, and how it ended."""
    game, fight = folder / "game.toml", folder / "fight.toml"
    game.write_text(text, encoding="utf-8")
    for words in (["check", str(game)], ["new", str(game), "--example", "-o", str(fight), "--force"]):
        code, said = run(words)
        yield words, code, said
        if code:
            return
    who = re.findall(r"^\[combatants\.(\w+)\]", fight.read_text(encoding="utf-8"), re.MULTILINE) or ["ann"]
    given = {"A": who[0], "B": who[-1], "T": "str"}
    for line in PLAYED:
        words = [*[given.get(word, word) for word in line.split()], "-f", str(fight)]
        yield words, *run(words)
