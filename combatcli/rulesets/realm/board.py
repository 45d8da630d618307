"""What the board says: who has declared what, phase by phase (R3, R4, R6)."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.events import Table
from combatcli.report.blocks import Block, Brief, Heading, Line, Names, Row, Sheet, ids, join
from combatcli.text import escape, shortlist

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.realm.events import Board

MANY = 20


def plan_of(line: Table) -> str:
    """Say what a line of the board declares, as far as it is not a secret."""
    if line.get("secret"):
        return "secret"
    whom = ["somebody"] if line.get("hidden") else map(escape, line.get("targets") or ())
    plan = f'"{escape(line["plan"])}"' if line.get("plan") else ""
    return join(filter(None, [line.get("action") or "undecided", join(whom), plan]), " ")


def board(phases: Sequence[Board], names: Names) -> list[Block]:
    """Show the board: who has declared nothing, then each phase with who acts where."""
    rows: list[Row | Heading | Line] = []
    for event in phases:
        rows.append(Heading(f"{event.number} {event.phase}{' <- now' if event.current else ''}"))
        for line in event.declared:
            late = line.get("not_done") and not line.get("fallen")
            words = ["NOT DONE" if late else "", *[word for word in ("done", "broken") if line.get(word)]]
            came_of = Line(join(filter(None, [*words, line.get("fallen")])), "bad" if late else "quiet")
            rows.append(Row(">" if event.current and late else "", (escape(line["who"]), plan_of(line), came_of)))
    blocks: list[Block] = [Line(f"Round {phases[0].round}, turn {phases[0].turn}", "head")]
    silent = phases[0].undeclared
    if silent:
        brief = shortlist([escape(who) for who in silent], MANY)
        blocks.append(Brief(*[[Line(f"UNDECLARED  {who}", "warn")] for who in (brief, ids(silent))]))
    return [*blocks, Sheet(("", "", ""), (0, 0, 0), rows)]
