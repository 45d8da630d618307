"""A game from a file in play: the values of keys, who is out, and its tables at work, each roll a task."""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from combatcli.dice.limits import MOST_DICE
from combatcli.encounter.references import combatant_named
from combatcli.encounter.schema import Encounter, Note
from combatcli.errors import DiceError, RefusedError, UsageError, nearest, require_known
from combatcli.records import Record
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import types
from combatcli.rulesets.from_file.events import Effect
from combatcli.rulesets.from_file.expressions import Value, in_words, parsed, throw, total_of
from combatcli.rulesets.from_file.keys import FLAG, WORD, OwnerKeys
from combatcli.rulesets.from_file.tables import SCOPES, Program, Rules
from combatcli.rulesets.shared.conditions import begin_condition, end_condition
from combatcli.rulesets.shared.memory import computed_once
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.tasks import DisplayOnly, Task, do, roll

UNARMED = "unarmed"
PURPOSES = {"wound": "the wound of {}", "test": "{:'s} test", "recover": "{:'s} recovery", "turn": "{:'s} turn"}
"""What dice are for, in the tables that are about one combatant."""


class Run(Record):
    """A table at work: whom its prefixes stand for, its values so far, and how they were computed.

    In the end ``done`` goes on with it: a function and further arguments. The name of a change begins with =, as in
    =target.hp.
    """

    program: Program
    purpose: str
    owners: tuple[tuple[str, str, str | None], ...]
    """Each prefix with a combatant's id and a weapon's name or None."""
    done: Task
    values: tuple[tuple[str, Value], ...]
    steps: DisplayOnly[list[tuple[str, str, tuple[int, ...]]]] = DisplayOnly([])
    """How values were computed, for reports: each name with its text and its faces."""

    @property
    def who(self) -> str:
        """The combatant of the table's first prefix."""
        return self.owners[0][1]

    @property
    def numbers(self) -> dict[str, int]:
        """The values that are numbers, without the changes."""
        return {name: value for name, value in self.values if type(value) is int and name[0] != "="}

    def computations(self, names: Collection[str] | None = None) -> list[list[str]]:
        """Return how the named values and all rolled ones, or all values, were computed, as events have it."""
        return [[name, how] for name, how, faces in self.steps.value if names is None or faces or name in names]

    @property
    def faces(self) -> list[int]:
        """All faces that were rolled."""
        return [face for _, _, faces in self.steps.value for face in faces]

    @property
    def keys(self) -> dict[str, Any]:
        """The keys that events of attacks and tests share."""
        numbers = self.numbers
        values = {name: numbers[name] for name, _, _ in self.steps.value if name in numbers}
        keys = {"total": numbers.get("total"), "needed": numbers.get("needed"), "how": self.computations()}
        return {**keys, "values": values, "faces": self.faces, "says": dict(self.values).get("says") or ""}


