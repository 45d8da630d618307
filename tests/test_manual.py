"""The manual: no page has drifted from what it is made of, all is told, and every page is sound mdoc(7)."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

import manual
from combatcli.cli import command_named
from combatcli.commands import SUMMARIES
from combatcli.declarations import CommandGroup
from combatcli.dice.notation import parse
from combatcli.rulesets import NAMES, load, usable_games
from manual.encounter import EXAMPLE, tables_of
from manual.events import COMMON_TYPES, added_keys, required_keys
from support import Run

MAN = Path(__file__).parent.parent / "man"
WRITTEN = sorted(str(path.relative_to(MAN)) for path in MAN.rglob("*.[157]"))
SECTIONS = [
    *("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT"),
    *("FILES", "EXIT STATUS", "EXAMPLES", "SEE ALSO"),
]


@cache
def made() -> dict[str, str]:
    """Return the pages as the code has them now."""
    return dict(manual.pages())


def plain(page: str) -> str:
    """Return a page's text with characters in place of their names."""
    text = made()[page]
    for name, character in (
        ("\\-", "-"),
        ("\\(aq", "'"),
        ("\\(dq", '"'),
        ("\\&", ""),
        ("\\[u2026]", "…"),
        ("\\(ha", "^"),
        ("\\e", "\\"),
    ):
        text = text.replace(name, character)
    return text


def test_no_page_has_drifted_from_what_it_is_made_of() -> None:
    assert sorted(made()) == WRITTEN
    assert [path for path in WRITTEN if (MAN / path).read_text(encoding="utf-8") != made()[path]] == []
    assert {f"man1/combatcli-{name}.1" for name in SUMMARIES} < made().keys()


@pytest.mark.parametrize("page", WRITTEN)
def test_every_page_has_the_sections_that_a_reader_looks_for(page: str) -> None:
    found = re.split(r"^\.Sh (.*)$", (MAN / page).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert found[::2] == SECTIONS
    assert all(text.strip() for text in found[1::2])


@pytest.mark.parametrize("page", WRITTEN)
def test_no_page_shows_the_place_of_a_fact_in_place_of_it(page: str) -> None:
    assert re.search(r"@[a-z\s]+@", (MAN / page).read_text(encoding="utf-8")) is None


def test_mandoc_has_nothing_to_say(need: Callable[[str], str]) -> None:
    mandoc = need("mandoc")
    done = subprocess.run(
        [mandoc, "-T", "lint", "-W", "warning", *(MAN / page for page in WRITTEN)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("page", WRITTEN)
def test_pages_fit_a_terminal_of_80_columns(page: str, need: Callable[[str], str]) -> None:
    mandoc = need("mandoc")
    done = subprocess.run([mandoc, "-T", "utf8", "-O", "width=80", MAN / page], capture_output=True, check=True)
    lines = re.sub(r".\x08", "", done.stdout.decode()).splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert not [line for line in lines if re.fullmatch(r" +<.*>", line)], "a word was taken for a macro"


@pytest.mark.parametrize("name", SUMMARIES)
def test_a_page_tells_every_word_and_option_of_its_command(name: str) -> None:
    found = command_named(name)
    page = plain(f"man1/combatcli-{name}.1")
    for command in found.commands.values() if isinstance(found, CommandGroup) else [found]:
        assert f".Nm combatcli {command.name}\n" in page
        for option in command.options_with_games(*usable_games().values()):
            assert re.search(rf"Fl {re.escape(option.name[1:])}( Ar \S.*| Op Ar \S+)?\n", page), option.name
            said = page.replace("\n.Ic ", " ").replace("\n", " ").casefold()
            assert option.help.split("`")[0].casefold().strip() in said, option.help


@pytest.mark.parametrize("game", NAMES)
def test_the_page_of_the_encounter_tells_every_key(game: str) -> None:
    page = plain("man5/combatcli-encounter.5")
    for table in tables_of(json.loads(load(game).schema())):
        assert not table.header or f".Sy {table.header}\n" in page
        assert [key for key in table.keys if f".It Ic {key}\n" not in page] == []
    assert [switch for switch in load(game).house_keys if f".It Ic {switch}\n" not in page] == []


def test_the_page_of_json_tells_every_kind_of_event_and_its_keys() -> None:
    page = " ".join(plain("man7/combatcli-json.7").split())
    for kind, type_ in COMMON_TYPES.items():
        assert f".It Ic {kind} " in page
        for key, said in required_keys(type_).items():
            assert f"{key} ({said})" in page
    for game in NAMES:
        told = page.partition(f".Ss Events of {game} ")[2].partition(".Ss ")[0]
        for kind, type_ in load(game).event_types.items():
            for key, said in added_keys(kind, type_).items():
                assert f".It Ic {kind} " in told.replace('"', "")
                assert f"{key} ({said})" in told


def test_the_notation_that_the_page_shows_is_read() -> None:
    shown = plain("man7/combatcli-dice.7").partition(".Ss Order of modifiers")[0]
    terms = re.findall(r"^\.It Ic (.*)$", shown, re.MULTILINE)
    assert len(terms) > 20
    for term in terms:
        for expression in term.split("), "):
            parse(expression if expression.count("(") == expression.count(")") else f"{expression})")


def test_the_seeded_dice_of_the_page_are_those_that_are_rolled(run: Run) -> None:
    page = " ".join(plain("man7/combatcli-dice.7").partition(".Ss Seeded dice")[2].partition(".Sh ")[0].split())
    assert not re.search(r"SeededPools|SeededSource|Stream\b", page)
    found = re.search(r"in hexadecimal ((?:[0-9a-f]{2} )+)", page)
    assert found is not None
    digest = sha256(b"combatcli 3\0roll\0friday" + bytes(24)).digest()
    assert digest.startswith(bytes.fromhex(found[1]))
    faces = [str(face) for face in run("roll", "10d6+2d1000", "--seed", "friday", "--json").events[0]["faces"]]
    assert f"show {', '.join(faces[:10])}." in page
    assert f"four bytes each: {faces[10]}, {faces[11]}." in page


def test_the_version_is_that_of_the_first_dated_heading_of_the_changelog(run: Run) -> None:
    changelog = (MAN.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(r"^## \[(\S+)\] - \d{4}-\d\d-\d\d$", changelog, re.MULTILINE)
    assert found is not None
    assert run("--version").out == f"combatcli {found[1]}\n"
    assert f"This is version {found[1]}." in plain("man1/combatcli.1")


def test_the_encounter_with_which_the_page_of_the_file_begins_is_valid(run: Run) -> None:
    done = run("check", stdin=EXAMPLE)
    assert (done.code, done.out) == (0, "A valid realm encounter: 2 combatants, 2 arenas.\n"), done.err
    assert "Mira Vane" in plain("man5/combatcli-encounter.5").partition("DESCRIPTION")[0]
