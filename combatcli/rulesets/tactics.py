"""What a game says of how its fights are fought by themselves: who is out, what is left, and what somebody would do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

from combatcli.encounter.schema import Encounter, Member
from combatcli.records import Record
from combatcli.rulesets.shared.index import Index
from combatcli.rulesets.shared.sides import side_of

if TYPE_CHECKING:
    from combatcli.dice.rolling.sources import Source
    from combatcli.rulesets.actions import Request
    from combatcli.rulesets.tactic_lines import TacticLine

    AnyTactics: TypeAlias = "Tactics[Any, Any]"
    AnyTable: TypeAlias = "Table[Any]"
    Deed: TypeAlias = tuple[str, *tuple[Request, ...]]
    """A command's name and what it is told; mostly once."""
    ActionDeeds: TypeAlias = tuple[str, Iterable[Deed]]
    """Whose action it is, and the deeds that would do."""

E = TypeVar("E", bound=Encounter)
C = TypeVar("C", bound=Member)
T = TypeVar("T")


class Answer(Record, Generic[E]):
    """How one may answer what others do: by whom and to whom, of those who just acted, and what they do.

    ``usual`` is the line of tactics of whoever says nothing of it; empty where it costs nothing and is always done.
    Where it ``keeps`` somebody, a hit on them is not applied before it.
    """

    open_to: Callable[[E, Collection[str]], list[tuple[str, str]]]
    deed: Callable[[E, str, str], Deed]
    usual: str = ""
    keeps: Callable[[E, str], bool] | None = None


def strike_at_once(openings: Callable[..., Sequence[str]], strike: Callable[..., Request]) -> Answer[E]:
    """Return the answer of those to whom whoever just acted has given an opening: a strike of one attacker at once."""

    def open_to(fight: E, acted: Collection[str]) -> list[tuple[str, str]]:
        return [(foe, who) for who in acted for foe in openings(fight.combatants[who])]

    return Answer(open_to, lambda _, who, whom: ("attack", strike(attacker=who, targets=[whom])))


class Even(tuple["Deed", ...]):
    """Deeds of which one is drawn, each as likely: a choice of which nobody's tactics say anything."""

    __slots__ = ()


class Shuffled(Sequence[T]):
    """Some in a random order: the first of them that will do is each of those that will do as likely.

    Each is drawn when it is asked for, so that no choice is made that nobody needs.
    """

    __slots__ = ("_choices", "_drawn", "_left")

    def __init__(self, some: Iterable[T], choices: Source) -> None:
        self._left = [*some]
        self._drawn: list[T] = []
        self._choices = choices

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._left) + len(self._drawn)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        """Return who comes at a place, or at some."""
        if isinstance(place, slice):
            return [self[each] for each in range(len(self))[place]]
        place = range(len(self))[place]
        while place >= len(self._drawn):
            count = len(self._left)
            self._drawn.append(self._left.pop(self._choices.die(count) - 1 if count > 1 else 0))
        return self._drawn[place]


class Table(Generic[E]):
    """A fight that goes on while somebody looks at it: ``fight`` is how it stands now.

    ``attackers`` has who attacked each the last time, ``targets`` whom each attacked. What is chosen at random is drawn
    from ``choices``, which no dice come from; without them the first is chosen. ``line`` is the line of
    tactics that was read last.
    """

    __slots__ = ("attackers", "choices", "fight", "line", "targets")

    def __init__(self, fight: E, choices: Source | None = None) -> None:
        self.fight = fight
        self.choices = choices
        self.line = ""
        self.attackers: dict[str, str] = {}
        self.targets: dict[str, str] = {}

    def shuffled(self, some: Iterable[T]) -> Sequence[T]:
        """Return some in a random order."""
        return [*some] if self.choices is None else Shuffled(some, self.choices)

    def remember(self, attacks: Iterable[tuple[str, str]]) -> None:
        """Remember who attacked whom."""
        for attacker, target in attacks:
            self.attackers[target] = attacker
            self.targets[attacker] = target


class Tactics(Record, Generic[E, C]):
    """A game's own part: who is out of the fight, how much is left of somebody and of how much, and what is done.

    ``actions`` goes through the present phase, or turn, and yields for each action whose it is, empty where it is the
    table's, and the deeds that would do, the best first; the first that the rules neither refuse nor call irregular is
    done before the next action is asked for. What it ends with is on to the next phase or turn. ``ways`` bring somebody
    to the first of some others; ``away`` is how far another is, in the game's own unit. ``acts`` are what is done by
    `declare`; ``numbers`` those of a combatant that the file may leave unsaid, ``cornered`` whether somebody is, where
    the game knows it; ``answers`` what one may answer with, by the game's word; ``choices`` what a line may choose
    where a side chooses. What is ``told`` is an act whose line goes on in words of one's own; ``why_not`` says why an
    act that is declared on another cannot be done to them, empty where it can; ``at_once`` the option of `attack` by
    which a hit is applied, empty where each is. ``reads`` returns what a line means in a phase of which the game says
    so itself, else None. ``engaged`` are the foes with whom somebody is, whom the file need not name. Where
    attacks are ``mutual``, whoever is attacked strikes back by the same roll. Who is out, and what is left of
    them, is read off a combatant and the house rules alone. ``unused`` is what somebody has, and no line of theirs
    names.
    """

    is_out: Callable[[E, C], bool]
    left: Callable[[C], tuple[int, int]]
    actions: Callable[[Table[E]], Iterator[ActionDeeds]]
    ways: Callable[[E, str, Sequence[str]], Iterable[Deed]] = lambda *_: ()
    away: Callable[[E, str, str], float] = lambda *_: 0
    acts: Sequence[str] = ()
    numbers: Mapping[str, Callable[[C], int]] = {}
    cornered: Callable[[E, C], bool] | None = None
    answers: Mapping[str, Answer[E]] = {}
    choices: Sequence[str] = ()
    told: Sequence[str] = ()
    why_not: Callable[[E, str, str, str], str] = lambda *_: ""
    at_once: str = "--apply"
    mutual: bool = False
    reads: Callable[[Table[E], str, TacticLine], Iterable[Deed] | None] = lambda *_: None
    engaged: Callable[[E, str], Iterable[str]] = lambda *_: ()
    unused: Callable[[C, Sequence[str]], str] = lambda *_: ""

    def strikers(self, attacks: Iterable[tuple[str, str]]) -> Iterator[str]:
        """Go through who strikes in some attacks."""
        yield from (who for pair in attacks for who in (pair if self.mutual else pair[:1]))

    @cached_property
    def sides(self) -> Index[str | None]:
        """Who is not out of each side, the weakest first, else in the file's order; and under None who is out."""
        is_out, left = self.is_out, self.left
        return Index(lambda fight, each: (None if is_out(fight, each) else side_of(each),), lambda each: left(each)[0])


def foes_of(fight: E, who: str, tactics: Tactics[E, C]) -> list[str]:
    """Return somebody's foes that are not out, the weakest first, else in the file's order."""
    own = side_of(fight.combatants[who])
    foes = [entries for side, entries in tactics.sides.groups(fight).items() if side not in (own, None)]
    return [foe for _, _, foe in (foes[0] if len(foes) == 1 else sorted(chain(*foes)))]


def allies_of(fight: E, who: str, tactics: Tactics[E, C]) -> list[str]:
    """Return who else of somebody's side is not out, the weakest first, else in the file's order."""
    return [ally for ally in tactics.sides.of(fight, side_of(fight.combatants[who])) if ally != who]
