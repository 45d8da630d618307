"""Random edits of random encounters: the result holds the data and keeps the lines."""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combatcli.encounter.edit import edit_text
from combatcli.encounter.layout import is_same_value, toml_value

WORDS = st.text(st.sampled_from(list("ab #[]{}'\"\\\n\r\t=,.\x00\x7fü")), max_size=6)
SCALARS = st.one_of(
    st.integers(-(10**6), 10**6),
    st.booleans(),
    WORDS,
    st.floats(),
)


DATES = st.one_of(
    st.dates(),
    st.times().map(lambda time: time.replace(tzinfo=None, fold=0)),
    st.datetimes(timezones=st.sampled_from([None, dt.UTC])).map(lambda time: time.replace(fold=0)),
)


@given(SCALARS | DATES)
def test_every_scalar_survives_writing(value: object) -> None:
    assert is_same_value(tomllib.loads(f"x = {toml_value(value)}")["x"], value)


FOUND = tuple[tuple[str, ...], str]
KEYS = st.sampled_from(["a", "b", "c1", "d-e", "f.g", "h i", "ü", "pending", 'q"r'])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=5)


class Writer:
    """Writes data as TOML in a layout made up as it goes, each line with a comment of its own."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any], newline: str) -> None:
        self.draw = draw
        self.newline = newline
        self.lines: list[str] = []
        self.found: list[FOUND] = []

    def key(self, name: str) -> str:
        """Return a key, quoted where it must be and sometimes where it need not."""
        return name if name.isascii() and name.isalnum() and self.draw(st.booleans()) else toml_value(name)

    def value(self, value: Any) -> str:
        """Return a value, lists sometimes over several lines, strings in any of their forms."""
        if isinstance(value, list) and self.draw(st.booleans()):
            return "[ # opened\n" + "".join(f'  {self.value(each)}, # ] {{ "\n' for each in value) + "]"
        if isinstance(value, str) and "\r" not in value and self.draw(st.booleans()):
            plain = all(char.isprintable() or char in "\n\t" for char in value) and "'" not in value
            return f"'''\n{value}'''" if plain else toml_value(value)
        return toml_value(value)

    def put(self, path: tuple[str, ...], keys: tuple[str, ...], value: object, *, sure: bool) -> None:
        """Write a line with a comment; remember it where nothing around it is in a list."""
        line = f"{' . '.join(map(self.key, keys))} = {self.value(value)} # line {len(self.lines)}"
        if sure:
            self.found.append(((*path, *keys), line))
        self.lines += [line, *self.draw(st.sampled_from([[], [], [""], ["# aside"], ["", "# aside", ""]]))]

    def table(self, path: tuple[str, ...], data: dict[str, Any], *, sure: bool = True) -> None:
        """Write a table: its lines, then its blocks."""
        below: list[tuple[str, Any]] = []
        for name, value in data.items():
            style = self.draw(st.sampled_from(["inline", "dotted", "block"]))
            if isinstance(value, dict) and value and style == "dotted":
                for inner, each in value.items():
                    self.put(path, (name, inner), each, sure=sure)
            elif style == "block" and (
                isinstance(value, dict)
                or (isinstance(value, list) and value and all(isinstance(each, dict) for each in value))
            ):
                below.append((name, value))
            else:
                self.put(path, (name,), value, sure=sure)
        for name, value in below:
            header = ".".join(toml_value(each) for each in (*path, name))
            for each in value if isinstance(value, list) else [value]:
                self.lines += self.draw(st.sampled_from([[], [""], ["# above"], ["", "# far above", "", "# above"]]))
                self.lines.append(f"[[{header}]]" if isinstance(value, list) else f" [ {header} ]  # [x]")
                self.table((*path, name), each, sure=sure and not isinstance(value, list))

    def text(self) -> str:
        """Return all lines."""
        return "".join(f"{line}\n" for line in self.lines).replace("\n", self.newline)


def mutate(draw: Callable[[st.SearchStrategy[Any]], Any], data: dict[str, Any]) -> None:
    """Change something, somewhere in the data."""
    key = draw(st.sampled_from([*data, *data, "new", "pending"]))
    value = data.get(key)
    if isinstance(value, dict) and draw(st.booleans()):
        mutate(draw, value)
    elif isinstance(value, list) and draw(st.booleans()):
        value.insert(draw(st.integers(0, len(value))), draw(VALUES | TABLES))
        if len(value) > 1 and draw(st.booleans()):
            del value[draw(st.integers(0, len(value) - 1))]
    elif key in data and draw(st.booleans()):
        del data[key]
    else:
        data[key] = draw(VALUES | TABLES | st.lists(TABLES, max_size=2))


@st.composite
def edits(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[str, dict[str, Any], list[FOUND]]:
    writer = Writer(draw, draw(st.sampled_from(["\n", "\r\n"])))
    writer.table((), draw(TABLES))
    text = writer.text()
    after = tomllib.loads(text)
    for _ in range(draw(st.integers(0, 3))):
        mutate(draw, after)
    return text, after, writer.found


def at(data: Any, path: tuple[str, ...]) -> Any:
    """Return what stands at the end of a path of keys, Ellipsis where it leads nowhere."""
    for name in path:
        if not isinstance(data, dict) or name not in data:
            return ...
        data = data[name]
    return data


@given(edits())
def test_the_result_holds_the_data_and_keeps_the_lines(case: tuple[str, dict[str, Any], list[FOUND]]) -> None:
    text, after, found = case
    before = tomllib.loads(text)
    result = edit_text(text, before, after)
    assert is_same_value(tomllib.loads(result), after)
    newline = "\r\n" if "\r\n" in text else "\n"
    for path, line in found:
        if is_same_value(at(before, path), at(after, path)):
            assert line.replace("\n", newline) in result
    assert newline == "\n" or "\n" not in result.replace("\r\n", "")


LETTERS = st.text("[]{}#\"'=.\\ \nxy", max_size=24)


def forms(text: str) -> list[str]:
    escaped = toml_value(text)
    found = [escaped, f'"""{escaped[1:-1]}"""']
    if "'" not in text and "\n" not in text:
        found.append(f"'{text}'")
    if "'''" not in text and not text.endswith("'") and not text.startswith("\n"):
        found.append(f"'''{text}'''")
    if '"""' not in text and "\\" not in text and not text.endswith('"'):
        found.append(f'"""\n{text}"""')
    return found


