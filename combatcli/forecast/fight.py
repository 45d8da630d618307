"""One simulated fight to its end, by the tactics of its game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from combatcli.dice.rolling.sources import VERSION, SeededSource, Source
from combatcli.encounter.schema import Encounter, SeededDice
from combatcli.errors import CombatError, InvalidError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tactic_lines import (
    TARGETS,
    Comparison,
    TacticLine,
    actions_with_answers,
    deeds_of,
    failing_condition,
    is_action,
    lines_of,
    parse_line,
)
from combatcli.rulesets.tactics import EquallyLikely, LiveFight

if TYPE_CHECKING:
    from combatcli.forecast.player import Player
    from combatcli.records import Event
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.tactics import AnyLiveFight, AnyTactics, Deed


ORDER = "order"
"""The command that rolls initiative; by itself it harms nobody."""
WHOLE = 2
"""The number of rounds that have begun when one of them was whole, wherever the first one stood."""
QUIET = 3
"""The number of unchanged rounds in a row after which a fight is checked for a stalemate."""


class Outcome(Record):
    """How a fight ended: the winning side ("" if undecided), the rounds begun, who is out, and who was out first.

    ``nobody_left`` and ``stalled`` mark fights that stay undecided. ``left`` is what each combatant has left, by the
    game's own measure. ``acted`` are pairs of a combatant and the line of their tactics that they followed. ``lasting``
    are those who were not out when a whole round was over.
    """

    winner: str
    nobody_left: bool
    rounds: int
    out: frozenset[str]
    first: frozenset[str]
    left: tuple[tuple[str, int], ...]
    acted: frozenset[tuple[str, str]] = frozenset()
    stalled: bool = False
    lasting: frozenset[str] = frozenset()


def tactics_of(game: Game, games_with_tactics: Callable[[], Sequence[str]]) -> AnyTactics:
    """Return a game's tactics; if it has none, RefusedError names the games that have some."""
    if game.parts.tactics is None:
        names = games_with_tactics()
        hint = f"{', '.join(names)} can be forecast." if names else "No game that is built so far has them."
        raise RefusedError(f"{game.name} has no tactics for a forecast", hint)
    return game.parts.tactics


def own_action_lines(fight: Encounter, who: str) -> list[TacticLine]:
    """Return the lines of a combatant's tactics that are actions; none for the table, whose id is empty."""
    lines = lines_of(fight, fight.combatants[who]) if who else []
    return [line for line in map(parse_line, lines) if is_action(line)]


