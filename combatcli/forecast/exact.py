"""Exact forecasts: every course of a fight, action by action to its end; equal states are merged."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from fractions import Fraction
from heapq import heappop, heappush
from itertools import chain, islice
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.msgpack import encode

from combatcli.dice.exact.outcomes import OnePathOfOutcomes
from combatcli.dice.rolling.sources import Source
from combatcli.encounter.schema import Encounter
from combatcli.errors import CombatError, DiceError, RefusedError
from combatcli.forecast.fight import (
    ORDER,
    EndCheck,
    Outcome,
    cannot_go_on_error,
    own_action_lines,
    own_deeds,
    strikers_with_lines,
)
from combatcli.forecast.tally import Tally
from combatcli.forecast_events import Z
from combatcli.records import Record
from combatcli.rulesets.game import Game
from combatcli.rulesets.tactic_lines import actions_with_answers, lines_of, parse_line
from combatcli.rulesets.tactics import EquallyLikely, LiveFight
from combatcli.rulesets.walk import RollOutcomes

if TYPE_CHECKING:
    from combatcli.forecast.player import Attacks, Player, Ways
    from combatcli.rulesets.tactics import Deed

MOST_WORK = 160_000
"""The budget, in units of 10 µs on a slow machine: one or two seconds."""
OUTCOME, PHASE, PEOPLE = 12, 6, 3
"""The cost of an outcome of a roll, and of replaying a phase up to an action: one more for each earlier action, and
one for each PEOPLE combatants."""
SURE = 100
"""The number of states expanded before the queue is estimated from them."""
FAR = 2
"""An estimate above this multiple of the budget is refused before the budget is spent."""
MOST_CHOICES = 5_000
"""The most random choices of one action."""


class _OverBudgetError(Exception):
    """The fight needs more steps than the budget has."""


class _Round(Struct):
    """The round being expanded: its number, the work before it, and the number of states in which it began."""

    number: int
    work: float
    states: int


class _Moment(Record):
    """A fight at a moment, with the past that tactics ask for: each one's last attacker and last target.

    ``began`` is the fight at the start of the round, with its key; None once a roll of the round might have changed
    the fight.
    """

    fight: Encounter
    began: tuple[Encounter, Hashable] | None
    attackers: tuple[tuple[str, str], ...] = ()
    targets: tuple[tuple[str, str], ...] = ()


class _MergedFights(Struct):
    """Fights merged into one: their course through the current phase, who was out first, and their total chance.

    ``path`` is the moment at the start of the phase and after each of its actions, ``labels`` identify those actions,
    ``faces`` are the random choices made in naming them.
    """

    path: tuple[_Moment, ...]
    labels: tuple[Hashable, ...]
    faces: tuple[int, ...]
    first: frozenset[str]
    chance: Fraction


class _RandomChoices(Source):
    """Random choices: first the earlier ones again, then every possible one."""

    def __init__(self, faces: tuple[int, ...], every: OnePathOfOutcomes) -> None:
        self.made: list[int] = []
        self._before = iter(faces)
        self._every = every

    def die(self, sides: int) -> int:
        """Return one face, 1 to ``sides``."""
        face = next(self._before, 0) or self._every.die(sides)
        self.made.append(face)
        return face


class ExactWalk:
    """Expands all fights from a start, equal ones only once."""

    def __init__(self, game: Game, end_check: EndCheck, player: Player, within: float) -> None:
        self.total = Tally()
        self.work = 0.0
        self._game = game
        self._end_check = end_check
        self._player = player
        self._within = within
        self._expanded = 0
        self._round = _Round(end_check.start.round, 0, 1)
        self._states: dict[Hashable, _MergedFights] = {}
        self._ended: dict[Outcome, Fraction] = {}
        self._walk = RollOutcomes(game, self._spend_work)
        self._queue: list[tuple[tuple[int, int, int], int, Hashable]] = []
        self._number = 0
        combatants = end_check.start.combatants
        lines = {who: [*map(parse_line, lines_of(end_check.start, each))] for who, each in combatants.items()}
        self._ask_attacker, self._ask_target = [
            {who for who, own in lines.items() if any(line.target == word for line in own)}
            for word in ("attacker", "same")
        ]

    def run(self) -> Tally:
        """Return the tally of all fights, weighted by chance; raise RefusedError where there are too many."""
        start = self._end_check.start.changed(dice=None)
        self._merge_or_queue(_MergedFights((_Moment(start, (start, "")),), (), (), frozenset(), Fraction(1)))
        try:
            while self._queue:
                self._expand_by_one_action(self._states.pop(heappop(self._queue)[2]))
                self._check_queue()
        except _OverBudgetError:
            times = ceil(Z * Z / 4 / self._within**2)
            rounds = self._round.number - self._end_check.start.round
            fewer = f"--rounds {rounds} is few enough; or leave out --exact" if rounds else "Leave out --exact"
            raise RefusedError(
                f"an exact answer needs more than {MOST_WORK:,} steps",
                f"{fewer}: {times:,} simulated fights are precise within {self._within * 100:g} %.",
            ) from None
        for outcome, chance in self._ended.items():
            self.total.add_fight(outcome, chance)
        self.total.acted |= dict.fromkeys(
            strikers_with_lines(self._end_check.start, self._end_check.tactics, self._player.seen), 1
        )
        return self.total

    def _spend_work(self, work: float) -> None:
        self.work += work
        if self.work > MOST_WORK:
            raise _OverBudgetError

    def _spend_on(self, outcomes: int) -> None:
        self._spend_work(OUTCOME * outcomes)

    def _check_queue(self) -> None:
        """Give up early where the queue will cost far more than the budget.

        The estimate is the average cost of a state, or at the start of a round the cost of the last round.
        """
        self._expanded += 1
        waiting = len(self._queue)
        if self._expanded >= SURE:
            self._check_budget(waiting * self.work / self._expanded)
        last = self._round
        if waiting and self._queue[0][0][0] > last.number:
            self._check_budget((self.work - last.work) * waiting / last.states)
            self._round = _Round(self._queue[0][0][0], self.work, waiting)

    def _check_budget(self, more: float) -> None:
        if self.work + more > FAR * MOST_WORK:
            raise _OverBudgetError

    def _merge_or_queue(self, state: _MergedFights, *, stalled: bool = False) -> None:
        """Merge a state with an equal one, or queue it; count it if its fight is over."""
        now = state.path[-1]
        fight = now.fight
        if stalled or self._end_check.is_over(fight):
            outcome = self._end_check.outcome(fight, state.first, stalled=stalled)
            self._ended[outcome] = self._ended.get(outcome, 0) + state.chance
            return
        alike = self._game.state_key(fight, self._end_check.start)
        key = alike, now.began and now.began[1], now.attackers, now.targets, state.labels, state.faces, state.first
        if key in self._states:
            self._states[key].chance += state.chance
            return
        self._states[key] = state
        phases = self._game.phases
        place = phases.index(fight.phase) if fight.phase in phases else 0
        heappush(self._queue, ((fight.round, place, len(state.labels)), self._number, key))
        self._number += 1

    def _expand_by_one_action(self, state: _MergedFights) -> None:
        """Expand a state by one action: every choice of it, and every outcome."""
        every = OnePathOfOutcomes()
        tried: dict[bytes, Ways | None] = {}
        try:
            chosen = every.every(lambda: self._choose_action(state, every, tried), MOST_CHOICES)
        except DiceError:
            raise _OverBudgetError from None
        now = state.path[-1]
        for (label, faces, deed), count in chosen.items():
            ways, rolled = (tried[deed] if deed else None) or ([(now.fight, (), Fraction(1))], False)
            chance = state.chance * Fraction(count, chosen.denominator)
            for fight, attacks, likely in ways:
                moment = self._moment_after(now if not rolled else now.changed(began=None), fight, attacks)
                first = state.first or self._end_check.out_since_start(
                    self._end_check.tactics.sides.ids_of(fight, None)
                )
                if label is None:
                    stalled = False
                    if fight.round > now.fight.round:
                        stalled = moment.began is not None and self._end_check.is_stalled(moment.began[0], fight)
                        self.total.lasting |= dict.fromkeys(
                            self._end_check.who_lasted_a_round(fight, stalled=stalled), 1
                        )
                        moment = moment.changed(began=(fight, self._game.state_key(fight, self._end_check.start)))
                    self._merge_or_queue(_MergedFights((moment,), (), (), first, chance * likely), stalled=stalled)
                else:
                    path, labels = (*state.path, moment), (*state.labels, label)
                    self._merge_or_queue(_MergedFights(path, labels, faces, first, chance * likely))

    def _choose_action(
        self, state: _MergedFights, every: OnePathOfOutcomes, tried: dict[bytes, Ways | None]
    ) -> tuple[Hashable, tuple[int, ...], bytes]:
        """Return the label of the next action, the random choices in naming it, and its deed as bytes.

        The label is None where the phase is over. The outcomes of each deed are computed once, in ``tried``.
        """
        everybody = len(self._end_check.start.combatants)
        self._spend_work(PHASE + everybody // PEOPLE + len(state.path))
        choices = _RandomChoices(state.faces, every)
        table = _live_fight_at(state.path[0], choices)
        actions = actions_with_answers(table, self._end_check.tactics)
        for moment in state.path[1:]:
            next(actions)
            _set_to_moment(table, moment)
        action = next(actions, None)
        faces = tuple(choices.made)
        if action is None:
            deed = self._first_allowed_deed([self._player.next], table.fight, tried)
            if not deed:
                raise cannot_go_on_error(table.fight)
            return None, (), deed
        who, deeds = action
        if isinstance(deeds, EquallyLikely):
            return (
                (who, _action_label(who, deeds[0])),
                faces,
                self._first_allowed_deed(table.shuffled(deeds), table.fight, tried),
            )
        left = iter(deeds)
        named = [*islice(left, 1)]
        label = who, (_action_label(who, named[0]) if named else "")
        own = own_action_lines(table.fight, who)
        candidates: Iterable[Deed] = chain(named, left)
        if own:
            candidates = own_deeds(table, who, self._end_check.tactics, own, self._player.read)
        table.line = ""
        deed = self._first_allowed_deed(candidates, table.fight, tried)
        if deed and who:
            self.total.acted[who, table.line] = 1
        return label, faces, deed

    def _moment_after(self, before: _Moment, fight: Encounter, attacks: Attacks) -> _Moment:
        """Return the moment after an action, with the last attackers and targets updated."""
        if not attacks:
            return before.changed(fight=fight)
        attackers, targets = dict(before.attackers), dict(before.targets)
        for attacker, target in attacks:
            if target in self._ask_attacker:
                attackers[target] = attacker
            if attacker in self._ask_target:
                targets[attacker] = target
        return _Moment(fight, before.began, tuple(sorted(attackers.items())), tuple(sorted(targets.items())))

    def _first_allowed_deed(self, deeds: Iterable[Deed], fight: Encounter, tried: dict[bytes, Ways | None]) -> bytes:
        """Return the first deed that is allowed, as bytes; empty where none is."""
        for deed in deeds:
            name = encode(deed)
            if name not in tried:
                self._spend_work(OUTCOME)
                tried[name] = None
                with suppress(CombatError):
                    remembering = bool(self._ask_attacker or self._ask_target)
                    ways, rolled = self._player.all_outcomes(
                        deed, fight, self._walk, self._spend_on, remembering=remembering
                    )
                    tried[name] = ways, rolled and len(ways) > 1 and deed[0] != ORDER
            if tried[name] is not None:
                return name
        return b""


def _action_label(who: str, deed: Deed) -> Hashable:
    return deed[0] if who else encode(deed)


def _live_fight_at(moment: _Moment, choices: Source) -> LiveFight[Encounter]:
    table = LiveFight(moment.fight, choices)
    _set_to_moment(table, moment)
    return table


def _set_to_moment(table: LiveFight[Encounter], moment: _Moment) -> None:
    """Set a table to a moment."""
    table.fight = moment.fight
    table.attackers, table.targets = dict(moment.attackers), dict(moment.targets)
