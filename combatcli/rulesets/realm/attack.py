"""`attack` (R20–R23, R27, R28, R30–R34): on each target, or all declared attacks; hits wait in ``pending``."""

from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from typing import Annotated

from msgspec.structs import replace

from combatcli.dice.rolling.sources import Source
from combatcli.dice.tree import Node
from combatcli.encounter.references import CombatantId, WeaponName
from combatcli.encounter.schema import Natural
from combatcli.errors import FacesError, RefusedError
from combatcli.events import Table
from combatcli.rulesets import actions
from combatcli.rulesets.actions import Action, OddsQuery
from combatcli.rulesets.asked import flag, number, refuse_beside, text
from combatcli.rulesets.metrics import Metric, chance_of_hit
from combatcli.rulesets.realm import deeds, effects, events, ground, state, weapons, wound
from combatcli.rulesets.realm.schema import Context, Fight, Hit, Weapon
from combatcli.rulesets.shared.damage import damage_tree
from combatcli.rulesets.shared.pending import add_pending, apply_from
from combatcli.rulesets.tasks import DisplayOnly, do, roll, run_to_first_roll
from combatcli.text import shell_word

UNHURT = (), DisplayOnly[Table]({"damage": None, "damage_faces": []})
PARRY = "parry with a weapon: attack, wound or daring[:WHO] [default: the target]"


class AttackRequest(actions.AttackRequest, frozen=True):
    """An attack: ``helpers`` assist, ``parry`` names uses of parrying weapons, ``defense`` adds to what is needed."""

    weapon: WeaponName | None = None
    bonus: int = 0
    all: bool = False
    apply: bool = False
    extra_dice: Annotated[Natural, number("roll N extra dice, for abilities")] = 0
    defense: Annotated[int, number("raise the target's defense by N")] = 0
    assist: Annotated[list[CombatantId], text("WHO", "this ally adds a die", many=True)] = []
    parry: Annotated[list[str], text("USE", PARRY, many=True, offers=weapons.PARRIES)] = []
    counter: Annotated[bool, flag("answer a hit while defending or protecting")] = False
    aim: Annotated[bool, flag("make an aimed shot, across several arenas")] = False
    throw: Annotated[bool, flag("throw the weapon in hand")] = False

    @property
    def target(self) -> str:
        """The one target of a single attack; RefusedError if none was declared (R27)."""
        if not self.targets:
            hint = f"Say whom: combatcli declare {shell_word(self.attacker)} attack TARGET"
            raise RefusedError(f"{self.attacker} declared no target (R27)", hint)
        return self.targets[0]


def attack(context: Context, request: AttackRequest) -> None:
    """Attack each target, or make all declared attacks; hits wait in ``pending`` or are applied at once."""
    singles, first = requested_attacks(context.fight, request), len(context.fight.pending)
    if request.all:
        refuse_beside(request, "--all", "assist", "parry", "counter", "aim", "throw")
        _check_declared(context, singles)
        _strike_by_rank(context, attacks_by_rank(context.fight, singles), first)
        do(context, (_refuse_if_none_struck, len(context.warnings)))
    else:
        wounds = [(apply_from, wound.apply_hits, first)] if request.apply else []
        do(context, *zip(repeat(_attack_one), singles), *wounds)


def attacks_by_rank(fight: Fight, singles: Sequence[AttackRequest]) -> list[list[AttackRequest]]:
    """Return the attacks by rank: those of one rank strike at the same time; without an order, all do (R5, R27)."""
    ranks: dict[int, list[AttackRequest]] = {}
    for single in singles:
        ranks.setdefault(state.order_index(fight, single.attacker), []).append(single)
    return [*dict(sorted(ranks.items())).values()]


def _strike_by_rank(context: Context, ranks: Sequence[Sequence[AttackRequest]], first: int) -> None:
    """Let a rank strike unless it must wait, apply the hits pending from ``first`` on, and go on by rank (R27)."""
    rank, later = ranks[0], ranks[1:]
    if sentence := _why_rank_waits(context.fight, rank):
        context.warn(sentence)
        return
    goes_on = [(_strike_by_rank, later, first)] if later else []
    wounds = [(apply_from, wound.apply_hits, first)] if rank[0].apply else []
    do(context, *[(_attack_if_possible, single) for single in rank], *wounds, *goes_on)


def _why_rank_waits(fight: Fight, rank: Sequence[AttackRequest]) -> str:
    """Return why a rank cannot strike yet: a hit of an earlier one is pending (R27); empty if it can."""
    striking = [who for single in rank for who in (single.attacker, *single.assist)]
    who = next((who for who in striking if state.has_earlier_hit(fight, who)), "")
    return who and f"a hit on {who} from an earlier rank is pending: `wound`, then `attack --all` again (R27)"


