"""Editing changes the lines whose data changed, and leaves every other byte alone."""

from __future__ import annotations

import copy
import datetime as dt
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st

from combatcli.encounter import edit, tomlkit_edit
from combatcli.encounter.edit import edit_text
from combatcli.encounter.layout import same, toml_value

if TYPE_CHECKING:
    from collections.abc import Callable

FIGHT = '''\
#:schema combatcli.json
ruleset = "realm"
round = 1  # the first

# === places ===

[arenas.market]
links = [
  "alley", # dark
  "roofs",
]

# === people ===

# Mira, of the roofs
[combatants.mira]
side = "heroes"   # for now
armor.class = "heavy"
armor.protection = 2  # worn
wounds = [ "scratch" ] # old
note = """
[no.header]
# no comment"""

[combatants.mira.weapons.sword]
damage = "1d6"

[combatants.ruffian]   # paid
side = "foes"
armor = {class = "light",   protection = 1}  # leather
# not sure about this one

# === the end ===
'''


def change(text: str, how: Callable[[Any], object]) -> str:
    before = tomllib.loads(text)
    after = copy.deepcopy(before)
    how(after)
    result = edit_text(text, before, after)
    assert same(tomllib.loads(result), after)
    return result


def test_without_change_the_text_itself_comes_back() -> None:
    data = tomllib.loads(FIGHT)
    assert edit_text(FIGHT, data, dict(reversed(data.items()))) is FIGHT


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("how", "old", "new"),
    [
        (lambda data: data.update(round=2), "round = 1  #", "round = 2  #"),
        (lambda data: data.pop("round"), "round = 1  # the first\n", ""),
        (lambda data: data.update(phase="attack"), "# the first\n", '# the first\nphase = "attack"\n'),
        (lambda data: data["arenas"]["market"]["links"].append("x"), '"roofs",\n', '"roofs",\n  "x",\n'),
        (lambda data: data["arenas"]["market"]["links"].pop(0), '  "alley", # dark\n', ""),
        (lambda data: data["combatants"]["mira"].update(side="foes"), '"heroes"   #', '"foes"   #'),
        (lambda data: data["combatants"]["mira"].update(wounds=[]), '[ "scratch" ]', "[]"),
        (lambda data: data["combatants"]["mira"]["armor"].update(protection=1), "tion = 2  #", "tion = 1  #"),
        (lambda data: data["combatants"]["mira"]["armor"].pop("class"), 'armor.class = "heavy"\n', ""),
        (lambda data: data["combatants"]["ruffian"]["armor"].update(protection=0), "n = 1}  #", "n = 0}  #"),
        (lambda data: data["combatants"]["ruffian"]["armor"].pop("class"), 'class = "light",', ""),
        (lambda data: data["combatants"]["ruffian"].pop("side"), 'side = "foes"\n', ""),
        (
            lambda data: data["combatants"]["ruffian"].update(afraid=True),
            "this one\n",
            "this one\nafraid = true\n",
        ),
        (
            lambda data: data["combatants"]["mira"]["weapons"].update(bow={"damage": "1d4"}),
            'damage = "1d6"\n',
            'damage = "1d6"\n\n[combatants.mira.weapons.bow]\ndamage = "1d4"\n',
        ),
        (
            lambda data: data["combatants"]["mira"].pop("weapons"),
            '[combatants.mira.weapons.sword]\ndamage = "1d6"\n\n',
            "",
        ),
        (
            lambda data: data["combatants"]["mira"].update(note="brief"),
            'note = """\n[no.header]\n# no comment"""',
            'note = "brief"',
        ),
        (
            lambda data: data.update(pending=[{"n": 1}, {"n": 2}], dice={"step": 0}),
            "# === the end ===\n",
            "# === the end ===\n\n[dice]\nstep = 0\n\n[[pending]]\nn = 1\n\n[[pending]]\nn = 2\n",
        ),
        (
            lambda data: data["combatants"].update(ogre={"side": "foes", "armor": {"class": "none"}}),
            "# === the end ===\n",
            '# === the end ===\n\n[combatants.ogre]\nside = "foes"\narmor = { class = "none" }\n',
        ),
        (lambda data: data["combatants"].update(bystanders=3), "# Mira,", "[combatants]\nbystanders = 3\n\n# Mira,"),
        (
            lambda data: data["combatants"].pop("ruffian"),
            FIGHT[FIGHT.index("[combatants.ruffian]") : FIGHT.index("# === the end")],
            "",
        ),
    ],
)
def test_only_the_lines_that_must_change_do(newline: str, how: Callable[[Any], object], old: str, new: str) -> None:
    assert FIGHT.count(old) == 1
    text, old, new = (part.replace("\n", newline) for part in (FIGHT, old, new))
    assert change(text, how) == text.replace(old, new)


