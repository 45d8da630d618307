"""Screens: what a terminal shows of a fight at any width, what players may see of it, pictures of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.report.blocks import Block, Brief, Grid, Heading, Line, Picture, Row, Sheet, bar_with_numbers
from combatcli.report.line_layout import DrawingArea, lay_out, plain_text
from combatcli.report.link_diagram import draw_arenas
from combatcli.rulesets import NAMES
from support import FightFile, Run

Screen = Callable[..., list[str]]
"""Shows on a terminal of a width what a command says of a fight."""
WORDS = st.lists(st.text("abcdefg", min_size=1, max_size=9), min_size=1, max_size=6).map(" ".join)


def drawn(blocks: list[Block], width: int, *, brief: bool = False) -> list[str]:
    look = DrawingArea(width, has_blocks=False, brief=brief, draws=True)
    return ["".join(part.text for part in line) for line in lay_out(blocks, look)]


@pytest.fixture(name="screen")
def _screen(run: Run, monkeypatch: pytest.MonkeyPatch, fight_file: FightFile, _on_screen: None) -> Screen:
    def show(width: int, text: str, *words: str) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(width))
        path = fight_file(text)
        done = run(*words, "-f", path)
        assert (done.code, done.err) == (0, "")
        return done.out.splitlines()

    return show


def middle_of_a_fight(run: Run, game: str) -> str:
    """Return an encounter in which something has happened."""
    text = run("new", game, "--example", "--seed", "friday").out
    if game == "realm":
        text = run("attack", "mira", "ruffian", "--dice", "10,4,3,2", stdin=text).out
        return run("set", "tomas", "marked=[2]", stdin=text).out
    if game == "blade":
        text = run("attack", "darna", "orc1", "--dice", "1,2,3,4", "-q", stdin=text).out or text
        return run("set", "orc2", "health=0", stdin=text).out
    return text


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_no_line_of_a_fight_is_wider_than_the_terminal(run: Run, screen: Screen, game: str, width: int) -> None:
    text = middle_of_a_fight(run, game)
    lines = screen(width, text, "show")
    assert max(map(len, lines)) <= width
    assert lines == [line.rstrip() for line in lines]
    for who in re.findall(r"^\[combatants\.(\w+)\]$", text, re.MULTILINE):
        assert any(re.match(rf">?  +{who}\b", line) for line in lines)


def test_the_screen_of_realm_at_80_columns_and_what_less_or_more_room_shows(run: Run, screen: Screen) -> None:
    lines = screen(80, middle_of_a_fight(run, "realm"), "show")
    assert lines == [
        "realm  round 1  phase 5/7 attack-assist-aimed                       0:00  turn 1",
        "PENDING  1 hit: mira->ruffian 5                                (`wound` applies)",
        "TO ACT   ruffian, thugs, marksman, tomas, sefa",
        " market  dense, heavy, very-heavy +2  -- alley, roofs, canal",
        "   mira      · · · · ·  done  sabre   *1  heroes      attack ruffian",
        ">  tomas     · 2 · · ·        maul    *1  heroes      attack thugs",
        " against",
        ">  ruffian   · · · · ·  <5    cudgel      collectors  attack mira",
        ">  thugs x3  · · ·            knives      collectors  attack tomas",
        " roofs  hazardous, reach +2  -- market, alley  loose tiles, a long way down",
        ">  marksman  · · · · ·        bow         collectors  aim sefa",
        " canal  open, ranged +2  -- alley, market  moored barges, slow brown water",
        ">  sefa      · · · · ·        sling   *2  heroes      aim marksman",
        " nobody in alley",
    ]
    assert ">  tomas     · 2 · · ·        *1  attack thugs" in screen(50, middle_of_a_fight(run, "realm"), "show")
    assert any("2 Awesomes" in line for line in screen(100, middle_of_a_fight(run, "realm"), "show"))


def test_what_applies_hits_stands_behind_the_last_of_them(run: Run, screen: Screen) -> None:
    text = run("attack", "--all", stdin=run("new", "realm", "--example", "--seed", "friday").out).out
    lines = screen(80, text, "show")
    assert lines[1].startswith("PENDING  5 hits: #1 ")
    assert re.fullmatch(r"  .*#5 \w+->\w+ \d +\(`wound` applies\)", lines[2])


def test_a_target_is_written_once_beside_whoever_declared_to_strike_it(run: Run, screen: Screen) -> None:
    text = run("new", "blade", "--example", "--seed", "friday").out
    for words in (
        ("next", "--round"),
        ("order", "--dice", "5,3"),
        ("next",),
        ("declare", "ilvar", "attack", "goblins"),
    ):
        text = run(*words, stdin=text).out
    lines = screen(80, text, "show")
    assert [line.split("bow", 1)[1].split() for line in lines if " bow " in line] == [["attack", "goblins"]]
    assert not any(line.split() == ["at", "goblins"] for line in lines)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_columns_stay_where_they_are_when_somebody_is_hit_or_dies(run: Run, screen: Screen, width: int) -> None:
    text = run("new", "realm", "--example").out
    words = ("sabre", "cudgel", "bow", "1 Awesome" if width >= 100 else "*1", "collectors", "Sefa", "attack thugs")

    def places(text: str) -> list[int]:
        lines = screen(width, text, "show")
        return [max(line.find(word) for line in lines if line[3:4].isalpha()) for word in words]

    before = places(text)
    hit = run("attack", "mira", "ruffian", "--dice", "10,4,3,2", stdin=text).out
    assert places(hit) == before
    out = run("set", "marksman", "dead=true", "marked=[5]", stdin=hit).out
    assert places(run("condition", "mira", "blinded by soot", "--rounds", "2", stdin=out).out) == before


def test_a_crowd_is_shown_in_brief(screen: Screen) -> None:
    crowd = "".join(
        f"[combatants.orc{number}]\nmax_health = 6\nhealth = {2 if number == 7 else 6}\n" for number in range(1, 31)
    )
    text = f'ruleset = "blade"\nphase = "acting"\n{crowd}'
    lines = screen(80, text, "show")
    assert lines[-1] == "   29 unhurt: orc1, orc2, orc3, orc4, orc5, orc6, orc8, orc9 and 21 more"
    assert sum(line.startswith("   orc") for line in lines) == 1
    assert sum(line.startswith("   orc") for line in screen(80, text, "show", "--all")) == 30


def test_a_pipe_shows_everybody_at_any_number(run: Run) -> None:
    crowd = "".join(f"[combatants.orc{number}]\n" for number in range(30))
    assert run("show", stdin=f'ruleset = "blade"\n{crowd}').out.count("\n   orc") == 30


@pytest.mark.parametrize("game", NAMES)
def test_players_see_of_foes_how_hurt_they_look_and_no_more(run: Run, game: str) -> None:
    text = run("new", game, "--example").out
    told = {each["who"]: each for each in run("show", "--players", "--json", stdin=text).events if "harm" in each}
    whole = {each["who"]: each for each in run("show", "--json", stdin=text).events if "harm" in each}
    for who, each in told.items():
        if any(whole[who]["side"] == other["side"] for other in whole.values() if other["player"]):
            assert each == whole[who]
        else:
            assert each["harm"] in ("none", "hurt", "bloodied", "out")
            assert not {"wounds", "marked", "health", "hp", "wounds_taken", "iron", "traits", "awesome"} & each.keys()
    foe = next(who for who, each in whole.items() if told[who] != each)
    assert run("show", foe, "--players", stdin=text).code == 0


def test_pictures_are_what_a_terminal_shows(run: Run, tmp_path: Path) -> None:
    text = run("new", "realm", "--example").out
    svg, html = tmp_path / "fight.svg", tmp_path / "fight.html"
    done = run("show", "--svg", svg, "--html", html, stdin=text)
    assert done.out == run("show", stdin=text).out
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert "marksman" in html.read_text(encoding="utf-8")
    assert run("odds", "2d6", "--svg", tmp_path / "no" / "such").code == 4


def test_a_terminal_draws_the_map(run: Run, screen: Screen) -> None:
    text = run("new", "realm", "--example").out
    lines = screen(80, text, "arena", "map")
    assert "roofs----alley----canal" in lines
    assert lines[0].strip() == "market"


@pytest.mark.usefixtures("_on_screen")
def test_odds_on_a_terminal_fold_their_tails_and_a_wide_distribution_is_told_in_bands(run: Run) -> None:
    lines = run("odds", "8d6").out.splitlines()
    assert lines[2].split()[:3] == ["<=15", "0.3788", "%"]
    assert lines[-2].split()[:3] == [">=41", "0.3788", "%"]
    assert len(run("odds", "8d6", "--all").out.splitlines()) == 44
    assert max(map(len, run("odds", "30d6", "--all").out.splitlines())) <= 80
    bands = run("odds", "50d100").out.splitlines()
    assert len(bands) < 50
    assert " to " in bands[10]


def test_odds_longer_than_a_terminal_end_with_the_chance_to_hit(
    run: Run, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, words = run("new", "beacon", "--example").out, ("attack", "vela", "hound", "--odds")
    monkeypatch.setenv("LINES", "24")
    lines = screen(80, text, *words)
    assert lines[-1].startswith("Chance that Vela hits Pale Hound: ")
    monkeypatch.setenv("LINES", "60")
    assert screen(80, text, *words)[0] == lines[-1]
    assert min(run(*words, stdin=text).out.splitlines()) in lines


@given(st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1, max_size=5), st.integers(24, 100))
def test_a_grid_folds_between_words_alone(rows: list[list[str]], width: int) -> None:
    lines = drawn([Grid("", ("one", "two", "three"), rows)], width)
    longest = [max(len(word) for row in rows for word in row[place].split()) for place in range(3)]
    needed = 2 + sum(max(length, 5) + 2 for length in longest)
    if needed <= width:
        assert max(map(len, lines)) <= width
        whole = [word for line in lines for word in line.split()]
        assert all(word in whole for row in rows for cell in row for word in cell.split())


@given(WORDS, st.integers(12, 60))
def test_a_sentence_folds_between_words_alone(text: str, width: int) -> None:
    lines = drawn([Line(text)], width)
    assert " ".join(" ".join(lines).split()) == " ".join(text.split())
    assert max(map(len, lines)) <= width or max(map(len, text.split())) + 2 > width


def test_columns_go_by_their_rank() -> None:
    sheet = Sheet(
        ("", "a#", "b", "c"),
        (0, 2, 1, 3),
        [Heading("here", ("x" * 30,)), Row(">", ("mira", "12", "sabre", "Mira Vane of the Reeds"))],
    )
    assert drawn([sheet], 80)[-1] == ">  mira  12  sabre  Mira Vane of the Reeds"
    assert drawn([sheet], 30)[-1] == ">  mira  12  sabre"
    assert drawn([sheet], 16)[-1] == ">  mira  sabre"
    assert drawn([sheet], 8)[-1] == ">  mira"


def test_what_only_a_terminal_shows_is_in_no_pipe() -> None:
    blocks: list[Block] = [Picture(["o--o"]), Brief([Line("short")], [Line("long")])]
    assert plain_text(blocks) == "long\n"
    assert drawn(blocks, 40, brief=True) == ["o--o", "short"]
    assert drawn([Picture(["o" * 50])], 40) == []


def test_a_bar_has_a_length_of_ten_at_most() -> None:
    shown = [
        (left, most, bar_with_numbers(left, most)[0].text)
        for left, most in ((2, 6), (1, 40), (-5, 40), (40, 40), (0, 6))
    ]
    assert [text for _, _, text in shown] == ["##....", "#.........", "..........", "##########", "......"]
    assert bar_with_numbers(3, 0) == []


def test_links_that_find_no_room_on_a_map_are_told_apart() -> None:
    ring = {"a": ["b", "d"], "b": ["a", "c"], "c": ["b", "d"], "d": ["a", "c"], "e": []}
    lines, left = draw_arenas(ring)
    assert lines == ["  a", " / \\", " /  \\", "b    d", " \\  /", " \\ /", "  c", "", "", "  e"]
    assert left == []
    star = {"hub": ["x", "y", "z"], "x": ["hub", "y", "z"], "y": ["hub", "x", "z"], "z": ["hub", "x", "y"]}
    assert draw_arenas(star)[1] == [["x", "z"]]
    assert draw_arenas({}) == ([], [])


def test_wide_letters_take_two_columns(screen: Screen) -> None:
    text = 'ruleset = "blade"\nphase = "acting"\n[combatants."北京"]\nhealth = 3\nmax_health = 6\n[combatants.orc]\n'
    lines = screen(60, text, "show")
    assert lines[-2].startswith("   北京  ")
    assert lines[-1].startswith("   orc   ")
    assert drawn([Line("北京 " * 10)], 12) == ["北京 北京", "  北京 北京", *["  北京 北京"] * 3]


def test_one_long_cell_does_not_push_out_the_others(run: Run, screen: Screen) -> None:
    text = run("new", "realm", "--example").out
    plan = "tip the crates of oranges over and run for the alley, then come back"
    text = run("declare", "thugs", "--phase", "5", "--plan", plan, stdin=text).out
    lines = screen(100, text, "show")
    assert any("attack ruffian" in line and "sabre" in line for line in lines)
    words = " ".join(" ".join(line[42:] for line in lines).split())
    assert "5 tip the crates" in words
    assert "then come back" in words


def test_at_40_columns_the_numbers_stay_and_the_bars_go(run: Run, screen: Screen) -> None:
    lines = screen(40, run("new", "blade", "--example").out, "show")
    darna = next(line for line in lines if "darna" in line and "/" in line)
    assert darna.split()[1:4] == ["darna", "4/6", "6/6"]
    assert any("goblins x6" in line for line in lines)
    assert max(map(len, lines)) <= 40
