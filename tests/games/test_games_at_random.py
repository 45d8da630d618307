"""A game that passes `check` never ends a command with an internal error, whatever stands in it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from combatcli.rulesets import game_files
from support import Run

TOKENS = (
    *("0", "-1", "1d6", "{3d6}", "hp", "target.hp", "attacker.str", "weapon.damage", "if(", "(", ")", ",", "=", ">="),
    *("!=", "1d6!", "100", "999999999", "**", "/", "//", "%", "not", "and", "or", "dice(", "most(", "times(", "true"),
    *("false", "[", "]", "{", "}", '"', "full", "d", "kh1", "round", "count", "player", "who.hp", "bonus", "trait"),
    *("damage", "hit", "total", "says", "of", "1000000000000"),
)
COMMANDS = (
    *(
        "show",
        "order",
        "next",
        "attack A B --apply",
        "wound B 7",
        "attack A B --odds",
        "test A T",
        "test A T --against B",
    ),
    *("recover B", "next --round", "show A", "log", "forecast --times 2 --rounds 2", "undo", "check"),
)
PARTS = re.compile(r"\w+|\W")


def changed(chance: random.Random, text: str) -> str:
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


@pytest.mark.parametrize("seed", range(24))
@pytest.mark.untraced
def test_a_game_changed_at_random_is_refused_or_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """It is told what is wrong, or all of its commands are."""
    monkeypatch.chdir(tmp_path)
    chance = random.Random(seed)
    text = (Path(game_files.FOLDER) / f"{chance.choice(game_files.OURS)}.toml").read_text(encoding="utf-8")
    (tmp_path / "g.toml").write_text(changed(chance, text), encoding="utf-8")
    codes = [run("check", "g.toml").code]
    if codes == [0]:
        codes.append(run("new", "g.toml", "--example", "-o", "f.toml").code)
    if codes == [0, 0]:
        who = re.findall(r"^\[combatants\.(\w+)\]", (tmp_path / "f.toml").read_text(encoding="utf-8"), re.MULTILINE)
        words = {"A": who[0] if who else "ann", "B": who[-1] if who else "bob", "T": "str"}
        codes += [run(*[words.get(word, word) for word in line.split()], "-f", "f.toml").code for line in COMMANDS]
    assert 70 not in codes
