"""The laws of realm that no sequence of commands may break."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combatcli.dice.rolling.sources import SeededSource
from combatcli.errors import CombatError
from combatcli.rulesets import action, load
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm.ground import neighbors
from combatcli.rulesets.realm.state import PHASES, is_fallen, status_from_boxes
from combatcli.rulesets.realm.wound import box_to_mark
from combatcli.rulesets.shared.tally import count_stats
from support import FightFile, Run, as_request, fight, play, play_with

pytestmark = pytest.mark.untraced

ARENAS = ("cellar", "street", "roofs")
NAMES = ("ann", "bob", "cid", "dora")
WEAPON = st.fixed_dictionaries(
    {
        "class": st.sampled_from(("light", "hand", "medium", "heavy", "reach", "ranged")),
        "damage": st.sampled_from(("1d5", "2d5")),
    }
)
FIGHTER = st.fixed_dictionaries(
    {
        "player": st.booleans(),
        "brawn": st.integers(-1, 4),
        "daring": st.integers(0, 4),
        "commitment": st.integers(0, 3),
        "awesome": st.integers(0, 2),
        "wounds": st.integers(1, 7),
        "count": st.integers(1, 3),
        "armor": st.integers(0, 2),
        "defense": st.integers(5, 14),
        "arena": st.sampled_from(ARENAS),
        "weapons": st.fixed_dictionaries({"one": WEAPON, "two": st.just({"class": "light", "range": "thrown"})}),
        "wielding": st.sampled_from(("one", "two")),
        "parrying": st.sampled_from(("two", "shield")),
    }
)
WHO = st.sampled_from(NAMES)
ARENA = st.sampled_from(ARENAS)
SOME = st.lists(WHO, min_size=1, max_size=2)


def asking(command: str, optional: dict[str, Any] | None = None, **keys: Any) -> st.SearchStrategy[Any]:
    return st.tuples(st.just(command), st.fixed_dictionaries(keys, optional=optional or {}))


COMMANDS = st.one_of(
    asking(
        "attack",
        {
            "apply": st.booleans(),
            "counter": st.booleans(),
            "parry": st.lists(st.sampled_from(("attack", "wound", "daring", "daring:ann")), max_size=2),
            "assist": st.lists(WHO, max_size=2),
        },
        attacker=WHO,
        targets=SOME,
    ),
    asking("attack", all=st.just(value=True)),
    asking("wound"),
    asking("wound", targets=SOME, amount=st.sampled_from(("1", "4", "5,5"))),
    asking("recover", {"heal": st.integers(0, 2)}, who=WHO),
    asking("move", who=WHO, way=st.lists(ARENA, min_size=1, max_size=2)),
    asking("impede", who=WHO, target=WHO),
    asking("push", who=WHO, targets=SOME, to=ARENA),
    asking(
        "declare",
        {"targets": st.lists(WHO, max_size=1)},
        who=WHO,
        action=st.sampled_from(("defend", "protect", "focus", "attack", "move", "assist")),
    ),
    asking("next", round=st.booleans()),
    asking("order"),
    *[asking(f"arena {verb}", one=ARENA, other=ARENA) for verb in ("link", "unlink", "merge")],
    asking("arena remove", name=ARENA, to=ARENA),
)
ACTORS = {"attack": "attacker", "contest": "who", "declare": "who", "move": "who"}


@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example])
@given(
    st.fixed_dictionaries(dict.fromkeys(NAMES, FIGHTER)),
    st.lists(COMMANDS, min_size=5, max_size=40),
    st.integers(0, 10**6),
)
def test_no_sequence_of_commands_breaks_the_laws(
    fighters: dict[str, Any], commands: list[tuple[str, dict[str, Any]]], seed: int
) -> None:
    game = load("realm")
    arenas = {"cellar": {"links": ["street"]}, "street": {"links": ["roofs"]}, "roofs": {}}
    encounter: Any = msgspec.convert({"ruleset": "realm", "arenas": arenas, "combatants": fighters}, game.encounter)
    for step, (command, order) in enumerate(commands):
        doing = action(load("realm"), command)
        playing: CombatContext[Any] = CombatContext(encounter)
        untouched = msgspec.json.encode(encounter)
        try:
            play_with(playing, SeededSource(str(seed), step), (doing.task, as_request(doing, dict(order))))
            game.apply_consequences(playing)
        except CombatError:
            assert msgspec.json.encode(encounter) == untouched
            continue
        assert msgspec.json.encode(encounter) == untouched
        check_laws(encounter, playing)
        encounter = playing.fight


@given(st.integers(1, 30), st.integers(1, 12), st.data())
def test_a_wound_never_vanishes_and_never_marks_a_box_twice(number: int, boxes: int, data: st.DataObject) -> None:
    marked = data.draw(st.sets(st.integers(1, boxes)))
    box = box_to_mark(number, sorted(marked), boxes)
    free = set(range(1, boxes + 1)) - marked
    assert (box is None) == (not free)
    if box is not None:
        start = min(number, boxes)
        assert box in free
        assert abs(box - start) == min(abs(each - start) for each in free)


@pytest.mark.rule("R52")
def test_statistics_count_boxes_and_never_add_up_their_numbers() -> None:
    hit = {"attacker": "ann", "target": "bob", "wounds": [5, 3]}
    played = play(fight("realm", combatants={"ann": {}, "bob": {}}, pending=[hit]), "wound", 10)
    (tally,) = count_stats([played.events], lambda _: None)
    assert (tally.who, tally.damage) == ("ann", 2)


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("words", "secret"), [(("focus", "a dark rite", "--secret"), "rite"), (("attack", "mira", "--hide-target"), "mira")]
)
def test_the_log_keeps_what_is_secret(run: Run, fight_file: FightFile, words: tuple[str, ...], secret: str) -> None:
    path = fight_file('ruleset = "realm"\n[combatants.ogre]\n[combatants.mira]\nplayer = true\n')
    assert run("declare", "ogre", *words, "-f", path).code == 0
    assert "declare ogre" in run("log", "-f", path).out
    for command in (("log",), ("log", "--json"), ("undo",)):
        assert secret not in run(*command, "-f", path).out
    run("redo", "-f", path)
    run("declare", "--reveal", "-f", path)
    assert secret in run("log", "-f", path, "--json").out


def check_laws(before: Any, playing: CombatContext[Any]) -> None:
    after, told = playing.fight, [event.as_table() for event in playing.events]
    assert list(load("realm").problems(after)) == []
    assert msgspec.convert(msgspec.to_builtins(after), type(after)) == after
    assert after.phase in PHASES
    links = neighbors(after)
    assert all(name in links[other] for name, others in links.items() for other in others)
    for who, combatant in after.combatants.items():
        assert combatant.arena in after.arenas
        assert len(set(combatant.marked)) == len(combatant.marked)
        assert min((combatant.awesome, combatant.count - 1, combatant.parried)) >= 0
        assert ("dead" in combatant.status) == (status_from_boxes(combatant) == "dead")
        assert len(set(combatant.status)) == len(combatant.status)
        was = before.combatants[who]
        lost = Counter(was.marked) - Counter(combatant.marked)
        healed = any(event["event"] in ("recover", "loss") and event["who"] == who for event in told)
        assert healed or not lost
    for event in told:
        role = ACTORS.get(event["event"])
        if role is not None and not event.get("pushed") and not event.get("displaced"):
            assert not is_fallen(before.combatants[event[role]])
