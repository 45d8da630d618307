"""A page that reloads itself: one column, large type, dark or light as its reader has it, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from combatcli.report.line_layout import Spans

COLUMNS = 40
"""So many letters has a line, which a telephone of 360 pixels shows large enough."""
SECONDS = 3
STYLE = """
:root { color-scheme: light dark; --good: #0a6b2d; --bad: #b3121d; --warn: #7a1fa2; --quiet: #5c5c5c; }
@media (prefers-color-scheme: dark) {
  :root { --good: #6fdc8c; --bad: #ff8389; --warn: #d4a5ff; --quiet: #a8a8a8; }
  body { background: #161616; color: #f4f4f4; }
}
body { margin: 0; padding: 1rem 0.5rem; }
pre { width: max-content; max-width: 100%; margin: 0 auto; overflow-wrap: anywhere; white-space: pre-wrap;
  font: min(3.8vw, 1.6rem)/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.good { color: var(--good); } .warn { color: var(--warn); } .quiet { color: var(--quiet); }
.bad, .out { color: var(--bad); } .head, .out { font-weight: bold; }
"""


def page(lines: Sequence[Spans], title: str) -> str:
    """Return lines of at most COLUMNS letters as a page."""
    body = "\n".join("".join(_span(part.text, part.tone) for part in line).rstrip() for line in lines)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="refresh" content="{SECONDS}">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<pre>{body}</pre>\n</body>\n</html>\n"
    )


def _span(text: str, tone: str) -> str:
    return f'<span class="{escape(tone)}">{escape(text)}</span>' if tone else escape(text)
