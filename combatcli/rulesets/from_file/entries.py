"""A compiled command's table: its values and changes in order, and those that odds need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combatcli.records import Record
from combatcli.rulesets.from_file.expressions import Expression
from combatcli.rulesets.from_file.reader import LookUp


class Entry(Record):
    """A computed value, or a change of a key: whose, which key, and the expression; ``says`` are words."""

    owner: str
    key: str
    value: Expression | LookUp

    @property
    def pool(self) -> bool:
        """Whether it keeps its dice."""
        return isinstance(self.value, Expression) and self.value.pool

    @property
    def name(self) -> str:
        """Its name among the values: =target.hp for a change, which no expression can use."""
        return f"={self.owner}.{self.key}" if self.owner else self.key

    @property
    def bare(self) -> frozenset[str]:
        """The values that it uses."""
        return self.value.bare


class Program:
    """A command's table: the entries in order, the refusals, and the rolls made once for all targets."""

    def __init__(
        self,
        path: str,
        entries: Sequence[Entry],
        refused: Mapping[str, Expression | None] | None = None,
        once: Program | None = None,
    ) -> None:
        self.path = path
        self.entries = tuple(entries)
        self.refused = {sentence: when for sentence, when in (refused or {}).items() if when is not None}
        self.once = once
        self.keys = frozenset([entry.key for entry in entries if not entry.owner])
        self.changes = tuple([(entry.owner, entry.key) for entry in entries if entry.owner])
        self._lean: dict[frozenset[str], tuple[Entry, ...]] = {}

    @property
    def words(self) -> list[str]:
        """The words for the report, each once."""
        tables = [entry.value for entry in self.entries if entry.name == "says" and isinstance(entry.value, LookUp)]
        return [*dict.fromkeys(words for table in tables for _, _, words in table.rows)]

    def lean(self, kept: frozenset[str]) -> tuple[Entry, ...]:
        """Return the entries needed for some values and the changes; a pool used once is substituted."""
        if kept not in self._lean:
            self._lean[kept] = tuple(_needed(self.entries, kept))
        return self._lean[kept]


def _needed(entries: Sequence[Entry], kept: frozenset[str]) -> list[Entry]:
    wanted, needed = set(kept), list[Entry]()
    if any(entry.key == "damage" for entry in entries):
        wanted.add("hit")
    for entry in reversed(entries):
        if entry.owner or entry.name in wanted:
            needed.insert(0, entry)
            wanted |= entry.bare
    for pool in [entry for entry in needed if entry.pool and entry.name not in kept]:
        users = [entry for entry in needed if pool.name in entry.bare]
        value = users[0].value if len(users) == 1 else None
        if isinstance(value, Expression) and isinstance(pool.value, Expression) and value.uses(pool.name) == 1:
            inlined = users[0].changed(value=value.with_pool(pool.name, pool.value))
            needed = [inlined if entry is users[0] else entry for entry in needed if entry is not pool]
    return needed
