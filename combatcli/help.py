"""Help, drawn by typer from the same declarations that command lines are read by; loaded for `--help` alone."""

from __future__ import annotations

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from combatcli.commands import SECTIONS, SUMMARIES
from combatcli.declarations import ABOUT_DICE, ABOUT_FILES, Addition, Command, CommandGroup, Option
from combatcli.hints import as_typed
from combatcli.pipeline.input import Input, peek
from combatcli.rulesets import NAMES, additions
from combatcli.streams import on_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from typer._click.core import Context, Parameter
    from typer._click.formatting import HelpFormatter


WIDTH = 110
NARROWEST = 40
WIDEST = 44
"""So many columns may what is to be typed take before its explanation goes to a line of its own."""
INDENT = "  "
FEW = 3
"""So many subcommands of a group are shown by an example."""
BEGIN = {
    "Try it:": "combatcli 3d6+2",
    "Start a fight:": f"combatcli new {NAMES[0]} --example -o fight.toml && combatcli play fight.toml",
    "More help:": "combatcli help COMMAND, combatcli rules, man combatcli",
}
"""What a newcomer types first."""
LOOK = {"help_option_names": ["-h", "--help"], "max_content_width": WIDTH}
"""How typer writes help: as plain text."""


def help_of(of: Command | CommandGroup | None, words: Sequence[str] = (), *, in_play: bool = False) -> str:
    """Return the help of a command, of a group of subcommands, or, for None, of the whole.

    ``words`` are the rest of the line: they may name the encounter in play, and ``--all`` asks for all games' options.
    ``in_play`` its lines are as `play` reads them.
    """
    made = _whole() if of is None else _group(of) if isinstance(of, CommandGroup) else CommandHelp(of, words)
    name = "combatcli" if of is None else f"combatcli {of.name}"
    with typer.Context(made, info_name=name, terminal_width=_width(), **LOOK) as context:  # type: ignore[arg-type]
        text: str = made.get_help(context)
    return (as_typed(text) if in_play else text).rstrip() + "\n"


def _width() -> int:
    """Return the terminal's width, as far as help needs it; the whole where it goes elsewhere."""
    if not on_terminal():
        return WIDTH
    import shutil

    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def _write_examples(formatter: HelpFormatter, examples: Sequence[str]) -> None:
    """Write examples, each on a line; on a terminal that is narrower it is wrapped at words."""
    import textwrap

    width = formatter.width if on_terminal() else max(map(len, examples), default=0) + len(INDENT)
    wrapper = textwrap.TextWrapper(width, initial_indent=INDENT, subsequent_indent=INDENT * 3, break_on_hyphens=False)
    wrapper.break_long_words = False
    for example in examples:
        formatter.write(f"{wrapper.fill(example)}\n")


class _Usage(TyperArgument):
    """The words of a command, written in the line of usage as they are declared."""

    def make_metavar(self, ctx: Context, *, usage: bool = False) -> str:
        return self.metavar or ""