def strikers_with_lines(
    start: Encounter, tactics: AnyTactics, attacks: Iterable[tuple[str, str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield each striker of these attacks with the line it follows; where blows are mutual, the target too."""
    for phase, attacker, target in attacks:
        yield attacker, ""
        if tactics.mutual and phase == tactics.mutual:
            yield target, ""
            for who, foe in ((attacker, target), (target, attacker)):
                lines = [line for line in own_action_lines(start, who) if line.verb == "attack" and not line.rest]
                yield from ((who, line.text) for line in lines if line.target in ("", foe, *TARGETS))


def own_deeds(
    table: AnyLiveFight, who: str, tactics: AnyTactics, lines: Sequence[TacticLine], read: Callable[[str], Deed]
) -> Iterator[Deed]:
    """Yield the deeds that carry out a combatant's own tactics; unreadable lines are skipped."""
    for line in lines:
        if not failing_condition(table, who, tactics, line):
            table.line = line.text
            with suppress(CombatError):
                yield from deeds_of(table, who, tactics, line, read)


def random_choices(seed: str) -> Source:
    """Return the source of a fight's random choices; its dice come from another stream of the seed."""
    return SeededSource(seed, stream="tactics", version=VERSION)


class EndCheck:
    """Tells whether fights that go on from a start are over, and how they ended."""

    def __init__(self, start: Encounter, tactics: AnyTactics, rounds: int) -> None:
        self.start = start
        self.tactics = tactics
        self.rounds = rounds
        lines = [parse_line(line) for each in start.combatants.values() for line in lines_of(start, each)]
        keys = {each.key for line in lines for each in line.conditions if isinstance(each, Comparison)}
        self._may_stall = "round" not in keys

    def sides_standing(self, fight: Encounter) -> list[str]:
        """Return the sides with somebody who is not out."""
        return [side for side in self.tactics.sides.groups(fight) if side is not None]

    def is_decided(self, fight: Encounter) -> bool:
        """Tell whether at most one side is left."""
        sides = self.tactics.sides.groups(fight)
        return len(sides) - (None in sides) < 2

    def is_over(self, fight: Encounter) -> bool:
        """Tell whether a fight is over: at most one side is left, or no round."""
        return fight.round - self.start.round >= self.rounds or self.is_decided(fight)

    def is_stalled(self, began: Encounter, fight: Encounter) -> bool:
        """Tell whether the round changed nothing and no later round will."""
        left, combatants = self.tactics.left, fight.combatants.values()
        both = zip(combatants, began.combatants.values(), strict=False)
        if not self._may_stall or any(left(now) != left(was) or getattr(now, "until", None) for now, was in both):
            return False
        before: Encounter = self.tactics.without_rounds(began)
        after: Encounter = self.tactics.without_rounds(fight)
        return replace(after, round=before.round, dice=before.dice) == before

    def out_since_start(self, gone: Iterable[str]) -> frozenset[str]:
        """Return who of those out was not out at the start of the fight."""
        out, before = self.tactics.is_out, self.start.combatants
        return frozenset([who for who in gone if not out(self.start, before[who])])

    def who_lasted_a_round(self, fight: Encounter, *, stalled: bool = False) -> frozenset[str]:
        """Return who has lasted a whole round, or until the fight stalled; nobody before that."""
        is_early = not stalled and fight.round - self.start.round < WHOLE
        return (
            frozenset() if is_early else frozenset(fight.combatants).difference(self.tactics.sides.ids_of(fight, None))
        )

    def outcome(
        self,
        fight: Encounter,
        first: frozenset[str],
        acted: frozenset[tuple[str, str]] = frozenset(),
        *,
        stalled: bool = False,
        lasting: frozenset[str] = frozenset(),
    ) -> Outcome:
        """Return how a fight ended; ``first`` are those who were out first."""
        sides = self.sides_standing(fight)
        begun = min(self.rounds, fight.round - self.start.round + (not stalled))
        left = tuple([(who, self.tactics.left(combatant)[0]) for who, combatant in fight.combatants.items()])
        winner = sides[0] if len(sides) == 1 else ""
        out = self.out_since_start(self.tactics.sides.ids_of(fight, None))
        return Outcome(winner, not sides, begun, out, first, left, acted, stalled, lasting)


def cannot_go_on_error(fight: Encounter) -> InvalidError:
    """Return the error of a fight that is not over and whose `next` is refused."""
    return InvalidError(f"round {fight.round} cannot go on: `next` is refused", "`check` may say why.")


class Fight:
    """A fight that plays itself from an encounter.

    ``deeds`` are the deeds played, ``told`` the events, ``refused`` why the deeds of each were refused who had an
    action; a ``silent`` fight keeps none of these.
    """

    def __init__(self, end_check: EndCheck, player: Player, *, silent: bool = False) -> None:
        self.deeds: list[Deed] = []
        self.told: list[Sequence[Event]] = []
        self.refused: dict[str, dict[str, None]] = {}
        self._end_check = end_check
        self._tactics = end_check.tactics
        self._player = player
        self._silent = silent
        self._table = LiveFight(end_check.start)
        self._own = {who: own for who in end_check.start.combatants if (own := own_action_lines(end_check.start, who))}
        self._out: set[str] = set()
        self._first: frozenset[str] = frozenset()
        self._won = False
        self._rolls: list[tuple[Deed, Encounter]] = []
        self._acted: set[tuple[str, str]] = set()
        self._attacks: set[tuple[str, str, str]] = set()
        self._lasting: frozenset[str] = frozenset()

    def run(self, seed: str) -> Outcome:
        """Play to the end, with the dice of a seed from its first step."""
        start, table, own = self._end_check.start, self._table, self._own
        dice = replace(start.dice, seed=seed, step=0) if start.dice is not None else SeededDice(seed=seed)
        table.fight, table.choices = start.changed(dice=dice), random_choices(seed)
        self._note_who_is_out(start.combatants, start)
        self._won = self._end_check.is_decided(start)
        began, stalled, quiet = table.fight, False, 0
        while not (self._won or stalled) and table.fight.round - start.round < self._end_check.rounds:
            for who, deeds in actions_with_answers(table, self._tactics):
                table.line = ""
                done = self._do_first_allowed(
                    self._by_tactics(who, deeds) if who in own or isinstance(deeds, EquallyLikely) else deeds, who
                )
                if done and who:
                    self._acted.add((who, table.line))
                if self._won:
                    break
            else:
                command, *requests = self._player.next
                idle = self._tactics.idle_phases(table.fight) if self._silent else 0
                if not self._do_first_allowed([(command, *requests * (1 + idle))]):
                    raise cannot_go_on_error(table.fight)
            if table.fight.round > began.round:
                quiet = quiet + 1 if self._end_check.is_stalled(began, table.fight) else 0
                stalled = bool(quiet) and (not self._rolls or (quiet == QUIET and self._is_settled()))
                self._lasting = self._lasting or self._end_check.who_lasted_a_round(table.fight, stalled=stalled)
                began, self._rolls = table.fight, []
        if stalled:
            table.fight = table.fight.changed(round=table.fight.round - quiet + 1)
        self._acted.update(strikers_with_lines(start, self._tactics, self._attacks))
        acted = frozenset(self._acted)
        return self._end_check.outcome(table.fight, self._first, acted, stalled=stalled, lasting=self._lasting)

    def _by_tactics(self, who: str, deeds: Iterable[Deed]) -> Iterable[Deed]:
        """Return the deeds of a combatant's own tactics, if they have some; else ``deeds``."""
        if isinstance(deeds, EquallyLikely):
            return self._table.shuffled(deeds)
        return own_deeds(self._table, who, self._tactics, self._own[who], self._player.read)

    def _do_first_allowed(self, deeds: Iterable[Deed], who: str = "") -> bool:
        """Do the first deed that is allowed; tell whether there is one."""
        table = self._table
        before = table.fight
        if not self._silent:
            self.refused.setdefault(who, {})
        for deed in deeds:
            try:
                context = self._player.play(deed, before, silent=self._silent)
            except CombatError as error:
                if not self._silent:
                    self.refused[who][error.message] = None
                continue
            if not self._silent:
                self.deeds.append(deed)
                self.told.append(context.events)
            table.fight = after = context.fight
            if after.dice is not before.dice and deed[0] != ORDER:
                self._rolls.append((deed, before))
            if context.attacks:
                table.remember_last_attacks(context.attacks)
                for attacker, target in context.attacks:
                    self._attacks.add((before.phase, attacker, target))
            if after.combatants is not before.combatants:
                self._note_who_is_out(after.ids_changed_since(before), after)
            return True
        return False

    def _is_settled(self) -> bool:
        """Tell whether no roll of the round could have changed its result."""
        return all(self._player.has_one_outcome(deed, before) for deed, before in self._rolls)

    def _note_who_is_out(self, among: Iterable[str], fight: Encounter) -> None:
        """Note who of some combatants is out, and if that has changed, whether the fight is won."""
        is_out, combatants = self._tactics.is_out, fight.combatants
        out = {*self._out}
        for who in among:
            (out.add if is_out(fight, combatants[who]) else out.discard)(who)
        if out != self._out:
            self._out = out
            self._won = len({side_of(each) for who, each in combatants.items() if who not in out}) <= 1
            self._first = self._first or self._end_check.out_since_start(out)
