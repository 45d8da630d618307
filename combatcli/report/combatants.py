"""Phases, combatants and their order, in sentences; the columns of `show` that games share."""

from collections.abc import Sequence
from functools import partial

from msgspec import UNSET

from combatcli.events import Combatant, Declare, GroupLoss, Order, Pending, Phase, Table
from combatcli.report.blocks import Block, Column, Grid, Line, Names, View, count_of, join, table_in_words
from combatcli.text import escape

HIDDEN = ("event", "who", "name", "whole", "seen", "unseen", "budget", "way", "deeds", "to_act")
"""The keys that are only for scripts."""
EMPTY: tuple[object, ...] = (None, "", [], 0, {})


def phase(event: Phase, names: Names) -> Line:
    """Say which phase begins."""
    number = f" {event.number}" if event.number else ""
    clock = [f"{event.seconds} seconds gone"] if isinstance(event.seconds, int) else []
    clock += [f"turn {event.turn}"] if isinstance(event.turn, int) else []
    begun = join([f"round {event.round}, phase{number} {escape(event.phase)}", *clock])
    return Line(f"Now {begun}.", "head")


def pending_hits(hits: Sequence[Pending], names: Names, view: View) -> list[Block]:
    """Say which hits are pending, numbered as for `wound --only` and `wound --discard`."""
    if not hits:
        return []
    several = len(hits) > 1
    listed = [
        f"#{hit.number} {_pending_hit_in_words(hit, names, view)}"
        if several
        else _pending_hit_in_words(hit, names, view)
        for hit in hits
    ]
    cure = "(`wound` applies)" if names.has_ids else ""
    return [Line(f"PENDING  {count_of(len(hits), 'hit')}: {join(listed)}", "bad", cure)]


def _pending_hit_in_words(event: Pending, names: Names, view: View) -> str:
    does = "" if event.seen else view.hit(event)
    return f"{names.id_for_command(event.attacker)}->{names.id_for_command(event.target)} {does}".rstrip()


def combatant(event: Combatant, names: Names, columns: Sequence[Column] = ()) -> list[Block]:
    """Show all of one combatant; ``columns`` are the game's. In a whole fight, the screen shows everybody."""
    own = {column.key: column for column in columns if column.is_whole}
    table = event.as_table()
    rows = [
        (escape(key), own[key].cell(event, names) if key in own else escape(table_in_words(value)))
        for key, value in table.items()
        if key not in (*HIDDEN, *table.get("keys", ())) and value not in (None, "", [], {})
    ]
    called = names.with_id(event.who) if names.has_ids else names(event.who)
    return [Line(called, "head"), Grid("", ("key", "value"), rows)]


def column(key: str, heading: str | None = None, rank: int = 1) -> Column:
    """Return a column with a key's value as it is."""
    return Column(key, key if heading is None else heading, partial(_key_as_text, key), rank=rank)


def column_of_opponents(key: str = "engaged", word: str = "vs", rank: int = 4) -> Column:
    """Return a column that names other combatants after a word."""

    def cell(event: Combatant, names: Names) -> str:
        listed = getattr(event, key, UNSET) or ()
        several = [listed] if isinstance(listed, str) else [] if listed is UNSET else listed
        return f"{word} {join(map(names.id_for_command, several))}" if several else ""

    return Column(key, "", cell, rank=rank, is_tail=True)


def summary_cell(event: Combatant, names: Names) -> Line:
    """Return what matters most: out or dead, a pending hit, how hurt a foe looks, or done."""
    if event.harm == "out":
        return Line("DEAD" if "dead" in (event.status or ()) else "OUT", "out")
    if event.waits:
        first = "hit" if event.waits[0] == "<" else event.waits[0]
        return Line(escape(first + ("+" if len(event.waits) > 1 else "")), "bad")
    looks = event.status is UNSET and event.harm in ("hurt", "bloodied")
    return Line(event.harm, "warn") if looks else Line("done" if is_done(event) else "")


def is_done(event: Combatant) -> bool:
    """Tell whether a combatant has acted, or has done what it declared."""
    return bool(event.acted or (event.declared or {}).get("done"))


def conditions_cell(event: Combatant, names: Names) -> Line:
    """Return a combatant's other conditions, with the table's notes."""
    status = [str(word) for word in event.status or () if event.harm != "out" or word not in OUT]
    return Line(escape(join([*status, *map(note_in_words, event.notes or ())])), "warn")


def state_cell(event: Combatant, names: Names) -> list[Line]:
    """Return everything that affects a combatant."""
    parts = [part for part in (summary_cell(event, names), conditions_cell(event, names)) if part.text]
    return [parts[0], Line(", "), parts[1]] if len(parts) > 1 else parts


def note_in_words(note: Table) -> str:
    """Return a note in brief: blessed (2 rounds, by the abbot)."""
    rounds = [count_of(note["rounds"], "round")] if note.get("rounds") else []
    more = join([*rounds, *([note["note"]] if note.get("note") else [])])
    return f"{note['name']} ({more})" if more else str(note["name"])


OUT = ("dead", "incapacitated", "broken", "dying", "winded")
"""The conditions that "out" already implies, more or less."""
STATE = Column("status", "", state_cell, rank=0)
FATE = Column("fate", "", summary_cell, rank=0, least=4)
CONDITIONS = Column("conditions", "", conditions_cell, is_tail=True)
DONE = Column("done", "", lambda event, _: "done" if is_done(event) else "", rank=3)


SAID_OF = ("wounds", "wounds_taken", "declared", "wielding", "position")
"""The columns without a heading whose text does not name its subject."""


def name_of_lone_column(column: Column) -> str:
    """Return a column's name if it stands alone; empty if its text names it."""
    heading = column.heading.rstrip("#")
    return heading or (column.key.partition("_")[0] if column.key in SAID_OF else "")


def _key_as_text(key: str, event: Combatant, names: Names) -> str:
    value = getattr(event, key, UNSET)
    if isinstance(value, dict):
        value = join([item for item in value.values() if item not in EMPTY], " ")
    if isinstance(value, list):
        value = join(value)
    return "" if value in (None, "", UNSET) else escape(str(value))


def declared_cell(event: Combatant, names: Names) -> str:
    """Return a declaration in brief."""
    declared = event.declared
    if not declared:
        return ""
    if declared.get("secret"):
        return f"{declared['phase']} secret"
    act = [declared.get("action") or declared.get("phase"), declared.get("what")]
    plan = [] if declared.get("action") else [declared.get("plan")]
    targets = map(names.id_for_command, declared.get("targets", ()))
    return " ".join([*[escape(str(word)) for word in act if word], *targets, *[escape(word) for word in plan if word]])


DECLARED = Column("declared", "", declared_cell, is_whole=True, is_tail=True)


def order(event: Order, names: Names) -> list[Line]:
    """Say who acts first."""
    totals = event.totals or {}
    lines = [
        Line(f"{number}. {names(who)}{' with ' + join(totals[who], ', then ') if who in totals else ''}")
        for number, who in enumerate(event.order, 1)
    ]
    return [*lines, *(Line(f"At the same time: {names.all(tied)}.") for tied in event.ties or ())]


def loss(event: GroupLoss, names: Names) -> Line:
    """Say that a group has lost a member."""
    return Line(f"{names(event.who)}: one falls, {event.left} left, unhurt.", "bad")


def declare(event: Declare, names: Names) -> Line:
    """Say that a combatant has declared, and what, if the game says it in common words."""
    return Line(f"{names(event.who):declares} {escape(str(event.action or 'something'))}.")
