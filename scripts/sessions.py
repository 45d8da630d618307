"""Rewrite what README, guide and cookbook say that commands print, by running it all.

A ``console`` block is a session: all of a page's run in one shell, and below each command stands what it prints. An
``sh`` block is a script; a ``text`` block right below it is what it prints. A ``toml FILE`` block is what the session
adds to a file.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "docs/guide.md", "docs/cookbook.md", "docs/dice.md", "docs/your-own-game.md")
SESSION = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
ADDED = re.compile(r"^```toml (\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
STEP = re.compile(rf"{ADDED.pattern}|^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SCRIPT = re.compile(r"^```sh\n(.*?)^```$(?:\n+^```text\n(.*?)^```$)?", re.DOTALL | re.MULTILINE)


def run_in_bash(script: str, folder: Path, *, program: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a script in a folder, up to the first command that fails, with `combatcli` being this one."""
    function = f'combatcli() {{ "{sys.executable}" -m combatcli "$@"; }}\n' if program else ""
    return subprocess.run(
        ["/bin/bash", "-c", f"set -e\n{function}{script}"],
        cwd=folder,
        env={**_plain(), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def _plain() -> dict[str, str]:
    """Return the environment without what changes a program's output."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("COMBATCLI_", "PYTHON"))}


def output_of_script(script: str) -> str:
    """Return what a script prints in an empty folder; RuntimeError if it fails."""
    with TemporaryDirectory() as folder:
        done = run_in_bash(script, Path(folder))
    if done.returncode:
        raise RuntimeError(f"{script}\nended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def with_new_output(page: str) -> str:
    """Return a page in which every output is what its commands print; RuntimeError if one of them fails."""
    marked: list[str] = []
    for file, added, block in STEP.findall(page):
        marked += [f"cat >> {file} <<'ADDED'\n{added}\nADDED"] if file else []
        marked += [f"echo ====\n{line[2:]}" for line in block.splitlines() if line.startswith("$ ")]
    printed = iter(re.split(r"^====\n", output_of_script("\n".join(marked)), flags=re.MULTILINE)[1:])

    def session(block: re.Match[str]) -> str:
        lines = [line for line in block[0].splitlines() if line.startswith("$ ")]
        return "".join([f"{line}\n{next(printed)}" for line in lines])

    def script(block: re.Match[str]) -> str:
        if block[2] is None:
            return block[0]
        start, end = block.start(2) - block.start(), block.end(2) - block.start()
        return f"{block[0][:start]}{output_of_script(block[1])}{block[0][end:]}"

    return SCRIPT.sub(script, SESSION.sub(session, page))


def main() -> None:
    """Rewrite the pages."""
    for name in PAGES:
        path = ROOT / name
        path.write_text(with_new_output(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
