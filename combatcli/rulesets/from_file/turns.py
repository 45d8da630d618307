"""`order` and `next`: initiative, and turns of combatants or sides, or rounds without turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import combinations
from math import prod
from typing import Any

from combatcli import events as common
from combatcli.dice.exact.expression import odds
from combatcli.dice.rolling.roll import roll as roll_dice
from combatcli.dice.rolling.sources import Source, Throw
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.coming import NEXT, Coming, Step
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events
from combatcli.rulesets.from_file.expressions import parsed
from combatcli.rulesets.from_file.play import Play, Worked
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.shared.clock import NextRequest
from combatcli.rulesets.shared.initiative import all_places_too_many
from combatcli.rulesets.shared.pending import name_waiting
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import DisplayOnly, do, roll
from combatcli.text import typed

Ranking = tuple[tuple[int, ...], DisplayOnly[Any]]

_MOST_IN_FULL = 4
"""The most whose odds tell all places apart."""


class OrderRequest(Request, frozen=True):
    """Initiative, without options."""


class _Ranked(Throw):
    """Everybody's own dice, in order; of equal totals the first comes first."""

    texts: tuple[str, ...]
    low: bool
    in_full: bool
    """Whether the odds must tell all places apart, however many they are."""

    def roll(self, source: Source) -> Ranking:
        """Return the places by their totals, but of many only the first; for the report also totals and faces."""
        rolled = [roll_dice(parsed(text), source) for text in self.texts]
        totals = [each.total for each in rolled]
        ranked = sorted(range(len(totals)), key=lambda place: totals[place] if self.low else -totals[place])
        faces = [face for each in rolled for face in each.faces]
        told = ranked if len(ranked) <= _MOST_IN_FULL else ranked[:1]
        return tuple(told), DisplayOnly((ranked, totals, faces))

    def ways(self) -> Mapping[Ranking, int]:
        """Return the ways of each order, or of more than four those of each to come first.

        Raises DiceError for more than four whose places must all be told.
        """
        if self.in_full and len(self.texts) > _MOST_IN_FULL:
            raise all_places_too_many(len(self.texts))
        return self._ways_in_full() if len(self.texts) <= _MOST_IN_FULL else self._ways_to_be_first()

    def _ways_in_full(self) -> Mapping[Ranking, int]:
        dice = [dict(odds(parsed(text)).items()) for text in self.texts]
        orders: Counter[tuple[int, ...]] = Counter({(): 1})
        for total in sorted({total for each in dice for total in each}, reverse=not self.low):
            able = {place for place, each in enumerate(dice) if total in each}
            for order, count in [*orders.items()]:
                left = sorted(able.difference(order))
                for size in range(1, len(left) + 1):
                    for tied in combinations(left, size):
                        orders[*order, *tied] += count * prod([dice[place][total] for place in tied])
        return {(order, DisplayOnly(None)): ways for order, ways in orders.items() if len(order) == len(dice)}

    def _ways_to_be_first(self) -> Mapping[Ranking, int]:
        best: dict[tuple[int, ...], int] = {(): 1}
        for place, text in enumerate(self.texts):
            among, best = best, {}
            for total, ways in odds(parsed(text)).items():
                own = (-total if self.low else total, -place)
                for other, count in among.items():
                    best[max(own, other)] = best.get(max(own, other), 0) + ways * count
        firsts: dict[Ranking, int] = {}
        for (_, place), ways in best.items():
            first = (-place,), DisplayOnly(None)
            firsts[first] = firsts.get(first, 0) + ways
        return firsts


def _ranked(
    source: Source,
    texts: tuple[str, ...],
    low: bool,  # noqa: FBT001  (a roll takes all by place)
    in_full: bool,  # noqa: FBT001  (a roll takes all by place)
) -> Ranking:
    ranking: Ranking = source.throw(_Ranked(texts, low, in_full))
    return ranking


