"""The typer app: a lazy table of commands, and the options that they share.

Only the command in use is imported. Its parameters are made as typer's own classes, for reading forty of them off a
function's signature would cost a command a tenth of its time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from combatcli.commands import NOT_BUILT, SECTIONS, SUMMARIES
from combatcli.errors import ExitCode, RefusedError, UsageError, nearest
from combatcli.streams import escaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PLAIN = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
COLORS = ("auto", "always", "never")
STATELESS_NAMES = ("attacker", "target")


class Argument(NamedTuple):
    """A word that a command takes by its place; ``many`` takes all that are left."""

    name: str
    help: str
    many: bool = False
    required: bool = True

    @property
    def metavar(self) -> str:
        """How the usage line writes it."""
        word = self.name.upper().rstrip("_") + ("…" if self.many else "")
        return word if self.required else f"[{word}]"


class Call(NamedTuple):
    """A command line that was understood: the words by their names, and the options that were given."""

    command: str
    words: dict[str, Any]
    options: dict[str, Any]
    shared: dict[str, Any]
    argv: list[str]

    @property
    def given(self) -> dict[str, Any]:
        """All that the command itself was told."""
        return {**self.words, **self.options}


def option(
    name: str, metavar: str, text: str, *, type_: type = str, many: bool = False, short: str = ""
) -> TyperOption:
    """Return an option with a value."""
    return TyperOption(
        param_decls=[*([short] if short else []), name],
        type=type_,
        help=text,
        metavar=metavar,
        multiple=many,
    )


class Words(TyperArgument):
    """All words of a command line; the command gives each its name, and says what they mean itself."""

    def make_metavar(self, ctx: Any, *, usage: bool = False) -> str:  # noqa: ANN401, ARG002  (typer's context is private)
        """Return how the usage line writes them."""
        return self.metavar or ""

    def get_help_record(self, ctx: Any) -> None:  # noqa: ANN401, ARG002  (as above)
        """Leave the help to the command."""
        return


class Lenient(TyperOption):
    """An option whose number may be left out, as in `--heal` and `--heal 2`; ``empty`` then stands in for it."""

    empty = ""


def lenient(name: str, text: str, *, empty: str) -> TyperOption:
    """Return an option whose number may be left out."""
    made = Lenient(param_decls=[name], type=str, help=text, metavar="[N]")
    made.empty = empty
    return made


def number(name: str, text: str, metavar: str = "N", *, short: str = "") -> TyperOption:
    """Return an option with a whole number."""
    return option(name, metavar, text, type_=int, short=short)


def flag(name: str, text: str, *, short: str = "") -> TyperOption:
    """Return an option that is given or not."""
    return TyperOption(param_decls=[*([short] if short else []), name], is_flag=True, help=text)


def stream_options() -> list[TyperOption]:
    """Return where the encounter is read from and what becomes of it."""
    return [
        option("--file", "FILE", "the encounter's file, - for standard input (else $COMBATCLI_FILE)", short="-f"),
        option("--output", "FILE", "write the encounter there instead, - for standard output", short="-o"),
        flag("--dry-run", "change nothing, only report", short="-n"),
    ]


def report_options() -> list[TyperOption]:
    """Return how the report is made."""
    return [
        flag("--json", "report as one JSON document"),
        flag("--quiet", "no report", short="-q"),
        flag("--verbose", "say more", short="-v"),
        option("--color", "WHEN", "auto, always or never"),
        flag("--exit-status", "end with 1 if the test failed, the attack missed, the dash was lost", short="-e"),
    ]


def dice_options() -> list[TyperOption]:
    """Return where the faces come from."""
    return [
        option("--seed", "TEXT", "replayable dice: the same seed gives the same faces"),
        option("--dice", "FACES", "the faces rolled on the table, in order: 4,7,10"),
    ]


def rule_options(*, odds: bool, stateless: bool) -> list[TyperOption]:
    """Return how strictly a rule is played, its odds, and two combatants without a file."""
    options = [flag("--strict", "refuse what is out of its phase or undeclared, instead of a warning")]
    if odds:
        options.append(flag("--odds", "print the exact chances, roll nothing and change nothing"))
    if stateless:
        options.append(option("--ruleset", "GAME", "without a file: the game that two combatants fight by"))
    return options


SHARED = {"file", "output", "dry_run", "json", "quiet", "verbose", "color", "exit_status"}
SHARED |= {"seed", "dice", "strict", "odds", "ruleset"}


class Command(TyperCommand):
    """A subcommand: its words, its options, an example or two, and the function that runs it."""

    def __init__(
        self,
        name: str,
        run: Callable[[Call], int],
        *,
        about: str = "",
        arguments: Sequence[Argument] = (),
        options: Sequence[TyperOption] = (),
        shared: Sequence[TyperOption] = (),
        examples: Sequence[str] = (),
        summary: str = "",
    ) -> None:
        summary = summary or SUMMARIES[name]
        self.words = tuple(arguments)
        self.run = run
        self.examples = tuple(examples)
        usage = " ".join(argument.metavar for argument in arguments)
        collected = Words(param_decls=["words"], nargs=-1, required=False, metavar=usage or "", type=str)
        super().__init__(
            name,
            params=[collected, *options, *shared],
            help=f"{summary}\n\n{about}".strip(),
            short_help=summary,
            epilog=None,
            context_settings=PLAIN,
            rich_markup_mode=None,
            options_metavar="[OPTIONS]",
        )

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  (typer's context is private)
        """Fill in the numbers that were left out: `--heal`, `--secret`, `--discard`."""
        empty = {name: each.empty for each in self.params if isinstance(each, Lenient) for name in each.opts}
        filled: list[str] = []
        for place, word in enumerate(args):
            follower = args[place + 1] if place + 1 < len(args) else ""
            filled.append(f"{word}={empty[word]}" if word in empty and not follower.isdecimal() else word)
        return super().parse_args(ctx, filled)

    def invoke(self, ctx: Any) -> int:  # noqa: ANN401  (as above)
        """Run the command with what was given; return its exit code."""
        values = {name: value for name, value in ctx.params.items() if value not in (None, False, (), [])}
        values.update({name: value for name, value in ctx.params.items() if value == 0 and type(value) is int})
        words = list(values.pop("words", ()))
        shared = {name: value for name, value in values.items() if name in SHARED}
        options = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        options = {name: value for name, value in options.items() if name not in SHARED}
        name = str(ctx.command_path).partition(" ")[2]
        if shared.get("color", "auto") not in COLORS:
            raise UsageError(f"--color {escaped(shared['color'])}: expected {', '.join(COLORS)}")
        _check_text([*words, *options.values(), shared.get("seed", "")])
        line = list(ctx.find_root().obj or [name, *words])
        return self.run(Call(name, self._named(name, words, shared, options), options, shared, line))

    def _named(self, command: str, words: list[str], shared: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
        """Give each word its argument's name; without a file, WHO is understood to be attacker and target."""
        required = [argument for argument in self.words if argument.required]
        if "ruleset" in shared and len(words) < len(required):
            words = [*STATELESS_NAMES[: len(required) - len(words)], *words]
        if options.get("all") and not words:
            return {}
        named: dict[str, Any] = {}
        for argument in self.words:
            if not words:
                if argument.required:
                    raise UsageError(f"{command} needs {argument.metavar}", f"Usage: {self._usage(command)}")
                break
            if argument.many:
                named[argument.name], words = words, []
            else:
                named[argument.name] = words.pop(0)
        if words:
            raise UsageError(f'{command} cannot use "{words[0]}"', f"Usage: {self._usage(command)}")
        return named

    def _usage(self, command: str) -> str:
        return " ".join(["combatcli", command, *(argument.metavar for argument in self.words)])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002  (as above)
        """Write what the words mean, and the examples."""
        if self.words:
            with formatter.section("Words"):
                formatter.write_dl([(argument.metavar, argument.help) for argument in self.words])
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"  {example}\n")


