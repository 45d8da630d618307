"""`impede` (R25): a contest of Brawn, Cunning or Daring that holds somebody."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_success
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.deeds import use_action
from combatcli.rulesets.realm.events import Contest
from combatcli.rulesets.realm.holds import hold
from combatcli.rulesets.realm.schema import Combatant, Fight
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.realm.test import attribute, contest

HOLDING = ("brawn", "cunning", "daring")


class ImpedeRequest(Request, frozen=True):
    """Who impedes whom, each by an attribute of their own, by default the highest."""

    who: CombatantId
    target: CombatantId
    with_: str | None = None
    against: str | None = None


def holding_trait(combatant: Combatant, trait: str | None) -> str:
    """Return what someone impedes or pushes with: what was asked for, else the highest of three (R25)."""
    if trait is not None and trait not in HOLDING:
        raise UsageError(f'"{trait}" cannot be used to impede or push', f"Use one of {', '.join(HOLDING)}.")
    return trait or max(HOLDING, key=lambda word: attribute(combatant, word))


def opponent(fight: Fight, who: str, target: str, rule: str) -> Combatant:
    """Return whom someone contests with; RefusedError, by a rule, if that is themselves, dead, or in another arena."""
    combatant = ROSTER.require_target(fight, target)
    if who == target:
        raise RefusedError(f"{who} cannot do that to themselves ({rule})")
    if not state.together(fight, who, target):
        raise RefusedError(
            f"{target} is not in the same arena as {who} ({rule})", f"Move there first: combatcli move {who} ARENA"
        )
    return combatant


def impede(context: CombatContext[Fight], request: ImpedeRequest) -> None:
    """Hold somebody: beaten, they are impeded this round and cornered the next."""
    who, whom = request.who, request.target
    actor, target = ROSTER.require_able(context.fight, who), opponent(context.fight, who, whom, "R25")
    trait, other = holding_trait(actor, request.with_), holding_trait(target, request.against)
    use_action(context, who, "impede", on=[whom])
    if contest(context, (who, trait, attribute(actor, trait)), (whom, other, attribute(target, other))):
        hold(context, whom, who)


def metrics(fight: Fight, request: ImpedeRequest) -> list[Metric]:
    """Return the chance of success."""
    return [chance_of_success({"who": request.who, "against": request.target}, Contest)]


ACTION = action(ImpedeRequest, impede, metrics)
