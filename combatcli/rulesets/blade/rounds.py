"""`next` (B1), `order` (B2, B3) and `declare` (B25, B26, B30): rounds, initiative and declarations."""

from typing import Annotated, get_args

from combatcli.dice.rolling.sources import Source
from combatcli.encounter.references import CombatantId, CombatantOrArena, reference_mark
from combatcli.errors import RefusedError, UsageError, nearest, require_known
from combatcli.events import Condition
from combatcli.rulesets.actions import AnyAction, Request, action
from combatcli.rulesets.asked import flag, text
from combatcli.rulesets.blade import events, melee, state
from combatcli.rulesets.blade.schema import Act, Combatant, Declaration, Fight, InitiativeRolls
from combatcli.rulesets.blade.state import ROSTER, Context
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.shared.again import declare_again
from combatcli.rulesets.shared.clock import NextRequest, advance_phases, seconds
from combatcli.rulesets.shared.initiative import Initiative, roll_initiative
from combatcli.rulesets.tasks import DisplayOnly, do, roll
from combatcli.text import shell_word
from combatcli.voice import Subject

DIE = 6
SURPRISED = 2
CHOICES = ("act", "react")
ACTS: tuple[str, ...] = get_args(Act)
EXCLUDED_BY = {"cast": {"shot": "B25", "charged": "B13", "run": "B12"}, "improvise": {"shot": "B25", "struck": "B26"}}
"""For a spell and an improvised action, the deeds of a round that exclude it, each with its rule."""


class OrderRequest(Request, frozen=True):
    """Initiative of the round; the winner's choice, and who is surprised; ``again`` rolls anew."""

    choose: Annotated[
        str | None,
        text("act|react", "the choice of the highest side, now or after the roll [default: act]", offers=CHOICES),
    ] = None
    again: Annotated[bool, flag("roll again")] = False
    surprised: Annotated[list[str], text("SIDE", "this side is surprised and does nothing", many=True)] = []
    check_surprise: Annotated[bool, flag("roll for surprise, once for each side")] = False


def next_phase(context: Context, request: NextRequest) -> None:
    """Go on to the next phase, or through the rest of the round."""
    if context.fight.phase == "initiative" and not context.fight.initiative and not request.round:
        context.warn_or_refuse("initiative has not been rolled this round (B2): combatcli order")
    advance_phases(context, request, _advance)


def _advance(context: Context) -> None:
    melee.engage_adjacent(context)
    end_phase(context)
    number = state.PHASES.index(context.fight.phase) + 1
    if number == len(state.PHASES):
        end_round(context)
    else:
        context.update_fight(phase=state.PHASES[number])
    tell_phase(context)


def unused_strike_sentence(fight: Fight, who: str) -> str:
    """Return the sentence on a combatant that could strike in the melee and has not; else empty (B30)."""
    combatant, subject = fight.combatants[who], fight.subject(who)
    if fight.phase != "melee" or not state.stands_or_still_strikes(combatant) or state.deeds(combatant).struck:
        return ""
    foe = melee.melee_target(fight, who) if melee.strike_is_due(fight, who) else None
    if foe is not None and melee.weapon_reaches(fight, who, foe):
        late = f"{subject:is} engaged and {subject.verb('has not')} struck (B30)"
        return f"{late}: combatcli attack {shell_word(who)} {shell_word(foe)}"
    if state.has_declared(combatant, "attack"):
        return f"{subject:was} to strike {combatant.target}, and {subject.verb('has not')} (B30)"
    return ""


def end_phase(context: Context) -> None:
    """End a phase, and name what was not done in it and no longer may be (B11, B25, B29, B30)."""
    if not context.silent:
        _warn_of_missed(context)
    for who, done in [(who, each.deeds) for who, each in context.fight.combatants.items() if each.deeds is not None]:
        if done.opportunity or done.spell_opportunity or done.unforced is not None:
            state.note_deed(context, who, opportunity=[], spell_opportunity=[], unforced=None)


def _warn_of_missed(context: Context) -> None:
    fight = context.fight
    for who, combatant in fight.combatants.items():
        spell = state.open_declaration(combatant, "cast")
        in_time = fight.phase in (*state.phases_of_side(fight, who), "melee")
        if spell is not None and in_time and not state.is_dead(combatant):
            what = f" ({spell.what})" if spell.what else ""
            late = f"{fight.subject(who):has} declared a spell{what} and not cast it"
            context.warn(f"{late} (B25): combatcli test {shell_word(who)} mind")
        sentence = unused_strike_sentence(fight, who)
        if sentence:
            context.warn(sentence)
    for foe, who, rule in state.open_strikes(fight):
        if rule == "B11" or state.has_cast(fight.combatants[who]):
            context.warn(f"{foe} can no longer strike at {who} ({rule})")
    for who, combatant in fight.combatants.items():
        if combatant.deeds is not None and combatant.deeds.unforced is not None:
            context.warn(f"{who} can no longer force {combatant.deeds.unforced.name} (B29)")


