"""`test` and `dashtest`: two dice under an attribute (B20, B26, B50); spells, and forcing them (B25, B29)."""

from typing import Annotated, Any, get_args

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, reference_mark
from combatcli.encounter.schema import Natural, all_keys
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.asked import flag, number, text
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.rounds import check_may_declare, let_foes_strike_caster, warn_of_failed_spell
from combatcli.rulesets.blade.schema import Attribute, CastSpell, Combatant, Declaration, Fight, Hit
from combatcli.rulesets.blade.state import ROSTER, Context
from combatcli.rulesets.blade.two_dice import ALWAYS, roll_under
from combatcli.rulesets.blade.weapons import EASIER
from combatcli.rulesets.blade.wound import apply_hits
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, chance_of_success, sum_of_events
from combatcli.rulesets.shared.dash import DashResult, attribute_reader, make_dash_action
from combatcli.rulesets.tasks import DisplayOnly, die, roll
from combatcli.text import shell_word

DIE = 6
ATTRIBUTES: tuple[str, ...] = get_args(Attribute)
attribute = attribute_reader("blade", ATTRIBUTES)


class TestRequest(Request, frozen=True):
    """A check of an attribute; ``spell`` is the spell it casts, ``force`` makes a failed one succeed at a price."""

    who: CombatantId
    trait: Annotated[str, reference_mark(words=ATTRIBUTES)]
    difficulty: Annotated[
        Natural, number("set the Difficulty; for a spell, casts since the last sleep are added", beyond=EASIER)
    ] = 0
    bonus: int = 0
    spell: Annotated[str | None, text("NAME", "cast this spell by a check of mind, declared or not")] = None
    force: Annotated[bool, flag("force a spell that just failed, or fails now, for 1d6 damage")] = False


def test(context: Context, request: TestRequest) -> None:
    """Check an attribute, and carry out a declared spell or improvised action by it (B20, B26)."""
    who = request.who
    combatant = ROSTER.require_not_gone(context.fight, who)
    if request.trait != "mind" and (request.force or request.spell is not None):
        raise UsageError("only spells can be forced, and spells use mind", "Write: test WHO mind --spell NAME")
    failed = state.deeds(combatant).unforced if request.force else None
    spell = spell_of_mind_check(combatant, request.trait, request.spell)
    if failed is not None and (request.spell or failed.name).casefold() == failed.name.casefold():
        if request.difficulty or request.bonus:
            hint = f"Write: combatcli test {shell_word(who)} mind --force"
            raise UsageError("a spell is forced as it was rolled, with no other --difficulty or --bonus (B29)", hint)
        ROSTER.require_able(context.fight, who)
        state.warn_or_refuse_pending_hits(context, who)
        _force_spell(context, who, failed)
    elif spell is not None:
        _cast_spell(context, request, spell)
    elif request.force:
        hint = "A spell that failed in this phase is forced, or one that is cast now: --spell NAME."
        raise RefusedError(f"{context.fight.subject(who):has} nothing to force (B29)", hint)
    else:
        if state.open_declaration(combatant, "improvise") is not None:
            state.warn_or_refuse_pending_hits(context, who)
        value, improvised = attribute(combatant, request.trait), state.mark_declaration_done(context, who, "improvise")
        success, _, tried = _roll_check(context, request, improvised.what if improvised is not None else "", value)
        context.emit(_test_event(who, request.trait, value, tried, success=success, reactions=[]))


def spell_of_mind_check(combatant: Combatant, trait: str, named: str | None) -> str | None:
    """Return the spell of a check of mind, as the file writes its name; None for a plain check (B26)."""
    declared = state.open_declaration(combatant, "cast")
    if trait != "mind" or (named is None and declared is None):
        return None
    name = named or (declared.what if declared is not None else "") or "unnamed"
    spells = {spell.casefold(): spell for spell in (*combatant.failed, *combatant.casts)}
    return spells.get(name.casefold(), name)


def _cast_spell(context: Context, request: TestRequest, spell: str) -> None:
    """Cast a spell, harder by its casts since sleep: it succeeds, is forced, is a mishap, or fails (B29)."""
    who = request.who
    _begin_spell(context, who, spell)
    caster = context.fight.combatants[who]
    success, never, tried = _roll_check(context, request, spell, caster.mind, caster.casts.get(spell, 0))
    if success:
        _end_spell(context, who, tried, success=True, doubled=sum(tried.faces) == ALWAYS)
        return
    context.update_combatant(who, failed=list(dict.fromkeys([*caster.failed, spell])))
    if never:
        face = roll(context, f"the mishap of {context.fight.subject(who):'s} spell", die, DIE)
        mishap = {"mishap": face + tried.difficulty, "mishap_faces": [face], "beyond_forcing": True}
        _end_spell(context, who, tried, success=False, **mishap)
    elif request.force:
        _force_spell(context, who, tried)
    else:
        state.note_deed(context, who, unforced=tried)
        _end_spell(context, who, tried, success=False, may_force=True)


