"""What a command of a game reads and changes while it is resolved: the encounter, its events, its warnings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError
from combatcli.events import Attack, Event, Wound

AnyContext: TypeAlias = "CombatContext[Any]"
E = TypeVar("E", bound=Encounter)
R = TypeVar("R")


def _no_rolls(purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    raise AssertionError(f"nothing is rolled here, and {purpose} is asked for")


class CombatContext(Generic[E]):
    """One command while it is resolved: the encounter as it now stands, and what happened so far.

    ``formal`` is False for two combatants without a file, who have neither phases nor declarations; ``author`` is who
    deals the wounds that are emitted, where that is known. One that is ``silent`` is not reported, so that nothing is
    made for the report alone. ``attacks`` are who attacked whom. ``rolls`` answers whoever asks for dice; ``agenda``
    are the tasks that the one at hand wants done after it.
    """

    def __init__(self, fight: E, *, strict: bool = False, formal: bool = True, silent: bool = False) -> None:
        self.before = fight
        self.fight = fight
        self.formal = formal
        self.silent = silent
        self.author = ""
        self.strict = strict or fight.house.get("strict") is True
        self.events: list[Event] = []
        self.attacks: list[tuple[str, str]] = []
        self.warnings: list[str] = []
        self.rolls: Callable[[str, Callable[..., Any], tuple[Any, ...]], Any] = _no_rolls
        self.agenda: list[tuple[Any, ...]] = []

    def fork(self) -> CombatContext[E]:
        """Return a context that goes on from here by itself, with no events yet."""
        fork = CombatContext(self.fight, strict=self.strict, formal=self.formal, silent=self.silent)
        fork.before = self.before
        fork.author = self.author
        fork.rolls = self.rolls
        return fork

    def adopt(self, fork: CombatContext[E]) -> None:
        """Take over what a fork came to: its encounter, what happened in it, and what it warned of."""
        self.fight = fork.fight
        self.events += fork.events
        self.attacks += fork.attacks
        self.agenda += fork.agenda
        self.author = fork.author
        self.adopt_warnings(fork)

    def adopt_warnings(self, fork: CombatContext[E]) -> None:
        """Take over what a fork warned of, and nothing else of it."""
        for sentence in fork.warnings:
            self.warn(sentence)

    def emit(self, event: Event) -> None:
        """Record that something happened; a wound is its author's, where there is one."""
        if self.author and isinstance(event, Wound):
            event.by = self.author
        if isinstance(event, Attack):
            self.attacks.append((event.attacker, event.target))
        self.events.append(event)

    def tell(self, event: Callable[[], Event]) -> None:
        """Record what is reported and nothing else asks for; it is made only where somebody is told."""
        if not self.silent:
            self.emit(event())

    def tell_attack(self, attacker: str, target: str, event: Callable[[], Event]) -> None:
        """Record an attack; how it went is told only where somebody is told."""
        if self.silent:
            self.attacks.append((attacker, target))
        else:
            self.emit(event())

    def dealt_by(self, who: str, deal: Callable[[], R]) -> R:
        """Return what something comes to; the wounds that it emits are somebody's, unless that is nobody."""
        author, self.author = self.author, who or self.author
        dealt = deal()
        self.author = author
        return dealt

    def warn(self, sentence: str) -> None:
        """Say something that the table should know; no refusal, however strict."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def warn_or_refuse(self, sentence: str) -> None:
        """Warn of something out of its phase or undeclared; raise RefusedError where the command is strict."""
        if not self.formal:
            return
        if self.strict:
            ruled = self.fight.house.get("strict") is True
            by = "[house] strict = true" if ruled else "--strict"
            raise RefusedError(sentence, f"Without {by}, this only draws a warning.")
        self.warn(sentence)

    def update_combatant(self, who: str, **changes: object) -> None:
        """Give one combatant other values."""
        self.fight = self.fight.with_combatant(who, **changes)

    def update_fight(self, **changes: object) -> None:
        """Give the encounter itself other values."""
        self.fight = replace(self.fight, **changes)
