"""Aid (E14): what it costs the helper, how it waits for a roll, and the failure that it lets somebody roll again."""

from __future__ import annotations

from collections.abc import Mapping

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.beacon.budget import pay, spend
from combatcli.rulesets.beacon.conditions import Part
from combatcli.rulesets.beacon.schema import Fight
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.sides import are_enemies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.beacon.attack_request import AttackRequest
    from combatcli.rulesets.beacon.test import TestRequest


PUSHED = "pushed for "


def take_aid(context: CombatContext[Fight], who: str, helper: str) -> None:
    """Charge a helper for aid: 1 stress, and an Act in their own turn, else a React (E14)."""
    _check_helper(context, who, helper, "Leave out --aid.")
    spend(context, helper, react=context.fight.turn != helper)
    pay(context, helper, f"aiding {who}")


def promise_aid(context: CombatContext[Fight], helper: str, who: str) -> None:
    """Keep somebody's aid for an ally's next roll; the Act is spent, the stress is paid here (E14)."""
    _check_helper(context, who, helper)
    pay(context, helper, f"aiding {who}")
    context.update_combatant(helper, aids=who)


def use_aid(context: CombatContext[Fight], who: str) -> str | None:
    """Return who aids the roll that somebody makes now, as they declared; it is used up by it (E14)."""
    helper = _helper_of(context.fight, who)
    if helper is not None:
        context.update_combatant(helper, aids=None)
    return helper


def aid_parts(context: CombatContext[Fight], who: str) -> list[Part]:
    """Return what the aid that waits for somebody adds to the Tier of the roll that they make now (E14)."""
    return [Part("aid", 1)] if use_aid(context, who) is not None else []


def _helper_of(fight: Fight, who: str) -> str | None:
    return next((helper for helper, combatant in fight.combatants.items() if combatant.aids == who), None)


def _check_helper(context: CombatContext[Fight], who: str, helper: str, hint: str = "") -> None:
    if who == helper:
        raise RefusedError(f"{who} cannot aid themselves (E14)")
    if context.formal and are_enemies(combatant_named(context.fight, who), combatant_named(context.fight, helper)):
        context.warn_or_refuse(f"{helper} is not an ally of {who} (E14)")
    waiting = _helper_of(context.fight, who)
    if waiting is not None:
        raise RefusedError(f"{waiting} already aids {who}, and a roll takes only one helper (E14)", hint)


def check_reroll(request: AttackRequest | TestRequest, line: str) -> None:
    """Refuse a second roll that nobody's help gives; ``line`` is how the command begins (E14)."""
    if request.reroll and request.aid is None:
        raise UsageError("--reroll needs --aid WHO", f"Write: {line} --aid WHO --reroll")


def consume_failures(
    context: CombatContext[Fight], who: str, request: AttackRequest | TestRequest, again: Mapping[str, str]
) -> list[str]:
    """Forget what somebody just failed at, and return what they pushed it for, which a reroll keeps (E5, E14).

    ``again`` has words for each failure that may be rolled again; a reroll of anything else is refused.
    """
    failed = context.fight.combatants[who].failed
    for failure, words in again.items():
        if request.reroll and context.formal and failure not in failed:
            raise RefusedError(
                f"no {words} has just failed, to be rolled again (E14)", "Without --reroll, aid gives +1 Tier."
            )
    if failed:
        context.update_combatant(who, failed=[])
    kept = [failure.removeprefix(PUSHED) for failure in failed if failure.startswith(PUSHED)] if request.reroll else []
    for word in {*kept} & {*request.pushes}:
        raise RefusedError(f"the roll keeps what it was pushed for (E5): {word}", f"Roll again without --push {word}.")
    return kept


def remember_failure(
    context: CombatContext[Fight], who: str, request: AttackRequest | TestRequest, failure: str, *more: str
) -> None:
    """Remember a roll that failed, which may be rolled again with help: what it was, and was pushed for (E5, E14)."""
    pushed = [f"{PUSHED}{word}" for word in request.pushes if word != "act"]
    failed = context.fight.combatants[who].failed
    context.update_combatant(who, failed=list(dict.fromkeys([*failed, failure, *pushed, *more])))
