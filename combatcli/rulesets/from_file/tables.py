"""The tables of a game's file, compiled, with all its errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from combatcli.encounter.schema import Member
from combatcli.errors import RefusedError, nearest
from combatcli.records import Event, Record
from combatcli.rulesets.from_file.compiling import Names, hint_for
from combatcli.rulesets.from_file.declared import Described, GameFile, Options
from combatcli.rulesets.from_file.entries import Entry, Program
from combatcli.rulesets.from_file.expressions import NUMBER, POOL, Expression
from combatcli.rulesets.from_file.keys import FLAG, Kind, check_circles, needs_of, read_kind, words_of
from combatcli.rulesets.from_file.reader import Reader
from combatcli.rulesets.outside import OURS
from combatcli.text import escape

MOST_KEYS = 500
MOST_VALUES = 200
EVERYBODYS = {*Member.__struct_fields__, "weapons", "wielding", "round", "event", *vars(Record), *vars(Event)}
"""The keys that every combatant has, and what its event is asked for."""


class Command(Record):
    """The names that a command's table may use and change, and those its options cannot have."""

    prefixes: tuple[str, ...]
    changes: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


COMMANDS = {
    "attack": Command(
        ("attacker", "target", "weapon", "foe", "house"),
        ("attacker", "target", "weapon"),
        ("bonus",),
        ("apply", "all", "with", "against", "damage", "hit"),
    ),
    "once": Command(("attacker", "weapon", "house")),
    "wound": Command(("target", "house"), ("target",), ("damage",)),
    "test": Command(("who", "house"), ("who",), ("bonus", "trait"), ("side", "with", "against", "success")),
    "recover": Command(("who", "house"), ("who",), ("amount",), ("side", "with", "against")),
    "turn": Command(("who", "house"), ("who",)),
}
SHARED = (
    *("file", "output", "dry_run", "pass", "wait", "no_lock", "seed", "dice", "cards", "strict", "odds", "ruleset"),
    *("json", "quiet", "verbose", "color", "exit_status", "help", "round"),
)
"""The options of every line."""


