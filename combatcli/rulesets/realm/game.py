"""`realm` as the shared code sees it, and the checks of its encounters beyond the schema."""

from collections.abc import Iterator

from combatcli.encounter.references import Problem
from combatcli.errors import nearest
from combatcli.events import Attack
from combatcli.rulesets.game import Game
from combatcli.rulesets.parts import Parts
from combatcli.rulesets.realm.effects import apply_consequences
from combatcli.rulesets.realm.schema import Fight
from combatcli.rulesets.realm.state import FALLEN, NUMBERS, PHASES, STATUS, chain_of_bearers
from combatcli.rulesets.shared.damage import damage_problems


def problems(fight: Fight) -> Iterator[Problem]:
    """Yield the problems of an encounter, in the file's order."""
    for who, combatant in fight.combatants.items():
        path = f"combatants.{who}"
        beyond = [box for box in combatant.marked if box > combatant.wounds]
        if beyond:
            yield Problem(f"{path}.marked", f"box {beyond[0]} is marked, but there are only {combatant.wounds} boxes")
        if len(set(combatant.marked)) != len(combatant.marked):
            yield Problem(f"{path}.marked", "a box is marked twice")
        for word in combatant.status:
            if word not in STATUS:
                yield Problem(f"{path}.status", f'there is no status "{word}"', nearest(word, STATUS))
        for name, weapon in combatant.weapons.items():
            yield from damage_problems(f"{path}.weapons.{name}.damage", weapon.damage, "marks a wound")
        if who in chain_of_bearers(fight, who)[1:]:
            problem = f"{fight.subject(who):carries} {combatant.arena} and cannot be in it (R14)"
            yield Problem(f"{path}.arena", problem, "Take another.")


def faces_above_mean(event: Attack) -> float:
    """Return how far the total of the kept d10s lies above its mean."""
    from combatcli.rulesets.shared.tally import mean_of

    return sum(event.kept) - mean_of(f"{len(event.faces)}d10kh{len(event.kept)}") if event.kept else 0


GAME = Game(
    "realm",
    about="Everybody declares, then blows fall at once; arenas instead of a map, numbered wound boxes.",
    parts=Parts(
        "combatcli.rulesets.realm",
        {
            "contests": "test dashtest impede push",
            "rounds": "next order coming",
            "effects": "follow",
            "ground": "move",
            "arena": "pairings",
            "wound": "recover",
            "declare": "set",
        },
    ),
    encounter=Fight,
    brought=(
        "marked",
        "status",
        "until",
        "by",
        "declared",
        "last_declared",
        "counters",
        "parried",
        "struggled",
        "acted",
    ),
    phases=PHASES,
    phase_words=[word for word in NUMBERS if word not in PHASES],
    house={"resolve_target": int},
    conditions=lambda: STATUS,
    own_problems=problems,
    consequences=apply_consequences,
    luck=faces_above_mean,
    gone={"status": tuple(FALLEN)},
)