def _check_declared(context: Context, singles: Sequence[AttackRequest]) -> None:
    """Refuse --all if no declared attack can be made; warn of a focus on something else (R24, R27)."""
    fight = context.fight
    if not singles:
        hint = "Declare one: combatcli declare WHO attack TARGET"
        raise RefusedError("nobody has a declared attack left in this phase (R27)", hint)
    for who in state.who_has_yet_to_act_in(fight, deeds.FOCUSED) if state.phase_now(fight) == deeds.FOCUSED else ():
        if deeds.deed_of_focus(fight, who)[0] not in deeds.BLOWS:
            focus = f"{fight.subject(who):focuses} on no attack that --all makes (R24)"
            _warn_of_undone(context, who, f"{focus}: attack, test or next --done {shell_word(who)}")
    if sentence := _why_rank_waits(fight, attacks_by_rank(fight, singles)[0]):
        raise RefusedError(sentence)
    openly = {single.attacker for single in singles if not fight.combatants[single.attacker].intent.has_secret}
    if fight.order is None and len(openly) > 1:
        context.warn("no order stands, so all strike at the same time; `order` rolls initiative (R27)")


def _check_possible(context: Context, singles: Sequence[AttackRequest]) -> None:
    """Refuse the odds of --all if no declared attack can be made (R27)."""
    _check_declared(context, singles)
    before = len(context.warnings)
    tried = [run_to_first_roll(context.fork(), (_attack_if_possible, single)) for single in singles]
    if all(each.wanted is None for each in tried):
        for each in tried:
            context.adopt_warnings(each.context)
        _refuse_if_none_struck(context, before)


def _refuse_if_none_struck(context: Context, before: int) -> None:
    """Refuse --all if no declared attack was made, with the last of the warnings since ``before`` (R27)."""
    if context.fight is context.before:
        raise RefusedError(["no attack that was declared can be made (R27)", *context.warnings[before:]][-1])


def _attack_if_possible(context: Context, single: AttackRequest) -> None:
    """Make a declared attack; an impossible one is skipped with a warning (R27)."""
    fork, who = context.fork(), single.attacker
    try:
        state.ROSTER.require_able(fork.fight, who)
        if sentence := deeds.broken_focus_sentence(fork.fight, who):
            raise RefusedError(sentence)  # noqa: TRY301  (as whatever else stands against it)
        _attack_one(fork, replace(single, assist=_able_helpers(fork, single)))
    except FacesError:
        raise
    except RefusedError as error:
        context.adopt_warnings(fork)
        _warn_of_undone(context, who, f"the attack of {who} is left out: {error.message}")
    else:
        context.adopt(fork)


def _able_helpers(context: Context, single: AttackRequest) -> list[str]:
    """Return the declared helpers who can assist; warn of those who cannot (R27, R28)."""
    able: list[str] = []
    for helper in single.assist:
        try:
            able += checked_helpers(context.fight, single.attacker, single.target, [helper])
        except RefusedError as error:
            _warn_of_undone(context, helper, error.message)
    return able


def _warn_of_undone(context: Context, who: str, message: str) -> None:
    """Warn of a declared act that is not carried out; a secret one stays secret (R4)."""
    if not context.fight.combatants[who].intent.has_secret:
        context.warn(message)


def roll_to_hit(source: Source, dice: int, bonus: int, needed: int) -> tuple[bool, int, DisplayOnly[Table]]:
    """Roll an attack, the face die first (R30): whether it hits, and the sides of the die added to the damage (R31)."""
    face, kept_beside = source.die(weapons.FACE_DIE), min(weapons.KEPT, dice - 1)
    others, best = source.highest(dice - 1, weapons.FACE_DIE, kept_beside) if kept_beside else ((), ())
    kept = sorted((face, *best), reverse=True)[: weapons.KEPT]
    total = sum(kept) + bonus
    extra = weapons.FACE_BONUS_DIE if total >= needed and face == weapons.FACE_DIE else 0
    return total >= needed, extra, DisplayOnly({"faces": [face, *others], "kept": kept, "total": total})


def roll_damage(source: Source, damage: Node, armor: int, extra: int) -> tuple[tuple[int, ...], DisplayOnly[Table]]:
    """Roll a hit's wounds: each damage die less ``armor``, the first plus a die of ``extra`` sides (R31, R40)."""
    from combatcli.dice.rolling import roll as expressions

    rolled = expressions.roll(damage, source)
    face_bonus = source.die(extra) if extra else 0
    first, *further = kept = rolled.kept or (0,)
    damage_bonus = rolled.total - sum(kept)
    wounds = tuple([max(1, number - armor) for number in (first + damage_bonus + face_bonus, *further)])
    bonuses = {"damage_bonus": damage_bonus, "face_bonus": face_bonus, "armor": armor}
    return wounds, DisplayOnly({"damage": sum(wounds), "damage_faces": list(rolled.faces), **bonuses})


