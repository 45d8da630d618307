"""Text as mdoc(7) wants it: a sentence a line, special characters by their names, `code` as a macro of its own."""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDTH = 78
SPECIAL = {"\\": "\\e", "`": "\\(ga", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti", "-": "\\-"}
SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z`(\"'+\d.])")
CODE = re.compile(r"(\(?)`([^`]+)`([.,:;!?)]*)")
MACRO = re.compile(r"[A-Z][a-z]\w?$|%\w$")
BREAK = re.compile(r" (?=\| |--?[a-z])")
LONGEST = 66


def escape(text: str) -> str:
    """Return text in which every character stands for itself."""
    plain = "".join([SPECIAL.get(each, each) for each in text])
    return "".join([each if each.isascii() else f"\\[u{ord(each):04X}]" for each in plain])


def argument(word: str) -> str:
    """Return a word as the argument of a macro."""
    plain = escape(word).replace('"', "\\(dq")
    if MACRO.match(word) or (len(word) == 1 and word in ".,:;()[]?!|"):
        plain = f"\\&{plain}"
    return f'"{plain}"' if " " in plain else plain


def paragraph(text: str) -> str:
    """Return sentences, each on lines of its own; what stands between backticks is set as a command's word."""
    return "\n".join([line for each in SENTENCE.split(" ".join(text.split())) for line in _lines(each)])


def paragraphs(*texts: str) -> str:
    """Return paragraphs, apart."""
    return "\n.Pp\n".join([paragraph(text) for text in texts if text])


def _lines(text: str) -> Iterable[str]:
    at = 0
    for found in CODE.finditer(text):
        opened, code, closed = found.groups()
        yield from _filled(text[at : found.start()])
        before = " ( " if opened else " "
        glued = "" if found.end() == len(text) or text[found.end()] == " " else " Ns"
        yield f".Ic{before}{argument(code)}{''.join([f' {each}' for each in closed])}{glued}"
        at = found.end()
    yield from _filled(text[at:])


def _filled(text: str) -> list[str]:
    if not text.strip():
        return []
    lines = fill(escape(text.strip()), WIDTH, break_long_words=False, break_on_hyphens=False).splitlines()
    return [f"\\&{line}" if line[0] in ".'" else line for line in lines]


def sentence(text: str, *, may_list: bool = False) -> str:
    """Return what a declaration says as a sentence: its first letter great, a full stop at its end.

    Where it ``may_list`` words to be typed, a word before a comma is left as it is.
    """
    first = text.partition(" ")[0].rstrip(":" if may_list else ":,")
    begun = f"{text[0].upper()}{text[1:]}" if first.isalpha() and not first.isupper() else text
    return begun if begun.endswith((".", "!", "?")) else f"{begun}."


def section(title: str, *parts: str) -> str:
    """Return a section, without hyphenation, which groff turns on again at each; parts that are empty are left out."""
    return "\n".join([f".Sh {title}", ".nh", *filter(None, parts)])


def subsection(title: str, *parts: str) -> str:
    """Return a part of a section."""
    words = " ".join([f"\\&{word}" if MACRO.match(word) else escape(word) for word in title.split()])
    return "\n".join([f".Ss {words}", *filter(None, parts)])


def tagged(items: Iterable[tuple[str, str]], *, macro: str = "", width: str = "Ds") -> str:
    """Return a list of terms, each with its text; with a ``macro`` the terms are words that it sets.

    With a ``width`` of its own it is a table without empty lines.
    """
    lines = []
    for term, text in items:
        lines += [f".It {f'{macro} {argument(term)}' if macro else term}", text]
    compact = "" if width == "Ds" else " -compact"
    return "\n".join([f".Bl -tag -width {width}{compact}", *lines, ".El"]) if lines else ""


def literal(lines: Iterable[str]) -> str:
    """Return lines as they stand."""
    plain = [escape(line) for line in lines]
    shown = [f"\\&{line}" if line[:1] in (".", "'") else line for line in plain]
    return "\n".join([".Bd -literal -offset 4n", *shown, ".Ed"]) if shown else ""


def typed(lines: Iterable[str]) -> str:
    """Return command lines; a long one goes on in the next, before a pipe or an option, as a shell reads it."""
    return literal([part for line in lines for part in _continued(line)])


def _continued(line: str) -> list[str]:
    parts = [""]
    for word in BREAK.split(line):
        if parts[-1] and len(parts[-1]) + len(word) > LONGEST:
            parts[-1] += " \\"
            parts.append(f"    {word}")
        else:
            parts[-1] += f" {word}" if parts[-1] else word
    return parts


def page(name: str, number: int, summary: str, date: str, *sections: str) -> str:
    """Return a page; ``summary`` is a phrase without a full stop."""
    return "\n".join(
        [
            '.\\" Made by scripts/generate.py; edit what it is made from.',
            f".Dd {date}",
            f".Dt {name.upper()} {number}",
            ".Os combatcli",
            section("NAME", f".Nm {name}", f".Nd {escape(summary)}"),
            *sections,
            "",
        ]
    )


def see_also(names: Sequence[tuple[str, int]]) -> str:
    """Return references, as text: pages that are not installed yet are not a mistake of who checks them."""
    ordered = sorted(set(names), key=lambda each: (each[1], each[0]))
    listed = [f"{escape(name)}({number})" for name, number in ordered]
    return section("SEE ALSO", *[f"{each}," for each in listed[:-1]], listed[-1])