class Turns(Play):
    """The order and the turns of a game."""

    def actions(self) -> dict[str, AnyAction]:
        """Return the game's actions, by command; `order` if its file has one."""
        ordered = self.rules.order is not None
        order = {"order": action(OrderRequest, self.order, self._first_metrics)} if ordered else {}
        return {"next": action(NextRequest, self.next), **order, **super().actions()}

    def order(self, context: AnyContext, _: OrderRequest) -> None:
        """Roll initiative, and begin the first turn."""
        do(context, (self._roll_order,), (self._take_turn, len(context.fight.combatants)))

    def _who_rolls(self, fight: Any) -> dict[str, Any]:
        """Return the combatants or sides of the order, each with the one who rolls for it."""
        if not self.rules.by_side:
            return dict(fight.combatants)
        able_first = sorted(fight.combatants.values(), key=lambda each: self.hindrance(fight, each) is not None)
        first = {side_of(each): each for each in reversed(able_first)}
        return {side_of(each): first[side_of(each)] for each in fight.combatants.values()}

    def _roll_order(self, context: AnyContext) -> None:
        self.house(context.fight)
        formula, order = self.rules.order, self.rules.file.order
        assert formula is not None
        assert order is not None
        texts = {who: str(formula.value(self.keys_of(each))) for who, each in self._who_rolls(context.fight).items()}
        if not texts:
            return
        purpose, who = f"the initiative of {', '.join(texts)}", list(texts)
        first, shown = roll(context, purpose, _ranked, tuple(texts.values()), order.low, context.silent)
        ranked, totals, faces = shown.value or ([*first, *[at for at in range(len(who)) if at not in first]], [], [])
        in_order = [who[place] for place in ranked]
        context.update_fight(order=in_order, turn=None, waiting=in_order)
        by_name = {name: [total] for name, total in zip(who, totals, strict=False)}
        context.emit(common.Order(order=in_order, faces=list(faces), totals=by_name))

    def _first_metrics(self, fight: Any, _: OrderRequest) -> list[Metric]:
        who_rolls = self._who_rolls(fight)
        return [chance_of_event("first", {"who": who}, common.Order, partial(_is_first, who)) for who in who_rolls]

    def next(self, context: AnyContext, request: NextRequest) -> None:
        """Go on to the next turn, or the next round."""
        name_waiting(context)
        fight = context.fight
        if self.rules.order is None:
            context.update_fight(round=fight.round + 1, acted=[])
            _tell_phase(context)
            do(context, *[(self._begin_turn, who) for who in fight.combatants])
            return
        if not fight.order:
            context.warn_or_refuse("initiative has not been rolled: combatcli order")
        if request.round:
            context.update_fight(waiting=[])
        do(context, (self._take_turn, max(1, len(fight.order))))

    def _take_turn(self, context: AnyContext, passes: int) -> None:
        """Begin the next turn; for a combatant that cannot act, apply its start and go on."""
        fight, order = context.fight, self.rules.file.order
        if not fight.waiting:
            context.update_fight(round=fight.round + 1)
            if order is not None and order.again == "each round" and fight.order:
                do(context, (self._roll_order,), (self._take_turn, passes))
                return
            able = self._who_rolls(fight) if fight.order else {}
            known = [who for who in fight.order if who in able]
            in_order = [*known, *[who for who in able if who not in known]]
            context.update_fight(order=in_order, waiting=in_order)
        turn, *waiting = context.fight.waiting or [""]
        if turn:
            context.update_fight(turn=turn, waiting=waiting, acted=[])
        _tell_phase(context, turn)
        if turn:
            do(context, *[(self._begin_turn, who) for who in self.whose(context.fight)])
            do(context, (self._pass_on, passes - 1))

    def whose(self, fight: Any) -> list[str]:
        """Return whose turn it is: a combatant, or all of a side."""
        if fight.turn is None:
            return []
        if not self.rules.by_side:
            return [fight.turn] if fight.turn in fight.combatants else []
        return [who for who, each in fight.combatants.items() if side_of(each) == fight.turn]

    def _pass_on(self, context: AnyContext, passes: int) -> None:
        able = [who for who in self.whose(context.fight) if self.roster.is_able(context.fight, who)]
        decided = len(self._left(context.fight)) < 2 <= len(self._left(context.before))
        if not able and not decided and passes > 0:
            do(context, (self._take_turn, passes))

    def _left(self, fight: Any) -> set[str]:
        """Return the sides with somebody who is not out."""
        return {side_of(each) for each in fight.combatants.values() if not self.is_out(fight, each)}

    def _begin_turn(self, context: AnyContext, who: str) -> None:
        program = self.rules.turn
        if program is not None:
            purpose = f"{context.fight.subject(who):'s} turn"
            self.begin(context, program, purpose, (("who", who, None),), {}, self._turn_begun)

    def _turn_begun(self, context: AnyContext, worked: Worked) -> None:
        who, faces = worked.who, worked.faces()
        changes = self.change(context, worked).get(who, {})
        if changes or faces:
            context.tell(lambda: events.Turn(who=who, faces=faces, changes=changes, how=worked.how_of(())))

    def coming(self, fight: Any) -> Coming:
        """Return whose turn it is, or that initiative is to be rolled; without turns, everybody acts once a round."""
        ordered = self.rules.order is not None
        if ordered and not fight.order:
            return Coming(else_=["Initiative is to be rolled"], steps=[Step("order", "rolls who comes first")])
        able = [each for each in self.acting(fight) if self.roster.is_able(fight, each)]
        who = [each for each in able if each not in fight.acted]
        acts = [Step(f"attack {typed(each)}", f"{fight.subject(each):attacks}", "TARGET") for each in who[:3]]
        ends = f"ends the turn of {fight.turn}" if ordered and able else "goes on" if ordered else "ends the round"
        done = f"{fight.subject(fight.turn):has} acted" if able else f"It is the turn of {fight.turn}, who cannot act"
        else_ = [done] if ordered and not who else []
        return Coming(who=who, steps=[*acts, NEXT.changed(does=ends)], else_=else_)

    def acting(self, fight: Any) -> Iterator[str]:
        """Yield who may act now, in order: those whose turn it is, or all without turns."""
        yield from self.whose(fight) if self.rules.order is not None else fight.combatants


def _tell_phase(context: AnyContext, turn: str = "") -> None:
    context.tell(lambda: events.Phase(round=context.fight.round, phase=context.fight.phase, who=turn))


def _is_first(who: str, event: common.Order) -> bool:
    return event.order[:1] == [who]
