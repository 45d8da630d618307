"""A game in a file: how it is found, checked, changed and missed; and what is wrong in one."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from combatcli.__main__ import main
from combatcli.cli import command_named, parse_line, starts_like_dice
from combatcli.declarations import SessionCommandLine
from combatcli.pipeline.session import play_script
from combatcli.rulesets.from_file.game import checked_rules, read_rules
from combatcli.rulesets.from_file.tables import MOST_VALUES
from combatcli.rulesets.game_files import FOLDER
from support import Done, Run, refused

EDITOR = Draft202012Validator(json.loads((Path(FOLDER) / "game.schema.json").read_text(encoding="utf-8")))
SHELL = SessionCommandLine(main, command_named, starts_like_dice, parse_line)

DUEL = """\
game = "duel"
out = "hp = 0"

[combatant]
ac = 10
str = 0
attack = "2 + str"
hp = { full = 8, help = "hit points" }
resists = ["nothing", "half-plate"]

[weapon]
damage = "1d6"
type = ["steel", "half-plate"]

[options.attack]
cover = { default = 0, help = "add N" }

[attack]
total = "1d20 + attacker.attack + bonus"
needed = "target.ac + cover"
hit = "total >= needed"
damage = "weapon.damage / (1 + (target.resists = weapon.type))"

[wound]
target.hp = "target.hp - damage"

[test]
total = "1d20 + trait"
success = "total >= 15"

[status]
bloodied = "hp * 2 <= max_hp"

[show]
columns = ["hp/max_hp"]
"""
FIGHT = 'ruleset = "duel.toml"\n[combatants.ann]\nside = "us"\n[combatants.bob]\nside = "them"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a game and a fight beside it."""
    (tmp_path / "duel.toml").write_text(DUEL, encoding="utf-8")
    (tmp_path / "friday.toml").write_text(FIGHT, encoding="utf-8")
    return tmp_path


def played(run: Run, folder: Path, *words: object) -> Done:
    return run(*words, "-f", folder / "friday.toml")


def test_a_game_is_found_beside_the_encounter(run: Run, folder: Path) -> None:
    """Wherever the command is given."""
    assert played(run, folder, "show").out.startswith("duel  round 1")
    done = played(run, folder, "attack", "ann", "bob", "--cover", "2", "--dice", "10,4")
    assert "total [10] + 2 = 12, needed 12, damage [4]" in done.out


def test_a_missing_game_is_told_with_where_it_was_looked_for(run: Run, folder: Path) -> None:
    """Undo, redo and log go on without it."""
    played(run, folder, "attack", "ann", "bob", "--dice", "10,4")
    (folder / "duel.toml").unlink()
    refused(played(run, folder, "show"), 3, "there is no game duel.toml beside it, nor in")
    listed = played(run, folder, "log")
    assert "attack ann bob --dice 10,4" in listed.out
    assert played(run, folder, "undo").code == 0
    assert played(run, folder, "redo").code == 0
    refused(played(run, folder, "log", "--story"), 3, "there is no game duel.toml")


def test_a_broken_game_is_told_by_line_and_column(run: Run, folder: Path) -> None:
    """Undo and log still work."""
    played(run, folder, "wound", "bob", "3")
    (folder / "duel.toml").write_text(DUEL.replace("total >= needed", "total >= neded"), encoding="utf-8")
    refused(played(run, folder, "show"), 3, "duel.toml: line 21 column 17, attack.hit: neded has no value here")
    assert "wound bob 3" in played(run, folder, "log").out
    assert played(run, folder, "undo").code == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            'tactics = ["attak nearest"]\n',
            'duel.toml: line 1, tactics: "attak nearest": duel.toml has no action "attak"',
        ),
        (
            "example.combatants.ann.acc = 11\n",
            "duel.toml: line 1, example.combatants.ann.acc: an encounter has no such key",
        ),
    ],
)
def test_slips_in_tactics_and_in_the_example_are_told_by_every_command(
    run: Run, folder: Path, more: str, said: str
) -> None:
    """Not by `check` of the game alone."""
    (folder / "duel.toml").write_text(f"{more}{DUEL}", encoding="utf-8")
    for words in (["check"], ["attack", "ann", "bob"], ["show"]):
        refused(played(run, folder, *words), 3, said)


