"""`declare` (R2–R4, R7, R20, R21, R24, R28): the declarations of a round; `set --from-bowl` (R4)."""

from functools import partial
from typing import Annotated, Any, get_args

from msgspec.structs import replace

from combatcli.encounter.references import (
    CombatantId,
    CombatantOrArena,
    arena_named,
    combatant_named,
    id_or_word,
    reference_mark,
)
from combatcli.errors import RefusedError, UsageError, require_known
from combatcli.events import Table
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.asked import flag, number_or_nothing, refuse_beside, text
from combatcli.rulesets.realm import deeds, effects, events, state
from combatcli.rulesets.realm.schema import NOTHING, Act, Context, Declaration, Fight
from combatcli.rulesets.shared.again import declare_again
from combatcli.rulesets.shared.conditions import lose
from combatcli.text import is_number

ACTIONS_TO_DECLARE = tuple(word for word in get_args(Act) if word)
STRIKING = ("attack", "shoot", "throw", "aim")
HELPING = ("protect", "assist")
ON_OTHERS = {"protect": "R21", "assist": "R28", "push": "R29", "impede": "R25", **dict.fromkeys(STRIKING, "R27")}
"""The acts that nobody does to themselves, and the rule of each."""
ActWord = Annotated[str, reference_mark(words=ACTIONS_TO_DECLARE)]


class DeclareRequest(Request, frozen=True):
    """A declaration: an action and its targets, only a phase, or free text."""

    who: CombatantId | None = None
    action: ActWord | None = None
    targets: list[CombatantOrArena] = []
    phase: Annotated[str | None, text("PHASE", "declare only the phase, by number or name", offers=state.PHASES)] = None
    plan: Annotated[str | None, text("TEXT", "declare a plan as free text, to be made precise later")] = None
    pay: Annotated[list[str], text("WHO=N", "pay N Awesomes to change an NPC's plan", many=True)] = []
    secret: Annotated[int | None, number_or_nothing("hide it from the board; N Awesomes go to the bowl")] = None
    hide_target: Annotated[bool, flag("hide only the target")] = False
    reveal: Annotated[bool, flag("show the secret declarations of WHO, or of everybody")] = False
    awesome: Annotated[bool, flag("spend an Awesome so that a helper attacks or protects instead")] = False
    again: list[CombatantId] | None = None


def declare(context: Context, request: DeclareRequest) -> None:
    """Declare an action, make a declaration more precise, change it, or reveal it."""
    combatants = context.fight.combatants
    if request.again is None and not request.reveal:
        _declare(context, request)
        return
    incompatible = ("action", "targets", "phase", "plan", "pay", "secret", "hide_target", "awesome")
    refuse_beside(request, "--reveal" if request.again is None else "--again", *incompatible)
    if request.again is not None:
        npcs_first = sorted(combatants, key=lambda who: combatants[who].player)
        declare_again(context, request.again, npcs_first, _last_declaration, _declare, strict=False)
        return
    for who in combatants if request.who is None else [request.who]:
        declared = combatant_named(context.fight, who).intent
        if declared.has_secret:
            shown = replace(declared, secret=False, hidden=False)
            context.update_combatant(who, declared=shown)
            _tell_declaration(context, who, shown, changed_=False, revealed=True)


def _declare(context: Context, request: DeclareRequest) -> None:
    fight, who = context.fight, request.who
    if who is None:
        raise UsageError("declare: no combatant given", "Write: combatcli declare WHO ACTION [TARGET…]")
    declarer = state.ROSTER.require_able(fight, who)
    old = declarer.intent
    new = requested_declaration(fight, request, old)
    replaced = NOTHING if makes_precise(old, new) else old
    pay = dict(map(partial(_payee_and_awesomes, fight), request.pay))
    if pay and old == replace(new, paid=old.paid):
        raise RefusedError(f"{fight.subject(who):changes} nothing, and nothing is paid for it (R4)")
    _check_order_of_declaring(context, who, replaced, paid=bool(pay))
    _check_time(context, request, new, replaced)
    if request.awesome:
        _act_instead_of_assisting(context, who, new)
    _warn_of_help_for_foe(context, who, new)
    barred_by = effects.statuses_barring_move(declarer, fight.round) if new.action == "move" else ()
    if "hurled" in barred_by and not new.secret and new != declarer.declared:
        context.warn_or_refuse(f"{fight.subject(who):is} hurled and cannot move this round (R29)")
    for payee, points in pay.items():
        deeds.give_awesomes(context, payee, points, f"for a change of plan by {who}")
    if new.paid != old.paid:
        deeds.change_bowl(context, new.paid - old.paid, f"for {fight.subject(who):'s} secret")
    if new.action != "focus":
        lose(context, who, "focusing", "declared something else", secret=old.secret)
    context.update_combatant(who, declared=new)
    _tell_declaration(context, who, new, changed_=bool(replaced.action))
    if new.action == "focus" and state.phase_now(fight) >= state.PHASE_OF["focus"]:
        deeds.begin_focus(context, who)


