"""`declare` (R2–R4, R7, R20, R21, R24, R28): what stands on the board for this round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, get_args

from msgspec import Meta
from msgspec.structs import replace

from combatcli.encounter.references import (
    CombatantId,
    CombatantOrArena,
    Name,
    arena_named,
    combatant_named,
    id_of,
)
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.realm import state
from combatcli.rulesets.realm.awesome import pay_awesome, spend_awesome
from combatcli.rulesets.realm.deeds import begin_focus, end_focus, has_begun
from combatcli.rulesets.realm.events import Declare
from combatcli.rulesets.realm.schema import Act, Combatant, Declaration, Fight
from combatcli.rulesets.realm.state import ROSTER
from combatcli.rulesets.shared.again import declare_again
from combatcli.rulesets.shared.index import Index
from combatcli.text import is_number

ACTIONS_TO_DECLARE = tuple(word for word in get_args(Act) if word)
HELPING = {"protect": "R21", "assist": "R28"}
"""What is done for friends, and the rule of each."""
STRIKING = dict.fromkeys(("attack", "shoot", "throw", "aim"), "R27")
HARMING = {**STRIKING, "push": "R29"}
"""What is done to foes, and the rule of each."""
NOT_ONESELF = {**HELPING, **HARMING, "impede": "R25"}
"""What is done to others alone, and the rule of each."""
WORDS = dict.fromkeys(STRIKING, "attack")
AIMED_AT = {
    **dict.fromkeys(("protect", "impede", *STRIKING), (0, 1)),
    "assist": (1, 1),
    "push": (0, 99),
    "defend": (0, 0),
}


_DECLARED = Index(
    lambda _, fighter: () if state.is_fallen(fighter) else ((fighter.player, fighter.declared is not None),)
)
"""Who is not fallen: players or not, and whether they have declared (R3)."""
ActWord = Annotated[str, Meta(extra={"name": Name((), ACTIONS_TO_DECLARE)})]


class DeclareRequest(Request, frozen=True):
    """What somebody will do: an action and whom it is aimed at, or a phase alone, or free text."""

    who: CombatantId | None = None
    action: ActWord | None = None
    targets: list[CombatantOrArena] = []
    phase: str | None = None
    plan: str | None = None
    pay: list[str] = []
    secret: int | None = None
    hide_target: bool = False
    reveal: bool = False
    awesome: bool = False
    again: list[CombatantId] | None = None


def declare(context: CombatContext[Fight], request: DeclareRequest) -> None:
    """Put a declaration on the board, make one precise, change it, or reveal it."""
    if request.again is not None:
        npcs_first = sorted(context.fight.combatants, key=lambda who: context.fight.combatants[who].player)
        declare_again(context, request.again, npcs_first, _last, declare, strict=False)
        return
    if request.reveal:
        reveal(context, [request.who] if request.who is not None else list(context.fight.combatants))
        return
    if request.who is None:
        raise UsageError("declare: no combatant given", "Write: combatcli declare WHO ACTION [TARGET…]")
    declarer = ROSTER.require_able(context.fight, request.who)
    declaration = declared_by(context.fight, request, declarer)
    pay = dict(_payment(context.fight, word) for word in request.pay)
    _check_order_of_declaring(context, request.who, declaration, pay)
    _check_time(context, request.who, declaration, paid=bool(pay) or request.awesome, for_awesome=request.awesome)
    _check_assist(context, request.who, declaration, for_awesome=request.awesome)
    _warn_of_sides(context, request.who, declaration)
    for who, points in pay.items():
        pay_awesome(context, who, points, f"for {request.who}'s change of plan")
    if request.secret and declarer.declared != declaration:
        context.update_fight(bowl=context.fight.bowl + request.secret)
    old = declarer.declared
    changed = old is not None and bool(old.action) and old != declaration and not makes_precise(old, declaration)
    if declaration.action != "focus" and "focusing" in declarer.status:
        end_focus(context, request.who, "declared something else")
    context.update_combatant(request.who, declared=declaration)
    _tell(context, request.who, declaration, changed=changed)
    if declaration.action == "focus" and state.phase_number(context.fight.phase) >= state.PHASE_OF["focus"]:
        begin_focus(context, request.who)


def _last(fight: Fight, who: str) -> DeclareRequest | None:
    """Return the declaration of the last round; RefusedError where its phase is past, or nobody is left to aim at."""
    combatant = fight.combatants[who]
    old = combatant.last_declared
    if old is None or combatant.declared is not None:
        return None
    deed = {"action": old.action} if old.action else {"phase": str(old.phase)}
    secrecy = {"secret": 0 if old.secret else None, "hide_target": old.hidden}
    request = DeclareRequest(who=who, targets=old.targets, plan=old.plan or None, **deed, **secrecy)  # type: ignore[arg-type]
    if is_late(fight, None, declared_by(fight, request, combatant)):
        raise RefusedError(f"phase {old.phase} is past (R7)")
    for target in old.targets:
        sentence = _gone(fight, who, old.action, target)
        if sentence:
            raise RefusedError("what was secret can no more be done (R4)" if old.secret or old.hidden else sentence)
    return request


def _gone(fight: Fight, who: str, action: str, target: str) -> str:
    """Say why an action is of no more use against, for, or toward a target; empty where it is."""
    if action == "move":
        return f"{who} is in {target} already" if fight.combatants[who].arena == target else ""
    try:
        ROSTER.require_target(fight, target)
    except RefusedError as error:
        return error.message
    return ""


def _payment(fight: Fight, word: str) -> tuple[str, int]:
    who, _, points = word.rpartition("=")
    if not who or "=" in who or not is_number(points):
        raise UsageError(f"--pay {word}: expected WHO=N, once for each who is paid", "As in --pay mira=1 --pay tomas=2")
    return id_of(fight, who), int(points)


def declared_by(fight: Fight, request: DeclareRequest, declarer: Combatant) -> Declaration:
    """Return the declaration that a request makes; what an earlier one said is kept where this one is silent (R3)."""
    old = declarer.declared
    action, targets, plan = request.action or "", list(request.targets), request.plan or ""
    if action and action not in ACTIONS_TO_DECLARE:
        raise UsageError(f'realm has no action "{action}"', nearest(action, ACTIONS_TO_DECLARE))
    if action == "focus" and targets:
        plan, targets = plan or " ".join(targets), []
    if not action and old is not None and request.phase is None:
        action = old.action
        targets = targets or old.targets
    phase = _phase(request, action, old)
    _check_targets(fight, request.who or "", action, targets)
    secret = request.secret is not None or (old is not None and old.secret)
    hidden = request.hide_target or (old is not None and old.hidden)
    again = old is not None and old.action == action == "focus"
    kept = {"broken": old.broken} if old is not None and again else {}
    return Declaration(phase=phase, action=action, targets=targets, plan=plan, secret=secret, hidden=hidden, **kept)  # type: ignore[arg-type]


def _phase(request: DeclareRequest, action: str, old: Declaration | None) -> int:
    if request.phase is not None:
        number = state.phase_number(request.phase)
        if not 1 <= number <= 6:
            raise UsageError(f'"{request.phase}" is not a phase to declare for', "You can declare for phases 1 to 6.")
        if action == "aim" and number == state.PHASE_OF["shoot"]:
            return state.PHASE_OF["aim"]  # declared in the one, struck in the other (R23)
        if action and number != state.PHASE_OF[action]:
            raise RefusedError(f"{action} belongs to phase {state.PHASE_OF[action]}, not {number} (R2)")
        return number
    if action:
        return state.PHASE_OF[action]
    if old is not None:
        return old.phase
    if request.plan is not None:
        return state.PHASE_OF["attack"]
    raise UsageError(
        f"declare {request.who}: what?", f"Give an action ({', '.join(ACTIONS_TO_DECLARE)}), --phase N, or --plan TEXT."
    )


def _check_targets(fight: Fight, who: str, action: str, targets: list[str]) -> None:
    if action == "move":
        for arena in targets:
            arena_named(fight, arena)
        return
    least, most = AIMED_AT.get(action, (0, 99))
    if not least <= len(targets) <= most:
        count = "no target" if not most else "one target" if least else "one target at most"
        raise UsageError(f"{action} takes {count}, not {len(targets)}")
    for target in targets:
        combatant_named(fight, target)
        rule = NOT_ONESELF.get(action)
        if rule is not None and target == who:
            raise RefusedError(f"{who} cannot {WORDS.get(action, action)} themselves ({rule})")


def makes_precise(old: Declaration, new: Declaration) -> bool:
    """Return whether a declaration only fills in what the old one left open, which costs nothing (R3, R4).

    That is an act for a phase or a plan, a target for an act, an aim for phase 2 or for a shot.
    """
    if not old.action:
        aims = new.action == "aim" and old.phase == state.PHASE_OF["shoot"]
        return bool(old.plan) or old.phase == new.phase or aims
    if old.action == new.action == "focus":
        return not old.plan or old.plan == new.plan
    same = old.action == new.action or (old.action, new.action) == ("shoot", "aim")
    return same and (not old.targets or old.targets == new.targets)


def is_late(fight: Fight, old: Declaration | None, new: Declaration) -> bool:
    """Return whether the phase to declare something for is past; an aim is declared in 2 (R3, R7).

    Filling in what was left open is never late, as long as it stays in its phase.
    """
    if old is not None and makes_precise(old, new) and (old.phase == new.phase or new.action == "aim"):
        return False
    return state.phase_number(fight.phase) > (state.PHASE_OF["shoot"] if new.action == "aim" else new.phase)


def _check_time(context: CombatContext[Fight], who: str, new: Declaration, *, paid: bool, for_awesome: bool) -> None:
    """Warn of a declaration after the deed, for a phase past, or changed after the round's first action (R7)."""
    declarer = context.fight.combatants[who]
    old = declarer.declared
    if (old is not None and old.done) or declarer.acted == context.fight.round:
        context.warn_or_refuse(f"{who} has already acted this round (R7)")
        return
    if not for_awesome and is_late(context.fight, old, new):
        if new.secret and new.action == "aim":  # phase 5 is seen, and is not past (R4)
            if context.strict:
                context.warn_or_refuse(f"what {who} declares comes too late (R7)")
            return
        first = state.PHASES[(state.PHASE_OF["shoot"] if new.action == "aim" else new.phase) - 1]
        context.warn_or_refuse(f"{who} declares for {first}, but that phase is over (R7)")
    if old is None or paid or makes_precise(old, new) or not has_begun(context.fight):
        return
    if old.action != "assist":
        context.warn_or_refuse(f"{who} changes plans after the round's first action (R7)")


