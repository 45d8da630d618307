"""The assumptions and omissions of a forecast, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from combatcli.encounter.schema import Encounter
from combatcli.forecast.fight import own_action_lines
from combatcli.rulesets.tactic_lines import TacticLine, line_targets, lines_of
from combatcli.rulesets.tactics import LiveFight
from combatcli.text import escape

if TYPE_CHECKING:
    from combatcli.forecast.tally import Tally
    from combatcli.rulesets.tactics import AnyTactics


def caveats_about_groups(fight: Encounter) -> list[str]:
    """Say which groups fight as one combatant."""
    return [
        f"{fight.subject(who)} are a group and act as one combatant; what `add` makes with --times acts by itself"
        for who, combatant in fight.combatants.items()
        if combatant.count > 1
    ]


def caveats(fight: Encounter, tactics: AnyTactics, tally: Tally, refused: Callable[[], Mapping[str, str]]) -> list[str]:
    """Return sentences on groups that fight as one, combatants that never acted, and tactics lines never followed.

    ``refused`` returns why the deeds were refused of each combatant who had an action in a fight.
    """
    acted = {who for who, _ in tally.acted}
    able = [who for who, combatant in fight.combatants.items() if not tactics.is_out(fight, combatant)]
    sentences = caveats_about_groups(fight)
    if able and not acted & {*able}:
        return [*sentences, "nobody ever acts: no side can reach or harm another, by their tactics and the rules"]
    idle = [who for who in able if who not in acted]
    if idle:
        reasons = refused()
        sentences += _never_acting_caveats(
            fight,
            {who: reasons.get(who) or _why_idle(fight, tactics, tally, who, has_turn=who in reasons) for who in idle},
        )
    if tally.tied:
        sentences.append("first counts all who are out at the same time")
    if tally.stalled:
        sentences.append("a stalemate: no side can reach or harm another any more, by their tactics and the rules")
    return [*sentences, *_unfollowed_line_caveats(fight, tally, able), *_never_used_caveats(fight, tactics, able)]


def _never_acting_caveats(fight: Encounter, reasons: Mapping[str, str]) -> Iterator[str]:
    """Say who never acts, and why: those of one reason together."""
    for reason in dict.fromkeys(reasons.values()):
        who = fight.subject(*[each for each, why in reasons.items() if why == reason])
        yield f"{who} never {who.verb('acts')}: {reason}"


def _unfollowed_line_caveats(fight: Encounter, tally: Tally, able: Sequence[str]) -> Iterator[str]:
    having: dict[str, list[str]] = {}
    for who in able:
        for line in own_action_lines(fight, who):
            having.setdefault(line.text, []).append(who)
    for text, names in having.items():
        if not any((who, text) in tally.acted for who in names):
            who = fight.subject(*names)
            never = f"{who} never {who.verb('does')}" if len(names) == 1 else f"none of {who} ever does"
            yield f'{never} "{escape(text)}"'


def _never_used_caveats(fight: Encounter, tactics: AnyTactics, able: Sequence[str]) -> Iterator[str]:
    unused: dict[str, list[str]] = {}
    for who in able:
        if what := tactics.unused(fight.combatants[who], lines_of(fight, fight.combatants[who])):
            unused.setdefault(what, []).append(who)
    for what, names in unused.items():
        subject = fight.subject(*names)
        yield f"{subject} never {subject.verb('uses')} {what}, which no line of theirs names"


def _why_idle(fight: Encounter, tactics: AnyTactics, tally: Tally, who: str, *, has_turn: bool) -> str:
    """Return why a combatant to whom nothing was refused never acted: no time, or nothing to do."""
    if not tally.lasting.get(who):
        return "the fight, or theirs, is over before"
    if not has_turn:
        return "the rules give them nothing to do"
    for key in ("position", "arena"):
        if getattr(fight.combatants[who], key, None) is None and any(
            getattr(each, key, None) is not None for each in fight.combatants.values()
        ):
            return f"they have no {key}, so that nobody is within reach, and no way leads to anybody"
    own = own_action_lines(fight, who)
    if own:
        reasons = (_why_line_is_impossible(fight, tactics, who, line) for line in own if line.verb in tactics.acts)
        return next(filter(None, reasons), "none of their lines ever holds, or has anybody to aim at")
    return "no foe is within reach, and no way leads to one"


def _why_line_is_impossible(fight: Encounter, tactics: AnyTactics, who: str, line: TacticLine) -> str:
    """Return why a line cannot be done to its first target now; empty if it can, or has none."""
    targets = [foe for foe in line_targets(LiveFight(fight), who, tactics, line) if foe in fight.combatants]
    return tactics.why_not(fight, who, line.verb, targets[0]) if targets else ""
