"""Help, written by typer from the declarations of the commands; loaded for `--help` alone."""

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import typer
from typer.core import TyperCommand

from combatcli.commands import SECTIONS, SUMMARIES
from combatcli.declarations import ABOUT_DICE, ABOUT_FILES, ABOUT_REPORT, Addition, Command, CommandGroup, Option
from combatcli.hints import as_typed_in_play
from combatcli.line import HELP, VERSION
from combatcli.pipeline.input import Input, peek_encounter
from combatcli.records import Record
from combatcli.rulesets import NAMES, additions
from combatcli.rulesets.game import Game
from combatcli.streams import on_terminal

WIDTH = 110
NARROWEST = 40
INDENT = "  "
BEFORE_RULES = frozenset(["side", "each", "with", "against", "engaged"])
"""The keys of options that commands carry out before the rules of any game."""
FEW = 3
"""How many subcommands of a group have an example in its help."""
SUBCOMMANDS = "COMMAND [ARGS]..."
BEGIN = {
    "Try it:": "combatcli 3d6+2",
    "Start a fight:": f"combatcli new {NAMES[0]} --example -o fight.toml && combatcli play fight.toml",
    "More help:": "combatcli help COMMAND, combatcli rules, man combatcli",
}
"""The lines that a newcomer types first."""


class Section(Record):
    """A section of a page: a title, a sentence, ``rows`` of words and what they do, examples."""

    title: str
    words: str = ""
    rows: Sequence[tuple[str, str]] = ()
    examples: Sequence[str] = ()


class Page(TyperCommand):
    """A page of help: typer writes the usage, the text and each section as plain text of the terminal's width."""

    def __init__(self, name: str, usage: str, text: str, sections: Sequence[Section], epilog: str = "") -> None:
        super().__init__(
            name,
            options_metavar=f"[OPTIONS] {usage}".strip(),
            help=text,
            epilog=epilog or None,
            rich_markup_mode=None,
        )
        self.sections = sections

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the sections by typer's formatter, whose class has no public name."""
        for section in self.sections:
            if not section.title:
                formatter.write_paragraph()
                formatter.write_text(section.words)
                continue
            with formatter.section(section.title):
                if section.words:
                    formatter.write_text(section.words)
                if section.rows:
                    formatter.write_dl(section.rows)
                for example in section.examples:
                    formatter.write(f"{_wrapped(example, formatter.width)}\n")


def help_of(of: Command | CommandGroup | None, words: Sequence[str] = (), *, in_play: bool = False) -> str:
    """Return the help of a command, of a group of subcommands or, for None, of the program.

    ``words`` are the rest of the line: they may name the encounter, and ``--all`` asks for the options of all games.
    ``in_play`` writes lines as they are typed in `play`.
    """
    page = (
        _program_page() if of is None else _group_page(of) if isinstance(of, CommandGroup) else _command_page(of, words)
    )
    with typer.Context(page, info_name=page.name, terminal_width=_width(), max_content_width=WIDTH) as context:
        text = page.get_help(context)
    return (as_typed_in_play(text) if in_play else text).rstrip() + "\n"


def _width() -> int:
    """Return the terminal's width, up to the widest that help uses; that widest where there is no terminal."""
    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns)) if on_terminal() else WIDTH


def _wrapped(example: str, width: int) -> str:
    """Return an example on one line, or wrapped at words where the terminal is narrower."""
    wrapper = textwrap.TextWrapper(width, initial_indent=INDENT, subsequent_indent=INDENT * 3, break_on_hyphens=False)
    wrapper.break_long_words = False
    return wrapper.fill(example) if on_terminal() else f"{INDENT}{example}"


def _program_page() -> Page:
    return Page(
        "combatcli",
        SUBCOMMANDS,
        "Run tabletop fights from your terminal: dice, exact odds, and one TOML file for the whole encounter.",
        [
            Section("Options", rows=_option_rows([VERSION, HELP])),
            *(Section(title, rows=[*rows.items()]) for title, rows in {**SECTIONS, "Begin": BEGIN}.items()),
        ],
        "$COMBATCLI_FILE names the encounter for commands without -f FILE.",
    )


