"""What commands and games declare: words, options, examples. Plain data for the command line, the help and the games.

Every command line imports this module, so it imports little.
"""

from __future__ import annotations

from combatcli.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal, TypeAlias

    from combatcli.errors import CombatError
    from combatcli.pipeline.input import Input
    from combatcli.records import Event
    from combatcli.rulesets.game import Game

    Kind = Literal["text", "number", "feet", "flag", "number or nothing"]
    Failed = Callable[[Sequence[Event]], bool]
    Tables = Callable[[], Mapping[str, Sequence[tuple[str, str]]]]

Run: TypeAlias = "Callable[[Invocation], int]"
Asks: TypeAlias = "bool | Callable[[Invocation], bool]"
Given: TypeAlias = "dict[str, Any]"
Exclusion: TypeAlias = "tuple[str, str, str]"
"""The key of an option, those that it excludes (separated by blanks), and a hint for a line that has both."""

NOUNS = {
    "who": "combatant",
    "id": "combatant",
    "old": "combatant",
    "new": "new name",
    "other": "opponent",
    "ruleset": "game",
    "keys": "key=value",
    "the arena": "arena",
    "an arena": "arena",
    "another": "other arena",
    "the new one": "name of the new arena",
}
"""What an argument is, where its name does not say it; by its help, or else by its name."""


class Argument(Record):
    """A positional argument; ``many`` takes all words that the arguments after it leave.

    With ``dice`` a word may begin with a minus. ``choices`` are the possible words, where these are few; else it
    ``completes`` with names of a kind, if a request's type does not say so.
    """

    name: str
    help: str
    many: bool = False
    required: bool = True
    dice: bool = False
    choices: Sequence[str] = ()
    completes: str = ""

    @property
    def noun(self) -> str:
        """What one word of it is."""
        return NOUNS.get(self.help) or NOUNS.get(
            self.name, self.name.rstrip("_").removesuffix("s") if self.many else self.name
        )

    @property
    def metavar(self) -> str:
        """The argument as the usage line writes it."""
        word = self.name.upper().rstrip("_") + ("…" if self.many else "")
        return word if self.required else f"[{word}]"


BY_METAVAR = {
    **dict.fromkeys(("WHO", "FOE", "NPC"), "combatant"),
    **dict.fromkeys(("WHO=WHOM", "WHO=N"), "combatant="),
    "ARENA": "arena",
    "KEY=VALUES": "varied key",
    "KEY=VALUE,…": "own key",
    "KIND": "kind",
    "SIDE": "side",
    "GAME": "game",
    "FILE": "file",
    "WHEN": "color",
}
"""What completes an option's value, by how help writes it."""


class Option(Record):
    """An option: ``--name``, what its value is, a sentence of help; ``many`` may be given several times.

    A "number or nothing" may lack its number; the number is then ``empty``. An option that is ``enough`` makes the
    command's words optional. ``offers`` are words that complete its value. A number goes from ``least`` to ``most``;
    ``beyond`` is what to do about another one.
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
    least: int | None = None
    most: int | None = None
    beyond: str = ""

    @property
    def key(self) -> str:
        """Its name in a request."""
        return self.name.removeprefix("--").replace("-", "_")

    @property
    def completes(self) -> str:
        """The kind of names that completes its value, if a request's type does not say so."""
        return BY_METAVAR.get(self.metavar, "")


def option_name(key: str) -> str:
    """Return the name of the option with a key in a request."""
    return f"--{key.replace('_', '-')}"


def text(name: str, metavar: str, help_: str, **more: Any) -> Option:
    """Return an option with a value; ``more`` are keys of `Option`."""
    return Option(name, help_, metavar=metavar, **more)


def number(name: str, help_: str, metavar: str = "N", **more: Any) -> Option:
    """Return an option with a whole number; ``more`` are keys of `Option`. With ``empty`` it may be left out."""
    if "empty" in more:
        return Option(name, help_, kind="number or nothing", metavar=f"[{metavar}]", **more)
    return Option(name, help_, kind="number", metavar=metavar, **more)


def feet(name: str, help_: str, **more: Any) -> Option:
    """Return an option with a distance in feet, or in meters as in 12m; ``more`` are keys of `Option`."""
    return Option(name, help_, kind="feet", metavar="FEET", **more)


def flag(name: str, help_: str, *, short: str = "", enough: bool = False) -> Option:
    """Return an option that is given or not."""
    return Option(name, help_, kind="flag", short=short, enough=enough)


class Addition(Record):
    """What a game adds to a command: options, what its words mean in the game, examples; subcommands of a group."""

    options: Sequence[Option] = ()
    words: str = ""
    examples: Sequence[str] = ()
    subcommands: Sequence[Command] = ()


def mutually_exclusive(keys: str, why: str = "Use one at a time.") -> list[Exclusion]:
    """Return the exclusions among options of which a line may have only one."""
    each = keys.split()
    return [(key, " ".join(each[at:]), why) for at, key in enumerate(each, 1)]


