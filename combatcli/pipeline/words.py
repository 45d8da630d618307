"""Completions at the cursor of a line: for TAB in `play`, and for shells through `completion`."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from combatcli.declarations import Argument, Command, CommandGroup, Option
from combatcli.errors import CombatError
from combatcli.line import HELP, STOP, VERSION, OptionsByName, pieces_of_line
from combatcli.other_words import DICE
from combatcli.pipeline.offers import CompletionsOfLine, Named, completions_for_line, options_of_game
from combatcli.pipeline.typed import TypedLine
from combatcli.records import Record
from combatcli.text import escape, looks_like_option

HELP_COMMAND = ("help", "Show the help of a command.")


class Completions(Record):
    """Words with descriptions, in order; or the ``path`` of a file that is begun."""

    words: Mapping[str, str]
    path: str | None = None


class LineCompleter(Record):
    """Completes lines, from the ``summaries`` of the commands, ``command_named``, and the encounter in play.

    ``sooner`` returns the words to offer first after others, ``full`` the line for which words are short.
    """

    summaries: Mapping[str, str]
    command_named: Callable[[str], Command | CommandGroup]
    path: str | None
    sooner: Callable[[Sequence[str]], Iterable[str]] = lambda _: ()
    full: Callable[[list[str]], list[str]] = lambda words: words

    def completions_at_cursor(self, line: TypedLine) -> Completions:
        """Return the completions of the word at the cursor, in any letter case."""
        if line.sign:
            return Completions({}, line.begun)
        offered, path = self._completions_of_line(line)
        begun = line.begun.casefold()
        fits = {word: escape(about) for word, about in offered if word and word.casefold().startswith(begun)}
        ranks = {word: rank for rank, word in enumerate(dict.fromkeys(self.sooner(line.words)))}
        fits = dict(sorted(fits.items(), key=lambda each: ranks.get(each[0], len(ranks))))
        return Completions({word: about for word, about in fits.items() if escape(word) == word}, path)

    def _completions_of_line(self, line: TypedLine) -> tuple[Named, str | None]:
        words, begun, path = self.full(line.words), line.begun, line.source or self.path
        first, *rest = [*words, ""]
        if not words or (first in ("help", "?") and len(words) == 1):
            commands = [*self.summaries.items(), HELP_COMMAND]
            return _names_of_options([HELP, VERSION]) if begun.startswith("-") else commands, None
        if words == ["dice"]:
            return iter(DICE.items()), None
        try:
            command = self.command_named(first)
        except CombatError:
            return iter(()), None
        rest = rest[:-1]
        if isinstance(command, CommandGroup):
            if not rest:
                return self._subcommand_completions(command, begun, path), None
            if rest[0] not in command.commands:
                return iter(()), None
            command, *rest = command.commands[rest[0]], *rest[1:]
        return _completions_after_words(completions_for_line(command, [*rest, *line.after], path), rest, begun)

    def _subcommand_completions(self, group: CommandGroup, begun: str, path: str | None) -> Named:
        if begun.startswith("-"):
            return _names_of_options([HELP])
        subcommands = group.commands
        games = completions_for_line(next(iter(subcommands.values())), [], path).games
        return (
            (name, sub.summary)
            for name, sub in subcommands.items()
            if any(game.has_command(sub.name) for game in games)
        )


def _completions_after_words(offers: CompletionsOfLine, words: Sequence[str], begun: str) -> tuple[Named, str | None]:
    """Return the completions after a command's words: an option's value, an option, or an argument."""
    options = OptionsByName(option for game in offers.games for option in options_of_game(offers.command, game))
    *earlier, last = pieces_of_line([*words, ""], options)
    plain = [piece.word for piece in earlier if piece.option is None and piece.word is not None]
    is_option = (begun == "-" or looks_like_option(begun)) and STOP not in words
    name, equals, _ = begun.partition("=")
    before = ""
    places: Sequence[Argument | Option] = [last.option] if last.option is not None else []
    if not places and is_option and not equals:
        return _names_of_options([*{option.name: option for option in options.by_name.values()}.values(), HELP]), None
    if not places and is_option:
        before, places = f"{name}=", [option for option in [options.find_option(name)] if option is not None]
    elif not places:
        flags = [piece.option for piece in earlier if piece.option is not None and piece.option.kind == "flag"]
        places = [flag for flag in flags if offers.completions_of([flag], [])][:1] or offers.arguments_at_place(plain)
    if any(place.completes == "file" for place in places):
        return iter(()), begun.removeprefix(before)
    return ((f"{before}{word}", about) for word, about in offers.completions_of(places, plain)), None


def _names_of_options(options: Iterable[Option]) -> Named:
    """Yield the names of options with their help."""
    return ((name, option.help) for option in options for name in (option.name, option.short) if name)