def test_what_was_added_can_be_taken_out_again() -> None:
    more = change(FIGHT, lambda data: (data.update(pending=[{"n": 1}]), data["combatants"].update(ogre={"hp": 1})))
    assert change(more, lambda data: (data.pop("pending"), data["combatants"].pop("ogre"))) == FIGHT


def test_pending_hits_keep_their_own_lines() -> None:
    text = "[[pending]]\nn = 1 # one\n[[pending]]\nn = 2 # two\n[pending.by]\nx = 1 # x\n\n[[pending]]\nn = 3 # three\n"
    assert change(text, lambda data: data["pending"].pop(0)) == text[text.index("[[pending]]\nn = 2") :]
    result = change(text, lambda data: (data["pending"].pop(1), data["pending"].insert(0, {"n": 0})))
    assert result == "[[pending]]\nn = 0\n\n[[pending]]\nn = 1 # one\n[[pending]]\nn = 3 # three\n"
    assert change(text, lambda data: data["pending"][1]["by"].update(x=2)) == text.replace("x = 1", "x = 2")
    assert change(text, lambda data: data["pending"][1]["by"].pop("x")) == text.replace("x = 1 # x\n", "")
    assert change(text, lambda data: data.pop("pending")) == ""
    assert change(text, lambda data: data.update(pending=[])) == "pending = []\n"


def test_pending_hits_written_inline_become_blocks() -> None:
    text = "pending = []\n\n[dice]\nstep = 1"
    assert change(text, lambda data: data["pending"].append({"n": 1})) == "\n[dice]\nstep = 1\n\n[[pending]]\nn = 1\n"


def test_tables_out_of_order_are_found() -> None:
    text = "[a.b]\nx = 1 # x\n[z]\n[a]\ny = 2 # y\n[a.c]\n"
    result = change(text, lambda data: (data["a"].update(y=3), data["a"]["b"].update(x=4), data["a"]["c"].update(n=5)))
    assert result == "[a.b]\nx = 4 # x\n[z]\n[a]\ny = 3 # y\n[a.c]\nn = 5\n"


def test_dotted_keys_and_headers_may_share_a_table() -> None:
    text = '[fruit]\napple.color = "red" # c\napple.taste.sweet = true\n\n[fruit.apple.peel.skin] # t\nsmooth = true\n'
    result = change(text, lambda data: data["fruit"]["apple"].update(color="blue", peel={"skin": {"smooth": False}}))
    assert result == text.replace('"red"', '"blue"').replace("smooth = true", "smooth = false")
    assert change(text, lambda data: data["fruit"].update(apple=1)) == "[fruit]\napple = 1\n"


def test_quoted_and_spaced_headers_are_understood() -> None:
    text = "[ \"a.b\" . 'c]' ] # c\nx = 1 # x\n\n[[ 'p\"' ]]\nn = 1\n[['p\"'.q]]\n['p\"'.q.r]\ns = 1 # s\n"
    result = change(text, lambda data: (data["a.b"]["c]"].update(x=2), data['p"'][0]["q"][0]["r"].update(s=2)))
    assert result == text.replace("x = 1", "x = 2").replace("s = 1", "s = 2")


def test_a_value_that_becomes_a_table_and_back() -> None:
    text = "a = 1 # a\nb = 2 # b\n"
    table = change(text, lambda data: data.update(a={"x": 1}))
    assert table == "b = 2 # b\n\n[a]\nx = 1\n"
    assert change(table, lambda data: data.update(a=1)) == "b = 2 # b\na = 1\n"
    assert change("[a]\nb = 1 # b\n", lambda data: data["a"].update(b=[1])) == "[a]\nb = [1] # b\n"


def test_types_are_told_apart() -> None:
    assert change("a = 1\nb = [1]\n", lambda data: data.update(a=True, b=[1.0])) == "a = true\nb = [1.0]\n"


def test_a_file_without_its_last_line_ending() -> None:
    assert change("[a]\nx = 1", lambda data: data["a"].update(y=2)) == "[a]\nx = 1\ny = 2\n"
    assert change("x = 1\ny = [1]", lambda data: data.update(x=2)) == "x = 2\ny = [1]"
    assert change("x = 1\ny = [1]", lambda data: data.update(y=[2])) == "x = 1\ny = [2]"
    assert change("[a]", lambda data: data["a"].update(y=2)) == "[a]\ny = 2\n"
    assert change("x = 1", lambda data: data.update(a={})) == "x = 1\n\n[a]\n"
    assert change("", lambda data: data.update(a={"b": {"c": 1}}, x=1)) == "x = 1\n\n[a.b]\nc = 1\n"


