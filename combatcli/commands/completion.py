"""`completion`: the completion script of a shell, and the words for which that script asks."""

import os

import combatcli
from combatcli.commands import SUMMARIES
from combatcli.declarations import Argument, Command, Invocation, text
from combatcli.errors import ExitCode, StreamError, require_known
from combatcli.pipeline.typed import TypedLine, parse_typed_line, words_after_program
from combatcli.streams import VARIABLE, write_stdout

FILES = {"bash": "combatcli.bash", "zsh": "_combatcli", "fish": "combatcli.fish"}
BREAKS = "COMP_WORDBREAKS"
"""The variable with the characters at which bash breaks words."""


def completion(call: Invocation) -> int:
    """Print a shell's script; or, for that script, the completions of a line."""
    shell = os.path.basename(call.words["shell"]).casefold()
    require_known(shell, FILES, f'there is no completion for "{shell}"')
    if "words" in call.options:
        write_stdout(completions_of_line(call.options["words"], shell, call))
        return ExitCode.DONE
    with open(bundled_script_path(shell), encoding="utf-8") as file:
        write_stdout(file.read())
    return ExitCode.DONE


def completions_of_line(line: str, shell: str, call: Invocation) -> str:
    """Return the completions at the end of a shell's line: a line each, the word, a tab, its description.

    For bash the words are quoted like the line, without descriptions. If a file is expected, the only line is a tab and
    the beginning of the path.
    """
    from combatcli.pipeline.words import LineCompleter

    at_cursor = parse_typed_line(line)
    assert at_cursor is not None
    assert call.shell is not None
    at_cursor.words = words_after_program(at_cursor.words)
    after = parse_typed_line(call.options.get("after", ""))
    at_cursor.after = [*after.words, after.begun] if after is not None else []
    choices = LineCompleter(SUMMARIES, call.shell.command_named, os.environ.get(VARIABLE)).completions_at_cursor(
        at_cursor
    )
    if choices.path is not None:
        return f"\tfiles\t{choices.path}\n"
    if shell == "bash":
        return "".join(f"{_word_for_bash(word, at_cursor)}\n" for word in choices.words)
    return "".join(f"{word}\t{about}\n" for word, about in choices.words.items())


def _word_for_bash(word: str, at_cursor: TypedLine) -> str:
    """Return a word as bash inserts it; for bash the last word begins after characters such as : and =."""
    signs = [] if at_cursor.quote else [sign for sign in "=:@" if sign in os.environ.get(BREAKS, "")]
    end = max((at_cursor.raw.rfind(sign) for sign in signs), default=-1) + 1
    before, whole = at_cursor.raw[:end], at_cursor.in_same_quotes(word)
    return whole[end:] if whole.casefold().startswith(before.casefold()) else whole


def bundled_script_path(shell: str) -> str:
    """Return the path of a shell's shipped script, in the package or the checkout; StreamError if in neither."""
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
    options=[
        text("--words", "LINE", "print what may stand at the end of a line, as the script asks for it"),
        text("--after", "LINE", "the rest of the line, behind the cursor"),
    ],
    examples=[
        "combatcli completion fish > ~/.config/fish/completions/combatcli.fish",
        'eval "$(combatcli completion bash)"',
    ],
)
