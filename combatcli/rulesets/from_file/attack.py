"""`attack` and `wound`: the results of attacks, and the application of hits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError, nearest
from combatcli.rulesets.actions import Action, AnyAction, AttackRequest, OddsQuery, action
from combatcli.rulesets.context import AnyContext
from combatcli.rulesets.from_file import events, types
from combatcli.rulesets.from_file.keys import FLAG
from combatcli.rulesets.from_file.play import UNARMED, Play
from combatcli.rulesets.from_file.program import NOTHING, Owners, Told, Worked
from combatcli.rulesets.from_file.tables import Program
from combatcli.rulesets.from_file.types import Hit
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, chance_of_hit, sum_of_events
from combatcli.rulesets.shared.pending import (
    WoundRequest,
    add_pending,
    apply_from,
    positive,
    wound_command,
)
from combatcli.rulesets.shared.roster import lose_member
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.tasks import DisplayOnly, do
from combatcli.text import escape
from combatcli.voice import Subject

Given = tuple[tuple[str, Any], ...]
"""Values that are known before a table is computed."""


class Attacks:
    """The attacks and wounds of one game."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.request = types.attack_request(play.rules)

    def on(self, attacker: str, target: str) -> AttackRequest:
        """Return the request of `attack` by tactics."""
        keys: dict[str, Any] = {"attacker": attacker, "targets": [target], "apply": True}
        return self.request(**keys)

    def actions(self) -> dict[str, AnyAction]:
        """Return the game's actions for `attack` and `wound`."""
        wound = partial(wound_command, roster=self.play.roster, hit_of=_hit_of, apply=self.apply_hits)
        return {
            "attack": Action(self.request, self.attack, self.odds),
            "wound": action(WoundRequest, wound, self._wound_metrics, words="AMOUNT is damage"),
        }

    def attack(self, context: AnyContext, request: Any, lean: bool = False) -> None:  # noqa: FBT001, FBT002  (a task takes all by place)
        """Attack each target; hits wait in ``pending`` or are applied at once."""
        play, fight = self.play, context.fight
        attacker = play.roster.require_able(fight, request.attacker)
        if fight.order and fight.turn not in (None, request.attacker, side_of(attacker)):
            context.warn_or_refuse(f"it is {fight.subject(fight.turn):'s} turn")
        weapon = play.in_hand(request.attacker, attacker, request.weapon)
        program = self.program(request.attacker, attacker, weapon)
        for target in request.targets:
            play.roster.require_foe(fight, request.attacker, target)
            play.roster.warn_of_allies(context, request.attacker, target)
        values = tuple({**play.options("attack", request), "bonus": request.bonus}.items())
        asked = (request.attacker, weapon, tuple(request.targets), bool(request.apply), lean)
        if program.once is None:
            self._strike_each(context, asked, values, NOTHING)
            return
        owners = _owners(request.attacker, weapon)
        purpose = f"{fight.subject(request.attacker):'s} {weapon or 'attack'}"
        kept = program.once.keys.union([name for name, _ in values])
        play.begin(context, program.once, purpose, owners, dict(values), self._thrown_once, asked, kept=kept, lean=lean)

    def program(self, who: str, combatant: Any, weapon: str) -> Program:
        """Return the program of an attack with a weapon."""
        kind = combatant.weapons[weapon].kind if weapon else ""
        attacks = self.play.rules.attacks
        if kind not in attacks:
            whose, of_kind = Subject(who, many=combatant.count > 1), f'of the kind "{kind}"'
            raise RefusedError(f"{whose:'s} {weapon} is {of_kind}, which has no attack", nearest(kind, attacks))
        return attacks[kind]

    def _thrown_once(self, context: AnyContext, once: Worked, asked: tuple[Any, ...]) -> None:
        self._strike_each(context, asked, tuple(once.results.items()), once.told)

    def _strike_each(self, context: AnyContext, asked: tuple[Any, ...], options: Given, once: Told) -> None:
        attacker, weapon, targets, apply, lean = asked
        do(context, *[(self._strike, attacker, weapon, target, options, lean, once) for target in targets])
        if apply and self.play.rules.file.pending:
            do(context, (apply_from, self.apply_hits, len(context.fight.pending)))

    def _strike(self, context: AnyContext, attacker: str, weapon: str, target: str, options: Given, *made: Any) -> None:
        play, fight, (lean, once) = self.play, context.fight, made
        program = self.program(attacker, fight.combatants[attacker], weapon)
        foe = play.in_hand(target, fight.combatants[target])
        owners = (*_owners(attacker, weapon), ("target", target, None), ("foe", target, foe))
        values = dict(options)
        value_of = play.values_of(fight, owners, values)
        for sentence, when in program.refused.items():
            if when.number(value_of):
                raise RefusedError(f"{attacker}: {escape(sentence)}")
        purpose = f"{fight.subject(attacker):'s} attack on {target}"
        kept = frozenset({"hit", "damage", "says"}) | play.rules.kept
        play.begin(context, program, purpose, owners, values, self._struck, weapon, once, kept=kept, lean=lean)

    def _struck(self, context: AnyContext, worked: Worked, weapon: str, once: Told) -> None:
        """Emit an attack, make its changes, and add its hit."""
        play, values = self.play, worked.results
        (_, attacker, _), _, (_, target, _), _ = worked.run.owners
        hit = bool(values.get("hit", 1))
        damage = max(0, values.get("damage", 0)) if hit else 0
        worked = worked.changed(told=DisplayOnly([*once.value, *worked.told.value]))
        context.tell_attack(attacker, target, lambda: _event(attacker, target, weapon, worked, damage if hit else None))
        worked.change_and_tell(context)
        if not hit or not ("damage" in worked.run.program.keys or play.rules.wound.entries):
            return
        more = {name: values[name] for name in sorted(play.rules.kept) if type(values.get(name)) is int}
        add_pending(context, Hit(attacker=attacker, target=target, weapon=weapon, damage=damage, values=more))
        if not play.rules.file.pending:
            apply_from(context, self.apply_hits, len(context.fight.pending) - 1)

    def apply_hits(self, context: AnyContext, hits: Sequence[Hit]) -> None:
        """Apply hits, one after the other."""
        do(context, *[(self._hurt, hit) for hit in hits])

    def _hurt(self, context: AnyContext, hit: Hit) -> None:
        rules = self.play.rules
        combatant_named(context.fight, hit.target)
        values = {**dict.fromkeys(rules.kept, 0), **hit.values, "damage": hit.damage}
        purpose = f"the wound of {context.fight.subject(hit.target)}"
        owners = (("target", hit.target, None),)
        self.play.begin(context, rules.wound, purpose, owners, values, self._wounded, hit.attacker)

    def _wounded(self, context: AnyContext, worked: Worked, attacker: str) -> None:
        """Make and emit a wound's changes; a group may lose a member."""
        play, (_, target, _) = self.play, worked.run.owners[0]
        before = context.fight.combatants[target]
        changes = worked.change(context).get(target, {})
        after = context.fight.combatants[target]
        context.tell(
            lambda: events.Wound(
                target=target,
                amount=worked.results["damage"],
                marked={key: -change for key, change in changes.items()},
                status=play.status(after),
                was=play.status(before),
                by=attacker,
                how=worked.how_of(play.rules.wound.changed_by),
            )
        )
        if after.count > 1 and play.is_out(context.fight, after):
            keys = [key for owner, key in worked.run.program.changes if owner == "target"]
            lose_member(context, target, **self.afresh(before, keys))

    def afresh(self, before: Any, keys: Sequence[str]) -> dict[str, object]:
        """Return the values of a group's next member: full points, and otherwise those before the wound."""
        rules, owner = self.play.rules, self.play.keys_of(before)
        plain = {key: getattr(before, key) for key in keys if key in rules.combatant.keys}
        full = {name: owner(f"max_{name}") for name in rules.combatant.maxima.values()}
        kept = [note for note in before.notes if note.name not in rules.conditions]
        return {**plain, **full, "notes": kept}

    # What odds measure

    def odds(self, fight: Any, request: Any) -> Iterator[OddsQuery[Any]]:
        """Return what odds of an attack measure, if its hits are applied."""
        from msgspec.structs import replace

        attacker = combatant_named(fight, request.attacker)
        weapon = self.play.in_hand(request.attacker, attacker, request.weapon)
        program = self.program(request.attacker, attacker, weapon)
        metrics = list[Metric]()
        for target in dict.fromkeys(request.targets):
            metrics += self._attack_metrics(fight, request.attacker, target, program, request.targets.count(target))
        yield OddsQuery((self.attack, replace(request, apply=True), True), metrics)

    def _attack_metrics(self, fight: Any, attacker: str, target: str, program: Program, times: int) -> Iterator[Metric]:
        about = {"attacker": attacker, "target": target}
        if "hit" in program.keys:
            yield chance_of_hit(events.Attack, attacker, target, times)
        for words in program.words:
            yield chance_of_event(words, {**about, "form": "says"}, events.Attack, partial(_says, target, words))
        if "damage" in program.keys:
            yield sum_of_events("damage", about, events.Attack, partial(_damage, target))
        changed = {key for owner, key in (*program.changes, *self.play.rules.wound.changes) if owner == "target"}
        yield from self.begun(fight, target, about, changed)
        of_attacker = {key for owner, key in program.changes if owner == "attacker"}
        if of_attacker:
            yield from self.begun(fight, attacker, {"who": attacker}, of_attacker)

    def begun(self, fight: Any, who: str, about: dict[str, str], changed: set[str]) -> Iterator[Metric]:
        """Return the chances that statuses begin, that flags change, and that a group loses a member."""
        play, rules = self.play, self.play.rules
        combatant = fight.combatants[who]
        flags = [name for name in changed if name in rules.combatant.keys and rules.combatant.keys[name].type == FLAG]
        has = play.status(combatant)
        for name in (*sorted(flags), *rules.status):
            if name not in has and changed:
                yield chance_at_end(name, {**about, "form": "status"}, partial(self._has, who, name))
        if combatant.count > 1:
            yield chance_at_end("member lost", about, partial(_fewer, who, combatant.count))

    def _has(self, who: str, name: str, after: Any) -> bool:
        self.play.house(after)
        return name in self.play.status(after.combatants[who])

    def _wound_metrics(self, fight: Any, request: WoundRequest) -> list[Metric]:
        changed = {key for _, key in self.play.rules.wound.changes}
        words = [word for word in request.what if word in fight.combatants]
        targets = words or [hit.target for hit in fight.pending]
        return [
            metric
            for target in dict.fromkeys(targets)
            if target in fight.combatants
            for metric in self.begun(fight, target, {"target": target}, changed)
        ]


def _owners(attacker: str, weapon: str) -> Owners:
    return ("attacker", attacker, None), ("weapon", attacker, weapon)


def _event(attacker: str, target: str, weapon: str, worked: Worked, damage: int | None) -> events.Attack:
    faces = worked.faces(damage=False)
    return events.Attack(
        attacker=attacker,
        target=target,
        weapon=weapon or UNARMED,
        faces=faces,
        kept=faces,
        hit=damage is not None,
        damage=damage,
        damage_faces=worked.faces(damage=True),
        **worked.keys,
    )


def _hit_of(amount: str) -> Hit:
    return Hit(attacker="", target="", damage=positive(amount, "amount", "combatcli wound TARGET… AMOUNT"))


def _says(target: str, words: str, event: events.Attack) -> bool | None:
    return event.says == words if event.target == target else None


def _damage(target: str, event: events.Attack) -> int:
    return (event.damage or 0) if event.target == target else 0


def _fewer(who: str, count: int, after: Any) -> bool:
    return bool(after.combatants[who].count < count)
