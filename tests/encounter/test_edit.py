"""Editing changes the lines whose data changed, and leaves every other byte alone."""

from __future__ import annotations

import copy
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import tomlkit

from combatcli.encounter import edit
from combatcli.encounter.edit import edit_text
from combatcli.encounter.layout import is_same_value

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


def test_without_change_the_text_itself_comes_back() -> None:
    data = tomllib.loads(FIGHT)
    assert edit_text(FIGHT, data, dict(reversed(data.items()))) is FIGHT


def change(text: str, how: Callable[[Any], object]) -> str:
    before = tomllib.loads(text)
    after = copy.deepcopy(before)
    how(after)
    result = edit_text(text, before, after)
    assert is_same_value(tomllib.loads(result), after)
    return result


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
        (lambda data: data["combatants"]["ruffian"].update(afraid=True), "this one\n", "this one\nafraid = true\n"),
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
            lambda data: data.update(combatants={"sefa": data["combatants"].pop("mira"), **data["combatants"]}),
            FIGHT[FIGHT.index("[combatants.mira]") : FIGHT.index("[combatants.ruffian]")],
            FIGHT[FIGHT.index("[combatants.mira]") : FIGHT.index("[combatants.ruffian]")].replace("ts.mira", "ts.sefa"),
        ),
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
    result = change(text, lambda data: data["fruit"].update(apple={"peel": {"skin": {"smooth": True}}}))
    assert result == "[fruit]\n\n[fruit.apple.peel.skin] # t\nsmooth = true\n"


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


def test_comments_in_an_array_stay_with_their_elements() -> None:
    text = 'a = ["x", # first\n  "y", "z" # last\n] # of a\nb = 1\n'
    assert change(text, lambda data: data.update(a=["x", "q", "z"])) == text.replace('"y"', '"q"')
    assert change(text, lambda data: data["a"].pop(1)) == text.replace('"y", ', "")
    for now in (["w", "x", "y", "z"], ["x", "w", "y", "z"], ["x", "y", "w", "z"], ["x", "y", "z", "w"]):
        result = change(text, partial(dict.update, a=now))
        assert re.search(r'"x", # first\n.*"z",? # last\n.*] # of a\nb = 1\n', result, re.DOTALL)
    for now in (["z"], ["z", "y", "x"], []):
        assert change(text, partial(dict.update, a=now)).endswith("] # of a\nb = 1\n")


def test_what_looks_like_a_header_in_an_array_is_none() -> None:
    text = '[one]\na = [\n  ["one"],\n  ["b"]\n] # of a\n\n[two] # t\nx = 1\n'
    assert change(text, lambda data: data["two"].update(x=2)) == text.replace("x = 1", "x = 2")
    assert change(text, lambda data: data["one"].update(x=2)) == text.replace("of a\n", "of a\nx = 2\n")


def test_mixed_line_endings_stay_mixed() -> None:
    text = "a = 1\r\nb = [1]\r\nc = 3\nd = 4\r\n"
    assert change(text, lambda data: data.update(b=[2])) == text.replace("[1]", "[2]")


def test_long_lists_get_a_line_for_each_element() -> None:
    names = ["a" * 60, "b" * 60]
    result = change("[c.m]\n", lambda data: data["c"]["m"].update(names=names, more={"names": names}))
    lines = "names = [\n" + "".join(f'    "{name}",\n' for name in names) + "]\n"
    assert result == f"[c.m]\n{lines}\n[c.m.more]\n{lines}"


@pytest.mark.parametrize("broken", ["raises", "lies"])
def test_the_part_that_tomlkit_fails_at_is_written_anew(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    def stumble(*_: object) -> str:
        if broken == "raises":
            raise KeyError(broken)
        return "wrong = 1"

    monkeypatch.setattr(edit, "_change_by_tomlkit", stumble)
    result = change(FIGHT, lambda data: data["combatants"]["mira"].update(wounds=["cut"]))
    start, end = FIGHT.index("side ="), FIGHT.index("[combatants.mira.weapons")
    assert result.startswith(f'{FIGHT[:start]}side = "heroes"\n')
    assert result.endswith(f'wounds = ["cut"]\nnote = "[no.header]\\n# no comment"\n\n{FIGHT[end:]}')


def test_where_all_else_fails_the_data_are_written_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edit, "parts_at_headers", lambda *_: [((), "wrong = [")])
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
    assert seen == ['[combatants.c500]\nwounds = [ "scratch" ] # 500\n']


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a = [1, 2] # two\n", "a = [1, 2, 3] # two\n"),
        ("a = []\n", "a = [3]\n"),
        ("a = [\n    1,\n    2,\n] # two\n", "a = [\n    1,\n    2,\n    3,\n] # two\n"),
        ("a = [[0, 1], [1, 1]]\r\n", "a = [[0, 1], [1, 1], 3]\r\n"),
        ("a = [\r\n    1,\r\n]\r\n", "a = [\r\n    1,\r\n    3,\r\n]\r\n"),
    ],
)
def test_an_array_as_we_write_it_needs_no_tomlkit(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    monkeypatch.setattr(tomlkit, "parse", None)
    assert change(old, lambda data: data["a"].append(3)) == new