class Rules:
    """A compiled game file. ``reader`` has its errors; with any, nothing is played."""

    def __init__(self, name: str, tables: Mapping[str, Any], reader: Reader) -> None:
        self.name = name
        self.reader = reader
        _check_sizes(reader, tables)
        self.file = file = reader.fitted(tables, GameFile) or GameFile("")
        self.title = escape(file.game)
        self.fights = bool(file.attack or file.attacks)
        self.conditions, self.columns = file.conditions, file.show.columns
        if self.title in OURS:
            reader.slip("game", f"{self.title} is another game", "Choose another name.", part=self.title)
        self._read_keys()
        self.options = {command: self._options(command) for command in Options.__struct_fields__}
        self._read_expressions()
        self._read_programs()
        self.order = reader.expression(file.order.roll, "order.roll", self.own) if file.order is not None else None
        self.phase = "turns" if file.order is not None else "round"
        self.low = file.order is not None and file.order.low
        self.each_round = file.order is not None and file.order.again == "each round"
        self.by_side = file.order is not None and file.order.by == "side"
        self.traits = self._traits()
        self._check_columns()
        self.tactics = [file.tactics] if isinstance(file.tactics, str) else file.tactics
        self._check_tactics()

    def _read_keys(self) -> None:
        reader, file = self.reader, self.file
        if len(file.combatant) + len(file.weapon) > MOST_KEYS:
            reader.slip("combatant", f"a game has at most {MOST_KEYS} keys in [combatant] and [weapon]")
        self.house = reader.options(file.house, "house", dice=False)
        if "strict" in self.house:
            reader.slip("house.strict", "every game has a strict of its own", "Choose another name.")
        for table, keys in (("status", file.status), ("conditions", file.conditions)):
            for key in keys:
                if reader.name(key, f"{table}.{key}") and key in {*file.combatant, *EVERYBODYS}:
                    reader.slip(f"{table}.{key}", f"a combatant has a key {key}", "Choose another name.")
        self.words = words_of(file.combatant, file.weapon)
        house = dict.fromkeys(self.house, NUMBER)
        everybodys = dict.fromkeys(("count", "player", "round", *file.status, *file.conditions), NUMBER)
        weapons = Names({"house": house}, {"round": NUMBER}, self.words)
        everybody = Names({"house": house}, everybodys, self.words)
        self.combatant = read_kind(reader, file.combatant, "combatant", EVERYBODYS, everybody)
        self.weapon = read_kind(reader, file.weapon, "weapon", {"kind", "round"}, weapons)
        self.own = everybody.changed(bare={**everybodys, **self.combatant.sorts})
        self.of_weapon = weapons.changed(bare={"round": NUMBER, **self.weapon.sorts})
        weapon = self.of_weapon.bare
        self._of_prefix = {"house": house, "weapon": weapon, "foe": weapon}

    def _options(self, command: str) -> dict[str, Described]:
        path, reserved = f"options.{command}", COMMANDS[command]
        options = self.reader.options(getattr(self.file.options, command), path, dice=True)
        for key in options:
            if key in (*reserved.bare, *reserved.prefixes, *reserved.taken, *SHARED):
                self.reader.slip(f"{path}.{key}", f"{command} has a {key} already", "Choose another name.")
        return options

    def _read_expressions(self) -> None:
        reader, file = self.reader, self.file
        read = {
            name: reader.expression(text, f"status.{name}", self.own, dice=False) for name, text in file.status.items()
        }
        self.status = {name: expression for name, expression in read.items() if expression is not None}
        self.out = reader.expression(file.out, "out", self.own, dice=False)
        self.able = reader.expression(file.able, "able", self.own, dice=False)
        needs = needs_of(self.combatant) | {name: each.bare for name, each in self.status.items()}
        check_circles(reader, lambda name: f"{'status' if name in self.status else 'combatant'}.{name}", needs)
        check_circles(reader, lambda name: f"weapon.{name}", needs_of(self.weapon))

    def _read_programs(self) -> None:
        file = self.file
        self.attacks = {"": self._program("attack", file.attack, "attack")}
        self.attacks |= {kind: self._program(f"attacks.{kind}", each, "attack") for kind, each in file.attacks.items()}
        values = frozenset().union(*[program.keys for program in self.attacks.values()]) - {"says", "hit", "damage"}
        passed = values - file.wound.keys()
        self.wound = self._program("wound", file.wound, "wound", passed)
        self.kept = frozenset().union(*[entry.bare for entry in self.wound.entries]) & passed
        self.told_of_wounds = frozenset().union(*[entry.bare for entry in self.wound.entries if entry.owner])
        self.test = self._program("test", file.test, "test") if file.test is not None else None
        if file.test is not None and "success" not in file.test:
            self.reader.slip("test", "a test needs success", 'As in success = "total >= 15".')
        self.recover = self._program("recover", file.recover, "recover") if file.recover is not None else None
        self.turn = self._program("turn", file.turn, "turn") if file.turn is not None else None
        self.contest = self._contest()

    def _program(self, path: str, table: Mapping[str, Any], kind: str, told: frozenset[str] = frozenset()) -> Program:
        sorts = dict.fromkeys((*COMMANDS[kind].bare, *told, "round"), NUMBER)
        sorts |= {name: option.sort for name, option in self.options.get(kind, {}).items()}
        names = Names(self._prefixes(kind), dict(sorts), self.words)
        if kind != "attack":
            return Program(path, [*self._entries(path, table, kind, names)])
        apart = {key: self._table_in(table, key, path) for key in ("once", "refuse")}
        early = names.changed(prefixes=self._prefixes("once"))
        once = Program(f"{path}.once", [*self._entries(f"{path}.once", apart["once"], "once", early)])
        rest = {key: value for key, value in table.items() if key not in apart}
        asked = names.changed(bare=sorts)
        refused = {
            sentence: self.reader.expression(text, f"{path}.refuse.{sentence}", asked, dice=False)
            for sentence, text in apart["refuse"].items()
        }
        return Program(path, [*self._entries(path, rest, kind, names)], refused, once if once.entries else None)

    def _prefixes(self, kind: str) -> dict[str, Mapping[str, str]]:
        """Return the keys of each prefix in a command's table."""
        return {prefix: self._of_prefix.get(prefix, self.own.bare) for prefix in COMMANDS[kind].prefixes}

    def _table_in(self, table: Mapping[str, Any], key: str, path: str) -> Mapping[str, Any]:
        inner = table.get(key, {})
        if isinstance(inner, dict):
            return inner
        self.reader.slip(f"{path}.{key}", "expected a table", f"As in [{path}.{key}]")
        return {}

    def _entries(self, path: str, table: Mapping[str, Any], kind: str, names: Names) -> Iterator[Entry]:
        """Compile the values of a table in order, each a name for the ones below; then the changes."""
        changes = {key: value for key, value in table.items() if isinstance(value, dict) and "of" not in value}
        for key, value in table.items():
            if key not in changes:
                yield from self._value(key, value, f"{path}.{key}", names)
        for owner, keys in changes.items():
            if owner in COMMANDS[kind].changes:
                yield from self._changes(owner, keys, f"{path}.{owner}", names)
            else:
                hint = f"It may change {', '.join(COMMANDS[kind].changes) or 'nothing'}."
                self.reader.slip(f"{path}.{owner}", f"[{path}] changes nothing of {owner}", hint)

    def _value(self, key: str, value: Any, where: str, names: Names) -> Iterator[Entry]:
        reader = self.reader
        if not reader.name(key, where):
            return
        if key in names.bare or key in names.prefixes:
            hint = f'As in {key}.hp = "…".' if key in names.prefixes else "Choose another name."
            reader.slip(where, f"{key} stands for something else here", hint)
            return
        read: Any = None
        if isinstance(value, dict):
            read = reader.look_up(value, where, names, words=key == "says")
        elif key == "says":
            reader.slip(where, "says is a look-up", 'As in says = { of = "total", "10+" = "a strong hit" }')
        else:
            read = reader.expression(value, where, names)
        if key != "says":
            names.bare[key] = POOL if isinstance(read, Expression) and read.pool else NUMBER
        if read is not None:
            yield Entry("", key, read)

    def _changes(self, owner: str, keys: Mapping[str, Any], path: str, names: Names) -> Iterator[Entry]:
        of = self.weapon if owner == "weapon" else self.combatant
        for key, value in keys.items():
            if of.settable(key) or (key in self.conditions and owner != "weapon"):
                expression = self.reader.expression(value, f"{path}.{key}", names)
                if expression is not None:
                    yield Entry(owner, key, expression)
            else:
                self.reader.slip(f"{path}.{key}", *self._not_set(of, key))

    def _not_set(self, of: Kind, key: str) -> tuple[str, str]:
        if key in self.status and of is self.combatant:
            return f"{key} is a status, which follows from numbers", "Change the numbers."
        if key in of.keys:
            return f"{key} is worked out, so nothing can change it", "Make it a number, or change what it is made of."
        return f"a {of.path} has no {key} to change", nearest(key, filter(of.settable, of.sorts))

    def _contest(self) -> Expression | None:
        if self.file.contest is None:
            return None
        if self.test is None:
            self.reader.slip("contest", "a contest is made of two tests, and there is no [test]", "Add a [test].")
            return None
        values = dict.fromkeys({*self.test.keys, "trait"} - {"says"}, NUMBER)
        names = Names({"own": values, "other": values, "house": self._of_prefix["house"]}, {"round": NUMBER})
        return self.reader.expression(self.file.contest.success, "contest.success", names, dice=False)

    def _check_columns(self) -> None:
        for column in self.columns:
            for key in column.split("/", 1):
                if key not in self.own.bare and key != "wielding":
                    hint = hint_for(key, self.own.bare)
                    self.reader.slip("show.columns", f"a combatant has no {key}", hint, part=key)

    def _traits(self) -> list[str]:
        tested = [name for name, key in self.combatant.keys.items() if key.sort == NUMBER and key.type != FLAG]
        traits = tested if self.file.traits is None else self.file.traits
        for trait in traits:
            if trait not in self.combatant.sorts:
                self.reader.slip("traits", f"a combatant has no {trait}", nearest(trait, tested), part=trait)
        return traits

    def _check_tactics(self) -> None:
        for text in self.tactics:
            from combatcli.rulesets.tactic_lines import parsed

            try:
                parsed(text)
            except RefusedError as error:
                self.reader.slip("tactics", f'"{text}": {error.message}', error.hint, part=text)


def _check_sizes(reader: Reader, tables: Mapping[str, Any], path: str = "") -> None:
    """Note the tables with too many keys; an example's are those of an encounter."""
    for key, value in tables.items():
        if isinstance(value, dict) and (path or key != "example"):
            where = f"{path}.{key}".lstrip(".")
            if len(value) > MOST_VALUES:
                reader.slip(where, f"a table has at most {MOST_VALUES} keys, not {len(value)}", "Take it apart.")
            _check_sizes(reader, value, where)
