"""Spells (B25, B26, B29): what is one, how hard it is, and what comes of it: forced, a mishap, failed, or cast."""

from __future__ import annotations

from combatcli.errors import RefusedError
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.declare import check_free, check_not_done, warn_of_failed
from combatcli.rulesets.blade.reach import threats
from combatcli.rulesets.blade.schema import Combatant, Declaration, Fight, Unforced
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.two_dice import Check
from combatcli.rulesets.blade.wound import hurt
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.steps import Step

DIE = 6
UNNAMED = "unnamed"
"""What a spell is called that nobody named."""


def spell_of(combatant: Combatant, trait: str, named: str | None) -> str | None:
    """Return the spell that a check casts: one of mind that is said to be one, or was declared; else None (B26).

    Its name is as the caster's tables write it already, in capitals or not.
    """
    declaration = combatant.declared
    declared = declaration is not None and declaration.action == "cast" and not declaration.done
    if trait != "mind" or (named is None and not declared):
        return None
    name = named or (declaration.what if declaration is not None and declared else "") or UNNAMED
    known = {spell.casefold(): spell for spell in (*combatant.failed, *combatant.casts)}
    return known.get(name.casefold(), name)


def unforced(combatant: Combatant, named: str | None) -> Unforced | None:
    """Return the failed spell that may be forced yet: this phase's, of the name that is said (B29)."""
    failed = state.deeds(combatant).unforced
    if failed is None or (named is not None and named.casefold() != failed.name.casefold()):
        return None
    return failed


def critical(combatant: Combatant, damage: int) -> bool:
    """Tell whether forcing kills its caster, whose spell is then a critical one (B29)."""
    return combatant.count <= 1 and damage >= state.stamina(combatant) + state.health(combatant)


def begin(context: CombatContext[Fight], who: str, spell: str) -> None:
    """Begin a spell, declared or not, and let those strike for it who may (B1, B25)."""
    combatant = ROSTER.require_able(context.fight, who)
    declaration = combatant.declared
    if declaration is not None and declaration.action == "improvise" and not declaration.done:
        raise RefusedError(f"{who} is improvising this round and cannot cast (B26)")
    if declaration is None or declaration.action != "cast":
        check_not_done(who, combatant)
        check_free(who, combatant, "cast", "shot", "charged", "run")
        context.warn_or_refuse(f'{who} has not declared a spell (B29): combatcli declare {who} cast "{spell}"')
    elif declaration.done:
        context.warn_or_refuse(f"{who} has already cast a spell this round (B26)")
    elif declaration.what and declaration.what.casefold() != spell.casefold():
        context.warn_or_refuse(f"{who} has declared {declaration.what}, not {spell} (B29)")
    state.use_side_phase(context, who, "spells")
    warn_of_failed(context, who, spell)
    if any(hit.target == who for hit in context.fight.pending):
        context.warn_or_refuse(
            f"a hit on {who} is still pending and must be applied before the spell (B25): combatcli wound"
        )
    if declaration is None or declaration.action != "cast" or declaration.done:
        context.update_combatant(who, declared=Declaration(action="cast", what=spell))
        chances = [*state.deeds(combatant).opportunity, *threats(context.fight, who)]
        state.note(context, who, opportunity=list(dict.fromkeys(chances)))


def end(context: CombatContext[Fight], who: str, tried: Unforced, rolled: Check, *, force: bool) -> Step[Fight] | None:
    """Apply the roll of a spell: it takes effect, is forced, is a mishap, or fails until it is forced (B29)."""
    if rolled.success:
        event = _event(context, who, tried, success=True)
        event.doubled = rolled.total == 2
        _tell(context, event)
        _count(context, who, tried.name)
        return None
    failed = context.fight.combatants[who].failed
    context.update_combatant(who, failed=list(dict.fromkeys([*failed, tried.name])))
    if rolled.never:
        return _mishap(who, tried)
    if force:
        return forcing(who, tried)
    state.note(context, who, unforced=tried)
    event = _event(context, who, tried, success=False)
    event.may_force = True
    _tell(context, event)
    return None


def forcing(who: str, tried: Unforced) -> Step[Fight]:
    """Return the die that forcing a failed spell costs: damage that nothing reduces, and it is cast (B29)."""

    def apply(context: CombatContext[Fight], damage: int) -> None:
        combatant = context.fight.combatants[who]
        dies = critical(combatant, damage)
        event = _event(context, who, tried, success=True)
        event.forced, event.critical = True, dies
        event.reactions = [] if dies else event.reactions
        event.damage, event.damage_faces = damage, [damage]
        _tell(context, event)
        context.update_combatant(who, failed=[name for name in combatant.failed if name != tried.name])
        state.note(context, who, unforced=None)
        _count(context, who, tried.name)
        hurt(context, who, damage, cause=f"forcing {tried.name or 'a spell'}")

    return Step(lambda source: source.die(DIE), apply, key=("forcing", who), purpose=f"forcing {who}'s spell")


def _mishap(who: str, tried: Unforced) -> Step[Fight]:
    """Return the die of a mishap: the Difficulty is added to it, and the table is the referee's (B29)."""

    def apply(context: CombatContext[Fight], face: int) -> None:
        event = _event(context, who, tried, success=False)
        event.mishap, event.mishap_faces, event.beyond_forcing = face + tried.difficulty, [face], True
        _tell(context, event)

    return Step(lambda source: source.die(DIE), apply, key=("mishap", who), purpose=f"the mishap of {who}'s spell")


def _count(context: CombatContext[Fight], who: str, name: str) -> None:
    casts = context.fight.combatants[who].casts
    context.update_combatant(who, casts={**casts, name: casts.get(name, 0) + 1})


def _event(context: CombatContext[Fight], who: str, tried: Unforced, *, success: bool) -> events.Test:
    """Return what is told of a spell's check, with who may strike for it."""
    combatant = context.fight.combatants[who]
    return events.Test(
        who=who,
        against=None,
        trait="mind",
        value=combatant.mind,
        difficulty=tried.difficulty,
        bonus=tried.bonus,
        faces=tried.faces,
        total=sum(tried.faces),
        needed=tried.needed,
        success=success,
        doubled=False,
        forced=False,
        critical=False,
        purpose=tried.name,
        spell=tried.name,
        casts=combatant.casts.get(tried.name, 0),
        reactions=[foe for foe, at in state.opportunities(context.fight) if at == who],
    )


def _tell(context: CombatContext[Fight], event: events.Test) -> None:
    """Tell a spell's check, by which what was declared is done."""
    context.emit(event)
    combatant = context.fight.combatants[event.who]
    if combatant.declared is not None and combatant.declared.action == "cast" and not combatant.declared.done:
        state.mark_done(context, event.who, combatant.declared)
