"""`order` (B2, B3): who is surprised, which side acts and which reacts."""

from __future__ import annotations

from combatcli.errors import RefusedError, UsageError, nearest
from combatcli.rulesets.base import Action, Order
from combatcli.rulesets.blade import state
from combatcli.rulesets.blade.rounds import end_round, tell_phase
from combatcli.rulesets.initiative import initiative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.rulesets.base import Play
    from combatcli.rulesets.blade.schema import Fight

DIE = 6
SURPRISED = 2
CHOICES = ("act", "react")


class InitiativeOrder(Order, frozen=True):
    """Initiative of the round; what the winner chooses, and who is surprised."""

    choose: str = "act"
    surprised: list[str] = []
    check_surprise: bool = False


def order(play: Play[Fight], wanted: InitiativeOrder) -> None:
    """Find out who is surprised if that is asked, then roll initiative by sides."""
    if wanted.choose not in CHOICES:
        raise UsageError(f"--choose {wanted.choose}: expected act or react", "The side that rolls highest chooses.")
    sides = state.sides(play.fight)
    if len(sides) < 2:
        raise RefusedError("initiative takes two sides that stand", f"Standing: {', '.join(sides) or 'nobody'}.")
    for side in wanted.surprised:
        if side not in sides:
            raise RefusedError(f'there is no side "{side}"', nearest(side, sides))
    _check_time(play, wanted)
    if _surprise(play, wanted, sides):
        return
    faces: list[int] = []
    totals: dict[str, list[int]] = {}
    play.source.purpose = "initiative"
    groups = initiative(play.source, DIE, dict.fromkeys(sides, 0), (faces, totals), reroll=True)
    ranked = [side for group in groups for side in group]
    chosen = ranked if wanted.choose == "act" else [*ranked[1:], ranked[0]]
    play.alter(initiative=chosen)
    play.tell(
        "order", order=chosen, faces=faces, totals=totals, ties=[], winner=ranked[0], choose=wanted.choose,
        surprised=play.fight.surprised,
    )  # fmt: skip


def _check_time(play: Play[Fight], wanted: InitiativeOrder) -> None:
    if play.fight.phase != "initiative":
        play.irregular(f"this is the {play.fight.phase} phase; initiative comes at the start of the round")
    elif play.fight.initiative:
        play.irregular("initiative has already been rolled this round")
    if (wanted.surprised or wanted.check_surprise) and play.fight.round > 1:
        play.irregular("only the first round knows surprise")


def _surprise(play: Play[Fight], wanted: InitiativeOrder, sides: list[str]) -> bool:
    """Surprise the sides that are said to be, or roll it (B3); tell whether the round passes, for all are."""
    surprised = list(wanted.surprised)
    if wanted.check_surprise:
        play.source.purpose = "surprise"
        faces = [play.source.die(DIE) for _ in sides]
        surprised += [side for side, face in zip(sides, faces, strict=True) if face <= SURPRISED]
        play.tell("surprise", sides=sides, faces=faces, surprised=surprised)
    surprised = [side for side in sides if side in surprised]
    if wanted.surprised or wanted.check_surprise:
        play.alter(surprised=surprised)
        for side in surprised:
            play.tell("condition", who=side, name="surprised", ended=False)
    if len(surprised) < len(sides):
        return False
    end_round(play)
    tell_phase(play)
    return True


ACTIONS = {"order": Action(InitiativeOrder, order)}
