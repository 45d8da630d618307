"""What `play` says to do and how it is typed there, and what TAB offers."""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from combatcli.__main__ import main
from combatcli.cli import command_named, parse_line, starts_like_dice
from combatcli.commands import SUMMARIES
from combatcli.declarations import SessionCommandLine
from combatcli.hints import as_typed_in_play
from combatcli.pipeline.coming import allowed_next_steps, next_steps_in_one_line, next_words_of_sensible_lines
from combatcli.pipeline.input import read_encounter_file
from combatcli.pipeline.session import as_declaration, run_line, split_commands
from combatcli.pipeline.typed import parse_typed_line
from combatcli.pipeline.words import LineCompleter
from combatcli.rulesets import FILES, NAMES
from combatcli.rulesets.coming import LineToType, NextToAct
from support import FightFile, Run


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Write: combatcli test --void tor", "Write: test --void tor"),
        ("`combatcli log` lists them.", "`log` lists them."),
        ("combatcli boon vela lucky", "boon vela lucky"),
        ("One: combatcli show, or combatcli check", "One: show, or check"),
        ("Write: combatcli check -f other.toml", "Write: check -f other.toml"),
        ("Install combatcli again: pip install combatcli", "Install combatcli again: pip install combatcli"),
        ("  combatcli new realm --example | combatcli show", "  combatcli new realm --example | combatcli show"),
        ("Write: combatcli schema realm > FILE", "Write: combatcli schema realm > FILE"),
    ],
)
def test_the_program_is_left_out_where_a_command_follows_and_no_shell_is_needed(text: str, typed: str) -> None:
    assert as_typed_in_play(text) == typed


def test_help_in_play_is_as_it_is_typed_there(run: Run, realm_file: Path) -> None:
    shown = run("play", realm_file, stdin="attack --help\nhelp attack\n").out
    assert "Usage: attack [OPTIONS] ATTACKER TARGETS…\n" in shown
    assert "\n  attack mira ruffian --odds\n" in shown


