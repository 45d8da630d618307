"""Deeds on an encounter in memory: played with dice, or enumerated with all their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, TypeAlias

from combatcli.encounter.schema import Encounter
from combatcli.errors import CombatError, RefusedError
from combatcli.rulesets import action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.own_dice import source_of_own_dice, with_dice_advanced
from combatcli.rulesets.tasks import ImmediateRolls, Position, Task, play, run_to_first_roll
from combatcli.rulesets.walk import RollOutcomes

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.tactics import Deed

    Attacks: TypeAlias = tuple[tuple[str, str], ...]
    Way: TypeAlias = tuple[Encounter, Attacks, Fraction]
    """An outcome of a deed: the fight after it, who attacked whom (if asked for), and its chance."""
    Ways: TypeAlias = tuple[list[Way], bool]
    """All outcomes of a deed, and whether anything was rolled."""

NEXT = "next"
MOST_OUTCOMES = 10_000
"""The most outcomes enumerated to see whether a roll may change anything."""


class Player:
    """Plays deeds of a game strictly. ``read`` turns a line into a deed, or raises CombatError.

    ``next`` is the deed that begins the next phase or turn; ``seen`` are the phases and pairs of the attacks in all
    outcomes of deeds.
    """

    def __init__(self, game: Game, read: Callable[[str], Deed]) -> None:
        self._game = game
        self._task_of = cache(lambda command: action(game, command).task)
        self.read = cache(read)
        self.seen: set[tuple[str, str, str]] = set()
        self.next: Deed = (NEXT, action(game, NEXT).request())

    def play(self, deed: Deed, fight: Encounter, *, silent: bool = False) -> CombatContext[Encounter]:
        """Return the result of a deed with the fight's own dice; raise CombatError where it is not allowed."""
        dice = fight.dice
        assert dice is not None
        context = CombatContext(fight, strict=True, silent=silent)
        context.rolls = rolls = ImmediateRolls(partial(source_of_own_dice, dice))
        play(context, *self._tasks_of_deed(deed))
        self._game.apply_consequences(context)
        if rolls.source is not None:
            context.fight = with_dice_advanced(context.fight, rolls.source)
        return context

    def all_outcomes(
        self,
        deed: Deed,
        fight: Encounter,
        walk: RollOutcomes,
        spend: Callable[[int], None],
        *,
        remembering: bool = False,
    ) -> Ways:
        """Return all outcomes of a deed with their chances; raise CombatError where it is not allowed.

        Plays in equal states are merged roll by roll; ``spend`` gets the number of outcomes of each roll. With
        ``remembering``, who attacked whom is part of a state.
        """
        start = run_to_first_roll(CombatContext(fight, strict=True, silent=True), *self._tasks_of_deed(deed))
        attacks = tuple(start.context.attacks) if remembering else ()
        if start.wanted is None:
            self._game.apply_consequences(start.context)
            self.seen.update([(fight.phase, *pair) for pair in start.context.attacks])
            return [(start.context.fight, attacks, Fraction(1))], False
        states: dict[tuple[Hashable, Attacks], tuple[Position[Encounter], Fraction]]
        states = {(walk.key(start), attacks): (start, Fraction(1))}
        ended: list[Way] = []
        seen = {*start.context.attacks}
        while states:
            following: dict[tuple[Hashable, Attacks], tuple[Position[Encounter], Fraction]] = {}
            # The budget is charged before any of them is enumerated.
            spend(sum([len(walk.outcomes(position)) for position, _ in states.values()]))
            for (key, before), (position, chance) in states.items():
                reached, whole = walk.next_positions(key, position, walk.outcomes(position))
                for after, ways in reached:
                    seen.update(after.context.attacks)
                    attacks = (*before, *after.context.attacks) if remembering else ()
                    earlier = following.get(after_key := (walk.key(after), attacks))
                    likely = chance * Fraction(ways, whole)
                    following[after_key] = after, likely if earlier is None else earlier[1] + likely
            states = {key: state for key, state in following.items() if state[0].wanted is not None}
            ended += [
                (after.context.fight, attacks, likely)
                for (_, attacks), (after, likely) in following.items()
                if after.wanted is None
            ]
        self.seen.update([(fight.phase, *pair) for pair in seen])
        return ended, True

    def has_one_outcome(self, deed: Deed, fight: Encounter) -> bool:
        """Tell whether a deed has one outcome whatever the dice show; False where it has too many to enumerate."""
        left = MOST_OUTCOMES

        def spend(outcomes: int) -> None:
            nonlocal left
            left -= outcomes
            if left < 0:
                raise RefusedError("too many outcomes")

        try:
            return len(self.all_outcomes(deed, fight, RollOutcomes(self._game), spend)[0]) == 1
        except CombatError:
            return False

    def _tasks_of_deed(self, deed: Deed) -> list[Task]:
        command, *requests = deed
        task = self._task_of(command)
        return [(task, request) for request in requests]
