"""What comes next in a `realm` round: declarations, NPCs first, then each phase's declared deeds (R2, R3, R5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combatcli.rulesets.coming import FACES, FEW, Coming, Step, to_declare
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.attack import AttackRequest, declared_attacks
from combatcli.rulesets.realm.deeds import FOCUSED
from combatcli.rulesets.realm.rounds import undeclared
from combatcli.rulesets.realm.schema import Fight
from combatcli.text import shortlist, typed

DEEDS = ("move", "push", "impede")
"""The deeds that are declared and done by a command of the same name."""


def coming(fight: Fight) -> Coming:
    """Return who is still to declare, in phase 1 or while nobody has; later, who acts in the phase (R3)."""
    number, late = state.now(fight), undeclared(fight)
    silent = all(each.declared is None for each in fight.combatants.values())
    if late and number < FOCUSED and (number == 1 or silent):
        open_ = "nobody has declared" if silent and number > 1 else "to declare"
        idle = Step(f"declare {typed(late[0])} pass", "does nothing")
        return to_declare(late, "ACTION [TARGET]", idle, open_=open_)
    acting = state.to_act(fight)
    steps = list(_deeds(fight, acting))
    return Coming(
        who=acting,
        steps=steps,
        else_=[f"{shortlist(late, FEW)} undeclared"] if late and number < FOCUSED else [],
        hits_later=bool(steps) and steps[0].line.startswith("attack") and _is_tied(fight, acting[0]),
    )


def _is_tied(fight: Fight, who: str) -> bool:
    """Tell whether all pending hits belong to the acting rank, and so wait for it (R5, R27)."""
    rank = state.rank_of(fight, who)
    return all(state.rank_of(fight, hit.attacker) == rank for hit in fight.pending)


def _deeds(fight: Fight, acting: Sequence[str]) -> Iterator[Step]:
    """Yield the commands of the deeds that come first; secrets are not told, and helpers wait (R4, R28)."""
    declared = declared_attacks(fight, AttackRequest(all=True)) if acting else ()
    attacks = {each.attacker: each for each in declared if each.attacker in acting}
    for who in acting[:FEW]:
        plan = fight.combatants[who].intent
        does = f"does what {who} declared"
        if plan.secret:
            yield Step(f"declare {typed(who)} --reveal", f"reveals what {who} declared")
        elif who in attacks or plan.action in DEEDS:
            attack = attacks.get(who)
            targets = [] if plan.hidden else plan.targets if attack is None else attack.targets
            helpers = [] if attack is None else [f"--assist {typed(helper)}" for helper in attack.assist]
            name = plan.action if attack is None else "attack"
            line = " ".join([name, typed(who), *map(typed, targets), *helpers])
            yield Step(line, does, ("" if name == "move" else FACES) if targets else "TARGET")
        elif plan.action != "assist":
            yield Step(f"next --done {typed(who)}", f"marks what {who} declared as done")
    if len(attacks) > 1:
        yield Step("attack --all", "makes all attacks of this phase", FACES)
    if len(acting) > 1 and fight.order is None:
        yield Step("order", "rolls who acts first", FACES)
