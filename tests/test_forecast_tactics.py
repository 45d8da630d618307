"""Tactics in the file: what lines mean, which of them is done, and what `check` says of those that mean nothing."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from forecasts import DUEL, FEW, asked, fight_of, lines_played, run

from combatcli.commands.set import COMMAND as SET
from combatcli.encounter import document
from combatcli.forecast.fight import choices_of
from combatcli.pipeline.offers import offer_at
from combatcli.rulesets import NAMES, load, tactic_lines
from combatcli.rulesets.tactics import LiveFight
from support import FightFile

if TYPE_CHECKING:
    from pathlib import Path

ARQ = fight_of(
    "arq",
    'phase = "action"',
    ann="position = [0, 0]\nwounds_taken = 3\ntraits.missile = 2",
    al="position = [0, 1]",
    bob="position = [4, 0]\nwounds_taken = 2",
    cat="position = [2, 0]",
    dan='position = [9, 0]\nwounds_taken = 6\nstatus = ["incapacitated"]',
)


def table(text: str) -> LiveFight[Any]:
    game = load("arq")
    return LiveFight(document.validate(document.parse(text, "a test"), game))


def meant(line: str, text: str = ARQ, **known: object) -> list[str]:
    seen = table(text)
    for name, value in known.items():
        setattr(seen, name, value)
    tactics = load("arq").tactics
    assert tactics is not None
    return [*tactic_lines.aimed_at(seen, "ann", tactics, tactic_lines.parsed(line))]


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
    drawn = {meant("attack any", choices=choices_of(f"s/{number}"))[0] for number in range(20)}
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
        ("atack nearest", 'arq has no action "atack". Did you mean attack?'),
        ("attack nearst", 'there is nobody "nearst". Did you mean nearest?'),
        ("attack bub", 'there is nobody "bub". Did you mean bob?'),
        ("attack bob if hurtt", '"hurtt" is not a condition. Did you mean hurt?'),
        ("attack bob if sped > 2", '"sped" is not a number of theirs. Did you mean speed?'),
        ("attack bob if cornered", '"cornered" is not a condition'),
        (" ", "a line of tactics is empty"),
        ("attack bob if", 'after "if" comes a condition'),
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


@pytest.mark.parametrize("game", NAMES)
def test_the_json_schema_and_completion_know_the_words_of_tactics(game: str) -> None:
    schema = json.loads(load(game).schema())
    told = schema["$defs"]["Combatant"]["properties"]["tactics"]["anyOf"]
    by_side = schema["$defs"]["Fight"]["properties"]["tactics"]["additionalProperties"]["anyOf"]
    (pattern,) = {either.get("items", either)["pattern"] for either in (*told, *by_side)}
    lines = ["attack nearest", "move nearest ally", "attack bob if hurt and round >= 3", "never answer x if foes > 1"]
    assert all(re.search(pattern, line) for line in lines)
    slips = ["atack nearest", "attack bob if", "attack bob if hurtt", "attack bob if hurt or fresh", "answers x", ""]
    assert not any(re.search(pattern, line) for line in slips)
    offered = offer_at(SET, [load(game)], ["ann"]).words
    assert {"tactics=attack", "tactics=move", "tactics=answer", "tactics=never"} <= {*offered}
    assert "tactics=" not in offered


@pytest.mark.parametrize("command", ["check", "forecast"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[combatants.bob]", '[tactics]\ntheirs = [\n  "attack nearest",\n  "attak bob",\n]\n[combatants.bob]'),
        ("traits.missile", '# of "attak bob"\ntactics = "attak bob"\ntraits.missile'),
        ("[combatants.dan]", '[combatants]\neve = { tactics = ["attack any", "attak bob"] }\n[combatants.dan]'),
        ("[combatants.dan]", '[combatants."e.v"]\ntactics = "attak bob"\n[combatants.dan]'),
    ],
)
def test_a_line_that_means_nothing_is_told_with_its_line_in_the_file(
    tmp_path: Path, command: str, before: str, after: str
) -> None:
    path = tmp_path / "fight.toml"
    text = ARQ.replace(before, after, 1)
    path.write_text(text, encoding="utf-8")
    (place,) = [number for number, line in enumerate(text.split("\n"), 1) if "attak" in line and line[0] != "#"]
    done = run(command, path=path)
    assert (done.returncode, done.stdout) == (3, "")
    assert f'{path} line {place}, "attak bob": arq has no action "attak"' in " ".join(done.stderr.split())


NAMING = (
    ARQ.replace("traits.missile", 'tactics = ["attack cat", "attack bob if fresh"]\ntraits.missile')
    + """
