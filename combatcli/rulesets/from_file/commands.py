"""`attack`, `wound`, `test` and `recover`, and what their odds measure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named, id_or_word
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import OddsQuery
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events
from combatcli.rulesets.from_file.expressions import Value
from combatcli.rulesets.from_file.keys import FLAG
from combatcli.rulesets.from_file.play import UNARMED, GameRuntime, Run
from combatcli.rulesets.from_file.rolls import total_of
from combatcli.rulesets.from_file.tables import Program
from combatcli.rulesets.from_file.types import Hit
from combatcli.rulesets.metrics import (
    Metric,
    chance_at_end,
    chance_of_attack,
    chance_of_event,
    chance_of_hit,
    chance_of_success,
    sum_of_events,
)
from combatcli.rulesets.shared.pending import WoundRequest, add_pending, apply_from, positive_amount, wound_command
from combatcli.rulesets.shared.roster import lose_member
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import do
from combatcli.text import escape, is_number


class Commands(GameRuntime):
    """The attacks, wounds, tests and recoveries of a game."""

    def attack(self, context: AnyContext, request: Any) -> None:
        """Attack each target; hits wait in ``pending`` or are applied at once."""
        fight, who = context.fight, request.attacker
        attacker = self.roster.require_able(fight, who)
        if fight.order and fight.turn not in (None, who, side_of(attacker)):
            context.warn_or_refuse(f"it is {fight.subject(fight.turn):'s} turn")
        for target in request.targets:
            self.roster.require_attackable(fight, who, target)
            self.roster.warn_of_attack_on_ally(context, who, target)
        weapon, program = self._attack_with(fight, who, request.weapon)
        values = {**self.options("attack", request), "bonus": request.bonus}
        if not context.silent and who not in fight.acted:
            context.update_fight(acted=[*fight.acted, who])
        owners = ("attacker", who, None), ("weapon", who, weapon)
        purpose = f"{fight.subject(who):'s} {weapon or 'attack'}"
        hashable = replace(request, targets=tuple(request.targets))
        self.begin(context, Run(program.once, purpose, owners, (self._strike_each, hashable), tuple(values.items())))

    def _attack_with(self, fight: Any, who: str, name: str | None) -> tuple[str, Program]:
        """Return the weapon that an attack uses, empty for none, and the table that it follows."""
        combatant = combatant_named(fight, who)
        weapon = self.weapon_to_use(who, combatant, name)
        return weapon, self.rules.attacks[combatant.weapons[weapon].kind if weapon else ""]

    def _strike_each(self, context: AnyContext, once: Run, request: Any) -> None:
        do(context, *[(self._strike, request, target, once) for target in request.targets])
        if request.apply and self.rules.file.pending:
            do(context, (apply_from, self._apply_hits, len(context.fight.pending)))

    def _strike(self, context: AnyContext, request: Any, target: str, once: Run) -> None:
        fight, who = context.fight, request.attacker
        weapon, program = self._attack_with(fight, who, request.weapon)
        foe = self.weapon_to_use(target, fight.combatants[target])
        owners = (*once.owners, ("target", target, None), ("foe", target, foe))
        value_of = self.values_of(fight, owners, dict(once.values))
        for sentence, when in program.refused.items():
            if when.number(value_of):
                raise RefusedError(f"{who}: {escape(sentence)}")
        purpose = f"{fight.subject(who):'s} attack on {target}"
        self.begin(context, Run(program, purpose, owners, (self._struck, target, weapon), once.values, once.steps))

    def _struck(self, context: AnyContext, run: Run, target: str, weapon: str) -> None:
        """Emit an attack, make its changes, and add its hit."""
        rules, values = self.rules, dict(run.values)
        hit = bool(values.get("hit", 1))
        damage = max(0, total_of(values.get("damage", 0))) if hit else 0
        context.tell_attack(run.who, target, lambda: _event(target, weapon, run, damage if hit else None))
        self.change_keys_and_emit(context, run)
        if not hit or not ("damage" in run.program.keys or rules.wound.entries):
            return
        more = {name: values[name] for name in sorted(rules.kept) if type(values.get(name)) is int}
        add_pending(context, Hit(attacker=run.who, target=target, weapon=weapon, damage=damage, values=more))
        if not rules.file.pending:
            apply_from(context, self._apply_hits, len(context.fight.pending) - 1)

    def wound(self, context: AnyContext, request: WoundRequest) -> None:
        """Apply pending hits, or one by hand."""
        wound_command(context, request, self.roster, _hit_of, self._apply_hits)

    def _apply_hits(self, context: AnyContext, hits: Sequence[Hit]) -> None:
        do(context, *[(self._hurt, hit) for hit in hits])

    def _hurt(self, context: AnyContext, hit: Hit) -> None:
        combatant_named(context.fight, hit.target)
        values = {**dict.fromkeys(self.rules.kept, 0), **hit.values, "damage": hit.damage}
        self.begin_for(context, self.rules.wound, hit.target, values, self._wounded, hit.attacker)

    def _wounded(self, context: AnyContext, run: Run, attacker: str) -> None:
        """Make and emit a wound's changes; a group may lose a member."""
        target, before = run.who, context.fight
        changes = self.change(context, run).get(target, {})
        context.tell(
            lambda: events.Wound(
                target=target,
                amount=dict(run.values)["damage"],
                marked={key: -change for key, change in changes.items()},
                status=self.status(context.fight, context.fight.combatants[target]),
                was=self.status(before, before.combatants[target]),
                by=attacker,
                how=run.computations(run.program.changed_by),
            )
        )
        self.lose_member(context, target, before.combatants[target], run.program.changed_of("target"))

    def lose_member(self, context: AnyContext, who: str, before: Any, keys: Collection[str] = ()) -> None:
        """Take a member who is out from a group; the next has full points, and its ``keys`` are as before."""
        after, rules, owner = context.fight.combatants[who], self.rules, self.keys_of(before)
        if after.count == before.count > 1 and self.is_out(context.fight, after):
            plain = {key: getattr(before, key) for key in keys if key in rules.combatant.keys}
            full = {name: owner(most) for most, name in rules.combatant.maxima.items()}
            kept = [note for note in before.notes if note.name not in rules.file.conditions]
            lose_member(context, who, **{**plain, **full, "notes": kept})

    def test(self, context: AnyContext, request: Any) -> None:
        """Test a trait, alone or against another combatant's."""
        rules, fight = self.rules, context.fight
        if request.trait not in rules.traits:
            hint = nearest(request.trait, rules.traits)
            raise UsageError(f'there is no trait "{request.trait}" in {rules.title}', hint)
        combatant_named(fight, request.who)
        if request.against is not None:
            combatant_named(fight, request.against)
            if rules.contest is None:
                raise RefusedError(f"{rules.title} has no contests", "Leave --against out.")
        self._roll_test(context, request, request.who, {**self.options("test", request), "bonus": request.bonus})

    def _roll_test(
        self, context: AnyContext, request: Any, who: str, options: Mapping[str, Value], first: Run | None = None
    ) -> None:
        values = {**options, "trait": self.owner(context.fight, who)(request.trait)}
        self.begin_for(context, self.rules.test, who, values, self._tested, request, first)

    def _tested(self, context: AnyContext, run: Run, request: Any, first: Run | None) -> None:
        """Emit a test, or a contest after the ``first`` one's test, and make the changes.

        The opponent of a contest tests without options.
        """
        named = {"who": request.who, "against": request.against, "trait": request.trait}
        if request.against is None:
            context.emit(events.Test(**named, success=bool(dict(run.values).get("success")), **run.keys))
        elif first is not None:
            self._tell_contest(context, named, first, run)
        self.change_keys_and_emit(context, run)
        if request.against is not None and first is None:
            own = run.changed(values=tuple(run.numbers.items()))
            self._roll_test(context, request, request.against, {"bonus": 0, **self.options("test")}, own)

    def _tell_contest(self, context: AnyContext, named: dict[str, Any], own: Run, other: Run) -> None:
        contest, sides = self.rules.contest, {"own": own, "other": other}
        assert contest is not None
        both = {f"{side}.{name}": value for side, run in sides.items() for name, value in run.numbers.items()}
        context.emit(
            events.Contest(
                **named,
                against_trait=named["trait"],
                faces=[*own.faces, *other.faces],
                total=own.numbers.get("total"),
                needed=other.numbers.get("total"),
                success=bool(contest.number(self.values_of(context.fight, (), both))),
                how=own.computations(),
                against_how=other.computations(),
            )
        )

    def recover(self, context: AnyContext, request: Any) -> None:
        """Let a combatant recover some points, or all."""
        who, *amounts = request.who
        who = id_or_word(context.fight, who)
        left, most = self.left(combatant_named(context.fight, who))
        if len(amounts) > 1 or not all(map(is_number, amounts)):
            raise UsageError(f'recover: "{amounts[0]}" is no amount', "Write: combatcli recover WHO… [N]")
        amount = int(amounts[0]) if amounts else max(0, most - left)
        values = {**self.options("recover", request), "amount": amount}
        self.begin_for(context, self.rules.recover, who, values, self._recovered)

    def _recovered(self, context: AnyContext, run: Run) -> None:
        changes = self.change(context, run).get(run.who, {})
        context.emit(events.Recover(who=run.who, faces=run.faces, cleared=changes, how=run.computations()))

    # What odds measure

    def attack_odds(self, fight: Any, request: Any) -> Iterator[OddsQuery[Any]]:
        """Return what odds of an attack measure, if its hits are applied."""
        _, program = self._attack_with(fight, request.attacker, request.weapon)
        targets = dict.fromkeys(request.targets)
        metrics = [each for target in targets for each in self._attack_metrics(fight, request, target, program)]
        yield OddsQuery((self.attack, replace(request, apply=True)), metrics)

    def _attack_metrics(self, fight: Any, request: Any, target: str, program: Program) -> Iterator[Metric]:
        attacker, event = request.attacker, events.Attack
        about = {"attacker": attacker, "target": target}
        if "hit" in program.keys:
            yield chance_of_hit(event, attacker, target, request.targets.count(target))
        for words in program.words:
            says = chance_of_attack(words, attacker, target, event, partial(_says, words))
            yield says.changed(about={**about, "form": "says"})
        if "damage" in program.keys:
            yield sum_of_events("damage", about, event, partial(_damage, target))
        of_target = program.changed_of("target") | self.rules.wound.changed_of("target")
        yield from self._status_metrics(fight, target, about, of_target)
        if of_attacker := program.changed_of("attacker"):
            yield from self._status_metrics(fight, attacker, {"who": attacker}, of_attacker)

    def _status_metrics(self, fight: Any, who: str, about: dict[str, str], changed: set[str]) -> Iterator[Metric]:
        """Yield the chances that statuses begin, that flags change, and that a group loses a member."""
        combatant = fight.combatants[who]
        flags = sorted(changed.intersection(self.rules.combatant.of_type(FLAG)))
        has = self.status(fight, combatant)
        for name in [name for name in (*flags, *self.rules.status) if name not in has and changed]:
            yield chance_at_end(name, {**about, "form": "status"}, partial(self._has, who, name))
        if combatant.count > 1:
            yield chance_at_end("member lost", about, lambda after: after.combatants[who].count < combatant.count)

    def _has(self, who: str, name: str, after: Any) -> bool:
        return name in self.status(after, after.combatants[who])

    def metrics_of_wound(self, fight: Any, request: WoundRequest) -> list[Metric]:
        """Return what odds of a wound measure."""
        changed = self.rules.wound.changed_of("target")
        words = [word for word in request.what if word in fight.combatants]
        targets = [who for who in words or [hit.target for hit in fight.pending] if who in fight.combatants]
        return [
            each
            for who in dict.fromkeys(targets)
            for each in self._status_metrics(fight, who, {"target": who}, changed)
        ]

    def metrics_of_test(self, _: Any, request: Any) -> list[Metric]:
        """Return what odds of a test measure."""
        about = {"who": request.who}
        if request.against is not None:
            return [chance_of_success(about, events.Contest)]
        form, words = {**about, "form": "says"}, self.rules.test.words
        outcomes = [chance_of_event(each, form, events.Test, partial(_says, each)) for each in words]
        return [chance_of_success(about, events.Test), *outcomes]


def _event(target: str, weapon: str, run: Run, damage: int | None) -> events.Attack:
    of_damage = [face for name, _, faces in run.steps.value if name == "damage" for face in faces]
    faces = [face for name, _, faces in run.steps.value if name != "damage" for face in faces]
    keys = {**run.keys, "faces": faces, "kept": faces, "damage_faces": of_damage, "hit": damage is not None}
    return events.Attack(attacker=run.who, target=target, weapon=weapon or UNARMED, damage=damage, **keys)


def _hit_of(amount: str) -> Hit:
    return Hit(attacker="", target="", damage=positive_amount(amount, "amount", "combatcli wound TARGET… AMOUNT"))


def _says(words: str, event: events.Attack | events.Test) -> bool:
    return event.says == words


def _damage(target: str, event: events.Attack) -> int:
    return (event.damage or 0) if event.target == target else 0
