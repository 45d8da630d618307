"""What somebody answers with in a forecast: what costs nothing is taken, unless their tactics say not to."""

from __future__ import annotations

from pathlib import Path

import pytest
from forecasts import asked, fight_of, lines_played, run

from support import FightFile

SWORD = 'weapons.sword = {{ class = "medium" }}\nwielding = "sword"\n'
REALM = fight_of(
    "realm",
    'phase = "attack-assist-aimed"',
    ann=f'{SWORD}defense = -9\n{{tactics}}\ndeclared = {{{{ phase = 1, action = "defend", targets = [] }}}}',
    bob=f'{SWORD}brawn = 30\ndeclared = {{{{ phase = 5, action = "attack", targets = ["ann"] }}}}',
)
BLUNDERS = 'position = [0, 0]\ntactics = ["move 4,0 --blunder"]'
ARQ = fight_of("arq", 'phase = "movement"', bob=BLUNDERS, ann="position = [2, 1]\n{tactics}")
CLUB = 'weapons.club = {{ effect = "d6" }}\nhp = 20\n'
BEACON = fight_of(
    "beacon",
    'phase = "monsters"',
    bob=f'{CLUB}position = [0, 0]\nstride = 30\ntactics = ["move 20,0"]',
    ann=f"{CLUB}position = [10, 5]\n{{tactics}}",
)
BLADE = fight_of(
    "blade",
    'round = 2\nphase = "acting"',
    bob='position = [0, 0]\ntactics = ["move -20,0"]\nengaged = ["ann"]',
    ann='position = [3, 0]\nengaged = ["bob"]\n{tactics}',
)
FIRST = ("--seed", "s", "--fight", "1", "--rounds", "1", "--script")


@pytest.mark.parametrize(
    ("text", "word", "line"),
    [
        pytest.param(REALM, "counter", "attack ann bob --counter", marks=pytest.mark.rule("R22")),
        pytest.param(ARQ, "reaction", "attack ann bob --reaction --apply", marks=pytest.mark.rule("Q22")),
        pytest.param(BEACON, "react", "attack ann bob --react --apply", marks=pytest.mark.rule("E23")),
        pytest.param(BLADE, "opportunity", "attack ann bob --opportunity --apply", marks=pytest.mark.rule("B11")),
    ],
)
@pytest.mark.parametrize(
    ("tactics", "answers"),
    [
        ("", True),
        ('tactics = "never answer {word}"', False),
        ('tactics = ["never answer {word} if foes > 1"]', True),
        ('tactics = ["answer {word} if fresh", "never answer {word}"]', True),
        ('tactics = ["answer {word} if hurt", "never answer {word}"]', False),
    ],
)
def test_what_costs_nothing_is_answered_unless_ones_tactics_say_not_to(
    fight_file: FightFile, text: str, word: str, line: str, tactics: str, *, answers: bool
) -> None:
    path = fight_file(text.format(tactics=tactics.format(word=word)))
    script = run("forecast", *FIRST, path=path)
    assert (line in script.stdout.splitlines()) is answers, script
    assert run("play", path=path, text=script.stdout).returncode == 0


@pytest.mark.rule("R22")
def test_who_answers_a_blow_does_so_before_it_wounds(fight_file: FightFile) -> None:
    path = fight_file(REALM.format(tactics=""))
    script = run("forecast", *FIRST, path=path).stdout.splitlines()
    assert script[1:4] == ["attack bob ann", "attack ann bob --counter", "wound"]


def test_lines_that_only_answer_leave_what_somebody_does_to_the_game(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    text = ARQ.format(tactics='tactics = ["never answer reaction"]').replace("[2, 1]", "[5, 5]")
    path.write_text(text, encoding="utf-8")
    told = {each["who"]: each for each in asked("--tactics", path=path)["tactic"]}
    assert told["ann"]["line"].startswith("move ann")


def test_the_number_of_a_line_counts_all_lines_of_the_file(fight_file: FightFile) -> None:
    path = fight_file(ARQ.format(tactics='tactics = ["never answer reaction", "move 3,1"]'))
    told = {each["who"]: each for each in asked("--tactics", path=path)["tactic"]}
    assert (told["ann"]["line"], told["ann"]["number"]) == ("move 3,1", 2)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("answer counter", 'arq has no answer "counter": it has reaction'),
        ("answer reacton", "Did you mean reaction?"),
        ("never reaction", 'after "never" comes "answer"'),
        ("never answer", 'arq has no answer "": it has reaction'),
        ("answer reaction if hurtt", "Did you mean hurt?"),
    ],
)
def test_check_names_an_answer_that_means_nothing(fight_file: FightFile, line: str, said: str) -> None:
    path = fight_file(ARQ.format(tactics=f'tactics = ["{line}"]'))
    done = run("check", path=path)
    assert done.returncode == 3
    assert "combatants.ann.tactics" in done.stderr
    assert said in " ".join(done.stderr.split())


