"""How a fight is fought by itself: what is declared is of use when its phase comes, and all of it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from forecasts import asked, fight_of, lines_played, run

from support import FightFile, Run

if TYPE_CHECKING:
    from pathlib import Path

BOW = 'weapons.bow = { class = "ranged", range = "short-bow" }\nwielding = "bow"'
THROWN = 'weapons.knife = { class = "light", range = "thrown" }'


def realm(phase: str, arenas: str = "", **combatants: str) -> str:
    return fight_of("realm", f'phase = "{phase}"\n{arenas}', **combatants)


def apart(ann: str, there: str, phase: str = "defend") -> str:
    """Return ann in a street, and bob there or in the square beside it or in the alley beyond that."""
    arenas = '[arenas]\nstreet.links = ["square"]\nsquare.links = ["alley"]\nalley = {}'
    return realm(phase, arenas, ann=f'arena = "street"\n{ann}', bob=f'arena = "{there}"')


def held(phase: str, declared: str, ann: str = "", bob: str = "") -> str:
    """Return ann, who has declared something, with two foes in a street beside a square."""
    here = 'arena = "street"\n'
    arenas = '[arenas]\nstreet.links = ["square"]\nsquare = {}'
    ann = f"{here}declared = {declared}\n{ann}"
    return realm(phase, arenas, ann=ann, bob=here + bob, cid=f"{here}defense = 30")


@pytest.mark.rule("R2")
def test_two_who_would_change_places_meet_instead(tmp_path: Path) -> None:
    text = apart("", "square")
    played = lines_played(tmp_path / "fight.toml", text)
    assert played[1:3] == ["declare ann move square", "declare bob attack ann"]
    assert "attack --all --apply" in played


@pytest.mark.rule("R23")
@pytest.mark.rule("R27")
@pytest.mark.parametrize(
    ("ann", "there", "line"),
    [
        ("", "street", "attack bob"),
        ("", "square", "move square"),
        ("brawn = 1\n" + BOW, "square", "shoot bob"),
        ("brawn = 1\n" + BOW, "alley", "aim bob"),
    ],
)
def test_lines_of_tactics_are_passed_over_where_they_would_not_reach(
    tmp_path: Path, ann: str, there: str, line: str
) -> None:
    tactics = 'tactics = ["shoot weakest", "aim weakest", "attack nearest", "move nearest"]\n'
    text = apart(tactics + ann, there)
    assert lines_played(tmp_path / "fight.toml", text)[1] == f"declare ann {line}"


@pytest.mark.rule("R24")
def test_a_line_may_focus_on_something_in_words(tmp_path: Path) -> None:
    text = apart("tactics = \"focus 'a word of power' if round < 2\"", "alley")
    path = tmp_path / "fight.toml"
    assert "declare ann focus 'a word of power'" in lines_played(path, text)
    assert run("check", path=path).returncode == 0


@pytest.mark.rule("R25")
@pytest.mark.rule("R29")
@pytest.mark.parametrize(
    ("phase", "declared", "line"),
    [
        ("focus-impede", '{ phase = 3, action = "impede", targets = ["bob"] }', "impede ann bob"),
        ("move", '{ phase = 4, action = "move", targets = ["alley"] }', "move ann alley"),
        ("push", '{ phase = 6, action = "push", targets = ["bob"] }', "push ann bob --to alley"),
        ("focused", '{ phase = 3, action = "focus", targets = [], plan = "attack bob" }', "attack --all --apply"),
    ],
)
def test_what_is_declared_is_done_in_its_phase(tmp_path: Path, phase: str, declared: str, line: str) -> None:
    arenas = '[arenas]\nstreet.links = ["square", "alley"]\nsquare = {}\nalley = {}'
    text = realm(phase, arenas, ann=f'arena = "street"\ndeclared = {declared}', bob='arena = "street"')
    assert lines_played(tmp_path / "fight.toml", text)[1] == line


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("tactics", "parries"),
    [
        ("", True),
        ('tactics = "never answer parry"', False),
        ('tactics = "never answer parry if hurt"', True),
    ],
)
def test_a_parrying_weapon_helps_ones_attack_unless_ones_tactics_say_not_to(
    tmp_path: Path, tactics: str, *, parries: bool
) -> None:
    blow = 'declared = {{ phase = 5, action = "attack", targets = ["{}"] }}'
    arms = 'weapons.sword = { class = "medium" }\nweapons.dagger = { class = "light" }\nparrying = "dagger"'
    ann = f"{arms}\n{blow.format('bob')}\n{tactics}"
    text = realm("attack-assist-aimed", ann=ann, bob=blow.format("ann"))
    played = lines_played(tmp_path / "fight.toml", text)
    assert played[1] == "order"
    assert ("attack ann bob --parry attack --apply" in played) is parries
    assert ("attack ann bob --apply" in played) is not parries


@pytest.mark.rule("R2", "R23", "R27")
@pytest.mark.parametrize(
    ("weapon", "there", "line"),
    [
        (BOW, "street", "next"),
        (THROWN, "square", "next"),
        (THROWN, "street", "attack --all --apply"),
    ],
)
def test_a_blow_that_was_declared_is_not_made_as_a_shot(tmp_path: Path, weapon: str, there: str, line: str) -> None:
    ann = f'{weapon}\ndeclared = {{ phase = 5, action = "attack", targets = ["bob"] }}'
    text = apart(ann, there, "attack-assist-aimed")
    assert lines_played(tmp_path / "fight.toml", text)[1] == line


@pytest.mark.rule("R23")
def test_who_has_a_bow_in_hand_declares_no_blow(tmp_path: Path) -> None:
    text = apart(f'tactics = ["attack nearest", "shoot nearest"]\n{BOW}', "street")
    assert lines_played(tmp_path / "fight.toml", text)[1] == "declare ann shoot bob"


@pytest.mark.rule("R26")
@pytest.mark.parametrize(
    ("declared", "ann", "lines"),
    [
        ('{ phase = 5, action = "attack", targets = ["cid"] }', "impeded", ["attack ann bob", "next"]),
        ('{ phase = 5, action = "attack", targets = ["bob"] }', "impeded", ["next", "attack --all --apply"]),
        ('{ phase = 5, action = "attack", targets = ["cid"] }', "cornered", ["next", "attack --all --apply"]),
        (
            '{ phase = 4, action = "move", targets = ["square"] }',
            "impeded",
            ["attack ann bob", "wound", "move ann square"],
        ),
    ],
)
def test_who_is_held_from_what_they_declared_struggles_free(
    tmp_path: Path, declared: str, ann: str, lines: list[str]
) -> None:
    sword = (
        'weapons.sword = { class = "medium", bonus = 20 }' if "wound" in lines else "weapons.sword = { bonus = -30 }"
    )
    text = held("move", declared, f'{sword}\nstatus = ["{ann}"]\nby = {{ {ann} = "bob" }}\nuntil = {{ {ann} = 1 }}')
    assert lines_played(tmp_path / "fight.toml", text)[1 : len(lines) + 1] == lines


@pytest.mark.rule("R25", "R29")
@pytest.mark.parametrize(("action", "phase"), [("impede", 3), ("push", 6)])
def test_nobody_impedes_or_pushes_the_fallen(tmp_path: Path, action: str, phase: int) -> None:
    declared = f'{{ phase = {phase}, action = "{action}", targets = ["bob"] }}'
    text = held(str(phase), declared, bob='status = ["broken"]')
    assert lines_played(tmp_path / "fight.toml", text)[1] == "next"


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    ("phase", "declared", "lines"),
    [
        ("shoot-throw", "phase = 2", ["declare ann shoot bob", "attack --all --apply"]),
        ("move", "phase = 4", ["declare ann move square", "move ann square"]),
        ("attack-assist-aimed", 'phase = 5, action = "aim"', ["declare ann aim bob", "attack --all --apply"]),
        ("defend-protect", 'phase = 1, action = "defend"', ["declare bob move street", "next"]),
    ],
)
def test_what_is_declared_as_a_phase_alone_is_made_precise_in_it(
    tmp_path: Path, phase: str, declared: str, lines: list[str]
) -> None:
    text = apart(f"brawn = 1\n{BOW}\ndeclared = {{ {declared} }}", "square", phase)
    assert lines_played(tmp_path / "fight.toml", text)[1:3] == lines


@pytest.mark.rule("R3")
def test_what_a_player_would_declare_is_told_though_the_others_have_declared_nothing_yet(fight_file: FightFile) -> None:
    path = fight_file(apart("player = true", "street"))
    told = {each["who"]: each for each in asked("--tactics", path=path)["tactic"]}
    assert (told["ann"]["line"], told["ann"]["passed"]) == ("declare ann attack bob", [])


def test_the_story_of_a_fight_tells_of_many_in_the_plural(fight_file: FightFile) -> None:
    path = fight_file(apart("count = 2\nwounds = 1", "square"))
    story = run("forecast", "--seed", "s", "--fight", "1", "--story", path=path).stdout
    assert "  ann move from street to square." in story


def chances(tmp_path: Path, run: Run, text: str, *more: str) -> dict[str, float]:
    """Return how likely each is out at the end, by the exact forecast."""
    path = tmp_path / "fight.toml"
    path.write_text(f'ruleset = "realm"\n{text}', encoding="utf-8")
    told = run("forecast", "--exact", "--json", *more, "-f", path).events
    return {event["who"]: event["out"] for event in told if event["event"] == "fate"}


SURE = 'wounds = 1\nplayer = true\nweapons.w = { class = "medium", bonus = 20 }\n'


@pytest.mark.rule("R5", "R27")
@pytest.mark.parametrize(("awareness", "out"), [(10, {"a": 0, "b": 1}), (0, {"a": 0.55, "b": 0.55})])
def test_initiative_decides_who_strikes_first(tmp_path: Path, run: Run, awareness: int, out: dict[str, float]) -> None:
    text = f'[combatants.a]\nside = "x"\nawareness = {awareness}\n{SURE}[combatants.b]\nside = "y"\n{SURE}'
    assert chances(tmp_path, run, text) == pytest.approx(out)


@pytest.mark.rule("R3", "R5", "R27")
def test_an_npc_who_does_nothing_holds_up_no_player(tmp_path: Path, run: Run) -> None:
    text = (
        "[arenas.p]\n[arenas.q]\n"
        '[combatants.a]\nside = "x"\nplayer = true\narena = "p"\nweapons.w = { class = "medium" }\n'
        '[combatants.b]\nside = "y"\narena = "p"\nwounds = 1\nweapons.w = { class = "light" }\n'
        '[combatants.lookout]\nside = "y"\narena = "q"\n'
    )
    assert chances(tmp_path, run, text, "--rounds", "1")["b"] == pytest.approx(0.7446, abs=1e-4)


@pytest.mark.rule("R2", "R25")
def test_who_declares_a_move_is_impeded_before_it(tmp_path: Path) -> None:
    text = (
        'ruleset = "realm"\n[arenas.p]\nlinks = ["q"]\n[arenas.q]\n'
        '[combatants.ann]\nside = "x"\narena = "p"\ndaring = 30\ntactics = ["impede bob"]\n'
        '[combatants.bob]\nside = "y"\narena = "p"\ntactics = ["move q"]\n'
    )
    assert "impede ann bob" in lines_played(tmp_path / "fight.toml", text)


@pytest.mark.rule("R29")
def test_nobody_is_pushed_where_there_is_nowhere_to_push_to(tmp_path: Path, run: Run) -> None:
    text = (
        f'[arenas.p]\n[combatants.a]\nside = "x"\narena = "p"\n{SURE}'
        'tactics = ["push nearest", "attack nearest"]\n'
        '[combatants.b]\nside = "y"\narena = "p"\nwounds = 1\ntactics = ["defend", "never answer counter"]\n'
    )
    assert chances(tmp_path, run, text, "--rounds", "3")["b"] == 1


@pytest.mark.rule("R23")
def test_why_a_line_is_passed_over_is_told(fight_file: FightFile) -> None:
    ann = 'player = true\ntactics = ["shoot nearest", "push nearest", "defend"]\nweapons.w = {class = "medium"}'
    text = realm("defend", "[arenas.p]", ann=f'arena = "p"\n{ann}', bob='arena = "p"')
    (told, *_) = asked("--tactics", path=fight_file(text))["tactic"]
    assert [passed["why"] for passed in told["passed"]] == [
        "ann has w in hand and cannot shoot with it (R23)",
        "p has 0 adjacent arenas (R29)",
    ]


@pytest.mark.rule("R21")
@pytest.mark.parametrize("action", ["protect", "assist"])
def test_a_friend_is_helped_by_name(fight_file: FightFile, action: str) -> None:
    text = realm("defend", ann=f'tactics = ["{action} abe"]', bob="", abe="")
    (told, *_) = asked("--tactics", path=fight_file(text))["tactic"]
    assert (told["line"], told["passed"]) == (f"{action} abe", [])
