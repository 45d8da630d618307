"""A round: `next` (R1–R3, R7, R42), `order` (R5, R6) and the board; and what comes next."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec.structs import replace

from combatcli.encounter.references import CombatantId
from combatcli.errors import UsageError
from combatcli.events import Table
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.asked import flag, refuse_beside, text
from combatcli.rulesets.coming import FACES, FEW, LineToType, NextToAct, to_declare
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.realm import contests, deeds, effects, events, state, wound
from combatcli.rulesets.realm.attack import AttackRequest, declared_attacks_due
from combatcli.rulesets.realm.schema import NOTHING, Context, Fight, Order
from combatcli.rulesets.shared import clock
from combatcli.rulesets.shared.conditions import lose
from combatcli.rulesets.shared.initiative import Initiative, roll_initiative
from combatcli.rulesets.tasks import do
from combatcli.text import shell_word, shortlist


class NextRequest(clock.NextRequest, frozen=True):
    """The next phase; with ``done``, those who have done what they declared."""

    done: Annotated[list[CombatantId], text("WHO", "mark WHO's action as done; the phase goes on", many=True)] = []


def next_phase(context: Context, request: NextRequest) -> None:
    """Go on to the next phase or through the rest of the round, or mark declarations as done (R7)."""
    if request.done and request.round:
        raise UsageError("--done and --round exclude each other", "With --done, the phase continues.")
    for who in dict.fromkeys(request.done):
        deeds.mark_done(context, who)
    if not request.done:
        clock.advance_phases(context, request, _advance)


def _advance(context: Context) -> None:
    """Complete or lose the focuses that nobody acted on (R24, R25), and begin the next phase or round."""
    number = state.phase_now(context.fight)
    for who in state.who_has_yet_to_act_in(context.fight, deeds.FOCUSED) if number == deeds.FOCUSED else ():
        combatant, target = context.fight.combatants[who], deeds.deed_of_focus(context.fight, who)[1]
        if not target or target in context.fight.arenas or effects.may_act_against(combatant, [target]):
            deeds.complete_if_focus(context, who)
            continue
        if not combatant.intent.has_secret:
            by = " and ".join(state.holders(combatant, "impeded"))
            context.warn(f"{context.fight.subject(who):is} impeded by {by}, and the focus on {target} is lost (R25)")
        lose(context, who, "focusing", "impeded", secret=combatant.intent.secret)
    for who, each in context.fight.combatants.items():
        if each.counters:
            context.update_combatant(who, counters=[])
    if number < deeds.FOCUSED:
        _begin_phase(context, number + 1)
    else:
        do(context, (_bleed,), (_end_round,))


def _begin_phase(context: Context, number: int) -> None:
    """Begin a phase; emit what the last one left undone, what is pending, and who acts now (R3)."""
    before = context.fight
    context.update_fight(phase=state.PHASES[number - 1], order=None)
    if not context.silent:
        context.emit(_phase_event(before, context.fight, number))
    if number == state.PHASE_OF["focus"]:
        for who in [who for who, each in context.fight.combatants.items() if each.intent.action == "focus"]:
            deeds.begin_focus(context, who)


def _phase_event(before: Fight, fight: Fight, number: int) -> events.Phase:
    acting = state.who_has_yet_to_act_in(fight, number)
    undone = who_left_deed_undone(before, number - 1) if number > 1 else []
    whom = acting if number > 1 else state.ROSTER.able(fight)
    limits = {who: effects.statuses_barring_move(fight.combatants[who], fight.round) for who in whom}
    return events.Phase(
        round=fight.round,
        **state.clock(fight),
        undone=[declaration_on_board(before, who) for who in undone],
        acting=acting,
        limited=[{"who": who, "limits": by} for who, by in limits.items() if by],
        pending=len(fight.pending),
        undeclared=who_has_not_declared(fight) if number == 1 else [],
    )


def _who_bleeds(fight: Fight) -> list[str]:
    bleeding = {who: each for who, each in fight.combatants.items() if "bleeding" in each.status}
    return [who for who, each in bleeding.items() if state.disabled_by(each) != "dead"]


def _bleed(context: Context) -> None:
    """Give each of the bleeding one more wound, in the lowest free box, and roll its consequence (R42)."""
    before, bleeding = context.fight.combatants, _who_bleeds(context.fight)
    for who in bleeding:
        wound.mark_box(context, who, cause="bleeding")
    wound.roll_consequences(context, before, bleeding)


def _end_round(context: Context) -> None:
    """End what lasts until now, clear the declarations, and begin the next round."""
    ended = context.fight.round
    for who in [who for who, each in context.fight.combatants.items() if each.status]:
        effects.release_from_hold(context, who, "over")
        combatant = context.fight.combatants[who]
        for status in combatant.status:
            if status in state.LASTING and max(effects.last_rounds(combatant, status, ended).values()) <= ended:
                lose(context, who, status, "over", secret=status == "focusing" and combatant.intent.secret)
    combatants = context.fight.combatants.items()
    silent = {who: replace(each, declared=None, last_declared=each.declared) for who, each in combatants}
    context.update_fight(round=ended + 1, combatants=silent)
    _begin_phase(context, 1)


def next_metrics(fight: Fight, request: NextRequest) -> list[Metric]:
    """Return the chances of what the next wound brings to the bleeding, at the end of the round."""
    if not request.round and state.phase_now(fight) < deeds.FOCUSED:
        return []
    return [metric for who in _who_bleeds(fight) for metric in wound.wound_metrics(fight, who, {"who": who})]


class OrderRequest(Request, frozen=True):
    """A request for the initiative of the present phase, or for the board."""

    board: Annotated[bool, flag("show the declaration board without rolling")] = False
    reveal: Annotated[bool, flag("show secret declarations too")] = False
    ties: Annotated[str | None, text("reroll", "reroll ties until they are broken", offers=("reroll",))] = None
    again: Annotated[bool, flag("roll again even if there already is an order")] = False


def roll_or_show_order(context: Context, request: OrderRequest) -> None:
    """Roll initiative for the present phase, or show the board."""
    fight = context.fight
    if request.reveal and not request.board:
        raise UsageError("--reveal is for the board", "Write: combatcli order --board --reveal")
    if request.board:
        refuse_beside(request, "--board", "ties", "again")
        context.events += board(fight, reveal=request.reveal)
        return
    if request.ties not in (None, "reroll"):
        raise UsageError(f'--ties {request.ties}: expected "reroll"', "Without it, ties act at the same time.")
    before, rolling = _order_and_rollers(fight, request)
    reroll = request.ties is not None
    if len(rolling) > 1 and (before is None or (reroll and before.ties)):
        bonuses = {who: each.awareness for who, each in fight.combatants.items() if who in rolling}
        roll_initiative(context, contests.DIE, bonuses, _keep_order, reroll=reroll, present=before)
        return
    if not rolling:
        context.warn("nobody who wants to act in this phase is left; `declare WHO …` says what somebody does (R5)")
    elif before is None:
        context.warn("initiative is rolled only when several want to act in the same phase (R5)")
    elif late := [who for who in _who_rolls_initiative(fight) if who not in before.order]:
        context.warn(f"not in this order: {', '.join(late)}; `combatcli order --again` rolls it anew (R5)")
    alone = Initiative([rolling], [], {})
    _tell_order(context, before or alone, stands=before is not None)


def _order_and_rollers(fight: Fight, request: OrderRequest) -> tuple[Initiative | None, list[str]]:
    """Return the present order of initiative without the fallen, or None, and those who roll (R5)."""
    if fight.order is not None and not request.again:
        able, order = set(state.ROSTER.able(fight)), fight.order
        places = [left for tied in order.places if (left := [who for who in tied if who in able])]
        before = Initiative(places, [], {who: rolled for who, rolled in order.totals.items() if who in able})
        return before, before.order
    return None, _who_rolls_initiative(fight)


def _who_rolls_initiative(fight: Fight) -> list[str]:
    """Return those who declared for the phase and have not acted, or all if nobody declared (R5)."""
    phase = state.phase_now(fight)
    if wanting := state.who_has_yet_to_act_in(fight, phase):
        return [who for who in fight.combatants if who in wanting]
    able = list(state.ROSTER.able(fight))
    return [] if any(state.has_declared_for(fight.combatants[who], phase) for who in able) else able


def _keep_order(context: Context, rolled: Initiative) -> None:
    """Keep the order until the phase ends (R5)."""
    context.update_fight(order=Order(places=rolled.places, totals=rolled.totals))
    _tell_order(context, rolled)


def _tell_order(context: Context, rolled: Initiative, *, stands: bool = False) -> None:
    if context.silent:
        return
    keys: Table = {"order": rolled.order, "totals": rolled.totals, "ties": rolled.ties, "faces": rolled.faces}
    first = next(iter(rolled.places), [])
    context.emit(events.Order(first=first, phase=context.fight.phase, stands=stands, **keys))


def who_left_deed_undone(fight: Fight, phase: int) -> list[str]:
    """Return who left a declared deed of a phase undone, the fallen too; some acts need no deed (R3)."""
    plans = {who: fight.combatants[who].intent for who in state.by_initiative(fight, fight.combatants)}
    open_ = {who: plan for who, plan in plans.items() if plan.phase == phase and not plan.done}
    return [who for who, plan in open_.items() if plan.action not in state.AT_REST]


def who_has_not_declared(fight: Fight) -> list[str]:
    """Return who can act and has declared nothing, NPCs first (R3)."""
    silent = [who for who in state.ROSTER.able(fight) if fight.combatants[who].declared is None]
    return sorted(silent, key=lambda who: fight.combatants[who].player)


def board(fight: Fight, *, reveal: bool = False) -> list[events.Board]:
    """Return the board: phases 1 to 6, each NPCs first or in the present order (R6); an aim is in 2 and in 5 (R3)."""
    now = state.phase_now(fight)
    silent = [who for who in state.ROSTER.able(fight) if fight.combatants[who].declared is None]
    npcs_first = sorted(fight.combatants, key=lambda who: fight.combatants[who].player)
    plans = {who: each.intent for who, each in fight.combatants.items()}
    aims = ("aim", state.PHASE_OF["shoot"], False)
    phases: list[events.Board] = []
    for number, name in enumerate(state.PHASES[:6], 1):
        late = who_left_deed_undone(fight, number) if number <= now else []
        order = state.by_initiative(fight, npcs_first) if number == now else npcs_first
        lines = [
            declaration_on_board(fight, who, reveal=reveal) | ({"not_done": True} if who in late else {})
            for who in order
            if number == plans[who].phase or (plans[who].action, number, plans[who].secret) == aims
        ]
        keys = state.clock(fight) | {"phase": name, "number": number, "current": number == now}
        phases.append(events.Board(round=fight.round, declared=lines, undeclared=silent, **keys))
    return phases


def declaration_on_board(fight: Fight, who: str, *, reveal: bool = False) -> Table:
    """Return a declaration for the board, without its secret parts unless they are revealed (R4, R6)."""
    plan = fight.combatants[who].intent
    if plan is NOTHING or (plan.secret and not reveal):
        return {"who": who, "secret": True}
    hidden, reason = plan.hidden and not reveal, state.disabled_by(fight.combatants[who])
    more = {"hidden": hidden, "broken": plan.broken, "fallen": reason}
    line = {"who": who, "action": plan.action, "targets": [] if hidden else plan.targets, "plan": plan.plan}
    return {**line, "done": plan.done, **{key: value for key, value in more.items() if value}}


def order_metrics(fight: Fight, request: OrderRequest) -> list[Metric]:
    """Return each combatant's chance to come first; ties come first together unless they are rerolled."""
    of = "first" if request.ties else "first, alone or tied"

    def comes_first(who: str) -> Metric:
        return chance_of_event(of, {"who": who}, events.Order, lambda event: who in event.first)

    return [] if request.board else [*map(comes_first, _order_and_rollers(fight, request)[1])]


