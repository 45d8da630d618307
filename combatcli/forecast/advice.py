"""What each combatant would do now by their tactics, and why not what stands before it."""

from __future__ import annotations

from combatcli.encounter.schema import SeededDice
from combatcli.errors import CombatError
from combatcli.forecast.fight import own_actions
from combatcli.forecast_events import Tactic
from combatcli.rulesets.tactic_lines import every_action, failing, lines_of, played
from combatcli.rulesets.tactics import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from combatcli.encounter.schema import Encounter
    from combatcli.forecast.fight import PlayLine
    from combatcli.rulesets.tactic_lines import TacticLine
    from combatcli.rulesets.tactics import AnyTactics


def advice(start: Encounter, tactics: AnyTactics, play: PlayLine, seed: str) -> list[Tactic]:
    """Return what each would do in this phase or turn; no line where they have nothing to do in it by themselves.

    What the table does, as to begin a turn, is done, and what is declared, on which others wait; what somebody would
    do else is not.
    """
    fight = start.changed(dice=SeededDice(seed=seed))
    table = Table(fight)
    told: dict[str, Tactic] = {}
    for who, lines in every_action(table, tactics):
        if not who:
            for line in lines:
                after, _ = _tried(line, table.fight, play)
                if after is not None:
                    table.fight = after
                    break
        elif who not in told or told[who].line is None:
            told[who] = _first(table, who, tactics, play, lines)
    return [told.get(who) or Tactic(who=who, line=None, number=None, passed=[]) for who in start.combatants]


def _first(table: Table[Encounter], who: str, tactics: AnyTactics, play: PlayLine, lines: Iterable[str]) -> Tactic:
    """Return the first line that is done, of one's own or of the game's, and why those before it are not."""
    own = own_actions(table.fight, who)
    passed: list[dict[str, str]] = []
    choices: Sequence[str | TacticLine] = own or [*lines]
    for number, line in enumerate(choices, 1):
        why, text = "", line if isinstance(line, str) else line.text
        ways: Iterable[str] = [text]
        if not isinstance(line, str):
            why = failing(table, who, tactics, line)
            ways = () if why else played(table, who, tactics, line)
        for way in ways:
            after, refusal = _tried(way, table.fight, play)
            if after is not None:
                if way.startswith("declare "):
                    table.fight = after
                place = lines_of(table.fight, table.fight.combatants[who]).index(text) + 1 if own else number
                return Tactic(who=who, line=text, number=place, passed=passed)
            why = why or refusal
        passed.append({"line": text, "why": why or "there is nobody to do it to"})
    return Tactic(who=who, line=None, number=None, passed=passed)


def _tried(line: str, fight: Encounter, play: PlayLine) -> tuple[Encounter | None, str]:
    """Return what a line would come to, or why it is refused."""
    try:
        return play(line, fight).fight, ""
    except CombatError as error:
        return None, error.message
