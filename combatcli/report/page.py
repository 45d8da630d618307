"""A page that reloads itself: large type, dark or light as its reader prefers, any width, self-contained."""

from collections.abc import Iterator, Sequence
from html import escape

from combatcli.report.blocks import Block, Brief, Cell, Grid, Heading, Line, Picture, Row, Sheet, parts_of, words_of
from combatcli.text import escape as printable

SECONDS = 3
STYLE = """
:root { color-scheme: light dark; --good: #0a6b2d; --bad: #b3121d; --warn: #7a1fa2; --quiet: #5c5c5c;
  --ground: #f3f1ec; --card: #fff; --rim: #d8d4cb; --ink: #1b1b1b; }
@media (prefers-color-scheme: dark) {
  :root { --good: #6fdc8c; --bad: #ff8389; --warn: #d4a5ff; --quiet: #a8a8a8;
    --ground: #161616; --card: #242424; --rim: #3d3d3d; --ink: #f4f4f4; }
}
body { margin: 0 auto; padding: 0.75rem; max-width: 64rem; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.4 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, p { margin: 0.4rem 0; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 1rem; }
small { color: var(--quiet); font-weight: normal; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
li { background: var(--card); border: 1px solid var(--rim); border-left: 0.3rem solid var(--rim); border-radius: 0.4rem;
  padding: 0.4rem 0.6rem; }
.acts { border-left-color: var(--good); } .gone { opacity: 0.65; }
li b { font-size: 1.15rem; } li div { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: center; }
.vital { flex-basis: 100%; } .vital small { display: inline-block; min-width: 3.5rem; }
i { display: inline-block; width: 9rem; height: 0.75rem; margin-right: 0.4rem; border-radius: 0.4rem;
  background: linear-gradient(currentColor, currentColor) 0 / var(--full) 100% no-repeat var(--rim); }
i:not(.bad) { color: var(--good); }
u { display: inline-block; width: 0.9em; height: 0.9em; line-height: 0.9; margin-right: 0.2em; border: 1px solid;
  text-align: center; text-decoration: none; font-size: 0.9em; vertical-align: middle; }
.good { color: var(--good); } .warn { color: var(--warn); } .quiet { color: var(--quiet); }
.bad, .out { color: var(--bad); } .head, .out { font-weight: bold; }
"""


def html_page(blocks: Sequence[Block]) -> str:
    """Return blocks as a page; the first line is the heading."""
    first, *rest = [part for block in blocks for part in _paragraphs_and_lists(block)] or ["<h1>Nothing to show</h1>"]
    title = first.partition(">")[2].partition("<")[0]
    body = "\n".join([first.replace("<p", "<h1", 1).replace("</p>", "</h1>"), *rest])
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="refresh" content="{SECONDS}">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _paragraphs_and_lists(block: Block) -> Iterator[str]:
    """Yield the paragraphs and lists of a block."""
    if isinstance(block, Line):
        right = f" <small>{_text(block.right)}</small>" if block.right else ""
        yield f"<p{_class(block.tone)}>{_text(block.text)}{right}</p>"
    elif isinstance(block, Brief):
        yield from [part for each in block.whole for part in _paragraphs_and_lists(each)]
    elif isinstance(block, Sheet):
        yield from _sheet_html(block)
    elif isinstance(block, Grid):
        yield from [f"<p>{' '.join(map(_cell, row))}</p>" for row in block.rows]
    else:
        assert isinstance(block, Picture)


def _sheet_html(sheet: Sheet) -> Iterator[str]:
    rows: list[str] = []
    for row in sheet.rows:
        if isinstance(row, Row):
            rows.append(_row_as_card(row, sheet.headings))
            continue
        if rows:
            yield f"<ul>{''.join(rows)}</ul>"
            rows = []
        if isinstance(row, Heading):
            yield f"<h2>{_text(row.title)} <small>{_text(', '.join(row.more))}</small></h2>"
        else:
            yield from _paragraphs_and_lists(row)
    if rows:
        yield f"<ul>{''.join(rows)}</ul>"


def _row_as_card(row: Row, headings: Sequence[str]) -> str:
    """Return a row as a card: the name, then the cells with text, then the long ones."""
    who, *cells = row.cells
    divisions = [
        f"<span{_class('vital' if _is_drawn(cell) else '')}>{_label(heading)}{_cell(cell)}</span>"
        for heading, cell in zip(headings[1:], cells, strict=True)
        if words_of(cell).strip()
    ]
    tail = [f"<span{_class(part.tone)}>{_text(part.text)}</span>" for part in row.tail]
    kind = " ".join([*(["acts"] if row.mark else []), *(["gone"] if row.tone else [])])
    return f"<li{_class(kind)}><b>{_cell(who)}</b><div>{''.join(divisions)}</div><div>{''.join(tail)}</div></li>\n"


def _label(heading: str) -> str:
    return f"<small>{_text(heading.rstrip('#'))}</small> " if heading else ""


def _is_drawn(cell: Cell) -> bool:
    return any(part.tone.startswith(("bar", "box")) for part in parts_of(cell))


def _cell(cell: Cell) -> str:
    """Return a cell, with its bars and boxes drawn."""
    shown = ""
    boxes = any(part.tone == "box" for part in parts_of(cell))
    for part in parts_of(cell):
        if part.tone.startswith("bar"):
            share = part.text.count("#") / len(part.text)
            shown += f'<i{_class(part.tone.removeprefix("bar").strip())} style="--full: {share:.0%}"></i>'
        elif boxes and part.text.strip():
            shown += f"<u{_class(part.tone)}>{_text(part.text.strip().replace('.', ''))}</u>"
        else:
            shown += f"<span{_class(part.tone)}>{_text(part.right or part.text)}</span>" if part.text.strip() else ""
    return shown


def _class(tone: str) -> str:
    return f' class="{escape(tone)}"' if tone else ""


def _text(text: str) -> str:
    """Return text for a page; wide gaps become dots."""
    return escape(printable(" \u00b7 ".join(filter(None, map(str.strip, text.split("  "))))))
