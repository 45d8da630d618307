"""Help, drawn by typer from the same declarations that command lines are read by; loaded for `--help` alone."""

from __future__ import annotations

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from combatcli.commands import SECTIONS, SUMMARIES
from combatcli.declarations import Command, CommandGroup, Option
from combatcli.rulesets import NAMES, additions
from combatcli.streams import on_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from combatcli.declarations import Addition

WIDTH = 110
NARROWEST = 40
WIDEST = 44
"""So many columns may what is to be typed take before its explanation goes to a line of its own."""
FEW = 3
"""So many subcommands of a group are shown by an example."""
BEGIN = {
    f"combatcli new {NAMES[0]} --example -o fight.toml": "Make a fight that is ready to play.",
    "combatcli play fight.toml": "Play it, line by line.",
    "combatcli show -f fight.toml": "Or show it, and use one command at a time.",
    "combatcli 3d6+2": "Roll dice.",
}
"""What a newcomer types first, and what it does."""
LOOK = {"help_option_names": ["-h", "--help"], "max_content_width": WIDTH}
"""How typer writes help: as plain text."""


def help_of(of: Command | CommandGroup | None) -> str:
    """Return the help of a command, of a group of subcommands, or, for None, of the whole."""
    made = _whole() if of is None else _group(of) if isinstance(of, CommandGroup) else CommandHelp(of)
    name = "combatcli" if of is None else f"combatcli {of.name}"
    with typer.Context(made, info_name=name, terminal_width=_width(), **LOOK) as context:  # type: ignore[arg-type]
        text: str = made.get_help(context)
    return text.rstrip() + "\n"


def _width() -> int:
    """Return the terminal's width, as far as help needs it; the whole where it goes elsewhere."""
    if not on_terminal():
        return WIDTH
    import shutil

    return max(NARROWEST, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


class _Usage(TyperArgument):
    """The words of a command, written in the line of usage as they are declared."""

    def make_metavar(self, ctx: Any, *, usage: bool = False) -> str:
        return self.metavar or ""


class CommandHelp(TyperCommand):
    """The help of a command: its words and options, those of each game apart, and examples."""

    def __init__(self, command: Command) -> None:
        self.declared = command
        self.added: dict[str, Addition] = additions(command.name, outside=True) if command.played else {}
        groups = {"": [*command.options, *command.common], **{game: each.options for game, each in self.added.items()}}
        self.groups = {game: [typer_option(option) for option in options] for game, options in groups.items()}
        line = command.usage.removeprefix(f"combatcli {command.name}").strip()
        words = _Usage(param_decls=["words"], nargs=-1, required=True, metavar=line)
        super().__init__(
            command.name,
            params=[words, *(option for options in self.groups.values() for option in options)],
            help=f"{command.summary or SUMMARIES[command.name]}\n\n{command.about}".strip(),
            context_settings=LOOK,
            rich_markup_mode=None,
        )

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write what the words mean, the options that all games share, those of each game, and examples."""
        command = self.declared
        if command.arguments:
            with formatter.section("Words"):
                formatter.write_dl([(argument.metavar, argument.help) for argument in command.arguments])
        for title, rows in command.tables().items():
            with formatter.section(title):
                formatter.write_dl(rows)
        own = [*self.groups[""], *self.get_params(ctx)[-1:]]
        with formatter.section("Options"):
            formatter.write_dl([record for option in own if (record := option.get_help_record(ctx))])
        for game, added in self.added.items():
            records = [option.get_help_record(ctx) for option in self.groups[game]]
            if records or added.words:
                with formatter.section(f"In {game}"):
                    if added.words:
                        formatter.write_text(added.words)
                    if records:
                        formatter.write_dl(records)
        with formatter.section("Examples"):
            for example in [*command.examples, *(each for added in self.added.values() for each in added.examples)]:
                formatter.write(f"  {example}\n")


class TableHelp(TyperGroup):
    """The help of the whole, or of a group: the commands in sections."""

    def __init__(
        self,
        name: str,
        text: str,
        sections: dict[str, dict[str, str]],
        epilog: str = "",
        examples: Sequence[str] = (),
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

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the table."""
        for section, commands in self.sections.items():
            with formatter.section(section):
                formatter.write_dl(list(commands.items()), col_max=WIDEST)
        if self.examples:
            with formatter.section("Examples"):
                for example in self.examples:
                    formatter.write(f"  {example}\n")


def _whole() -> TableHelp:
    return TableHelp(
        "combatcli",
        "Roll, resolve and keep tabletop combat: dice, exact odds, and one TOML encounter through a pipe.",
        {**SECTIONS, "Begin": BEGIN},
        "$COMBATCLI_FILE names the file where -f does not. `combatcli help attack`, or any command with --help, says "
        "more, with examples; `man combatcli` has it all.",
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
