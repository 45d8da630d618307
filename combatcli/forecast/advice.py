"""What each combatant would do now by their tactics, and why earlier lines do not apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from combatcli.encounter.schema import Encounter, SeededDice
from combatcli.errors import CombatError
from combatcli.forecast.fight import own_action_lines, random_choices
from combatcli.forecast_events import NextTactic
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.tactic_lines import (
    TacticLine,
    actions_with_answers,
    deeds_of,
    failing_condition,
    line_targets,
    lines_of,
)
from combatcli.rulesets.tactics import LiveFight

if TYPE_CHECKING:
    from combatcli.forecast.player import Player
    from combatcli.rulesets.tactics import AnyLiveFight, AnyTactics, Deed

    Option = tuple[str, str, Iterable[Deed]]
    """A line of tactics, the reason why it does not apply, and the deeds that carry it out."""


def advised_tactics(
    start: Encounter, tactics: AnyTactics, player: Player, line_of: Callable[[Deed], str], seed: str
) -> list[NextTactic]:
    """Return each combatant's advised next line in this phase or turn; None for those with nothing to do in it.

    What the table does (a turn begins) and what is declared take effect, as others depend on it. Attacks do not:
    their targets still act in this phase.
    """
    table = LiveFight(start.changed(dice=SeededDice(seed=seed)), random_choices(seed))
    tactic_of: dict[str, NextTactic] = {}
    for who, deeds in actions_with_answers(table, tactics):
        if not who:
            done, context, _ = _first_allowed_deed(deeds, table.fight, player)
            if done is not None:
                table.fight = table.fight if context.attacks else context.fight
                for attacker, target in context.attacks:
                    line = f"attack {attacker} {target}"
                    tactic_of.setdefault(attacker, NextTactic(who=attacker, line=line, number=1, passed=[]))
        elif who not in tactic_of or tactic_of[who].line is None:
            own = own_action_lines(table.fight, who)
            options = (_line_option(table, who, tactics, line, player) for line in own)
            tactic_of[who] = _first_working_line(
                table, who, options if own else ((line_of(deed), "", [deed]) for deed in deeds), player
            )
    return [tactic_of.get(who) or NextTactic(who=who, line=None, number=None, passed=[]) for who in start.combatants]


def _line_option(
    table: LiveFight[Encounter], who: str, tactics: AnyTactics, line: TacticLine, player: Player
) -> Option:
    failed = failing_condition(table, who, tactics, line)
    try:
        deeds = [] if failed else [*deeds_of(table, who, tactics, line, player.read)]
    except CombatError as error:
        return line.text, error.message, []
    return line.text, failed or ("" if deeds else _why_nothing(table, who, tactics, line)), deeds


def _first_working_line(table: LiveFight[Encounter], who: str, options: Iterable[Option], player: Player) -> NextTactic:
    """Return the first line that works, and why those before it do not."""
    passed: list[dict[str, str]] = []
    for number, (text, failed, deeds) in enumerate(options, 1):
        done, context, why = _first_allowed_deed(deeds, table.fight, player)
        if done is not None:
            lines = lines_of(table.fight, table.fight.combatants[who])
            if done[0] == "declare":
                table.fight = context.fight
            place = lines.index(text) + 1 if text in lines else number
            return NextTactic(who=who, line=text, number=place, passed=passed)
        passed.append({"line": text, "why": failed or why})
    return NextTactic(who=who, line=None, number=None, passed=passed)


def _first_allowed_deed(
    deeds: Iterable[Deed], fight: Encounter, player: Player
) -> tuple[Deed | None, CombatContext[Encounter], str]:
    """Return the first deed that is allowed, and its context; if there is none, why the first is refused."""
    waiting, why = iter(deeds), ""
    while True:
        try:
            for deed in waiting:
                return deed, player.play(deed, fight), ""
        except CombatError as error:
            why = why or error.message
        else:
            return None, CombatContext(fight), why


def _why_nothing(table: AnyLiveFight, who: str, tactics: AnyTactics, line: TacticLine) -> str:
    """Return why no deed carries out a line whose conditions hold."""
    targets = [*line_targets(table, who, tactics, line)]
    if targets and line.verb == "move":
        return f"no way leads nearer to {targets[0]}"
    why = tactics.why_not(table.fight, who, line.verb, targets[0]) if targets and line.verb in tactics.acts else ""
    if why:
        return why
    if targets:
        return f"{who} cannot do so to {targets[0]} from where they are, with what they hold"
    if line.target in table.fight.combatants:
        return f"{table.fight.subject(line.target):is} out" if line.target != who else "that is themselves"
    return f"nobody is their {line.target}{' ally' if line.ally else ''} now"
