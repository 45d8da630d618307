"""The text that the files of all shells are made of."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def driver(name: str, **parts: str) -> str:
    """Return a shell's driver with its parts put in."""
    text = (HERE / name).read_text(encoding="utf-8")
    for key, part in parts.items():
        text = text.replace(f"@{key}@", part)
    return text


def reader() -> str:
    """Return the program that reads names from an encounter, without its comments; it has no single quote in it."""
    lines = (HERE / "reader.awk").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if line and not line.startswith("#"))
