"""The modifiers of a pool or a group: text to `Modifiers`."""

from __future__ import annotations

from combatcli.dice.scanner import Part
from combatcli.dice.tree import COMPARISONS, Compare, Explode, Modifiers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.scanner import Scanner
    from combatcli.dice.tree import Faces, Pool

_EXPLOSIONS = {kind: kind for kind in ("!!", "!p", "!o", "!")}
_EXPLOSIONS |= {kind.replace("!", "x"): kind for kind in _EXPLOSIONS}
_COUNTING = {"mt": "m", "ms": "m", "mr": "m", "f": "f"}
_KEEPING = dict.fromkeys(("kh", "kl", "dh", "dl", "k"), "k")
_SORTS = {"sa": "s", "sd": "s", "s": "s"}
_REROLLS = {"ro": "ro", "rr": "r", "ra": "", "r": "r"}
_BOUNDS = {"min": "low", "max": "high", "mi": "low", "ma": "high"}
_OF_GROUPS = _COUNTING | _KEEPING | _SORTS
_OF_DICE = {**_OF_GROUPS, "u": "u", **_REROLLS, **_EXPLOSIONS, **_BOUNDS}
"""The words that modifiers begin with, each with its kind."""
_MAY_FOLLOW = ("", *"defgklmrsux")
"""The first letters of modifiers and comparisons."""
_LABEL = 3
"""The least length of a word that may be a label."""
UNEQUAL = "A total is compared as in (2d6) != 7, and dice explode on a 6 as in 2d6!6."