@given(st.lists(LETTERS, min_size=1, max_size=4), st.data())
def test_what_stands_in_strings_is_never_taken_for_layout(texts: list[str], data: st.DataObject) -> None:
    strings = [data.draw(st.sampled_from(forms(text))) for text in texts]
    lines = "".join(f"s{number} = {string} # s{number}\n" for number, string in enumerate(strings))
    array = f"[ {', '.join(strings)}, ]"
    for body in (lines, f"all = {array} # all\n", f"{lines}table = {{ a = {strings[0]} }}\n"):
        text = f"# top\n[one]\n{body}\n# two\n[two]\nvalue = 1 # kept\n{body}"
        tables = tomllib.loads(text)
        after = {**tables, "two": {**tables["two"], "value": 23}}
        assert edit_text(text, tables, after) == text.replace("value = 1 # kept", "value = 23 # kept")


@pytest.mark.parametrize(
    "tail",
    [
        'note = """\n[x]\n"""\n',
        'note = """\n[one]\n# no comment\n"""\n# the end\n',
        "note = '''\n[[pending]]\n'''\n",
        "long = [\n  '[a]', # [b]\n  \"]\",\n]\n",
    ],
)
def test_strings_in_the_last_table_are_left_alone(tail: str) -> None:
    text = f"[one]\nx = 1 # kept\n[two]\ny = 1\n{tail}"
    tables = tomllib.loads(text)
    after = {**tables, "one": {"x": 2}}
    assert edit_text(text, tables, after) == text.replace("x = 1", "x = 2")