def _check_text(values: Sequence[object]) -> None:
    """Refuse words that are no text: bytes that are no UTF-8 cannot stand in an encounter."""
    for value in values:
        for word in value if isinstance(value, list) else [value]:
            try:
                str(word).encode()
            except UnicodeEncodeError:
                raise UsageError(f'"{escaped(str(word))}" is not UTF-8') from None


class Table(TyperGroup):
    """The commands by name; each is imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002  (as above)
        """Return all names, in the order of the table."""
        return list(SUMMARIES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002  (as above)
        """Import a command."""
        if cmd_name not in SUMMARIES:
            return None
        if cmd_name in NOT_BUILT:
            return not_built(cmd_name)
        return import_module(f"combatcli.commands.{cmd_name}").COMMAND

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  (as above)
        """Find the command, or name the nearest one."""
        if not args[0].startswith("-") and args[0] not in SUMMARIES:
            raise UsageError(f'there is no command "{escaped(args[0])}"', nearest(args[0], SUMMARIES))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002  (as above)
        """Write the table, without importing what is in it."""
        for section, commands in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl(
                    [
                        (name, f"{summary}{' (not built yet)' if name in NOT_BUILT else ''}")
                        for name, summary in commands.items()
                    ],
                )


def not_built(name: str) -> Command:
    """Return a command that says honestly that it is still to come."""

    def refuse(call: Call) -> int:
        raise RefusedError(f"{call.command} is not built yet", "`combatcli --help` shows what is.")

    return Command(
        name,
        refuse,
        about="Not built yet: for now it is refused, with exit code 3.",
        arguments=[Argument("words", "whatever it will take", many=True, required=False)],
        shared=[*stream_options(), *report_options()],
        examples=[f"combatcli {name}"],
    )


class Group(TyperGroup):
    """Subcommands of a command, as `arena` has them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  (as above)
        """Refuse to go on without a subcommand."""
        if not args:
            raise UsageError(f"{self.name} needs one of its subcommands", f"They are {', '.join(self.commands)}.")
        return super().parse_args(ctx, args)

    def __init__(self, name: str, commands: Sequence[Command]) -> None:
        super().__init__(
            name=name,
            commands={str(command.name): command for command in commands},
            help=SUMMARIES[name],
            short_help=SUMMARIES[name],
            context_settings=PLAIN,
            rich_markup_mode=None,
            no_args_is_help=False,
        )

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401  (as above)
        """Find the subcommand, or name the nearest one."""
        if not args[0].startswith("-") and args[0] not in self.commands:
            raise UsageError(f'{self.name} has no "{escaped(args[0])}"', nearest(args[0], self.commands))
        return super().resolve_command(ctx, args)


