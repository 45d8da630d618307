"""`dashtest` (R50): Awareness on both sides unless told otherwise; a tie is the same time."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.rulesets.realm.events import Contest
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.realm.test import attribute, roll_both
from combatcli.rulesets.shared.dash import Dash, dash_action
from combatcli.rulesets.tasks import DisplayOnly


def roll_dash(source: Source, value: int, other: int) -> Dash:
    """Roll both sides; the higher total comes first."""
    first, shown = roll_both(source, value, other)
    faces = shown.value
    return Dash(first, DisplayOnly({"faces": list(faces), "total": faces[0] + value, "needed": faces[1] + other}))


ACTION = dash_action("awareness", ROSTER, attribute, roll_dash, "R50", Contest)
