"""A game is one folder: what the shared code knows of games; one from outside that joins, or is broken."""

from __future__ import annotations

import contextlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
import toygame

import broken_games
import combatcli
from combatcli import rulesets
from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import CommandGroup
from combatcli.dice.notation import parse
from combatcli.dice.rolling.roll import roll_total
from combatcli.encounter.references import CombatantId, combatant_named
from combatcli.rulesets import NAMES, load, outside
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.asked import text
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.parts import Parts
from combatcli.rulesets.tasks import roll
from support import DUEL, FightFile, Run, install, refused

CODE = Path(combatcli.__file__).parent
GAMES = Path(rulesets.__file__).parent
WORDS_OF_ONE_GAME = (
    r"realm|blade|arq|beacon|stamina|awesome|wound box|botch|critical|soak|archetype|effect di|damage di"
)


def shared_files() -> Iterator[Path]:
    own = [GAMES / name for name in NAMES]
    return (path for path in CODE.rglob("*.py") if not any(folder in path.parents for folder in own))


def test_outside_its_folder_nothing_names_a_game_or_a_word_that_only_one_has() -> None:
    found = [
        f"{path.relative_to(CODE)}: {line.strip()}"
        for path in shared_files()
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(WORDS_OF_ONE_GAME, line, re.IGNORECASE)
    ]
    assert found == ['rulesets/outside.py: OURS = ("realm", "blade", "arq", "beacon")']


@pytest.mark.parametrize("game", NAMES)
def test_a_game_imports_from_no_other(game: str) -> None:
    others = "|".join(name for name in NAMES if name != game)
    for path in (GAMES / game).rglob("*.py"):
        assert not re.search(rf"rulesets\.({others})\b", path.read_text(encoding="utf-8")), path
    for path in shared_files():
        assert not re.search(rf"rulesets[./]{game}\b", path.read_text(encoding="utf-8")), path


ARROWS = {
    "dice": {"dice"},
    "encounter": {"encounter", "rulesets"},
    "report": {"report", "dice"},
    "rulesets": {"rulesets", "encounter", "report", "dice"},
    "forecast": {"forecast", "rulesets", "encounter", "report", "dice"},
    "pipeline": {"pipeline", "forecast", "rulesets", "encounter", "report", "dice"},
    "commands": {"commands", "pipeline", "rulesets", "encounter", "report", "dice"},
}
"""Which room a room may import from; the modules beside the rooms are everybody's, but for the command line's own."""
ABOVE_ALL = {"cli", "help", "__main__", "commands"}


