r"""Pages of cases: what is played on which fight, with which dice, and what must come of it.

The first paragraph of a page says what it is about, another names the fights that it plays on, each further one is a
case, which begins with the rules that it holds:

    two = blade; . phase=melee; darna side=heroes; orc side=orcs

    B20 B22 Evasion steps at 9 and 12.
      two; darna strength=10; orc agility={agility}
      $ attack darna orc --dice 3,4,5
      attack total=7, needed={needed}, hit=true
      | agility | needed |
      | 8       | 10     |
      | 9       | 9      |

A fight is a game, a game's example as in `realm example`, or one of the page's, with keys set: the encounter's are
those of `.`. Values are TOML, but one word needs no quotes; `none` takes a key away. `FILE < TEXT` puts a file into the
folder of the case, and `- < TEXT` gives text in the place of a fight; `\n` or `\r` ends a line of it. `in fight.toml:
…` is a fight in that file, which every command is given that has no `-f` of its own. `$` runs a command on the fight as
it is, `@` on the fight as it was when the case began; a case that describes none asks without a file. The lines after a
command hold what came of it:

    KIND key=value, …    an event of that kind has these values; a further such line is about a later event
    no KIND key=value, … there is no such event, or none with these values
    = WHO key=value, …   the encounter has these keys now; `none` is a key that is not there
    says TEXT            the report says this
    hides TEXT           it does not
    > LINE               the report is these lines, and no others
    warns TEXT           a warning says this; where no line says so there is none, but for `--odds`
    warns *              there may be others; before the first command, of any
    fails                it did not succeed, and says so by its exit status (1)
    refused TEXT         the rules refuse it (3) in these words, and the fight is as it was
    usage TEXT           it makes no sense (2), in these words
    trouble TEXT         a file or a stream cannot be used (4), in these words

A table below a case plays it once a row, with the row's cells in the place of {names}. A line that is empty then is
left out. A line that is indented by four or more goes on with the one above it.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from combatcli.rulesets import load
from support import Run

PAGES = sorted(Path(__file__).parent.glob("*/*.cases"))
SENTENCE = re.compile(r"((?:[A-Z]\d+ )*)(.+)")
WORD = re.compile(r"=(?!(?:true|false)\b)([A-Za-z_][\w-]*)")
GOES_ON = re.compile(r"\n {4,}")
PLACE = re.compile(r"\{(\w+)\}")
COMMAND = ("$", "@")
KEPT = "in fight.toml: "
FILE = re.compile(r"(\S+) < ?(.*)")
OTHER = ("says", "hides", "warns", "=", ">", "fails")
CODES = {"refused": 3, "usage": 2, "trouble": 4}


class Case(NamedTuple):
    """A paragraph of a page, or one row of its table."""

    rules: tuple[str, ...]
    sentence: str
    lines: list[str]
    fights: dict[str, str]
    """The fights of the page."""


def cases(path: Path) -> Iterator[Case]:
    """Read a page."""
    fights: dict[str, str] = {}
    for paragraph in GOES_ON.sub(" ", path.read_text(encoding="utf-8")).split("\n\n")[1:]:
        first, *below = paragraph.strip("\n").split("\n")
        if re.match(r"\w+ = ", first):
            fights |= dict(line.split(" = ", 1) for line in [first, *below])
            continue
        named = SENTENCE.fullmatch(first)
        assert named, first
        lines = [line.strip() for line in below]
        body = [line for line in lines if not line.startswith("|")]
        names, *rows = [_cells(line) for line in lines if line.startswith("|")] or [[], []]
        for row in rows:
            sentence = " / ".join([named[2].rstrip("."), *row])
            yield Case(tuple(named[1].split()), sentence, _filled(body, dict(zip(names, row, strict=True))), fights)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line[1:-1].split("|")]


def _filled(lines: list[str], cells: dict[str, str]) -> list[str]:
    filled = [PLACE.sub(lambda name: cells.get(name[1], name[0]), line) for line in lines]
    return [line for line in filled if line]


def encounter(line: str, fights: dict[str, str]) -> dict[str, Any]:
    """Return the tables of the encounter that a line describes."""
    name, *parts = line.split("; ")
    game, _, example = name.partition(" ")
    tables: dict[str, Any] = encounter(fights[name], fights) if name in fights else {"ruleset": game}
    if example:
        tables |= tomllib.loads(load(game).parts.example)
    for part in filter(str.strip, parts):
        who, _, keys = part.strip().partition(" ")
        place = tables if who == "." else tables.setdefault("combatants", {}).setdefault(who, {})
        _merge(place, values(keys))
    return tables


def values(text: str) -> dict[str, Any]:
    """Return the values of keys that are written as TOML, or as a word."""
    return tomllib.loads(f"keys = {{ {WORD.sub(_quoted, text)} }}")["keys"]  # type: ignore[no-any-return]


def _quoted(word: re.Match[str]) -> str:
    return f'="{word[1]}"'


def _merge(place: dict[str, Any], keys: dict[str, Any]) -> None:
    for key, value in keys.items():
        if isinstance(value, dict) and isinstance(place.get(key), dict):
            _merge(place[key], value)
        elif value == "none":
            place.pop(key, None)
        else:
            place[key] = value


def hold(case: Case, run: Run, told: list[dict[str, Any]]) -> None:
    """Play a case, and hold what it says; events are those that its commands told in words, or else as JSON."""
    lines = [*case.lines]
    texts: dict[str, str] = {}
    while named := FILE.fullmatch(lines[0]):
        texts[named[1]] = named[2].replace(r"\n", "\n").replace(r"\t", "\t").replace(r"\r", "\r")
        del lines[0]
    fight, kept = texts.pop("-", None), lines[0].startswith(KEPT)
    if kept:
        texts["fight.toml"] = tomli_w.dumps(encounter(lines.pop(0).removeprefix(KEPT), case.fights))
    elif not lines[0].startswith(COMMAND):
        fight = tomli_w.dumps(encounter(lines.pop(0), case.fights))
    _put({Path(name): text.encode() for name, text in texts.items()})
    began, folder = fight, _files()
    always = [lines.pop(0)] if lines[0] == "warns *" else []
    while lines:
        sign, command = lines.pop(0).split(" ", 1)
        assert sign in COMMAND, case.lines
        said = [*always, *takewhile(lambda line: not line.startswith(COMMAND), lines)]
        del lines[: len(said) - len(always)]
        if sign == "@":
            fight = began
            _put(folder)
        words = shlex.split(command)
        told.clear()
        fight = _step([*words, *(["-f", "fight.toml"] if kept and "-f" not in words else [])], said, fight, run, told)


def _files() -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in Path().glob("[!.]*") if path.is_file()}


def _put(files: dict[Path, bytes]) -> None:
    for path in _files().keys() - files.keys():
        path.unlink()
    for path, content in files.items():
        path.write_bytes(content)


def _step(words: list[str], said: list[str], fight: str | None, run: Run, told: list[dict[str, Any]]) -> str | None:
    """Run a command on a fight, hold what is said of it, and return the fight after it."""
    before = _files()
    done = run(*words, stdin=fight)
    failed = [line.partition(" ") for line in said if line.partition(" ")[0] in CODES]
    for kind, _, text in failed:
        assert (done.code, done.out) == (CODES[kind], ""), done.err
        _contains(done.err, text)
    if failed:
        assert before.items() <= _files().items()
        return fight
    assert done.code == ("fails" in said), done.err
    after = done.out if done.out.startswith("ruleset") else fight
    report = done.err if after is done.out else f"{done.err}{done.out}"
    warnings = [line for line in report.splitlines() if line.startswith("Warning: ")]
    warned = [line for line in said if line.startswith("warns")]
    assert len(warnings) == len(warned) or "--odds" in words or "warns *" in warned, report
    whole = [line[1:].strip() for line in said if line.startswith(">")]
    assert not whole or [" ".join(line.split()) for line in report.splitlines()] == whole
    events = [*told]
    if not told and any(line.partition(" ")[0] not in OTHER for line in said):
        now = _files()
        _put(before)
        events = run(*words, "--json", stdin=fight).events
        _put(now)
    for line in said:
        _hold(line, report, events, _text_of(words) or after or "")
    return after


def _text_of(words: list[str]) -> str:
    """Return the fight in the file that a command was given."""
    return Path(words[-1]).read_text(encoding="utf-8") if words[-2:-1] == ["-f"] else ""


def _hold(line: str, report: str, events: list[dict[str, Any]], fight: str) -> None:
    kind, _, rest = line.partition(" ")
    if kind in ("says", "warns"):
        _contains(report, rest.removesuffix("*"))
    elif kind == "hides":
        assert rest not in report, report
    elif kind == "no":
        unwanted, _, keys = rest.partition(" ")
        of_kind = [event for event in events if event["event"] == unwanted]
        assert not [event for event in of_kind if _differs(event, values(keys)) is None], events
    elif kind == "=":
        who, _, keys = rest.partition(" ")
        tables = tomllib.loads(fight)
        there = tables if who == "." else tables["combatants"][who]
        assert _differs(there, values(keys)) is None, f"{line}\n{_differs(there, values(keys))}"
    elif kind not in OTHER:
        fitting = [event for event in events if event["event"] == kind and _differs(event, values(rest)) is None]
        assert fitting, "\n".join([line, *map(str, events)])
        del events[: events.index(fitting[0]) + 1]


def _contains(text: str, part: str) -> None:
    joined = " ".join(text.split())
    assert " ".join(part.split()) in joined, joined


def _differs(table: dict[str, Any], keys: dict[str, Any]) -> str | None:
    """Return what of a table is not as the keys say; None if all is."""
    for key, value in keys.items():
        there = table.get(key, "none")
        there = "none" if there is None else there
        if value and isinstance(value, dict) and isinstance(there, dict):
            if (inner := _differs(there, value)) is not None:
                return f"{key}.{inner}"
        elif there != value and (value != {} or there != "none"):
            return f"{key} = {there}"
    return None
