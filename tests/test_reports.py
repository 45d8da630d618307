"""Events are a contract, and reports in words: sentences, and the verbs that go with whoever acts."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_type_hints

import pytest
from msgspec import ValidationError
from msgspec.structs import fields

from combatcli.encounter.schema import DisplayNames
from combatcli.events import GroupLoss
from combatcli.records import Event
from combatcli.report.blocks import Line, Names, Sentences
from combatcli.report.line_layout import plain_text
from combatcli.report.sentences import events_in_blocks
from combatcli.rulesets import NAMES, jsonschema, load
from combatcli.rulesets.noted_events import DICE, read_events
from combatcli.voice import Subject
from manual.events import COMMON_TYPES, meaning, required_keys
from support import FightFile, Run, fight, sample

LOSS = {"event": "loss", "who": "mira", "left": 1}
ODDS = {"event": "odds", "of": "hit", "chance": "79/100", "percent": 79.0}
DESIGNED = {
    "roll": "expression total faces",
    "attack": "attacker target weapon faces kept total needed hit damage damage_faces",
    "wound": "target amount marked status",
    "test": "who against trait faces total needed success",
    "contest": "who against trait faces total needed success",
    "recover": "who faces cleared",
    "condition": "who name ended",
    "combatant": "who name side",
    "move": "who from to stopped_by reactions",
    "order": "order",
    "phase": "round phase",
    "odds": "of chance percent",
    "distribution": "outcomes mean deviation",
}


def types_of(game: str) -> Mapping[str, type[Event]]:
    """Return the types of a game's events."""
    return load(game).event_types


@pytest.mark.parametrize(("kind", "keys"), DESIGNED.items())
def test_what_scripts_rely_on_is_in_the_types(kind: str, keys: str) -> None:
    for type_ in (COMMON_TYPES[kind], *(types_of(game)[kind] for game in NAMES if kind not in DICE)):
        assert set(keys.split()) <= required_keys(type_).keys()


@pytest.mark.parametrize("game", NAMES)
def test_every_kind_of_event_is_told(game: str) -> None:
    for kind, type_ in types_of(game).items():
        assert meaning(type_), kind
        assert kind in load(game).parts.sentences or kind in COMMON_TYPES


@pytest.mark.parametrize("game", NAMES)
def test_show_has_every_key_of_a_combatant_in_its_event(game: str) -> None:
    combatant = get_type_hints(load(game).encounter)["combatants"].__args__[1]
    shown = get_type_hints(types_of(game)["combatant"]).keys()
    assert {each.encode_name for each in fields(combatant)} - shown <= {"last_declared"}, "add it to events.Combatant"


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("last", [False, True])
def test_an_event_that_is_read_back_is_the_same(game: str, *, last: bool) -> None:
    made = [sample(type_, last=last) for type_ in (*types_of(game).values(), *DICE.values())]
    noted = json.loads(json.dumps([event.as_table() for event in made]))
    assert [next(iter(table)) for table in noted] == ["event"] * len(made)
    read = read_events(noted, types_of(game))
    assert read == made
    assert [event.as_table() for event in read] == noted


@pytest.mark.parametrize(
    "table",
    [
        7,
        {},
        {"event": 7, "who": "mira"},
        {"event": "loss", "who": "mira"},
        {**LOSS, "who": None},
        {**LOSS, "left": True},
        {**LOSS, "left": "1"},
        {**ODDS, "chance": 0.79},
        {**ODDS, "of": ["hit"]},
        {"event": "odds"},
    ],
)
def test_an_event_that_does_not_keep_its_shape_is_not_read(table: object) -> None:
    with pytest.raises(ValidationError):
        read_events([LOSS, table], types_of("realm"))


def test_an_event_whose_keys_have_defaults_may_lack_them() -> None:
    condition = {"event": "condition", "who": "mira", "name": "prone", "ended": False}
    tables = [condition, ODDS]
    assert [event.as_table() for event in read_events(tables, types_of("realm"))] == tables


class Omen(Event):
    """A kind that no game has."""

    who: str
    empty: str


def test_an_event_without_words_of_its_own_is_told_by_its_keys() -> None:
    (line,) = events_in_blocks([Omen(who="mira\x1b", empty="")], Names({}), {})
    assert line.text == "  omen: who mira\\x1b"  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", COMMON_TYPES)
@pytest.mark.parametrize("last", [False, True])
def test_common_words_need_no_more_than_the_keys_that_are_always_there(kind: str, *, last: bool) -> None:
    event = sample(COMMON_TYPES[kind], last=last)
    assert plain_text(events_in_blocks([event], Names({}), {}, verbose=True)).strip()


