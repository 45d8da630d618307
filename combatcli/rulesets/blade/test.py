"""`test` (B26, B29): two dice under an attribute; a spell that fails may be forced."""

from __future__ import annotations

from typing import Annotated, get_args

from msgspec import Meta

from combatcli.encounter.references import CombatantId, Name
from combatcli.errors import RefusedError, UsageError
from combatcli.rulesets.actions import Action, Request, single_query
from combatcli.rulesets.blade import events, spells, state
from combatcli.rulesets.blade.schema import Attribute, Combatant, Fight, Unforced
from combatcli.rulesets.blade.state import ROSTER
from combatcli.rulesets.blade.two_dice import Check, roll_check
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, chance_of_success, sum_of_events
from combatcli.rulesets.shared.attributes import attribute_reader
from combatcli.rulesets.steps import Step

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


def test(context: CombatContext[Fight], request: TestRequest) -> Step[Fight]:
    """Check an attribute; what was declared, a spell or an improvised action, is thereby done."""
    combatant = ROSTER.require_alive(context.fight, request.who)
    check_request(request)
    kept = spells.unforced(combatant, request.spell) if request.force else None
    if kept is not None:
        ROSTER.require_able(context.fight, request.who)
        return spells.forcing(request.who, kept)
    spell = spells.spell_of(combatant, request.trait, request.spell)
    if spell is not None:
        return _spell(context, request, spell)
    if request.force:
        hint = "A spell that failed in this phase is forced, or one that is cast now: --spell NAME."
        raise RefusedError(f"{request.who} has nothing to force (B29)", hint)
    return _plain(request, combatant)


def _spell(context: CombatContext[Fight], request: TestRequest, spell: str) -> Step[Fight]:
    """Return the roll of a spell, harder by its casts since sleep (B29)."""
    spells.begin(context, request.who, spell)
    caster = context.fight.combatants[request.who]
    difficulty = request.difficulty + caster.casts.get(spell, 0)
    number = caster.mind - difficulty + request.bonus

    def apply(context: CombatContext[Fight], rolled: Check) -> Step[Fight] | None:
        tried = Unforced(name=spell, difficulty=difficulty, bonus=request.bonus, needed=number, faces=rolled.faces)
        return spells.end(context, request.who, tried, rolled, force=request.force)

    return Step(
        lambda source: roll_check(source, number), apply, key=("check", number), purpose=f"{request.who}'s check"
    )


def _plain(request: TestRequest, combatant: Combatant) -> Step[Fight]:
    """Return the roll of a check that is not a spell (B20, B26)."""
    value = attribute(combatant, request.trait)
    number = value - request.difficulty + request.bonus

    def apply(context: CombatContext[Fight], rolled: Check) -> None:
        context.emit(
            events.Test(
                who=request.who,
                against=None,
                trait=request.trait,
                value=value,
                difficulty=request.difficulty,
                bonus=request.bonus,
                faces=rolled.faces,
                total=rolled.total,
                needed=number,
                success=rolled.success,
                purpose=_improvised(context, request.who),
                reactions=[],
            )
        )

    return Step(
        lambda source: roll_check(source, number), apply, key=("check", number), purpose=f"{request.who}'s check"
    )


def check_request(request: TestRequest) -> None:
    """Raise UsageError where a request contradicts itself."""
    if request.force and request.trait != "mind":
        raise UsageError("only spells can be forced, and spells use mind", "test WHO mind --force")
    if request.spell is not None and request.trait != "mind":
        raise UsageError("spells use mind", f"test {request.who} mind --spell NAME")
    if request.difficulty < 0:
        raise UsageError("a Difficulty must be 0 or more", "Use --bonus to make it easier.")


def _improvised(context: CombatContext[Fight], who: str) -> str:
    """Mark an improvised action as done, if this was its check, and return what it was (B26)."""
    declaration = context.fight.combatants[who].declared
    if declaration is None or declaration.done or declaration.action != "improvise":
        return ""
    state.mark_done(context, who, declaration)
    return declaration.what


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


ACTION = Action(TestRequest, test, single_query(test, metrics))
