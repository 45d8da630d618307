"""Layout of blocks in lines of a width: columns are aligned, left out, and wrapped between words only."""

from collections.abc import Callable, Iterable, Sequence

from combatcli.records import Record
from combatcli.report.blocks import BARS, Block, Brief, Cell, Grid, Heading, Line, Row, Sheet, join, parts_of, words_of
from combatcli.text import cut_to_width, escape, width_in_columns

Spans = list[Line]
"""The parts of a line, each with its tone."""

ENDLESS = 100_000
GAP = 2
BETWEEN = Line(" " * GAP)
GLUED = "\0%"
MARK = 3
FEWEST = 6
LEAST_CAP = 18
LONGEST_BAR = 60
WIDE = 100
"""From this width on, words replace signs."""
ROOM_FOR_BARS = 5
BLOCKS = {"bar": str.maketrans("#.", "\u2588\u2591"), "box": str.maketrans(".", "\u00b7")}


class DrawingArea(Record):
    """What is drawn on: the width in columns, None for unlimited; with Unicode's blocks; all, or in ``brief``.

    Pictures and bars are drawn only if it ``draws``.
    """

    width: int | None = None
    has_blocks: bool = False
    brief: bool = False
    draws: bool = False

    @property
    def sign_of_cut(self) -> str:
        """The sign of a cut."""
        return "\u2026" if self.has_blocks else "~"


def plain_text(blocks: Sequence[Block]) -> str:
    """Return blocks as text of unlimited width, nothing wrapped or cut."""
    return "".join(f"{''.join(part.text for part in line)}\n" for line in lay_out(blocks, DrawingArea()))


def lay_out(blocks: Sequence[Block], look: DrawingArea) -> list[Spans]:
    """Return the lines of blocks."""
    lines: list[Spans] = []
    for block in blocks:
        if isinstance(block, Line):
            lines += _sentence_lines(block, look)
        elif isinstance(block, Grid):
            lines += _grid_lines(block, look)
        elif isinstance(block, Sheet):
            lines += _sheet_lines(block, look)
        elif isinstance(block, Brief):
            lines += lay_out(block.brief if look.brief else block.whole, look)
        elif look.draws and max(map(width_in_columns, block.lines), default=0) <= (look.width or ENDLESS):
            lines += [[Line(line)] for line in block.lines]
    return [_with_blocks_trimmed(line, look) for line in lines]


def _with_blocks_trimmed(line: Spans, look: DrawingArea) -> Spans:
    """Return a line with Unicode's blocks if there are any, and without trailing spaces.

    All text leaves here: whatever has not been escaped is escaped now.
    """
    line = [part if part.text.isprintable() else _part_with_text(part, escape(part.text)) for part in line]
    if look.has_blocks:
        line = [_part_with_text(part, part.text.translate(BLOCKS.get(part.tone.split(" ")[0], {}))) for part in line]
    while line and not line[-1].text.rstrip():
        line = line[:-1]
    return [*line[:-1], _part_with_text(line[-1], line[-1].text.rstrip())] if line else []


def _part_with_text(part: Line, text: str) -> Line:
    """Return a part with another text; the same part if its text is unchanged, as usual."""
    return part if part.text == text else part.changed(text=text)


def _sentence_lines(line: Line, look: DrawingArea) -> list[Spans]:
    if line.right:
        *above, [last] = _sentence_lines(Line(line.text, line.tone), look)
        free = (look.width or 0) - width_in_columns(last.text) - width_in_columns(line.right)
        if look.width is None or free >= GAP:
            return [*above, [last, Line(" " * max(GAP, free) + line.right, line.tone)]]
        return [*above, [last], *_sentence_lines(Line(f"  {line.right}", line.tone), look)]
    if look.width is None:
        return [[line]]
    start = len(line.text) - len(line.text.lstrip())
    return [[Line(text, line.tone)] for text in _wrap_at_words(line.text, look.width, start + GAP)]


def _wrap_at_words(text: str, width: int, indent: int) -> list[str]:
    """Wrap a text between words; a word longer than a line gets a line of its own."""
    if width_in_columns(text) <= width:
        return [text]
    lines, words = [], text.replace(" %", GLUED).split(" ")
    line = words.pop(0)
    for word in words:
        if width_in_columns(line) + 1 + width_in_columns(word) > width and line.strip():
            lines.append(line)
            line = " " * indent + word
        else:
            line = f"{line} {word}"
    return [one.replace(GLUED, " %") for one in (*lines, line)]


