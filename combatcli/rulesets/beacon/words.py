"""Words of beacon that a command may be given in any letter case."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from combatcli.encounter.references import Name
from combatcli.rulesets.beacon.action_roll import POSITIONS
from combatcli.rulesets.beacon.state import ATTRIBUTE_OF

STANCES = ("rash", "cautious")
ACTS = ("act", "draw", "stow", "pick", "stand", "reload", "protect", "aid")
PUSHES = ("tier", "effect", "act", "closer")
"""What stress may be pushed for (E5)."""

ActionWord = Annotated[str, Meta(extra={"name": Name((), tuple(ATTRIBUTE_OF))})]
PositionWord = Annotated[str, Meta(extra={"name": Name((), tuple(POSITIONS))})]
PushWord = Annotated[str, Meta(extra={"name": Name((), PUSHES)})]
CombatantOrWeapon = Annotated[str, Meta(extra={"name": Name(("combatant", "weapon"))})]
DeclareWord = Annotated[str, Meta(extra={"name": Name((), (*STANCES, *ACTS))})]
