"""`wound` (R40–R43): apply pending hits, then roll their consequences; `recover` (R44, R45)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Annotated

from msgspec import Meta

from combatcli.dice.rolling.sources import Source, Throw
from combatcli.encounter.references import CombatantId, combatant_named, id_or_word, reference_mark
from combatcli.errors import RefusedError, UsageError
from combatcli.events import Table
from combatcli.rulesets.actions import Request, action
from combatcli.rulesets.asked import number, number_or_nothing, refuse_beside
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.metrics import Metric, chance_at_end, chance_of_event, value_at_end
from combatcli.rulesets.realm import contests, deeds, effects, events, state
from combatcli.rulesets.realm.schema import Combatant, Context, Fight, Hit
from combatcli.rulesets.shared import pending
from combatcli.rulesets.shared.conditions import gain, lose
from combatcli.rulesets.tasks import DisplayOnly, do, roll
from combatcli.text import shell_word, whole_number

TRAITS = ("daring", "commitment")
TraitWord = Annotated[str, reference_mark(words=TRAITS)]
NO_TRAITS: Mapping[str, str] = {}
RESOLVE_TARGET = 10
RECOVERY_DIE = 5
Days = Annotated[int, Meta(ge=1, le=1_000)]
MOST_ROLLS = 20_000
Rested = tuple[tuple[int, ...], tuple[int, ...]]
"""The cleared boxes, and the faces."""


class WoundRequest(pending.WoundRequest, frozen=True):
    """Pending hits, or wound numbers with commas for each target; ``trait`` is the one to fight on with."""

    with_: TraitWord | list[TraitWord] | None = None


def wound(context: Context, request: WoundRequest) -> None:
    """Mark wounds all at once, then roll their consequences by each victim's trait to fight on (R40–R43)."""
    traits: dict[str, str] = {}
    lists = [request.with_] if isinstance(request.with_, str) else request.with_ or ()
    for word in [word for words in lists for word in words.split(",")]:
        who, _, trait = word.rpartition("=")
        if trait not in TRAITS:
            raise UsageError(f"--with {word}: expected daring or commitment", "Or for one victim: --with mira=daring")
        victim = id_or_word(context.fight, who) if who else ""
        if victim:
            combatant_named(context.fight, victim)
        traits[victim] = trait
    pending.wound_command(context, request, state.ROSTER, read_hit, partial(apply_hits, traits=traits))


def read_hit(text: str) -> Hit:
    """Return the hit "4" or "4,2", without a target; UsageError if these are no wound numbers."""
    numbers = [whole_number(word) or 0 for word in text.split(",")]
    if min(numbers) < 1:
        raise UsageError(f'"{text}" is not a wound number', "Give numbers of 1 or more: wound mira 4,2")
    return Hit(attacker="", target="", wounds=numbers)


def apply_hits(context: Context, hits: Sequence[Hit], traits: Mapping[str, str] = NO_TRAITS) -> None:
    """Mark the wounds of hits all at once, then roll their consequences; the trait of "" is that of all others."""
    before = dict(context.fight.combatants)
    wounded = dict.fromkeys([hit.target for hit in hits])
    for who, trait in traits.items():
        if who and who not in wounded:
            option = f"--with {who}={trait}"
            context.warn(f"{context.fight.subject(who):is} not wounded, so {option} has no effect (R41)")
    mark = partial(_mark_hit, before=before)
    pending.apply_at_once(context, hits, state.ROSTER, mark, lambda _, each: state.open_statuses(each))
    roll_consequences(context, before, wounded, traits)