def is_to_act(fight: Fight, who: str) -> bool:
    """Tell whether a combatant is still to strike, or to act or cast in its side's phase (B1, B30)."""
    if fight.phase == "melee":
        return bool(unused_strike_sentence(fight, who))
    own, combatant = [fight.phase] == state.phases_of_side(fight, who), fight.combatants[who]
    to_act = state.is_idle(combatant) or state.open_declaration(combatant, "cast") is not None
    return own and to_act and ROSTER.is_able(fight, who)


def tell_phase(context: Context) -> None:
    """Emit the phase, and who acts in it."""
    fight = context.fight
    context.tell(
        lambda: events.Phase(
            round=fight.round,
            phase=fight.phase,
            number=state.PHASES.index(fight.phase) + 1,
            seconds=seconds(fight.round),
            acting=[who for who in fight.combatants if is_to_act(fight, who)],
        )
    )


def end_round(context: Context) -> None:
    """End a round (B1): emit what is over, forget declarations and deeds, and begin the next one."""
    for who, combatant in context.fight.combatants.items():
        if not context.silent and not state.is_dead(combatant):
            for word in state.lasting_deeds(combatant):
                context.emit(Condition(who=who, name=word, ended=True, reason="over"))
        if combatant.declared is not None or combatant.deeds is not None or combatant.last_declared is not None:
            context.update_combatant(who, declared=None, last_declared=combatant.declared, deeds=None)
    for side in context.fight.surprised:
        context.emit(Condition(who=side, name="surprised", ended=True, reason="over"))
    context.update_fight(round=context.fight.round + 1, phase=state.PHASES[0], initiative=[], rolled=None, surprised=[])
    melee.engage_adjacent(context)


def order(context: Context, request: OrderRequest) -> None:
    """Roll surprise if requested, then initiative by sides, or keep the earlier roll."""
    require_known(request.choose or "act", CHOICES, f"--choose {request.choose}: expected act or react")
    sides = state.sides_standing(context.fight)
    is_rolled = bool(context.fight.initiative) and not request.again and not request.check_surprise
    if len(sides) < 2 and not is_rolled:
        hint = f"Able to fight: {', '.join(sides) or 'nobody'}."
        raise RefusedError("initiative needs two sides that can still fight (B2)", hint)
    for side in request.surprised:
        if side not in sides:
            raise RefusedError(f'there is no side "{side}"', nearest(side, sides))
    _check_time_of_roll(context, request)
    if request.check_surprise or request.surprised:
        _surprise_sides(context, request, sides)
    if {*sides} <= {*context.fight.surprised}:
        end_round(context)
        tell_phase(context)
        return
    if not is_rolled:
        melee.engage_adjacent(context)
        roll_initiative(context, DIE, dict.fromkeys(sides, 0), _keep_initiative, reroll=True)
    elif late := [side for side in sides if side not in context.fight.initiative]:
        context.warn(f"in no initiative yet: {', '.join(late)}; `combatcli order --again` rolls it anew (B2)")
    if is_rolled and request.choose is not None and (deed := first_deed_of_phase(context.fight)):
        hint = "The choice ends with the acting phase's first action."
        raise RefusedError(f"it is too late to choose: {deed} (B2)", hint)
    do(context, (_choose_first_or_last, request))


def surprise_dice(source: Source, sides: tuple[str, ...]) -> tuple[tuple[str, ...], DisplayOnly[tuple[int, ...]]]:
    """Roll a die for each side; 1 and 2 are surprised (B3)."""
    faces = tuple([source.die(DIE) for _ in sides])
    return tuple([side for side, face in zip(sides, faces, strict=True) if face <= SURPRISED]), DisplayOnly(faces)


def _surprise_sides(context: Context, request: OrderRequest, sides: list[str]) -> None:
    """Surprise the named sides and those whose roll says so (B3)."""
    before = context.fight.surprised
    surprised = {*request.surprised, *(() if request.check_surprise else before)}
    if request.check_surprise:
        rolled, faces = roll(context, f"the surprise of {', '.join(sides)}", surprise_dice, tuple(sides))
        surprised.update(rolled)
        surprised_sides = [side for side in sides if side in surprised]
        context.emit(events.Surprise(sides=sides, faces=list(faces.value), surprised=surprised_sides))
    now = [side for side in sides if side in surprised]
    for side in dict.fromkeys([*sides, *before]):
        if (side in now) != (side in before):
            context.emit(Condition(who=side, name="surprised", ended=side in before))
    context.update_fight(surprised=now)