def _last_declaration(fight: Fight, who: str) -> DeclareRequest | None:
    """Return the declaration of the last round; RefusedError if its phase is past or no target is left."""
    combatant = fight.combatants[who]
    old = combatant.last_declared
    if old is None or combatant.declared is not None:
        return None
    deed = {"action": old.action} if old.action else {"phase": str(old.phase)}
    secrecy = {"secret": 0 if old.secret else None, "hide_target": old.hidden}
    request = DeclareRequest(who=who, targets=old.targets, plan=old.plan or None, **deed, **secrecy)  # type: ignore[arg-type]
    if is_too_late(fight, NOTHING, requested_declaration(fight, request, NOTHING)):
        raise RefusedError(f"phase {old.phase} is past (R7)")
    moves = old.action == "move"
    is_there = moves and combatant.arena in old.targets
    whom = [] if moves else [fight.combatants[target] for target in old.targets]
    is_vain = is_there or any(state.disabled_by(each) == "dead" for each in whom)
    if is_vain and old.has_secret:
        raise RefusedError("what was secret can no more be done (R4)")
    if is_there:
        raise RefusedError(f"{fight.subject(who):is} in {combatant.arena} already (R26)")
    for target in old.targets if is_vain else ():
        state.ROSTER.require_target(fight, target)
    return request


def _payee_and_awesomes(fight: Fight, word: str) -> tuple[str, int]:
    who, _, points = word.rpartition("=")
    if not who or "=" in who or not is_number(points):
        raise UsageError(f"--pay {word}: expected WHO=N, once for each who is paid", "As in --pay mira=1 --pay tomas=2")
    return id_or_word(fight, who), int(points)


def requested_declaration(fight: Fight, request: DeclareRequest, old: Declaration) -> Declaration:
    """Return the requested declaration; what it leaves out is kept from the old one (R3)."""
    action, targets, plan = request.action or "", request.targets, request.plan or ""
    if action:
        require_known(action, ACTIONS_TO_DECLARE, f'realm has no action "{action}"')
    if action == "focus" and targets:
        plan, targets = plan or " ".join(targets), []
    if not action and request.phase is None:
        action, targets = old.action, targets or old.targets
    phase = _declared_phase(request, action, old)
    aims, least = action not in state.AIMLESS, int(action == "assist")
    most = 0 if not aims else 1 if action in ON_OTHERS and action != "push" else len(targets)
    if not least <= len(targets) <= most:
        count = "no target" if not most else "one target" if least else "one target at most"
        raise UsageError(f"{action} takes {count}, not {len(targets)}")
    for target in targets:
        (arena_named if action == "move" else combatant_named)(fight, target)
        if action in ON_OTHERS:
            deed = "attack" if action in STRIKING else action
            state.ROSTER.refuse_oneself(request.who or "", target, deed, ON_OTHERS[action])
    if request.hide_target and not aims:
        raise UsageError(f"{action} has no target to hide (R4)", "Hide all of it with --secret.")
    return replace(
        old if old.action == action == "focus" else NOTHING,
        phase=phase,
        action=action,
        targets=targets,
        plan=plan,
        secret=request.secret is not None or old.secret,
        hidden=aims and (request.hide_target or old.hidden),
        paid=max(old.paid, request.secret or 0),
        done=False,
    )


