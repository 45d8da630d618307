"""What a `blade` encounter tells: phases and sides, who can act, points left, deeds of the round; the rules' tables."""

from collections.abc import Mapping, Sequence
from math import ceil

from msgspec.structs import replace

from combatcli.rulesets.blade import weapons
from combatcli.rulesets.blade.schema import Combatant, Declaration, Deeds, Fight, Hit
from combatcli.rulesets.context import CombatContext
from combatcli.rulesets.parts import MakeTables, table
from combatcli.rulesets.shared.roster import Hindrance, Roster
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.shared.touching import engaged_with
from combatcli.text import shell_word

Context = CombatContext[Fight]

PHASES = ("initiative", "acting", "reacting", "melee")
STEPS = ("first", "plain", "last")
PLAYERS_POINTS = 6
PART = 3
STEP = 5
METERS = 0.3
SPEEDS = (120, 90, 60, 40)
"""The exploration speeds that the rules list (B10)."""
KEEPS_FROM_SHOOTING = {"charging": "B13", "running": "B12", "casting": "B25", "improvising": "B26"}
NOTHING = Deeds()
DEAD = Hindrance("dead", "B42", gone=True)
SURPRISED = Hindrance("surprised", "B3", "does nothing this round", brief=True)


def combat_movement(exploration: int) -> int:
    """Return the combat movement in feet a round: a third of exploration, rounded up to 5 feet (B10)."""
    return ceil(exploration / PART / STEP) * STEP


def game_meters(feet: float) -> float:
    """Convert feet to meters at the game's own rate (B10)."""
    return round(feet * METERS, 2)


def maximum_points(combatant: Combatant) -> dict[str, int]:
    """Return the maximum of each kind of points.

    It is as written, else the written points, but 6 at least for a player's character, and 6 for a health that nobody
    wrote (B0).
    """
    own = PLAYERS_POINTS if combatant.player else 0
    stamina, health = combatant.max_stamina, combatant.max_health
    if stamina is None:
        stamina = max(own, combatant.stamina) if combatant.stamina else own
    if health is None:
        health = max(own, combatant.health) if combatant.health else PLAYERS_POINTS
    return {"stamina": stamina, "health": health}


def points(combatant: Combatant, maximum: Mapping[str, int] | None = None) -> dict[str, int]:
    """Return the points of each kind that are left: as written, else all, the ``maximum``."""
    most, stamina, health = maximum or maximum_points(combatant), combatant.stamina, combatant.health
    return {
        "stamina": most["stamina"] if stamina is None else stamina,
        "health": most["health"] if health is None else health,
    }


def is_dead(combatant: Combatant) -> bool:
    """Tell whether someone is dead: no health left (B42)."""
    return combatant.health == 0


def total_points_left(combatant: Combatant) -> int:
    """Return the stamina and health that are left, together."""
    return sum(points(combatant).values())


def points_left_and_maximum(combatant: Combatant) -> tuple[int, int]:
    """Return stamina plus health that are left, and the most of both; of a group those of all members."""
    maximum = maximum_points(combatant)
    left, most = sum(points(combatant, maximum).values()), sum(maximum.values())
    return left + (combatant.count - 1) * most, combatant.count * most


def engaged_foes(fight: Fight, who: str) -> list[str]:
    """Return the standing foes engaged with a combatant: those it names first, then those who name it (B30)."""
    return engaged_with(fight, who, lambda name: name in fight.combatants and not is_dead(fight.combatants[name]))


def sides_standing(fight: Fight) -> list[str]:
    """Return the sides with somebody standing, in the file's order."""
    return list(dict.fromkeys(side_of(combatant) for combatant in fight.combatants.values() if not is_dead(combatant)))


def is_surprised(fight: Fight, combatant: Combatant) -> bool:
    """Tell whether a combatant does nothing this round because its side is surprised (B3)."""
    return side_of(combatant) in fight.surprised


def _hindrance(fight: Fight, combatant: Combatant) -> Hindrance | None:
    if is_dead(combatant):
        return DEAD
    return SURPRISED if fight.surprised and is_surprised(fight, combatant) else None


