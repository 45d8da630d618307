"""Names on a plane with lines between them, as text: who touches whom, which arenas are linked."""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from combatcli.text import escape

Places = Mapping[str, tuple[int, int]]
"""The column and row where each name begins."""

APART = 4
BELOW = 3


def draw_links(at: Places, links: Sequence[Sequence[str]], *, solid: Collection[Sequence[str]]) -> list[str]:
    """Return the lines of a picture: names at their places, ``solid`` links as lines, the others as dots."""
    cells: dict[tuple[int, int], str] = {}
    for link in sorted(links, key=solid.__contains__):
        _draw_link(cells, at, link, dotted=link not in solid)
    for who, (column, row) in at.items():
        for offset, letter in enumerate(escape(who)):
            cells[column + offset, row] = letter
    rows = range(max(row for _, row in cells) + 1)
    columns = range(max(column for column, _ in cells) + 1)
    return ["".join(cells.get((column, row), " ") for column in columns).rstrip() for row in rows]


def _draw_link(cells: dict[tuple[int, int], str], at: Places, link: Sequence[str], *, dotted: bool) -> None:
    (column, row), (end, last) = ((at[who][0] + len(escape(who)) // 2, at[who][1]) for who in link)
    if row == last:
        for crossed in range(min(column, end), max(column, end)):
            cells[crossed, row] = "." if dotted else "-"
        return
    step = 1 if last > row else -1
    for crossed in range(row + step, last, step):
        across = column + round((end - column) * (crossed - row) / (last - row))
        slant = "|" if abs(end - column) <= 1 else "\\" if (end > column) == (step > 0) else "/"
        cells[across, crossed] = "." if dotted else slant


def draw_arenas(links: Mapping[str, Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Draw places in rows below those they are reached from; return the lines, and the links that did not fit."""
    at: dict[str, tuple[int, int]] = {}
    drawable: list[list[str]] = []
    seen: set[str] = set()
    top = 0
    for start in sorted(links, key=lambda name: -len(links[name])):
        if start in seen:
            continue
        rows = _rows_from(start, links)
        for number, row in enumerate(rows):
            column = 0
            for name in row:
                at[name] = (column, top + number * BELOW)
                column += len(escape(name)) + APART
            drawable += [list(pair) for pair in pairwise(row) if pair[1] in links[pair[0]]]
            above = rows[number - 1] if number else []
            drawable += [[upper, name] for name in row for upper in above if upper in links[name]]
        seen |= {name for row in rows for name in row}
        top += len(rows) * BELOW
    centered = _center_rows(at)
    pairs = {tuple(sorted(pair)) for pair in drawable}
    omitted = {tuple(sorted((name, other))) for name, neighbors in links.items() for other in neighbors} - pairs
    return (draw_links(centered, drawable, solid=drawable) if at else []), [list(pair) for pair in sorted(omitted)]


def _rows_from(start: str, links: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return the places reached from one, step by step; neighbors in a row touch if possible."""
    rows, seen = [[start]], {start}
    while True:
        beyond = list(dict.fromkeys(other for name in rows[-1] for other in links[name] if other not in seen))
        if not beyond:
            return rows
        fewest = min(beyond, key=lambda name: len(set(links[name]) & set(beyond)))
        row = [beyond.pop(beyond.index(fewest))]
        while beyond:
            row.append(beyond.pop(next((at for at, value in enumerate(beyond) if value in links[row[-1]]), 0)))
        seen |= set(row)
        rows.append(row)


def _center_rows(at: Places) -> Places:
    ends: dict[int, int] = {}
    for name, (column, row) in at.items():
        ends[row] = max(ends.get(row, 0), column + len(escape(name)))
    widest = max(ends.values(), default=0)
    return {name: (column + (widest - ends[row]) // 2, row) for name, (column, row) in at.items()}
