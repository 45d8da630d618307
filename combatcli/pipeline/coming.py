"""The next steps in a fight, for `play`: in one line, for an empty line, for `?` and for TAB."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from combatcli.declarations import Command, SessionCommandLine
from combatcli.errors import CombatError
from combatcli.pipeline.input import Input, read_encounter_file
from combatcli.pipeline.lines import deed_parser, line_of_deed
from combatcli.records import Record
from combatcli.rulesets import action
from combatcli.rulesets.coming import FACES, FEW, NEXT, LineToType, NextToAct, coming_in
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.tasks import run_to_first_roll
from combatcli.text import escape

LOOKS = (LineToType("show", "shows all of one combatant", "WHO"), LineToType("log", "lists what was done"))
"""Lines that always make sense, for when few others do."""
FEWEST, MOST = 3, 8
MOST_ANSWERS = 3
ELLIPSIS = "..."
OR = " | "


class FightView(Record):
    """The drawings and texts of a fight while it is played."""

    prompt: Callable[[], tuple[str, LineToType]]
    """The prompt, and the step that an empty line types."""
    board: Callable[[int], str]
    help: Callable[[], str]


def allowed_next_steps(path: str, shell: SessionCommandLine) -> NextToAct:
    """Return the next steps in the fight of a file, without those that its rules refuse."""
    try:
        source = read_encounter_file(path)
        coming = coming_in(source.game, source.encounter)
    except CombatError:
        return NextToAct(else_=["The file cannot be read"], steps=[LineToType("check", "says what is wrong in it")])
    allowed = partial(_is_allowed, source, shell)
    lines = [(who, whom, line_of_deed(deed, source.game, shell)) for who, whom, deed in coming.answers]
    open_ = {LineToType(line, "answers", FACES): f"{who} may answer {whom}" for who, whom, line in lines}
    answers = dict(islice(((step, sentence) for step, sentence in open_.items() if allowed(step)), MOST_ANSWERS))
    steps = [step for step in coming.steps if allowed(step)]
    place = next((at for at, step in enumerate(steps) if step.line == NEXT.line), len(steps))
    else_ = dict.fromkeys(answers.values())
    steps = [*steps[:place], *answers, *steps[place:]]
    looks = LOOKS[: max(0, FEWEST - len(steps))]
    return coming.changed(steps=[*steps[:MOST], *looks], else_=[*else_, *coming.else_], answers=())


def _is_allowed(source: Input, shell: SessionCommandLine, step: LineToType) -> bool:
    """Tell whether the game takes a line that is unfinished, or does not refuse it before its first roll."""
    command, game = shell.command_named(shlex.split(step.line)[0]), source.game
    if not isinstance(command, Command) or not command.is_played_by_rules:
        return True
    if not step.is_complete or not game.has_command(command.name):
        return game.has_command(command.name)
    try:
        name, *requests = deed_parser(game, shell.read)(step.line)
        doing = action(game, name)
        run_to_first_roll(CombatContext(source.encounter), *[(doing.task, request) for request in requests])
    except CombatError:
        return False
    return True


def next_steps_in_one_line(coming: NextToAct, columns: int) -> str:
    """Return one line of at most ``columns`` columns: who acts, what is open, what an empty line does."""
    first = coming.steps[0]
    more = "" if first.is_complete else f" {first.more}"
    begun = f"Enter: {'begins ' if first.more else ''}{escape(first.line)}"
    one, *others = more.split(OR)
    enters = [f"{begun}{more}", *([f"{begun}{one}{OR}{ELLIPSIS}", f"{begun} {ELLIPSIS}"] if others else [])]
    tries = [f"{escape(coming.sentence(few))}. {enter}" for enter in enters for few in range(FEW, 0, -1)]
    tries = [f"{tries[0]} ({escape(first.does)})", *tries]
    fewer = [
        escape(coming.changed(else_=else_).sentence(1)) for else_ in (coming.else_[-1:], ()) if else_ or coming.who
    ]
    room = max(0, columns - len(f"{ELLIPSIS} {enters[-1]}"))
    tries += [f"{open_}{ELLIPSIS} {enters[-1]}" for open_ in (*fewer, escape(coming.sentence(1))[:room])]
    return next((line for line in tries if len(line) <= columns), tries[-1][:columns])


def sensible_lines(coming: NextToAct) -> list[tuple[str, str]]:
    """Return the lines that make sense now, each with its effect; that of an empty line comes first."""
    lines = [(escape(f"{step.line} {step.more}".rstrip()), escape(step.does)) for step in coming.steps]
    return [(line, f"{does} (Enter)" if number == 0 else does) for number, (line, does) in enumerate(lines)]


def next_words_of_sensible_lines(coming: NextToAct, before: Sequence[str]) -> Iterator[str]:
    """Yield the words that follow ``before`` in the lines that make sense now."""
    for step in coming.steps:
        words = shlex.split(step.line)
        if len(words) > len(before) and words[: len(before)] == [*before]:
            yield words[len(before)]