def _check_time_of_roll(context: Context, request: OrderRequest) -> None:
    """Warn of a late roll, or refuse it, unless initiative was skipped and the acting phase has no deed yet (B2)."""
    surprise = bool(request.surprised or request.check_surprise)
    rolled = bool(context.fight.initiative) and not request.again
    passed_over = not context.fight.initiative and context.fight.phase == "acting"
    in_time = context.fight.phase == "initiative" or (passed_over and not first_deed_of_phase(context.fight))
    if not in_time and (surprise or not rolled):
        late = f"this is the {context.fight.phase} phase"
        context.warn_or_refuse(f"{late}; initiative comes at the start of the round (B2)")
    elif surprise and rolled:
        context.warn_or_refuse("surprise comes before initiative, which has already been rolled this round (B3)")
    if surprise and context.fight.round > 1:
        context.warn_or_refuse("surprise happens only in the first round (B3)")


def first_deed_of_phase(fight: Fight) -> str:
    """Return the deed, or the end of the phase, that ends the choice to act or react; empty if none did (B2)."""
    if fight.phase not in ("initiative", "acting"):
        return "the acting phase is over"
    for who, combatant in fight.combatants.items():
        if state.has_acted(combatant):
            return f"{fight.subject(who):has} acted"
        for foe in state.deeds(combatant).interrupted:
            return f"{fight.subject(foe):has} struck"
    return ""


def _keep_initiative(context: Context, rolled: Initiative) -> None:
    rolls = InitiativeRolls(order=rolled.order, faces=rolled.faces, totals=rolled.totals)
    context.update_fight(initiative=rolled.order, rolled=rolls)


def _choose_first_or_last(context: Context, request: OrderRequest) -> None:
    """Let the side that rolled highest act first or last; emit who acts, and whether the choice stays open (B2)."""
    rolled = context.fight.rolled or InitiativeRolls(order=context.fight.initiative)
    winner, *losers = rolled.order
    if request.choose is not None:
        now = [winner, *losers] if request.choose == "act" else [*losers, winner]
        context.update_fight(initiative=now, rolled=rolled)
    fight = context.fight
    context.tell(
        lambda: events.Order(
            order=fight.initiative,
            faces=rolled.faces,
            totals=rolled.totals,
            ties=[],
            winner=winner,
            choose="act" if fight.initiative[0] == winner else "react",
            chosen=request.choose is not None,
            may_choose=not first_deed_of_phase(fight),
            surprised=fight.surprised,
            still_surprised=[side for side in fight.surprised if side in context.before.surprised],
        )
    )


def initiative_metrics(fight: Fight, request: OrderRequest) -> list[Metric]:
    """Query which side rolls highest and may choose, and which sides are surprised."""
    sides = state.sides_standing(fight)

    def wins(side: str) -> Metric:
        return chance_of_event("highest roll", {"who": side}, events.Order, lambda event: event.winner == side)

    def is_surprised(side: str) -> Metric:
        return chance_of_event("surprise", {"who": side}, events.Surprise, lambda event: side in event.surprised)

    return [*map(wins, sides), *(map(is_surprised, sides) if request.check_surprise else [])]


class DeclareRequest(Request, frozen=True):
    """A declaration: cast a spell, improvise with an intended outcome, or attack a foe in the melee."""

    who: CombatantId | None = None
    action: Annotated[str, reference_mark(words=ACTS)] | None = None
    targets: list[CombatantOrArena] = []
    outcome: Annotated[str | None, text("TEXT", "the intended outcome of an improvised action")] = None
    again: list[CombatantId] | None = None


def declare(context: Context, request: DeclareRequest) -> None:
    """Record a declaration for this round; a spell gives an opportunity to those in whose range it is cast."""
    who = request.who
    if request.again is not None:
        declare_again(context, request.again, context.fight.combatants, _last_declaration, declare)
        return
    if who is None or request.action is None:
        raise UsageError(f"declare {who or 'WHO'}: what?", 'One of: cast "SPELL", improvise "WHAT", attack FOE.')
    require_known(request.action, ACTS, f'blade has no "{request.action}" to declare')
    if request.outcome is not None and request.action != "improvise":
        raise UsageError("--outcome belongs to an improvised action", 'Write: declare WHO improvise "WHAT"')
    combatant = ROSTER.require_able(context.fight, who)
    read = {"cast": _declare_spell, "improvise": _declare_improvised, "attack": _declare_target}[request.action]
    declaration = read(context, who, combatant, request)
    before = combatant.declared
    if request.action != "attack" or before is None or not before.done:
        context.update_combatant(who, declared=declaration)
        state.note_deed(context, who, spell_opportunity=[])
    old = before if before is not None and not (before.done or before.action == "attack") else declaration
    open_to_foes = request.action == "cast" and context.fight.phase in state.phases_of_side(context.fight, who)
    event = events.Declare(
        who=who,
        action=declaration.action,
        targets=declaration.targets,
        plan=declaration.what,
        outcome=declaration.outcome,
        opportunity=let_foes_strike_caster(context, who) if open_to_foes else [],
        withdrawn="" if (old.action, old.what) == (declaration.action, declaration.what) else old.what or "the spell",
    )
    context.emit(event)


