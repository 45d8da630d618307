"""A game from a file in play: values of keys, who is out, what is pending."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from combatcli.encounter.schema import Encounter
from combatcli.errors import DiceError, RefusedError, UsageError, nearest
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import types
from combatcli.rulesets.from_file.expressions import Expression, Value, parsed
from combatcli.rulesets.from_file.keys import FLAG, Owner
from combatcli.rulesets.from_file.program import NOTHING, Owners, Run, work
from combatcli.rulesets.from_file.tables import Program, Rules
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.tasks import do
from combatcli.voice import Subject

MOST_OWNERS = 4_096
UNARMED = "unarmed"


class Play:
    """What all commands of one game share."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.weapon = types.weapon_of(rules)
        self.combatant = types.combatant_of(rules, self.weapon)
        self.encounter = types.encounter_of(rules, self.combatant)
        self.no_weapon = self.weapon()
        self.roster: Roster[Any, Any] = Roster(self.hindrance, "out")
        self._owners: dict[int, Owner] = {}
        self._clock: tuple[object, int] = ({}, 1)
        self._house = self._house_values({})

    def house(self, fight: Encounter) -> dict[str, int]:
        """Return the switches of an encounter; values computed for another one or another round are forgotten."""
        house, round_ = self._clock
        if round_ != fight.round or (house is not fight.house and house != fight.house):
            self._owners.clear()
            self._house = self._house_values(fight.house)
        self._clock = fight.house, fight.round
        return self._house

    def _house_values(self, house: Mapping[str, Any]) -> dict[str, int]:
        return {name: int(house.get(name, option.default)) for name, option in self.rules.house.items()}

    def owner(self, fight: Encounter, who: str, weapon: str | None = None) -> Owner:
        """Return the keys of a combatant, or of its weapon, which may be missing."""
        self.house(fight)
        combatant = fight.combatants[who]
        if weapon is None:
            return self.keys_of(combatant)
        return self.keys_of(combatant.weapons.get(weapon, self.no_weapon), weapon=True)  # type: ignore[attr-defined]

    def keys_of(self, thing: Any, *, weapon: bool = False) -> Owner:
        """Return the keys of a combatant or a weapon, by the last house rules and round."""
        owner = self._owners.get(id(thing))
        if owner is None or owner.thing is not thing:
            if len(self._owners) >= MOST_OWNERS:
                self._owners.clear()
            rules = self.rules
            kind, names = (rules.weapon, rules.of_weapon) if weapon else (rules.combatant, rules.own)
            owner = self._owners[id(thing)] = Owner(thing, kind, names, self._more)
        return owner

    def _more(self, owner: Owner, name: str) -> Value:
        """Return a value besides the declared keys: a status, a condition, the count, a switch, the round."""
        _, dot, key = name.partition(".")
        if dot:
            return self._house[key]
        if name == "round":
            return self._clock[1]
        if name in self.rules.status:
            return self.rules.status[name].number(owner)
        if name in self.rules.conditions:
            return int(any(note.name == name for note in owner.thing.notes))
        return int(getattr(owner.thing, name))

    def holds(self, expression: Expression | None, combatant: Any) -> bool:
        """Tell whether an expression of a combatant's own keys is not 0."""
        return expression is not None and bool(expression.number(self.keys_of(combatant)))

    def is_out(self, fight: Encounter, combatant: Any) -> bool:
        """Tell whether somebody is out."""
        self.house(fight)
        return self.holds(self.rules.out, combatant)

    def hindrance(self, fight: Encounter, combatant: Any) -> Hindrance | None:
        """Return what keeps a combatant from acting, by its worst status."""
        if self.is_out(fight, combatant):
            return Hindrance((self.status(combatant) or ["out"])[-1], "out")
        if not self.holds(self.rules.able, combatant):
            return Hindrance((self.status(combatant) or ["not able"])[-1], "able")
        return None

    def status(self, combatant: Any) -> list[str]:
        """Return a combatant's statuses and flags, the worst last."""
        owner, rules = self.keys_of(combatant), self.rules
        flags = [name for name, key in rules.combatant.keys.items() if key.type == FLAG and getattr(combatant, name)]
        return [*flags, *[name for name, expression in rules.status.items() if expression.number(owner)]]

    def in_hand(self, who: str, combatant: Any, name: str | None = None) -> str:
        """Return the weapon a combatant uses: the named one, the one in hand, or the first; empty for none."""
        name = name or combatant.wielding or next(iter(combatant.weapons), "")
        if name in ("", UNARMED):
            return ""
        if name not in combatant.weapons:
            subject = Subject(who, many=combatant.count > 1)
            raise RefusedError(f'{subject:has} no weapon "{name}"', nearest(name, combatant.weapons))
        return str(name)

    def left(self, combatant: Any) -> tuple[int, int]:
        """Return a combatant's points left and their maximum: of the first bar, or the first points."""
        owner, rules = self.keys_of(combatant), self.rules
        for name in rules.combatant.maxima.values():
            return owner(name), owner(f"max_{name}")
        for column in rules.columns:
            now, bar, most = column.partition("/")
            if bar:
                return max(0, owner(most) - owner(now)), owner(most)
        return (0 if self.holds(rules.out, combatant) else 1), 1

    def values_of(self, fight: Encounter, owners: Owners, values: Mapping[str, Value]) -> Callable[[str], Value]:
        """Return a function from names to values: given values, or keys of the combatant of the prefix."""
        of_prefix = {prefix: self.owner(fight, who, weapon) for prefix, who, weapon in owners}
        house, round_ = self.house(fight), fight.round

        def value(name: str) -> Value:
            if name in values:
                return values[name]
            prefix, dot, key = name.partition(".")
            if dot:
                return house[key] if prefix == "house" else of_prefix[prefix](key)
            return round_

        return value

    def begin(
        self,
        context: AnyContext,
        program: Program,
        purpose: str,
        owners: Owners,
        given: Mapping[str, Value],
        done: Callable[..., None],
        *more: Any,
        kept: frozenset[str] = frozenset(),
        lean: bool = False,
    ) -> None:
        """Run a program with some values given, then a function of its result."""
        run = Run(self, program, purpose, owners, done, more, kept, lean or context.silent)
        do(context, (work, run, 0, tuple(given.items()), NOTHING))

    def unsaid(self, command: str) -> dict[str, Value]:
        """Return the defaults of a command's options."""
        options = self.rules.options[command].items()
        return {name: each.default if isinstance(each.default, str) else int(each.default) for name, each in options}

    def options(self, command: str, request: Any) -> dict[str, Value]:
        """Return the values of a command's options; UsageError if dice cannot be parsed."""
        values = {name: getattr(request, name) for name in self.rules.options[command]}
        for name, value in values.items():
            try:
                values[name] = value if isinstance(value, str) and parsed(value) else int(value)
            except DiceError as error:
                raise UsageError(f'--{name.replace("_", "-")} "{value}": {error.message}', error.hint) from None
        return values
