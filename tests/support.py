"""What the tests share: what a command leaves, and fights to play on."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tomllib
import tracemalloc
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec import UnsetType
from msgspec.structs import fields
from offered import HEARD

from combatcli.__main__ import main
from combatcli.dice.exact.distribution import Distribution
from combatcli.dice.exact.outcomes import OnePathOfOutcomes
from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.errors import RefusedError
from combatcli.records import Event
from combatcli.rulesets import action, load, tasks
from combatcli.rulesets.action_odds import odds_of
from combatcli.rulesets.actions import Action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.tasks import ImmediateRolls, Task

T = TypeVar("T", bound=Hashable)
Run = Callable[..., "Done"]
FightFile = Callable[[str], Path]
"""What writes an encounter into a file of its own, and returns where it is."""

PROGRAM = (sys.executable, "-m", "combatcli")
DUEL = """\
ruleset = "realm" # a duel
round = 1
phase = "attack-assist-aimed"

[combatants.mira]
declared = { phase = 5, action = "attack" }

[combatants.ogre]
wounds = 4 # tough
"""
HIT = ("attack", "mira", "ogre", "--dice", "10,2,1")
"""A command that hits in that duel, for 3."""
SMALL = 'ruleset = "realm"\n[combatants.mira]\nbrawn = 2 # strong\n[combatants.ogre]\n'


class Done(NamedTuple):
    """What a command left: its exit code and all that it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The JSON document that it reported, on whichever stream reports go to."""
        text = self.out if self.out.startswith("{") else self.err
        document: dict[str, Any] = json.loads(text)
        return document

    @property
    def events(self) -> list[dict[str, Any]]:
        """The events of that document."""
        events: list[dict[str, Any]] = self.json["events"]
        return events

    def event(self, kind: str) -> dict[str, Any]:
        """Return the one event of a kind."""
        (event,) = (each for each in self.events if each["event"] == kind)
        return event

    @property
    def toml(self) -> dict[str, Any]:
        """The encounter that went to standard output."""
        return tomllib.loads(self.out)


def run_in_process(
    monkeypatch: pytest.MonkeyPatch, folder: Path, *words: object, stdin: str | None = None, terminal: bool = False
) -> Done:
    """Run a command line in this process; words are made text, paths too; what it reads is kept in a folder."""
    out, err = io.BytesIO(), io.BytesIO()
    source = Path("/dev/null")
    if stdin is not None:
        source = folder / ".standard-input"
        source.write_bytes(stdin.encode())
    if terminal:
        source = Path(os.ttyname(os.openpty()[1]))
    with monkeypatch.context() as patch, source.open("rb", buffering=0 if terminal else -1) as given:
        patch.setattr(sys, "stdin", io.TextIOWrapper(cast("io.BufferedReader", given), encoding="utf-8"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="utf-8"))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding="utf-8"))
        code = main([str(word) for word in words])
        sys.stdout.flush()
        sys.stderr.flush()
        done = Done(code, out.getvalue().decode(), err.getvalue().decode())
    if "--json" not in words:
        HEARD.text(done.err if _is_long(done.out, words) else f"{done.out}{done.err}", _fight_of(words, stdin))
    return done


def _is_long(out: str, words: Sequence[object]) -> bool:
    """Tell whether what a command printed is no report: a file, JSON, a page of help."""
    return out.startswith(("{", "ruleset")) or bool({"help", "--help", "-h", "rules", "completion", "log"} & {*words})


def _fight_of(words: Sequence[object], stdin: str | None) -> str:
    """Return the fight that a command line is about, as it is now."""
    files = [path for option, path in pairwise(words) if option in ("-f", "--file") and Path(str(path)).is_file()]
    try:
        return Path(str(files[0])).read_text(encoding="utf-8") if files else stdin or ""
    except UnicodeDecodeError:
        return ""


def refused(done: Done, code: int, *parts: str) -> None:
    """Hold a command against its exit code, nothing on standard output, and what its error must say."""
    assert done.out == ""
    for part in parts:
        assert part in done.err
    assert done.code == code, done.err


def whose(run: Run, file: Path) -> dict[str, dict[str, object]]:
    """Return the combatants of a file as `show` tells them."""
    return {each["who"]: each for each in run("show", "--json", "-f", file).events if each["event"] == "combatant"}


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, game: str) -> None:
    """Install a game as a package would, by an entry point."""
    info = folder / f"{name}_game-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[combatcli.rulesets]\n{name} = {game}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)


def peak(work: Callable[[], object]) -> int:
    """Return how many bytes a piece of work holds at most that it takes itself."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a bash script in which `combatcli` is this program."""
    function = f'combatcli() {{ "{sys.executable}" -m combatcli "$@"; }}\n'
    return subprocess.run(
        ["/bin/bash", "-c", function + script],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def play_script(script: Path, folder: Path) -> Path:
    """Play a script of the tool in a folder, and return the folder with what it left, its report and its errors."""
    done = shell(script.read_text(encoding="utf-8"), folder)
    assert done.returncode == 0, done.stdout + done.stderr
    (folder / "report.txt").write_text(done.stdout, encoding="utf-8")
    (folder / "errors.txt").write_text(done.stderr, encoding="utf-8")
    return folder


def tables(path: Path) -> dict[str, Any]:
    """Return the tables of a TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def state(path: Path, of_all: Sequence[str], of_each: Sequence[str]) -> dict[str, Any]:
    """Return the keys of an encounter that are named, and of each combatant those that are neither absent nor empty."""
    fight = tables(path)
    fighters = {who: {key: keys[key] for key in of_each if keys.get(key)} for who, keys in fight["combatants"].items()}
    return {**{key: fight.get(key, []) for key in of_all}, **fighters}


def fight(game: str, **keys: object) -> Any:
    """Return an encounter of a game, made of the keys that a file would have."""
    encounter = msgspec.convert({"ruleset": game, **keys}, load(game).encounter)
    assert list(load(game).problems(encounter)) == []
    return encounter


def duel(
    darna: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    ork: dict[str, Any] | None = None,
    **keys: Any,
) -> Any:
    """Return a fight of blade: Darna and an orc, with an ork if it is given; it is the heroes' phase."""
    others = {} if ork is None else {"ork": {"side": "orcs", **ork}}
    return fight(
        "blade",
        **{"phase": "acting", "initiative": ["heroes", "orcs"], **keys},
        combatants={
            "darna": {"side": "heroes", "player": True, **(darna or {})},
            "orc": {"side": "orcs", **(orc or {})},
            **others,
        },
    )


def as_request(doing: Action[Any, Any], keys: dict[str, Any]) -> Any:
    """Return a request for a command; a wound's targets and amount are its words."""
    if "what" in doing.request.__struct_fields__ and ("targets" in keys or "amount" in keys):
        amount = [keys.pop("amount")] if "amount" in keys else []
        keys["what"] = [*keys.pop("targets", []), *amount]
    return msgspec.convert(keys, doing.request)


def play(encounter: Any, command: str, *faces: int, **request: Any) -> CombatContext[Any]:
    """Play a command with given faces, all of which must be used, and settle what follows; strictly, if so wanted."""
    doing = action(load(encounter.ruleset), command)
    source = EnteredSource(list(faces))
    playing = CombatContext(encounter, strict=request.pop("strict", False))
    play_with(playing, source, (doing.task, as_request(doing, request)))
    load(encounter.ruleset).apply_consequences(playing)
    source.finish()
    HEARD.tables("\n".join(playing.warnings), lambda: msgspec.to_builtins(playing.fight))
    return playing


class _RunTwice:
    """Runs each task twice, the second time with the outcomes of the first, and holds that both come to the same."""

    def __init__(self, rolls: ImmediateRolls) -> None:
        self._rolls = rolls
        self.outcomes: list[Any] = []

    def __call__(self, purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> Any:
        self.outcomes.append(self._rolls(purpose, dice, given))
        return self.outcomes[-1]


def _shape(context: CombatContext[Any]) -> Any:
    told = [event.as_table() for event in context.events]
    agenda = [task[0] for task in context.agenda]
    return msgspec.to_builtins(context.fight), told, agenda, context.warnings, context.attacks, context.author


def play_with(playing: CombatContext[Any], source: Source | None, *todo: Task) -> None:
    """Do tasks with the faces of a source, twice each."""
    playing.rolls = ImmediateRolls(lambda: cast("Source", source))
    play_twice(playing, *todo)


def play_twice(playing: CombatContext[Any], *todo: Task) -> None:
    """Do tasks as play does; each runs a second time, which shows that it has no effect elsewhere."""
    rolls = cast("ImmediateRolls", playing.rolls)
    waiting = [*reversed(todo)]
    while waiting:
        task = waiting.pop()
        first, second = playing.fork(), playing.fork()
        for fork in (first, second):
            fork.events, fork.warnings = [*playing.events], [*playing.warnings]
        untouched = msgspec.json.encode(playing.fight)
        first.rolls = once = _RunTwice(rolls)
        task[0](first, *task[1:])
        second.rolls = tasks.replay_outcomes(tuple(once.outcomes))
        task[0](second, *task[1:])
        assert _shape(first) == _shape(second)
        assert msgspec.json.encode(playing.fight) == untouched
        waiting += reversed(first.agenda)
        first.agenda, playing.events = [], []
        playing.adopt(first)


def odds(encounter: Any, command: str, **request: Any) -> list[dict[str, Any]]:
    """Return the exact odds of a command."""
    doing = action(load(encounter.ruleset), command)
    events, _ = odds_of(load(encounter.ruleset), doing, encounter, as_request(doing, request))
    return [event.as_table() for event in events]


def no_odds(words: str, encounter: Any, command: str, **request: Any) -> None:
    """Hold that the odds of a command are refused with these words, a pattern."""
    with pytest.raises(RefusedError, match=words):
        odds(encounter, command, **request)


def happened(playing: CombatContext[Any], kind: str) -> list[dict[str, Any]]:
    """Return the events of a kind."""
    return [event.as_table() for event in playing.events if event.event == kind]


def every_outcome(rule: Callable[[Source], T]) -> Distribution[T]:
    """Return the exact distribution of what a rule returns."""
    source = OnePathOfOutcomes()
    return source.every(lambda: rule(source))


def sample(type_: Any, *, last: bool = False) -> Any:
    """Return a value of a type, the first or the ``last`` of what that may be; an event has the keys it needs."""
    origin, parts = get_origin(type_) or type_, [each for each in get_args(type_) if each is not UnsetType]
    if origin in (Union, UnionType):
        return sample(parts[-1 if last else 0], last=last)
    if origin is Literal:
        return parts[-1 if last else 0]
    if origin is bool:
        return not last
    if parts:
        return _sample_of_several(origin, parts, last=last)
    if origin in PLAIN:
        return PLAIN[origin]
    names = origin.required() if issubclass(origin, Event) else [each.name for each in fields(origin) if each.required]
    hints = get_type_hints(origin)
    return origin(**{name: sample(hints[name], last=last) for name in names})


PLAIN: dict[Any, object] = {
    Any: "1/2",
    object: "1/2",
    str: "1/2",
    int: 1,
    float: 1.0,
    NoneType: None,
    list: [],
    dict: {},
}


def _sample_of_several(origin: type, parts: Sequence[Any], *, last: bool) -> Any:
    if issubclass(origin, Mapping):
        return {"1": sample(parts[-1], last=last)}
    several = [sample(each, last=last) for each in parts if each is not Ellipsis and get_origin(each) is not dict]
    return tuple(several) if origin is tuple else several