def _mark_hit(context: Context, hit: Hit, before: dict[str, Combatant]) -> None:
    """Mark a hit's wounds; wounding an impeder frees, and allows one arena of movement this round (R25, R26)."""
    who, marked = hit.target, False
    for wounded in [*hit.wounds, *([0] if hit.lowest else [])]:
        combatant = context.fight.combatants[who]
        if combatant.count > 1 and state.status_from_boxes(combatant) == "dead":
            effects.fall_or_lose_member(context, who, "dead")
            before[who] = context.fight.combatants[who]
        marked |= mark_box(context, who, wounded, by=hit.attacker, cause="" if wounded else "the parrying weapon")
    attacker = context.fight.combatants.get(hit.attacker)
    if marked and attacker is not None and who in state.holders(attacker):
        effects.release_from_hold(context, hit.attacker, f"{hit.attacker} wounded {who}", who)
        held = bool(state.holders(context.fight.combatants[hit.attacker]))
        gain(context, hit.attacker, "freed", until=context.fight.round, secret=held)


def box_to_mark(number: int, marked: Sequence[int], boxes: int) -> int | None:
    """Return the box to mark for a wound number: itself, else the nearest free, lower first; None if full (R40)."""
    start = min(max(number, 1), boxes)
    if start not in marked:
        return start
    free = set(range(1, boxes + 1)).difference(marked)
    return min(free, key=lambda box: (abs(box - start), box), default=None)


def mark_box(context: Context, who: str, number: int = 0, *, by: str = "", cause: str = "") -> bool:
    """Mark a wound's box, the lowest without a number; return whether one was free. A wound breaks a focus (R24)."""
    combatant = context.fight.combatants[who]
    box = box_to_mark(number, combatant.marked, combatant.wounds)
    if box is not None:
        context.update_combatant(who, marked=sorted([*combatant.marked, box]))
    if not context.silent:
        about: Table = {"target": who, "amount": number or box or 1, "marked": box, "by": by, "cause": cause}
        status = state.open_statuses(combatant)
        context.emit(events.Wound(**about, status=status, was=status))
    if not deeds.is_blow_of_same_rank(context.fight, by, who):
        deeds.break_focus(context, who, "wounded", by)
    return box is not None


def roll_consequences(
    context: Context, before: Mapping[str, Combatant], wounded: Iterable[str], traits: Mapping[str, str] = NO_TRAITS
) -> None:
    """Roll the consequences of new wounds in turn (R41–R43); ``before`` has the combatants before them."""
    for who in wounded:
        was = before[who]
        if state.disabled_by(was) != "dead":
            earlier = state.marked_of_top_two(was.marked, was.wounds)
            do(context, (_roll_consequence, who, earlier, traits.get(who, traits.get(""))))


def _roll_consequence(context: Context, who: str, earlier: int, trait: str | None) -> None:
    """Let a combatant die, fall or test to fight on; ``earlier`` is how many of its two highest boxes were marked."""
    now = context.fight.combatants[who]
    later = state.marked_of_top_two(now.marked, now.wounds)
    if state.status_from_boxes(now) == "dead":
        effects.fall_or_lose_member(context, who, "dead")
    elif later == state.TOP_BOXES and "incapacitated" not in now.status and (earlier < later or now.count > 1):
        fell, needed = effects.fall_or_lose_member(context, who, "incapacitated"), len(now.marked)
        if fell and not contests.roll_test(context, who, "commitment", now.commitment, needed, "keep from bleeding"):
            gain(context, who, "bleeding")
    elif later and not earlier and not state.is_fallen(now):
        needed = int(context.fight.house.get("resolve_target", RESOLVE_TARGET))
        trait = trait or max(TRAITS, key=lambda word: getattr(now, word))
        if not contests.roll_test(context, who, trait, getattr(now, trait), needed, "fight on"):
            effects.fall_or_lose_member(context, who, "broken")
    for place, event in enumerate(context.events if not context.silent else ()):
        if isinstance(event, events.Wound) and event.target == who:
            context.amend_event(place, status=state.open_statuses(context.fight.combatants[who]))


