"""The game of a file: its types, commands, columns and tactics."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import tomli_w
from msgspec import to_builtins

from combatcli import toml
from combatcli.encounter import document
from combatcli.encounter.references import Problem
from combatcli.errors import InvalidError, RefusedError, nearest
from combatcli.events import Condition, Table, event_types_in
from combatcli.report.blocks import Cell, Column, Names, View, bar_with_numbers
from combatcli.report.combatants import STATE, column
from combatcli.rulesets.actions import Action, AnyAction, Request, action
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events, types
from combatcli.rulesets.from_file.commands import Commands
from combatcli.rulesets.from_file.keys import FLAG, WORD
from combatcli.rulesets.from_file.tables import Rules
from combatcli.rulesets.game import Game
from combatcli.rulesets.parts import Parts
from combatcli.rulesets.shared.clock import NextRequest
from combatcli.rulesets.shared.pending import WoundRequest
from combatcli.rulesets.shared.show import show_action, visible_harm
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tactics import LiveFight, Tactics, foes_of
from combatcli.text import escape

RECOVER = "WHO… and how much [all that is missing]"
MOST_BYTES = 256 * 1024


def read_rules(name: str, text: str) -> Rules:
    """Return a parsed game's file that holds its errors; InvalidError only if it is not TOML or too large."""
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise InvalidError(f"{name}: a game has at most {MOST_BYTES // 1024} KiB", "Is this really a game?")
    try:
        tables = document.parse(text, name)
    except InvalidError as error:
        raise _unquoted(name, text, error) or error from None
    return Rules(name, text, tables)


def _unquoted(name: str, text: str, error: InvalidError) -> InvalidError | None:
    """Return the error of a value that looks like an expression without quotes; None for other errors."""
    place = re.search(r"line (\d+), column (\d+)", error.message)
    if place is None:
        return None
    key, _, value = map(str.strip, [*text.splitlines(), ""][int(place[1]) - 1].partition("="))
    if key[-1:] in ("+", "-") and value:
        changed, by = escape(key[:-1].rstrip()), escape(value.strip('"'))
        change = f'As in {changed} = "{changed} {key[-1]} {by}"'
        return InvalidError(f"{escape(name)}: line {place[1]}: a change says all that a key comes to", change)
    if not value or value[0] in "\"'[{":
        return None
    with suppress(toml.TOMLDecodeError):
        toml.loads(f"value = {value}")
        return None
    where = f"{escape(name)}: line {place[1]} column {place[2]}"
    return InvalidError(f"{where}: an expression stands in quotes", f'As in {escape(key)} = "{escape(value)}"')


def checked_rules(name: str, text: str) -> Rules:
    """Return a parsed game's file that holds all errors, also those of its tactics and its example."""
    from combatcli.rulesets.tactic_lines import owner_problems

    rules = read_rules(name, text)
    if rules.slips:
        return rules
    made = _FileGame(rules)
    game = made.game()
    example = rules.fitted({"ruleset": name, **rules.file.example}, game.encounter, "example")
    of_tactics = owner_problems(game, example, made.combatant(), "tactics", rules.tactics)
    of_example = (each.changed(path=f"example.{each.path}") for each in game.problems(example))
    for problem in (*of_tactics, *of_example):
        rules.slip(problem.path, problem.message, problem.hint, part=problem.quoted or "")
    own, weapon = made.keys_of(made.combatant(), example), made.keys_of(made.no_weapon)
    for owner, names in ((own, (*rules.combatant.keys, *rules.formulas)), (weapon, rules.weapon.keys)):
        for key in names:
            try:
                owner(key)
            except RefusedError as error:
                rules.slip(owner.table.path, f"where a fight says nothing, {error.message}", warn=True)
    return rules


def game_of(name: str, text: str, *, ours: bool) -> Game:
    """Return the game of a file; InvalidError has its first error. Tactics and example of ``ours`` have none."""
    rules = read_rules(name, text) if ours else checked_rules(name, text)
    if rules.slips:
        first, number = rules.slips[0], len(rules.slips)
        more = f" `combatcli check {name}` lists all {number} problems." if number > 1 else ""
        raise InvalidError(f"{name}: {first.message}", f"{first.hint}{more}".strip())
    return _FileGame(rules).game().changed(text=text)