def _declared_phase(request: DeclareRequest, action: str, old: Declaration) -> int:
    if request.phase is not None:
        number = state.phase_number(request.phase)
        if not 1 <= number <= 6:
            raise UsageError(f'"{request.phase}" is not a phase to declare for', "You can declare for phases 1 to 6.")
        if action == "aim" and number == state.PHASE_OF["shoot"]:
            return state.PHASE_OF["aim"]  # declared in the one, struck in the other (R23)
        if action and number != state.PHASE_OF[action]:
            raise RefusedError(f"{action} belongs to phase {state.PHASE_OF[action]}, not {number} (R2)")
        return number
    if action or old is not NOTHING:
        return state.PHASE_OF.get(action, old.phase)
    if request.plan is not None:
        return state.PHASE_OF["attack"]
    hint = f"Give an action ({', '.join(ACTIONS_TO_DECLARE)}), --phase N, or --plan TEXT."
    raise UsageError(f"declare {request.who}: what?", hint)


def makes_precise(old: Declaration, new: Declaration) -> bool:
    """Tell whether a declaration only fills in what the old one left open: an act, a target, an aim (R3, R4)."""
    if not old.action:
        aims = new.action == "aim" and old.phase == state.PHASE_OF["shoot"]
        return old is NOTHING or bool(old.plan) or old.phase == new.phase or aims
    same = old.action == new.action or (old.action, new.action) == ("shoot", "aim")
    same_focus = old.action != "focus" or old.plan in ("", new.plan)
    return same and same_focus and (not old.targets or old.targets == new.targets)


def last_phase_to_declare(new: Declaration) -> int:
    """Return the last phase to declare this in: its own, 2 for an aim, any for a pass (R3)."""
    if new.action == "pass":
        return len(state.PHASES)
    return state.PHASE_OF["shoot"] if new.action == "aim" else new.phase


def is_too_late(fight: Fight, old: Declaration, new: Declaration) -> bool:
    """Tell whether it is too late for a declaration (R7); what was left open may be filled in during its phase (R3)."""
    stays = old is not NOTHING and (old.phase == new.phase or new.action == "aim")
    return not (stays and makes_precise(old, new)) and state.phase_now(fight) > last_phase_to_declare(new)


def _check_time(context: Context, request: DeclareRequest, new: Declaration, replaced: Declaration) -> None:
    """Warn of a declaration after the deed, for a past phase, or changed after the round's first action (R7)."""
    fight, who = context.fight, request.who or ""
    declarer = fight.combatants[who]
    old = declarer.intent
    if old.done or declarer.acted == fight.round:
        context.warn_or_refuse(f"{fight.subject(who):has} already acted this round (R7)")
        return
    if not request.awesome and is_too_late(fight, old, new):
        if new.secret and new.action == "aim":  # phase 5 is seen, and is not past (R4)
            if context.strict:
                context.warn_or_refuse(f"what {fight.subject(who):declares} comes too late (R7)")
            return
        phase = state.PHASES[last_phase_to_declare(new) - 1]
        context.warn_or_refuse(f"{fight.subject(who):declares} for {phase}, but that phase is over (R7)")
    if replaced is NOTHING or fight.begun != fight.round or request.pay or request.awesome:
        return
    if replaced.action == "assist" == new.action or deeds.is_attack_on_impeders(declarer, [new.action], new.targets):
        return
    if replaced.action == "assist" and not replaced.secret and new.action in ("attack", "protect"):
        context.warn_or_refuse(f"{who} declared to assist; to attack or protect costs an Awesome (--awesome) (R28)")
    else:
        context.warn_or_refuse(f"{fight.subject(who):changes} plans after the round's first action (R7)")


def _check_order_of_declaring(context: Context, who: str, replaced: Declaration, *, paid: bool) -> None:
    """Warn if a PC declares before an NPC (R3), or an NPC changes after a PC without paying (R4)."""
    fight = context.fight
    if fight.combatants[who].player:
        if paid:
            raise RefusedError("--pay is only for changes of an NPC's plan (R4)")
        silent = [other for other, each in fight.combatants.items() if not (each.declared or each.player)]
        if missing := [npc for npc in silent if state.ROSTER.is_able(fight, npc)]:
            context.warn_or_refuse(f"{fight.subject(who):declares} before the NPCs have: {', '.join(missing)} (R3)")
    elif replaced is NOTHING or paid:
        return
    elif any(fight.combatants[other].player and fight.combatants[other].declared for other in state.ROSTER.able(fight)):
        late = f"{fight.subject(who):changes} plans after a player has declared"
        context.warn_or_refuse(f"{late}; --pay WHO=1 makes up for it (R4)")


