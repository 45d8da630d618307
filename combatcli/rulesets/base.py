"""What every game offers, behind one Protocol: its encounter's shape and the actions that change one.

An action is told what is wanted (an order), and plays on a `Play`: an encounter while one command is resolved.
"""

from __future__ import annotations

from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from combatcli.dice.odds.distribution import Distribution
    from combatcli.dice.rolling.sources import Source

Event = dict[str, Any]
E = TypeVar("E", bound=Encounter)
T = TypeVar("T")


def _unescaped(name: str) -> str:
    return name.rstrip("_")


class Order(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=_unescaped):
    """What a command was told; a key that a game's order does not have is an option that the game lacks."""


O = TypeVar("O", bound=Order)  # noqa: E741  (an order, as E is an encounter)


class Play(Generic[E]):
    """One command being played: the encounter as it now stands, and what happened so far."""

    __slots__ = ("before", "events", "fight", "formal", "source", "strict", "warnings")

    def __init__(self, fight: E, source: Source, *, strict: bool = False, formal: bool = True) -> None:
        self.before = fight
        self.fight = fight
        self.source = source
        self.formal = formal
        self.strict = strict or fight.house.get("strict") is True
        self.events: list[Event] = []
        self.warnings: list[str] = []

    def tell(self, event: str, **values: object) -> Event:
        """Record that something happened, and return the event."""
        told = {"event": event, **values}
        self.events.append(told)
        return told

    def warn(self, sentence: str) -> None:
        """Say something that the table should know; no refusal, however strict."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def irregular(self, sentence: str) -> None:
        """Warn of something out of its phase or undeclared; raise RefusedError where the play is strict.

        Two combatants without a file have neither phases nor declarations: nothing is irregular there.
        """
        if not self.formal:
            return
        if self.strict:
            raise RefusedError(sentence, "Without --strict this is done with a warning.")
        self.warn(sentence)

    def change(self, who: str, **changes: object) -> None:
        """Give one combatant other values."""
        self.fight = self.fight.with_combatant(who, **changes)

    def alter(self, **changes: object) -> None:
        """Give the encounter itself other values."""
        self.fight = self.fight.changed(**changes)


class Action(Generic[E, O]):
    """What a game does for one command: the shape of its order, the play, and its exact odds where it rolls."""

    __slots__ = ("odds", "order", "play")

    def __init__(
        self,
        order: type[O],
        play: Callable[[Play[E], O], None],
        odds: Callable[[E, O], list[Event]] | None = None,
    ) -> None:
        self.order = order
        self.play = play
        self.odds = odds


class Problem(Struct, frozen=True):
    """Something in an encounter that does not hold together: where, and what."""

    path: str
    message: str
    hint: str = ""


class Ruleset(Protocol):
    """A game: a package in here is one, by the names it holds."""

    @property
    def encounter(self) -> type[Encounter]:
        """The shape of its encounters."""
        ...

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of a round, in order."""
        ...

    @property
    def switches(self) -> Mapping[str, type]:
        """The keys that the [house] table may have, with the type of each."""
        ...

    def action(self, command: str) -> Action[Any, Any]:
        """Return what it does for a command; KeyError if it has nothing of the kind."""
        ...

    def settle(self, play: Play[Any]) -> None:
        """Let happen what follows from any change."""
        ...

    def example(self) -> str:
        """Return the TOML text of a fight to try the game on, without its first line."""
        ...

    def problems(self, fight: Any) -> Iterator[Problem]:  # noqa: ANN401  (each game checks its own type)
        """Find what is wrong in an encounter of this game."""
        ...


def fighter(combatants: Mapping[str, T], who: str) -> T:
    """Return a combatant; RefusedError names the nearest one if there is none of that id."""
    try:
        return combatants[who]
    except KeyError:
        raise RefusedError(f'there is no combatant "{who}" in this encounter', nearest(who, combatants)) from None


def drop_pending(play: Play[Any], which: str) -> list[Any]:
    """Take off the list what is pending, all of it or the N-th, and return it; RefusedError if there is no such hit."""
    pending = play.fight.pending
    if not pending:
        raise RefusedError("nothing is pending")
    if which == "all":
        dropped, left = list(pending), []
    else:
        if not which.isdecimal() or not 1 <= int(which) <= len(pending):
            raise RefusedError(f"there is no pending hit {which}", f"`show` lists {len(pending)} of them.")
        dropped, left = [pending[int(which) - 1]], [*pending[: int(which) - 1], *pending[int(which) :]]
    play.alter(pending=left)
    return dropped


def unknown_names(path: str, names: Collection[str], known: Collection[str], what: str) -> Iterator[Problem]:
    """Find the names that nothing bears."""
    for name in names:
        if name not in known:
            yield Problem(path, f'there is no {what} "{name}"', nearest(name, known))


def wrong_switches(fight: Encounter, switches: Mapping[str, type]) -> Iterator[Problem]:
    """Find the switches of the [house] table that are set to something else than they take."""
    for switch, type_ in switches.items():
        value = fight.house.get(switch)
        if value is not None and type(value) is not type_:
            wanted = "true or false" if type_ is bool else "a whole number"
            yield Problem(f"house.{switch}", f"expected {wanted}")


def chance(of: str, outcomes: Distribution[T], holds: Callable[[T], bool], **who: object) -> Event:
    """Return the event that tells the exact chance of something."""
    from combatcli.dice.odds.events import odds_event

    return odds_event(of, outcomes.chance(holds), **who)


def spread(of: str, outcomes: Distribution[T], number: Callable[[T], int], **who: object) -> Event:
    """Return the event that tells how some number is distributed."""
    from combatcli.dice.odds.events import distribution_event

    return distribution_event(outcomes.map(number), of=of, **who)