class _FileGame(Commands):
    """A game: its commands, its turns, and all that shared code asks it for."""

    def game(self) -> Game:
        """Return the game."""
        rules, file = self.rules, self.rules.file
        numbers = {name: lambda each, key=name: int(self.keys_of(each)(key)) for name in rules.combatant.numbers}
        self.tactics: Tactics[Any, Any] = Tactics(self.is_out, self.left, self._actions, numbers=numbers)
        conditions = {name: {"title": "condition", "text": text} for name, text in file.conditions.items()}
        return Game(
            rules.name,
            encounter=self.encounter,
            phases=[rules.phase],
            phase_words=("turns", "round"),
            house={name: bool if option.type == FLAG else int for name, option in rules.house.items()},
            own_problems=self._problems,
            conditions=lambda: tuple(rules.status),
            named_conditions=file.conditions,
            about=escape(file.about),
            parts=Parts(
                actions=self.actions(),
                events=[*event_types_in(events).values()],
                columns=list(self._columns()),
                view=View(
                    title=lambda event: str(event.game),
                    silent=("turn",),
                    head=lambda event, names: f"turn of {names.id_for_command(event.whose)}" if event.whose else "",
                ),
                rules={**to_builtins(file.rules), **conditions},
                tactics=self.tactics if rules.fights else None,
                example=f'round = 1\nphase = "{rules.phase}"\n\n{tomli_w.dumps(file.example)}' if file.example else "",
                coming=self.coming,
                follow=self._follow,
            ),
        )

    def actions(self) -> dict[str, AnyAction]:
        """Return the game's actions, by command: those for which its file has a table."""
        rules = self.rules
        actions: dict[str, AnyAction] = {
            "show": show_action(
                (),
                self._shown,
                clock=lambda fight: {"game": rules.title, "whose": fight.turn or ""},
                order=lambda fight: [] if rules.by_side else [*dict.fromkeys([*fight.order, *fight.combatants])],
                encounter=events.Encounter,
                combatant=events.Combatant,
                alone=self._shown,
            ),
            "attack": Action(self.attack_request, self.attack, self.attack_odds),
            "wound": action(WoundRequest, self.wound, self.metrics_of_wound, words="AMOUNT is damage"),
            "test": action(types.request_of(rules, "test"), self.test, self.metrics_of_test),
            "recover": action(types.request_of(rules, "recover"), self.recover, words=RECOVER),
            "next": action(NextRequest, self.next),
            "order": action(Request, self.order, self.metrics_of_order),
        }
        file = rules.file
        tables = {"attack": rules.fights or None, "test": file.test, "recover": file.recover, "order": file.order}
        return {name: each for name, each in actions.items() if tables.get(name, each) is not None}

    def _shown(self, fight: Any, who: str, combatant: Any) -> Table:
        owner, table = self.keys_of(combatant, fight), self.rules.combatant
        out, (left, most) = bool(owner("=out")), self.left(combatant)
        written = table.of_type(WORD, FLAG)
        return {
            "side": side_of(combatant),
            "keys": {name: getattr(combatant, name) if name in written else owner(name) for name in table.keys},
            "status": self.status(fight, combatant),
            "harm": visible_harm(unhurt=left == most, bloodied=2 * left <= most, out=out),
            "wielding": combatant.wielding or next(iter(combatant.weapons), None),
            "to_act": self.turn_of(who, combatant) == fight.turn and not out,
        }

    def _columns(self) -> Iterator[Column]:
        for shown in self.rules.file.show.columns:
            now, slash, most = shown.partition("/")
            if shown == "wielding":
                yield column("wielding", "", rank=5)
            else:
                yield Column(now, now if slash else f"{now}#", partial(_cell, now, most), rank=0 if slash else 3)
        yield STATE

    def _problems(self, fight: Any) -> Iterator[Problem]:
        rules = self.rules
        for who, combatant in fight.combatants.items():
            yield from self.keys_of(combatant, fight).misfits(f"combatants.{who}")
            for name, weapon in combatant.weapons.items():
                path = f"combatants.{who}.weapons.{name}"
                yield from self.keys_of(weapon).misfits(path)
                if weapon.kind not in rules.attacks:
                    kinds = nearest(weapon.kind, filter(None, rules.attacks))
                    yield Problem(f"{path}.kind", f'{rules.title} has no attack of kind "{weapon.kind}"', kinds)

    def _follow(self, context: AnyContext, who: str, before: Any) -> None:
        """Write unwritten maxima, let a member of a group fall, and emit the statuses that begin and end."""
        if before is None:
            return
        after, owner = context.fight.combatants[who], self.keys_of(before)
        for most, points in self.rules.combatant.maxima.items():
            now = getattr(after, points)
            changed = now is not None and now != getattr(before, points)
            if changed and getattr(before, most) is getattr(after, most) is None and now < owner(most):
                context.update_combatant(who, **{most: owner(most)})
        self.lose_member(context, who, before)
        if not context.silent:
            was = self.status(context.before, before)
            now = self.status(context.fight, context.fight.combatants[who])
            for name in [name for name in (*now, *was) if (name in now) != (name in was)]:
                context.emit(Condition(who=who, name=name, ended=name in was))

    def _actions(self, table: LiveFight[Any]) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
        """Yield the actions of the present turn: attack the weakest foe with the weapon in hand."""
        if self.rules.ordered and not table.fight.order:
            yield "", [("order", Request())]
        for who in self.acting(table.fight):
            fight = table.fight
            if who in fight.combatants and self.roster.is_able(fight, who):
                foes, request = foes_of(fight, who, self.tactics), self.attack_request
                yield who, [("attack", request(attacker=who, targets=[foe], apply=True)) for foe in foes]


def _cell(key: str, most: str, event: events.Combatant, _: Names) -> Cell:
    """Return a key's value, or a bar of it."""
    value, whole = event.keys.get(key), event.keys.get(most)
    if most:
        return bar_with_numbers(value, whole) if isinstance(value, int) and isinstance(whole, int) else ""
    return "" if value is None else escape(str(value))