def wound_metrics(fight: Fight, target: str, about: dict[str, str]) -> list[Metric]:
    """Return the chances that each box is marked, and of being broken, incapacitated but alive, and dead (R52)."""
    before = combatant_named(fight, target)

    def marks(box: int) -> Metric:
        on = (target, box)
        of_box = chance_of_event(
            f"box {box}", about, events.Wound, lambda each: (each.target, each.marked) == on or None
        )
        return of_box.changed(possible=True)

    def falls(status: str) -> Metric:
        def holds(fight: Fight) -> bool:
            now = fight.combatants[target].status
            new = status in now and status not in (*before.status, state.disabled_by(before))
            return new and not (status == "incapacitated" and "dead" in now)

        return chance_at_end(status, about, holds)

    lost = chance_at_end("member lost", about, lambda fight: fight.combatants[target].count < before.count)
    boxes = map(marks, range(1, before.wounds + 1))
    return [*boxes, *([lost] if before.count > 1 else []), *map(falls, ("broken", "incapacitated", "dead"))]


def metrics_of_wounds(fight: Fight, request: WoundRequest) -> list[Metric]:
    """Return the chances of the consequences for each wounded combatant."""
    on, _ = pending.wound_targets_and_amount(CombatContext(fight), request)
    on = on or [hit.target for number, hit in enumerate(fight.pending, 1) if request.only in (None, number)]
    return [metric for who in dict.fromkeys(on) for metric in wound_metrics(fight, who, {"who": who})]


class RecoverRequest(Request, frozen=True):
    """Days of rest; or healing: ``heal`` wounds, or the one box ``wound``, and all bleeding."""

    who: CombatantId
    days: Annotated[Days | None, number("days of rest [default: 1]", beyond="From 1 to 1,000 days.")] = None
    heal: Annotated[int | None, number_or_nothing("stop the bleeding by healing, and clear N wounds")] = None
    wound: Annotated[int | None, number("clear this wound by healing")] = None


