"""Command lines: parsed by what the commands and games declare, and run. `help`, with typer, prints the help."""

from __future__ import annotations

from importlib import import_module

from combatcli.commands import SUMMARIES
from combatcli.declarations import COLORS, EXCLUDED, Command, CommandGroup, Invocation, SessionCommandLine, option_name
from combatcli.errors import ExitCode, UsageError, nearest, nearest_name, only_name_beginning_with
from combatcli.line import OptionsByName, pieces_of_line
from combatcli.process import raise_on_interrupt
from combatcli.streams import SAME_AS_STANDARD, STANDARD, may_abbreviate_names, write_stderr, write_stdout
from combatcli.text import LONGEST_NUMBER, escape, is_number, looks_like_option, truncated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from combatcli.declarations import Argument, Given, Option
    from combatcli.errors import CombatError
    from combatcli.pipeline.input import Input
    from combatcli.rulesets.game import Game

STATELESS_NAMES = ("attacker", "target")


def run(words: Sequence[str], main: Callable[..., int] | None = None, *, in_play: bool = False) -> int:
    """Run a command line and return its exit code; raise UsageError where it cannot be parsed.

    ``main`` runs another line from within this one; ``in_play`` marks such a line.
    """
    if not words or words[0] in ("-h", "--help"):
        return print_help(None, in_play=in_play)
    if words[0] in ("-V", "--version"):
        from combatcli import __version__

        write_stdout(f"combatcli {__version__}\n")
        return ExitCode.DONE
    name, *rest = words
    if name == "help":
        return _print_requested_help(rest, in_play=in_play)
    if name.startswith("-"):
        raise _option_before_command_error(words)
    command = command_named(name, rest)
    if isinstance(command, CommandGroup) and rest[:1] in (["-h"], ["--help"]):
        return print_help(command, in_play=in_play)
    command, rest = _subcommand_and_rest(command, rest)
    if not {"-h", "--help"}.isdisjoint(rest[: rest.index("--") if "--" in rest else len(rest)]):
        return print_help(command, rest, in_play=in_play)
    shell = None if main is None else SessionCommandLine(main, command_named, starts_like_dice, parse_line)
    call = parse_invocation(command, rest, words).changed(in_play=in_play, shell=shell)
    raise_on_interrupt()
    return (command.run or _resolve_by_rules)(call)


def _resolve_by_rules(call: Invocation) -> int:
    from combatcli.pipeline.resolution import resolve

    return resolve(call)


def parse_line(words: Sequence[str], game: Game) -> Invocation:
    """Parse a line of a game; raise UsageError where it cannot be parsed."""
    name, *rest = words
    return parse_invocation(*_subcommand_and_rest(command_named(name), rest), words, game)


def _print_requested_help(words: Sequence[str], *, in_play: bool) -> int:
    """Print the help of the command named, or of the program; raise UsageError for extra words."""
    about = [word for word in words if word not in ("-h", "--help", "help", "--all")]
    command = command_named(about[0]) if about else None
    rest = about[1:]
    if command is not None and rest:
        command, rest = _subcommand_and_rest(command, rest)
    if rest:
        raise UsageError(f'help cannot use "{escape(rest[0])}"', "Usage: combatcli help COMMAND")
    return print_help(command, words, in_play=in_play)


def starts_like_dice(word: str) -> bool:
    """Tell whether a line's first word begins a dice expression."""
    if word[:1].isdecimal() or word[:1] in ("(", "{"):
        return True
    return word[:1] in ("d", "D") and (word[1:2].isdecimal() or word[1:2] in ("%", "F", "f", "{", "("))


def _calls_dice_function(word: str) -> bool:
    name, parenthesis, _ = word.partition("(")
    if not parenthesis:
        return False
    from combatcli.dice.tree import FUNCTIONS

    return name.strip().casefold() in FUNCTIONS


def _subcommand_and_rest(group: Command | CommandGroup, words: list[str]) -> tuple[Command, list[str]]:
    """Return a group's subcommand and the words after it; UsageError lists them or names the nearest."""
    if isinstance(group, Command):
        return group, words
    listed = f"They are {', '.join(group.commands)}."
    if not words:
        raise UsageError(f"{group.name} needs one of its subcommands", listed)
    if words[0].startswith("-"):
        raise UsageError(f"{group.name} needs one of its subcommands before {escape(words[0])}", listed)
    name = words[0] if words[0] in group.commands else _full_command_name(words[0], group.commands)
    if name not in group.commands:
        raise UsageError(f'{group.name} has no "{escape(words[0])}"', nearest(name, group.commands))
    return group.commands[name], words[1:]


