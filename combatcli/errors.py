"""What can go wrong, as one small family, and the exit code that each member of it ends with."""

from __future__ import annotations

from combatcli.text import shortlist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class ExitCode:
    """The documented exit codes; plain integers, because importing enum costs a tenth of a `roll`."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    REFUSED = 3
    STREAM = 4
    INTERNAL = 70
    INTERRUPTED = 130
    CLOSED = 141


class CombatError(Exception):
    """One clear sentence for the user, with what to do about it.

    ``message`` says what is wrong and where, ``hint`` what to do; ``kind`` is the word that scripts get in the
    JSON envelope, ``exit_code`` what the process ends with.
    """

    kind = "error"
    exit_code = ExitCode.USAGE

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the sentence and the hint apart, for the JSON envelope has a key for each."""
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(CombatError):
    """The command line itself is wrong: unknown options, missing arguments, words that are no number."""

    kind = "usage"
    exit_code = ExitCode.USAGE


class DiceError(UsageError):
    """A dice expression that cannot be read or rolled; ``column`` counts from 1, 0 where no place is at fault."""

    kind = "dice"

    def __init__(self, message: str, hint: str = "", *, text: str = "", column: int = 0) -> None:
        """Keep the expression and the column at fault, so that a report can set a caret under it."""
        super().__init__(message, hint)
        self.text = text
        self.column = column


class RefusedError(CombatError):
    """The rules, or the state of the fight, do not allow it; nothing has changed."""

    kind = "refused"
    exit_code = ExitCode.REFUSED


class InvalidError(CombatError):
    """The encounter does not hold together: TOML that does not parse, a wrong type, a name that nothing bears.

    ``keys`` lead to the value at fault, where there is one; ``problems`` are all that a check found, the first first.
    """

    kind = "invalid"
    exit_code = ExitCode.REFUSED

    def __init__(
        self, message: str, hint: str = "", *, keys: tuple[str, ...] = (), problems: Iterable[dict[str, str]] = ()
    ) -> None:
        """Keep the keys, so that a check may go on without the value, and the problems, for the JSON envelope."""
        super().__init__(message, hint)
        self.keys = keys
        self.problems = list(problems)


class StreamError(CombatError):
    """A file or stream that cannot be read, written or found."""

    kind = "file"
    exit_code = ExitCode.STREAM


class ReaderGoneError(Exception):
    """Whoever read our output went away; no OSError, for typer would make an exit code of its own of that."""


FEW = 12


def nearest_of_few(name: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest of the known names, and all of them where they are few."""
    names = list(known)
    hint = nearest(name, names)
    listed = f" Known: {', '.join(sorted(names))}." if hint.startswith("Did") and 1 < len(names) <= FEW else ""
    return hint + listed


def nearest(name: str, known: Iterable[str], *, first: Collection[str] = ()) -> str:
    """Return a hint that names the nearest of the known names, or lists them when none is near.

    Of those that are equally near one of the ``first`` is named.
    """
    import difflib

    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=FEW, cutoff=0.5)
    if close:
        likeness = {each: difflib.SequenceMatcher(None, each, name).ratio() for each in close}
        best = [each for each in close if likeness[each] == likeness[close[0]]]
        return f"Did you mean {next((each for each in best if each in first), best[0])}?"
    return f"Known: {shortlist(names, FEW)}." if names else ""
