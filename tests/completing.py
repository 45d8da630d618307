"""Shells at work: what they offer where TAB is pressed, and what a command is given after it, in a real terminal."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from typing import Self

from combatcli.commands.completion import bundled_script_path

PATIENCE = 30
"""Seconds without a word from a shell after which a test fails."""
END = "=="
LEAD = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""How a shell comes to have the terminal for its own."""

BASH = """
source "{file}"
PS1= PROMPT_COMMAND='[[ $ready ]] || {{ ready=yes; echo '==' >> "$OUT"; }}'
combatcli() {{ printf '%s\\n' "$@" '==' >> "$OUT"; }}
bind 'set enable-bracketed-paste off'
bind 'set bell-style none'
"""
ZSH = """
fpath=("{folder}" $fpath)
autoload -Uz compinit; compinit -D -u
PS1= PROMPT_EOL_MARK=
precmd() {{ [[ -n $ready ]] || {{ ready=yes; print '==' >> $OUT }} }}
combatcli() {{ print -rl -- "$@" '==' >> $OUT }}
bindkey -e
"""
ZSH_LISTS = """
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
    local -a hits
    builtin compadd -A hits "$@"
    (( $#hits )) && print -rl -- $hits >> $OUT
    builtin compadd "$@"
}
capture() { _main_complete; print '==' >> $OUT }
zle -C capture list-choices capture
bindkey '^I' capture
"""
FISH = """
source "{file}"
set fish_greeting
function fish_prompt; set -q ready; or begin; set -g ready yes; echo '==' >> $OUT; end; end
function combatcli; printf '%s\\n' $argv '==' >> $OUT; end
"""
BASH_LISTS = """
source "$1"; shift
COMP_WORDBREAKS=$' \\t\\n"\\''
compopt() { :; }
for COMP_LINE in "$@"; do
    COMP_POINT=${#COMP_LINE}
    _combatcli combatcli
    printf '%s\\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"} ==
done
"""
FISH_LISTS = """
source $argv[1]
for line in $argv[2..]
    complete -C $line
    echo ==
end
"""


class Table:
    """A folder to work in, with the combatcli of these tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(folder),
            "ZDOTDIR": str(folder),
            "TERM": "xterm",
            "LC_ALL": "C.UTF-8",
            "OUT": str(folder / "out"),
        }

    def offers(self, shell: str, *lines: str, file: Path | None = None) -> list[list[str]]:
        """Return what a shell offers where each line ends; ``file`` is the variable's."""
        variable = {"COMBATCLI_FILE": str(file)} if file is not None else {}
        if shell == "zsh":
            with Terminal(shell, self, variable, ZSH_LISTS) as terminal:
                return [terminal.answer(f"\x15{line}\t") for line in lines]
        start = ["bash", "-c", BASH_LISTS, "bash"] if shell == "bash" else ["fish", "--no-config", "-c", FISH_LISTS]
        done = subprocess.run(
            [*start, bundled_script_path(shell), *lines],
            env=self.environment | variable,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        answers = done.stdout.split(f"{END}\n")[:-1]
        return [[line.partition("\t")[0] for line in answer.splitlines() if line] for answer in answers]

    def arguments(self, shell: str, *lines: str, file: Path | None = None) -> list[list[str]]:
        """Return the words that the command is given where each line, with its TABs, is typed at a terminal."""
        variable = {"COMBATCLI_FILE": str(file)} if file is not None else {}
        with Terminal(shell, self, variable) as terminal:
            return [terminal.answer(f"{line}\r") for line in lines]


class Terminal:
    """A shell that takes itself for one at a terminal."""

    def __init__(self, shell: str, table: Table, variable: dict[str, str], more: str = "") -> None:
        start = table.folder / (".zshrc" if shell == "zsh" else f"start.{shell}")
        setting = {"bash": BASH, "zsh": ZSH, "fish": FISH}[shell]
        path = bundled_script_path(shell)
        start.write_text(setting.format(file=path, folder=Path(path).parent) + more)
        words = {
            "bash": ["bash", "--noprofile", "--rcfile", str(start), "-i"],
            "zsh": ["zsh", "-d", "-i"],
            "fish": ["fish", "--no-config", "-C", f"source {start}", "-i"],
        }
        out = Path(table.environment["OUT"])
        if not out.exists():
            os.mkfifo(out)
        self.out = os.open(out, os.O_RDWR | os.O_NONBLOCK)
        self.mine, theirs = os.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-Sc", LEAD, *words[shell]],
            env=table.environment | variable,
            cwd=table.folder,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        self.seen = b""

    def __enter__(self) -> Self:
        """Wait until the shell is ready."""
        self.answer("")
        return self

    def __exit__(self, *_: object) -> None:
        """End the shell."""
        self.process.kill()
        self.process.wait()
        os.close(self.mine)
        os.close(self.out)

    def answer(self, typed: str) -> list[str]:
        """Type something, and return the lines that come of it."""
        os.write(self.mine, typed.encode())
        got = b""
        while not got.endswith(b"==\n"):
            ready, _, _ = select.select([self.mine, self.out], [], [], PATIENCE)
            assert ready, f"the shell says nothing to {typed!r}: {self.seen.decode(errors='replace')}"
            if self.mine in ready:
                self.seen += os.read(self.mine, 65536)
            if self.out in ready:
                got += os.read(self.out, 65536)
        return got.decode().splitlines()[:-1]
