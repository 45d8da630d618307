"""Tactics in the file: what lines mean, which of them is done, and what `check` says of those that mean nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from forecasts import DUEL, FEW, asked, run

from combatcli.encounter import document
from combatcli.rulesets import load, tactic_lines
from combatcli.rulesets.tactics import Table

if TYPE_CHECKING:
    from pathlib import Path

ARQ = """ruleset = "arq"
phase = "action"
[combatants.ann]
side = "ours"
position = [0, 0]
wounds_taken = 3
traits.missile = 2
[combatants.al]
side = "ours"
position = [0, 1]
[combatants.bob]
side = "theirs"
position = [4, 0]
wounds_taken = 2
[combatants.cat]
side = "theirs"
position = [2, 0]
[combatants.dan]
side = "theirs"
position = [9, 0]
wounds_taken = 6
status = ["incapacitated"]
"""


def table(text: str) -> Table[Any]:
    game = load("arq")
    return Table(document.validate(document.parse(text, "a test"), game))


def meant(line: str, text: str = ARQ, **known: dict[str, str]) -> list[str]:
    seen = table(text)
    for name, value in known.items():
        setattr(seen, name, value)
    tactics = load("arq").tactics
    assert tactics is not None
    return tactic_lines.aimed_at(seen, "ann", tactics, tactic_lines.parsed(line))


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("attack nearest", ["cat", "bob"]),
        ("attack farthest", ["bob", "cat"]),
        ("attack weakest", ["bob", "cat"]),
        ("attack strongest", ["cat", "bob"]),
        ("attack attacker", ["bob"]),
        ("attack same", ["cat"]),
        ("attack engaged", []),
        ("attack cat", ["cat"]),
        ("attack dan", []),
        ("move ally", ["al"]),
        ("move weakest ally", ["al"]),
    ],
)
def test_a_target_is_somebody_who_is_not_out(line: str, who: list[str]) -> None:
    assert meant(line, attackers={"ann": "bob"}, targets={"ann": "cat"}) == who


def test_any_is_drawn_from_the_seed() -> None:
    drawn = {meant("attack any", f'{ARQ}[dice]\nseed = "s"\nstep = {step}\n')[0] for step in range(20)}
    assert drawn == {"bob", "cat"}
    assert meant("attack engaged", ARQ.replace("phase", 'pairs = [["ann", "bob"]]\nphase')) == ["bob"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("hurt", True),
        ("fresh", False),
        ("alone", False),
        ("outnumbered", False),
        ("engaged", False),
        ("hurt and fresh", False),
        ("round >= 2", False),
        ("round = 1", True),
        ("allies < 2", True),
        ("foes > 1", True),
        ("foes != 2", False),
        ("wounds_taken <= 3", True),
        ("speed > 6", False),
    ],
)
def test_a_line_is_done_if_all_its_conditions_hold(condition: str, *, holds: bool) -> None:
    tactics = load("arq").tactics
    assert tactics is not None
    failing = tactic_lines.failing(table(ARQ), "ann", tactics, tactic_lines.parsed(f"attack cat if {condition}"))
    assert (not failing) is holds


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("atack nearest", 'arq has no deed "atack". Did you mean attack?'),
        ("attack nearst", 'there is nobody "nearst". Did you mean nearest?'),
        ("attack bub", 'there is nobody "bub". Did you mean bob?'),
        ("attack bob if hurtt", '"hurtt" is not a condition. Did you mean hurt?'),
        ("attack bob if sped > 2", '"sped" is not a number of theirs. Did you mean speed?'),
        ("attack bob if cornered", '"cornered" is not a condition'),
        (" ", "a line of tactics is empty"),
    ],
)
@pytest.mark.parametrize("where", ["combatants.ann.tactics", "tactics.ours"])
def test_check_names_what_means_nothing_in_a_line(tmp_path: Path, line: str, said: str, where: str) -> None:
    path = tmp_path / "fight.toml"
    text = ARQ.replace("[combatants.ann]\n", f'[combatants.ann]\ntactics = ["{line}"]\n')
    if where == "tactics.ours":
        text = f'{ARQ}[tactics]\nours = "{line}"\n'
    path.write_text(text, encoding="utf-8")
    done = run("check", path=path)
    assert done.returncode == 3
    assert where in done.stderr
    assert said in " ".join(done.stderr.split())


def test_check_names_a_side_that_nobody_is_of(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(f'{ARQ}[tactics]\nour = ["attack nearest"]\n', encoding="utf-8")
    assert 'there is no side "our"' in run("check", path=path).stderr


def test_a_fight_follows_the_tactics_of_the_file_and_its_script_is_played(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(
        f'{ARQ}[tactics]\nours = ["attack cat --missile if round < 2", "move farthest"]\n', encoding="utf-8"
    )
    script = run("forecast", "--seed", "s", "--fight", "1", "--rounds", "2", "--script", path=path).stdout
    assert "attack ann cat --missile --apply" in script
    assert run("play", path=path, text=script).returncode == 0


def test_tactics_are_told_with_why_the_lines_before_are_not_done(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    lines = '["attack cat if fresh", "attack dan", "attack weakest --missile"]'
    text = ARQ.replace("traits.missile", f"tactics = {lines}\ntraits.missile")
    path.write_text(text, encoding="utf-8")
    told = {each["who"]: each for each in asked("--tactics", path=path)["tactic"]}
    assert (told["ann"]["line"], told["ann"]["number"]) == ("attack weakest --missile", 3)
    assert told["ann"]["passed"] == [
        {"line": "attack cat if fresh", "why": "not fresh"},
        {"line": "attack dan", "why": "there is nobody to do it to"},
    ]
    assert told["bob"]["line"] is None
    text = run("forecast", "--tactics", path=path).stdout
    assert "ann: attack weakest --missile  (line 3)\n  not attack cat if fresh: not fresh\n" in text
    assert "bob: nothing of their own now" in text


def test_tactics_are_varied_like_any_key(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    words = (*FEW, "--vary", "ann.tactics='attack nearest','move nearest'")
    assert [each["values"] for each in asked(*words, path=path)["variant"]] == [
        {"ann.tactics": "attack nearest"},
        {"ann.tactics": "move nearest"},
    ]


@pytest.mark.parametrize("game", ["realm", "beacon", "blade"])
def test_in_every_game_a_line_makes_somebody_do_it(tmp_path: Path, game: str) -> None:
    path = tmp_path / "fight.toml"
    example = f'ruleset = "{game}"\n{load(game).example()}'
    fight = document.validate(document.parse(example, "a test"), load(game))
    side = next(iter(fight.combatants.values())).side
    path.write_text(f'{example}\n[tactics]\n"{side}" = ["attack nearest", "move nearest"]\n', encoding="utf-8")
    assert run("check", path=path).returncode == 0
    script = run("forecast", "--seed", "s", "--fight", "1", "--script", path=path)
    assert (script.returncode, script.stderr) == (0, "")
    assert any(line.split()[0] in ("attack", "move", "declare") for line in script.stdout.splitlines())
    assert run("play", path=path, text=script.stdout).returncode == 0
