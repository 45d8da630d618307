"""What commands and games declare: words, options, examples. Plain data, read by the command line, the help, the games.

Nothing is imported here, for a game's options are read before it is known which game is played.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal

    from combatcli.events import AnyEvent

    Kind = Literal["text", "number", "feet", "flag", "number or nothing"]
    Run = Callable[["Invocation"], int]
    Asks = Callable[["Invocation"], bool]
    Failed = Callable[[Sequence[AnyEvent]], bool]
    Tables = Callable[[], Mapping[str, Sequence[tuple[str, str]]]]


class Argument:
    """A word that a command takes by its place; ``many`` takes all that those after it leave.

    Those that are ``dice`` may begin with a minus.
    """

    __slots__ = ("dice", "help", "many", "name", "required")

    def __init__(self, name: str, help_: str, *, many: bool = False, required: bool = True, dice: bool = False) -> None:
        self.dice = dice
        self.name = name
        self.help = help_
        self.many = many
        self.required = required

    @property
    def metavar(self) -> str:
        """How the usage line writes it."""
        word = self.name.upper().rstrip("_") + ("…" if self.many else "")
        return word if self.required else f"[{word}]"


class Option:
    """An option: ``--name``, what its value is, a sentence of help; ``many`` may be given several times.

    Of a "number or nothing" the number may be left out; ``empty`` then stands in for it. With one that is ``enough`` a
    command needs no words.
    """

    __slots__ = ("empty", "enough", "help", "kind", "many", "metavar", "name", "short")

    def __init__(
        self,
        name: str,
        help_: str,
        *,
        kind: Kind = "text",
        metavar: str = "",
        short: str = "",
        many: bool = False,
        empty: str = "",
        enough: bool = False,
    ) -> None:
        self.enough = enough
        self.name = name
        self.help = help_
        self.kind = kind
        self.metavar = metavar
        self.short = short
        self.many = many
        self.empty = empty

    @property
    def key(self) -> str:
        """What a request calls it."""
        return self.name.removeprefix("--").replace("-", "_")


def text(name: str, metavar: str, help_: str, *, many: bool = False, short: str = "", enough: bool = False) -> Option:
    """Return an option with a value."""
    return Option(name, help_, metavar=metavar, many=many, short=short, enough=enough)


def number(name: str, help_: str, metavar: str = "N", *, short: str = "") -> Option:
    """Return an option with a whole number."""
    return Option(name, help_, kind="number", metavar=metavar, short=short)


def feet(name: str, help_: str) -> Option:
    """Return an option with a distance in feet, or in metres as in 12m."""
    return Option(name, help_, kind="feet", metavar="FEET")


def flag(name: str, help_: str, *, short: str = "", enough: bool = False) -> Option:
    """Return an option that is given or not."""
    return Option(name, help_, kind="flag", short=short, enough=enough)


def number_or_nothing(name: str, help_: str, *, empty: str) -> Option:
    """Return an option whose number may be left out, as in `--heal` and `--heal 2`."""
    return Option(name, help_, kind="number or nothing", metavar="[N]", empty=empty)


def always(call: Invocation) -> bool:
    """Tell that every line of a command is a question."""
    return True


class Subcommand:
    """A subcommand that a game adds to a group; one ``alone`` needs no encounter, one that ``fails`` has a test."""

    __slots__ = ("alone", "arguments", "examples", "fails", "name", "options", "summary")

    def __init__(
        self,
        name: str,
        summary: str,
        arguments: Sequence[Argument],
        options: Sequence[Option] = (),
        examples: Sequence[str] = (),
        *,
        alone: bool = False,
        fails: bool = False,
    ) -> None:
        self.fails = fails
        self.name = name
        self.summary = summary
        self.arguments = tuple(arguments)
        self.options = tuple(options)
        self.examples = tuple(examples)
        self.alone = alone


class Addition:
    """What a game adds to a command: options, what its words mean in the game, examples; subcommands of a group."""

    __slots__ = ("examples", "options", "subcommands", "words")

    def __init__(
        self,
        *options: Option,
        words: str = "",
        examples: Sequence[str] = (),
        subcommands: Sequence[Subcommand] = (),
    ) -> None:
        self.options = options
        self.words = words
        self.examples = tuple(examples)
        self.subcommands = tuple(subcommands)


class Command:
    """A subcommand: its words, its options, an example or two, and the function that runs it.

    ``shared`` are options that many commands have; a request never sees them. ``played`` says that games resolve the
    command, and may add to it. One with ``each`` is played for each of the words of that name in turn. ``failed``
    tells from the events whether what was tried did not come off; only a command that has it takes `--exit-status`.
    ``asks`` tells whether a line of it is a question, which changes nothing. ``tables`` are sections of its help.
    """

    __slots__ = (
        *("about", "arguments", "asks", "each", "examples", "failed", "name"),
        *("options", "played", "run", "shared", "summary", "tables"),
    )

    def __init__(  # noqa: PLR0913
        self,
        name: str,
        run: Run,
        *,
        summary: str = "",
        about: str = "",
        arguments: Sequence[Argument] = (),
        options: Sequence[Option] = (),
        shared: Sequence[Option] = (),
        examples: Sequence[str] = (),
        failed: Failed | None = None,
        played: bool = False,
        each: str = "",
        asks: Asks | None = None,
        tables: Tables = dict,
    ) -> None:
        self.name = name
        self.tables = tables
        self.asks = asks
        self.each = each
        self.run = run
        self.summary = summary
        self.about = about
        self.arguments = tuple(arguments)
        self.options = tuple(options)
        self.shared = (*shared, *([EXIT_STATUS] if failed is not None else []))
        self.examples = tuple(examples)
        self.failed = failed
        self.played = played

    @property
    def usage(self) -> str:
        """The usage line, without options."""
        return " ".join(["combatcli", self.name, *(argument.metavar for argument in self.arguments)])


class CommandGroup:
    """Subcommands of a command, by their names."""

    __slots__ = ("commands", "name", "summary")

    def __init__(self, name: str, commands: Sequence[Command], summary: str = "") -> None:
        self.name = name
        self.summary = summary
        self.commands = {command.name.rpartition(" ")[2]: command for command in commands}


class Shell:
    """What a session needs of the command line: to run one, to find a command, to list its options."""

    __slots__ = ("command_named", "options_of", "run", "starts_like_dice")

    def __init__(
        self,
        run: Callable[[list[str]], int],
        command_named: Callable[[str], Command | CommandGroup],
        options_of: Callable[[Command], Mapping[str, Sequence[Option]]],
        starts_like_dice: Callable[[str], bool],
    ) -> None:
        self.run = run
        self.command_named = command_named
        self.options_of = options_of
        self.starts_like_dice = starts_like_dice


class Invocation:
    """A command line that was understood: the words by their names, and the options that were given, by their keys.

    ``shell`` is for a command that runs others.
    """

    __slots__ = ("argv", "command", "options", "shared", "shell", "words")

    def __init__(
        self,
        command: Command,
        *,
        words: Mapping[str, Any],
        options: Mapping[str, Any],
        shared: Mapping[str, Any],
        argv: Sequence[str],
        shell: Shell | None = None,
    ) -> None:
        self.shell = shell
        self.command = command
        self.words = dict(words)
        self.options = dict(options)
        self.shared = dict(shared)
        self.argv = list(argv)

    @property
    def name(self) -> str:
        """The command's name, as `attack` or `arena list`."""
        return self.command.name

    @property
    def asks(self) -> bool:
        """Whether it is a question, which changes nothing and ends a pipe with its answer."""
        own = self.command.asks
        return "odds" in self.shared or "dry_run" in self.shared or (own is not None and own(self))

    @property
    def given(self) -> dict[str, Any]:
        """All that the command itself was told."""
        return {**self.words, **self.options}

    def changed(
        self, *, words: Mapping[str, Any] | None = None, options: Mapping[str, Any] | None = None
    ) -> Invocation:
        """Return a copy with other words or options."""
        return Invocation(
            self.command,
            words=self.words if words is None else words,
            options=self.options if options is None else options,
            shared=self.shared,
            argv=self.argv,
            shell=self.shell,
        )


