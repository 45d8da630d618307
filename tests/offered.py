"""Every line that a message, a warning or a report of a test offers is typed in the same fight, and understood there.

Whatever runs a command for a test lets `HEARD` hear what it said. Each line is typed once of its kind: whoever and how
many it is about, it is the same line of the same game.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import CommandGroup
from combatcli.hints import SHELL, as_typed_in_play

COMMANDS = "|".join(SUMMARIES)
GROUPS = [group for group in map(command_named, SUMMARIES) if isinstance(group, CommandGroup)]
NAMES = {*SUMMARIES, *(f"{group.name} {name}" for group in GROUPS for name in group.commands)}
"""What is the name of a command, and no line of it."""
LINE = rf"((?:{COMMANDS}) (?:[^` \n]| (?! ))+)"
OFFERED = re.compile(
    rf"(?<!then )`(?:combatcli )?{LINE}`"
    rf"|(?:Write|Example|Next|To go on all the same|with|One): (?:combatcli )?{LINE}"
    rf"|^  (?:combatcli )?{LINE}(?<!\.)$"
    rf"|[:;] combatcli {LINE}",
    re.MULTILINE,
)
"""A line in backquotes, behind what introduces one, or by itself."""
END = re.compile(r" Usage: .*|[.;,:)](?: .*)?$| (?:or|and|for|to|of|is|makes|as in)\b.*| \(.*| +#.*")
"""What of a sentence stands behind the line that it offers."""
STANDS_FOR: dict[str, int | str] = {
    "WHO": 0,
    "ID": "newcomer",
    "TARGET": -1,
    "WHOM": -1,
    "FOE": -1,
    "A": 0,
    "B": -1,
    "N": "1",
}
"""What is to be replaced before a line can be typed: by somebody of the fight, or by another word."""
UNTYPED = re.compile(r"…|\bX,Y\b|\b[A-Z]{2,}\b|\bkey=|\[")
"""What only whoever reads a line can replace."""


REPEATED = "options follow the command"
"""What a message says that offers the line itself that was typed, in another order, however much it lacks."""


class Offer(NamedTuple):
    """A line that was offered in a fight, and the message that offered it."""

    line: str
    fight: str
    said: str


class Heard:
    """What lines the tests were offered: each kind once, and those of the test at hand that nobody has typed yet."""

    def __init__(self) -> None:
        self.kinds: set[tuple[str, str]] = set()
        self.left: set[str] = set()
        self.offers: list[Offer] = []
        self.listens = True

    def text(self, said: str, fight: str) -> None:
        """Hear what was said of a fight, which is TOML."""
        if self.listens and REPEATED not in said and (found := list(_lines(said))):
            self._hear(found, said, lambda: fight)

    def tables(self, said: str, fight: Callable[[], Any]) -> None:
        """Hear what was said of a fight, which is made a TOML file where that is needed."""
        if self.listens and (found := list(_lines(said))):
            self._hear(found, said, lambda: tomli_w.dumps(fight()))

    def _hear(self, found: list[str], said: str, fight: Callable[[], str]) -> None:
        try:
            text = fight()
            tables = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, TypeError):
            return
        who = list(tables.get("combatants", {}))
        for line in found:
            filled = _filled(line, who)
            kind = _kind(filled, who), str(tables.get("ruleset"))
            if UNTYPED.search(filled):
                self.left.add(kind[0])
            elif kind not in self.kinds:
                self.kinds.add(kind)
                self.offers.append(Offer(filled, text, said))

    def typed(self, run: Callable[..., Any], folder: Path) -> Iterator[str]:
        """Type each new line in its fight, and yield what is wrong with it, if anything is."""
        self.listens = False
        for offer in self.offers:
            words = shlex.split(as_typed_in_play(f"combatcli {offer.line}").removeprefix("combatcli "))
            path = folder / "fight.toml"
            path.unlink(missing_ok=True)
            if offer.fight:
                path.write_text(offer.fight, encoding="utf-8")
            done = run(*words, *(["-f", path] if offer.fight and _needs_file(words) else []))
            first = done.err.partition("\n")[0].removeprefix("combatcli: ")
            if done.code in (2, 70) or (done.code and first.rstrip(".") in offer.said):
                yield f"{offer.line}: {done.err}\noffered by: {offer.said}"
        self.offers = []
        self.listens = True


HEARD = Heard()


def _lines(said: str) -> Iterator[str]:
    for found in OFFERED.finditer(said):
        quoted, *others = found.groups()
        line = quoted or END.sub("", next(filter(None, others)))
        if not SHELL.search(line) and line.strip() not in NAMES:
            yield line.strip()


def _filled(line: str, who: list[str]) -> str:
    for word, meant in STANDS_FOR.items():
        if isinstance(meant, str):
            line = re.sub(rf"\b{word}\b", meant, line)
        elif who:
            line = re.sub(rf"\b{word}\b", who[meant], line)
    return line


def _needs_file(words: list[str]) -> bool:
    command = command_named(words[0])
    takes = isinstance(command, CommandGroup) or any(option.name == "--file" for option in command.shared)
    return takes and not any(word == "-f" or word.endswith(".toml") for word in words)


def _kind(line: str, who: list[str]) -> str:
    for each in sorted(who, key=len, reverse=True):
        line = re.sub(rf"\b{re.escape(each)}\b", "@", line)
    return re.sub(r"\d+", "0", line)
