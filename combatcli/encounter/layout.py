"""The layout of TOML text: where its tables are, and how values and blocks are written for people."""

import re
from collections.abc import Iterable

from combatcli import toml
from combatcli.toml import Tables, Value

Keys = tuple[str | int, ...]
"""The path to a table: names, and after that of an array of tables the index in it."""

BASIC = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
# Each is scanned once, even without an end: it then goes on to the end of its line or of the text.
_STRINGS = rf"""
    \"{{3}} [^"\\]* (?: (?: \\. | ""?(?!") ) [^"\\]* )* (?: "{{3,5}} | \\?\Z )
    | '{{3}} [^']* (?: ''?(?!') [^']* )* (?: '{{3,5}} | \Z )
    | {BASIC}? | '[^'\n]*'?
"""
_KEY = rf"(?:[A-Za-z0-9_-]+|{BASIC}|'[^'\n]*')"
_DOTTED = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEADER = rf"\n[ \t]*(?P<opening>\[\[?)[ \t]*(?P<names>{_DOTTED})[ \t]*\]"
_MARKS = re.compile(rf"(?P<string>{_STRINGS}) | \#[^\n]* | {_HEADER}", re.VERBOSE | re.DOTALL)
_BARE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_ESCAPES = {code: f"\\u{code:04X}" for code in (*range(32), 127)} | {
    ord(char): "\\" + code for char, code in zip('\b\t\n\f\r"\\', 'btnfr"\\', strict=True)
}


def is_same_value(one: object, other: object) -> bool:
    """Whether two TOML values are the same, types included: 1, 1.0 and true differ, nan is nan."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return len(one) == len(other) and all(
            key in other and is_same_value(value, other[key]) for key, value in one.items()
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same_value, one, other))
    return one == other if isinstance(one, str | int) else repr(one) == repr(other)


# Cutting


def first_dotted_key(text: str, dots: int) -> tuple[str, int]:
    """Return the first key with that many dots, outside of strings and comments, and its line; ("", 0) for none."""
    deep = rf"(?P<key> (?<![\w-]) (?: {_KEY} [ \t]* \. [ \t]* ){{{dots}}} ) | {_STRINGS} | \#[^\n]*"
    for match in re.finditer(deep, text, re.VERBOSE | re.DOTALL):
        if match["key"]:
            return match["key"], 1 + text.count("\n", 0, match.start())
    return "", 0


def parts_at_headers(text: str, data: Tables | None = None) -> list[tuple[Keys, str]]:
    """Cut a text at its headers; each part has the keys to its table, and the first is the text before all headers.

    Comments right above a header belong to it. Text like a header within an array is none if the data lack it.
    """
    cuts: list[tuple[Keys, int]] = [((), 0)]
    counts: dict[Keys, int] = {}
    string_end = 0
    # Only a multi-line string may contain text that looks like a header.
    marks = _MARKS if '"""' in text or "'''" in text else re.compile(_HEADER)
    for match in marks.finditer(f"\n{text}"):
        if not match["names"]:
            string_end = match.end() - 1 if match["string"] else string_end
            continue
        keys: Keys = ()
        for name in names_in_dotted_key(match["names"]):
            keys = (*keys, counts[keys] - 1, name) if keys in counts else (*keys, name)
        if data is not None and not isinstance(value_at(data, keys), list if match["opening"] == "[[" else dict):
            continue
        if match["opening"] == "[[":
            counts[keys] = counts.get(keys, 0) + 1
            keys = (*keys, counts[keys] - 1)
        cuts.append((keys, _start_with_comments_above(text, match.start(), max(string_end, cuts[-1][1]))))
    ends = [start for _, start in cuts[1:]] + [len(text)]
    return [(keys, text[start:end]) for (keys, start), end in zip(cuts, ends, strict=True)]


def _start_with_comments_above(text: str, line: int, floor: int) -> int:
    """Return the start of the comments right above a line; comments at the start of the text stay there."""
    start = line
    while start > floor:
        above = text.rfind("\n", 0, start - 1) + 1
        if above < floor or not text[above:start].lstrip(" \t").startswith("#"):
            break
        start = above
    return start or line


def value_at(data: Value, keys: Keys) -> Value:
    """Return the value at the end of the keys, or None."""
    for key in keys:
        if isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            data = data.get(key) if isinstance(data, dict) else None
    return data


