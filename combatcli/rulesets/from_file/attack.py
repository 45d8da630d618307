"""`attack` and `wound`: the results of attacks, the application of hits, and what odds measure of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, nearest
from combatcli.rulesets.actions import OddsQuery
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events
from combatcli.rulesets.from_file.keys import FLAG
from combatcli.rulesets.from_file.play import UNARMED, Given, Play, Told, Worked
from combatcli.rulesets.from_file.tables import Program
from combatcli.rulesets.from_file.types import Hit
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, chance_of_hit, sum_of_events
from combatcli.rulesets.shared.pending import WoundRequest, add_pending, apply_from, positive_amount, wound_command
from combatcli.rulesets.shared.roster import lose_member
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import DisplayOnly, do
from combatcli.text import escape
from combatcli.voice import Subject


class Attacks(Play):
    """The attacks and wounds of a game."""

    def attack(self, context: AnyContext, request: Any) -> None:
        """Attack each target; hits wait in ``pending`` or are applied at once."""
        fight, who = context.fight, request.attacker
        attacker = self.roster.require_able(fight, who)
        if fight.order and fight.turn not in (None, who, side_of(attacker)):
            context.warn_or_refuse(f"it is {fight.subject(fight.turn):'s} turn")
        for target in request.targets:
            self.roster.require_foe(fight, who, target)
            self.roster.warn_of_allies(context, who, target)
        weapon, program = self._attack_with(fight, who, request.weapon)
        values = {**self.options("attack", request), "bonus": request.bonus}
        if not context.silent and who not in fight.acted:
            context.update_fight(acted=[*fight.acted, who])
        owners = ("attacker", who, None), ("weapon", who, weapon)
        purpose = f"{fight.subject(who):'s} {weapon or 'attack'}"
        hashable = replace(request, targets=tuple(request.targets))
        self.begin(context, program.once, purpose, owners, values, self._strike_each, hashable)

    def _attack_with(self, fight: Any, who: str, name: str | None) -> tuple[str, Program]:
        """Return the weapon that an attack uses, empty for none, and the table that it follows."""
        combatant, attacks = combatant_named(fight, who), self.rules.attacks
        weapon = self.in_hand(who, combatant, name)
        kind = combatant.weapons[weapon].kind if weapon else ""
        if kind not in attacks:
            whose, of_kind = Subject(who, many=combatant.count > 1), f'of the kind "{kind}"'
            raise RefusedError(f"{whose:'s} {weapon} is {of_kind}, which has no attack", nearest(kind, attacks))
        return weapon, attacks[kind]

    def _strike_each(self, context: AnyContext, once: Worked, request: Any) -> None:
        known = tuple(once.results.items())
        do(context, *[(self._strike, request, target, known, once.told) for target in request.targets])
        if request.apply and self.rules.file.pending:
            do(context, (apply_from, self._apply_hits, len(context.fight.pending)))

    def _strike(self, context: AnyContext, request: Any, target: str, known: Given, once: Told) -> None:
        fight, who, values = context.fight, request.attacker, dict(known)
        weapon, program = self._attack_with(fight, who, request.weapon)
        foe = self.in_hand(target, fight.combatants[target])
        owners = ("attacker", who, None), ("weapon", who, weapon), ("target", target, None), ("foe", target, foe)
        value_of = self.values_of(fight, owners, values)
        for sentence, when in program.refused.items():
            if when.number(value_of):
                raise RefusedError(f"{who}: {escape(sentence)}")
        purpose = f"{fight.subject(who):'s} attack on {target}"
        self.begin(context, program, purpose, owners, values, self._struck, target, weapon, once)

    def _struck(self, context: AnyContext, worked: Worked, target: str, weapon: str, once: Told) -> None:
        """Emit an attack, make its changes, and add its hit."""
        rules, values, attacker = self.rules, worked.results, worked.who
        hit = bool(values.get("hit", 1))
        damage = max(0, values.get("damage", 0)) if hit else 0
        worked = worked.changed(told=DisplayOnly([*once.value, *worked.told.value]))
        context.tell_attack(attacker, target, lambda: _event(target, weapon, worked, damage if hit else None))
        self.change_and_tell(context, worked)
        if not hit or not ("damage" in worked.run.program.keys or rules.wound.entries):
            return
        more = {name: values[name] for name in sorted(rules.kept) if type(values.get(name)) is int}
        add_pending(context, Hit(attacker=attacker, target=target, weapon=weapon, damage=damage, values=more))
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
        purpose = f"the wound of {context.fight.subject(hit.target)}"
        owners = (("target", hit.target, None),)
        self.begin(context, self.rules.wound, purpose, owners, values, self._wounded, hit.attacker)

    def _wounded(self, context: AnyContext, worked: Worked, attacker: str) -> None:
        """Make and emit a wound's changes; a group may lose a member."""
        target, wound = worked.who, worked.run.program
        before = context.fight.combatants[target]
        changes = self.change(context, worked).get(target, {})
        after = context.fight.combatants[target]
        context.tell(
            lambda: events.Wound(
                target=target,
                amount=worked.results["damage"],
                marked={key: -change for key, change in changes.items()},
                status=self.status(after),
                was=self.status(before),
                by=attacker,
                how=worked.how(wound.changed_by),
            )
        )
        self.lose_member(context, target, before, wound.changed_of("target"))

    def lose_member(self, context: AnyContext, who: str, before: Any, keys: set[str]) -> None:
        """Take a member who is out from a group; the next has full points, and its ``keys`` are as before."""
        after, rules, owner = context.fight.combatants[who], self.rules, self.keys_of(before)
        if after.count == before.count > 1 and self.is_out(context.fight, after):
            plain = {key: getattr(before, key) for key in keys if key in rules.combatant.keys}
            full = {name: owner(most) for most, name in rules.combatant.maxima.items()}
            kept = [note for note in before.notes if note.name not in rules.conditions]
            lose_member(context, who, **{**plain, **full, "notes": kept})

    # What odds measure

    def attack_odds(self, fight: Any, request: Any) -> Iterator[OddsQuery[Any]]:
        """Return what odds of an attack measure, if its hits are applied."""
        _, program = self._attack_with(fight, request.attacker, request.weapon)
        targets = dict.fromkeys(request.targets)
        metrics = [each for target in targets for each in self._attack_metrics(fight, request, target, program)]
        yield OddsQuery((self.attack, replace(request, apply=True)), metrics)

    def _attack_metrics(self, fight: Any, request: Any, target: str, program: Program) -> Iterator[Metric]:
        attacker = request.attacker
        about = {"attacker": attacker, "target": target}
        if "hit" in program.keys:
            yield chance_of_hit(events.Attack, attacker, target, request.targets.count(target))
        for words in program.words:
            yield chance_of_event(words, {**about, "form": "says"}, events.Attack, partial(_says, target, words))
        if "damage" in program.keys:
            yield sum_of_events("damage", about, events.Attack, partial(_damage, target))
        of_target = program.changed_of("target") | self.rules.wound.changed_of("target")
        yield from self._begun(fight, target, about, of_target)
        if of_attacker := program.changed_of("attacker"):
            yield from self._begun(fight, attacker, {"who": attacker}, of_attacker)

    def _begun(self, fight: Any, who: str, about: dict[str, str], changed: set[str]) -> Iterator[Metric]:
        """Yield the chances that statuses begin, that flags change, and that a group loses a member."""
        combatant = fight.combatants[who]
        flags = sorted(changed.intersection(self.rules.combatant.of_type(FLAG)))
        has = self.status(combatant)
        for name in [name for name in (*flags, *self.rules.status) if name not in has and changed]:
            yield chance_at_end(name, {**about, "form": "status"}, partial(self._has, who, name))
        if combatant.count > 1:
            yield chance_at_end("member lost", about, lambda after: after.combatants[who].count < combatant.count)

    def _has(self, who: str, name: str, after: Any) -> bool:
        self.at(after)
        return name in self.status(after.combatants[who])

    def wound_metrics(self, fight: Any, request: WoundRequest) -> list[Metric]:
        """Return what odds of a wound measure."""
        changed = self.rules.wound.changed_of("target")
        words = [word for word in request.what if word in fight.combatants]
        targets = [who for who in words or [hit.target for hit in fight.pending] if who in fight.combatants]
        return [each for who in dict.fromkeys(targets) for each in self._begun(fight, who, {"target": who}, changed)]


def _event(target: str, weapon: str, worked: Worked, damage: int | None) -> events.Attack:
    of_damage = [face for name, _, faces in worked.told.value if name == "damage" for face in faces]
    faces = [face for name, _, faces in worked.told.value if name != "damage" for face in faces]
    return events.Attack(
        attacker=worked.who,
        target=target,
        weapon=weapon or UNARMED,
        faces=faces,
        kept=faces,
        hit=damage is not None,
        damage=damage,
        damage_faces=of_damage,
        **worked.keys,
    )


def _hit_of(amount: str) -> Hit:
    return Hit(attacker="", target="", damage=positive_amount(amount, "amount", "combatcli wound TARGET… AMOUNT"))


def _says(target: str, words: str, event: events.Attack) -> bool | None:
    return event.says == words if event.target == target else None


def _damage(target: str, event: events.Attack) -> int:
    return (event.damage or 0) if event.target == target else 0
