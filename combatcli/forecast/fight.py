"""One fight to its end, by the tactics of its game."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.encounter.schema import SeededDice
from combatcli.errors import CombatError, InvalidError, RefusedError
from combatcli.records import Record
from combatcli.rulesets.tactic_lines import drawn, every_action, failing, is_action, lines_of, parsed, played
from combatcli.rulesets.tactics import Even, Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from combatcli.encounter.schema import Encounter
    from combatcli.events import AnyEvent
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.tactic_lines import TacticLine
    from combatcli.rulesets.tactics import AnyTable, AnyTactics

    PlayLine = Callable[[str, Encounter], CombatContext[Encounter]]

NEXT = "next"


class Outcome(Record):
    """How a fight ended: the side that won, empty where it is undecided; the rounds begun; who is out, who was first.

    ``nobody_left`` is where it is undecided for good; ``left`` is what is left of each who is in the fight, by the
    game's own measure.
    """

    winner: str
    nobody_left: bool
    rounds: int
    out: frozenset[str]
    first: frozenset[str]
    left: dict[str, int]


def tactics_of(game: Game, others: Callable[[], Sequence[str]]) -> AnyTactics:
    """Return a game's tactics; RefusedError names the games that have some where this one has not."""
    if game.tactics is None:
        known = others()
        hint = f"{', '.join(known)} can be forecast." if known else "No game that is built so far has them."
        raise RefusedError(f"{game.name} has no tactics for a forecast", hint)
    return game.tactics


def own_actions(fight: Encounter, who: str) -> list[TacticLine]:
    """Return the lines of the file by which somebody acts; none of the table's actions, for which nobody is named."""
    lines = lines_of(fight, fight.combatants[who]) if who else []
    return [line for line in map(parsed, lines) if is_action(line)]


def own_lines(table: AnyTable, who: str, tactics: AnyTactics, lines: Sequence[TacticLine]) -> Iterator[str]:
    """Go through the lines of `play` by which somebody does what their own tactics say, the best first."""
    for line in lines:
        if not failing(table, who, tactics, line):
            yield from played(table, who, tactics, line)


class EndCheck:
    """Tells of fights that go on from a start whether they are over, and how they ended."""

    def __init__(self, start: Encounter, tactics: AnyTactics, rounds: int) -> None:
        self.start = start
        self.tactics = tactics
        self.rounds = rounds

    def standing(self, fight: Encounter) -> list[str]:
        """Return the sides of which somebody is not out."""
        return [side for side in self.tactics.sides.groups(fight) if side is not None]

    def is_won(self, fight: Encounter) -> bool:
        """Tell whether one side is left at most."""
        sides = self.tactics.sides.groups(fight)
        return len(sides) - (None in sides) < 2

    def is_over(self, fight: Encounter) -> bool:
        """Tell whether one side is left at most, or the rounds are."""
        return fight.round - self.start.round >= self.rounds or self.is_won(fight)

    def out(self, fight: Encounter) -> frozenset[str]:
        """Return who is out, and was not at the start."""
        out, before = self.tactics.is_out, self.start.combatants
        gone = self.tactics.sides.of(fight, None)
        return frozenset([who for who in gone if not out(self.start, before[who])])

    def outcome(self, fight: Encounter, first: frozenset[str]) -> Outcome:
        """Return how a fight ended; ``first`` were those who were out first of all."""
        sides = self.standing(fight)
        begun = min(self.rounds, fight.round - self.start.round + 1)
        left = {who: self.tactics.left(combatant)[0] for who, combatant in fight.combatants.items()}
        winner = sides[0] if len(sides) == 1 else ""
        return Outcome(winner, not sides, begun, self.out(fight), first, left)


def cannot_go_on(fight: Encounter) -> InvalidError:
    """Return what is raised where a fight is not over, and `next` is refused."""
    return InvalidError(f"round {fight.round} cannot go on: `{NEXT}` is refused", "`check` may say why.")


class Fight:
    """A fight that goes on by itself from an encounter.

    ``lines`` are what was played, ``told`` what happened, unless all is silent.
    """

    def __init__(self, start: Encounter, tactics: AnyTactics, play: PlayLine, rounds: int) -> None:
        self.start = start
        self.lines: list[str] = []
        self.told: list[Sequence[AnyEvent]] = []
        self.first: frozenset[str] = frozenset()
        self._tactics = tactics
        self._play = play
        self._end_check = EndCheck(start, tactics, rounds)
        self._table = Table(start)
        self._own = {who: own_actions(start, who) for who in start.combatants}

    def run(self, seed: str) -> Outcome:
        """Fight to the end, with the dice of a seed from its first step."""
        dice = replace(self.start.dice, seed=seed, step=0) if self.start.dice is not None else SeededDice(seed=seed)
        self._table.fight = self.start.changed(dice=dice)
        while not self._end_check.is_over(self.end):
            for who, lines in every_action(self._table, self._tactics):
                if self._do(self._meant(who, lines)) and self._end_check.is_won(self._table.fight):
                    break
            else:
                if not self._do([NEXT]):
                    raise cannot_go_on(self.end)
        return self._end_check.outcome(self.end, self.first)

    @property
    def end(self) -> Encounter:
        """The encounter as it stands now."""
        return self._table.fight

    def _meant(self, who: str, lines: Iterable[str]) -> Iterable[str]:
        """Return what somebody would do by their own tactics; else the lines of the game."""
        if isinstance(lines, Even):
            return drawn(self._table.fight, "", lines)
        own = self._own.get(who)
        return own_lines(self._table, who, self._tactics, own) if own else lines

    def _do(self, lines: Iterable[str]) -> bool:
        """Do the first line that nobody minds; tell whether there is one."""
        for line in lines:
            try:
                context = self._play(line, self._table.fight)
            except CombatError:
                continue
            self.lines.append(line)
            if not context.silent:
                self.told.append(context.events)
            self._table.fight = context.fight
            for attacker, target in context.attacks:
                self._table.attackers[target] = attacker
                self._table.targets[attacker] = target
            if not self.first and self.end.combatants is not context.before.combatants:
                self.first = self._end_check.out(self.end)
            return True
        return False
