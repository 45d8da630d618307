"""A test that is void (Q5): its cards go back, and what it left in pending is dropped, as if it never was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, OddsQuery, Request
from combatcli.rulesets.arq.events import Void
from combatcli.rulesets.arq.schema import Fight, LastTest
from combatcli.rulesets.context import CombatContext

R = TypeVar("R", bound=Request)


def test_action(
    request: type[R],
    task: Callable[[CombatContext[Fight], R], None],
    odds: Callable[[Fight, R], Iterable[OddsQuery[Fight]]],
) -> Action[Fight, R]:
    """Return the action of a rule that tests; with ``void`` in its request it takes a test back."""

    def test_or_void(context: CombatContext[Fight], asked: Any) -> None:
        if asked.void is None:
            task(context, asked)
            return
        if asked != request(void=asked.void):
            raise UsageError("--void takes no other arguments or options", f"Write: combatcli test --void {asked.void}")
        void(context, asked.void)

    def queries(fight: Fight, asked: Any) -> Iterable[OddsQuery[Fight]]:
        return odds(fight, asked) if asked.void is None else [OddsQuery((test_or_void, asked), [])]

    return Action(request, test_or_void, queries)


def void(context: CombatContext[Fight], who: str) -> None:
    """Take somebody's last test back; RefusedError if there is none."""
    combatant = combatant_named(context.fight, who)
    last = combatant.last
    if last is None:
        raise RefusedError(f"{who} has drawn for no test that could be void (Q5)")
    shuffled = combatant.drawn[: len(last.drawn)] != last.drawn
    out = last.drawn if shuffled else []
    back, other_back = _put_back(context, who, last), []  # type: list[int], list[int]
    other = context.fight.combatants.get(last.other or "")
    if last.other is not None and other is not None and other.last is not None and other.last.other == who:
        other_back = _put_back(context, last.other, other.last)
    dropped = last.hit and _drop_hit(context, {who, last.other}, last.cards)
    if last.hit and not dropped:
        context.warn(
            f"the hit of {who}'s last test is no longer pending (Q5); if it was applied, "
            "`undo` or `recover --heal` takes it back"
        )
    _unmark(context, who, last)
    context.emit(Void(who=who, against=last.other, faces=back, other_faces=other_back, out=out, dropped=dropped))


def _unmark(context: CombatContext[Fight], who: str, last: LastTest) -> None:
    """Reset who acted or answered by a void test, and the pair that it tested."""
    if last.pair:
        context.update_fight(tested=[pair for pair in context.fight.tested if set(pair) != {who, last.other}])
    if last.acted is not None and last.acted in context.fight.combatants:
        context.update_combatant(last.acted, acted=False, activated=False)
    if last.answered and last.other is not None:
        mover, foe = (who, last.other) if context.fight.combatants[who].way else (last.other, who)
        threats = context.fight.combatants[mover].threats
        context.update_combatant(mover, threats=[*threats, foe])


def _put_back(context: CombatContext[Fight], who: str, last: LastTest) -> list[int]:
    """Put back the cards of somebody's last test, and return them."""
    back = [card for card in context.fight.combatants[who].drawn if card not in last.drawn]
    context.update_combatant(who, drawn=list(last.drawn), last=None)
    return back


def _drop_hit(context: CombatContext[Fight], both: set[str | None], cards: list[int]) -> bool:
    """Drop the hit that a test of two with these cards left; False if it is no longer pending."""
    pending = context.fight.pending
    for place, hit in reversed(list(enumerate(pending))):
        if {hit.attacker, hit.target} == both and hit.cards == cards:
            context.update_fight(pending=[*pending[:place], *pending[place + 1 :]])
            return True
    return False