def _check_order_of_declaring(
    context: CombatContext[Fight], who: str, new: Declaration, pay: Mapping[str, int]
) -> None:
    """Warn where a PC declares before an NPC (R3), or an NPC changes after a PC without paying (R4)."""
    declarer = context.fight.combatants[who]
    if declarer.player:
        if pay:
            raise RefusedError("--pay is only for changes of an NPC's plan (R4)")
        missing = _DECLARED.of(context.fight, (False, False))
        if missing:
            context.warn_or_refuse(f"{who} declares before the NPCs have: {', '.join(missing)} (R3)")
        return
    old = declarer.declared
    if old is not None and not makes_precise(old, new) and _DECLARED.of(context.fight, (True, True)) and not pay:
        context.warn_or_refuse(f"{who} changes plans after a player has declared; --pay WHO=1 makes up for it (R4)")


def _check_assist(context: CombatContext[Fight], who: str, new: Declaration, *, for_awesome: bool) -> None:
    """Change a declared helper's action to an attack of their own, or to protecting the ally, for an Awesome (R28)."""
    old = context.fight.combatants[who].declared
    instead = new.action == "attack" or (new.action == "protect" and old is not None and new.targets == old.targets)
    changes = old is not None and old.action == "assist" and new.action != "assist"
    if not for_awesome:
        if old is not None and old.secret and changes and has_begun(context.fight):
            context.warn_or_refuse(f"{who} changes plans after the round's first action (R7)")
        elif changes and has_begun(context.fight):
            context.warn_or_refuse(
                f"{who} declared to assist; attacking or protecting instead costs an Awesome (--awesome) (R28)"
            )
        return
    if old is not None and changes and not instead:
        ally = "the ally" if old.secret or old.hidden else " or ".join(old.targets) or "an ally"
        raise RefusedError(f"{who} may only attack, or protect {ally}, instead of assisting (R28)")
    if old is None or not changes:
        raise RefusedError(
            f"{who} has no assist to change for an Awesome (R28)",
            "Only a helper who declared assist can attack or protect instead.",
        )
    if old.done:
        raise RefusedError(f"{who} has already assisted (R28)")
    in_time = state.phase_number(context.fight.phase) < state.PHASE_OF["assist"]
    if has_begun(context.fight) or is_late(context.fight, old, new) or not in_time:
        spend_awesome(context, who, f"{new.action} instead of assisting")
    else:
        context.warn("no Awesome is spent, because this is free before the round's first action (R28)")


