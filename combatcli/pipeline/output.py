"""The output of a command: its report, and the changed encounter; a file is written last, if all went well."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from functools import partial

from combatcli.declarations import Invocation
from combatcli.encounter import files, locks, reading
from combatcli.errors import ExitCode, StreamError, UsageError
from combatcli.events import Declare
from combatcli.pipeline.input import Input, how_to_wait_for_lock
from combatcli.pipeline.result import Result, render_report, report_of
from combatcli.streams import STANDARD, is_device_or_pipe, on_terminal, write_encounter, write_stderr, write_stdout
from combatcli.text import escape

NOT_KEPT = "Not kept: -o FILE keeps it, -o - prints it.\n"
NO_MORE = contextlib.nullcontext()
PICTURE_BEGINS = 20
OTHER_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf")


def report_and_write(call: Invocation, origin: Input, result: Result) -> int:
    """Report, write the changes, and return the exit code."""
    text = origin.text
    if result.tables is not None and result.tables is not origin.tables:
        from combatcli.encounter.document import check_readable_again
        from combatcli.encounter.edit import edit_text

        text = edit_text(origin.text, origin.tables, result.tables)
        check_readable_again(text, result.tables)
    if "dry_run" in call.shared:
        text = origin.text
    output = _destination(call, origin)
    in_place = output == origin.path not in ("", STANDARD) and (result.rolled or text != origin.text)
    elsewhere = output not in ("", STANDARD, origin.path) and not is_device_or_pipe(output)
    anew = (
        _new_journal_for_other_game(call, origin, result, output, text if elsewhere else origin.text)
        if in_place or elsewhere
        else NO_MORE
    )
    report_words = render_report(call, result, to_terminal=output != STANDARD)
    with contextlib.ExitStack() as contexts:
        if in_place:
            contexts.enter_context(anew)
            with _another_offered():
                contexts.enter_context(_file_changed_and_recorded(call, result, output, origin.text, text))
        if origin.lock is not None:
            origin.lock.close()
        if elsewhere:
            contexts.enter_context(_write_to_other_file(call, result, output, text, anew))
        contexts.enter_context(requested_pictures_written(call, result))
        if output == STANDARD and "output" not in call.shared and not call.is_question and on_terminal():
            write_stdout(report_words)
            write_stderr(NOT_KEPT) if "json" in call.shared else write_stdout(NOT_KEPT)
        else:
            write_report_and_encounter(output, text, report_words)
    return exit_code(call, result)


def _new_journal_for_other_game(
    call: Invocation, origin: Input, result: Result, path: str, text: str
) -> contextlib.AbstractContextManager[None]:
    """Return a context that begins a new journal if the journal is of another game than the text, with a warning.

    Another warning tells that the file is an earlier text again, which begins a new chapter of the log.
    """
    from combatcli.encounter import journal, replay

    other = journal.foreign_journal_owner(path, text, origin.game.name)
    if other:
        old_journal = escape(journal.previous_journal_path(path))
        result.warnings.append(f"the journal here is of {other}: it is kept as {old_journal}, and a new one begins")
        return journal.journal_set_aside(path, how_to_wait_for_lock(call))
    if path == origin.path and replay.begins_new_chapter(path, text):
        result.warnings.append(
            f"{escape(path)} is not what the last command left: a new chapter of the log begins; "
            "`combatcli log --all` tells the earlier ones"
        )
    return NO_MORE


@contextlib.contextmanager
def _another_offered() -> Iterator[None]:
    """Offer -o where the encounter's own file cannot be replaced."""
    try:
        yield
    except StreamError as error:
        raise StreamError(error.message, f"{error.hint} -o FILE writes another file.".strip()) from None


def _file_changed_and_recorded(
    call: Invocation, result: Result, path: str, before: str, text: str
) -> contextlib.AbstractContextManager[None]:
    """Return a context in which a locked file is changed and recorded; undone if its body, which reports, fails."""
    from combatcli.encounter import journal

    game, rules = (result.game.name, result.game.short_file_digest) if result.game else ("", "")
    groups = getattr(result.names, "many", ())
    noted = journal.CommandToRecord(
        _command_for_journal(call, result), result.events, game, result.names, groups, rules
    )
    record = partial(journal.record_command, path, noted, before, text)
    return journal.file_changed_and_recorded(path, text, record, how_to_wait_for_lock(call))


