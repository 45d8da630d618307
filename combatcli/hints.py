"""Hints as `play` has them: there a command is typed without the program's name, and without the fight's file."""

from __future__ import annotations

import re

SHELL = re.compile(r"[|<>]|&&|\$\(|\beval\b")
"""What shows that a line is for a shell alone."""
PROGRAM = re.compile(r"(?:(?<=\bor )|(?<![a-z] ))\bcombatcli (?=[a-z-])")
SAMPLE = re.compile(r" -f (?:fight\.toml|FILE)\b")
"""The file that stands for any."""


def as_typed(text: str) -> str:
    """Return a text with its command lines as they are typed in `play`; a line for a shell stays as it is."""
    lines = text.splitlines(keepends=True)
    return "".join([line if SHELL.search(line) else SAMPLE.sub("", PROGRAM.sub("", line)) for line in lines])
