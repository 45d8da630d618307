"""What completes the words of a command's line: from its declaration, the requests' types, the games and the file."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import fields

from combatcli.declarations import CARDS, COLORS, Argument, Command, Option
from combatcli.encounter.explain import keys_of_combatant_armor_weapons
from combatcli.encounter.key_types import fixed_words, key_types, kinds_of_values, table_type_in, type_of_values_in
from combatcli.encounter.layout import toml_key
from combatcli.encounter.references import references_by_key
from combatcli.errors import CombatError, value_or
from combatcli.pipeline.input import file_and_game_on_line, read_encounter_file
from combatcli.pipeline.key_values import ITSELF
from combatcli.pipeline.named_rolls import named_rolls_in
from combatcli.records import Record
from combatcli.rulesets import FILES, NAMES, outside, requested_game, usable_games
from combatcli.rulesets.game import Game
from combatcli.rulesets.lookup.catalog import rules_of
from combatcli.rulesets.tactic_lines import verbs_of
from combatcli.streams import STANDARD

Named = Iterable[tuple[str, str]]
"""Words with descriptions."""
Words = Iterable[str | tuple[str, str]]
"""Words, some of them with descriptions."""


def options_of_game(command: Command, game: Game) -> Iterator[Option]:
    """Yield the options that a game takes: the shared ones that it uses, and its own."""
    action = game.action(command.name) if command.is_played_by_rules else None
    keys = {field.encode_name for field in fields(action.request)} if action is not None else set()
    for option in command.options_with_games(game):
        is_own = action is not None and command.run is None and option in command.options
        if (is_own and option.key not in {*keys, "with", "against"}) or (option is CARDS and not game.draws):
            continue
        yield option


class CompletionsOfLine(Record):
    """The completions of a line: of its possible ``games``, one if it is known, and of the ``tables`` of a file."""

    command: Command
    games: Sequence[Game]
    tables: Mapping[str, Any]
    path: str

    def arguments_at_place(self, plain: Sequence[str]) -> Sequence[Argument]:
        """Return the arguments at the place after plain words; after a repeated one the next one, too."""
        arguments, at = self.command.arguments, len(plain)
        many = next((number for number, argument in enumerate(arguments) if argument.many), len(arguments))
        return arguments[at : at + 1] if at <= many else arguments[many:]

    def completions_of(self, words: Iterable[Argument | Option], plain: Sequence[str]) -> list[tuple[str, str]]:
        """Return the completions of arguments or options, but no word twice.

        With several possible games, keys to set are left out.
        """
        owner = plain[0] if plain else ""
        every = [each for game in self.games for word in words for each in self._completions_in_game(game, word, owner)]
        listed = dict(_with_descriptions(every))
        keys_known = len(self.games) == 1
        return [each for each in listed.items() if each[0] not in plain and (keys_known or "=" not in each[0])]

    def _completions_in_game(self, game: Game, word: Argument | Option, owner: str) -> Words:
        """Yield a game's completions of an argument or an option's value."""
        key = word.key if isinstance(word, Option) else word.name
        action = game.action(self.command.name) if self.command.is_played_by_rules else None
        names = references_by_key(action.request).get(key, []) if action is not None else []
        offered = word.offers if isinstance(word, Option) else ()
        yield from offered
        for name in names:
            for kind in name.kinds:
                yield from self._names_of_kind(kind, game, owner)
            yield from name.else_
        if isinstance(word, Argument):
            yield from word.choices
        elif key == "against" and self.command.name == "test":
            yield from self._names_of_kind("combatant", game, owner)
        if not (offered and word.completes == "kind"):
            yield from self._names_of_kind(word.completes, game, owner)

    def _names_of_kind(self, kind: str, game: Game, owner: str) -> Named:
        """Yield the names of a kind."""
        places: dict[str, Callable[[], Words]] = {
            "combatant": lambda: self._combatants(game, owner),
            "combatant=": lambda: ((f"{who}=", about) for who, about in self._combatants(game, owner)),
            "arena": self._arenas,
            "side": lambda: [str(fighter.get("side") or "") for fighter in self._tables_of_kind("combatants").values()],
            "weapon": lambda: self._weapons(owner),
            "roll": self._rolls_and_tables,
            "rule": lambda: ((rule.id, rule.title) for rule in rules_of(game.name)),
            "varied key": lambda: [*self._keys_to_vary(), *(f"house.{name}=" for name in game.house_keys)],
            "key": lambda: self._keys_to_set(game, owner),
            "own key": lambda: self._keys_to_describe(game),
            "kind": lambda: fixed_words(key_types(self._type_with_keys(game)).get("kind")),
            "game": lambda: (*NAMES, *FILES, *outside.entry_points()),
            "color": lambda: COLORS,
            "condition": lambda: game.named_conditions,
        }
        return _with_descriptions(places[kind]() if kind in places else ())

    def _keys_to_describe(self, game: Game) -> Words:
        """Return the keys of a combatant described on the line, including bare keys of weapons and armor."""
        own, armor, weapon = keys_of_combatant_armor_weapons(game.encounter)
        tables = {"weapons", "armor"}
        keys = {**{key: type_ for key, type_ in own.items() if key not in tables}, **weapon, **armor}
        return _assignments(keys) if self.command.is_played_by_rules else ()

    def _tables_of_kind(self, kind: str) -> dict[str, dict[str, Any]]:
        """Return the tables of a kind by their names."""
        tables = self.tables.get(kind)
        return (
            {name: keys for name, keys in tables.items() if isinstance(keys, dict)} if isinstance(tables, dict) else {}
        )

    def _combatants(self, game: Game, owner: str) -> Named:
        """Yield the combatants: those of another side than the owner's first, the fallen last."""
        fighters = self._tables_of_kind("combatants")
        side = fighters.get(owner, {}).get("side")

        def rank(who: str) -> tuple[bool, bool]:
            return is_fallen(fighters[who], game), side is not None and fighters[who].get("side") == side

        for who in sorted(fighters, key=rank):
            yield who, str(fighters[who].get("name") or fighters[who].get("side") or "")

    def _arenas(self) -> Words:
        for name, arena in self._tables_of_kind("arenas").items():
            yield name, ", ".join(str(arena[key]) for key in ("kind", "note") if arena.get(key))

    def _weapons(self, owner: str) -> Words:
        fighters = self._tables_of_kind("combatants")
        wanted = owner.casefold()
        owners = [who for who in fighters if wanted in (who.casefold(), str(fighters[who].get("name", "")).casefold())]
        for who in owners or fighters:
            weapons = fighters[who].get("weapons")
            yield from weapons if isinstance(weapons, dict) else ()

    def _rolls_and_tables(self) -> Words:
        """Yield the rolls and tables of the encounter and the user's own; none if one of them is invalid."""
        for name, roll in value_or({}, lambda: named_rolls_in(self.tables, self.path)[1]).items():
            yield f"@{name}", getattr(roll, "expression", "")

    def _keys_to_vary(self) -> Iterator[str]:
        """Yield the keys that a forecast may vary: tactics, and numbers in the file such as mira.wounds."""
        for who, fighter in self._tables_of_kind("combatants").items():
            for path in (
                ["tactics"],
                *(path for key, value in fighter.items() for path in _paths_of_numbers([key], value)),
            ):
                if all(toml_key(key) == key for key in (who, *path)):
                    yield f"{who}.{'.'.join(path)}="

    def _type_with_keys(self, game: Game) -> type[Struct]:
        """Return the type of a game's arenas for a command about arenas, else of its combatants."""
        kind = "arenas" if self.command.name.startswith("arena") else "combatants"
        table = table_type_in(type_of_values_in(type_of_values_in(game.encounter, kind)))
        assert table is not None
        return table

    def _keys_to_set(self, game: Game, owner: str) -> Words:
        """Yield the keys to set, with what may be their values; a new combatant has no weapons yet."""
        if owner == ITSELF:
            yield from keys_of_fight(game)
            return
        table = self._type_with_keys(game)
        words = _assignments(key_types(table))
        kinds_of_names = {key: names[0].kinds[0] for key, names in references_by_key(table).items() if names[0].kinds}
        for key, kind in {"side": "side", **kinds_of_names}.items():
            if f"{key}=" in words and (kind != "weapon" or self.command.name == "set"):
                yield from ((f"{key}={name}", about) for name, about in self._names_of_kind(kind, game, owner))
        verbs = [f"tactics={verb.partition(' ')[0]}" for verb in verbs_of(game)]
        yield from [*(word for word in words if word != "tactics=" or not verbs), *verbs]


