"""A session of `play`: typed lines or a script, each run as a command."""

import re
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import takewhile

from combatcli import other_words
from combatcli.declarations import Command, CommandGroup, SessionCommandLine
from combatcli.encounter.references import references_by_key
from combatcli.errors import CombatError, ExitCode, UsageError, only_name_beginning_with, value_or
from combatcli.line import STOP, OptionsByName, pieces_of_line
from combatcli.pipeline.input import encounter_or_none, file_and_game_on_line, read_encounter_file
from combatcli.pipeline.stdin_expressions import limited_stdin_lines
from combatcli.streams import STANDARD, AbbreviationsAllowed, write_stderr, write_stdout
from combatcli.text import escape, escaped_and_cut

ENDS = ("exit", "quit", "q")
HELP = ("?", "help")
PROGRAM = "combatcli"
ROLLING = ("roll", "odds")
ASKING = ("rules", "roll", "odds")
"""Where a question mark at the end belongs to what is asked."""
SIGNS = re.compile(r"""\\.|'[^']*'?|"(?:\\.|[^"\\])*"?|[#;]""", re.DOTALL)
"""What is quoted, which has no meaning for a line; a comment, and the end of a command."""
LOGIC = ("and", "or")
OPERATORS = tuple("+*/%<>=,)};")
ENDINGS = (*"+*/%<>=,;", "-", " and", " or", " not")
LONGEST = 20_000
MOST_BYTES = 4 * LONGEST
"""The most bytes read of an unfinished line."""
ANY, SEVERAL = re.compile(r"\d[\d,]*"), re.compile(r"\d+(,\d+)+,?")
FACES_LAST = {
    **dict.fromkeys(("attack", "next", "order", "dashtest", "recover", "push", "impede"), ANY),
    **dict.fromkeys(("test", "wound"), SEVERAL),
}
"""The pattern of faces after a command's words; with commas where a number may mean something else."""
QUOTED = 200
"""The most characters quoted of a failed line."""


def words_of(line: str) -> list[str]:
    """Return the words of a line without the program's name; raise UsageError for unclosed quotes."""
    if len(line) > LONGEST:
        raise UsageError(f"this line has {len(line):,} letters, more than {LONGEST:,}", "Shorten it.")
    try:
        words = shlex.split(line, comments=True)
    except ValueError as error:
        raise UsageError(f"this line cannot be read: {str(error).lower()}", "Close every quote.") from None
    if words[:1] == [PROGRAM]:
        words = words[1:]
    words = other_words.expand_shorthand(words)
    if words[:1] == ["?"]:
        return ["help", *words[1:]]
    if words[1:][-1:] == ["?"] and words[0] not in ASKING and not words[-2].startswith("-"):
        return ["help", words[0]]
    return _join_spaced_expressions(words) if words and (words[0] in ROLLING or words[0][0].isdigit()) else words


def _join_spaced_expressions(words: list[str]) -> list[str]:
    """Join words around operators and within brackets into one expression: 3d6 + 2."""
    joined: list[str] = []
    for word in words:
        before = joined[-1] if joined and not joined[-1].startswith("-") else ""
        is_open = sum(map(before.count, "({")) > sum(map(before.count, ")}"))
        if before and (is_open or word[0:1] in OPERATORS or word in ("-", *LOGIC) or before.endswith(ENDINGS)):
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def split_commands(line: str, shell: SessionCommandLine) -> list[str]:
    """Split a line into commands at semicolons; an expression may have semicolons of its own."""
    commands, begun = [], 0
    for sign in SIGNS.finditer(line):
        if sign[0] == "#":
            break
        if sign[0] == ";" and _ends_command(line[begun : sign.start()], line[sign.end() :], shell):
            commands.append(line[begun : sign.start()])
            begun = sign.end()
    return [part.strip() for part in (*commands, line[begun:]) if part.strip()]


def _ends_command(command: str, rest: str, shell: SessionCommandLine) -> bool:
    """Tell whether a semicolon ends a command; after dice only if another command follows."""
    words, following = command.split(None, 1), rest.split(None, 1)
    if not words or not following:
        return True
    if words[0] not in ROLLING and not shell.starts_like_dice(words[0]):
        return True
    word = following[0]
    return bool(_command_or_none(word, shell)) or word in (*HELP, *ENDS) or shell.starts_like_dice(word)


def _command_or_none(word: str, shell: SessionCommandLine) -> Command | CommandGroup | None:
    """Return the command of a name, or None."""
    return value_or(None, lambda: shell.command_named(word))


def with_file_option(words: list[str], path: str, shell: SessionCommandLine) -> list[str]:
    """Add the encounter's file to the words of a command that takes one and names no other."""
    if len(words) == 2 and words[0] == "help":
        words = [words[1], "--help"]
    if not words or words[0] in ("help", "-h", "--help"):
        return words
    if shell.starts_like_dice(words[0]):
        words = ["roll", *words]
    command = _command_or_none(words[0], shell)
    if command is None:
        declared = as_declaration(words, path, shell) if len(words) > 1 else words
        if declared is words:
            _check_command_comes_first(words, path, shell)
        return [declared[0], "-f", path, *declared[1:]]
    _check_makes_sense_in_play(command, words, shell)
    length = 1
    if isinstance(command, CommandGroup):
        subcommand = only_name_beginning_with(words[1], command.commands) if len(words) > 1 else None
        if subcommand is None:
            return words
        command, length = command.commands[subcommand], 2
    rest = words[length:]
    takes = any(option.name == "--file" for option in command.shared)
    named = file_and_game_on_line(command, rest)
    if named.get("file") == STANDARD:
        raise UsageError("play reads its commands from standard input", "Name a file with -f FILE.")
    if takes and not named:
        return [*words[:length], "-f", path, *_with_faces_option(command, rest, path)]
    return words


