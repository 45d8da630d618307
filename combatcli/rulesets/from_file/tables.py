"""The tables of a game's file, read: what the game asks of every command; and all that is wrong in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combatcli.encounter.schema import Member
from combatcli.errors import RefusedError, nearest
from combatcli.rulesets.from_file.compiling import Names
from combatcli.rulesets.from_file.entries import Entry, Program
from combatcli.rulesets.from_file.expressions import DICE, NUMBER, POOL, Expression, Value
from combatcli.rulesets.from_file.keys import (
    FLAG,
    MOST_KEYS,
    Kind,
    Owner,
    check_circles,
    needs_of,
    read_kind,
    words_of,
)
from combatcli.rulesets.from_file.reader import Option, Reader
from combatcli.rulesets.outside import OURS

COMMANDS = ("attack", "test", "recover")
"""What takes options of the game's own."""
TOP = (
    *("game", "about", "out", "able", "pending", "most", "traits", "tactics", "combatant", "weapon", "options"),
    *("attack", "attacks", "wound", "test", "contest", "recover", "turn", "order", "status", "conditions", "house"),
    *("show", "rules", "example"),
)
EVERYBODYS = {*Member.__struct_fields__, "weapons", "wielding", "round"}
PREFIXES = {
    "attack": ("attacker", "target", "weapon", "foe", "house"),
    "once": ("attacker", "weapon", "house"),
    "wound": ("target", "house"),
    **dict.fromkeys(("test", "recover", "turn"), ("who", "house")),
}
CHANGED = {"attack": ("attacker", "target", "weapon"), "wound": ("target",), "test": ("who",), "recover": ("who",)}
CHANGED["turn"] = ("who",)
EXAMPLES = {"test": 'As in success = "total >= 15".', "order": 'As in roll = "1d20".'}