def _group_page(group: CommandGroup) -> Page:
    commands = group.commands
    return Page(
        f"combatcli {group.name}",
        SUBCOMMANDS,
        SUMMARIES[group.name],
        [
            Section("Options", rows=_option_rows([HELP])),
            Section("Commands", rows=[(name, command.summary) for name, command in commands.items()]),
            Section("Examples", examples=[command.examples[0] for command in [*commands.values()][:FEW]]),
        ],
    )


def _command_page(command: Command, words: Sequence[str]) -> Page:
    line = command.usage.removeprefix(f"combatcli {command.name}").strip()
    text = f"{command.summary or SUMMARIES[command.name]}\n\n{command.about}".strip()
    sections = _sections_of_command(command, words)
    filled = [section for section in sections if section.words or section.rows or section.examples]
    return Page(f"combatcli {command.name}", line, text, filled)


def _sections_of_command(command: Command, words: Sequence[str]) -> Iterator[Section]:
    """Yield the examples, the arguments, and the options: the command's, those of the games shown, shared ones.

    The games shown are the one in play, if any, or all if the line asks for all.
    """
    added = additions(command.name, from_outside=True) if command.is_played_by_rules else {}
    game = _game_in_play(command, words) if command.is_played_by_rules else None
    if game is not None and (in_play := game.addition(command.name)) is not None:
        added[game.name] = in_play
    games = [name for name in added if "--all" in words or (game is not None and name == game.name)]
    lacking = _options_that_game_lacks(command, game) if game is not None and "--all" not in words else ()
    refused = {f"--{key}" for key in lacking}
    fitting = [example for example in command.examples if refused.isdisjoint(example.split())]
    examples = [*fitting, *_examples_of_games(added, games)]
    yield Section("Examples", examples=examples or _examples_of_games(added, added))
    yield Section("Arguments", rows=[(argument.metavar, argument.help) for argument in command.arguments])
    for title, rows in command.tables().items():
        yield Section(title, rows=rows)
    own = [option for option in command.shared_options if option not in (*ABOUT_DICE, *ABOUT_FILES, *ABOUT_REPORT)]
    taken = [option for option in command.options if option.key not in lacking]
    yield Section("Options", rows=_option_rows([*taken, *own, HELP]))
    for name in games:
        yield Section(f"In {name}", added[name].words, _option_rows(added[name].options))
    hidden = [name for name in added if name not in games]
    if hidden:
        yield Section("", f"Options of {', '.join(hidden)}: combatcli {command.name} --help --all")
    for title, group in {"Dice": ABOUT_DICE, "File and output": (*ABOUT_FILES, *ABOUT_REPORT)}.items():
        shared = [option for option in command.shared_options if option in group and option.key not in lacking]
        yield Section(title, rows=_option_rows(shared))


def _examples_of_games(added: Mapping[str, Addition], games: Iterable[str]) -> list[str]:
    return [example for game in games for example in added[game].examples]


def _game_in_play(command: Command, words: Sequence[str]) -> Game | None:
    """Return the game in play; a pipe is not read for it, as it may be meant for another."""
    peeked = peek_encounter(command, words, streams=False)
    return peeked.game if isinstance(peeked, Input) else None


def _options_that_game_lacks(command: Command, game: Game) -> set[str]:
    """Return the keys of options that the game refuses, and other games may have."""
    doing = game.action(command.name)
    own = {option.key for option in command.options}
    lacking = own - {*doing.request.__struct_fields__} - BEFORE_RULES if doing is not None else set()
    return {*lacking, "dice" if game.draws else "cards"}


def _option_rows(options: Sequence[Option]) -> list[tuple[str, str]]:
    """Return each option as it is written, with what it does."""
    names = [", ".join(name for name in (option.short, option.name) if name) for option in options]
    return [(f"{name} {option.metavar}".strip(), option.help) for name, option in zip(names, options, strict=True)]
