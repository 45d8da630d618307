"""How TOML text is laid out: where its tables stand, and how values and blocks are written for people to read.

Only headers and the ends of statements are looked for, by a few regular expressions: tomlkit, which knows the whole
layout, takes 7 to 8 times as long (edit.py says how that was measured).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from combatcli import toml
from combatcli.toml import Tables, Value

Keys = tuple[str, ...]

BASIC = r""""[^"\\\n]*(?:\\.[^"\\\n]*)*\""""
"""A string on one line, with escapes."""
# Comments, brackets, line ends, and strings on one line without escapes; of any other string how it begins, with a
# group. Each begins with a character of its own, which `re` looks for much faster.
_MARKS = r"""\n|\[|\]|\{|\}|\#[^\n]*|"(?:[^"\\\n]*"(?!")|(""|[^"\\\n]*\\))|'(?:[^'\n]*'(?!')|(''))"""
# So many escapes at once, with what follows each, and no more: `re` needs memory for every one of them.
_ESCAPED = r"""(?:\\[^\n][^"\\\n]*){1,500}"""
_ASSIGNMENT = rf"""((?:[A-Za-z0-9_-]|{BASIC}|'[^'\n]*'|[ \t]*\.[ \t]*)+)[ \t]*=[ \t]*"""
_BARE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_ESCAPES = {code: f"\\u{code:04X}" for code in (*range(32), 127)} | {
    ord(char): "\\" + code for char, code in zip('\b\t\n\f\r"\\', 'btnfr"\\', strict=True)
}


def same(one: object, other: object) -> bool:
    """Whether two TOML values are the same, types included: 1, 1.0 and true differ, nan is nan."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return len(one) == len(other) and all(key in other and same(value, other[key]) for key, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other if isinstance(one, str | int) else repr(one) == repr(other)


# Cutting


def _marks(text: str) -> Iterator[re.Match[str]]:
    """Yield the marks of a text, and some strings, each as a whole: nothing in a string is taken for a mark.

    No regular expression reads a string of several lines: those that read it only once do not work in all of Python
    3.11.
    """
    marks = re.compile(_MARKS)
    at = 0
    while at < len(text):
        for match in marks.finditer(text, at):
            if match.lastindex:
                at = _end_of_string(text, match.end(), match[0])
                break
            yield match
        else:
            return


def without_strings(text: str) -> str:
    """Return a text with every string empty, and without comments: what is left are keys, numbers and signs."""
    parts: list[str] = []
    begun = at = 0
    marks = re.compile(_MARKS)
    while match := marks.search(text, at):
        at = _end_of_string(text, match.end(), match[0]) if match.lastindex else match.end()
        if match[0][0] in "\"'#":
            parts += (
                text[begun : match.start()],
                "" if match[0][0] == "#" else '""',
                "\n" * text.count("\n", match.start(), at),
            )
            begun = at
    return "".join([*parts, text[begun:]])


def comment_behind(piece: str, place: int) -> str:
    """Return what stands behind a statement's value that begins at a place: a comment, the line's end."""
    depth, end = 0, len(piece.rstrip())
    for match in _marks(piece[place:]):
        depth += (match[0] in "[{") - (match[0] in "]}")
        if match[0][0] == "#" and not depth:
            end = len(piece[: place + match.start()].rstrip())
    return piece[end:]


def _end_of_string(text: str, at: int, opening: str) -> int:
    """Return where a string ends of which ``opening``, all up to ``at``, has been read."""
    quote = opening[0]
    if opening[-1] == "\\":
        escaped = re.compile(_ESCAPED)
        at -= 1
        while found := escaped.match(text, at):
            at = found.end()
        return at + text.startswith(quote, at)
    while (end := text.find(opening, at)) >= 0:
        said = text[at:end]
        if quote == "'" or (len(said) - len(said.rstrip("\\"))) % 2 == 0:
            # Up to two quotes more are the last that it says.
            more = text[end + 3 : end + 5]
            return end + 3 + len(more) - len(more.lstrip(quote))
        at = end + 1
    return len(text)


class Section:
    """A table that headers name: its own segment, if it has one, and the range of segments below it."""

    __slots__ = ("children", "element", "first", "last", "segment")

    def __init__(self, *, element: bool = False) -> None:
        self.children: dict[str, Section | list[Section]] = {}
        self.element = element
        self.segment = -1
        self.first = -1
        self.last = -1


def segments(text: str) -> list[tuple[int, int, int]]:
    """Return start, body and end of each segment; comments right above a header belong to it."""
    starts, bodies = [0], [0]
    depth = 0
    lead = lead_end = -1
    for match in _marks(text):
        at = match.start()
        mark = text[at]
        if mark in "\n\"'":
            continue
        if mark in "]}":
            depth -= 1
        elif depth or mark == "{":
            depth += mark in "[{"
        else:
            depth += mark == "["
            begin = text.rfind("\n", 0, at) + 1
            if begin < at and text[begin:at].strip():
                continue
            if mark == "[":
                # What the file opens with (a schema for editors) stays at its top.
                starts.append(lead if lead_end == begin and lead > 0 else begin)
                bodies.append(text.find("\n", at) + 1 or len(text))
            else:
                lead = lead if lead_end == begin else begin
                lead_end = match.end() + 1
    return list(zip(starts, bodies, [*starts[1:], len(text)], strict=True))


def section_tree(text: str, spans: list[tuple[int, int, int]]) -> Section:
    """Return the tree of the tables that the headers name."""
    root = Section()
    root.segment = root.first = 0
    root.last = len(spans) - 1
    for index, (start, body, _) in enumerate(spans[1:], 1):
        words = text[start:body].rstrip().rpartition("\n")[2].strip()
        *above, name = _names(words)
        section = root
        for step in above:
            section = _stretch(_child(section, step), index)
        if words.startswith("[["):
            sections = section.children.setdefault(name, [])
            section = Section(element=True)
            if isinstance(sections, list):
                sections.append(section)
        else:
            section = _child(section, name)
        _stretch(section, index).segment = index
    return root


def _child(section: Section, name: str) -> Section:
    """Return the table of that name (of an array of tables the latest), made if need be."""
    child = section.children.get(name)
    if child is None:
        child = section.children[name] = Section()
    return child[-1] if isinstance(child, list) else child


def _stretch(section: Section, index: int) -> Section:
    """Stretch the range of a section to the segment, and return it."""
    if section.first < 0:
        section.first = index
    section.last = index
    return section


def _names(words: str) -> list[str]:
    """Return the names in a header, unquoted."""
    if '"' not in words and "'" not in words:
        return [name.strip() for name in words.strip("[").partition("]")[0].split(".")]
    names: list[str] = []
    data: Value = toml.loads(words)
    while data:
        (name,) = data
        names.append(name)
        data = data[name][0] if isinstance(data[name], list) else data[name]
    return names


def last_segment(child: Section | list[Section]) -> int:
    """Return the last segment of a table or an array of tables."""
    return child[-1].last if isinstance(child, list) else child.last


def split_tail(body: str) -> tuple[str, str]:
    """Return the body up to the first blank line after its last value, and the rest: blank lines and comments."""
    last = at = 0
    for piece, keys, _ in statements(body):
        at += len(piece)
        if keys:
            last = at
    at = blank_line(body, last)
    return body[:at], body[at:]


def blank_line(text: str, start: int = 0) -> int:
    """Return where the first blank line from one that starts there on is; the end of the text if none is."""
    while (end := text.find("\n", start)) >= 0:
        if not text[start:end].strip(" \t\r"):
            return start
        start = end + 1
    return len(text)


def statements(body: str) -> list[tuple[str, Keys, int]]:
    """Return the body in pieces, with the keys that each sets (none for comments) and where its value begins."""
    pieces: list[tuple[str, Keys, int]] = []
    start = depth = 0
    for match in _marks(body):
        mark = match[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif mark == "\n" and not depth:
            pieces.append(_statement(body[start : match.end()]))
            start = match.end()
    if start < len(body):
        pieces.append(_statement(body[start:]))
    return pieces


def _statement(piece: str) -> tuple[str, Keys, int]:
    """Return a piece with its keys and the place of its value."""
    name, equals, value = piece.partition("=")
    if equals and _is_bare(bare := name.strip(" \t")):
        return piece, (bare,), len(piece) - len(value.lstrip(" \t"))
    # Behind the spaces, of which it would otherwise try every one.
    match = re.compile(_ASSIGNMENT).match(piece, len(piece) - len(piece.lstrip(" \t")))
    return (piece, tuple(_names(f"[{match[1]}]")), match.end()) if match else (piece, (), 0)


def line_of(text: str, path: str, part: str) -> int:
    """Return the line, from 1, in which a part of a value stands, or else its key; 0 where that is not found."""
    for start, body, end in segments(text):
        words = text[start:body].rstrip().rpartition("\n")[2].strip()
        above = tuple(_names(words)) if body > start else ()
        at = body
        for piece, names, value in statements(text[body:end]):
            if names and f"{path}.".startswith(".".join([*above, *names, ""])):
                found = piece.find(part, value)
                return 1 + text.count("\n", 0, at + max(found, 0))
            at += len(piece)
    return 0


# Writing


def toml_value(value: object) -> str:
    """Return a TOML value on one line."""
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {toml_value(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    return str(value)


def _key(name: str) -> str:
    return name if _is_bare(name) else toml_value(name)


def _is_bare(name: str) -> bool:
    return bool(name) and _BARE.issuperset(name)


def header(keys: Keys, *, element: bool = False) -> str:
    """Return the header of a block."""
    name = ".".join(map(_key, keys))
    return f"[[{name}]]" if element else f"[{name}]"


def key_line(key: str, value: object, above: Keys = ()) -> str:
    """Return ``key = value`` (with the dotted keys above it), a long array with a line for each element."""
    name = ".".join(map(_key, (*above, key)))
    short = f"{name} = {toml_value(value)}"
    if len(short) <= 100 or not isinstance(value, list):
        return short
    return f"{name} = {in_lines(value)}"


def in_lines(array: list[Value]) -> str:
    """Return an array with a line for each element."""
    return "\n".join(["[", *(f"    {toml_value(item)}," for item in array), "]"]) if array else "[]"


def text_of(lines: Iterable[str]) -> str:
    """Return the lines as text."""
    return "".join(f"{line}\n" for line in lines)


def is_blocks(value: object) -> bool:
    """Whether the value is what ``[[blocks]]`` can hold."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def wants_block(value: object, depth: int) -> bool:
    """Whether a value reads best as a block: near the top all tables, further down those that are not a short line."""
    if isinstance(value, dict):
        nested = any(isinstance(item, dict) or is_blocks(item) for item in value.values())
        return depth < 2 or nested or len(toml_value(value)) > 80
    return depth == 0 and is_blocks(value)


def block(keys: Keys, value: Tables, *, element: bool = False) -> list[str]:
    """Return the lines of a block and of those below it."""
    depth = len(keys) + element
    below = {key: inner for key, inner in value.items() if wants_block(inner, depth)}
    own = [key_line(key, inner) for key, inner in value.items() if key not in below]
    lines = [header(keys, element=element), *own] if keys and (own or element or not below) else own
    for key, table in sorted(below.items(), key=lambda item: isinstance(item[1], list)):
        blocks = table if isinstance(table, list) else [table]
        for part in blocks:
            lines += [""] * bool(lines) + block((*keys, key), part, element=blocks is table)
    return lines
