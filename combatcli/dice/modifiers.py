"""The modifiers of a pool or a group: text to `Modifiers`."""

from __future__ import annotations

from combatcli.dice.scanner import Part
from combatcli.dice.tree import COMPARISONS, Compare, Explode, Modifiers, lowest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from combatcli.dice.scanner import Scanner
    from combatcli.dice.tree import Faces, Pool

_EXPLOSIONS = {kind: kind for kind in ("!!", "!p", "!o", "!")}
_EXPLOSIONS |= {kind.replace("!", "x"): kind for kind in _EXPLOSIONS}
_EXPLODING = tuple(_EXPLOSIONS)
_KEEPS = {"kh": "kh", "kl": "kl", "dh": "dh", "dl": "dl", "k": "kh"}
_MATCHES = ("mt", "ms", "mr")
_BOUNDS = {"min": "low", "max": "high", "mi": "low", "ma": "high"}
_MAY_FOLLOW = ("", *"defgklmrsux")
"""The first letters of modifiers and comparisons."""
_LABEL = 3
"""The least length of a word that may be a label."""
UNEQUAL = "A total is compared as in (2d6) != 7, and dice explode on a 6 as in 2d6!6."
_SORTS = {"sa": "s", "sd": "sd", "s": "s"}


class ModifierReader:
    """Reads the modifiers, in any order, of the pool whose text begins at ``start``.

    ``faces`` are those that its dice have at least; a group has none, and neither rerolls nor explodes. Comparisons at
    the places ``beyond`` compare totals and are left alone.

    ``modifiers`` is the result, ``match`` the ``mt``, ``ms`` or ``mr`` with its number of dice. The comparison that
    counts dice is the text from ``counted_at`` to ``counted_to``. It ``goes_on`` if an operator follows its number, as
    in 5d10>=7+2. The kind of an explosion that is written as x and a number is ``x``. ``pool`` is what is counted.
    """

    pool: Pool

    def __init__(self, scan: Scanner, start: int, beyond: Collection[int], faces: Faces = ()) -> None:
        self.start = start
        self.modifiers = Modifiers()
        self.match: tuple[str, int] | None = None
        self.counted_at = self.counted_to = 0
        self.goes_on = False
        self._scan = scan
        self._faces = faces
        self._beyond = beyond
        self._parts: list[tuple[str, int, int]] = []
        self._read()
        self.ends = scan.skip_spaces()

    def selects_dice(self) -> bool:
        """Return whether dice are kept, counted, matched or sorted."""
        modifiers = self.modifiers
        return bool(modifiers.keeps or modifiers.success is not None or modifiers.sort or self.match)

    def counted_place(self, summed_at: int) -> tuple[str, Part, int, int]:
        """Return the pool without its comparison, and where it is; see `pool_checks.check_success_comparison`."""
        return self.without(">="), Part(self._scan.text, summed_at, self.ends), self.start, self.counted_at

    def line(self, written: str) -> str:
        """Return the whole text with something else in place of the pool."""
        return Part(self._scan.text, self.start, self.ends).line(written)

    def kinds(self) -> list[str]:
        """Return the kinds of the modifiers, in the order written."""
        return [kind for kind, *_ in self._parts]

    def text_of(self, kind: str) -> str:
        """Return the text of the first modifier of a kind; empty if there is none."""
        return next((self._scan.text[start:end].strip() for each, start, end in self._parts if each == kind), "")

    def without(self, *kinds: str) -> str:
        """Return the text of the pool, without the modifiers of some kinds."""
        text = self._scan.text[: self.ends]
        for kind, start, end in reversed(self._parts):
            text = text[:start] + text[end:] if kind in kinds else text
        return text[self.start :].strip()

    def _read(self) -> None:
        scan = self._scan
        while not scan.at_end() and not self._at_label():
            start = scan.skip_spaces()
            kind = self._counting() or self._keeping() or self._showing()
            if not kind and self._faces:
                kind = self._rolling()
            if not kind:
                break
            self._parts.append((kind, start, scan.skip_spaces()))
        if self.modifiers.failure is not None and self.modifiers.success is None:
            at = next(start for kind, start, _ in reversed(self._parts) if kind == "f")
            raise scan.error("failures are subtracted from successes, but none are counted", "Write 5d10>=8f1.", at=at)
        if scan.at("d") and scan.next_word() != "dc" and not self._at_label():
            self._refuse_dice()

    def _refuse_dice(self) -> None:
        scan = self._scan
        if self.text_of("x"):
            hint = "Write (1d6*2)d6 for the sum of as many 2d6 as a d6 says."
            raise scan.error("how often dice are rolled is a number that is written, as in 6x4d6", hint)
        compares = scan.text[: scan.skip_spaces()].rstrip("0123456789 ")[-1:] in ("<", ">", "=")
        totals = "; totals are compared as in (3d6!) > (2d8)" if compares else ""
        totals += "; dice are added as in d6+d8" if scan.is_after_space() else ""
        after = "dice" if self._faces else "a group"
        from combatcli.dice.other_notations import hint_at

        hint = hint_at(scan.text, scan.skip_spaces(), "", scan.names, scan.words)
        hint = hint or f"Write dl1 to drop the lowest, dh1 the highest{totals}."
        raise scan.error(f'"d" after {after} is ambiguous', hint)

    def _at_label(self) -> bool:
        """Return whether the next word may be a label without #."""
        if not self._scan.is_after_space() or len(self._scan.next_word()) < _LABEL:
            return False
        from combatcli.dice.other_notations import is_modifiers

        return not is_modifiers(self._scan.next_word())

    def _counting(self) -> str:
        """Read a count of successes, failures or matches, if one is next, and return its kind."""
        scan, modifiers = self._scan, self.modifiers
        start = scan.skip_spaces()
        if kind := scan.take_any(_MATCHES):
            if self.match is not None or modifiers.success is not None:
                what = "successes" if self.match is None else "matches"
                raise scan.error(
                    f'"{kind}" counts matches where {what} are counted already', "Write one of them.", at=start
                )
            least_at = scan.skip_spaces()
            least = scan.read_number("a number") if kind == "mt" and scan.at_digit() else 2
            if least < 2:
                raise scan.error(f"a match needs 2 dice or more, found {least}", at=least_at)
            self.match = (kind, least if kind == "mt" else 1)
            return "m"
        if self.match is None and scan.take("f"):
            if modifiers.failure is not None:
                raise scan.error("failures are counted twice", "Write one f, as in 5d10>=8f<=2.", at=start)
            modifiers.failure = self._comparison() or Compare(
                "=", scan.read_integer('a number or comparison after "f"')
            )
            return "f"
        # A comparison after a count of matches, or with dice, compares the total.
        compare = None if self.match is not None or start in self._beyond else self._comparison(with_dice=True)
        if compare is None:
            return ""
        self.counted_to, self.goes_on = scan.skip_spaces(), type(compare.value) is int and scan.at(*"+-*/%")
        if modifiers.success is not None:
            raise scan.error("successes are counted twice", "Write (5d10>=8) >= 3 to compare their number.", at=start)
        modifiers.success, self.counted_at = compare, start
        return ">="

    def _keeping(self) -> str:
        """Read a keep or drop, if one is next."""
        scan = self._scan
        kind = _KEEPS.get(scan.take_any(tuple(_KEEPS)))
        if kind is None:
            return ""
        number_at = scan.skip_spaces()
        number = scan.read_number("a number") if scan.at_digit() else 1
        if number == 0:
            verb = "keep" if kind[0] == "k" else "drop"
            raise scan.error(f"the number of dice to {verb} begins at 1, found 0", at=number_at)
        self.modifiers.keeps.append((kind, number))
        return "k"

    def _showing(self) -> str:
        """Read a sort, if one is next."""
        scan = self._scan
        start = scan.skip_spaces()
        order = scan.take_any(tuple(_SORTS))
        if not order or scan.at_digit() or scan.next_word()[:1] not in _MAY_FOLLOW:
            scan.return_to(start)
            return ""
        self.modifiers.sort = _SORTS[order]
        return "s"

    def _rolling(self) -> str:
        """Read a reroll, an explosion or a bound, if one is next."""
        scan, modifiers = self._scan, self.modifiers
        start = scan.skip_spaces()
        if scan.take("u"):
            modifiers.drawn = True
            return "u"
        if scan.take("ro"):
            modifiers.rerolls_once.append(self._rerolled())
            return "ro"
        if not scan.at("ra") and scan.take_any(("rr", "r")):
            modifiers.rerolls.append(self._rerolled())
            return "r"
        if kind := scan.take_any(_EXPLODING):
            return self._exploding(kind, start)
        if bound := scan.take_any(tuple(_BOUNDS)):
            if getattr(modifiers, _BOUNDS[bound]) is not None:
                raise scan.error(f'"{bound}" is given twice', "Write one of them.", at=start)
            setattr(modifiers, _BOUNDS[bound], scan.read_integer(f'a number after "{bound}"'))
            return _BOUNDS[bound]
        return ""

    def _exploding(self, kind: str, start: int) -> str:
        scan, modifiers = self._scan, self.modifiers
        if modifiers.explode is not None:
            raise scan.error("the dice explode twice", "Write one of !, !!, !p and !o.", at=start)
        if kind == "!" and scan.text.startswith("!=", start):
            raise scan.error('"!=" is not a comparison: dice explode with "!"', UNEQUAL, at=start)
        crossed = kind == "x" and scan.at_digit()
        on = Compare("=", scan.read_number("a number")) if scan.at_digit() else self._comparison()
        modifiers.explode = Explode(_EXPLOSIONS[kind], on)
        return "x" if crossed else _EXPLOSIONS[kind]

    def _rerolled(self) -> Compare:
        """Read what is rerolled, by default the lowest face; a sign may be a negative face's."""
        lowest = lowest_of(self._faces)
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
        if with_dice and not scan.at_plain_integer():
            scan.return_to(start)
            return None
        return Compare(COMPARISONS[operator], scan.read_integer(f'a number after "{operator}"'))
