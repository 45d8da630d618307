"""Aid (E14): what it costs the helper, and the failure that it lets somebody roll again."""

from __future__ import annotations

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.beacon.budget import pay, spend
from combatcli.rulesets.shared.sides import are_enemies

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from combatcli.rulesets.beacon.attack_request import AttackRequest
    from combatcli.rulesets.beacon.schema import Fight
    from combatcli.rulesets.beacon.test import TestRequest
    from combatcli.rulesets.context import CombatContext


def take_aid(context: CombatContext[Fight], who: str, helper: str) -> None:
    """Charge a helper for aid: 1 stress, and an Act in their own turn, else a React (E14)."""
    if who == helper:
        raise RefusedError(f"{who} cannot aid themselves (E14)")
    if context.formal and are_enemies(context.fight.combatants[who], combatant_named(context.fight, helper)):
        context.warn_or_refuse(f"{helper} is no ally of {who} (E14)")
    spend(context, helper, react=context.fight.turn != helper)
    pay(context, helper, f"aiding {who}")


def check_reroll(request: AttackRequest | TestRequest, line: str) -> None:
    """Refuse a second roll that nobody's help gives; ``line`` is how the command begins (E14)."""
    if request.reroll and request.aid is None:
        raise UsageError("--reroll is what --aid WHO gives", f"Write: {line} --aid WHO --reroll")


def use_failures(
    context: CombatContext[Fight], who: str, request: AttackRequest | TestRequest, again: Mapping[str, str]
) -> None:
    """Forget what somebody just failed at; refuse a reroll of anything else (E14).

    ``again`` has words for each failure that may be rolled again.
    """
    failed = context.fight.combatants[who].failed
    for failure, words in again.items():
        if request.reroll and context.formal and failure not in failed:
            raise RefusedError(
                f"no {words} has just failed, to be rolled again (E14)", "Help without --reroll is +1 Tier."
            )
    if failed:
        context.update_combatant(who, failed=[])