@pytest.mark.parametrize("room", ARROWS)
def test_imports_point_one_way(room: str) -> None:
    for path in (CODE / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for line in re.findall(r"^( *)(?:from|import) combatcli\.(\w+)", text, re.MULTILINE):
            indent, other = line
            if (other, room) == ("rulesets", "encounter"):
                assert indent, f"{path}: {other} is imported, not only for its types"
            if other in ABOVE_ALL - {room} or (CODE / other).is_dir():
                assert other in ARROWS[room], f"{path} imports from {other}"


@pytest.mark.parametrize("game", NAMES)
def test_which_commands_a_game_has_follows_from_its_modules(game: str) -> None:
    modules = set(load(game).parts.commands()) & SUMMARIES.keys()
    assert {"show", "attack", "wound", "next", "arena"} <= modules
    for name in modules - {"arena", "schema"}:  # subcommands, and the shape of the encounter
        assert load(game).action(name) is not None
    for command in SUMMARIES:
        added = load(game).addition(command)
        if added is None:
            continue
        subs = [sub.name for sub in added.subcommands]
        for name in [*subs, *([] if subs else [command])]:
            action = load(game).action(name)
            assert action is not None, name
            takes = set(action.request.__struct_encode_fields__) | {"with", "against"}
            options = [option for sub in added.subcommands if sub.name == name for option in sub.options]
            assert {option.key for option in [*options, *([] if subs else added.options)]} <= takes


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("name", SUMMARIES)
def test_no_option_of_a_game_is_named_like_one_that_every_game_has(name: str, game: str) -> None:
    found = command_named(name)
    for command in found.commands.values() if isinstance(found, CommandGroup) else [found]:
        names = [option.name for option in command.options_with_games(load(game))]
        assert len(set(names)) == len(names)


# --- A game from outside ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_plays_and_tells_its_events(run: Run) -> None:
    poked = run("attack", "ann", "bob", "--eager", "1", "--dice", "3", stdin=run("new", "toy", "--example").out)
    assert (poked.code, poked.err) == (0, "ann pokes bob!\n")
    lines = run("show", stdin=poked.out).out.splitlines()
    assert lines[:3] == ["toy  round 1  phase poke", "        pokes", "   ann      2"]
    assert "bob      2" in lines[3]
    assert poked.out.startswith('ruleset = "toy"')
    assert '"pokes"' in run("schema", "toy").out
    refused(run("attack", "ann", "bob", "--dice", "3,3", stdin=poked.out), 3)


class RecoverRequest(Request, frozen=True):
    """Who gets pokes back, and how many; other games read an option of that name in another way."""

    who: CombatantId
    heal: Annotated[str, text("DICE", "give back so many pokes")]


def recover(context: CombatContext[toygame.Game_], request: RecoverRequest) -> None:
    """Give somebody pokes back."""
    more = roll(context, "the healing", lambda source, dice: roll_total(parse(dice).tree, source).total, request.heal)
    context.update_combatant(request.who, pokes=combatant_named(context.fight, request.who).pokes + more)


@pytest.fixture
def _healing_toy(toy: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the toy game a command more."""
    actions = {**toygame.PARTS.actions, "recover": action(RecoverRequest, recover)}
    monkeypatch.setattr(toygame.PARTS, "actions", actions)


HEAL = ("recover", "ann", "--heal", "2d4+2", "--dice", "3,4")
"""A line whose option other games read as a number, which may be left out."""


@pytest.mark.usefixtures("_healing_toy")
@pytest.mark.parametrize("named", [["-f", "FILE"], ["-fFILE"], ["-qfFILE"], ["--file", "FILE"], ["--file=FILE"], []])
def test_an_option_is_read_as_the_game_of_the_file_reads_it(
    run: Run, fight_file: FightFile, monkeypatch: pytest.MonkeyPatch, named: list[str]
) -> None:
    file = fight_file(run("new", "toy", "--example").out)
    monkeypatch.setenv("COMBATCLI_FILE", str(fight_file(DUEL).rename(file.with_name("duel.toml")) if named else file))
    file.write_text(run("new", "toy", "--example").out, encoding="utf-8")
    done = run(*HEAL, *(word.replace("FILE", str(file)) for word in named))
    assert (done.code, done.err) == (0, "")
    assert tomllib.loads(file.read_text(encoding="utf-8"))["combatants"]["ann"]["pokes"] == 11


@pytest.mark.usefixtures("_healing_toy")
def test_an_option_is_read_as_the_game_reads_it_in_a_pipe_in_play_and_without_a_file(
    run: Run, fight_file: FightFile
) -> None:
    example = run("new", "toy", "--example").out
    assert run(*HEAL, stdin=example).toml["combatants"]["ann"]["pokes"] == 11
    assert run(*HEAL, "-f", "/dev/stdin", stdin=example).toml["combatants"]["ann"]["pokes"] == 11
    file = fight_file(example)
    assert run("play", file, stdin=f"{' '.join(HEAL)}\nshow ann").code == 0
    assert tomllib.loads(file.read_text(encoding="utf-8"))["combatants"]["ann"]["pokes"] == 11
    assert run("recover", "attacker", "--heal", "2d4+2", "--ruleset", "toy").code == 0
    refused(run("recover", "mira", "--heal", "2d4+2", stdin=DUEL), 3, 'there is no combatant "2d4+2"')
    assert re.search(r"^In toy:\n.*--heal DICE", run("recover", "--help", "-f", file).out, re.MULTILINE | re.DOTALL)


@pytest.mark.usefixtures("_healing_toy")
def test_on_a_terminal_options_begin_like_no_other_of_the_game_in_play(
    run: Run, fight_file: FightFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = fight_file(run("new", "toy", "--example").out)
    monkeypatch.setattr("combatcli.streams.on_terminal", lambda: True)
    assert run("recover", "ann", "--hea", "2d4+2", "--fi", file).code == 0
    refused(run("recover", "ann", "--hea", "2d4+2"), 2, "Several begin so: --heal, --health.")


@pytest.mark.usefixtures("_healing_toy")
def test_a_file_that_changes_its_game_while_a_command_begins_is_refused(
    run: Run, fight_file: FightFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = fight_file(run("new", "toy", "--example").out)

    def changed(*_: object) -> contextlib.AbstractContextManager[None]:
        file.write_text(DUEL, encoding="utf-8")
        return contextlib.nullcontext()

    monkeypatch.setattr("combatcli.encounter.locks.lock_held", changed)
    refused(run(*HEAL, "-f", file), 4, "fight.toml has just changed from toy to realm.\n  Give the command again.")


def test_a_part_that_no_game_has_is_refused() -> None:
    misspelt: dict[str, Any] = {"actoins": {}}
    with pytest.raises(TypeError, match="actoins"):
        Parts(**misspelt)


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_has_odds_and_json(run: Run) -> None:
    example = run("new", "toy", "--example").out
    assert "Chance to hit: 1/2 = 50 %." in run("attack", "ann", "bob", "--odds", stdin=example).out
    done = run("attack", "ann", "bob", "--odds", "--eager", "1", "--json", stdin=example)
    assert done.json["ruleset"] == "toy"
    assert done.event("odds")["chance"] == "2/3"
    assert run("attack", "ann", "bob", "--json", "--dice", "4", stdin=example).event("poke")["hit"] is True


@pytest.mark.usefixtures("toy")
def test_help_shows_what_each_game_adds(run: Run) -> None:
    shown = run("attack", "--help", "--all").out
    assert re.search(
        r"^In realm:$.*--parry.*^In blade:$.*--called.*^In toy:\n.*no more\n.*--eager", shown, re.MULTILINE | re.DOTALL
    )
    assert "--parry" not in run("show", "--help").out
    assert run("attack", "ann", "bob", "--eagre", "1").code == 2


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_refuses_what_it_lacks(run: Run) -> None:
    example = run("new", "toy", "--example").out
    push = run("push", "ann", "bob", stdin=example)
    assert (push.code, push.err) == (3, "combatcli: toy has no push.\n  It is part of realm and beacon.\n")
    parry = run("attack", "ann", "bob", "--parry", "attack", stdin=example)
    assert (parry.code, parry.err) == (3, "combatcli: toy's attack has no --parry.\n  realm has it.\n")
    cover = run("attack", "ann", "bob", "--cover", "2", stdin=example)
    assert (cover.code, cover.err) == (3, "combatcli: toy's attack has no --cover.\n  d20 has it.\n")
    refused(run("arena", "list", stdin=example), 3, "realm, blade, arq and beacon")
    assert "Did you mean toy?" in run("new", "toyy").err
    assert run("attack", "ann", "bob", "--eager", "1", stdin=run("new", "realm", "--example").out).code == 3


@pytest.mark.usefixtures("toy")
def test_a_game_from_outside_is_checked_edited_and_played_without_a_file(run: Run) -> None:
    example = run("new", "toy", "--example").out
    assert "A valid toy encounter: 2 combatants" in run("check", stdin=example).out
    assert run("check", stdin=example.replace("pokes = 2", 'engaged = ["bbo"]')).code == 3
    fewer = run("set", "ann", "pokes=-1", stdin=example)
    assert fewer.toml["combatants"]["ann"]["pokes"] == 1
    assert list(run("drop", "ann", stdin=example).toml["combatants"]) == ["bob"]
    done = run("attack", "--ruleset", "toy", "--against", "pokes=1", "--dice", "6")
    assert (done.code, done.out) == (0, "attacker pokes target!\n"), done.err


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("nowhere:GAME", "cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
        ("toygame:GAME", 'calls its game "toy"'),
    ],
)
def test_a_broken_game_from_outside_hinders_no_other(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, entry: str, message: str
) -> None:
    install(monkeypatch, tmp_path, "wreck", entry)
    assert "In realm:" in run("attack", "--help", "--all").out
    push = run("push", "ann", "bob", stdin=run("new", "blade", "--example").out)
    assert (push.code, push.err) == (3, "combatcli: blade has no push.\n  It is part of realm and beacon.\n")
    new = run("new", "wreck")
    assert (new.code, new.err.count("\n")) == (3, 2)
    assert message in new.err


def test_entry_points_are_looked_up_only_where_no_game_of_ours_fits(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def looked() -> None:
        pytest.fail("games from outside were looked for")

    monkeypatch.setattr(outside, "entry_points", looked)
    example = run("new", "realm", "--example").out
    assert run("attack", "mira", "ruffian", "--parry", "attack", stdin=example).code == 0
    assert run("show", stdin=example).code == 0


@pytest.fixture(params=broken_games.KINDS)
def _wreck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install a game that is broken in one of many ways."""
    broken_games.install(tmp_path, request.param)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wreckgame", raising=False)


@pytest.mark.usefixtures("_wreck", "toy")
def test_where_all_games_are_looked_at_one_that_is_broken_is_warned_of_once(run: Run) -> None:
    done = run("attack", "--help", "--all")
    assert done.code == 0
    assert done.err.count("\n") == done.err.count("Warning: ") == 1
    assert "wreck-game 1.0" in done.err
    assert "\x1b" not in done.err
    assert "In realm:" in done.out
    assert "In toy:" in done.out
    rules = run("rules", "--house", "--json").json
    assert "wreck-game 1.0" in rules["warnings"][0]
    assert "\ntoy\n" in run("rules").out


@pytest.mark.usefixtures("toy")
def test_a_package_whose_name_cannot_be_read_is_warned_of(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken_games.install(tmp_path, "is no UTF-8")
    (tmp_path / "wreck_game-1.0.dist-info" / "METADATA").write_bytes(b"Name: \xff\n")
    monkeypatch.syspath_prepend(tmp_path)
    done = run("rules", "--games")
    assert done.code == 0
    assert "a package without a name cannot be read" in done.out
    assert "toy" in done.out


@pytest.mark.usefixtures("_wreck", "toy")
def test_others_play_on_and_refuse_as_without_it_and_it_is_refused_in_a_sentence(run: Run) -> None:
    example = run("new", "toy", "--example").out
    assert run("attack", "ann", "bob", "--eager", "1", "--dice", "3", stdin=example).err == "ann pokes bob!\n"
    push = run("push", "ann", "bob", stdin=run("new", "blade", "--example").out)
    assert (push.code, push.err) == (3, "combatcli: blade has no push.\n  It is part of realm and beacon.\n")
    refused(run("new", "wrekc"), 2, "no ruleset")
    done = run("new", "wreck")
    assert not done.code or (done.code in (2, 3) and done.err.count("\n") == 2)