@contextlib.contextmanager
def _write_to_other_file(
    call: Invocation, result: Result, path: str, text: str, anew: contextlib.AbstractContextManager[None]
) -> Iterator[None]:
    """Write to another file; `undo` restores its old text, if it is there already.

    ``anew`` begins a new journal where the old one is of another game.
    """
    with contextlib.ExitStack() as contexts:
        with locks.lock_held(path, how_to_wait_for_lock(call)):
            contexts.enter_context(anew)
            there = files.check_writable(path)
            if there is not None and there.st_size:
                contexts.enter_context(
                    _file_changed_and_recorded(call, result, path, reading.read_text_file(path), text)
                )
            else:
                contexts.enter_context(files.replaced_or_restored(path, text, how_to_wait_for_lock(call)))
        yield


def write_report_and_encounter(output: str, text: str, report_words: str) -> None:
    """Write the report, and the encounter if its output is a stream."""
    if output == STANDARD or (output and is_device_or_pipe(output)):
        write_encounter(output, text)
    write_report = write_stderr if output == STANDARD else write_stdout
    write_report(report_words)


def _command_for_journal(call: Invocation, result: Result) -> list[str]:
    """Return the words for the journal; a declaration with something hidden keeps only who declares."""
    if any(isinstance(event, Declare) and (event.secret or event.hidden) for event in result.events):
        return [call.name, *(str(word) for key, word in call.words.items() if key == "who")]
    return call.argv


def named_output(call: Invocation) -> str:
    """Return the file of -o, or empty where there is none; raise UsageError for an empty name."""
    output: str | None = call.shared.get("output")
    if output == "":
        raise UsageError("-o needs a file, but the name is empty", "A shell variable may be unset.")
    return output or ""


def _destination(call: Invocation, origin: Input) -> str:
    """Return the destination of the encounter: a file, "-" for standard output, or empty for none."""
    if "pass" in call.shared:
        if not call.is_question:
            raise UsageError(
                f"--pass is for read-only commands, but {call.name} changes the encounter",
                "Use -o - to pass the encounter on.",
            )
        return STANDARD
    named = named_output(call)
    if "dry_run" in call.shared or (call.is_question and "output" not in call.shared):
        return ""
    output = named or origin.path
    if STANDARD in (output, origin.path) or not origin.path:
        return output
    return origin.path if files.is_same_file(output, origin.path) else output


@contextlib.contextmanager
def requested_pictures_written(call: Invocation, result: Result) -> Iterator[None]:
    """Write the requested pictures to their files; undo that if the body, which reports, fails.

    A page that reloads itself stays in any case: somebody is looking at it.
    """
    report = report_of(call, result)
    if not report.pictures:
        yield
        return
    from combatcli.report.report_text import requested_pictures

    texts = requested_pictures(report, f"combatcli {call.name}")
    if not report.live:
        with pictures_written(call, texts):
            yield
        return
    for path, text in texts.items():
        check_picture_path(path)
        with locks.lock_held(path, how_to_wait_for_lock(call)):
            files.write_atomically(path, text)
    yield


@contextlib.contextmanager
def pictures_written(call: Invocation, texts: Mapping[str, str]) -> Iterator[None]:
    """Write pictures to their paths; if the body fails, restore the old files."""
    with contextlib.ExitStack() as contexts:
        for path, text in texts.items():
            check_picture_path(path)
            contexts.enter_context(files.replaced_or_restored(path, text, how_to_wait_for_lock(call)))
        yield


def check_picture_path(path: str) -> None:
    """Refuse a picture that would replace another kind of file, or whose name has another extension."""
    if path in ("", STANDARD) or path.startswith("/dev/"):
        raise UsageError("a picture needs the name of a file", "As in --svg fight.svg")
    if path.lower().endswith(OTHER_PICTURES):
        raise UsageError(f"a picture is SVG or HTML, so it cannot be {escape(path)}", "As in --svg fight.svg")
    exists = os.path.isfile(path)
    if exists and not reading.read_text_file(path).lstrip()[:PICTURE_BEGINS].startswith(("<svg", "<!DOCTYPE html")):
        raise StreamError(f"{escape(path)} already exists and is not a picture", "Choose another name for the picture.")


def exit_code(call: Invocation, result: Result) -> int:
    """Return 1 with --exit-status if the command's attempt failed; else 0."""
    if "exit_status" not in call.shared:
        return ExitCode.DONE
    attempts, failed = call.command.attempts, call.command.failed
    outcomes = [getattr(event, attempts[event.event]) for event in result.events if event.event in attempts]
    has_failed = failed(result.events) if failed is not None else bool(outcomes) and not any(outcomes)
    return ExitCode.FAILED if has_failed else ExitCode.DONE