def command_named(name: str, words: Sequence[str] = ()) -> Command | CommandGroup:
    """Return the command of a name; UsageError suggests one, for the game that the line's words name."""
    name = name if name in SUMMARIES else _full_command_name(name, SUMMARIES)
    if name not in SUMMARIES:
        from combatcli.other_words import command_hint

        raise UsageError(f'there is no command "{escape(name)}"', command_hint(name, words))
    command: Command | CommandGroup = import_module(f"combatcli.commands.{name}").COMMAND
    return command


def _full_command_name(name: str, names: Iterable[str]) -> str:
    """Return a command's full name from any letter case or, on a terminal, from a unique beginning."""
    lower = name.casefold()
    if lower in names or not may_abbreviate_names():
        return lower if lower in names else name
    return only_name_beginning_with(name, names) or name


def _option_before_command_error(words: Sequence[str]) -> UsageError:
    """Return the error of a line that begins with an option; its hint is the line in the right order."""
    place = next((at for at, word in enumerate(words) if word in SUMMARIES), None)
    if place is None:
        message = "no command comes before --" if words[0] == "--" else f"no such option: {escape(words[0])}"
        hint = _nearest_option_hint(words[0], ["--version"]) or "`combatcli --help` lists the commands."
        return UsageError(message, hint)
    line = " ".join(["combatcli", words[place], *words[place + 1 :], *words[:place]])
    return UsageError(f"options follow the command: {escape(words[0])} comes before it", f"Write: {escape(line)}")


def print_help(of: Command | CommandGroup | None, words: Sequence[str] = (), *, in_play: bool = False) -> int:
    """Print the help of a command, a group or, for None, the program; ``words`` are the rest of the line."""
    from combatcli.help import help_of
    from combatcli.rulesets import outside

    write_stdout(help_of(of, words, in_play=in_play))
    if of is None or (isinstance(of, Command) and (of.is_played_by_rules or of.name == "new")):
        write_stderr("".join(f"Warning: {trouble}.\n" for trouble in outside.unusable_game_sentences()))
    return ExitCode.DONE


def parse_invocation(
    command: Command, words: Sequence[str], argv: Sequence[str], game: Game | None = None
) -> Invocation:
    """Parse a command's words; raise UsageError for those that cannot be parsed."""
    _check_utf8(words)
    shared_keys = {option.key for option in command.shared_options} - {option.key for option in command.options}
    declared = _OptionsOfLine(command, words, game)
    plain, values = _split_words_and_options(declared, words)
    if values.get("color", "auto") not in COLORS:
        raise UsageError(f"--color: expected {', '.join(COLORS)}, found '{escape(values['color'])}'")
    shared = {key: value for key, value in values.items() if key in shared_keys}
    shared |= {key: STANDARD for key, paths in SAME_AS_STANDARD.items() if shared.get(key) in paths}
    options = {key: value for key, value in values.items() if key not in shared}
    _check_option_combinations(command, {**options, **shared})
    alone = next((option for option in declared.by_name.values() if option.enough and option.key in options), None)
    unsaid = STATELESS_NAMES if "ruleset" in shared else ["*"] if "side" in options else []
    named = _named_words(declared, plain, unsaid=unsaid, alone=alone)
    return Invocation(command, words=named, options=options, shared=shared, argv=list(argv), peeked=declared.peeked)


def _check_option_combinations(command: Command, keys: Collection[str]) -> None:
    """Refuse options that need another one, or that exclude each other."""
    for key, needed in command.needs.items():
        if key in keys and needed not in keys:
            raise UsageError(
                f"{option_name(key)} needs {option_name(needed)}",
                f"Add {option_name(needed)}, or leave out {option_name(key)}.",
            )
    for key, excluded, why in (*command.excludes, *EXCLUDED):
        for other in excluded.split() if key in keys else ():
            if other in keys:
                raise UsageError(f"{option_name(key)} and {option_name(other)} exclude each other", why)