def _check_makes_sense_in_play(command: Command | CommandGroup, words: list[str], shell: SessionCommandLine) -> None:
    """Refuse lines that make no sense within `play`."""
    if command.name in ROLLING and words[1:] and _command_or_none(words[1], shell):
        line = shlex.join([*words[1:], "--odds"])
        raise UsageError(f"{words[0]} is for dice", f"The chances of a command are asked behind it: {escape(line)}")
    if command.name in ("play", "tutorial"):
        raise UsageError("play is already running", f"You can run {command.name} in another terminal.")
    if command.name == "roll" and len(words) == 1:
        raise UsageError("roll needs an expression here", "As in roll 3d6+2")


def _with_faces_option(command: Command, words: list[str], path: str) -> list[str]:
    """Turn numbers at the end of the words into the option for rolled faces or cards."""
    if not words or not ANY.fullmatch(words[-1]) or STOP in words:
        return words
    source = read_encounter_file(path)
    game = source.game
    entered = "--cards" if game.draws else "--dice"
    if entered in words:
        at = words.index(entered) + 1
        return [*words[:at], _faces_text(words[at:])] if all(map(ANY.fullmatch, words[at:])) else words
    shape = FACES_LAST.get(command.name)
    if shape is None:
        return words
    pieces = pieces_of_line(words, OptionsByName(command.options_with_games(game)))
    plain = [piece.word or "" if piece.option is None else "" for piece in pieces]
    count = sum(1 for _ in takewhile(shape.fullmatch, reversed(plain)))
    at = len(words) - count
    entering = [*words[:at], entered, _faces_text(words[at:])]
    named = [word for word in words[at:] if word in source.tables.get("combatants", {})]
    if named:
        as_faces, as_combatant = shlex.join(entering), shlex.join(["--", *words])
        raise UsageError(
            f'"{named[0]}" may be a face, and is a combatant here',
            f"Write: {command.name} {as_faces}, or for the combatant: {command.name} {as_combatant}",
        )
    return entering if count else words


def _faces_text(words: list[str]) -> str:
    return ",".join([word.strip(",") for word in words])


def as_declaration(words: list[str], path: str, shell: SessionCommandLine) -> list[str]:
    """Put `declare` before words that begin with a declaration, and with no command; return others unchanged."""
    if not words or _command_or_none(words[0], shell) or words[0] not in _possible_declarations(path):
        return words
    return ["declare", words[1], words[0], *words[2:]] if len(words) > 1 else ["declare"]


def _possible_declarations(path: str) -> Collection[str]:
    """Return the possible declarations in the fight of a file; empty where it cannot be read."""
    source = encounter_or_none(path)
    doing = source.game.action("declare") if source is not None else None
    return [word for name in references_by_key(doing.request).get("action", ()) for word in name.else_] if doing else ()


def _check_command_comes_first(words: list[str], path: str, shell: SessionCommandLine) -> None:
    """Refuse a line that begins with the acting combatant: mira attacks ruffian."""
    for verb in (words[1], words[1].removesuffix("s")) if len(words) > 1 else ():
        if _command_or_none(verb, shell) or verb in _possible_declarations(path):
            line = shlex.join([verb, words[0], *words[2:]])
            raise UsageError(f'there is no command "{escape(words[0])}"', f"The command comes first: {escape(line)}")


def run_line(line: str, path: str, shell: SessionCommandLine) -> int:
    """Run one line and return its exit code."""
    try:
        words = with_file_option(words_of(line), path, shell)
    except CombatError as error:
        write_stderr(f"combatcli: {escaped_and_cut(error.message)}.\n  {escaped_and_cut(error.hint)}\n")
        return error.exit_code
    return shell.run(words, in_play=True) if words else ExitCode.DONE


def play_script(
    lines: Iterable[str],
    path: str,
    shell: SessionCommandLine,
    *,
    keep_going: bool,
    helped: Callable[[], str] | None = None,
) -> int:
    """Run a script line by line; the first failed line is named and ends it, unless ``keep_going``.

    ``helped`` returns what `?` prints.
    """
    failed = ExitCode.DONE
    commands = ((number, each) for number, line in enumerate(lines, 1) for each in split_commands(line, shell))
    with AbbreviationsAllowed():
        for number, command in commands:
            if command in ENDS:
                break
            if command in HELP and helped is not None:
                write_stdout(helped())
                continue
            code = run_line(command, path, shell)
            if code in (ExitCode.INTERRUPTED, ExitCode.CLOSED):
                return failed or code
            if code:
                what = escape(command[:QUOTED])
                write_stderr(f"combatcli: line {number} failed: {what}. What was done before it stands.\n")
                failed = failed or code
                if not keep_going:
                    break
    return failed


def stdin_lines() -> Iterator[str]:
    """Yield each line of standard input as soon as it is complete.

    Bytes that are not UTF-8 become surrogates, as in the words of a command line, and are refused like there. Raises
    UsageError for a line that is too long, whether or not it ends.
    """
    hint = "Shorten it. What was done before it stands."
    too_long = UsageError(f"a line of the script has more than {MOST_BYTES:,} bytes", hint)
    return (line.decode("utf-8-sig", "surrogateescape") for line in limited_stdin_lines(MOST_BYTES, too_long))
