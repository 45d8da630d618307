"""Deeds of tactics and lines of `play`: each is made of the other."""

from __future__ import annotations

from functools import cache
from operator import attrgetter
from shlex import join
from typing import TYPE_CHECKING

import pytest
from forecasts import asked, fight_of, lines_played, run
from hypothesis import given, reject
from hypothesis import strategies as st

from combatcli.cli import command_named, starts_like_dice, understood
from combatcli.commands import SUMMARIES
from combatcli.declarations import Command, Shell
from combatcli.errors import CombatError
from combatcli.pipeline.lines import line_of, reader
from combatcli.rulesets import NAMES, load
from support import FightFile

if TYPE_CHECKING:
    from pathlib import Path

    from combatcli.declarations import Option

SHELL = Shell(lambda *_: 0, command_named, starts_like_dice, understood)
WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="="), min_size=1, max_size=5)
"""Words of any letters; with = in it, one describes a combatant without a file."""
VALUES = {
    "text": WORDS,
    "number": st.integers(-99, 99).map(str),
    "feet": st.integers(0, 99).map(lambda halves: f"{halves / 2}"),
    "number or nothing": st.integers(0, 99).map(str),
}


@cache
def commands_of(game: str) -> list[Command]:
    """Return the commands that a game resolves and that are no groups."""
    known = [command_named(name) for name in SUMMARIES if load(game).action(name) is not None]
    return [command for command in known if isinstance(command, Command)]


def keys_of(game: str, command: Command) -> set[str]:
    """Return the keys of a command's request, but for one of whose words the command itself makes a list."""
    action = load(game).action(command.name)
    assert action is not None
    return {*action.request.__struct_encode_fields__} - {"again"}


def values_of(option: Option) -> st.SearchStrategy[list[str]]:
    """Return an option as it may be given in a line: with its value, or without."""
    bare = [option.name] if option.kind in ("flag", "number or nothing") else []
    told = VALUES[option.kind].map(lambda value: [f"{option.name}={value}"]) if option.kind != "flag" else st.nothing()
    return st.sampled_from([bare]) | told if bare else told


@pytest.mark.parametrize("game", NAMES)
@given(data=st.data())
def test_the_line_of_a_deed_is_read_as_the_same_deed(game: str, data: st.DataObject) -> None:
    command = data.draw(st.sampled_from(commands_of(game)))
    keys = keys_of(game, command)
    options = [option for option in command.options_in(load(game)) if option.key in keys]
    drawn = data.draw(st.lists(st.sampled_from(options), max_size=4, unique_by=attrgetter("key"))) if options else []
    told = [word for option in drawn for word in data.draw(values_of(option))]
    places = [argument for argument in command.arguments if argument.name in keys]
    least, more = sum(place.required for place in places), any(place.many for place in places)
    words = data.draw(st.lists(WORDS, min_size=least, max_size=len(places) + more))
    read = reader(load(game), understood)
    try:
        deed = read(join([command.name, *told, "--", *words]))
    except CombatError:
        reject()
    assert read(line_of(deed, load(game), SHELL)) == deed


def test_whoever_has_an_id_of_several_words_or_with_a_dash_before_it_fights(tmp_path: Path) -> None:
    ann, bob = "player = true\nposition = [0, 0]\nspeed = 2", "position = [3, 0]\nspeed = 1"
    text = (
        fight_of("arq", 'phase = "movement"', ann=ann, bob=bob)
        .replace(".ann]", '."big ann"]')
        .replace(".bob]", ".-bob]")
    )
    lines = lines_played(tmp_path / "fight.toml", text)
    assert lines[1:4] == ["move 'big ann' 2,0", "next", "attack --all --apply"]


def test_a_line_of_tactics_is_read_as_it_is_typed(tmp_path: Path) -> None:
    tactics = 'tactics = ["recover weakest ally --stamina 1"]\nstamina = 1'
    text = fight_of("blade", 'phase = "acting"\ninitiative = ["ours", "theirs"]', ann=tactics, al="stamina = 1", bob="")
    assert "recover al --stamina 1" in lines_played(tmp_path / "fight.toml", text)


def test_a_line_of_tactics_that_cannot_be_read_is_passed_over_and_told(fight_file: FightFile) -> None:
    ann = 'position = [0, 0]\ntraits.missile = 2\ntactics = ["attack bob --missile=maybe", "attack bob --missile"]'
    path = fight_file(fight_of("arq", 'phase = "action"', ann=ann, bob="position = [4, 0]"))
    told = asked("--tactics", path=path)["tactic"][0]
    assert told["line"] == "attack bob --missile"
    assert told["passed"][0]["line"] == "attack bob --missile=maybe"
    assert "--missile" in told["passed"][0]["why"]


def test_check_names_an_option_that_a_game_does_not_have(fight_file: FightFile) -> None:
    ann = 'tactics = ["attack bob --aimed"]'
    done = run("check", path=fight_file(fight_of("arq", 'phase = "action"', ann=ann, bob="")))
    assert '"attack bob --aimed": arq\'s attack has no option --aimed' in done.stderr


def test_an_ally_is_aimed_at_by_their_id(fight_file: FightFile) -> None:
    tactics = 'tactics = ["protect al", "attack nearest"]'
    told = asked("--tactics", path=fight_file(fight_of("realm", "", ann=tactics, al="", bob="")))["tactic"][0]
    assert told["line"] == "protect al"


def test_somebody_without_a_bow_is_told_to_be_unable_to_shoot(fight_file: FightFile) -> None:
    tactics = 'tactics = ["shoot nearest", "attack nearest"]'
    told = asked("--tactics", path=fight_file(fight_of("realm", "", ann=tactics, bob="")))["tactic"][0]
    why = "ann has nothing in hand to shoot with (R23)"
    assert told["passed"] == [{"line": "shoot nearest", "why": why}]
