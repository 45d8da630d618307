"""Every way a fight may go, action by action to its end; fights that are alike are brought together."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from math import ceil

from msgspec.msgpack import encode

from combatcli.errors import CombatError, RefusedError
from combatcli.forecast.fight import cannot_go_on, own_actions, own_deeds
from combatcli.forecast.tally import Tally
from combatcli.forecast_events import Z
from combatcli.records import Record
from combatcli.rulesets.tactic_lines import every_action, lines_of, parsed
from combatcli.rulesets.tactics import Even, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from combatcli.encounter.schema import Encounter
    from combatcli.forecast.fight import EndCheck
    from combatcli.forecast.player import Player, Ways
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.tactics import Deed

MOST_STEPS = 20_000
"""How many deeds are tried, and outcomes of their dice gone through: some seconds' worth."""
SURE = 100
"""So many states have to be gone through before what waits is estimated by them."""
FAR = 2
"""So many times the budget an estimate has to be for an answer to be refused before the budget is spent."""
REMEMBERED = ("any", "attacker", "same")
"""Targets of tactics that look back, or are drawn, and that fights which are alike do not share."""


class _OverBudgetError(Exception):
    """There are more steps than are gone through."""


class _Round(Record):
    """A round that is gone through: its number, the steps before it, and the states in which it began."""

    number: int
    done: int
    states: int


class _State:
    """Fights that are alike: how they came through the phase they are in, who was out first, and how likely they are.

    ``path`` is the fight at the phase's beginning and after each of its actions, ``labels`` tell those actions apart.
    """

    __slots__ = ("chance", "first", "labels", "path")

    def __init__(
        self, path: tuple[Encounter, ...], labels: tuple[Hashable, ...], first: frozenset[str], chance: Fraction
    ) -> None:
        self.path = path
        self.labels = labels
        self.first = first
        self.chance = chance


class ExactWalk:
    """Goes through all fights from a start; of those that are alike only one."""

    def __init__(self, game: Game, end_check: EndCheck, player: Player, within: float) -> None:
        self.total = Tally()
        self._game = game
        self._end_check = end_check
        self._player = player
        self._within = within
        self._done = self._expanded = 0
        self._round = _Round(end_check.start.round, 0, 1)
        self._states: dict[Hashable, _State] = {}
        self._queue: list[tuple[tuple[int, int, int], int, Hashable]] = []
        self._number = 0

    def run(self) -> Tally:
        """Return what all fights come to, each as often as it is likely; RefusedError where they are too many."""
        start = self._end_check.start.changed(dice=None)
        self._check_tactics(start)
        self._add(_State((start,), (), frozenset(), Fraction(1)))
        try:
            while self._queue:
                self._expand(self._states.pop(heappop(self._queue)[2]))
                self._foresee()
        except _OverBudgetError:
            times = ceil(Z * Z / 4 / self._within**2)
            raise RefusedError(
                f"an exact answer needs more than {MOST_STEPS:,} steps",
                f"{times:,} simulated fights are precise within {self._within * 100:g} %: leave out --exact.",
            ) from None
        return self.total

    def _spend(self, steps: int) -> None:
        self._done += steps
        if self._done > MOST_STEPS:
            raise _OverBudgetError

    def _foresee(self) -> None:
        """Give up early where what waits is far over budget, if it is like what was gone through.

        That is known of many states; and where a round begins, of it and the next by the last one, which grew so much.
        """
        self._expanded += 1
        waiting = len(self._queue)
        if self._expanded >= SURE:
            self._check_budget(waiting * self._done / self._expanded)
        last = self._round
        if waiting and self._queue[0][0][0] > last.number:
            growth = waiting / last.states
            self._check_budget((self._done - last.done) * growth * (1 + growth if growth > 1 else 1))
            self._round = _Round(self._queue[0][0][0], self._done, waiting)

    def _check_budget(self, more: float) -> None:
        if self._done + more > FAR * MOST_STEPS:
            raise _OverBudgetError

    def _check_tactics(self, start: Encounter) -> None:
        for who, combatant in start.combatants.items():
            for line in lines_of(start, combatant):
                if parsed(line).target in REMEMBERED:
                    raise RefusedError(
                        f'{who} has the tactics "{line}", which --exact cannot use',
                        f"Leave out --exact, or write tactics without {', '.join(REMEMBERED)}.",
                    )

    def _add(self, state: _State) -> None:
        """Bring a state together with those like it; one that is over is counted."""
        fight = state.path[-1]
        if self._end_check.is_over(fight):
            self.total.add(self._end_check.outcome(fight, state.first), state.chance)
            return
        key = self._game.state_key(fight, self._end_check.start), state.labels, state.first
        if key in self._states:
            self._states[key].chance += state.chance
            return
        self._states[key] = state
        phases = self._game.phases
        place = phases.index(fight.phase) if fight.phase in phases else 0
        heappush(self._queue, ((fight.round, place, len(state.labels)), self._number, key))
        self._number += 1

    def _expand(self, state: _State) -> None:
        table = Table(state.path[0])
        actions = every_action(table, self._end_check.tactics)
        for fight in state.path[1:]:
            next(actions)
            table.fight = fight
        action = next(actions, None)
        if action is None:
            ways = self._ways([self._player.next], table.fight)
            if ways is None:
                raise cannot_go_on(table.fight)
            for fight, chance in ways:
                self._add(_State((fight,), (), self._first(state, fight), state.chance * chance))
            return
        who, deeds = action[0], action[1] if isinstance(action[1], Even) else [*action[1]]
        label = (who, (deeds[0][0] if who else encode(deeds[0])) if deeds else "")
        for fight, chance in self._either(table.fight, deeds) or self._done_by(table, who, deeds):
            first = self._first(state, fight)
            self._add(_State((*state.path, fight), (*state.labels, label), first, state.chance * chance))

    def _either(self, fight: Encounter, deeds: Sequence[Deed]) -> Ways:
        """Return what may come of deeds of which each is as likely; nothing where they are no such."""
        if not isinstance(deeds, Even):
            return []
        told = [ways for deed in deeds if (ways := self._ways([deed], fight)) is not None]
        return [(after, chance / len(told)) for ways in told for after, chance in ways]

    def _done_by(self, table: Table[Encounter], who: str, deeds: Sequence[Deed]) -> Ways:
        own = own_actions(table.fight, who)
        meant = own_deeds(table, who, self._end_check.tactics, own, self._player.read) if own else deeds
        return self._ways(meant, table.fight) or [(table.fight, Fraction(1))]

    def _first(self, state: _State, fight: Encounter) -> frozenset[str]:
        return state.first or self._end_check.out(fight)

    def _ways(self, deeds: Iterable[Deed], fight: Encounter) -> Ways | None:
        """Return what may come of the first deed that nobody minds; None where each is."""
        for deed in deeds:
            self._spend(1)
            try:
                return self._player.every(deed, fight, self._spend)
            except CombatError:
                continue
        return None