ROSTER: Roster[Fight, Combatant] = Roster(_hindrance, "B30")


def deeds(combatant: Combatant) -> Deeds:
    """Return a combatant's deeds of this round."""
    return combatant.deeds or NOTHING


def note_deed(context: Context, who: str, **changes: object) -> None:
    """Note a deed of this round."""
    done = replace(deeds(context.fight.combatants[who]), **changes)
    context.update_combatant(who, deeds=done if done != NOTHING else None)


def has_moved_this_round(combatant: Combatant) -> bool:
    """Tell whether a combatant has moved this round."""
    done = deeds(combatant)
    return bool(done.moved or done.moved_after or done.ran or done.charged)


def is_idle(combatant: Combatant) -> bool:
    """Tell whether a combatant has declared and done nothing this round."""
    return combatant.declared is None and not has_acted(combatant)


def has_acted(combatant: Combatant) -> bool:
    """Tell whether a combatant has acted this round; being met is no deed, nor is a declaration (B2)."""
    declared, done = combatant.declared, combatant.deeds
    own = done is not None and replace(done, met=[], spell_opportunity=[], interrupted=[]) != NOTHING
    return own or (declared is not None and declared.done)


def open_strikes(fight: Fight) -> list[tuple[str, str, str]]:
    """Return the open immediate strikes as striker, target and rule (B11, B25)."""
    return [
        (foe, who, rule)
        for who, combatant in fight.combatants.items()
        if combatant.deeds is not None and not is_dead(combatant)
        for rule, foes in (("B11", combatant.deeds.opportunity), ("B25", combatant.deeds.spell_opportunity))
        for foe in foes
        if foe in fight.combatants and ROSTER.is_able(fight, foe)
    ]


def has_declared(combatant: Combatant, action: str) -> bool:
    """Tell whether a combatant's declaration is this action."""
    return combatant.declared is not None and combatant.declared.action == action


def open_declaration(combatant: Combatant, action: str) -> Declaration | None:
    """Return a combatant's declaration if it is this action and still undone."""
    declared = combatant.declared
    return declared if declared is not None and declared.action == action and not declared.done else None


def mark_declaration_done(context: Context, who: str, action: str) -> Declaration | None:
    """Mark the declaration of this action as done, and return it if there is one."""
    declared = open_declaration(context.fight.combatants[who], action)
    if declared is not None:
        context.update_combatant(who, declared=replace(declared, done=True))
    return declared


def has_cast(combatant: Combatant) -> bool:
    """Tell whether a combatant has made the check of a spell this round (B25)."""
    declared = combatant.declared
    return declared is not None and declared.action == "cast" and declared.done


def take_back_spell(context: Context, who: str) -> None:
    """Take back a declared spell that is not cast, with the open strikes for it (B25)."""
    spell = open_declaration(context.fight.combatants[who], "cast")
    if spell is not None:
        context.warn(f"{context.fight.subject(who):takes} back the spell{f' {spell.what}' if spell.what else ''} (B25)")
        context.update_combatant(who, declared=None)
        note_deed(context, who, spell_opportunity=[])


def melee_step(combatant: Combatant) -> str:
    """Return a combatant's step in melee: first after a charge, last after a run, a shot or a spell (B31)."""
    done = deeds(combatant)
    if done.shot or done.ran or has_cast(combatant):
        return "last"
    return "first" if done.first_strike else "plain"


def stands_or_still_strikes(combatant: Combatant) -> bool:
    """Tell whether a combatant stands, or fell in its own step and still strikes (B31)."""
    return not is_dead(combatant) or fallen_still_strikes(combatant)


def fallen_still_strikes(combatant: Combatant) -> bool:
    """Tell whether a fallen combatant still strikes: it fell in its own step and has not struck (B31)."""
    done = combatant.deeds
    return done is not None and not done.struck and done.fell == melee_step(combatant)


def lasting_deeds(combatant: Combatant) -> list[str]:
    """Return what holds for a combatant until the end of the round."""
    done = deeds(combatant)
    words = {
        "charging": done.charged is not None,
        "running": done.ran,
        "shooting": done.shot,
        "casting": has_cast(combatant),
        "improvising": has_declared(combatant, "improvise"),
    }
    return [word for word, holds in words.items() if holds]


