"""What `play` says to do is said as it is typed there: without the program's name, and without the fight's file."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatcli.hints import as_typed
from support import Run


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("attack mira", "Example: attack mira ruffian\n"),
        ("undo", "`log` lists what was done.\n"),
        ("set round=3", "Write: set . round=3\n"),
        ("set mira foo=3", "`schema realm --keys` lists all"),
        ("attack --help", "Usage: attack [OPTIONS] ATTACKER TARGETS…\n"),
        ("help attack", "\n  attack mira ruffian --odds\n"),
    ],
)
def test_a_hint_in_play_is_as_it_is_typed_there(run: Run, realm_file: Path, line: str, hint: str) -> None:
    done = run("play", realm_file, stdin=f"{line}\n")
    assert hint in done.out + done.err


def test_a_hint_of_the_shell_has_the_program_and_the_file(run: Run, realm_file: Path) -> None:
    assert "Example: combatcli attack mira ruffian -f fight.toml\n" in run("attack", "mira", "-f", realm_file).err


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("Write: combatcli test --void tor", "Write: test --void tor"),
        ("`combatcli log` lists them.", "`log` lists them."),
        ("combatcli boon vela lucky", "boon vela lucky"),
        ("One: combatcli show, or combatcli check", "One: show, or check"),
        ("Write: combatcli check -f other.toml", "Write: check -f other.toml"),
        ("Install combatcli again: pip install combatcli", "Install combatcli again: pip install combatcli"),
        ("  combatcli new realm --example | combatcli show", "  combatcli new realm --example | combatcli show"),
        ("Write: combatcli schema realm > FILE", "Write: combatcli schema realm > FILE"),
    ],
)
def test_the_program_is_left_out_where_a_command_follows_and_no_shell_is_needed(text: str, typed: str) -> None:
    assert as_typed(text) == typed