class RestThrow(Throw):
    """The throw of N days of rest: a d5 clears the wound of its number, else is rolled again, ``rolls`` a day (R44)."""

    boxes: tuple[int, ...]
    days: int
    rolls: int

    def roll(self, source: Source) -> Rested:
        """Return the cleared boxes and the faces; rest ends when no box is marked."""
        cleared: list[int] = []
        faces: list[int] = []
        for _ in range(self.days):
            if len(cleared) == len(self.boxes):
                break
            for _ in range(self.rolls):
                face = source.die(RECOVERY_DIE)
                faces.append(face)
                if face in self.boxes and face not in cleared:
                    cleared.append(face)
                    break
        return tuple(cleared), tuple(faces)

    def ways(self) -> dict[Rested, int]:
        """Return the ways of each set of cleared boxes, without faces; all marked boxes are equally likely."""
        ways, all_rolls = Counter[tuple[int, ...]]({(): 1}), RECOVERY_DIE**self.rolls
        for _ in range(self.days):
            after = Counter[tuple[int, ...]]()
            for cleared, count in ways.items():
                left = [box for box in self.boxes if box not in cleared]
                nothing = (RECOVERY_DIE - len(left)) ** self.rolls
                after[cleared] += count * nothing
                for box in left:
                    after[tuple(sorted((*cleared, box)))] += count * ((all_rolls - nothing) // len(left))
            ways = +after
        return {(cleared, ()): count for cleared, count in ways.items()}


def _rest_until_unhurt(source: Source, rest: RestThrow) -> tuple[tuple[int, ...], DisplayOnly[tuple[int, ...]]]:
    cleared, faces = source.throw(rest)
    return cleared, DisplayOnly(faces)


def recover(context: Context, request: RecoverRequest) -> None:
    """Clear wounds by rest or by healing; the status follows the boxes (R44, R45)."""
    who, combatant = request.who, combatant_named(context.fight, request.who)
    if state.disabled_by(combatant) == "dead":
        raise RefusedError(f"{context.fight.subject(who):is} dead, and there is no return (R43)")
    by_healing = request.heal is not None or request.wound is not None
    cleared, faces = (_heal if by_healing else _rest_for_days)(context, who, combatant, request)
    marked = [box for box in combatant.marked if box not in cleared]
    context.update_combatant(who, marked=marked)
    beyond = [box for box in marked if box > RECOVERY_DIE]
    context.emit(events.Recover(who=who, faces=list(faces), cleared=list(cleared), left=marked, beyond_rest=beyond))
    top = state.marked_of_top_two(marked, combatant.wounds)
    if top < min(2, combatant.wounds):
        lose(context, who, "incapacitated", "recovered")
    if top == 0:
        lose(context, who, "broken", "recovered")


def _heal(context: Context, who: str, combatant: Combatant, request: RecoverRequest) -> Rested:
    """Stop the bleeding, and clear the highest wounds or the named one (R45)."""
    refuse_beside(request, "--heal" if request.wound is None else "--wound", "days")
    if request.heal and request.wound is not None:
        raise RefusedError("--heal N and --wound N exclude each other (R45)", "Give one of them.")
    if request.wound is not None and request.wound not in combatant.marked:
        marked = ", ".join(map(str, combatant.marked)) or "none"
        raise RefusedError(f"{context.fight.subject(who):has} no wound {request.wound} (R45)", f"Marked: {marked}.")
    if request.heal == 0 and request.wound is None and "bleeding" not in combatant.status:
        context.warn(f"{context.fight.subject(who):is} not bleeding, so there is nothing to stop (R45)")
    lose(context, who, "bleeding", "healed")
    highest = sorted(combatant.marked, reverse=True)[: request.heal]
    return (request.wound,) if request.wound is not None else tuple(highest), ()


def _rest_for_days(context: Context, who: str, combatant: Combatant, request: RecoverRequest) -> Rested:
    """Roll days of rest; refused to the bleeding and the unhurt (R44)."""
    if "bleeding" in combatant.status:
        hint = f"Stop the bleeding first: combatcli recover {shell_word(who)} --heal"
        raise RefusedError(f"{context.fight.subject(who):is} bleeding and cannot recover by rest (R44)", hint)
    if not combatant.marked:
        raise RefusedError(f"{context.fight.subject(who):has} no marked wound (R44)")
    boxes = tuple([box for box in combatant.marked if box <= RECOVERY_DIE])
    if not boxes:
        return (), ()
    rest = RestThrow(boxes, request.days or 1, 1 + max(0, combatant.commitment))
    cleared, faces = roll(context, f"{context.fight.subject(who):'s} recovery", _rest_until_unhurt, rest)
    return cleared, faces.value


def metrics_of_rest(fight: Fight, request: RecoverRequest) -> list[Metric]:
    """Return the chances that rest clears a wound, which ones, and how many."""
    combatant, who = combatant_named(fight, request.who), {"who": request.who}
    if request.heal is not None or request.wound is not None:
        raise RefusedError("healing rolls no dice here, so it has no odds (R45)")
    if (request.days or 1) * (1 + combatant.commitment) > MOST_ROLLS:
        raise RefusedError(f"odds of a rest count {MOST_ROLLS} rolls at most (R44)", "Give fewer days, or commitment.")

    def cleared_boxes(fight: Fight) -> set[int]:
        return {*combatant.marked}.difference(fight.combatants[request.who].marked)

    def clears(box: int) -> Metric:
        return chance_at_end(f"box {box}", who, lambda fight: box in cleared_boxes(fight))

    return [
        chance_at_end("cleared", who, lambda fight: bool(cleared_boxes(fight))),
        *(clears(box) for box in combatant.marked if box <= RECOVERY_DIE),
        value_at_end("wounds cleared", who, lambda fight: len(cleared_boxes(fight))),
    ]


ACTIONS = {
    "wound": action(
        WoundRequest,
        wound,
        metrics_of_wounds,
        words="AMOUNT is the wound's number, or several as in 4,2; "
        "--with takes the trait to fight on, daring or commitment, or WHO=daring",
    ),
    "recover": action(
        RecoverRequest,
        recover,
        metrics_of_rest,
        examples=("combatcli recover mira --days 3 -f fight.toml", "combatcli recover mira --heal 1 -f fight.toml"),
    ),
}
