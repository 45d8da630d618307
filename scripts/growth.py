"""How the time of commands grows with the encounter and with its journal: large ones against ones of a quarter.

Linear is what grows as tomllib and tomli-w alone do on the same file: on large ones memory is slower for everybody.
All is measured as a command runs, without the garbage collector, and what seems to be more is measured again.
"""

from __future__ import annotations

import contextlib
import gc
import tempfile
import time
import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

from combatcli.encounter.journal import CommandToRecord, record_command
from combatcli.encounter.reading import LIMIT
from combatcli.events import Phase
from combatcli.rulesets import NAMES, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LARGE = 20_000
PART = 4
MORE = 1.25
"""So many times linear growth is more than linear, where it is so again and again:"""
ENOUGH = 1.0
"""What takes less than so many seconds is not slow, and its ratio little but chance."""
ROUNDS = 4
ON_ENCOUNTERS = ["show", "check", "set c7 note=hurt", "add x --like c7", "next"]
ON_BROKEN_ONES = ["check"]
ON_JOURNALS = ["log", "log --story", "log --stats", "undo"]
KEPT = ("archetype", "tier", "strength", "agility", "traits", "weapons", "armor", "wielding", "deck")


class Growth(NamedTuple):
    """The seconds of a command on something large, what they are to linear growth from a quarter, and how it ended."""

    line: str
    seconds: float
    ratio: float
    code: int

    @property
    def is_worse(self) -> bool:
        """Tell whether it grows clearly faster than what it works on, and takes long."""
        return self.ratio >= MORE and self.seconds >= ENOUGH


def encounter(game: str, size: int) -> dict[str, Any]:
    """Return an encounter of so many combatants, in pairs and apart from all others, in arenas of ten."""
    example = next(iter(tomllib.loads(load(game).parts.example)["combatants"].values()))
    kept = {key: value for key, value in example.items() if key in KEPT}
    combatants: dict[str, Any] = {}
    for number in range(size):
        other = number + 1 if number % 2 == 0 else number - 1
        own = {"side": "foes" if number % 2 else "heroes", "name": f"Number {number}", "engaged": [f"c{other}"]}
        place = {"arena": f"a{number // 10}"} if game in ("realm", "blade") else {"position": [number * 5, 0]}
        combatants[f"c{number}"] = {**kept, **own, **place}
    arenas = {f"a{number}": {"links": [f"a{(number + 1) % (size // 10)}"]} for number in range(size // 10)}
    return {"ruleset": game, "combatants": combatants, "arenas": arenas}


def broken_encounter(game: str, size: int) -> dict[str, Any]:
    """Return such an encounter in which every combatant has an unknown key, a name nobody bears and a wrong value."""
    tables = encounter(game, size)
    for number, each in enumerate(tables["combatants"].values()):
        each.pop("weapons", None)
        each |= {f"strange{number}": 1, "engaged": ["nobody"], **({"note": 5} if number % 2 else {})}
    return tables


def journal(path: Path, size: int) -> None:
    """Write an encounter with a journal of so many commands."""
    texts = [tomli_w.dumps({**encounter("realm", 20), "round": number}) for number in (1, 2)]
    for number in range(size):
        before, after = texts[number % 2], texts[1 - number % 2]
        record_command(str(path), CommandToRecord(["next"], [Phase(round=2 - number % 2, phase="move")]), before, after)
        path.write_text(after, encoding="utf-8")


def cpu_time(run: Callable[[list[str]], tuple[int, str]], line: str, folder: Path) -> tuple[float, int]:
    """Return the CPU time of a command on the encounter in a folder, and how it ended; the folder is as before."""
    path, notes = folder / "fight.toml", folder / "fight.toml.journal"
    before = {each: each.read_bytes() for each in (path, notes) if each.exists()}
    with _without_garbage():
        start = time.process_time()
        code, _ = run([*line.split(), "-f", str(path)])
        seconds = time.process_time() - start
    notes.unlink(missing_ok=True)
    for each, data in before.items():
        each.write_bytes(data)
    return seconds, code


def cpu_time_of_libraries(folder: Path) -> float:
    """Return the CPU time of tomllib and tomli-w alone on the encounter in a folder."""
    with _without_garbage():
        start = time.process_time()
        tomli_w.dumps(tomllib.loads((folder / "fight.toml").read_text(encoding="utf-8")))
        return time.process_time() - start


@contextlib.contextmanager
def _without_garbage() -> Iterator[None]:
    """Collect what is left of the one before; then nothing, as in the process of a command."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def measured_growth(run: Callable[[list[str]], tuple[int, str]], name: str, line: str, few: Path, many: Path) -> Growth:
    """Measure a command on a quarter and on the whole; again, and the least of each, where that seems to be more."""
    less = seconds = linear_less = linear = float("inf")
    for _ in range(ROUNDS):
        less, linear_less = min(less, cpu_time(run, line, few)[0]), min(linear_less, cpu_time_of_libraries(few))
        again, code = cpu_time(run, line, many)
        seconds, linear = min(seconds, again), min(linear, cpu_time_of_libraries(many))
        found = Growth(f"{name}: {line}", seconds, seconds / (max(PART, linear / linear_less) * less), code)
        if not found.is_worse:
            break
    return found


def table(run: Callable[[list[str]], tuple[int, str]], size: int = LARGE) -> Iterator[Growth]:
    """Yield how commands grow from a quarter of a size to all of it."""
    for name, lines, write in [*_encounters(), ("journal", ON_JOURNALS, journal)]:
        with tempfile.TemporaryDirectory() as few, tempfile.TemporaryDirectory() as many:
            write(Path(few) / "fight.toml", size // PART)
            write(Path(many) / "fight.toml", size)
            for line in lines:
                yield measured_growth(run, name, line, Path(few), Path(many))


def _encounters() -> Iterator[tuple[str, list[str], Callable[[Path, int], None]]]:
    for game in NAMES:
        yield game, ON_ENCOUNTERS, partial(_write, partial(encounter, game))
        yield f"{game}, broken", ON_BROKEN_ONES, partial(_write, partial(broken_encounter, game))


def _write(make: Callable[[int], dict[str, Any]], path: Path, size: int) -> None:
    text = tomli_w.dumps(make(size))
    assert len(text) < LIMIT, "it is too large to be read"
    path.write_text(text, encoding="utf-8")