def test_mixed_line_endings_stay_mixed() -> None:
    text = "a = 1\r\nb = [1]\r\nc = 3\nd = 4\r\n"
    assert change(text, lambda data: data.update(b=[2])) == text.replace("[1]", "[2]")


def test_long_lists_get_a_line_for_each_element() -> None:
    names = ["a" * 60, "b" * 60]
    result = change("[c.m]\n", lambda data: data["c"]["m"].update(names=names, more={"names": names}))
    lines = "names = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"
    assert result == f"[c.m]\n{lines}\n[c.m.more]\n{lines}"


@pytest.mark.parametrize("broken", ["raises", "lies"])
def test_what_tomlkit_fails_at_is_written_plainly(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    def stumble(*_: object) -> str:
        if broken == "raises":
            raise KeyError(broken)
        return "wrong = 1"

    monkeypatch.setattr(tomlkit_edit, "change_nested", stumble)
    result = change(FIGHT, lambda data: data["combatants"]["mira"].update(wounds=["cut"]))
    assert result == FIGHT.replace('[ "scratch" ] # old', '["cut"]')


def test_where_all_else_fails_the_data_are_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_: object) -> str:
        return "wrong = ["

    monkeypatch.setattr(edit._Editor, "new_text", wrong)  # noqa: SLF001 - what must fail is inside
    assert change(FIGHT, lambda data: data.update(round=2)).startswith("#:schema combatcli.json\n")
    monkeypatch.setattr(edit, "_write_anew", lambda *_: "wrong = 1")
    assert 'ruleset = "realm"' in change(FIGHT, lambda data: data.update(round=2))


def test_plain_changes_do_without_tomlkit() -> None:
    program = (
        "import sys; from combatcli.encounter.edit import edit_text;"
        "assert edit_text('a = 1 # a', {'a': 1}, {'a': 2, 'pending': [{'n': 1}]}); sys.exit('tomlkit' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_work_grows_with_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f'[combatants.c{number}]\nwounds = [ "scratch" ] # {number}\n\n' for number in range(1000))
    parse = tomlkit.parse
    seen: list[str] = []

    def watched(part: str) -> tomlkit.TOMLDocument:
        seen.append(part)
        return parse(part)

    monkeypatch.setattr(tomlkit, "parse", watched)
    result = change(text, lambda data: data["combatants"]["c500"]["wounds"].append("cut"))
    assert result == text.replace('[ "scratch" ] # 500\n', '[ "scratch", "cut" ] # 500\n')
    assert seen == ['wounds = [ "scratch" ] # 500\n']


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a = [1, 2] # two\n", "a = [1, 2, 3] # two\n"),
        ("a = []\n", "a = [3]\n"),
        ("a = [\n    1,\n    2,\n] # two\n", "a = [\n    1,\n    2,\n    3,\n] # two\n"),
        ("a = [[0, 1], [1, 1]]\r\n", "a = [[0, 1], [1, 1], 3]\r\n"),
    ],
)
def test_an_array_as_we_write_it_needs_no_tomlkit(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    monkeypatch.setattr(tomlkit, "parse", None)
    assert change(old, lambda data: data["a"].append(3)) == new


KEYS = st.sampled_from(["a", "b", "c1", "d-e", "f.g", "h i", "", "ü", "pending", 'q"r'])
WORDS = st.text(st.sampled_from(list("ab #[]{}'\"\\\n\r\t=,.\x00\x7fü")), max_size=6)
SCALARS = st.one_of(
    st.integers(-(10**6), 10**6),
    st.booleans(),
    WORDS,
    st.floats(),
    st.dates(),
    st.times().map(lambda time: time.replace(tzinfo=None, fold=0)),
    st.datetimes(timezones=st.sampled_from([None, dt.UTC])).map(lambda time: time.replace(fold=0)),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=5)
FOUND = tuple[tuple[str, ...], str]


@given(SCALARS)
def test_every_scalar_survives_writing(value: object) -> None:
    assert same(tomllib.loads(f"x = {toml_value(value)}")["x"], value)


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


@st.composite
def edits(draw: Callable[[st.SearchStrategy[Any]], Any]) -> tuple[str, dict[str, Any], list[FOUND]]:
    writer = Writer(draw, draw(st.sampled_from(["\n", "\r\n"])))
    writer.table((), draw(TABLES))
    text = writer.text()
    after = tomllib.loads(text)
    for _ in range(draw(st.integers(0, 3))):
        mutate(draw, after)
    return text, after, writer.found


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
    assert same(tomllib.loads(result), after)
    newline = "\r\n" if "\r\n" in text else "\n"
    for path, line in found:
        if same(at(before, path), at(after, path)):
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
