"""Words that `beacon` takes on command lines and that no type of a request tells, for completion in the shell."""

from __future__ import annotations

from combatcli.rulesets.beacon.conditions import ABOUT, DEFENSES, table
from combatcli.rulesets.beacon.energies import TYPES
from combatcli.rulesets.beacon.next import ENDS
from combatcli.rulesets.beacon.state import ATTRIBUTE_OF


def _conditions(kind: str) -> tuple[str, ...]:
    return tuple(name for name, row in table().items() if row["kind"] == kind)


WOUNDS = _conditions("wound")
OFFERS: dict[str, dict[str, tuple[str, ...]]] = {
    "attack": {"versus": DEFENSES, "type": TYPES, "inflict": WOUNDS},
    "wound": {"what": WOUNDS, "type": TYPES},
    "recover": {"who": WOUNDS, "with": ("body", "mind", "will"), "end": WOUNDS},
    "boon": {"boon": _conditions("boon"), "against": tuple(word for words in ABOUT.values() for word in words)},
    "dashtest": {key: tuple(ATTRIBUTE_OF) for key in ("trait", "with", "against")},
    "next": {"end": ENDS},
}