def _split_words_and_options(options: _OptionsOfLine, words: Sequence[str]) -> tuple[list[str], Given]:
    """Separate the plain words from the options and their values."""
    plain: list[str] = []
    values: Given = {}
    for piece in pieces_of_line(words, options):
        option = piece.option
        if option is None:
            assert piece.word is not None
            plain.append(piece.word)
        elif option.kind == "flag":
            if piece.word is not None:
                raise UsageError(f"{piece.name} takes no value")
            values[option.key] = True
        elif piece.word is None:
            raise UsageError(f"{option.name} needs a value: {option.metavar}", f"{option.name}: {option.help}.")
        elif option.many:
            values.setdefault(option.key, []).append(_option_value(option, piece.word))
        elif option.key in values:
            raise UsageError(f"{option.name} is given twice", "Give it only once.")
        else:
            values[option.key] = _option_value(option, piece.word)
    return plain, values


class _OptionsOfLine(OptionsByName):
    """The options that a line may have: the command's own and, where these do not fit, those of the game."""

    def __init__(self, command: Command, words: Sequence[str], game: Game | None) -> None:
        super().__init__(command.options_with_games())
        self.command = command
        self.game = game
        self.words = words
        self.peeked: Input | CombatError | None = None
        self._games = self._games_to_search() if command.is_played_by_rules else iter(())
        self._has_game = False

    def _add_options_of_games(self, *games: Game) -> None:
        self.add(self.command.options_with_games(*games))

    def _games_to_search(self) -> Iterator[Sequence[Game]]:
        """Yield the game in play, which refuses the options of others, and then all games."""
        from combatcli.rulesets import usable_games

        game = self.game_in_play()
        if game is not None:
            yield [game]
        yield [*usable_games(from_files=True).values()]

    def game_in_play(self) -> Game | None:
        """Return the game of the encounter that the line is about."""
        if self.game is None and self.peeked is None:
            from combatcli.pipeline.input import Input, peek_encounter

            self.peeked = peek_encounter(self.command, self.words)
            self.game = self.peeked.game if isinstance(self.peeked, Input) else None
        return self.game

    def has_option(self, word: str) -> bool:
        """Tell whether a word is an option."""
        if word not in self.by_name and looks_like_option(word) and not self._has_game:
            self._has_game = True
            self._add_options_of_games(*next(self._games, ()))
        return super().has_option(word)

    def find_option(self, name: str) -> Option:
        """Return the option of a name; UsageError names the nearest one."""
        option = super().find_option(name)
        if option is None:
            self._add_options_of_games(*(game for games in self._games for game in games))
            option = self.by_name.get(name)
        if option is None:
            raise self._unknown_option_error(name)
        return option

    def _unknown_option_error(self, name: str) -> UsageError:
        from combatcli.other_words import option_hint

        begun = self.options_beginning_with(name)
        own = {option.name for option in self.command.options_with_games(*([self.game] if self.game else []))}
        shared = [option.name for option in self.command.shared_options]
        hint = (
            (nearest(name, begun) if len(begun) > 1 else "")
            or option_hint(name, self.command.name, own)
            or _nearest_option_hint(name, own if self.game else self.by_name, shared)
            or f"`combatcli {self.command.name} --help` lists its options."
        )
        return UsageError(f"no such option: {escape(name)}", hint)

    def is_dice(self, word: str) -> bool:
        """Tell whether a word is subtracted dice, as in -d6 and -abs(d6), for a command that rolls dice."""
        rolls = any(argument.dice for argument in self.command.arguments)
        return rolls and word[:2] not in self.by_name and (starts_like_dice(word[1:]) or _calls_dice_function(word[1:]))


def _nearest_option_hint(name: str, options: Iterable[str], shared: Collection[str] = ()) -> str:
    """Return a hint with the long option nearest to an unknown one; empty where none is near.

    Among equally near ones the command's own come before those that it has ``shared``. A single letter has no nearest.
    """
    if not name.startswith("--"):
        return ""
    own = [each[2:] for each in options if each.startswith("--") and each not in shared]
    match = nearest_name(name[2:].lower(), [*own, "help", *[each[2:] for each in shared]], first=[*own, "help"])
    return "" if match is None else f"Did you mean --{match}?"