class CommandHelp(TyperCommand):
    """The help of a command: examples, its arguments and options, those of the game in play, and what all share."""

    def __init__(self, command: Command, words: Sequence[str] = ()) -> None:
        self.declared = command
        self.added: dict[str, Addition] = additions(command.name, from_outside=True) if command.played else {}
        self.games = list(self.added) if "--all" in words else self._in_play(words)
        own = [option for option in command.common if option not in (*ABOUT_DICE, *ABOUT_FILES)]
        self.groups = {
            "Options": [*command.options, *own],
            **{game: added.options for game, added in self.added.items()},
            "Dice": [option for option in command.common if option in ABOUT_DICE],
            "File and output": [option for option in command.common if option in ABOUT_FILES],
        }
        line = command.usage.removeprefix(f"combatcli {command.name}").strip()
        super().__init__(
            command.name,
            params=[
                _Usage(param_decls=["words"], nargs=-1, required=True, metavar=line),
                *(typer_option(option) for options in self.groups.values() for option in options),
            ],
            help=f"{command.summary or SUMMARIES[command.name]}\n\n{command.about}".strip(),
            context_settings=LOOK,
            rich_markup_mode=None,
        )

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write examples, what the arguments mean, and the options, each group of them apart."""
        command = self.declared
        with formatter.section("Examples"):
            _write_examples(
                formatter,
                [*command.examples, *(example for game in self.games for example in self.added[game].examples)],
            )
        if command.arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(argument.metavar, argument.help) for argument in command.arguments])
        for title, rows in command.tables().items():
            with formatter.section(title):
                formatter.write_dl(rows)
        self._write_options(ctx, formatter, "Options")
        for game in self.games:
            self._write_options(ctx, formatter, game, f"In {game}", self.added[game].words)
        hidden = [game for game in self.added if game not in self.games]
        if hidden:
            formatter.write_paragraph()
            formatter.write_text(f"Options of {', '.join(hidden)}: combatcli {command.name} --help --all")
        self._write_options(ctx, formatter, "Dice")
        self._write_options(ctx, formatter, "File and output")

    def _in_play(self, words: Sequence[str]) -> list[str]:
        """Return the game that is in play, if one is; a pipe may be another's, so it is left alone."""
        peeked = peek(self.declared, words, streams=False) if self.added else None
        return [peeked.game.name] if isinstance(peeked, Input) and peeked.game.name in self.added else []

    def _write_options(
        self, ctx: Context, formatter: HelpFormatter, group: str, title: str = "", words: str = ""
    ) -> None:
        """Write a group of options under a title, its own name unless given; nothing where it has none."""
        options: list[Parameter] = [typer_option(option) for option in self.groups[group]]
        if group == "Options":
            options.append(self.get_params(ctx)[-1])
        records = [record for option in options if (record := option.get_help_record(ctx))]
        if not (records or words):
            return
        with formatter.section(title or group):
            if words:
                formatter.write_text(words)
            if records:
                formatter.write_dl(records)


class TableHelp(TyperGroup):
    """The help of the whole, or of a group: the commands in sections."""

    def __init__(
        self, name: str, text: str, sections: dict[str, dict[str, str]], epilog: str = "", examples: Sequence[str] = ()
    ) -> None:
        self.sections = sections
        self.examples = examples
        version = TyperOption(param_decls=["-V", "--version"], is_flag=True, help="print the version")
        super().__init__(
            name=name,
            help=text,
            epilog=epilog or None,
            params=[version] if name == "combatcli" else [],
            context_settings=LOOK,
            rich_markup_mode=None,
        )

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the table."""
        for section, commands in self.sections.items():
            with formatter.section(section):
                formatter.write_dl(list(commands.items()), col_max=WIDEST)
        if self.examples:
            with formatter.section("Examples"):
                _write_examples(formatter, self.examples)


def _whole() -> TableHelp:
    return TableHelp(
        "combatcli",
        "Run tabletop fights from your terminal: dice, exact odds, and one TOML file for the whole encounter.",
        {**SECTIONS, "Begin": BEGIN},
        "$COMBATCLI_FILE names the encounter for commands without -f FILE.",
    )


def _group(group: CommandGroup) -> TableHelp:
    return TableHelp(
        group.name,
        group.summary or SUMMARIES[group.name],
        {"Commands": {name: command.summary for name, command in group.commands.items()}},
        examples=[command.examples[0] for command in list(group.commands.values())[:FEW]],
    )


def typer_option(option: Option) -> TyperOption:
    """Return an option as typer has it."""
    names = [*([option.short] if option.short else []), option.name]
    if option.kind == "flag":
        return TyperOption(param_decls=names, is_flag=True, help=option.help)
    return TyperOption(param_decls=names, type=str, help=option.help, metavar=option.metavar, multiple=option.many)
