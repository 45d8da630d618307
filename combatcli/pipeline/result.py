"""The result of a command, and its report in the requested form."""

from __future__ import annotations

from combatcli.report.report import Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from combatcli.declarations import Invocation
    from combatcli.records import Event
    from combatcli.rulesets.game import Game
    from combatcli.toml import Tables

WOULD = "Would: "
NO_DICE: Mapping[str, object] = {"seed": None, "step": None}


class Result:
    """The result of a command: its events, and the new tables; None where they do not change.

    ``rolled`` marks a test or roll, which the journal records even if it changes nothing.
    """

    __slots__ = ("dice", "events", "game", "names", "rolled", "tables", "warnings")

    def __init__(
        self,
        events: Sequence[Event],
        *,
        game: Game | None = None,
        tables: Tables | None = None,
        names: dict[str, str] | None = None,
        warnings: Iterable[str] = (),
        dice: Mapping[str, object] = NO_DICE,
    ) -> None:
        self.events: list[Event] = list(events)
        self.game = game
        self.tables = tables
        self.names = {} if names is None else names
        self.warnings = list(warnings)
        self.dice = dice
        self.rolled = False


def report_of(call: Invocation, result: Result) -> Report:
    """Return the report of a command's result in the form that its line asks for."""
    options, warnings = call.shared, result.warnings
    if call.in_play:
        from combatcli.hints import as_typed_in_play

        warnings = [as_typed_in_play(warning) for warning in warnings]
    live = not options.keys().isdisjoint(("watch", "serve"))
    formats = {"svg": "svg", "html": "page" if live else "html"}
    return Report(
        result.events,
        warnings,
        result.names,
        result.game.parts if result.game is not None else None,
        color=options.get("color", "auto"),
        verbose="verbose" in options,
        is_brief=options.keys().isdisjoint(("all", "verbose")),
        pictures={options[key]: kind for key, kind in formats.items() if key in options},
        live=live,
        players="players" in call.options,
        room=_lines_above_cursor() if "watch" in options else None,
    )


def _lines_above_cursor() -> int:
    """Return the number of a terminal's lines above its cursor."""
    import shutil

    return shutil.get_terminal_size().lines - 1


def render_report(call: Invocation, result: Result, *, to_terminal: bool = True) -> str:
    """Return the report of a command in the requested form."""
    if "quiet" in call.shared:
        return ""
    if "json" in call.shared:
        from combatcli.report.envelope import report_document as envelope

        ruleset = result.game.name if result.game is not None else None
        return envelope(call.name, ruleset, result.events, result.warnings, result.dice)
    from combatcli.report.report_text import report_text

    start = WOULD if "dry_run" in call.shared and not call.asks_in_itself else ""
    return report_text(report_of(call, result), to_terminal=to_terminal, start=start)
