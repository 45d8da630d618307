"""`completion`: the file by which a shell completes command lines."""

from __future__ import annotations

import os

from combatcli.declarations import Argument, Command, Invocation
from combatcli.errors import ExitCode, StreamError, UsageError, nearest
from combatcli.streams import write_stdout

FILES = {"bash": "combatcli.bash", "zsh": "_combatcli", "fish": "combatcli.fish"}
SHELLS = tuple(FILES)


def completion(call: Invocation) -> int:
    """Print a shell's file."""
    shell = os.path.basename(call.words["shell"]).casefold()
    if shell not in FILES:
        raise UsageError(f'there is no completion for "{shell}"', nearest(shell, SHELLS))
    with open(path_of(shell), encoding="utf-8") as file:
        write_stdout(file.read())
    return ExitCode.DONE


def path_of(shell: str) -> str:
    """Return where a shell's file lies: in the package, or in a checkout beside it; StreamError if it is in neither."""
    import combatcli

    package = combatcli.__path__[0]
    for folder in (package, os.path.dirname(package)):
        path = os.path.join(folder, "completions", FILES[shell])
        if os.path.isfile(path):
            return path
    raise StreamError(f"the completion for {shell} is not installed", "Install combatcli again: pip install combatcli")


COMMAND = Command(
    "completion",
    completion,
    about=(
        "Save it if completion was not installed. bash reads ~/.local/share/bash-completion/completions/combatcli. "
        "fish reads ~/.config/fish/completions/combatcli.fish. zsh reads a file _combatcli in a folder of $fpath."
    ),
    arguments=[Argument("shell", "bash, zsh or fish; or its path, as in $SHELL", choices=("bash", "zsh", "fish"))],
    examples=[
        "combatcli completion fish > ~/.config/fish/completions/combatcli.fish",
        'eval "$(combatcli completion bash)"',
    ],
)