SHELL = SessionCommandLine(main, command_named, starts_like_dice, parse_line)
EVENINGS = {
    "realm": [
        ("", "ruffian, thugs, marksman, mira and 2 more: to act. Enter: begins attack ruffian mira"),
        ("attack --all", "5 hits pending. Enter: wound (applies what is pending)"),
        ("", "Nobody is left to act in this phase. Enter: next (goes on)"),
        ("next", "Nobody is left to act in this phase. Enter: next (goes on)"),
        ("", "Nobody is left to act. Enter: next (ends the round)"),
        ("", "ruffian, thugs, marksman and 3 more: to declare. Enter: begins declare ruffian ACTION [TARGET]"),
        (
            "defend ruffian",
            "thugs, marksman, mira, tomas and 1 more: to declare. Enter: begins declare thugs ACTION [TARGET]",
        ),
        ("declare --again", "Nobody is left to act in this phase. Enter: next (goes on)"),
        (
            "next --round",
            "ruffian, thugs, marksman and 3 more: to declare. Enter: begins declare ruffian ACTION [TARGET]",
        ),
        ("next", "ruffian, thugs and 4 more: nobody has declared. Enter: begins declare ruffian ACTION [TARGET]"),
    ],
    "blade": [
        ("", "darna, osk, orc1, orc2: to strike. Enter: begins attack darna orc1 (darna strikes)"),
        ("attack --all", "2 hits pending. Enter: wound (applies what is pending)"),
        ("", "Nobody is left to act. Enter: next (ends the round)"),
        ("", "Initiative is to be rolled. Enter: order (rolls initiative)"),
        ("", "Initiative is rolled. Enter: next (goes on)"),
        ("", "darna, ilvar, osk: to act. Enter: begins declare darna attack FOE | cast SPELL | improvise WHAT"),
        (
            "declare darna attack orc1; improvise osk jump",
            "ilvar: to act. Enter: begins declare ilvar attack FOE | cast SPELL | improvise WHAT (what they do)",
        ),
        ("cast ilvar web", "ilvar: a spell to test. Enter: begins test ilvar mind (casts what ilvar declared)"),
        ("test ilvar mind", "Nobody is left to act in this phase. Enter: next (goes on)"),
        ("", "orc1, orc2, goblins: to act. Enter: begins declare orc1 attack FOE | cast SPELL | improvise WHAT"),
    ],
    "arq": [
        ("", "bran, isa, tor, gob1 and 2 more: to act. Enter: begins declare bran act WHAT (what they do)"),
        (
            "act bran shout",
            "isa, tor, gob1, gobs and 1 more: to act. Enter: begins declare isa act WHAT (what they do)",
        ),
        ("next", "bran, isa, tor, gob1 and 2 more: to move. Enter: begins move bran X,Y (goes)"),
        ("move bran 1,1", "isa, tor, gob1, gobs and 1 more: to move. Enter: begins move isa X,Y (goes)"),
        ("next", "bran and gob1: to fight. Enter: begins attack --all (tests all pairs)"),
        ("attack --all", "Nobody is left to act. Enter: next (ends the round)"),
        ("", "bran, isa, tor, gob1 and 2 more: to act. Enter: begins declare bran act WHAT (what they do)"),
        ("order --cards 6", "gob1, gobs, wolf: one of them to act. Enter: begins declare gob1 act WHAT (what they do)"),
        (
            "act gob1 shout",
            "bran, isa, tor, gobs and 1 more: a card is to be drawn. Enter: begins order",
        ),
        ("order --cards 1", "bran, isa, tor: one of them to act. Enter: begins declare bran act WHAT (what they do)"),
    ],
    "beacon": [
        ("", "vela: to take a turn. Enter: next vela (begins the turn of vela)"),
        ("attack vela hound", "vela: 0 Acts, 1 React left; 1 hit pending. Enter: wound (applies what is pending)"),
        ("", "vela: 0 Acts, 1 React left. Enter: next (ends the turn of vela)"),
        ("", "wight, hound: to take a turn. Enter: next wight (begins the turn of wight)"),
        ("", "wight: 2 Acts, 2 Reacts left. Enter: begins move wight FOE|X,Y (goes)"),
        ("move wight 10,0", "wight: 1 Act, 2 Reacts left. Enter: begins attack wight TARGET (attacks)"),
        (
            "attack wight osric --dice 17,5,3,2,1,1,3,2,3",
            "wight: 0 Acts, 2 Reacts left; osric may answer wight; 1 hit pending. Enter: wound",
        ),
        ("wound; next", "hound: to take a turn. Enter: next hound (begins the turn of hound)"),
        ("next hound; next", "osric: to take a turn. Enter: next osric (begins the turn of osric)"),
        (
            "next osric; act osric shout; act osric listen",
            "osric: 0 Acts, 2 Reacts left. Enter: next (ends the turn of osric and the round)",
        ),
        ("", "osric, vela: without a stance. Enter: begins declare osric rash|cautious (what they do)"),
        ("rash osric; cautious vela", "osric: to take a turn. Enter: next osric (begins the turn of osric)"),
        ("next --end defeat", "The fight has ended by defeat. Enter: log --story (tells the fight)"),
    ],
    "d20": [
        ("", "Initiative is to be rolled. Enter: order (rolls who comes first)"),
        ("", "tomas: to act. Enter: begins attack tomas TARGET (tomas attacks)"),
        ("next", "ogre: to act. Enter: begins attack ogre TARGET (ogre attacks)"),
        ("attack ogre mira --dice 18,5,5", "ogre has acted; 1 hit pending. Enter: wound (applies what is pending)"),
        ("", "ogre has acted. Enter: next (ends the turn of ogre)"),
        ("undo 2", "ogre: to act. Enter: begins attack ogre TARGET (ogre attacks)"),
        ("wound ogre 99", "It is the turn of ogre, who cannot act. Enter: next (goes on)"),
        ("", "goblins: to act. Enter: begins attack goblins TARGET (goblins attack)"),
        (
            "wound goblins 99; wound goblins 99",
            "The heroes hold the field; out: ogre, goblins. Enter: log --story (tells the fight)",
        ),
    ],
    "moves": [
        ("", "rook, juno: to act. Enter: begins attack rook TARGET (rook attacks)"),
        ("attack rook dremmer --dice 6,6; wound", "juno: to act. Enter: begins attack juno TARGET (juno attacks)"),
        ("attack juno dremmer --dice 6,6; wound", "Nobody is left to act. Enter: next (ends the round)"),
        ("", "rook, juno: to act. Enter: begins attack rook TARGET (rook attacks)"),
    ],
    "plain": [
        ("", "Initiative is to be rolled. Enter: order (rolls who comes first)"),
        ("order --dice 20,1,1", "mira: to act. Enter: next (ends the turn of mira)"),
    ],
}
"""What is typed, nothing for an empty line, and then the line above the prompt."""


def typed_on(path: Path, line: str) -> None:
    for command in split_commands(line, SHELL) or [allowed_next_steps(str(path), SHELL).steps[0].line]:
        assert run_line(command, str(path), SHELL) == 0, command


