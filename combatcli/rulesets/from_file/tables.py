"""The tables of a game's file, compiled, with all its errors."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any

from msgspec import to_builtins

from combatcli.circles import circle_in
from combatcli.declarations import EXIT_STATUS, WITHOUT_FILE
from combatcli.encounter.schema import Member
from combatcli.errors import nearest
from combatcli.records import Event, Record
from combatcli.rulesets.from_file.expressions import NUMBER, POOL, Expression, Names
from combatcli.rulesets.from_file.keys import DEEPEST, FLAG, MAXIMUM, Key, KeyTable
from combatcli.rulesets.from_file.reader import Reader
from combatcli.rulesets.from_file.types import GameFile
from combatcli.rulesets.outside import OURS
from combatcli.text import escape

MOST_KEYS = 500
MOST_VALUES = 200
EVERYBODYS = {*Member.__struct_fields__, "weapons", "wielding", "round", "event", *vars(Record), *vars(Event)}
"""The names that no key of a combatant can have: keys that it has in every game, and attributes of its event."""
EVERY_LINES = {"help", "round", *[option.key for option in (*WITHOUT_FILE, EXIT_STATUS)]}
"""The names that no option of a game can have: the options of every command, and what has a value everywhere."""


class Scope(Record):
    """What a command's table may name and change."""

    prefixes: tuple[str, ...]
    """The prefixes of the keys that it may use, and, but for foe and house, change."""
    numbers: tuple[str, ...] = ()
    """The numbers that the command's line gives it."""
    taken: tuple[str, ...] = ()
    """Further names that its options cannot have: those of the command's own options, and of its values."""


TAKEN_BY_ATTACK = ("apply", "all", "with", "against", "damage", "hit", "says")
SCOPES = {
    "attack": Scope(("attacker", "target", "weapon", "foe", "house"), ("bonus",), TAKEN_BY_ATTACK),
    "wound": Scope(("target", "house"), ("damage",)),
    "test": Scope(("who", "house"), ("bonus", "trait"), ("side", "with", "against", "success")),
    "recover": Scope(("who", "house"), ("amount",), ("side", "with", "against")),
    "turn": Scope(("who", "house")),
}
WANTED = {"hit", "damage", "success", "says"}
"""The values that commands themselves use."""


class Entry(Record):
    """A computed value, or a change of a key: whose, which key, and the expression; ``says`` are words."""

    name: str
    """Its name among the values: =target.hp for a change, which no expression can use."""
    owner: str
    key: str
    value: Expression


class Program:
    """A command's table: the entries in order, the refusals, and the rolls made once for all targets.

    ``wanted`` are the values that are used in the end, with all changes.
    """

    refused: Mapping[str, Expression] = {}
    once: "Program"

    def __init__(self, path: str, entries: Sequence[Entry], wanted: Collection[str]) -> None:
        self.path = path
        self.entries = tuple(entries)
        self.changes = [entry for entry in entries if entry.owner]
        self.wanted = frozenset(wanted).union([entry.name for entry in self.changes])
        self.keys = frozenset([entry.key for entry in entries if not entry.owner])
        self.changed_by = frozenset().union(*[entry.value.bare for entry in self.changes])
        """The values that its changes use."""
        self.words = dict.fromkeys([row for entry in entries if entry.name == "says" for *_, row in entry.value.rows])
        """The words for the report, each once."""

    def changed_of(self, owner: str) -> set[str]:
        """Return the keys of a prefix that it changes."""
        return {entry.key for entry in self.changes if entry.owner == owner}

    @cached_property
    def needed_entries(self) -> tuple[Entry, ...]:
        """The entries needed for the wanted values."""
        used, needed = set(self.wanted), list[Entry]()
        for entry in reversed(self.entries):
            if entry.name in used:
                needed.insert(0, entry)
                used |= entry.value.bare
        return tuple(needed)

    @cached_property
    def deferred(self) -> set[str]:
        """The pools whose dice are rolled where the pool is used, for that is one place."""
        mentions = Counter(name for entry in self.needed_entries for name in entry.value.mentions)
        pools = {entry.name for entry in self.needed_entries if entry.value.pool}
        return {name for name in pools - self.wanted if mentions[name] == 1}


