"""`show`: shows the fight or parts of it."""

from collections.abc import Sequence

from combatcli.declarations import ALL, PICTURES, REPORT, STREAMS, Argument, Command, Invocation, flag, number, text
from combatcli.pipeline.input import read_encounter
from combatcli.pipeline.output import requested_pictures_written
from combatcli.pipeline.resolution import answer_question, resolve
from combatcli.pipeline.result import Result, render_report, report_of
from combatcli.report.report_text import report_as_page

SERVE = (
    number("--serve", "a page for browsers, on this port until Ctrl-C [default: 8000]", empty="8000"),
    text("--host", "ADDRESS", "serve on this address [default: 127.0.0.1, this machine alone]"),
)
WATCH = flag("--watch", "redraw whenever the file changes, until Ctrl-C")


def signs_on_board() -> Sequence[tuple[str, str]]:
    """Return the signs on the board and their meanings."""
    return [
        (">", "has yet to act; PENDING and TO ACT at the top list everybody"),
        ("<5", "has a pending hit of 5, until you run `wound`; <5+: and more"),
        ("HIT!", "a hit on the players' side; HIT is one on the others"),
        ("x3", "a group of three"),
        ("#....", "how much is left, as a bar of up to ten"),
        ("--", "the arenas that an arena is linked to"),
        ("…", "something was cut off; `show WHO` shows it in full"),
        ("2/push mira +4>", "`play` asks: round, phase, who acts next, and how many more"),
    ]


def show(call: Invocation) -> int:
    """Show the fight once, whenever it changes, or to browsers."""
    if "serve" in call.shared:
        from combatcli.pipeline.serve import serve_page

        return serve_page(
            call, lambda path: report_as_page(report_of(call, answer_question(call, read_encounter(path))))
        )
    if "watch" not in call.shared:
        return resolve(call)
    from combatcli.pipeline.watch import redraw_on_change

    return redraw_on_change(call, lambda path: _report_with_pictures(call, answer_question(call, read_encounter(path))))


def _report_with_pictures(call: Invocation, result: Result) -> str:
    with requested_pictures_written(call, result):
        return render_report(call, result)


COMMAND = Command(
    "show",
    show,
    about=(
        "It shows the round, the phase and the clock, the combatants and their state, the arenas, and pending hits. "
        "With --watch, the page of --html reloads itself and fits a phone. With --serve, phones read it from this "
        "machine, if --host names its address in your network."
    ),
    arguments=[Argument("who", "show everything about this combatant", required=False)],
    options=[flag("--players", "show what players may see: for foes, only how hurt they look")],
    shared=[*STREAMS, ALL, WATCH, *SERVE, *PICTURES, *REPORT],
    needs={"serve": "players", "host": "serve"},
    excludes=[
        ("watch", "json output pass svg quiet serve", "--watch draws a screen."),
        ("serve", "json output pass svg html quiet", "--serve is a page for browsers."),
    ],
    examples=[
        "combatcli show -f fight.toml",
        "combatcli show mira < fight.toml",
        "combatcli show --players --svg fight.svg -f fight.toml",
    ],
    ruled=True,
    asks=True,
    tables=lambda: {"Signs": signs_on_board()},
)
