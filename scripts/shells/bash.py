"""The completion of bash."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from combatcli.commands import SUMMARIES
from shells.table import Line, Offer, groups, lines, states
from shells.text import driver, reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAIN = re.compile(r"[A-Za-z0-9_=./-]+")


def text() -> str:
    """Return the file."""
    found = lines()
    return driver(
        "driver.bash",
        READER=reader(),
        GAMES=" | ".join(state for state in states() if state),
        GROUPS=" | ".join(groups()),
        COMMANDS=" ".join((*SUMMARIES, "help")),
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


def said(offer: Offer) -> str:
    """Return an offer as the words of a call; none of its own words needs to be quoted."""
    assert all(PLAIN.fullmatch(word) for word in offer.words)  # noqa: S101  (else the generator needs to quote them)
    return " ".join(("+".join(offer.kinds) or "-", *offer.words))


def offers_by_pattern(found: Sequence[Line]) -> Iterator[tuple[list[tuple[str, str, str | None]], Offer]]:
    """Return each offer with where it is made: command, option or place, and state; None is every state.

    A place is a number, or as [2-9] the rest of them; those past the ninth are counted as the ninth.
    """
    grouped: dict[Offer, list[tuple[str, str, str | None]]] = {}
    for line in found:
        slots = [(name, item.offer, where) for item, where in line.items.items() for name in item.names]
        for place, where in line.places.items():
            slots.append((f"[{place.number}-9]" if place.rest else str(place.number), place.offer, where))
        for slot, offer, where in slots:
            if offer != Offer():
                every: Sequence[str | None] = [None] if where == states() else where
                grouped.setdefault(offer, []).extend((line.name, slot, state) for state in every)
    return ((patterns, offer) for offer, patterns in grouped.items())


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
