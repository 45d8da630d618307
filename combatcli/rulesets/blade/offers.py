"""Words that `blade` takes on command lines and that no type of a request tells, for completion in the shell."""

from __future__ import annotations

from typing import get_args

from combatcli.rulesets.blade.difficulty import PARTS
from combatcli.rulesets.blade.order import CHOICES
from combatcli.rulesets.blade.schema import Attribute

OFFERS: dict[str, dict[str, tuple[str, ...]]] = {
    "attack": {"called": tuple(PARTS)},
    "order": {"choose": CHOICES},
    "dashtest": {key: get_args(Attribute) for key in ("trait", "with", "against")},
}
GONE: dict[str, tuple[str, ...]] = {"health": ("0",)}
