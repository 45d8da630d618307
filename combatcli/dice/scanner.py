"""The scanner of the notation: reads characters, words and numbers, and makes errors with positions."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE, MOST_NUMBER
from combatcli.dice.tree import COMPARISONS, FUNCTIONS, LOGIC
from combatcli.errors import DiceError
from combatcli.records import Record
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.dice.tree import Node, WordFace

COMPARING = tuple(COMPARISONS)
_DIGITS = "0123456789"
_IN_WORDS = f"abcdefghijklmnopqrstuvwxyz_{_DIGITS}"
_SIDES = (*_DIGITS, "%", "f", "{")
_MOST_DIGITS = len(str(MOST_NUMBER))
_LONGEST = 12
_WORD = 3
_TOTAL_OR_COUNT = "A total is compared as in (3d6) >= 10, and dice are counted as in {3d6} >= 5."


class Scanner:
    """A ``position`` in ``text``; spaces are skipped, and letters match in either case."""

    def __init__(self, text: str) -> None:
        self.text = text
        # Lowered letter by letter: some letters outside ASCII get longer, and columns would shift.
        self._lower = text.lower() if text.isascii() else "".join([c.lower() if c.isascii() else c for c in text])
        self._size = len(text)
        self.position = 0
        self.beyond: set[int] = set()
        """Where comparisons compare a total, and are no modifiers."""
        self.names: list[str] = []
        """The names that have a value here, for hints."""
        self.words: dict[str, WordFace] = {}
        """The words that are faces of dice."""

    def skip_spaces(self) -> int:
        """Skip spaces and return the index of the next character."""
        while self.position < self._size and self._lower[self.position].isspace():
            self.position += 1
        return self.position

    def part(self, start: int) -> Part:
        """Return the part of the text from ``start`` to the last character that was read."""
        return Part(self.text, start, len(self.text[: self.position].rstrip()))

    def at(self, *words: str) -> bool:
        """Return whether one of the ``words`` is next."""
        return self._lower.startswith(words, self.skip_spaces())

    def at_digit(self) -> bool:
        """Return whether a number is next."""
        return self.at(*_DIGITS)

    def next_word(self) -> str:
        """Return the next word, of letters, digits and _, in lower case; empty if none is next."""
        word = self._next_of(_IN_WORDS)
        return "" if word[:1].isdigit() else word

    def _next_of(self, characters: str) -> str:
        """Return the next characters, as many as are of these."""
        rest = self._lower[self.skip_spaces() :]
        return rest[: len(rest) - len(rest.lstrip(characters))]

    def take(self, word: str) -> bool:
        """Skip ``word`` if it is next, and return whether it was."""
        return bool(self.take_any((word,)))

    def take_d(self) -> bool:
        """Skip the d of a die if it is next, not of a word such as damage or dc; return whether it was."""
        if not self.at("d"):
            return False
        word = self.next_word()
        return (_begins_die(word) or not word.isalpha() or (len(word) < _WORD and word != "dc")) and self.take("d")

    def take_any(self, words: tuple[str, ...]) -> str:
        """Skip and return the first of ``words`` that is next; empty if none is."""
        position = self.skip_spaces()
        if not self._lower.startswith(words, position):
            return ""
        taken = next(word for word in words if self._lower.startswith(word, position))
        self.position = position + len(taken)
        return taken

    def take_comparison(self) -> str:
        """Skip and return a comparison if it is next; a name such as level begins with none."""
        word = self.next_word() if self.names else ""
        return "" if word in self.names and word.isalpha() and word not in COMPARISONS else self.take_any(COMPARING)

    def read_number(self, what: str) -> int:
        """Read a number; raise DiceError saying that ``what`` was expected if none is next."""
        digits = self._next_of(_DIGITS)
        if not digits:
            raise self.expected_error(what)
        if (size := len(digits.lstrip("0"))) > _MOST_DIGITS:
            raise self.error(f"a number of {size:,} digits is too large: at most {MOST_NUMBER:,}")
        self.position += len(digits)
        return int(digits)

    def read_integer(self, what: str) -> int:
        """Read a number with or without a sign."""
        sign = self.take_any(("-", "+"))
        number = self.read_number(what)
        return -number if sign == "-" else number

    def read_repetition(self) -> int:
        """Read a repetition such as 6x; return 1 if none is next."""
        start = self.skip_spaces()
        if not self.at_digit():
            return 1
        repeat = self.read_number("a number")
        if not self.take("x"):
            self.position = start
            return 1
        if not 1 <= repeat <= MOST_DICE:
            raise self.error(f"an expression is repeated 1 to {MOST_DICE:,} times, not {repeat:,}", at=start)
        return repeat

    def read_label(self, labeled: Node) -> str:
        """Read the label after a #, to the end of the text; raise DiceError if it may be meant as dice."""
        start = self.skip_spaces()
        if not self.take("#"):
            return ""
        label = self.text[self.position :].strip()
        dice = label.lower().lstrip(_DIGITS)
        if not labeled.children and (label[:1] in ("(", "{") or (dice[:1] == "d" and dice[1:2] in _SIDES)):
            raise self.error('the text after "#" is a label', "An expression is repeated as in 6x4d6kh3.", at=start)
        self.position = self._size
        return label

    def read_bracketed_label(self) -> str:
        """Read a label in brackets, as in 2d6[fire]; empty if none is next."""
        start = self.skip_spaces()
        if not self.take("["):
            return ""
        label, end, _ = self.text[self.position :].partition("]")
        if not end or not label.strip() or label.strip().isdigit() or {*"[#"} & {*label}:
            raise self.error("a label stands between [ and ]", "As in 2d6[fire]; a die is kept as in 4d6kh1.", at=start)
        self.position += len(label) + 1
        return label.strip()

    def at_end(self) -> bool:
        """Return whether only spaces are left."""
        return self.skip_spaces() == self._size

    def error(self, message: str, hint: str = "", *, at: int | None = None) -> DiceError:
        """Return the error for this position, or for another one."""
        return DiceError(message, hint, column=(self.skip_spaces() if at is None else at) + 1)

    def expected_error(self, what: str, hint: str = "") -> DiceError:
        """Return the error that names what was expected and what is next; a hint on another notation goes first."""
        from combatcli.dice.other_notations import hint_at

        start = self.skip_spaces()
        hint = hint_at(self.text, start, what, self.names, self.words) or hint
        letters = [size for size in range(1, _LONGEST + 1) if self.text[start : start + size].isalpha()]
        word = self.text[start : start + max([1, *letters])]
        quote = "'" if word == '"' else '"'
        found = f"{quote}{escape(word, joiners=False)}{quote}" if word else "the end of the expression"
        return self.error(f"expected {what}, found {found}", hint)


