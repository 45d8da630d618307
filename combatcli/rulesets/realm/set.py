"""`set … --from-bowl` (R4): Awesomes that come out of the bowl, as they went in for secrets."""

from __future__ import annotations

from combatcli.encounter.references import CombatantId
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.realm.awesome import pay_awesome
from combatcli.text import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.context import CombatContext
    from combatcli.rulesets.realm.schema import Fight


class SetRequest(Request, frozen=True):
    """Who gets Awesomes, and the one word that says how many: awesome=+1."""

    id: CombatantId
    keys: list[str]
    from_bowl: bool


def from_bowl(context: CombatContext[Fight], request: SetRequest) -> None:
    """Take Awesomes out of the bowl for somebody; RefusedError if it holds too few."""
    key, _, value = request.keys[0].partition("=")
    if len(request.keys) != 1 or key != "awesome" or not value.startswith("+") or not is_number(value[1:]):
        raise UsageError(
            "--from-bowl needs a number of Awesomes to add", "Write: combatcli set WHO awesome=+1 --from-bowl"
        )
    points = int(value)
    if context.fight.bowl < points:
        held = context.fight.bowl
        raise RefusedError(f"the bowl holds {held} Awesome{'' if held == 1 else 's'}, not {points} (R4)")
    pay_awesome(context, request.id, points, "out of the bowl")
    context.update_fight(bowl=context.fight.bowl - points)


ACTION = Action(SetRequest, from_bowl)
