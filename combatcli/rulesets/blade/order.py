"""`order` (B2, B3): who is surprised, which side acts and which reacts."""

from __future__ import annotations

from combatcli.dice.rolling.sources import Source
from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.events import Condition
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.blade import events, state
from combatcli.rulesets.blade.next import end_round, tell_phase
from combatcli.rulesets.blade.reach import begin_round
from combatcli.rulesets.blade.schema import Fight, Rolled
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_of_event
from combatcli.rulesets.shared.initiative import Initiative, roll_initiative
from combatcli.rulesets.tasks import DisplayOnly, do, roll

DIE = 6
SURPRISED = 2
CHOICES = ("act", "react")


class OrderRequest(Request, frozen=True):
    """Initiative of the round; what the winner chooses, and who is surprised; ``again`` rolls anew."""

    choose: str | None = None
    surprised: list[str] = []
    check_surprise: bool = False
    again: bool = False


def order(context: CombatContext[Fight], request: OrderRequest) -> None:
    """Find out who is surprised if that is asked, then roll initiative by sides, or keep what was rolled."""
    if request.choose not in (None, *CHOICES):
        raise UsageError(f"--choose {request.choose}: expected act or react", "The side that rolls highest chooses.")
    sides = state.sides(context.fight)
    if len(sides) < 2 and not keeps_roll(context.fight, request):
        raise RefusedError(
            "initiative needs two sides that can still fight (B2)", f"Able to fight: {', '.join(sides) or 'nobody'}."
        )
    for side in request.surprised:
        if side not in sides:
            raise RefusedError(f'there is no side "{side}"', nearest(side, sides))
    _check_time(context, request)
    surprised = {*request.surprised, *(() if request.check_surprise else context.fight.surprised)}
    if request.check_surprise:
        rolled, faces = roll(context, "surprise", surprise_dice, tuple(sides))
        surprised.update(rolled)
        both = [side for side in sides if side in surprised]
        context.emit(events.Surprise(sides=sides, faces=list(faces.value), surprised=both))
    if request.surprised or request.check_surprise:
        _surprise(context, [side for side in sides if side in surprised])
    if surprised >= set(sides):
        end_round(context)
        tell_phase(context)
        return
    if not keeps_roll(context.fight, request):
        begin_round(context)
        roll_initiative(context, DIE, dict.fromkeys(sides, 0), _stand, reroll=True)
    elif request.choose is not None and (deed := first_deed(context.fight)):
        raise RefusedError(
            f"it is too late to choose: {deed} (B2)", "The choice ends with the acting phase's first action."
        )
    do(context, (_choose, request))


def surprise_dice(source: Source, sides: tuple[str, ...]) -> tuple[tuple[str, ...], DisplayOnly[tuple[int, ...]]]:
    """Roll for each side, of whom 1 and 2 are surprised (B3)."""
    faces = tuple([source.die(DIE) for _ in sides])
    return tuple([side for side, face in zip(sides, faces, strict=True) if face <= SURPRISED]), DisplayOnly(faces)


def _surprise(context: CombatContext[Fight], surprised: list[str]) -> None:
    context.update_fight(surprised=surprised)
    for side in surprised:
        if side not in context.before.surprised:
            context.emit(Condition(who=side, name="surprised", ended=False))


def keeps_roll(fight: Fight, request: OrderRequest) -> bool:
    """Tell whether what was rolled this round stands (B2); a roll for surprise comes before another one (B3)."""
    return bool(fight.initiative) and not request.again and not request.check_surprise


def _check_time(context: CombatContext[Fight], request: OrderRequest) -> None:
    """Find it irregular to roll late; an initiative passed over may be, before the acting phase's first deed (B2)."""
    surprise = bool(request.surprised or request.check_surprise)
    rolled = bool(context.fight.initiative) and not request.again
    passed_over = not context.fight.initiative and context.fight.phase == "acting"
    in_time = context.fight.phase == "initiative" or (passed_over and not first_deed(context.fight))
    if not in_time and (surprise or not rolled):
        context.warn_or_refuse(
            f"this is the {context.fight.phase} phase; initiative comes at the start of the round (B2)"
        )
    elif surprise and rolled:
        context.warn_or_refuse("surprise comes before initiative, which has already been rolled this round (B3)")
    if surprise and context.fight.round > 1:
        context.warn_or_refuse("surprise happens only in the first round (B3)")


def first_deed(fight: Fight) -> str:
    """Return what ends the choice between acting and reacting: the acting phase's first action; empty if none (B2)."""
    if fight.phase not in ("initiative", "acting"):
        return "the acting phase is over"
    for who, combatant in fight.combatants.items():
        declaration = combatant.declared
        if combatant.deeds is not None or (declaration is not None and declaration.action != "attack"):
            return f"{who} has acted"
    return ""


def as_chosen(falling: list[str], choice: str) -> list[str]:
    """Return the sides as they act: the highest first, or last of all if it reacts (B2)."""
    first, *others = falling
    return [first, *others] if choice == "act" else [*others, first]


def _stand(context: CombatContext[Fight], rolled: Initiative) -> None:
    context.update_fight(
        initiative=rolled.order, rolled=Rolled(order=rolled.order, faces=rolled.faces, totals=rolled.totals)
    )


def _choose(context: CombatContext[Fight], request: OrderRequest) -> None:
    """Let the side that rolled highest act or react; tell who does, who was to choose, and whether they still may."""
    rolled = context.fight.rolled or Rolled(order=context.fight.initiative)
    if request.choose is not None:
        context.update_fight(initiative=as_chosen(rolled.order, request.choose), rolled=rolled)
    winner, now = rolled.order[0], context.fight.initiative
    context.emit(
        events.Order(
            order=now,
            faces=rolled.faces,
            totals=rolled.totals,
            ties=[],
            winner=winner,
            choose="act" if now[0] == winner else "react",
            chosen=request.choose is not None,
            may_choose=not first_deed(context.fight),
            surprised=context.fight.surprised,
        )
    )


def metrics(fight: Fight, request: OrderRequest) -> list[Metric]:
    """Look at which side rolls highest and may choose, and which are surprised if that is rolled."""
    sides = state.sides(fight)

    def wins(side: str) -> Metric:
        return chance_of_event("first", {"who": side}, events.Order, lambda event: event.winner == side)

    def is_surprised(side: str) -> Metric:
        return chance_of_event("surprised", {"who": side}, events.Surprise, lambda event: side in event.surprised)

    return [*map(wins, sides), *(map(is_surprised, sides) if request.check_surprise else [])]


ACTION = action(OrderRequest, order, metrics)
