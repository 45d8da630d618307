"""Reports in words: what a person at the table reads, sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from combatcli.encounter import jsonschema
from combatcli.events import Event, Loss
from combatcli.report.blocks import Line, Names
from combatcli.report.line_layout import plain_text
from combatcli.report.sentences import blocks
from combatcli.rulesets import load
from manual.events import COMMON_TYPES
from support import sample

if TYPE_CHECKING:
    from pathlib import Path

    from combatcli.report.blocks import Sentences
    from support import Run


class Omen(Event, kw_only=True):
    """A kind that no game has."""

    who: str
    empty: str


TOWN = """\
ruleset = "realm"
phase = "attack-assist-aimed"
[arenas.market]
kind = "dense"
links = ["alley"]
note = "stalls"
[arenas.alley]
kind = "tight"
size = "small"
[combatants.mira]
name = "Mira Vane"
player = true
arena = "market"
awesome = 1
[combatants.thugs]
count = 2
wounds = 3
arena = "market"
weapons = { club = { class = "medium", damage = "2d5" } }
wielding = "club"
[combatants.ogre]
wounds = 8
marked = [2, 7]
arena = "alley"
status = ["bleeding"]
[[pending]]
attacker = "thugs"
target = "mira"
wounds = [2]
"""


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        (
            ["arena", "list"],
            [
                "  arena   kind   touches  here              note",
                "  market  dense  alley    Mira Vane, thugs  stalls",
                "  alley   tight  market   ogre              small",
            ],
        ),
        (
            ["arena", "map"],
            [
                "market [dense] stalls",
                "  -- alley",
                "  Mira Vane, thugs",
                "alley [tight] small",
                "  -- market",
                "  ogre",
            ],
        ),
        (
            ["arena", "map", "--dot"],
            [
                "graph arenas {",
                "  node [shape=box];",
                '  "market" [label="market [dense]\\nMira Vane, thugs"];',
                '  "alley" [label="alley [tight]\\nogre"];',
                '  "alley" -- "market";',
                "}",
            ],
        ),
        (
            ["arena", "add", "back", "--on", "ogre", "--kind", "hazardous"],
            ["Arena back added: hazardous, touches alley, market. Here: nobody."],
        ),
        (
            ["arena", "set", "market", "kind=neutral", "note="],
            ["Arena market changed: kind neutral (was dense), note empty (was stalls), touches alley. Here: Mira"],
        ),
        (
            ["arena", "remove", "alley", "--to", "market"],
            ["ogre is taken from alley to market.", "Arena alley is gone."],
        ),
        (
            ["arena", "propose", "awnings", "--beside", "market", "--kind", "hazardous"],
            [
                "Proposed: arena awnings (hazardous) beside market.",
                "It joins if you accept it: arena accept awnings",
            ],
        ),
        (["arena", "suggest", "the moon"], ['neutral: nothing in "the moon" suggests a kind; favors no weapon.']),
        (["move", "mira", "alley"], ["Mira Vane moves from market to alley."]),
        (["wound", "--discard"], ["Discarded: the hit of thugs on Mira Vane."]),
        (
            ["wound", "thugs", "2", "--dice", "1"],
            [
                "thugs take wound 2: box 2 is marked.",
                "thugs test daring to fight on: rolls 1, total 1, needs 10: fails.",
                "thugs: one falls, 1 left, unhurt.",
            ],
        ),
        (
            ["recover", "ogre", "--heal"],
            [
                "ogre is no longer bleeding: healed.",
                "ogre: no wound clears; marked now: 2, 7.",
                "ogre's wound 7 is above 5 and cannot clear by rest.",
            ],
        ),
        (["dashtest", "mira", "ogre", "--dice", "5,5"], ["both at the same time."]),
        (
            ["order", "--dice", "4,4,2"],
            ["1. Mira Vane with 4", "2. thugs with 4", "3. ogre with 2", "At the same time: Mira Vane, thugs."],
        ),
        (
            ["declare", "mira", "focus", "a", "rune", "--secret", "1"],
            ["phase 3: Mira Vane: secret", "Warning: mira declares before the NPCs have: thugs, "],
        ),
        (
            ["declare", "thugs", "attack", "mira", "--plan", "from behind"],
            ['phase 5: thugs: attack Mira Vane "from behind"'],
        ),
        (["drop", "mira"], ["mira is dropped, and with them 1 pending hit."]),
        (["add", "imp"], ["imp is added."]),
        (["attack", "thugs", "mira", "--dice", "9,8,1,4,4,2"], ["hit, damage 4, 2, wounds 4 and 2."]),
    ],
)
def test_what_happened_is_said_in_words(run: Run, words: list[str], sentences: list[str]) -> None:
    done = run(*words, stdin=TOWN)
    assert done.code == 0, done.err
    for sentence in sentences:
        assert sentence in done.out + done.err


def test_a_carried_arena_is_told_of_with_its_bearer(run: Run) -> None:
    ridden = run("arena", "add", "back", "--on", "ogre", stdin=TOWN).out
    moved = run("move", "ogre", "market", stdin=ridden).err
    assert "Arena back goes with ogre and touches market, alley." in moved


def test_a_wound_without_a_box_left_says_so(run: Run) -> None:
    done = run("wound", "thugs", "1,1,1,1,1,1,1", stdin=TOWN).err
    assert "thugs: one falls, 1 left, unhurt." in done
    assert "thugs take wound 1, but no box is left to mark." in done


def test_an_event_without_words_of_its_own_is_told_by_its_keys() -> None:
    (line,) = blocks([Omen(who="mira\x1b", empty="")], Names({}), {})
    assert line.text == "  omen: who mira\\x1b"  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", COMMON_TYPES)
@pytest.mark.parametrize("last", [False, True])
def test_common_words_need_no_more_than_the_keys_that_are_always_there(kind: str, *, last: bool) -> None:
    event = sample(COMMON_TYPES[kind], last=last)
    assert plain_text(blocks([event], Names({}), {}, verbose=True)).strip()


def test_two_games_tell_one_event_each_in_their_own_words() -> None:
    event = Loss(who="orcs", left=2)
    own: Sentences = {"loss": lambda event, _: Line(f"{event.who} weep.")}
    assert plain_text(blocks([event], Names({}), own)) == "orcs weep.\n"
    assert plain_text(blocks([event], Names({}), {})) == "orcs: one falls, 2 left, unhurt.\n"


def test_the_schema_is_a_json_schema_of_the_encounter() -> None:
    text = jsonschema.schema_text(load("realm"))
    assert '"required": [\n        "ruleset"\n      ]' in text
    assert '"commitment"' in text


def test_a_new_fight_says_what_to_type_next(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "the fight.toml"
    made, following = run("new", "realm", "--example", "-o", path).out.splitlines()
    assert made.startswith("A new realm encounter: ruffian")
    assert following == f"Next: combatcli play '{path}', or combatcli show -f '{path}'."
    assert "Next" not in run("new", "realm", "--example").err
    empty = run("new", "realm", "-o", tmp_path / "empty.toml").out
    assert f"Next: combatcli add ID -f {tmp_path}/empty.toml, or" in empty
    assert run("new", "realm", "-o", path, "--force", "--json").events[0]["file"] == str(path)


def test_a_group_is_told_of_in_the_plural(run: Run, realm_file: Path) -> None:
    told = run("attack", "thugs", "tomas", "--dice", "9,7,7,4,4", "-f", realm_file).out
    assert "Dockside Thugs attack Tomas Oak with knives: rolls 9" in told
    assert "Tomas Oak takes wound 4 from Dockside Thugs" in run("wound", "--dice", "8", "-f", realm_file).out
    pushed = run("push", "tomas", "thugs", "--to", "canal", "--dice", "8,6", "-f", realm_file).out
    assert "Dockside Thugs are pushed from market to canal." in pushed
    assert "Dockside Thugs hit Tomas Oak with knives for wound 4." in run("log", "--story", "-f", realm_file).out
    assert run("set", "thugs", "count=1", "-f", realm_file).code == 0
    assert "Dockside Thugs is winded" in run("condition", "thugs", "winded", "-f", realm_file).out


def test_a_story_tells_of_a_group_in_the_plural_though_only_one_is_left(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    rats = 'ruleset = "beacon"\n[combatants.ann]\nside = "ours"\nhp = 99\n[combatants.rats]\nhp = 3\ncount = 2\n'
    path.write_text(f'{rats}weapons.bite = {{ effect = "d4" }}\n', encoding="utf-8")
    told = run("forecast", "--seed", "s", "--fight", "1", "--story", "-f", path).out
    assert "rats are" in told or "rats take" in told
    assert not any(f"rats {verb}" in told for verb in ("takes", "misses", "hits", "is"))
    run("wound", "rats", "4", "-f", path)
    run("wound", "rats", "3", "-f", path)
    assert "rats take 3 and are dying." in run("log", "--story", "-f", path).out


def test_where_nobody_has_a_display_name_groups_and_sides_are_told_the_same(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    fighters = '[combatants.ann]\nside = "ours"\nplayer = true\n[combatants.rats]\nside = "theirs"\ncount = 3\n'
    path.write_text(f'ruleset = "realm"\n{fighters}', encoding="utf-8")
    assert "HIT!  rats -> ann" in run("attack", "rats", "ann", "--dice", "10,2,1,1,1", "-f", path).out
    assert "rats take" in run("wound", "rats", "1", "-f", path).out


def test_what_hurts_the_players_side_is_told_apart_by_color_and_by_a_sign(run: Run, realm_file: Path) -> None:
    theirs = run("attack", "thugs", "tomas", "--dice", "9,7,7,4,4", "--color", "always", "-n", "-f", realm_file).out
    ours = run("attack", "tomas", "thugs", "--dice", "9,8,4", "--color", "always", "-n", "-f", realm_file).out
    assert "\x1b[31mHIT!  thugs -> tomas" in theirs
    assert "\x1b[32mHIT   tomas -> thugs" in ours
    assert run("attack", "mira", "tomas", "--dice", "9,8,1", "-n", "-f", realm_file).out.count("HIT!") == 1
