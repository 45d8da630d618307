"""The JSON of reports and errors, exit codes, and the seeds that JSON reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from combatcli.errors import ExitCode
from support import HIT, Run, refused, tables


def test_the_envelope_of_a_report_is_pinned(run: Run, duel_file: Path) -> None:
    document = run(*HIT, "--json", "-f", duel_file).json
    assert document == {
        "version": 1,
        "command": "attack",
        "ruleset": "realm",
        "events": [
            {
                "event": "attack",
                "attacker": "mira",
                "target": "ogre",
                "weapon": "unarmed",
                "faces": [10],
                "kept": [10],
                "bonuses": {},
                "total": 10,
                "needed": 10,
                "hit": True,
                "damage": 3,
                "damage_faces": [2],
                "wounds": [3],
                "face_bonus": 1,
                "armor": 0,
            }
        ],
        "warnings": [],
        "dice": {"seed": None, "step": None},
    }
    assert all(next(iter(event)) == "event" for event in document["events"])


def test_the_envelope_of_an_error_is_pinned(run: Run, duel_file: Path) -> None:
    done = run("attack", "mirra", "ogre", "--json", "-f", duel_file)
    refused(done, 3)
    assert json.loads(done.err) == {
        "version": 1,
        "command": "attack",
        "error": {
            "kind": "refused",
            "message": 'there is no combatant "mirra" in this encounter',
            "hint": "Did you mean mira?",
        },
    }


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["roll", "3dx"], "dice"),
        (["attack", "--bogus"], "usage"),
        (["show", "-f", "/nowhere/at-all.toml"], "file"),
        (["rules", "R999"], "refused"),
    ],
)
def test_each_kind_of_error_has_its_word(run: Run, words: list[str], kind: str) -> None:
    assert json.loads(run(*words, "--json").err)["error"]["kind"] == kind


def test_json_mints_a_seed_where_the_encounter_has_none(run: Run, duel_file: Path) -> None:
    minted = run("attack", "mira", "ogre", "--json", "-n", "-f", duel_file).json
    again = run("attack", "mira", "ogre", "--json", "-n", "-f", duel_file, "--seed", minted["dice"]["seed"]).json
    assert minted["events"] == again["events"]


def test_what_json_has_no_word_for_is_written_as_text(run: Run, duel_file: Path) -> None:
    assert run("set", ".", "z=nan", "--json", "-n", "-f", duel_file).event("change")["changes"] == {"z": "nan"}


def test_the_encounters_seed_steps_on_with_each_command_that_rolls(run: Run, duel_file: Path) -> None:
    run("set", ".", "dice.seed=friday", "-f", duel_file)
    first = run("attack", "mira", "ogre", "--json", "-n", "-f", duel_file).json
    assert first["dice"] == {"seed": "friday", "step": 0}
    assert run("attack", "mira", "ogre", "--json", "-f", duel_file).json["events"] == first["events"]
    assert tables(duel_file)["dice"]["step"] == 1
    run("show", "-f", duel_file)
    run("attack", "mira", "ogre", "--dice", "1", "-f", duel_file)
    run("attack", "mira", "ogre", "--seed", "mine", "-f", duel_file)
    assert tables(duel_file)["dice"] == {"seed": "friday", "step": 1}
    assert run("attack", "mira", "ogre", "--json", "-f", duel_file).json["dice"]["step"] == 1


def test_exit_codes_are_the_documented_ones() -> None:
    codes = {name: value for name, value in vars(ExitCode).items() if name.isupper()}
    assert codes == {
        "DONE": 0,
        "FAILED": 1,
        "USAGE": 2,
        "REFUSED": 3,
        "STREAM": 4,
        "INTERNAL": 70,
        "INTERRUPTED": 130,
        "CLOSED": 141,
    }
