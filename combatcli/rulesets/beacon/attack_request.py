"""What an `attack` of beacon is asked for (E30–E32)."""

from combatcli.encounter.references import CombatantId, WeaponName
from combatcli.rulesets.beacon.words import ActionWord, PositionWord, PushedRequest


class AttackRequest(PushedRequest, frozen=True):
    """Who attacks whom, with what, by which action, against which defense; and all that the table says of it."""

    attacker: CombatantId = ""
    targets: list[CombatantId] = []
    weapon: WeaponName | None = None
    versus: str | None = None
    action: ActionWord | None = None
    position: PositionWord | None = None
    supernatural: bool = False
    area: bool = False
    inflict: list[str] = []
    no_damage: bool = False
    effect: str | None = None
    type: str | None = None
    aid: CombatantId | None = None
    reroll: bool = False
    concealed: bool = False
    sheltered: bool = False
    sight: bool = False
    sight_only: bool = False
    hearing: bool = False
    hearing_only: bool = False
    react: bool = False
    distance: float | None = None
    apply: bool = False

    @property
    def is_power(self) -> bool:
        """Whether it is a power and no weapon: an effect die or a type is told, and no weapon (E32)."""
        return self.weapon is None and (self.effect is not None or self.type is not None)
