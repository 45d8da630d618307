"""A game as the shared code sees it: the shape of its encounters, its commands, and how it is told and checked.

A game is one package. `game.py` has `GAME`, `schema.py` the shape of its encounters. Its rules stand by command, in
the module of the command's name or in the one that `PackageParts` is told, with `ACTIONS`. `events.py` has the types of
its events, which say their own sentences; `show.py` what `show` lists; `coming.py` what comes next; `tables.py` the
tables of its rules. Beside them are the files rules.toml, example.toml and schema.json, in ours also rules.json, which
is made of rules and tables. A small game may give all of these as `Parts` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from combatcli import events
from combatcli.declarations import Addition, Subcommand
from combatcli.encounter import references
from combatcli.encounter.references import Problem
from combatcli.encounter.schema import MOST_MEMBERS, Encounter, Member
from combatcli.errors import nearest
from combatcli.events import Event
from combatcli.records import Record
from combatcli.rulesets.asked import arguments_of, offers_of, options_of
from combatcli.rulesets.parts import PackageParts, Parts
from combatcli.rulesets.shared.shown import HOLDS, shown_in

if TYPE_CHECKING:
    from combatcli.report.blocks import Column, Sentences, View
    from combatcli.rulesets.actions import AnyAction
    from combatcli.rulesets.context import AnyContext
    from combatcli.rulesets.tactics import AnyTactics


INTERFACE = 1
"""The number of what this class asks of a game, and offers to it; another one once a game must be changed for it."""
PAIR = 2
CONDITION = "condition"
"""The command that every game has."""


def changes_since(fight: Encounter, before: Encounter) -> Hashable:
    """Return all that has changed between two encounters, as bytes that tell one change from another.

    What was declared in the last round, which `declare --again` alone reads, is left out.
    """
    combatants = {
        who: combatant
        if getattr(combatant, "last_declared", None) is None
        else msgspec.structs.replace(combatant, last_declared=None)
        for who, combatant in fight.combatants.items()
        if before.combatants.get(who) is not combatant
    }
    others = [key for key in fight.__struct_fields__ if key != "combatants"]
    changed = {key: getattr(fight, key) for key in others if getattr(fight, key) is not getattr(before, key)}
    return msgspec.msgpack.encode((combatants, changed))


def _reveal(context: AnyContext) -> None:
    """Let the players know of those who were hidden and have attacked."""
    for who in [event.attacker for event in context.events if isinstance(event, events.Attack)]:
        if who in context.fight.combatants and context.fight.combatants[who].hidden:
            context.update_combatant(who, hidden=False)
            context.emit(events.Condition(who=who, name="hidden", ended=True, reason="attacked"))


class Game(Record):
    """A game. How a small one is made is shown by the game of the tests."""

    name: str
    encounter: type[Encounter]
    """The shape of its encounters."""
    phases: Sequence[str]
    """Those of a round, in order."""
    phase_words: Sequence[str] = ()
    """What else a file may call them."""
    house: Mapping[str, type] = {}
    """The keys that its [house] table may have, with the type of each."""
    draws: bool = False
    """Whether it has cards in place of dice."""
    own_problems: Callable[[Any], Iterator[Problem]] = lambda _: iter(())
    """Finds what is wrong in an encounter beyond names, phases and switches."""
    remarks: Callable[[Any], Iterator[str]] = lambda _: iter(())
    """Finds what is allowed and hardly meant."""
    consequences: Callable[[AnyContext], None] = lambda _: None
    """Applies what follows from any change."""
    state_key: Callable[[Any, Any], Hashable] = changes_since
    """Returns what of an encounter, given the one it came from, matters for what may follow."""
    conditions: Callable[[], Collection[str]] = tuple
    """The names that its own rules know."""
    luck: Callable[[Any], float | None] = lambda _: None
    """How far the faces of an attack lie above their mean; None where that says nothing."""
    voids: Callable[[Any], Callable[[Any], bool] | None] = lambda event: getattr(event, "voids", None)
    """Returns what tells the earlier event that never was by this one: by default its method of that name."""
    gone: Mapping[str, Sequence[str]] = {}
    """The keys and values in a file by which somebody is fallen, and offered last."""
    brought: Sequence[str] = ()
    """The keys of a combatant that only a fight brings: wounds, deeds, conditions; beside the custom ones."""
    parts: Parts | PackageParts = Parts()
    """All that only some commands need."""
    text: str = ""
    """The file that it was made of; empty for a package."""
    about: str = ""
    """A sentence on it."""
    named_conditions: Sequence[str] = ()
    """The names of conditions that `condition` offers."""
    api: int = 1
    """The interface that it is written for; one of another number is not loaded."""

    @property
    def version(self) -> str:
        """The first 12 digits of the SHA-256 of the file that it was made of; empty for a package."""
        from hashlib import sha256

        return sha256(self.text.encode()).hexdigest()[:12] if self.text else ""

    @property
    def switches(self) -> Mapping[str, type]:
        """The keys of [house], that of all games among them."""
        return {"strict": bool, **self.house}

    def action(self, command: str) -> AnyAction | None:
        """Return what the game does for a command, as `attack` or `arena list`; None if it has nothing of the kind."""
        if command == CONDITION:
            from combatcli.rulesets.shared.custom_conditions import condition_action

            return condition_action(self.name, self.conditions)
        return self.parts.action(command)

    def has(self, command: str) -> bool:
        """Tell whether the game resolves a command, of which the first word is enough."""
        return command == CONDITION or self.parts.has(command)

    def addition(self, command: str) -> Addition | None:
        """Return what the game adds to a command's line: options, words, examples, subcommands; None for nothing."""
        subcommands = [sub for name in self.parts.subcommands(command) if (sub := self._subcommand(name)) is not None]
        action = self.action(command)
        if action is None or action.summary:
            return Addition(subcommands=subcommands) if subcommands else None
        options = options_of(action.request)
        if not (options or action.words or action.examples or subcommands):
            return None
        return Addition(*options, words=action.words, examples=action.examples, subcommands=subcommands)

    def _subcommand(self, name: str) -> Subcommand | None:
        """Return the declaration of a subcommand that the game alone has; None for one that all games have."""
        action = self.action(name)
        if action is None or not action.summary:
            return None
        arguments, options = arguments_of(action.request), options_of(action.request)
        return Subcommand(name, action.summary, arguments, options, action.examples, action.alone, action.fails)

    def offers(self, command: str) -> Mapping[str, Sequence[str]]:
        """Return the words that complete each key of a command."""
        if command == CONDITION and self.named_conditions:
            return {"name": self.named_conditions}
        action = self.action(command)
        return offers_of(action.request) if action is not None else {}

    @property
    def sentences(self) -> Sentences:
        """How the game's own events are told, by their kinds."""
        return {kind: type_.say for kind, type_ in self._own_events.items() if hasattr(type_, "say")}

    @property
    def _own_events(self) -> Mapping[str, type[Event]]:
        return {str(type_.__struct_config__.tag): type_ for type_ in self.parts.events}

    @property
    def columns(self) -> Sequence[Column]:
        """What `show` lists of each combatant, after who they are."""
        return self.parts.columns

    @property
    def view(self) -> View:
        """What `show` says around them."""
        from combatcli.report.blocks import View

        return self.parts.view or View()

    @cached_property
    def event_types(self) -> Mapping[str, type[Event]]:
        """The types of all events of the game, by their kinds: its own, and those that all games share."""
        own = self._own_events
        told = {kind: shown_in(self.encounter, kind, own.get(kind)) for kind in HOLDS}
        return {**events.kinds_of(events), **own, **told}

    @property
    def tactics(self) -> AnyTactics | None:
        """How its fights are fought by themselves; None where it does not say."""
        return self.parts.tactics

    @property
    def tactic_pattern(self) -> str:
        """A regular expression of the lines of tactics, for the JSON Schema; empty where the game has none."""
        from combatcli.rulesets.tactic_lines import pattern_of

        return pattern_of(self) if self.tactics is not None else ""

    def apply_consequences(self, context: AnyContext) -> None:
        """Apply what follows from any change by the rules, and drop the pairs in melee whose reason is gone."""
        if not context.silent:
            _reveal(context)
        if context.fight is context.before:
            return
        if context.fight.round > context.before.round:
            from combatcli.rulesets.shared.custom_conditions import count_down

            count_down(context, context.fight.round - context.before.round)
        self.consequences(context)
        touching = self.parts.touching if context.fight.pairs or context.fight.chosen else None
        if touching is not None:
            from combatcli.rulesets.shared.pairings.command import keep_pairs

            keep_pairs(context, touching)

    def schema(self) -> str:
        """Return the JSON Schema of the game's encounters: the file it has, or one made at once."""
        from combatcli.encounter.jsonschema import schema_text

        return self.parts.schema or schema_text(self)

    def example(self) -> str:
        """Return the TOML text of a fight to try the game on, without its first line; empty where it has none."""
        return self.parts.example

    def problems(self, fight: Encounter) -> Iterator[Problem]:
        """Find all that does not hold together in an encounter of this game."""
        known = (*self.phases, *self.phase_words)
        if fight.phase not in known:
            message = f'{self.name} has no phase "{fight.phase}"'
            yield references.Problem("phase", message, nearest(fight.phase, known))
        yield from self._wrong_switches(fight)
        if fight.tactics or any(combatant.tactics for combatant in fight.combatants.values()):
            from combatcli.rulesets import tactic_lines

            yield from tactic_lines.problems(self, fight)
        yield from references.find_dangling(fight)
        for who, combatant in fight.combatants.items():
            for key, *said in _problems_of(who, combatant):
                yield references.Problem(f"combatants.{who}{key}", *said)
        for key in ("pairs", "chosen"):
            for pair in getattr(fight, key):
                if len(pair) != len(set(pair)) or len(pair) != PAIR:
                    hint = 'As in pairs = [["mira", "orc1"]]'
                    yield references.Problem(key, "a pair must be two combatants who fight each other", hint)
        yield from self.own_problems(fight)

    def _wrong_switches(self, fight: Encounter) -> Iterator[Problem]:
        for switch, type_ in self.switches.items():
            value = fight.house.get(switch)
            if value is not None and type(value) is not type_:
                wanted = "true or false" if type_ is bool else "a whole number"
                yield references.Problem(f"house.{switch}", f"expected {wanted}")


def _problems_of(who: str, combatant: Member) -> Iterator[tuple[str, ...]]:
    """Go through the keys of a combatant that are wrong in any game, with what is said of each, and a hint."""
    count, position = combatant.count, getattr(combatant, "position", None)
    if references.has_controls(who):
        yield "", "a name has no control characters in it", "Rename it in the file."
    if position is not None and len(position) != PAIR:
        yield ".position", "expected two numbers, X and Y", "As in position = [0, 30]"
    if count < 1:
        yield ".count", f"a group needs at least one member, not {count}", "`combatcli drop` takes one out."
    if count > MOST_MEMBERS:
        message = f"a group has at most {MOST_MEMBERS:,} members, not {count:,}"
        yield ".count", message, "Write a smaller count, and make another group of the rest."
