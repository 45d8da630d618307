"""What was done to an encounter, taken back and done again."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.events import Log, Redo, Stats, Story, Undo
from combatcli.report.blocks import Block, Brief, Grid, Grouped, Line, Names, as_words, join
from combatcli.text import escape, shortlist


@Grouped
def log(events: Sequence[Log], names: Names) -> list[Block]:
    """List what was done to the encounter, and what came of it: on a terminal that stands under the command."""
    rows = [
        (
            str(event.number),
            event.when,
            escape(event.command),
            escape(join(event.outcome, "; ")),
            "undone" if event.undone else "",
        )
        for event in events
    ]
    short: list[Line] = []
    for event in events:
        undone = "  (undone)" if event.undone else ""
        short.append(Line(f"{event.number:>3}  {escape(event.command)}{undone}", "quiet" if undone else "head"))
        short += [Line(f"       {escape(outcome)}") for outcome in event.outcome if outcome]
    return [Brief(short, [Grid("", ("number#", "when", "command", "what came of it", ""), rows)])]


@Grouped
def story(events: Sequence[Story], names: Names) -> list[Block]:
    """Tell the fight, with a heading for each round."""
    lines: list[Block] = []
    last = None
    for event in events:
        if event.round != last:
            last = event.round
            lines.append(Line(f"Round {last}", "head"))
        lines.append(Line(f"  {event.text}"))
    return lines


@Grouped
def stats(events: Sequence[Stats], names: Names) -> list[Block]:
    """Show who did what, who did most first."""
    keys, luck = ("attacks", "hits", "misses", "damage", "felled"), any(event.luck is not None for event in events)
    rows = [
        (
            names.with_id(event.who),
            *(str(getattr(event, key)) for key in keys),
            *(["-" if event.luck is None else f"{event.luck:+g}"] if luck else []),
        )
        for event in sorted(events, key=lambda event: -event.damage)
    ]
    return [Grid("", ("who", *(f"{key}#" for key in keys), *(["luck#"] if luck else [])), rows)]


def undo(event: Undo, names: Names) -> list[Block]:
    """Say what was taken back."""
    return [Line(f"Undone: {escape(event.command)}."), *_back(event)]


def redo(event: Redo, names: Names) -> list[Block]:
    """Say what was done again."""
    return [Line(f"Redone: {escape(event.command)}."), *_back(event)]


NONE = "none"
FEW, KEYS = 3, 6
"""So many are told one by one, and so many keys are named of more."""
SEVERAL = 80
"""A value that is longer to read is but said to be another one."""


def _back(event: Undo) -> list[Line]:
    """Say what is as it was: thugs: count 3 again (was 2); marked none (was 3). Of many no more than who, and what."""
    by_who: dict[str, list[str]] = {}
    for change in event.back:
        who = "the encounter" if change["who"] == "." else str(change["who"])
        if change["key"]:
            if change["now"] == change["was"]:
                continue
            now = _value(change["now"])
            words = f"{escape(change['key'])} {'gone' if now == NONE else now} again (was {_value(change['was'])})"
        else:
            words = "there again" if change["now"] else "gone again"
        by_who.setdefault(who, []).append(words)
    if not event.back:
        return [Line("  It changed nothing in the file.", "quiet")]
    if len(by_who) > FEW:
        return _in_short(event, list(by_who))
    return [Line(f"  {escape(who)}: {join(keys, '; ')}", "quiet") for who, keys in by_who.items()]


def _in_short(event: Undo, whose: list[str]) -> list[Line]:
    """Say of many what is as it was: mira and 5 others: marked, declared as before."""
    keys = list(dict.fromkeys(escape(change["key"]) for change in event.back if change["key"]))
    come = sum(1 for change in event.back if not change["key"])
    what = [f"{shortlist(keys, KEYS)} as before"] if keys else []
    what += [f"{come} there or gone again"] if come else []
    said = f"{escape(whose[0])} and {len(whose) - 1} others: {join(what, '; ')}"
    return [Line(f"  {said} (-v lists all)", "quiet")]


def _value(value: object) -> str:
    if value is None or value in ("", [], {}):
        return NONE
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return str(len(value))
    words = as_words(value)
    return escape(words) if len(words) <= SEVERAL else "another one"