def _with_descriptions(words: Words) -> Named:
    return [(each, "") if isinstance(each, str) else each for each in words if each]


def _assignments(keys: Mapping[str, object]) -> list[str]:
    """Return the completions of `key=value`: one for each possible value if these are known, else the key."""
    words: list[str] = []
    for key, type_ in keys.items():
        if kinds_of_values(type_) & {Literal, str, int, float, bool}:
            values = [*fixed_words(type_), *(("true", "false") if bool in kinds_of_values(type_) else ())]
            words += [f"{key}={value}" for value in values] or [f"{key}="]
    return words


def keys_of_fight(game: Game) -> list[str]:
    """Return the keys of the encounter that `set .` may set."""
    keys = [key for key in _assignments(key_types(game.encounter)) if not key.startswith(("ruleset=", "phase="))]
    house = [
        f"house.{name}={value}"
        for name, type_ in game.house_keys.items()
        for value in (("true", "false") if type_ is bool else ("",))
    ]
    return [*keys, *(f"phase={phase}" for phase in game.phases), *house, "dice.seed="]


def _paths_of_numbers(path: list[str], value: object) -> Iterator[list[str]]:
    """Yield the paths of the numbers in a value; of tables only in weapons."""
    if isinstance(value, dict) and path[0] == "weapons":
        for key, item in value.items():
            yield from _paths_of_numbers([*path, key], item)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield path


def is_fallen(member: Mapping[str, Any], game: Game) -> bool:
    """Tell whether a combatant is fallen, according to the file."""
    for key, values in game.gone.items():
        state = member.get(key)
        words = state if isinstance(state, list) else [max(state, 0) if isinstance(state, int) else state]
        if any(str(word) in values for word in words):
            return True
    return False


def completions_for_line(command: Command, words: Sequence[str], path: str | None) -> CompletionsOfLine:
    """Return the completions of a command's line: for the file that it names, else for the one in play."""
    named = file_and_game_on_line(command, words)
    path = os.path.expanduser(named.get("file", path) or "")
    try:
        if "ruleset" in named:
            return CompletionsOfLine(command, [requested_game(named["ruleset"])], {}, "")
        if path and path != STANDARD:
            source = read_encounter_file(path)
            return CompletionsOfLine(command, [source.game], source.tables, path)
    except CombatError:
        pass
    return CompletionsOfLine(command, [*usable_games().values()], {}, "")
