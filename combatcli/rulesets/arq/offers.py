"""Who is fallen in `arq` by what a file says, for completion in the shell."""

from __future__ import annotations

from combatcli.rulesets.arq.state import INCAPACITATED

GONE: dict[str, tuple[str, ...]] = {"status": (INCAPACITATED,)}
