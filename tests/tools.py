"""The programs beside Python that some tests need; as a script it says which tests were skipped for want of one.

``python tests/tools.py FILE`` reads what pytest's ``--skipped-to FILE`` wrote, a line for each skipped test that begins
with the program it needs. With ``--packages`` it prints the packages that are missing on this machine.
"""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from pathlib import Path

PACKAGES = {"zsh": "zsh", "fish": "fish", "mandoc": "mandoc", "dot": "graphviz", "chromium": "chromium"}
"""Each program, and the package that has it."""


def missing() -> list[str]:
    """Return the programs that are not installed."""
    return [tool for tool in PACKAGES if shutil.which(tool) is None]


def advice(tools: list[str]) -> str:
    """Return how to install some of the programs."""
    packages = " ".join(PACKAGES[tool] for tool in tools)
    return f"`sudo apt-get install {packages}`, or `brew install {packages}`"


def summary(skipped: Path) -> str:
    """Return a sentence on the tests that were skipped because a program is missing; nothing if none was."""
    lines = skipped.read_text(encoding="utf-8").splitlines() if skipped.exists() else []
    counts = Counter(line.split()[0] for line in lines)
    tools = [tool for tool in PACKAGES if counts[tool]]
    if not tools:
        return ""
    named = ", ".join(f"{PACKAGES[tool]} ({counts[tool]})" for tool in tools)
    return f"Skipped for want of a program: {named}. To run these tests too: {advice(tools)}."


def main() -> None:
    """Print what is missing, or what was skipped for it."""
    words = sys.argv[1:]
    text = " ".join(PACKAGES[tool] for tool in missing()) if "--packages" in words else summary(Path(words[0]))
    if text:
        print(text)


if __name__ == "__main__":
    main()
