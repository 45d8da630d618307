"""What was done to an encounter, undone and redone."""

from collections.abc import Sequence

from combatcli.events import LoggedCommand, Redo, Remark, Restored, Stats, Story
from combatcli.report.blocks import Block, Brief, Grid, Grouped, Line, Names, join
from combatcli.report.story import rounds_of_story
from combatcli.text import escape, shortlist


@Grouped
def log(events: Sequence[LoggedCommand], names: Names) -> list[Block]:
    """List the commands with their results, on a terminal below the command."""
    rows: list[tuple[str, ...]] = []
    short: list[Line] = []
    rules = ""
    for event in events:
        changed = bool(rules and event.rules) and rules != event.rules
        remarks = [*(["undone"] if event.undone else []), *(["the rules had changed"] if changed else [])]
        command, outcome = escape(event.command), [escape(words) for words in event.outcome]
        rows.append((str(event.number), event.when, command, join(outcome, "; "), join(remarks)))
        noted = "".join([f"  ({word})" for word in remarks])
        short.append(Line(f"{event.number:>3}  {command}{noted}", "quiet" if event.undone else "head"))
        short += [Line(f"       {words}") for words in outcome if words]
        rules = event.rules or rules
    return [Brief(short, [Grid("", ("number#", "when", "command", "what came of it", ""), rows)])]


@Grouped
def story(events: Sequence[Story], names: Names) -> list[Block]:
    """Tell the fight: a heading and a paragraph for each round."""
    paragraphs = [(Line(heading, "head"), Line(f"  {text}")) for heading, text in rounds_of_story(events)]
    return [line for both in paragraphs for line in both]


@Grouped
def stats(events: Sequence[Stats], names: Names) -> list[Block]:
    """Show who did what, the busiest first."""
    keys, luck = ("attacks", "hits", "misses", "damage", "felled"), any(event.luck is not None for event in events)
    rows = [
        (
            names.with_id(event.who),
            *(str(getattr(event, key)) for key in keys),
            *([_luck_in_words(event.luck)] if luck else []),
        )
        for event in sorted(events, key=lambda event: -event.damage)
    ]
    return [Grid("", ("who", *(f"{key}#" for key in keys), *(["luck#"] if luck else [])), rows)]


def _luck_in_words(pips: float | None) -> str:
    """Say how far the dice are above or below their mean."""
    return "-" if pips is None else f"{pips:+.1f} pips {'below' if pips < 0 else 'above'} the mean"


def remark(event: Remark, names: Names) -> Line:
    """Tell the remark that the GM put into the story."""
    return Line(escape(event.text))


def undo(event: Restored, names: Names) -> list[Block]:
    """Say what was taken back, or done again."""
    done = "Redone" if isinstance(event, Redo) else "Undone"
    return [Line(f"{done}: {escape(event.command)}."), *_restored_values(event)]


redo = undo


MOST = 8
"""The number of changed combatants told one by one; more are only named."""


def _restored_values(event: Restored) -> list[Line]:
    """Say the restored values as the board shows them: thugs: 3 members again (was 2)."""
    if not event.back:
        return [Line("  It changed nothing in the file.", "quiet")]
    if event.seen == []:
        return [Line("  The board is as it was; -v lists what the file has again.", "quiet")]
    by_who: dict[str, list[str]] = {}
    for change in event.seen or ():
        by_who.setdefault(str(change["who"]), []).append(_restored_value_sentence(**change))
    people = [escape(who) for who in by_who if who != "."]
    if len(people) > MOST:
        changed = shortlist(people, MOST)
        return [Line(f"  As before: {changed} (-v lists all)", "quiet")]
    return [
        Line(f"  {'' if who == '.' else f'{escape(who)}: '}{join(dict.fromkeys(words), '; ')}", "quiet")
        for who, words in by_who.items()
    ]


def _restored_value_sentence(who: str, what: str, now: str, was: str) -> str:
    """Say one restored value, and what it was."""
    if what in ("there", "the arena"):
        return f"{'the fight is ' if who == '.' else ''}{'there' if now else 'gone'} again"
    if not what:
        words, before = now.split(", ") if now else [], was.split(", ") if was else []
        if set(words) <= set(before):
            return f"no longer {join([word for word in before if word not in words])}"
        if set(before) <= set(words):
            return f"{join([word for word in words if word not in before])} again"
        return f"{now} again (was {was})"
    return f"{escape(what)} {now or NONE} again (was {was or NONE})"


NONE = "none"
