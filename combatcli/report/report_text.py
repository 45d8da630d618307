"""A report as text: the same words everywhere, plain for a pipe, as a screen for a terminal."""

import os
import sys
from collections.abc import Iterator, Sequence

from combatcli.records import Event
from combatcli.report.blocks import Block, Grouped, Line, Names, Sentence
from combatcli.report.line_layout import DrawingArea, lay_out, plain_text
from combatcli.report.report import Report
from combatcli.report.sentences import ALIKE, events_in_blocks
from combatcli.streams import on_terminal
from combatcli.text import escaped_and_cut

NARROWEST = 20


def report_text(report: Report, *, to_terminal: bool = True, start: str = "") -> str:
    """Return a report as text, drawn for a terminal if it goes to one; the words are the same everywhere.

    Each line begins with ``start``.
    """
    terminal = to_terminal and on_terminal() and os.environ.get("TERM") != "dumb"
    warnings = warnings_as_sentences(report.warnings)
    screens = ([*screen, *warnings] for screen in _blocks_in_fewer_lines(report))
    drawn = next(screens)
    if report.color != "always" and not terminal:
        return "".join([f"{start}{line}" for line in plain_text(drawn).splitlines(keepends=True)])
    from combatcli.report.colored_text import terminal_text

    colored = report.color == "always" or (report.color == "auto" and not os.environ.get("NO_COLOR"))
    room = _terminal_width() - len(start)
    look = (
        DrawingArea(room, has_blocks=_output_has_unicode_blocks(), brief=report.is_brief, draws=True)
        if terminal
        else DrawingArea(draws=True)
    )
    lines = lay_out(drawn, look)
    while report.room is not None and len(lines) > report.room and (smaller := next(screens, None)):
        lines = lay_out(smaller, look)
    if terminal and len(lines) >= _terminal_size().lines and any(map(_is_chance_to_hit, report.events)):
        last = report.changed(events=sorted(report.events, key=_is_chance_to_hit))
        lines = lay_out([*next(_blocks_in_fewer_lines(last)), *warnings], look)
    return terminal_text([[Line(start), *line] for line in lines], colored=colored)


def _is_chance_to_hit(event: Event) -> bool:
    """Tell whether an event is the chance to hit, which comes last."""
    return event.event == "odds" and event.as_table()["of"] == "hit"


def requested_pictures(report: Report, title: str) -> dict[str, str]:
    """Return the requested files by path: a terminal's picture as SVG or HTML."""
    if report.live:
        return dict.fromkeys(report.pictures, report_as_page(report))
    from combatcli.report.colored_text import picture_of_terminal

    shown = next(_blocks_in_fewer_lines(report))
    width = _terminal_width()
    lines = lay_out(shown, DrawingArea(width, has_blocks=True, brief=report.is_brief, draws=True))
    drawn = {path: picture_of_terminal(lines, kind, width, title) for path, kind in report.pictures.items()}
    from combatcli.dice_events import Distribution

    several = [event for event in report.events if isinstance(event, Distribution) and event.expression]
    if not several or len(several) < len(report.events):
        return drawn
    from combatcli.report.odds_svg import odds_svg

    lined = odds_svg(several)
    kinds = report.pictures
    return {
        path: lined if kinds[path] == "svg" else text.replace("</body>", f"{lined}</body>")
        for path, text in drawn.items()
    }


def report_as_page(report: Report) -> str:
    """Return a report as a page that reloads itself."""
    from combatcli.report.page import html_page

    return html_page(next(_blocks_in_fewer_lines(report)))


def _blocks_in_fewer_lines(report: Report) -> Iterator[list[Block]]:
    """Yield the blocks of a report; of the screen of a fight, also in ever fewer lines."""
    events, game = report.events, report.game
    names = Names(report.names, has_ids=not report.players)
    own: dict[str, Sentence | Grouped] = {}
    if any(event.event == "attack" for event in events):
        from combatcli.report.fight import mark_pending_hits

        events = mark_pending_hits(events)
    if game is not None and any(event.event not in ALIKE for event in events):
        from combatcli.report.combatants import combatant, pending_hits

        # What `show` lists is known to the game's `show`, which other reports do without.
        its = game
        own = {
            "combatant": lambda event, names: combatant(event, names, its.columns),
            "pending": Grouped(lambda hits, names: pending_hits(hits, names, its.view)),
            **game.sentences,
        }
        if events and events[0].event == "encounter":
            from combatcli.report.encounter_screen import ever_shorter_screens

            yield from ever_shorter_screens(events, names, game.columns, game.view, own)
            return
    yield events_in_blocks(events, names, own, verbose=report.verbose)


def warnings_as_sentences(warnings: Sequence[str]) -> list[Line]:
    """Return warnings as sentences."""
    return [
        Line(f"Warning: {escaped_and_cut(warning)}{'' if warning.endswith('?') else '.'}", "warn")
        for warning in warnings
    ]


def _terminal_width() -> int:
    return max(NARROWEST, _terminal_size().columns)


def _terminal_size() -> os.terminal_size:
    import shutil

    return shutil.get_terminal_size((80, 24))


def _output_has_unicode_blocks() -> bool:
    encoding = getattr(sys.stdout, "encoding", None) or ""
    return encoding.lower().replace("-", "").startswith("utf") and os.environ.get("TERM") != "linux"
