"""A command's table at work: value after value in the order written, each roll a task; then all changes at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from combatcli import events
from combatcli.encounter.schema import Encounter, Note
from combatcli.errors import RefusedError
from combatcli.records import Record
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file.expressions import LARGEST, WORD, Expression, Value, shortened, shown, throw
from combatcli.rulesets.from_file.keys import FLAG, POINTS, Owner, looked_up
from combatcli.rulesets.from_file.reader import LookUp
from combatcli.rulesets.tasks import DisplayOnly, do, roll

if TYPE_CHECKING:
    from combatcli.rulesets.from_file.entries import Entry, Program
    from combatcli.rulesets.from_file.play import Play

Told = DisplayOnly[list[tuple[str, str, tuple[int, ...]]]]
"""What was worked out so far, with how, and the faces."""
NOTHING: Told = DisplayOnly([])
Changes = dict[str, dict[str, int]]
"""By whom, what each key went up by."""


class Run(Record):
    """A program at work: of whom its prefixes speak, and what is done with the values in the end.

    An owner is a prefix, a combatant's id, and the name of the weapon that is meant, else None. ``kept`` are the values
    that are asked for in the end; where it is ``lean``, no others are worked out.
    """

    play: Play
    program: Program
    purpose: str
    owners: tuple[tuple[str, str, str | None], ...]
    done: Callable[..., None]
    more: tuple[Any, ...]
    kept: frozenset[str]
    lean: bool

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is worked out."""
        return self.program.lean(self.kept) if self.lean else self.program.entries

    def value_of(self, fight: Encounter, values: Mapping[str, Value]) -> Callable[[str], Value]:
        """Return what tells the value of a name."""
        owners = {prefix: self.play.owner(fight, who, weapon) for prefix, who, weapon in self.owners}
        house, round_ = self.play.house(fight), fight.round

        def value(name: str) -> Value:
            if name in values:
                return values[name]
            prefix, dot, key = name.partition(".")
            if dot:
                return house[key] if prefix == "house" else owners[prefix](key)
            return round_

        return value


def work(context: AnyContext, run: Run, place: int, values: tuple[tuple[str, Value], ...], told: Told) -> None:
    """Work values out from a place on, up to the next roll but one, which is a task of its own."""
    now = dict(values)
    value_of = run.value_of(context.fight, now)
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
                do(context, (work, run, at, _kept(run, now, at), told))
                return
            rolled = True
            where = f'{source.path} "{shortened(source.text)}"'
            value, dice = roll(
                context, f"{run.purpose}: {entry.key}", _thrown, filled, run.play.rules.most, where, entry.pool
            )
            if not run.lean:
                how, faces = shown(dice.value), tuple(dice.value.faces)
        now[entry.name] = value
        if not run.lean and not entry.owner:
            told = DisplayOnly([*told.value, (entry.key, how, faces)])
    run.done(context, run, now, told, *run.more)


def _chosen(entry: Entry, value_of: Callable[[str], Value]) -> Any:
    """Return the expression of an entry, which is a row where it is a look-up; or the words of one."""
    if not isinstance(entry.value, LookUp):
        return entry.value
    number = entry.value.of.number(value_of)
    return entry.value.row(number) or "" if entry.name == "says" else looked_up(entry.value, number)


def _thrown(source: Any, text: str, most: int | None, where: str, pool: bool) -> tuple[Value, Any]:  # noqa: FBT001  (a roll takes all by place)
    return throw(source, text, most, where, pool=pool)


def _kept(run: Run, values: Mapping[str, Value], place: int) -> tuple[tuple[str, Value], ...]:
    """Return the values that are still asked for from a place on."""
    if not run.lean:
        return tuple(values.items())
    rest = run.entries[place:]
    later = run.kept.union(*[entry.bare for entry in rest], [entry.name for entry in run.entries if entry.owner])
    if any(entry.name == "damage" for entry in rest):
        later |= {"hit"}
    return tuple([(name, value) for name, value in values.items() if name in later])


def numbers(values: Mapping[str, Value]) -> dict[str, int]:
    """Return those of some values that are numbers, without the changes."""
    return {name: value for name, value in values.items() if type(value) is int and name[0] != "="}