[combatants.eve]
side = "others"
[tactics]
ours = "attack cat"
others = "attack any"
"""
)


ONE = ("--seed", "s", "--fight", "1", "--rounds", "2")


def test_lines_about_whoever_is_left_out_are_passed_over(fight_file: FightFile) -> None:
    path = fight_file(NAMING)
    worth = asked("--seed", "s", "--times", "2", "--rounds", "2", "--worth", path=path)["worth"]
    assert {each["who"] for each in worth} >= {"cat", "eve"}
    script = run("forecast", *ONE, "--without", "cat", "--without", "eve", "--script", path=path)
    assert script.stdout.startswith("drop cat eve\n"), script
    assert run("play", path=path, text=script.stdout).returncode == 0


def test_drop_takes_lines_about_somebody_out_and_rename_changes_them(fight_file: FightFile) -> None:
    path = fight_file(NAMING)
    assert run("rename", "cat", "puss", path=path).returncode == 0
    text = path.read_text(encoding="utf-8")
    assert 'tactics = ["attack puss", "attack bob if fresh"]' in text
    assert 'ours = ["attack puss"]' in text
    assert run("drop", "puss", "eve", path=path).returncode == 0
    assert run("check", path=path).returncode == 0
    text = path.read_text(encoding="utf-8")
    assert 'tactics = ["attack bob if fresh"]' in text
    assert "others" not in text


def test_check_names_a_side_that_nobody_is_of(fight_file: FightFile) -> None:
    path = fight_file(f'{ARQ}[tactics]\nour = ["attack nearest"]\n')
    assert 'there is no side "our"' in run("check", path=path).stderr


def test_a_fight_follows_the_tactics_of_the_file_and_its_script_is_played(fight_file: FightFile) -> None:
    path = fight_file(f'{ARQ}[tactics]\nours = ["attack cat --missile if round < 2", "move farthest"]\n')
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
        {"line": "attack dan", "why": "dan is out"},
    ]
    assert told["bob"]["line"] is None
    text = run("forecast", "--tactics", path=path).stdout
    assert "ann: attack weakest --missile  (line 3)\n  not attack cat if fresh: not fresh\n" in text
    assert "bob: nothing to do now\n" in text


def test_whose_lines_wait_for_another_phase_has_nothing_to_do_now(fight_file: FightFile) -> None:
    path = fight_file(ARQ.replace('phase = "action"', 'phase = "melee"') + '[tactics]\ntheirs = ["move nearest"]\n')
    assert "bob: nothing to do now\n" in run("forecast", "--tactics", path=path).stdout


def test_tactics_are_varied_like_any_key(fight_file: FightFile) -> None:
    path = fight_file(DUEL)
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


STANCES = fight_of(
    "beacon",
    'phase = "declare"',
    ann='player = true\nhp = 20\nbody = 2\nweapons.sword = { effect = "d6" }',
    bob='hp = 20\nbody = 2\nweapons.club = { effect = "d6" }',
)


@pytest.mark.rule("E11")
@pytest.mark.parametrize(
    ("tactics", "stance"),
    [("[]", "cautious"), ('["attack nearest"]', "cautious"), ('["rash if round < 2", "attack nearest"]', "rash")],
)
def test_whoever_has_to_take_a_stance_takes_one_and_has_turns_in_each_round(
    fight_file: FightFile, tactics: str, stance: str
) -> None:
    path = fight_file(STANCES.replace("body = 2", f"tactics = {tactics}\nbody = 2", 1))
    script = run("forecast", "--seed", "s", "--fight", "1", "--rounds", "2", "--script", path=path).stdout.splitlines()
    assert [line for line in script if line.startswith("declare")] == [f"declare ann {stance}", "declare ann cautious"]
    assert script.count("next ann") == 2
    assert "attack ann bob --apply" in script[script.index("declare ann cautious") :]


def test_whoever_shoots_better_than_they_fight_does_not_go_to_a_foe(fight_file: FightFile) -> None:
    path = fight_file(ARQ.replace("[4, 0]", "[5, 5]").replace("[2, 0]", "[6, 5]"))
    words = ("--seed", "s", "--fight", "1", "--rounds", "1", "--script")
    moves = [line for line in run("forecast", *words, path=path).stdout.splitlines() if line.startswith("move")]
    movers = [line.split()[1] for line in moves]
    assert "al" in movers
    assert "ann" not in movers


@pytest.mark.rule("R25")
@pytest.mark.parametrize(
    ("status", "line"),
    [
        ('["cornered"]', "attack bob"),
        ('["cornered"]\nuntil.cornered = 1', "attack bob"),
        ('["cornered"]\nuntil.cornered = 2', None),
        ("[]", None),
    ],
)
def test_in_realm_a_line_may_ask_whether_somebody_is_cornered_in_this_round(
    fight_file: FightFile, status: str, line: str | None
) -> None:
    ann = f'status = {status}\ntactics = ["attack bob if cornered"]\nweapons.sword = {{}}'
    bob = 'status = ["impeded"]\nweapons.sword = {}'
    path = fight_file(fight_of("realm", 'phase = "defend"', ann=ann, bob=bob))
    assert run("check", path=path).returncode == 0
    told = {each["who"]: each for each in asked("--tactics", path=path)["tactic"]}
    assert told["ann"]["line"] == (line and f"{line} if cornered")


def moves(path: Path, **combatants: str) -> list[str]:
    """Return who goes where in the movement of a round, without being asked."""
    lines = [f"[combatants.{who}]\nspeed = 8\n{keys}\n" for who, keys in combatants.items()]
    played = lines_played(path, f'ruleset = "arq"\nphase = "movement"\n{"".join(lines)}[arenas.ford]\n[arenas.bank]\n')
    return [line.removeprefix("move ") for line in played if line.startswith("move")]


OURS, THEIRS = 'side = "ours"\nplayer = true', 'side = "theirs"'


@pytest.mark.rule("Q20", "Q21")
@pytest.mark.parametrize(
    ("ann", "bob", "wolf", "way"),
    [
        ("[3, 1]", "[4, 2]", "[6, 4]", ["4,3 3,2"]),
        ("[2, 0]", "[3, 1]", "[4, 2]", ["3,2 2,1"]),
        ("[0, 1]", "[1, 0]", "[4, -3]", ["1,-1 0,0"]),
        ("[0, 0]", "[1, 0]", "[9, 0]", ["2,0 1,-1"]),
        ("[0, 0]", "[1, 0]", "[20, 0]", ["12,0"]),
        ("[0, 0]", "[1, 0]", "[1, 1]", []),
    ],
)
def test_whoever_finds_a_friend_in_the_straight_way_to_a_foe_goes_round(
    tmp_path: Path, ann: str, bob: str, wolf: str, way: list[str]
) -> None:
    ours, theirs = f"{OURS}\nposition = {ann}", f"{THEIRS}\nposition = "
    went = moves(tmp_path / "fight.toml", ann=ours, bob=f"{theirs}{bob}", wolf=f"{theirs}{wolf}")
    assert went == [f"wolf {each}" for each in way]


@pytest.mark.rule("Q20", "Q21")
@pytest.mark.parametrize(
    ("line", "way"), [("move bob", "5,0"), ("move strongest", "-8,0"), ("move nearest", "5,0"), ("move cat", "-8,0")]
)
def test_a_line_leads_to_whom_it_names(tmp_path: Path, line: str, way: str) -> None:
    ann = f'{OURS}\nposition = [0, 0]\ntraits.missile = 2\ntactics = "{line}"'
    bob, cat = f"{THEIRS}\nposition = [6, 0]\nwounds_taken = 1", f"{THEIRS}\nposition = [-40, 0]"
    assert moves(tmp_path / "fight.toml", ann=ann, bob=bob, cat=cat)[0] == f"ann {way}"


@pytest.mark.rule("Q21")
@pytest.mark.parametrize(("place", "went"), [("ford", ["cat ford"]), ("bank", ["ann bank"])])
def test_whoever_has_a_foe_in_their_arena_stays_there(tmp_path: Path, place: str, went: list[str]) -> None:
    ann, bob, cat = f'{OURS}\narena = "ford"', f'{THEIRS}\narena = "{place}"', f'{THEIRS}\narena = "bank"'
    assert moves(tmp_path / "fight.toml", ann=ann, bob=bob, cat=f"{cat}\nwounds_taken = 4") == went


@pytest.mark.parametrize(
    ("game", "near", "far"),
    [
        ("realm", 'arena = "hall"', 'arena = "yard"'),
        ("arq", "position = [1, 1]", "position = [2, 0]"),
        ("blade", 'engaged = ["ann"]', ""),
        ("beacon", "hp = 9\nposition = [5, 0]\nweapons.axe = {}", "hp = 9\nposition = [15, 0]\nweapons.axe = {}"),
    ],
)
def test_engaged_is_who_touches_a_foe_by_the_rules_of_their_game(game: str, near: str, far: str) -> None:
    place = {"realm": 'arena = "hall"', "arq": "position = [0, 0]", "beacon": "hp = 9\nposition = [0, 0]"}.get(game, "")
    arenas = "[arenas.hall]\n[arenas.yard]\n" if game == "realm" else ""
    ruleset = load(game)
    tactics = ruleset.tactics
    assert tactics is not None
    line = tactic_lines.parsed("attack engaged if engaged")
    for there, touched in ((near, ["bob"]), (far, [])):
        ann, bob = (f'[combatants.{who}]\nside = "{who}"\n{keys}\n' for who, keys in (("ann", place), ("bob", there)))
        text = f'ruleset = "{game}"\n{arenas}{ann}{bob}'
        seen = LiveFight(document.validate(document.parse(text, "a test"), ruleset))
        assert [*tactic_lines.aimed_at(seen, "ann", tactics, line)] == touched
        assert (not tactic_lines.failing(seen, "ann", tactics, line)) is bool(touched)