def _roll_check(
    context: Context, request: TestRequest, purpose: str, value: int, harder: int = 0
) -> tuple[bool, bool, CastSpell]:
    """Roll a check; return whether it succeeds, whether it is a 12 that nothing helps (B21), and the check."""
    difficulty = request.difficulty + harder
    needed = value - difficulty + request.bonus
    success, never, faces = roll(context, f"{context.fight.subject(request.who):'s} check", roll_under, needed)
    tried = CastSpell(name=purpose, difficulty=difficulty, bonus=request.bonus, needed=needed, faces=list(faces.value))
    return success, never, tried


def _begin_spell(context: Context, who: str, spell: str) -> None:
    """Begin a spell, declared or not, and give its opportunity to strike (B1, B25)."""
    combatant = ROSTER.require_able(context.fight, who)
    if state.open_declaration(combatant, "improvise") is not None:
        raise RefusedError(f"{context.fight.subject(who):is} improvising this round and cannot cast (B26)")
    declaration = combatant.declared if state.has_declared(combatant, "cast") else None
    if declaration is None:
        check_may_declare(context.fight.subject(who), combatant, "cast")
        first = f': combatcli declare {shell_word(who)} cast "{spell}"' if context.strict else ""
        context.warn_or_refuse(f"{context.fight.subject(who):casts} a spell without declaring it first (B29){first}")
    elif declaration.done:
        context.warn_or_refuse(f"{context.fight.subject(who):has} already cast a spell this round (B26)")
    elif declaration.what and declaration.what.casefold() != spell.casefold():
        context.warn_or_refuse(f"{context.fight.subject(who):has} declared {declaration.what}, not {spell} (B29)")
    state.warn_or_refuse_outside_phase(context, who, "spells")
    warn_of_failed_spell(context, who, spell)
    state.warn_or_refuse_pending_hits(context, who)
    if declaration is None or declaration.done:
        context.update_combatant(who, declared=Declaration(action="cast", what=spell))
    let_foes_strike_caster(context, who)


def _force_spell(context: Context, who: str, tried: CastSpell) -> None:
    """Force a failed spell at the price of a die of damage; it is critical if that kills the caster (B29)."""
    damage = roll(context, f"forcing {context.fight.subject(who):'s} spell", die, DIE)
    combatant = context.fight.combatants[who]
    dies = combatant.count <= 1 and damage >= state.total_points_left(combatant)
    harm = {"damage": damage, "damage_faces": [damage], "critical": dies, **({"reactions": []} if dies else {})}
    _end_spell(context, who, tried, success=True, forced=True, **harm)
    context.update_combatant(who, failed=[name for name in combatant.failed if name != tried.name])
    state.note_deed(context, who, unforced=None)
    apply_hits(context, [Hit(attacker="", target=who, damage=damage)], f"forcing {tried.name or 'a spell'}")


def _end_spell(context: Context, who: str, tried: CastSpell, *, success: bool, **keys: Any) -> None:
    """End a spell: emit its check and who may strike, and count a cast one; the declaration is done."""
    combatant = context.fight.combatants[who]
    values = {
        "spell": tried.name,
        "casts": combatant.casts.get(tried.name, 0),
        "reactions": list(dict.fromkeys(foe for foe, at, _ in state.open_strikes(context.fight) if at == who)),
        **dict.fromkeys(("doubled", "forced", "critical"), False),
        **keys,
    }
    context.emit(_test_event(who, "mind", combatant.mind, tried, success=success, **values))
    if success:
        context.update_combatant(who, casts={**combatant.casts, tried.name: values["casts"] + 1})
    state.mark_declaration_done(context, who, "cast")
    state.note_deed(context, who, interrupted=[])


def _test_event(who: str, trait: str, value: int, tried: CastSpell, *, success: bool, **keys: Any) -> events.Test:
    rolled = all_keys(tried) | {"total": sum(tried.faces), "success": success, **keys}
    return events.Test(who=who, against=None, trait=trait, value=value, purpose=rolled.pop("name"), **rolled)


def metrics(fight: Fight, request: TestRequest) -> list[Metric]:
    """Query success; of a forced spell, also its price."""
    who = {"who": request.who}
    chances: list[Metric] = [chance_of_success(who, events.Test)]
    if request.force:
        chances += [
            chance_of_event("forced", who, events.Test, lambda event: event.forced is True),
            sum_of_events("damage", who, events.Test, lambda event: event.damage or 0),
            chance_at_end("death", who, lambda fight: state.is_dead(fight.combatants[request.who])),
        ]
    return chances


def roll_dash(source: Source, value: int, other: int) -> DashResult:
    """Check both sides."""
    success, _, faces = roll_under(source, value)
    against_success, _, against_faces = roll_under(source, other)
    keys: dict[str, object] = {
        "faces": [*faces.value, *against_faces.value],
        "total": sum(faces.value),
        "needed": value,
        "own_success": success,
        "against_total": sum(against_faces.value),
        "against_needed": other,
        "against_success": against_success,
    }
    return DashResult(int(success) - int(against_success), DisplayOnly(keys))


ACTIONS: dict[str, AnyAction] = {
    "test": action(
        TestRequest,
        test,
        metrics,
        examples=("combatcli test osk mind --spell Light --difficulty 2 -f blade.toml",),
    ),
    "dashtest": make_dash_action("agility", ROSTER, attribute, roll_dash, "B50", events.Contest, ATTRIBUTES),
}
