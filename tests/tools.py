"""The programs beside Python that some tests need; as a script it says which of them are missing, and how to get them.

``python tests/tools.py`` prints what the tests leave out here; with ``--packages`` the missing packages' names alone.
"""

from __future__ import annotations

import shutil
import sys

PACKAGES = {"zsh": "zsh", "fish": "fish", "mandoc": "mandoc", "dot": "graphviz"}
"""Each program, and the package that has it."""


def missing() -> list[str]:
    """Return the programs that are not installed."""
    return [tool for tool in PACKAGES if shutil.which(tool) is None]


def advice(tools: list[str]) -> str:
    """Return how to install some of the programs."""
    packages = " ".join(PACKAGES[tool] for tool in tools)
    return f"`sudo apt-get install {packages}`, or `brew install {packages}`"


def main() -> None:
    """Print what is missing."""
    tools = missing()
    if "--packages" in sys.argv[1:]:
        print(*(PACKAGES[tool] for tool in tools))
    elif tools:
        print(f"Left out: the tests that need {', '.join(tools)}. To run them too: {advice(tools)}.")


if __name__ == "__main__":
    main()