class Rules(Reader):
    """A compiled game file; with any errors, nothing is played."""

    def __init__(self, name: str, text: str, tables: dict[str, Any]) -> None:
        super().__init__(text)
        self.name = name
        self.file = file = self.fitted(tables, GameFile)
        self.title = escape(file.game)
        self.fights = bool(file.attack or file.attacks)
        if self.title in OURS:
            self.slip("game", f"{self.title} is another game", "Choose another name.", part=self.title)
        if not file.game and tables.get("game", "") == "":
            self.slip("game", "a game has a name", 'As in game = "duel".')
        self._read_keys()
        self.status = self.expressions(file.status, "status", self.own)
        texts = {"=out": file.out, "=able": file.able}
        whether = {name: self.expression(text, name[1:], self.own, dice=False) for name, text in texts.items()}
        self.formulas = {**self.status, **whether}
        """What follows from the keys of somebody: the statuses, =out and =able."""
        self._check_needs(self.combatant, self.status)
        self._check_needs(self.weapon, {})
        self._read_programs()
        self.ordered = file.order is not None
        self.order = self.expression(file.order.roll if self.ordered else 0, "order.roll", self.own)
        self.phase = "turns" if self.ordered else "round"
        self.by_side = self.ordered and file.order.by == "side"
        keys, own = self.combatant.keys, self.own.bare
        tested = [name for name in self.combatant.numbers if keys[name].type not in (FLAG, MAXIMUM)]
        self.traits = tested if file.traits is None else file.traits
        columns = [column.split("/", 1) for column in file.show.columns]
        strangers = [("traits", key, tested) for key in self.traits if key not in keys]
        strangers += [("show.columns", key, [*own]) for key in chain(*columns) if key not in (*own, "wielding")]
        for path, key, offered in strangers:
            self.slip(path, f"a combatant has no {key}", nearest(key, offered), part=key)
        bars = [(points, most) for most, points in self.combatant.maxima.items()]
        self.first_bar = [*bars, *[tuple(column) for column in columns if len(column) > 1], ("", "")][0]
        """The first points, or the keys of the first bar, with their maximum."""
        self.tactics = [file.tactics] if isinstance(file.tactics, str) else file.tactics

    def _read_keys(self) -> None:
        file = self.file
        if len(file.combatant) + len(file.weapon) > MOST_KEYS:
            self.slip("combatant", f"a game has at most {MOST_KEYS} keys in [combatant] and [weapon]")
        self.house = self.named_options(file.house, "house", ["strict"])
        for table, keys in (("status", file.status), ("conditions", file.conditions)):
            for key in keys:
                if self.check_name(key, f"{table}.{key}") and key in {*file.combatant, *EVERYBODYS}:
                    self.slip(f"{table}.{key}", f"a combatant has a key {key}", "Choose another name.")
        self.options = dict[str, dict[str, Key]]()
        for command, table in to_builtins(file.options).items():
            scope = SCOPES[command]
            taken = {*scope.prefixes, *scope.numbers, *scope.taken, *EVERY_LINES}
            self.options[command] = self.named_options(table, f"options.{command}", taken)
        combatant = self.drafts(file.combatant, "combatant", EVERYBODYS)
        weapon = self.drafts(file.weapon, "weapon", {"kind", "round"})
        choices = [key.words for keys in (combatant, weapon, *self.options.values()) for key in keys.values()]
        words = {word: number for number, word in enumerate(dict.fromkeys(chain(*choices)), 1)}
        house = dict.fromkeys(self.house, NUMBER)
        everybodys = dict.fromkeys(("count", "player", "round", *file.status, *file.conditions), NUMBER)
        everybody = Names({"house": house}, everybodys, words)
        self.combatant = self.keys(combatant, "combatant", everybody)
        self.weapon = self.keys(weapon, "weapon", everybody.changed(bare={"round": NUMBER}))
        self.own, of_weapon = self.combatant.names, self.weapon.names.bare
        self._of_prefix = {"house": house, "weapon": of_weapon, "foe": of_weapon}

    def _check_needs(self, table: KeyTable, status: Mapping[str, Expression]) -> None:
        """Note the first default or status that needs itself, or others in too deep a chain."""
        formulas = {**{name: key.default for name, key in table.keys.items()}, **status}
        deep = {name: sorted(each.bare) for name, each in formulas.items() if getattr(each, "bare", None)}
        for _ in range(DEEPEST - 1):
            deep = {name: needs for name, needs in deep.items() if any(each in deep for each in needs)}
        if deep:
            circle = circle_in(deep)
            name = [*circle, *reversed(deep)][0]
            what = f"{name} needs itself: {' -> '.join(circle)}" if circle else f"keys use keys at most {DEEPEST} deep"
            self.slip(f"{'status' if name in status else table.path}.{name}", what)

    def _read_programs(self) -> None:
        file = self.file
        self.attacks = {"": self._program("attack", file.attack, "attack")}
        self.attacks |= {kind: self._program(f"attacks.{kind}", each, "attack") for kind, each in file.attacks.items()}
        values = frozenset().union(*[program.keys for program in self.attacks.values()])
        values -= {"says", "hit", "damage", *file.wound}
        self.wound = self._program("wound", file.wound, "wound", values)
        self.kept = values.intersection(*[[name for entry in self.wound.entries for name in entry.value.bare]])
        """The values of an attack that its wound uses."""
        for program in self.attacks.values():
            program.wanted |= self.kept
        self.test = self._program("test", file.test or {}, "test")
        self.recover = self._program("recover", file.recover or {}, "recover")
        self.turn = self._program("turn", file.turn, "turn")
        if file.test is not None and "success" not in file.test:
            self.slip("test", "a test needs success", 'As in success = "total >= 15".')
        self.contest: Any = None
        if file.contest is not None and file.test is None:
            self.slip("contest", "a contest is made of two tests, and there is no [test]", "Add a [test].")
        elif file.contest is not None:
            sorts = dict.fromkeys({*self.test.keys, "trait"} - {"says"}, NUMBER)
            names = Names({"own": sorts, "other": sorts, "house": self._of_prefix["house"]}, {"round": NUMBER})
            self.contest = self.expression(file.contest.success, "contest.success", names, dice=False)
            self.test.wanted |= {name.partition(".")[2] for name in self.contest.names}

    def _program(self, path: str, table: Mapping[str, Any], command: str, more: Collection[str] = ()) -> Program:
        """Compile a command's table; ``more`` are the values that it knows besides those of its command."""
        sorts = dict.fromkeys((*SCOPES[command].numbers, *more, "round"), NUMBER)
        sorts |= {name: option.sort for name, option in self.options.get(command, {}).items()}
        prefixes = {prefix: self._of_prefix.get(prefix, self.own.bare) for prefix in SCOPES[command].prefixes}
        names = Names(prefixes, dict(sorts), self.own.words)
        apart = {key: table[key] for key in ("once", "refuse") if command == "attack" and key in table}
        for key in [key for key, inner in apart.items() if not isinstance(inner, dict)]:
            self.slip(f"{path}.{key}", "expected a table", f"As in [{path}.{key}]")
            apart[key] = {}
        early = names.changed(prefixes={each: keys for each, keys in prefixes.items() if each not in ("target", "foe")})
        before = [*self._entries(f"{path}.once", apart.get("once", {}), (), early)]
        rest = {key: value for key, value in table.items() if key not in apart}
        changed = [prefix for prefix in prefixes if prefix not in ("foe", "house")]
        program = Program(path, [*self._entries(path, rest, changed, names)], WANTED)
        program.once = Program(f"{path}.once", before, early.bare)
        program.refused = self.expressions(apart.get("refuse", {}), f"{path}.refuse", names.changed(bare=sorts))
        return program

    def _entries(self, path: str, table: Mapping[str, Any], changed: Sequence[str], names: Names) -> Iterator[Entry]:
        """Compile the values of a table in order, each a name for the ones below; then the changes."""
        if len(table) > MOST_VALUES:
            self.slip(path, f"a table has at most {MOST_VALUES} keys, not {len(table)}", "Take it apart.")
        changes = {key: value for key, value in table.items() if isinstance(value, dict) and "of" not in value}
        for key, value in table.items():
            if key not in changes:
                yield from self._value(key, value, f"{path}.{key}", names)
        for owner, keys in changes.items():
            where, of = f"{path}.{owner}", self.weapon if owner == "weapon" else self.combatant
            if owner not in changed:
                may = ", ".join(changed) or "nothing"
                self.slip(where, f"[{path}] changes nothing of {owner}", f"It may change {may}.")
                continue
            for key, value in keys.items():
                if of.settable(key) or (key in self.file.conditions and owner != "weapon"):
                    yield Entry(f"={owner}.{key}", owner, key, self.expression(value, f"{where}.{key}", names))
                else:
                    self.slip(f"{where}.{key}", *self._not_set(of, key))

    def _value(self, key: str, value: Any, where: str, names: Names) -> Iterator[Entry]:
        if not self.check_name(key, where):
            return
        if key in names.bare or key in names.prefixes:
            hint = f'As in {key}.hp = "…".' if key in names.prefixes else "Choose another name."
            self.slip(where, f"{key} stands for something else here", hint)
        elif key == "says" and not isinstance(value, dict):
            self.slip(where, "says is a look-up", 'As in says = { of = "total", "10+" = "a strong hit" }')
        else:
            formula = self.formula(value, where, names, words=key == "says")
            if key != "says":
                names.bare[key] = POOL if formula.pool else NUMBER
            formula.bare |= {"hit"} if key == "damage" else set()
            yield Entry(key, "", key, formula)

    def _not_set(self, of: KeyTable, key: str) -> tuple[str, str]:
        if key in self.status and of is self.combatant:
            return f"{key} is a status, which follows from numbers", "Change the numbers."
        if key in of.keys:
            return f"{key} is worked out, so nothing can change it", "Make it a number, or change what it is made of."
        return f"a {of.path} has no {key} to change", nearest(key, filter(of.settable, of.keys))