def status_words(fight: Fight, combatant: Combatant) -> list[str]:
    """Return a combatant's conditions in words."""
    if is_dead(combatant):
        return ["dead"]
    return [*(["surprised"] if is_surprised(fight, combatant) else []), *lasting_deeds(combatant)]


def phases_of_side(fight: Fight, who: str) -> list[str]:
    """Return the phase of a combatant's side; both phases if no side has chosen (B1)."""
    own = side_of(fight.combatants[who])
    if own not in fight.initiative:
        return ["acting", "reacting"]
    return ["acting" if fight.initiative[0] == own else "reacting"]


def warn_or_refuse_outside_phase(context: Context, who: str, what: str) -> None:
    """Warn of a move, charge, shot or spell outside the phase of one's side, or refuse it (B1)."""
    fight = context.fight
    own, wanted = side_of(fight.combatants[who]), phases_of_side(fight, who)
    if fight.phase not in wanted:
        now = f"this is the {fight.phase} phase"
        context.warn_or_refuse(f"{now}; {what} of {own} belong to the {' or '.join(wanted)} phase (B1)")
    before = fight.initiative[1 : fight.initiative.index(own)] if own in fight.initiative[1:] else []
    if not before or fight.phase != "reacting" or context.silent:
        return
    acted = {side_of(each) for each in fight.combatants.values() if not is_idle(each)}
    able = [(who, fight.combatants[who]) for who in ROSTER.able(fight)]
    free = [each for who, each in able if weapons.holds_shooting_weapon(each) or not engaged_foes(fight, who)]
    to_act = {side_of(each) for each in free}
    for side in before:
        if side in to_act - acted:
            context.warn(f"{side} react before {own} (B2)")


def warn_before_melee(context: Context) -> None:
    """Warn of a strike before the melee at the end of the round, or refuse it (B30)."""
    if context.fight.phase != "melee":
        context.warn_or_refuse(f"this is the {context.fight.phase} phase; melee comes at the end of the round (B30)")


def is_hit_of_this_melee(fight: Fight, hit: Hit) -> bool:
    """Tell whether a pending hit was struck in the present melee, singly or with all."""
    attacker = fight.combatants.get(hit.attacker)
    return hit.step in STEPS and attacker is not None and deeds(attacker).struck


def warn_or_refuse_pending_hits(context: Context, who: str, simultaneous: Sequence[str] = ()) -> None:
    """Warn of any deed while a hit on the combatant is pending, or refuse it (B11, B25, B30).

    The hits of this melee in ``simultaneous`` steps come with one's own strike, or after it (B31).
    """
    fight = context.fight
    for hit in fight.pending:
        if hit.target == who and not (hit.step in simultaneous and is_hit_of_this_melee(fight, hit)):
            sentence = f"a hit on {who} is still pending and comes before whatever they do next"
            context.warn_or_refuse(f"{sentence} (B11): combatcli wound {shell_word(who)}")
            return


TABLES: dict[str, MakeTables] = {
    "B10": lambda: table(
        "Combat movement",
        ("speed#", "feet a round#", "meters#", "run#"),
        [(speed, feet := combat_movement(speed), game_meters(feet), 2 * feet) for speed in SPEEDS],
    ),
    "B20": lambda: table(
        "Evasion",
        ("agility", "difficulty#"),
        [(f"{least} to {most}" if least < most else f"{least}", n) for (least, most), n in weapons.EVASION.items()],
    ),
    "B24": lambda: table("Called shots", ("part", "harder by#"), list(weapons.PARTS.items())),
    "B25": lambda: table("What keeps from shooting", ("who is", "by rule"), list(KEEPS_FROM_SHOOTING.items())),
    "B28": lambda: table("Where there is no room", ("length", "difficulty#"), list(weapons.CONFINED.items())),
    "B40": lambda: table(
        "Damage, where a weapon does not say its own",
        ("held in", "damage"),
        [("one hand", weapons.DAMAGE[1]), ("two hands", weapons.DAMAGE[2]), ("two weapons", "the higher of both")],
    ),
}