@pytest.mark.rule("R27")
def test_nobody_strikes_at_somebody_who_fell_in_an_earlier_phase(fight_file: FightFile) -> None:
    declared = 'declared = {{ phase = 5, action = "{}", targets = ["{}"] }}'.format
    ours = {"ann": declared("attack", "bob"), "al": declared("attack", "cat"), "ada": declared("assist", "al")}
    theirs = {"bob": 'status = ["broken"]', "cat": declared("attack", "al")}
    path = fight_file(fight_of("realm", 'phase = "attack-assist-aimed"', **ours, **theirs))
    script = run("forecast", *FIRST, path=path).stdout.splitlines()
    struck = [line for line in script if line.startswith("attack")]
    assert any(line.startswith("attack al cat --assist ada") for line in struck)
    assert not any("bob" in line for line in struck)
    assert run("play", path=path, text="\n".join(script)).returncode == 0


@pytest.mark.rule("R5")
def test_nobody_strikes_at_somebody_who_fell_to_an_earlier_rank(fight_file: FightFile) -> None:
    blow = 'declared = {{ phase = 5, action = "attack", targets = ["{}"] }}\nweapons.axe = {{ bonus = 20 }}'.format
    first, second = f"awareness = 20\n{blow('bob')}", f"awareness = 5\n{blow('bob')}"
    path = fight_file(fight_of("realm", 'phase = "attack-assist-aimed"', ann=first, al=second, bob="wounds = 1"))
    struck = [line for line in run("forecast", *FIRST, path=path).stdout.splitlines() if line.startswith("attack")]
    assert struck == ["attack ann bob --apply"]


PAIRED = fight_of(
    "arq",
    'phase = "melee"',
    ann='player = true\nposition = [1, 1]\ntactics = "choose {target}"',
    al="player = true\nposition = [1, 2]",
    ada="player = true\nposition = [1, 0]",
    bob="position = [2, 1]",
    cat="wounds_taken = 1\nposition = [2, 0]",
)


@pytest.mark.rule("Q32")
@pytest.mark.parametrize(("target", "foe"), [("weakest", "cat"), ("strongest", "bob"), ("bob", "bob")])
def test_a_line_chooses_a_pair_where_its_side_chooses(tmp_path: Path, target: str, foe: str) -> None:
    played = lines_played(tmp_path / "fight.toml", PAIRED.format(target=target))
    assert played[1] == f"pairings --choose ann={foe}"


@pytest.mark.rule("Q30", "Q32")
def test_whom_nobody_is_told_to_choose_is_drawn_and_counted_in_an_exact_answer(fight_file: FightFile) -> None:
    text = """ruleset = "arq"
phase = "melee"
decks.low = { cards = [[1], [1]], foes = [10] }
[combatants]
ann = { side = "ours", player = true, deck = "low", wounds = 2, position = [0, 0] }
al = { side = "ours", player = true, deck = "low", wounds = 2, position = [2, 0] }
bob = { side = "theirs", position = [-1, 0] }
cat = { side = "theirs", position = [1, 0] }
dan = { side = "theirs", position = [3, 0] }
"""
    path = fight_file(text)
    fates = {each["who"]: each["out"] for each in asked("--exact", "--rounds", "1", path=path)["fate"]}
    assert fates == {"ann": 0.5, "al": 0.5, "bob": 0, "cat": 0, "dan": 0}
    chosen = {lines_played(path, text, seed=seed)[1] for seed in "abcdefgh"}
    assert chosen == {"pairings --choose cat=ann --spread", "pairings --choose cat=al --spread"}


@pytest.mark.rule("B2")
@pytest.mark.parametrize("choice", ["act", "react"])
def test_a_line_chooses_whether_its_side_acts_or_reacts(tmp_path: Path, choice: str) -> None:
    text = BLADE.format(tactics="").replace('phase = "acting"', 'phase = "initiative"')
    played = lines_played(tmp_path / "fight.toml", f'{text}[tactics]\nours = "choose {choice}"\n', rounds=9)
    assert f"order --choose {choice}" in played
    assert played.count("order") > played.count(f"order --choose {choice}")


PLAYER = 'player = true\nstance = "cautious"\nhp = 20\n{tactics}'
TURNS = fight_of("beacon", 'phase = "monsters"', bob="hp = 20", cat="hp = 10", ann=PLAYER)


def first_turn(path: Path, tactics: str, seed: str = "s") -> str:
    played = lines_played(path, TURNS.format(tactics=tactics), seed=seed)
    return next(line for line in played if line.startswith("next "))


@pytest.mark.rule("E11")
def test_a_line_chooses_whose_turn_comes_first_and_unsaid_it_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    assert first_turn(path, '[tactics]\ntheirs = "choose weakest"') == "next cat"
    assert first_turn(path, '[tactics]\ntheirs = "choose strongest"') == "next bob"
    assert {first_turn(path, "", seed) for seed in "abcdefgh"} == {"next bob", "next cat"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PAIRED.format(target="weakst"), "Did you mean weakest?"),
        (BLADE.format(tactics='tactics = "choose acts"'), 'blade has no choice "acts": it has act, react'),
        (REALM.format(tactics='tactics = "choose weakest"'), 'realm has no action "choose"'),
    ],
)
def test_check_names_a_choice_that_means_nothing(fight_file: FightFile, text: str, said: str) -> None:
    path = fight_file(text)
    done = run("check", path=path)
    assert done.returncode == 3
    assert said in " ".join(done.stderr.split())