def _act_instead_of_assisting(context: Context, who: str, new: Declaration) -> None:
    """Let a declared helper attack, or protect the ally, for an Awesome (R28)."""
    old = context.fight.combatants[who].intent
    if old.action != "assist" or (new.action != "attack" and (new.action, new.targets) != ("protect", old.targets)):
        raise RefusedError(f"{who} may only attack, or protect the ally, instead of a declared assist (R28)")
    if old.done:
        raise RefusedError(f"{context.fight.subject(who):has} already assisted (R28)")
    in_time = state.phase_now(context.fight) < state.PHASE_OF["assist"]
    if context.fight.begun == context.fight.round or is_too_late(context.fight, old, new) or not in_time:
        deeds.change_awesomes(context, who, -1, f"{new.action} instead of assisting")
    else:
        context.warn("no Awesome is spent, because this is free before the round's first action (R28)")


def _warn_of_help_for_foe(context: Context, who: str, new: Declaration) -> None:
    """Warn of help for a foe and harm to an ally, or refuse it; of a secret one do not warn (R4)."""
    rule = ON_OTHERS.get(new.action, "") if new.action != "impede" else ""
    silent = new.has_secret and not context.strict
    if not rule or silent or new == context.fight.combatants[who].declared:
        return
    check = state.ROSTER.warn_of_helping_foe if new.action in HELPING else state.ROSTER.warn_of_attack_on_ally
    try:
        for target in new.targets:
            check(context, who, target, rule)
    except RefusedError:
        if new.has_secret:
            context.warn_or_refuse(f"what {context.fight.subject(who):declares} is irregular (R4)")
        raise


def _tell_declaration(context: Context, who: str, declared: Declaration, **how: Any) -> None:
    """Emit a declaration without its secret parts (R4)."""
    if context.silent:
        return
    targets = [] if declared.hidden else declared.targets
    what: Table = {"action": declared.action, "targets": targets, "plan": declared.plan}
    what = {"action": None, "targets": [], "plan": ""} if declared.secret else what
    secrecy: Table = {"secret": declared.secret, "hidden": declared.hidden}
    context.emit(events.Declare(who=who, phase=declared.phase, **what, **secrecy, **how))


class SetAwesomesRequest(Request, frozen=True):
    """The combatants who get Awesomes, and how many, as in awesome=+1."""

    id: CombatantId
    keys: list[str]
    from_bowl: Annotated[bool, flag("take the Awesomes from the bowl: set WHO awesome=+1 --from-bowl")]


def take_awesomes_from_bowl(context: Context, request: SetAwesomesRequest) -> None:
    """Move Awesomes from the bowl to a combatant; RefusedError if it holds too few (R4)."""
    key, _, value = request.keys[0].partition("=")
    if len(request.keys) != 1 or key != "awesome" or not value.startswith("+") or not is_number(value[1:]):
        raise UsageError("--from-bowl needs a number of Awesomes to add", "As in set WHO awesome=+1 --from-bowl")
    points, held = int(value), context.fight.bowl
    if held < points:
        raise RefusedError(f"the bowl holds {held} Awesome{'' if held == 1 else 's'}, not {points} (R4)")
    deeds.give_awesomes(context, request.id, points, "out of the bowl")
    deeds.change_bowl(context, -points, f"to {request.id}")


ACTIONS = {
    "declare": action(
        DeclareRequest,
        declare,
        words="ACTION is defend, protect, shoot, throw, aim, focus, impede, move, attack, assist, push or pass",
        examples=(
            "combatcli declare ruffian --phase 5 -f fight.toml",
            'combatcli declare tomas focus "the rune on the door" -f fight.toml',
        ),
    ),
    "set": action(SetAwesomesRequest, take_awesomes_from_bowl),
}
