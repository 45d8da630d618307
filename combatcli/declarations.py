"""What commands and games declare: words, options, examples. Plain data, read by the command line, the help, the games.

Little is imported here, for every command line is read by it.
"""

from __future__ import annotations

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal, TypeAlias

    from combatcli.errors import CombatError
    from combatcli.events import AnyEvent
    from combatcli.pipeline.input import Input
    from combatcli.rulesets.game import Game

    Kind = Literal["text", "number", "feet", "flag", "number or nothing"]
    Failed = Callable[[Sequence[AnyEvent]], bool]
    Tables = Callable[[], Mapping[str, Sequence[tuple[str, str]]]]

Run: TypeAlias = "Callable[[Invocation], int]"
Asks: TypeAlias = "Callable[[Invocation], bool]"
Given: TypeAlias = "dict[str, Any]"
Exclusion: TypeAlias = "tuple[str, str, str]"
"""An option, the others that it cannot stand beside with blanks between them, and a sentence for whoever gave both."""

NOUNS = {
    "who": "combatant",
    "id": "combatant",
    "old": "combatant",
    "new": "new name",
    "other": "opponent",
    "ruleset": "game",
    "keys": "key=value",
}
"""What some arguments are, where their names do not say it."""


class Argument(Record):
    """A word that a command takes by its place; ``many`` takes all that those after it leave.

    Those that are ``dice`` may begin with a minus. ``choices`` are all that it may be, where they are few.
    """

    name: str
    help: str
    many: bool = False
    required: bool = True
    dice: bool = False
    choices: Sequence[str] = ()

    @property
    def noun(self) -> str:
        """What one of it is."""
        return NOUNS.get(self.name, self.name.rstrip("_").removesuffix("s") if self.many else self.name)

    @property
    def metavar(self) -> str:
        """How the usage line writes it."""
        word = self.name.upper().rstrip("_") + ("…" if self.many else "")
        return word if self.required else f"[{word}]"


class Option(Record):
    """An option: ``--name``, what its value is, a sentence of help; ``many`` may be given several times.

    Of a "number or nothing" the number may be left out; ``empty`` then stands in for it. With one that is ``enough`` a
    command needs no words. ``offers`` are words that complete its value.
    """

    name: str
    help: str
    kind: Kind = "text"
    metavar: str = ""
    short: str = ""
    many: bool = False
    empty: str = ""
    enough: bool = False
    offers: Sequence[str] = ()

    @property
    def key(self) -> str:
        """What a request calls it."""
        return self.name.removeprefix("--").replace("-", "_")


def text(name: str, metavar: str, help_: str, **more: Any) -> Option:
    """Return an option with a value; ``more`` are keys of `Option`."""
    return Option(name, help_, metavar=metavar, **more)


def number(name: str, help_: str, metavar: str = "N", *, short: str = "") -> Option:
    """Return an option with a whole number."""
    return Option(name, help_, kind="number", metavar=metavar, short=short)


def feet(name: str, help_: str) -> Option:
    """Return an option with a distance in feet, or in meters as in 12m."""
    return Option(name, help_, kind="feet", metavar="FEET")


def flag(name: str, help_: str, *, short: str = "", enough: bool = False) -> Option:
    """Return an option that is given or not."""
    return Option(name, help_, kind="flag", short=short, enough=enough)


def number_or_nothing(name: str, help_: str, *, empty: str = "0") -> Option:
    """Return an option whose number may be left out, as in `--heal` and `--heal 2`."""
    return Option(name, help_, kind="number or nothing", metavar="[N]", empty=empty)


def always(call: Invocation) -> bool:
    """Tell that every line of a command is a question."""
    return True


class Subcommand(Record):
    """A subcommand that a game adds to a group; one ``alone`` needs no encounter, one that ``fails`` has a test."""

    name: str
    summary: str
    arguments: Sequence[Argument]
    options: Sequence[Option] = ()
    examples: Sequence[str] = ()
    alone: bool = False
    fails: bool = False


class Addition:
    """What a game adds to a command: options, what its words mean in the game, examples; subcommands of a group."""

    __slots__ = ("examples", "options", "subcommands", "words")

    def __init__(
        self, *options: Option, words: str = "", examples: Sequence[str] = (), subcommands: Sequence[Subcommand] = ()
    ) -> None:
        self.options = options
        self.words = words
        self.examples = tuple(examples)
        self.subcommands = tuple(subcommands)


def one_of(keys: str, why: str = "Use one at a time.") -> list[Exclusion]:
    """Return the exclusions of options of which only one may be given."""
    each = keys.split()
    return [(key, " ".join(each[at:]), why) for at, key in enumerate(each, 1)]


class Command(Record):
    """A subcommand: its words, its options, an example or two, and the function that runs it.

    ``shared`` are options that many commands have; a request never sees them. ``played`` says that games resolve the
    command, and may add to it. One with ``each`` is played for each of the words of that name in turn. ``failed``
    tells from the events whether what was tried did not come off; only a command that has it takes `--exit-status`.
    ``asks`` tells whether a line of it is a question, which changes nothing. ``tables`` are sections of its help.
    ``needs`` are options that mean nothing without another; ``excludes`` options, each with those that it cannot stand
    beside, and why not, or what to do instead. All of these are said by their keys.
    """

    name: str
    run: Run
    summary: str = ""
    about: str = ""
    arguments: Sequence[Argument] = ()
    options: Sequence[Option] = ()
    shared: Sequence[Option] = ()
    examples: Sequence[str] = ()
    failed: Failed | None = None
    played: bool = False
    each: str = ""
    asks: Asks | None = None
    tables: Tables = dict
    needs: Mapping[str, str] = {}
    excludes: Sequence[Exclusion] = ()

    @property
    def common(self) -> Sequence[Option]:
        """The options that it shares with others, `--exit-status` among them if it can fail."""
        return self.shared if self.failed is None else (*self.shared, EXIT_STATUS)

    def options_in(self, *games: Game) -> list[Option]:
        """Return all options that a line of it may have in these games: its own, what it shares, and what they add."""
        added = [game.addition(self.name) for game in games] if self.played else []
        return [*self.options, *self.common, *(option for each in added if each for option in each.options)]

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


