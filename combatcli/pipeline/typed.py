"""An unfinished line up to the cursor: its words without quotes, and the beginning of the last one."""

import re
from collections.abc import Sequence

ASSIGNMENT = re.compile(r"\w+=")
SPECIAL = re.compile(r"(?=[ -~])[^\w@%+=:,./-]")
"""Characters that are special in a shell."""


class TypedLine:
    """The complete ``words``, and the one at the cursor, ``begun``.

    ``raw`` is that word as typed; ``quote`` is its open quote, from its letter ``opened`` on. ``sign`` is < or >
    before a file to read or write; ``source`` is the file after <. The text ``after`` the cursor may name one, too.
    """

    def __init__(self) -> None:
        self.words: list[str] = []
        self.after: list[str] = []
        self.begun = self.raw = self.quote = self.sign = self.source = ""
        self.opened = 0

    def end_word(self) -> None:
        """End the current word."""
        if self.sign == "<" and self.raw:
            self.source = self.begun
        elif self.raw and not self.sign:
            self.words.append(self.begun)
        if self.raw:
            self.begun = self.raw = self.sign = ""

    def in_same_quotes(self, word: str) -> str:
        """Return a word in the quotes with which it begins."""
        if self.quote == "'":
            return word[self.opened :].replace("'", "'\\''")
        if self.quote == '"':
            return re.sub(r'(["\\$`])', r"\\\1", word[self.opened :])
        return SPECIAL.sub(lambda sign: f"\\{sign[0]}", word)


def parse_typed_line(line: str, *, in_play: bool = False) -> TypedLine | None:
    """Parse a line up to the cursor; None if that is in a remark. In `play` ; ends a command, # begins a remark."""
    result, letters = TypedLine(), iter(line)
    for letter in letters:
        if result.quote and letter == result.quote:
            result.quote = ""
        elif letter == "\\" and result.quote != "'":
            following = next(letters, "")
            result.begun += following if not result.quote or following in '$`"\\' else letter + following
            letter += following  # noqa: PLW2901  (the two are one sign)
        elif result.quote:
            result.begun += letter
        elif letter in "'\"":
            result.quote, result.opened = letter, len(result.begun)
        elif letter.isspace():
            result.end_word()
            continue
        elif in_play and letter == "#":
            return None
        elif in_play and letter == ";":
            result = TypedLine()
            continue
        elif not in_play and letter in "<>":
            result.end_word()
            result.sign = letter
            continue
        else:
            result.begun += letter
        result.raw += letter
    return result


def words_after_program(words: Sequence[str]) -> list[str]:
    """Return the words of a shell's line after the program's name and its environment assignments."""
    number = next((at for at, word in enumerate(words) if not ASSIGNMENT.match(word)), len(words))
    return list(words[number + 1 :])
