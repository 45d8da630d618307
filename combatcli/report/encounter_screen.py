"""The screen of `show`: the encounter's head, pending hits, who is to act, and the combatants by arena and side."""

from collections.abc import Iterator, Sequence

from combatcli.events import Arena, Combatant, Encounter, Pending
from combatcli.records import Event
from combatcli.report.blocks import Block, Brief, Column, Heading, Line, Names, Row, Sentences, Sheet, View, parts_of
from combatcli.report.combatants import CONDITIONS, DONE, FATE, STATE, pending_hits
from combatcli.report.sentences import events_in_blocks
from combatcli.text import escape, shortlist

MANY = 20
"""More combatants than this are shown in brief."""
NAMED = 8
SECONDS = 60
TAIL = 14
"""The columns kept free for what a combatant does and for its conditions."""
BLOODIED = 8


def ever_shorter_screens(
    events: Sequence[Event], names: Names, columns: Sequence[Column], view: View, own: Sentences
) -> Iterator[list[Block]]:
    """Yield the screen in ever fewer lines: whole, without blank lines, in brief, by side.

    It has the head, pending hits, who is to act, then everybody by place and side.
    """
    head = next(one for one in events if isinstance(one, Encounter))
    arenas = [one for one in events if isinstance(one, Arena)]
    hits = [one for one in events if isinstance(one, Pending)]
    fighters = _combatants_with_pending_hits(events, hits, view)
    more: dict[str, list[Event]] = {}
    for event in events:
        if not isinstance(event, (Encounter, Combatant, Arena, Pending)):
            more.setdefault(event.event, []).append(event)
    start = [_heading_of_fight(head, names, view), *pending_hits(hits, names, view)]
    to_act = _line_of_who_is_to_act(fighters, names, view.to_act(head))
    others = [block for same_kind in more.values() for block in events_in_blocks(same_kind, names, own)]
    roster = _CombatantsByPlace(columns, view, names, arenas, fighters)
    yield [*start, *to_act, *others, *roster.blocks()]
    for sheet in (roster.sheet_of_rows(), roster.sheet_of_rows(brief=True)):
        rows = [row for row in sheet.rows if not isinstance(row, Line) or row.text.lstrip()[0].isdigit()]
        yield [*start, sheet.changed(rows=rows, folds=False)]
    yield [*start, *_line_for_each_side(fighters, names), Line("More than fits here: type `show`.", "quiet")]


def _line_for_each_side(fighters: Sequence[Combatant], names: Names) -> Iterator[Line]:
    """Yield a line for each side: its members, who is still to act, and how hurt they are."""
    for side in dict.fromkeys(fighter.side for fighter in fighters):
        words = [
            f"{'>' if fighter.to_act else ''}{_with_count(fighter, names)} {fighter.harm.replace('none', '')}".rstrip()
            for fighter in fighters
            if fighter.side == side
        ]
        yield Line(f"{escape(side)}: {shortlist(words, NAMED)}")


def _heading_of_fight(event: Encounter, names: Names, view: View) -> Line:
    count = f"/{event.phases}" if event.phases else ""
    number = f" {event.number}{count}" if event.number else ""
    parts = [
        escape(view.title(event)),
        f"round {event.round}",
        f"phase{number} {escape(event.phase)}",
        view.head(event, names),
    ]
    seconds = event.seconds
    clock = [f"{seconds // SECONDS}:{seconds % SECONDS:02}"] if isinstance(seconds, int) else []
    clock += [f"turn {event.turn}"] if isinstance(event.turn, int) else []
    return Line("  ".join(filter(None, parts)), "head", "  ".join(clock))


def _combatants_with_pending_hits(events: Sequence[Event], hits: Sequence[Pending], view: View) -> list[Combatant]:
    """Return the combatants with their pending hits, each with its main effect."""
    waiting: dict[str, list[str]] = {}
    for hit in hits:
        does = "" if hit.seen else view.hit(hit)
        waiting.setdefault(hit.target, []).append(f"<{does.split('+')[0].split(' ')[0]}")
    return [one.changed(waits=waiting.get(one.who, [])) for one in events if isinstance(one, Combatant)]


def _line_of_who_is_to_act(fighters: Sequence[Combatant], names: Names, label: str) -> list[Block]:
    waiting = [names.id_for_command(fighter.who) for fighter in fighters if fighter.to_act]
    if not waiting:
        return []
    start = f"{label}   "
    whole = Line(start + ", ".join(waiting), "head")
    return [Brief([Line(start + shortlist(waiting, NAMED), "head")], [whole]) if len(waiting) > MANY else whole]