def test_keys_that_need_each_other_are_told_before_anything_is_played(run: Run, folder: Path) -> None:
    """By every command, whatever the fight says."""
    (folder / "duel.toml").write_text(DUEL.replace("str = 0", 'str = "attack"'), encoding="utf-8")
    for words in (["show"], ["attack", "ann", "bob"], ["next"], ["check"]):
        refused(played(run, folder, *words), 3, "combatant.str: str needs itself: str -> attack -> str")


def test_the_round_is_a_name_wherever_a_function_could_stand(run: Run, folder: Path) -> None:
    """round() rounds, and round is its number."""
    (folder / "duel.toml").write_text(DUEL.replace("total >= needed", "total >= needed + round"), encoding="utf-8")
    assert "MISS" in played(run, folder, "attack", "ann", "bob", "--cover", "2", "--dice", "10").out


def test_a_game_that_changes_in_the_middle_of_play(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The next line is played by what its file says then; moved away or broken, it is missed, and undo goes on."""
    game, fight = folder / "duel.toml", folder / "friday.toml"

    def lines() -> Iterator[str]:
        yield "wound bob 1\n"
        game.write_text(DUEL.replace("target.hp - damage", "target.hp - 2 * damage"), encoding="utf-8")
        yield "wound bob 1\n"
        game.write_text(DUEL.replace("target.hp - damage", "target.hp -"), encoding="utf-8")
        yield "wound bob 1\n"
        game.rename(folder / "away.toml")
        yield "wound bob 1\n"
        yield "undo\n"
        game.write_text(DUEL, encoding="utf-8")
        yield "show bob\n"

    assert play_script(lines(), str(fight), SHELL, keep_going=True) == 3
    told = capsys.readouterr()
    assert "bob takes 1: 1 off hp." in told.out
    assert "bob takes 1: 2 off hp." in told.out
    assert "duel.toml: line 25 column 25, wound.target.hp: expected" in told.err
    assert "there is no game duel.toml beside it" in told.err
    assert "hp 7;" in told.out.partition("Undone: ")[2]


def test_log_marks_where_the_rules_changed(run: Run, folder: Path) -> None:
    """Each line of the journal keeps the version of the game."""
    played(run, folder, "wound", "bob", "1")
    (folder / "duel.toml").write_text(DUEL.replace("ac = 10", "ac = 11"), encoding="utf-8")
    played(run, folder, "wound", "bob", "1")
    first, second = played(run, folder, "log", "--json").events
    assert len(first["rules"]) == len(second["rules"]) == 12
    assert first["rules"] != second["rules"]
    assert "the rules had changed" in played(run, folder, "log").out


@pytest.mark.parametrize("name", ["../duel.toml", "/etc/duel.toml", "a/duel.toml", "..\\\\duel.toml"])
def test_no_encounter_leads_out_of_its_folder(run: Run, folder: Path, name: str) -> None:
    """A stranger's encounter reads nothing else."""
    (folder / "friday.toml").write_text(FIGHT.replace("duel.toml", name), encoding="utf-8")
    refused(played(run, folder, "show"), 3, "has a folder in it")


def test_what_is_no_regular_file_is_no_game(run: Run, folder: Path) -> None:
    """Nor is one that is too large, or not UTF-8."""
    game = folder / "duel.toml"
    game.unlink()
    game.mkdir()
    refused(played(run, folder, "show"), 4, "is a directory")
    game.rmdir()
    os.mkfifo(game)
    refused(played(run, folder, "show"), 4, "is a pipe or a device")
    game.unlink()
    game.write_bytes(b'game = "\xff"')
    refused(played(run, folder, "show"), 4, "is not UTF-8")
    game.write_text(DUEL + "#" * 300 * 1024, encoding="utf-8")
    refused(played(run, folder, "show"), 3, "at most 256 KiB")


def test_games_in_the_users_folder_have_a_name(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A copy of one of ours is called as its file is."""
    monkeypatch.setattr("combatcli.rulesets.game_files.user_folder", lambda: str(tmp_path / "games"))
    (tmp_path / "games").mkdir()
    done = run("new", "d20", "--copy", tmp_path / "games" / "mine.toml")
    assert done.code == 0, done.err
    made = run("new", "mine", "--example")
    assert 'ruleset = "mine"' in made.out
    assert run("show", stdin=made.out).out.startswith("mine  round 1")


def test_all_games_are_listed_with_where_they_are(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one that is broken it is said, and the others are listed."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("combatcli.rulesets.game_files.user_folder", lambda: str(folder / "games"))
    (folder / "games").mkdir()
    (folder / "games" / "mine.toml").write_text('game = "mine"\nabout = "Two dice."\n', encoding="utf-8")
    (folder / "odd.toml").write_text('game = "odd"\nout = "1+"\n', encoding="utf-8")
    done = run("rules", "--games", "--json")
    listed = {event["name"]: (event["about"], event["source"]) for event in done.events}
    assert {"realm", "d20", "plain", "duel.toml"} <= listed.keys()
    assert listed["mine"] == ("Two dice.", str(folder / "games" / "mine.toml"))
    assert "odd.toml cannot be played: odd.toml: line 2" in done.json["warnings"][0]
    refused(run("rules", "--games", "d20"), 2, "takes no words")


def test_names_of_conditions_are_completed(run: Run, folder: Path) -> None:
    """Those that the game describes."""
    (folder / "duel.toml").write_text(f'{DUEL}[conditions]\nprone = "lies"\n', encoding="utf-8")
    line = f"combatcli condition -f {folder / 'friday.toml'} ann "
    assert "prone\t" in run("completion", "fish", "--words", line).out


def test_a_new_game_can_be_played(run: Run, tmp_path: Path) -> None:
    """And checked, and has a fight to try."""
    game = tmp_path / "own.toml"
    assert run("new", "--game", game).code == 0
    assert "A valid game, own" in run("check", game).out
    fight = tmp_path / "fight.toml"
    assert run("new", game, "--example", "-o", fight).code == 0
    assert run("attack", "ann", "bob", "-f", fight).code == 0


SLIPS = [
    ("target.ac + cover", "target.acc", "line 20 column 11, attack.needed: a combatant has no acc", "Did you mean ac?"),
    (
        "1d20 + attacker.attack + bonus",
        "1d20 + attack",
        "line 19 column 17, attack.total: attack has no value here",
        "Did you mean attacker.attack or target.attack?",
    ),
    ('hit = "total >= needed"', 'hit = "(total >= needed"', "attack.hit: expected an operator", ""),
    (
        "[wound]\n",
        '[wound]\nattacker.hp = "1"\n',
        "wound.attacker: [wound] changes nothing of attacker",
        "It may change target.",
    ),
    (
        "[wound]\n",
        "[wound]\ntarget.bloodied = 1\n",
        "wound.target.bloodied: bloodied is a status, which follows from numbers",
        "",
    ),
    ("hp * 2 <= max_hp", "hp < 1d6", "status.bloodied: no dice are rolled here", "Roll them in"),
    ("ac = 10", "ac = 10\nname = 0", "combatant.name: every combatant has a name of its own", "Choose another name."),
    ("ac = 10", "ac = 10\nevent = 0", "combatant.event: every combatant has a event of its own", "Choose"),
    ("ac = 10", "ac = 10\nd6 = 0", "combatant.d6: d6 is a word of the dice notation, and no name", ""),
    ("str = 0", 'str = "attack"', "combatant.str: str needs itself: str -> attack -> str", ""),
    (
        "ac = 10",
        'ac = { of = "hp", "8" = 10, "0-7" = "weak" }\nweak = "ac"',
        "combatant.ac: ac needs itself: ac -> weak -> ac",
        "",
    ),
    (
        "total >= needed",
        "total >= attacker.ac d6",
        'expected an operator or the end, found "d"',
        "as in (target.power)d6",
    ),
    ("total >= needed", "2 attacker.ac", 'found "attacker"', "Write an operator before attacker.ac"),
    ("total >= needed", "6x attacker.ac", 'found "x"', "Write an operator before attacker.ac"),
    ('success = "total >= 15"', "", "test: a test needs success", 'As in success = "total >= 15".'),
    ("hp/max_hp", "hp/max_hpp", "show.columns: a combatant has no max_hpp", "Did you mean max_hp?"),
    (
        "hp = { full = 8",
        "hp = { default = 8",
        "show.columns: a combatant has no max_hp",
        "Known: ac",
    ),
    ('"hp = 0"', '"target.hp = 0"', "out: there is no target here", "Here hp stands for itself, without target."),
    ('"hp = 0"', '"hp = false"', "out: false has no value here", "In an expression they are 1 and 0."),
    ("[wound]", "[wounds]", "line 24, wounds: a game has no such key", "Did you mean wound?"),
    ('game = "duel"', 'game = ""', "game: a game has a name", 'As in game = "duel".'),
    ("full = 8", "ful = 8", "combatant.hp.ful: a game has no such key", "Did you mean full?"),
    ("ac = 10", "ac = 10.5", "combatant.ac: expected a whole number", ""),
    (
        'game = "duel"',
        'game = "duel"\ntactics = ["attak nearest"]',
        'line 2, tactics: "attak nearest": duel.toml has no action "attak"',
        "Did you mean attack?",
    ),
    (
        "[show]",
        "[example.combatants.ann]\nacc = 11\n[show]",
        "line 35, example.combatants.ann.acc: an encounter has no such key",
        "Did you mean ac?",
    ),
    (
        "[show]",
        '[example.combatants.ann]\nresists = "half"\n[show]',
        'example.combatants.ann.resists: "half" is none of its values',
        "Did you mean half-plate?",
    ),
    ("default = 0, help", 'default = ["low", "h!gh"], help', "options.attack.cover: expected words", 'As in ["steel"'),
    (
        "bloodied = ",
        'one = "bloodied"\nbloodied = "one"\nthree = ',
        "line 32, status.one: one needs itself: one -> bloodied -> one",
        "",
    ),
    ("default = 0, help", "full = 8, help", "options.attack.cover: expected a whole number, or true or false", ""),
    ("cover", "apply", "options.attack.apply: every attack has a apply of its own", "Choose another name."),
    (
        "[status]",
        "[turn]\n" + "".join(f"c{number} = 1\n" for number in range(MOST_VALUES + 1)) + "[status]",
        f"turn: a table has at most {MOST_VALUES} keys, not {MOST_VALUES + 1}",
        "Take it apart.",
    ),
]


def test_what_only_a_fight_can_say_is_a_warning(run: Run, folder: Path) -> None:
    """As long as nobody says it, its expression has no value; `check` of a fight says so, too."""
    (folder / "duel.toml").write_text(DUEL.replace('attack = "2 + str"', 'attack = "2 / str"'), encoding="utf-8")
    lacking = 'combatant: where a fight says nothing, combatant.attack "2 / str": division by zero'
    for words in ((folder / "duel.toml",), ("-f", folder / "friday.toml")):
        done = run("check", *words)
        assert done.code == 0
        assert lacking in done.out


def test_a_change_is_written_whole(run: Run, folder: Path) -> None:
    """With no sign of its own."""
    (folder / "duel.toml").write_text(DUEL.replace('target.hp = "target.hp - damage"', 'target.hp -= "damage"'))
    refused(run("check", folder / "duel.toml"), 3, "a change says all that", 'As in target.hp = "target.hp - damage"')


def test_a_misspelled_full_is_one_problem() -> None:
    """Its maximum is known."""
    assert len(read_rules("duel.toml", DUEL.replace("full = 8", "ful = 8")).slips) == 1


@pytest.mark.parametrize(
    ("of", "column"),
    [("p >= 5", 0), ("p kh1 + 1", 0), ("p kh2 - 9", 0), ("p >= 5 + 1d6", 1), ("dice(weapon.damage)", 1)],
)
def test_words_may_ask_about_a_pool_that_was_rolled(run: Run, folder: Path, of: str, column: int) -> None:
    """And roll none themselves."""
    says = f'p = "{{3d6}}"\nsays = {{ of = "{of}", "0-1" = "poor", "2+" = "fine" }}\n'
    text = DUEL.replace("[attack]\n", f"[attack]\n{says}")
    assert [" column " in slip.path for slip in read_rules("duel.toml", text).slips] == [True] * column
    if not column:
        (folder / "duel.toml").write_text(text, encoding="utf-8")
        assert "FINE" in played(run, folder, "attack", "ann", "bob", "--dice", "5,6,1,3").out
        assert "fine" in played(run, folder, "attack", "ann", "bob", "--odds").out


def test_an_option_may_be_one_of_some_words(run: Run, folder: Path) -> None:
    """The first where nothing is said; any other word is refused."""
    option = DUEL.replace("default = 0, help", 'default = ["none", "half", "tree-trunk"], help')
    compared = "target.ac + if(cover = tree-trunk, 5, if(cover = half, 2, 0))"
    (folder / "duel.toml").write_text(option.replace("target.ac + cover", compared), encoding="utf-8")
    for words, needed in (((), 10), (("--cover", "half"), 12), (("--cover=tree-trunk",), 15)):
        done = played(run, folder, "attack", "ann", "bob", *words, "--dice", "2", "-n")
        assert f"needed {needed}." in done.out
    refused(
        played(run, folder, "attack", "ann", "bob", "--cover", "hal"), 2, '--cover "hal" is none of its words', "half"
    )


def test_tactics_of_a_game_may_recover(run: Run, folder: Path) -> None:
    """By the option of the game."""
    healing = '[options.recover]\nheal = "by hand"\n[recover]\nwho.hp = "who.hp + if(heal, 8, 0)"\n'
    lines = 'tactics = ["recover ally weakest --heal if allies > 0", "attack weakest"]\n'
    (folder / "duel.toml").write_text(f"{lines}{DUEL}{healing}", encoding="utf-8")
    played(run, folder, "add", "amy", "side=us", "hp=1", "max_hp=9")
    assert run("check", folder / "duel.toml").code == 0
    done = played(run, folder, "forecast", "--fight", "1", "--seed", "a", "--story")
    assert "amy recovers: hp +8, and is no longer bloodied." in done.out


def test_help_lists_the_options_of_the_game_in_play(run: Run, folder: Path) -> None:
    assert "In duel.toml:\n  --cover N  add N [default: 0]" in played(run, folder, "attack", "--help").out


def test_the_limit_of_an_option_is_told(run: Run, folder: Path) -> None:
    """In words."""
    done = played(run, folder, "attack", "ann", "bob", "--cover", 10**11)
    refused(done, 2, "--cover 100000000000: expected 1,000,000,000 or less")


def test_a_key_stands_once(run: Run, folder: Path) -> None:
    """A number needs no quotes."""
    (folder / "duel.toml").write_text(DUEL.replace("ac = 10", "ac = 10\nac = 10"), encoding="utf-8")
    refused(run("check", folder / "duel.toml"), 3, "the key stands twice (at line 6,")


def test_a_game_may_begin_with_a_byte_order_mark(run: Run, folder: Path) -> None:
    """As an encounter may."""
    (folder / "duel.toml").write_text(f"\ufeff{DUEL}", encoding="utf-8")
    assert run("check", folder / "duel.toml").code == 0


def test_a_log_is_listed_though_a_word_of_the_game_is_gone(run: Run, folder: Path) -> None:
    """With a warning."""
    played(run, folder, "set", "bob", "resists=half-plate")
    changed = DUEL.replace('["nothing", "half-plate"]', '["nothing"]').replace(
        "resists = weapon.type", "resists = nothing"
    )
    (folder / "duel.toml").write_text(changed, encoding="utf-8")
    done = played(run, folder, "log")
    assert "set bob resists=half-plate" in done.out
    assert 'combatants.bob.resists: "half-plate" is none of its values; so no outcome is told' in done.out


@pytest.mark.parametrize(
    ("old", "new", "dice", "says"),
    [
        ("total >= needed", "1d20 + 2 >= 15", "10,13,4", "total [10] + 2 = 12, needed 10, [13] + 2 >= 15, damage"),
        ("total >= needed", "1d6 >= 3", "10,1", "needed 10, [1]."),
        ('"weapon.damage / (1', '"most(weapon.damage) / (1', "19", "damage 6"),
        ('needed = "target.ac + cover"', 'needed = "(1d3)d6"', "19,2,3,5,4", "needed ([2] = 2)d[3, 5] = 8, damage"),
    ],
)
def test_all_dice_are_told(run: Run, folder: Path, old: str, new: str, dice: str, says: str) -> None:
    """Those that decide whether it hits, and those for a number of dice."""
    (folder / "duel.toml").write_text(DUEL.replace(old, new), encoding="utf-8")
    assert says in played(run, folder, "attack", "ann", "bob", "--dice", dice).out


def test_a_fight_may_write_dice_for_a_number(run: Run, folder: Path) -> None:
    """They are rolled wherever the number is used."""
    fight = FIGHT.replace('side = "us"', 'side = "us"\nattack = "1d4 + 1"')
    (folder / "friday.toml").write_text(fight, encoding="utf-8")
    assert "total [12] + [2] + 1 = 15" in played(run, folder, "attack", "ann", "bob", "--dice", "12,2,3").out


def test_what_an_attack_would_have_worked_out_is_0_for_a_wound_by_hand(run: Run, folder: Path) -> None:
    text = DUEL.replace("target.hp - damage", "target.hp - damage - (total > 0)")
    (folder / "duel.toml").write_text(text, encoding="utf-8")
    assert "2 off hp" in played(run, folder, "wound", "bob", "2").out


def test_an_attack_tells_the_dice_of_its_damage_apart(run: Run, folder: Path) -> None:
    event = played(run, folder, "attack", "ann", "bob", "--dice", "19,4", "--json").events[0]
    assert (event["faces"], event["damage_faces"]) == ([19], [4])


def test_a_number_without_a_row_is_refused(run: Run, folder: Path) -> None:
    (folder / "duel.toml").write_text(DUEL.replace("ac = 10", 'ac = { of = "str", "0" = 10 }'), encoding="utf-8")
    attack = ("attack", "ann", "bob", "--dice", "1")
    assert played(run, folder, *attack).code == 0
    assert played(run, folder, "set", "bob", "str=1").code == 0
    refused(played(run, folder, *attack), 3, "combatant.ac: no row has 1")


@pytest.mark.parametrize(("old", "new", "said", "hint"), SLIPS)
def test_a_slip_is_told_where_it_is(old: str, new: str, said: str, hint: str) -> None:
    """With what to do about it."""
    slips = checked_rules("duel.toml", DUEL.replace(old, new, 1)).slips
    told = [f"{slip.message} / {slip.hint}" for slip in slips]
    assert any(said in each and hint in each for each in told), told


SHAPES = [
    ("", "", True),
    ("ac = 10", "ac = true", True),
    ("ac = 10", 'ac = { default = 10, help = "armor" }', True),
    ("ac = 10", 'ac = { of = "str", "0+" = 10, "-1-" = "1d6" }', True),
    ("ac = 10", 'ac = { of = "str", "low" = 10 }', False),
    ("ac = 10", "ac = { default = 10, hlep = 1 }", False),
    ("ac = 10", "ac = 10.5", False),
    ("ac = 10", "d6 = 10", False),
    ("ac = 10", "Ac = 10", False),
    ("full = 8", 'full = "str + 8", least = -10', True),
    ("full = 8", 'full = 8, least = "2"', False),
    ("[wound]", "[wounds]", False),
    ("[options.attack]", "[options.wound]", False),
    (
        "[show]",
        '[recover]\nwho.hp = "who.hp + hit"\n[options.recover]\nhit = { default = 2, help = "x" }\n[show]',
        True,
    ),
    ("default = 0, ", "", False),
    ('success = "total >= 15"', "", False),
    ('columns = ["hp/max_hp"]', 'columns = "hp"', False),
    ('columns = ["hp/max_hp"]', 'colums = ["hp/max_hp"]', False),
    ("[show]", '[order]\nroll = "1d20"\nby = "side"\n[show]', True),
    ("[show]", '[order]\nroll = "1d20"\nby = "sides"\n[show]', False),
    ("[show]", "[order]\nlow = true\n[show]", False),
    ("[show]", '[contest]\nsuccess = "own.total > other.total"\n[show]', True),
    ("[show]", '[contest]\nwins = "own.total > other.total"\n[show]', False),
    ("[show]", '[rules.A]\ntitle = "A"\ntext = "B"\n[show]', True),
    ("[show]", '[rules.A]\ntitle = "A"\n[show]', False),
    ("[show]", "[conditions]\nprone = 1\n[show]", False),
    ('game = "duel"', 'game = "duel"\nmost = 0', False),
    ('game = "duel"', 'game = "duel"\npending = 1', False),
    ('game = "duel"', 'game = "duel"\ntactics = ["attack weakest"]', True),
    ('game = "duel"', "game = 5", False),
]


@pytest.mark.parametrize(("old", "new", "sound"), SHAPES)
def test_an_editor_and_check_find_the_same_shapes_wrong(old: str, new: str, *, sound: bool) -> None:
    """An editor by the JSON Schema of games, `check` by itself."""
    text = DUEL.replace(old, new, 1)
    assert (EDITOR.is_valid(tomllib.loads(text)), not read_rules("duel.toml", text).slips) == (sound, sound)


@pytest.mark.parametrize("path", sorted(Path(FOLDER).glob("*.toml")), ids=lambda path: path.name)
def test_our_games_are_right_for_an_editor(path: Path) -> None:
    """By the schema that is named in a new game."""
    assert [error.message for error in EDITOR.iter_errors(tomllib.loads(path.read_text(encoding="utf-8")))] == []


def test_an_expression_is_not_endless() -> None:
    """Nor are keys endlessly deep."""
    long = DUEL.replace("total >= needed", "1+" * 2500 + "1")
    (slip,) = read_rules("duel.toml", long).slips
    assert "an expression has at most 4,096 letters" in slip.what
    deep = "".join(f'k{n} = "k{n + 1} + k{n + 1}"\n' for n in range(60)) + "k60 = 1\n"
    slips = checked_rules("duel.toml", DUEL.replace("ac = 10\n", f"ac = 10\n{deep}")).slips
    assert any("keys use keys at most 50 deep" in slip.what for slip in slips)


def test_a_value_may_be_called_like_a_key_with_its_prefix(run: Run, folder: Path) -> None:
    text = DUEL.replace("[attack]\n", '[attack]\nattacker_ac = 40\nsum = "attacker_ac + attacker.ac"\n')
    (folder / "duel.toml").write_text(text, encoding="utf-8")
    assert "attacker ac 40, sum 50, " in played(run, folder, "attack", "ann", "bob", "--dice", "2").out


def test_a_word_may_be_one_letter(run: Run, folder: Path) -> None:
    text = DUEL.replace("half-plate", "b").replace("target.resists = weapon.type", "target.resists = b or total < 0")
    (folder / "duel.toml").write_text(text, encoding="utf-8")
    played(run, folder, "set", "bob", "resists=b")
    assert "damage [4] / 2 = 2" in played(run, folder, "attack", "ann", "bob", "--dice", "10,4").out


def test_a_word_with_a_hyphen_is_a_word(run: Run, folder: Path) -> None:
    """Beside a key of words it is no difference."""
    halved = DUEL.replace("target.resists = weapon.type", "target.resists = half-plate")
    (folder / "duel.toml").write_text(halved, encoding="utf-8")
    played(run, folder, "set", "bob", "resists=half-plate")
    done = played(run, folder, "attack", "ann", "bob", "--dice", "10,4")
    assert "damage [4] / 2 = 2" in done.out
