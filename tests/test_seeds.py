"""A seed replays what it was given for, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll
from combatcli.dice.rolling.sources import SeededSource
from support import Done, Run, refused, tables

FIGHT = """ruleset = "realm"
{dice}
[combatants.mira]
side = "heroes"
weapons.sabre = {{}}
[combatants.ogre]
side = "foes"
"""
LAST = 2**63 - 1


def fight(tmp_path: Path, dice: str) -> Path:
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT.format(dice=f"dice = {{ {dice} }}" if dice else ""), encoding="utf-8")
    return path


def faces(done: Done) -> list[int]:
    assert done.code == 0, done.err
    return [face for event in done.events for face in event.get("faces", [])]


def test_one_seed_rolls_nothing_twice(tmp_path: Path, run: Run) -> None:
    given, plain = fight(tmp_path, 'seed = "friday", version = 2'), tmp_path / "plain.toml"
    plain.write_text(FIGHT.format(dice=""), encoding="utf-8")
    lines = [
        ["roll", "3d10", "--seed", "friday"],
        ["attack", "mira", "ogre", "-n", "-f", str(given)],
        ["attack", "mira", "ogre", "-n", "-f", str(plain), "--seed", "friday"],
        ["test", "mira", "brawn", "-n", "-f", str(plain), "--seed", "friday"],
    ]
    rolled = [faces(run(*line, "--json")) for line in lines]
    assert rolled == [faces(run(*line, "--json")) for line in lines]
    assert rolled[0] == [9, 6, 1]
    assert rolled[1][0] == 7
    assert len({tuple(shown[:2]) for shown in rolled}) == 4


def test_an_encounter_from_before_goes_on_as_it_would_have(tmp_path: Path, run: Run) -> None:
    old = fight(tmp_path, 'seed = "friday", step = 0')
    assert faces(run("attack", "mira", "ogre", "-f", old, "--json"))[:2] == [1, 9]
    assert tables(old)["dice"] == {"seed": "friday", "step": 1}


def test_a_new_encounter_has_the_new_stream(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "new.toml"
    assert run("new", "realm", "--example", "--seed", "friday", "-o", path).code == 0
    assert tables(path)["dice"] == {"seed": "friday", "step": 0, "version": 2}
    assert faces(run("attack", "mira", "ruffian", "-f", path, "--json"))[0] == 7
    assert tables(path)["dice"] == {"seed": "friday", "step": 1, "version": 2}


def test_after_the_last_step_there_is_none(tmp_path: Path, run: Run) -> None:
    path = fight(tmp_path, f'seed = "friday", step = {LAST - 1}')
    assert run("attack", "mira", "ogre", "-f", path).code == 0
    assert tables(path)["dice"]["step"] == LAST
    before = path.read_bytes()
    refused(
        run("attack", "mira", "ogre", "-f", path),
        3,
        f"dice.step has reached its limit, {LAST}",
        "set . dice.seed=ANOTHER dice.step=0",
    )
    assert path.read_bytes() == before
    assert run("set", ".", "dice.seed=ANOTHER", "dice.step=0", "-f", path).code == 0
    assert run("attack", "mira", "ogre", "-f", path).code == 0


DRAWN = [
    ("realm", "attack mira ruffian --seed other", [10, 5]),
    ("realm", "attack mira ruffian", [4, 8]),
    ("realm", "attack thugs tomas", [2, 3, 4, 7]),
    ("realm", "test mira tomas daring", [8, 2]),
    ("blade", "attack darna orc1", [5, 4]),
    ("blade", "test osk mind --spell Light --difficulty 2", [6, 1]),
    ("blade", "attack osk orc2", [4, 4]),
    ("blade", "attack orc2 osk --seed other", [6, 1]),
    ("blade", "dashtest darna orc1", [2, 6, 1, 2]),
    ("arq", "attack bran gob1", [8]),
    ("arq", "attack gob1 bran", [16]),
    ("arq", "attack bran gob1 --seed other", [20]),
    ("arq", "test bran 3 --against gob1", [12]),
    ("beacon", "attack vela hound", [8, 3, 6]),
    ("beacon", "test osric skirmish", [12, 3, 4, 5, 5]),
    ("beacon", "test osric skirmish --seed other", [1, 18, 4, 8, 8, 4]),
]


@pytest.mark.parametrize("game", ["realm", "blade", "arq", "beacon"])
def test_what_a_seed_draws_in_a_game_stays(game: str, tmp_path: Path, run: Run) -> None:
    path = tmp_path / "fight.toml"
    assert run("new", game, "--example", "--seed", "pinned", "-q", "-o", path).code == 0
    for name, line, drawn in DRAWN:
        if name == game:
            shown = [
                face
                for event in run(*line.split(), "-f", path, "--json").events
                for face in event.get("cards", event.get("faces", []))
            ]
            assert (line, shown) == (line, drawn)


@pytest.mark.parametrize(
    ("text", "version", "drawn"),
    [
        ("6d6r1ro2!!>=5", 1, (2, 2, 2, 2, 1, 5, 3, 5, 5, 3, 6, 6, 3, 1, 6, 4, 4, 4)),
        ("6d6r1ro2!!>=5", 2, (6, 1, 2, 1, 5, 6, 4, 1, 1, 5, 6, 5, 4, 4, 5, 3, 2, 6, 2, 2, 5, 6, 3)),
        ("4d6!pr<3kh2+2d300!>=200", 1, (2, 2, 2, 2, 1, 5, 3, 5, 5, 141, 234, 172)),
        ("4d6!pr<3kh2+2d300!>=200", 2, (6, 1, 2, 1, 5, 6, 4, 1, 1, 5, 6, 5, 13, 150)),
        ("(1d4)d(1d6+2)ro<3!o", 2, (2, 1, 2, 1, 2, 3, 1, 1)),
        ("if(1d6>3, 3d6!, 5d4r1)+4dF", 2, (6, 1, 2, 1, 0, 1, -1, -1)),
    ],
)
def test_damage_of_an_encounter_is_drawn_as_it_was(text: str, version: int, drawn: tuple[int, ...]) -> None:
    source = SeededSource("friday", 3, stream="encounter", version=version)
    assert roll(parse(text).tree, source).faces == drawn
