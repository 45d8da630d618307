"""`declare` (B25, B26, B30): a spell, an improvised action, or whom one will strike in the melee."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from combatcli.encounter.references import CombatantId, CombatantOrArena, Name
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.actions import Action, Request
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.reach import threats
from combatcli.rulesets.blade.schema import Act, Combatant, Declaration, Fight
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.shared.again import declare_again

ACTS: tuple[str, ...] = get_args(Act)
EXCLUDED_BY = {"shot": "B25", "charged": "B13", "run": "B12", "struck": "B26"}
"""The rule by which each deed of a round excludes others."""


ActWord = Annotated[str, Meta(extra={"name": Name((), tuple(ACTS))})]


class DeclareRequest(Request, frozen=True):
    """What somebody does: cast a spell, improvise something and what they hope for, or attack a foe in the melee."""

    who: CombatantId | None = None
    action: ActWord | None = None
    targets: list[CombatantOrArena] = []
    outcome: str | None = None
    again: list[CombatantId] | None = None


def declare(context: CombatContext[Fight], request: DeclareRequest) -> None:
    """Record what somebody declares for this round."""
    if request.again is not None:
        declare_again(context, request.again, context.fight.combatants, _last, declare)
        return
    if request.who is None or request.action is None:
        raise UsageError(
            f"declare {request.who or 'WHO'}: what?", 'One of: cast "SPELL", improvise "WHAT", attack FOE.'
        )
    if request.action not in ACTS:
        raise UsageError(f'blade has no "{request.action}" to declare', nearest(request.action, ACTS))
    if request.outcome is not None and request.action != "improvise":
        raise UsageError("--outcome belongs to an improvised action", 'Write: declare WHO improvise "WHAT"')
    combatant = ROSTER.require_able(context.fight, request.who)
    if request.action != "attack":
        check_not_done(request.who, combatant)
    {"cast": _cast, "improvise": _improvise, "attack": _attack}[request.action](context, request, combatant)


def _last(fight: Fight, who: str) -> DeclareRequest | None:
    combatant = fight.combatants[who]
    old = combatant.last_declared
    if old is None or combatant.declared is not None:
        return None
    targets = old.targets or ([old.what] if old.what else [])
    return DeclareRequest(who=who, action=old.action, targets=targets, outcome=old.outcome or None)


def _cast(context: CombatContext[Fight], request: DeclareRequest, caster: Combatant) -> None:
    """Begin a spell, and let those strike first in whose melee range it is cast (B25)."""
    who = request.who or ""
    check_free(who, caster, "cast", "shot", "charged", "run")
    state.use_side_phase(context, who, "spells")
    spell = " ".join(request.targets)
    warn_of_failed(context, who, spell)
    chances = give_opportunity(context, who)
    _record(context, request, Declaration(action="cast", what=spell), opportunity=chances)


def give_opportunity(context: CombatContext[Fight], who: str) -> list[str]:
    """Let those strike at a caster at once in whose melee range they are; return who these are (B25)."""
    chances = threats(context.fight, who)
    earlier = state.deeds(context.fight.combatants[who]).opportunity
    state.note(context, who, opportunity=list(dict.fromkeys([*earlier, *chances])))
    return chances


def warn_of_failed(context: CombatContext[Fight], who: str, spell: str) -> None:
    """Find it irregular to cast a spell again that failed since its caster slept (B29)."""
    if spell.casefold() in [failed.casefold() for failed in context.fight.combatants[who].failed]:
        name = spell or "the spell"
        context.warn_or_refuse(f"{name} has failed since {who} last slept (B29): combatcli recover {who} --sleep")


def _improvise(context: CombatContext[Fight], request: DeclareRequest, combatant: Combatant) -> None:
    """Do something else in place of melee, shot and spell (B26)."""
    who = request.who or ""
    if not request.targets:
        raise UsageError(f"declare {who} improvise: what?", 'As in: declare darna improvise "swing from the lamp"')
    check_free(who, combatant, "improvise", "shot", "struck")
    declaration = Declaration(action="improvise", what=" ".join(request.targets), outcome=request.outcome or "")
    _record(context, request, declaration)


def _attack(context: CombatContext[Fight], request: DeclareRequest, combatant: Combatant) -> None:
    """Say whom one will strike in the melee (B30)."""
    who = request.who or ""
    if len(request.targets) != 1:
        given = "one foe at a time" if request.targets else "no foe given"
        raise UsageError(f"declare {who} attack: {given}", "Write: combatcli declare WHO attack FOE")
    foe = request.targets[0]
    ROSTER.require_foe(context.fight, who, foe)
    if state.declares(combatant, "improvise"):
        raise RefusedError(f"{who} is improvising this round and cannot fight in melee (B26)")
    ROSTER.warn_of_allies(context, who, foe)
    context.update_combatant(who, target=foe)
    declaration = Declaration(action="attack", targets=[foe])
    _record(context, request, declaration, keep=state.declares(combatant, "cast"))


def check_not_done(who: str, combatant: Combatant) -> None:
    """Refuse a second spell or improvised action in a round, or the one after the other (B25, B26)."""
    declaration = combatant.declared
    if declaration is not None and declaration.done and declaration.action in ("cast", "improvise"):
        raise RefusedError(
            f"{who} has already carried out a declaration this round (B26): {declaration.action}",
            "A round is time for one spell or one improvised action.",
        )


def check_free(who: str, combatant: Combatant, action: str, *excluding: str) -> None:
    """Refuse what something that was done this round excludes (B12, B13, B25, B26)."""
    done = state.deeds(combatant)
    deeds = {"shot": done.shot, "charged": done.charged is not None, "run": done.ran, "struck": done.struck}
    for deed in excluding:
        if deeds[deed]:
            rule = EXCLUDED_BY[deed]
            raise RefusedError(f"{who} has {deed} this round and cannot {action} ({rule})")


def _record(
    context: CombatContext[Fight],
    request: DeclareRequest,
    declaration: Declaration,
    *,
    opportunity: list[str] | None = None,
    keep: bool = False,
) -> None:
    if not keep:
        context.update_combatant(request.who or "", declared=declaration)
    context.emit(
        events.Declare(
            who=request.who or "",
            action=declaration.action,
            targets=declaration.targets,
            plan=declaration.what,
            outcome=declaration.outcome,
            opportunity=opportunity or [],
        )
    )


ACTION = Action(DeclareRequest, declare)