class Command(Record):
    """A subcommand: its words, its options, an example or two, and the function that runs it; else the game's rules do.

    ``shared`` are options that many commands have; a request never sees them. ``ruled`` marks a command that games
    resolve or add to, though it has a function. ``each`` names an argument; the command is played for each of its words
    in turn. ``attempts`` has the key of each kind of event that tells whether an attempt succeeded; ``failed`` tells
    from all events whether it failed. Only a command that has one of these takes `--exit-status`. ``asks`` tells
    whether a line is a question, which changes nothing. ``tables`` are sections of its help. ``needs`` maps the key of
    an option to the key that it needs; ``excludes`` are `Exclusion`.
    """

    name: str
    run: Run | None = None
    summary: str = ""
    about: str = ""
    arguments: Sequence[Argument] = ()
    options: Sequence[Option] = ()
    shared: Sequence[Option] = ()
    examples: Sequence[str] = ()
    attempts: Mapping[str, str] = {}
    failed: Failed | None = None
    ruled: bool = False
    each: str = ""
    asks: Asks = False
    tables: Tables = dict
    needs: Mapping[str, str] = {}
    excludes: Sequence[Exclusion] = ()

    @property
    def is_played_by_rules(self) -> bool:
        """Whether games resolve it and may add to it."""
        return self.run is None or self.ruled

    @property
    def shared_options(self) -> Sequence[Option]:
        """The options that it shares with others, `--exit-status` among them if it can fail."""
        return (*self.shared, EXIT_STATUS) if self.failed or self.attempts else self.shared

    def options_with_games(self, *games: Game) -> list[Option]:
        """Return all options that a line may have in these games: the command's own, shared ones, and the games'."""
        added = [game.addition(self.name) for game in games] if self.is_played_by_rules else []
        return [*self.options, *self.shared_options, *(option for each in added if each for option in each.options)]

    @property
    def usage(self) -> str:
        """The usage line, without options."""
        return " ".join(["combatcli", self.name, *(argument.metavar for argument in self.arguments)])


class CommandGroup(Record):
    """Subcommands of a command, by their names."""

    name: str
    commands: Mapping[str, Command]


class SessionCommandLine(Record):
    """The command line for a session: to run a line, find a command, or parse a line of a game."""

    run: Callable[..., int]
    command_named: Callable[[str], Command | CommandGroup]
    starts_like_dice: Callable[[str], bool]
    read: Callable[[list[str], Game], Invocation]


class Invocation(Record):
    """A parsed command line: its words by the names of their arguments, its options by their keys.

    ``shell`` is for a command that runs others; ``in_play`` marks a line of such a command. ``peeked`` is the encounter
    if parsing the options needed its game, or the error of reading it.
    """

    command: Command
    words: Given
    options: Given
    shared: Given
    argv: list[str]
    shell: SessionCommandLine | None = None
    in_play: bool = False
    peeked: Input | CombatError | None = None

    @property
    def name(self) -> str:
        """The command's name, as `attack` or `arena list`."""
        return self.command.name

    @property
    def is_question(self) -> bool:
        """Whether the line is a question, which changes nothing and ends a pipe with its answer."""
        return self.asks_in_itself or "dry_run" in self.shared or self.is_question_about_dice

    @property
    def asks_in_itself(self) -> bool:
        """Whether the line is a question without `--dry-run` and `--dice '?'`, too."""
        asks = self.command.asks
        return "odds" in self.shared or (asks(self) if callable(asks) else asks)

    @property
    def is_question_about_dice(self) -> bool:
        """Whether the line asks which dice it would roll."""
        return "?" in (self.shared.get("dice"), self.shared.get("cards"))

    @property
    def own_values(self) -> Given:
        """The values of the command's own words and options."""
        return {**self.words, **self.options}


LOCK = (
    number("--wait", "wait for another process to release the file [default: 60]", "SECONDS", least=0),
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
SIDE = text("--side", "SIDE", "all of a side, or those on it that you name")
ALL = flag("--all", "show everything, even if the terminal is too small")
PICTURES = (
    text("--svg", "FILE", "write an SVG picture of what a terminal shows"),
    text("--html", "FILE", "write an HTML page of what a terminal shows"),
)
EXIT_STATUS = flag("--exit-status", "exit with 1 if it failed, missed or was lost", short="-e")
SEED = text("--seed", "TEXT", "roll replayable dice from this seed")
DICE = (SEED, text("--dice", "FACES", "use the faces rolled on your table, in order: 4,7,10"))
RULED_DICE = (SEED, text("--dice", "FACES", "use the faces you rolled, in order: 4,7,10; ? says what to roll"))
"""How dice are given to a command whose dice are chosen by the rules."""
STRICT = flag("--strict", "refuse actions that are out of phase or undeclared")
ODDS = flag("--odds", "print exact chances without rolling or changing anything")
RULESET = text("--ruleset", "GAME", "without a file: play this game")
CARDS = text("--cards", "CARDS", "use the cards drawn on your table, in order: 7,12")
PLAYED = (*STREAMS, *RULED_DICE, CARDS, STRICT, ODDS, *REPORT)
"""The shared options of commands that games resolve."""
WITHOUT_FILE = (*STREAMS, *RULED_DICE, CARDS, STRICT, ODDS, RULESET, *REPORT)
"""`PLAYED` for commands that also work on two combatants without a file."""

EXCLUDED = (
    ("seed", "dice cards", "Enter the dice, or let the seed roll them."),
    ("odds", "dice cards", "--odds rolls nothing."),
    ("pass", "output", "The encounter goes to one place."),
)
"""The exclusions among shared options."""

ABOUT_DICE = (*DICE, *RULED_DICE, CARDS, ODDS, STRICT)
ABOUT_FILES = (*STREAMS, KEPT_FILE)
ABOUT_REPORT = (*REPORT, ALL, *PICTURES, EXIT_STATUS)
"""The shared options that help and the manual list together."""


def with_and_against(with_: str = "", against: str = "") -> tuple[Option, Option]:
    """Return --with and --against; the texts name what they take beside KEY=VALUE."""
    return (
        text("--with", "KEY=VALUE,…", f"{with_}without a file: describe the `attacker`", many=True),
        text("--against", "KEY=VALUE,…", f"{against}without a file: describe the `target`", many=True),
    )
