"""What comes next in a `blade` round: initiative, declarations by side, then the strikes."""

from __future__ import annotations

from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.melee import begin_round, foe_of
from combatcli.rulesets.blade.rounds import is_to_act
from combatcli.rulesets.blade.schema import Fight
from combatcli.rulesets.blade.state import Context
from combatcli.rulesets.coming import FACES, NEXT, Coming, Step, to_declare
from combatcli.text import typed


def coming(fight: Fight) -> Coming:
    """Return who is to act, step by step in the melee (B1, B2, B31)."""
    context = Context(fight)
    begin_round(context)
    fight = context.fight
    who = [who for who in fight.combatants if is_to_act(fight, who)]
    if fight.phase == "initiative":
        return _initiative(fight)
    if fight.phase == "melee":
        return _strikes(fight, sorted(who, key=lambda each: state.STEPS.index(state.step_of(fight.combatants[each]))))
    casting = [each for each in who if state.undone(fight.combatants[each], "cast") is not None]
    spells = [Step(f"test {typed(each)} mind", f"casts what {each} declared", FACES) for each in casting]
    idle = [each for each in who if each not in casting]
    if not idle:
        return Coming(who=casting, open="a spell to test", steps=spells)
    asked = to_declare(idle, "attack FOE | cast SPELL | improvise WHAT", open_="to act")
    first = typed(idle[0])
    more = [Step(f"attack {first}", "shoots", "FOE"), Step(f"move {first}", "goes", "WAY")]
    return asked.changed(steps=[*spells, *asked.steps, *more], who=[*casting, *idle])


def _initiative(fight: Fight) -> Coming:
    if fight.initiative:
        choice = Step("order --choose", "lets the winner choose", "act|react")
        return Coming(else_=["Initiative is rolled"], steps=[NEXT, choice])
    surprise = [Step("order --check-surprise", "rolls surprise first", FACES)] if fight.round == 1 else []
    return Coming(else_=["Initiative is to be rolled"], steps=[Step("order", "rolls initiative"), *surprise])


def _strikes(fight: Fight, who: list[str]) -> Coming:
    foes = [(each, foe_of(fight, each) or fight.combatants[each].target) for each in who]
    strikes = [
        Step(f"attack {typed(each)} {typed(foe)}", f"{each} strikes", FACES)
        if foe is not None
        else Step(f"attack {typed(each)}", f"{each} strikes", "FOE")
        for each, foe in foes[:3]
    ]
    every = [Step("attack --all", "lets everybody strike, step by step", FACES)] if who else []
    step = state.step_of(fight.combatants[who[0]]) if who else ""
    same = all(hit.step == step and state.is_of_this_melee(fight, hit) for hit in fight.pending)
    return Coming(who=who, open="to strike", steps=[*strikes, *every], hits_later=bool(who) and same)
