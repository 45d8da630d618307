"""Names in an encounter, as the shells read them and as the program does."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from combatcli.commands.completion import SHELLS, path_of
from combatcli.encounter import document
from combatcli.pipeline.offers import keys_to_vary
from random_encounters import encounter

MANY = 80
KINDS = ("combatants", "arenas", "sides", "weapons", "combatants=", "arena=arenas", "keys=")
SCRIPTS = {
    "bash": """
        source "$1"; shift
        for file in "$@"; do
            for kind in KINDS; do
                echo "== $file $kind"; owner=''; _combatcli_names $kind
            done
        done""",
    "zsh": """
        compdef() :; source $1; shift
        for file in "$@"; do
            for kind in KINDS; do
                echo "== $file $kind"; line=(); _combatcli_names $kind
            done
        done""",
    "fish": """
        source $argv[1]
        function __combatcli_plain; end
        function __combatcli_file; echo $file; end
        for file in $argv[2..]
            for kind in KINDS
                echo "== $file $kind"; set -g file $file; __combatcli_names $kind
            end
        end""",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("encounters")
    made = []
    for seed in range(MANY):
        path = folder / f"{seed}.toml"
        path.write_bytes(encounter(seed).encode())
        made.append(path)
    return made


def showable(word: str) -> bool:
    return bool(word) and not any(ord(letter) < 32 or ord(letter) == 127 for letter in word)


def really(path: Path, kind: str) -> list[tuple[str, str]]:
    tables = document.parse(path.read_text(encoding="utf-8"), "it")
    combatants: dict[str, Any] = tables.get("combatants", {})
    found: Iterator[tuple[str, str]]
    if kind in ("arenas", "arena=arenas"):
        found = ((kind.removesuffix("arenas") + name, "") for name in tables.get("arenas", {}) if name)
    elif kind == "sides":
        found = ((each.get("side", ""), "") for each in combatants.values())
    elif kind == "keys=":
        found = ((f"{key}=", "") for key in keys_to_vary(combatants))
    elif kind == "weapons":
        found = ((name, "") for each in combatants.values() for name in each.get("weapons", {}))
    else:
        end = "=" if kind.endswith("=") else ""
        found = ((f"{who}{end}", each.get("name") or each.get("side") or "") for who, each in combatants.items())
    return list({word: (word, about) for word, about in reversed(list(found)) if showable(word)}.values())[::-1]


def read_by(
    shell: str, files: list[Path], kinds: str = " ".join(KINDS)
) -> dict[tuple[str, str], list[tuple[str, str]]]:
    options = {
        "bash": ["-c", SCRIPTS[shell].replace("KINDS", kinds), "bash"],
        "zsh": ["-fc", SCRIPTS[shell].replace("KINDS", kinds), "zsh"],
        "fish": ["--no-config", "-c", SCRIPTS[shell].replace("KINDS", kinds)],
    }
    words = [shell, *options[shell], path_of(shell), *map(str, files)]
    done = subprocess.run(words, capture_output=True, check=True)
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for line in done.stdout.decode().split("\n")[:-1]:
        if line.startswith("== "):
            _, file, kind = line.rsplit(" ", 2)
            names = found.setdefault((file, kind), [])
        else:
            word, _, about = line.partition("\t")
            names.append((word, about))
    return found


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_reads_rolls_and_tables_with_names(shell: str, tmp_path: Path, need: Callable[[str], str]) -> None:
    need(shell)
    path = tmp_path / "fight.toml"
    path.write_text(
        'ruleset = "realm"\n[rolls]\nfall = "3d6"\n"sneak(n)" = "1d20+n"\n[tables.treasure]\nroll = "1d2"\n'
        '"1-2" = "x"\n[combatants.mira.rolls]\nsneak = "1d20+5"\n',
        encoding="utf-8",
    )
    found = read_by(shell, [path], "rolls")
    assert [word for word, _ in found[str(path), "rolls"]] == ["@fall", "@sneak", "@treasure", "@mira.sneak"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_reads_the_names_that_the_program_reads(
    shell: str, files: list[Path], need: Callable[[str], str]
) -> None:
    need(shell)
    found = read_by(shell, files)
    assert len(found) == MANY * len(KINDS)
    for path in files:
        for kind in KINDS:
            wanted = really(path, kind)
            names = found[str(path), kind]
            assert sorted(word for word, _ in names) == sorted(word for word, _ in wanted), (path, kind)
            if kind == "combatants":
                plain = {word: about for word, about in wanted if about == "" or showable(about)}
                assert {word: about for word, about in names if word in plain} == plain, path
