"""The names in the encounter of a line, as its file has them; the encounter may be invalid."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from combatcli.declarations import Command
from combatcli.errors import CombatError
from combatcli.pipeline.input import named_on_line, read_file
from combatcli.pipeline.named_rolls import names_in
from combatcli.rulesets import asked_for, every_game
from combatcli.rulesets.game import Game
from combatcli.rulesets.lookup.catalog import rules_of
from combatcli.streams import STANDARD

BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that needs no quotes."""
Named = Iterator[tuple[str, str]]
"""Names with descriptions."""


class LineNames:
    """The possible ``games`` of a line (one if it is known), and the ``tables`` of its encounter."""

    def __init__(self, games: Sequence[Game], tables: Mapping[str, Any], path: str) -> None:
        self.games = games
        self.tables = tables
        self.path = path

    def of(self, kind: str, owner: str) -> Named:
        """Yield the names of a kind; NAME= or KEY=NAME are written so."""
        key, equals, named = kind.partition("=")
        if equals and named:
            return ((f"{key}={name}", about) for name, about in self.of(named, owner))
        if equals:
            return ((f"{name}=", about) for name, about in self.of(key, owner))
        kinds = {
            "combatants": lambda: self._combatants(owner),
            "arenas": self._arenas,
            "sides": self._sides,
            "weapons": lambda: self._weapons(owner),
            "rolls": self._rolls,
            "rules": self._rules,
            "keys": self._keys,
        }
        return kinds[kind]() if kind in kinds else iter(())

    def _all(self, kind: str) -> dict[str, dict[str, Any]]:
        """Return the tables of a kind by their names."""
        held = self.tables.get(kind)
        return {name: keys for name, keys in held.items() if isinstance(keys, dict)} if isinstance(held, dict) else {}

    def _combatants(self, owner: str) -> Named:
        """Yield the combatants: those of another side than the owner's first, the fallen last."""
        fighters = self._all("combatants")
        side = fighters.get(owner, {}).get("side")

        def rank(who: str) -> tuple[bool, bool]:
            is_friend = side is not None and fighters[who].get("side") == side
            return any(is_fallen(fighters[who], game) for game in self.games), is_friend

        for who in sorted(fighters, key=rank):
            yield who, str(fighters[who].get("name") or fighters[who].get("side") or "")

    def _arenas(self) -> Named:
        for name, arena in self._all("arenas").items():
            yield name, ", ".join(str(arena[key]) for key in ("kind", "note") if arena.get(key))

    def _sides(self) -> Named:
        for fighter in self._all("combatants").values():
            yield str(fighter.get("side") or ""), ""

    def _weapons(self, owner: str) -> Named:
        fighters = self._all("combatants")
        wanted = owner.casefold()
        owners = [who for who in fighters if wanted in (who.casefold(), str(fighters[who].get("name", "")).casefold())]
        for who in owners or fighters:
            weapons = fighters[who].get("weapons")
            yield from ((name, "") for name in weapons) if isinstance(weapons, dict) else ()

    def _rolls(self) -> Named:
        """Yield the rolls and tables of the encounter and the user's own; none if one of them is invalid."""
        try:
            rolls = names_in(self.tables, self.path)[1]
        except CombatError:
            return
        for name, roll in rolls.items():
            yield f"@{name}", getattr(roll, "expression", "")

    def _rules(self) -> Named:
        for game in self.games:
            yield from ((rule.id, rule.title) for rule in rules_of(game.name))

    def _keys(self) -> Named:
        """Yield the keys that a forecast may vary: tactics, and numbers in the file such as mira.wounds."""
        for who, fighter in self._all("combatants").items():
            for path in (["tactics"], *(path for key, value in fighter.items() for path in _numbers([key], value))):
                if all(BARE.fullmatch(key) for key in (who, *path)):
                    yield f"{who}.{'.'.join(path)}", ""


def names_for(command: Command, words: Sequence[str], path: str | None) -> LineNames:
    """Return the names for a command line: of the file that it names, else of the one in play."""
    named = named_on_line(command, words)
    path = os.path.expanduser(named.get("file", path) or "")
    try:
        if "ruleset" in named:
            return LineNames([asked_for(named["ruleset"])], {}, "")
        if path and path != STANDARD:
            source = read_file(path)
            return LineNames([source.game], source.tables, path)
    except CombatError:
        pass
    return LineNames([*every_game().values()], {}, "")


def is_fallen(member: Mapping[str, Any], game: Game) -> bool:
    """Tell whether a combatant is fallen, according to the file."""
    for key, values in game.gone.items():
        state = member.get(key)
        words = state if isinstance(state, list) else [max(state, 0) if isinstance(state, int) else state]
        if any(str(word) in values for word in words):
            return True
    return False


def _numbers(path: list[str], value: object) -> Iterator[list[str]]:
    """Yield the paths of the numbers in a value; of tables only in weapons."""
    if isinstance(value, dict) and path[0] == "weapons":
        for key, inner in value.items():
            yield from _numbers([*path, key], inner)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path
