"""Words of beacon that a command may be given in any letter case; and what stress is pushed for."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from combatcli.encounter.references import Name
from combatcli.rulesets.actions import Request
from combatcli.rulesets.beacon.rolls import POSITIONS
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


class PushedRequest(Request, frozen=True, kw_only=True):
    """What a command is pushed for: words, several with commas (E5)."""

    push: list[PushWord] = []

    @property
    def pushes(self) -> list[str]:
        """Each word by itself."""
        return [word for words in self.push for word in words.casefold().split(",") if word]
