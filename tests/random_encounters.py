"""Encounters written in all the ways that TOML has, for readers to be compared on."""

from __future__ import annotations

import json
from random import Random

IDS = [
    *("mira", "orc-1", "orc_2", "2", "Mira Vane", "o'brien", 'the "rat"', "$HOME", "a\\b", "Zoë", "影", "a.b", "[x]"),
    *("# no", "k=v", "`ls`", "tab\there", "new\nline", "é\u0301", "🐉", "trailing ", " leading", "*", "!1", "~", "-x"),
]
DECOYS = ['[combatants.decoy]\ncombatants.decoy2 = "x"\n[arenas.decoy3]', "]]]", "}", "x = {", "'", '"', "#"]
KEYS = ["brawn", "note", "hp", "engaged", "notes", "declared", "position"]


def encounter(seed: int) -> str:
    """Return the text of an encounter; the same one for the same seed."""
    return _Writer(Random(seed)).text()


class _Writer:
    """Writes one encounter, each part in a way that is drawn."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def text(self) -> str:
        combatants = self.random.sample(IDS, self.random.randint(0, 8))
        arenas = self.random.sample(IDS, self.random.randint(0, 4))
        self.random.shuffle(combatants)
        root, tables = ["# [combatants.comment]", 'ruleset = "realm"', self.any_value("bowl")], []
        for kind, ids in (("combatants", combatants), ("arenas", arenas)):
            way = self.random.randrange(5)
            if way == 0 and ids:
                root.append(f"{kind} = {{ {', '.join(f'{self.key(each)} = {self.inline(kind)}' for each in ids)} }}")
            elif way == 1:
                root += [line for each in ids for line in self.dotted(f"{kind}{self.dot()}{self.key(each)}", kind)]
            elif way == 2 and ids:
                tables.append([f"[{kind}]", *(f"{self.key(each)} = {self.inline(kind)}" for each in ids)])
            else:
                tables += [self.table(kind, each) for each in ids]
        self.random.shuffle(tables)
        lines = [*root, *(line for table in tables for line in table), "[[pending]]", 'combatants = { no = "one" }']
        text = "\n".join(lines) + self.random.choice(["\n", ""])
        text = text.replace("\n", "\r\n") if self.random.random() < 0.3 else text
        return f"\ufeff{text}" if self.random.random() < 0.1 else text

    def dot(self) -> str:
        return self.random.choice([".", " . ", "."])

    def key(self, word: str) -> str:
        """Return a key bare where it can be, else in either quotes."""
        bare = word.isascii() and word.replace("-", "").replace("_", "").isalnum()
        if bare and self.random.random() < 0.7:
            return word
        if "'" not in word and word.isprintable() and self.random.random() < 0.5:
            return f"'{word}'"
        return self.basic(word)

    def basic(self, word: str) -> str:
        if self.random.random() < 0.3:
            long = "".join(f"\\U{ord(each):08x}" for each in word)
            return f'"{long}"'
        return json.dumps(word, ensure_ascii=False) if self.random.random() < 0.5 or "🐉" in word else json.dumps(word)

    def string(self, word: str) -> str:
        way = self.random.randrange(4)
        if way == 0 and "'" not in word and word.isprintable():
            return f"'{word}'"
        if way == 1:
            return f'"""{self.basic(word)[1:-1]}"""'
        if way == 2 and "'" not in word and word.isprintable():
            return f"'''{word}'''"
        return self.basic(word)

    def any_value(self, key: str | None = None) -> str:
        """Return a key with a value that no name is in, however it looks."""
        decoy = self.random.choice(DECOYS)
        values = [
            *("3", "true", "1979-05-27 07:32:00", "[1, 2,\n  # ] comment\n  3]", "{ a = { b = [1, { c = 2 }] } }"),
            *(json.dumps(decoy), f"'''\n{decoy} ''x\n'''" if "'" not in decoy else "1.5"),
            '"""\n' + decoy.replace("\\", "\\\\").replace('"', '\\"') + '\\""" \\\n  x"""',
            "[\n" + ", ".join(f'{{ combatants = {{ x{n} = "]" }} }}' for n in range(3)) + ",\n]",
        ]
        return f"{key or self.random.choice(KEYS)} = {self.random.choice(values)} # [arenas.comment]"

    def weapons(self) -> list[str]:
        return self.random.sample(IDS, self.random.randint(0, 3))

    def inline(self, kind: str) -> str:
        parts = [f"name = {self.basic(self.random.choice(IDS))}", 'side = "foes"'][: self.random.randint(0, 2)]
        if kind == "combatants" and self.random.random() < 0.5:
            dotted = self.random.random() < 0.5
            arms = [f"{self.key(each)} = {{}}" for each in self.weapons()]
            parts += [f"weapons.{each}" for each in arms] if dotted else [f"weapons = {{ {', '.join(arms)} }}"]
        return "{" + ", ".join(parts) + "}"

    def dotted(self, path: str, kind: str) -> list[str]:
        arms = [f"{path}.weapons.{self.key(each)} = {{ damage = '1d6' }}" for each in self.weapons()]
        return [f"{path}.name = {self.string(self.random.choice(IDS))}", *(arms if kind == "combatants" else ())]

    def table(self, kind: str, who: str) -> list[str]:
        path = f"{kind}{self.dot()}{self.key(who)}"
        lines = [f"[{path}]" if self.random.random() < 0.8 else f"  [ {path} ] # x", self.any_value()]
        if self.random.random() < 0.6:
            lines += [
                f"name = {self.string(self.random.choice(IDS))}",
                f"side = {self.string(self.random.choice(IDS))}",
            ]
        arms = self.weapons() if kind == "combatants" else []
        if self.random.random() < 0.5:
            return [*lines, *(f"weapons.{self.key(each)} = {{ class = 'light' }}" for each in arms)]
        return [*lines, *(f"[{path}.weapons.{self.key(each)}]\ndamage = '1d6'" for each in arms), f"[[{path}.luck]]"]