@pytest.mark.parametrize("game", EVENINGS)
def test_the_line_above_the_prompt_says_what_comes_next_and_an_empty_line_does_it(
    run: Run, tmp_path: Path, game: str
) -> None:
    path = tmp_path / "fight.toml"
    assert run("new", game, "--example", "--seed", "friday", "-o", path).code == 0
    (_, first), *evening = EVENINGS[game]
    seen = [next_steps_in_one_line(allowed_next_steps(str(path), SHELL), 99)]
    for line, _ in evening:
        typed_on(path, line)
        seen.append(next_steps_in_one_line(allowed_next_steps(str(path), SHELL), 99))
    assert seen == [first, *[comes for _, comes in evening]]


FILLED = {
    **dict.fromkeys(("TARGET", "FOE", "FOE --missile"), "{foe}"),
    **dict.fromkeys(("FOE|X,Y", "X,Y"), "1,1"),
    "ACTION [TARGET]": "defend",
    "attack FOE | cast SPELL | improvise WHAT": "improvise dance",
    "act WHAT": "act shout",
    "rash|cautious": "cautious",
    "draw|stow|stand|protect|aid|act WHAT": "act shout",
    "act|react": "react",
}
"""How what is left to fill in may be filled in."""


@pytest.mark.parametrize("game", [*NAMES, *FILES])
def test_whatever_was_played_what_comes_next_is_said_and_all_that_is_complete_can_be_typed(
    run: Run, tmp_path: Path, game: str
) -> None:
    path, copy, chance = tmp_path / "fight.toml", tmp_path / "copy.toml", random.Random(game)
    assert run("new", game, "--example", "--seed", game, "-o", path).code == 0
    for _ in range(12):
        coming = allowed_next_steps(str(path), SHELL)
        assert 3 <= len(coming.steps) <= 8
        for columns in (40, 80, 200):
            line = next_steps_in_one_line(coming, columns)
            assert "\n" not in line
            assert 0 < len(line) <= columns
        assert coming.steps[0].line in next_steps_in_one_line(coming, 200)
        for step in coming.steps:
            shutil.copyfile(path, copy)
            if step.is_complete and step.line != "log --stats":
                assert run_line(step.line, str(copy), SHELL) == 0, step.line
        step = coming.steps[0] if chance.random() < 0.5 else chance.choice(coming.steps)
        foe = chance.choice(list(read_encounter_file(str(path)).encounter.combatants))
        more = "" if step.is_complete else FILLED.get(step.more, step.more).format(foe=foe)
        run_line(f"{step.line} {more}", str(path), SHELL)


VEILED = """ruleset = "realm"
phase = "5"
[combatants.ann]
declared = {phase = 5, action = "attack", targets = ["bob"], secret = true}
[combatants.bob]
"""
OPENING = """ruleset = "blade"
phase = "acting"
initiative = ["us", "them"]
[combatants.ann]
side = "us"
declared = {action = "attack", targets = ["bob"]}
deeds = {opportunity = ["bob"]}
[combatants.bob]
side = "them"
"""


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (99, "ruffian, thugs, tomas: to act; ann undeclared; 1 hit pending. Enter: begins attack thugs tomas"),
        (85, "ruffian and 2 more: to act; 1 hit pending... Enter: begins attack thugs tomas"),
        (70, "ruffian and 2 more: to act... Enter: begins attack thugs tomas"),
        (55, "ruffian and 2 more:... Enter: begins attack thugs tomas"),
    ],
)
def test_hits_are_said_before_who_is_silent_where_room_is_short(columns: int, line: str) -> None:
    step = LineToType("attack thugs tomas", "attacks", "[--dice FACES]")
    open_ = ["ann undeclared", "1 hit pending"]
    assert (
        next_steps_in_one_line(NextToAct(who=["ruffian", "thugs", "tomas"], else_=open_, steps=[step]), columns) == line
    )


