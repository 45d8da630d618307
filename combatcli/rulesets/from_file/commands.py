"""`attack`, `wound`, `test`, `recover`, `order` and `next`, and what their odds measure."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from combatcli import events as common
from combatcli.encounter.references import combatant_named, id_or_word
from combatcli.errors import RefusedError, UsageError, require_known
from combatcli.rulesets import metrics
from combatcli.rulesets.actions import OddsQuery, Request
from combatcli.rulesets.coming import NEXT, LineToType, NextToAct
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events
from combatcli.rulesets.from_file.expressions import total_of
from combatcli.rulesets.from_file.keys import FLAG
from combatcli.rulesets.from_file.play import UNARMED, GameRuntime, Run
from combatcli.rulesets.from_file.tables import Program
from combatcli.rulesets.from_file.types import Hit
from combatcli.rulesets.metrics import Metric
from combatcli.rulesets.shared import pending
from combatcli.rulesets.shared.clock import NextRequest
from combatcli.rulesets.shared.initiative import roll_ranking
from combatcli.rulesets.shared.roster import lose_member
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import do, roll
from combatcli.text import escape, is_number, shell_word


class Commands(GameRuntime):
    """The attacks, wounds, tests, recoveries and turns of a game."""

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
        done = self._strike_each, program, replace(request, targets=tuple(request.targets))
        do(context, (self.work, Run(program.once, purpose, owners, done, tuple(values.items())), 0))

    def _attack_with(self, fight: Any, who: str, name: str | None) -> tuple[str, Program]:
        """Return the weapon that an attack uses, empty for none, and the table that it follows."""
        weapon = self.weapon_to_use(fight, who, name)
        return weapon, self.rules.attacks[fight.combatants[who].weapons[weapon].kind if weapon else ""]

    def _strike_each(self, context: AnyContext, once: Run, program: Program, request: Any) -> None:
        do(context, *[(self._strike, program, target, once) for target in request.targets])
        if request.apply and self.rules.file.pending:
            do(context, (pending.apply_from, self._apply_hits, len(context.fight.pending)))

    def _strike(self, context: AnyContext, program: Program, target: str, once: Run) -> None:
        fight, ((_, who, _), (_, _, weapon)) = context.fight, once.owners
        foe = self.weapon_to_use(fight, target)
        owners = (*once.owners, ("target", target, None), ("foe", target, foe))
        value_of = self.values_of(fight, owners, dict(once.values))
        for sentence, when in program.refused.items():
            if when.number(value_of):
                raise RefusedError(f"{who}: {escape(sentence)}")
        purpose = f"{fight.subject(who):'s} attack on {target}"
        run = Run(program, purpose, owners, (self._struck, target, weapon), once.values, once.steps)
        do(context, (self.work, run, 0))

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
        pending.add_pending(context, Hit(attacker=run.who, target=target, weapon=weapon, damage=damage, values=more))
        if not rules.file.pending:
            pending.apply_from(context, self._apply_hits, len(context.fight.pending) - 1)

    def wound(self, context: AnyContext, request: pending.WoundRequest) -> None:
        """Apply pending hits, or one by hand."""
        pending.wound_command(context, request, self.roster, _hit_of, self._apply_hits)

    def _apply_hits(self, context: AnyContext, hits: Sequence[Any]) -> None:
        do(context, *[(self._hurt, hit) for hit in hits])

    def _hurt(self, context: AnyContext, hit: Any) -> None:
        combatant_named(context.fight, hit.target)
        values = {**dict.fromkeys(self.rules.kept, 0), **hit.values, "damage": hit.damage}
        self.begin(context, self.rules.wound, hit.target, values, self._wounded, hit.attacker)

    def _wounded(self, context: AnyContext, run: Run, attacker: str) -> None:
        """Make and emit a wound's changes; a group may lose a member."""
        target, before = run.who, context.fight
        changes = self.change(context, run).get(target, {})
        if not context.silent:
            was, status = [self.status(fight, fight.combatants[target]) for fight in (before, context.fight)]
            of_wound = {"amount": dict(run.values)["damage"], "by": attacker, "was": was, "status": status}
            marked, how = {key: -change for key, change in changes.items()}, run.computations(run.program.changed_by)
            context.emit(events.Wound(target=target, marked=marked, how=how, **of_wound))
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
        require_known(request.trait, rules.traits, f'there is no trait "{request.trait}" in {rules.title}')
        combatant_named(fight, request.who)
        if request.against is not None:
            combatant_named(fight, request.against)
            if rules.contest is None:
                raise RefusedError(f"{rules.title} has no contests", "Leave --against out.")
        self._roll_test(context, request)

    def _roll_test(self, context: AnyContext, request: Any, first: Run | None = None) -> None:
        """Roll a test; in a contest after the ``first`` one's that of the opponent, without options."""
        who, asked = (request.who, request) if first is None else (request.against, None)
        values = {"bonus": getattr(asked, "bonus", 0), **self.options("test", asked)}
        values["trait"] = self.owner(context.fight, who)(request.trait)
        self.begin(context, self.rules.test, who, values, self._tested, request, first)

    def _tested(self, context: AnyContext, run: Run, request: Any, first: Run | None) -> None:
        """Emit a test, or a contest after the ``first`` one's test, and make the changes."""
        named = {"who": request.who, "against": request.against, "trait": request.trait}
        if request.against is None:
            context.emit(events.Test(**named, success=bool(dict(run.values).get("success")), **run.keys))
        elif first is not None:
            sides = {"own": first, "other": run}
            both = {f"{side}.{name}": value for side, each in sides.items() for name, value in each.numbers.items()}
            success = bool(self.rules.contest.number(self.values_of(context.fight, (), both)))
            named |= {"against_trait": request.trait, "faces": [*first.faces, *run.faces], "success": success}
            named |= {"total": first.numbers.get("total"), "needed": run.numbers.get("total")}
            context.emit(events.Contest(**named, how=first.computations(), against_how=run.computations()))
        self.change_keys_and_emit(context, run)
        if request.against is not None and first is None:
            self._roll_test(context, request, run.changed(values=tuple(run.numbers.items())))

    def recover(self, context: AnyContext, request: Any) -> None:
        """Let a combatant recover some points, or all."""
        who, *amounts = request.who
        who = id_or_word(context.fight, who)
        left, most = self.left(combatant_named(context.fight, who))
        if len(amounts) > 1 or not all(map(is_number, amounts)):
            raise UsageError(f'recover: "{amounts[0]}" is no amount', "Write: combatcli recover WHO… [N]")
        amount = int(amounts[0]) if amounts else max(0, most - left)
        values = {**self.options("recover", request), "amount": amount}
        self.begin(context, self.rules.recover, who, values, self._recovered)

    def _recovered(self, context: AnyContext, run: Run) -> None:
        changes = self.change(context, run).get(run.who, {})
        context.emit(events.Recover(who=run.who, faces=run.faces, cleared=changes, how=run.computations()))

    def order(self, context: AnyContext, _: Request) -> None:
        """Roll initiative for all, and begin the first turn."""
        do(context, (self._roll_order,), (self._take_turn, len(context.fight.combatants)))

    def _turns(self, fight: Any) -> dict[str, list[str]]:
        """Return the combatants or sides that have turns, each with those who act in its turn."""
        turns: dict[str, list[str]] = {}
        for who, each in fight.combatants.items():
            turns.setdefault(self.turn_of(who, each), []).append(who)
        return turns

    def _roll_order(self, context: AnyContext) -> None:
        formula, order, fight = self.rules.order, self.rules.file.order, context.fight
        able = partial(self.roster.is_able, fight)
        first_able = {turn: max(members, key=able) for turn, members in self._turns(fight).items()}
        texts = {turn: str(formula.value(self.owner(fight, who))) for turn, who in first_able.items()}
        if not texts:
            return
        purpose, who = f"the initiative of {', '.join(texts)}", list(texts)
        places, shown = roll(context, purpose, roll_ranking, tuple(texts.values()), context.silent, order.low)
        totals, faces = shown.value
        in_order = [*dict.fromkeys([*[who[place] for (place,) in places], *who])]
        context.update_fight(order=in_order, turn=None, waiting=in_order)
        by_name = {name: [total] for name, total in zip(who, totals, strict=False)}
        context.emit(common.Order(order=in_order, faces=list(faces), totals=by_name))

    def next(self, context: AnyContext, request: NextRequest) -> None:
        """Go on to the next turn, or the next round."""
        pending.warn_of_pending(context)
        if self.rules.ordered and not context.fight.order:
            context.warn_or_refuse("initiative has not been rolled: combatcli order")
        if request.round:
            context.update_fight(waiting=[])
        do(context, (self._take_turn, max(1, len(context.fight.order))))

    def _take_turn(self, context: AnyContext, passes: int) -> None:
        """Begin the next turn, or the next round; for a combatant that cannot act, apply its start and go on."""
        fight, order = context.fight, self.rules.file.order
        if not fight.waiting:
            context.update_fight(round=fight.round + 1)
            if self.rules.ordered and order.again == "each round" and fight.order:
                do(context, (self._roll_order,), (self._take_turn, passes))
                return
            turns = self._turns(fight) if fight.order else {}
            in_order = [*dict.fromkeys([turn for turn in (*fight.order, *turns) if turn in turns])]
            context.update_fight(order=in_order, waiting=in_order)
        turn, *waiting = context.fight.waiting or [None]
        context.update_fight(turn=turn, waiting=waiting, acted=[])
        context.tell(lambda: events.Phase(round=context.fight.round, phase=context.fight.phase, who=turn or ""))
        for who in self.acting(context.fight) if self.rules.turn.entries else ():
            self.begin(context, self.rules.turn, who, {}, self._turn_begun)
        if turn:
            do(context, (self._pass_on, passes - 1))

    def turn_of(self, who: str, combatant: Any) -> str:
        """Return the turn in which a combatant acts, its own or its side's."""
        return side_of(combatant) if self.rules.by_side else who

    def _pass_on(self, context: AnyContext, passes: int) -> None:
        able = [who for who in self.acting(context.fight) if self.roster.is_able(context.fight, who)]
        decided = len(self._left(context.fight)) < 2 <= len(self._left(context.before))
        if not able and not decided and passes > 0:
            do(context, (self._take_turn, passes))

    def _left(self, fight: Any) -> set[str]:
        """Return the sides with somebody who is not out."""
        return {side_of(each) for each in fight.combatants.values() if not self.is_out(fight, each)}

    def _turn_begun(self, context: AnyContext, run: Run) -> None:
        changes = self.change(context, run).get(run.who, {})
        if changes or run.faces:
            context.tell(lambda: events.Turn(who=run.who, faces=run.faces, changes=changes, how=run.computations(())))

    def coming(self, fight: Any) -> NextToAct:
        """Return whose turn it is, or that initiative is to be rolled; without turns, everybody acts once a round."""
        ordered, subject = self.rules.ordered, fight.subject
        if ordered and not fight.order:
            return NextToAct(else_=["Initiative is to be rolled"], steps=[LineToType("order", "rolls who comes first")])
        able = [each for each in self.acting(fight) if self.roster.is_able(fight, each)]
        who = [each for each in able if each not in fight.acted]
        acts = [LineToType(f"attack {shell_word(each)}", f"{subject(each):attacks}", "TARGET") for each in who[:3]]
        ends = f"ends the turn of {fight.turn}" if ordered and able else "goes on" if ordered else "ends the round"
        done = f"{subject(fight.turn):has} acted" if able else f"It is the turn of {fight.turn}, who cannot act"
        return NextToAct(who=who, steps=[*acts, NEXT.changed(does=ends)], else_=[done] if ordered and not who else [])

    def acting(self, fight: Any) -> list[str]:
        """Return who may act now, in order: a combatant or a side whose turn it is, or all without turns."""
        return self._turns(fight).get(fight.turn, []) if self.rules.ordered else [*fight.combatants]

    def attack_odds(self, fight: Any, request: Any) -> Iterator[OddsQuery[Any]]:
        """Return what odds of an attack measure, if its hits are applied."""
        _, program = self._attack_with(fight, request.attacker, request.weapon)
        targets = dict.fromkeys(request.targets)
        measured = [each for target in targets for each in self._attack_metrics(fight, request, target, program)]
        yield OddsQuery((self.attack, replace(request, apply=True)), measured)

    def _attack_metrics(self, fight: Any, request: Any, target: str, program: Program) -> Iterator[Metric]:
        attacker, event = request.attacker, events.Attack
        about = {"attacker": attacker, "target": target}
        if "hit" in program.keys:
            yield metrics.chance_of_hit(event, attacker, target, request.targets.count(target))
        for words in program.words:
            says = metrics.chance_of_attack(words, attacker, target, event, partial(_says, words))
            yield says.changed(about={**about, "form": "says"})
        if "damage" in program.keys:
            yield metrics.sum_of_events(
                "damage", about, event, lambda blow: (blow.damage or 0) if blow.target == target else 0
            )
        of_target = program.changed_of("target") | self.rules.wound.changed_of("target")
        yield from self._status_metrics(fight, target, about, of_target)
        if of_attacker := program.changed_of("attacker"):
            yield from self._status_metrics(fight, attacker, {"who": attacker}, of_attacker)

    def _status_metrics(self, fight: Any, who: str, about: dict[str, str], changed: set[str]) -> Iterator[Metric]:
        """Yield the chances that statuses begin, that flags change, and that a group loses a member."""
        combatant, end = fight.combatants[who], metrics.chance_at_end
        flags = sorted(changed.intersection(self.rules.combatant.of_type(FLAG)))
        has = self.status(fight, combatant)
        for name in [name for name in (*flags, *self.rules.status) if name not in has and changed]:
            yield end(name, {**about, "form": "status"}, partial(self._has, who, name))
        if combatant.count > 1:
            yield end("member lost", about, lambda after: after.combatants[who].count < combatant.count)

    def _has(self, who: str, name: str, after: Any) -> bool:
        return name in self.status(after, after.combatants[who])

    def metrics_of_wound(self, fight: Any, request: pending.WoundRequest) -> list[Metric]:
        """Return what odds of wounds measure."""
        changed = self.rules.wound.changed_of("target")
        words = [id_or_word(fight, word) for word in request.what] or [hit.target for hit in fight.pending]
        targets = [who for who in dict.fromkeys(words) if who in fight.combatants]
        return [each for who in targets for each in self._status_metrics(fight, who, {"target": who}, changed)]

    def metrics_of_test(self, _: Any, request: Any) -> list[Metric]:
        """Return what odds of a test measure."""
        about, event = {"who": request.who}, events.Test
        if request.against is not None:
            return [metrics.chance_of_success(about, events.Contest)]
        form, words = {**about, "form": "says"}, self.rules.test.words
        outcomes = [metrics.chance_of_event(each, form, event, partial(_says, each)) for each in words]
        return [metrics.chance_of_success(about, event), *outcomes]

    def metrics_of_order(self, fight: Any, _: Request) -> list[Metric]:
        """Return what odds of the order measure: who comes first."""
        return [*map(metrics.chance_of_coming_first, self._turns(fight))]


def _event(target: str, weapon: str, run: Run, damage: int | None) -> events.Attack:
    of_damage = [face for name, _, faces in run.steps.value if name == "damage" for face in faces]
    faces = [face for name, _, faces in run.steps.value if name != "damage" for face in faces]
    keys = {**run.keys, "faces": faces, "kept": faces, "damage_faces": of_damage, "hit": damage is not None}
    return events.Attack(attacker=run.who, target=target, weapon=weapon or UNARMED, damage=damage, **keys)


def _hit_of(text: str) -> Any:
    return Hit(attacker="", target="", damage=pending.positive_amount(text, "amount", "combatcli wound TARGET… AMOUNT"))


def _says(words: str, event: events.Attack | events.Test) -> bool:
    return event.says == words
