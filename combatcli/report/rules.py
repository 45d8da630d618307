"""Rules that were looked up: one in full, or a list of titles."""

from collections.abc import Callable, Sequence

from combatcli.report.blocks import Block, Grid, Grouped, Line, Names, toml_without_quotes
from combatcli.rule_events import HouseSwitch, Keys, KnownGame, Rule, UnansweredQuestion

EVERY = "every game"
WIDEST_ID = 4

BULLET = "\n- "
"""The start of a bullet in a rule's text."""


@Grouped
def rule(events: Sequence[Rule], names: Names) -> list[Block]:
    """Tell rules, each in its form; lists have a heading for each game."""
    blocks: list[Block] = []
    above = None
    for event in events:
        heading = _heading_of_rule(event)
        if heading and heading != above:
            blocks.append(Line(heading, "head"))
        above = heading
        blocks += FORMS[event.form](event) if event.form in FORMS else [Line(_id_and_title(event))]
    return blocks


def _heading_of_rule(event: Rule) -> str:
    if event.form == "also":
        return "See also"
    return _game_name(event) if event.form == "title" else ""


def _game_name(event: Rule) -> str:
    return event.ruleset or EVERY


def _whole_rule(event: Rule) -> list[Block]:
    lines: list[Block] = [_rule_title(event)]
    lines += _lines_with_bullets(event.text)
    lines += _house_rule_lines(event, "House rule: ")
    if event.commands:
        lines.append(Line(f"  Commands: {', '.join(event.commands)}", "quiet"))
    if event.related:
        related = ", ".join(f"{id_} {title}".strip() for id_, title in event.related.items())
        lines.append(Line(f"  Related: {related}", "quiet"))
    for table in event.tables:
        rows = [[str(cell) for cell in row] for row in table["rows"]]
        headings = [
            f"{heading}#" if number else heading
            for heading, number in zip(table["headings"], table["numbers"], strict=True)
        ]
        lines += [Line(""), Grid(f"  {table['title']}", headings, rows)]
    return lines


def _rule_title(event: Rule) -> Line:
    return Line(f"{event.id} {event.title} ({_game_name(event)})", "head")


def _house_rule_lines(event: Rule, before: str) -> list[Line]:
    lines = _lines_with_bullets(event.house, before)
    return [*lines, *(Line(f"  {_house_switch_sentence(setting)}") for setting in event.switches)]


def _lines_with_bullets(text: str, before: str = "") -> list[Line]:
    """Return a text with each of its bullets on a line of its own."""
    first, *bullets = f"\n{text}".split(BULLET) if text.startswith("- ") else text.split(BULLET)
    lines = [Line(f"  {before}{first}".rstrip())] if first or bullets else []
    return [*lines, *(Line(f"    - {bullet}") for bullet in bullets)]


def _id_and_title(event: Rule) -> str:
    return f"  {event.id:<{WIDEST_ID}} {event.title}"


FORMS: dict[str, Callable[[Rule], list[Block]]] = {
    "whole": _whole_rule,
    "house": lambda event: [_rule_title(event), *(_house_rule_lines(event, "") or [Line("  No house rule.")])],
    "also": lambda event: [Line(f"{_id_and_title(event)} ({_game_name(event)})")],
}


def unanswered(event: UnansweredQuestion, names: Names) -> Line:
    """Say that a game has no rule for a question, and which rules are nearest."""
    near = "; ".join(f"{rule['id']} {rule['title']}" for rule in event.nearest)
    where = "No game" if event.ruleset is None else event.ruleset
    has = "has anything" if event.ruleset is None else "has nothing"
    after = f"; nearest: {near}." if near else ". `combatcli rules` lists all."
    return Line(f'{where} {has} on "{event.question}"{after}')


@Grouped
def known(events: Sequence[KnownGame], names: Names) -> list[Block]:
    """List the games that can be played."""
    return [Grid("", ("game", "", ""), [(event.name, event.about, event.source) for event in events])]


@Grouped
def switch(events: Sequence[HouseSwitch], names: Names) -> list[Block]:
    """List the house rules, with the rule that each belongs to."""
    blocks: list[Block] = [Line("Options of [house]", "head")]
    for event in events:
        what = " ".join([*event.rules, event.what])
        blocks.append(Line(f"  {_house_switch_sentence(event.as_table())} {what[:1].upper()}{what[1:]}."))
    return blocks


def _house_switch_sentence(switch: Keys) -> str:
    """Say an option's default, and this group's setting."""
    default = _setting_text(switch["default"])
    own = f" Your group has set it to {_setting_text(switch['set'])}." if switch["set"] is not None else ""
    return f"Option {switch['name']} in [house], default {default}.{own}"


def _setting_text(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else toml_without_quotes(value)