class _CombatantsByPlace:
    """Everybody by place, then by side, players' sides first."""

    def __init__(
        self,
        columns: Sequence[Column],
        view: View,
        names: Names,
        arenas: Sequence[Arena],
        fighters: Sequence[Combatant],
    ) -> None:
        self.names = names
        seen = any(fighter.seen for fighter in fighters)
        fate = FATE.changed(least=BLOODIED) if seen else FATE
        own = [fate if column is STATE else column for column in columns if not column.is_tail and column is not DONE]
        self.columns = (_WHO, *own, *([_SIDE] if arenas else []), _NAME)
        self.tails = (*(column for column in columns if column.is_tail), CONDITIONS)
        self.view = view
        self.arenas = arenas
        self.places: dict[str, dict[str, list[Combatant]]] = {arena.name: {} for arena in arenas}
        sides = dict.fromkeys(fighter.side for fighter in sorted(fighters, key=lambda fighter: not fighter.player))
        for side in sides:
            for fighter in fighters:
                if fighter.side == side:
                    self.places.setdefault(fighter.arena or "", {}).setdefault(side, []).append(fighter)

    def blocks(self) -> list[Block]:
        """Return everybody; many are in brief on a terminal, unless everything was asked for."""
        number = sum(len(fighters) for sides in self.places.values() for fighters in sides.values())
        if number > MANY:
            return [Brief([self.sheet_of_rows(brief=True)], [self.sheet_of_rows()])]
        if number:
            return [self.sheet_of_rows()]
        places = ", ".join([escape(arena.name) for arena in self.arenas])
        nobody: list[Block] = [Line("Nobody is in it yet; `add ID side=…` adds somebody.", "quiet")]
        return [*nobody, Line(f" nobody in {places}", "quiet")] if places else nobody

    def sheet_of_rows(self, *, brief: bool = False) -> Sheet:
        """Return the rows; in brief, the unhurt of a side and place share one line."""
        rows: list[Row | Heading | Line] = []
        for arena in self.arenas:
            if self.places[arena.name]:
                rows.append(self._heading_of_place(arena))
                rows += self._rows_of_sides(self.places[arena.name], brief=brief)
        rows += self._rows_without_place(brief=brief)
        empty = [escape(place.name) for place in self.arenas if not self.places[place.name]]
        if empty:
            rows.append(Line(f" nobody in {', '.join(empty)}", "quiet"))
        headings, ranks, least = zip(*[(each.heading, each.rank, each.least) for each in self.columns], strict=True)
        return Sheet(headings, ranks, rows, least, TAIL)

    def _rows_without_place(self, *, brief: bool) -> list[Row | Heading | Line]:
        sides = self.places.get("", {})
        rows: list[Row | Heading | Line] = []
        if self.arenas:
            return [Heading("nowhere"), *self._rows_of_sides(sides, brief=brief)] if sides else []
        for side, fighters in sides.items():
            rows += [Heading(escape(side))] if side else []
            rows += self._rows_of_side(fighters, brief=brief)
        return rows

    def _heading_of_place(self, arena: Arena) -> Heading:
        kind = [word for word in (escape(str(arena.kind)), self.view.arena(arena)) if word]
        title = "  ".join([escape(arena.name), *([", ".join(kind)] if kind else [])])
        links = [f"-- {', '.join(map(escape, arena.links))}"] if arena.links else []
        carried = [f"on {escape(arena.on)}"] if arena.on else []
        return Heading(title, [*carried, *links, *filter(None, (escape(arena.size), escape(arena.note)))])

    def _rows_of_sides(self, sides: dict[str, list[Combatant]], *, brief: bool) -> list[Row | Heading | Line]:
        rows: list[Row | Heading | Line] = []
        for fighters in sides.values():
            rows += [Line(" against", "quiet")] if rows else []
            rows += self._rows_of_side(fighters, brief=brief)
        return rows

    def _rows_of_side(self, fighters: Sequence[Combatant], *, brief: bool) -> list[Row | Heading | Line]:
        unhurt: list[Combatant] = []
        rows: list[Row | Heading | Line] = []
        for fighter in fighters:
            if brief and fighter.harm in ("", "none") and not fighter.waits:
                unhurt.append(fighter)
            else:
                rows.append(self._row_of_combatant(fighter))
        if len(unhurt) == 1:
            return [*rows, self._row_of_combatant(unhurt[0])]
        if unhurt:
            yet = sum(1 for fighter in unhurt if fighter.to_act)
            act = f", {yet} to act" if yet else ""
            who = shortlist([_with_count(fighter, self.names) for fighter in unhurt], NAMED)
            rows.append(Line(f"   {len(unhurt)} unhurt{act}: {who}", "quiet"))
        return rows

    def _row_of_combatant(self, event: Combatant) -> Row:
        cells = [column.cell(event, self.names) for column in self.columns]
        cells = ["" if "".join([part.text for part in parts_of(cell)]) in ("-", "0") else cell for cell in cells]
        tail = [part for column in self.tails for part in parts_of(column.cell(event, self.names)) if part.text]
        return Row(">" if event.to_act else "", cells, "quiet" if event.harm == "out" else "", tail)


def _with_count(event: Combatant, names: Names) -> str:
    count = f" x{event.count}" if event.count else ""
    return f"{names.id_for_command(event.who)}{count}"


_WHO = Column("who", "", _with_count, rank=0)
_SIDE = Column("side", "", lambda event, _: escape(event.side), rank=8)
_NAME = Column(
    "name",
    "",
    lambda event, names: escape(event.name) if names.has_ids and event.name != event.who else "",
    rank=9,
)
