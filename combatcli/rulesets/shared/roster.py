"""Who can act, who is gone, and who are allies: the same questions in all games, answered by each game's rules."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from combatcli.encounter.references import combatant_named
from combatcli.encounter.schema import Member
from combatcli.errors import RefusedError
from combatcli.events import GroupLoss
from combatcli.records import Record
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.shared.sides import are_allies
from combatcli.rulesets.shared.touching import may_share_arena

C = TypeVar("C", bound=Member)


class Hindrance(Struct, frozen=True):
    """A reason why a combatant cannot act: a word for it, and the rule that says so."""

    word: str
    rule: str
    so: str = "cannot act"
    gone: bool = False
    """Whether nothing more can be done to the combatant."""
    already: str = ""
    """The rule that says this, if it is another one."""
    brief: bool = False
    """Whether the combatant can still fight in melee."""


class Roster(Record, Generic[E, C]):
    """A game's own part: what hinders a combatant, the worst first; the rule on attacks; and who are allies.

    ``same_side`` is the warning about attacking an ally, a template of the subjects {who} and {target}: ``{target:is}
    on {who:'s} own side``.
    """

    hindrance: Callable[[E, C], Hindrance | None]
    attack_rule: str
    are_allies: Callable[[Member, Member], bool] = are_allies
    same_side: str = "{who} and {target} are on the same side"
    _named = staticmethod(cast("Callable[[Any, str], Any]", combatant_named))

    def able(self, fight: E) -> Iterator[str]:
        """Yield those who can act, in the file's order."""
        hindrance = cast("Callable[[E, Member], Hindrance | None]", self.hindrance)
        return (who for who, combatant in fight.combatants.items() if hindrance(fight, combatant) is None)

    def is_able(self, fight: E, who: str) -> bool:
        """Tell whether a combatant can act."""
        return self.hindrance(fight, self._named(fight, who)) is None

    def can_fight_in_melee(self, fight: E, who: str) -> bool:
        """Tell whether a combatant can fight in melee."""
        hindrance = self.hindrance(fight, self._named(fight, who))
        return hindrance is None or hindrance.brief

    def require_able(self, fight: E, who: str) -> C:
        """Return a combatant that can act; RefusedError if it cannot, or does not exist."""
        combatant: C = self._named(fight, who)
        hindrance = self.hindrance(fight, combatant)
        if hindrance is not None:
            raise RefusedError(f"{fight.subject(who):is} {hindrance.word} and {hindrance.so} ({hindrance.rule})")
        return combatant

    def require_not_gone(self, fight: E, who: str) -> C:
        """Return a combatant that is not gone, and so has turns; RefusedError otherwise."""
        combatant: C = self._named(fight, who)
        hindrance = self.hindrance(fight, combatant)
        return self.require_able(fight, who) if hindrance is not None and hindrance.gone else combatant

    def require_target(self, fight: E, who: str) -> C:
        """Return a combatant that may still be the target of a deed; RefusedError if it is gone or does not exist."""
        combatant: C = self._named(fight, who)
        hindrance = self.hindrance(fight, combatant)
        if hindrance is not None and hindrance.gone:
            message = f"{fight.subject(who):is} already {hindrance.word} ({hindrance.already or hindrance.rule})"
            raise RefusedError(message)
        return combatant

    def require_attackable(self, fight: E, who: str, target: str) -> C:
        """Return a target that may be attacked; RefusedError if it is gone, or is the attacker."""
        combatant = self.require_target(fight, target)
        self.refuse_oneself(who, target, "attack", self.attack_rule)
        return combatant

    @staticmethod
    def refuse_oneself(who: str, other: str, deed: str, rule: str) -> None:
        """Refuse a deed to oneself that is only for others, by a rule."""
        if who == other:
            raise RefusedError(f"{who} cannot {deed} themselves{_cited(rule)}")

    def move_words(
        self, fight: E, who: str, words: Sequence[str], rule: str, way: Callable[[str], list[str]]
    ) -> list[str]:
        """Return the words of a move; in place of a combatant's name, their arena, or the ``way`` to them."""
        name = words[0] if len(words) == 1 else ""
        if name in fight.arenas or name not in fight.combatants:
            return [*words]
        self.refuse_oneself(who, name, "move up to", rule)
        other = fight.combatants[name]
        if other.arena is not None and not may_share_arena(self._named(fight, who), other):
            return [other.arena]
        return way(name)

    def warn_of_attack_on_ally(self, context: CombatContext[E], who: str, target: str, rule: str = "") -> None:
        """Warn of an attack on one's own side, or refuse it, unless the game's rule says something else."""
        combatants = context.fight.combatants
        if self.are_allies(combatants[who], combatants[target]):
            sentence = self.same_side.format(who=context.fight.subject(who), target=context.fight.subject(target))
            context.warn_or_refuse(f"{sentence}{_cited(rule or self.attack_rule)}")

    def warn_of_helping_foe(self, context: CombatContext[E], who: str, friend: str, rule: str) -> None:
        """Warn that somebody helps a known foe, or refuse it."""
        one, two, subject = self._named(context.fight, who), self._named(context.fight, friend), context.fight.subject
        if one.side and two.side and not self.are_allies(one, two):
            context.warn_or_refuse(f"{subject(friend):is} not on {subject(who):'s} side ({rule})")


def _cited(rule: str) -> str:
    """Return a rule's id in parentheses after a space, or nothing if there is no id."""
    return f" ({rule})" if rule else ""


def lose_member(context: CombatContext[E], who: str, **afresh: object) -> bool:
    """Remove one member of a group; the next starts with the values ``afresh``. False if only one is left."""
    count = context.fight.combatants[who].count
    if count <= 1:
        return False
    context.update_combatant(who, count=count - 1, **afresh)
    context.emit(GroupLoss(who=who, left=count - 1))
    return True
