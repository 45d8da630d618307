"""What can be read off a `realm` encounter: phases, who can act, who stands where, which effects hold."""

from __future__ import annotations

from msgspec.structs import replace

from combatcli.encounter.references import combatant_named
from combatcli.errors import RefusedError
from combatcli.rulesets.shared.clock import seconds
from combatcli.rulesets.shared.touching import in_one_arena

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from combatcli.rulesets.play import Play
    from combatcli.rulesets.realm.schema import Combatant, Declaration, Fight

PHASES = (
    "defend-protect",
    "shoot-throw",
    "focus-impede",
    "move",
    "attack-assist-aimed",
    "push",
    "focused",
)
ROUNDS_A_TURN = 60
PHASE_OF = {
    "defend": 1,
    "protect": 1,
    "shoot": 2,
    "throw": 2,
    "focus": 3,
    "impede": 3,
    "move": 4,
    "attack": 5,
    "assist": 5,
    "aim": 5,
    "push": 6,
}
FALLEN = ("dead", "incapacitated", "broken")


def phase_number(word: str) -> int:
    """Return 1 to 7 for a phase's number, its name, or a word of its name (R2); 0 if it is none."""
    if word.isdecimal() and 1 <= int(word) <= len(PHASES):
        return int(word)
    for number, name in enumerate(PHASES, 1):
        if word and (word == name or word in name.split("-")):
            return number
    return 0


def clock(round_: int) -> tuple[int, int]:
    """Return the seconds gone when a round begins, and the turn it lies in: 10 seconds a round, 60 a turn (R1)."""
    return seconds(round_), (round_ - 1) // ROUNDS_A_TURN + 1


def fallen(combatant: Combatant) -> str:
    """Return what keeps a combatant from acting: dead, incapacitated or broken; empty if nothing does."""
    return next((status for status in FALLEN if status in combatant.status), "")


def actor(fight: Fight, who: str) -> Combatant:
    """Return a combatant that can act; RefusedError if it cannot."""
    combatant: Combatant = combatant_named(fight, who)
    if reason := fallen(combatant):
        raise RefusedError(f"{who} is {reason} and cannot act")
    return combatant


def standing_target(fight: Fight, who: str) -> Combatant:
    """Return a combatant that something may still be done to; RefusedError if it is dead."""
    combatant: Combatant = combatant_named(fight, who)
    if "dead" in combatant.status:
        raise RefusedError(f"{who} is dead already")
    return combatant


def has_declared(combatant: Combatant, *actions: str) -> bool:
    """Tell whether a combatant's declaration of this round is one of these."""
    return combatant.declared is not None and combatant.declared.action in actions


def protectors(fight: Fight, friend: str) -> list[str]:
    """Return who now protects a friend: declared, able to act, and in one arena with them (R21)."""
    ward = fight.combatants[friend]
    return [
        who
        for who, combatant in fight.combatants.items()
        if combatant.declared is not None
        and combatant.declared.action == "protect"
        and friend in combatant.declared.targets
        and who != friend
        and not fallen(combatant)
        and in_one_arena(combatant, ward)
    ]


def protections(fight: Fight) -> set[tuple[str, str]]:
    """Return all pairs of protector and protected that hold now (R21)."""
    wards = {
        friend
        for combatant in fight.combatants.values()
        if combatant.declared is not None and combatant.declared.action == "protect"
        for friend in combatant.declared.targets
        if friend in fight.combatants
    }
    return {(who, friend) for friend in wards for who in protectors(fight, friend)}


def mark_done(play: Play[Fight], who: str, declared: Declaration) -> None:
    """Remember that a combatant has done what it declared."""
    play.change(who, declared=replace(declared, done=True))


def use_action(play: Play[Fight], who: str, *actions: str, whom: str | None = None) -> None:
    """Spend a combatant's one declared action of the round (R7).

    It is irregular if undeclared, declared otherwise or on somebody else, done already, or out of phase.
    """
    declared = play.fight.combatants[who].declared
    wanted = " or ".join(actions)
    phases = sorted({PHASE_OF[action] for action in actions})
    now = phase_number(play.fight.phase)
    if declared is None:
        play.irregular(f"{who} has not declared {wanted}")
    elif declared.action and declared.action not in actions:
        play.irregular(f"{who} declared {declared.action}, not {wanted}")
    elif not declared.action and declared.phase not in phases:
        play.irregular(f"{who} declared phase {declared.phase}, not {wanted}")
    elif declared.done:
        play.irregular(f"{who} has already acted this round")
    elif whom is not None and declared.targets and whom not in declared.targets:
        play.irregular(f"{who} declared {wanted} {' '.join(declared.targets)}, not {whom}")
    if now not in phases:
        where = " or ".join(f"{number} {PHASES[number - 1]}" for number in phases)
        play.irregular(f"this is phase {now} {PHASES[now - 1]}; {wanted} belongs to {where}")
    if declared is not None and not declared.done:
        mark_done(play, who, declared)


def who_can_act(fight: Fight) -> Iterator[str]:
    """Go through those who can act, in the file's request."""
    return (who for who, combatant in fight.combatants.items() if not fallen(combatant))
