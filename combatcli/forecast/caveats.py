"""What a forecast takes for granted, or leaves out, in sentences."""

from __future__ import annotations

from combatcli.forecast.fight import own_actions
from combatcli.text import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.encounter.schema import Encounter
    from combatcli.forecast.tally import Tally
    from combatcli.rulesets.tactics import AnyTactics


def groups(fight: Encounter) -> list[str]:
    """Say which groups fight as one combatant."""
    return [
        f"{fight.subject(who)} are a group and act as one combatant; `add --times N` makes N that act by themselves"
        for who, combatant in fight.combatants.items()
        if combatant.count > 1
    ]


def caveats(fight: Encounter, tactics: AnyTactics, tally: Tally) -> list[str]:
    """Say which groups fight as one, who never acted, and which lines of tactics nobody ever followed."""
    acted = {who for who, _ in tally.acted}
    able = [who for who, combatant in fight.combatants.items() if not tactics.is_out(fight, combatant)]
    told = groups(fight)
    if able and not acted & {*able}:
        told.append("nobody ever acts: no side can reach or harm another, by their tactics and the rules")
    else:
        told += [
            f"{who} never {who.verb('acts')}: {_why(tally, who)}"
            for who in map(fight.subject, able)
            if who not in acted
        ]
    having: dict[str, list[str]] = {}
    for who in able:
        for line in own_actions(fight, who):
            having.setdefault(line.text, []).append(who)
    for text, names in having.items():
        if not any((who, text) in tally.acted for who in names):
            who = fight.subject(*names)
            never = f"{who} never {who.verb('does')}" if len(names) == 1 else f"none of {who} ever does"
            told.append(f'{never} "{escape(text)}"')
    return told


def _why(tally: Tally, who: str) -> str:
    """Return why somebody never acted: there was no time, or there was nothing to do."""
    if tally.out.get(who) or min(tally.rounds) == 1:
        return "the fight, or theirs, is over before"
    return "no foe is within reach, and no way leads to one, by their tactics and the rules"