def _attack_one(context: Context, request: AttackRequest) -> None:
    """Check one attack, pay its cost and roll it; a hit waits, and defenders may answer it (R22)."""
    fight, who, named = context.fight, request.attacker, request.target
    state.ROSTER.require_attackable(fight, who, named)
    state.ROSTER.warn_of_attack_on_ally(context, who, named)
    if request.counter and named not in fight.combatants[who].counters:
        hint = "A defender or protector may answer each attacker that hits them in melee, in the same phase."
        raise RefusedError(f"{fight.subject(who):has} no counter-attack against {named} (R22)", hint)
    name, weapon = weapons.weapon_of_attack(fight, who, named, weapon=request.weapon, throw=request.throw)
    kind = weapon.weapon_class
    melee = kind != "ranged"
    weapons.check_reach_and_impediments(fight, who, named, weapon, aim=request.aim)
    taker = who_takes_attack(fight, who, named)
    attacker, target = fight.combatants[who], fight.combatants[taker]
    parries = weapons.effective_parries(context, request.parry, who, weapon, taker)
    helpers = checked_helpers(fight, who, named, request.assist)
    dice = weapons.number_of_attack_dice(attacker, weapon, extra=request.extra_dice, helpers=len(helpers))
    bonuses = {
        **ground.arena_bonus(fight, attacker, target, weapon),
        "weapon": weapon.bonus,
        "given": request.bonus,
        "defended": weapons.defense_bonus(target),
        "parry": weapons.PARRY_BONUS if ("attack", who) in parries else 0,
        "parried": -sum([fight.combatants[wielder].daring for use, wielder in parries if use == "daring"]),
    }
    bonus, needed = sum(bonuses.values()), target.defense + request.defense
    damage = damage_tree(weapon.damage)
    _spend_action(context, request, melee=melee)

    whose = "" if context.silent else f"{fight.subject(who):'s} attack on {named}"
    hit, extra, shown = roll(context, whose, roll_to_hit, dice, bonus, needed)
    for use, wielder in parries:
        if hit or use != "wound":  # a wound is spent on a hit alone
            context.update_combatant(wielder, parried=fight.round)
    wounds, dealt = roll(context, f"the damage of {whose}", roll_damage, damage, target.armor, extra) if hit else UNHURT
    lowest = hit and ("wound", who) in parries
    context.tell_attack(
        who,
        taker,
        lambda: events.Attack(
            attacker=who,
            target=taker,
            weapon=name,
            bonuses={reason: value for reason, value in bonuses.items() if value},
            needed=needed,
            hit=hit,
            wounds=list(wounds),
            lowest=lowest,
            instead_of=named if taker != named else "",
            assisted_by=helpers,
            counter=request.counter,
            **shown.value,
            **dealt.value,
        ),
    )
    if bonuses.get("dense"):
        context.warn(f"collateral damage: {fight.subject(who):swings} a {kind} weapon in a dense arena (R11)")
    if hit:
        add_pending(context, Hit(attacker=who, target=taker, weapon=name, wounds=list(wounds), lowest=lowest))
        answering = context.fight.combatants[taker]
        if melee and not request.counter and answering.intent.action in state.PROTECTING:
            context.update_combatant(taker, counters=[*answering.counters, who])


def _spend_action(context: Context, request: AttackRequest, *, melee: bool) -> None:
    """Spend the attack's part of the round: a counter, breaking free, or the declared action (R7, R22, R26)."""
    fight, who, named = context.fight, request.attacker, request.targets[0]
    attacker = fight.combatants[who]
    for helper in dict.fromkeys(request.assist):
        state.ROSTER.warn_of_helping_foe(context, helper, who, "R28")
        deeds.spend_action(context, helper, "assist", on=[who])
    if request.counter:
        if not melee:
            context.warn_or_refuse(f"{fight.subject(who):answers} a blow in melee with a ranged weapon (R22)")
        context.update_fight(begun=context.fight.round)
        counters = list(attacker.counters)
        counters.remove(named)
        context.update_combatant(who, counters=counters)
        return
    if melee and named in state.holders(attacker) and state.phase_now(fight) == state.PHASE_OF["move"]:
        deeds.mark_breaking_free(context, who)
    else:
        actions = ("attack",) if melee else ("aim",) if request.aim else ("shoot", "throw")
        deeds.spend_action(context, who, *actions, on=[named])