def names_in_dotted_key(dotted: str) -> list[str]:
    """Return the names in a dotted key, unquoted."""
    return [toml.loads(f"x = {key}")["x"] if key[0] in "\"'" else key for key in re.findall(_KEY, dotted)]


def split_off_trailing_comments(text: str) -> tuple[str, str]:
    """Split a part after its last value, at the first blank line; the rest is blank lines and comments."""
    string_end = max((match.end() for match in _MARKS.finditer(text) if match["string"]), default=0)
    lines = text.split("\n")
    at = len(lines)
    while at > text.count("\n", 0, string_end) + bool(string_end) and not lines[at - 1].partition("#")[0].strip():
        at -= 1
    while at < len(lines) and lines[at].strip():
        at += 1
    body = "".join(f"{line}\n" for line in lines[:at])[: len(text)]
    return body, text[len(body) :]


def line_number_of(text: str, path: str, part: str) -> int:
    """Return the line, from 1, of a part of a value, or else of its key; 0 where neither is found."""
    begun = 0
    for keys, piece in parts_at_headers(text):
        above = [key for key in keys if isinstance(key, str)]
        for match in re.finditer(rf"(?m)^[ \t]*({_DOTTED})[ \t]*=", piece):
            if f"{path}.".startswith(".".join([*above, *names_in_dotted_key(match[1]), ""])):
                at = max(piece.find(part, match.end()), match.start(1))
                return 1 + text.count("\n", 0, begun + at)
        begun += len(piece)
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
        inner = ", ".join(f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    return str(value)


def toml_key(name: str) -> str:
    """Return a part of a key as TOML, in quotes where it is no bare word."""
    return name if name and _BARE.issuperset(name) else toml_value(name)


def block_header(keys: Keys) -> str:
    """Return the header of a block."""
    name = ".".join(toml_key(key) for key in keys if isinstance(key, str))
    return f"[[{name}]]" if isinstance(keys[-1], int) else f"[{name}]"


def key_value_text(key: str, value: Value) -> str:
    """Return ``key = value``, a long array with a line for each element."""
    line = key_value_in_one_line(key, value)
    return line if len(line) <= 100 or not isinstance(value, list) else array_in_lines(key, value)


def key_value_in_one_line(key: str, value: Value) -> str:
    """Return ``key = value`` on one line."""
    return f"{toml_key(key)} = {toml_value(value)}"


def array_in_lines(key: str, array: list[Value]) -> str:
    """Return ``key = array`` with a line for each element."""
    return "\n".join([f"{toml_key(key)} = [", *(f"    {toml_value(item)}," for item in array), "]"])


def text_of_lines(lines: Iterable[str]) -> str:
    """Return the lines as text."""
    return "".join(f"{line}\n" for line in lines)


def can_be_blocks(value: object) -> bool:
    """Whether ``[[blocks]]`` can hold the value."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def reads_best_as_block(value: object, depth: int) -> bool:
    """Whether a value reads best as a block: near the top every table, deeper only those longer than a line."""
    if isinstance(value, dict):
        nested = any(isinstance(item, dict) or can_be_blocks(item) for item in value.values())
        return depth < 2 or nested or len(toml_value(value)) > 80
    return depth == 0 and can_be_blocks(value)


def lines_of_blocks(keys: Keys, value: Tables | list[Tables]) -> list[list[str]]:
    """Return the lines of the blocks of a table, or of an array of tables."""
    if isinstance(value, list):
        return [lines_of_block((*keys, place), each) for place, each in enumerate(value)]
    return [lines_of_block(keys, value)]


def lines_of_block(keys: Keys, value: Tables) -> list[str]:
    """Return the lines of a block and of those below it."""
    below = {key: inner for key, inner in value.items() if reads_best_as_block(inner, len(keys))}
    own = [key_value_text(key, inner) for key, inner in value.items() if key not in below]
    headed = bool(keys) and (bool(own) or isinstance(keys[-1], int) or not below)
    lines = [block_header(keys), *own] if headed else own
    for key, inner in sorted(below.items(), key=lambda item: isinstance(item[1], list)):
        for each in lines_of_blocks((*keys, key), inner):
            lines += [""] * bool(lines) + each
    return lines
