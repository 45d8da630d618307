"""`realm` as the shared code sees it, and what must hold in its encounters beyond the shape of their tables."""

from __future__ import annotations

from collections.abc import Iterator

from combatcli.encounter.references import Problem
from combatcli.errors import nearest
from combatcli.rulesets.game import Game
from combatcli.rulesets.parts import PackageParts
from combatcli.rulesets.realm.schema import Context, Fight
from combatcli.rulesets.realm.state import FALLEN, NUMBERS, PHASES, STATUS
from combatcli.rulesets.shared.damage import damage_problems, keeps_dice, rolls_dice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.realm.events import Attack


def problems(fight: Fight) -> Iterator[Problem]:
    """Find all that does not hold together, in the file's order."""
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
            yield from _weapon_problems(f"{path}.weapons.{name}.damage", weapon.damage)
        if _carries_self(fight, who):
            yield Problem(
                f"{path}.arena", f"{who} carries {combatant.arena} and cannot be in it (R14)", "Take another."
            )


def _weapon_problems(key: str, damage: str) -> Iterator[Problem]:
    """Find damage that cannot be read, or has no die that would mark a wound (R40)."""
    unreadable = list(damage_problems(key, damage))
    yield from unreadable
    if not unreadable and not keeps_dice(damage):
        does = "keeps" if rolls_dice(damage) else "rolls"
        yield Problem(key, f'"{damage}" {does} no die, and each die of damage marks a wound', 'As in damage = "1d5"')


def _carries_self(fight: Fight, who: str) -> bool:
    """Tell whether somebody stands on their own back or head, or on that of one whom they carry (R14)."""
    below: list[str | None] = []
    bearer: str | None = who
    while bearer in fight.combatants and bearer not in below:
        below.append(bearer)
        place = fight.arenas.get(fight.combatants[bearer].arena or "")
        bearer = place.on if place else None
    return bearer == who


def luck(event: Attack) -> float:
    """Return how far the d10s that were kept lie above the mean of such a roll."""
    from combatcli.rulesets.shared.tally import mean_of

    return sum(event.kept) - mean_of(f"{len(event.faces)}d10kh{len(event.kept)}") if event.kept else 0


def apply_consequences(context: Context) -> None:
    """Apply what follows from any change by the rules; its module is loaded with the first change."""
    from combatcli.rulesets.realm.effects import apply_consequences

    apply_consequences(context)


GAME = Game(
    "realm",
    parts=PackageParts(
        "combatcli.rulesets.realm",
        **dict.fromkeys(("test", "dashtest", "impede", "push"), "contests"),
        **dict.fromkeys(("next", "order"), "rounds"),
        move="ground",
        pairings="arena",
        recover="wound",
        set="declare",
    ),
    encounter=Fight,
    brought=(
        *("marked", "status", "until", "by", "declared", "last_declared"),
        *("counters", "parried", "struggled", "acted"),
    ),
    phases=PHASES,
    phase_words=[word for word in NUMBERS if word not in PHASES],
    switches={"resolve_target": int},
    conditions=lambda: STATUS,
    problems=problems,
    apply_consequences=apply_consequences,
    luck=luck,
    gone={"status": tuple(FALLEN)},
)
