"""How a game's fights play themselves: who is out, how much each can take, and what each would do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.schema import Encounter, Member
from combatcli.records import Record
from combatcli.rulesets.shared.index import Index
from combatcli.rulesets.shared.sides import side_of

if TYPE_CHECKING:
    from combatcli.rulesets.actions import Request
    from combatcli.rulesets.tactic_lines import TacticLine

    AnyTactics: TypeAlias = "Tactics[Any, Any]"
    AnyLiveFight: TypeAlias = "LiveFight[Any]"
    Deed: TypeAlias = tuple[str, *tuple[Request, ...]]
    """A command's name and its requests, mostly one."""
    ActionDeeds: TypeAlias = tuple[str, Iterable[Deed]]
    """Whose action it is, and the deeds that will do, the best first."""

E = TypeVar("E", bound=Encounter)
C = TypeVar("C", bound=Member)
T = TypeVar("T")


class WayToAnswer(Record, Generic[E]):
    """A way to answer what others do."""

    open_to: Callable[[E, Collection[str]], list[tuple[str, str]]]
    """Returns who may answer whom of those who just acted."""
    deed: Callable[[E, str, str], Deed]
    """Returns the deed by which one answers another."""
    usual: str = ""
    """The line of those who have none about this answer; empty if it costs nothing and is always given."""
    keeps: Callable[[E, str], bool] | None = None
    """Tells whether a hit on a combatant waits for their answer."""


def strike_at_once(openings: Callable[..., Sequence[str]], strike: Callable[..., Request]) -> WayToAnswer[E]:
    """Return the answer to an opening: each combatant in ``openings`` of the actor strikes at them at once."""

    def open_to(fight: E, acted: Collection[str]) -> list[tuple[str, str]]:
        return [(foe, who) for who in acted for foe in openings(fight.combatants[who])]

    return WayToAnswer(open_to, lambda _, who, whom: ("attack", strike(attacker=who, targets=[whom])))


class EquallyLikely(tuple["Deed", ...]):
    """Equally likely deeds, one of which is drawn at random: no tactics decide this choice."""

    __slots__ = ()


class Shuffled(Generic[T]):
    """Values in a random order, each drawn when it is first asked for, so that no unused choice is made."""

    def __init__(self, values: Iterable[T], choices: Source) -> None:
        self._left = [*values]
        self._drawn: list[T] = []
        self._choices = choices

    def __iter__(self) -> Iterator[T]:
        """Yield the values in their order."""
        for place in range(len(self._drawn) + len(self._left)):
            if place == len(self._drawn):
                count = len(self._left)
                self._drawn.append(self._left.pop(self._choices.die(count) - 1 if count > 1 else 0))
            yield self._drawn[place]


class LiveFight(Struct, Generic[E]):
    """A fight in progress: ``fight`` is its present state, ``line`` the line of tactics that was read last.

    ``attackers`` has each combatant's last attacker, ``targets`` each one's last target. Random choices are drawn from
    ``choices``, apart from all dice; without it the first value is chosen.
    """

    fight: E
    choices: Source | None = None
    line: str = ""
    attackers: dict[str, str] = {}
    targets: dict[str, str] = {}

    def shuffled(self, values: Iterable[T]) -> Iterable[T]:
        """Return the values in a random order; in their own without ``choices``."""
        return [*values] if self.choices is None else Shuffled(values, self.choices)

    def remember_last_attacks(self, attacks: Iterable[tuple[str, str]]) -> None:
        """Remember the last attacker and the last target of each combatant."""
        for attacker, target in attacks:
            self.attackers[target] = attacker
            self.targets[attacker] = target


class Tactics(Record, Generic[E, C]):
    """A game's own part: who is out of the fight, how much each can take, and what each would do."""

    is_out: Callable[[E, C], bool]
    """Tells whether a combatant is out of the fight; like ``left`` it reads only the combatant and the house rules."""
    left: Callable[[C], tuple[int, int]]
    """Returns how much the combatant can still take, and the most it could."""
    actions: Callable[[LiveFight[E]], Iterator[ActionDeeds]]
    """Yields the actions of the present phase or turn, each with whose it is, empty if nobody's. The first deed that is
    neither refused nor irregular is done before the next action is asked for. At the end the next phase begins.
    """
    ways: Callable[[E, str, Iterable[str]], Iterable[Deed]] = lambda *_: ()
    """Yields the moves to the first of some targets."""
    away: Callable[[E, str, str], float] = lambda *_: 0
    """Returns how far another combatant is, in the game's own unit."""
    acts: Sequence[str] = ()
    """The acts that are declared with `declare`."""
    numbers: Mapping[str, Callable[[C], int]] = {}
    """The numbers of a combatant that the file may leave out."""
    cornered: Callable[[E, C], bool] | None = None
    answers: Mapping[str, WayToAnswer[E]] = {}
    """The answers by the game's own word."""
    by_word: Sequence[str] = ()
    """The commands, perhaps with an option, that are the GM's word, which no line may give."""
    choices: Sequence[str] = ()
    """The choices of a side that a line may make."""
    free_text: Sequence[str] = ()
    """The acts whose line goes on in free text."""
    why_not: Callable[[E, str, str, str], str] = lambda *_: ""
    """Says why a declared act cannot be done to another combatant; empty if it can."""
    at_once: str = "--apply"
    """The option of `attack` that applies a hit; empty if every hit is applied."""
    mutual: str = ""
    """The phase in which the target of an attack strikes back by the same roll."""
    reads: Callable[[LiveFight[E], str, TacticLine], Iterable[Deed] | None] = lambda *_: None
    """Returns the meaning of a line in a phase where the game itself says so, else None."""
    engaged: Callable[[E, str], Iterable[str]] = lambda *_: ()
    """Returns the foes that a combatant is engaged with, though the file may not name them."""
    unused: Callable[[C, Sequence[str]], str] = lambda *_: ""
    """Returns what a combatant has and none of its lines names."""
    idle_phases: Callable[[E], int] = lambda _: 0
    """Returns the number of phases right after the present one in which nobody will do anything."""
    without_rounds: Callable[[E], E] = lambda fight: fight
    """Returns the fight without the numbers of past rounds, on which nothing to come depends."""

    @cached_property
    def sides(self) -> Index[str | None]:
        """The combatants of each side, the weakest first, else in the file's order; those out are under None."""
        is_out, left = self.is_out, self.left
        return Index(lambda fight, each: (None if is_out(fight, each) else side_of(each),), lambda each: left(each)[0])


def foes_of(fight: E, who: str, tactics: Tactics[E, C]) -> list[str]:
    """Return the combatant's foes that are not out, the weakest first, else in the file's order."""
    own = side_of(fight.combatants[who])
    foes = [entries for side, entries in tactics.sides.groups(fight).items() if side not in (own, None)]
    return [foe for _, _, foe in (foes[0] if len(foes) == 1 else sorted(chain(*foes)))]


def allies_weakest_first(fight: E, who: str, tactics: Tactics[E, C]) -> list[str]:
    """Return the combatant's allies that are not out, the weakest first, else in the file's order."""
    return [ally for ally in tactics.sides.ids_of(fight, side_of(fight.combatants[who])) if ally != who]