def test_what_is_too_long_for_the_line_is_left_out_from_its_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    assert run("new", "blade", "--example", "-o", path).code == 0
    assert run("next", "--round", "-f", path).code == 0
    assert run("order", "--dice", "5,3", "-f", path).code == 0
    assert run("next", "-f", path).code == 0
    shown = [next_steps_in_one_line(allowed_next_steps(str(path), SHELL), columns) for columns in (79, 59)]
    assert shown == [
        "darna, ilvar, osk: to act. Enter: begins declare darna attack FOE | ...",
        "darna, ilvar, osk: to act. Enter: begins declare darna ...",
    ]


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ruleset = ", "The file cannot be read. Enter: check (says what is wrong in it)"),
        ('ruleset = "realm"\n', "Nobody is in it yet. Enter: begins add ID side=SIDE (adds somebody)"),
        (
            'ruleset = "blade"\n[house]\nstrict = true\n[combatants.ann]\n',
            "Initiative is to be rolled. Enter: begins show WHO",
        ),
        ('ruleset = "toy"\n[combatants.ann]\n', "Nobody is left to act. Enter: next (ends the round)"),
        (VEILED, "ann: to act; bob undeclared. Enter: declare ann --reveal (reveals what ann declared)"),
        (OPENING, "bob may answer ann. Enter: begins attack bob ann --opportunity --apply (answers)"),
    ],
)
def test_where_little_can_be_done_it_is_said(tmp_path: Path, text: str, line: str) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(text, encoding="utf-8")
    assert next_steps_in_one_line(allowed_next_steps(str(path), SHELL), 99).startswith(line)


def offered(path: Path, line: str, sooner: Sequence[LineToType] = ()) -> list[str]:
    at_cursor = parse_typed_line(line, in_play=True)
    words = LineCompleter(
        SUMMARIES,
        command_named,
        str(path),
        lambda before: next_words_of_sensible_lines(NextToAct(steps=sooner), before),
        lambda before: as_declaration(before, str(path), SHELL),
    )
    return [] if at_cursor is None else [*words.completions_at_cursor(at_cursor).words]


NOW = [
    LineToType("wound", ""),
    LineToType("attack thugs tomas", ""),
    LineToType("attack thugs", "", "TARGET"),
    LineToType("attack --all", ""),
]


@pytest.mark.parametrize(
    ("line", "now", "first"),
    [
        ("", NOW, ["wound", "attack", "tutorial"]),
        ("attack ", NOW, ["thugs"]),
        ("attack thugs ", NOW, ["tomas"]),
        ("attack -", NOW, ["--all"]),
        ("attack mira ", NOW, ["ruffian", "thugs", "marksman", "tomas", "sefa"]),
        ("attack ruffian ", [], ["mira", "tomas", "sefa", "thugs", "marksman"]),
        ("declare ruffian attack ", [], ["mira", "tomas", "sefa", "thugs", "marksman"]),
        ("", [], ["tutorial"]),
        ("? att", [], ["attack"]),
        ("help att", [], ["attack"]),
        ("arena a", [], ["add"]),
        ("wound; attack mi", [], ["mira"]),
        ("attack 'mi", [], ["mira"]),
        ("declare --again mira tomas s", [], ["sefa"]),
        ("protect s", [], ["sefa"]),
        ("protect sefa mi", [], ["mira"]),
        ("arena nothing ", [], []),
        ("nonsense ", [], []),
        ("# att", [], []),
        ("show --nonsense=", [], []),
    ],
)
def test_what_is_offered_first(realm_file: Path, line: str, now: Sequence[LineToType], first: list[str]) -> None:
    assert offered(realm_file, line, now)[: max(1, len(first))] == first


def test_where_the_file_cannot_be_read_commands_and_options_are_left(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert offered(path, "und") == ["undo"]
    assert "--file" in offered(path, "show --f")
    assert "list" in offered(path, "arena ")


def test_each_answer_to_a_hit_is_a_line(fight_file: FightFile) -> None:
    vela = 'vela = { side = "heroes", player = true, hp = 25, soak = 1 }'
    hit = 'pending = [{ attacker = "hound", target = "vela", damage = 10 }]'
    path = fight_file(f'ruleset = "beacon"\n{hit}\ncombatants.{vela}\ncombatants.hound = {{ side = "foes", hp = 9 }}\n')
    answers = [step.line for step in allowed_next_steps(str(path), SHELL).steps if step.does == "answers"]
    assert answers == ["recover vela --react --with body", "wound vela --soak 1"]


def test_the_first_pairs_of_a_melee_are_lines(fight_file: FightFile) -> None:
    people = [
        f"combatants.{who} = {{ side = 'row {y}', player = {str(not y).lower()}, position = [{x}, {y}] }}"
        for y, names in enumerate(("abc", "def"))
        for x, who in zip((0, 9, 18), names, strict=True)
    ]
    path = fight_file("\n".join(['ruleset = "arq"', 'phase = "melee"', *people, ""]))
    steps = [step.line for step in allowed_next_steps(str(path), SHELL).steps]
    assert steps == ["attack --all", "attack a d", "attack b e", "next"]
