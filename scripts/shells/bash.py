"""The completion of bash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combatcli.commands import SUMMARIES
from combatcli.rulesets import NAMES
from shells.table import Line, groups, lines, offers_by_pattern, states
from shells.text import HELP, driver, reader, said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def text() -> str:
    """Return the file."""
    found = lines()
    return driver(
        "driver.bash",
        READER=reader(),
        GAMES=" | ".join(NAMES),
        GROUPS=" | ".join(groups()),
        COMMANDS=" ".join((*SUMMARIES, HELP)),
        SUBCOMMANDS="\n".join(_subcommands(found)),
        OFFERS="\n".join(_cases(found)),
        OPTIONS="\n".join(_options(found)),
    )


def _subcommands(found: Sequence[Line]) -> Iterator[str]:
    for group in groups():
        for state in states():
            names = [line.name.split()[1] for line in found if line.name.startswith(f"{group} ") and state in line.of]
            yield f"                {group}/{state}) offered=({' '.join(names)}) ;;"


def _cases(found: Sequence[Line]) -> Iterator[str]:
    for patterns, offer in offers_by_pattern(found):
        yield f"        {' | '.join(_pattern(*each) for each in patterns)}) _combatcli_offer {said(offer)} ;;"


def _pattern(command: str, slot: str, state: str | None) -> str:
    return f"{command}/{slot}/{'*' if state is None else state}".replace(" ", "\\ ")


def _options(found: Sequence[Line]) -> Iterator[str]:
    for line in found:
        yield f"        {line.name.replace(' ', chr(92) + ' ')})"
        wheres = dict.fromkeys(line.items.values())
        for where in wheres:
            lists = {"flags": "", "valued": "", "numbered": ""}
            for item in (item for item, stands in line.items.items() if stands == where):
                kind = {"flag": "flags", "number or nothing": "numbered"}.get(item.kind, "valued")
                lists[kind] += "".join(f" {name}" for name in item.names)
            said_ = " ".join(f"{name}+='{names}'" for name, names in lists.items() if names)
            if where == states():
                yield f"            {said_}"
            else:
                games = " | ".join(state or "''" for state in where)
                yield f"            case $game in {games}) {said_} ;; esac"
        yield "            ;;"