def _last_declaration(fight: Fight, who: str) -> DeclareRequest | None:
    combatant = fight.combatants[who]
    old = combatant.last_declared
    if old is None or combatant.declared is not None:
        return None
    targets = old.targets or ([old.what] if old.what else [])
    return DeclareRequest(who=who, action=old.action, targets=targets, outcome=old.outcome or None)


def _declare_spell(context: Context, who: str, caster: Combatant, request: DeclareRequest) -> Declaration:
    """Begin a spell (B25)."""
    check_may_declare(context.fight.subject(who), caster, "cast")
    if state.PHASES.index(context.fight.phase) > state.PHASES.index(state.phases_of_side(context.fight, who)[-1]):
        state.warn_or_refuse_outside_phase(context, who, "spells")
    spell = " ".join(request.targets)
    warn_of_failed_spell(context, who, spell)
    return Declaration(action="cast", what=spell)


def _declare_improvised(context: Context, who: str, combatant: Combatant, request: DeclareRequest) -> Declaration:
    """Declare an improvised action in place of melee, shot and spell (B26)."""
    check_may_declare(context.fight.subject(who), combatant, "improvise")
    if not request.targets:
        raise UsageError(f"declare {who} improvise: what?", 'As in: declare darna improvise "swing from the lamp"')
    return Declaration(action="improvise", what=" ".join(request.targets), outcome=request.outcome or "")


def _declare_target(context: Context, who: str, combatant: Combatant, request: DeclareRequest) -> Declaration:
    """Declare a target in the melee (B30)."""
    if len(request.targets) != 1:
        raise UsageError(f"declare {who} attack takes one foe", "Write: combatcli declare WHO attack FOE")
    foe = request.targets[0]
    ROSTER.require_attackable(context.fight, who, foe)
    if state.has_declared(combatant, "improvise"):
        raise RefusedError(f"{context.fight.subject(who):is} improvising this round and cannot fight in melee (B26)")
    ROSTER.warn_of_attack_on_ally(context, who, foe)
    context.update_combatant(who, target=foe)
    return Declaration(action="attack", targets=[foe])


def check_may_declare(who: Subject, combatant: Combatant, action: str) -> None:
    """Refuse a spell or an improvised action after a deed that excludes it (B12, B13, B25, B26)."""
    declaration, done = combatant.declared, state.deeds(combatant)
    if declaration is not None and declaration.done and declaration.action != "attack":
        hint = "A round is time for one spell or one improvised action."
        raise RefusedError(f"{who:has} already carried out a declaration this round (B26): {declaration.action}", hint)
    deeds = {"shot": done.shot, "charged": done.charged is not None, "run": done.ran, "struck": done.struck}
    for deed, rule in EXCLUDED_BY[action].items():
        if deeds[deed]:
            raise RefusedError(f"{who:has} {deed} this round and cannot {action} ({rule})")


def warn_of_failed_spell(context: Context, who: str, spell: str) -> None:
    """Warn of casting a spell that failed since the caster slept, or refuse it (B29)."""
    if spell.casefold() in [failed.casefold() for failed in context.fight.combatants[who].failed]:
        name = spell or "the spell"
        context.warn_or_refuse(f"{name} has failed since {who} last slept, and is not cast again that day (B29)")


def let_foes_strike_caster(context: Context, who: str) -> list[str]:
    """Let those with a caster in their melee range strike at once; return their ids (B25)."""
    struck = state.deeds(context.fight.combatants[who]).interrupted
    chances = [foe for foe in melee.who_threatens(context.fight, who) if foe not in struck]
    state.note_deed(context, who, spell_opportunity=chances)
    return chances


ACTIONS: dict[str, AnyAction] = {
    "next": action(NextRequest, next_phase),
    "order": action(OrderRequest, order, initiative_metrics),
    "declare": action(
        DeclareRequest,
        declare,
        words="ACTION is attack, cast or improvise",
        examples=('combatcli declare darna improvise "swing from the lamp" -f blade.toml',),
    ),
}
