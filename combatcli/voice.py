"""Subjects of sentences, singular or plural: the one place where a subject gets its verb and its possessive."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

IRREGULAR = {"is": "are", "isn't": "aren't", "was": "were", "has": "have", "goes": "go", "does": "do"}
"""Irregular verbs, singular to plural."""
HISSING = ("ss", "sh", "ch", "x", "zz")
"""Endings of verbs whose third person singular ends in -es."""


class Subject(str):
    """The subject of a sentence; ``many`` if it is a group, a side, or several.

    The format of a subject is what follows it, written in the singular; it becomes plural for several::

        f"{who:takes} 3"              ann takes 3               rats take 3
        f"{who:has not} declared"     ann has not declared      rats have not declared
        f"{who:'s} change of plan"    ann's change of plan      rats' change of plan

    A later verb, or one under a condition, is written: ``f"{who:shoots at} {foe} and {who.verb('misses')}"``,
    ``f"{who:{'runs' if far else 'walks'}}"``. "Cannot" and "may" need nothing.

    A report gets the subject of a name from ``names(who)``, of several from ``names.all(several)``, and of an id in a
    command from ``names.by_id(who)``. A refusal or a warning of a rule gets one, or several, or a side from
    ``fight.subject(who)``. Subjects are for sentences: an event keeps the id.
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
        """Join several subjects into one; a single one stays as it is."""
        each = [*subjects]
        return each[0] if len(each) == 1 else cls(between.join(each), many=len(each) > 1)

    def __format__(self, predicate: str) -> str:
        """Return the name and what follows it, whose verb is written in the singular."""
        if predicate == "'s":
            return self + ("'" if self.many and self.endswith("s") else predicate)
        return f"{self} {self.verb(predicate)}" if predicate[:1].isalpha() else super().__format__(predicate)

    def verb(self, predicate: str) -> str:
        """Return a predicate, which begins with a verb in the singular, in this subject's number."""
        if not self.many:
            return predicate
        verb, blank, more = predicate.partition(" ")
        return f"{_plural_verb(verb)}{blank}{more}"


def _plural_verb(verb: str) -> str:
    """Return the plural of a verb in the third person singular."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    if verb.endswith("es") and verb[:-2].endswith(HISSING):
        return verb[:-2]
    return verb.removesuffix("s")