def test_two_games_tell_one_event_each_in_their_own_words() -> None:
    event = GroupLoss(who="orcs", left=2)
    own: Sentences = {"loss": lambda event, _: Line(f"{event.who} weep.")}
    assert plain_text(events_in_blocks([event], Names({}), own)) == "orcs weep.\n"
    assert plain_text(events_in_blocks([event], Names({}), {})) == "orcs: one falls, 2 left, unhurt.\n"


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


SOURCES = Path(__file__).parents[1] / "combatcli"
WHO = re.compile(r"names\(|\b(who|attacker|target|mover|friend|foe|holder|bearer|helper|impeder|name\[)\b")
"""Whatever stands for somebody in the sentences of the code."""
BARE = re.compile(r"'s\b| (is|has|does|was|takes|tests|attacks|hits|misses|moves|steps|holds|comes|stays|gets|loses)\b")
"""What is said of one alone."""
PREPOSED = re.compile(r"\b(on|of|for|with|from|by) $")
"""What stands before somebody of whom something else is said."""
SIDES = """
ruleset = "realm"
[combatants.ann]
side = "ours"
wounds = 30
hit = { brawn = 9 }
[combatants.rats]
side = "theirs"
count = 3
"""


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("takes 3", "take 3"),
        ("is no longer winded", "are no longer winded"),
        ("has not declared", "have not declared"),
        ("does not declare again", "do not declare again"),
        ("misses", "miss"),
        ("pushes ann", "push ann"),
        ("goes", "go"),
        ("loses", "lose"),
        ("carries", "carry"),
        ("dies", "die"),
        ("cannot act", "cannot act"),
    ],
)
def test_a_verb_agrees_with_its_subject(one: str, several: str) -> None:
    ann, rats = Subject("ann"), Subject("rats", many=True)
    assert f"{ann:{one}}; {rats:{one}}" == f"ann {one}; rats {several}"
    assert (ann.verb(one), rats.verb(one)) == (one, several)


def test_a_possessive_agrees_with_its_subject() -> None:
    assert f"{Subject('ann'):'s} turn" == "ann's turn"
    assert f"{Subject('rats', many=True):'s} turn" == "rats' turn"
    assert f"{Subject('thieves of men', many=True):'s} turn" == "thieves of men's turn"


def test_a_subject_without_a_verb_is_text() -> None:
    assert f"{Subject('ann')}, {Subject('ann'):>5}" == "ann,   ann"


def test_several_and_sides_are_plural_as_groups_are() -> None:
    camp = fight("realm", combatants={"ann": {"side": "ours"}, "bob": {}, "rats": {"count": 2}})
    told = [f"{camp.subject(*whom):is}" for whom in (["ann"], ["rats"], ["ann", "bob"], ["ours"], ["others"], ["gone"])]
    assert told == ["ann is", "rats are", "ann, bob are", "ours are", "others are", "gone is"]
    names = Names(DisplayNames({}, ["rats"], []))
    assert [f"{names.all(whom):is}" for whom in (["rats"], ["ann"], ["ann", "bob"], [])] == [
        *("rats are", "ann is", "ann, bob are", "nobody is"),
    ]


def test_two_of_the_same_name_are_told_apart_by_their_ids() -> None:
    camp = fight("realm", combatants={"o1": {"name": "Ogre"}, "o2": {"name": "ogre"}, "ann": {"name": "Ann"}})
    names = Names(camp.display_names())
    assert [names("o1"), names("o2"), names("ann")] == ["Ogre (o1)", "ogre (o2)", "Ann"]
    assert names.with_id("o1") == "o1 (Ogre)"


def test_a_side_wins_in_the_plural(run: Run, fight_file: FightFile) -> None:
    told = run("forecast", "--fight", "1", "--seed", "s", "--story", "-f", fight_file(SIDES)).out
    assert re.search(r"\b(ours|theirs) win\.", told)


def bare(path: Path) -> Iterator[str]:
    """Yield where a verb or a possessive follows somebody without asking whether that is one or several."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        parts = [ast.Constant(""), *node.values] if isinstance(node, ast.JoinedStr) else []
        for before, value, after in zip(parts, parts[1:], parts[2:], strict=False):
            if isinstance(value, ast.FormattedValue) and value.format_spec is None and isinstance(after, ast.Constant):
                who, said = ast.unparse(value.value), str(after.value)
                of_it = isinstance(before, ast.Constant) and PREPOSED.search(str(before.value)) and said[0] != "'"
                if WHO.search(who) and BARE.match(said) and not of_it:
                    yield f"{path.relative_to(SOURCES)}:{value.lineno} {{{who}}}{said}"


@pytest.mark.parametrize("folder", ["report", "pipeline", "forecast", "commands", "rulesets"])
def test_no_sentence_has_a_verb_of_one_for_whoever_acts(folder: str) -> None:
    assert [where for path in sorted((SOURCES / folder).rglob("*.py")) for where in bare(path)] == []
