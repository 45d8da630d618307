"""What may stand at the cursor of a line: for TAB in `play`, and for the shells, which ask `completion` for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from combatcli.declarations import Command, CommandGroup, Option
from combatcli.errors import CombatError
from combatcli.line import HELP, STOP, VERSION, OptionsByName, pieces
from combatcli.pipeline.names import Named, Names, names_for
from combatcli.pipeline.offers import FILES, Offer, offer_at, offer_for, options_in
from combatcli.pipeline.typed import Typed
from combatcli.text import escape, looks_like_option

HELP_COMMAND = ("help", "Show the help of a command.")


class Choices(NamedTuple):
    """Words with what is said of each, in the order to be offered; or the ``path`` of a file that is begun."""

    words: Mapping[str, str]
    path: str | None = None


class Words:
    """What may stand at the cursor: ``summaries`` of the commands, what finds one, and the encounter in play.

    ``sooner`` returns the words to be offered first behind others.
    """

    def __init__(
        self,
        summaries: Mapping[str, str],
        command_named: Callable[[str], Command | CommandGroup],
        path: str | None,
        sooner: Callable[[Sequence[str]], Iterable[str]] = lambda _: (),
    ) -> None:
        self.summaries = dict([*summaries.items(), HELP_COMMAND])
        self.command_named = command_named
        self.path = path
        self.sooner = sooner

    def fitting(self, line: Typed) -> Choices:
        """Return all that begins as the word at the cursor does, in any letter case."""
        if line.sign:
            return Choices({}, line.begun)
        offered, path = self._offered(line)
        begun = line.begun.casefold()
        fits = {word: escape(about) for word, about in offered if word and word.casefold().startswith(begun)}
        ranks = {word: rank for rank, word in enumerate(dict.fromkeys(self.sooner(line.words)))}
        fits = dict(sorted(fits.items(), key=lambda each: ranks.get(each[0], len(ranks))))
        return Choices({word: about for word, about in fits.items() if escape(word) == word}, path)

    def _offered(self, line: Typed) -> tuple[Named, str | None]:
        words, begun, path = line.words, line.begun, line.source or self.path
        first, *rest = [*words, ""]
        if not words or (first in ("help", "?") and len(words) == 1):
            return _options([HELP, VERSION]) if begun.startswith("-") else iter(self.summaries.items()), None
        try:
            command = self.command_named(first)
        except CombatError:
            return iter(()), None
        rest = rest[:-1]
        if isinstance(command, CommandGroup):
            if not rest:
                return self._subcommands(command, begun, path), None
            if rest[0] not in command.commands:
                return iter(()), None
            command, *rest = command.commands[rest[0]], *rest[1:]
        return _offered(command, rest, begun, names_for(command, [*rest, *line.after], path))

    def _subcommands(self, group: CommandGroup, begun: str, path: str | None) -> Named:
        if begun.startswith("-"):
            return _options([HELP])
        subcommands = group.commands
        games = names_for(next(iter(subcommands.values())), [], path).games
        return ((name, sub.summary) for name, sub in subcommands.items() if any(game.has(sub.name) for game in games))


def _offered(command: Command, words: Sequence[str], begun: str, names: Names) -> tuple[Named, str | None]:
    """Return what may follow the words of a command: an option's value, an option, or a word in its place."""
    known = OptionsByName(option for game in names.games for option in options_in(command, game))
    *said, last = pieces([*words, ""], known)
    plain = [piece.word for piece in said if piece.option is None and piece.word is not None]
    is_option = (begun == "-" or looks_like_option(begun)) and STOP not in words
    name, equals, value = begun.partition("=")
    if last.option is not None:
        return _of(offer_for(command, names.games, [last.option]), names, plain, "", begun)
    if is_option and equals:
        option = known.option(name)
        found = Offer() if option is None else offer_for(command, names.games, [option])
        return _of(found, names, plain, f"{name}=", value)
    if is_option:
        return _options([*{option.name: option for option in known.by_name.values()}.values(), HELP]), None
    flags = [piece.option for piece in said if piece.option is not None and piece.option.kind == "flag"]
    takers = [offer for flag in flags if (offer := offer_for(command, names.games, [flag])).kinds]
    return _of(takers[0] if takers else offer_at(command, names.games, plain), names, plain, "", begun)


def _of(offer: Offer, names: Names, plain: Sequence[str], before: str, begun: str) -> tuple[Named, str | None]:
    """Return what an offer comes to, after what stands ``before`` it in the same word; no name is offered twice."""
    if FILES in offer.kinds:
        return iter(()), begun
    owner = plain[0] if plain else ""
    named = [each for kind in offer.kinds for each in names.of(kind, owner) if each[0] not in plain]
    return ((f"{before}{word}", about) for word, about in [*named, *((word, "") for word in offer.words)]), None


def _options(options: Iterable[Option]) -> Named:
    """Go through the names of options, each with its help."""
    return ((name, option.help) for option in options for name in (option.name, option.short) if name)