def _warn_of_sides(context: CombatContext[Fight], who: str, new: Declaration) -> None:
    """Find it irregular to help a foe, or to attack or push an ally; of what is secret only strictness tells (R4)."""
    rule = HELPING.get(new.action) or HARMING.get(new.action)
    if rule is None or new == context.fight.combatants[who].declared:
        return
    fight, helps = context.fight, new.action in HELPING
    if not (new.secret or new.hidden):
        for target in new.targets:
            if helps:
                ROSTER.warn_of_foes(context, who, target, rule)
            else:
                ROSTER.warn_of_allies(context, who, target, rule)
    elif context.strict and any(
        ROSTER.are_foes(fight, who, target)
        if helps
        else ROSTER.are_allies(fight.combatants[who], fight.combatants[target])
        for target in new.targets
    ):
        context.warn_or_refuse(f"what {who} declares is irregular (R4)")


def reveal(context: CombatContext[Fight], who: list[str]) -> None:
    """Show what was declared in secret."""
    for name in who:
        declared = combatant_named(context.fight, name).declared
        if declared is None or not (declared.secret or declared.hidden):
            continue
        shown = replace(declared, secret=False, hidden=False)
        context.update_combatant(name, declared=shown)
        _tell(context, name, shown, revealed=True)


def _tell(
    context: CombatContext[Fight], who: str, declared: Declaration, *, changed: bool = False, revealed: bool = False
) -> None:
    hidden = declared.secret
    context.emit(
        Declare(
            who=who,
            phase=declared.phase,
            action=None if hidden else declared.action,
            targets=[] if hidden or declared.hidden else declared.targets,
            plan="" if hidden else declared.plan,
            secret=hidden,
            hidden=declared.hidden,
            changed=changed,
            revealed=revealed,
        )
    )


ACTION = Action(DeclareRequest, declare)
