"""Break encounters in many ways and give each to every command: whatever comes of it, it is not a mistake of our own.

    python scripts/fuzz.py [NUMBER [SEED [SIZE]]]

A broken encounter is an example with values of other types, keys gone, renamed or
twice, tables in wrong places, or its text cut and scrambled. A changed journal is one of a played fight, with keys
gone, of other types, lines cut, twice or of another game. A changed game is one in a file, with lines and words gone,
twice or of others. No command ends with 70 or in a traceback, hangs, leaves a file half written, or changes one that it
refuses. All that fails is printed with the command and the encounter.
Beside a game from outside that is broken the others do as without it. On SIZE combatants, or commands in a journal,
no time is a quarter or more above linear growth. How often each was tried, and failed, is one table.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import os
import random
import re
import signal
import sys
import tempfile
import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import tomli_w

import broken_games
import growth
from combatcli.__main__ import main
from combatcli.commands import SUMMARIES
from combatcli.rulesets import NAMES, game_files, load

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS, SECONDS_OF_A_GAME = 20, 5
"""What takes more CPU time hangs; a command with a changed game has less."""
JUNK: tuple[Any, ...] = (
    0, 1, -1, 7, 10**6, 10**9, 2**63 - 1, -(2**63), 1.5, float("nan"), float("inf"), True, False, "", "x", "mira",
    "\x1b[31m",
    "Zoë", "3d6", "1d999999999", "(((", "a.b", [], [1], ["x", "x"], [[]], [{}], {}, {"x": 1}, {"side": 5},
    {"a": {"b": {}}},
)  # fmt: skip
LINES = [
    "show", "show WHO", "show --players", "check", "order", "order --board", "order WHO", "next", "next --odds",
    "declare WHO 5 attack WHOM", "declare WHO 3", "declare WHO act", "move WHO PLACE", "move WHO 3,4", "move WHO --run",
    "attack WHO WHOM", "attack WHO WHOM --apply", "attack WHO WHOM --odds", "attack --all", "wound", "wound WHO",
    "wound WHO 4", "wound WHO 9223372036854775807",
    "recover WHO --odds", "wound WHO 4 --by WHOM", "wound --only 1", "wound --discard", "wound --odds", "recover WHO",
    "test WHO brawn", "test WHO strength --against WHOM", "test WHO insight 3 --odds", "dashtest WHO WHOM", "pairings",
    "pairings --choose WHO:WHOM", "arena list", "arena map", "arena map --dot", "arena add cellar",
    "arena remove PLACE",
    "arena set PLACE kind=open", "arena link PLACE cellar", "push WHO WHOM", "push WHO WHOM --to PLACE",
    "impede WHO WHOM", "boon WHO inspire WHOM", "condition WHO cursed --rounds 2", "condition", "add zed side=heroes",
    "add zed --like WHO", "set WHO note=hello", "set WHO count=+1", "set . round=3", "set WHO conditions.stunned=1",
    "set --side heroes note=x", "drop WHO", "drop 'W*'", "log", "log --story", "log --stats", "undo", "redo",
    "roll '@sneak'", "roll --list", "show WHO --json", "next --json", "attack WHO WHOM --json -n",
    "rename WHO zoe", "rename WHO WHOM", "forecast --times 5", "schema",
]  # fmt: skip


class Failure(NamedTuple):
    """A command line, the encounter it was given, and what is wrong with what came of it."""

    words: list[str]
    text: str
    wrong: str


def broken_encounter(game: str, chance: random.Random) -> str:
    """Return an encounter of a game that is broken somewhere."""
    tables = tomllib.loads(f'ruleset = "{game}"\n{load(game).parts.example}')
    if chance.random() < 0.7:
        for _ in range(chance.choice((1, 1, 2, 5))):
            _break_a_table(tables, chance)
        with contextlib.suppress(TypeError, ValueError):
            return tomli_w.dumps(tables)
    text = tomli_w.dumps(tomllib.loads(f'ruleset = "{game}"\n{load(game).parts.example}'))
    for _ in range(chance.choice((1, 2, 8))):
        text = _scrambled(text, chance)
    return text


def _break_a_table(tables: dict[str, Any], chance: random.Random) -> None:
    """Break one place of it, however deep."""
    table: Any = tables
    while True:
        keys = list(table) if isinstance(table, dict) else list(range(len(table)))
        if not keys:
            return
        key = chance.choice(keys)
        if not isinstance(table[key], (dict, list)) or not table[key] or chance.random() < 0.2:
            break
        table = table[key]
    how = chance.randrange(5)
    if how == 0:
        del table[key]
    elif how == 1 and isinstance(table, dict):
        table[chance.choice(("", "x", "siede", "count", "pending", "kind", "position", "é", "a b"))] = table.pop(key)
    elif how == 2 and isinstance(table, dict):
        table[chance.choice(("engaged", "weapons", "conditions", "state", "dice", "house", "rolls"))] = table[key]
    else:
        table[key] = copy.deepcopy(chance.choice(JUNK))


def _scrambled(text: str, chance: random.Random) -> str:
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice((0, 1, 3, 40)))
    put = chance.choice(
        ("", "\n", "[", "]]", '"', "'''", "= ", "\x00", "\t", "é", "#", text[start:end] * 2, "1e400", ".")
    )
    return text[:start] + put + text[end:]


def lines(text: str, chance: random.Random, number: int) -> Iterator[list[str]]:
    """Yield some command lines that fit the names in an encounter, as far as it can be read."""
    import shlex

    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        tables = {}
    who = _names(tables, "combatants") or ["mira"]
    places = _names(tables, "arenas") or ["market"]
    for line in chance.sample(LINES, number):
        given = {"WHO": chance.choice(who), "WHOM": chance.choice(who), "PLACE": chance.choice(places)}
        words = shlex.split(line)
        yield [given.get(word, word.replace("WHOM", given["WHOM"]).replace("WHO", given["WHO"])) for word in words]


def _names(tables: dict[str, Any], key: str) -> list[str]:
    found = tables.get(key)
    return [name for name in found if name] if isinstance(found, dict) else []


PLAYED = [
    "next", "show WHO", "attack WHO WHOM --apply", "set WHO note=x", "move WHO 1,1", "wound WHO 1", "undo", "add zed",
    "recover WHO", "drop zed", "redo", "condition WHO cursed", "arena add cellar", "next", "test WHO brawn",
]  # fmt: skip
HISTORY = ["log", "log --json", "log --story", "log --stats", "log --story --markdown", "log --last 2", "undo", "redo",
    "undo 2 --force", "undo --to 0", "redo --force", "next", "set . round=2",
]  # fmt: skip


def text_and_journal_of_fight(game: str, folder: Path, chance: random.Random) -> tuple[str, list[bytes]]:
    """Play a fight of a game; return its text and the lines of its journal."""
    path = folder / "played.toml"
    path.write_text(f'ruleset = "{game}"\n{load(game).parts.example}', encoding="utf-8")
    who = _names(tomllib.loads(path.read_text(encoding="utf-8")), "combatants")
    for line in PLAYED:
        words = [{"WHO": chance.choice(who), "WHOM": chance.choice(who)}.get(word, word) for word in line.split()]
        run([*words, "-f", str(path)])
    journal = path.with_name("played.toml.journal")
    text, lines_ = path.read_text(encoding="utf-8"), journal.read_bytes().splitlines(keepends=True)
    for each in (path, journal):
        each.unlink()
    return text, lines_


def changed_journal(lines_: list[bytes], others: list[bytes], chance: random.Random) -> bytes:
    """Return a journal that somebody has laid hands on."""
    result = list(lines_)
    for _ in range(chance.choice((1, 1, 2, 6))):
        place = chance.randrange(len(result))
        how = chance.randrange(8)
        if how == 0:
            del result[place : place + chance.choice((1, 3))]
        elif how == 1:
            result.insert(place, chance.choice(others))
        elif how == 2:
            result[place] = result[place][: chance.randrange(len(result[place]))]
        elif how == 3:
            result.insert(place, chance.choice(result))
        else:
            result[place] = _line_broken(result[place], chance)
        result = result or [b"\n"]
    return b"".join(result)


def _line_broken(line: bytes, chance: random.Random) -> bytes:
    """Return a line of a journal with something in it of another type, gone or renamed."""
    try:
        table = json.loads(line)
    except ValueError:
        return line
    events = table.get("events") if isinstance(table, dict) else None
    if isinstance(events, list) and events and chance.random() < 0.7:
        if isinstance(event := chance.choice(events), dict) and event:
            _break_a_table(event, chance)
    elif isinstance(table, dict) and table:
        _break_a_table(table, chance)
    with contextlib.suppress(TypeError, ValueError):
        return json.dumps(table).encode(errors="surrogatepass") + b"\n"
    return line


class Hangs(BaseException):
    """A command takes longer than any may."""


def _hang(*_: object) -> None:
    raise Hangs


def run(words: list[str], seconds: int = SECONDS) -> tuple[int, str]:
    """Run a command line in this process; return how it ended and all that it said."""
    said = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with open(os.devnull, encoding="utf-8") as nothing:
        streams = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout, sys.stderr = nothing, said, said
        signal.signal(signal.SIGPROF, _hang)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            code = main(words)
        except Hangs:
            return 70, "it hangs"
        finally:
            sys.stdin, sys.stdout, sys.stderr = streams
            signal.setitimer(signal.ITIMER_PROF, 0)
    said.seek(0)
    return code, said.read()


def failures_of(path: Path, words: list[str]) -> Iterator[str]:
    """Run a command on a file, and yield what is wrong with how it ended."""
    before = path.read_bytes()
    code, said = run([*words, "-f", str(path)])
    if code not in (0, 1, 2, 3, 4):
        yield f"it ended with {code}: {said}"
    if "Traceback" in said or "\x1b" in said or "\x00" in said:
        yield f"it said {said!r}"
    if code and path.read_bytes() != before:
        yield f"it was refused ({code}) and has changed the file"
    ours = re.compile(rf"{re.escape(path.name)}(\.journal(\.\d+)?)?")
    strays = [each.name for each in path.parent.iterdir() if not ours.fullmatch(each.name)]
    if strays:
        yield f"it left {', '.join(strays)}"


def failures(number: int, seed: int, each: int | None = None) -> tuple[int, list[Failure]]:
    """Break so many encounters and try commands on each, all unless said; return the tries and what failed."""
    chance = random.Random(seed)
    found: list[Failure] = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight.toml"
        for place in range(number):
            text = broken_encounter(NAMES[place % len(NAMES)], chance)
            for words in lines(text, chance, each or len(LINES)):
                path.write_text(text, encoding="utf-8")
                path.with_name("fight.toml.journal").unlink(missing_ok=True)
                count += 1
                found += [Failure(words, text, wrong) for wrong in failures_of(path, words)]
    return count, found


def journal_failures(number: int, seed: int) -> tuple[int, list[Failure]]:
    """Change so many journals and try what reads them on each; return the tries and what failed."""
    chance = random.Random(seed)
    found: list[Failure] = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fight.toml"
        fights = {game: text_and_journal_of_fight(game, Path(folder), chance) for game in NAMES}
        for place in range(number):
            game = NAMES[place % len(NAMES)]
            text, own = fights[game]
            journal = changed_journal(own, fights[chance.choice(NAMES)][1], chance)
            if chance.random() < 0.2:
                text = fights[chance.choice(NAMES)][0]
            for line in HISTORY:
                path.write_text(text, encoding="utf-8")
                path.with_name("fight.toml.journal").write_bytes(journal)
                count += 1
                found += [Failure(line.split(), repr(journal), wrong) for wrong in failures_of(path, line.split())]
    return count, found


def file_failures(number: int, seed: int) -> tuple[int, list[Failure]]:
    """Change so many games in files and play each that is still one; return the tries and what failed."""
    chance = random.Random(seed)
    found: list[Failure] = []
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(number):
            own = Path(game_files.FOLDER) / f"{chance.choice(game_files.OURS)}.toml"
            text = broken_games.changed_file(chance, own.read_text(encoding="utf-8"))
            for words, code, told in broken_games.played(Path(folder), text, partial(run, seconds=SECONDS_OF_A_GAME)):
                count += 1
                if code not in (0, 1, 2, 3, 4) or "Traceback" in told or "\x1b" in told:
                    found.append(Failure(words, text, f"it ended with {code}: {told}"))
    return count, found


Row = tuple[str, int, list[str]]
"""What was tried, how often, and what was wrong."""


def table_row(failures_: tuple[int, list[Failure]], what: str) -> Row:
    """Return a row of the table of what was broken at random."""
    count, found = failures_
    return what, count, [f"{' '.join(each.words)}: {each.wrong}\n{each.text}\n" for each in found]


def table_rows(times: int, begin: int, size: int) -> Iterator[Row]:
    """Yield the rows of the table, as they are done."""
    yield table_row(failures(times, begin), "encounters, broken")
    yield table_row(journal_failures(times, begin), "journals, changed")
    yield table_row(file_failures(times, begin), "games in files, changed")
    for kind, count, wrong in broken_games.table(run):
        yield f"plugin that {kind}", count, wrong
    for grown in growth.table(run, size):
        what = f"{grown.line}, {size:,}: {grown.seconds:.2f} s, {grown.ratio:.2f} of linear"
        sound = grown.code in ((3,) if "broken" in grown.line else (0,))
        yield what, 1, [] if sound and not grown.is_worse else [f"{what}; it ended with {grown.code}"]


if __name__ == "__main__":
    os.environ.pop("COMBATCLI_FILE", None)
    asked = [int(word) for word in sys.argv[1:]]
    times, begin, size = (*asked, *(500, 1, growth.LARGE)[len(asked) :])
    tries = 0
    wrong: list[str] = []
    for what, count, bad in table_rows(times, begin, size):
        print(f"{what:84}{count:7}{len(bad):6}", flush=True)
        tries, wrong = tries + count, wrong + bad
    print(f"{'all':84}{tries:7}{len(wrong):6}", *wrong, sep="\n")
    elsewhere = {"completion", "new", "odds", "play", "rules", "tutorial"}
    never = sorted(SUMMARIES.keys() - {line.split()[0] for line in LINES} - elsewhere)
    print(f"never tried: {', '.join(never)}" if never else "")
    sys.exit(bool(wrong))