def app() -> Table:
    """Return the whole command line."""
    return Table(
        name="combatcli",
        help="Roll, resolve and keep tabletop combat: dice, exact odds, and one TOML encounter through a pipe.",
        epilog="`combatcli COMMAND --help` says more, with examples. `combatcli 3d6+2` rolls.",
        params=[flag("--version", "print the version")],
        invoke_without_command=True,
        callback=without_command,
        context_settings=PLAIN,
        rich_markup_mode=None,
    )


def without_command(*, version: bool | None = None) -> None:
    """Print the version; without that and without a command there is nothing to do."""
    from combatcli import __version__
    from combatcli.streams import put

    if version:
        put(f"combatcli {__version__}\n")
        raise typer.Exit


def in_our_words(message: str) -> UsageError:
    """Return what the command-line library could not understand, said as everything else is said here."""
    import re

    hint = "`combatcli COMMAND --help` lists its options."
    if option := re.match(r"No such option: (\S+)", message):
        others = re.findall(r"--[\w-]+", message[option.end() :])
        if re.match(r"-\d", option[1]):
            hint = f"If it is to be rolled, set -- before it: combatcli roll -- {option[1]}"
        return UsageError(f"no such option: {option[1]}", nearest(option[1], others) or hint)
    if value := re.match(r"Invalid value for '([^']*)': (.*) is not a valid (?:int|integer)", message):
        return UsageError(f"{value[1].split(' / ')[-1]}: expected a whole number, found {value[2]}")
    return UsageError(f"{message[:1].lower()}{message[1:].rstrip('.')}", hint)


def run_command(words: list[str]) -> int:
    """Run a command line and return its exit code; UsageError says what could not be understood."""
    from typer.exceptions import TyperException

    try:
        code = app().main(words or ["--help"], prog_name="combatcli", standalone_mode=False, obj=list(words))
    except TyperException as error:
        raise in_our_words(error.format_message()) from None
    except typer.Abort:
        return ExitCode.INTERRUPTED
    return code if isinstance(code, int) else ExitCode.DONE
