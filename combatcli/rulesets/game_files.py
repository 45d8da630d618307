"""Games in files of their own, found by the name that an encounter or a command line gives: beside it, or at home."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from combatcli.encounter import reading
from combatcli.errors import InvalidError, StreamError
from combatcli.text import escape

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game

OURS = ("plain", "d20", "moves", "pool", "percent", "wild", "bare")
"""The games in files that are there from the start."""
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "games")
SUFFIX = ".toml"
SKELETON = "new-game.txt"
"""The beginning of a game of one's own."""
_NAME = re.compile(r"[\w-]+")
_made: dict[tuple[str, str], tuple[str, Game]] = {}
"""The games made so far, by name and path, each with the text that it was made of."""
_last: dict[str, Game] = {}
"""The game that was made last under each name."""


def about() -> list[tuple[str, str]]:
    """Return a sentence on each of our games in files."""
    told = []
    for name in OURS:
        text = reading.read_text(os.path.join(FOLDER, name + SUFFIX))
        found_ = re.search(r'^about = "(.*)"$', text, re.MULTILINE)
        told.append((name, found_[1] if found_ else ""))
    return told


def known() -> Iterator[tuple[str, str]]:
    """Go through the names of all games in files, each with its path: ours, the user's, those in the current folder."""
    yield from ((name, os.path.join(FOLDER, name + SUFFIX)) for name in OURS)
    for folder, suffix in ((own_folder(), ""), (os.curdir, SUFFIX)):
        for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            path = os.path.join(folder, file)
            if is_file(file) and is_game(path):
                yield file[: -len(SUFFIX)] + suffix, path


def own_folder() -> str:
    """Return the user's folder of games."""
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir("combatcli"), "games")


def is_file(name: str) -> bool:
    """Tell whether a name is that of a file."""
    return name.casefold().endswith(SUFFIX)


def path_of(name: str, folder: str) -> str | None:
    """Return where the file of a game is: beside the encounter, whose folder is given, or in the user's; else None.

    A name without .toml is one of ours, or one in the user's folder. InvalidError for a name with a folder in it.
    """
    if not is_file(name):
        if name in OURS:
            return os.path.join(FOLDER, name + SUFFIX)
        own = os.path.join(own_folder(), name + SUFFIX) if _NAME.fullmatch(name) else ""
        return own if own and os.path.lexists(own) else None
    if os.path.basename(name) != name or "\\" in name or "\0" in name:
        message = f'"{escape(name)}" has a folder in it, and an encounter names a file alone'
        raise InvalidError(f"ruleset: {message}", "Put the game beside the encounter.")
    for place in (folder or ".", own_folder()):
        path = os.path.join(place, name)
        if os.path.lexists(path):
            return path
    return None


def found(name: str, folder: str | None = None) -> Game | None:
    """Return the game that an encounter in a folder names, or the last of the name; None where no file has the name.

    Raises InvalidError where it is no game, and StreamError where it cannot be read.
    """
    if folder is None and name in _last:
        return _last[name]
    path = path_of(name, folder or "")
    if path is None:
        if is_file(name):
            where = f"there is no game {escape(name)} beside it, nor in {escape(own_folder())}"
            raise InvalidError(f"ruleset: {where}", "Put the game's file there.")
        return None
    return at(path, name)


def at(path: str, name: str) -> Game:
    """Return the game in a file, under the name by which encounters call it."""
    return of_text(reading.read_text(path), name, path)


def of_text(text: str, name: str, path: str = "") -> Game:
    """Return the game that a text is; one that was made before is the same."""
    known = _made.get((name, path))
    if known is None or known[0] != text:
        from combatcli.rulesets.from_file.game import game_of

        known = _made[name, path] = text, game_of(name, text)
    _last[name] = known[1]
    return known[1]


def named(word: str) -> Game | None:
    """Return the game that a word of a command line is: a path to its file, or its name; None where there is none."""
    if is_file(word):
        if not os.path.lexists(word) and os.path.basename(word) == word:
            return found(word)
        return at(word, os.path.basename(word))
    return found(word)


def is_game(path: str) -> bool:
    """Tell whether a file is a game and no encounter."""
    try:
        text = reading.read_text(path)
    except StreamError:
        return False
    return bool(re.search(r"^\s*game\s*=", text, re.MULTILINE)) and not re.search(
        r"^\s*ruleset\s*=", text, re.MULTILINE
    )
