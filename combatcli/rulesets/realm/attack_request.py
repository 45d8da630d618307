"""What an `attack` is asked for: one attack for each target, or all that were declared (R23, R27, R28)."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId, WeaponName, id_of
from combatcli.encounter.schema import Natural
from combatcli.rulesets.actions import Request
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.attack_roll import weapon_of
from combatcli.rulesets.realm.deeds import FOCUSED, focusers
from combatcli.rulesets.realm.schema import Fight, Weapon
from combatcli.rulesets.realm.state import ROSTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class AttackRequest(Request, frozen=True):
    """An attack: helpers assist, ``parry`` names uses of parrying weapons, ``defense`` adds to what is needed."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []
    weapon: WeaponName | None = None
    bonus: int = 0
    extra_dice: Natural = 0
    defense: int = 0
    assist: list[CombatantId] = []
    parry: list[str] = []
    counter: bool = False
    aim: bool = False
    throw: bool = False
    all: bool = False
    apply: bool = False

    @property
    def target(self) -> str:
        """The one target of a single attack."""
        (only,) = self.targets
        return only


def singles_of(fight: Fight, request: AttackRequest) -> Iterator[AttackRequest]:
    """Return a request for each target, aimed or thrown if that is what the attacker declared (R23)."""
    attacker = ROSTER.require_able(fight, request.attacker)
    declared = attacker.declared if not request.counter else None
    action = declared.action if declared is not None and not declared.done else ""
    weapon = weapon_of(request.attacker, attacker, request.weapon)[1] if request.targets else Weapon()
    for target in request.targets:
        yield replace(
            request,
            targets=[target],
            aim=request.aim or (action == "aim" and weapon.used_as == "ranged"),
            throw=request.throw or (action == "throw" and weapon.range == "thrown"),
        )


def declared_attacks(fight: Fight, request: AttackRequest) -> Iterator[AttackRequest]:
    """Return a request for each attack that was declared or focused on, and is to be made, by initiative (R27)."""
    if state.phase_number(fight.phase) == FOCUSED:
        for who in focusers(fight):
            action, target = focused_on(fight, who)
            if target:
                yield replace(request, attacker=who, targets=[target], throw=action == "throw")
        return
    shooting = state.phase_number(fight.phase) == state.PHASE_OF["shoot"]
    actions = ("shoot", "throw") if shooting else ("attack", "aim")
    from combatcli.rulesets.realm.order import by_initiative

    declarations = {
        who: plan
        for who, combatant in fight.combatants.items()
        if (plan := combatant.declared) is not None and not plan.done and plan.action in actions
    }
    helpers: dict[str, list[str]] = {}
    for helper, combatant in fight.combatants.items() if declarations else ():
        declared = combatant.declared
        assists = declared is not None and declared.action == "assist" and not declared.done
        for ally in dict.fromkeys(declared.targets) if declared is not None and assists else ():
            helpers.setdefault(ally, []).append(helper)
    for who in by_initiative(fight, declarations):
        declared = declarations[who]
        if state.is_dead(fight.combatants[who]):
            continue
        yield replace(
            request,
            attacker=who,
            targets=declared.targets[:1],
            aim=declared.action == "aim",
            throw=declared.action == "throw",
            assist=helpers.get(who, []),
        )


def focused_on(fight: Fight, who: str) -> tuple[str, str]:
    """Return how somebody attacks by their focus (attack, shoot or throw), and whom; two empty words if they do not."""
    declared = fight.combatants[who].declared
    action, _, whom = (declared.plan if declared is not None else "").partition(" ")
    target = id_of(fight, whom)
    return (action, target) if action in ("attack", "shoot", "throw") and target in fight.combatants else ("", "")