class Rules:
    """A game's file, read. ``reader`` has what is wrong in it; where that is anything, nothing is played."""

    def __init__(self, name: str, tables: Mapping[str, Any], reader: Reader) -> None:
        self.name = name
        self.tables = tables
        self.reader = reader
        reader.known("", tables, TOP, "a game")
        self.title = reader.text_of(tables, "game")
        if self.title in OURS:
            reader.slip("game", f"{self.title} is another game", "Choose another name.", part=self.title)
        self.about = reader.text_of(tables, "about")
        self.most = reader.number(tables["most"], "most") if "most" in tables else None
        self.pending = self._flag("pending", default=True)
        self._read_keys()
        self.options = {command: self._options(command) for command in COMMANDS}
        self._read_expressions()
        self._read_programs()
        self._read_order()
        self.columns = self._columns()
        self.traits = self._traits()
        self.tactics = self._texts("tactics", tables.get("tactics", []))
        self._check_tactics()
        self._check_rules()

    def _flag(self, key: str, *, default: bool) -> bool:
        value = self.tables.get(key, default)
        if not isinstance(value, bool):
            self.reader.slip(key, "expected true or false")
        return bool(value)

    def _texts(self, path: str, value: object) -> list[str]:
        texts = [value] if isinstance(value, str) else value
        if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
            return texts
        self.reader.slip(path, "expected a list of texts")
        return []

    def _read_keys(self) -> None:
        reader, tables = self.reader, self.tables
        combatant, weapon = reader.table(tables, "combatant"), reader.table(tables, "weapon")
        if len(combatant) + len(weapon) > MOST_KEYS:
            reader.slip("combatant", f"a game has at most {MOST_KEYS} keys, not {len(combatant) + len(weapon)}")
        status, conditions = reader.table(tables, "status"), reader.table(tables, "conditions")
        self.house = reader.options(reader.table(tables, "house"), "house", dice=False)
        if "strict" in self.house:
            reader.slip("house.strict", "every game has a strict of its own", "Choose another name.")
        self.conditions = {key: reader.text_of(conditions, key, f"conditions.{key}") for key in conditions}
        for table, keys in (("status", status), ("conditions", conditions)):
            for key in keys:
                if reader.name(key, f"{table}.{key}") and key in {*combatant, *EVERYBODYS}:
                    reader.slip(f"{table}.{key}", f"a combatant has a key {key}", "Choose another name.")
        self.words = words_of(combatant, weapon)
        house = dict.fromkeys(self.house, NUMBER)
        everybodys = dict.fromkeys(("count", "player", "round", *status, *conditions), NUMBER)
        weapons = Names({"house": house}, {"round": NUMBER}, self.words)
        everybody = Names({"house": house}, everybodys, self.words)
        self.combatant = read_kind(reader, combatant, "combatant", EVERYBODYS, everybody)
        self.weapon = read_kind(reader, weapon, "weapon", {"kind", "round"}, weapons)
        self.own = everybody.changed(bare={**everybodys, **self.combatant.sorts})
        self.of_weapon = weapons.changed(bare={"round": NUMBER, **self.weapon.sorts})

    def _options(self, command: str) -> dict[str, Option]:
        reader = self.reader
        every = reader.table(self.tables, "options")
        reader.known("options", every, COMMANDS, "a game's options")
        path = f"options.{command}"
        options = reader.options(reader.table(every, command, path), path, dice=True)
        taken = {
            "attack": ("weapon", "apply", "all", "bonus", "with", "against", "damage", "hit"),
            "test": ("bonus", "side", "with", "against", "trait", "who", "success"),
            "recover": ("side", "with", "against", "amount", "who"),
        }[command]
        for key in options:
            if key in (*taken, *PREFIXES[command], *SHARED):
                reader.slip(f"{path}.{key}", f"{command} has a {key} already", "Choose another name.")
        return options

    def _read_expressions(self) -> None:
        reader, tables = self.reader, self.tables
        status = reader.table(tables, "status")
        read = {name: reader.expression(text, f"status.{name}", self.own, dice=False) for name, text in status.items()}
        self.status = {name: expression for name, expression in read.items() if expression is not None}
        self.out = reader.expression(tables.get("out", 0), "out", self.own, dice=False)
        self.able = reader.expression(tables.get("able", 1), "able", self.own, dice=False)
        needs = needs_of(self.combatant) | {name: each.bare for name, each in self.status.items()}
        check_circles(reader, lambda name: f"{'status' if name in self.status else 'combatant'}.{name}", needs)
        check_circles(reader, lambda name: f"weapon.{name}", needs_of(self.weapon))

    def _read_programs(self) -> None:
        reader, tables = self.reader, self.tables
        attacks = reader.table(tables, "attacks")
        options = {
            name: NUMBER if not isinstance(each.default, str) else DICE for name, each in self.options["attack"].items()
        }
        given = {**options, "bonus": NUMBER, "round": NUMBER}
        self.attacks = {"": self._program("attack", reader.table(tables, "attack"), "attack", given)}
        for kind in attacks:
            path = f"attacks.{kind}"
            self.attacks[kind] = self._program(path, reader.table(attacks, kind, path), "attack", given)
        self.values = frozenset().union(*[program.keys for program in self.attacks.values()]) - {
            "says",
            "hit",
            "damage",
        }
        wound = reader.table(tables, "wound")
        told = dict.fromkeys(self.values - wound.keys(), NUMBER)
        self.wound = self._program("wound", wound, "wound", {**told, "damage": NUMBER, "round": NUMBER})
        self.kept = frozenset().union(*[entry.bare for entry in self.wound.entries]) & told.keys()
        self.test = self._perhaps("test", self._given("test"))
        self.recover = self._perhaps("recover", self._given("recover"))
        self.turn = self._perhaps("turn", {"round": NUMBER})
        self.contest = self._contest()

    def _perhaps(self, name: str, given: Mapping[str, str]) -> Program | None:
        """Return the program of a table that a game may have."""
        return self._program(name, self.reader.table(self.tables, name), name, given) if name in self.tables else None

    def _given(self, command: str) -> dict[str, str]:
        more = {"test": ("bonus", "trait"), "recover": ("amount",)}[command]
        options = {
            name: DICE if isinstance(each.default, str) else NUMBER for name, each in self.options[command].items()
        }
        return {**options, **dict.fromkeys((*more, "round"), NUMBER)}

    def prefixes(self, kind: str) -> dict[str, dict[str, str]]:
        """Return what each prefix of a command's table has."""
        house, own, weapon = dict.fromkeys(self.house, NUMBER), dict(self.own.bare), dict(self.of_weapon.bare)
        return {
            prefix: house if prefix == "house" else weapon if prefix in ("weapon", "foe") else own
            for prefix in PREFIXES[kind]
        }

    def _program(self, path: str, table: Mapping[str, Any], kind: str, given: Mapping[str, str]) -> Program:
        reader, bare = self.reader, dict(given)
        once, refused = None, dict[str, Expression]()
        if kind == "attack" and "once" in table:
            named = reader.table(table, "once", f"{path}.once")
            once = self._program(f"{path}.once", named, "once", bare)
            bare |= {entry.key: POOL if entry.pool else NUMBER for entry in once.entries}
        entries, changes = list[Entry](), list[tuple[str, Mapping[str, Any]]]()
        for key, value in table.items():
            where = f"{path}.{key}"
            if kind == "attack" and key in ("once", "refuse"):
                continue
            if isinstance(value, dict) and "of" not in value:
                changes.append((key, value))
                continue
            entry = self._entry(key, value, where, Names(self.prefixes(kind), bare, self.words))
            entries += [entry] if entry is not None else []
            if key != "says":
                bare[key] = POOL if entry is not None and entry.pool else NUMBER
        names = Names(self.prefixes(kind), bare, self.words)
        for owner, keys in changes:
            entries += self._changes(path, owner, keys, kind, names)
        asked = Names(self.prefixes(kind), given, self.words)
        for sentence, text in reader.table(table, "refuse", f"{path}.refuse").items() if kind == "attack" else ():
            expression = reader.expression(text, f"{path}.refuse.{sentence}", asked, dice=False)
            refused |= {sentence: expression} if expression is not None else {}
        if path == "test" and "success" not in table:
            reader.slip("test", "a test needs success", EXAMPLES["test"])
        return Program(path, entries, refused, once)

    def _entry(self, key: str, value: Any, where: str, names: Names) -> Entry | None:
        reader = self.reader
        if not reader.name(key, where):
            return None
        if key in names.bare:
            reader.slip(where, f"{key} has a value already", "Choose another name.")
            return None
        if key in names.prefixes:
            reader.slip(where, f"{key} stands for somebody's keys, and is no value", f'As in {key}.hp = "…".')
            return None
        if isinstance(value, dict):
            look_up = reader.look_up(value, where, names, words=key == "says")
            return Entry("", key, look_up) if look_up is not None else None
        if key == "says":
            reader.slip(where, "says is a look-up", 'As in says = { of = "total", "10+" = "a strong hit" }')
            return None
        expression = reader.expression(value, where, names)
        return Entry("", key, expression, expression.pool) if expression is not None else None

    def _changes(self, path: str, owner: str, keys: Mapping[str, Any], kind: str, names: Names) -> list[Entry]:
        reader, allowed = self.reader, CHANGED.get(kind, ())
        if owner not in allowed:
            hint = f"It may change {', '.join(allowed)}." if allowed else ""
            reader.slip(f"{path}.{owner}", f"[{path}] changes nothing of {owner}", hint)
            return []
        of = self.weapon if owner == "weapon" else self.combatant
        found = []
        for key, value in keys.items():
            where = f"{path}.{owner}.{key}"
            if not (of.settable(key) or (key in self.conditions and owner != "weapon")):
                reader.slip(where, *self._not_set(of, key))
                continue
            expression = reader.expression(value, where, names)
            found += [Entry(owner, key, expression)] if expression is not None else []
        return found

    def _not_set(self, of: Kind, key: str) -> tuple[str, str]:
        if key in self.status and of is self.combatant:
            return f"{key} is a status, which follows from numbers", "Change the numbers."
        if key in of.keys:
            return f"{key} is worked out, so nothing can change it", "Make it a number, or change what it is made of."
        settable = [name for name in of.sorts if of.settable(name)]
        return f"a {of.path} has no {key} to change", nearest(key, settable)

    def _contest(self) -> Expression | None:
        if "contest" not in self.tables:
            return None
        reader, table = self.reader, self.reader.table(self.tables, "contest")
        reader.known("contest", table, ("success",), "[contest]")
        if self.test is None:
            reader.slip("contest", "a contest is made of two tests, and there is no [test]", "Add a [test].")
            return None
        values = {**dict.fromkeys(self.test.keys - {"says"}, NUMBER), "trait": NUMBER}
        names = Names({"own": values, "other": values, "house": dict.fromkeys(self.house, NUMBER)}, {"round": NUMBER})
        if "success" not in table:
            reader.slip("contest", "a contest needs success", 'As in success = "own.total > other.total".')
            return None
        return reader.expression(table["success"], "contest.success", names, dice=False)

    def _read_order(self) -> None:
        reader, table = self.reader, self.reader.table(self.tables, "order")
        reader.known("order", table, ("roll", "by", "again", "low"), "[order]")
        self.order = None
        if "order" in self.tables and "roll" not in table:
            reader.slip("order", "an order needs roll", EXAMPLES["order"])
        elif "roll" in table:
            self.order = reader.expression(table["roll"], "order.roll", self.own)
        self.low = table.get("low", False)
        if not isinstance(self.low, bool):
            reader.slip("order.low", "expected true or false")
        self.by_side = self._one_of(table, "by", ("combatant", "side")) == "side"
        self.each_round = self._one_of(table, "again", ("never", "each round")) == "each round"

    def _one_of(self, table: Mapping[str, Any], key: str, words: tuple[str, ...]) -> str:
        value = table.get(key, words[0])
        if value in words:
            return str(value)
        listed = " or ".join(f'"{word}"' for word in words)
        self.reader.slip(f"order.{key}", f"expected {listed}", part=str(value))
        return words[0]

    def _columns(self) -> list[str]:
        reader, table = self.reader, self.reader.table(self.tables, "show")
        reader.known("show", table, ("columns",), "[show]")
        columns = self._texts("show.columns", table.get("columns", []))
        for column in columns:
            for key in column.split("/") if column.count("/") < 2 else [column]:
                if key not in self.own.bare and key != "wielding":
                    reader.slip("show.columns", f"a combatant has no {key}", nearest(key, self.own.bare), part=key)
        return columns

    def _traits(self) -> list[str]:
        tested = [name for name, key in self.combatant.keys.items() if key.sort == NUMBER and key.type != FLAG]
        traits = self._texts("traits", self.tables.get("traits", tested))
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

    def _check_rules(self) -> None:
        reader = self.reader
        reader.table(self.tables, "example")
        for id_, rule in reader.table(self.tables, "rules").items():
            path = f"rules.{id_}"
            if not isinstance(rule, dict):
                reader.slip(path, "expected a table with title and text")
                continue
            reader.known(path, rule, ("title", "text", "words", "related"), "a rule")
            for key in ("title", "text"):
                if key not in rule:
                    reader.slip(path, f"a rule needs a {key}")
                reader.text_of(rule, key, f"{path}.{key}")
            reader.text_of(rule, "words", f"{path}.words")
            self._texts(f"{path}.related", rule.get("related", []))

    def house_values(self, house: Mapping[str, Any]) -> dict[str, int]:
        """Return the switches of an encounter by their names."""
        return {name: int(house.get(name, option.default)) for name, option in self.house.items()}

    def more(self, owner: Owner, name: str, house: Mapping[str, int], round_: int) -> Value | None:
        """Return what somebody has besides the declared keys: statuses, conditions, the count; the house rules."""
        _, dot, key = name.partition(".")
        if dot:
            return house[key]
        if name == "round":
            return round_
        if name in self.status:
            return self.status[name].number(owner)
        if name in self.conditions:
            return int(any(note.name == name for note in owner.thing.notes))
        return int(getattr(owner.thing, name))


SHARED = (
    *("file", "output", "dry_run", "pass", "wait", "no_lock", "seed", "dice", "cards", "strict", "odds", "ruleset"),
    *("json", "quiet", "verbose", "color", "exit_status", "help", "round"),
)
"""Options that every line has."""
