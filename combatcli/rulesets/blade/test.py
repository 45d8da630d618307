"""`test` (B20, B25, B26, B29): two dice under an attribute; a spell by mind, which may be forced where it fails."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from msgspec import Meta

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, Name
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.declare import check_free, check_not_done, give_opportunity, warn_of_failed
from combatcli.rulesets.blade.difficulty import ALWAYS, roll_under
from combatcli.rulesets.blade.schema import Attribute, Combatant, Declaration, Fight, Unforced
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.wound import hurt
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, chance_of_success, sum_of_events
from combatcli.rulesets.shared.attributes import attribute_reader
from combatcli.rulesets.tasks import roll

DIE = 6
UNNAMED = "unnamed"
"""What a spell is called that nobody named."""
ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
TraitWord = Annotated[str, Meta(extra={"name": Name((), ATTRIBUTES)})]

attribute = attribute_reader("blade", ATTRIBUTES)


class TestRequest(Request, frozen=True):
    """A check of an attribute; ``spell`` is what it casts, ``force`` lets one that failed take effect, at a price."""

    who: CombatantId
    trait: TraitWord
    difficulty: int = 0
    bonus: int = 0
    spell: str | None = None
    force: bool = False


def test(context: CombatContext[Fight], request: TestRequest) -> None:
    """Check an attribute; what was declared, a spell or an improvised action, is thereby done."""
    who = request.who
    combatant = ROSTER.require_alive(context.fight, who)
    check_request(request)
    failed = unforced(combatant, request.spell) if request.force else None
    spell = spell_of(combatant, request.trait, request.spell)
    if failed is not None:
        ROSTER.require_able(context.fight, who)
        _force(context, who, failed)
    elif spell is not None:
        _cast(context, request, spell)
    elif request.force:
        hint = "A spell that failed in this phase is forced, or one that is cast now: --spell NAME."
        raise RefusedError(f"{who} has nothing to force (B29)", hint)
    else:
        _check(context, request, attribute(combatant, request.trait))


def check_request(request: TestRequest) -> None:
    """Raise UsageError where a request contradicts itself."""
    if request.force and request.trait != "mind":
        raise UsageError("only spells can be forced, and spells use mind", "test WHO mind --force")
    if request.spell is not None and request.trait != "mind":
        raise UsageError("spells use mind", f"test {request.who} mind --spell NAME")
    if request.difficulty < 0:
        raise UsageError("a Difficulty must be 0 or more", "Use --bonus to make it easier.")


def unforced(combatant: Combatant, named: str | None) -> Unforced | None:
    """Return the failed spell that may be forced yet: this phase's, of the name that is said (B29)."""
    failed = state.deeds(combatant).unforced
    if failed is None or (named is not None and named.casefold() != failed.name.casefold()):
        return None
    return failed


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


def _check(context: CombatContext[Fight], request: TestRequest, value: int) -> None:
    """Make a check that is no spell; that of an improvised action carries it out (B20, B26)."""
    who, needed = request.who, value - request.difficulty + request.bonus
    success, _, faces = roll(context, f"{who}'s check", roll_under, needed)
    declaration, purpose = context.fight.combatants[who].declared, ""
    if declaration is not None and declaration.action == "improvise" and not declaration.done:
        state.mark_done(context, who, declaration)
        purpose = declaration.what
    context.emit(
        events.Test(
            who=who,
            against=None,
            trait=request.trait,
            value=value,
            difficulty=request.difficulty,
            bonus=request.bonus,
            faces=list(faces.value),
            total=sum(faces.value),
            needed=needed,
            success=success,
            purpose=purpose,
            reactions=[],
        )
    )


def _cast(context: CombatContext[Fight], request: TestRequest, spell: str) -> None:
    """Cast a spell, harder by its casts since sleep: it takes effect, is forced, is a mishap, or fails (B29)."""
    who = request.who
    _begin(context, who, spell)
    caster = context.fight.combatants[who]
    difficulty = request.difficulty + caster.casts.get(spell, 0)
    needed = caster.mind - difficulty + request.bonus
    success, never, rolled = roll(context, f"{who}'s check", roll_under, needed)
    faces = list(rolled.value)
    tried = Unforced(name=spell, difficulty=difficulty, bonus=request.bonus, needed=needed, faces=faces)
    if success:
        _tell(context, who, tried, success=True, doubled=sum(faces) == ALWAYS)
        _count(context, who, spell)
        return
    context.update_combatant(who, failed=list(dict.fromkeys([*caster.failed, spell])))
    if never:
        face = roll(context, f"the mishap of {who}'s spell", _die)
        _tell(context, who, tried, success=False, mishap=face + difficulty, mishap_faces=[face], beyond_forcing=True)
    elif request.force:
        _force(context, who, tried)
    else:
        state.note(context, who, unforced=tried)
        _tell(context, who, tried, success=False, may_force=True)


def _begin(context: CombatContext[Fight], who: str, spell: str) -> None:
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
        give_opportunity(context, who)


def _die(source: Source) -> int:
    return source.die(DIE)


def _force(context: CombatContext[Fight], who: str, tried: Unforced) -> None:
    """Force a failed spell: it takes effect at the price of a die of damage, which nothing reduces (B29).

    Where that kills its caster, it is a critical one.
    """
    damage = roll(context, f"forcing {who}'s spell", _die)
    combatant = context.fight.combatants[who]
    dies = combatant.count <= 1 and damage >= state.points_left(combatant)
    harm = {"damage": damage, "damage_faces": [damage], "critical": dies, **({"reactions": []} if dies else {})}
    _tell(context, who, tried, success=True, forced=True, **harm)
    context.update_combatant(who, failed=[name for name in combatant.failed if name != tried.name])
    state.note(context, who, unforced=None)
    _count(context, who, tried.name)
    hurt(context, who, damage, cause=f"forcing {tried.name or 'a spell'}")


def _count(context: CombatContext[Fight], who: str, name: str) -> None:
    casts = context.fight.combatants[who].casts
    context.update_combatant(who, casts={**casts, name: casts.get(name, 0) + 1})


def _tell(context: CombatContext[Fight], who: str, tried: Unforced, *, success: bool, **keys: Any) -> None:
    """Tell a spell's check with who may strike for it; by it what was declared is done."""
    combatant = context.fight.combatants[who]
    told = {
        "value": combatant.mind,
        "difficulty": tried.difficulty,
        "bonus": tried.bonus,
        "faces": tried.faces,
        "total": sum(tried.faces),
        "needed": tried.needed,
        "purpose": tried.name,
        "spell": tried.name,
        "casts": combatant.casts.get(tried.name, 0),
        "reactions": [foe for foe, at in state.opportunities(context.fight) if at == who],
        **dict.fromkeys(("doubled", "forced", "critical"), False),
        **keys,
    }
    context.emit(events.Test(who=who, against=None, trait="mind", success=success, **told))
    if combatant.declared is not None and combatant.declared.action == "cast" and not combatant.declared.done:
        state.mark_done(context, who, combatant.declared)


def metrics(fight: Fight, request: TestRequest) -> list[Metric]:
    """Look at success; of a spell that is forced, also at what that costs."""
    who = {"who": request.who}
    chances: list[Metric] = [chance_of_success(who, events.Test)]
    if request.force:
        chances += [
            chance_of_event("forced", who, events.Test, lambda event: event.forced is True),
            sum_of_events("damage", who, events.Test, lambda event: event.damage or 0),
            chance_at_end("death", who, lambda fight: state.is_dead(fight.combatants[request.who])),
        ]
    return chances


ACTION = action(TestRequest, test, metrics)
