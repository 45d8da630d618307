"""Words that `realm` takes on command lines and that no type of a request tells, for completion in the shell."""

from __future__ import annotations

from typing import get_args

from combatcli.rulesets.realm.arena import RUBBLE
from combatcli.rulesets.realm.impede import HOLDING
from combatcli.rulesets.realm.schema import Attribute
from combatcli.rulesets.realm.state import FALLEN, PHASES
from combatcli.rulesets.realm.weapons import PARRIES
from combatcli.rulesets.realm.wound import TRAITS

OFFERS: dict[str, dict[str, tuple[str, ...]]] = {
    "attack": {"parry": PARRIES},
    "declare": {"phase": PHASES},
    "order": {"ties": ("reroll",)},
    "wound": {"with": TRAITS},
    "dashtest": {key: get_args(Attribute) for key in ("trait", "with", "against")},
    "push": {"with": HOLDING, "against": HOLDING},
    "impede": {"with": HOLDING, "against": HOLDING},
    "arena breach": {"kind": RUBBLE, "with": get_args(Attribute)},
}
GONE: dict[str, tuple[str, ...]] = {"status": tuple(FALLEN)}
