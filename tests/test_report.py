"""Reports in words: what a person at the table reads, sentence by sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from combatcli.events import Loss
from combatcli.records import Event
from combatcli.report.blocks import Line, Names
from combatcli.report.line_layout import plain_text
from combatcli.report.sentences import blocks
from combatcli.rulesets import jsonschema, load
from manual.events import COMMON_TYPES
from support import sample

if TYPE_CHECKING:
    from pathlib import Path

    from combatcli.report.blocks import Sentences
    from support import Run


class Omen(Event):
    """A kind that no game has."""

    who: str
    empty: str


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


def test_what_hurts_the_players_side_is_told_apart_by_color_and_by_a_sign(run: Run, realm_file: Path) -> None:
    theirs = run("attack", "thugs", "tomas", "--dice", "9,7,7,4,4", "--color", "always", "-n", "-f", realm_file).out
    ours = run("attack", "tomas", "thugs", "--dice", "9,8,4", "--color", "always", "-n", "-f", realm_file).out
    assert "\x1b[31mHIT!  thugs -> tomas" in theirs
    assert "\x1b[32mHIT   tomas -> thugs" in ours
    assert run("attack", "mira", "tomas", "--dice", "9,8,1", "-n", "-f", realm_file).out.count("HIT!") == 1