def how_of(told: Told) -> list[list[str]]:
    """Return how values were worked out, as events have it."""
    return [[name, how] for name, how, _ in told.value]


def faces_of(told: Told, *, damage: bool | None = None) -> list[int]:
    """Return all faces; those of the damage alone, or all others."""
    some = [row for row in told.value if damage is None or (row[0] == "damage") is damage]
    return [face for _, _, faces in some for face in faces]


def set_all(context: AnyContext, run: Run, values: Mapping[str, Value]) -> Changes:
    """Set the keys that a program changes, all at once; points stay in their bounds. Returns how much went up."""
    changed: Changes = {}
    owners = {prefix: (who, weapon) for prefix, who, weapon in run.owners}
    before = context.fight
    for owner, key in run.program.changes:
        name = f"={owner}.{key}"
        if name not in values or owner not in owners:
            continue
        who, weapon = owners[owner]
        if not -LARGEST <= values[name] <= LARGEST:
            raise RefusedError(f"{run.program.path}.{owner}.{key}: {values[name]:,} is beyond {LARGEST:,}")
        if owner != "weapon":
            _set(context, run.play, who, key, values[name], before, changed)
        elif weapon is not None and weapon in before.combatants[who].weapons:
            _set_weapon(context, run.play, who, weapon, key, values[name], changed)
    return changed


def _set(context: AnyContext, play: Play, who: str, key: str, value: int, before: Encounter, changed: Changes) -> None:
    combatant = context.fight.combatants[who]
    if key in play.rules.conditions:
        _set_condition(context, who, key, value)
        return
    owner = play.owner(before, who)
    made = _made(owner, combatant, key, value)
    _note(changed, who, key, made, owner)
    if made:
        context.update_combatant(who, **made)
        _keep_bounds(context, play, who, key)


def _keep_bounds(context: AnyContext, play: Play, who: str, key: str) -> None:
    """Let points follow a maximum that has changed."""
    points = play.rules.combatant.maxima.get(key)
    combatant = context.fight.combatants[who]
    if points is not None and (getattr(combatant, points) or 0) > getattr(combatant, key):
        context.update_combatant(who, **{points: getattr(combatant, key)})


def _set_weapon(context: AnyContext, play: Play, who: str, weapon: str, key: str, value: int, changed: Changes) -> None:
    combatant = context.fight.combatants[who]
    thing = combatant.weapons[weapon]
    owner = play.owner(context.fight, who, weapon)
    made = _made(owner, thing, key, value)
    _note(changed, who, key, made, owner, f"{weapon} ")
    if made:
        context.update_combatant(who, weapons={**combatant.weapons, weapon: replace(thing, **made)})


def _note(changed: Changes, who: str, key: str, made: Mapping[str, Any], owner: Owner, of: str = "") -> None:
    if key in made and not isinstance(made[key], (str, bool)):
        changed.setdefault(who, {})[f"{of}{key}"] = made[key] - owner(key)


def _made(owner: Owner, thing: Any, key: str, value: int) -> dict[str, Any]:
    """Return the keys that are to be written so that one has a value; none where it has it."""
    points = owner.kind.maxima.get(key)
    if points is not None:
        value = max(value, owner.kind.keys[points].least)
        now = owner(points)
        return {} if value == owner(key) else {key: value, points: min(now, value)}
    known = owner.kind.keys[key]
    if known.type == POINTS:
        most = owner(f"max_{key}")
        value = max(known.least, min(value, max(most, owner(key))))
        unsaid = getattr(thing, f"max_{key}") is None and getattr(thing, key) is not None
        return {} if value == owner(key) else {key: value, **({f"max_{key}": most} if unsaid else {})}
    if value == owner(key):
        return {}
    if known.type == WORD:
        word = next((word for word in known.words if owner.names.words[word] == value), None)
        if word is None:
            raise RefusedError(f"{owner.kind.path}.{key} cannot be that word", f"It is {', '.join(known.words)}.")
        return {key: word}
    return {key: bool(value) if known.type == FLAG else value}


def _set_condition(context: AnyContext, who: str, name: str, rounds: int) -> None:
    """Give a condition for some rounds, or end it; 1 is what one that lasts comes to, and leaves it."""
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