def _begins_die(word: str) -> bool:
    return word == "d" or (word[:1] == "d" and (word[1].isdigit() or word[1] == "f"))


class Part(Record):
    """A part of a ``whole`` text, without the spaces at its end."""

    whole: str
    start: int
    end: int

    def __str__(self) -> str:
        return self.whole[self.start : self.end].strip()

    def line(self, written: str) -> str:
        """Return the whole text with something else in place of the part."""
        return f"{self.whole[: self.start]}{written}{self.whole[len(self.whole[: self.end].rstrip()) :]}"


class AmbiguousError(DiceError):
    """Dice that may be meant otherwise: ``ways`` are whole lines, each with what it is for."""

    def __init__(self, message: str, ways: Mapping[str, str] = {}, column: int = 0) -> None:
        super().__init__(message, column=column)
        self.offer(ways)

    def offer(self, ways: Mapping[str, str]) -> None:
        """Offer these ways."""
        self.ways = ways
        written = ", ".join([f"{line} {what}" for line, what in ways.items()])
        self.hint = f"Write {written}." if ways else _TOTAL_OR_COUNT


def is_reserved(word: str) -> bool:
    """Return whether a word is that of a function or of logic or begins like a die, and so cannot be a name."""
    return word in (*FUNCTIONS, *LOGIC) or _begins_die(word)
