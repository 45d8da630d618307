"""The completion of fish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from combatcli.commands import SUMMARIES
from combatcli.pipeline.offers import Item, Offer
from combatcli.rulesets import NAMES
from shells.table import Line, groups, lines, offers_by_pattern, states
from shells.text import HELP, HELP_SUMMARY, driver, reader, said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def text() -> str:
    """Return the file."""
    found = lines()
    return driver(
        "driver.fish",
        READER=reader().replace("\\", "\\\\"),
        GAMES=" ".join(NAMES),
        GROUPS=" ".join(groups()),
        OFFERS="\n".join(_cases(found)),
        OPTIONS="\n".join(_options(found)),
        COMMANDS=_commands(),
        SUBCOMMANDS="\n".join(_subcommands(found)),
        COMPLETIONS="\n".join(_items(found)),
    )


def quoted(text_: str) -> str:
    """Return a text in single quotes."""
    return "'" + text_.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _cases(found: Sequence[Line]) -> Iterator[str]:
    for patterns, offer in offers_by_pattern(found):
        yield f"        case {' '.join(word for each in patterns for word in _patterns(*each))}"
        yield f"            __combatcli_offer {said(offer)}"


def _patterns(command: str, slot: str, state: str | None) -> list[str]:
    """Return a pattern, or as many as a range of places has, which fish has no pattern for."""
    slots = [str(number) for number in range(int(slot[1]), int(slot[3]) + 1)] if slot.startswith("[") else [slot]
    return [quoted(f"{command}/{each}/{'*' if state is None else state or '-'}") for each in slots]


def _options(found: Sequence[Line]) -> Iterator[str]:
    for line in found:
        valued = [name for item in line.items if item.is_valued for name in item.names]
        numbered = [name for item in line.items if item.kind == "number or nothing" for name in item.names]
        if valued:
            yield f"        case {quoted(line.name)}"
            yield f"            set valued {' '.join(dict.fromkeys(valued))}"
        if numbered:
            yield f"            set numbered {' '.join(dict.fromkeys(numbered))}"


def _commands() -> str:
    told = {**SUMMARIES, HELP: HELP_SUMMARY}
    return " \\\n".join(f"        {name} {quoted(summary)}" for name, summary in told.items())


def _subcommands(found: Sequence[Line]) -> Iterator[str]:
    for group in groups():
        yield f"        case {group}"
        for line in (line for line in found if line.name.startswith(f"{group} ")):
            games = "" if line.of == states() else " ".join(state or "-" for state in line.of)
            condition = f"contains -- $game {games}; and " if games else ""
            yield f"            {condition}printf '%s\\t%s\\n' {line.name.split()[1]} {quoted(line.summary)}"


def _items(found: Sequence[Line]) -> Iterator[str]:
    """Return a line for each option as several commands have it, or as some games do."""
    shared: dict[Item, list[str]] = {}
    for line in found:
        for item, where in line.items.items():
            plain = item._replace(metavar="", many=False)
            if where == states():
                shared.setdefault(plain, []).append(line.name)
            else:
                games = " ".join(state or "-" for state in where)
                condition = f'__combatcli_in "{line.name}" {games}'
                yield f"complete -c combatcli -n {quoted(condition)} {_item(plain)}"
    for item, commands in shared.items():
        named = " ".join(f'"{command}"' if " " in command else command for command in commands)
        condition = f"__combatcli_at {named}"
        yield f"complete -c combatcli -n {quoted(condition)} {_item(item)}"


def _item(item: Item) -> str:
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in item.names)
    values = ""
    if "files" in item.offer.kinds:
        values = " -r -F"
    elif item.offer != Offer():
        call = f"(__combatcli_offer {said(item.offer)})"
        values = f" -x -k -a {quoted(call)}"
    elif item.is_valued:
        values = " -x"
    return f"{names} -d {quoted(item.help)}{values}"
