"""The entry point: runs a command line and turns exceptions into exit codes."""

import sys

from combatcli.process import end_at_once_on_interrupt, refuse_old_python, run_and_exit

if __name__ == "__main__":
    refuse_old_python()
    end_at_once_on_interrupt()

from combatcli.cli import run as run_line
from combatcli.cli import starts_like_dice
from combatcli.errors import CombatError, DiceError, ExitCode, ReaderGoneError, StreamError
from combatcli.streams import write_stderr
from combatcli.text import escape, escaped_and_cut

HELD_UP = "A disk or a folder may be out of reach; nothing was changed."


def main(arguments: list[str] | None = None, *, in_play: bool = False) -> int:
    """Run the command line and return its exit code; no exception leaves it. ``in_play`` marks a line of `play`."""
    words = _with_roll_before_dice(sys.argv[1:] if arguments is None else arguments)
    try:
        return run_line(words, main, in_play=in_play)
    except CombatError as error:
        if in_play:
            from combatcli.hints import as_typed_in_play

            error.hint = as_typed_in_play(error.hint)
        _report_error(error, words)
        return error.exit_code
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except ReaderGoneError:
        return ExitCode.CLOSED
    except OSError as error:
        failed = StreamError(
            f"the operating system refused a request: {(error.strerror or str(error)).lower()}", HELD_UP
        )
        _report_error(failed, words)
        return failed.exit_code
    except Exception as error:  # noqa: BLE001  (no traceback ever reaches a user)
        # Python wraps an interrupt that comes while a class is made.
        return ExitCode.INTERRUPTED if isinstance(error.__cause__, KeyboardInterrupt) else _report_bug(error, words)


def _with_roll_before_dice(words: list[str]) -> list[str]:
    """Put `roll` before a first word that starts like dice, and read all words as UTF-8."""
    words = [word if word.isascii() else _as_utf8(word) for word in words]
    if words[:1] == ["dice"]:
        from combatcli.other_words import expand_shorthand

        words = expand_shorthand(words)
    return ["roll", *words] if words and starts_like_dice(words[0]) else words


def _as_utf8(word: str) -> str:
    """Decode as UTF-8 a word that the locale could not decode."""
    try:
        return word.encode(errors="surrogateescape").decode()
    except UnicodeError:
        return word


def _report_bug(error: Exception, words: list[str]) -> int:
    """Report an error of the program itself, unless a library of the wrong version explains it.

    With COMBATCLI_DEBUG set the exception is raised, traceback and all.
    """
    import os

    from combatcli.dependencies import library_error

    if os.environ.get("COMBATCLI_DEBUG"):
        raise error
    lacking = library_error(error)
    if lacking is not None:
        _report_error(lacking, words)
        return lacking.exit_code
    mistake = CombatError(
        f"combatcli itself went wrong ({type(error).__name__}: {error}); nothing was changed",
        "Please report it with the command line; COMBATCLI_DEBUG=1 shows where.",
    )
    mistake.kind = "internal"
    _report_error(mistake, words)
    return ExitCode.INTERNAL


def _report_error(error: CombatError, words: list[str]) -> None:
    if "--json" in words:
        from combatcli.report.envelope import error_document

        write_stderr(error_document(_command_name(words), error))
        return
    end = "" if error.message.endswith((".", "?", "!", "…")) else "."
    lines = _wrapped_on_terminal(f"combatcli: {escaped_and_cut(error.message)}{end}")
    if isinstance(error, DiceError) and error.text and error.column:
        lines += _expression_with_caret(error)
    if error.hint:
        lines += _wrapped_on_terminal(f"  {escaped_and_cut(error.hint)}")
    write_stderr("\n".join(lines) + "\n")


def _wrapped_on_terminal(text: str) -> list[str]:
    """Wrap a sentence at words on a terminal; elsewhere it stays one line."""
    if sys.stderr is None or not sys.stderr.isatty():
        return [text]
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    return textwrap.wrap(text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _command_name(words: list[str]) -> str | None:
    named = [word for word in words if not word.startswith("-")]
    return " ".join(named[: 2 if named[:1] == ["arena"] else 1]) or None


def _expression_with_caret(error: DiceError) -> list[str]:
    """Show the expression, or the faulty part of a long one, with a caret under the column."""
    start = max(0, error.column - 60)
    before = escape(error.text[start : error.column - 1])
    after = escape(error.text[error.column - 1 : start + 100])
    return [f"  {before}{after}", f"  {' ' * len(before)}^"]


if __name__ == "__main__":
    run_and_exit(main)