def _option_value(option: Option, value: str) -> object:
    if option.kind in ("number", "feet"):
        number = _distance_in_feet(option, value) if option.kind == "feet" else _whole_number(option, value)
        low, high = option.least, option.most
        if (low is not None and number < low) or (high is not None and number > high):
            limits = f"{low} or more" if high is None else f"a number from {low} to {high:,}"
            raise UsageError(f"{option.name} {escape(truncated(value))}: expected {limits}", option.beyond)
        return number
    if option.kind == "number or nothing" and not (is_number(value) or value == option.empty):
        raise UsageError(f"{option.name}: expected a whole number, found '{escape(value)}'")
    return value


def _whole_number(option: Option, value: str) -> int:
    if not is_number(value[value[:1] in ("+", "-") :]):
        raise UsageError(f"{option.name}: expected a whole number, found '{escape(truncated(value))}'")
    if len(value) > LONGEST_NUMBER:
        raise UsageError(f"{option.name}: a number of {len(value)} digits is too long")
    return int(value)


def _distance_in_feet(option: Option, value: str) -> float:
    """Return a distance in feet from feet, or from meters as in 12m (0.3 m are a foot)."""
    from math import isfinite

    number, meters, rest = value.strip().lower().partition("m")
    try:
        feet = round(float(number) / 0.3, 6) if meters else float(number)
    except ValueError:
        feet = float("nan")
    if rest or not isfinite(feet) or not value.isascii() or "_" in value:
        hint = "As in 40, or in meters as in 12m."
        raise UsageError(f"{option.name}: expected a number of feet, found '{escape(value)}'", hint)
    return feet


def _named_words(options: _OptionsOfLine, words: list[str], *, unsaid: Sequence[str], alone: Option | None) -> Given:
    """Give each word its argument's name; ``unsaid`` words stand in for arguments missing at the beginning."""
    command = options.command
    required = [argument for argument in command.arguments if argument.required]
    if len(words) < len(required):
        words = [*unsaid[: len(required) - len(words)], *words]
    if alone is not None and len(words) < len(required):
        if words:
            line = f"Write: combatcli {command.name} {alone.name} {alone.metavar}".strip()
            raise UsageError(f"{alone.name} takes no other arguments", line)
        return {}
    named: Given = {}
    for place, argument in enumerate(command.arguments, 1):
        if not words:
            if argument.required:
                raise _missing_argument_error(options, [argument])
            break
        if argument.many:
            after = len(command.arguments) - place
            if len(words) <= after:
                raise _missing_argument_error(options, command.arguments[place - 1 :], *words)
            named[argument.name], words = words[: len(words) - after], words[len(words) - after :]
        else:
            named[argument.name] = words.pop(0)
    if words:
        raise UsageError(f'{command.name} cannot use "{words[0]}"', _extra_word_hint(options, words[0]))
    return named


def _missing_argument_error(options: _OptionsOfLine, arguments: Sequence[Argument], *words: str) -> CombatError:
    """Return the error of a line that lacks arguments, all or one beside ``words``, with their choices or an example.

    An example names combatants of one game, so with an encounter in play the usage stands for it.
    """
    command, first = options.command, arguments[0]
    game = options.game_in_play() if command.is_played_by_rules or first.noun == "combatant" else None
    if game is not None and command.run is None:
        from combatcli.rulesets import action

        action(game, command.name)
    example = f"Example: {command.examples[0]}" if command.examples and game is None else f"Usage: {command.usage}"
    if first.choices:
        *choices, last = first.choices
        return UsageError(f"{command.name}: which {first.noun}? {', '.join(choices)} or {last}", example)
    nouns = (" or " if words else " and ").join([f"no {argument.noun}" for argument in arguments])
    return UsageError(f"{' '.join([command.name, *map(escape, words)])}: {nouns} given", example)


def _extra_word_hint(options: _OptionsOfLine, word: str) -> str:
    """Return a hint for a word too many: the option that takes such a word, or the usage."""
    number, file = word[word[:1] in ("+", "-") :].isdecimal(), word.endswith(".toml") or "/" in word
    for option, short, fits in (("--target", "--target", number), ("--file", "-f", file), ("--output", "-o", file)):
        if fits and options.has_option(option):
            return f"Write: {short} {escape(word)}. Usage: {options.command.usage}"
    return f"Usage: {options.command.usage}"


def _check_utf8(words: Sequence[str]) -> None:
    """Refuse words that are not text: bytes that are not UTF-8 cannot stand in an encounter."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise UsageError(f'"{escape(word)}" is not UTF-8') from None