class ModifierReader:
    """Reads the modifiers, in any order, of the pool whose text begins at ``start``.

    ``faces`` are those that its dice have at least; a group has none, and neither rerolls nor explodes.

    ``modifiers`` is the result, ``match`` the ``mt``, ``ms`` or ``mr`` with its number of dice. ``parts`` are the
    modifiers in the order written, each with its kind: that of the comparison that counts dice is ``>=``, that of an
    explosion that is written as x and a number ``x``. ``pool`` is what is kept or counted.
    """

    pool: Pool

    def __init__(self, scan: Scanner, start: int, faces: Faces = ()) -> None:
        self.start = start
        self.modifiers = Modifiers()
        self.match: tuple[str, int] | None = None
        self._scan = scan
        self._faces = faces
        self.parts: list[tuple[str, Part]] = []
        self._read()
        self.ends = scan.skip_spaces()

    def selects_dice(self) -> bool:
        """Return whether dice are kept, counted, matched or sorted."""
        modifiers = self.modifiers
        return bool(modifiers.keeps or modifiers.success is not None or modifiers.sort or self.match)

    def part_of(self, kind: str) -> Part:
        """Return where the first modifier of a kind is written; empty if there is none."""
        return next((part for each, part in self.parts if each == kind), Part("", 0, 0))

    def without(self, *kinds: str) -> str:
        """Return the text of the pool, without the modifiers of some kinds."""
        text = self._scan.text[: self.ends]
        for kind, part in reversed(self.parts):
            text = text[: part.start] + text[part.end :] if kind in kinds else text
        return text[self.start :].strip()

    def _read(self) -> None:
        scan = self._scan
        while not scan.at_end() and not self._at_label():
            start = scan.skip_spaces()
            kind = self._modifier(start)
            if not kind:
                break
            self.parts.append((kind, Part(scan.text, start, scan.skip_spaces())))
        if self.modifiers.failure is not None and self.modifiers.success is None:
            at, what = self.part_of("f").start, "failures are subtracted from successes, but none are counted"
            raise scan.error(what, "Write 5d10>=8f1.", at=at)
        if scan.at("d") and scan.next_word() != "dc" and not self._at_label():
            from combatcli.dice.other_notations import hint_at

            hint = hint_at(scan.text, scan.skip_spaces(), "", scan.names, scan.words)
            compares = scan.text[: scan.skip_spaces()].rstrip("0123456789 ")[-1:] in ("<", ">", "=")
            totals = "; totals are compared as in (3d6!) > (2d8)" if compares else ""
            hint = hint or f"Write dl1 to drop the lowest, dh1 the highest{totals}; dice are added as in d6+d8."
            raise scan.error(f'"d" after {"dice" if self._faces else "a group"} is ambiguous', hint)

    def _at_label(self) -> bool:
        """Return whether the next word may be a label without #."""
        before, word = self._scan.text[: self._scan.skip_spaces()], self._scan.next_word()
        if not before[-1:].isspace() or len(word) < _LABEL:
            return False
        from combatcli.dice.other_notations import is_modifiers

        return not is_modifiers(word)

    def _modifier(self, start: int) -> str:
        """Read a modifier, if one is next, and return its kind."""
        scan, modifiers = self._scan, self.modifiers
        # No comparison counts dice after a count of matches.
        counted = None if self.match or start in scan.beyond else self._comparison(with_dice=True)
        if counted is not None:
            self._refuse_twice(modifiers.success, start)
            modifiers.success = counted
            return ">="
        word = scan.take_any(tuple(_OF_DICE if self._faces else _OF_GROUPS))
        kind = _OF_DICE.get(word, "")
        is_sort = kind != "s" or not (scan.at_digit() or scan.next_word()[:1] not in _MAY_FOLLOW)
        if not kind or not is_sort or (kind == "f" and self.match):
            scan.position = start
            return ""
        if kind == "m":
            self._refuse_twice(self.match or modifiers.success, start)
            self.match = (word, self._number(word, 2) if word == "mt" else 1)
        elif kind == "f":
            failure = self._comparison() or Compare("=", scan.read_integer('a number or comparison after "f"'))
            self._refuse_twice(modifiers.failure, start)
            modifiers.failure = failure
        elif kind == "k":
            modifiers.keeps.append(("kh" if word == "k" else word, self._number(word, 1)))
        elif kind == "s":
            modifiers.sort = "sd" if word == "sd" else "s"
        elif kind == "u":
            modifiers.drawn = True
        elif word in _REROLLS:
            (modifiers.rerolls_once if kind == "ro" else modifiers.rerolls).append(self._rerolled())
        elif word in _EXPLOSIONS:
            return self._exploding(word, start)
        else:
            self._refuse_twice(getattr(modifiers, kind) is not None, start)
            setattr(modifiers, kind, scan.read_integer(f'a number after "{word}"'))
        return kind

    def _number(self, word: str, least: int) -> int:
        """Read a number of dice, by default the least one."""
        scan, start = self._scan, self._scan.skip_spaces()
        number = scan.read_number("a number") if scan.at_digit() else least
        if number < least:
            raise scan.error(f"the number of dice of {word} begins at {least}, found {number}", at=start)
        return number

    def _refuse_twice(self, before: object, start: int) -> None:
        """Raise DiceError if there was one ``before`` the modifier that begins at ``start``."""
        if before:
            written = self._scan.part(start)
            hint = "Write one of them; (5d10>=8) >= 3 compares a count."
            raise self._scan.error(f'"{written}" comes after another of its kind', hint, at=start)

    def _exploding(self, kind: str, start: int) -> str:
        scan, modifiers = self._scan, self.modifiers
        self._refuse_twice(modifiers.explode, start)
        if kind == "!" and scan.text.startswith("!=", start):
            raise scan.error('"!=" is not a comparison: dice explode with "!"', UNEQUAL, at=start)
        crossed = kind == "x" and scan.at_digit()
        on = Compare("=", scan.read_number("a number")) if scan.at_digit() else self._comparison()
        modifiers.explode = Explode(_EXPLOSIONS[kind], on)
        return "x" if crossed else _EXPLOSIONS[kind]

    def _rerolled(self) -> Compare:
        """Read what is rerolled, by default the lowest face; a sign may be a negative face's."""
        lowest = self._faces[0] if isinstance(self._faces, range) else min(self._faces)
        if self._scan.at_digit() or (lowest < 0 and self._scan.at("-")):
            return Compare("=", self._scan.read_integer("a number"))
        return self._comparison() or Compare("=", lowest)

    def _comparison(self, *, with_dice: bool = False) -> Compare | None:
        """Read a comparison with a number; None if dice follow it and ``with_dice`` allows them."""
        scan = self._scan
        start = scan.skip_spaces()
        operator = scan.take_comparison()
        if not operator:
            return None
        if with_dice and scan.words and (word := scan.words.get(scan.next_word())):
            scan.take(scan.next_word())
            return Compare(COMPARISONS[operator], word)
        sign = scan.take_any(("-", "+"))
        is_value = with_dice and bool(scan.next_word() or scan.at("(", "{"))
        number = 0 if is_value else scan.read_number(f'a number after "{operator}"')
        if is_value or (with_dice and scan.at("d") and not scan.at("dl", "dh")):
            scan.position = start
            return None
        return Compare(COMPARISONS[operator], -number if sign == "-" else number)