LOCK = (
    number("--wait", "so long for others who have the file, 60 unless said", "SECONDS"),
    flag("--no-lock", "go on where the file system knows no locks"),
)
STREAMS = (
    text("--file", "FILE", "the encounter's file, - for standard input (else $COMBATCLI_FILE)", short="-f"),
    text("--output", "FILE", "write the encounter there instead, - for standard output", short="-o"),
    flag("--dry-run", "change nothing, only report what would be", short="-n"),
    flag("--pass", "a question passes the encounter on, and its answer goes aside"),
    *LOCK,
)
COLORS = ("auto", "always", "never")
KEPT_FILE = text("--file", "FILE", "the encounter's file (else $COMBATCLI_FILE)", short="-f")
REPORT = (
    flag("--json", "report as one JSON document"),
    flag("--quiet", "no report", short="-q"),
    flag("--verbose", "say more", short="-v"),
    text("--color", "WHEN", "auto, always or never"),
)
ALL = flag("--all", "everything on a terminal too, where much would be shown in brief")
PICTURES = (
    text("--svg", "FILE", "write what a terminal shows as an SVG picture"),
    text("--html", "FILE", "write what a terminal shows as a page"),
)
EXIT_STATUS = flag("--exit-status", "end with 1 if it failed, missed or was lost", short="-e")
DICE = (
    text("--seed", "TEXT", "replayable dice: the same seed gives the same faces"),
    text("--dice", "FACES", "the faces rolled on the table, in order: 4,7,10"),
)
STRICT = flag("--strict", "refuse what is out of its phase or undeclared, instead of a warning")
ODDS = flag("--odds", "print the exact chances, roll nothing and change nothing")
RULESET = text("--ruleset", "GAME", "without a file: the game that two combatants fight by")
CARDS = text("--cards", "CARDS", "where cards are drawn: the numbers drawn on the table, in order: 7,12")
PLAYED = (*STREAMS, *DICE, CARDS, STRICT, ODDS, *REPORT)
"""What every command has that a game resolves."""
WITHOUT_FILE = (*STREAMS, *DICE, CARDS, STRICT, ODDS, RULESET, *REPORT)
"""The same, for commands that work on two combatants without a file too."""


def description(with_: str = "", against: str = "") -> tuple[Option, Option]:
    """Return --with and --against; beside KEY=VALUE they may take what a command says of them."""
    return (
        text("--with", "KEY=VALUE,…", f"{with_}without a file: what `attacker` is like", many=True),
        text("--against", "KEY=VALUE,…", f"{against}without a file: what `target` is like", many=True),
    )
