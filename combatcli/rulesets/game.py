"""A game as the shared code sees it: its encounters, commands, reports and checks.

A game is one package. `game.py` has `GAME`, `schema.py` the shape of its encounters. The rules of a command are in the
module of its name, or in the one that `Parts` names, as `ACTIONS`. `events.py` has the types of its events with
their sentences; `show.py` what `show` lists; `coming.py` what comes next; `follow.py` what follows from a change;
`tables.py` the tables of its rules; `Parts` may name another module for each. Beside them are rules.toml,
example.toml and schema.json, for our games also rules.json, made of rules and tables. A small game may give `Parts` all
of these at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from combatcli import events
from combatcli.declarations import PLAYED, Addition, Command
from combatcli.encounter import ids, references
from combatcli.encounter.references import Problem
from combatcli.encounter.schema import MOST_MEMBERS, Encounter, Member
from combatcli.errors import nearest
from combatcli.records import Event, Record
from combatcli.rulesets.asked import request_arguments, request_options
from combatcli.rulesets.parts import Parts
from combatcli.rulesets.shared.shown import HOLDS, game_event_type

if TYPE_CHECKING:
    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.context import AnyContext


INTERFACE = 1
"""The version of this class as an interface to games; it goes up when games must be changed for it."""
PAIR = 2
CONDITION = "condition"
"""The command that every game has."""


def changes_since(fight: Encounter, before: Encounter) -> Hashable:
    """Return all changes between two encounters, as bytes that tell one set of changes from another.

    The last round's declarations, which only `declare --again` reads, are left out.
    """
    combatants = {
        who: combatant
        if getattr(combatant, "last_declared", None) is None
        else msgspec.structs.replace(combatant, last_declared=None)
        for who, combatant in fight.combatants.items()
        if before.combatants.get(who) is not combatant
    }
    keys = [key for key in fight.__struct_fields__ if key != "combatants"]
    changed = {key: getattr(fight, key) for key in keys if getattr(fight, key) is not getattr(before, key)}
    return msgspec.msgpack.encode((combatants, changed))


def _reveal_attackers(context: AnyContext) -> None:
    """Reveal to players the hidden combatants who have attacked."""
    for who in [event.attacker for event in context.events if isinstance(event, events.Attack)]:
        if who in context.fight.combatants and context.fight.combatants[who].hidden:
            context.update_combatant(who, hidden=False)
            context.emit(events.Condition(who=who, name="hidden", ended=True, reason="attacked"))


class Game(Record):
    """A game. The tests' own game shows how a small one is made."""

    name: str
    encounter: type[Encounter]
    """The shape of its encounters."""
    phases: Sequence[str]
    """The phases of a round, in order."""
    phase_words: Sequence[str] = ()
    """Other names of phases in a file."""
    house: Mapping[str, type] = {}
    """The keys of its [house] table, and their types."""
    draws: bool = False
    """Whether it has cards in place of dice."""
    own_problems: Callable[[Any], Iterator[Problem]] = lambda _: iter(())
    """Yields the problems of an encounter beyond names, phases and switches."""
    remarks: Callable[[Any], Iterator[str]] = lambda _: iter(())
    """Yields what is allowed but hardly intended."""
    consequences: Callable[[AnyContext], None] = lambda _: None
    """Applies what follows from any change."""
    state_key: Callable[[Any, Any], Hashable] = changes_since
    """Returns what matters for the rest of a fight, given the encounter it came from."""
    conditions: Callable[[], Collection[str]] = tuple
    """Returns the conditions that its own rules know."""
    luck: Callable[[Any], float | None] = lambda _: None
    """Returns how far the faces of an attack lie above their mean; None if that says nothing."""
    voids: Callable[[Any], Callable[[Any], bool] | None] = lambda event: getattr(event, "voids", None)
    """Returns a predicate of the earlier event that this one voids, by default the event's own method."""
    gone: Mapping[str, Sequence[str]] = {}
    """The keys and values that a fallen combatant has in a file; completion offers the fallen last."""
    brought: Sequence[str] = ()
    """The keys of a combatant that only a fight sets, besides the custom ones."""
    parts: Parts = Parts()
    """The parts that only some commands need."""
    text: str = ""
    """The text of its file; empty for a package."""
    about: str = ""
    """A sentence about it."""
    named_conditions: Mapping[str, str] = {}
    """The conditions that `condition` offers, with what each does."""
    api: int = 1
    """The interface version it is written for; games of another version are not loaded."""

    @property
    def short_file_digest(self) -> str:
        """The first 12 digits of the SHA-256 of its file; empty for a package."""
        from hashlib import sha256

        return sha256(self.text.encode()).hexdigest()[:12] if self.text else ""

    @property
    def house_keys(self) -> Mapping[str, type]:
        """The types of the keys of [house], with those of all games."""
        return {"strict": bool, **self.house}

    def action(self, command: str) -> AnyAction | None:
        """Return its action for a command, such as `attack` or `arena list`; None if there is none."""
        if command == CONDITION:
            from combatcli.rulesets.shared.conditions import condition_action

            return condition_action(self.name, self.conditions, self.named_conditions)
        return self.parts.action(command)

    def has_command(self, command: str) -> bool:
        """Tell whether the game has this command, or commands that begin with this word."""
        return command == CONDITION or self.parts.has_command(command)

    def addition(self, command: str) -> Addition | None:
        """Return its additions to a command's line: options, arguments, examples, subcommands; None without any."""
        subcommands = [sub for name in self.parts.subcommands(command) if (sub := self._subcommand(name)) is not None]
        action = self.action(command)
        added = Addition(subcommands=subcommands)
        if action is not None and not action.summary:
            added = Addition(request_options(action.request), action.words, action.examples, subcommands)
        return added if any(added.as_dict().values()) else None

    def _subcommand(self, name: str) -> Command | None:
        """Return the declaration of a subcommand of this game alone; None if all games have it."""
        action = self.action(name)
        if action is None or not action.summary:
            return None
        return Command(
            name,
            summary=action.summary,
            about=f"Part of {self.name}.",
            arguments=request_arguments(action.request),
            options=request_options(action.request),
            shared=PLAYED,
            examples=action.examples,
            attempts={"test": "success"} if action.fails else {},
            asks=action.alone,
        )

    @cached_property
    def event_types(self) -> Mapping[str, type[Event]]:
        """The types of all its events by kind, own and shared."""
        own = {type_.event: type_ for type_ in self.parts.events}
        derived = {kind: game_event_type(self.encounter, kind, own.get(kind)) for kind in HOLDS}
        return {**events.event_types_in(events), **own, **derived}

    def apply_consequences(self, context: AnyContext) -> None:
        """Apply what follows from any change, and drop the melee pairs whose reason is gone."""
        if not context.silent:
            _reveal_attackers(context)
        before, after = context.before, context.fight
        if after is before:
            return
        if after.round > before.round:
            from combatcli.rulesets.shared import conditions

            conditions.count_down(context, after.round - before.round)
        if (follow := self.parts.follow) is not None:
            for who in context.fight.ids_changed_since(before):
                follow(context, who, before.combatants.get(who))
        self.consequences(context)
        touching = self.parts.touching if context.fight.pairs or context.fight.chosen else None
        if touching is not None:
            from combatcli.rulesets.shared.pairings.command import drop_ended_pairs

            drop_ended_pairs(context, touching)

    def schema(self) -> str:
        """Return the JSON Schema of its encounters, from its file or made now."""
        from combatcli.rulesets.jsonschema import schema_text

        return self.parts.schema or schema_text(self)

    def problems(self, fight: Encounter) -> Iterator[Problem]:
        """Yield every problem of an encounter of this game."""
        phases = (*self.phases, *self.phase_words)
        if fight.phase not in phases:
            message = f'{self.name} has no phase "{fight.phase}"'
            yield references.Problem("phase", message, nearest(fight.phase, phases))
        yield from self._wrong_switches(fight)
        if fight.tactics or any(combatant.tactics for combatant in fight.combatants.values()):
            from combatcli.rulesets import tactic_lines

            yield from tactic_lines.problems(self, fight)
        yield from references.dangling_references(fight)
        for who, combatant in fight.combatants.items():
            for key, *problem in _combatant_problems(who, combatant):
                yield references.Problem(f"combatants.{who}{key}", *problem)
        for key in ("pairs", "chosen"):
            for pair in getattr(fight, key):
                if len(pair) != len(set(pair)) or len(pair) != PAIR:
                    hint = 'As in pairs = [["mira", "orc1"]]'
                    yield references.Problem(key, "a pair must be two combatants who fight each other", hint)
        yield from self.own_problems(fight)

    def _wrong_switches(self, fight: Encounter) -> Iterator[Problem]:
        for switch, type_ in self.house_keys.items():
            value = fight.house.get(switch)
            if value is not None and type(value) is not type_:
                wanted = "true or false" if type_ is bool else "a whole number"
                yield references.Problem(f"house.{switch}", f"expected {wanted}")


def _combatant_problems(who: str, combatant: Member) -> Iterator[tuple[str, ...]]:
    """Yield each wrong key of a combatant, in any game, with its message and a hint."""
    count, position = combatant.count, getattr(combatant, "position", None)
    if ids.has_control_characters(who):
        yield "", "a name has no control characters in it", "Rename it in the file."
    if position is not None and len(position) != PAIR:
        yield ".position", "expected two numbers, X and Y", "As in position = [0, 30]"
    if count < 1:
        yield ".count", f"a group needs at least one member, not {count}", "`combatcli drop` takes one out."
    if count > MOST_MEMBERS:
        message = f"a group has at most {MOST_MEMBERS:,} members, not {count:,}"
        yield ".count", message, "Write a smaller count, and make another group of the rest."