class Shell(Record):
    """What a session needs of the command line: to run one, to find a command, to read a line of a game."""

    run: Callable[..., int]
    command_named: Callable[[str], Command | CommandGroup]
    starts_like_dice: Callable[[str], bool]
    read: Callable[[list[str], Game], Invocation]


class Invocation(Record):
    """A command line that was understood: the words by their names, and the options that were given, by their keys.

    ``shell`` is for a command that runs others; ``in_play`` it is a line of such a one. ``peeked`` is what the line is
    played on, if its options had to be known from there, or why that cannot be read.
    """

    command: Command
    words: Given
    options: Given
    shared: Given
    argv: list[str]
    shell: Shell | None = None
    in_play: bool = False
    peeked: Input | CombatError | None = None

    @property
    def name(self) -> str:
        """The command's name, as `attack` or `arena list`."""
        return self.command.name

    @property
    def asks(self) -> bool:
        """Whether it is a question, which changes nothing and ends a pipe with its answer."""
        own = self.command.asks
        return (
            "odds" in self.shared or "dry_run" in self.shared or self.asks_for_dice or (own is not None and own(self))
        )

    @property
    def asks_for_dice(self) -> bool:
        """Whether it asks what would be rolled."""
        return "?" in (self.shared.get("dice"), self.shared.get("cards"))

    @property
    def given(self) -> Given:
        """All that the command itself was told."""
        return {**self.words, **self.options}


LOCK = (
    number("--wait", "wait for another process to release the file [default: 60]", "SECONDS"),
    flag("--no-lock", "continue on file systems without locking"),
)
STREAMS = (
    text("--file", "FILE", "the encounter; - is standard input [default: $COMBATCLI_FILE]", short="-f"),
    text("--output", "FILE", "write the encounter there; - is standard output", short="-o"),
    flag("--dry-run", "change nothing, but report what would change", short="-n"),
    flag("--pass", "in a pipe, pass the encounter on; report on standard error"),
    *LOCK,
)
COLORS = ("auto", "always", "never")
KEPT_FILE = text("--file", "FILE", "the encounter [default: $COMBATCLI_FILE]", short="-f")
REPORT = (
    flag("--json", "report as one JSON document"),
    flag("--quiet", "print no report", short="-q"),
    flag("--verbose", "report in more detail", short="-v"),
    text("--color", "WHEN", "auto, always or never [default: auto]"),
)
ALL = flag("--all", "show everything, even if the terminal is too small")
PICTURES = (
    text("--svg", "FILE", "write an SVG picture of what a terminal shows"),
    text("--html", "FILE", "write an HTML page of what a terminal shows"),
)
EXIT_STATUS = flag("--exit-status", "exit with 1 if it failed, missed or was lost", short="-e")
SEED = text("--seed", "TEXT", "roll replayable dice from this seed")
DICE = (SEED, text("--dice", "FACES", "use the faces rolled on your table, in order: 4,7,10"))
RULED_DICE = (SEED, text("--dice", "FACES", "use the faces you rolled, in order: 4,7,10; ? says what to roll"))
"""The same, where rules say what is rolled."""
STRICT = flag("--strict", "refuse actions that are out of phase or undeclared")
ODDS = flag("--odds", "print exact chances without rolling or changing anything")
RULESET = text("--ruleset", "GAME", "without a file: play this game")
CARDS = text("--cards", "CARDS", "use the cards drawn on your table, in order: 7,12")
PLAYED = (*STREAMS, *RULED_DICE, CARDS, STRICT, ODDS, *REPORT)
"""What every command has that a game resolves."""
WITHOUT_FILE = (*STREAMS, *RULED_DICE, CARDS, STRICT, ODDS, RULESET, *REPORT)
"""The same, for commands that work on two combatants without a file too."""

EXCLUDED = (
    ("seed", "dice cards", "Enter the dice, or let the seed roll them."),
    ("odds", "dice cards", "--odds rolls nothing."),
    ("pass", "output", "The encounter goes to one place."),
)
"""Options that many commands have, and that cannot stand beside each other in any."""

ABOUT_DICE = (*DICE, *RULED_DICE, CARDS, ODDS, STRICT)
ABOUT_FILES = (*STREAMS, KEPT_FILE, *REPORT, ALL, *PICTURES, EXIT_STATUS)
"""Options that many commands have, as help groups them."""


def description(with_: str = "", against: str = "") -> tuple[Option, Option]:
    """Return --with and --against; beside KEY=VALUE they may take what a command says of them."""
    return (
        text("--with", "KEY=VALUE,…", f"{with_}without a file: describe `attacker`", many=True),
        text("--against", "KEY=VALUE,…", f"{against}without a file: describe `target`", many=True),
    )
