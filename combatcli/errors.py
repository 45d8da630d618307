"""The errors of combatcli, and the exit code of each."""

from __future__ import annotations

from combatcli.text import shortlist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import TypeVar

    T = TypeVar("T")
    E = TypeVar("E")


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
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(CombatError):
    """The command line itself is wrong: unknown options, missing arguments, words that are not a number."""

    kind = "usage"
    exit_code = ExitCode.USAGE


class DiceError(UsageError):
    """A dice expression that cannot be read or rolled; ``column`` counts from 1, 0 where no place is at fault."""

    kind = "dice"

    def __init__(self, message: str, hint: str = "", *, text: str = "", column: int = 0) -> None:
        super().__init__(message, hint)
        self.text = text
        self.column = column


class RefusedError(CombatError):
    """The rules or the state of the fight do not allow it; nothing has changed. ``who`` is the combatant's id."""

    kind = "refused"
    exit_code = ExitCode.REFUSED

    def __init__(self, message: str, hint: str = "", *, who: str = "") -> None:
        super().__init__(message, hint)
        self.who = who


class FacesError(RefusedError):
    """The faces entered are too few, too many, or impossible on the die."""


class InvalidError(CombatError):
    """The encounter is invalid: TOML that does not parse, a wrong type, a name of nothing.

    The message is ``what``, after ``where`` and ``path`` if they are given: the file, and the keys to the faulty
    value, joined by dots.
    ``problems`` are all that a check found, in order.
    """

    kind = "invalid"
    exit_code = ExitCode.REFUSED

    def __init__(
        self, what: str, hint: str = "", *, where: str = "", path: str = "", problems: Iterable[dict[str, str]] = ()
    ) -> None:
        super().__init__(": ".join(part for part in (where, path, what) if part), hint)
        self.what = what
        self.path = path
        self.problems = list(problems)


class StreamError(CombatError):
    """A file or stream that cannot be read, written or found."""

    kind = "file"
    exit_code = ExitCode.STREAM


class ReaderGoneError(Exception):
    """The reader of the output went away; not an OSError, which typer would turn into an exit code of its own."""


def value_or(else_: E, work: Callable[[], T]) -> T | E:
    """Return what ``work`` returns, or ``else_`` where it raises CombatError."""
    try:
        return work()
    except CombatError:
        return else_


def require_known(name: str, known: Collection[str], message: str) -> None:
    """Raise UsageError with a message and the nearest known name, unless a name is known."""
    if name not in known:
        raise UsageError(message, nearest(name, known))


FEW = 12
MOST_LISTED = 100
"""The most problems, or unknown keys, that a report lists; it counts the rest."""


def nearest_of_few(name: str, candidates: Iterable[str], *, sign: str = "") -> str:
    """Return a hint with the nearest of the names, after a ``sign``, and with all of them where they are few."""
    names = list(candidates)
    hint = nearest(name, names, sign=sign)
    if nearest_name(name, names) is None or not 1 < len(names) <= FEW:
        return hint
    return f"{hint} Known: {', '.join(sorted(names))}."


def nearest(name: str, candidates: Iterable[str], *, sign: str = "") -> str:
    """Return a hint with the nearest of the names, after a ``sign``, or with all of them where none is near.

    For the beginning of names it lists all that begin so.
    """
    names = sorted(set(candidates))
    begun = beginning_with(name, names)
    if len(begun) > 1:
        return f"Several begin so: {shortlist([f'{sign}{each}' for each in begun], FEW)}."
    match = nearest_name(name, names)
    if match is not None:
        return f"Did you mean {sign}{match}?"
    return f"Known: {shortlist(names, FEW)}." if names else ""


def beginning_with(name: str, candidates: Iterable[str]) -> list[str]:
    """Return the known names that begin with ``name``, in any letter case; none if it is empty."""
    wanted = name.casefold()
    return [option for option in candidates if wanted and option.casefold().startswith(wanted)]


def only_name_beginning_with(name: str, candidates: Iterable[str]) -> str | None:
    """Return the name that is ``name`` itself, else the only one that begins with it; None without either."""
    begun = beginning_with(name, candidates)
    exact = [each for each in begun if each.casefold() == name.casefold()]
    return (exact or begun)[0] if len(exact or begun) == 1 else None


def nearest_name(name: str, candidates: Iterable[str], *, first: Sequence[str] = ()) -> str | None:
    """Return the nearest of the names, or None; among equally near ones the one that comes ``first`` wins."""
    import difflib

    close = difflib.get_close_matches(name, sorted(candidates), n=FEW, cutoff=0.51)
    if not close:
        return None
    likeness = {each: difflib.SequenceMatcher(None, each, name).ratio() for each in close}
    best = [each for each in close if likeness[each] == likeness[close[0]]]
    return next((each for each in first if each in best), best[0])
