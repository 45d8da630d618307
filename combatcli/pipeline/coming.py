"""What comes next in the fight of a file, as `play` says it: in one line, for an empty line, for `?` and for TAB."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from combatcli.declarations import Invocation, Shell
from combatcli.errors import CombatError
from combatcli.pipeline.input import Input, read_file
from combatcli.pipeline.lines import line_of, reader
from combatcli.rulesets.coming import FACES, FEW, NEXT, Coming, Step, coming_in
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.game import Game
from combatcli.rulesets.tasks import begin
from combatcli.text import escape

MOST = 8
MOST_ANSWERS = 3
ELLIPSIS = "..."


def coming_on(path: str, shell: Shell) -> Coming:
    """Return what comes next in the fight of a file, without what its rules refuse; nothing where it cannot be read."""
    try:
        source = read_file(path)
        found = coming_in(source.game, source.encounter)
    except CombatError:
        return Coming()
    allowed = partial(_is_allowed, source, shell.read)
    lines = {
        (who, whom): Step(line_of(deed, source.game, shell), "answers", FACES) for who, whom, deed in found.answers
    }
    answers = dict(islice(((pair, step) for pair, step in lines.items() if allowed(step)), MOST_ANSWERS))
    steps = [step for step in found.steps if allowed(step)]
    place = next((at for at, step in enumerate(steps) if step.line == NEXT.line), len(steps))
    else_ = [f"{who} may answer {whom}" for who, whom in answers]
    steps = [*steps[:place], *answers.values(), *steps[place:]]
    return found.changed(steps=steps[:MOST], else_=[*else_, *found.else_], answers=())


def _is_allowed(source: Input, read: Callable[[list[str], Game], Invocation], step: Step) -> bool:
    """Tell whether a line is still to be finished, is no rule's, or is not refused up to its first roll."""
    name = shlex.split(step.line)[0]
    if not step.is_complete or source.game.action(name) is None:
        return True
    try:
        command, *requests = reader(source.game, read)(step.line)
        doing = source.game.action(command)
        if doing is not None:
            begin(CombatContext(source.encounter), *[(doing.task, request) for request in requests])
    except CombatError:
        return False
    return True


def said(coming: Coming, columns: int) -> str:
    """Return in one line of so many columns who acts, what is open, and what an empty line does; empty for nothing."""
    if not coming.steps:
        return ""
    first = coming.steps[0]
    what = f"begins {first.line} {first.more}" if first.more else first.line
    enter = f"Enter: {escape(what)}"
    for few in range(FEW, 0, -1):
        whole = f"{escape(coming.said(few))}. {enter}"
        if len(whole) <= columns:
            longer = f"{whole} ({escape(first.does)})"
            return longer if len(longer) <= columns else whole
    room = columns - len(f"{ELLIPSIS} {enter}")
    return f"{escape(coming.said(1))[: max(0, room)]}{ELLIPSIS} {enter}"[:columns]


def rows(coming: Coming) -> list[tuple[str, str]]:
    """Return the lines that make sense now, each with what it does; that of an empty line first."""
    lines = [(escape(f"{step.line} {step.more}".rstrip()), escape(step.does)) for step in coming.steps]
    return [(line, f"{does} (Enter)" if number == 0 else does) for number, (line, does) in enumerate(lines)]


def next_words(coming: Coming, before: Sequence[str]) -> Iterator[str]:
    """Go through the words that follow some in the lines that make sense now."""
    for step in coming.steps:
        words = shlex.split(step.line)
        if len(words) > len(before) and words[: len(before)] == [*before]:
            yield words[len(before)]
