"""Completion for shells: a file for each, made from the declarations of the commands."""

from __future__ import annotations


def made() -> dict[str, str]:
    """Return the text of each shell's file."""
    from shells import bash, fish, zsh

    return {"bash": bash.text(), "zsh": zsh.text(), "fish": fish.text()}
