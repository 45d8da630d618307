"""`wound` (R40–R43): applies what is pending, or what it is told; the rolls that wounds bring come after all else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from combatcli.encounter.references import combatant_named, id_of
from combatcli.errors import UsageError
from combatcli.rulesets.actions import Action, single_query
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.boxes import box_for, consequences, fall, mark
from combatcli.rulesets.realm.events import Discard, Wound
from combatcli.rulesets.realm.holds import holders, release
from combatcli.rulesets.realm.schema import Combatant, Fight, Hit
from combatcli.rulesets.realm.state import ROSTER, all_marked
from combatcli.rulesets.shared import pending
from combatcli.rulesets.shared.conditions import gain
from combatcli.rulesets.steps import Step, no_more_steps
from combatcli.text import whole_number

TRAITS = ("daring", "commitment")


class WoundRequest(pending.WoundRequest, frozen=True):
    """What is pending, or a wound number for each target, several with commas between; by which trait to fight on."""

    with_: str | list[str] | None = None


def wound(context: CombatContext[Fight], request: WoundRequest) -> Step[Fight] | None:
    """Mark wounds, all at once, then roll what they bring."""
    apply = partial(apply_hits, traits=traits_of(context.fight, request.with_))
    return pending.wound_command(context, request, ROSTER, hit_of, apply, Discard)


def traits_of(fight: Fight, said: str | Sequence[str] | None) -> dict[str, str]:
    """Return by which trait each victim tests to fight on: `commitment` is for all, `mira=commitment` for one (R41)."""
    traits: dict[str, str] = {}
    lists = [said] if isinstance(said, str) else said or ()
    for word in [word for words in lists for word in words.split(",")]:
        who, _, trait = word.rpartition("=")
        if trait not in TRAITS:
            raise UsageError(f"--with {word}: expected daring or commitment", "Or for one victim: --with mira=daring")
        if not who:
            traits = {**dict.fromkeys(fight.combatants, trait), **traits}
        else:
            victim = id_of(fight, who)
            combatant_named(fight, victim)
            traits[victim] = trait
    return traits


def hit_of(text: str) -> Hit:
    """Return a hit of "4" or "4,2", on nobody yet; UsageError if these are no wound numbers."""
    numbers = [whole_number(word) or 0 for word in text.split(",")]
    if min(numbers) < 1:
        raise UsageError(
            f'"{text}" is not a wound number', "Give numbers of 1 or more, separated by commas: wound mira 4,2"
        )
    return Hit(attacker="", target="", wounds=numbers)


def apply_hits(
    context: CombatContext[Fight],
    hits: Sequence[Hit],
    traits: Mapping[str, str] | None = None,
    then: Callable[[CombatContext[Fight]], Step[Fight] | None] = no_more_steps,
) -> Step[Fight] | None:
    """Mark what hits do, all at once, and then roll what it brings (R40–R43)."""
    before = dict(context.fight.combatants)
    for hit in hits:
        _mark_hit(context, hit, before)
    return consequences(context, before, list(dict.fromkeys(hit.target for hit in hits)), traits, then)


def _mark_hit(context: CombatContext[Fight], hit: Hit, before: dict[str, Combatant]) -> None:
    combatant_named(context.fight, hit.target)
    if state.is_dead(before[hit.target]):
        context.warn(f"{hit.target} is already dead; a pending hit on them was discarded (R43)")
        return
    wounded = False
    for number in hit.wounds:
        combatant = context.fight.combatants[hit.target]
        if combatant.count > 1 and all_marked(combatant.marked, combatant.wounds):
            fall(context, hit.target, "dead")
            combatant = before[hit.target] = context.fight.combatants[hit.target]
        box = box_for(number, combatant.marked, combatant.wounds)
        mark(context, hit.target, number, box, hit.attacker)
        wounded = wounded or box is not None
    if hit.lowest:
        combatant = context.fight.combatants[hit.target]
        box = box_for(1, combatant.marked, combatant.wounds)
        mark(context, hit.target, box or 1, box, hit.attacker, cause="the parrying weapon")
    if wounded and hit.attacker in context.fight.combatants:
        _break_free(context, hit.attacker, hit.target)


def _break_free(context: CombatContext[Fight], who: str, wounded: str) -> None:
    """Free someone who wounded their impeder; this round they move no further than one arena (R25, R26).

    That is told once nobody holds them any more.
    """
    if wounded in holders(context.fight.combatants[who]):
        release(context, who, wounded, f"{who} wounded {wounded}")
        held = bool(holders(context.fight.combatants[who]))
        gain(context, who, "freed", until=context.fight.round, secret=held)


def wound_metrics(fight: Fight, target: str, about: dict[str, str]) -> list[Metric]:
    """Return the chances of each box that may be marked, of breaking, incapacity (without the dead) and death (R52)."""
    before = combatant_named(fight, target)

    def marks(box: int) -> Metric:
        hit = (target, box)
        return chance_of_event(
            f"box {box}", about, Wound, lambda event: (event.target, event.marked) == hit or None, possible=True
        )

    def falls(status: str, *but: str) -> Metric:
        def holds(fight: Fight) -> bool:
            now = fight.combatants[target].status
            return status in now and status not in state.status_of(before) and not any(other in now for other in but)

        return chance_at_end(status, about, holds)

    members = [chance_at_end("member lost", about, lambda fight: fight.combatants[target].count < before.count)]
    return [
        *(marks(box) for box in range(1, before.wounds + 1)),
        *(members if before.count > 1 else []),
        falls("broken"),
        falls("incapacitated", "dead"),
        falls("dead"),
    ]


def metrics(fight: Fight, request: WoundRequest) -> list[Metric]:
    """Return the chances of what happens to each of those who are wounded."""
    to_wound = pending.read_wound(CombatContext(fight), request)
    waiting = [hit.target for number, hit in enumerate(fight.pending, 1) if request.only in (None, number)]
    on = to_wound.targets or waiting if to_wound.amount is None else to_wound.targets
    return [metric for who in dict.fromkeys(on) for metric in wound_metrics(fight, who, {"who": who})]


ACTION = Action(WoundRequest, wound, single_query(wound, metrics))