def coming(fight: Fight) -> NextToAct:
    """Return who is to declare or to act in the phase (R3); hits wait until all of their rank have acted (R5, R27)."""
    number, late = state.phase_now(fight), who_has_not_declared(fight)
    silent = all(each.declared is None for each in fight.combatants.values())
    if late and number < deeds.FOCUSED and (number == 1 or silent):
        open_ = "nobody has declared" if silent and number > 1 else "to declare"
        idle = LineToType(f"declare {shell_word(late[0])} pass", "does nothing")
        return to_declare(late, "ACTION [TARGET]", idle, open_=open_)
    acting = state.to_act(fight)
    steps = list(_steps_of_deeds(fight, acting))
    ranks = {state.order_index(fight, hit.attacker) for hit in fight.pending}
    striking = bool(steps) and steps[0].line.startswith("attack")
    return NextToAct(
        who=acting,
        steps=steps,
        else_=[f"{shortlist(late, FEW)} undeclared"] if late and number < deeds.FOCUSED else [],
        hits_later=striking and ranks <= {state.order_index(fight, acting[0])},
    )


def _steps_of_deeds(fight: Fight, acting: Sequence[str]) -> Iterator[LineToType]:
    """Yield the commands of the deeds that come first; secrets are not told, and helpers wait (R4, R28)."""
    declared = declared_attacks_due(fight, AttackRequest(all=True)) if acting else ()
    attacks = {each.attacker: each for each in declared if each.attacker in acting}
    for who in acting[:FEW]:
        plan = fight.combatants[who].intent
        does = f"does what {who} declared"
        if plan.secret:
            yield LineToType(f"declare {shell_word(who)} --reveal", f"reveals what {who} declared")
        elif who in attacks or plan.action in ("move", "push", "impede"):
            attack = attacks.get(who, AttackRequest(targets=plan.targets))
            targets = [] if plan.hidden else attack.targets
            helpers = [f"--assist {shell_word(helper)}" for helper in attack.assist]
            name = "attack" if who in attacks else plan.action
            line = " ".join([name, shell_word(who), *map(shell_word, targets), *helpers])
            yield LineToType(line, does, ("" if name == "move" else FACES) if targets else "TARGET")
        elif plan.action != "assist":
            yield LineToType(f"next --done {shell_word(who)}", f"marks what {who} declared as done")
    if len(attacks) > 1:
        yield LineToType("attack --all", "makes all attacks of this phase", FACES)
    if len(acting) > 1 and fight.order is None:
        yield LineToType("order", "rolls who acts first", FACES)


ACTIONS = {
    "next": action(NextRequest, next_phase, next_metrics, examples=("combatcli next --done sefa -f fight.toml",)),
    "order": action(
        OrderRequest, roll_or_show_order, order_metrics, examples=("combatcli order --board -f fight.toml",)
    ),
}
