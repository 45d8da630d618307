"""Games in files, found by name beside an encounter, in the current folder, or in the user's folder."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from combatcli.encounter import reading
from combatcli.errors import InvalidError, StreamError
from combatcli.text import escape

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game

OURS = ("plain", "d20", "moves", "pool", "percent", "wild", "bare")
"""The built-in games that are files."""
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "games")
SUFFIX = ".toml"
SKELETON = "new-game.txt"
"""The template of a new game."""
_NAME = re.compile(r"[\w-]+")
_last: dict[str, Game] = {}
"""The last game made under each name."""


def built_in_games() -> list[tuple[str, str]]:
    """Return the names of the built-in games that are files, each with a sentence about it."""
    games = []
    for name in OURS:
        text = reading.read_text_file(os.path.join(FOLDER, name + SUFFIX))
        found_ = re.search(r'^about = "(.*)"$', text, re.MULTILINE)
        games.append((name, found_[1] if found_ else ""))
    return games


def known_games() -> Iterator[tuple[str, str]]:
    """Yield the names and paths of all games in files: ours, the user's, those in the current folder."""
    yield from ((name, os.path.join(FOLDER, name + SUFFIX)) for name in OURS)
    for folder, suffix in ((user_folder(), ""), (os.curdir, SUFFIX)):
        for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            path = os.path.join(folder, file)
            if is_file_name(file) and is_game_file(path):
                yield file[: -len(SUFFIX)] + suffix, path


def user_folder() -> str:
    """Return the user's folder of games."""
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir("combatcli"), "games")


def is_file_name(name: str) -> bool:
    """Tell whether a name is a file's."""
    return name.casefold().endswith(SUFFIX)


def path_of(name: str, folder: str) -> str | None:
    """Return the path of a game's file beside an encounter in a folder or in the user's folder; None if there is none.

    A name without .toml is a built-in game or in the user's folder. Raises InvalidError for a name with a folder in it.
    """
    if not is_file_name(name):
        if name in OURS:
            return os.path.join(FOLDER, name + SUFFIX)
        own = os.path.join(user_folder(), name + SUFFIX) if _NAME.fullmatch(name) else ""
        return own if own and os.path.lexists(own) else None
    if os.path.basename(name) != name or "\\" in name or "\0" in name:
        message = f'"{escape(name)}" has a folder in it, and an encounter names a file alone'
        raise InvalidError(f"ruleset: {message}", "Put the game beside the encounter.")
    for place in (folder or ".", user_folder()):
        path = os.path.join(place, name)
        if os.path.lexists(path):
            return path
    return None


def find_game(name: str, folder: str | None = None) -> Game | None:
    """Return the game that an encounter in a folder names, by default the last of that name; None without a file.

    Raises InvalidError if it is not a game, and StreamError if it cannot be read.
    """
    if folder is None and name in _last:
        return _last[name]
    path = path_of(name, folder or "")
    if path is None:
        if is_file_name(name):
            where = f"there is no game {escape(name)} beside it, nor in {escape(user_folder())}"
            raise InvalidError(f"ruleset: {where}", "Put the game's file there.")
        return None
    return game_at(path, name)


def game_at(path: str, name: str) -> Game:
    """Return the game in a file, under the name that encounters use."""
    return game_of_text(reading.read_text_file(path), name)


def game_of_text(text: str, name: str) -> Game:
    """Return the game of a text; of the same text, the same one."""
    _last[name] = _made(text, name)
    return _last[name]


@cache
def _made(text: str, name: str) -> Game:
    from combatcli.rulesets.from_file.game import game_of

    return game_of(name, text, ours=name in OURS)


def game_named(word: str) -> Game | None:
    """Return the game of a command line's word, a path or a name; None if there is none."""
    if is_file_name(word) and (os.path.lexists(word) or os.path.basename(word) != word):
        return game_at(word, os.path.basename(word))
    return find_game(word)


def is_game_file(path: str) -> bool:
    """Tell whether a file is a game and not an encounter."""
    try:
        text = reading.read_text_file(path).removeprefix(reading.BOM)
    except StreamError:
        return False
    return bool(re.search(r"^\s*game\s*=", text, re.MULTILINE)) and not re.search(
        r"^\s*ruleset\s*=", text, re.MULTILINE
    )
