"""`order` and `next`: initiative, and turns of combatants or sides, or rounds without turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from combatcli import events as common
from combatcli.rulesets.actions import Request
from combatcli.rulesets.coming import NEXT, LineToType, NextToAct
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events
from combatcli.rulesets.from_file.play import GameRuntime, Run
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.shared.clock import NextRequest
from combatcli.rulesets.shared.initiative import roll_ranking
from combatcli.rulesets.shared.pending import warn_of_pending
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import do, roll
from combatcli.text import shell_word


class OrderRequest(Request, frozen=True):
    """Initiative, without options."""


class Turns(GameRuntime):
    """The order and the turns of a game."""

    def order(self, context: AnyContext, _: OrderRequest) -> None:
        """Roll initiative for all, and begin the first turn."""
        do(context, (self._roll_order,), (self._take_turn, len(context.fight.combatants)))

    def _who_rolls(self, fight: Any) -> dict[str, Any]:
        """Return the combatants or sides of the order, each with the one who rolls for it."""
        if not self.rules.by_side:
            return dict(fight.combatants)
        able_first = sorted(fight.combatants.values(), key=lambda each: self.hindrance(fight, each) is not None)
        first = {side_of(each): each for each in reversed(able_first)}
        return {side_of(each): first[side_of(each)] for each in fight.combatants.values()}

    def _roll_order(self, context: AnyContext) -> None:
        formula, order = self.rules.order, self.rules.file.order
        assert formula is not None
        assert order is not None
        who_rolls = self._who_rolls(context.fight).items()
        texts = {who: str(formula.value(self.keys_of(each, context.fight))) for who, each in who_rolls}
        if not texts:
            return
        purpose, who = f"the initiative of {', '.join(texts)}", list(texts)
        places, shown = roll(context, purpose, roll_ranking, tuple(texts.values()), context.silent, order.low)
        totals, faces = shown.value
        in_order = [who[place] for (place,) in places]
        in_order += [each for each in who if each not in in_order]
        context.update_fight(order=in_order, turn=None, waiting=in_order)
        by_name = {name: [total] for name, total in zip(who, totals, strict=False)}
        context.emit(common.Order(order=in_order, faces=list(faces), totals=by_name))

    def metrics_of_order(self, fight: Any, _: OrderRequest) -> list[Metric]:
        """Return what odds of the order measure: who comes first."""
        who_rolls = self._who_rolls(fight)
        return [chance_of_event("first", {"who": who}, common.Order, partial(_is_first, who)) for who in who_rolls]

    def next(self, context: AnyContext, request: NextRequest) -> None:
        """Go on to the next turn, or the next round."""
        warn_of_pending(context)
        order = context.fight.order
        if self.rules.order is not None and not order:
            context.warn_or_refuse("initiative has not been rolled: combatcli order")
        if request.round:
            context.update_fight(waiting=[])
        do(context, (self._take_turn, max(1, len(order))))

    def _take_turn(self, context: AnyContext, passes: int) -> None:
        """Begin the next turn, or the next round; for a combatant that cannot act, apply its start and go on."""
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
        turn, *waiting = context.fight.waiting or [None]
        context.update_fight(turn=turn, waiting=waiting, acted=[])
        context.tell(lambda: events.Phase(round=context.fight.round, phase=context.fight.phase, who=turn or ""))
        do(context, *[(self._begin_turn, who) for who in self.acting(context.fight)])
        if turn:
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
        if self.rules.turn.entries:
            self.begin_for(context, self.rules.turn, who, {}, self._turn_begun)

    def _turn_begun(self, context: AnyContext, run: Run) -> None:
        changes = self.change(context, run).get(run.who, {})
        if changes or run.faces:
            context.tell(lambda: events.Turn(who=run.who, faces=run.faces, changes=changes, how=run.computations(())))

    def coming(self, fight: Any) -> NextToAct:
        """Return whose turn it is, or that initiative is to be rolled; without turns, everybody acts once a round."""
        ordered = self.rules.order is not None
        if ordered and not fight.order:
            return NextToAct(else_=["Initiative is to be rolled"], steps=[LineToType("order", "rolls who comes first")])
        able = [each for each in self.acting(fight) if self.roster.is_able(fight, each)]
        who = [each for each in able if each not in fight.acted]
        acts = [
            LineToType(f"attack {shell_word(each)}", f"{fight.subject(each):attacks}", "TARGET") for each in who[:3]
        ]
        ends = f"ends the turn of {fight.turn}" if ordered and able else "goes on" if ordered else "ends the round"
        done = f"{fight.subject(fight.turn):has} acted" if able else f"It is the turn of {fight.turn}, who cannot act"
        else_ = [done] if ordered and not who else []
        return NextToAct(who=who, steps=[*acts, NEXT.changed(does=ends)], else_=else_)

    def acting(self, fight: Any) -> Iterator[str]:
        """Yield who may act now, in order: those whose turn it is, or all without turns."""
        yield from self.whose(fight) if self.rules.order is not None else fight.combatants


def _is_first(who: str, event: common.Order) -> bool:
    return event.order[:1] == [who]