class GameRuntime:
    """What all commands of one game from a file share."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.weapon, self.combatant, self.encounter = types.model_types(rules)
        self.attack_request = types.request_of(rules, "attack")
        self.no_weapon = self.weapon()
        self.roster: Roster[Any, Any] = Roster(self.hindrance, "")
        self._time: tuple[object, int] | None = None
        self._known_keys = computed_once(self._owner)
        self._now: dict[str, int] = {}
        """The round, and the switches, as in house.grim."""

    def keys_of(self, thing: Any, fight: Encounter | None = None) -> OwnerKeys:
        """Return the keys of a combatant or a weapon, by the house rules and the round of a fight, or of the last."""
        if fight is not None and self._time != (fight.house, fight.round):
            self._time = fight.house, fight.round
            self._known_keys = computed_once(self._owner)
            switches = self.rules.house.items()
            house = {f"house.{name}": int(fight.house.get(name, each.default)) for name, each in switches}
            self._now = {"round": fight.round, **house}
        return self._known_keys(thing)

    def owner(self, fight: Any, who: str, weapon: str | None = None) -> OwnerKeys:
        """Return the keys of a combatant, or of its weapon, which may be missing."""
        combatant = fight.combatants[who]
        return self.keys_of(combatant if weapon is None else combatant.weapons.get(weapon, self.no_weapon), fight)

    def _owner(self, thing: Any) -> OwnerKeys:
        table = self.rules.weapon if isinstance(thing, self.weapon) else self.rules.combatant
        return OwnerKeys(thing, table, self._more)

    def _more(self, owner: OwnerKeys, name: str) -> Value:
        """Return a value besides the declared keys: a status, a condition, the count, a switch, the round."""
        if name in self._now:
            return self._now[name]
        if name in self.rules.formulas:
            return self.rules.formulas[name].number(owner)
        if name in self.rules.file.conditions:
            return int(any(note.name == name for note in owner.thing.notes))
        return int(getattr(owner.thing, name))

    def values_of(self, fight: Encounter, owners: Iterable[Any], values: Mapping[str, Value]) -> Callable[[str], Value]:
        """Return a function from names to values: given values, or keys of the combatant of the prefix."""
        of_prefix = {prefix: self.owner(fight, who, weapon) for prefix, who, weapon in owners}

        def value(name: str) -> Value:
            if name in values:
                return values[name]
            prefix, _, key = name.partition(".")
            return of_prefix[prefix](key) if prefix in of_prefix else self._now[name]

        return value

    def is_out(self, fight: Encounter, combatant: Any) -> bool:
        """Tell whether somebody is out."""
        return bool(self.keys_of(combatant, fight)("=out"))

    def hindrance(self, fight: Encounter, combatant: Any) -> Hindrance | None:
        """Return what keeps a combatant from acting, by its worst status."""
        owner = self.keys_of(combatant, fight)
        if not owner("=out") and owner("=able"):
            return None
        rule, word = ("out", "out") if owner("=out") else ("able", "not able")
        return Hindrance((self.status(fight, combatant) or [word])[-1], rule)

    def status(self, fight: Encounter, combatant: Any) -> list[str]:
        """Return a combatant's statuses and flags, the worst last."""
        flags = [name for name in self.rules.combatant.of_type(FLAG) if getattr(combatant, name)]
        return [*flags, *filter(self.keys_of(combatant, fight), self.rules.status)]

    def weapon_to_use(self, fight: Encounter, who: str, name: str | None = None) -> str:
        """Return the weapon a combatant uses: the named one, the one in hand, or the first; empty for none."""
        combatant: Any = combatant_named(fight, who)
        name = name or combatant.wielding or next(iter(combatant.weapons), "")
        if name in ("", UNARMED):
            return ""
        if name not in combatant.weapons:
            raise RefusedError(f'{fight.subject(who):has} no weapon "{name}"', nearest(name, combatant.weapons))
        return str(name)

    def left(self, combatant: Any) -> tuple[int, int]:
        """Return a combatant's points left and their maximum; of a group those of all members."""
        owner, (points, bar) = self.keys_of(combatant), self.rules.first_bar
        now, most = (owner(points), owner(bar)) if bar else (0, 0)
        if bar not in self.rules.combatant.maxima:
            now = max(0, most - now)
        if most <= 0:
            now, most = (0 if owner("=out") else 1), 1
        return now + (combatant.count - 1) * most, combatant.count * most

    def options(self, command: str, request: Any = None) -> dict[str, Value]:
        """Return the values of a command's options, or their defaults; UsageError for other words or dice."""
        values: dict[str, Value] = {}
        for name, option in self.rules.options[command].items():
            value = getattr(request, name, option.default)
            written = f'--{name.replace("_", "-")} "{value}"'
            if option.type == WORD:
                require_known(value, option.words, f"{written} is none of its words")
                value = self.rules.own.words[value]
            try:
                values[name] = value if isinstance(value, str) and parsed(value) else int(value)
            except DiceError as error:
                raise UsageError(f"{written}: {error.message}", error.hint) from None
        return values

    def begin(self, context: AnyContext, program: Program, who: str, values: Mapping[str, Value], *done: Any) -> None:
        """Evaluate a table that is about one combatant, then go on with its result, as `Run` says."""
        purpose = PURPOSES[program.path].format(context.fight.subject(who))
        owners = ((SCOPES[program.path].prefixes[0], who, None),)
        do(context, (self.work, Run(program, purpose, owners, done, tuple(values.items())), 0))

    def work(self, context: AnyContext, run: Run, place: int) -> None:
        """Compute a table's values from a place on, up to the next roll but one, which is a task of its own.

        For odds and forecasts only those are computed that are used in the end.
        """
        program, lean, now, steps = run.program, context.lean, dict(run.values), run.steps
        value_of = self.values_of(context.fight, run.owners, now)
        rolled = False
        for at, entry in enumerate((program.needed_entries if lean else program.entries)[place:], place):
            if entry.name == "damage" and not now.get("hit", 1):
                now["damage"] = 0
                continue
            source = entry.value.chosen(value_of)
            if isinstance(source, str):
                now["says"] = source
                continue
            value: Value = source.value(value_of)
            how, faces = str(value), ()
            if isinstance(value, str) and not (lean and entry.name in program.deferred):
                if rolled:
                    used = program.wanted.union(*[each.value.bare for each in program.needed_entries[at:]])
                    left = tuple([(name, value) for name, value in now.items() if not lean or name in used])
                    do(context, (self.work, run.changed(values=left, steps=steps), at))
                    return
                rolled = True
                arguments = value, self.rules.file.most, source.where, entry.value.pool
                value, dice = roll(context, f"{run.purpose}: {entry.key}", throw, *arguments)
                if not lean:
                    how, faces = in_words(dice.value), tuple(dice.value.faces)
                    if len(faces) + sum(len(each) for _, _, each in steps.value) > MOST_DICE:
                        raise RefusedError(f"{program.path} rolls more than {MOST_DICE:,} dice", "Roll fewer dice.")
            now[entry.name] = value
            if not lean and not entry.owner:
                steps = DisplayOnly([*steps.value, (entry.key, how, faces)])
        done, *more = run.done
        done(context, run.changed(values=tuple(now.items()), steps=steps), *more)

    def change(self, context: AnyContext, run: Run) -> dict[str, dict[str, int]]:
        """Set the keys that a table changes, all at once; return how much each rose, by combatant."""
        changes: dict[str, dict[str, int]] = {}
        values, owners = dict(run.values), {prefix: (who, weapon) for prefix, who, weapon in run.owners}
        for entry in run.program.changes:
            value, (who, weapon) = total_of(values[entry.name]), owners[entry.owner]
            if weapon is None and entry.key in self.rules.file.conditions:
                self._set_condition(context, who, entry.key, value)
            else:
                changes.setdefault(who, {}).update(self._set(context, who, weapon, entry.key, value))
        return {who: keys for who, keys in changes.items() if keys}

    def change_keys_and_emit(self, context: AnyContext, run: Run) -> None:
        """Set the keys that a table changes, and emit how much each rose."""
        for who, keys in self.change(context, run).items():
            context.tell(partial(Effect, who=who, changes=keys))

    def _set(self, context: AnyContext, who: str, weapon: str | None, key: str, value: int) -> dict[str, int]:
        """Set a key of a combatant or its weapon; return how much it rose, if it is a number."""
        combatant = context.fight.combatants[who]
        if weapon is not None and weapon not in combatant.weapons:
            return {}
        owner = self.owner(context.fight, who, weapon)
        keys = owner.changes_to_set(key, value)
        weapons = {} if weapon is None else {**combatant.weapons, weapon: replace(owner.thing, **keys)}
        if keys:
            context.update_combatant(who, **({"weapons": weapons} if weapons else keys))
        name = key if weapon is None else f"{weapon} {key}"
        return {name: keys[key] - owner(key)} if type(keys.get(key)) is int else {}

    def _set_condition(self, context: AnyContext, who: str, name: str, rounds: int) -> None:
        """Give a condition for N rounds, or end it; 1 leaves a lasting one as it is."""
        held = [note for note in context.fight.combatants[who].notes if note.name == name]
        new = Note(name=name, rounds=rounds)
        if rounds <= 0 and held:
            end_condition(context, who, held)
        elif rounds > 0 and (not held or (rounds > 1 and held != [new])):
            begin_condition(context, who, new, self.rules.file.conditions)
