"""Strings of every form and of any length: what stands in them is no layout, and what stands behind them is kept."""

from __future__ import annotations

import pytest

from combatcli import toml
from combatcli.encounter import document, layout
from combatcli.encounter.edit import edit_text
from combatcli.errors import InvalidError
from support import FightFile, Run

MANY = 300_000
"""So many of anything take minutes, if the work grows with their square."""
STRINGS = [
    '"""\n[no.header]\n# no comment\n"""',
    "'''\n[no.header]\n# no comment\n'''",
    '"""He said "yes", ""no"", and \\"""[maybe]\\"""."""',
    '"""[a]""""',
    '"""[a]"""""',
    '"""""[a]"""',
    "'''[a]''''",
    "'''[a]'''''",
    "'''''[a]\\'''",
    '"""[a]\\\\"""',
    '"""[a]\\\\\\""""',
    '"""""""',
    '""""""',
    "''''''",
    '""',
    "''",
    r'"\"[a] # \\"',
    r'"[a]\\"',
    "'[a] # \\'",
    "\"'''\"",
    '\'"""\'',
    '[ "[", # ]\n  """]""", \'\'\'\n]\'\'\', "\\"]" ]',
    '{ a = "}", b = """\n}""" }',
]


def added(text: str) -> str:
    """Return a text with a key more in its first table."""
    tables = toml.loads(text)
    return edit_text(text, tables, {**tables, "one": {**tables["one"], "new": 2}})


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("string", STRINGS)
def test_a_comment_behind_a_string_is_kept(string: str, newline: str) -> None:
    start, end = f"[one]\ns = {string} # s\nx = 2 # kept\n", f"\n# two\n[two]\ns = {string}\n# the end\n"
    start, new, end = (part.replace("\n", newline) for part in (start, "new = 2\n", end))
    assert added(start + end) == start + new + end


def test_a_command_changes_a_file_with_a_string_of_several_lines_by_one_line(run: Run, fight_file: FightFile) -> None:
    top = 'ruleset = "realm"\n\n[combatants.mira]\nside = "heroes" # ours\nnote = """\n[no.header]\n# no comment\n"""\n'
    end = '\n[combatants.ruffian] # paid\nside = "foes"\n# the end\n'
    file = fight_file(top + end)
    assert run("set", "mira", "awesome=2", "-f", file).code == 0
    assert file.read_text(encoding="utf-8") == f"{top}awesome = 2\n{end}"


@pytest.mark.parametrize(
    "string",
    [
        '"' + "a" * MANY + '"',
        '"' + r"\"" * MANY + '"',
        "'" + "[a] " * MANY + "'",
        '"""' + '"" ' * MANY + '"""',
        '"""' + r'\"""' * MANY + '"""',
        '"""' + "\\\\" * MANY + '"""',
        "'''" + "'' " * MANY + "'''",
        '""' + " " * MANY,
        " " * MANY + '""',
        '""\n' + " " * MANY + "# x = 1",
        '""\n' + " " * MANY,
    ],
    ids=range(11),
)
def test_a_string_as_long_as_you_like_is_read_in_one_go(string: str) -> None:
    start, end = f"[one]\ns = {string}\nx = 1 # one\n", "[two]\nx = 1 # kept\n"
    assert added(start + end) == f"{start}new = 2\n{end}"


def test_another_value_takes_the_place_of_a_string_as_long_as_you_like() -> None:
    text = r's = "\u0041' + r"\\" * MANY + '" # s'
    assert edit_text(text, toml.loads(text), {"s": 1}) == "s = 1 # s"


@pytest.mark.parametrize(
    "string",
    [
        '"' + "a" * MANY,
        '"' + r"\"" * MANY,
        '"a\\\n' * MANY,
        '"' + "\\\n" * MANY,
        "'" + "a" * MANY,
        '"""' + r'\"""' * MANY,
        "'''" + "'' " * MANY,
        '"' * MANY,
        "'" * MANY,
        '"a""' * MANY,
        '"\\',
    ],
    ids=range(11),
)
def test_a_string_without_an_end_is_read_in_one_go(string: str) -> None:
    text = f"x = {string}"
    assert layout.parts_at_headers(text) == [((), text)]


@pytest.mark.parametrize(
    "line",
    [
        "a" * MANY + "." * 101,
        " " * MANY + "." * 101,
        "." * 101 + " " * MANY + ".",
        '"' * MANY + "." * 101,
        "'\"." * MANY,
        "Hardly a word. " * MANY,
        ("a." * 100 + " x ") * 1000,
        f"x = '{'a.' * MANY}'",
        f'x = """\n{"a." * MANY}\n"""',
        f"# {'a.' * MANY}",
    ],
    ids=range(10),
)
def test_a_line_with_many_dots_that_is_no_key_is_read_in_one_go(line: str) -> None:
    document.check_depth_of_keys(line, "fight.toml")


@pytest.mark.parametrize("name", ["a", "a-b ", ' "a.b" ', " 'a\"b'", "\t'' "])
@pytest.mark.parametrize("before", ["", "[", "x = { y = 'Mr. X. and Y', "])
def test_a_key_that_leads_too_deep_is_found_however_it_is_written(name: str, before: str) -> None:
    document.check_depth_of_keys(f"\n{before}{'.'.join([name] * 101)}", "fight.toml")
    with pytest.raises(InvalidError, match=r"a key in line [23] is nested more than 100 tables deep"):
        document.check_depth_of_keys(f"\n{before}{'.'.join([name] * 102)}", "fight.toml")


APART = """[combatants.a]
side = "x"

# first, the plan

# {} is no string

[combatants.c]
side = "z"
"""


@pytest.mark.parametrize("quotes", ['"""', "'''", 'note = """x""" or so', "'''y"])
def test_a_comment_that_speaks_of_a_string_is_a_comment(quotes: str) -> None:
    text = APART.format(quotes)
    before = toml.loads(text)
    dropped = edit_text(text, before, {"combatants": {"c": {"side": "z"}}})
    assert dropped == text.replace('[combatants.a]\nside = "x"\n\n', "")
    added = edit_text(text, before, {"combatants": {"a": {"side": "x", "note": "hi"}, "c": {"side": "z"}}})
    assert added == text.replace('side = "x"\n', 'side = "x"\nnote = "hi"\n')


def test_what_stands_behind_a_value_stays_where_the_value_is_written_anew() -> None:
    text = 'q = ["x", # first\n  "y"] # of a\n'
    assert edit_text(text, {"q": ["x", "y"]}, {"q": ["x", "z"]}).endswith("] # of a\n")