def who_takes_attack(fight: Fight, attacker: str, named: str) -> str:
    """Return who takes an attack: the target's protector, the first in the file, or the target (R21)."""
    for who, friend in state.protections(fight):
        if friend == named and who not in (attacker, named):
            return who
    return named


def checked_helpers(fight: Fight, attacker: str, named: str, helpers: Sequence[str]) -> list[str]:
    """Return who assists an attack, each once; RefusedError if one of them cannot (R28)."""
    for helper in helpers:
        state.ROSTER.refuse_oneself(helper, attacker, "assist", "R28")
        state.ROSTER.refuse_oneself(helper, named, "assist an attack on", "R28")
        state.ROSTER.require_able(fight, helper)
        if not state.share_arena(fight, helper, attacker):
            message = f"{fight.subject(helper):is} not in the same arena as {attacker} and cannot assist (R28)"
            raise RefusedError(message)
        effects.check_may_act_against(fight, helper, [named], "assist against")
    return list(dict.fromkeys(helpers))


def requested_attacks(fight: Fight, request: AttackRequest) -> list[AttackRequest]:
    """Return the requested attacks, or all that were declared, aimed or thrown if the attacker declared so (R23)."""
    if request.all:
        return list(declared_attacks_due(fight, request))
    plan = state.ROSTER.require_able(fight, request.attacker).intent
    action = "" if request.counter or plan.done else plan.action
    weapon = weapons.named_weapon(fight, request.attacker, request.weapon)[1] if request.targets else Weapon()
    aim = request.aim or (action == "aim" and weapon.weapon_class == "ranged")
    throw = request.throw or (action == "throw" and weapon.range == "thrown")
    return [replace(request, targets=[target], aim=aim, throw=throw) for target in request.targets]


def declared_attacks_due(fight: Fight, request: AttackRequest) -> Iterator[AttackRequest]:
    """Yield a request for each declared or focused attack that is still to be made, by initiative (R27)."""
    number = state.phase_now(fight)
    if number == deeds.FOCUSED:
        for who in state.who_has_yet_to_act_in(fight, number):
            action, target = deeds.deed_of_focus(fight, who)
            if action in deeds.BLOWS:
                yield replace(request, attacker=who, targets=[target], throw=action == "throw")
        return
    acts = ("shoot", "throw") if number == state.PHASE_OF["shoot"] else ("attack", "aim")
    undone = state.open_plans(fight)
    assisting = [(helper, plan.targets) for helper, plan in undone.items() if plan.action == "assist"]
    for who in state.by_initiative(fight, [who for who, plan in undone.items() if plan.action in acts]):
        if state.disabled_by(fight.combatants[who]) != "dead":
            action, targets = undone[who].action, undone[who].targets[:1]
            helpers = [helper for helper, allies in assisting if who in allies] if assisting else []
            aim, throw = action == "aim", action == "throw"
            yield replace(request, attacker=who, targets=targets, aim=aim, throw=throw, assist=helpers)


def odds_queries(fight: Fight, request: AttackRequest) -> Iterator[OddsQuery[Fight]]:
    """Query each hit, and what its wounds bring (R52); on different targets those of one rank are independent."""
    applied = replace(request, apply=True)
    singles = requested_attacks(fight, applied)
    together: dict[str, list[AttackRequest]] = {}
    for single in singles:
        if single.targets and not state.is_fallen(fight.combatants[single.attacker]):
            together.setdefault(who_takes_attack(fight, single.attacker, single.target), []).append(single)
    metrics: dict[str, list[Metric]] = {}
    for taker, on in together.items():
        by = [single.attacker for single in on]
        hits = [chance_of_hit(events.Attack, attacker, taker, by.count(attacker)) for attacker in dict.fromkeys(by)]
        about = {"attacker": by[0], "target": taker} if len(by) == 1 else {"target": taker}
        metrics[taker] = [*hits, *wound.wound_metrics(fight, taker, about)]
    if request.all and len(attacks_by_rank(fight, singles)) == 1:
        yield OddsQuery((_check_possible, singles), [])
        for taker, on in together.items():
            yield OddsQuery((_strike_by_rank, [on], len(fight.pending)), metrics[taker])
    else:
        yield OddsQuery((attack, applied), [*chain(*metrics.values())])


ACTIONS = {
    "attack": Action(
        AttackRequest,
        attack,
        odds_queries,
        examples=("combatcli attack --ruleset realm --with class=medium --against defense=12 --odds",),
    )
}