def _cut(cell: Cell, width: int, look: DrawingArea) -> Cell:
    words = words_of(cell)
    if width_in_columns(words) <= width:
        return cell
    tone = parts_of(cell)[-1].tone
    return Line(cut_to_width(words, width - 1) + look.sign_of_cut, tone)


def _padded(cell: Cell, width: int, *, right: bool = False, tone: str = "") -> Spans:
    room = " " * (width - width_in_columns(words_of(cell)))
    if isinstance(cell, str) and not tone:
        return [Line(f"{room}{cell}" if right else f"{cell}{room}")]
    spans = [part if part.tone or not tone else part.changed(tone=tone) for part in parts_of(cell)]
    spare = [Line(room)] if room else []
    return [*spare, *spans] if right else [*spans, *spare]


def _join_cells(cells: Iterable[Spans]) -> Spans:
    line: Spans = []
    for spans in cells:
        line += [BETWEEN, *spans] if line else spans
    return line


def _grid_lines(grid: Grid, look: DrawingArea) -> list[Spans]:
    shown = [index for index, heading in enumerate(grid.headings) if not heading.startswith(BARS)]
    right = [grid.headings[index].endswith("#") for index in shown]
    headings: list[Cell] = [Line(grid.headings[index].rstrip("#"), "head") for index in shown]
    table = [headings, *([row[index] for index in shown] for row in grid.rows)]
    widths = _fitted_widths(table, right, look)
    bars = [index for index in range(len(grid.headings)) if index not in shown] if look.draws else []
    spare = (look.width or ENDLESS) - sum(widths) - GAP * len(widths)
    room = min(LONGEST_BAR, spare // max(1, len(bars)) - GAP)
    lines: list[Spans] = _sentence_lines(Line(grid.title, "head"), look) if grid.title else []
    for number, row in enumerate(table):
        if look.width is None and all(isinstance(cell, str) for cell in row):
            lines.append(_row_of_words(row, widths, right))
            folded = []
        else:
            folded = [_fold_cell(cell, width, look) for cell, width in zip(row, widths, strict=True)]
        for level in range(max(map(len, folded), default=0)):
            cells: list[Cell] = [parts[level] if level < len(parts) else "" for parts in folded]
            spans = [_padded(cell, width, right=side) for cell, width, side in zip(cells, widths, right, strict=True)]
            lines.append([BETWEEN, *_join_cells(spans)])
        if room >= ROOM_FOR_BARS:
            lines[-1] += _bars([(grid.rows[number - 1] if number else grid.headings)[index] for index in bars], room)
    return lines


def _bars(cells: Sequence[Cell], room: int) -> Spans:
    """Return the bars of a row, or their heading; every second bar has another pattern."""
    spans: Spans = []
    for place, cell in enumerate(cells):
        text = words_of(cell)
        spare = sum(len(span.text) for span in spans) - place * (GAP + room)
        is_heading = text.startswith(BARS)
        drawn = text[1:][:room] if is_heading else "#."[place % 2] * round(room * float(text or 0))
        if drawn:
            spans += [Line(" " * (GAP - spare)), Line(drawn, "head" if is_heading else "bar")]
    return spans


def _row_of_words(row: Sequence[Cell], widths: Sequence[int], right: Sequence[bool]) -> Spans:
    """Return a row of words as one part, which is faster for thousands of rows."""
    padded = []
    for cell, width, side in zip(row, widths, right, strict=True):
        spare = " " * (width - width_in_columns(words_of(cell)))
        padded.append(f"{spare}{cell}" if side else f"{cell}{spare}")
    return [Line(" " * GAP + (" " * GAP).join(padded))]


def _fitted_widths(table: Sequence[Sequence[Cell]], right: Sequence[bool], look: DrawingArea) -> list[int]:
    """Return the widths of columns: their full width, or, if that is too much, that of their longest words."""
    widths = [max(width_in_columns(words_of(cell)) for cell in column) for column in zip(*table, strict=True)]
    if look.width is None:
        return widths
    least = [
        width if number else max(max(map(width_in_columns, words_of(cell).split() or [""])) for cell in column)
        for column, width, number in zip(zip(*table, strict=True), widths, right, strict=True)
    ]
    for limits in (least, [min(FEWEST, width) for width in widths]):
        excess = sum(widths) + GAP * len(widths) - look.width
        while excess > 0:
            index = max(range(len(widths)), key=lambda column: (widths[column] > limits[column], widths[column]))
            if widths[index] <= limits[index]:
                break
            widths[index] -= 1
            excess -= 1
    return widths


def _fold_cell(cell: Cell, width: int, look: DrawingArea) -> list[Cell]:
    words = words_of(cell)
    if width_in_columns(words) <= width:
        return [cell]
    tone = parts_of(cell)[-1].tone
    return [_cut(Line(line, tone), width, look) for line in _wrap_at_words(words, width, 0)]


def _sheet_lines(sheet: Sheet, look: DrawingArea) -> list[Spans]:
    sheet = _with_even_bars(sheet)
    if look.width is None or look.width >= WIDE:
        sheet = _with_cells_changed(
            sheet, lambda _, cell: [Line(part.right, part.tone) if part.right else part for part in parts_of(cell)]
        )
    if look.width is not None and _required_width(sheet) > look.width:
        sheet = _without_bars(sheet)
        sheet = sheet if _required_width(sheet) <= look.width else sheet.changed(tail=0)
    rows = [row for row in sheet.rows if isinstance(row, Row)]
    shown = [
        index
        for index in range(len(sheet.headings))
        if (rows and _min_width(sheet, index)) or any(words_of(row.cells[index]).strip() for row in rows)
    ]
    widths = _columns_that_fit(sheet, rows, shown, look)
    shown = list(widths)
    headings = _join_cells(
        [_padded(Line(sheet.headings[index].rstrip("#"), "quiet"), widths[index]) for index in shown]
    )
    head = [Line(" " * MARK), *headings] if any(sheet.headings[index] for index in shown) else []
    lines: list[Spans] = []
    for row in sheet.rows:
        if isinstance(row, Heading):
            line, head = _heading_line(row, head, look)
            lines += line
        elif isinstance(row, Line):
            lines += _sentence_lines(row, look)
        else:
            lines += [head] if head else []
            head = []
            lines += _row_lines(row, sheet, widths, look)
    return lines


def _full_width(sheet: Sheet, rows: Sequence[Row], index: int) -> int:
    """Return the full width of a column."""
    heading = len(sheet.headings[index].rstrip("#"))
    return max([heading, _min_width(sheet, index), *(width_in_columns(words_of(row.cells[index])) for row in rows)])


def _min_width(sheet: Sheet, index: int) -> int:
    """Return the least width of a column."""
    return sheet.least[index] if sheet.least else 0


def _with_even_bars(sheet: Sheet) -> Sheet:
    """Return a sheet with all bars of a column equally long, so that the numbers beside them align."""
    longest = [
        max((_bar_length(row.cells[index]) for row in sheet.rows if isinstance(row, Row)), default=0)
        for index in range(len(sheet.headings))
    ]
    return _with_cells_changed(sheet, lambda index, cell: _lengthen_bar(cell, longest[index]))


def _required_width(sheet: Sheet) -> int:
    """Return the width of the columns that are never left out."""
    rows = [row for row in sheet.rows if isinstance(row, Row)]
    always = [index for index, rank in enumerate(sheet.ranks) if not rank]
    widths = [_full_width(sheet, rows, index) for index in always]
    return MARK + sum(widths) + GAP * len([width for width in widths if width]) + sheet.tail


def _without_bars(sheet: Sheet) -> Sheet:
    """Return a sheet with numbers in place of bars."""
    return _with_cells_changed(
        sheet,
        lambda _, cell: [part for part in parts_of(cell) if part.text.strip() and not part.tone.startswith("bar")],
    )


def _with_cells_changed(sheet: Sheet, changed: Callable[[int, Cell], Cell]) -> Sheet:
    """Return a sheet with each cell changed by a function of its column and the cell."""
    rows: list[Row | Heading | Line] = [
        row.changed(cells=[changed(index, cell) for index, cell in enumerate(row.cells)])
        if isinstance(row, Row)
        else row
        for row in sheet.rows
    ]
    return sheet.changed(rows=rows)


def _bar_length(cell: Cell) -> int:
    if isinstance(cell, str):
        return 0
    return max((len(part.text) for part in parts_of(cell) if part.tone.startswith("bar")), default=0)


def _lengthen_bar(cell: Cell, length: int) -> Cell:
    own = _bar_length(cell)
    if own in (0, length):
        return cell
    first, *rest = parts_of(cell)
    return [first, Line(" " * (length - own)), *rest]


def _row_lines(row: Row, sheet: Sheet, widths: dict[int, int], look: DrawingArea) -> list[Spans]:
    cells = [
        _padded(_cut(row.cells[index], width, look), width, right=sheet.headings[index].endswith("#"), tone=row.tone)
        for index, width in widths.items()
    ]
    line = [Line(row.mark.ljust(MARK), "head"), *_join_cells(cells)]
    if not row.tail:
        return [line]
    below = look.width is not None and not sheet.tail
    start = MARK + GAP if below else width_in_columns(words_of(line)) + GAP
    room = ENDLESS if look.width is None else max(FEWEST, look.width - start)
    tails = _wrap_parts(row.tail, room)
    if not sheet.folds and len(tails) > 1:
        words = Line(join([part.text for part in row.tail], BETWEEN.text), row.tail[0].tone)
        tails = [[*parts_of(_cut(words, room, look))]]
    tails = [[part if part.tone else part.changed(tone=row.tone) for part in tail] for tail in tails]
    first = [line] if below else [[*line, BETWEEN, *tails.pop(0)]]
    return [*first, *([Line(" " * start), *tail] for tail in tails)]


def _wrap_parts(parts: Sequence[Line], width: int) -> list[Spans]:
    """Wrap parts side by side into lines, between words only."""
    lines: list[Spans] = [[]]
    for part in parts:
        free = width - width_in_columns(words_of(lines[-1])) - GAP
        if lines[-1] and width_in_columns(part.text) <= free:
            lines[-1] += [BETWEEN, part]
        else:
            folded = [[Line(text, part.tone)] for text in _wrap_at_words(part.text, width, 0)]
            lines = [*filter(None, lines), *folded]
    return lines


def _columns_that_fit(sheet: Sheet, rows: Sequence[Row], shown: Sequence[int], look: DrawingArea) -> dict[int, int]:
    """Return the columns that fit, by index, with their widths."""
    widths = {index: _full_width(sheet, rows, index) for index in shown}
    if look.width is None:
        return widths

    # One long cell must not push out everybody's columns.
    most = max(LEAST_CAP, look.width // 3)
    widths = {index: width if not sheet.ranks[index] else min(width, most) for index, width in widths.items()}

    def excess() -> int:
        return MARK + sum(widths.values()) + GAP * (len(widths) - 1) + sheet.tail - (look.width or 0)

    while excess() > 0:
        least_needed = max(widths, key=lambda index: (sheet.ranks[index], index))
        if not sheet.ranks[least_needed]:
            break
        if widths[least_needed] - excess() >= LEAST_CAP:
            widths[least_needed] -= excess()
            break
        del widths[least_needed]
    while excess() > 0 and max(widths.values()) > FEWEST:
        widths[max(widths, key=lambda index: widths[index])] -= 1
    return widths


def _heading_line(heading: Heading, head: Spans, look: DrawingArea) -> tuple[list[Spans], Spans]:
    """Return the line of a heading, and the columns' headings unless they fit in it."""
    title = f" {heading.title}"
    more = list(heading.more)
    while more and look.width is not None and width_in_columns(f"{title}  {'  '.join(more)}") > look.width:
        more.pop()
    if look.width is not None and width_in_columns(title) > look.width:
        title = cut_to_width(title, look.width - 1) + look.sign_of_cut
    spans = [Line(title, "head"), *(Line(f"  {text}", "quiet") for text in more)]
    if not head:
        return [spans], head
    words = words_of(head)
    first = len(words) - len(words.lstrip())
    length = width_in_columns(words_of(spans))
    if length + GAP <= first:
        return [[*spans, Line(" " * (first - length)), *_drop_first_columns(head, first)]], []
    return [spans, head], []


def _drop_first_columns(line: Spans, count: int) -> Spans:
    rest: Spans = []
    for part in line:
        rest.append(part.changed(text=part.text[count:]))
        count = max(0, count - len(part.text))
    return rest
