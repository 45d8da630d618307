"""A seed replays what it was given for, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support import tables

if TYPE_CHECKING:
    from pathlib import Path

    from support import Done, Run

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
    """Return a fight with such dice."""
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT.format(dice=f"dice = {{ {dice} }}" if dice else ""), encoding="utf-8")
    return path


def faces(done: Done) -> list[int]:
    """Return the faces of what was rolled."""
    assert done.code == 0, done.err
    return [face for event in done.events for face in event.get("faces", [])]


def test_one_seed_rolls_nothing_twice(tmp_path: Path, run: Run) -> None:
    """What `roll`, an encounter and two commands make of a seed are four different streams, each the same again."""
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
    assert rolled[0] == [9, 7, 3]
    assert rolled[1][0] == 7
    assert len({tuple(shown[:2]) for shown in rolled}) == 4


def test_an_encounter_from_before_goes_on_as_it_would_have(tmp_path: Path, run: Run) -> None:
    """Without a version its dice are those of the first one: friday's were 1 and 9."""
    old = fight(tmp_path, 'seed = "friday", step = 0')
    assert faces(run("attack", "mira", "ogre", "-f", old, "--json"))[:2] == [1, 9]
    assert tables(old)["dice"] == {"seed": "friday", "step": 1}


def test_a_new_encounter_has_the_new_stream(tmp_path: Path, run: Run) -> None:
    """It says so itself, and so goes on for ever."""
    path = tmp_path / "new.toml"
    assert run("new", "realm", "--example", "--seed", "friday", "-o", path).code == 0
    assert tables(path)["dice"] == {"seed": "friday", "step": 0, "version": 2}
    assert faces(run("attack", "mira", "ruffian", "-f", path, "--json"))[0] == 7
    assert tables(path)["dice"] == {"seed": "friday", "step": 1, "version": 2}


def test_after_the_last_step_there_is_none(tmp_path: Path, run: Run) -> None:
    """What rolls with it is refused with what to do, and nothing is written; the step before it is rolled."""
    path = fight(tmp_path, f'seed = "friday", step = {LAST - 1}')
    assert run("attack", "mira", "ogre", "-f", path).code == 0
    assert tables(path)["dice"]["step"] == LAST
    before = path.read_bytes()
    done = run("attack", "mira", "ogre", "-f", path)
    assert (done.code, done.out) == (3, "")
    assert f"dice.step is at its end, {LAST}" in done.err
    assert "set . dice.seed=ANOTHER dice.step=0" in done.err
    assert path.read_bytes() == before
    assert run("set", ".", "dice.seed=ANOTHER", "dice.step=0", "-f", path).code == 0
    assert run("attack", "mira", "ogre", "-f", path).code == 0


@pytest.mark.parametrize("dice", ["step = -1", f"step = {LAST + 1}", "version = 0", "version = 3", 'version = "2"'])
def test_dice_that_there_are_none_of_are_named(tmp_path: Path, run: Run, dice: str) -> None:
    """A step or a version out of its range is refused with the key, by every command."""
    path = fight(tmp_path, f'seed = "friday", {dice}')
    for words in (["check"], ["show"], ["attack", "mira", "ogre"], ["next"]):
        done = run(*words, "-f", path)
        assert done.code == 3, done.err
        assert f"dice.{dice.split(maxsplit=1)[0]}" in done.out + done.err
