"""The completion of zsh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combatcli.commands import SUMMARIES
from combatcli.pipeline.offers import Item, Offer, Place
from combatcli.rulesets import NAMES
from shells.table import Line, groups, lines, own_keys, states
from shells.text import HELP, HELP_SUMMARY, driver, reader, said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def text() -> str:
    """Return the file."""
    found = lines()
    return driver(
        "driver.zsh",
        READER=reader(),
        GAMES="|".join(NAMES),
        GROUPS="|".join(groups()),
        COMMANDS="\n".join(f"    {_described(*each)}" for each in {**SUMMARIES, HELP: HELP_SUMMARY}.items()),
        SUBCOMMANDS="\n".join(_subcommands(found)),
        OWN="\n".join(
            f"      ({state or '-'}) set -- {' '.join(offer.words)} ;;" for state, offer in own_keys().items()
        ),
        SPECS="\n".join(_specs(found)),
    )


def quoted(text_: str) -> str:
    """Return a text in single quotes."""
    return "'" + text_.replace("'", "'\\''") + "'"


def escaped(text_: str, letters: str) -> str:
    """Return a text with a backslash before each of some letters, as _arguments wants it."""
    return "".join(f"\\{letter}" if letter in letters else letter for letter in text_)


def _described(name: str, summary: str) -> str:
    return quoted(f"{name}:{summary}")


def _subcommands(found: Sequence[Line]) -> Iterator[str]:
    for group in groups():
        yield f"    ({group})"
        for line in (line for line in found if line.name.startswith(f"{group} ")):
            yield f"      {_if_played(line.of)}commands+=({_described(line.name.split()[1], line.summary)})"
        yield "      ;;"


def _if_played(where: Sequence[str]) -> str:
    """Return the condition that a game of these is played; nothing where it is any."""
    return "" if tuple(where) == states() else f"[[ $game == ({'|'.join(state or '-' for state in where)}) ]] && "


def _specs(found: Sequence[Line]) -> Iterator[str]:
    for line in found:
        yield f"    ({quoted(line.name)})"
        for where in dict.fromkeys((*line.items.values(), *line.places.values())):
            yield f"      {_if_played(where)}specs+=("
            for item in (item for item, stands in line.items.items() if stands == where):
                yield f"        {_option(item)}"
            for place in (place for place, stands in line.places.items() if stands == where):
                yield f"        {_word(place)}"
            yield "      )"
        yield "      ;;"


def _option(item: Item) -> str:
    flag = item.kind == "flag"
    value = "" if flag else f":{escaped(item.metavar, ':')}: {_action(item.offer)}"
    if item.kind == "number or nothing":
        value = f":{value}"
    rest = f"[{escaped(item.help, ':[]' + chr(92))}]{value}"
    star = "*" if item.many else ""
    if len(item.names) == 1:
        return quoted(f"{star}{item.names[0]}{'' if flag else '='}{rest}")
    long, short = item.names
    exclusive = "" if item.many else quoted(f"({short} {long})")
    pair = f"{{{short},{long}}}" if flag else f"{{{short}+,{long}=}}"
    return f"{exclusive}{quoted('*') if star else ''}{pair}{quoted(rest)}"


def _word(place: Place) -> str:
    number = "*" if place.rest else place.number
    return quoted(f"{number}:{escaped(place.label, ':')}: {_action(place.offer)}")


def _action(offer: Offer) -> str:
    return "" if offer == Offer() else f"_combatcli_offer {said(offer)}"
