"""Hints in `play`, where a command is typed without the program's name and without the file."""

import re

SHELL = re.compile(r"[|<>]|&&|\$\(|\beval\b")
"""What marks a line that only a shell can run."""
PROGRAM = re.compile(r"(?:(?<=\bor )|(?<![a-z] ))\bcombatcli (?=[a-z-])")
SAMPLE = re.compile(r" -f (?:fight\.toml|FILE)\b")
"""The file name that stands for any file."""


def as_typed_in_play(text: str) -> str:
    """Return a text with its command lines as they are typed in `play`; lines for a shell stay."""
    lines = text.splitlines(keepends=True)
    return "".join([line if SHELL.search(line) else SAMPLE.sub("", PROGRAM.sub("", line)) for line in lines])
