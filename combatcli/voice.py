"""Who acts, in the singular or the plural: the one place where a subject gets its verb, and its possessive."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

IRREGULAR = {"is": "are", "isn't": "aren't", "was": "were", "has": "have", "goes": "go", "does": "do"}
"""Verbs that do not end on -s in the way that others do, as they are said of one and of several."""
HISSING = ("ss", "sh", "ch", "x", "zz")
"""What a verb ends on that is said of one with -es."""


class Subject(str):
    """How somebody is called in a sentence; ``many`` where that is a group, a side, or several.

    Write what follows a name as it is said of one, as its format. Of one, and of a group of several::

        f"{who:takes} 3"              ann takes 3               rats take 3
        f"{who:has not} declared"     ann has not declared      rats have not declared
        f"{who:'s} change of plan"    ann's change of plan      rats' change of plan

    A verb further on, or under a condition, asks for itself: ``f"{who:shoots at} {foe} and {who.verb('misses')}"``,
    ``f"{who:{'runs' if far else 'walks'}}"``. What "cannot" or "may" do is the same of all.

    A report gets a subject by its name from ``names(who)``, several from ``names.all(several)``, and one by its id,
    for a command, from ``names.by_id(who)``. A refusal or a warning of a rule gets it, by its id, from
    ``fight.subject(who)``, several or a side from there, too. It is for sentences: an event keeps the id itself.
    """

    __slots__ = ("many",)

    many: bool

    def __new__(cls, text: str, *, many: bool = False) -> Self:
        """Return a text as a subject."""
        made = super().__new__(cls, text)
        made.many = many
        return made

    @classmethod
    def of_all(cls, subjects: Iterable[Self], between: str = ", ") -> Self:
        """Return several as one; of a single one that itself."""
        each = [*subjects]
        return each[0] if len(each) == 1 else cls(between.join(each), many=len(each) > 1)

    def __format__(self, said: str) -> str:
        """Return the name, and behind it what is said as of one."""
        if said == "'s":
            return f"{self}{chr(39) if self.many and self.endswith('s') else said}"
        return f"{self} {self.verb(said)}" if said[:1].isalpha() else super().__format__(said)

    def verb(self, said: str) -> str:
        """Return what is said as of one, which begins with a verb, as it is said of this subject."""
        if not self.many:
            return said
        verb, blank, more = said.partition(" ")
        return f"{_of_many(verb)}{blank}{more}"


def _of_many(verb: str) -> str:
    """Return a verb of the third person as it is said of several."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    if verb.endswith("es") and verb[:-2].endswith(HISSING):
        return verb[:-2]
    return verb.removesuffix("s")
