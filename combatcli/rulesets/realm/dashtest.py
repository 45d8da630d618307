"""`dashtest` (R50): Awareness on both sides unless told otherwise; a tie is the same time."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.rulesets.realm.events import Contest
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.realm.test import attribute, two_dice
from combatcli.rulesets.shared.dash import Dash, dash_action
from combatcli.rulesets.tasks import DisplayOnly


def roll_dash(source: Source, value: int, other: int) -> Dash:
    """Roll both sides; the higher total comes first."""
    first, shown = two_dice(source, value, other)
    own, theirs = shown.value
    return Dash(first, DisplayOnly({"faces": [own, theirs], "total": own + value, "needed": theirs + other}))


ACTION = dash_action("awareness", ROSTER, attribute, roll_dash, "R50", Contest)
