"""A command's table at work: values in the order written, each roll a task, then all changes at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combatcli import events
from combatcli.dice.limits import MOST_DICE
from combatcli.encounter.schema import Note
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file.events import Effect
from combatcli.rulesets.from_file.expressions import LARGEST, Expression, LookUp, Value, shown, throw
from combatcli.rulesets.tasks import DisplayOnly, do, roll

if TYPE_CHECKING:
    from combatcli.rulesets.from_file.play import Play
    from combatcli.rulesets.from_file.tables import Entry, Program

Told = DisplayOnly[list[tuple[str, str, tuple[int, ...]]]]
"""The computed values so far, with how they were computed and their faces."""
NOTHING: Told = DisplayOnly([])
Owners = tuple[tuple[str, str, str | None], ...]
"""Each prefix with a combatant's id and a weapon's name or None."""


class Run(Record):
    """A running program: the owners of its prefixes, and the function of its result.

    ``kept`` has the values that are used in the end; if ``lean``, no others are computed.
    """

    play: Play
    program: Program
    purpose: str
    owners: Owners
    done: Callable[..., None]
    more: tuple[Any, ...]
    kept: frozenset[str]
    lean: bool

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries to compute."""
        return self.program.lean(self.kept) if self.lean else self.program.entries


def work(context: AnyContext, run: Run, place: int, values: tuple[tuple[str, Value], ...], computed: Told) -> None:
    """Compute values from a place on, up to the next roll but one, which is a task of its own."""
    now = dict(values)
    value_of = run.play.values_of(context.fight, run.owners, now)
    entries, rolled = run.entries, False
    for at in range(place, len(entries)):
        entry = entries[at]
        if entry.name == "damage" and not now.get("hit", 1):
            continue
        source = _chosen(entry, value_of)
        if not isinstance(source, Expression):
            now[entry.name] = source
            continue
        filled = source.filled(value_of)
        value: Value = None if entry.pool else source.evaluated(filled)
        how, faces = str(value), ()
        if value is None:
            if rolled:
                do(context, (work, run, at, _kept(run, now, at), computed))
                return
            rolled = True
            given = filled, run.play.rules.file.most, source.where, entry.pool
            value, dice = roll(context, f"{run.purpose}: {entry.key}", throw, *given)
            if not run.lean:
                how, faces = shown(dice.value), tuple(dice.value.faces)
                if len(faces) + sum(len(each) for _, _, each in computed.value) > MOST_DICE:
                    raise RefusedError(f"{run.program.path} rolls more than {MOST_DICE:,} dice", "Roll fewer dice.")
        now[entry.name] = value
        if not run.lean and not entry.owner:
            computed = DisplayOnly([*computed.value, (entry.key, how, faces)])
    run.done(context, Worked(run, now, computed), *run.more)


def _chosen(entry: Entry, value_of: Callable[[str], Value]) -> Any:
    """Return the expression of an entry, of the matching row in a look-up, or its words."""
    if isinstance(entry.value, LookUp) and entry.name == "says":
        return entry.value.row(value_of)[1] or ""
    return entry.value.chosen(value_of)


def _kept(run: Run, values: Mapping[str, Value], place: int) -> tuple[tuple[str, Value], ...]:
    """Return the values that are still used from a place on."""
    if not run.lean:
        return tuple(values.items())
    rest = run.entries[place:]
    later = run.kept.union(*[entry.bare for entry in rest], [entry.name for entry in run.entries if entry.owner])
    return tuple([(name, value) for name, value in values.items() if name in later])


class Worked(Record):
    """The result of a program: its values, and how they were computed."""

    run: Run
    results: dict[str, Value]
    told: Told

    @property
    def who(self) -> str:
        """The combatant of the program's first prefix."""
        return self.run.owners[0][1]

    @property
    def numbers(self) -> dict[str, int]:
        """The values that are numbers, without the changes."""
        return {name: value for name, value in self.results.items() if type(value) is int and name[0] != "="}

    @property
    def how(self) -> list[list[str]]:
        """How the values were computed, as events have it."""
        return [[name, how] for name, how, _ in self.told.value]

    def how_of(self, names: Collection[str]) -> list[list[str]]:
        """Return how some values, and all rolled ones, were computed."""
        return [[name, how] for name, how, faces in self.told.value if faces or name in names]

    def faces(self, *, damage: bool | None = None) -> list[int]:
        """Return all faces, or only those of the damage, or only the others."""
        rows = [row for row in self.told.value if damage is None or (row[0] == "damage") is damage]
        return [face for _, _, faces in rows for face in faces]

    @property
    def keys(self) -> dict[str, Any]:
        """The keys that events of attacks and tests share."""
        numbers = self.numbers
        return {
            **{name: numbers.get(name) for name in ("total", "needed")},
            "values": {name: numbers[name] for name, _, _ in self.told.value if name in numbers},
            "how": self.how,
            "says": str(self.results.get("says") or ""),
        }

    def change(self, context: AnyContext) -> dict[str, dict[str, int]]:
        """Set the program's keys, all at once; return how much each rose, by combatant."""
        changes: dict[str, dict[str, int]] = {}
        owners = {prefix: (who, weapon) for prefix, who, weapon in self.run.owners}
        for prefix, key in self.run.program.changes:
            value = self.results.get(f"={prefix}.{key}")
            if value is None or prefix not in owners:
                continue
            if not -LARGEST <= value <= LARGEST:
                raise RefusedError(f"{self.run.program.path}.{prefix}.{key}: {value:,} is beyond {LARGEST:,}")
            who, weapon = owners[prefix]
            if weapon is None and key in self.run.play.rules.conditions:
                _set_condition(context, who, key, value)
            else:
                changes.setdefault(who, {}).update(_set(context, self.run.play, who, weapon, key, value))
        return {who: keys for who, keys in changes.items() if keys}

    def change_and_tell(self, context: AnyContext) -> None:
        """Set the program's keys, and emit how much each rose."""
        for who, keys in self.change(context).items():
            context.tell(partial(Effect, who=who, changes=keys))


def _set(context: AnyContext, play: Play, who: str, weapon: str | None, key: str, value: int) -> dict[str, int]:
    """Set a key of a combatant or its weapon; return how much it rose, if it is a number."""
    combatant = context.fight.combatants[who]
    if weapon is not None and weapon not in combatant.weapons:
        return {}
    owner = play.owner(context.fight, who, weapon)
    keys = owner.setting(key, value)
    if keys and weapon is None:
        context.update_combatant(who, **keys)
    elif keys:
        context.update_combatant(who, weapons={**combatant.weapons, weapon: replace(owner.thing, **keys)})
    name = key if weapon is None else f"{weapon} {key}"
    return {name: keys[key] - owner(key)} if type(keys.get(key)) is int else {}


def _set_condition(context: AnyContext, who: str, name: str, rounds: int) -> None:
    """Give a condition for N rounds, or end it; 1 leaves a lasting one as it is."""
    notes = context.fight.combatants[who].notes
    if rounds == 1 and any(note.name == name for note in notes):
        return
    kept = [note for note in notes if note.name != name]
    if rounds > 0:
        kept.append(Note(name=name, rounds=rounds))
    if kept == notes:
        return
    context.update_combatant(who, notes=kept)
    context.tell(lambda: events.Condition(who=who, name=name, ended=rounds <= 0, rounds=rounds if rounds > 0 else None))
