"""`show`: what there is to see."""

from __future__ import annotations

from collections.abc import Sequence

from combatcli.declarations import ALL, PICTURES, REPORT, STREAMS, Argument, Command, Invocation, always, flag
from combatcli.pipeline.input import read
from combatcli.pipeline.resolution import answer, resolve

WATCH = flag("--watch", "redraw whenever the file changes, until Ctrl-C")


def signs() -> Sequence[tuple[str, str]]:
    """Return the signs of the fight as it is drawn, and what they mean."""
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
    """Show what there is to see, once or whenever it changes."""
    if "watch" not in call.shared:
        return resolve(call)
    from combatcli.pipeline.watch import watch

    return watch(call, lambda path: answer(call, read(path)))


COMMAND = Command(
    "show",
    show,
    about=(
        "It shows the round, the phase and the clock, the combatants and their state, the arenas, and pending hits. "
        "With --watch, the page of --html reloads itself and fits a phone."
    ),
    arguments=[Argument("who", "show everything about this combatant", required=False)],
    options=[flag("--players", "show what players may see: for foes, only how hurt they look")],
    shared=[*STREAMS, ALL, WATCH, *PICTURES, *REPORT],
    excludes=[("watch", "json output pass svg quiet", "--watch draws a screen.")],
    examples=[
        "combatcli show -f fight.toml",
        "combatcli show mira < fight.toml",
        "combatcli show --players --svg fight.svg -f fight.toml",
    ],
    played=True,
    asks=always,
    tables=lambda: {"Signs": signs()},
)
