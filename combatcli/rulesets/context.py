"""The state of a command while it is resolved: the encounter, its events, its warnings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec.structs import replace

from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError
from combatcli.events import Attack, Wound
from combatcli.records import Event

AnyContext: TypeAlias = "CombatContext[Any]"
E = TypeVar("E", bound=Encounter)
R = TypeVar("R")


def _no_rolls(purpose: str, dice: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    raise AssertionError(f"nothing is rolled here, and {purpose} is asked for")


class CombatContext(Generic[E]):
    """One command while it is resolved: the present encounter, and what has happened so far.

    ``formal`` is False for two combatants without a file: they have no phases and no declarations. ``author`` is the
    combatant that emitted wounds are ascribed to. Events for the report alone are not made if ``silent``; if ``lean``,
    events need not say how their values came about. ``attacks`` has pairs of attacker and target, ``agenda`` the tasks
    after the present one. ``rolls`` rolls dice.
    """

    def __init__(
        self, fight: E, *, strict: bool = False, formal: bool = True, silent: bool = False, lean: bool = False
    ) -> None:
        self.before = fight
        self.fight = fight
        self.formal = formal
        self.silent = silent
        self.lean = lean or silent
        self.author = ""
        self.strict = strict or fight.house.get("strict") is True
        self.events: list[Event] = []
        self.attacks: list[tuple[str, str]] = []
        self.warnings: list[str] = []
        self.rolls: Callable[[str, Callable[..., Any], tuple[Any, ...]], Any] = _no_rolls
        self.agenda: list[tuple[Any, ...]] = []

    def fork(self) -> CombatContext[E]:
        """Return a context that goes on from here by itself, without events."""
        fork = CombatContext(self.fight, strict=self.strict, formal=self.formal, silent=self.silent, lean=self.lean)
        fork.before = self.before
        fork.author = self.author
        fork.rolls = self.rolls
        return fork

    def adopt(self, fork: CombatContext[E]) -> None:
        """Take over a fork's encounter, events and warnings."""
        self.fight = fork.fight
        self.events += fork.events
        self.attacks += fork.attacks
        self.agenda += fork.agenda
        self.author = fork.author
        self.adopt_warnings(fork)

    def adopt_warnings(self, fork: CombatContext[E]) -> None:
        """Take over a fork's warnings alone."""
        for sentence in fork.warnings:
            self.warn(sentence)

    def emit(self, event: Event) -> None:
        """Record an event; a wound is ascribed to the current author."""
        if self.author and not self.silent and isinstance(event, Wound):
            event = event.changed(by=self.author)
        if isinstance(event, Attack):
            self.attacks.append((event.attacker, event.target))
        self.events.append(event)

    def amend_event(self, place: int, **changes: object) -> None:
        """Give other values to the event at a place."""
        self.events[place] = self.events[place].changed(**changes)

    def tell(self, event: Callable[[], Event]) -> None:
        """Record an event that only a report needs; it is not made if the context is silent."""
        if not self.silent:
            self.emit(event())

    def tell_attack(self, attacker: str, target: str, event: Callable[[], Event]) -> None:
        """Record an attack; its event is made only if the context is not silent."""
        if self.silent:
            self.attacks.append((attacker, target))
        else:
            self.emit(event())

    def ascribe_wounds(self, who: str, deal: Callable[[], R]) -> R:
        """Return the result of ``deal``; the wounds emitted by it are ascribed to ``who``."""
        author, self.author = self.author, who or self.author
        dealt = deal()
        self.author = author
        return dealt

    def warn(self, sentence: str) -> None:
        """Warn the table of something, never refused, even under strict rules."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def warn_or_refuse(self, sentence: str) -> None:
        """Warn of something irregular; raise RefusedError if the command is strict."""
        if not self.formal:
            return
        if self.strict:
            ruled = self.fight.house.get("strict") is True
            by = "[house] strict = true" if ruled else "--strict"
            raise RefusedError(sentence, f"Without {by}, this only draws a warning.")
        self.warn(sentence)

    def update_combatant(self, who: str, **changes: object) -> None:
        """Change values of one combatant."""
        combatants = self.fight.combatants
        self.fight = replace(self.fight, combatants={**combatants, who: replace(combatants[who], **changes)})

    def update_fight(self, **changes: object) -> None:
        """Change values of the encounter itself."""
        self.fight = replace(self.fight, **changes)
